import type { TextDiff } from "../diff.js";

/** The lines of a text, by their 1-based numbers. The text is searched when it is first asked of. */
export class Lines {
  readonly #text: string;
  #found: number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get count(): number {
    return this.#starts.length;
  }

  /** Where a line starts, in UTF-16 units; after the last line, where the text ends. */
  start(line: number): number {
    return this.#starts[line - 1] ?? this.#text.length;
  }

  /** A line without its terminator. A lone `\r` is a part of the line. */
  read(line: number): { readonly text: string; readonly noNewline: boolean } {
    let end = this.start(line + 1);
    const noNewline = this.#text[end - 1] !== "\n";
    if (!noNewline) end -= this.#text[end - 2] === "\r" ? 2 : 1;
    return { text: this.#text.slice(this.start(line), end), noNewline };
  }

  /** The line that a place in the text is on. */
  at(offset: number): number {
    const starts = this.#starts;
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  get #starts(): number[] {
    if (this.#found !== undefined) return this.#found;
    const starts: number[] = [];
    for (let at = 0; at < this.#text.length; ) {
      starts.push(at);
      const end = this.#text.indexOf("\n", at);
      at = end < 0 ? this.#text.length : end + 1;
    }
    return (this.#found = starts);
  }
}

/** The lines of both texts. */
export interface BothLines {
  readonly before: Lines;
  readonly after: Lines;
}

export const linesOf = ({ before, after }: TextDiff): BothLines => ({ before: new Lines(before), after: new Lines(after) });
