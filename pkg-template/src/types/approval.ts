import type { Preview } from "../preview.js";
import type { JsonValue } from "./json.js";
import type { Grant } from "./grants.js";
import type { ApprovalSource, EditPermission } from "./modes.js";
import type { Delivery, InvalidCode, Outcome, SettledStatus, ToolOutput } from "./outcome.js";

/** A live call is checked (`proposed`), waits for a person (`pending`), or is being written (`applying`). */
export type ApprovalStatus = "proposed" | "pending" | "applying" | SettledStatus;

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
