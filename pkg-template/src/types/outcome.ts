import type { JsonPatch, JsonValue } from "./json.js";
import type { ApprovalSource } from "./modes.js";

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

/** How far the one answer has come. */
export type Delivery = "sending" | "delivered" | "undelivered";

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
