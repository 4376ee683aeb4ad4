import { type AgentSlice, type ClientAction, DRAFT_SESSION_ID, type PendingElicitation, type PendingEntry } from "countersign/zustand";
import { createStore } from "zustand/vanilla";
import { type MapName, MAPS, SETTERS } from "./harness.ts";

type PlainMap = Readonly<Record<string, PendingEntry | undefined>>;

export interface PlainState extends Readonly<Record<MapName, PlainMap>> {
  readonly pendingElicitationBySessionId: AgentSlice["pendingElicitationBySessionId"];
  readonly locallyInterruptedToolCallIds: AgentSlice["locallyInterruptedToolCallIds"];
  readonly registeredClientActions: AgentSlice["registeredClientActions"];
  readonly permissions: AgentSlice["permissions"];
  readonly capabilities: AgentSlice["capabilities"];
}

function set<T>(map: Readonly<Record<string, T | undefined>>, key: string, value: T | null | undefined): Readonly<Record<string, T | undefined>> {
  if (value) return { ...map, [key]: value };
  const copy = { ...map };
  Reflect.deleteProperty(copy, key);
  return copy;
}

/**
 * The slice as the app has it without a ledger: spread to set, copied to clear. What ours does on purpose beyond
 * that is here as well: a session that is deleted answers its calls, and those that come later; a call that the
 * ledger answers then counts as interrupted, until its id is used again.
 *
 * @param answer Sends the answer of a call that has none of its own.
 */
export function createPlainSlice(answer: (toolCallId: string) => void) {
  /** The entry that stands for a call: the newest one. */
  const calls = new Map<string, { readonly map: MapName; readonly entry: PendingEntry }>();
  const deleted = new Set<string | null | undefined>();
  const store = createStore<PlainState>()(() => ({
    ...(Object.fromEntries(MAPS.map((name) => [name, {}])) as Record<MapName, PlainMap>),
    pendingElicitationBySessionId: {},
    locallyInterruptedToolCallIds: {},
    registeredClientActions: {},
    permissions: { edits: "manual" },
    capabilities: { "subagents.enabled": false, "web.access": false },
  }));
  /** Its own function answers a call that is taken back, or the ledger. */
  const takeBack = (toolCallId: string, entry: PendingEntry | PendingElicitation): void => {
    if (entry.cancel !== undefined) {
      entry.cancel();
      return;
    }
    answer(toolCallId);
    actions.markToolCallInterrupted(toolCallId);
  };

  const setPending = (name: MapName, toolCallId: string, entry: PendingEntry | null | undefined): void => {
    if (entry && deleted.has(entry.sessionId)) {
      takeBack(toolCallId, entry);
      // A setter makes a new state, whatever it changes.
      store.setState({});
      return;
    }
    if (entry) calls.set(toolCallId, { map: name, entry });
    else if (calls.get(toolCallId)?.map === name) calls.delete(toolCallId);
    store.setState((state) => ({
      [name]: set(state[name], toolCallId, entry),
      ...(entry && state.locallyInterruptedToolCallIds[toolCallId] === true
        ? { locallyInterruptedToolCallIds: set(state.locallyInterruptedToolCallIds, toolCallId, undefined) }
        : {}),
    }));
  };

  const clearSession = (sessionId: string): void => {
    const asked = store.getState().pendingElicitationBySessionId[sessionId];
    if (sessionId !== DRAFT_SESSION_ID) deleted.add(sessionId);
    for (const [toolCallId, { entry }] of calls) {
      if (entry.sessionId !== sessionId) continue;
      calls.delete(toolCallId);
      takeBack(toolCallId, entry);
    }
    store.setState((state) => ({
      ...Object.fromEntries(
        MAPS.flatMap((name) => {
          const kept = Object.entries(state[name]).filter(([, entry]) => entry?.sessionId !== sessionId);
          return kept.length === Object.keys(state[name]).length ? [] : [[name, Object.fromEntries(kept)]];
        }),
      ),
      pendingElicitationBySessionId: set(state.pendingElicitationBySessionId, sessionId, undefined),
    }));
    if (asked !== undefined) takeBack(asked.toolCallId, asked);
  };

  const setPendingElicitation = (sessionId: string, elicitation: PendingElicitation | null | undefined): void => {
    if (elicitation && deleted.has(sessionId)) {
      takeBack(elicitation.toolCallId, elicitation);
      store.setState({});
      return;
    }
    store.setState((state) => ({ pendingElicitationBySessionId: set(state.pendingElicitationBySessionId, sessionId, elicitation) }));
  };

  const setters = Object.fromEntries(
    MAPS.map((name) => [SETTERS[name], (toolCallId: string, entry: PendingEntry | null | undefined) => setPending(name, toolCallId, entry)]),
  ) as Record<(typeof SETTERS)[MapName], (toolCallId: string, entry: PendingEntry | null | undefined) => void>;
  const actions = {
    ...setters,
    clearSessionEphemeralState: clearSession,
    setPendingElicitation,
    markToolCallInterrupted: (toolCallId: string) =>
      store.setState((state) =>
        state.locallyInterruptedToolCallIds[toolCallId] === true
          ? state
          : { locallyInterruptedToolCallIds: { ...state.locallyInterruptedToolCallIds, [toolCallId]: true } },
      ),
    registerClientAction: (name: string, action: ClientAction) =>
      store.setState((state) => ({ registeredClientActions: { ...state.registeredClientActions, [name]: action } })),
    unregisterClientAction: (name: string) =>
      store.setState((state) => (Object.hasOwn(state.registeredClientActions, name) ? { registeredClientActions: set(state.registeredClientActions, name, null) } : state)),
    setPermissions: (patch: Partial<AgentSlice["permissions"]>) => store.setState((state) => ({ permissions: { ...state.permissions, ...patch } })),
    setCapability: ({ key, enabled }: { key: keyof AgentSlice["capabilities"]; enabled: boolean }) =>
      store.setState((state) => ({ capabilities: { ...state.capabilities, [key]: enabled } })),
  };
  return { store, actions };
}
