import type { DiffHunk, TextDiff } from "../diff.js";
import type { BothLines } from "./lines.js";
import { type DiffView, type Pair, pairsOf } from "./pairs.js";

/** Unchanged lines that no hunk shows, by their first 1-based line on each side. */
export interface Gap {
  readonly before: number;
  readonly after: number;
  readonly count: number;
}

/** Rows that are drawn, measured and left out together. */
export type Chunk = {
  /** The same for the same rows, whatever is open around them. */
  readonly key: string;
  /** The table's rows before this chunk. */
  readonly above: number;
  /** How many rows this is. */
  readonly rows: number;
  /** How high it is likely to be, in pixels, until it was measured. */
  readonly estimate: number;
} & (
  | { readonly kind: "fold"; readonly gap: Gap; readonly index: number }
  | { readonly kind: "lines"; readonly gap: Gap; readonly from: number }
  | { readonly kind: "heading"; readonly hunk: number; readonly from: number; readonly to: number }
  | { readonly kind: "pairs"; readonly hunk: number; readonly pairs: readonly Pair[]; readonly first: number }
);

/** A chunk as it is made, before its place is known. */
type Made<Of = Chunk> = Of extends Chunk ? Omit<Of, "above"> : never;

/** Rows of a chunk at most: more makes scrolling mount more than it shows, fewer makes it mount more often. */
const CHUNK_ROWS = 25;
/** A row of one line, in pixels, and how many characters go into it. Right enough for a scroll bar. */
const ROW_HEIGHT = 20;
const ROW_CHARACTERS: Readonly<Record<DiffView, number>> = { unified: 90, split: 45 };

/** What is before each hunk, and after the last. */
export function gapsOf({ hunks }: TextDiff, lines: BothLines): readonly Gap[] {
  const gaps: Gap[] = [];
  let [before, after] = [1, 1];
  for (const hunk of hunks) {
    // A side without lines is named by the line before it.
    const start = hunk.beforeStart + (hunk.beforeLines === 0 ? 1 : 0);
    gaps.push({ before, after, count: start - before });
    before = start + hunk.beforeLines;
    after = hunk.afterStart + (hunk.afterLines === 0 ? 1 : 0) + hunk.afterLines;
  }
  gaps.push({ before, after, count: lines.before.count - before + 1 });
  return gaps;
}

export interface ChunkOptions {
  readonly diff: TextDiff;
  readonly lines: BothLines;
  readonly gaps: readonly Gap[];
  readonly view: DiffView;
  /** The gaps that are open, by their place. */
  readonly open: ReadonlySet<number>;
  /** Whether hunks have a row of their own above them. */
  readonly headings: boolean;
}

/** Everything that the table shows, in order. Texts of open gaps are not read yet. */
export function chunksOf({ diff, lines, gaps, view, open, headings }: ChunkOptions): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let above = 0;
  const push = (chunk: Made): void => {
    chunks.push({ ...chunk, above });
    above += chunk.rows;
  };
  const heightOf = (characters: number): number => ROW_HEIGHT * (1 + Math.floor(characters / ROW_CHARACTERS[view]));
  for (const [index, gap] of gaps.entries()) {
    // A fold would be as high as the one line that it hides.
    if (gap.count > 1) push({ kind: "fold", key: `f${index}`, rows: 1, estimate: ROW_HEIGHT, gap, index });
    for (let from = 0; (open.has(index) || gap.count === 1) && from < gap.count; from += CHUNK_ROWS) {
      const rows = Math.min(CHUNK_ROWS, gap.count - from);
      const first = gap.before + from;
      const characters = lines.before.start(first + rows) - lines.before.start(first);
      push({ kind: "lines", key: `${view}g${index}:${from}`, rows, estimate: ROW_HEIGHT * (rows - 1) + heightOf(characters - 40 * rows), gap, from });
    }
    const hunk = diff.hunks[index];
    if (hunk === undefined) continue;
    if (headings) push({ kind: "heading", key: `t${index}`, rows: 1, estimate: ROW_HEIGHT, hunk: index, ...changedLines(hunk) });
    const all = pairsOf(hunk, view);
    const target = Math.max(0, all.findIndex(({ before, after }) => before !== after));
    for (let from = 0; from < all.length; from += CHUNK_ROWS) {
      const pairs = all.slice(from, from + CHUNK_ROWS);
      const estimate = pairs.reduce((sum, { before, after }) => sum + heightOf(Math.max(before?.text.length ?? 0, after?.text.length ?? 0)), 0);
      push({ kind: "pairs", key: `${view}h${index}:${from}`, rows: pairs.length, estimate, hunk: index, pairs, first: target - from });
    }
  }
  return chunks;
}

/** The changed lines of a hunk by their new numbers, or by their old ones where none is new. */
function changedLines({ rows }: DiffHunk): { readonly from: number; readonly to: number } {
  const lines = (kind: "added" | "removed" | "context"): readonly number[] =>
    rows.filter((row) => row.kind === kind).map((row) => row.afterLine ?? row.beforeLine ?? 0);
  const changed = [lines("added"), lines("removed"), lines("context")].find(({ length }) => length > 0) ?? [];
  return { from: changed[0] ?? 0, to: changed.at(-1) ?? 0 };
}
