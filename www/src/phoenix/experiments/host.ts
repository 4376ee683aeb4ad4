import type { ExperimentHost } from "countersign/phoenix";
import type { State } from "../../app/state.ts";
import type { Server } from "../app/server.ts";
import { patchExperiment, type StoredExperiment } from "./experiments.ts";

export const experimentHost = (experiments: State<readonly StoredExperiment[]>, server: Server): ExperimentHost => {
  const find = (experimentId: string): StoredExperiment => {
    const experiment = experiments.get().find(({ id }) => id === experimentId);
    if (experiment === undefined) throw new Error(`There is no experiment ${experimentId}.`);
    return experiment;
  };
  return {
    fetchExperiment: (experimentId) => server.ask(() => find(experimentId)),
    commit: ({ experimentId, payload }) => server.ask(() => patchExperiment(experiments, find(experimentId).id, payload)),
  };
};
