import type { TextDiff } from "./diff.js";
import { type Comparison, compareJson, displayJson } from "./json-nodes.js";
import { type JsonSource, jsonTextOf } from "./json-text.js";
import { CountersignError } from "./errors.js";
import { readText } from "./text.js";
import { createTextDiff } from "./text-diff.js";

/** One cell of a row that changed: a member of its object. It can be taken without the others. */
export interface CellChange {
  readonly kind: "added" | "removed" | "changed";
  readonly key: string;
  /** The value before as JSON text; absent when the cell was added. */
  readonly before?: string;
  /** The value after as JSON text; absent when the cell was removed. */
  readonly after?: string;
  /** The cell's own difference: that of the texts themselves where it holds text, else of the JSON as it is shown. */
  readonly text: TextDiff;
}

/** A row that changed. */
export interface RowChange {
  /** A `moved` row does not keep its order among the rows that stay; its cells may have changed too. */
  readonly kind: "added" | "removed" | "changed" | "moved";
  /** JSON text of the row's id, as it is written; empty where it has none. */
  readonly id: string;
  /** The number of the row before, from 0; absent when it was added. */
  readonly beforeIndex?: number;
  /** The number of the row after, from 0; absent when it was removed. */
  readonly afterIndex?: number;
  /** The row before as JSON text; absent when it was added. */
  readonly before?: string;
  /** The row after as JSON text; absent when it was removed. */
  readonly after?: string;
  /** Of a row that is on both sides. */
  readonly cells: readonly CellChange[];
}

/** The difference of two tables. */
export interface RowsDiff {
  /** The JSON texts that were compared. */
  readonly before: string;
  readonly after: string;
  /** From top to bottom. */
  readonly rows: readonly RowChange[];
  /** A row has no id, or that of another row of its table: such rows were matched in the order in which they stand. */
  readonly ambiguousIds: boolean;
  /** The diff is correct but coarser than usual, because the input is too large to do better in bounded work. */
  readonly truncated: boolean;
  /**
   * The table, as JSON text for display, with some of the changes. A row that was added, removed or
   * moved is taken by itself, without its cells; a `changed` row stands for all of its cells. All rows and
   * all cells give `after`, none `before`.
   */
  readonly apply: (taken: Iterable<RowChange | CellChange>) => string;
}

export interface RowsOptions {
  /** The key of a row's id, or the path of keys to it. Ids are compared as JSON values. */
  readonly id: string | readonly string[];
}

/**
 * Compares two tables: arrays of objects, each with an id, as JSON values or as `new JsonText(text)`.
 *
 * @throws CountersignError `invalid_argument` when one of them is no array.
 */
export function diffRows(beforeSource: JsonSource, afterSource: JsonSource, { id }: RowsOptions): RowsDiff {
  const before = jsonTextOf(beforeSource, "The table before");
  const after = jsonTextOf(afterSource, "The table after");
  const { truncated, ambiguousIds, visit, apply } = compareJson(before, after, pathOf(id));
  let rows: readonly RowChange[] | undefined;
  const diff: RowsDiff = {
    before,
    after,
    ambiguousIds,
    truncated,
    get rows() {
      return (rows ??= readRows(visit));
    },
    apply: (taken) => apply(...partsOf(diff.rows, taken)),
  };
  return Object.freeze(diff);
}

function pathOf(id: string | readonly string[]): string {
  const path = typeof id === "string" ? [id] : id;
  if (!Array.isArray(path) || path.length === 0) throw new CountersignError("invalid_argument", "`id` must be a key or a path of keys.");
  return JSON.stringify(path.map((key) => readText(key, "A key of `id`")));
}

/** What can be taken by itself, in the order of its nodes, and what of it is taken. */
function partsOf(rows: readonly RowChange[], given: Iterable<RowChange | CellChange>): [(RowChange | CellChange)[], Set<RowChange | CellChange>] {
  const taken = new Set(given);
  const parts: (RowChange | CellChange)[] = [];
  for (const row of rows) {
    // Rows that are no objects have no cells; they never change, but are removed and added.
    if (row.kind !== "changed") parts.push(row);
    else if (taken.delete(row)) for (const cell of row.cells) taken.add(cell);
    parts.push(...row.cells);
  }
  return [parts, taken];
}

function readRows(visit: Comparison["visit"]): readonly RowChange[] {
  const rows: RowChange[] = [];
  let cells: CellChange[] = [];
  visit((kind, depth, before, after) => {
    if (depth === 1) {
      Object.freeze(cells);
      cells = [];
      const row: { -readonly [Key in keyof RowChange]: RowChange[Key] } = { kind: kind ?? "changed", id: (after ?? before)?.key ?? "", cells };
      if (before !== undefined) {
        row.beforeIndex = before.index;
        row.before = before.value;
      }
      if (after !== undefined) {
        row.afterIndex = after.index;
        row.after = after.value;
      }
      rows.push(Object.freeze(row));
    } else if (depth === 2 && kind !== undefined && kind !== "moved") {
      cells.push(cellOf(kind, (after ?? before)?.name ?? "", before?.value, after?.value));
    }
  });
  Object.freeze(cells);
  return Object.freeze(rows);
}

function cellOf(kind: CellChange["kind"], key: string, before: string | undefined, after: string | undefined): CellChange {
  let text: TextDiff | undefined;
  return Object.freeze({
    kind,
    key,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    // Last: engines give each object with a getter a shape of its own.
    get text() {
      return (text ??= createTextDiff({ before: shown(before, after), after: shown(after, before) }));
    },
  });
}

/** Texts are shown as they read, as long as the other side is not another kind of value. */
function shown(json: string | undefined, other: string | undefined): string {
  if (json === undefined) return "";
  const isText = json.startsWith('"') && (other === undefined || other.startsWith('"'));
  return isText ? (JSON.parse(json) as string) : displayJson(json);
}
