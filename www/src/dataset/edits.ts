import type { RowOperation } from "./rowOperations.ts";
import type { DatasetSnapshot } from "./rows.ts";

/** Better titles, one row more, one less, and the odd one at the end. Where they are there already, another title. */
export function tidyTitles({ rows }: DatasetSnapshot): readonly RowOperation[] {
  const has = (id: number): boolean => rows.some((row) => row.id === id);
  const last = rows.at(-1)?.id ?? null;
  const fresh = Math.max(0, ...rows.map(({ id }) => id)) + 1;
  return [
    ...(has(3)
      ? [{ type: "update_row", id: 3, cells: { input: "The stove leaks gas at the valve. Is it safe to use it indoors?", expected: "Leaking stove, asks if it is safe indoors" } } as const]
      : []),
    ...(has(4) ? [{ type: "update_row", id: 4, cells: { expected: "Sleeping bag charged twice" } } as const] : []),
    ...(has(6) ? [{ type: "remove_row", id: 6 } as const] : []),
    ...(has(7) && last !== 7 ? [{ type: "move_row", id: 7, afterId: null } as const] : []),
    { type: "add_row", afterId: last, row: { id: fresh, input: "Can I get an invoice for my last order?", expected: "Wants an invoice" } },
  ];
}

/** Forty rows of many: every fiftieth gets another title, or its old one back. */
export function retitleMany({ rows }: DatasetSnapshot): readonly RowOperation[] {
  return rows
    .filter((_, index) => index % 50 === 25)
    .map(({ id, expected }) => ({
      type: "update_row",
      id,
      cells: { expected: expected.startsWith("Order: ") ? expected.slice("Order: ".length) : `Order: ${expected}` },
    }));
}
