import { checkTimeout, denied, handlerMissing, notRestored, queueFull } from "../messages.js";
import type { Outcome } from "../types.js";
import type { Sentence } from "./core.js";

const counted = (count: string, one: string, many: string): string => `${count} ${count === "1" ? one : many}`;
const listed = (verb: string) => (...names: readonly string[]): string => `${verb} ${names.join(", ")}`;

/** Every sentence that the agent or a person reads, by code. A host may replace each of them. */
export const phoenixMessages = {
  UNKNOWN_TOOL: (name: string) => `Unknown tool: ${name}`,
  MSG_DEFAULT_SUCCESS: () => "Done.",
  DUPLICATE_TOOL_NAME: (name: string) => `Two tools have the name "${name}".`,
  CAPABILITIES_DISABLED: (...labels: readonly string[]) =>
    ["This tool needs what is switched off in the settings:", ...labels.map((label) => `- ${label}`)].join("\n"),
  INVALID_INPUT: (tool: string) => `The input of ${tool} is not of its shape. Compare it with the tool's schema, then call again.`,
  ANNOTATIONS_MISSING: (tool: string) => `${tool} was called without annotations. Call it again with { "annotations": [ … ] } and at least one of them.`,
  NOT_JSON: (why: string) => `What was given is no JSON: ${why}`,
  UNKNOWN_FUNCTION: (name: string) => `The core has no function "${name}".`,
  NOT_SHOWN: (why: string) => `The prompt can't be shown: ${why}.`,
  NO_TOOL_CALL_CONTEXT: () => "The call came without its id, its session or a way to answer it, so nobody was asked.",
  NOT_MOUNTED: (surface: string) => `The ${surface} is not open. Ask the person to open it, then call again.`,
  NO_SESSION: (what: string) => `There is no chat session to ${what} this in.`,
  NOTHING_TO_WRITE: () => "There is nothing to write any more: the target is as the call wants it.",
  ACTION_FAILED: () => "The tool failed before it was done.",
  APPLY_TIMEOUT: () => "It was accepted, and writing it took too long. Check whether the change is there.",
  APPLY_UNKNOWN: () => "It was accepted, and how that ended is not known. Check whether the change is there.",
  HANDLER_MISSING: () => handlerMissing,
  CHECK_TIMEOUT: () => checkTimeout,
  DENIED: () => denied,
  QUEUE_FULL: () => queueFull,
  NOT_RESTORED: () => notRestored,

  INSTANCE_AMBIGUOUS: (ids: string) => `There is more than one prompt: name one of the instances ${ids}.`,
  INSTANCE_NOT_FOUND: (id: string) => `There is no prompt instance ${id}. Read the prompts again.`,
  PROMPT_NOT_CHAT: () => "The prompt is no chat prompt, so it has no messages to edit.",
  PROMPT_MESSAGE_STATE_MISSING: () => "A message of the prompt can't be read. Read the prompt again in a moment.",
  PROMPT_STALE_AT_PROPOSE: () => "The prompt has changed since you read it. Read it again, then propose again.",
  PROMPT_STALE_AT_ACCEPT: () => "Nothing was changed: the prompt changed while this waited. Read it again, then propose again.",
  MESSAGE_NOT_FOUND: (id: string) => `The prompt has no message ${id}.`,
  ANCHOR_NOT_FOUND: (id: string) => `There is no message ${id} to insert after.`,
  REORDER_NOT_PERMUTATION: () => "A new order must name every message of the prompt once.",
  MSG_PROMPT_EDIT_APPLIED: () => "The person accepted the edit, and the prompt has it.",
  MSG_PROMPT_EDIT_AUTO: () => "The edit was applied without asking, as the person allows.",
  MSG_PROMPT_EDIT_REJECTED: () => "The person rejected the edit. The prompt is as it was.",
  CANCEL_PROMPT_EDIT: () => "Nothing was changed: the prompt editor was closed before the edit was decided.",

  REMOVE_LAST_INSTANCE: () => "The last prompt instance can't be removed.",
  MSG_INSTANCE_REMOVED: () => "The person agreed, and the instance is removed.",
  MSG_INSTANCE_REMOVED_AUTO: () => "The instance was removed without asking, as the person allows.",
  MSG_INSTANCE_REMOVAL_REJECTED: () => "The person rejected the removal. The instance is still there.",
  CANCEL_INSTANCE_REMOVAL: () => "Nothing was removed: the prompt editor was closed before this was decided.",

  TOOLS_STALE: () => "The prompt's tools have changed since you read them. Read them again, then propose again.",
  TOOLS_PROVIDER_CHANGED: () => "Nothing was changed: the prompt's provider changed while this waited. Read the tools again, then propose again.",
  TOOL_NOT_FOUND: (index: string, id: string, instance: string) => `tools[${index}]: instance ${instance} has no tool ${id}.`,
  TOOL_IS_RAW: (index: string, id: string) => `tools[${index}]: tool ${id} is no function, and can't be edited here.`,
  TOOL_UPDATE_AND_DELETE: (index: string, id: string) => `tools[${index}]: tool ${id} is to be changed and deleted at once.`,
  DELETE_TOOL_NOT_FOUND: (id: string, instance: string) => `deleteToolIds: instance ${instance} has no tool ${id}.`,
  MSG_TOOLS_APPLIED: () => "The person accepted the change, and the tools have it.",
  MSG_TOOLS_AUTO: () => "The tools were changed without asking, as the person allows.",
  MSG_TOOLS_REJECTED: () => "The person rejected the change. The tools are as they were: ask what to do differently.",
  CANCEL_TOOLS: () => "Nothing was changed: the playground was closed before the tools were decided.",
  TOOLS_ADDED: listed("added"),
  TOOLS_CHANGED: listed("changed"),
  TOOLS_REMOVED: listed("removed"),
  TOOL_CHOICE_RESET: (name: string) => `reset tool choice from ${name}`,
  TOOL_CHOICE_RENAMED: (name: string) => `forced tool choice now ${name}`,
  TOOLS_SAME: () => "no tool changes",

  NO_DATASET_IN_VIEW: () => "No dataset is open. Ask the person to open one, then call again.",
  NO_SPAN_IN_VIEW: () => "No span is open and none was named. Name spans, or ask the person to open one.",
  MSG_DATASET_REJECTED: () => "The person rejected the change. The dataset is as it was.",
  MSG_ANNOTATION_CONFIG_REJECTED: () => "The person rejected the change. The annotation configs are as they were.",

  MSG_ANNOTATIONS_APPLIED: (count: string) => `${counted(count, "annotation is", "annotations are")} written.`,
  MSG_ANNOTATIONS_REJECTED: () => "The person rejected the annotations. None was written.",
  ANNOTATIONS_APPLY_FAILED: () => "The annotations could not be written.",
  CANCEL_ANNOTATIONS: () => "Nothing was written: the annotations were taken back before they were decided.",

  EXPERIMENT_STALE: () => "Nothing was changed: the experiment changed while this waited. Read it again, then propose again.",
  EXPERIMENT_APPLY_FAILED: () => "The experiment could not be changed.",
  MSG_EXPERIMENT_UPDATED: (name: string) => `The experiment "${name}" is changed.`,
  MSG_EXPERIMENT_REJECTED: (name: string) => `The person rejected the change. The experiment "${name}" is as it was.`,
  MSG_EXPERIMENT_NO_CHANGE: (name: string) => `The experiment "${name}" is so already. Nothing was changed.`,
  CANCEL_EXPERIMENT: () => "Nothing was changed: the change of the experiment was taken back before it was decided.",

  SELECTED_PROMPT: () => "Selected prompt",
  MSG_SAVE_APPROVED: () => "The prompt is saved.",
  MSG_SAVE_REJECTED: () => "The person rejected saving. The prompt is not saved.",
  CANCEL_SAVE: () => "Nothing was saved: the prompt editor was closed before this was decided.",

  LOAD_SELECTION_STALE: () => "Nothing was loaded: another dataset was chosen while this waited. Look again, then propose again.",
  LOAD_TARGET_STALE: () => "Nothing was loaded: the name stands for another dataset or split by now. Look again, then propose again.",
  MSG_LOAD_APPLIED: () => "The dataset is loaded.",
  MSG_LOAD_REJECTED: () => "The person rejected this. The dataset was not loaded.",
  CANCEL_LOAD: () => "Nothing was loaded: the playground was closed before this was decided.",

  LANGUAGE_IMMUTABLE: () => "The language of an evaluator that exists can't be changed.",
  SANDBOX_REQUIRED: (language: string) => `A new evaluator needs a sandbox for ${language}. Set one in the same call.`,
  SANDBOX_UNAVAILABLE: (id: string) => `There is no sandbox "${id}".`,
  SANDBOX_LANGUAGE_MISMATCH: (id: string, language: string, wanted: string) => `The sandbox "${id}" runs ${language}, and the evaluator is in ${wanted}.`,
  EVALUATOR_STALE: () => "Nothing was changed: the draft changed while this waited. Read it again, then propose again.",
  MSG_EVALUATOR_EDIT_APPLIED: (kind: string) => `${kind} evaluator: the person accepted the edit, and the draft has it.`,
  MSG_EVALUATOR_EDIT_AUTO: (kind: string) => `${kind} evaluator: the edit was applied without asking, as the person allows.`,
  MSG_EVALUATOR_EDIT_REJECTED: (kind: string) => `${kind} evaluator: the person rejected the edit. The draft is as it was.`,
  CANCEL_EVALUATOR_EDIT: (kind: string) => `Nothing was changed: the ${kind} evaluator form was closed before the edit was decided.`,
  MSG_AWAITING_USER: () => "The form is ready and nothing is saved yet: the person saves it.",

  CANCEL_ELICITATION: () => "The question was taken back before it was answered.",
  STALE: () => "Nothing was changed: the target changed while this waited. Read it again, then propose again.",
  EXPIRED: () => "Nothing was changed: nobody answered in time.",
  MSG_REJECTED: () => "The person rejected this. Nothing was changed.",
  CANCEL_WRITE: () => "Nothing was changed: the call was taken back before it was decided.",
  ELICITATION_WAITS: () => "Other questions wait for the person. Ask again when they are answered.",
  ELICITATION_REPLACED: () => "Other questions took the place of these before they were answered.",
  NO_QUESTIONS: () => "There is no question to ask: give { \"questions\": [ … ] } with at least one.",
  NOT_ANSWERED: () => "The person has not answered the questions.",
  USER_INTERRUPT_RUNNING: () => "The person stopped this turn while the tool ran. Check whether it was done.",
  USER_INTERRUPT: () => "The person stopped this turn before the call was decided. Nothing was changed.",

  CREATE_DATASET: () => "Create dataset",
  PATCH_DATASET: () => "Edit dataset",
  DELETE_DATASET: () => "Delete dataset",
  ADD_EXAMPLES: () => "Add examples",
  PATCH_EXAMPLES: () => "Edit examples",
  DELETE_EXAMPLES: () => "Delete examples",
  CREATE_SPLIT: () => "Create split",
  SET_SPLITS: () => "Set example splits",
  PATCH_SPLIT: () => "Edit split",
  DELETE_SPLITS: () => "Delete splits",
  CREATE_LABEL: () => "Create label",
  SET_LABELS: () => "Set dataset labels",
  DELETE_LABELS: () => "Delete labels",
  ADD_SPANS: () => "Add span(s) to dataset",
  CREATE_ANNOTATION_CONFIG: () => "Create annotation config",
  REPLACE_ANNOTATION_CONFIG: () => "Replace annotation config",
  NOTE_DELETE_DATASET: () => "The dataset and all its examples are deleted. This can't be undone.",
  NOTE_DELETE_EXAMPLES: () => "The newest version of the dataset loses these examples.",
  NOTE_DELETE_SPLITS: () => "The splits are deleted in every dataset. Their examples stay.",
  NOTE_DELETE_LABELS: () => "The labels are deleted and taken off every dataset.",
  NOTE_REPLACE_ANNOTATION_CONFIG: () => "The whole config is replaced: what is not listed is lost.",

  STATE_PREPARING: () => "Preparing",
  STATE_AWAITING_APPROVAL: () => "Awaiting approval",
  STATE_APPROVAL_RECEIVED: () => "Approval received",
  STATE_ERROR: () => "Error",
  STATE_DENIED: () => "Denied",
  STATE_ACCEPTED: () => "Accepted",
  STATE_AUTO_APPROVED: () => "Auto-approved",
  STATE_APPLIED: () => "Applied",
  STATE_AUTO_APPLIED: () => "Auto-applied",
  STATE_REJECTED: () => "Rejected",
  STATE_NO_CHANGE: () => "No change",
  STATE_AWAITING_USER: () => "Awaiting user",

  ROW_PROPOSED_EDITS: (count: string) => counted(count, "proposed edit", "proposed edits"),
  ROW_PROPOSED_TOOL_CHANGES: (count: string) => counted(count, "proposed tool change", "proposed tool changes"),
  ROW_EXAMPLES: (count: string) => counted(count, "example", "examples"),
  ROW_REMOVE_INSTANCE: (id: string) => `Remove instance ${id}`,
  ROW_INSTANCE_REMOVED: (label: string) => `Removed ${label}`,
  ROW_INSTANCE_REMOVAL_REJECTED: (label: string) => `Removal rejected for ${label}`,
  ROW_PROPOSE_EXPERIMENT_EDIT: () => "Propose experiment edit",
  ROW_EDIT_EXPERIMENT: (name: string) => `Edit experiment "${name}"`,
  ROW_ANNOTATION: (name: string, label: string) => `${name}: ${label}`,
  ROW_PROPOSE_ANNOTATION: (name: string) => `Propose ${name} annotation`,
  ROW_PROPOSE_ANNOTATIONS: (count: string) => `Propose ${counted(count, "annotation", "annotations")}`,

  WORD_PROMPT_EDITOR: () => "playground prompt editor",
  WORD_PLAYGROUND: () => "playground",
  WORD_CODE_FORM: () => "code-evaluator form",
  WORD_LLM_FORM: () => "LLM-evaluator form",
  WORD_PROPOSE: () => "propose",
  WORD_REMOVE: () => "remove",
  WORD_SAVE: () => "save",
  WORD_LOAD: () => "load",
  WORD_ASK: () => "ask",
  WORD_RUN: () => "run",
  WORD_CODE: () => "Code",
  WORD_CODE_WITHIN: () => "code",
  WORD_LLM: () => "LLM",
} as const;

export type PhoenixCode = keyof typeof phoenixMessages;

/** The sentences that a host brings; those that it leaves out are ours. */
export type PhoenixMessages = Readonly<Partial<Record<PhoenixCode, (...params: readonly string[]) => string>>>;

/** A word of the catalogue, which stands in its sentences. */
export interface PhoenixWord {
  readonly word: PhoenixCode;
}

/** Says a code with what stands in it. */
export type Say = (code: PhoenixCode, ...params: readonly (string | number | PhoenixWord)[]) => string;

/** The longest name, id or label that a sentence takes in, in UTF-16 units. */
const LONGEST = 400;

/**
 * A catalogue as a function. A host's sentence that throws, or is no text, is ours instead: whatever the
 * catalogue is, the call is answered.
 */
export function createSay(messages: PhoenixMessages = {}): Say {
  const ours: PhoenixMessages = phoenixMessages;
  const say: Say = (code, ...params) => {
    const given = params.map((param) => shown(typeof param === "object" ? say(param.word) : String(param)));
    try {
      const words: unknown = Object.hasOwn(messages, code) ? messages[code]?.(...given) : undefined;
      if (typeof words === "string") return words;
    } catch {
      // Below.
    }
    return ours[code]?.(...given) ?? code;
  };
  return say;
}

/** What the core says in words; a code that no catalogue has is said as it is. */
export function sayIt(say: Say, { code, params }: Sentence): string {
  return isCode(code) ? say(code, ...params) : [code, ...params].join(" ");
}

/** The codes whose words are the store's. */
const OF_STORE = ["HANDLER_MISSING", "CHECK_TIMEOUT", "DENIED", "QUEUE_FULL", "NOT_RESTORED"] as const;

/** Why a call failed, or was never a question. What the store says of it is said anew; what others say stays. */
export function sayEnded(say: Say, { status, code, errorText }: Extract<Outcome, { readonly errorText: string }>): string {
  const ended = OF_STORE.find((each) => phoenixMessages[each]() === errorText);
  if (ended !== undefined) return say(ended);
  // What the host threw speaks for itself.
  if (status === "invalid" || code.endsWith("_failed")) return errorText;
  return say(code === "apply_timeout" ? "APPLY_TIMEOUT" : "APPLY_UNKNOWN");
}

export function isCode(code: string): code is PhoenixCode {
  return Object.hasOwn(phoenixMessages, code);
}

/** A param is one short run of text: no line of its own, no order of reading of its own, never half a character. */
function shown(param: string): string {
  const plain = param.replaceAll(UNSEEN, "\uFFFD");
  if (plain.length <= LONGEST) return plain;
  return `${plain.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu;
