import type { JsonValue } from "countersign";
import type { JsonObject, PlaygroundTool } from "countersign/phoenix";
import { isObject, textOf } from "../json.ts";

export const providers = [
  { id: "OPENAI", name: "OpenAI" },
  { id: "ANTHROPIC", name: "Anthropic" },
  { id: "GOOGLE", name: "Google" },
  { id: "AWS", name: "AWS" },
] as const;

export const providerName = (provider: string): string => providers.find(({ id }) => id === provider)?.name ?? provider;

export type ReadTool = { readonly ok: true; readonly tool: PlaygroundTool } | { readonly ok: false; readonly errorText: string };

/** The tool that a text in a provider's editor stands for. */
export function readTool(provider: string, text: string, tool: PlaygroundTool): ReadTool {
  const parsed = parse(text);
  if (!parsed.ok) return parsed;
  if (tool.kind === "raw") return { ok: true, tool: { ...tool, raw: parsed.value } };
  const definition = definitionIn(provider, parsed.value);
  if (definition !== undefined) return { ok: true, tool: { ...tool, definition } };
  return { ok: false, errorText: `This is no tool with a name, as ${providerName(provider)} has them.` };
}

function definitionIn(provider: string, value: JsonValue): JsonObject | undefined {
  const body = bodyIn(provider, value);
  const name = textOf(body?.["name"]);
  if (body === undefined || name === undefined || name === "") return undefined;
  const { description, strict } = body;
  const parameters = parametersIn(provider, body);
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(strict === undefined ? {} : { strict }),
  };
}

function bodyIn(provider: string, value: JsonValue): JsonObject | undefined {
  const whole = isObject(value) ? value : {};
  const wrapped = { OPENAI: whole["function"], AWS: whole["toolSpec"] };
  const body = provider in wrapped ? wrapped[provider as keyof typeof wrapped] : whole;
  return isObject(body) ? body : undefined;
}

function parametersIn(provider: string, body: JsonObject): JsonValue | undefined {
  if (provider === "ANTHROPIC") return body["input_schema"];
  if (provider !== "AWS") return body["parameters"];
  const schema = body["inputSchema"];
  return isObject(schema) ? schema["json"] : undefined;
}

function parse(text: string): { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly errorText: string } {
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue };
  } catch (error) {
    return { ok: false, errorText: `This is not JSON. ${error instanceof Error ? error.message : String(error)}` };
  }
}
