//! Yes, no, and never mind: each call settles once.

use super::{
    Accept, AcceptAll, Application, Applied, ApplyStep, Cancel, CancelReason, Consent, Decision, DraftState, Effect,
    Event, FailureCode, Generation, Handler, IfStale, Ledger, LedgerError, LiveRevision, Millis, Outcome, Proposal,
    RefusalCode, Reject, RejectAll, Reply, ReviewOrder, RevisionRead, SessionId, Slot, State, ToolCallId, Transition,
    TurnId,
};
use crate::json::patch;

impl Ledger {
    pub(super) fn accept(&mut self, accept: &Accept, now: Millis, out: &mut Transition) -> Result<Reply, LedgerError> {
        let slot = self.slot(&accept.tool_call_id)?;
        let proposal = self.proposals.get(slot).ok_or(LedgerError::UnknownId)?;
        if let Some(reply) = proposal.not_pending(accept.generation) {
            return Ok(reply);
        }
        let State::Pending { draft, .. } = &proposal.state else {
            return Ok(Reply::Ignored);
        };
        if !self.may_decide(proposal) {
            return Ok(Reply::Refused { code: RefusalCode::NotHead });
        }
        let code = match (draft.as_ref().map(|draft| &draft.state), accept.handler) {
            (Some(DraftState::Validating), _) => RefusalCode::DraftValidating,
            (Some(DraftState::Invalid { .. }), _) => RefusalCode::DraftInvalid,
            (None, Handler::Missing) => RefusalCode::HandlerMissing,
            (None, handler) => {
                self.start_apply(slot, Consent::USER, handler, accept.if_stale, now, out);
                return Ok(Reply::Applying);
            }
        };
        Ok(Reply::Refused { code })
    }

    /// Whether it is this call's turn to be decided by a person.
    fn may_decide(&self, call: &Proposal) -> bool {
        self.settings.review_order == ReviewOrder::Any
            || call.session_id.as_ref().is_none_or(|session_id| self.sessions.is_head(session_id, call.order))
    }

    /// The one way from pending to applying.
    pub(super) fn start_apply(
        &mut self,
        slot: Slot,
        consent: Consent,
        handler: Handler,
        if_stale: IfStale,
        now: Millis,
        out: &mut Transition,
    ) {
        let Some(proposal) = self.proposals.get_mut(slot) else {
            return;
        };
        if let Some(owner_key) = proposal.owner() {
            self.owners.disown(owner_key);
        }
        if let Some(session_id) = &proposal.session_id {
            self.sessions.dequeue(session_id, proposal.order);
        }
        let deadline = proposal.deadline.take();
        if deadline.is_some() {
            self.deadlines.stop();
        }
        let content = match std::mem::replace(&mut proposal.state, State::Proposed) {
            State::Pending { content, .. } => content,
            other => {
                proposal.state = other;
                return;
            }
        };
        let reads_revision = handler == Handler::Versioned && proposal.expected_revision.is_some();
        let step = if reads_revision {
            ApplyStep::ReadingRevision { if_stale, left: deadline.map(|at| at.since(now)) }
        } else {
            ApplyStep::Writing { aborted: None }
        };
        proposal.state = State::Applying { content, consent, step };
        out.changes.push(proposal.change(Event::Applying));
        out.effects.push(if reads_revision {
            Effect::ReadRevision { tool_call_id: proposal.tool_call_id.clone(), generation: proposal.generation }
        } else {
            proposal.apply_effect(consent)
        });
        self.start_clock(slot, now);
    }

    pub(super) fn revision_read(&mut self, report: RevisionRead, now: Millis, out: &mut Transition) -> Reply {
        let Some((slot, proposal)) = self.reported(&report.tool_call_id, report.generation) else {
            return Reply::Ignored;
        };
        let State::Applying { consent, step: step @ ApplyStep::ReadingRevision { .. }, .. } = &mut proposal.state
        else {
            return Reply::Ignored;
        };
        let expected_revision = proposal.expected_revision.clone();
        let outcome = match report.result {
            LiveRevision::Read { revision } if expected_revision.as_ref() == Some(&revision) => {
                *step = ApplyStep::Writing { aborted: None };
                let consent = *consent;
                out.effects.push(proposal.apply_effect(consent));
                self.start_clock(slot, now);
                return Reply::Applying;
            }
            LiveRevision::Read { .. }
                if matches!(step, ApplyStep::ReadingRevision { if_stale: IfStale::Rebase, .. }) =>
            {
                self.reopen(slot, now, out);
                return Reply::Rebasing;
            }
            LiveRevision::Read { revision } => Outcome::Stale { expected_revision, live_revision: revision },
            LiveRevision::Failed { error_text } => Outcome::Failed { code: FailureCode::RevisionFailed, error_text },
        };
        self.settle(slot, outcome, out);
        Reply::Settled
    }

    pub(super) fn applied(&mut self, report: Applied, out: &mut Transition) -> Reply {
        let Some((slot, proposal)) = self.reported(&report.tool_call_id, report.generation) else {
            return Reply::Ignored;
        };
        let State::Applying { content, consent, step: ApplyStep::Writing { aborted } } = &proposal.state else {
            return Reply::Ignored;
        };
        let outcome = match (report.result, *aborted) {
            (Application::Applied { output }, _) => Outcome::Accepted {
                approval_source: consent.source,
                difference: content.edited.then(|| patch(&content.original, &content.effective)),
                grant_id: consent.grant_id,
                output,
            },
            (Application::Stale { live_revision }, _) => {
                Outcome::Stale { expected_revision: proposal.expected_revision.clone(), live_revision }
            }
            // A write that was asked to stop and did not happen was cancelled.
            (Application::Failed { code: FailureCode::ApplyFailed, .. }, Some(reason)) => Outcome::Cancelled { reason },
            (Application::Failed { code, error_text }, _) => Outcome::Failed { code, error_text },
        };
        self.settle(slot, outcome, out);
        Reply::Settled
    }

    pub(super) fn reject(&mut self, reject: Reject, out: &mut Transition) -> Result<Reply, LedgerError> {
        let slot = self.slot(&reject.tool_call_id)?;
        let proposal = self.proposals.get(slot).ok_or(LedgerError::UnknownId)?;
        if let Some(reply) = proposal.not_pending(reject.generation) {
            return Ok(reply);
        }
        if !self.may_decide(proposal) {
            return Ok(Reply::Refused { code: RefusalCode::NotHead });
        }
        self.settle(slot, Outcome::Rejected { comment: reject.comment }, out);
        Ok(Reply::Settled)
    }

    pub(super) fn accept_all(
        &mut self,
        set: &AcceptAll,
        now: Millis,
        out: &mut Transition,
    ) -> Result<Reply, LedgerError> {
        if let Some(code) = self.refuse_set(set.calls.iter().map(|call| &call.tool_call_id)) {
            return Ok(Reply::Refused { code });
        }
        for call in &set.calls {
            let reply = self.accept(call, now, out)?;
            out.decisions.push(reply);
        }
        Ok(Reply::Decided)
    }

    pub(super) fn reject_all(&mut self, set: RejectAll, out: &mut Transition) -> Result<Reply, LedgerError> {
        if let Some(code) = self.refuse_set(set.calls.iter().map(|call| &call.tool_call_id)) {
            return Ok(Reply::Refused { code });
        }
        for Decision { tool_call_id, generation } in set.calls {
            let reply = self.reject(Reject { tool_call_id, generation, comment: set.comment.clone() }, out)?;
            out.decisions.push(reply);
        }
        Ok(Reply::Decided)
    }

    /// Why a set as a whole is not decided on.
    fn refuse_set<'a>(&self, ids: impl Iterator<Item = &'a ToolCallId>) -> Option<RefusalCode> {
        let mut seen = Vec::new();
        for id in ids {
            let slot = self.slots.get(id)?;
            if seen.contains(slot) {
                return Some(RefusalCode::DuplicateInSet);
            }
            seen.push(*slot);
        }
        let unseen = |slot: &Slot| {
            self.proposals.get(*slot).is_some_and(|call| matches!(call.state, State::Pending { .. }) && !call.presented)
        };
        seen.iter().any(unseen).then_some(RefusalCode::NotPresented)
    }

    pub(super) fn cancel(&mut self, cancel: &Cancel, out: &mut Transition) -> Result<Reply, LedgerError> {
        let slot = self.slot(&cancel.tool_call_id)?;
        let proposal = self.proposals.get(slot).ok_or(LedgerError::UnknownId)?;
        let reason = cancel.by.reason();
        match proposal.not_pending(cancel.generation) {
            Some(reply @ (Reply::AlreadySettled | Reply::Refused { code: RefusalCode::StaleGeneration })) => Ok(reply),
            _ => Ok(self.take_back(slot, reason, out)),
        }
    }

    /// Nothing more comes in; everything that is live is taken back.
    pub(super) fn close(&mut self, out: &mut Transition) -> Reply {
        self.closed = true;
        for slot in 0..self.proposals.len() {
            self.take_back(slot, CancelReason::Disposed, out);
        }
        Reply::Done
    }

    /// Takes back every open call of a session, or of one of its turns.
    pub(super) fn take_back_of(
        &mut self,
        session_id: &SessionId,
        turn_id: Option<&TurnId>,
        reason: CancelReason,
        out: &mut Transition,
    ) {
        for slot in 0..self.proposals.len() {
            let of_it = self.proposals.get(slot).is_some_and(|call| {
                call.session_id.as_ref() == Some(session_id) && (turn_id.is_none() || call.turn_id.as_ref() == turn_id)
            });
            if of_it {
                self.take_back(slot, reason, out);
            }
        }
    }

    /// Cancels a live call. A write that runs is only asked to stop: what it did decides the outcome.
    fn take_back(&mut self, slot: Slot, reason: CancelReason, out: &mut Transition) -> Reply {
        if let Some(proposal) = self.proposals.get_mut(slot)
            && let State::Applying { step: ApplyStep::Writing { aborted }, .. } = &mut proposal.state
        {
            if aborted.is_none() {
                *aborted = Some(reason);
                out.effects.push(Effect::AbortApply {
                    tool_call_id: proposal.tool_call_id.clone(),
                    generation: proposal.generation,
                });
            }
            return Reply::Aborting;
        }
        self.settle(slot, Outcome::Cancelled { reason }, out);
        Reply::Settled
    }
}

impl Proposal {
    /// `None` when the call waits for a decision; else what a decision on it comes to.
    pub(super) fn not_pending(&self, seen: Option<Generation>) -> Option<Reply> {
        let refused = |code| Some(Reply::Refused { code });
        if seen.is_some_and(|seen| seen != self.generation) {
            return refused(RefusalCode::StaleGeneration);
        }
        match &self.state {
            State::Proposed => refused(RefusalCode::NotPending),
            State::Pending { .. } => None,
            State::Applying { .. } => refused(RefusalCode::AlreadyApplying),
            State::Settled { .. } => Some(Reply::AlreadySettled),
        }
    }

    fn apply_effect(&self, consent: Consent) -> Effect {
        let approval_source = consent.source;
        Effect::Apply { tool_call_id: self.tool_call_id.clone(), generation: self.generation, approval_source }
    }
}
