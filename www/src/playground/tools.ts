import { displayPrompt, type ApplyResult, type ApprovalHandler, type Preview } from "countersign";
import { defineTool } from "countersign/registry";
import { slowly } from "../app/slowly.ts";
import { foldOperations } from "./operations.ts";
import { partOfEdit } from "./partOfEdit.ts";
import type { Playground } from "./playground.ts";
import { ownerKeyOf } from "./prompt.ts";
import { parseEditPrompt, parseReadPrompt, type EditPromptInput, type ReadPromptInput } from "./toolInput.ts";

/** The two tools that the agent may call, with the check of their inputs. */
export const createTools = (playground: Playground) => ({
  editPrompt: defineTool({
    name: "edit_prompt_instance",
    validate: (input) => parseEditPrompt(input, playground.takeMessageId),
    rehydratable: true,
  }),
  readPrompt: defineTool({ name: "read_prompt_instance", validate: parseReadPrompt, review: false }),
});

export type PlaygroundTools = ReturnType<typeof createTools>;

/** How a proposed edit is shown and written. */
export const editPromptHandler = (playground: Playground): ApprovalHandler<EditPromptInput> => ({
  ownerKey: (input) => ownerKeyOf(input.instanceId),
  expectedRevision: (input) => input.expectedRevision,
  readRevision: (input) => playground.revision(input.instanceId),
  preview: (input): Preview => {
    const now = playground.snapshot(input.instanceId);
    return {
      before: displayPrompt(now),
      after: displayPrompt({ ...now, messages: foldOperations(now.messages, input.operations) }),
      fileName: `playground-instance-${input.instanceId}.txt`,
    };
  },
  fromDisplay: (text, input) => ({
    ...input,
    operations: partOfEdit(text, playground.snapshot(input.instanceId), input.operations),
  }),
  apply: (input, { signal }) =>
    slowly(playground.get().writeMs, signal, {
      readRevision: () => playground.revision(input.instanceId),
      write: () => write(playground, input),
    }),
});

/** How a prompt is read. Nobody is asked, because nothing changes. */
export const readPromptHandler = (playground: Playground): ApprovalHandler<ReadPromptInput> => ({
  apply: (input) => ({
    status: "applied",
    output: JSON.stringify(playground.snapshot(input.instanceId), null, 2),
  }),
});

function write(playground: Playground, { instanceId, operations }: EditPromptInput): ApplyResult {
  const { label, revision } = playground.apply(instanceId, operations);
  return { status: "applied", output: { instanceId, label, revision } };
}
