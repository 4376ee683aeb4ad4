//! A fresh look at a call whose target has changed since it was shown.

use super::{
    ApplyStep, Check, Draft, DraftState, Event, Ledger, LedgerError, Millis, Rebase, Reply, Slot, State, Transition,
};
use crate::json::JsonText;

impl Ledger {
    pub(super) fn rebase(&mut self, rebase: Rebase, now: Millis, out: &mut Transition) -> Result<Reply, LedgerError> {
        let slot = self.slot(&rebase.tool_call_id)?;
        let proposal = self.proposals.get(slot).ok_or(LedgerError::UnknownId)?;
        if let Some(reply) = proposal.not_pending(rebase.generation) {
            return Ok(reply);
        }
        self.show_anew(slot, rebase.input, now, out);
        Ok(Reply::Rebasing)
    }

    /// An accepted call, of which nothing is written yet, waits for a person again.
    pub(super) fn reopen(&mut self, slot: Slot, now: Millis, out: &mut Transition) {
        let Some(proposal) = self.proposals.get_mut(slot) else {
            return;
        };
        proposal.state = match std::mem::replace(&mut proposal.state, State::Proposed) {
            State::Applying { content, step: ApplyStep::ReadingRevision { left, .. }, .. } => {
                proposal.deadline = left.map(|span| now.after(span));
                State::Pending { content, draft: None }
            }
            other => {
                proposal.state = other;
                return;
            }
        };
        if let Some(deadline) = proposal.deadline {
            self.deadlines.start(deadline);
        }
        if let Some(owner_key) = &proposal.owner_key {
            self.owners.own(owner_key, now);
        }
        if let Some(session_id) = &proposal.session_id {
            self.sessions.enqueue(session_id, proposal.order, slot);
        }
        self.show_anew(slot, None, now, out);
    }

    /// Whoever decides from now on must have seen what the next check shows: decisions on what was
    /// shown before name an earlier generation.
    fn show_anew(&mut self, slot: Slot, input: Option<JsonText>, now: Millis, out: &mut Transition) {
        let Some(proposal) = self.proposals.get_mut(slot) else {
            return;
        };
        let State::Pending { content, draft } = &mut proposal.state else {
            return;
        };
        let input = input.unwrap_or_else(|| content.effective.clone());
        *draft = Some(Draft { input, check: Check::Rebase, state: DraftState::Validating });
        proposal.generation = proposal.generation.next();
        proposal.attempt = proposal.attempt.next();
        proposal.presented = false;
        out.effects.push(proposal.validate_effect(Check::Rebase));
        if let Some(proposal) = self.proposals.get(slot) {
            out.changes.push(self.told(proposal, Event::Rebasing));
        }
        self.start_clock(slot, now);
    }
}
