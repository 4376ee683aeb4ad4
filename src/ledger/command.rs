//! What can be asked of the ledger. A command is plain data: the same commands at the same times
//! give the same state.

use serde::{Deserialize, Serialize};

use super::codes::codes;
use super::{
    Attempt, CancelReason, EditPermission, FailureCode, Generation, GrantId, InvalidCode, Lease, Millis, OwnerKey,
    Policy, Revision, SessionId, ToolCallId, ToolName, TurnId,
};
use crate::json::JsonText;

/// One thing that happened outside: an agent's call, a person's decision, a callback's result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Command {
    /// An agent makes a call.
    Propose(Propose),
    /// The host answers a call with an error that it found itself.
    Refuse(Refuse),
    /// A check that [`Effect::Validate`](super::Effect::Validate) asked for has ended.
    Validated(Validated),
    /// A call was put before a person.
    Present(Decision),
    /// A person changes what would be applied.
    Edit(Edit),
    /// What a call would change has changed: it is checked and shown anew.
    Rebase(Rebase),
    /// A person says yes.
    Accept(Accept),
    /// The live revision that [`Effect::ReadRevision`](super::Effect::ReadRevision) asked for.
    RevisionRead(RevisionRead),
    /// The write that [`Effect::Apply`](super::Effect::Apply) asked for has ended.
    Applied(Applied),
    /// A person says no.
    Reject(Reject),
    /// A person says yes to a set of calls.
    AcceptAll(AcceptAll),
    /// A person says no to a set of calls.
    RejectAll(RejectAll),
    /// The host takes the question back.
    Cancel(Cancel),
    /// An editor opens.
    AcquireOwner(AcquireOwner),
    /// An editor closes.
    ReleaseOwner(ReleaseOwner),
    /// The mode for calls that are proposed from now on.
    SetEditPermission(SetEditPermission),
    /// A person says yes to calls that are still to come.
    Grant(AskedGrant),
    /// A person takes that back.
    RevokeGrant(RevokeGrant),
    /// The sender that [`Effect::Deliver`](super::Effect::Deliver) asked for has ended.
    Sent(Sent),
    /// Send undelivered answers again.
    Redeliver(Redeliver),
    /// The person stops an agent's turn.
    AbortTurn(AbortTurn),
    /// An agent's next turn begins in a session.
    BeginTurn(Session),
    /// A session is over.
    EndSession(Session),
    /// Takes over the calls that [`Ledger::dehydrate`](super::Ledger::dehydrate) wrote.
    Restore(Restore),
    /// The time that the ledger asked to be woken at has come, in a macrotask of its own.
    Wake,
    /// Nothing more is proposed; what waits is cancelled, what is being written may end.
    Close,
}

/// A call. The same id with the same content is the same call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Propose {
    /// The agent's id for it.
    pub tool_call_id: ToolCallId,
    /// The tool that it calls.
    pub tool_name: ToolName,
    /// Its input.
    pub input: JsonText,
    /// Whether a person must see it.
    pub review: Review,
    /// The session that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<SessionId>,
    /// The agent's turn that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_id: Option<TurnId>,
    /// How long a person has to answer; the ledger's own span where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Millis>,
    /// Whether it was taken back before it arrived: it is born cancelled then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_back: Option<CancelledBy>,
    /// The editor that owns it, where the host knows it already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner_key: Option<OwnerKey>,
    /// The revision that the agent worked from, where the host knows it already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_revision: Option<Revision>,
}

codes! {
    /// Whether a person must see a call.
    pub enum Review {
        /// It would change something.
        Required = "required",
        /// It would change something, and a person must see it whatever mode, policy or grant there is.
        Always = "always",
        /// It changes nothing: it runs as soon as it is valid, and its output is sent as it is.
        None = "none",
    }
}

/// A call that the host refuses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Refuse {
    /// The agent's id for it.
    pub tool_call_id: ToolCallId,
    /// The tool that it calls.
    pub tool_name: ToolName,
    /// Its input.
    pub input: JsonText,
    /// What is wrong.
    pub code: InvalidCode,
    /// The host's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_text: Option<String>,
}

/// The end of a check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Validated {
    /// Which call.
    pub tool_call_id: ToolCallId,
    /// Which use of the id.
    pub generation: Generation,
    /// Which check of it. A check that an edit has overtaken counts for nothing.
    pub attempt: Attempt,
    /// What it found.
    pub result: Validation,
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Validation {
    /// The input can be shown and applied.
    Valid {
        /// The input, normalised: this is what is shown and applied.
        effective: JsonText,
        /// The editor that owns it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owner_key: Option<OwnerKey>,
        /// The revision that it was made for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expected_revision: Option<Revision>,
        /// The revision of what it would change, read before the preview was made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        live_revision: Option<Revision>,
        /// The handler that would write it.
        handler: Handler,
        /// What the host says of this call, above the ledger's mode.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        policy: Option<Policy>,
        /// The grants whose matcher says that this call is one of theirs.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        matched: Vec<GrantId>,
    },
    /// It can't.
    Invalid {
        /// What is wrong.
        code: InvalidCode,
        /// The host's own words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error_text: Option<String>,
    },
}

codes! {
    /// What is registered for a tool, as far as the ledger must know.
    pub enum Handler {
        /// Nothing: the call can't be written now.
        Missing = "missing",
        /// It writes, and can't tell the live revision.
        Unversioned = "unversioned",
        /// It writes, and tells the live revision.
        Versioned = "versioned",
    }
}

/// An agent's turn, stopped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AbortTurn {
    /// The session.
    pub session_id: SessionId,
    /// The turn: its open calls are cancelled, and those that arrive later are born so. Where it is
    /// absent that holds for every call of the session until its next turn begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_id: Option<TurnId>,
}

/// A session, as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// The session.
    pub session_id: SessionId,
}

/// Which call a decision is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// Which call.
    pub tool_call_id: ToolCallId,
    /// Which use of the id was seen; the current one, where the caller does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<Generation>,
}

/// A call that the host takes back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cancel {
    /// Which call.
    pub tool_call_id: ToolCallId,
    /// Which use of the id was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<Generation>,
    /// Whether its turn was stopped, or the host had a reason of its own.
    #[serde(default)]
    pub by: CancelledBy,
}

/// A person's change to what would be applied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Edit {
    /// Which call.
    pub tool_call_id: ToolCallId,
    /// Which use of the id was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<Generation>,
    /// The whole new input. The tool and the call stay what they are.
    pub input: JsonText,
}

/// A fresh look at a call that waits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rebase {
    /// Which call.
    pub tool_call_id: ToolCallId,
    /// Which use of the id was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<Generation>,
    /// The input as it fits what is there now; the one that was shown, where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<JsonText>,
}

codes! {
    /// What becomes of an accepted call whose target has changed since it was shown.
    #[derive(Default)]
    pub enum IfStale {
        /// Its outcome is that.
        #[default]
        Settle = "settle",
        /// It is checked and shown anew, as [`Command::Rebase`] has it.
        Rebase = "rebase",
    }
}

/// A person's yes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Accept {
    /// Which call.
    pub tool_call_id: ToolCallId,
    /// Which use of the id was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<Generation>,
    /// The handler that would write it.
    pub handler: Handler,
    /// What is to become of it when what it would change has changed.
    #[serde(default, skip_serializing_if = "IfStale::is_default")]
    pub if_stale: IfStale,
}

impl IfStale {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// A person's no.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reject {
    /// Which call.
    pub tool_call_id: ToolCallId,
    /// Which use of the id was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<Generation>,
    /// What they say with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// A person's yes to a set of calls that were put before them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AcceptAll {
    /// The calls, each once, in the order in which they are accepted.
    pub calls: Vec<Accept>,
}

/// A person's no to a set of calls that were put before them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RejectAll {
    /// The calls, each once.
    pub calls: Vec<Decision>,
    /// What they say with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// A change of the mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SetEditPermission {
    /// The mode from now on.
    pub edit_permission: EditPermission,
    /// The calls that wait already and that [`EditPermission::Bypass`] is to accept too. Those that a
    /// person must see all the same go on waiting.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apply_to: Vec<Accept>,
}

/// A yes to calls that are still to come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AskedGrant {
    /// The tool that they call.
    pub tool_name: ToolName,
    /// Which of its calls.
    pub scope: GrantScope,
    /// The session that they belong to; any, where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<SessionId>,
    /// How long it holds; until it is revoked, where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifetime: Option<Millis>,
}

/// Which calls of a tool a grant is for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum GrantScope {
    /// Those whose effective input is this one, by value.
    Exact {
        /// The input.
        input: JsonText,
    },
    /// Those that a matcher of the host takes, which [`Validation::Valid`] reports.
    Matching {
        /// What the matcher takes, in words that the person who grants it reads.
        label: String,
    },
}

/// A grant, taken back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RevokeGrant {
    /// Which grant. Revoking it twice changes nothing.
    pub grant_id: GrantId,
}

/// Calls that were kept outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Restore {
    /// What [`Ledger::dehydrate`](super::Ledger::dehydrate) wrote.
    pub state: JsonText,
}

/// The live revision, at accept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RevisionRead {
    /// Which call.
    pub tool_call_id: ToolCallId,
    /// Which use of the id.
    pub generation: Generation,
    /// The revision, or why it could not be read.
    pub result: LiveRevision,
}

/// What a revision reader found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LiveRevision {
    /// The revision now.
    Read {
        /// As the host names it.
        revision: Revision,
    },
    /// It could not be read.
    Failed {
        /// The host's own words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error_text: Option<String>,
    },
}

/// The end of a write.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Applied {
    /// Which call.
    pub tool_call_id: ToolCallId,
    /// Which use of the id.
    pub generation: Generation,
    /// What it came to.
    pub result: Application,
}

/// What a write came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Application {
    /// It happened.
    Applied {
        /// What the agent is told of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        output: Option<JsonText>,
    },
    /// It did not, or may not have.
    Failed {
        /// What failed.
        code: FailureCode,
        /// The host's own words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error_text: Option<String>,
    },
    /// It did not, because what it would change had changed.
    Stale {
        /// The revision that was found.
        live_revision: Revision,
    },
}

/// A hold on an owner key, asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AcquireOwner {
    /// The editor.
    pub owner_key: OwnerKey,
}

/// A hold on an owner key, given back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseOwner {
    /// The editor.
    pub owner_key: OwnerKey,
    /// The hold that ends. Giving it back twice changes nothing.
    pub lease: Lease,
}

codes! {
    /// Who takes a call back.
    #[derive(Default)]
    pub enum CancelledBy {
        /// The host.
        #[default]
        Host = "host",
        /// The signal that came with the call.
        Signal = "signal",
    }
}

/// The end of a try to send an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sent {
    /// Which call.
    pub tool_call_id: ToolCallId,
    /// Which use of the id.
    pub generation: Generation,
    /// Whether the sender took it.
    pub result: Sending,
}

codes! {
    /// What a try to send came to.
    pub enum Sending {
        /// The sender took it.
        Taken = "taken",
        /// The sender failed.
        Failed = "failed",
    }
}

/// Which undelivered answers to send again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Redeliver {
    /// One call's, or all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<ToolCallId>,
}

impl CancelledBy {
    /// What the call's outcome says of it.
    #[must_use]
    pub fn reason(self) -> CancelReason {
        match self {
            Self::Host => CancelReason::Host,
            Self::Signal => CancelReason::Aborted,
        }
    }
}
