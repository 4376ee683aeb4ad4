import type { ApprovalStore, TextDiff } from "countersign";
import { ApprovalDiff, useApprovalStore } from "countersign/react";
import { useValue, useWorkspace } from "./WorkspaceContext.ts";

/** What a call would change, as the ledger compares it. */
export function EntryDiff({ toolCallId }: { readonly toolCallId: string }) {
  const { diffView } = useWorkspace();
  const view = useValue(diffView, (value) => value);
  const diff = diffOf(useApprovalStore(), toolCallId);
  return diff === undefined ? null : <ApprovalDiff diff={diff} view={view} />;
}

/** Nothing for a call that never waited: the ledger has not seen it. */
export const diffOf = (ledger: ApprovalStore, toolCallId: string): TextDiff | undefined =>
  ledger.getApproval(toolCallId) === undefined ? undefined : ledger.diff(toolCallId);
