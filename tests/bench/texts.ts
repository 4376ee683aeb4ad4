/** Texts that are the same in every run: numbers that look random, from a seed. */
export type Random = () => number;

export interface Pair {
  readonly before: string;
  readonly after: string;
}

/** mulberry32: from 0 up to 1. */
export function random(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SYLLABLES = ["ta", "re", "mo", "lin", "sar", "ve", "kon", "dis", "per", "u", "na", "tion", "er", "al", "ing", "ed"];

export function word(next: Random): string {
  return Array.from({ length: 1 + Math.floor(next() * 3) }, () => SYLLABLES[Math.floor(next() * SYLLABLES.length)]).join("");
}

/** About 50 characters, as a prompt has them. */
export function line(next: Random): string {
  return Array.from({ length: 4 + Math.floor(next() * 11) }, () => word(next)).join(" ");
}

export function lines(next: Random, characters: number): string[] {
  const made: string[] = [];
  for (let left = characters; left > 0; left -= (made.at(-1)?.length ?? 0) + 1) made.push(line(next));
  return made;
}

/** A text, and the same after an agent's edit: one line in fifty, at least two of them. */
export function editedPair(seed: number, characters: number): Pair {
  const next = random(seed);
  const before = lines(next, characters);
  const after = [...before];
  for (let left = Math.max(2, before.length / 50); left > 0; left -= 1) {
    const at = Math.floor(next() * after.length);
    const kind = next();
    if (kind < 0.2) after.splice(at, 1);
    else if (kind < 0.4) after.splice(at, 0, line(next));
    else after[at] = editedWords(next, after[at] ?? "", 0.2);
  }
  return { before: text(before), after: text(after) };
}

/** Every line is another one. */
export function rewrittenPair(seed: number, count: number): Pair {
  const next = random(seed);
  const side = (): string => text(Array.from({ length: count }, () => line(next)));
  return { before: side(), after: side() };
}

/** One line, with a share of its words changed. */
export function longLinePair(seed: number, characters: number, share: number): Pair {
  const next = random(seed);
  const before = lines(next, characters).join(" ");
  return { before, after: editedWords(next, before, share) };
}

function editedWords(next: Random, text: string, share: number): string {
  return text.split(" ").map((old) => (next() < share ? `${old}${word(next)}` : old)).join(" ");
}

const text = (lines: readonly string[]): string => `${lines.join("\n")}\n`;
