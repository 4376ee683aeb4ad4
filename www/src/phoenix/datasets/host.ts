import type { DatasetHost, DatasetWrite } from "countersign/phoenix";
import type { Models } from "../app/models.ts";
import type { DatasetsState } from "./datasets.ts";
import { stillThere } from "./selection.ts";
import { isDatasetTool, writes } from "./writes.ts";

type Result = Awaited<ReturnType<DatasetHost["commit"]>>;

/** What the fourteen tools know and write. */
export function datasetHost(models: Models): DatasetHost {
  const { datasets, spans, server } = models;
  return {
    getDatasetId: () => datasets.get().openId ?? undefined,
    getSpanId: () => spans.get().openId ?? undefined,
    readDatasetName: (datasetId) => server.ask(() => datasets.get().datasets.find(({ id }) => id === datasetId)?.name),
    verifyExamples: (datasetId, exampleIds) => server.ask(() => verify(datasets.get(), datasetId, exampleIds)),
    commit: (write) => server.ask(() => commit(models, write)),
  };
}

function verify({ datasets }: DatasetsState, datasetId: string, exampleIds: readonly string[]): Awaited<ReturnType<DatasetHost["verifyExamples"]>> {
  const dataset = datasets.find(({ id }) => id === datasetId);
  if (dataset === undefined) return { ok: false, error: "The dataset can't be read." };
  const missing = exampleIds.filter((id) => !dataset.examples.some((example) => example.id === id));
  if (missing.length === 0) return { ok: true };
  return { ok: false, error: `Not in the dataset "${dataset.name}": ${missing.join(", ")}. Read the dataset again, then call again.` };
}

function commit({ datasets, selection, spans }: Models, { toolName, input, datasetId, spanId }: DatasetWrite): Result {
  if (!isDatasetTool(toolName)) return { ok: false, error: `${toolName} writes to no dataset.` };
  const done = writes[toolName]({ state: datasets.get(), input, datasetId, spanId, spans: spans.get().spans });
  if (!done.ok) return done;
  datasets.update(() => done.state);
  selection.update((selected) => stillThere(selected, done.state));
  return { ok: true, output: done.output };
}
