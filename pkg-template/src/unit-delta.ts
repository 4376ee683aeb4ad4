import { equalUnits } from "./cut.js";
import type { Delta } from "./delta.js";

/** Units below which it takes no longer to send a text than to compare it. */
const WORTH = 16_384;
/** Units below a difference after which the texts are first taken to go on alike. */
const AHEAD = 128;
/** Units that tell where they do. */
const MARK = 48;
/** Fewest units to copy. Fewer may well be equal somewhere else. */
const LEAST = 512;
/** Units that could be sent in the time of one search. */
const SEARCH = 4_096;
/** Searches that may fail before any succeeds, or one after the other. */
const TRIES = 8;

/**
 * What makes `after` of `before`, whatever they are: any units are copied, but no half of a surrogate pair. It
 * does not find all that could be copied: where that takes long, sending is faster.
 */
export function unitDeltaOf(before: string, after: string): Delta {
  const steps: number[] = [];
  let added = "";
  // Where both texts go on, and up to where `after` is made.
  let [from, at, made] = [0, 0, 0];
  let ahead = 0;
  for (let credit = TRIES * SEARCH; credit > 0 && at + ahead + WORTH < after.length; credit -= SEARCH) {
    const [mark, reach] = [at + ahead, 16 * ahead];
    const found = before.slice(from, from + reach + MARK).indexOf(after.slice(mark, mark + MARK));
    const units = found < 0 ? 0 : equalFrom(before, from + found, after, mark);
    if (units < LEAST) {
      credit -= reach >>> 2;
      ahead = ahead === 0 ? AHEAD : 2 * ahead;
      continue;
    }
    const split = Number(isSurrogate(after, mark, LOW));
    const copied = units - split - Number(isSurrogate(after, mark + units - 1, HIGH));
    steps.push(mark + split - made, from + found + split, copied);
    added += after.slice(made, mark + split);
    made = mark + split + copied;
    [at, from] = [made, from + found + split + copied];
    ahead = AHEAD;
    credit = Math.min(credit + units, 4 * TRIES * SEARCH);
  }
  return { added: added + after.slice(made), steps };
}

const HIGH = 0xd800;
const LOW = 0xdc00;

const isSurrogate = (text: string, at: number, kind: number): boolean => (text.charCodeAt(at) & 0xfc00) === kind;

/** How many units are equal from these places on, or a few less. */
function equalFrom(before: string, from: number, after: string, at: number): number {
  const most = Math.min(before.length - from, after.length - at);
  return equalUnits(most, MARK / 4, (start, end) => before.slice(from + start, from + end) === after.slice(at + start, at + end));
}
