import { type DatasetTool, defineClientActionTool, LOAD_DATASET, phoenixMessages } from "countersign/phoenix";
import type { Card, Surface } from "../app/surface.ts";
import { DatasetsPanel } from "./DatasetsPanel.tsx";
import { DatasetWriteCard } from "./DatasetWriteCard.tsx";
import { LoadDatasetCard } from "./LoadDatasetCard.tsx";
import { datasetRecordings } from "./recordings.ts";
import { datasetTools } from "./tools.ts";

const titles: Readonly<Record<DatasetTool, string>> = {
  create_dataset: phoenixMessages.CREATE_DATASET(),
  patch_dataset: phoenixMessages.PATCH_DATASET(),
  delete_dataset: phoenixMessages.DELETE_DATASET(),
  add_dataset_examples: phoenixMessages.ADD_EXAMPLES(),
  patch_dataset_examples: phoenixMessages.PATCH_EXAMPLES(),
  delete_dataset_examples: phoenixMessages.DELETE_EXAMPLES(),
  create_dataset_split: phoenixMessages.CREATE_SPLIT(),
  set_dataset_example_splits: phoenixMessages.SET_SPLITS(),
  patch_dataset_split: phoenixMessages.PATCH_SPLIT(),
  delete_dataset_splits: phoenixMessages.DELETE_SPLITS(),
  create_dataset_label: phoenixMessages.CREATE_LABEL(),
  set_dataset_labels: phoenixMessages.SET_LABELS(),
  delete_dataset_labels: phoenixMessages.DELETE_LABELS(),
  add_spans_to_dataset: phoenixMessages.ADD_SPANS(),
};

const writeCards: Readonly<Record<string, Card>> = Object.fromEntries(Object.entries(titles).map(([name, title]) => [name, { title, Body: DatasetWriteCard }]));

export const datasetsSurface: Surface = {
  id: "datasets",
  title: "Datasets",
  Panel: DatasetsPanel,
  tools: (workspace) => [...datasetTools(workspace), defineClientActionTool(LOAD_DATASET)],
  cards: { ...writeCards, [LOAD_DATASET]: { title: "Load dataset", Body: LoadDatasetCard } },
  recordings: datasetRecordings,
};
