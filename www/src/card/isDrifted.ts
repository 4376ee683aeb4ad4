import type { Approval } from "countersign";
import { snapshotOf, type Prompt } from "../playground/prompt.ts";
import { editInputOf } from "./editInput.ts";

/** Whether a waiting change was shown for a prompt that is not what it was then. */
export function isDrifted(approval: Approval, prompts: readonly Prompt[]): boolean {
  if (approval.status !== "pending") return false;
  const index = prompts.findIndex(({ instanceId }) => instanceId === editInputOf(approval)?.instanceId);
  const prompt = prompts[index];
  return prompt !== undefined && snapshotOf(prompt, index).revision !== approval.expectedRevision;
}
