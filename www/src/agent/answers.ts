import type { ToolOutput } from "countersign";
import type { Role } from "../playground/prompt.ts";

/** An operation as the agent writes it: without ids that only the playground can give. */
export type ProposedOperation =
  | { readonly type: "update_message"; readonly messageId: number; readonly role?: Role; readonly content?: string }
  | {
      readonly type: "insert_message";
      readonly afterMessageId: number | null;
      readonly role: Role;
      readonly content?: string;
    }
  | { readonly type: "delete_message"; readonly messageId: number }
  | { readonly type: "reorder_messages"; readonly messageIds: readonly number[] };

/** The answer to a call that reads, which is JSON text. */
export function answerOf(output: ToolOutput | undefined): string | undefined {
  return output?.state === "output-available" && typeof output.output === "string" ? output.output : undefined;
}
