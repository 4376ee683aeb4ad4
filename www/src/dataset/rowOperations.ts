import * as v from "valibot";
import { columns, row, rowId, type Row } from "./rows.ts";

/** `null` is the top of the table. */
const place = v.nullable(rowId);

export const rowOperation = v.variant("type", [
  v.object({
    type: v.literal("update_row"),
    id: rowId,
    cells: v.object({ input: v.exactOptional(v.string()), expected: v.exactOptional(v.string()) }),
  }),
  v.object({ type: v.literal("add_row"), afterId: place, row }),
  v.object({ type: v.literal("remove_row"), id: rowId }),
  v.object({ type: v.literal("move_row"), id: rowId, afterId: place }),
]);

/** One change of a table. */
export type RowOperation = v.InferOutput<typeof rowOperation>;

/** Applies them one after the other to a copy. Throws a sentence for the agent at the first that does not fit. */
export function foldRows(rows: readonly Row[], operations: readonly RowOperation[]): readonly Row[] {
  return operations.reduce(applyOne, rows);
}

function applyOne(rows: readonly Row[], operation: RowOperation): readonly Row[] {
  switch (operation.type) {
    case "update_row": {
      const at = indexOf(rows, operation.id);
      return rows.map((known, index) => (index === at ? { ...known, ...operation.cells } : known));
    }
    case "add_row":
      if (rows.some(({ id }) => id === operation.row.id)) throw new Error(`There is a row ${operation.row.id} already.`);
      return rows.toSpliced(indexAfter(rows, operation.afterId), 0, operation.row);
    case "remove_row":
      return rows.toSpliced(indexOf(rows, operation.id), 1);
    case "move_row": {
      const from = indexOf(rows, operation.id);
      const others = rows.toSpliced(from, 1);
      return others.toSpliced(indexAfter(others, operation.afterId), 0, ...rows.slice(from, from + 1));
    }
  }
}

function indexOf(rows: readonly Row[], id: number): number {
  const index = rows.findIndex((known) => known.id === id);
  if (index === -1) throw new Error(`There is no row ${id}. Read the dataset again and use one of its ids.`);
  return index;
}

const indexAfter = (rows: readonly Row[], id: number | null): number => (id === null ? 0 : indexOf(rows, id) + 1);

/** The operations that make the second table of the first. `moved` are the ids of rows that do not keep their order. */
export function operationsBetween(before: readonly Row[], after: readonly Row[], moved: ReadonlySet<number>): readonly RowOperation[] {
  const known = new Map(before.map((one) => [one.id, one]));
  const staying = new Set(after.map(({ id }) => id));
  const removed = before.filter(({ id }) => !staying.has(id)).map(({ id }) => ({ type: "remove_row" as const, id }));
  const others = after.flatMap((one, index): readonly RowOperation[] => {
    const afterId = after[index - 1]?.id ?? null;
    const old = known.get(one.id);
    if (old === undefined) return [{ type: "add_row", afterId, row: one }];
    const cells = Object.fromEntries(columns.filter((key) => one[key] !== old[key]).map((key) => [key, one[key]]));
    return [
      ...(moved.has(one.id) ? [{ type: "move_row", id: one.id, afterId } as const] : []),
      ...(Object.keys(cells).length > 0 ? [{ type: "update_row", id: one.id, cells } as const] : []),
    ];
  });
  return [...removed, ...others];
}
