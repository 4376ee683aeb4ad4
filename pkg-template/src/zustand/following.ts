import type { ApprovalStore } from "../types.js";
import { createApprovalEntry } from "./approval-entry.js";
import type { NextState } from "./next-state.js";
import { type PendingMapName, pendingMapOf } from "./families.js";
import type { ApprovalEntry, PendingEntry } from "./types.js";

/** An entry that was made for a call of the store, and where it is. */
interface Made {
  readonly map: PendingMapName;
  readonly generation: number;
  readonly entry: ApprovalEntry;
}

/** Shows in a state what the store has: its mode, the calls that wait, and those that were taken back. */
export interface Following {
  /** Brings a state to where the store is. */
  readonly follow: (next: NextState) => void;
  /** Whether the entry was made here, for a call that still waits. */
  readonly isMade: (toolCallId: string, entry: PendingEntry | ApprovalEntry) => boolean;
  /** Gives up the entry that was made for a call. */
  readonly giveUp: (toolCallId: string, map?: PendingMapName) => { readonly map: PendingMapName; readonly entry: ApprovalEntry } | undefined;
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
  /** Calls that have changed since the state followed. */
  const changed = new Set<string>();
  const proposedAnew = new Set<string>();
  const leftToApp = new Set<string>();

  const decided = (toolCallId: string): void => {
    changed.add(toolCallId);
    // Also within the store's own news, where what it tells comes later.
    refresh();
  };

  /** Shows a call as long as it waits, as the same entry as long as that shows the same. */
  const show = (next: NextState, toolCallId: string): void => {
    const approval = store.getApproval(toolCallId);
    const before = made.get(toolCallId);
    const map = approval?.status === "pending" ? pendingMapOf(approval.toolName) : undefined;
    if (approval?.status !== "pending" || map === undefined) {
      if (before !== undefined) next.removeIf(before.map, toolCallId, before.entry);
      made.delete(toolCallId);
      return;
    }
    const { generation, input, preview } = approval;
    if (before?.generation === generation && before.entry.input === input && before.entry.preview === preview) return;
    const shown = next.get(map, toolCallId);
    // The app shows this call itself.
    if (shown !== undefined && shown !== before?.entry) return;
    const entry = createApprovalEntry(store, approval, decided);
    made.set(toolCallId, { map, generation, entry });
    next.put(map, toolCallId, entry);
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
      for (const toolCallId of changed) {
        const outcome = store.getApproval(toolCallId)?.outcome;
        const cancelled = outcome?.status === "cancelled";
        if (proposedAnew.delete(toolCallId) && !cancelled) next.unmark(toolCallId);
        if (outcome !== undefined && !leftToApp.delete(toolCallId) && cancelled) next.mark(toolCallId);
        if (!isAdopted(toolCallId)) show(next, toolCallId);
      }
      changed.clear();
    },
    isMade: (toolCallId, entry) => made.get(toolCallId)?.entry === entry,
    giveUp: (toolCallId, map) => {
      const before = made.get(toolCallId);
      if (before === undefined || (map !== undefined && before.map !== map)) return undefined;
      made.delete(toolCallId);
      return before;
    },
    leaveToApp: (toolCallId) => {
      leftToApp.add(toolCallId);
    },
  };
}
