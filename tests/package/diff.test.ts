import { createApprovalStore, CountersignError, findHazards, type TextDiff } from "countersign";
import { applyPatch, parsePatch } from "diff";
import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
// By path: the main entry of that package needs a page.
import { parseDiffFromFile } from "../../node_modules/@pierre/diffs/dist/utils/parseDiffFromFile.js";
import { parsePatchFiles } from "../../node_modules/@pierre/diffs/dist/utils/parsePatchFiles.js";
// By path: the package lets nobody reach its core.
import { diffText } from "../../node_modules/countersign/esm/core/texts.js";
import { lineDeltaOf } from "../../node_modules/countersign/esm/delta.js";
import { decodeDiff } from "../../node_modules/countersign/esm/decode.js";

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly before: string;
  readonly after: string;
  readonly expect: { readonly notes?: readonly string[]; readonly accepted?: string; readonly accept?: readonly number[]; readonly result?: string };
}

const { cases } = JSON.parse(readFileSync(new URL("../vectors/diff/cases.json", import.meta.url), "utf8")) as { readonly cases: readonly Case[] };

const previews = new Map<string, { readonly before: string; readonly after: string }>();
const store = createApprovalStore({
  onOutput: () => undefined,
  handlers: { edit: { preview: (id) => previews.get(String(id)) ?? { before: "", after: "" }, apply: () => undefined } },
});

function diff(before: string, after: string): TextDiff {
  const toolCallId = `call_${previews.size}`;
  previews.set(toolCallId, { before, after });
  store.propose({ toolCallId, toolName: "edit", input: toolCallId });
  const made = store.diff(toolCallId);
  store.reject(toolCallId);
  if (made === undefined) throw new Error("the call has no diff");
  return made;
}

/** All that a diff says, as plain data. */
const facts = ({ before, after, hunks, normalizationOnly, ...rest }: TextDiff) =>
  JSON.parse(JSON.stringify({ ...rest, hunks, normalizationOnly, units: before.length + after.length }));

const every = ({ hunks }: TextDiff) => hunks.keys();

/** Lines that repeat, so that hunks have somewhere to move; and lone surrogates. */
const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("", "a", "b", "  a", "}", "\t\tx = 1;", "end") },
  { weight: 2, arbitrary: fc.string({ maxLength: 6 }).map((text) => text.replace(/[\r\n]/g, "")) },
  { weight: 1, arbitrary: fc.constantFrom("\ud800", "x\udfff", "\ue000", "\u{1f600}", "e\u0301", "\u00e9") },
);
const lines = (most: number) => fc.array(line, { maxLength: most });
const text = fc.tuple(lines(12), fc.constantFrom("\n", "\n", "\r\n"), fc.boolean()).map(([all, eol, open]) => all.join(eol) + (open ? "" : eol));

/** Two long texts that differ in places, mostly in the middle. */
const longPair = fc
  .record({ head: lines(20), repeat: fc.integer({ min: 1, max: 300 }), tail: lines(20), old: lines(8), fresh: lines(8), open: fc.boolean(), wide: fc.boolean(), cr: fc.integer({ min: 0, max: 15 }) })
  .map(({ head, repeat, tail, old, fresh, open, wide, cr }) => {
    const filler = Array.from({ length: repeat }, (_, index) => (index % 3 === 0 ? "" : `line ${index % 11} of ${wide ? "\u6f22\u5b57" : "the text"} that stays`));
    const side = (middle: readonly string[], last: readonly string[]) => [...filler, ...head, ...middle, ...tail, ...filler, ...last].join("\n") + (cr === 0 ? "\r\n" : open ? "" : "\n");
    return { before: side(old, []), after: side(fresh, cr === 1 ? ["one more"] : []) };
  });

describe("a diff of long texts", () => {
  it("is the same whether equal ends are cut off and equal lines copied, or not", () => {
    let cut = 0;
    fc.assert(
      fc.property(longPair, ({ before, after }) => {
        const drawn = diff(before, after);
        const unified = (): string => "";
        // Lone surrogates have stand-ins, which take as many units.
        const fix = (value: string) => value.replaceAll("\ud800", "\uf000").replaceAll("\udfff", "\uf001");
        const whole = decodeDiff(before, after, diffText(fix(before), { added: fix(after), steps: [] }, 0) ?? [], undefined, unified);
        expect(facts(drawn)).toEqual(facts(whole));
        expect(drawn.apply(every(drawn))).toBe(whole.apply(every(whole)));
        cut += before.length > 4_000 && !before.includes("\r") ? 1 : 0;
      }),
      { numRuns: 400 },
    );
    expect(cut).toBeGreaterThan(50);
  });

  it("is made of a delta that makes the text after", () => {
    let copied = 0;
    const pair = fc.oneof(longPair, fc.record({ before: text, after: text }), fc.tuple(longPair, longPair).map(([one, other]) => ({ before: one.before, after: other.after })));
    fc.assert(
      fc.property(pair, ({ before, after }) => {
        const { added, steps } = lineDeltaOf(before, after);
        let made = "";
        let next = 0;
        for (let at = 0; at < steps.length; at += 3) {
          const [own = 0, from = 0, units = 0] = steps.slice(at, at + 3);
          made += added.slice(next, next + own) + before.slice(from, from + units);
          next += own;
          // The core copies whole lines, with their terminators.
          expect(["\n", undefined]).toContain(before[from - 1]);
          expect(["\n", undefined]).toContain(made.at(-1 - units));
          expect(made.endsWith("\n")).toBe(true);
        }
        expect(made + added.slice(next)).toBe(after);
        copied += steps.length > 0 ? 1 : 0;
      }),
      { numRuns: 400 },
    );
    expect(copied).toBeGreaterThan(50);
  });

  it("numbers lines and slices text behind a long head", () => {
    const head = Array.from({ length: 400 }, (_, index) => `line ${index + 1}`);
    const drawn = diff([...head, "old word", ...head].join("\n"), [...head, "new word", ...head].join("\n"));
    const [removed, added] = drawn.hunks[0]?.rows.filter(({ kind }) => kind !== "context") ?? [];
    expect(removed).toMatchObject({ kind: "removed", beforeLine: 401, text: "old word", pairedLine: 401, emphasis: [{ start: 0, end: 3 }] });
    expect(added).toMatchObject({ kind: "added", afterLine: 401, text: "new word" });
    expect(drawn.hunks[0]).toMatchObject({ beforeStart: 398, beforeLines: 7, afterStart: 398, afterLines: 7 });
    expect([drawn.beforeEol, drawn.afterEol]).toEqual(["lf", "lf"]);
  });
});

describe("a choice of hunks", () => {
  it("is what the vectors expect", () => {
    const chosen = cases.find(({ kind }) => kind === "hunks");
    expect(chosen && diff(chosen.before, chosen.after).apply(chosen.expect.accept ?? [])).toBe(chosen?.expect.result);
    const kept = cases.find(({ expect: { accepted } }) => accepted !== undefined);
    const drawn = kept && diff(kept.before, kept.after);
    expect(drawn?.apply(every(drawn))).toBe(kept?.expect.accepted);
  });

  it("of none is the text before, of all the text after, unit for unit", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const drawn = diff(before, after);
        expect(drawn.apply([])).toBe(before);
        const all = drawn.apply(every(drawn));
        const folds = drawn.hunks.length === 0 || drawn.beforeEol !== drawn.afterEol;
        const same = (value: string): string => (folds ? value.replaceAll("\r\n", "\n") : value);
        expect(same(all)).toBe(same(after));
        expect(drawn.reapply(before, every(drawn))).toEqual({ ok: true, text: all });
      }),
      { numRuns: 600 },
    );
  });

  it("follows its lines into a text that has changed, with its own surrogates", () => {
    const drawn = diff("1\n2\n3\n\ud800 old\n4\n5\n6\n", "1\n2\n3\n\ud800 new \udc00\n4\n5\n6\n");
    expect(drawn.reapply("\udbff\n1\n2\n3\n\ud800 old\n4\n5\n6\n", [0])).toEqual({ ok: true, text: "\udbff\n1\n2\n3\n\ud800 new \udc00\n4\n5\n6\n" });
    // Another surrogate is another line.
    expect(drawn.reapply("\udbff\n1\n2\n3\n\ud801 old\n4\n5\n6\n", [0])).toEqual({ ok: false, conflicts: [{ hunk: 0, code: "not_found" }] });
  });

  it("is refused as a whole where one hunk has no place, or more than one", () => {
    const before = Array.from({ length: 30 }, (_, index) => `${index}\n`).join("");
    const drawn = diff(before, before.replace("\n5\n", "\nfive\n").replace("\n20\n", "\ntwenty\n"));
    expect(drawn.reapply(before.replace("\n21\n", "\n"), [0, 1])).toEqual({ ok: false, conflicts: [{ hunk: 1, code: "not_found" }] });
    expect(drawn.reapply(before.replace("\n21\n", "\n"), [0])).toMatchObject({ ok: true });
    expect(drawn.reapply(before + before, [1, 0])).toEqual({ ok: false, conflicts: [{ hunk: 0, code: "ambiguous" }, { hunk: 1, code: "ambiguous" }] });
  });

  it("of a hunk that is not there is misuse", () => {
    const drawn = diff("a\n", "b\n");
    for (const hunks of [[1], [-1], [0.5], [Number.NaN], [0, 7]]) {
      expect(() => drawn.apply(hunks)).toThrow(CountersignError);
      expect(() => drawn.reapply("a\n", hunks)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
    }
  });
});

describe("the patch", () => {
  it("is what other packages read, and applies", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const drawn = diff(before, after);
        const patch = drawn.unified("prompt.txt");
        const [parsed, ...more] = parsePatch(patch);
        expect(more).toEqual([]);
        const names = before === after ? [undefined, undefined] : ["a/prompt.txt", "b/prompt.txt"];
        expect([parsed?.oldFileName, parsed?.newFileName]).toEqual(names);
        expect(applyPatch(before, patch, { autoConvertLineEndings: false })).toBe(after);
        const marks = parsed?.hunks.flatMap(({ lines: all }) => all.map((one) => one[0])) ?? [];
        expect(marks.filter((mark) => mark === "+").length - marks.filter((mark) => mark === "-").length).toBe(drawn.patchAdditions - drawn.patchDeletions);
      }),
      { numRuns: 400 },
    );
  });

  it("is what @pierre/diffs reads", () => {
    const before = Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join("");
    const after = before.replace("line 7\n", "line seven\n").replace("line 30\n", "");
    const drawn = diff(before, after);
    const [patch] = parsePatchFiles(drawn.unified("prompt.txt"));
    const [file] = patch?.files ?? [];
    expect(file?.hunks.map(({ additionStart, deletionStart }) => [deletionStart, additionStart])).toEqual(drawn.hunks.map(({ beforeStart, afterStart }) => [beforeStart, afterStart]));
    const theirs = parseDiffFromFile({ name: "prompt.txt", contents: before }, { name: "prompt.txt", contents: after });
    expect(theirs.hunks.length).toBe(drawn.hunks.length);
  });
});

describe("notes", () => {
  it("say that only the encoding of characters changed", () => {
    const expected = cases.filter(({ expect: { notes } }) => notes?.includes("unicode-normalization"));
    expect(expected).toHaveLength(1);
    for (const { before, after } of expected) expect(diff(before, after).normalizationOnly).toBe(true);
    expect(diff("cafe\u0301\nx\n", "caf\u00e9\nx\n").normalizationOnly).toBe(true);
    expect(diff("cafe\u0301\nx\n", "caf\u00e9\ny\n").normalizationOnly).toBe(false);
    expect(diff("cafe\n", "caf\u00e9\n").normalizationOnly).toBe(false);
    expect(diff("a\n", "a\n").normalizationOnly).toBe(false);
    expect(diff("cafe\u0301\r\n", "caf\u00e9\n").normalizationOnly).toBe(true);
  });

  it("name what deceives on either side", () => {
    const drawn = diff("plain\n", "pl\u0430in \u{1f600}\u202e\n");
    expect(drawn.hazards).toEqual({ before: [], after: [{ kind: "look_alike", start: 0, end: 5 }, { kind: "bidi", start: 8, end: 9 }] });
    expect(drawn.hazards).toBe(drawn.hazards);
    expect(drawn.after).toBe("pl\u0430in \u{1f600}\u202e\n");
    const kinds = findHazards(`\u200b\u{e0041}\0\u00ad${" ".repeat(90)}x`).map(({ kind }) => kind);
    expect(kinds).toEqual(["zero_width", "padding", "tag", "control", "invisible"]);
  });
});
