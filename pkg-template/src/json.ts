import { CountersignError, wordsOf } from "./errors.js";
import type { JsonValue } from "./types.js";

/** As deep as the core reads. */
const MAX_DEPTH = 512;

/** Shared references make a small object an endless text; no real tool call comes near this. */
const MAX_VALUES = 4_000_000;

/** A JSON text and its frozen value, cut off from whatever it was read from. */
export interface Json {
  readonly text: string;
  readonly value: JsonValue;
}

/**
 * Reads a value as JSON. A property that is `undefined` is absent; anything else that JSON can't
 * say is an error and not silently changed.
 *
 * @throws CountersignError `invalid_argument`, naming the key.
 */
export function readJson(value: unknown, what: string): Json {
  // What a validator hands back is often the very value that it was given.
  const known = typeof value === "object" && value !== null ? texts.get(value) : undefined;
  if (known !== undefined) return { text: known, value: value as JsonValue };
  let left = MAX_VALUES;
  try {
    const text = JSON.stringify(value, function (this: Record<string, unknown>, key: string) {
      // What `toJSON` would make of it is not what was given.
      const item = this[key];
      if ((left -= 1) < 0) throw new TypeError(`it holds more than ${MAX_VALUES} values`);
      if (!isJson(item, key === "" || Array.isArray(this))) throw new TypeError(`${key === "" ? "it" : `\`${key}\``} is ${nameOf(item)}`);
      return item;
    });
    return { text, value: parseFrozen(text) };
  } catch (thrown) {
    // The engine's own recursion may end before our count does.
    const words = thrown instanceof RangeError ? `it is nested deeper than ${MAX_DEPTH} levels` : wordsOf(thrown);
    throw new CountersignError("invalid_argument", `${what} is no JSON: ${words}.`, { cause: thrown });
  }
}

/** Parses JSON text that is known to be right, and freezes all of it. */
export function parseFrozen(text: string): JsonValue {
  // A call's input comes by as it is read, as it is registered and as it is shown, one after the other.
  if (text === last?.text) return last.value;
  const value = freeze(JSON.parse(text) as JsonValue, 0);
  if (typeof value === "object" && value !== null) texts.set(value, text);
  last = { text, value };
  return value;
}

/** The texts of values that are frozen, and so can't differ from them. */
const texts = new WeakMap<object, string>();
let last: Json | undefined;

function freeze(value: JsonValue, depth: number): JsonValue {
  if (typeof value === "object" && value !== null) {
    if (depth === MAX_DEPTH) throw new RangeError();
    for (const item of Object.values(value)) freeze(item, depth + 1);
    Object.freeze(value);
  }
  return value;
}

/** Objects may be of any realm, if they were made by a literal, `JSON.parse` or `Object.create(null)`. */
function isJson(item: unknown, required: boolean): boolean {
  switch (typeof item) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(item);
    case "undefined":
      return !required;
    case "object": {
      if (item === null || Array.isArray(item)) return true;
      const prototype: unknown = Object.getPrototypeOf(item);
      return prototype === null || Object.getPrototypeOf(prototype) === null;
    }
    default:
      return false;
  }
}

function nameOf(item: unknown): string {
  return typeof item === "object" ? Object.prototype.toString.call(item) : typeof item === "number" ? String(item) : `a ${typeof item}`;
}
