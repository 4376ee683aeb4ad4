import type { Recording } from "../app/surface.ts";

export const annotationConfigRecordings: readonly Recording[] = [
  {
    label: "Make a config",
    ask: "Make a config for whether the answer is right.",
    calls: () => [
      {
        toolName: "create_annotation_config",
        input: {
          type: "categorical",
          name: "correctness",
          description: "Whether the answer is right.",
          optimizationDirection: "MAXIMIZE",
          values: [
            { label: "right", score: 1 },
            { label: "wrong", score: 0 },
          ],
        },
      },
    ],
  },
  {
    label: "Replace a config",
    ask: "Let answers be up to 400 characters long.",
    calls: ({ configs }) => [
      {
        toolName: "update_annotation_config",
        input: {
          id: configs.get().configs.find(({ config }) => config["name"] === "length")?.id ?? "",
          type: "continuous",
          name: "length",
          optimizationDirection: "MINIMIZE",
          lowerBound: 0,
          upperBound: 400,
        },
      },
    ],
  },
  {
    label: "A config without values",
    ask: "Make a config for the desk that was asked.",
    calls: () => [{ toolName: "create_annotation_config", input: { type: "categorical", name: "desk" } }],
  },
  {
    label: "A config of no such type",
    ask: "Make a config with stars.",
    calls: () => [{ toolName: "create_annotation_config", input: { type: "stars", name: "stars" } }],
  },
];
