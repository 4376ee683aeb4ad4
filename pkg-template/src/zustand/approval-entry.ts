import type { ApprovalStore, DecisionResult, JsonValue, PendingApproval } from "../types.js";
import { CountersignError } from "../errors.js";
import type { ApprovalEntry, EntryPreview, PendingElicitation } from "./types.js";

/** Makes the entry of a call that was proposed to the store. `decided` is called as soon as it is decided. */
export function createApprovalEntry(store: ApprovalStore, approval: PendingApproval, decided: (toolCallId: string) => void): ApprovalEntry {
  const { toolCallId, toolName, generation, sessionId, input, preview } = approval;
  const decide = decider(store, toolCallId, decided);
  return Object.freeze({
    input,
    preview,
    // In the shape of an entry that its family binds itself.
    ...(preview as EntryPreview).facts,
    toolCallId,
    toolName,
    ...(sessionId === undefined ? {} : { sessionId }),
    accept: async () => decide(store.accept(toolCallId, { generation })),
    reject: async ({ comment }: { readonly comment?: string } = {}) =>
      decide(store.reject(toolCallId, { generation, ...(comment === undefined ? {} : { comment }) })),
  });
}

/** Questions that were put to the store. */
export type ApprovalQuestions = Required<Pick<PendingElicitation, "toolCallId" | "questions" | "answer" | "cancel">>;

/** Makes the questions of a call that was proposed to the store: its answers are an edit, which is accepted. */
export function createApprovalQuestions(store: ApprovalStore, approval: PendingApproval, decided: (toolCallId: string) => void): ApprovalQuestions {
  const { toolCallId, generation, input } = approval;
  const asked = input as { readonly questions?: JsonValue };
  const decide = decider(store, toolCallId, decided);
  return Object.freeze({
    toolCallId,
    questions: asked.questions ?? null,
    answer: async (answers: JsonValue) => {
      const edited = store.edit(toolCallId, { ...asked, answers }, { generation });
      return decide(edited.result === "edited" ? store.accept(toolCallId, { generation }) : edited);
    },
    cancel: async () => decide(store.cancel(toolCallId, { generation })),
  });
}

/** Tells of a decision, and resolves when its write has ended. What is not taken is not silent. */
function decider(store: ApprovalStore, toolCallId: string, decided: (toolCallId: string) => void): (decision: DecisionResult) => Promise<void> {
  return async (decision) => {
    decided(toolCallId);
    if (decision.result === "applying") await store.whenSettled(toolCallId);
    // What was decided before, or is another question by now, is no error.
    const isDone = decision.result !== "refused" || decision.code === "stale_generation" || decision.code === "already_applying";
    if (!isDone) throw new CountersignError("invalid_state", decision.message);
  };
}
