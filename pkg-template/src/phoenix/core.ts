import { fromBase64 } from "../base64.js";
import { loadError } from "../core/load.js";
import { parseFrozen, readJson } from "../json.js";
import type { JsonValue } from "../types.js";
import { initSync, phoenix } from "./glue.js";
import { wasmBase64 } from "./wasm-inline.js";

/** What the core says: a code of the catalogue, and what stands in the sentence. */
export interface Sentence {
  readonly code: string;
  readonly params: readonly string[];
}

export type Called<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly sentence: Sentence };

let loaded = false;

/** The families are a module of their own, which apps without them do not carry. */
function ensureLoaded(): void {
  if (loaded) return;
  try {
    initSync({ module: fromBase64(wasmBase64) });
  } catch (thrown) {
    throw loadError(thrown);
  }
  loaded = true;
}

/**
 * Calls a function of the core's families. `T` is what the core's `display::call` returns under that name;
 * it is frozen. Arguments that are no JSON end as `NOT_JSON`.
 */
export function callCore<T>(name: string, args: Readonly<Record<string, unknown>>): Called<T> {
  ensureLoaded();
  try {
    const answer = parseFrozen(phoenix(name, readJson(args, "It").text)) as { readonly ok?: JsonValue; readonly error?: Sentence };
    return answer.error === undefined ? { ok: true, value: answer.ok as T } : { ok: false, sentence: answer.error };
  } catch (thrown) {
    return { ok: false, sentence: { code: "NOT_JSON", params: [thrown instanceof Error ? thrown.message : String(thrown)] } };
  }
}

/** The same where only a fault of the host's own data can fail. */
export function must<T>(called: Called<T>): T {
  if (called.ok) return called.value;
  throw new TypeError([called.sentence.code, ...called.sentence.params].join(": "));
}

/** The JSON that a text is, or else the text. */
export function jsonIn(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
