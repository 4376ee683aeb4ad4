import type { PendingMapName } from "./families.js";
import type { AgentSlice, ApprovalEntry, PendingElicitation, PendingEntry } from "./types.js";

export type PendingMap = AgentSlice[PendingMapName];

/** What one write changes. */
export type Patch = { -readonly [Key in keyof AgentSlice]?: AgentSlice[Key] };

/** A state and what is to change in it: each map is copied once, whatever changes in it. */
export interface NextState {
  readonly state: AgentSlice;
  readonly patch: Patch;
  readonly isEmpty: () => boolean;
  readonly map: (name: PendingMapName) => PendingMap;
  readonly get: (name: PendingMapName, toolCallId: string) => PendingEntry | ApprovalEntry | undefined;
  readonly put: (name: PendingMapName, toolCallId: string, entry: PendingEntry | ApprovalEntry) => void;
  /** Makes a new map, also when there is nothing to remove. */
  readonly remove: (name: PendingMapName, toolCallId: string) => void;
  /** Removes this very entry. */
  readonly removeIf: (name: PendingMapName, toolCallId: string, entry: PendingEntry | ApprovalEntry) => void;
  /** The questions of a session. */
  readonly asked: (sessionId: string) => PendingElicitation | undefined;
  /** Puts questions before a session, in the place of others. */
  readonly ask: (sessionId: string, questions: PendingElicitation) => void;
  /** Takes a session's questions away: those of this call, or whichever there are. */
  readonly unask: (sessionId: string, toolCallId?: string) => void;
  /** Marks a call as interrupted. */
  readonly mark: (toolCallId: string) => void;
  readonly unmark: (toolCallId: string) => void;
}

/** Changes the state in one write, which has a name, after `first` has changed the store. */
export type Update = (type: string, change: (next: NextState) => void, first?: () => void) => void;

/** Only calls of a chat's last message are ever looked up. */
const MAX_MARKS = 256;

type Marks = AgentSlice["locallyInterruptedToolCallIds"];

/** The marked calls of a record, oldest first. Its own keys come in another order where they look like numbers. */
const orders = new WeakMap<Marks, readonly string[]>();

function ordered(toolCallIds: readonly string[]): Marks {
  const marks = Object.fromEntries(toolCallIds.map((toolCallId) => [toolCallId, true as const]));
  orders.set(marks, toolCallIds);
  return marks;
}

export function createNextState(state: AgentSlice): NextState {
  const patch: Patch = {};
  const copies = new Map<PendingMapName, Record<string, PendingEntry | ApprovalEntry | undefined>>();

  const map = (name: PendingMapName): PendingMap => patch[name] ?? state[name];
  const get: NextState["get"] = (name, toolCallId) => (Object.hasOwn(map(name), toolCallId) ? map(name)[toolCallId] : undefined);
  const copy = (name: PendingMapName): Record<string, PendingEntry | ApprovalEntry | undefined> => {
    const copied = copies.get(name) ?? { ...map(name) };
    copies.set(name, copied);
    patch[name] = copied;
    return copied;
  };
  const remove: NextState["remove"] = (name, toolCallId) => {
    Reflect.deleteProperty(copy(name), toolCallId);
  };
  const questions = (): AgentSlice["pendingElicitationBySessionId"] => patch.pendingElicitationBySessionId ?? state.pendingElicitationBySessionId;
  const asked: NextState["asked"] = (sessionId) => (Object.hasOwn(questions(), sessionId) ? questions()[sessionId] : undefined);
  const marks = (): Marks => patch.locallyInterruptedToolCallIds ?? state.locallyInterruptedToolCallIds;
  const marked = (): readonly string[] => orders.get(marks()) ?? Object.keys(marks());

  return {
    state,
    patch,
    isEmpty: () => Object.keys(patch).length === 0,
    map,
    get,
    put: (name, toolCallId, entry) => {
      // An assignment to `__proto__` would be lost.
      Object.defineProperty(copy(name), toolCallId, { value: entry, writable: true, enumerable: true, configurable: true });
    },
    remove,
    removeIf: (name, toolCallId, entry) => {
      if (get(name, toolCallId) === entry) remove(name, toolCallId);
    },
    asked,
    ask: (sessionId, elicitation) => {
      patch.pendingElicitationBySessionId = withKey<PendingElicitation | undefined>(questions(), sessionId, elicitation);
    },
    unask: (sessionId, toolCallId) => {
      if (toolCallId === undefined || asked(sessionId)?.toolCallId === toolCallId) patch.pendingElicitationBySessionId = without(questions(), sessionId);
    },
    mark: (toolCallId) => {
      if (!Object.hasOwn(marks(), toolCallId)) patch.locallyInterruptedToolCallIds = ordered([...marked(), toolCallId].slice(-MAX_MARKS));
    },
    unmark: (toolCallId) => {
      if (Object.hasOwn(marks(), toolCallId)) patch.locallyInterruptedToolCallIds = ordered(marked().filter((other) => other !== toolCallId));
    },
  };
}

/** The record with this value, in its old place or at the end. */
export function withKey<T>(record: Readonly<Record<string, T>>, key: string, value: T): Record<string, T> {
  return { ...record, [key]: value };
}

/** The record without this key. */
export function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  const copy = { ...record };
  Reflect.deleteProperty(copy, key);
  return copy;
}
