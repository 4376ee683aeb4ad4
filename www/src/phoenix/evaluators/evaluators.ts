import type { EvaluatorDraft, JsonObject } from "countersign/phoenix";
import { createState, type State } from "../../app/state.ts";

export type Language = "PYTHON" | "TYPESCRIPT";

interface Common {
  readonly name: string;
  readonly description: string;
  readonly inputMapping: JsonObject;
  readonly testPayload: JsonObject;
  readonly outputConfigs: readonly JsonObject[];
}

export interface CodeFields extends Common {
  readonly language: Language;
  readonly sourceCode: string;
  readonly sandboxConfigId: string | null;
}

export interface LlmFields extends Common {
  readonly includeExplanation: boolean;
  readonly judge: JsonObject;
}

/** The draft in the form of a code evaluator. */
export type CodeDraft = EvaluatorDraft & CodeFields;

/** The draft in the form of an LLM evaluator. */
export type LlmDraft = EvaluatorDraft & LlmFields;

export interface Drafts {
  readonly code: CodeDraft;
  readonly llm: LlmDraft;
}
export type Kind = keyof Drafts;

export type Saved = { readonly [K in Kind]: { readonly id: string; readonly kind: K; readonly draft: Drafts[K] } }[Kind];

/** The evaluators as the server has them, and what is in the forms that are open. */
export interface EvaluatorsState {
  readonly saved: readonly Saved[];
  readonly forms: { readonly [K in Kind]: Drafts[K] | null };
  /** How often the form of a kind was opened. */
  readonly openings: Readonly<Record<Kind, number>>;
  readonly nextNumber: number;
}

export type Evaluators = State<EvaluatorsState>;

export const createEvaluators = (initial: EvaluatorsState): Evaluators => createState(initial);

/** The sandboxes that code can run in. */
export const sandboxes: Readonly<Record<string, { readonly language: Language; readonly name: string }>> = {
  "sandbox-python": { language: "PYTHON", name: "Python 3.12" },
  "sandbox-deno": { language: "TYPESCRIPT", name: "Deno 2" },
};
