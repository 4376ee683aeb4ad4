import { chain, type Maybe } from "../maybe.js";
import type { ApprovalHandler } from "../types.js";
import type { Bound, Cancel, JsonObject } from "./bind.js";
import type { PhoenixWord } from "./catalogue.js";
import { type Called, callCore, must } from "./core.js";
import { type BindOptions, bindFamily, type ClientAction, type ClientActionOptions, familyAction } from "./action.js";
import { type Family, type PhoenixOptions, refused, type Setting, settingOf } from "./family.js";
import { familyHandler, type FamilyPreview } from "./handler.js";

export const EDIT_CODE_EVALUATOR = "edit_code_evaluator_draft";
export const EDIT_LLM_EVALUATOR = "edit_llm_evaluator_draft";

/** The draft in an evaluator's form. Other keys are shown and kept as they are. */
export type EvaluatorDraft = JsonObject & { readonly mode: "create" | "edit"; readonly evaluatorNodeId: string | null };

export interface EvaluatorEditInput {
  readonly operations: readonly (JsonObject & { readonly type: string })[];
}

/** What an edit's entry holds. */
export interface EvaluatorEdit extends EvaluatorEditInput {
  readonly before: EvaluatorDraft;
  readonly after: EvaluatorDraft;
  /** The draft's revision that was shown. An entry without one is applied to the draft as it is by then. */
  readonly expectedRevision?: string;
}

export interface EvaluatorDraftHost {
  readonly getDraft: () => EvaluatorDraft;
  /** The sandboxes that code can run in, by their ids. */
  readonly getSandboxes?: (() => { readonly [id: string]: { readonly language: string } }) | undefined;
  /** Changes the draft in the form. `after` is what the operations make of it. */
  readonly applyOperations: (operations: EvaluatorEditInput["operations"], after: EvaluatorDraft) => Maybe<{ readonly ok: true } | { readonly ok: false; readonly error: string }>;
}

interface Kind {
  readonly edit: "editCodeDraft" | "editLlmDraft";
  readonly text: "codeDraftText" | "llmDraftText";
  readonly file: string;
  /** As a sentence begins with it, and as it stands within one. */
  readonly name: PhoenixWord;
  readonly within: PhoenixWord;
}

const CODE: Kind = { edit: "editCodeDraft", text: "codeDraftText", file: "code-evaluator", name: { word: "WORD_CODE" }, within: { word: "WORD_CODE_WITHIN" } };
const LLM: Kind = { edit: "editLlmDraft", text: "llmDraftText", file: "llm-evaluator", name: { word: "WORD_LLM" }, within: { word: "WORD_LLM" } };

const revisionNow = ({ host }: Setting<EvaluatorDraftHost>): string => must(callCore("revisionOf", { value: host.getDraft() }));

function familyOf({ edit, text, file, name, within }: Kind): Family<EvaluatorDraftHost, EvaluatorEditInput, EvaluatorEdit> {
  const edited = ({ host }: Setting<EvaluatorDraftHost>, draft: EvaluatorDraft, { operations }: EvaluatorEditInput): Called<EvaluatorDraft> =>
    callCore(edit, { draft, operations, sandboxes: host.getSandboxes?.() ?? {} });
  return {
    stage: (setting, input) => {
      const before = setting.host.getDraft();
      const after = edited(setting, before, input);
      if (!after.ok) return refused(setting.say, after);
      return { ok: true, facts: { before, after: after.value, operations: input.operations, expectedRevision: revisionNow(setting) } };
    },
    texts: ({ before, after }) => ({
      before: must(callCore(text, { draft: before })),
      after: must(callCore(text, { draft: after })),
      fileName: `${file}-${(before.mode === "create" ? null : before.evaluatorNodeId) ?? "draft"}.txt`,
    }),
    apply: (setting, { operations, expectedRevision }, source) => {
      const { host, say } = setting;
      if (expectedRevision !== undefined && revisionNow(setting) !== expectedRevision) return { ok: false, error: say("EVALUATOR_STALE") };
      const after = edited(setting, host.getDraft(), { operations });
      if (!after.ok) return refused(say, after);
      const message = say(source === "auto" ? "MSG_EVALUATOR_EDIT_AUTO" : "MSG_EVALUATOR_EDIT_APPLIED", name);
      return chain(host.applyOperations(operations, after.value), (applied) =>
        applied.ok ? { ok: true, output: { status: "accepted", acceptedBy: source, message } } : { ok: false, error: String(applied.error) },
      );
    },
    rejected: (_, say) => ({ status: "rejected", message: say("MSG_EVALUATOR_EDIT_REJECTED", name) }),
    cancelled: (say) => say("CANCEL_EVALUATOR_EDIT", within),
    stale: (say) => say("EVALUATOR_STALE"),
    readRevision: revisionNow,
  };
}

const code = familyOf(CODE);
const llm = familyOf(LLM);

type OwnedOptions = PhoenixOptions & { readonly ownerKey?: (input: EvaluatorEditInput) => string | undefined };

/** Edits of a code evaluator's draft for an approval store. */
export function codeEvaluatorEditHandler(host: EvaluatorDraftHost, options?: OwnedOptions): ApprovalHandler<EvaluatorEditInput, FamilyPreview<EvaluatorEdit>> {
  return familyHandler(code, host, options);
}

/** Edits of an LLM evaluator's draft for an approval store. */
export function llmEvaluatorEditHandler(host: EvaluatorDraftHost, options?: OwnedOptions): ApprovalHandler<EvaluatorEditInput, FamilyPreview<EvaluatorEdit>> {
  return familyHandler(llm, host, options);
}

/** Edits of a code evaluator's draft for a slice that keeps entries with callbacks. */
export function createEditCodeEvaluatorClientAction(options: ClientActionOptions<EvaluatorDraftHost, EvaluatorEdit>): ClientAction {
  return familyAction(code, EDIT_CODE_EVALUATOR, options);
}

/** Edits of an LLM evaluator's draft for a slice that keeps entries with callbacks. */
export function createEditLlmEvaluatorClientAction(options: ClientActionOptions<EvaluatorDraftHost, EvaluatorEdit>): ClientAction {
  return familyAction(llm, EDIT_LLM_EVALUATOR, options);
}

export function bindPendingCodeEvaluatorEditActions<Pending extends EvaluatorEdit & { readonly toolCallId: string }>(
  options: BindOptions<EvaluatorDraftHost, Pending>,
): Bound<Pending> & Partial<Cancel> {
  return bindFamily(code, EDIT_CODE_EVALUATOR, settingOf(options.host, options), options.pending, options.addToolOutput, options.setPending);
}

export function bindPendingLlmEvaluatorEditActions<Pending extends EvaluatorEdit & { readonly toolCallId: string }>(
  options: BindOptions<EvaluatorDraftHost, Pending>,
): Bound<Pending> & Partial<Cancel> {
  return bindFamily(llm, EDIT_LLM_EVALUATOR, settingOf(options.host, options), options.pending, options.addToolOutput, options.setPending);
}
