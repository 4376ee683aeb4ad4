import { presentableDiff } from "@codemirror/merge";
import { createApprovalStore, type Preview } from "countersign";
import { type Change, diffLines, diffWordsWithSpace } from "diff";
import { diff_match_patch as DiffMatchPatch } from "diff-match-patch";
import fastDiff from "fast-diff";
// By path: the main entry of that package needs a page.
import { parseDiffFromFile } from "../../node_modules/@pierre/diffs/dist/utils/parseDiffFromFile.js";
import { type Contender, measure, quantile, type Timing } from "./measure.ts";
import { editedPair, longLinePair, type Pair, rewrittenPair } from "./texts.ts";

/** In the order in which they are reported. */
export type Differ = "store" | "recipe" | "diffLines" | "fastDiff" | "diffMatchPatch" | "codeMirror" | "pierre";

export interface DiffsRow {
  readonly text: string;
  /** Whether ours says that it is coarser than usual. */
  readonly truncated: boolean;
  readonly timings: Readonly<Record<Differ, Timing>>;
}

export interface CorpusRow {
  readonly text: string;
  readonly pairs: number;
  /** Of all pairs: ours ÷ theirs. */
  readonly ratios: Readonly<Record<"recipe" | "diffLines" | "pierre", { readonly p50: number; readonly p90: number }>>;
}

const series = (count: number, make: (seed: number) => Pair) => Array.from({ length: count }, (_, index) => make(index + 1));

const generated: Readonly<Record<string, () => readonly Pair[]>> = {
  "1 KB": () => series(16, (seed) => editedPair(seed, 1_000)),
  "20 KB": () => series(8, (seed) => editedPair(seed, 20_000)),
  "1 MB": () => series(2, (seed) => editedPair(seed, 1_000_000)),
  "10,000 lines, all rewritten": () => [rewrittenPair(1, 10_000)],
  "one line of 1 MB, 1 % of its words changed": () => [longLinePair(1, 1_000_000, 0.01)],
};

export const TEXTS: readonly string[] = Object.keys(generated);

export function diffs(text: string): DiffsRow {
  const pairs = generated[text]?.() ?? [];
  const store = differ();
  const contenders: Record<Differ, Contender> = {
    store: store.contender(pairs),
    recipe: each(pairs, recipe),
    diffLines: each(pairs, ({ before, after }) => linesOf(before, after) !== undefined),
    fastDiff: each(pairs, ({ before, after }) => fastLines(before, after).length > 0),
    diffMatchPatch: each(pairs, ({ before, after }) => matchPatchLines(before, after) > 0),
    pierre: each(pairs, pierre),
    codeMirror: each(pairs, ({ before, after }) => presentableDiff(before, after, { scanLimit: SCAN_LIMIT }).length > 0),
  };
  const timings = measure(contenders);
  for (const [differ, timing] of Object.entries(timings)) timings[differ as Differ] = perText(timing, pairs.length);
  return { text, timings, truncated: store.truncated() };
}

/** The real pairs of a size: the median and the worst tenth over pairs of what is a median for each. */
export function corpus(text: string, pairs: readonly Pair[]): CorpusRow {
  const store = differ();
  const timings = pairs.map((pair) =>
    measure(
      {
        store: store.contender([pair]),
        recipe: each([pair], recipe),
        diffLines: each([pair], ({ before, after }) => linesOf(before, after) !== undefined),
        pierre: each([pair], pierre),
      },
      CORPUS_EFFORT,
    ),
  );
  const over = (other: "recipe" | "diffLines" | "pierre") => {
    const ratios = timings.map((timing) => timing.store.p50 / timing[other].p50);
    return { p50: quantile(ratios, 0.5), p90: quantile(ratios, 0.9) };
  };
  return { text, pairs: pairs.length, ratios: { recipe: over("recipe"), diffLines: over("diffLines"), pierre: over("pierre") } };
}

const CORPUS_EFFORT = 0.02;

/** The default of CodeMirror's merge view. */
const SCAN_LIMIT = 500;

/** jsdiff has no bound of its own; a person waits no longer for a card. */
const PATIENCE = 5_000;

/** A run is all pairs, so that samples are alike. */
function each(pairs: readonly Pair[], compare: (pair: Pair) => boolean): Contender {
  return (times) => () => {
    for (let left = times; left > 0; left -= 1) {
      for (const pair of pairs) if (!compare(pair)) return false;
    }
    return true;
  };
}

function perText({ p50, p95, ...rest }: Timing, pairs: number): Timing {
  return { p50: p50 / pairs, ...(p95 === undefined ? {} : { p95: p95 / pairs }), ...rest };
}

/** The drawable diff through the public API. It is kept for each preview, so that each run needs a call of its own. */
function differ() {
  let previews: readonly Preview[] = [];
  let truncated = false;
  let id = 0;
  const store = createApprovalStore({
    onOutput: () => undefined,
    maxSettled: 1,
    handlers: { edit: { preview: (index) => previews[Number(index)] as Preview, apply: () => undefined } },
  });
  const contender = (pairs: readonly Pair[]): Contender => {
    return (times) => {
      previews = pairs;
      for (const { toolCallId } of store.getSnapshot().pending) store.reject(toolCallId);
      const calls = Array.from({ length: times * pairs.length }, (_, index) => {
        const toolCallId = `call_${(id += 1)}`;
        store.propose({ toolCallId, toolName: "edit", input: index % pairs.length });
        return toolCallId;
      });
      return () => {
        for (const toolCallId of calls) {
          const diff = store.diff(toolCallId);
          if (!diff || diff.hunks.length === 0) throw new Error("no difference was found");
          truncated ||= diff.truncated;
        }
      };
    };
  };
  return { contender, truncated: () => truncated };
}

function linesOf(before: string, after: string): Change[] | undefined {
  return diffLines(before, after, { timeout: PATIENCE });
}

/** The usual way to a diff with changed words: lines, then words for each pair of lines that face each other. */
function recipe({ before, after }: Pair): boolean {
  const changes = linesOf(before, after);
  if (changes === undefined) return false;
  let words = 0;
  for (const [index, { removed, value }] of changes.entries()) {
    const next = changes[index + 1];
    if (!removed || next?.added !== true) continue;
    const facing = next.value.split("\n");
    for (const [at, old] of value.split("\n").entries()) {
      const fresh = facing[at];
      if (fresh !== undefined && fresh !== old) words += diffWordsWithSpace(old, fresh).length;
    }
  }
  return changes.length + words > 0;
}

/** fast-diff compares characters: each distinct line becomes one, outside the surrogates. */
function fastLines(before: string, after: string): string[] {
  const lines: string[] = [];
  const ids = new Map<string, string>();
  const encode = (text: string): string =>
    text.split("\n").map((line) => {
      const known = ids.get(line) ?? String.fromCharCode(lines.length < 0xd800 ? lines.length : lines.length + 0x800);
      if (!ids.has(line)) lines.push(line);
      ids.set(line, known);
      return known;
    }).join("");
  const decode = (unit: string): string => {
    const code = unit.charCodeAt(0);
    return lines[code < 0xd800 ? code : code - 0x800] ?? "";
  };
  return fastDiff(encode(before), encode(after)).map(([, text]) => text.split("").map(decode).join("\n"));
}

/** The line mode that its documentation describes, without its second pass over characters. */
function matchPatchLines(before: string, after: string): number {
  const differ = new DiffMatchPatch();
  differ.Diff_Timeout = PATIENCE / 1_000;
  // oxlint-disable no-underscore-dangle -- the documented names
  const { chars1, chars2, lineArray } = differ.diff_linesToChars_(before, after);
  const diffs = differ.diff_main(chars1, chars2, false);
  differ.diff_charsToLines_(diffs, lineArray);
  // oxlint-enable no-underscore-dangle
  return diffs.length;
}

/** What the component of the same package draws, before it is highlighted. It has no changed words. */
function pierre({ before, after }: Pair): boolean {
  return parseDiffFromFile({ name: "text", contents: before }, { name: "text", contents: after }).hunks.length > 0;
}
