import type { Hazard, TextRange } from "../diff.js";

/** A part of a row's text: changed words or not, and inside it plain text and hazards. */
export interface Piece {
  readonly start: number;
  readonly emphasised: boolean;
  readonly parts: readonly Part[];
}

export interface Part {
  readonly text: string;
  /** The kind of the hazard that this part is. */
  readonly hazard?: string;
}

/** A row's text, cut at its emphasis and its hazards. A hazard is never cut: emphasis takes all of it. */
export function piecesOf(text: string, emphasis: readonly TextRange[], hazards: readonly Hazard[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let parts: Part[] = [];
  let start = 0;
  let at = 0;
  let emphasised = false;
  let word = 0;
  let next = 0;
  const flush = (to: boolean): void => {
    if (parts.length > 0) pieces.push({ start, emphasised, parts });
    parts = [];
    start = at;
    emphasised = to;
  };
  while (at < text.length) {
    while ((emphasis[word]?.end ?? Infinity) <= at) word += 1;
    while ((hazards[next]?.end ?? Infinity) <= at) next += 1;
    const range = emphasis[word];
    const hazard = hazards[next];
    const inHazard = hazard !== undefined && hazard.start <= at;
    const end = Math.min(text.length, inHazard ? hazard.end : Math.min(hazard?.start ?? text.length, nextEdge(range, at)));
    const marked = range !== undefined && range.start < end;
    if (marked !== emphasised) flush(marked);
    parts.push({ text: text.slice(at, end), ...(inHazard && { hazard: hazard.kind }) });
    at = end;
  }
  flush(false);
  return pieces;
}

/** Where the emphasis changes next. */
function nextEdge(range: TextRange | undefined, at: number): number {
  if (range === undefined) return Infinity;
  return range.start > at ? range.start : range.end;
}
