import { CountersignError, wordsOf } from "./errors.js";
import { readJson } from "./json.js";
import type { JsonValue } from "./types.js";
import { isWellFormed } from "./well-formed.js";

/** A JSON text, told apart from a string that is a JSON value itself. Its numbers stay as they are written. */
export class JsonText {
  readonly text: string;

  /** @throws CountersignError `invalid_argument` when it is no string, or no JSON with half a surrogate pair in it. */
  constructor(text: string) {
    if (typeof text !== "string") throw new CountersignError("invalid_argument", `A JSON text must be a string; it is a ${typeof text}.`);
    this.text = isWellFormed(text) ? text : escapeSurrogates(text);
  }
}

/** A JSON value, or the text of one. */
export type JsonSource = JsonValue | JsonText;

export function jsonTextOf(source: JsonSource, what: string): string {
  return source instanceof JsonText ? source.text : readJson(source, what).text;
}

/** The core reads UTF-8, which has no lone surrogates: their escapes mean the same. */
function escapeSurrogates(text: string): string {
  try {
    // In JSON they stand in strings alone, and below no backslash of their own.
    JSON.parse(text);
  } catch (thrown) {
    throw new CountersignError("invalid_argument", `The JSON text is no JSON: ${wordsOf(thrown)}`, { cause: thrown });
  }
  return text.replace(/\p{Surrogate}/gu, (lone) => `\\u${lone.charCodeAt(0).toString(16)}`);
}
