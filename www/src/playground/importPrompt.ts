import { roles, type Message, type Role } from "./prompt.ts";

export type ImportedMessage = Omit<Message, "id">;

export type Imported =
  | { readonly ok: true; readonly messages: readonly ImportedMessage[]; readonly note: string }
  | { readonly ok: false; readonly errorText: string };

/**
 * Reads a pasted or dropped prompt: a JSON snapshot (an object with `messages`, or the list
 * itself), and any other text as one system message.
 */
export function importPrompt(text: string): Imported {
  if (text.trim() === "") return { ok: false, errorText: "There is nothing to load: the text is empty." };
  const json = parseJson(text);
  if (json === undefined) return plainText(text);
  const list = Array.isArray(json) ? json : isRecord(json) && Object.hasOwn(json, "messages") ? json.messages : undefined;
  if (list === undefined) return plainText(text);
  if (!Array.isArray(list)) return { ok: false, errorText: "messages must be a list. Nothing was loaded." };
  const messages: ImportedMessage[] = [];
  for (const [index, item] of list.entries()) {
    const message = readMessage(item);
    if (typeof message === "string") return { ok: false, errorText: `messages[${index}] ${message} Nothing was loaded.` };
    messages.push(message);
  }
  return { ok: true, messages, note: `Loaded ${messages.length} ${messages.length === 1 ? "message" : "messages"} from JSON.` };
}

function plainText(text: string): Imported {
  const note = /^\s*[[{]/.test(text)
    ? "This is not a JSON snapshot with messages, so it was loaded as one system message of plain text."
    : "Loaded as one system message.";
  return { ok: true, messages: [{ role: "system", content: text }], note };
}

function readMessage(value: unknown): ImportedMessage | string {
  if (!isRecord(value)) return "must be an object with role and content.";
  const role = roleOf(value.role);
  if (role === undefined) return `has no known role: use ${roles.join(", ")} or assistant.`;
  const { content, toolCallId, toolCalls } = value;
  if (content !== undefined && typeof content !== "string") return "has a content that is not text.";
  if (toolCallId !== undefined && typeof toolCallId !== "string") return "has a toolCallId that is not text.";
  if (toolCalls !== undefined && !Array.isArray(toolCalls)) return "has toolCalls that are not a list.";
  return {
    role,
    ...(content !== undefined && { content }),
    ...(toolCallId !== undefined && { toolCallId }),
    ...(toolCalls !== undefined && { toolCalls }),
  };
}

const roleOf = (value: unknown): Role | undefined =>
  value === "assistant" ? "ai" : roles.find((role) => role === value);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
