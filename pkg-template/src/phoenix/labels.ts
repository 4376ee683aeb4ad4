import type { JsonValue } from "../types.js";
import { createSay, type PhoenixCode, sayIt } from "./catalogue.js";
import { callCore, jsonIn, must, type Sentence } from "./core.js";
import { PATCH_EXPERIMENT } from "./experiment.js";
import type { PhoenixOptions } from "./family.js";
import { REMOVE_INSTANCE } from "./instance-removal.js";
import { SAVE_PROMPT } from "./save-prompt.js";

/** The state of a call in two words, and how it is coloured. */
export interface StateLabel {
  readonly label: string;
  readonly variant: "success" | "warning" | "danger" | null;
}

/** A tool part of a message. */
export interface ToolPart {
  readonly state: string;
  readonly output?: unknown;
}

const STATES: Readonly<Partial<Record<string, PhoenixCode>>> = {
  "input-streaming": "STATE_PREPARING",
  "input-available": "STATE_AWAITING_APPROVAL",
  "approval-requested": "STATE_AWAITING_APPROVAL",
  "approval-responded": "STATE_APPROVAL_RECEIVED",
  "output-error": "STATE_ERROR",
  "output-denied": "STATE_DENIED",
};

/** Tools whose labels have colours. */
const COLOURED: ReadonlySet<string> = new Set([REMOVE_INSTANCE, SAVE_PROMPT, PATCH_EXPERIMENT]);

export function toolStateLabel(toolName: string, { state, output }: ToolPart, options: PhoenixOptions = {}): StateLabel {
  const say = createSay(options.messages);
  const coloured = (variant: StateLabel["variant"]): StateLabel["variant"] => (COLOURED.has(toolName) ? variant : null);
  const known = STATES[state];
  if (known !== undefined) return { label: say(known), variant: state === "output-error" ? coloured("danger") : null };
  const code = ofOutput(toolName, output);
  return { label: say(code), variant: coloured(code === "STATE_REJECTED" ? "warning" : "success") };
}

function ofOutput(toolName: string, output: unknown): PhoenixCode {
  // Submitting an evaluator's draft answers with its output as JSON text.
  const told = typeof output === "string" ? jsonIn(output) : output;
  const { status, acceptedBy, label } = (typeof told === "object" && told !== null ? told : {}) as Readonly<Record<string, unknown>>;
  if (status === "awaiting_user") return "STATE_AWAITING_USER";
  const auto = acceptedBy === "auto";
  switch (toolName) {
    case PATCH_EXPERIMENT:
      if (status === "no_change") return "STATE_NO_CHANGE";
      if (status === "rejected") return "STATE_REJECTED";
      return auto || acceptedBy === "system" ? "STATE_AUTO_APPLIED" : "STATE_APPLIED";
    case REMOVE_INSTANCE:
      // Only an output that names what was removed is a removal's.
      if (typeof label !== "string") return "STATE_ACCEPTED";
      break;
    case SAVE_PROMPT:
      break;
    default:
      if (status !== "rejected" && acceptedBy === "system") return "STATE_AUTO_APPROVED";
  }
  if (status === "rejected") return "STATE_REJECTED";
  return auto ? "STATE_AUTO_APPROVED" : "STATE_ACCEPTED";
}

/** What the folded row of a call says; an empty text where there is nothing to say. */
export function toolRow(
  toolName: string,
  { input, output }: { readonly input?: unknown; readonly output?: JsonValue | undefined },
  options: PhoenixOptions = {},
): string {
  const row = must(callCore<Sentence | undefined>("row", { tool: toolName, input: input ?? null, output }));
  return row === undefined ? "" : sayIt(createSay(options.messages), row);
}
