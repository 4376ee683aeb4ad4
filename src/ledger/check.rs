//! From a proposed or edited input to what a person sees.

use super::{
    Check, Consent, Content, Decision, Draft, DraftState, Edit, EditPermission, Event, GrantId, Handler, IfStale,
    InvalidCode, Ledger, LedgerError, Millis, Outcome, OwnerKey, Policy, RefusalCode, Reply, Review, Revision, Slot,
    State, Transition, Validated, Validation,
};
use crate::json::JsonText;

/// A valid input and what was found with it.
struct Found {
    effective: JsonText,
    owner_key: Option<OwnerKey>,
    expected_revision: Option<Revision>,
    live_revision: Option<Revision>,
    handler: Handler,
    policy: Option<Policy>,
    matched: Vec<GrantId>,
}

impl Ledger {
    pub(super) fn validated(&mut self, report: Validated, now: Millis, out: &mut Transition) -> Reply {
        let reported = self.reported(&report.tool_call_id, report.generation);
        let Some((slot, proposal)) = reported.filter(|(_, call)| call.attempt == report.attempt) else {
            return Reply::Ignored;
        };
        match &proposal.state {
            State::Proposed => self.input_checked(slot, report.result, now, out),
            State::Pending { draft: Some(Draft { state: DraftState::Validating, .. }), .. } => {
                self.draft_checked(slot, report.result, out);
            }
            _ => return Reply::Ignored,
        }
        Reply::Done
    }

    /// The input as proposed was checked.
    fn input_checked(&mut self, slot: Slot, result: Validation, now: Millis, out: &mut Transition) {
        match result {
            Validation::Invalid { code, error_text } => {
                self.settle(slot, Outcome::Invalid { code, error_text }, out);
            }
            Validation::Valid { policy: Some(Policy::Deny), .. } => {
                self.settle(slot, Outcome::Invalid { code: InvalidCode::Denied, error_text: None }, out);
            }
            Validation::Valid { effective, owner_key, expected_revision, live_revision, handler, policy, matched } => {
                self.stop_clock(slot);
                let found = Found { effective, owner_key, expected_revision, live_revision, handler, policy, matched };
                self.show(slot, found, now, out);
            }
        }
    }

    /// The call becomes a question, or goes on at once where nobody need be asked.
    fn show(&mut self, slot: Slot, found: Found, now: Millis, out: &mut Transition) {
        let Some(proposal) = self.proposals.get_mut(slot) else {
            return;
        };
        if proposal.owner_key.is_none()
            && let Some(owner_key) = found.owner_key
        {
            self.owners.own(&owner_key, now);
            proposal.owner_key = Some(owner_key);
        }
        let expected = proposal.expected_revision.take().or(found.expected_revision);
        // Where the agent names no revision, what is shown now is what may be approved.
        proposal.expected_revision = expected.or_else(|| found.live_revision.clone());
        proposal.state = State::Pending {
            content: Content {
                original: found.effective.clone(),
                effective: found.effective,
                attempt: proposal.attempt,
                edited: false,
            },
            draft: None,
        };
        if let Some(live_revision) = found.live_revision
            && proposal.expected_revision.as_ref() != Some(&live_revision)
        {
            let expected_revision = proposal.expected_revision.clone();
            self.settle(slot, Outcome::Stale { expected_revision, live_revision }, out);
            return;
        }
        proposal.policy = found.policy;
        let consent = match (proposal.review, found.policy) {
            (Review::None, _) | (Review::Required, Some(Policy::Bypass)) => Some(Consent::AUTO),
            (Review::Always, _) | (Review::Required, Some(Policy::Manual | Policy::Deny)) => None,
            (Review::Required, None) if self.edit_permission == EditPermission::Bypass => Some(Consent::AUTO),
            (Review::Required, None) => proposal
                .content()
                .and_then(|content| {
                    let session_id = proposal.session_id.as_ref();
                    self.grants.find(&proposal.tool_name, session_id, &content.effective, &found.matched)
                })
                .map(|grant_id| Consent { grant_id: Some(grant_id), ..Consent::AUTO }),
        };
        match (proposal.review, consent, found.handler) {
            (Review::None, _, Handler::Missing) => {
                let code = InvalidCode::HandlerMissing;
                self.settle(slot, Outcome::Invalid { code, error_text: None }, out);
            }
            (Review::None, _, _) => {
                self.start_apply(slot, Consent::AUTO, Handler::Unversioned, IfStale::Settle, now, out);
            }
            (_, Some(consent), Handler::Unversioned | Handler::Versioned) => {
                self.start_apply(slot, consent, found.handler, IfStale::Settle, now, out);
            }
            (_, None, _) | (_, _, Handler::Missing) => {
                if let Some(session_id) = &proposal.session_id {
                    self.sessions.enqueue(session_id, proposal.order, slot);
                }
                out.changes.push(proposal.change(Event::Pending));
            }
        }
    }

    fn draft_checked(&mut self, slot: Slot, result: Validation, out: &mut Transition) {
        self.stop_clock(slot);
        let Some(proposal) = self.proposals.get_mut(slot) else {
            return;
        };
        let State::Pending { content, draft: draft @ Some(_) } = &mut proposal.state else {
            return;
        };
        let moved = |owner_key: &Option<OwnerKey>| owner_key.is_some() && *owner_key != proposal.owner_key;
        let (code, error_text) = match result {
            Validation::Valid { owner_key, .. } if moved(&owner_key) => (InvalidCode::OwnerChanged, None),
            Validation::Valid { effective, live_revision, expected_revision, .. } => {
                content.edited = !content.original.same_value(&effective);
                content.effective = effective;
                content.attempt = proposal.attempt;
                if draft.take().is_some_and(|draft| draft.check == Check::Rebase) {
                    proposal.expected_revision = live_revision.or(expected_revision);
                }
                out.changes.push(proposal.change(Event::Edited));
                return;
            }
            Validation::Invalid { code, error_text } => (code, error_text),
        };
        if let Some(draft) = draft {
            draft.state = DraftState::Invalid { code, error_text };
        }
        out.changes.push(proposal.change(Event::Edited));
    }

    pub(super) fn present(&mut self, decision: &Decision, out: &mut Transition) -> Result<Reply, LedgerError> {
        let slot = self.slot(&decision.tool_call_id)?;
        let proposal = self.proposals.get_mut(slot).ok_or(LedgerError::UnknownId)?;
        if decision.generation.is_some_and(|seen| seen != proposal.generation) {
            return Ok(Reply::Refused { code: RefusalCode::StaleGeneration });
        }
        if matches!(proposal.state, State::Pending { .. }) && !proposal.presented {
            proposal.presented = true;
            out.changes.push(proposal.change(Event::Presented));
        }
        Ok(Reply::Done)
    }

    pub(super) fn edit(&mut self, edit: Edit, now: Millis, out: &mut Transition) -> Result<Reply, LedgerError> {
        let slot = self.slot(&edit.tool_call_id)?;
        let proposal = self.proposals.get_mut(slot).ok_or(LedgerError::UnknownId)?;
        if let Some(reply) = proposal.not_pending(edit.generation) {
            return Ok(reply);
        }
        let State::Pending { draft, .. } = &mut proposal.state else {
            return Ok(Reply::Ignored);
        };
        // What was to be shown anew still is, with the person's change.
        let check = draft.as_ref().map_or(Check::Draft, |draft| draft.check);
        *draft = Some(Draft { input: edit.input, check, state: DraftState::Validating });
        proposal.attempt = proposal.attempt.next();
        out.effects.push(proposal.validate_effect(check));
        out.changes.push(proposal.change(Event::Edited));
        self.start_clock(slot, now);
        Ok(Reply::Edited)
    }
}
