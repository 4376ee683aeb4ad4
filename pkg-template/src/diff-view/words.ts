import type { EolStyle } from "../diff.js";

const eolNames: Readonly<Record<EolStyle, string>> = { none: "none", lf: "LF", crlf: "CRLF", cr: "CR", mixed: "mixed" };

const count = (many: number, one: string): string => `${many} ${one}${many === 1 ? "" : "s"}`;

const range = (from: number, to: number): string => (from === to ? `line ${from}` : `lines ${from}–${to}`);

const hazardNames: Readonly<Record<string, string>> = {
  bidi: "bidi control",
  zero_width: "zero-width character",
  tag: "tag character",
  control: "control character",
  invisible: "invisible character",
  look_alike: "look-alike word",
  padding: "padding gap",
};

/** Every word that the view shows or speaks, in English. */
export const english = {
  /** The name of the part that scrolls. */
  region: "Change, line by line",
  summary: (additions: number, deletions: number) => `${count(additions, "addition")}, ${count(deletions, "deletion")}`,
  unchanged: "The text does not change.",
  lineEnds: (before: EolStyle, after: EolStyle) => `Line endings change from ${eolNames[before]} to ${eolNames[after]}.`,
  whiteSpaceOnly: "Only white space changes.",
  normalizationOnly: "The text reads the same: only the encoding of its characters changes.",
  truncated: "This is complete, but coarser than usual because the text is large.",
  /** `kinds` has what {@link english.hazardKind} said of each kind that occurs. */
  hazards: (kinds: readonly string[]) => `Hidden characters: ${kinds.join(", ")}`,
  /** The same where only the text before the change has any. */
  hazardsRemoved: (kinds: readonly string[]) => `Hidden characters removed: ${kinds.join(", ")}`,
  /** How many hazards there are of one kind. */
  hazardKind: (kind: string, many: number) => count(many, hazardNames[kind] ?? kind),
  /** One hazard where it stands: its character, then its kind. */
  hazard: (name: string, kind: string) => `${name}, ${hazardNames[kind] ?? kind}`,
  added: "added",
  removed: "removed",
  noNewline: "no newline at the end",
  terminatorGained: "line break added",
  terminatorLost: "line break removed",
  lineBefore: "Line before",
  lineAfter: "Line after",
  text: "Text",
  textBefore: "Text before",
  textAfter: "Text after",
  /** The button of a folded part; `hazards` counts its lines that have any. */
  fold: (lines: number, hazards: number) =>
    `${count(lines, "unchanged line")}${hazards === 0 ? "" : `, hidden characters in ${hazards}`}`,
  hunk: (number: number, of: number, from: number, to: number) => `Change ${number} of ${of}, ${range(from, to)}`,
  allHunks: "All changes",
  previous: "Previous change",
  next: "Next change",
};

/** What `ApprovalDiff` says; each word may be replaced. */
export type DiffWords = Readonly<typeof english>;
