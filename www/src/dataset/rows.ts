import * as v from "valibot";
import { revisionOf } from "../playground/revision.ts";

export const columns = ["input", "expected"] as const;
export type Column = (typeof columns)[number];

/** One example of a dataset. */
export interface Row {
  readonly id: number;
  readonly input: string;
  readonly expected: string;
}

export interface Dataset {
  readonly datasetId: number;
  readonly name: string;
  /** Whether it is open on the page. A closed one cannot be read or changed by the agent. */
  readonly open: boolean;
  readonly rows: readonly Row[];
}

/** What `read_dataset_rows` answers. */
export interface DatasetSnapshot {
  readonly datasetId: number;
  readonly rows: readonly Row[];
  readonly revision: string;
}

export const rowId = v.pipe(v.number("A row's id must be a number."), v.safeInteger("A row's id must be a whole number."));

export const row = v.object({ id: rowId, input: v.string("input must be text."), expected: v.string("expected must be text.") });

export const rows = v.pipe(
  v.array(row),
  v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, "Each row needs an id of its own."),
);

/** The key of a dataset's editor. */
export const datasetOwnerKeyOf = (datasetId: number): string => `dataset:${datasetId}`;

const revisions = new WeakMap<readonly Row[], string>();

export function datasetRevisionOf({ rows: all }: Pick<Dataset, "rows">): string {
  const revision = revisions.get(all) ?? revisionOf(all, "rows");
  revisions.set(all, revision);
  return revision;
}

/** The rows as text, for whoever looks at them line by line. */
export const displayRows = (all: readonly Row[]): string => JSON.stringify(all, null, 2);

/** Reads what {@link displayRows} gave. Throws when it is something else. */
export const readRows = (text: string): readonly Row[] => v.parse(rows, JSON.parse(text));
