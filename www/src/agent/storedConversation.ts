import type { JsonValue } from "countersign";
import * as v from "valibot";
import { textKinds, type AgentState } from "./conversation.ts";

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const generation = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** What `JSON.parse` made is JSON. */
const json = v.custom<JsonValue>(() => true);

const output = v.variant("state", [
  v.object({ state: v.literal("output-available"), tool: v.string(), toolCallId: v.string(), output: json }),
  v.object({ state: v.literal("output-error"), tool: v.string(), toolCallId: v.string(), errorText: v.string() }),
]);

const entry = v.variant("kind", [
  v.object({ kind: v.picklist(textKinds), text: v.string() }),
  v.object({
    kind: v.literal("call"),
    toolCallId: v.string(),
    generation,
    firstGeneration: generation,
    scriptId: v.exactOptional(v.string()),
  }),
]);

const stored = v.object({
  version: v.literal(1),
  sessionId: v.string(),
  entries: v.array(entry),
  answered: v.array(
    v.object({ toolCallId: v.string(), generation, toolName: v.string(), input: json, outputs: v.array(output) }),
  ),
  counts: v.object({ chats: count, turns: count, calls: count }),
  online: v.boolean(),
  deadlineMs: v.exactOptional(count),
});

/** The conversation as text. The calls themselves are the store's to keep, and a turn ends with its page. */
export function writeConversation(state: AgentState): string {
  const entries = state.entries.map((line) => (line.kind === "call" ? { ...line, settled: undefined } : line));
  // Only a call without an answer may have to be made again.
  const answered = state.answered.map((line) => (line.outputs.length === 0 ? line : { ...line, input: null }));
  return JSON.stringify({ version: 1, ...state, turns: undefined, entries, answered });
}

/** Reads what {@link writeConversation} wrote, as data from a stranger. Throws when it is not of that form. */
export function readConversation(text: string): AgentState {
  const { sessionId, counts, online, deadlineMs, ...kept } = v.parse(stored, JSON.parse(text));
  const entries = kept.entries.map((line, index) => Object.assign(line, { key: `kept-${index}` }));
  const answered = kept.answered.map((line, index) => Object.assign(line, { key: `kept-${index}` }));
  return { sessionId, entries, turns: [], answered, counts, online, deadlineMs };
}
