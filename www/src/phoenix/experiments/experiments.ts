import type { Experiment } from "countersign/phoenix";
import { createState, type State } from "../../app/state.ts";
import { globalId } from "../globalId.ts";

export interface StoredExperiment extends Experiment {
  readonly id: string;
}

export const createExperiments = (): State<readonly StoredExperiment[]> =>
  createState<readonly StoredExperiment[]>([
    {
      id: globalId("Experiment", 1),
      name: "baseline",
      description: null,
      metadata: { model: "small", temperature: 0.2 },
      updatedAt: "2026-03-02T08:00:00.000Z",
    },
    {
      id: globalId("Experiment", 2),
      name: "short answers",
      description: "Answers of one sentence.",
      metadata: { model: "small", temperature: 0 },
      updatedAt: "2026-03-02T09:30:00.000Z",
    },
  ]);

/** Changes an experiment, and with it the time of its last change. */
export function patchExperiment(experiments: State<readonly StoredExperiment[]>, id: string, change: Partial<Omit<Experiment, "updatedAt">>): void {
  experiments.update((all) => all.map((experiment) => (experiment.id === id ? { ...experiment, ...change, updatedAt: minuteAfter(experiment.updatedAt) } : experiment)));
}

/** A clock of its own, so that no two changes have one time. */
const minuteAfter = (time: string): string => new Date(Date.parse(time) + 60_000).toISOString();
