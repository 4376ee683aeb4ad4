import type { Content } from "./check.js";
import type { CoreOutcome, DraftView, View } from "./core/protocol.js";
import { parseFrozen } from "./json.js";
import { messages } from "./messages.js";
import type { Approval, Draft, JsonPatch, JsonValue, Outcome, ToolOutput } from "./types.js";

/** What never changes of one use of an id. */
export interface Registration {
  readonly toolCallId: string;
  readonly generation: number;
  readonly toolName: string;
  /** One use of the id, the same in all the generations that a rebase gives it. */
  readonly use: object;
  readonly review: boolean;
  readonly proposed: JsonValue;
  readonly sessionId: string | undefined;
  readonly expiresAt: number | undefined;
  /** Calls are shown in this order. */
  readonly order: number;
  /** How this use of the id stands, also when the id has been used again since. */
  latest?: Call;
}

/** Words the one answer of a call. */
export type Answering = (registration: Registration, content: Content | undefined, outcome: Outcome) => ToolOutput;

/** A call as the core reported it last. Never changed: a report makes a new one. */
export class Call {
  readonly registration: Registration;
  readonly view: View;
  readonly content: Content | undefined;
  readonly outcome: Outcome | undefined;
  readonly #answering: Answering;
  #sent: ToolOutput | undefined;
  #wording = false;
  #draft: Draft | undefined;
  #approval: Approval | undefined;

  constructor(registration: Registration, view: View, content: Content | undefined, answering: Answering, previous?: Call) {
    const { state } = view;
    this.registration = registration;
    registration.latest = this;
    this.view = view;
    this.content = content;
    this.outcome = previous?.outcome ?? (state.status === "settled" ? toOutcome(state.outcome) : undefined);
    this.#answering = answering;
    if (previous !== undefined) this.#sent = previous.#sent;
  }

  /**
   * The answer, worded when it is first needed: the host's words may use the store, which must be done with
   * the step that settled the call. `undefined` before, and while it is being worded.
   */
  get sent(): ToolOutput | undefined {
    if (this.#sent !== undefined || this.outcome === undefined || this.#wording) return this.#sent;
    this.#wording = true;
    this.#sent = Object.freeze(this.#answering(this.registration, this.content, this.outcome));
    this.#wording = false;
    return this.#sent;
  }

  get draft(): Draft | undefined {
    const { state } = this.view;
    return (this.#draft ??= state.status === "pending" && state.draft ? toDraft(state.draft) : undefined);
  }

  /** The call as the host sees it, made when it is first looked at. */
  get approval(): Approval {
    return (this.#approval ??= Object.freeze(this.#toApproval()));
  }

  #toApproval(): Approval {
    const sent = (): ToolOutput | undefined => this.sent;
    const { toolCallId, generation, toolName, review, proposed, sessionId, expiresAt } = this.registration;
    const { presented, edited, ownerKey, expectedRevision, state } = this.view;
    // The core's states are the union's members: what a state has not is `undefined` here.
    return {
      toolCallId,
      toolName,
      generation,
      review,
      status: this.outcome?.status ?? state.status,
      proposed,
      input: this.content?.input,
      preview: this.content?.preview,
      draft: this.draft,
      edited,
      presented,
      ownerKey,
      expectedRevision,
      sessionId,
      expiresAt,
      approvalSource: state.status === "applying" ? state.approvalSource : undefined,
      outcome: this.outcome,
      delivery: state.status === "settled" ? state.delivery : undefined,
      get sent() {
        return sent();
      },
    } as Approval;
  }
}

function toDraft(draft: DraftView): Draft {
  const input = parseFrozen(draft.input);
  if (draft.status === "validating") return Object.freeze({ status: "validating", input });
  const { code, errorText = messages.invalid[code] } = draft;
  return Object.freeze({ status: "invalid", input, code, errorText });
}

function toOutcome(outcome: CoreOutcome): Outcome {
  switch (outcome.status) {
    case "accepted": {
      const { output, difference, ...accepted } = outcome;
      return Object.freeze({
        ...accepted,
        edited: difference !== undefined,
        ...(difference === undefined ? {} : { difference: parseFrozen(difference) as JsonPatch }),
        ...(output === undefined ? {} : { output: parseFrozen(output) }),
      });
    }
    case "failed":
      return Object.freeze({ ...outcome, errorText: outcome.errorText ?? messages.failed[outcome.code] });
    case "invalid":
      return Object.freeze({ ...outcome, errorText: outcome.errorText ?? messages.invalid[outcome.code] });
    default:
      return Object.freeze(outcome);
  }
}
