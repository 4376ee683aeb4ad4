import { messages } from "./messages.js";
import type { ApprovalSource, JsonValue, Outcome, ToolOutput } from "./types.js";

interface Answered {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly review: boolean;
  readonly input?: JsonValue;
}

/** The answer to a call as the AI SDK's `addToolOutput` takes it. */
export function toolOutput(call: Answered, outcome: Outcome): ToolOutput {
  const to = { tool: call.toolName, toolCallId: call.toolCallId };
  const error = (errorText: string): ToolOutput => ({ state: "output-error", ...to, errorText });
  switch (outcome.status) {
    case "accepted": {
      const bare = outcome.output === undefined ? messages.done : outcome.output;
      const output = call.review ? reviewed(call, outcome) : bare;
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
    case "cancelled":
      return error(messages.cancelled[outcome.reason]);
    case "failed":
    case "invalid":
      return error(outcome.errorText);
  }
}

/** An object's keys stand beside ours; `approval` is always ours. */
function reviewed(call: Answered, outcome: Outcome & { readonly status: "accepted" }): JsonValue {
  const { approvalSource, edited, output } = outcome;
  return {
    status: "accepted",
    acceptedBy: approvalSource,
    ...payload(output),
    ...(edited && call.input !== undefined ? { edited, input: call.input } : {}),
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
