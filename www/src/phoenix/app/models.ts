import type { DatasetSelection } from "countersign/phoenix";
import type { State } from "../../app/state.ts";
import { type ConfigsState, createConfigs } from "../annotation-configs/configs.ts";
import { createDatasets, type DatasetsState } from "../datasets/datasets.ts";
import { sampleDatasets } from "../datasets/samples.ts";
import { createSelection } from "../datasets/selection.ts";
import { createEvaluators, type Evaluators } from "../evaluators/evaluators.ts";
import { sampleEvaluators } from "../evaluators/samples.ts";
import { createExperiments, type StoredExperiment } from "../experiments/experiments.ts";
import { createPlayground, type Playground } from "../prompts/playground.ts";
import { sampleInstances, samplePrompts } from "../prompts/samples.ts";
import { createSpans, type SpansState } from "../spans/spans.ts";
import { createServer, type Server } from "./server.ts";

/** What the surfaces show and the agent's writes change. It begins anew with the page. */
export interface Models {
  readonly playground: Playground;
  readonly datasets: State<DatasetsState>;
  /** What the playground runs on. */
  readonly selection: State<DatasetSelection>;
  readonly configs: State<ConfigsState>;
  readonly spans: State<SpansState>;
  readonly experiments: State<readonly StoredExperiment[]>;
  readonly evaluators: Evaluators;
  readonly server: Server;
}

export const createModels = (): Models => ({
  playground: createPlayground({ instances: sampleInstances, saved: samplePrompts }),
  datasets: createDatasets(sampleDatasets),
  selection: createSelection(),
  configs: createConfigs(),
  spans: createSpans(),
  experiments: createExperiments(),
  evaluators: createEvaluators(sampleEvaluators),
  server: createServer(),
});
