import { displayPrompt as displayPromptJson } from "./core/glue.js";
import { CountersignError, wordsOf } from "./errors.js";
import { readJson } from "./json.js";
import type { JsonValue } from "./types.js";

/** A chat prompt as an editor holds it. Keys that are not named here are not shown. */
export interface PromptSnapshot {
  readonly messages: readonly {
    readonly role: string;
    readonly content?: string | undefined;
    readonly toolCalls?: readonly JsonValue[] | undefined;
  }[];
}

/**
 * The text that a prompt's editor shows: per message its role, its content and its tool calls. The
 * diff of two of them is what a person would have typed.
 *
 * @throws CountersignError `invalid_argument` when the snapshot is not of that shape.
 */
export function displayPrompt(snapshot: PromptSnapshot): string {
  const { text } = readJson(snapshot, "The prompt snapshot");
  try {
    return displayPromptJson(text);
  } catch (thrown) {
    throw new CountersignError("invalid_argument", wordsOf(thrown), { cause: thrown });
  }
}
