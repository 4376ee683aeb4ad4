import type { JsonValue } from "countersign";
import * as v from "valibot";
import type { ChatState } from "./chat.ts";

/** What `JSON.parse` made is JSON. */
const json = v.custom<JsonValue>(() => true);
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const callProviderMetadata = v.object({
  phoenix: v.object({ toolExecutionEnvironment: v.literal("client"), outcome: v.exactOptional(v.literal("interrupted")) }),
});
const call = {
  type: v.custom<`tool-${string}`>((type) => typeof type === "string" && type.startsWith("tool-")),
  toolCallId: v.string(),
  input: json,
  callProviderMetadata,
};
const part = v.union([
  v.object({ type: v.literal("step-start") }),
  v.object({ type: v.literal("text"), text: v.string() }),
  v.object({ ...call, state: v.literal("input-available") }),
  v.object({ ...call, state: v.literal("output-available"), output: json }),
  v.object({ ...call, state: v.literal("output-error"), errorText: v.string() }),
]);
const message = v.object({ id: v.string(), role: v.picklist(["user", "assistant"]), parts: v.array(part) });

const output = v.variant("state", [
  v.object({ state: v.literal("output-available"), tool: v.string(), toolCallId: v.string(), output: json }),
  v.object({
    state: v.literal("output-error"),
    tool: v.string(),
    toolCallId: v.string(),
    errorText: v.string(),
    outcome: v.exactOptional(v.literal("interrupted")),
  }),
]);

const stored = v.object({
  version: v.literal(1),
  sessions: v.pipe(v.array(v.object({ id: v.string(), title: v.string(), messages: v.array(message) })), v.minLength(1)),
  activeId: v.string(),
  log: v.array(v.object({ key: v.string(), toolCallId: v.string(), toolName: v.string(), outputs: v.array(output) })),
  counts: v.object({ sessions: count, messages: count, calls: count }),
});

export const writeChat = (state: ChatState): string => JSON.stringify({ version: 1, ...state });

/** Reads what {@link writeChat} wrote, as data from a stranger. Throws when it is not of that form. */
export function readChat(text: string): ChatState {
  const { sessions, activeId, log, counts } = v.parse(stored, JSON.parse(text));
  if (!sessions.some(({ id }) => id === activeId)) throw new Error("The chat that was open is missing.");
  return { sessions, activeId, log, counts };
}
