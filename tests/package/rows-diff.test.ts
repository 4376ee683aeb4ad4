import { diffRows, JsonText, type RowsDiff } from "countersign";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

const row = fc.record({ id: fc.nat(12), input: fc.string({ maxLength: 3 }), output: fc.constantFrom("a", "b", null), tags: fc.array(fc.nat(2), { maxLength: 2 }) }, { requiredKeys: ["id"] });
const table = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 10 });

const everything = ({ rows }: RowsDiff) => rows.flatMap((change) => [change, ...change.cells]);
const ids = (text: string): number[] => (JSON.parse(text) as { id: number }[]).map(({ id }) => id);

describe("diffRows", () => {
  it("rows and cells are those of a plain comparison", () => {
    fc.assert(
      fc.property(table, table, (before, after) => {
        const { rows, ambiguousIds } = diffRows(before, after, { id: "id" });
        expect(ambiguousIds).toBe(false);
        for (const { id } of [...before, ...after]) {
          const [old, fresh] = [before, after].map((side) => side.find((other) => other.id === id));
          const told = rows.find((change) => change.id === String(id));
          const only = old === undefined ? "added" : fresh === undefined ? "removed" : undefined;
          const kept = only === undefined ? { ...old, ...fresh } : {};
          const cells = (Object.keys(kept) as (keyof typeof kept)[]).filter((key) => JSON.stringify(old?.[key]) !== JSON.stringify(fresh?.[key]));
          expect((told?.cells ?? []).map(({ key }) => key).toSorted()).toEqual(cells.toSorted());
          expect(told?.kind ?? "kept").toBe(only ?? (told?.kind === "moved" ? "moved" : cells.length > 0 ? "changed" : "kept"));
        }
      }),
    );
  });

  it("all give the table after, none the table before, any of them rows with ids of their own", () => {
    fc.assert(
      fc.property(table, table, fc.array(fc.boolean(), { minLength: 1 }), (before, after, choices) => {
        const diff = diffRows(before, after, { id: "id" });
        expect(JSON.parse(diff.apply(everything(diff)))).toEqual(after);
        expect(JSON.parse(diff.apply([]))).toEqual(before);
        const some = ids(diff.apply(everything(diff).filter((_, index) => choices[index % choices.length])));
        expect(new Set(some).size).toBe(some.length);
      }),
    );
  });

  it("a changed row stands for its cells, a moved one for its place", () => {
    const diff = diffRows([{ id: 1, a: 1, b: 1 }, { id: 2 }, { id: 3, a: 1 }], [{ id: 3, a: 2 }, { id: 1, a: 2, b: 2 }, { id: 2 }], { id: "id" });
    expect(diff.rows.map(({ kind, id, beforeIndex, afterIndex, cells }) => [kind, id, beforeIndex, afterIndex, cells.map(({ key }) => key)])).toEqual([
      ["moved", "3", 2, 0, ["a"]],
      ["changed", "1", 0, 1, ["a", "b"]],
    ]);
    const [moved, changed] = diff.rows;
    if (moved === undefined || changed === undefined) throw new Error("two rows differ");
    expect(JSON.parse(diff.apply([moved]))).toEqual([{ id: 3, a: 1 }, { id: 1, a: 1, b: 1 }, { id: 2 }]);
    expect(JSON.parse(diff.apply([changed]))).toEqual([{ id: 1, a: 2, b: 2 }, { id: 2 }, { id: 3, a: 1 }]);
    expect(JSON.parse(diff.apply(changed.cells.slice(1)))).toEqual([{ id: 1, a: 1, b: 2 }, { id: 2 }, { id: 3, a: 1 }]);
  });

  it("a cell has a diff of its text, of its JSON where it holds none", () => {
    const cells = diffRows(
      [{ id: 1, text: "one\ntwo", mixed: "1", list: [1], gone: "x" }],
      [{ id: 1, text: "one\ntoo", mixed: 1, list: [2], fresh: { a: 1 } }],
      { id: "id" },
    ).rows[0]?.cells;
    const shown = Object.fromEntries((cells ?? []).map(({ key, kind, text }) => [key, [kind, text.before, text.after]]));
    expect(shown).toEqual({
      text: ["changed", "one\ntwo", "one\ntoo"],
      mixed: ["changed", '"1"', "1"],
      list: ["changed", "[\n  1\n]", "[\n  2\n]"],
      gone: ["removed", "x", ""],
      fresh: ["added", "", '{\n  "a": 1\n}'],
    });
    expect(cells?.[0]?.text).toBe(cells?.[0]?.text);
  });

  it("ids may be under a path, and are compared by value", () => {
    const [before, after] = [new JsonText('[{"meta":{"id":1e2},"n":9007199254740993}]'), new JsonText('[{"n":9007199254740992,"meta":{"id":100}}]')];
    const diff = diffRows(before, after, { id: ["meta", "id"] });
    expect(diff.rows).toMatchObject([{ kind: "changed", id: "100", cells: [{ key: "n", before: "9007199254740993", after: "9007199254740992" }] }]);
  });

  it("rows without ids of their own still have a diff, which says so", () => {
    const diff = diffRows([{ id: 1, n: 1 }, { id: 1, n: 2 }, { n: 3 }], [{ id: 1, n: 1 }, { id: 1, n: 3 }, { n: 4 }], { id: "id" });
    expect(diff.ambiguousIds).toBe(true);
    expect(diff.rows.map(({ kind, id, cells }) => [kind, id, cells.length])).toEqual([["changed", "1", 1], ["changed", "", 1]]);
  });

  it("refuses what is no table, and an id that is none", () => {
    expect(() => diffRows({ id: 1 }, [], { id: "id" })).toThrow(expect.objectContaining({ code: "invalid_argument", message: "before: the rows are no JSON array" }));
    expect(() => diffRows([], new JsonText("[1"), { id: "id" })).toThrow(/^after: /);
    for (const id of [[], [1], 1, "\ud800"]) {
      expect(() => diffRows([], [], { id: id as string })).toThrow(expect.objectContaining({ code: "invalid_argument" }));
    }
  });
});
