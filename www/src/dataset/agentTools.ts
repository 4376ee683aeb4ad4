import type { ApprovalHandler } from "countersign";
import { defineTool } from "countersign/registry";
import * as v from "valibot";
import { slowly } from "../app/slowly.ts";
import type { Datasets } from "./datasets.ts";
import { foldRows, rowOperation } from "./rowOperations.ts";
import { datasetOwnerKeyOf, displayRows } from "./rows.ts";

const datasetId = v.pipe(v.number("datasetId must be a number."), v.safeInteger());

export const patchRowsInput = v.object({
  datasetId,
  expectedRevision: v.string("expectedRevision must be text."),
  operations: v.pipe(v.array(rowOperation), v.minLength(1, "There must be at least one operation.")),
});
export type PatchRowsInput = v.InferOutput<typeof patchRowsInput>;

const readRowsInput = v.object({ datasetId });
export type ReadRowsInput = v.InferOutput<typeof readRowsInput>;

export const patchRows = defineTool({ name: "patch_dataset_rows", validate: patchRowsInput, rehydratable: true });
export const readDatasetRows = defineTool({ name: "read_dataset_rows", validate: readRowsInput, review: false });

/** How a proposed patch is shown and written. */
export const patchRowsHandler = (datasets: Datasets, writeMs: () => number): ApprovalHandler<PatchRowsInput> => ({
  ownerKey: (input) => datasetOwnerKeyOf(input.datasetId),
  expectedRevision: (input) => input.expectedRevision,
  readRevision: (input) => datasets.revision(input.datasetId),
  preview: (input) => {
    const { rows } = datasets.snapshot(input.datasetId);
    return {
      before: displayRows(rows),
      after: displayRows(foldRows(rows, input.operations)),
      fileName: `dataset-${input.datasetId}.json`,
    };
  },
  apply: (input, { signal }) =>
    slowly(writeMs(), signal, {
      readRevision: () => datasets.revision(input.datasetId),
      write: () => {
        const { revision, rows } = datasets.apply(input.datasetId, input.operations);
        return { status: "applied", output: { datasetId: input.datasetId, rows: rows.length, revision } };
      },
    }),
});

/** How the rows are read. Nobody is asked, because nothing changes. */
export const readRowsHandler = (datasets: Datasets): ApprovalHandler<ReadRowsInput> => ({
  apply: (input) => ({ status: "applied", output: JSON.stringify(datasets.snapshot(input.datasetId)) }),
});
