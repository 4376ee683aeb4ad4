import type { TextDiff } from "./diff.js";
import type { Journal, TimelineEntry } from "./journal.js";
import type { Preview } from "./preview.js";

export type { Preview } from "./preview.js";

/** A JSON value: what a tool call's input and output are made of. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** The store's mode. In `bypass` a reviewed call is accepted as soon as it is valid. */
export type EditPermission = "manual" | "bypass";

/** What a handler says of one call. */
export type Policy = EditPermission | "deny";

/** Who accepted: a person, or the `bypass` mode. */
export type ApprovalSource = "user" | "auto";

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

export type ValidationResult<Input> =
  | { readonly ok: true; readonly value: Input }
  | { readonly ok: false; readonly errorText: string };

/** What {@link ApprovalHandler.apply} may return. Nothing at all means that it was applied. */
export type ApplyResult =
  | { readonly status: "applied"; readonly output?: JsonValue }
  | { readonly status: "failed"; readonly errorText: string }
  | { readonly status: "stale"; readonly liveRevision: string };

/** What every callback of a handler is told about the call that it works on. */
export interface CallContext {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly generation: number;
}

export interface ApplyContext extends CallContext {
  /** Aborted when the store stops waiting: after `handlerTimeoutMs`, at `cancel`, and at `dispose`. */
  readonly signal: AbortSignal;
  readonly approvalSource: ApprovalSource;
  /** The revision that was shown, and that was still live when the write began. */
  readonly expectedRevision: string | undefined;
  /** What was shown of it, with the keys that are the host's own. */
  readonly preview: Preview | undefined;
}

/** A call as its answer is worded. */
export interface AnsweredCall extends CallContext {
  readonly sessionId?: string | undefined;
  /** What was applied, or would have been. */
  readonly input?: JsonValue | undefined;
  readonly preview?: Preview | undefined;
}

/** An answer in the words of a handler. */
export type Answer =
  | { readonly state: "output-available"; readonly output: JsonValue }
  | { readonly state: "output-error"; readonly errorText: string; readonly outcome?: "interrupted" | undefined };

/** The part of the Standard Schema contract (standardschema.dev, version 1) that validation uses. */
export interface StandardSchema<Output> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}
type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };
interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A function, or any Standard Schema (zod, valibot, arktype …). */
export type Validator<Input> =
  | StandardSchema<Input>
  | ((input: JsonValue, context: CallContext) => ValidationResult<Input> | Promise<ValidationResult<Input>>);

/**
 * How one family of tool calls is checked, shown and written. Every callback may throw or reject:
 * the call is then answered with an error, and no other call is touched.
 */
export interface ApprovalHandler<Input = JsonValue, P extends Preview = Preview> {
  /** Checks and normalises the input. What it returns is what is shown and applied; it must be JSON. */
  readonly validate?: Validator<Input> | undefined;
  /** The display texts before and after. Without it the input's JSON is shown as all new. */
  preview?(input: Input, context: CallContext): P | Promise<P>;
  /**
   * The input that would show this text after the change instead: with it a person can take a part of
   * what is shown. It is then checked and previewed like any edit.
   */
  fromDisplay?(after: string, input: Input, context: CallContext): unknown;
  /**
   * What is to happen with a call, above the store's mode: `deny` answers it with an error, `manual` and
   * `bypass` are as the modes. Asked once for each call, after `validate`.
   */
  policy?(input: Input, context: CallContext): Policy | undefined;
  /** The revision that the input was made for, when the agent names one. */
  expectedRevision?(input: Input): string | undefined;
  /** The revision of what would be written, now. Read when the call is proposed and again at accept. */
  readRevision?(input: Input, context: CallContext): string | Promise<string>;
  /**
   * The key of the editor that owns the call: when that closes, the call is cancelled. One that is
   * not open, and does not open by the next macrotask, counts as closed.
   */
  ownerKey?(input: Input): string | undefined;
  /** Performs the write. Reached only from an accepted call, once. */
  apply(
    input: Input,
    context: ApplyContext,
  ): ApplyResult | undefined | void | Promise<ApplyResult | undefined | void>;
  /**
   * The answer in the handler's own words; the store's words where it returns nothing, throws, or returns
   * something else. It is asked once, also after its registration has ended, and changes no outcome.
   */
  toOutput?(outcome: Outcome, call: AnsweredCall): Answer | undefined;
}

/** Why a call was cancelled. */
export type CancelReason =
  | "owner_gone"
  | "host"
  /** The agent's turn, or the call's own signal, was aborted. */
  | "aborted"
  | "session_ended"
  | "disposed"
  | "core_lost";

/** Why a call never became a question. */
export type InvalidCode =
  | "unknown_tool"
  | "handler_missing"
  | "invalid_input"
  | "preview_failed"
  | "revision_failed"
  /** The handler's checks did not end within `handlerTimeoutMs`. */
  | "check_timeout"
  /** The handler's `policy` denies it. */
  | "denied"
  /** As many calls as the store holds were open already. */
  | "queue_full"
  /** An edit would move the call to another editor. */
  | "owner_changed"
  /** The page was closed before the call was answered, and its tool can't be asked again. */
  | "not_restored"
  /** The page was closed while an edit was checked. */
  | "interrupted";

/** Why an accepted write did not happen, or may not have. */
export type FailureCode =
  | "apply_failed"
  /** `apply` returned something that is not JSON; the write may have happened. */
  | "invalid_output"
  /** The live revision could not be read, or not in time; nothing was written. */
  | "revision_failed"
  | "revision_timeout"
  /** `apply` did not end within `handlerTimeoutMs`; the write may still happen. */
  | "apply_timeout"
  /** The page was closed while the write ran; it may have happened. */
  | "interrupted"
  /** The core failed while the write ran; the write may have happened. */
  | "core_lost";

/** Operations of a JSON Patch (RFC 6902). */
export type JsonPatch = readonly (
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: JsonValue }
  | { readonly op: "remove"; readonly path: string }
)[];

/** The one answer to a call. */
export type Outcome =
  | {
      readonly status: "accepted";
      readonly approvalSource: ApprovalSource;
      /** Whether the person changed the input before accepting. */
      readonly edited: boolean;
      /** What the person changed: turns the validated input into the one that was applied. */
      readonly difference?: JsonPatch;
      /** The grant that stood for the person. */
      readonly grantId?: number;
      /** What `apply` returned. */
      readonly output?: JsonValue;
    }
  | { readonly status: "rejected"; readonly comment?: string }
  | { readonly status: "stale"; readonly expectedRevision?: string; readonly liveRevision: string }
  | { readonly status: "failed"; readonly code: FailureCode; readonly errorText: string }
  | { readonly status: "cancelled"; readonly reason: CancelReason }
  /** Nobody answered in time. */
  | { readonly status: "expired" }
  | { readonly status: "invalid"; readonly code: InvalidCode; readonly errorText: string };

export type SettledStatus = Outcome["status"];

/** A live call is checked (`proposed`), waits for a person (`pending`), or is being written (`applying`). */
export type ApprovalStatus = "proposed" | "pending" | "applying" | SettledStatus;

/** How far the one answer has come. */
export type Delivery = "sending" | "delivered" | "undelivered";

/** A change that the person is making and that does not yet count. */
export type Draft =
  | { readonly status: "validating"; readonly input: JsonValue }
  | {
      readonly status: "invalid";
      readonly input: JsonValue;
      readonly code: InvalidCode;
      readonly errorText: string;
    };

interface ApprovalFacts {
  readonly toolCallId: string;
  readonly toolName: string;
  /** 1, then 2, … when the id is used again for something else after it settled. */
  readonly generation: number;
  /** `false` for calls that change nothing and need nobody. */
  readonly review: boolean;
  readonly ownerKey?: string | undefined;
  /** What the agent proposed, unchanged. */
  readonly proposed: JsonValue;
  /** Whether the effective input differs from what the agent proposed because a person changed it. */
  readonly edited: boolean;
  /** Whether the call was put before a person. */
  readonly presented: boolean;
  readonly expectedRevision?: string | undefined;
  readonly sessionId?: string | undefined;
  /** When it expires unless it is decided, in milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
}

interface Shown {
  /** What would be applied: validated, normalised, edited. */
  readonly input: JsonValue;
  readonly preview: Preview;
}

interface MaybeShown {
  readonly input?: JsonValue | undefined;
  readonly preview?: Preview | undefined;
}

/** A call that is being checked. */
export interface ProposedApproval extends ApprovalFacts, MaybeShown {
  readonly status: "proposed";
  readonly draft?: undefined;
  readonly outcome?: undefined;
}

/** A call that waits for a person. */
export interface PendingApproval extends ApprovalFacts, Shown {
  readonly status: "pending";
  readonly draft?: Draft | undefined;
  readonly outcome?: undefined;
}

/** A call that was accepted and is being written. */
export interface ApplyingApproval extends ApprovalFacts, Shown {
  readonly status: "applying";
  readonly approvalSource: ApprovalSource;
  readonly draft?: undefined;
  readonly outcome?: undefined;
}

/** A call that has its one outcome. */
export interface SettledApproval extends ApprovalFacts, MaybeShown {
  readonly status: SettledStatus;
  readonly draft?: undefined;
  readonly outcome: Outcome;
  readonly delivery: Delivery;
  /** What was given to the sender, or is waiting to be; nobody got it where the host said that the call is answered elsewhere. */
  readonly sent: ToolOutput;
}

/** One tool call, from its proposal to its answer. Frozen; a change makes a new object. */
export type Approval = ProposedApproval | PendingApproval | ApplyingApproval | SettledApproval;

/** A person's yes to calls of one tool that are still to come. */
export interface Grant {
  readonly grantId: number;
  readonly toolName: string;
  /** Which of its calls: those with this very input, or those that the host's matcher takes. */
  readonly scope: { readonly kind: "exact"; readonly input: JsonValue } | { readonly kind: "matching"; readonly label: string };
  /** The session whose calls it is for; any, where absent. */
  readonly sessionId?: string | undefined;
  /** When it ends by itself, in milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
}

export type GrantRequest = {
  readonly toolName: string;
  /** Only calls of this session; the grant ends with it. */
  readonly sessionId?: string | undefined;
  /** Milliseconds that it holds. Default: until it is revoked. */
  readonly expiresInMs?: number | undefined;
} & (
  | {
      /** The validated input, as the person saw it. */
      readonly input: unknown;
    }
  | {
      /** Asked of each valid call of the tool, once. Only `true` counts. */
      readonly matches: (input: JsonValue, context: CallContext) => boolean;
      /** What it takes, in words that the person who grants it reads. */
      readonly label: string;
    }
);

/** Everything that a render reads. The same object until something in it changes. */
export interface ApprovalSnapshot {
  readonly editPermission: EditPermission;
  /** The grants that hold, oldest first. */
  readonly grants: readonly Grant[];
  /** Every call that is known, by `toolCallId`, in the order of its proposal. */
  readonly approvals: ReadonlyMap<string, Approval>;
  /** The reviewed calls that wait for a person, oldest first. */
  readonly pending: readonly PendingApproval[];
  /** Those of one session: the first is the head, the place in it is the position. */
  readonly queue: (sessionId: string) => readonly PendingApproval[];
}

/** The answer as the AI SDK's `addToolOutput` takes it. */
export type ToolOutput =
  | { readonly state: "output-available"; readonly tool: string; readonly toolCallId: string; readonly output: JsonValue }
  | {
      readonly state: "output-error";
      readonly tool: string;
      readonly toolCallId: string;
      readonly errorText: string;
      /** The question was taken back: the agent shall not go on by itself. Only where a handler says so. */
      readonly outcome?: "interrupted";
    };

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
  /** Accepted, and being written. {@link ApprovalStore.whenSettled} tells the end. */
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
   * it is shown anew as by {@link ApprovalStore.rebase}. Default `settle`.
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
