import type { DatasetSelection } from "countersign/phoenix";
import { createState, type State } from "../../app/state.ts";
import type { DatasetsState } from "./datasets.ts";

const nothing: DatasetSelection = { datasetId: null, splitIds: [] };

/** The dataset and the splits that the playground runs on. */
export const createSelection = (): State<DatasetSelection> => createState<DatasetSelection>(nothing);

/** The selection without what is deleted; the same object where all of it is there. */
export function stillThere(selection: DatasetSelection, { datasets, splits }: DatasetsState): DatasetSelection {
  if (!datasets.some(({ id }) => id === selection.datasetId)) return selection.datasetId === null ? selection : nothing;
  const splitIds = selection.splitIds.filter((splitId) => splits.some(({ id }) => id === splitId));
  return splitIds.length === selection.splitIds.length ? selection : { ...selection, splitIds };
}

/** What a selection is called. */
export function namesOf({ datasetId, splitIds }: DatasetSelection, { datasets, splits }: DatasetsState): string {
  const name = datasets.find(({ id }) => id === datasetId)?.name;
  if (name === undefined) return "no dataset";
  const chosen = splits.filter(({ id }) => splitIds.includes(id)).map((split) => split.name);
  return `${name}, ${chosen.length === 0 ? "all of it" : `split ${chosen.join(", ")}`}`;
}
