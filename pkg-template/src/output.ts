import type { Answering, Registration } from "./call.js";
import type { AnyHandler } from "./handlers.js";
import { readJson } from "./json.js";
import { messages } from "./messages.js";
import type { AnsweredCall, ApprovalSource, JsonValue, Outcome, ToolOutput } from "./types.js";

interface Answered extends AnsweredCall {
  readonly review: boolean;
}

/** Answers in the words of the handler that is found for a call, or in the store's. Never throws. */
export function createAnswering(find: (registration: Registration) => AnyHandler | undefined, onError: (error: unknown) => void): Answering {
  return (registration, content, outcome) => {
    const { toolCallId, toolName, generation, review, sessionId } = registration;
    return answer(find(registration), { toolCallId, toolName, generation, review, sessionId, ...content }, outcome, onError);
  };
}

function answer(handler: AnyHandler | undefined, { review, ...call }: Answered, outcome: Outcome, onError: (error: unknown) => void): ToolOutput {
  try {
    const worded = handler?.toOutput?.(outcome, call);
    const to = { tool: call.toolName, toolCallId: call.toolCallId };
    switch (worded?.state) {
      case undefined:
        break;
      case "output-available":
        return { state: worded.state, ...to, output: readJson(worded.output, "The output").value };
      case "output-error":
        return { state: worded.state, ...to, errorText: String(worded.errorText), ...(worded.outcome === "interrupted" ? { outcome: worded.outcome } : {}) };
      default:
        throw new TypeError("What toOutput returned is no Answer.");
    }
  } catch (thrown) {
    onError(thrown);
  }
  return toolOutput({ review, ...call }, outcome);
}

/** In the store's words, as the AI SDK's `addToolOutput` takes it. */
function toolOutput(call: Answered, outcome: Outcome): ToolOutput {
  const to = { tool: call.toolName, toolCallId: call.toolCallId };
  const error = (errorText: string): ToolOutput => ({ state: "output-error", ...to, errorText });
  switch (outcome.status) {
    case "accepted": {
      const bare = outcome.output === undefined ? messages.done : outcome.output;
      const output = call.review ? reviewed(outcome, call.input) : bare;
      return { state: "output-available", ...to, output };
    }
    case "rejected": {
      const { comment } = outcome;
      const output = {
        status: "rejected",
        message: messages.rejected,
        ...(comment === undefined ? {} : { comment }),
        approval: decision("rejected", "user"),
      };
      return { state: "output-available", ...to, output };
    }
    case "stale":
      return error(messages.stale(outcome.expectedRevision, outcome.liveRevision));
    case "expired":
      return error(messages.expired);
    case "cancelled":
      return error(messages.cancelled[outcome.reason]);
    case "failed":
    case "invalid":
      return error(outcome.errorText);
  }
}

/** An object's keys stand beside ours; `approval` is always ours. */
function reviewed({ approvalSource, output, difference }: Outcome & { readonly status: "accepted" }, input: JsonValue = null): JsonValue {
  return {
    status: "accepted",
    acceptedBy: approvalSource,
    ...payload(output),
    ...(difference === undefined ? {} : { edited: true, input, difference }),
    approval: decision("accepted", approvalSource),
  };
}

function payload(output: JsonValue | undefined): { readonly [key: string]: JsonValue } {
  if (output === undefined) return {};
  if (typeof output === "string") return { message: output };
  return isRecord(output) ? output : { result: output };
}

function isRecord(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function decision(kind: "accepted" | "rejected", source: ApprovalSource): JsonValue {
  return { decision: kind, source };
}
