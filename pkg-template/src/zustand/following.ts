import type { ApprovalStore, JsonValue, PendingApproval, Preview } from "../types.js";
import { type Adoption, ASK_USER, QUESTIONS } from "./adopt.js";
import { type ApprovalQuestions, createApprovalEntry, createApprovalQuestions } from "./approval-entry.js";
import type { NextState } from "./next-state.js";
import { pendingMapOf } from "./families.js";
import type { ApprovalEntry, PendingElicitation, PendingEntry } from "./types.js";

type Place = Adoption["place"];

/** An entry that was made for a call of the store, and where it is. */
type Made = { readonly toolCallId: string; readonly generation: number; readonly input: JsonValue; readonly preview: Preview } & (
  | { readonly place: Exclude<Place, typeof QUESTIONS>; readonly entry: ApprovalEntry }
  | { readonly place: typeof QUESTIONS; readonly sessionId: string; readonly entry: ApprovalQuestions }
);

/** Shows in a state what the store has: its mode, the calls that wait, and those that were taken back. */
export interface Following {
  /** Brings a state to where the store is. */
  readonly follow: (next: NextState) => void;
  /** Whether the entry was made here, for a call that still waits. */
  readonly isMade: (toolCallId: string, entry: PendingEntry | ApprovalEntry | PendingElicitation) => boolean;
  /** Whether the entry was ever made here: what it stood for is not asked again. */
  readonly wasMade: (entry: object) => boolean;
  /** Where the entry is that was made for a call. */
  readonly placeOf: (toolCallId: string) => Place | undefined;
  /** Gives up the entry that was made for a call. */
  readonly giveUp: (toolCallId: string, place?: Place) => Made | undefined;
  /** The call does not count as interrupted when it is cancelled: the app answers it. */
  readonly leaveToApp: (toolCallId: string) => void;
}

/**
 * @param isAdopted Whether a call is in the state as the app's own entry.
 * @param refresh Lets the state follow at once.
 */
export function createFollowing(
  store: ApprovalStore,
  isAdopted: (toolCallId: string) => boolean,
  refresh: () => void,
): Following {
  const made = new Map<string, Made>();
  const everMade = new WeakSet();
  /** Calls that have changed since the state followed. */
  let changed = new Set<string>();
  const proposedAnew = new Set<string>();
  /** Questions that wait for others of their session, in the order of their coming. */
  const behind = new Set<string>();
  const leftToApp = new Set<string>();

  const decided = (toolCallId: string): void => {
    changed.add(toolCallId);
    // Also within the store's own news, where what it tells comes later.
    refresh();
  };

  const make = (approval: PendingApproval): Made | undefined => {
    const { toolCallId, toolName, generation, input, preview, sessionId } = approval;
    const facts = { toolCallId, generation, input, preview };
    const map = pendingMapOf(toolName);
    if (map !== undefined) return { ...facts, place: map, entry: createApprovalEntry(store, approval, decided) };
    if (toolName !== ASK_USER || sessionId === undefined) return undefined;
    return { ...facts, place: QUESTIONS, sessionId, entry: createApprovalQuestions(store, approval, decided) };
  };

  const hide = (next: NextState, before: Made): void => {
    made.delete(before.toolCallId);
    if (before.place !== QUESTIONS) {
      next.removeIf(before.place, before.toolCallId, before.entry);
      return;
    }
    const { sessionId, toolCallId } = before;
    next.unask(sessionId, toolCallId);
    for (const waits of behind) {
      // Once more, where it was looked at already.
      changed.delete(waits);
      changed.add(waits);
    }
  };

  /** Shows a call as long as it waits, as the same entry as long as that shows the same. */
  const show = (next: NextState, toolCallId: string): void => {
    const approval = store.getApproval(toolCallId);
    const before = made.get(toolCallId);
    const after = approval?.status === "pending" ? make(approval) : undefined;
    if (after === undefined) {
      if (before !== undefined) hide(next, before);
      return;
    }
    if (before?.generation === after.generation && before.input === after.input && before.preview === after.preview) return;
    const shown = after.place === QUESTIONS ? next.asked(after.sessionId) : next.get(after.place, toolCallId);
    // The app shows this call itself, or other questions of the session are to be answered first.
    if (shown !== undefined && shown !== before?.entry) {
      if (after.place === QUESTIONS) behind.add(toolCallId);
      return;
    }
    made.set(toolCallId, after);
    everMade.add(after.entry);
    if (after.place === QUESTIONS) next.ask(after.sessionId, after.entry);
    else next.put(after.place, toolCallId, after.entry);
  };

  store.on("proposed", ({ toolCallId }) => {
    proposedAnew.add(toolCallId);
    changed.add(toolCallId);
  });
  for (const event of ["pending", "edited", "rebasing", "restored", "applying", "settled"] as const) {
    store.on(event, ({ toolCallId }) => {
      changed.add(toolCallId);
    });
  }
  store.subscribe(refresh);
  for (const { toolCallId } of store.getSnapshot().pending) changed.add(toolCallId);

  return {
    follow: (next) => {
      const { editPermission } = store.getSnapshot();
      if (next.state.permissions?.edits !== editPermission) next.patch.permissions = { ...next.state.permissions, edits: editPermission };
      // The app may have taken away those that were before them.
      const due = new Set([...behind, ...changed]);
      behind.clear();
      changed = due;
      for (const toolCallId of due) {
        const outcome = store.getApproval(toolCallId)?.outcome;
        const cancelled = outcome?.status === "cancelled";
        if (proposedAnew.delete(toolCallId) && !cancelled) next.unmark(toolCallId);
        if (outcome !== undefined && !leftToApp.delete(toolCallId) && cancelled) next.mark(toolCallId);
        if (!isAdopted(toolCallId)) show(next, toolCallId);
      }
      changed.clear();
    },
    isMade: (toolCallId, entry) => made.get(toolCallId)?.entry === entry,
    wasMade: (entry) => everMade.has(entry),
    placeOf: (toolCallId) => made.get(toolCallId)?.place,
    giveUp: (toolCallId, place) => {
      const before = made.get(toolCallId);
      if (before === undefined || (place !== undefined && before.place !== place)) return undefined;
      made.delete(toolCallId);
      return before;
    },
    leaveToApp: (toolCallId) => {
      leftToApp.add(toolCallId);
    },
  };
}
