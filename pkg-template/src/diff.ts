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
   * Added lines of the smallest patch, as `git diff --minimal --numstat` counts: lines are equal only
   * with equal terminators. Differs from `additions` where a change of terminators is shown as one
   * fact, or where the hunks are calmer to read with a few lines more.
   */
  readonly patchAdditions: number;
  /** Removed lines of the smallest patch. */
  readonly patchDeletions: number;
  readonly beforeEol: EolStyle;
  readonly afterEol: EolStyle;
  /** The changed lines read the same but for white space and line breaks. */
  readonly whiteSpaceOnly: boolean;
  /**
   * The changed lines look the same: they hold the same characters in another encoding of Unicode, as
   * an `é` of one code point or of two (canonical equivalence, UAX 15).
   */
  readonly normalizationOnly: boolean;
  readonly hunks: readonly DiffHunk[];
  /** The diff is correct but coarser than usual, because the input is too large to do better in bounded work. */
  readonly truncated: boolean;
  /** The patch that `git apply` accepts, under the preview's file name where no other is given. */
  readonly unified: (fileName?: string) => string;
  /** What of each text could deceive its reader; the texts themselves are as they were given. */
  readonly hazards: { readonly before: readonly Hazard[]; readonly after: readonly Hazard[] };
  /**
   * The text before with these hunks, given by their places in `hunks`: none of them make `before`, all
   * of them `after`. Where another end-of-line style is one fact of the diff, the style of `before`
   * stays.
   *
   * @throws CountersignError `invalid_argument` for a hunk that is not there
   */
  readonly apply: (hunks: Iterable<number>) => string;
  /**
   * The same to a text that was `before` and may have changed since. Each hunk is applied in the one
   * place where its lines are, with their context, or not at all.
   *
   * @throws CountersignError `invalid_argument` for a hunk that is not there
   */
  readonly reapply: (text: string, hunks: Iterable<number>) => Reapplied;
}

/** What became of hunks in a text that may have changed. With a conflict, nothing is applied. */
export type Reapplied =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly conflicts: readonly HunkConflict[] };

/** Why a hunk, given by its place in `hunks`, can't be applied. */
export interface HunkConflict {
  readonly hunk: number;
  /** Its lines are nowhere, they are in several places, or another hunk changes the same ones. */
  readonly code: "not_found" | "ambiguous" | "overlap";
}

/** A stretch of text that deceives its reader. */
export interface Hazard extends TextRange {
  readonly kind: HazardKind;
}

export type HazardKind =
  /** Controls that reorder the text around them. */
  | "bidi"
  /** Joiners, spaces and marks without width, where no script or emoji needs them. */
  | "zero_width"
  /** Tag characters outside an emoji flag. */
  | "tag"
  /** Control characters other than tabs and line ends. */
  | "control"
  /** Other characters that displays ignore: soft hyphens, fillers, variation selectors with nothing to vary. */
  | "invisible"
  /** A word of letters of two scripts that look like one. */
  | "look_alike"
  /** White space that pushes what follows out of sight. */
  | "padding";
