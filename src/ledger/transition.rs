//! What a command came to: a reply to its caller, what changed, and what is to be done outside.

use serde::{Deserialize, Serialize};

use super::codes::codes;
use super::{
    ApprovalSource, Attempt, Delivery, Generation, Grant, GrantId, Lease, Millis, Outcome, OwnerKey, Review, Revision,
    SessionId, ToolCallId, ToolName,
};
use crate::json::JsonText;

/// The result of one command.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Transition {
    /// The answer to whoever gave the command.
    pub reply: Reply,
    /// The answers for each call of a set, in the order of the set, with [`Reply::Decided`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<Reply>,
    /// What changed, in order. A call that went through several states is here once for each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// What is to be done outside, in order, after the changes are shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// Sessions in which nothing is open any more, each told once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sessions_settled: Vec<SessionId>,
    /// Every grant that holds, when that has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grants: Option<Vec<Grant>>,
    /// Calls that are known no longer: they settled long enough ago. A report about one of them that
    /// comes after this must not be given: its id may be in use again, from generation 1 on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forgotten: Vec<ToolCallId>,
    /// When the next [`Command::Wake`](super::Command::Wake) is due: in a macrotask of its own, not
    /// before this instant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wake_at: Option<Millis>,
}

impl Transition {
    pub(super) fn of(reply: Reply) -> Self {
        Self {
            reply,
            decisions: Vec::new(),
            changes: Vec::new(),
            effects: Vec::new(),
            sessions_settled: Vec::new(),
            grants: None,
            forgotten: Vec::new(),
            wake_at: None,
        }
    }
}

/// The answer to whoever gave a command. Expected ends are here; misuse is a
/// [`LedgerError`](super::LedgerError).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Reply {
    /// The call was registered. It may have settled already.
    Registered,
    /// The same call, live already: nothing happened.
    Repeated,
    /// The call has its outcome already, and keeps it: nothing happened.
    AlreadySettled,
    /// This command settled the call.
    Settled,
    /// The call was accepted and is being written.
    Applying,
    /// A set of calls was decided on, each by itself: see [`Transition::decisions`].
    Decided,
    /// The edit was taken.
    Edited,
    /// The write was asked to stop.
    Aborting,
    /// The hold on an owner key.
    Leased {
        /// What gives it back.
        lease: Lease,
    },
    /// The call is checked and shown anew, as its next generation.
    Rebasing,
    /// The grant holds.
    Granted {
        /// What revokes it.
        grant_id: GrantId,
    },
    /// It was done, and there is nothing to tell.
    Done,
    /// It reports on something that has gone on since: nothing happened.
    Ignored,
    /// It can't be done now: nothing happened.
    Refused {
        /// Why.
        code: RefusalCode,
    },
}

codes! {
    /// Why a command was refused.
    pub enum RefusalCode {
        /// The id is live with other content.
        DuplicateId = "duplicate_id",
        /// The sender has not taken the id's last answer yet; a new call must not get it.
        Undelivered = "undelivered",
        /// The decision is about an earlier use of the id.
        StaleGeneration = "stale_generation",
        /// The call is still being checked.
        NotPending = "not_pending",
        /// The write has begun.
        AlreadyApplying = "already_applying",
        /// An edit is still being checked.
        DraftValidating = "draft_validating",
        /// An edit is not valid.
        DraftInvalid = "draft_invalid",
        /// Nothing that could write it is registered.
        HandlerMissing = "handler_missing",
        /// A set names a call twice. Nothing was decided.
        DuplicateInSet = "duplicate_in_set",
        /// A set names a call that waits and was not put before a person. Nothing was decided.
        NotPresented = "not_presented",
        /// Another call of its session is to be answered first.
        NotHead = "not_head",
    }
}

/// Something that happened to a call, and how the call stands after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// What happened.
    pub event: Event,
    /// How the call stands.
    pub call: View,
}

codes! {
    /// What can happen to a call.
    pub enum Event {
        /// It was registered.
        Proposed = "proposed",
        /// It waits for a person.
        Pending = "pending",
        /// It was put before a person.
        Presented = "presented",
        /// Its draft or its effective input changed.
        Edited = "edited",
        /// It is checked and shown anew, as the generation that is told from now on.
        Rebasing = "rebasing",
        /// It was taken over from what was kept outside.
        Restored = "restored",
        /// It is being written.
        Applying = "applying",
        /// It has its outcome.
        Settled = "settled",
        /// The sender took its answer.
        Delivered = "delivered",
        /// The sender failed.
        Undelivered = "undelivered",
        /// Its answer is being sent again.
        Redelivering = "redelivering",
    }
}

/// How a call stands. What never changes is told once, with [`Event::Proposed`]; inputs are told by
/// the attempt that checked them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// Which call.
    pub tool_call_id: ToolCallId,
    /// Which use of the id.
    pub generation: Generation,
    /// What was told at its registration, with [`Event::Proposed`], [`Event::Rebasing`] and
    /// [`Event::Restored`] alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration: Option<Registration>,
    /// Whether it was put before a person.
    pub presented: bool,
    /// Whether a person changed it.
    pub edited: bool,
    /// The attempt whose input and preview are shown, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<Attempt>,
    /// The editor that owns it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner_key: Option<OwnerKey>,
    /// The revision that it was made for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_revision: Option<Revision>,
    /// Its state.
    pub state: StateView,
}

/// What never changes of a call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Registration {
    /// The tool that it calls.
    pub tool_name: ToolName,
    /// Whether a person must see it.
    pub review: Review,
    /// Its input, as proposed.
    pub proposed: JsonText,
    /// The session that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<SessionId>,
    /// When it expires if nobody answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Millis>,
    /// What would be applied, or was, with [`Event::Restored`] alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effective: Option<JsonText>,
}

/// The state of a call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "status", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum StateView {
    /// It is being checked.
    Proposed,
    /// It waits for a person.
    Pending {
        /// An edit that does not yet count.
        #[serde(skip_serializing_if = "Option::is_none")]
        draft: Option<DraftView>,
    },
    /// It is being written.
    Applying {
        /// Who accepted it.
        approval_source: ApprovalSource,
    },
    /// It has its outcome.
    Settled {
        /// The outcome.
        outcome: Outcome,
        /// How far its answer has come.
        delivery: Delivery,
    },
}

/// An edit that does not yet count.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "status", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum DraftView {
    /// It is being checked.
    Validating {
        /// The whole new input.
        input: JsonText,
    },
    /// It was found invalid.
    Invalid {
        /// The whole new input.
        input: JsonText,
        /// What is wrong.
        code: super::InvalidCode,
        /// The host's own words.
        #[serde(skip_serializing_if = "Option::is_none")]
        error_text: Option<String>,
    },
}

codes! {
    /// What a check is of.
    pub enum Check {
        /// The input as proposed: its policy is asked, and the live revision read.
        Proposed = "proposed",
        /// A draft.
        Draft = "draft",
        /// The input against what is there now: the live revision is read.
        Rebase = "rebase",
    }
}

/// Something to be done outside. Its end is reported with a command; a report that comes too late is
/// ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Effect {
    /// Check an input and make its preview, then report [`Validated`](super::Validated).
    Validate {
        /// Which call.
        tool_call_id: ToolCallId,
        /// Which use of the id.
        generation: Generation,
        /// Which check.
        attempt: Attempt,
        /// What is checked.
        check: Check,
    },
    /// Read the live revision, then report [`RevisionRead`](super::RevisionRead).
    ReadRevision {
        /// Which call.
        tool_call_id: ToolCallId,
        /// Which use of the id.
        generation: Generation,
    },
    /// Perform the write, then report [`Applied`](super::Applied).
    Apply {
        /// Which call.
        tool_call_id: ToolCallId,
        /// Which use of the id.
        generation: Generation,
        /// Who accepted it.
        approval_source: ApprovalSource,
    },
    /// Ask the write that runs to stop. Nothing is reported for this; the write reports its own end.
    AbortApply {
        /// Which call.
        tool_call_id: ToolCallId,
        /// Which use of the id.
        generation: Generation,
    },
    /// Send the answer to the agent, then report [`Sent`](super::Sent).
    Deliver {
        /// Which call.
        tool_call_id: ToolCallId,
        /// Which use of the id.
        generation: Generation,
    },
}
