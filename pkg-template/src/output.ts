import { messages } from "./messages.js";
import type { ApprovalSource, JsonValue, Outcome, ToolOutput } from "./types.js";

interface Answered {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly review: boolean;
}

/** The answer to a call as the AI SDK's `addToolOutput` takes it. `input` is what was applied. */
export function toolOutput(call: Answered, input: JsonValue | undefined, outcome: Outcome): ToolOutput {
  const to = { tool: call.toolName, toolCallId: call.toolCallId };
  const error = (errorText: string): ToolOutput => ({ state: "output-error", ...to, errorText });
  switch (outcome.status) {
    case "accepted": {
      const bare = outcome.output === undefined ? messages.done : outcome.output;
      const output = call.review ? reviewed(outcome, input) : bare;
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
