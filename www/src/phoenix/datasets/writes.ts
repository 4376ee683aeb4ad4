import type { DatasetTool } from "countersign/phoenix";
import type { Commit } from "./commit.ts";
import { createDataset, deleteDataset, patchDataset } from "./commitDatasets.ts";
import { addExamples, addSpans, deleteExamples, patchExamples, setExampleSplits } from "./commitExamples.ts";
import { createLabel, createSplit, deleteLabels, deleteSplits, patchSplit, setLabels } from "./commitTags.ts";

/** What each tool writes. */
export const writes: Readonly<Record<DatasetTool, Commit>> = {
  create_dataset: createDataset,
  patch_dataset: patchDataset,
  delete_dataset: deleteDataset,
  add_dataset_examples: addExamples,
  patch_dataset_examples: patchExamples,
  delete_dataset_examples: deleteExamples,
  create_dataset_split: createSplit,
  set_dataset_example_splits: setExampleSplits,
  patch_dataset_split: patchSplit,
  delete_dataset_splits: deleteSplits,
  create_dataset_label: createLabel,
  set_dataset_labels: setLabels,
  delete_dataset_labels: deleteLabels,
  add_spans_to_dataset: addSpans,
};

export const isDatasetTool = (name: string): name is DatasetTool => Object.hasOwn(writes, name);
