import type { Hazard, HazardKind, TextDiff } from "../diff.js";
import type { BothLines, Lines } from "./lines.js";
import type { DiffWords } from "./words.js";

/** Hazards by line, as ranges into the line; one that goes on below ends after the line. */
export type LineHazards = ReadonlyMap<number, readonly Hazard[]>;

export interface BothLineHazards {
  readonly before: LineHazards;
  readonly after: LineHazards;
}

const NONE: LineHazards = new Map();

export function hazardsByLine(hazards: TextDiff["hazards"], lines: BothLines): BothLineHazards {
  return {
    before: byLine(hazards.before, lines.before),
    after: byLine(hazards.after, lines.after),
  };
}

function byLine(hazards: readonly Hazard[], lines: Lines): LineHazards {
  if (hazards.length === 0) return NONE;
  const found = new Map<number, Hazard[]>();
  for (const { kind, start, end } of hazards) {
    for (let line = lines.at(start); line > 0 && line <= lines.count && lines.start(line) < end; line += 1) {
      const from = lines.start(line);
      const hazard = { kind, start: Math.max(0, start - from), end: end - from };
      const known = found.get(line);
      if (known === undefined) found.set(line, [hazard]);
      else known.push(hazard);
    }
  }
  return found;
}

/** How many lines of a range have hazards. */
export function hazardLines(hazards: LineHazards, from: number, lines: number): number {
  if (hazards.size === 0) return 0;
  let many = 0;
  for (const line of hazards.keys()) if (line >= from && line < from + lines) many += 1;
  return many;
}

/** The line above the rows: what the new text has, or what only the old one had. */
export function hazardSummary(hazards: TextDiff["hazards"], words: DiffWords): string | undefined {
  const kinds = (list: readonly Hazard[]): readonly string[] => {
    const counts = new Map<HazardKind, number>();
    for (const { kind } of list) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return [...counts].map(([kind, many]) => words.hazardKind(kind, many));
  };
  if (hazards.after.length > 0) return words.hazards(kinds(hazards.after));
  return hazards.before.length > 0 ? words.hazardsRemoved(kinds(hazards.before)) : undefined;
}

/** The short names that Unicode's charts print for characters without a shape. */
const shortNames: Readonly<Record<string, string>> = {
  " ": "SP",
  "\u00a0": "NBSP",
  "\u00ad": "SHY",
  "\u061c": "ALM",
  "\u200b": "ZWSP",
  "\u200c": "ZWNJ",
  "\u200d": "ZWJ",
  "\u200e": "LRM",
  "\u200f": "RLM",
  "\u202a": "LRE",
  "\u202b": "RLE",
  "\u202c": "PDF",
  "\u202d": "LRO",
  "\u202e": "RLO",
  "\u2060": "WJ",
  "\u2066": "LRI",
  "\u2067": "RLI",
  "\u2068": "FSI",
  "\u2069": "PDI",
  "\ufeff": "BOM",
};

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Tag characters spell ASCII text that nobody sees. */
const TAGS = /^[\u{e0020}-\u{e007e}]+$/u;

/** What the badge of a hazard says: `RLO`, `U+0007`, `3 × ZWSP`, `TAG hidden text`. */
export function hazardName(text: string): string {
  if (TAGS.test(text)) return `TAG ${Array.from(text, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000)).join("")}`;
  const characters = Array.from(text);
  const suspects = characters.filter((character) => character > "~" || character < "!");
  const distinct = [...new Set(suspects.length > 0 ? suspects : characters)];
  const name = distinct.slice(0, 3).map((character) => shortNames[character] ?? codePoint(character)).join(" ");
  if (distinct.length > 3) return `${name} …`;
  return distinct.length === 1 && characters.length > 1 && suspects.length === characters.length ? `${characters.length} × ${name}` : name;
}

/** The same with the code point of a character that has a short name. */
export function hazardTitle(text: string): string {
  const name = hazardName(text);
  return Object.hasOwn(shortNames, text) ? `${name} ${codePoint(text)}` : name;
}

/** Whether a reader sees the text of a hazard, as with letters that look like others. */
export const isVisible = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
