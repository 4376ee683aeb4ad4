import { wordsOf } from "../errors.js";
import { attempt, type Maybe } from "../maybe.js";
import type { ApplyResult, ApprovalHandler, EditPermission } from "../types.js";
import { approvalOutcome, type JsonObject } from "./bind.js";
import { parseInput, type PhoenixOptions, settingOf } from "./family.js";

export const SUBMIT_CODE_EVALUATOR = "submit_code_evaluator_draft";
export const SUBMIT_LLM_EVALUATOR = "submit_llm_evaluator_draft";

export interface EvaluatorSubmitHost {
  readonly getEditPermission: () => EditPermission;
  /** Saves the form. Reached in `bypass` alone: else the person does it. */
  readonly submit: () => Maybe<EvaluatorSaved | { readonly ok: false; readonly error: string }>;
}

export interface EvaluatorSaved {
  readonly ok: true;
  readonly evaluator: { readonly id: string; readonly name: string };
}

/**
 * Submitting an evaluator's draft, for tools that are defined with `review: false`: nothing waits. In `manual`
 * the answer says that the person saves the form; in `bypass` it is saved. Both answers are JSON text.
 */
export function evaluatorSubmitHandler(host: EvaluatorSubmitHost, options?: PhoenixOptions): ApprovalHandler<JsonObject> {
  const { say } = settingOf(host, options);
  const told = (output: JsonObject): ApplyResult => ({ status: "applied", output: JSON.stringify(output) });
  return {
    validate: (input, { toolName }) => parseInput<JsonObject>(say, toolName, input),
    apply: () => {
      if (host.getEditPermission() !== "bypass") {
        return told({ status: "awaiting_user", persisted: false, requiresUserAction: true, message: say("MSG_AWAITING_USER") });
      }
      return attempt(
        () => host.submit(),
        (saved): ApplyResult => {
          if (!saved.ok) return { status: "failed", errorText: String(saved.error) };
          const { id, name } = saved.evaluator;
          const marker = approvalOutcome({ decision: "accepted", source: "auto" });
          return told({ status: "saved", persisted: true, acceptedBy: "auto", evaluator: { id, name }, ...marker });
        },
        (thrown): ApplyResult => ({ status: "failed", errorText: wordsOf(thrown) }),
      );
    },
  };
}
