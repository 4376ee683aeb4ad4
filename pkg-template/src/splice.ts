/**
 * A text as what it has of another one and what it has not. Each step is three numbers of UTF-16 units:
 * how many come from `added`, which goes on where the step before left it; then where in the other text to
 * copy from, and how many. What is copied stands in the order of the other text. What is left of `added`
 * comes last. No step starts or ends within a surrogate pair.
 */
export interface Splice {
  readonly added: string;
  readonly steps: readonly number[];
}

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

/** What makes `after` of `before`. It does not find all that could be copied: where that takes long, sending is faster. */
export function spliceOf(before: string, after: string): Splice {
  const steps: number[] = [];
  let added = "";
  // Where both texts go on, and up to where `after` is made.
  let [from, at, made] = [0, 0, 0];
  let ahead = 0;
  for (let credit = TRIES * SEARCH; credit > 0 && at + ahead + WORTH < after.length; credit -= SEARCH) {
    const [mark, reach] = [at + ahead, 16 * ahead];
    const found = before.slice(from, from + reach + MARK).indexOf(after.slice(mark, mark + MARK));
    const units = found < 0 ? 0 : equalUnits(before, from + found, after, mark);
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

/** How many units are equal from these places on, or a few less: engines compare slices many units at a time. */
function equalUnits(before: string, from: number, after: string, at: number): number {
  const most = Math.min(before.length - from, after.length - at);
  let same = 0;
  let up = true;
  for (let step = 4 * MARK; step >= MARK / 4; step = up ? 2 * step : step >>> 1) {
    up &&= same + step <= most;
    if (same + step <= most && before.slice(from + same, from + same + step) === after.slice(at + same, at + same + step)) same += step;
    else up = false;
  }
  return same;
}
