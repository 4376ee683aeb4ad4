import type { ApprovalHandler, JsonValue, ValidationResult } from "../types.js";
import type { JsonObject } from "./bind.js";
import { createSay, type Say } from "./catalogue.js";
import { type AddToolOutput, availableOutput, createDecision, interruptedOutput } from "./decision.js";
import type { PhoenixOptions } from "./family.js";
import { cancelledAnswer } from "./handler.js";

export const ASK_USER = "ask_user";

/** Questions that a session waits with; one call at a time. */
export interface PendingElicitation {
  readonly toolCallId: string;
  readonly questions: readonly JsonValue[];
}

export interface BoundElicitation extends PendingElicitation {
  /** Sends the person's answers as they are. */
  readonly answer: (output: JsonValue) => Promise<void>;
  /** Takes the questions back. */
  readonly cancel: () => Promise<void>;
}

export interface BindElicitationOptions extends PhoenixOptions {
  readonly sessionId: string;
  readonly pending: PendingElicitation;
  readonly addToolOutput: AddToolOutput;
  readonly setPendingElicitation: SetPendingElicitation;
}
export type SetPendingElicitation = (sessionId: string, elicitation: PendingElicitation | null) => unknown;

/** Binds questions to their one answer, with the promises of every other entry. */
export function bindPendingElicitation(options: BindElicitationOptions): BoundElicitation {
  const { sessionId, pending, addToolOutput, setPendingElicitation } = options;
  const { toolCallId } = pending;
  const clear = (): unknown => setPendingElicitation(sessionId, null);
  const decide = createDecision({ toolCallId, toolName: ASK_USER, addToolOutput, place: setPendingElicitation, clear });
  const cancelled = createSay(options.messages)("CANCEL_ELICITATION");
  return {
    ...pending,
    answer: (output) => decide(() => availableOutput(ASK_USER, toolCallId, output)),
    cancel: () => decide(() => interruptedOutput(ASK_USER, toolCallId, cancelled)),
  };
}

/** The input of a call that asks; with the answers, once the person has given them. */
export type Elicitation = JsonObject & { readonly questions: readonly JsonValue[]; readonly answers?: JsonValue };

export function readQuestions(say: Say, input: unknown): ValidationResult<Elicitation> {
  const asks = typeof input === "object" && input !== null && Object.hasOwn(input, "questions");
  const questions: unknown = asks ? Reflect.get(input, "questions") : undefined;
  return Array.isArray(questions) && questions.length > 0 ? { ok: true, value: input as Elicitation } : { ok: false, errorText: say("NO_QUESTIONS") };
}

/**
 * Questions for an approval store. The person answers by `store.edit(id, { ...input, answers })` and then
 * `accept`; the answers are sent as they are. Nobody else answers for a person, whatever the mode.
 */
export function elicitationHandler(options: PhoenixOptions = {}): ApprovalHandler<Elicitation> {
  const say = createSay(options.messages);
  return {
    validate: (input) => readQuestions(say, input),
    policy: () => "manual",
    preview: ({ questions }) => ({ before: "", after: JSON.stringify(questions, undefined, 2) }),
    apply: ({ answers }) => (answers === undefined ? { status: "failed", errorText: say("NOT_ANSWERED") } : { status: "applied", output: answers }),
    toOutput: (outcome) => {
      if (outcome.status === "accepted" && outcome.output !== undefined) return { state: "output-available", output: outcome.output };
      return outcome.status === "cancelled" ? cancelledAnswer(say, outcome.reason, say("CANCEL_ELICITATION")) : undefined;
    },
  };
}
