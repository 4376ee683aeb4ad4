//! One tool call, from its proposal to its answer: what is known of it, and in which state.

use super::{
    ApprovalSource, Attempt, CancelReason, Change, Check, Delivery, DraftView, Effect, Event, Generation, GrantId,
    IfStale, InvalidCode, Millis, Outcome, OwnerKey, Policy, Registration, Review, Revision, SessionId, StateView,
    ToolCallId, ToolName, TurnId, View,
};
use crate::json::JsonText;

/// What the ledger keeps of a call.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Proposal {
    pub(super) tool_call_id: ToolCallId,
    pub(super) tool_name: ToolName,
    pub(super) generation: Generation,
    pub(super) review: Review,
    pub(super) proposed: JsonText,
    pub(super) owner_key: Option<OwnerKey>,
    pub(super) expected_revision: Option<Revision>,
    pub(super) session_id: Option<SessionId>,
    pub(super) turn_id: Option<TurnId>,
    /// Its place among all proposals.
    pub(super) order: u64,
    /// When it expires, until it is accepted or settled.
    pub(super) deadline: Option<Millis>,
    pub(super) settled_at: Option<Millis>,
    pub(super) presented: bool,
    /// What the host said of it.
    pub(super) policy: Option<Policy>,
    /// What is kept of it outside and means nothing here: members of its object, each after a comma.
    pub(super) unknown: String,
    /// The newest check that was asked for.
    pub(super) attempt: Attempt,
    /// When the callback that runs for it has had its time.
    pub(super) due: Option<Millis>,
    pub(super) state: State,
}

/// The states of a call. What a state does not name does not exist in it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum State {
    Proposed,
    Pending {
        content: Content,
        draft: Option<Draft>,
    },
    Applying {
        content: Content,
        consent: Consent,
        step: ApplyStep,
    },
    Settled {
        /// Absent when the call never became a question.
        content: Option<Content>,
        outcome: Outcome,
        delivery: Delivery,
    },
}

/// What is shown and would be applied.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Content {
    /// What would be applied now.
    pub(super) effective: JsonText,
    /// What would have been applied without any edit.
    pub(super) original: JsonText,
    /// The check that `effective` came from.
    pub(super) attempt: Attempt,
    pub(super) edited: bool,
}

/// Who said yes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Consent {
    pub(super) source: ApprovalSource,
    /// The grant that stood for a person.
    pub(super) grant_id: Option<GrantId>,
}

impl Consent {
    /// A person's own.
    pub(super) const USER: Self = Self { source: ApprovalSource::User, grant_id: None };
    /// That of a mode or a policy.
    pub(super) const AUTO: Self = Self { source: ApprovalSource::Auto, grant_id: None };
}

/// A change that does not yet count: a person's, or that of a rebase.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Draft {
    pub(super) input: JsonText,
    pub(super) check: Check,
    pub(super) state: DraftState,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum DraftState {
    Validating,
    Invalid { code: InvalidCode, error_text: Option<String> },
}

/// How far an accepted call has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ApplyStep {
    /// Nothing is written yet.
    ReadingRevision {
        if_stale: IfStale,
        /// How long the person still had to answer, when they did.
        left: Option<Millis>,
    },
    /// The write runs.
    Writing {
        /// Why it was asked to stop, if it was.
        aborted: Option<CancelReason>,
    },
}

impl Proposal {
    /// A call that has just come in, the first use of its id, as far as nobody says more of it.
    pub(super) fn new(
        tool_call_id: ToolCallId,
        tool_name: ToolName,
        review: Review,
        proposed: JsonText,
        order: u64,
    ) -> Self {
        Self {
            tool_call_id,
            tool_name,
            generation: Generation::FIRST,
            review,
            proposed,
            owner_key: None,
            expected_revision: None,
            session_id: None,
            turn_id: None,
            order,
            deadline: None,
            settled_at: None,
            presented: false,
            policy: None,
            unknown: String::new(),
            attempt: Attempt::FIRST,
            due: None,
            state: State::Proposed,
        }
    }

    /// Whether it has no outcome yet.
    pub(super) fn is_live(&self) -> bool {
        !matches!(self.state, State::Settled { .. })
    }

    /// The editor whose end would cancel it: until a write begins.
    pub(super) fn owner(&self) -> Option<&OwnerKey> {
        match self.state {
            State::Proposed | State::Pending { .. } => self.owner_key.as_ref(),
            State::Applying { .. } | State::Settled { .. } => None,
        }
    }

    /// Whether another proposal is the same call again.
    pub(super) fn is_same_call(&self, tool_name: &ToolName, input: &JsonText) -> bool {
        self.tool_name == *tool_name && self.proposed.same_value(input)
    }

    pub(super) fn content(&self) -> Option<&Content> {
        match &self.state {
            State::Proposed => None,
            State::Pending { content, .. } | State::Applying { content, .. } => Some(content),
            State::Settled { content, .. } => content.as_ref(),
        }
    }

    pub(super) fn validate_effect(&self, check: Check) -> Effect {
        Effect::Validate {
            tool_call_id: self.tool_call_id.clone(),
            generation: self.generation,
            attempt: self.attempt,
            check,
        }
    }

    pub(super) fn change(&self, event: Event) -> Change {
        let content = self.content();
        let tells = matches!(event, Event::Proposed | Event::Rebasing | Event::Restored);
        let registration = tells.then(|| Registration {
            tool_name: self.tool_name.clone(),
            review: self.review,
            proposed: self.proposed.clone(),
            session_id: self.session_id.clone(),
            expires_at: self.deadline,
            effective: content.filter(|_| event == Event::Restored).map(|content| content.effective.clone()),
        });
        Change {
            event,
            call: View {
                tool_call_id: self.tool_call_id.clone(),
                generation: self.generation,
                registration,
                presented: self.presented,
                edited: content.is_some_and(|content| content.edited),
                shown: content.map(|content| content.attempt),
                owner_key: self.owner_key.clone(),
                expected_revision: self.expected_revision.clone(),
                state: self.state.view(),
            },
        }
    }
}

impl State {
    fn view(&self) -> StateView {
        match self {
            Self::Proposed => StateView::Proposed,
            Self::Pending { draft, .. } => StateView::Pending { draft: draft.as_ref().map(Draft::view) },
            Self::Applying { consent, .. } => StateView::Applying { approval_source: consent.source },
            Self::Settled { outcome, delivery, .. } => {
                StateView::Settled { outcome: outcome.clone(), delivery: *delivery }
            }
        }
    }

    /// The content, taken out of a state that is being left.
    pub(super) fn into_content(self) -> Option<Content> {
        match self {
            Self::Proposed => None,
            Self::Pending { content, .. } | Self::Applying { content, .. } => Some(content),
            Self::Settled { content, .. } => content,
        }
    }
}

impl Draft {
    fn view(&self) -> DraftView {
        let input = self.input.clone();
        match &self.state {
            DraftState::Validating => DraftView::Validating { input },
            DraftState::Invalid { code, error_text } => {
                DraftView::Invalid { input, code: *code, error_text: error_text.clone() }
            }
        }
    }
}
