import type { Preview } from "./preview.js";

/** A half-open range of UTF-16 units in the caller's own string. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * How lines of a text end. `none` has no line break, `mixed` has both `\n` and `\r\n`. A lone
 * `\r` does not end a line; `cr` is a text that has only those.
 */
export type EolStyle = "none" | "lf" | "crlf" | "cr" | "mixed";

/** One line of a drawn diff. `text` is without its line terminator. */
export interface DiffRow {
  readonly kind: "context" | "removed" | "added";
  /** 1-based line number before the change; absent on added lines. */
  readonly beforeLine?: number;
  /** 1-based line number after the change; absent on removed lines. */
  readonly afterLine?: number;
  /** The line, sliced from `before` for context and removed rows, from `after` for added rows. */
  readonly text: string;
  /** Changed words inside `text`, as ranges into `text`, in order, not overlapping. */
  readonly emphasis: readonly TextRange[];
  /** The line is its text's last and has no terminator. */
  readonly noNewline: boolean;
  /** The 1-based line of the other text that this line was edited from or into, if any. */
  readonly pairedLine?: number;
  /**
   * On a context row: the line was its text's last, without terminator, and lines follow it
   * now (`gained`), or the other way round (`lost`).
   */
  readonly terminator?: "gained" | "lost";
}

export interface DiffHunk {
  /** 1-based first line and count on each side, as in a unified header. */
  readonly beforeStart: number;
  readonly beforeLines: number;
  readonly afterStart: number;
  readonly afterLines: number;
  readonly rows: readonly DiffRow[];
}

/** The difference of two display texts. */
export interface TextDiff {
  readonly before: string;
  readonly after: string;
  /** Added rows. */
  readonly additions: number;
  /** Removed rows. */
  readonly deletions: number;
  /**
   * Added lines of the patch, as `git diff --numstat` counts: lines are equal only with equal
   * terminators. Differs from `additions` where a change of terminators is shown as one fact.
   */
  readonly patchAdditions: number;
  /** Removed lines of the patch. */
  readonly patchDeletions: number;
  readonly beforeEol: EolStyle;
  readonly afterEol: EolStyle;
  /** The changed lines read the same but for white space and line breaks. */
  readonly whiteSpaceOnly: boolean;
  readonly hunks: readonly DiffHunk[];
  /** The diff is correct but coarser than usual, because the input is too large to do better in bounded work. */
  readonly truncated: boolean;
  /** The patch that `git apply` accepts, under the preview's file name where no other is given. */
  readonly unified: (fileName?: string) => string;
}

/** What the core does; texts are UTF-8, so that they cross in one copy. */
export interface DiffCore {
  diffText(before: Uint8Array, after: Uint8Array, context: number): Uint32Array;
  unifiedText(before: Uint8Array, after: Uint8Array, fileName: string, context: number): string;
}

/** Lines of context that `git` and `diff -u` show. */
const CONTEXT = 3;

/** Compares the two texts of a preview. */
export function createTextDiff(core: DiffCore, { before, after, fileName: named = "text" }: Preview): TextDiff {
  const pair = wellFormedPair(before, after);
  const flat = core.diffText(...encode(pair), CONTEXT);
  const unified = (fileName = named): string =>
    pair.restorePatch(core.unifiedText(...encode(pair), String(fileName), CONTEXT));
  return decodeDiff(before, after, flat, unified);
}

/** Longest texts together, in UTF-16 units, whose bytes are written where the last ones were. */
const SCRATCH = 0x20_0000;
let encoder: TextEncoder | undefined;
let scratch: Uint8Array<ArrayBuffer> | undefined;

/** Both texts in UTF-8. The bytes are good until the next call: the core copies them at once. */
function encode({ before, after }: WellFormedPair): [before: Uint8Array, after: Uint8Array] {
  encoder ??= new TextEncoder();
  if (before.length + after.length > SCRATCH) return [encoder.encode(before), encoder.encode(after)];
  // A unit takes three bytes at most. Writing into one buffer is several times faster than
  // allocating two for every diff.
  const most = 3 * (before.length + after.length);
  if (scratch === undefined || scratch.length < most) scratch = new Uint8Array(Math.max(0x3_0000, most));
  const middle = encoder.encodeInto(before, scratch).written;
  const rest = scratch.subarray(middle);
  return [scratch.subarray(0, middle), rest.subarray(0, encoder.encodeInto(after, rest).written)];
}

/** Two texts that survive UTF-8, and the way back for a patch made of them. */
export interface WellFormedPair {
  readonly before: string;
  readonly after: string;
  readonly restorePatch: (patch: string) => string;
}

/**
 * Makes two texts well-formed without moving an offset or hiding a change.
 *
 * UTF-8 has no lone surrogates: encoding turns each into U+FFFD, and two different ones would
 * compare as equal. Each distinct one becomes a distinct private-use character that occurs in
 * neither text, one UTF-16 unit for one.
 */
export function wellFormedPair(before: string, after: string): WellFormedPair {
  if (isWellFormed(before) && isWellFormed(after)) {
    return { before, after, restorePatch: (patch) => patch };
  }
  const taken = new Set(before + after);
  const standIns = new Map<string, string>();
  const originals = new Map<string, string>();
  let next = FIRST_PRIVATE_USE;
  const standIn = (surrogate: string): string => {
    const known = standIns.get(surrogate);
    if (known !== undefined) return known;
    while (taken.has(String.fromCharCode(next))) next += 1;
    // 2,048 surrogates and 6,400 places: only a text that uses most of those places itself
    // runs out, and then shares the replacement character, as plain encoding would.
    const unit = next <= LAST_PRIVATE_USE ? String.fromCharCode(next) : "\ufffd";
    next += 1;
    standIns.set(surrogate, unit);
    if (unit !== "\ufffd") originals.set(unit, surrogate);
    return unit;
  };
  return {
    before: before.replace(LONE_SURROGATE, standIn),
    after: after.replace(LONE_SURROGATE, standIn),
    restorePatch: (patch) => {
      // The two header lines hold the file's name, not the texts.
      const body = patch.indexOf("\n", patch.indexOf("\n") + 1);
      const restored = patch.slice(body).replace(PRIVATE_USE, (unit) => originals.get(unit) ?? unit);
      return patch.slice(0, body) + restored;
    },
  };
}

const FIRST_PRIVATE_USE = 0xe000;
const LAST_PRIVATE_USE = 0xf8ff;
const PRIVATE_USE = /[\ue000-\uf8ff]/g;
/** With the flag `u` a pair is one character, so that only lone surrogates are of this category. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** `String.prototype.isWellFormed` is of 2023; engines without it get the same answer slower. */
export function isWellFormed(text: string): boolean {
  const native = (text as { readonly isWellFormed?: () => boolean }).isWellFormed;
  return typeof native === "function" ? native.call(text) : text.search(LONE_SURROGATE) < 0;
}

/** The layout that this file reads; `src/diff/flat.rs` describes it. */
const LAYOUT = 1;
const EOL_STYLES: readonly EolStyle[] = ["none", "lf", "crlf", "cr", "mixed"];
const KINDS: readonly DiffRow["kind"][] = ["context", "removed", "added"];
const NO_RANGES: readonly TextRange[] = Object.freeze([]);

/** Reads the core's numbers as a diff of the caller's two strings. Hunks are read when asked for. */
export function decodeDiff(
  before: string,
  after: string,
  flat: Uint32Array,
  unified: (fileName?: string) => string,
): TextDiff {
  if (flat[0] !== LAYOUT) {
    throw new TypeError(`The diff's layout is ${String(flat[0])}, not ${LAYOUT}: the core and this script are of different versions.`);
  }
  const reader = new Reader(flat, 1);
  const flags = reader.next();
  const beforeEol = EOL_STYLES[reader.next()] ?? "mixed";
  const afterEol = EOL_STYLES[reader.next()] ?? "mixed";
  const additions = reader.next();
  const deletions = reader.next();
  const patchAdditions = reader.next();
  const patchDeletions = reader.next();
  let hunks: readonly DiffHunk[] | undefined;
  return Object.freeze({
    before,
    after,
    additions,
    deletions,
    patchAdditions,
    patchDeletions,
    beforeEol,
    afterEol,
    whiteSpaceOnly: (flags & 2) !== 0,
    get hunks() {
      return (hunks ??= readHunks(before, after, reader));
    },
    truncated: (flags & 1) !== 0,
    unified,
  });
}

class Reader {
  readonly #flat: Uint32Array;
  #at: number;

  constructor(flat: Uint32Array, at: number) {
    this.#flat = flat;
    this.#at = at;
  }

  next(): number {
    return this.#flat[this.#at++] ?? 0;
  }
}

function readHunks(before: string, after: string, reader: Reader): readonly DiffHunk[] {
  const hunks: DiffHunk[] = [];
  for (let count = reader.next(); count > 0; count -= 1) {
    const beforeStart = reader.next();
    const beforeLines = reader.next();
    const afterStart = reader.next();
    const afterLines = reader.next();
    const rows: DiffRow[] = [];
    for (let left = reader.next(); left > 0; left -= 1) {
      rows.push(readRow(before, after, reader));
    }
    Object.freeze(rows);
    hunks.push(Object.freeze({ beforeStart, beforeLines, afterStart, afterLines, rows }));
  }
  return Object.freeze(hunks);
}

function readRow(before: string, after: string, reader: Reader): DiffRow {
  const flags = reader.next();
  const kind = KINDS[flags & 3] ?? "context";
  const beforeLine = reader.next();
  const afterLine = reader.next();
  const pairedLine = reader.next();
  const start = reader.next();
  const end = reader.next();
  const text = (kind === "added" ? after : before).slice(start, end);
  const emphasis = readRanges(reader);
  const noNewline = (flags & 4) !== 0;
  const row: { -readonly [Key in keyof DiffRow]: DiffRow[Key] } =
    kind === "context" ? { kind, beforeLine, afterLine, text, emphasis, noNewline }
    : kind === "added" ? { kind, afterLine, text, emphasis, noNewline }
    : { kind, beforeLine, text, emphasis, noNewline };
  if (pairedLine > 0) row.pairedLine = pairedLine;
  if ((flags & 24) !== 0) row.terminator = (flags & 8) !== 0 ? "gained" : "lost";
  return Object.freeze(row);
}

function readRanges(reader: Reader): readonly TextRange[] {
  const count = reader.next();
  if (count === 0) return NO_RANGES;
  const ranges: TextRange[] = [];
  for (let left = count; left > 0; left -= 1) {
    ranges.push(Object.freeze({ start: reader.next(), end: reader.next() }));
  }
  return Object.freeze(ranges);
}
