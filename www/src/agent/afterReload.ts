import type { ApprovalStore } from "countersign";
import { isUse, type AgentState, type Answered, type Entry, type Use } from "./conversation.ts";
import { callForgotten } from "./words.ts";

/** With those of the unanswered calls that the store does not know as it will know them: from their first generation on. */
export function asNewTo(store: ApprovalStore, state: AgentState, unanswered: readonly Answered[]): AgentState {
  const isNew = (use: Use): boolean =>
    unanswered.some((line) => isUse(line, use)) && store.getApproval(use.toolCallId) === undefined;
  return {
    ...state,
    entries: state.entries.map((entry) =>
      entry.kind === "call" && isNew(entry) ? { ...entry, generation: 1, firstGeneration: 1 } : entry,
    ),
    answered: state.answered.map((line) => (isNew(line) ? { ...line, generation: 1 } : line)),
  };
}

/** With each call as the store knows it, and without a note of the last reload that nothing followed. */
export function asKnownTo(store: ApprovalStore, state: AgentState): AgentState {
  const { entries } = state;
  const kept = entries.at(-1)?.kind === "reload" ? entries.slice(0, -1) : entries;
  return { ...state, entries: kept.map((entry) => known(store, entry)) };
}

function known(store: ApprovalStore, entry: Entry): Entry {
  if (entry.kind !== "call") return entry;
  const { key, toolCallId } = entry;
  const approval = store.getApproval(toolCallId);
  if (approval?.generation !== entry.generation) return { kind: "note", key, text: callForgotten(toolCallId) };
  return approval.outcome === undefined ? entry : { ...entry, settled: approval };
}
