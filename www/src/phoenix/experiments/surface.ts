import { PATCH_EXPERIMENT } from "countersign/phoenix";
import type { Surface } from "../app/surface.ts";
import { ExperimentCard } from "./ExperimentCard.tsx";
import { ExperimentsPanel } from "./ExperimentsPanel.tsx";
import { experimentRecordings } from "./recordings.ts";
import { experimentTools } from "./tools.ts";

export const experimentsSurface: Surface = {
  id: "experiments",
  title: "Experiments",
  Panel: ExperimentsPanel,
  tools: experimentTools,
  cards: { [PATCH_EXPERIMENT]: { title: "Edit experiment", Body: ExperimentCard } },
  recordings: experimentRecordings,
};
