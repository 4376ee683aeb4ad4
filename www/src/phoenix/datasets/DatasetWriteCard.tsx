import { datasetWriteCard, type DatasetWritePreview } from "countersign/phoenix";
import type { CardProps } from "../app/surface.ts";
import { useEntry } from "../app/useEntry.ts";
import { useValue, useWorkspace } from "../app/WorkspaceContext.ts";
import { WriteBody } from "../WriteBody.tsx";

export function DatasetWriteCard({ part: { toolCallId } }: CardProps) {
  const entry = useEntry("pendingDatasetWritesByToolCallId", toolCallId);
  const { datasets } = useWorkspace();
  const target = useValue(datasets, (state) => state.datasets.find(({ id }) => id === state.targets[toolCallId])?.name);
  if (entry === undefined) return null;
  return (
    <>
      {!elsewhere.has(entry.preview.kind) && (
        <p className="card-target">
          <span className="quiet">Dataset</span>
          <span dir="auto">{target ?? "one that is gone"}</span>
        </p>
      )}
      <WriteBody card={datasetWriteCard(entry.preview)} />
    </>
  );
}

/** Writes that concern another dataset, or all of them. */
const elsewhere: ReadonlySet<DatasetWritePreview["kind"]> = new Set<DatasetWritePreview["kind"]>([
  "create",
  "create-split",
  "patch-split",
  "delete-splits",
  "delete-labels",
  "add-spans",
]);
