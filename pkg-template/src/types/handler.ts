import type { Preview } from "../preview.js";
import type { JsonValue } from "./json.js";
import type { ApprovalSource, Policy } from "./modes.js";
import type { Outcome } from "./outcome.js";

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
  /**
   * The revision that is shown, or that the host named when it proposed the call. At a rebase `preview` is given
   * the one that is live now.
   */
  readonly expectedRevision: string | undefined;
}

export interface ApplyContext extends CallContext {
  /** Aborted when the store stops waiting: after `handlerTimeoutMs`, at `cancel`, and at `dispose`. */
  readonly signal: AbortSignal;
  readonly approvalSource: ApprovalSource;
  /** What was shown of it, with the keys that are the host's own. */
  readonly preview: Preview | undefined;
}

/** A call as its answer is worded. */
export interface AnsweredCall extends Omit<CallContext, "expectedRevision"> {
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
  /**
   * The display texts before and after. Without it the input's JSON is shown as all new. Not asked for a call
   * that is stale by then.
   */
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
   * something else. It is asked once, also after its registration has ended, and changes no outcome. It may
   * use the store; the call's own `sent` is not there yet.
   */
  toOutput?(outcome: Outcome, call: AnsweredCall): Answer | undefined;
}
