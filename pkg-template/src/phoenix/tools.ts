import { ANNOTATION_CONFIG_TOOLS } from "./annotation-configs.js";
import { ANNOTATE_SPANS } from "./annotations.js";
import type { PhoenixWord } from "./catalogue.js";
import { DATASET_TOOLS, type DatasetTool } from "./datasets.js";
import { ASK_USER } from "./elicitation.js";
import { SUBMIT_CODE_EVALUATOR, SUBMIT_LLM_EVALUATOR } from "./evaluator-submit.js";
import { EDIT_CODE_EVALUATOR, EDIT_LLM_EVALUATOR } from "./evaluators.js";
import { PATCH_EXPERIMENT } from "./experiment.js";
import { REMOVE_INSTANCE } from "./instance-removal.js";
import { LOAD_DATASET } from "./load-dataset.js";
import { EDIT_PROMPT } from "./prompt-edit.js";
import { WRITE_TOOLS } from "./prompt-tools.js";
import { SAVE_PROMPT } from "./save-prompt.js";

/** How a tool's card behaves in the transcript. */
export interface ToolUIBehavior {
  readonly autoOpen?: boolean | undefined;
  readonly scrollIntoViewOnMount?: boolean | undefined;
}

/** What the registry knows of a tool whose writes are approved. */
export interface PhoenixTool {
  /** What must be open for it, as a person calls it. */
  readonly surface?: PhoenixWord | undefined;
  /** What needs a session, as a verb; tools without it need none. */
  readonly sessionFor?: PhoenixWord | undefined;
  /** Whether a call that a reload left open may be put before a person again. */
  readonly rehydratable?: boolean | undefined;
  readonly uiBehavior?: ToolUIBehavior | undefined;
  /** The map of Phoenix's store that its entries wait in, and the map's setter. */
  readonly slice?: string | undefined;
  readonly setter?: string | undefined;
  /** `false` for a tool that asks nobody. */
  readonly review?: boolean | undefined;
}

const card: ToolUIBehavior = Object.freeze({ autoOpen: true, scrollIntoViewOnMount: true });
const PROMPT_EDITOR: PhoenixWord = { word: "WORD_PROMPT_EDITOR" };
const PLAYGROUND: PhoenixWord = { word: "WORD_PLAYGROUND" };
const CODE_FORM: PhoenixWord = { word: "WORD_CODE_FORM" };
const LLM_FORM: PhoenixWord = { word: "WORD_LLM_FORM" };
const PROPOSE: PhoenixWord = { word: "WORD_PROPOSE" };

const waits = (slice: string, setter: string, tool: PhoenixTool = {}): PhoenixTool => ({ ...tool, uiBehavior: card, slice: `${slice}ByToolCallId`, setter });

export type PhoenixToolName =
  | typeof EDIT_PROMPT
  | typeof REMOVE_INSTANCE
  | typeof WRITE_TOOLS
  | typeof SAVE_PROMPT
  | typeof LOAD_DATASET
  | typeof EDIT_CODE_EVALUATOR
  | typeof EDIT_LLM_EVALUATOR
  | typeof SUBMIT_CODE_EVALUATOR
  | typeof SUBMIT_LLM_EVALUATOR
  | typeof ANNOTATE_SPANS
  | typeof PATCH_EXPERIMENT
  | (typeof ANNOTATION_CONFIG_TOOLS)[number]
  | DatasetTool
  | typeof ASK_USER;

/** The tools, by name. */
export const PHOENIX_TOOLS: ReadonlyMap<string, PhoenixTool> = new Map<string, PhoenixTool>([
  [EDIT_PROMPT, waits("pendingPromptEdits", "setPendingPromptEdit", { surface: PROMPT_EDITOR, sessionFor: PROPOSE })],
  [REMOVE_INSTANCE, waits("pendingPromptInstanceRemovals", "setPendingPromptInstanceRemoval", { surface: PROMPT_EDITOR, sessionFor: { word: "WORD_REMOVE" } })],
  [WRITE_TOOLS, waits("pendingPromptToolWrites", "setPendingPromptToolWrite", { surface: PLAYGROUND, sessionFor: PROPOSE })],
  [SAVE_PROMPT, waits("pendingSavePrompts", "setPendingSavePrompt", { surface: PROMPT_EDITOR, sessionFor: { word: "WORD_SAVE" } })],
  [LOAD_DATASET, waits("pendingLoadDatasets", "setPendingLoadDataset", { surface: PLAYGROUND, sessionFor: { word: "WORD_LOAD" } })],
  [EDIT_CODE_EVALUATOR, waits("pendingCodeEvaluatorEdits", "setPendingCodeEvaluatorEdit", { surface: CODE_FORM, sessionFor: PROPOSE })],
  [EDIT_LLM_EVALUATOR, waits("pendingLlmEvaluatorEdits", "setPendingLlmEvaluatorEdit", { surface: LLM_FORM, sessionFor: PROPOSE })],
  [SUBMIT_CODE_EVALUATOR, { surface: CODE_FORM, review: false }],
  [SUBMIT_LLM_EVALUATOR, { surface: LLM_FORM, review: false }],
  [ANNOTATE_SPANS, waits("pendingBatchSpanAnnotates", "setPendingBatchSpanAnnotate", { sessionFor: PROPOSE, rehydratable: true })],
  [PATCH_EXPERIMENT, waits("pendingPatchExperiments", "setPendingPatchExperiment", { sessionFor: PROPOSE, rehydratable: true })],
  ...ANNOTATION_CONFIG_TOOLS.map((name) => [name, waits("pendingAnnotationConfigWrites", "setPendingAnnotationConfigWrite", { rehydratable: true })] as const),
  ...Object.keys(DATASET_TOOLS).map((name) => [name, waits("pendingDatasetWrites", "setPendingDatasetWrite")] as const),
  [ASK_USER, { sessionFor: { word: "WORD_ASK" }, rehydratable: true }],
]);

export function isRehydratableAgentTool(name: string): boolean {
  return PHOENIX_TOOLS.get(name)?.rehydratable === true;
}

export function getAgentToolUIBehavior(name: string): ToolUIBehavior | undefined {
  return PHOENIX_TOOLS.get(name)?.uiBehavior;
}
