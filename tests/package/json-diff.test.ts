import { CountersignError, diffJson, diffRows, JsonText, type JsonValue } from "countersign";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freshCopy, wasmBytes } from "./copies.ts";

const json = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" }) as fc.Arbitrary<JsonValue>;

/** Two values of which the second is the first with pieces of another, where they have them in common. */
const pair = fc.tuple(json, json, fc.infiniteStream(fc.nat(7))).map(([before, other, choices]): [JsonValue, JsonValue] => {
  const choose = (): number => choices.next().value ?? 0;
  const edit = (value: JsonValue): JsonValue => {
    const choice = choose();
    if (choice === 0) return other;
    if (Array.isArray(value)) return value.flatMap((item: JsonValue) => (choose() === 0 ? [] : choose() === 0 ? [item, other] : [edit(item)]));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).flatMap(([key, item]) => (choose() === 0 ? [] : [[key, edit(item)]])));
  };
  return [before, edit(before)];
});

/** The value under a path, by own properties alone. */
function at(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inside, step) => Object.getOwnPropertyDescriptor(inside, step)?.value, value);
}

const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));

describe("diffJson", () => {
  it("all changes give the value after, none the value before, any of them JSON", () => {
    fc.assert(
      fc.property(pair, fc.array(fc.boolean(), { minLength: 1 }), ([before, after], choices) => {
        const diff = diffJson(before, after);
        const { changes } = diff;
        expect(JSON.parse(diff.apply(changes))).toEqual(JSON.parse(JSON.stringify(after)));
        expect(JSON.parse(diff.apply([]))).toEqual(JSON.parse(JSON.stringify(before)));
        const some = changes.filter((_, index) => choices[index % choices.length]);
        expect(() => JSON.parse(diff.apply(some))).not.toThrow();
      }),
    );
  });

  it("changes stand where their paths say", () => {
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const [old, fresh] = [before, after].map((value) => JSON.parse(JSON.stringify(value)) as unknown);
        for (const { kind, path, beforePath, before: from, after: to } of diffJson(before, after).changes) {
          expect([from === undefined, to === undefined]).toEqual([kind === "added", kind === "removed"]);
          expect(parsed(from)).toEqual(beforePath && at(old, beforePath));
          expect(parsed(to)).toEqual(kind === "removed" ? undefined : at(fresh, path));
        }
      }),
    );
  });

  it("tells changes apart by path and kind", () => {
    const before = new JsonText('{"a":[1,{"id":"x","n":1},3],"/~":1,"__proto__":null}');
    const after = { a: [{ id: "x", n: 2 }, 1, 3, 4], "/~": 2 };
    const told = diffJson(before, after).changes.map(({ kind, pointer, beforePath, before: old, after: fresh }) => [kind, pointer, beforePath?.join(), old, fresh]);
    expect(told).toEqual([
      ["changed", "/a/0/n", "a,1,n", "1", "2"],
      ["moved", "/a/1", "a,0", "1", "1"],
      ["added", "/a/3", undefined, undefined, "4"],
      ["changed", "/~1~0", "/~", "1", "2"],
      ["removed", "/__proto__", "__proto__", "null", undefined],
    ]);
  });

  it("shows the lines of the two as their editor lays them out, numbers as they are written", () => {
    const { text, changes } = diffJson(new JsonText('{"n":1e2,"m":[9007199254740993]}'), new JsonText('{"n":100,"m":[9007199254740992]}'));
    expect(changes).toMatchObject([{ kind: "changed", pointer: "/m/0", before: "9007199254740993", after: "9007199254740992" }]);
    expect(text.before).toBe('{\n  "n": 1e2,\n  "m": [\n    9007199254740993\n  ]\n}');
    expect(text.deletions).toBe(2);
  });

  it("a string is a value, a JsonText is text", () => {
    expect(diffJson("1", new JsonText("1")).changes).toMatchObject([{ kind: "changed", path: [], before: '"1"', after: "1" }]);
  });

  it("finds what differs in long texts that go on alike, whatever they are made of", () => {
    const unit = fc.constantFrom("a", "\u00e9", "\u6f22", "\u{1f600}", "\u{1f601}", '"', "\ud83d");
    const edit = fc.tuple(fc.nat(599), fc.array(unit, { maxLength: 3 }).map((units) => units.join("")));
    fc.assert(
      fc.property(unit, fc.array(edit, { maxLength: 12 }), fc.nat(200), fc.boolean(), (filler, edits, added, spaced) => {
        const row = (id: number, text: string) => ({ id, text });
        const before = Array.from({ length: 600 }, (_, id) => row(id, `${id}${filler.repeat(40 + (id % 7))}\u{1f600}`));
        const after = before.map(({ id, text }) => row(id, text));
        for (const [at, text] of edits) after[at] = row(at, `${before[at]?.text.slice(0, 20)}${text}\u{1f601}`);
        after.splice(added * 3, 0, ...Array.from({ length: added }, (_, n) => row(1_000 + n, filler)));
        const text = (rows: unknown): JsonText => new JsonText(JSON.stringify(rows, null, spaced ? 1 : 0));
        const [old, fresh] = [text(before), text(after)];
        const expected = after.flatMap(({ id, text }, at) =>
          before[id] === undefined ? [`added /${at}`] : before[id].text === text ? [] : [`changed /${at}/text ${JSON.stringify(text)}`],
        );
        expect(diffJson(old, fresh).changes.map(({ kind, pointer, after }) => `${kind} ${pointer}${kind === "added" ? "" : ` ${after}`}`)).toEqual(expected);
        const { rows } = diffRows(old, fresh, { id: "id" });
        expect(rows.flatMap(({ kind, afterIndex, cells }) => (kind === "added" ? [`added /${afterIndex}`] : cells.map(({ after }) => `changed /${afterIndex}/text ${after}`)))).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it.each([0, 1, 2])("writes no more of the core's memory than it asked for, after larger texts that were applied %s times", (times) => {
    const compare = (rows: number, unit: string): readonly unknown[] => {
      const before = JSON.stringify(Array.from({ length: rows }, (_, id) => ({ id, text: unit.repeat(40) })));
      const { changes, apply } = diffJson(new JsonText(before), new JsonText(before.replace('"id":7,', '"id":-7,')));
      for (let left = times; left > 0; left -= 1) expect(apply(changes)).toContain('"id": -7,');
      return changes.map(({ kind, pointer }) => [kind, pointer]);
    };
    const small = compare(100, "漢");
    // So large that its memory is given back; the next one may get the same place, and less of it.
    expect(compare(180_000, "x")).toEqual(small);
    expect(compare(60_000, "漢")).toEqual(small);
    expect(compare(100, "漢")).toEqual(small);
  });

  it("says that only the order of keys differs", () => {
    expect(diffJson({ a: 1, b: 2 }, { b: 2, a: 1 })).toMatchObject({ orderOnly: true, changes: [] });
    expect(diffJson({ a: 1 }, { a: 1 }).orderOnly).toBe(false);
  });

  it("keys such as __proto__ are ordinary, lone surrogates stay apart", () => {
    const [before, after] = [new JsonText('{"__proto__":1,"\ud800":"\ud800"}'), new JsonText('{"__proto__":2,"\ud800":"\ud801"}')];
    const diff = diffJson(before, after);
    expect(diff.changes.map(({ path }) => path)).toEqual([["__proto__"], ["\ud800"]]);
    expect(diff.apply(diff.changes)).toBe('{\n  "__proto__": 2,\n  "\\ud800": "\\ud801"\n}');
    expect(() => new JsonText('"\\\ud800"')).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  });

  it("values nest as deep as the core reads, and no deeper", () => {
    const nest = (depth: number, core: string) => new JsonText(`${"[".repeat(depth)}${core}${"]".repeat(depth)}`);
    const diff = diffJson(nest(512, "1"), nest(512, "2"));
    expect(diff.changes[0]?.path).toHaveLength(512);
    expect(diff.apply(diff.changes)).toContain("2");
    expect(() => diffJson(nest(513, "1"), nest(1, "1"))).toThrow(CountersignError);
  });

  it("refuses what is no JSON, naming the side, and changes of another diff", () => {
    expect(() => diffJson(new JsonText("[1,]"), 1)).toThrow(expect.objectContaining({ code: "invalid_argument", message: expect.stringContaining("before: ") as string }));
    expect(() => diffJson(1, new JsonText(""))).toThrow(/^after: /);
    expect(() => diffJson(1, Number.NaN)).toThrow(/value after/);
    // @ts-expect-error: no string.
    expect(() => new JsonText(1)).toThrow(CountersignError);
    const stranger = diffJson(1, 2).changes;
    expect(() => diffJson(1, 3).apply(stranger)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  });

  it("is read once and frozen", () => {
    const diff = diffJson([1], [2]);
    expect(diff.changes).toBe(diff.changes);
    expect(diff.text).toBe(diff.text);
    expect(Object.isFrozen(diff) && Object.isFrozen(diff.changes) && Object.isFrozen(diff.changes[0]?.path)).toBe(true);
  });

  it("under /slim needs init, and works then", async () => {
    const { slim } = freshCopy();
    for (const use of [() => slim.diffJson(1, 2), () => slim.diffRows([], [], { id: "id" })]) {
      expect(use).toThrow(expect.objectContaining({ code: "not_initialised" }));
    }
    await slim.init(wasmBytes());
    expect(slim.diffJson(1, 2).changes).toMatchObject([{ kind: "changed", before: "1", after: "2" }]);
    expect(slim.diffRows([{ id: 1 }], [], { id: "id" }).rows).toMatchObject([{ kind: "removed", id: "1" }]);
  });
});
