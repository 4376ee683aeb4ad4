import type { JsonObject } from "countersign/phoenix";
import { createState, type State } from "../../app/state.ts";

export interface Example {
  readonly id: string;
  readonly input: JsonObject;
  readonly output: JsonObject;
  readonly metadata: JsonObject;
  readonly splitIds: readonly string[];
}

/** A split or a label. There is one list of either for all datasets. */
export interface Tag {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly color: string;
}

export interface Dataset {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly metadata: JsonObject;
  /** Counts the changes of its examples. */
  readonly version: number;
  readonly labelIds: readonly string[];
  readonly examples: readonly Example[];
}

/** The datasets as the server has them. */
export interface DatasetsState {
  readonly datasets: readonly Dataset[];
  readonly splits: readonly Tag[];
  readonly labels: readonly Tag[];
  /** The dataset that is in view. */
  readonly openId: string | null;
  /** The dataset that was in view when a call was made, by its id. */
  readonly targets: Readonly<Record<string, string | null>>;
  /** For the id of what is made next. */
  readonly nextNumber: number;
}

export const createDatasets = (initial: DatasetsState): State<DatasetsState> => createState(initial);

export const openDatasetOf = ({ datasets, openId }: DatasetsState): Dataset | undefined => datasets.find(({ id }) => id === openId);
