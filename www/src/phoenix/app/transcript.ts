import type { JsonValue, ToolOutput } from "countersign";

/** A tool call as an agent sent it. */
export interface RecordedCall {
  readonly toolName: string;
  readonly input: unknown;
}

/** A tool call in a message, as the AI SDK has it. */
export interface ToolPart {
  readonly type: `tool-${string}`;
  readonly toolCallId: string;
  readonly state: "input-available" | "output-available" | "output-error";
  readonly input: unknown;
  readonly output?: JsonValue;
  readonly errorText?: string;
  readonly callProviderMetadata: { readonly phoenix: { readonly toolExecutionEnvironment: "client"; readonly outcome?: "interrupted" } };
}

export type Part = { readonly type: "step-start" } | { readonly type: "text"; readonly text: string } | ToolPart;

export interface Message {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly parts: readonly Part[];
}

export const isToolPart = (part: Part): part is ToolPart => part.type.startsWith("tool-");

export const toolNameOf = ({ type }: ToolPart): string => type.slice("tool-".length);

/** The messages with the answer in its part, as the AI SDK writes it there. */
export function withOutput(messages: readonly Message[], output: ToolOutput): readonly Message[] {
  return messages.map((message) =>
    message.parts.some((part) => isToolPart(part) && part.toolCallId === output.toolCallId)
      ? { ...message, parts: message.parts.map((part) => (isToolPart(part) && part.toolCallId === output.toolCallId ? answered(part, output) : part)) }
      : message,
  );
}

function answered({ type, toolCallId, input, callProviderMetadata }: ToolPart, output: ToolOutput): ToolPart {
  const call = { type, toolCallId, input, callProviderMetadata };
  return output.state === "output-available"
    ? { ...call, state: output.state, output: output.output }
    : { ...call, state: output.state, errorText: output.errorText };
}
