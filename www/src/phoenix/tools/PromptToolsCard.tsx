import { promptToolsSummaryText } from "countersign/phoenix";
import { EntryDiff } from "../app/EntryDiff.tsx";
import type { CardProps } from "../app/surface.ts";
import { useEntry } from "../app/useEntry.ts";
import { useValue, useWorkspace } from "../app/WorkspaceContext.ts";
import { Target } from "../prompts/cards.tsx";
import { providerName } from "./format.ts";

export function PromptToolsCard({ part: { toolCallId } }: CardProps) {
  const entry = useEntry("pendingPromptToolWritesByToolCallId", toolCallId);
  const { playground } = useWorkspace();
  const provider = useValue(playground, ({ instances }) => instances.find(({ id }) => id === entry?.instanceId)?.provider);
  if (entry === undefined) return null;
  const summary = promptToolsSummaryText(entry.summary);
  return (
    <>
      <Target instanceId={entry.instanceId} />
      <p className="card-note">
        {summary.charAt(0).toUpperCase()}
        {summary.slice(1)}.
      </p>
      {provider !== undefined && provider !== entry.provider && (
        <p className="card-drift">
          The prompt runs on {providerName(provider)} now; this was made for {providerName(entry.provider)}, so it can’t be accepted.
        </p>
      )}
      <EntryDiff toolCallId={toolCallId} />
    </>
  );
}
