import { attempt, chain, type Maybe } from "../maybe.js";
import type { ApprovalSource, CancelReason, JsonValue, Preview } from "../types.js";
import { callsOf, CLAIM } from "../claim.js";
import { wordsOf } from "../errors.js";
import { SHOWN } from "../shown.js";
import { type AddToolOutput, availableOutput, claimIn, createDecision, errorOutput, interruptedOutput } from "./decision.js";

export type { AddToolOutput } from "./decision.js";

/** An object of JSON. */
export type JsonObject = { readonly [key: string]: JsonValue };

/**
 * Puts an entry into a slice, or takes it out with `null`. For one slice it should be one function: by it an
 * entry knows that another one took its place. The slice's own setter is best: through it the ledger also sees
 * what is accepted at once.
 */
export type SetPending<Entry> = (toolCallId: string, entry: Entry | null) => unknown;

export type ApprovalDecision = "accepted" | "rejected";

/** How a write ended, in the words that the agent reads. */
export type ApprovalApplyResult = { readonly ok: true; readonly output: string } | { readonly ok: false; readonly error: string };

export interface AcceptOptions {
  /** Default `user`. */
  readonly approvalSource?: ApprovalSource | undefined;
}
export interface RejectOptions {
  /** What the person says to it, for the agent. */
  readonly comment?: string | undefined;
}

/** An entry that can be decided. */
export type Bound<Pending> = Pending & {
  readonly accept: (options?: AcceptOptions) => Promise<void>;
  readonly reject: (options?: RejectOptions) => Promise<void>;
};
export interface CancelOptions {
  /** Why it is taken back. Default `owner_gone`: its editor was closed. */
  readonly reason?: CancelReason | undefined;
}
export interface Cancel {
  readonly cancel: (options?: CancelOptions) => Promise<void>;
}

/** A proposal that waits, as the generic slices keep it. */
export interface PendingApproval<Preview> {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly preview: Preview;
}

/** The marker of an approval, which every accepted and rejected output ends with. */
export function approvalOutcome({ decision, source }: { readonly decision: ApprovalDecision; readonly source: ApprovalSource }): {
  readonly approval: { readonly decision: ApprovalDecision; readonly source: ApprovalSource };
} {
  return { approval: { decision, source } };
}

/** How a write ended: what the agent gets beside the marker, or an error in words. */
export type Written =
  | { readonly ok: true; readonly output: JsonObject }
  | {
      readonly ok: false;
      readonly error: string;
      /** The revision that was found, where that is why nothing was written. */
      readonly liveRevision?: string | undefined;
    };

/** What an entry's decisions do. */
export interface Behaviour {
  readonly toolName: string;
  readonly apply: (source: ApprovalSource) => Maybe<Written>;
  readonly rejected: () => JsonObject;
  /** The error of an entry that is taken back; such an entry has a `cancel`. */
  readonly cancelled?: ((reason: CancelReason) => string) | undefined;
  readonly failed?: ((thrown: unknown) => string) | undefined;
  /** What its card shows, as texts. */
  readonly texts?: (() => Preview) | undefined;
}

/** Binds an entry to its one decision; {@link createDecision} says what that promises. */
export function bindDecisions<Pending extends { readonly toolCallId: string }>(options: {
  readonly pending: Pending;
  readonly behaviour: Behaviour;
  readonly addToolOutput: AddToolOutput;
  readonly setPending: SetPending<never>;
}): Bound<Pending> & Partial<Cancel> {
  const { pending, behaviour, addToolOutput, setPending } = options;
  const { toolCallId } = pending;
  const { toolName, cancelled, failed, texts } = behaviour;
  const { decide, claim } = createDecision({ toolCallId, toolName, addToolOutput, place: setPending, clear: () => setPending(toolCallId, null), failed });
  const available = (decision: ApprovalDecision, source: ApprovalSource, output: JsonObject) =>
    availableOutput(toolName, toolCallId, { ...output, ...approvalOutcome({ decision, source }) });
  return {
    ...pending,
    accept: (accepting) => {
      const source = accepting?.approvalSource === "auto" ? "auto" : "user";
      return decide({ decision: "accept", source }, () =>
        chain(behaviour.apply(source), (written) =>
          written.ok ? available("accepted", source, written.output) : errorOutput(toolName, toolCallId, String(written.error)),
        ),
      );
    },
    reject: ({ comment } = {}) =>
      decide({ decision: "reject", comment }, () =>
        available("rejected", "user", { ...behaviour.rejected(), ...(comment === undefined ? {} : { comment: String(comment) }) }),
      ),
    ...(cancelled === undefined
      ? {}
      : { cancel: ({ reason = "owner_gone" } = {}) => decide({ decision: "cancel" }, () => interruptedOutput(toolName, toolCallId, cancelled(reason))) }),
    ...(texts === undefined ? {} : { [SHOWN]: texts }),
    ...{ [CLAIM]: claim },
  };
}

/** A generic entry, bound: `pending` with `accept` and `reject`. */
export function bindPendingApproval<Pending extends PendingApproval<unknown>>(options: {
  readonly pending: Pending;
  readonly apply: () => Maybe<ApprovalApplyResult>;
  readonly addToolOutput: AddToolOutput;
  readonly setPending: SetPending<Bound<Pending>>;
  readonly rejectedMessage: string;
}): Bound<Pending> {
  const { pending, apply, addToolOutput, setPending, rejectedMessage } = options;
  return bindDecisions({ pending, behaviour: genericBehaviour(pending.toolName, apply, rejectedMessage), addToolOutput, setPending });
}

/** The outputs of the generic families. */
export function genericBehaviour(toolName: string, apply: () => Maybe<ApprovalApplyResult>, rejectedMessage: string): Behaviour {
  return {
    toolName,
    apply: (source) =>
      chain(apply(), (result) => (result.ok ? { ok: true, output: { status: "accepted", acceptedBy: source, message: result.output } } : result)),
    rejected: () => ({ status: "rejected", message: rejectedMessage }),
  };
}

/** Where an entry is parked. */
export interface Parking<Entry> {
  readonly addToolOutput: AddToolOutput;
  readonly setPending: SetPending<Entry>;
  /** Whether the mode is `bypass`. */
  readonly shouldAutoAccept: () => boolean;
}

/**
 * Parks an entry, or accepts it at once, unless a person must see it. Where that fails its call is answered, and
 * the entry decides nothing.
 */
export async function park<Entry extends Bound<{ readonly toolCallId: string }>>(
  toolName: string,
  entry: Entry,
  { addToolOutput, setPending, shouldAutoAccept }: Parking<Entry>,
  mustBeSeen: boolean,
): Promise<void> {
  const { toolCallId } = entry;
  const calls = callsOf(setPending);
  let auto = false;
  try {
    auto = !mustBeSeen && shouldAutoAccept();
    if (!auto) setPending(toolCallId, entry);
    else calls?.acceptAtOnce(toolCallId, entry);
  } catch (thrown) {
    claimIn(setPending, toolCallId)?.withdraw();
    // It may be there all the same.
    void attempt(() => setPending(toolCallId, null), () => undefined, () => undefined);
    await addToolOutput(errorOutput(toolName, toolCallId, wordsOf(thrown)));
    return;
  }
  if (!auto) return;
  try {
    await entry.accept({ approvalSource: "auto" });
  } catch (thrown) {
    // The ledger keeps what could not be sent.
    if (calls === undefined) throw thrown;
  }
}
