import type { Approval, JsonValue } from "countersign";
import { toTextarea } from "../playground/lineEnds.ts";
import type { Operation } from "../playground/operations.ts";
import type { Playground } from "../playground/playground.ts";
import { parseEditPrompt, type EditPromptInput } from "../playground/toolInput.ts";

const read = new WeakMap<object, EditPromptInput>();

/** What a call would apply, if it is an edit of a prompt. */
export const editInputOf = ({ toolName, input }: Approval): EditPromptInput | undefined =>
  toolName === "edit_prompt_instance" ? readEdit(input) : undefined;

/** The checked input of a prompt edit. It is read anew: a restored one may have been tampered with. */
export function readEdit(input: JsonValue | undefined): EditPromptInput | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  const known = read.get(input);
  if (known !== undefined) return known;
  const parsed = parseEditPrompt(input, noId);
  if (!parsed.ok) return undefined;
  read.set(input, parsed.value);
  return parsed.value;
}

/** What would be applied had the person changed nothing. */
export function originalEditOf(approval: Approval, playground: Playground): EditPromptInput | undefined {
  const input = editInputOf(approval);
  if (!approval.edited || input === undefined) return input;
  // As the check did at first, with the ids that it gave then.
  const ids = input.operations.flatMap((operation) => (operation.type === "insert_message" ? [operation.messageId] : []));
  const isWhole = ids.length === countInserts(approval.proposed);
  let free = playground.get().lastMessageId;
  // Those of inserts that the person left out are not known any more.
  const parsed = parseEditPrompt(approval.proposed, () => (isWhole ? ids.shift() : undefined) ?? (free += 1));
  return parsed.ok ? parsed.value : input;
}

function countInserts(proposed: JsonValue): number {
  const parsed = parseEditPrompt(proposed, noId);
  return parsed.ok ? parsed.value.operations.filter(({ type }) => type === "insert_message").length : 0;
}

/** A checked input names all its ids. */
const noId = (): number => 0;

export const withOperation = (input: EditPromptInput, index: number, operation: Operation): EditPromptInput => ({
  ...input,
  operations: input.operations.with(index, operation),
});

/** Where the first new content begins to differ from what the prompt holds, in a textarea's units. */
export function firstChange({ instanceId, operations }: EditPromptInput, playground: Playground): number {
  const update = operations.find((operation) => "content" in operation);
  if (update?.type !== "update_message") return 0;
  const prompt = playground.get().prompts.find((known) => known.instanceId === instanceId);
  const message = prompt?.messages.find(({ id }) => id === update.messageId);
  const before = toTextarea(message?.content ?? "");
  const after = toTextarea(update.content ?? "");
  let at = 0;
  while (at < after.length && before[at] === after[at]) at += 1;
  return at;
}
