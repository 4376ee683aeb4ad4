/** The middle of two texts that start and end with the same lines. */
export interface Middle {
  readonly before: string;
  readonly after: string;
  /** What was cut off above, which both texts have. */
  readonly head: string;
  /** Which ends were cut off: 1 above, 2 below. */
  readonly cut: number;
}

/** Fewest units of the shorter text for which looking for equal ends costs less than it saves. */
const WORTH = 2_000;
/** Equal lines that are left above and below as context, at least. */
const MARGIN = 5;
/** Units of more of them, for the places that hunks may move to. */
const ROOM = 400;

/**
 * Cuts the lines with which both texts start and end, but for a margin: a person's texts are long and
 * an agent's edits are small. Texts with carriage returns are left whole, since their end-of-line
 * style is that of all lines.
 */
export function cutEnds(before: string, after: string): Middle | undefined {
  const shorter = Math.min(before.length, after.length);
  if (shorter < WORTH || before.includes("\r") || after.includes("\r")) return undefined;
  const same = equalUnits(shorter, 64, (from, to) => before.slice(from, to) === after.slice(from, to));
  let head = lineOf(before, same);
  // Every line of the shorter text may be equal: then the ends must not overlap.
  const left = shorter - head;
  const tail = equalUnits(left, 64, (from, to) => fromEnd(before, from, to) === fromEnd(after, from, to));
  let from = before.length - tail;
  for (let lines = 0; lines <= MARGIN; lines += 1) from = before.indexOf("\n", from) + 1 || before.length;
  from = before.indexOf("\n", from + ROOM) + 1 || before.length;
  for (let lines = 0; lines < MARGIN; lines += 1) head = lineOf(before, head - 1);
  head = lineOf(before, head - ROOM);
  const below = before.length - from;
  if (head + below < WORTH) return undefined;
  return {
    before: before.slice(head, from),
    after: after.slice(head, after.length - below),
    head: before.slice(0, head),
    cut: (head > 0 ? 1 : 0) + (below > 0 ? 2 : 0),
  };
}

/** Where the line begins that the unit before `end` belongs to, or ends. */
function lineOf(text: string, end: number): number {
  return end > 0 ? text.lastIndexOf("\n", end - 1) + 1 : 0;
}

function fromEnd(text: string, from: number, to: number): string {
  return text.slice(text.length - to, text.length - from);
}

/** How many units are equal, of `most`, or up to `least` fewer: engines compare slices many units at a time. */
export function equalUnits(most: number, least: number, equal: (from: number, to: number) => boolean): number {
  let at = 0;
  let step = 256;
  for (let down = false; step >= least; ) {
    if (at + step <= most && equal(at, at + step)) at += step;
    else down = true;
    step = down ? step >>> 1 : 2 * step;
  }
  return at;
}
