import type { LoadDatasetHost, LoadDatasetInput } from "countersign/phoenix";
import type { Models } from "../app/models.ts";
import type { DatasetsState } from "./datasets.ts";

type Resolved = Awaited<ReturnType<LoadDatasetHost["resolve"]>>;

/** What `load_dataset` knows and changes: the dataset that the playground runs on. */
export const loadDatasetHost = ({ datasets, selection, server }: Models): LoadDatasetHost => ({
  getSelection: selection.get,
  resolve: (input) => server.ask(() => resolve(datasets.get(), input)),
  load: ({ datasetId, splitIds }) => selection.update(() => ({ datasetId, splitIds })),
});

function resolve({ datasets, splits }: DatasetsState, { datasetName, splitName }: LoadDatasetInput): Resolved {
  const dataset = datasets.find(({ name }) => name === datasetName);
  if (dataset === undefined) return { ok: false, error: `There is no dataset "${datasetName}".` };
  if (dataset.examples.length === 0) return { ok: false, error: `The dataset "${datasetName}" has no examples.` };
  const target = { datasetId: dataset.id, datasetName };
  if (splitName === undefined || splitName === null) return { ok: true, output: { ...target, splitIds: [], splitNames: [] } };
  const split = splits.find(({ name }) => name === splitName);
  if (split === undefined) return { ok: false, error: `There is no split "${splitName}".` };
  if (!dataset.examples.some(({ splitIds }) => splitIds.includes(split.id))) {
    return { ok: false, error: `No example of "${datasetName}" is in the split "${splitName}".` };
  }
  return { ok: true, output: { ...target, splitIds: [split.id], splitNames: [split.name] } };
}
