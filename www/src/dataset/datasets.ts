import { createState, type State } from "../app/state.ts";
import { foldRows, type RowOperation } from "./rowOperations.ts";
import { datasetRevisionOf, type Dataset, type DatasetSnapshot, type Row } from "./rows.ts";

/** The datasets on the page. */
export interface Datasets extends State<readonly Dataset[]> {
  /** Throws a sentence for the agent unless the dataset is there and open. */
  readonly snapshot: (datasetId: number) => DatasetSnapshot;
  /** The revision of a dataset, open or closed. */
  readonly revision: (datasetId: number) => string;
  readonly apply: (datasetId: number, operations: readonly RowOperation[]) => DatasetSnapshot;
  /** Somebody else changes the first row; doing it again takes it back. */
  readonly editByColleague: (datasetId: number) => void;
  readonly setOpen: (datasetId: number, open: boolean) => void;
}

export function createDatasets(initial: readonly Dataset[]): Datasets {
  const state = createState(initial);
  const find = (datasetId: number): Dataset => {
    const found = state.get().find((dataset) => dataset.datasetId === datasetId);
    if (found === undefined) throw new Error(`There is no dataset with datasetId ${datasetId}.`);
    return found;
  };
  const change = (datasetId: number, patch: Partial<Dataset>): void =>
    state.update((all) => all.map((dataset) => (dataset.datasetId === datasetId ? { ...dataset, ...patch } : dataset)));
  const shown = ({ datasetId, rows }: Dataset): DatasetSnapshot => ({ datasetId, rows, revision: datasetRevisionOf({ rows }) });
  return {
    ...state,
    snapshot: (datasetId) => {
      const dataset = find(datasetId);
      if (!dataset.open) throw new Error(`The dataset “${dataset.name}” is closed. Ask the person to open it, then call again.`);
      return shown(dataset);
    },
    revision: (datasetId) => datasetRevisionOf(find(datasetId)),
    apply: (datasetId, operations) => {
      change(datasetId, { rows: foldRows(find(datasetId).rows, operations) });
      return shown(find(datasetId));
    },
    editByColleague: (datasetId) => change(datasetId, { rows: find(datasetId).rows.map((row, index) => (index === 0 ? toggled(row) : row)) }),
    setOpen: (datasetId, open) => change(datasetId, { open }),
  };
}

const colleaguesWord = " (checked)";

const toggled = (row: Row): Row => ({
  ...row,
  expected: row.expected.endsWith(colleaguesWord) ? row.expected.slice(0, -colleaguesWord.length) : row.expected + colleaguesWord,
});
