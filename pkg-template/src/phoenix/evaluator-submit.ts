import { wordsOf } from "../errors.js";
import { attempt, chain, type Maybe } from "../maybe.js";
import type { ApplyResult, ApprovalHandler, EditPermission } from "../types.js";
import type { ClientAction, ClientActionResult } from "./action.js";
import { approvalOutcome, type JsonObject } from "./bind.js";
import { endedAnswer } from "./handler.js";
import { parseInput, type PhoenixOptions, type Setting, settingOf } from "./family.js";

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
  const setting = settingOf(host, options);
  return {
    validate: (input, { toolName }) => parseInput<JsonObject>(setting.say, toolName, input),
    apply: () =>
      attempt(
        () => submit(setting),
        (result): ApplyResult => (result.ok ? { status: "applied", output: result.output } : { status: "failed", errorText: result.error }),
        (thrown): ApplyResult => ({ status: "failed", errorText: wordsOf(thrown) }),
      ),
    toOutput: (outcome) => endedAnswer(setting.say, outcome),
  };
}

/** The same as a client action: its tool answers with what it returns. */
export function createSubmitCodeEvaluatorClientAction(options: PhoenixOptions & { readonly host: EvaluatorSubmitHost }): ClientAction {
  return submitAction(SUBMIT_CODE_EVALUATOR, options);
}

/** The same as a client action: its tool answers with what it returns. */
export function createSubmitLlmEvaluatorClientAction(options: PhoenixOptions & { readonly host: EvaluatorSubmitHost }): ClientAction {
  return submitAction(SUBMIT_LLM_EVALUATOR, options);
}

function submitAction(toolName: string, { host, ...options }: PhoenixOptions & { readonly host: EvaluatorSubmitHost }): ClientAction {
  const setting = settingOf(host, options);
  return async (input) => {
    const parsed = parseInput<JsonObject>(setting.say, toolName, input);
    if (!parsed.ok) return { ok: false, error: parsed.errorText };
    return attempt<ClientActionResult, ClientActionResult>(
      () => submit(setting),
      (result) => result,
      (thrown) => ({ ok: false, error: wordsOf(thrown) }),
    );
  };
}

type Submitted = { readonly ok: true; readonly output: string } | { readonly ok: false; readonly error: string };

function submit({ host, say }: Setting<EvaluatorSubmitHost>): Maybe<Submitted> {
  const told = (output: JsonObject): Submitted => ({ ok: true, output: JSON.stringify(output) });
  if (host.getEditPermission() !== "bypass") {
    return told({ status: "awaiting_user", persisted: false, requiresUserAction: true, message: say("MSG_AWAITING_USER") });
  }
  return chain(host.submit(), (saved) => {
    if (!saved.ok) return { ok: false, error: String(saved.error) };
    const { id, name } = saved.evaluator;
    const marker = approvalOutcome({ decision: "accepted", source: "auto" });
    return told({ status: "saved", persisted: true, acceptedBy: "auto", evaluator: { id, name }, ...marker });
  });
}
