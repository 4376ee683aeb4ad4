import type { CardProps } from "../app/surface.ts";
import { useEntry } from "../app/useEntry.ts";
import { useValue, useWorkspace } from "../app/WorkspaceContext.ts";
import { namesOf } from "./selection.ts";

/** What the playground runs on, and what it would run on. */
export function LoadDatasetCard({ part: { toolCallId } }: CardProps) {
  const entry = useEntry("pendingLoadDatasetsByToolCallId", toolCallId);
  const { datasets } = useWorkspace();
  const now = useValue(datasets, (state) => state);
  if (entry === undefined) return null;
  const { expectedSelection, snapshot } = entry;
  return (
    <dl className="facts card-facts">
      <div>
        <dt>Now</dt>
        <dd dir="auto">{namesOf(expectedSelection, now)}</dd>
      </div>
      <div>
        <dt>Then</dt>
        <dd dir="auto">{namesOf(snapshot, now)}</dd>
      </div>
    </dl>
  );
}
