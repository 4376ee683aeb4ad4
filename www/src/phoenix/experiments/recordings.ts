import type { Recording } from "../app/surface.ts";
import { globalId } from "../globalId.ts";

export const experimentRecordings: readonly Recording[] = [
  {
    label: "Describe the baseline",
    ask: "Say in the experiment what it is, and give it its proper name.",
    calls: () => [
      {
        toolName: "patch_experiment",
        input: {
          experimentId: globalId("Experiment", 1),
          name: "baseline, small model",
          description: "What the desk runs today.",
          metadata: { model: "small", temperature: 0.2, reviewed: true },
        },
      },
    ],
  },
  {
    label: "A change that is there already",
    ask: "Name the second one “short answers”.",
    calls: () => [{ toolName: "patch_experiment", input: { experimentId: globalId("Experiment", 2), name: "short answers" } }],
  },
  {
    label: "An experiment that is gone",
    ask: "Rename the one of last year.",
    calls: () => [{ toolName: "patch_experiment", input: { experimentId: globalId("Experiment", 99), name: "old" } }],
  },
  {
    label: "An id of something else",
    ask: "Rename the dataset as if it were an experiment.",
    calls: () => [{ toolName: "patch_experiment", input: { experimentId: globalId("Dataset", 1), name: "x" } }],
  },
];
