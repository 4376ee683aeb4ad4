import { loadError } from "./core/load.js";
import type { Hazard } from "./diff.js";
import { displayPrompt as display, type PromptSnapshot } from "./display.js";
import { CountersignError } from "./errors.js";
import { ensureLoaded, warm } from "./inline.js";
import { type Replayed, replayJournal as replay } from "./replay.js";
import { diffJson as jsonDiff, type JsonDiff } from "./json-diff.js";
import type { JsonSource } from "./json-text.js";
import { diffRows as rowsDiff, type RowsDiff, type RowsOptions } from "./rows-diff.js";
import { findHazards as find } from "./hazards.js";
import { createStore } from "./store.js";
import type { ApprovalStore, ApprovalStoreOptions, Journal } from "./types.js";

let warming: Promise<void> | undefined;

/** Loads the core ahead of the first store, off the main thread's critical path. Never needed. */
export function init(): Promise<void> {
  warming ??= warm().catch((thrown: unknown) => {
    warming = undefined;
    throw thrown instanceof CountersignError ? thrown : loadError(thrown);
  });
  return warming;
}

/** Makes the approval state of one agent. The first call loads the core, synchronously. */
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

export type * from "./diff.js";
export type { PromptSnapshot } from "./display.js";
export type * from "./json-diff.js";
export { type JsonSource, JsonText } from "./json-text.js";
export type * from "./rows-diff.js";
export { CountersignError, type CountersignErrorCode } from "./errors.js";
export type { Replayed } from "./replay.js";
export type * from "./types.js";
