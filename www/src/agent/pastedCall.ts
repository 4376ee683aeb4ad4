import type { NewCall } from "./agent.ts";

export type PastedCall =
  | { readonly ok: true; readonly call: NewCall }
  | { readonly ok: false; readonly toolName: string; readonly errorText: string };

/**
 * Reads a tool call that a person pasted: `{toolCallId?, toolName, input}`, or the form with
 * `{id?, function: {name, arguments}}` whose arguments are JSON text.
 */
export function readPastedCall(text: string): PastedCall {
  const parsed = parse(text, "The call");
  if (!parsed.ok) return { ...parsed, toolName: "unreadable" };
  const value = parsed.value;
  if (!isRecord(value)) return wrong("unreadable", "The call must be an object with toolName and input.");
  return isRecord(value.function) ? readFunctionCall(value, value.function) : readToolCall(value);
}

function readToolCall(value: Fields): PastedCall {
  const { toolName, toolCallId } = value;
  if (typeof toolName !== "string" || toolName === "") {
    return wrong("unreadable", "The call must name its tool: toolName is missing or not text.");
  }
  if (!Object.hasOwn(value, "input")) return wrong(toolName, "The call has no input.");
  return withId({ toolName, input: value.input }, toolCallId);
}

function readFunctionCall(value: Fields, { name, arguments: text }: Fields): PastedCall {
  if (typeof name !== "string" || name === "") return wrong("unreadable", "function.name is missing or not text.");
  if (typeof text !== "string") return wrong(name, "function.arguments must be JSON text.");
  const input = parse(text, "function.arguments");
  return input.ok ? withId({ toolName: name, input: input.value }, value.id) : { ...input, toolName: name };
}

function withId(call: NewCall, id: unknown): PastedCall {
  if (id === undefined) return { ok: true, call };
  if (typeof id !== "string" || id === "") return wrong(call.toolName, "The id of the call must be text.");
  return { ok: true, call: { ...call, toolCallId: id } };
}

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const wrong = (toolName: string, errorText: string): PastedCall => ({ ok: false, toolName, errorText });

function parse(text: string, what: string): { ok: true; value: unknown } | { ok: false; errorText: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { ok: false, errorText: `${what} is not valid JSON. ${detail}` };
  }
}
