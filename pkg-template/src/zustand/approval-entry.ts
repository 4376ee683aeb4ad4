import type { ApprovalStore, DecisionResult, PendingApproval } from "../types.js";
import type { ApprovalEntry } from "./types.js";

/** Makes the entry of a call that was proposed to the store. `decided` is called as soon as it is decided. */
export function createApprovalEntry(store: ApprovalStore, approval: PendingApproval, decided: (toolCallId: string) => void): ApprovalEntry {
  const { toolCallId, toolName, generation, sessionId, input, preview } = approval;
  const decide = async ({ result }: DecisionResult): Promise<void> => {
    decided(toolCallId);
    if (result === "applying") await store.whenSettled(toolCallId);
  };
  return Object.freeze({
    toolCallId,
    toolName,
    ...(sessionId === undefined ? {} : { sessionId }),
    input,
    preview,
    accept: async () => decide(store.accept(toolCallId, { generation })),
    reject: async ({ comment }: { readonly comment?: string } = {}) =>
      decide(store.reject(toolCallId, { generation, ...(comment === undefined ? {} : { comment }) })),
  });
}
