import type { TextDiff } from "../diff.js";
import type { Journal, TimelineEntry } from "./journal.js";
import type { Preview } from "../preview.js";
import type { Approval, ApprovalSnapshot } from "./approval.js";
import type { AcceptOptions, CallReference, CancelOptions, DecisionOptions, DecisionResult, HydrateOptions, ProposeOptions, ProposeResult, RebaseOptions, SetDecisionResult, ToolCall } from "./decisions.js";
import type { ApprovalHandler } from "./handler.js";
import type { JsonValue } from "./json.js";
import type { Grant, GrantRequest } from "./grants.js";
import type { EditPermission } from "./modes.js";
import type { InvalidCode, Outcome, ToolOutput } from "./outcome.js";

export interface ApprovalEvents {
  /** A call was registered and is being checked. */
  proposed: Approval;
  /** A call waits for a person. */
  pending: Approval;
  presented: Approval;
  /** Its draft or effective input changed. */
  edited: Approval;
  /** It is checked and shown anew, as its next generation. */
  rebasing: Approval;
  /** It was taken over by {@link ApprovalStore.hydrate}. */
  restored: Approval;
  applying: Approval;
  /** It has its one outcome; the answer is being sent. */
  settled: Approval;
  delivered: Approval;
  /** The sender failed. The answer is kept for `redeliver`. */
  undelivered: Approval;
  /** Nothing of this session is open or being written any more. Told once each time. */
  sessionSettled: string;
}

export interface ApprovalStoreOptions {
  /**
   * Takes each call's one answer; the AI SDK's `chat.addToolOutput` fits as it is. A throw or a
   * rejection leaves the answer undelivered until {@link ApprovalStore.redeliver}.
   */
  readonly onOutput: (output: ToolOutput) => unknown;
  /** Handlers by tool name that live as long as the store. */
  readonly handlers?: Readonly<Record<string, ApprovalHandler<unknown>>>;
  /** Default `manual`. */
  readonly editPermission?: EditPermission;
  /**
   * Milliseconds that a handler may take to check a call, or to write it, before the call is
   * answered without it. Default 300,000; `Infinity` waits for ever.
   */
  readonly handlerTimeoutMs?: number;
  /** Milliseconds that a person has to answer before a call expires. Default: for ever. */
  readonly deadlineMs?: number;
  /** Whether any call of a session may be decided, or only the one that waits longest. Default `any`. */
  readonly reviewOrder?: "any" | "head_only";
  /** How many calls may be open at a time; more are answered with an error. Default 10,000. */
  readonly maxOpen?: number;
  /** How many answered calls are remembered, the newest ones. Default 1,000. */
  readonly maxSettled?: number;
  /** Milliseconds that answered calls are remembered. Default: while there is room. */
  readonly settledForMs?: number;
  /** How many of the newest commands the journal keeps, or `Infinity`. Default 0: none. */
  readonly journalSize?: number;
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
  /** Told of errors that belong to no call: a throwing listener. Default: rethrown asynchronously. */
  readonly onError?: (error: unknown) => void;
}

/** Ends a registration or a lease. Safe to call twice. */
export type Release = () => void;

/** The approval state of one agent. Every method is bound: destructuring works. */
export interface ApprovalStore {
  readonly propose: (call: ToolCall, options?: ProposeOptions) => ProposeResult;
  /** Answers a call with an error that the host found itself, once, through the same ledger. */
  readonly refuse: (call: ToolCall, code: InvalidCode, errorText?: string) => ProposeResult;
  /** Records that the call was put before a person. */
  readonly present: (toolCallId: string, options?: DecisionOptions) => void;
  /** Replaces what would be applied; it is checked and previewed again. The tool and the id stay. */
  readonly edit: (toolCallId: string, input: unknown, options?: DecisionOptions) => DecisionResult;
  /**
   * Keeps these hunks of what is shown, given by their places in `diff(toolCallId).hunks`, and drops the
   * others: an edit, through the handler's `fromDisplay`.
   */
  readonly editHunks: (toolCallId: string, hunks: Iterable<number>, options?: DecisionOptions) => DecisionResult;
  /**
   * Checks a call that waits against what is there now and shows it anew, as its next generation: decisions
   * on what was shown before are refused. It is never applied by itself. Where it no longer fits, its
   * draft says why, and it can be edited or rejected.
   */
  readonly rebase: (toolCallId: string, options?: RebaseOptions) => DecisionResult;
  readonly accept: (toolCallId: string, options?: AcceptOptions) => DecisionResult;
  readonly reject: (toolCallId: string, options?: DecisionOptions & { readonly comment?: string }) => DecisionResult;
  /**
   * Accepts the calls that were put before a person, each by its own path, in this order. The whole set
   * is checked first: those that wait must have been presented, and none may stand in it twice.
   */
  readonly acceptAll: (calls: readonly CallReference[]) => SetDecisionResult;
  readonly rejectAll: (calls: readonly CallReference[], options?: { readonly comment?: string }) => SetDecisionResult;
  /** Takes the question back. A write that runs is asked to stop through its signal. */
  readonly cancel: (toolCallId: string, options?: CancelOptions) => DecisionResult;
  /**
   * The person stops the agent's turn: its open calls are cancelled, and those that arrive later are
   * too. Without a `turnId` that holds for the session until {@link ApprovalStore.beginTurn}.
   */
  readonly abortTurn: (sessionId: string, turnId?: string) => void;
  readonly beginTurn: (sessionId: string) => void;
  /** The session is over: its open calls are cancelled, and those that arrive later are too. */
  readonly endSession: (sessionId: string) => void;
  /** Sends undelivered answers again: one, or all. */
  readonly redeliver: (toolCallId?: string) => void;
  /** A lease for an open editor. When the last one ends and none returns by the next macrotask, its calls are cancelled. */
  readonly acquireOwner: (ownerKey: string) => Release;
  /** A lease on a tool name. The newest live registration answers. */
  readonly registerHandler: <Input = JsonValue, P extends Preview = Preview>(
    toolName: string,
    handler: ApprovalHandler<Input, P>,
  ) => Release;
  /** Whether anything is registered for a tool now. */
  readonly hasHandler: (toolName: string) => boolean;
  /**
   * Changes the mode for calls that are proposed from now on. With `applyToPending`, `bypass` accepts those
   * that wait as well, except for what a person must see all the same.
   */
  readonly setEditPermission: (editPermission: EditPermission, options?: { readonly applyToPending?: boolean }) => void;
  /** Says yes to calls that are still to come: with one input, or with those that a matcher takes. */
  readonly grant: (request: GrantRequest) => Grant;
  readonly revokeGrant: (grantId: number) => void;
  readonly getSnapshot: () => ApprovalSnapshot;
  /** One constant: empty, `manual`. */
  readonly getServerSnapshot: () => ApprovalSnapshot;
  /** The current entry of a call, without building a snapshot. */
  readonly getApproval: (toolCallId: string) => Approval | undefined;
  readonly subscribe: (listener: () => void) => Release;
  readonly on: <Event extends keyof ApprovalEvents>(
    event: Event,
    listener: (value: ApprovalEvents[Event]) => void,
  ) => Release;
  /** The difference that the person sees, computed once per preview. `undefined` while there is no preview. */
  readonly diff: (toolCallId: string) => TextDiff | undefined;
  /** Resolves with the outcome of the call's current generation. */
  readonly whenSettled: (toolCallId: string) => Promise<Outcome>;
  /**
   * Every call, and the turns and sessions that were stopped, as text for the host to store. The mode and
   * the grants are not in it: a person gives them anew.
   */
  readonly dehydrate: () => string;
  /**
   * Takes over what {@link ApprovalStore.dehydrate} wrote. What is answered stays so; deadlines go on;
   * calls wait for their handlers and can be rejected at once; a write that ran is answered as
   * `interrupted`. Answers of which nobody knows whether they arrived are undelivered.
   *
   * @throws CountersignError `invalid_state`: the text is malformed, and nothing was restored.
   */
  readonly hydrate: (state: string, options?: HydrateOptions) => void;
  /** The newest commands, as many as `journalSize` says. */
  readonly journal: () => Journal;
  /** What happened to a call, as far as the journal goes back. */
  readonly timeline: (toolCallId: string) => readonly TimelineEntry[];
  /** Cancels what waits, lets running writes end and be answered, then frees the core. Safe to call twice. */
  readonly dispose: () => void;
}
