/**
 * What crosses the boundary to the core, as its `src/ledger` defines it. JSON whose keys a model
 * wrote crosses as text: beside a command, and as a string in what comes back.
 */
import type { RefusalCode, SetRefusalCode } from "../types/decisions.js";
import type { ApprovalSource, EditPermission, Policy } from "../types/modes.js";
import type { CancelReason, Delivery, FailureCode, InvalidCode } from "../types/outcome.js";

/** What is registered for a tool. */
export type HandlerKind = "missing" | "unversioned" | "versioned";

type Decision = { readonly toolCallId: string; readonly generation: number | undefined };
type Report<Result> = { readonly toolCallId: string; readonly generation: number; readonly result: Result };

/** Whether a person must see a call. */
export type ReviewKind = "required" | "always" | "none";

type Accept = Decision & { readonly handler: HandlerKind; readonly ifStale?: "settle" | "rebase" | undefined };

export type CancelledBy = "host" | "signal";

/** What a ledger is made with. Spans are in whole milliseconds, absent for ever. */
export interface Settings {
  readonly editPermission: EditPermission;
  readonly reviewOrder: "any" | "head_only";
  readonly handlerTimeout: number | undefined;
  readonly deadline: number | undefined;
  readonly maxOpen: number | undefined;
  readonly maxSettled: number | undefined;
  readonly settledFor: number | undefined;
}

/** Absent keys may be `undefined`: JSON leaves them out. A comment says which commands carry JSON text. */
export type Command =
  | {
      /** With the input. */
      readonly propose: {
        readonly toolCallId: string;
        readonly toolName: string;
        readonly review: ReviewKind;
        readonly sessionId: string | undefined;
        readonly turnId: string | undefined;
        /** Whole milliseconds. */
        readonly deadline: number | undefined;
        readonly takenBack: CancelledBy | undefined;
        readonly ownerKey: string | undefined;
        readonly expectedRevision: string | undefined;
      };
    }
  | {
      /** With the input. */
      readonly refuse: {
        readonly toolCallId: string;
        readonly toolName: string;
        readonly code: InvalidCode;
        readonly errorText: string | undefined;
      };
    }
  | { readonly validated: Report<Validation> & { readonly attempt: number } }
  | { readonly present: Decision }
  /** With the new input. */
  | { readonly edit: Decision }
  /** With the new input, if there is one. */
  | { readonly rebase: Decision }
  | { readonly accept: Accept }
  | { readonly revisionRead: Report<LiveRevision> }
  | { readonly applied: Report<Application> }
  | { readonly reject: Decision & { readonly comment: string | undefined } }
  | { readonly acceptAll: { readonly calls: readonly Accept[] } }
  | { readonly rejectAll: { readonly calls: readonly Decision[]; readonly comment: string | undefined } }
  | { readonly cancel: Decision & { readonly by: CancelledBy } }
  | { readonly abortTurn: { readonly sessionId: string; readonly turnId: string | undefined } }
  | { readonly beginTurn: { readonly sessionId: string } }
  | { readonly endSession: { readonly sessionId: string } }
  | { readonly acquireOwner: { readonly ownerKey: string } }
  | { readonly releaseOwner: { readonly ownerKey: string; readonly lease: number } }
  | { readonly setEditPermission: { readonly editPermission: EditPermission; readonly applyTo: readonly Accept[] | undefined } }
  /** With the input, where the scope is exact. */
  | {
      readonly grant: {
        readonly toolName: string;
        readonly scope: { readonly exact: Readonly<Record<string, never>> } | { readonly matching: { readonly label: string } };
        readonly sessionId: string | undefined;
        /** Whole milliseconds. */
        readonly lifetime: number | undefined;
      };
    }
  | { readonly revokeGrant: { readonly grantId: number } }
  /** With the stored state. */
  | { readonly restore: Readonly<Record<string, never>> }
  | { readonly sent: Report<"taken" | "failed"> }
  | { readonly redeliver: { readonly toolCallId: string | undefined } }
  | "wake"
  | "close";

export type Validation =
  | {
      /** With the effective input. */
      readonly valid: {
        readonly ownerKey: string | undefined;
        readonly expectedRevision: string | undefined;
        readonly liveRevision: string | undefined;
        readonly handler: HandlerKind;
        readonly policy: Policy | undefined;
        readonly matched: readonly number[] | undefined;
      };
    }
  | { readonly invalid: { readonly code: InvalidCode; readonly errorText: string | undefined } };

export type Application =
  /** With the output, if there is one. */
  | { readonly applied: Readonly<Record<string, never>> }
  | { readonly failed: { readonly code: FailureCode; readonly errorText: string } }
  | { readonly stale: { readonly liveRevision: string } };

export type LiveRevision =
  | { readonly read: { readonly revision: string } }
  | { readonly failed: { readonly errorText: string } };

export type Reply =
  | { readonly result: "registered" | "repeated" | "alreadySettled" | "settled" }
  | { readonly result: "applying" | "edited" | "rebasing" | "aborting" | "decided" | "done" | "ignored" }
  | { readonly result: "leased"; readonly lease: number }
  | { readonly result: "granted"; readonly grantId: number }
  | { readonly result: "refused"; readonly code: RefusalCode | SetRefusalCode | "duplicate_id" | "undelivered" };

export type CoreOutcome =
  | {
      readonly status: "accepted";
      readonly approvalSource: ApprovalSource;
      readonly difference?: string;
      readonly grantId?: number;
      readonly output?: string;
    }
  | { readonly status: "rejected"; readonly comment?: string }
  | { readonly status: "stale"; readonly expectedRevision?: string; readonly liveRevision: string }
  | { readonly status: "failed"; readonly code: FailureCode; readonly errorText?: string }
  | { readonly status: "cancelled"; readonly reason: CancelReason }
  | { readonly status: "expired" }
  | { readonly status: "invalid"; readonly code: InvalidCode; readonly errorText?: string };

export type DraftView =
  | { readonly status: "validating"; readonly input: string }
  | { readonly status: "invalid"; readonly input: string; readonly code: InvalidCode; readonly errorText?: string };

export type StateView =
  | { readonly status: "proposed" }
  | { readonly status: "pending"; readonly draft?: DraftView }
  | { readonly status: "applying"; readonly approvalSource: ApprovalSource }
  | { readonly status: "settled"; readonly outcome: CoreOutcome; readonly delivery: Delivery };

export interface View {
  readonly toolCallId: string;
  readonly generation: number;
  /** Told with the events `proposed`, `rebasing` and `restored`. */
  readonly registration?: {
    readonly toolName: string;
    readonly review: ReviewKind;
    readonly proposed: string;
    readonly sessionId?: string;
    readonly expiresAt?: number;
    /** With `restored`, where there is one. */
    readonly effective?: string;
  };
  readonly presented: boolean;
  readonly edited: boolean;
  /** The attempt whose input and preview are shown. */
  readonly shown?: number;
  readonly ownerKey?: string;
  readonly expectedRevision?: string;
  readonly state: StateView;
}

export interface Change {
  readonly event:
    | "proposed"
    | "pending"
    | "presented"
    | "edited"
    | "rebasing"
    | "restored"
    | "applying"
    | "settled"
    | "delivered"
    | "undelivered"
    | "redelivering";
  readonly call: View;
}

/** What a check is of: the input as proposed, a draft, or the input against what is there now. */
export type CheckKind = "proposed" | "draft" | "rebase";

export interface CoreGrant {
  readonly grantId: number;
  readonly toolName: string;
  readonly scope: { readonly exact: { readonly input: string } } | { readonly matching: { readonly label: string } };
  readonly sessionId?: string;
  readonly expiresAt?: number;
}

type Call = { readonly toolCallId: string; readonly generation: number };

export type Effect =
  | (Call & { readonly type: "validate"; readonly attempt: number; readonly check: CheckKind })
  | (Call & { readonly type: "readRevision" })
  | (Call & { readonly type: "apply"; readonly approvalSource: ApprovalSource })
  | (Call & { readonly type: "abortApply" })
  | (Call & { readonly type: "deliver" });

export interface Transition {
  readonly reply: Reply;
  /** For each call of a set, with the reply `decided`. */
  readonly decisions?: readonly Reply[];
  readonly changes?: readonly Change[];
  readonly effects?: readonly Effect[];
  /** Sessions in which nothing is open any more. */
  readonly sessionsSettled?: readonly string[];
  /** Every grant that holds, when that has changed. */
  readonly grants?: readonly CoreGrant[];
  /** Calls that are known no longer. */
  readonly forgotten?: readonly string[];
  readonly wakeAt?: number;
}
