import type { Approval } from "countersign";
import { toTextarea } from "../playground/lineEnds.ts";
import type { Operation } from "../playground/operations.ts";
import type { Playground } from "../playground/playground.ts";
import type { EditPromptInput } from "../playground/toolInput.ts";

/** The checked input of a prompt edit. The tool's own validator made it, so it has this form. */
export function editInputOf({ toolName, input }: Approval): EditPromptInput | undefined {
  if (toolName !== "edit_prompt_instance" || input === undefined) return undefined;
  return input as unknown as EditPromptInput;
}

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
