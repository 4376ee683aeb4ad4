import { equalUnits } from "./cut.js";

/**
 * A text as what it has of another one and what it has not. Each step is three numbers, all in UTF-16 units:
 * how many come from `added`, which goes on where the step before left it; then where in the other text to
 * copy from, and how many. What is copied stands in the order of the other text. What is left of `added`
 * comes last.
 */
export interface Delta {
  readonly added: string;
  readonly steps: readonly number[];
}

/** Fewest units for which it is worth while. */
const WORTH = 4_000;
/** Units that must be equal where two texts are taken to go on alike. */
const ALIKE = 32;
/** Units of the text before in which the first try looks for that; each further try looks in as many more. */
const WINDOW = 1_024;
/** Units that a try costs: it takes about as long as the core needs for them. */
const TRY = 512;
/** Units that can be spent on tries in advance. */
const CREDIT = 8 * TRY;

/**
 * What makes `after` of `before`. Whole lines are copied, each with its terminator; some that could be are
 * not found, where looking for them would cost more than sending them.
 */
export function lineDeltaOf(before: string, after: string): Delta {
  const whole = { added: after, steps: [] };
  if (Math.min(before.length, after.length) < WORTH) return whole;
  const steps: number[] = [];
  let added = "";
  let [next, from, at] = [0, 0, 0];
  let same = equalLines(before, 0, after, 0);
  let tries = 0;
  for (let credit = CREDIT; credit > 0; credit -= TRY) {
    if (same > 0) {
      steps.push(at - next, from, same);
      added += after.slice(next, at);
      [next, from, at] = [at + same, from + same, at + same];
      credit = Math.min(CREDIT, credit + same);
      tries = 0;
    }
    tries += 1;
    // Where much was added, not each line of it is tried.
    at = after.indexOf("\n", at + (tries > 4 ? 32 * tries : 0)) + 1;
    if (at === 0 || at === after.length) break;
    // From the line break above on, so that what is found starts a line.
    from ||= 1;
    const found = before.slice(from - 1, from + tries * WINDOW).indexOf(after.slice(at - 1, at + ALIKE));
    same = found < 0 ? 0 : equalLines(before, from + found, after, at);
    if (same > 0) from += found;
  }
  added += after.slice(next);
  // Putting the text together takes time too.
  return 2 * added.length > after.length ? whole : { added, steps };
}

/** Units of the lines that are equal from these places on. */
function equalLines(before: string, from: number, after: string, at: number): number {
  const most = Math.min(before.length - from, after.length - at);
  const same = equalUnits(most, 64, (start, end) => before.slice(from + start, from + end) === after.slice(at + start, at + end));
  return same === 0 ? 0 : Math.max(0, before.lastIndexOf("\n", from + same - 1) + 1 - from);
}
