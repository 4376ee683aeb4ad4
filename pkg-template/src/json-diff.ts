import type { TextDiff } from "./diff.js";
import { type Comparison, compareJson, displayJson, type JsonPlace } from "./json-nodes.js";
import { type JsonSource, jsonTextOf } from "./json-text.js";
import { createTextDiff } from "./text-diff.js";

/** Keys and indexes from the whole value down to one inside it. */
export type JsonPath = readonly (string | number)[];

/** One change of a value, which can be taken without the others. */
export interface JsonChange {
  /** A `moved` item of an array is equal, or has the same `id`, `key` or `name`; what changed in it follows. */
  readonly kind: "added" | "removed" | "changed" | "moved";
  /** Where the value stands after, or, when it was removed, where it stood before. */
  readonly path: JsonPath;
  /** The same as a JSON Pointer (RFC 6901). */
  readonly pointer: string;
  /** Where the value stood before; absent when it was added. */
  readonly beforePath?: JsonPath;
  /** The value before as JSON text, as it is written; absent when it was added. */
  readonly before?: string;
  /** The value after as JSON text; absent when it was removed. */
  readonly after?: string;
}

/** The difference of two JSON values. */
export interface JsonDiff {
  /** The JSON texts that were compared. */
  readonly before: string;
  readonly after: string;
  /** By value: the order of keys and the spelling of numbers and strings do not count. From top to bottom. */
  readonly changes: readonly JsonChange[];
  /** No value changed, but keys stand in another order. */
  readonly orderOnly: boolean;
  /** The lines that differ as the value's editor shows it. */
  readonly text: TextDiff;
  /** The diff is correct but coarser than usual, because the input is too large to do better in bounded work. */
  readonly truncated: boolean;
  /** The display text with some of the changes: all of them give that of `after`, none that of `before`. */
  readonly apply: (taken: Iterable<JsonChange>) => string;
}

/**
 * Compares two JSON values, or texts given as `new JsonText(text)`, whose numbers stay exact.
 *
 * @throws CountersignError `invalid_argument` when one of them is no JSON.
 */
export function diffJson(beforeSource: JsonSource, afterSource: JsonSource): JsonDiff {
  const before = jsonTextOf(beforeSource, "The value before");
  const after = jsonTextOf(afterSource, "The value after");
  const { truncated, orderOnly, visit, apply } = compareJson(before, after);
  let changes: readonly JsonChange[] | undefined;
  let text: TextDiff | undefined;
  const diff: JsonDiff = {
    before,
    after,
    orderOnly,
    truncated,
    get changes() {
      return (changes ??= readChanges(visit));
    },
    get text() {
      return (text ??= createTextDiff({ before: displayJson(before), after: displayJson(after) }));
    },
    apply: (taken) => apply(diff.changes, new Set(taken)),
  };
  return Object.freeze(diff);
}

/** A place on the way down. */
interface Here {
  readonly path: JsonPath;
  readonly pointer: string;
}

/** The first value, at depth 0, is the whole one. */
const TOP: Here = { path: Object.freeze([]), pointer: "" };

function readChanges(visit: Comparison["visit"]): readonly JsonChange[] {
  const changes: JsonChange[] = [];
  // By depth. Where a value stands at the same place on both sides, so do those in it that have not moved.
  const olds: Here[] = [];
  const news: Here[] = [];
  visit((kind, depth, before, after) => {
    const [oldAbove, newAbove] = [olds[depth - 1], news[depth - 1]];
    const old = before && (olds[depth] = below(oldAbove, before));
    const stays = after && old !== undefined && oldAbove === newAbove && old.path.at(-1) === stepOf(after);
    const fresh = after && (news[depth] = stays ? old : below(newAbove, after));
    if (kind === undefined) return;
    const { path, pointer } = fresh ?? old ?? TOP;
    const change: { -readonly [Key in keyof JsonChange]: JsonChange[Key] } = { kind, path, pointer };
    if (before !== undefined && old !== undefined) {
      change.beforePath = old.path;
      change.before = before.value;
    }
    if (after !== undefined) change.after = after.value;
    changes.push(Object.freeze(change));
  });
  return Object.freeze(changes);
}

function below(above: Here | undefined, place: JsonPlace): Here {
  if (above === undefined) return TOP;
  const step = stepOf(place);
  const token = typeof step === "string" && /[~/]/.test(step) ? step.replaceAll("~", "~0").replaceAll("/", "~1") : step;
  return { path: Object.freeze([...above.path, step]), pointer: `${above.pointer}/${token}` };
}

const stepOf = (place: JsonPlace): string | number => (place.key === "" ? place.index : place.name);
