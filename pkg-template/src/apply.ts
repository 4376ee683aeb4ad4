import type { Application } from "./core/protocol.js";
import { wordsOf } from "./errors.js";
import type { AnyHandler } from "./handlers.js";
import { readJson } from "./json.js";
import { attempt, type Maybe } from "./maybe.js";
import { messages } from "./messages.js";
import { readText } from "./text.js";
import type { ApplyContext, ApplyResult, FailureCode } from "./types.js";

/** What a write came to, for the core; with the output as JSON text. */
export interface Applied {
  readonly result: Application;
  readonly output?: string;
}

/** Runs the write, and reads what it says it came to. Never throws. */
export function applyInput(handler: AnyHandler | undefined, input: unknown, context: ApplyContext): Maybe<Applied> {
  return attempt(
    () => {
      if (handler === undefined) throw new Error(messages.invalid.handler_missing);
      return handler.apply(input, context);
    },
    readResult,
    (thrown) => failed("apply_failed", wordsOf(thrown)),
  );
}

function readResult(result: ApplyResult | undefined | void): Applied {
  try {
    if (result === undefined) return { result: { applied: {} } };
    switch (result.status) {
      case "applied":
        return {
          result: { applied: {} },
          ...(result.output === undefined ? {} : { output: readJson(result.output, "The output").text }),
        };
      case "failed":
        return failed("apply_failed", String(result.errorText));
      case "stale":
        return { result: { stale: { liveRevision: readText(result.liveRevision, "liveRevision") } } };
      default:
        throw new TypeError("What apply returned is no ApplyResult.");
    }
  } catch (thrown) {
    return failed("invalid_output", `${wordsOf(thrown)} ${messages.failed.invalid_output}`);
  }
}

function failed(code: FailureCode, errorText: string): Applied {
  return { result: { failed: { code, errorText } } };
}
