//! How a call can end, and how far its answer has come.

use serde::{Deserialize, Serialize};

use super::codes::codes;
use super::{GrantId, Revision};
use crate::json::JsonText;

/// The one end of a call. Each is answered to the agent; only a person's "no" is `Rejected`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Outcome {
    /// It was accepted and its write happened.
    Accepted {
        /// Who accepted.
        approval_source: ApprovalSource,
        /// What a person changed in the input before: a JSON Patch (RFC 6902) that turns the validated
        /// input into the one that was applied.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        difference: Option<JsonText>,
        /// The grant that stood for the person, where one did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        grant_id: Option<GrantId>,
        /// What the write returned, where it returned something.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        output: Option<JsonText>,
    },
    /// A person said no.
    Rejected {
        /// What they said with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        comment: Option<String>,
    },
    /// What it would change had changed before.
    Stale {
        /// The revision that it was made for, where one was known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expected_revision: Option<Revision>,
        /// The revision that was found.
        live_revision: Revision,
    },
    /// It was accepted, and its write failed or may have.
    Failed {
        /// What failed.
        code: FailureCode,
        /// The host's own words, where it had some.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error_text: Option<String>,
    },
    /// The question was taken back before a person answered it.
    Cancelled {
        /// Why.
        reason: CancelReason,
    },
    /// Nobody answered in time.
    Expired,
    /// It never became a question.
    Invalid {
        /// What was wrong.
        code: InvalidCode,
        /// The host's own words, where it had some.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error_text: Option<String>,
    },
}

codes! {
    /// Who accepted a call.
    pub enum ApprovalSource {
        /// A person.
        User = "user",
        /// The bypass mode, a policy, a grant, or a tool that needs no review.
        Auto = "auto",
    }
}

codes! {
    /// Why a call was cancelled.
    pub enum CancelReason {
        /// The editor that owns it closed, or was not open.
        OwnerGone = "owner_gone",
        /// The host took it back.
        Host = "host",
        /// The person stopped the agent's turn.
        Aborted = "aborted",
        /// Its session ended.
        SessionEnded = "session_ended",
        /// The store was disposed of.
        Disposed = "disposed",
    }
}

codes! {
    /// What failed after a call was accepted.
    pub enum FailureCode {
        /// The write threw, or said that it failed.
        ApplyFailed = "apply_failed",
        /// The write returned something that is not JSON. It may have happened.
        InvalidOutput = "invalid_output",
        /// The live revision could not be read; nothing was written.
        RevisionFailed = "revision_failed",
        /// The revision was not read in time; nothing was written.
        RevisionTimeout = "revision_timeout",
        /// The write did not end in time. It may still happen.
        ApplyTimeout = "apply_timeout",
        /// The page was closed during the write. It may have happened.
        Interrupted = "interrupted",
    }
}

codes! {
    /// What was wrong with a call that never became a question.
    pub enum InvalidCode {
        /// No tool has that name.
        UnknownTool = "unknown_tool",
        /// The tool is known, and nothing that could run it is mounted.
        HandlerMissing = "handler_missing",
        /// The input was refused.
        InvalidInput = "invalid_input",
        /// What it would change could not be shown.
        PreviewFailed = "preview_failed",
        /// The live revision could not be read.
        RevisionFailed = "revision_failed",
        /// The checks did not end in time.
        CheckTimeout = "check_timeout",
        /// The policy of its tool denies it.
        Denied = "denied",
        /// As many calls as the store may hold were open already.
        QueueFull = "queue_full",
        /// An edit would move the call to another editor.
        OwnerChanged = "owner_changed",
        /// The page was closed before the call was answered, and it can't be asked again.
        NotRestored = "not_restored",
        /// The page was closed during the check of an edit.
        Interrupted = "interrupted",
    }
}

codes! {
    /// How far the one answer has come.
    pub enum Delivery {
        /// The sender has it.
        Sending = "sending",
        /// The sender took it.
        Delivered = "delivered",
        /// The sender failed. It is kept for another try.
        Undelivered = "undelivered",
    }
}
