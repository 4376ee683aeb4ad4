import type { CancelReason, FailureCode, InvalidCode, RefusalCode, SetRefusalCode } from "./types.js";

// Texts of their own, so that the families take these alone.
export const handlerMissing = "What runs this tool is not open. Open it, then call again.";
export const checkTimeout = "Checking the call took too long, so nobody was asked.";
export const denied = "The application does not allow this call.";
export const queueFull = "Too many calls are open. Wait for their answers, then call again.";
export const notRestored = "Nothing was changed: the page was closed before this was answered. Call again if it is still wanted.";

/** Every sentence that an agent or a person reads, by code. */
export const messages = {
  done: "Done.",
  rejected: "The person rejected this. Nothing was changed.",
  stale: (expected: string | undefined, live: string) =>
    `Nothing was changed: the target has changed since this was proposed (made for revision ${expected ?? "unknown"}, now ${live}). Read it again, then propose again.`,

  expired: "Nothing was changed: nobody answered in time.",

  cancelled: {
    owner_gone: "Nothing was changed: the editor of the target was closed.",
    host: "Nothing was changed: the call was withdrawn.",
    aborted: "Nothing was changed: the person stopped this turn.",
    session_ended: "Nothing was changed: the session ended.",
    disposed: "Nothing was changed: the application closed.",
    core_lost: "Nothing was changed: the approval core failed.",
  } satisfies Record<CancelReason, string>,

  invalid: {
    handler_missing: handlerMissing,
    check_timeout: checkTimeout,
    denied,
    queue_full: queueFull,
    not_restored: notRestored,
    unknown_tool: "There is no tool of this name.",
    invalid_input: "The input is not valid.",
    preview_failed: "The change can't be shown, so nobody was asked.",
    revision_failed: "The state of the target can't be read, so nobody was asked.",
    owner_changed: "An edit can't move the call to another editor.",
    interrupted: "The page was closed while this edit was checked. Make it again.",
  } satisfies Record<InvalidCode, string>,

  failed: {
    apply_failed: "It was accepted, and writing it failed.",
    invalid_output: "It was accepted, and its result can't be read. Check whether the change is there.",
    revision_failed: "Nothing was changed: the state of the target can't be read.",
    revision_timeout: "Nothing was changed: reading the state of the target took too long.",
    apply_timeout: "It was accepted, and writing it took too long. Check whether the change is there.",
    interrupted: "It was accepted, and the page was closed while it was written. Check whether the change is there.",
    core_lost: "The approval core failed during the write. Check whether the change is there.",
  } satisfies Record<FailureCode, string>,

  refused: {
    duplicate_id: "A call with this id is open, with other content. That one stays.",
    undelivered: "The last answer for this id has not reached the agent yet. If its sender failed, call redeliver().",
    stale_generation: "The decision was for an earlier call with this id.",
    not_pending: "The call is still being checked.",
    already_applying: "The call was accepted and is being written.",
    draft_validating: "The edit is still being checked.",
    draft_invalid: "The edit is not valid. Correct it, or edit back to what was proposed.",
    duplicate_in_set: "A call stands in the set twice. Nothing was decided.",
    not_presented: "A call of the set was not shown to a person. Nothing was decided.",
    not_divisible: "A part of this can't be taken. It can be edited, or decided on as a whole.",
    not_head: "An older call of this session is to be decided first.",
    handler_missing: "What writes this is not open. It can be rejected, or accepted later.",
  } satisfies Record<RefusalCode | SetRefusalCode | "duplicate_id" | "undelivered", string>,
} as const;
