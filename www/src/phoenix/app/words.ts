import type { JsonValue } from "countersign";
import { PHOENIX_TOOLS, toolStateLabel } from "countersign/phoenix";
import { toolNameOf, type ToolPart } from "./transcript.ts";

/** What the recorded agent says when the person writes on. */
export const reply = "I am a recording, so I can only do what the buttons below say.";

/** What the recorded agent says when every call of its step is answered. */
export function goesOn(step: readonly ToolPart[]): string {
  const [only, ...others] = step;
  if (only === undefined || others.length > 0) return `I have all ${step.length} answers, and go on.`;
  return `${resultOf(only)} I go on.`;
}

function resultOf({ state, output }: ToolPart): string {
  if (state === "output-error") return "That ended with an error, which I have read.";
  const status = textIn(output, "status");
  return status === undefined ? "I have the answer." : `I have the answer: ${status.replace("_", " ")}.`;
}

/** What an answer says, for the person. */
export function answerSentence({ state, errorText, output }: AnsweredPart): string {
  if (state === "output-error") return errorText ?? "";
  return textIn(output, "message") ?? "It is answered.";
}

/** The state of a call in two words. What nobody was asked about is neither accepted nor rejected. */
export function stateOf(part: ToolPart): string {
  const toolName = toolNameOf(part);
  const status = textIn(part.output, "status");
  if (part.state !== "output-available" || PHOENIX_TOOLS.get(toolName)?.slice !== undefined) return toolStateLabel(toolName, part).label;
  return status === undefined ? "Answered" : status.charAt(0).toUpperCase() + status.slice(1).replace("_", " ");
}

/** A member of an output that is a text. Some tools answer with their output as JSON text. */
function textIn(output: JsonValue | undefined, key: "status" | "message"): string | undefined {
  if (typeof output === "string") return output.startsWith("{") ? textIn(parsed(output), key) : undefined;
  const value = typeof output === "object" && output !== null ? (output as Readonly<Record<string, JsonValue>>)[key] : undefined;
  return typeof value === "string" ? value : undefined;
}

function parsed(text: string): JsonValue | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? undefined : (value as JsonValue);
  } catch {
    return undefined;
  }
}

interface AnsweredPart {
  readonly state: string;
  readonly output?: JsonValue;
  readonly errorText?: string;
}
