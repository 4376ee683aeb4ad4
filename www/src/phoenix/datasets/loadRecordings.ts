import { LOAD_DATASET } from "countersign/phoenix";
import type { Recording } from "../app/surface.ts";

const load = (datasetName: string, splitName?: string) => () => [{ toolName: LOAD_DATASET, input: { datasetName, ...(splitName === undefined ? {} : { splitName }) } }];

export const loadDatasetRecordings: readonly Recording[] = [
  { label: "Load Library desk", ask: "Run it on the library desk, on the test split.", calls: load("Library desk", "test") },
  { label: "Load Opening hours", ask: "Run it on the opening hours.", calls: load("Opening hours") },
  { label: "Load an empty dataset", ask: "Run it on the one that is not begun.", calls: load("Not begun") },
];
