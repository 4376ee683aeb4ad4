import { readPreview } from "./check.js";
import { CountersignError } from "./errors.js";
import type { Preview } from "./preview.js";

/** The version of the wrapping; the core's own state has one too. */
const VERSION = 1;

/** A preview that was kept, and the check that made it. */
export interface KeptPreview {
  readonly toolCallId: string;
  readonly generation: number;
  readonly attempt: number;
  readonly preview: Preview;
}

/** A stored state, read. */
export interface Kept {
  /** The core's own text. */
  readonly core: string;
  readonly previews: readonly KeptPreview[];
  /** Open calls whose own handler is gone with the page. */
  readonly own: readonly string[];
  /** What another version wrote beside it. */
  readonly unknown: Readonly<Record<string, unknown>>;
}

export function writeState({ core, previews, own, unknown }: Kept): string {
  return JSON.stringify({ ...unknown, version: VERSION, core, previews, own });
}

/**
 * Reads a stored state as data from a stranger: all of it, or nothing.
 *
 * @throws CountersignError `invalid_state`
 */
export function readState(text: string): Kept {
  try {
    const { version, core, previews, own = [], ...unknown } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (version !== VERSION || typeof core !== "string" || !Array.isArray(previews) || !isTexts(own)) throw new TypeError("It is of another version.");
    return { core, previews: previews.map(readKept), own, unknown };
  } catch (thrown) {
    throw malformed(thrown);
  }
}

export function malformed(cause: unknown): CountersignError {
  return new CountersignError("invalid_state", "The stored state is malformed, or of another version. Nothing was restored.", { cause });
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function readKept(kept: KeptPreview): KeptPreview {
  const { toolCallId, generation, attempt, preview } = kept;
  if (typeof toolCallId !== "string" || typeof generation !== "number" || typeof attempt !== "number") throw new TypeError("A stored preview names no check.");
  return { toolCallId, generation, attempt, preview: readPreview(preview) };
}
