import type { JsonValue } from "countersign";
import * as v from "valibot";
import type { PlaygroundState } from "./playground.ts";
import { roles } from "./prompt.ts";

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const message = v.object({
  id: whole,
  role: v.picklist(roles),
  content: v.exactOptional(v.string()),
  toolCallId: v.exactOptional(v.string()),
  /** What `JSON.parse` made is JSON. */
  toolCalls: v.exactOptional(v.array(v.custom<JsonValue>(() => true))),
});

const prompt = v.object({
  instanceId: whole,
  name: v.string(),
  open: v.boolean(),
  dirty: v.boolean(),
  messages: v.pipe(v.array(message), v.check((messages) => areUnique(messages.map(({ id }) => id)))),
});

const stored = v.object({
  version: v.literal(1),
  prompts: v.pipe(v.array(prompt), v.check((prompts) => areUnique(prompts.map(({ instanceId }) => instanceId)))),
  lastMessageId: whole,
  writeMs: whole,
});

const areUnique = (ids: readonly number[]): boolean => new Set(ids).size === ids.length;

export function writePrompts(state: PlaygroundState): string {
  return JSON.stringify({ version: 1, ...state });
}

/** Reads what {@link writePrompts} wrote, as data from a stranger. Throws when it is not of that form. */
export function readPrompts(text: string): PlaygroundState {
  const { prompts, writeMs, lastMessageId } = v.parse(stored, JSON.parse(text));
  const ids = prompts.flatMap(({ messages }) => messages.map(({ id }) => id));
  return { prompts, writeMs, lastMessageId: Math.max(lastMessageId, ...ids) };
}
