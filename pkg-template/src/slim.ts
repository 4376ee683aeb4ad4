import { load, loadError, type WasmSource } from "./core/load.js";
import type { Hazard } from "./diff.js";
import { displayPrompt as display, type PromptSnapshot } from "./display.js";
import { CountersignError } from "./errors.js";
import { type Replayed, replayJournal as replay } from "./replay.js";
import { diffJson as jsonDiff, type JsonDiff } from "./json-diff.js";
import type { JsonSource } from "./json-text.js";
import { diffRows as rowsDiff, type RowsDiff, type RowsOptions } from "./rows-diff.js";
import { findHazards as find } from "./hazards.js";
import { createStore } from "./store.js";
import type { ApprovalStore, ApprovalStoreOptions, Journal } from "./types.js";

let loaded = false;
let loading: Promise<void> | undefined;

/**
 * Loads the core from the caller's `countersign/core.wasm`: its bytes, a compiled module, a response,
 * or a promise of one. Later calls change nothing; after a failure it can be called again.
 */
export function init(source: WasmSource | Response | PromiseLike<WasmSource | Response>): Promise<void> {
  loading ??= read(source).catch((thrown: unknown) => {
    loading = undefined;
    throw thrown instanceof CountersignError ? thrown : loadError(thrown);
  });
  return loading;
}

async function read(source: WasmSource | Response | PromiseLike<WasmSource | Response>): Promise<void> {
  const given = await source;
  const wasm = typeof Response === "function" && given instanceof Response ? await bodyOf(given) : given;
  const module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
  // The glue keeps an instance of whatever can be linked: with another file there would be no second try.
  if (!WebAssembly.Module.exports(module).some(({ name }) => name === "core_step")) throw new Error("this is not countersign/core.wasm.");
  load(module);
  loaded = true;
}

async function bodyOf(response: Response): Promise<ArrayBuffer> {
  if (!response.ok) throw new Error(`the server answered ${response.status}.`);
  return response.arrayBuffer();
}

/** Makes the approval state of one agent. Needs {@link init} to have ended. */
export function createApprovalStore(options: ApprovalStoreOptions): ApprovalStore {
  ensureLoaded();
  return createStore(options);
}

/** {@inheritDoc display} */
export function displayPrompt(snapshot: PromptSnapshot): string {
  ensureLoaded();
  return display(snapshot);
}

/** {@inheritDoc replay} */
export function replayJournal(journal: Journal, until?: number): Replayed {
  ensureLoaded();
  return replay(journal, until);
}

/** {@inheritDoc jsonDiff} */
export function diffJson(before: JsonSource, after: JsonSource): JsonDiff {
  ensureLoaded();
  return jsonDiff(before, after);
}

/** {@inheritDoc rowsDiff} */
export function diffRows(before: JsonSource, after: JsonSource, options: RowsOptions): RowsDiff {
  ensureLoaded();
  return rowsDiff(before, after, options);
}

/** {@inheritDoc find} */
export function findHazards(text: string): readonly Hazard[] {
  ensureLoaded();
  return find(text);
}

function ensureLoaded(): void {
  if (!loaded) {
    throw new CountersignError("not_initialised", "countersign/slim is used before its WebAssembly is loaded. Await init(source) first.");
  }
}

export type * from "./diff.js";
export type { PromptSnapshot } from "./display.js";
export type * from "./json-diff.js";
export { type JsonSource, JsonText } from "./json-text.js";
export type * from "./rows-diff.js";
export { CountersignError, type CountersignErrorCode } from "./errors.js";
export type { WasmSource } from "./core/load.js";
export type { Replayed } from "./replay.js";
export type * from "./types.js";
