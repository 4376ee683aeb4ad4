import type { EvaluatorDraftHost, EvaluatorSaved } from "countersign/phoenix";
import { globalId } from "../globalId.ts";
import { type Drafts, type Evaluators, type EvaluatorsState, type Kind, type Saved, sandboxes } from "./evaluators.ts";

/** What edits of the code evaluator's form know and change. */
export const codeDraftHost = (evaluators: Evaluators): EvaluatorDraftHost => ({
  getDraft: () => draftIn(evaluators.get(), "code"),
  getSandboxes: () => sandboxes,
  applyOperations: (_, after) => {
    changeForm(evaluators, { code: { ...draftIn(evaluators.get(), "code"), ...after } });
    return { ok: true };
  },
});

/** What edits of the LLM evaluator's form know and change. */
export const llmDraftHost = (evaluators: Evaluators): EvaluatorDraftHost => ({
  getDraft: () => draftIn(evaluators.get(), "llm"),
  applyOperations: (_, after) => {
    changeForm(evaluators, { llm: { ...draftIn(evaluators.get(), "llm"), ...after } });
    return { ok: true };
  },
});

/** Puts a draft into its form, or closes the form with `null`. */
export function changeForm(evaluators: Evaluators, change: Partial<EvaluatorsState["forms"]>): void {
  evaluators.update((state) => ({ ...state, forms: { ...state.forms, ...change } }));
}

/** Opens the form of a kind, in the place of the one that is open. */
export function openForm<K extends Kind>(evaluators: Evaluators, kind: K, draft: Drafts[K]): void {
  evaluators.update((state) => ({
    ...state,
    forms: { ...state.forms, [kind]: draft },
    openings: { ...state.openings, [kind]: state.openings[kind] + 1 },
  }));
}

/** Saves what is in a form, for the person or for the agent. The form then edits what was saved. */
export function saveForm(evaluators: Evaluators, kind: Kind): EvaluatorSaved | { readonly ok: false; readonly error: string } {
  const state = evaluators.get();
  const { saved, nextNumber } = state;
  const { name, evaluatorNodeId } = draftIn(state, kind);
  if (name.trim() === "") return { ok: false, error: "The evaluator has no name. Nothing was saved." };
  if (saved.some(({ id, draft }) => draft.name === name && id !== evaluatorNodeId)) {
    return { ok: false, error: `There is an evaluator "${name}" already. Nothing was saved.` };
  }
  const id = evaluatorNodeId ?? globalId(kind === "code" ? "CodeEvaluator" : "LLMEvaluator", nextNumber);
  const one: Saved =
    kind === "code" ? { id, kind, draft: asSaved(draftIn(state, kind), id) } : { id, kind, draft: asSaved(draftIn(state, kind), id) };
  evaluators.update(({ forms, ...others }) => ({
    ...others,
    saved: evaluatorNodeId === null ? [...saved, one] : saved.map((other) => (other.id === id ? one : other)),
    forms: { ...forms, [kind]: one.draft },
    nextNumber: nextNumber + 1,
  }));
  return { ok: true, evaluator: { id, name } };
}

const asSaved = <Draft extends Drafts[Kind]>(draft: Draft, evaluatorNodeId: string): Draft => ({ ...draft, mode: "edit", evaluatorNodeId });

function draftIn<K extends Kind>({ forms }: EvaluatorsState, kind: K): Drafts[K] {
  const draft = forms[kind];
  if (draft === null) throw new Error("The form is closed.");
  return draft;
}
