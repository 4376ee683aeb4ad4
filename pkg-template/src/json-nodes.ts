import { applyJson, diffJson, type Numbers, prettyJson } from "./core/texts.js";
import { CountersignError, wordsOf } from "./errors.js";

/** The layout that this file reads; `src/diff/json/flat.rs` describes it. */
const LAYOUT = 1;
const HEAD = 3;
const SIZE = 12;
const OPEN = 4;
const KINDS = ["added", "removed", "changed", "moved"] as const;

/** A value of one side, as long as its node is visited. */
export interface JsonPlace {
  /** Of an item in its array. */
  readonly index: number;
  /** JSON text of a member's key, or of a row's id; empty for any other item. */
  readonly key: string;
  /** What the key says. */
  readonly name: string;
  /** JSON text, as it is written. */
  readonly value: string;
}

/** A value that changed, or, without a kind, one that holds what did. */
export type VisitNode = (kind: (typeof KINDS)[number] | undefined, depth: number, before: JsonPlace | undefined, after: JsonPlace | undefined) => void;

/** Two JSON texts, compared. */
export interface Comparison {
  readonly truncated: boolean;
  readonly orderOnly: boolean;
  readonly ambiguousIds: boolean;
  /** From top to bottom, each node below the ones that it is in. */
  readonly visit: (node: VisitNode) => void;
  /** The text of some of the changes, those of `all`, which are in the order of their nodes. */
  readonly apply: <Change>(all: readonly Change[], taken: ReadonlySet<Change>) => string;
}

/** `id` is the JSON text of a path of keys: the texts are compared as tables then. */
export function compareJson(before: string, after: string, id?: string): Comparison {
  const flat = said(() => diffJson(before, after, id));
  if (flat[0] !== LAYOUT) {
    throw new TypeError(`The JSON diff's layout is ${String(flat[0])}, not ${LAYOUT}: the core and this script are of different versions.`);
  }
  const flags = flat[1] ?? 0;
  return {
    truncated: (flags & 1) !== 0,
    orderOnly: (flags & 2) !== 0,
    ambiguousIds: (flags & 4) !== 0,
    visit: (node) => {
      const [old, fresh] = [new Place(before, flat), new Place(after, flat)];
      const end = HEAD + SIZE * (flat[2] ?? 0);
      for (let at = HEAD; at < end; at += SIZE) {
        const kind = flat[at] ?? OPEN;
        old.at = at + 2;
        fresh.at = at + 7;
        node(KINDS[kind], flat[at + 1] ?? 0, kind === 0 ? undefined : old, kind === 1 ? undefined : fresh);
      }
    },
    apply: (all, taken) => {
      const flags = Uint8Array.from(all, (change) => Number(taken.has(change)));
      if (flags.filter(Boolean).length !== taken.size) throw new CountersignError("invalid_argument", "A change of another diff was taken.");
      return said(() => applyJson(before, after, id, flags));
    },
  };
}

class Place implements JsonPlace {
  at = 0;
  readonly #text: string;
  readonly #flat: Numbers;

  constructor(text: string, flat: Numbers) {
    this.#text = text;
    this.#flat = flat;
  }

  get index(): number {
    return this.#flat[this.at] ?? 0;
  }

  get key(): string {
    return this.#slice(1);
  }

  get name(): string {
    const { key } = this;
    return key.includes("\\") ? (JSON.parse(key) as string) : key.slice(1, -1);
  }

  get value(): string {
    return this.#slice(3);
  }

  #slice(from: number): string {
    return this.#text.slice(this.#flat[this.at + from], this.#flat[this.at + from + 1]);
  }
}

/** The text that the value's editor shows: two spaces a level, keys in their order, numbers as written. */
export function displayJson(text: string): string {
  return said(() => prettyJson(text));
}

/** What the core can't read is the caller's. */
function said<Result>(call: () => Result): Result {
  try {
    return call();
  } catch (thrown) {
    throw new CountersignError("invalid_argument", wordsOf(thrown), { cause: thrown });
  }
}
