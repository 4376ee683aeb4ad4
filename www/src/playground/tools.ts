import { displayPrompt, type ApplyContext, type ApplyResult, type ApprovalHandler, type Preview } from "countersign";
import { defineTool } from "countersign/registry";
import { foldOperations } from "./operations.ts";
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
  apply: (input, context) => {
    const { writeMs } = playground.get();
    return writeMs === 0 ? write(playground, input) : writeSlowly(playground, input, writeMs, context);
  },
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

/** As a server would: the prompt may change meanwhile, and the write may be stopped. */
async function writeSlowly(
  playground: Playground,
  input: EditPromptInput,
  writeMs: number,
  { signal }: ApplyContext,
): Promise<ApplyResult> {
  // In the step in which the person accepted: the revision is the one that was shown.
  const shown = playground.revision(input.instanceId);
  const stopped = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), writeMs);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
  if (stopped) return { status: "failed", errorText: "The person stopped the write before anything was written." };
  const liveRevision = playground.revision(input.instanceId);
  if (liveRevision !== shown) return { status: "stale", liveRevision };
  return write(playground, input);
}
