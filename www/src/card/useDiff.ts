import type { Approval, TextDiff } from "countersign";
import { useApprovalStore } from "countersign/react";

/** The difference that a call shows, while the store knows the call and its preview. */
export function useDiff({ toolCallId, generation, preview }: Approval): TextDiff | undefined {
  const store = useApprovalStore();
  if (preview === undefined || store.getApproval(toolCallId)?.generation !== generation) return undefined;
  return store.diff(toolCallId);
}
