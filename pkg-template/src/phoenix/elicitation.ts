import { CLAIM } from "../claim.js";
import { readJson } from "../json.js";
import type { ApprovalHandler, JsonValue, ValidationResult } from "../types.js";
import type { CancelOptions, JsonObject } from "./bind.js";
import { isOver } from "./action.js";
import { createSay, type Say } from "./catalogue.js";
import { type AddToolOutput, availableOutput, createDecision, errorOutput, interruptedOutput } from "./decision.js";
import type { StandaloneTool } from "./dispatch.js";
import type { PhoenixOptions } from "./family.js";
import { cancelledAnswer, cancelledText } from "./handler.js";

export const ASK_USER = "ask_user";

/** Questions that a session waits with; one call at a time. */
export interface PendingElicitation {
  readonly toolCallId: string;
  readonly questions: readonly JsonValue[];
}

export interface BoundElicitation extends PendingElicitation {
  /** Sends the person's answers as they are. Rejects, and answers nothing, where they are no JSON. */
  readonly answer: (output: JsonValue) => Promise<void>;
  /** Takes the questions back. */
  readonly cancel: (options?: CancelOptions) => Promise<void>;
}

export interface BindElicitationOptions extends PhoenixOptions {
  readonly sessionId: string;
  readonly pending: PendingElicitation;
  readonly addToolOutput: AddToolOutput;
  readonly setPendingElicitation: SetPendingElicitation;
}
export type SetPendingElicitation = (sessionId: string, elicitation: PendingElicitation | null) => unknown;

/**
 * Binds questions to their one answer, with the promises of every other entry. A session waits with one set of
 * questions: what was bound for it before is answered with an error, unless it has its answer.
 */
export function bindPendingElicitation(options: BindElicitationOptions): BoundElicitation {
  const { sessionId, pending, addToolOutput, setPendingElicitation } = options;
  const { toolCallId } = pending;
  const say = createSay(options.messages);
  const newest = newestIn(setPendingElicitation);
  const before = newest.get(sessionId);
  const clear = (): unknown => {
    if (newest.get(sessionId) !== replace) return undefined;
    newest.delete(sessionId);
    return setPendingElicitation(sessionId, null);
  };
  const { decide, claim } = createDecision({ toolCallId, toolName: ASK_USER, addToolOutput, place: setPendingElicitation, clear });
  const replace = (): Promise<void> => decide({ decision: "cancel" }, () => errorOutput(ASK_USER, toolCallId, say("ELICITATION_REPLACED")));
  newest.set(sessionId, replace);
  void claim.output.then(() => newest.get(sessionId) === replace && newest.delete(sessionId));
  // What can't be sent can still be sent by its own functions.
  before?.().catch(() => undefined);
  return {
    ...pending,
    answer: async (output) => {
      const { value } = readJson(output, "What was answered");
      await decide({ decision: "answer" }, () => availableOutput(ASK_USER, toolCallId, value));
    },
    cancel: ({ reason = "owner_gone" } = {}) =>
      decide({ decision: "cancel" }, () => interruptedOutput(ASK_USER, toolCallId, cancelledText(say, reason, say("CANCEL_ELICITATION")))),
    ...{ [CLAIM]: claim },
  };
}

/** By the place that questions wait in: how to answer the newest of each session in the place of the person. */
const places = new WeakMap<object, Map<string, () => Promise<void>>>();

function newestIn(place: object): Map<string, () => Promise<void>> {
  const newest = places.get(place) ?? new Map<string, () => Promise<void>>();
  places.set(place, newest);
  return newest;
}

/** The part of Phoenix's store that questions wait in. */
export interface ElicitationStore {
  readonly getState: () => {
    readonly pendingElicitationBySessionId: { readonly [sessionId: string]: { readonly toolCallId: string } | undefined };
    readonly setPendingElicitation: SetPendingElicitation;
  };
}

/**
 * The tool that asks, for the dispatcher: it puts bound questions before the person. While others of the
 * session wait, further ones are refused, so that nothing is taken away from who is about to answer.
 */
export function defineAskUserTool({ agentStore, ...options }: PhoenixOptions & { readonly agentStore: ElicitationStore }): StandaloneTool {
  const say = createSay(options.messages);
  return {
    name: ASK_USER,
    execute: async (input, { toolCall: { toolCallId }, sessionId, addToolOutput }) => {
      const refuse = async (errorText: string): Promise<void> => {
        await addToolOutput(errorOutput(ASK_USER, toolCallId, errorText));
      };
      const asked = readQuestions(say, input);
      if (!asked.ok) return refuse(asked.errorText);
      if (sessionId === null) return refuse(say("NO_SESSION", { word: "WORD_ASK" }));
      const { pendingElicitationBySessionId: all, setPendingElicitation } = agentStore.getState();
      if (isOver(setPendingElicitation, toolCallId, input)) return undefined;
      const waiting = Object.hasOwn(all, sessionId) ? all[sessionId] : undefined;
      if (waiting !== undefined && waiting.toolCallId !== toolCallId) return refuse(say("ELICITATION_WAITS"));
      const pending = { toolCallId, questions: asked.value.questions };
      const bound = bindPendingElicitation({ ...options, sessionId, pending, addToolOutput, setPendingElicitation });
      try {
        setPendingElicitation(sessionId, bound);
      } catch (thrown) {
        await bound.cancel();
        throw thrown;
      }
    },
  };
}

/** The input of a call that asks; with the answers, once the person has given them. */
export type Elicitation = JsonObject & { readonly questions: readonly JsonValue[]; readonly answers?: JsonValue };

export function readQuestions(say: Say, input: unknown): ValidationResult<Elicitation> {
  let value: JsonValue;
  try {
    ({ value } = readJson(input, "The input"));
  } catch {
    return { ok: false, errorText: say("INVALID_INPUT", ASK_USER) };
  }
  const { questions } = (typeof value === "object" && value !== null ? value : {}) as { readonly questions?: JsonValue };
  return Array.isArray(questions) && questions.length > 0 ? { ok: true, value: value as Elicitation } : { ok: false, errorText: say("NO_QUESTIONS") };
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
