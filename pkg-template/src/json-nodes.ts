import { applyJson, diffJson, type Numbers, prettyJson } from "./core/texts.js";
import { CountersignError, wordsOf } from "./errors.js";

/** The layout that this file reads; `src/diff/json/flat.rs` describes it. */
const LAYOUT = 1;
const HEAD = 3;
const SIZE = 12;
const OPEN = 4;
const KINDS = ["added", "removed", "changed", "moved"] as const;

/** A value of one side. */
export interface JsonPlace {
  /** Of an item in its array. */
  readonly index: number;
  /** JSON text of a member's key, or of a row's id; empty for any other item. */
  readonly key: string;
  /** JSON text, as it is written. */
  readonly value: string;
}

/** A value that changed, or, without a kind, one that holds what did. */
export interface JsonNode {
  readonly kind: (typeof KINDS)[number] | undefined;
  readonly depth: number;
  readonly before: JsonPlace | undefined;
  readonly after: JsonPlace | undefined;
}

/** Two JSON texts, compared. */
export interface Comparison {
  readonly truncated: boolean;
  readonly orderOnly: boolean;
  readonly ambiguousIds: boolean;
  readonly nodes: () => readonly JsonNode[];
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
    nodes: () => Array.from({ length: flat[2] ?? 0 }, (_, number) => readNode(before, after, flat, HEAD + SIZE * number)),
    apply: (all, taken) => {
      const flags = Uint8Array.from(all, (change) => Number(taken.has(change)));
      if (flags.filter(Boolean).length !== taken.size) throw new CountersignError("invalid_argument", "A change of another diff was taken.");
      return said(() => applyJson(before, after, id, flags));
    },
  };
}

function readNode(before: string, after: string, flat: Numbers, at: number): JsonNode {
  const kind = flat[at] ?? OPEN;
  return {
    kind: KINDS[kind],
    depth: flat[at + 1] ?? 0,
    before: kind === 0 ? undefined : readPlace(before, flat, at + 2),
    after: kind === 1 ? undefined : readPlace(after, flat, at + 7),
  };
}

function readPlace(text: string, flat: Numbers, at: number): JsonPlace {
  return {
    index: flat[at] ?? 0,
    key: text.slice(flat[at + 1], flat[at + 2]),
    value: text.slice(flat[at + 3], flat[at + 4]),
  };
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
