import { annotationConfigsSurface } from "../annotation-configs/surface.ts";
import { datasetsSurface } from "../datasets/surface.ts";
import { elicitationSurface } from "../elicitation/surface.ts";
import { evaluatorsSurface } from "../evaluators/surface.ts";
import { experimentsSurface } from "../experiments/surface.ts";
import { promptsSurface } from "../prompts/surface.ts";
import { spansSurface } from "../spans/surface.ts";
import { toolsSurface } from "../tools/surface.ts";
import type { Surface } from "./surface.ts";

/** In the order of their tabs. */
export const surfaces: readonly Surface[] = [
  promptsSurface,
  toolsSurface,
  datasetsSurface,
  annotationConfigsSurface,
  spansSurface,
  experimentsSurface,
  evaluatorsSurface,
  elicitationSurface,
];
