import type { JsonObject } from "countersign/phoenix";
import { createState, type State } from "../../app/state.ts";
import { globalId } from "../globalId.ts";

/** How annotations of one name look, as the server has it. */
export interface AnnotationConfig {
  readonly id: string;
  /** `type`, `name`, and what a config of that type has. */
  readonly config: JsonObject;
}

export interface ConfigsState {
  readonly configs: readonly AnnotationConfig[];
  readonly nextNumber: number;
}

export const createConfigs = (): State<ConfigsState> =>
  createState<ConfigsState>({
    configs: [
      {
        id: globalId("CategoricalAnnotationConfig", 1),
        config: {
          type: "categorical",
          name: "tone",
          optimizationDirection: "MAXIMIZE",
          values: [
            { label: "friendly", score: 1 },
            { label: "curt", score: 0 },
          ],
        },
      },
      {
        id: globalId("ContinuousAnnotationConfig", 2),
        config: { type: "continuous", name: "length", optimizationDirection: "MINIMIZE", lowerBound: 0, upperBound: 200 },
      },
    ],
    nextNumber: 3,
  });
