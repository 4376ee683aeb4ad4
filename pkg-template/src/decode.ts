import { type Numbers, placeHunks } from "./core/texts.js";
import type { DiffHunk, DiffRow, EolStyle, HunkConflict, Reapplied, TextDiff, TextRange } from "./diff.js";
import { CountersignError } from "./errors.js";
import { findHazards } from "./hazards.js";
import { wellFormed } from "./well-formed.js";

/** The layout that this file reads; `src/diff/flat.rs` describes it. */
const LAYOUT = 2;
const EOL_STYLES: readonly EolStyle[] = ["none", "lf", "crlf", "cr", "mixed"];
const KINDS: readonly DiffRow["kind"][] = ["context", "removed", "added"];
const CONFLICTS: readonly HunkConflict["code"][] = ["not_found", "ambiguous", "overlap"];
const NO_RANGES: readonly TextRange[] = Object.freeze([]);

/**
 * Reads the core's numbers as a diff of the caller's two strings, when they are asked for. `head` is
 * what was cut off above, which the numbers know nothing of.
 */
export function decodeDiff(before: string, after: string, numbers: Numbers, head: string | undefined, unified: TextDiff["unified"]): TextDiff {
  if (numbers[0] !== LAYOUT) {
    throw new TypeError(`The diff's layout is ${String(numbers[0])}, not ${LAYOUT}: the core and this script are of different versions.`);
  }
  return new Decoded(before, after, numbers, head, unified);
}

/** Start and end of a stretch before, and of the one after that takes its place, four for each edit. */
type Edits = readonly number[];

class Decoded implements TextDiff {
  readonly before: string;
  readonly after: string;
  readonly additions: number;
  readonly deletions: number;
  readonly patchAdditions: number;
  readonly patchDeletions: number;
  readonly beforeEol: EolStyle;
  readonly afterEol: EolStyle;
  readonly whiteSpaceOnly: boolean;
  readonly truncated: boolean;
  readonly unified: TextDiff["unified"];
  readonly apply: TextDiff["apply"] = (hunks) => this.#apply(hunks);
  readonly reapply: TextDiff["reapply"] = (text, hunks) => this.#reapply(text, hunks);
  readonly #reader: Reader;
  readonly #keepsEol: boolean;
  readonly #edits: Edits[] = [];
  #hunks: readonly DiffHunk[] | undefined;
  #normalizationOnly: boolean | undefined;
  #hazards: TextDiff["hazards"] | undefined;

  constructor(before: string, after: string, numbers: Numbers, head: string | undefined, unified: TextDiff["unified"]) {
    const reader = new Reader(before, after, numbers, head ?? "");
    const flags = reader.next();
    const eols = [EOL_STYLES[reader.next()] ?? "mixed", EOL_STYLES[reader.next()] ?? "mixed"] as const;
    this.before = before;
    this.after = after;
    // Texts with carriage returns are not cut.
    this.beforeEol = head === undefined ? eols[0] : "lf";
    this.afterEol = head === undefined ? eols[1] : "lf";
    this.additions = reader.next();
    this.deletions = reader.next();
    this.patchAdditions = reader.next();
    this.patchDeletions = reader.next();
    this.truncated = (flags & 1) !== 0;
    this.whiteSpaceOnly = (flags & 2) !== 0;
    this.#keepsEol = (flags & 4) !== 0;
    this.unified = unified;
    this.#reader = reader;
    Object.freeze(this);
  }

  get hunks(): readonly DiffHunk[] {
    return (this.#hunks ??= this.#reader.hunks(this.#edits));
  }

  get normalizationOnly(): boolean {
    return (this.#normalizationOnly ??= this.hunks.length > 0 && this.#edits.every((edits) => this.#looksTheSame(edits)));
  }

  get hazards(): TextDiff["hazards"] {
    return (this.#hazards ??= Object.freeze({ before: findHazards(this.before), after: findHazards(this.after) }));
  }

  #looksTheSame(edits: Edits): boolean {
    for (let at = 0; at < edits.length; at += 4) {
      const [old, fresh] = [this.before.slice(edits[at], edits[at + 1]), this.after.slice(edits[at + 2], edits[at + 3])];
      if (inStyle(old, "lf").normalize() !== inStyle(fresh, "lf").normalize()) return false;
    }
    return true;
  }

  #apply(hunks: Iterable<number>): string {
    const taken = this.#taken(hunks).flatMap((hunk) => this.#edits[hunk] ?? []);
    return splice(this.before, this.after, taken, this.#keepsEol ? this.beforeEol : undefined);
  }

  #reapply(text: string, hunks: Iterable<number>): Reapplied {
    const taken = this.#taken(hunks);
    const { fix } = wellFormed(this.before, this.after, text);
    const [placed = 1, ...rest] = Array.from(placeHunks(fix(this.before), fix(this.after), fix(text), taken));
    if (placed === 0) return { ok: true, text: splice(text, this.after, rest.slice(1), EOL_STYLES[rest[0] ?? 0]) };
    const conflicts: HunkConflict[] = [];
    for (let at = 0; at < rest.length; at += 2) {
      conflicts.push({ hunk: rest[at] ?? 0, code: CONFLICTS[rest[at + 1] ?? 0] ?? "not_found" });
    }
    return { ok: false, conflicts };
  }

  /** The hunks once each, from top to bottom. */
  #taken(hunks: Iterable<number>): number[] {
    const taken = new Set(hunks);
    const all = [...this.hunks.keys()].filter((hunk) => taken.delete(hunk));
    for (const other of taken) {
      throw new CountersignError("invalid_argument", `There is no hunk ${String(other)}: the diff has ${this.hunks.length}, counted from 0.`);
    }
    return all;
  }
}

function splice(text: string, after: string, edits: Edits, eol: EolStyle | undefined): string {
  let made = "";
  let next = 0;
  for (let at = 0; at < edits.length; at += 4) {
    made += text.slice(next, edits[at]) + inStyle(after.slice(edits[at + 2], edits[at + 3]), eol);
    next = edits[at + 1] ?? 0;
  }
  return made + text.slice(next);
}

function inStyle(text: string, eol: EolStyle | undefined): string {
  return eol === "lf" || eol === "crlf" ? text.replace(/\r?\n/g, eol === "lf" ? "\n" : "\r\n") : text;
}

class Reader {
  readonly #before: string;
  readonly #after: string;
  readonly #numbers: Numbers;
  readonly #head: string;
  /** Lines above. */
  #lines = 0;
  #at = 1;

  constructor(before: string, after: string, numbers: Numbers, head: string) {
    this.#before = before;
    this.#after = after;
    this.#numbers = numbers;
    this.#head = head;
  }

  next(): number {
    return this.#numbers[this.#at++] ?? 0;
  }

  #unit(): number {
    return this.next() + this.#head.length;
  }

  hunks(edits: Edits[]): readonly DiffHunk[] {
    const hunks: DiffHunk[] = [];
    const count = this.next();
    if (count > 0) this.#lines = countLines(this.#head);
    for (let left = count; left > 0; left -= 1) {
      const beforeStart = this.next() + this.#lines;
      const beforeLines = this.next();
      const afterStart = this.next() + this.#lines;
      const afterLines = this.next();
      const own: number[] = [];
      const rows: DiffRow[] = [];
      const editNumbers = 4 * this.next();
      const rowCount = this.next();
      for (let more = editNumbers; more > 0; more -= 1) own.push(this.#unit());
      for (let more = rowCount; more > 0; more -= 1) rows.push(this.#row());
      edits.push(own);
      Object.freeze(rows);
      hunks.push(Object.freeze({ beforeStart, beforeLines, afterStart, afterLines, rows }));
    }
    return Object.freeze(hunks);
  }

  #row(): DiffRow {
    const flags = this.next();
    const kind = KINDS[flags & 3] ?? "context";
    const beforeLine = this.next() + this.#lines;
    const afterLine = this.next() + this.#lines;
    const paired = this.next();
    const start = this.#unit();
    const text = (kind === "added" ? this.#after : this.#before).slice(start, this.#unit());
    const emphasis = this.#ranges();
    const noNewline = (flags & 4) !== 0;
    const row: { -readonly [Key in keyof DiffRow]: DiffRow[Key] } =
      kind === "context" ? { kind, beforeLine, afterLine, text, emphasis, noNewline }
      : kind === "added" ? { kind, afterLine, text, emphasis, noNewline }
      : { kind, beforeLine, text, emphasis, noNewline };
    if (paired > 0) row.pairedLine = paired + this.#lines;
    if ((flags & 24) !== 0) row.terminator = (flags & 8) !== 0 ? "gained" : "lost";
    return Object.freeze(row);
  }

  #ranges(): readonly TextRange[] {
    const count = this.next();
    if (count === 0) return NO_RANGES;
    const ranges: TextRange[] = [];
    for (let left = count; left > 0; left -= 1) {
      ranges.push(Object.freeze({ start: this.next(), end: this.next() }));
    }
    return Object.freeze(ranges);
  }
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
