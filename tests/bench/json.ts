import { diffJson, diffRows, JsonText, type JsonValue } from "countersign";
import { diff as jsonDiffTs } from "json-diff-ts";
import { create } from "jsondiffpatch";
import microdiff from "microdiff";
import { type Contender, measure, type Timing } from "./measure.ts";
import { line, type Random, random, word } from "./texts.ts";

/** In the order in which they are reported; `parse` is `JSON.parse` of both sides. */
export type JsonDiffer = "diffJson" | "diffRows" | "parse" | "jsondiffpatch" | "microdiff" | "jsonDiffTs";

export interface JsonRow {
  readonly changes: number;
  readonly timings: Readonly<Record<JsonDiffer, Timing>>;
}

interface Row {
  readonly id: number;
  readonly [key: string]: JsonValue;
}

/** A dataset's row, of about 300 characters. */
function row(next: Random, id: number): Row {
  const split = next() < 0.5 ? "train" : "test";
  return { id, input: line(next), output: line(next), score: Math.round(next() * 10_000) / 100, split, tags: [word(next), word(next)], metadata: { source: word(next), turns: Math.floor(next() * 20) } };
}

/** So many rows, and the same after an edit of a share of them. */
function tables(count: number, share: number, edit: (next: Random, rows: Row[], at: number) => void): { readonly before: Row[]; readonly after: Row[] } {
  const next = random(count);
  const before = Array.from({ length: count }, (_, id) => row(next, id));
  const after = before.map((copied) => ({ ...copied }));
  for (let left = Math.max(1, count * share); left > 0; left -= 1) edit(next, after, Math.floor(next() * after.length));
  return { before, after };
}

const changeCell = (next: Random, rows: Row[], at: number): void => {
  const old = rows[at];
  if (old !== undefined) rows[at] = { ...old, output: line(next) };
};

/** A cell changed in most cases, else a row removed, added or moved. */
const editTable = (next: Random, rows: Row[], at: number): void => {
  const kind = next();
  if (kind < 0.7) changeCell(next, rows, at);
  else if (kind < 0.8) rows.splice(at, 1);
  else if (kind < 0.9) rows.splice(at, 0, row(next, rows.length + Math.floor(next() * 1e9)));
  else rows.splice(Math.floor(next() * rows.length), 0, ...rows.splice(at, 1));
};

const generated: Readonly<Record<string, () => ReturnType<typeof tables>>> = {
  "20 rows, one cell": () => tables(20, 0.05, changeCell),
  "2,000 rows, 1 % of them": () => tables(2_000, 0.01, editTable),
  "20,000 rows, a cell in 1 % of them": () => tables(20_000, 0.01, changeCell),
  "5,000 rows, 1 % of them": () => tables(5_000, 0.01, editTable),
  "20,000 rows, a cell in each": () => tables(20_000, 1, changeCell),
};

export const TABLES: readonly string[] = Object.keys(generated);

/** From texts to what changed. The others compare values, so that their share is beside what parsing takes. */
export function json(name: string): JsonRow {
  const { before, after } = generated[name]?.() ?? { before: [], after: [] };
  const [oldText, newText] = [JSON.stringify(before), JSON.stringify(after)];
  const [oldJson, newJson] = [new JsonText(oldText), new JsonText(newText)];
  const patcher = create({ objectHash: (item) => String((item as Row).id) });
  const contenders: Record<JsonDiffer, Contender> = {
    diffJson: times(() => diffJson(oldJson, newJson).changes.length),
    diffRows: times(() => diffRows(oldJson, newJson, { id: "id" }).rows.length),
    parse: times(() => [JSON.parse(oldText), JSON.parse(newText)].length),
    jsondiffpatch: times(() => Object.keys(patcher.diff(before, after) ?? {}).length),
    microdiff: times(() => microdiff(before, after).length),
    jsonDiffTs: times(() => jsonDiffTs(before, after, { embeddedObjKeys: { ".": "id" } }).length),
  };
  return { changes: diffRows(oldJson, newJson, { id: "id" }).rows.length, timings: measure(contenders) };
}

function times(compare: () => number): Contender {
  return (runs) => () => {
    for (let left = runs; left > 0; left -= 1) if (compare() === 0) throw new Error("no difference was found");
  };
}
