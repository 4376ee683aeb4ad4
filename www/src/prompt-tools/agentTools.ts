import type { ApprovalHandler } from "countersign";
import { defineTool } from "countersign/registry";
import * as v from "valibot";
import { slowly } from "../app/slowly.ts";
import type { PromptTools } from "./promptTools.ts";
import { displayTools, toolsOfPrompt, toolsOwnerKeyOf } from "./toolList.ts";
import { writeTools } from "./toolWrites.ts";

const instanceId = v.pipe(v.number("instanceId must be a number."), v.safeInteger());

export const writePromptToolsInput = v.pipe(
  v.object({
    instanceId,
    expectedRevision: v.string("expectedRevision must be text."),
    tools: v.optional(toolsOfPrompt, []),
    deleteTools: v.optional(v.array(v.string()), []),
  }),
  v.check(({ tools, deleteTools }) => tools.length + deleteTools.length > 0, "There must be something to write or to delete."),
);
export type WritePromptToolsInput = v.InferOutput<typeof writePromptToolsInput>;

const readPromptToolsInput = v.object({ instanceId });
export type ReadPromptToolsInput = v.InferOutput<typeof readPromptToolsInput>;

export const writePromptTools = defineTool({ name: "write_prompt_tools", validate: writePromptToolsInput, rehydratable: true });
export const readPromptTools = defineTool({ name: "read_prompt_tools", validate: readPromptToolsInput, review: false });

/** How proposed tools are shown and written. */
export const writePromptToolsHandler = (lists: PromptTools, writeMs: () => number): ApprovalHandler<WritePromptToolsInput> => ({
  ownerKey: (input) => toolsOwnerKeyOf(input.instanceId),
  expectedRevision: (input) => input.expectedRevision,
  readRevision: (input) => lists.revision(input.instanceId),
  preview: (input) => {
    const { tools } = lists.snapshot(input.instanceId);
    return {
      before: displayTools(tools),
      after: displayTools(writeTools(tools, input)),
      fileName: `prompt-${input.instanceId}-tools.json`,
    };
  },
  apply: (input, { signal }) =>
    slowly(writeMs(), signal, {
      readRevision: () => lists.revision(input.instanceId),
      write: () => {
        const { revision } = lists.apply(input.instanceId, input);
        return { status: "applied", output: { instanceId: input.instanceId, revision } };
      },
    }),
});

/** How the tools are read. Nobody is asked, because nothing changes. */
export const readPromptToolsHandler = (lists: PromptTools): ApprovalHandler<ReadPromptToolsInput> => ({
  apply: (input) => ({ status: "applied", output: JSON.stringify(lists.snapshot(input.instanceId)) }),
});
