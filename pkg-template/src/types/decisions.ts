import type { Approval } from "./approval.js";
import type { ApprovalHandler } from "./handler.js";
import type { Outcome, ToolOutput } from "./outcome.js";

/** A tool call as the agent makes it; the AI SDK's `toolCall` fits as it is. */
export interface ToolCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

export interface ProposeOptions {
  /** The editor whose closing cancels this call. The handler's own `ownerKey` is used when absent. */
  readonly ownerKey?: string | undefined;
  /** The revision that the agent worked from. The handler's `expectedRevision` is used when absent. */
  readonly expectedRevision?: string;
  /** Milliseconds to wait for a handler to be registered before the call is answered with an error. */
  readonly waitForHandlerMs?: number;
  /** The conversation that the call belongs to. */
  readonly sessionId?: string | undefined;
  /** The agent's turn in it. */
  readonly turnId?: string | undefined;
  /** Milliseconds that a person has to answer; the store's `deadlineMs` when absent. */
  readonly deadlineMs?: number | undefined;
  /** Cancels the call when it is aborted, also before it is registered. */
  readonly signal?: AbortSignal | undefined;
  /**
   * `false` for a call that changes nothing: its handler runs at once and its output is sent as it is.
   * `"always"` for one that a person must see whatever mode, policy or grant there is.
   */
  readonly review?: boolean | "always" | undefined;
  /**
   * The call's own handler, whatever is registered for its tool. After a reload it is missing until the
   * same call is proposed again.
   */
  readonly handler?: ApprovalHandler<unknown> | undefined;
  /** Takes this call's one answer in place of the store's sender, which it is given. */
  readonly onOutput?: CallSender | undefined;
}

/** Sends the answer of one call. As with the store's own, a throw or a rejection leaves it undelivered. */
export type CallSender = (output: ToolOutput, send: (output: ToolOutput) => unknown) => unknown;

/** What a proposal came to. An `invalid` or `stale` call has been answered already. */
export type ProposeResult =
  | { readonly result: "registered"; readonly approval: Approval }
  /** The same call again while it is live: nothing happened, but that a `handler` and an `onOutput` of its own are the new ones. */
  | { readonly result: "repeated"; readonly approval: Approval }
  /** The same call again after it settled: the stored outcome; nothing is sent again. */
  | { readonly result: "alreadySettled"; readonly outcome: Outcome }
  /** The id is live with other content, or its last answer has not been taken yet. Nothing was registered or sent. */
  | { readonly result: "refused"; readonly code: "duplicate_id" | "undelivered"; readonly message: string };

/** What a decision came to. */
export type DecisionResult =
  /** Accepted, and being written. `whenSettled` tells the end. */
  | { readonly result: "applying" }
  /** This decision settled the call. */
  | { readonly result: "settled"; readonly outcome: Outcome }
  /** It was settled before: the stored outcome, and nothing else happened. */
  | { readonly result: "alreadySettled"; readonly outcome: Outcome }
  /** An edit was taken, and is shown or being checked. */
  | { readonly result: "edited" }
  /** The call is shown anew, as its next generation: what it would change has changed. */
  | { readonly result: "rebasing" }
  /** A running write was asked to stop; it settles when it does. */
  | { readonly result: "aborting" }
  | { readonly result: "refused"; readonly code: RefusalCode; readonly message: string };

/**
 * - `stale_generation`: the decision was for an earlier call with this id.
 * - `not_pending`: the call is still being checked.
 * - `already_applying`: the write has begun.
 * - `draft_validating`, `draft_invalid`: an edit is not yet, or not, what would be applied.
 * - `not_head`: under `reviewOrder: "head_only"`, an older call of its session is to be decided first.
 * - `not_divisible`: its handler can't make an input of a part of what is shown.
 * - `handler_missing`: nothing is registered that could write it. Reject and cancel still work.
 */
export type RefusalCode =
  | "stale_generation"
  | "not_pending"
  | "already_applying"
  | "draft_validating"
  | "draft_invalid"
  | "handler_missing"
  | "not_divisible"
  | "not_head";

/**
 * - `duplicate_in_set`: a call is named twice.
 * - `not_presented`: a call that waits was not put before a person, by `present`.
 */
export type SetRefusalCode = "duplicate_in_set" | "not_presented";

/** A call of a set: its id, or its id and the generation that was seen. */
export type CallReference = string | (DecisionOptions & { readonly toolCallId: string });

/** What a decision on a set came to: for each call by itself, or nothing at all was decided. */
export type SetDecisionResult =
  | { readonly result: "decided"; readonly decisions: ReadonlyMap<string, DecisionResult> }
  | { readonly result: "refused"; readonly code: SetRefusalCode; readonly message: string };

export interface DecisionOptions {
  /** The generation that was seen; the current one when absent. */
  readonly generation?: number;
}

export interface CancelOptions extends DecisionOptions {
  /** The agent gets its answer from elsewhere: nothing is sent. Default `false`. */
  readonly answered?: boolean | undefined;
}

export interface AcceptOptions extends DecisionOptions {
  /**
   * What becomes of the call when its target has changed since it was shown: it ends as `stale`, or
   * it is shown anew as by `rebase`. Default `settle`.
   */
  readonly ifStale?: "settle" | "rebase" | undefined;
}

export interface RebaseOptions extends DecisionOptions {
  /** The input as it fits what is there now. Default: the one that was shown. */
  readonly input?: unknown;
}

export interface HydrateOptions {
  /** Milliseconds that a call which was still being checked waits for its handler. Default 0. */
  readonly waitForHandlerMs?: number | undefined;
}
