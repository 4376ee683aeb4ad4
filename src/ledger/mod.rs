//! The state machine between an agent's proposals and the answers that it gets.
//!
//! ```text
//! proposed ──▶ pending ──▶ applying ──▶ accepted · failed · stale
//!    │            └──────▶ rejected · stale · cancelled · expired
//!    └──▶ invalid · stale · cancelled · expired
//! ```
//!
//! [`Ledger::step`] takes a command and the time and gives back what changed and what is to be done:
//! the ledger calls nothing and reads no clock. Every call that was registered settles once, and
//! each settlement asks for its answer to be delivered once.

#![forbid(unsafe_code)]

mod check;
mod codes;
mod command;
mod decide;
mod dehydrate;
mod error;
mod grants;
mod hydrate;
mod ids;
mod outbox;
mod outcome;
mod owners;
mod policy;
mod proposal;
mod propose;
mod read;
mod rebase;
mod sessions;
mod settings;
mod time;
mod transition;

use std::collections::{HashMap, VecDeque};

pub use command::*;
pub use error::LedgerError;
pub use grants::Grant;
pub use ids::{
    Attempt, Generation, GrantId, Lease, Millis, OwnerKey, Revision, SessionId, ToolCallId, ToolName, TurnId,
};
pub use outcome::{ApprovalSource, CancelReason, Delivery, FailureCode, InvalidCode, Outcome};
pub use policy::{EditPermission, Policy, ReviewOrder};
pub use read::{read_command, read_settings};
pub use settings::Settings;
pub use transition::{
    Change, Check, DraftView, Effect, Event, RefusalCode, Registration, Reply, StateView, Transition, View,
};

use crate::json::JsonText;
use grants::Grants;
use owners::Owners;
use proposal::{ApplyStep, Consent, Content, Draft, DraftState, Proposal, State};
use sessions::Sessions;
use time::{Clocks, Monotone};

/// Where a call stands among the proposals.
type Slot = usize;

/// Every call that is known, and who is open to decide on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ledger {
    proposals: Vec<Proposal>,
    slots: HashMap<ToolCallId, Slot>,
    /// Slots whose calls are forgotten.
    free: Vec<Slot>,
    /// How many calls have no outcome yet.
    live: usize,
    /// Counts proposals.
    order: u64,
    /// Answered calls, in the order of their answers.
    answered: VecDeque<(Slot, ToolCallId)>,
    owners: Owners,
    sessions: Sessions,
    grants: Grants,
    clock: Monotone,
    /// Callbacks that run.
    callbacks: Clocks,
    /// Calls that wait for a person and have a deadline, or are being checked for that.
    deadlines: Clocks,
    edit_permission: EditPermission,
    settings: Settings,
    /// What is kept outside and means nothing here: members of its object, each after a comma.
    unknown: String,
    closed: bool,
}

impl Ledger {
    /// An empty ledger.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            proposals: Vec::new(),
            slots: HashMap::new(),
            free: Vec::new(),
            live: 0,
            order: 0,
            answered: VecDeque::new(),
            owners: Owners::default(),
            sessions: Sessions::default(),
            grants: Grants::default(),
            clock: Monotone::default(),
            callbacks: Clocks::default(),
            deadlines: Clocks::default(),
            edit_permission: settings.edit_permission,
            settings,
            unknown: String::new(),
            closed: false,
        }
    }

    /// Takes one command at one time. On an error nothing has changed.
    ///
    /// # Errors
    /// [`LedgerError`] when the command names a call that is not known, or comes after
    /// [`Command::Close`].
    pub fn step(&mut self, command: Command, now: Millis) -> Result<Transition, LedgerError> {
        self.refuse_misuse(&command)?;
        let now = self.clock.read(now);
        let mut out = Transition::of(Reply::Done);
        self.expire(now, &mut out);
        out.reply = match command {
            Command::Propose(propose) => self.propose(propose, now, &mut out),
            Command::Refuse(refuse) => self.refuse(refuse, now, &mut out),
            Command::Validated(report) => self.validated(report, now, &mut out),
            Command::Present(decision) => self.present(&decision, &mut out)?,
            Command::Edit(edit) => self.edit(edit, now, &mut out)?,
            Command::Accept(accept) => self.accept(&accept, now, &mut out)?,
            Command::RevisionRead(report) => self.revision_read(report, now, &mut out),
            Command::Applied(report) => self.applied(report, &mut out),
            Command::Reject(reject) => self.reject(reject, &mut out)?,
            Command::AcceptAll(set) => self.accept_all(&set, now, &mut out)?,
            Command::RejectAll(set) => self.reject_all(set, &mut out)?,
            Command::Cancel(cancel) => self.cancel(&cancel, &mut out)?,
            Command::AcquireOwner(AcquireOwner { owner_key }) => {
                Reply::Leased { lease: self.owners.acquire(owner_key) }
            }
            Command::ReleaseOwner(ReleaseOwner { owner_key, lease }) => {
                self.owners.release(&owner_key, lease, now);
                Reply::Done
            }
            Command::Rebase(rebase) => self.rebase(rebase, now, &mut out)?,
            Command::SetEditPermission(change) => self.set_edit_permission(&change, now, &mut out),
            Command::Grant(asked) => {
                let grant_id = self.grants.add(asked, now);
                self.tell_grants(&mut out);
                Reply::Granted { grant_id }
            }
            Command::RevokeGrant(RevokeGrant { grant_id }) => {
                if self.grants.revoke(grant_id) {
                    self.tell_grants(&mut out);
                }
                Reply::Done
            }
            Command::Restore(restore) => self.restore(&restore.state, now, &mut out)?,
            Command::Sent(report) => self.sent(&report, &mut out),
            Command::Redeliver(redeliver) => self.redeliver(&redeliver, &mut out)?,
            Command::AbortTurn(AbortTurn { session_id, turn_id }) => {
                self.take_back_of(&session_id, turn_id.as_ref(), CancelReason::Aborted, &mut out);
                self.sessions.abort(session_id, turn_id);
                Reply::Done
            }
            Command::BeginTurn(session) => {
                self.sessions.begin(&session);
                Reply::Done
            }
            Command::EndSession(Session { session_id }) => {
                self.take_back_of(&session_id, None, CancelReason::SessionEnded, &mut out);
                if self.grants.end_session(&session_id) {
                    self.tell_grants(&mut out);
                }
                self.sessions.end(session_id);
                Reply::Done
            }
            Command::Wake => self.wake(now, &mut out),
            Command::Close => self.close(&mut out),
        };
        self.forget(now, &mut out);
        out.wake_at = self.wake_at().map(|at| self.clock.to_host(at));
        Ok(out)
    }

    /// A command that names a call must name one that is known. A report may come too late for that.
    fn refuse_misuse(&self, command: &Command) -> Result<(), LedgerError> {
        let named = match command {
            Command::AcceptAll(AcceptAll { calls }) => {
                return calls.iter().try_for_each(|call| self.slot(&call.tool_call_id).map(drop));
            }
            Command::RejectAll(RejectAll { calls, .. }) => {
                return calls.iter().try_for_each(|call| self.slot(&call.tool_call_id).map(drop));
            }
            Command::SetEditPermission(SetEditPermission { apply_to, .. }) => {
                return apply_to.iter().try_for_each(|call| self.slot(&call.tool_call_id).map(drop));
            }
            Command::Propose(_) | Command::Refuse(_) | Command::Restore(_) if self.closed => {
                return Err(LedgerError::Closed);
            }
            Command::Restore(restore) => return hydrate::read(&restore.state).map(drop),
            Command::Present(Decision { tool_call_id, .. })
            | Command::Edit(Edit { tool_call_id, .. })
            | Command::Rebase(Rebase { tool_call_id, .. })
            | Command::Accept(Accept { tool_call_id, .. })
            | Command::Reject(Reject { tool_call_id, .. })
            | Command::Cancel(Cancel { tool_call_id, .. })
            | Command::Redeliver(Redeliver { tool_call_id: Some(tool_call_id) }) => tool_call_id,
            _ => return Ok(()),
        };
        self.slot(named).map(drop)
    }

    /// The mode.
    #[must_use]
    pub fn edit_permission(&self) -> EditPermission {
        self.edit_permission
    }

    /// The outcome of a call's current generation, once it has one.
    #[must_use]
    pub fn outcome(&self, tool_call_id: &ToolCallId) -> Option<&Outcome> {
        match &self.find(tool_call_id)?.state {
            State::Settled { outcome, .. } => Some(outcome),
            _ => None,
        }
    }

    /// The input that would be, or was, applied, once it was checked.
    #[must_use]
    pub fn effective(&self, tool_call_id: &ToolCallId) -> Option<&JsonText> {
        self.find(tool_call_id)?.content().map(|content| &content.effective)
    }

    /// How many calls have no outcome yet.
    #[must_use]
    pub fn live(&self) -> usize {
        self.live
    }

    fn find(&self, id: &ToolCallId) -> Option<&Proposal> {
        self.proposals.get(*self.slots.get(id)?)
    }

    fn slot(&self, id: &ToolCallId) -> Result<Slot, LedgerError> {
        self.slots.get(id).copied().ok_or(LedgerError::UnknownId)
    }

    /// The call that a report is about, as long as it is known and its id was not used again.
    fn reported(&mut self, id: &ToolCallId, generation: Generation) -> Option<(Slot, &mut Proposal)> {
        let slot = *self.slots.get(id)?;
        let proposal = self.proposals.get_mut(slot).filter(|proposal| proposal.generation == generation)?;
        Some((slot, proposal))
    }

    fn wake_at(&self) -> Option<Millis> {
        let due = [self.callbacks.earliest(), self.deadlines.earliest(), self.owners.wake_at(), self.grants.wake_at()];
        due.into_iter().flatten().min()
    }

    fn tell_grants(&self, out: &mut Transition) {
        out.grants = Some(self.grants.view(|at| self.clock.to_host(at)));
    }

    /// A change of a call that tells its registration: with the host's instants.
    fn told(&self, call: &Proposal, event: Event) -> Change {
        let mut change = call.change(event);
        if let Some(registration) = &mut change.call.registration {
            registration.expires_at = registration.expires_at.map(|at| self.clock.to_host(at));
        }
        change
    }

    /// Calls that nobody answered in time, and grants that have had theirs.
    fn expire(&mut self, now: Millis, out: &mut Transition) {
        if self.grants.expire(now) {
            self.tell_grants(out);
        }
        if !self.deadlines.is_due(now) {
            return;
        }
        for slot in 0..self.proposals.len() {
            let due = self.proposals.get(slot).and_then(|call| call.deadline);
            if due.is_some_and(|due| due <= now) {
                self.settle(slot, Outcome::Expired, out);
            }
        }
        self.deadlines.next(self.proposals.iter().filter_map(|call| call.deadline));
    }

    /// Forgets the calls that were answered longest ago, where they are too many or too old.
    fn forget(&mut self, now: Millis, out: &mut Transition) {
        while let Some((slot, _)) = self.answered.front() {
            let settled_at = self.proposals.get(*slot).and_then(|call| call.settled_at);
            let age = settled_at.map_or(Millis::ZERO, |settled| now.since(settled));
            let too_old = self.settings.settled_for.is_some_and(|span| age >= span);
            if !too_old && self.answered.len() <= self.settings.max_settled {
                break;
            }
            if let Some((slot, id)) = self.answered.pop_front() {
                self.slots.remove(&id);
                self.free.push(slot);
                out.forgotten.push(id);
            }
        }
    }

    /// Owners that did not come back are gone, and callbacks that have had their time are given up.
    fn wake(&mut self, now: Millis, out: &mut Transition) -> Reply {
        let lapsed = self.owners.lapsed();
        if !lapsed.is_empty() {
            for slot in 0..self.proposals.len() {
                let gone =
                    self.proposals.get(slot).and_then(Proposal::owner).is_some_and(|owner| lapsed.contains(owner));
                if gone {
                    self.settle(slot, Outcome::Cancelled { reason: CancelReason::OwnerGone }, out);
                }
            }
        }
        if self.callbacks.is_due(now) {
            let had_their_time = |call: &Proposal| call.due.is_some_and(|due| due <= now);
            for slot in 0..self.proposals.len() {
                if self.proposals.get(slot).is_some_and(had_their_time) {
                    self.give_up(slot, out);
                }
            }
            self.callbacks.next(self.proposals.iter().filter_map(|call| call.due));
        }
        Reply::Done
    }

    /// A callback did not end in time.
    fn give_up(&mut self, slot: Slot, out: &mut Transition) {
        self.stop_clock(slot);
        let Some(proposal) = self.proposals.get_mut(slot) else {
            return;
        };
        let outcome = match &mut proposal.state {
            State::Proposed => Outcome::Invalid { code: InvalidCode::CheckTimeout, error_text: None },
            State::Pending { draft, .. } => {
                if let Some(Draft { state: state @ DraftState::Validating, .. }) = draft {
                    *state = DraftState::Invalid { code: InvalidCode::CheckTimeout, error_text: None };
                    out.changes.push(proposal.change(Event::Edited));
                }
                return;
            }
            State::Applying { step: ApplyStep::ReadingRevision { .. }, .. } => {
                Outcome::Failed { code: FailureCode::RevisionTimeout, error_text: None }
            }
            State::Applying { step: ApplyStep::Writing { .. }, .. } => {
                out.effects.push(Effect::AbortApply {
                    tool_call_id: proposal.tool_call_id.clone(),
                    generation: proposal.generation,
                });
                Outcome::Failed { code: FailureCode::ApplyTimeout, error_text: None }
            }
            State::Settled { .. } => return,
        };
        self.settle(slot, outcome, out);
    }

    /// The one way into a terminal state, and the one place that asks for an answer to be sent.
    /// A call that has settled stays as it is.
    fn settle(&mut self, slot: Slot, outcome: Outcome, out: &mut Transition) {
        if !self.leave_live(slot, out) {
            return;
        }
        let Some(proposal) = self.proposals.get_mut(slot) else {
            return;
        };
        let left = std::mem::replace(&mut proposal.state, State::Proposed);
        proposal.state = State::Settled { content: left.into_content(), outcome, delivery: Delivery::Sending };
        proposal.settled_at = Some(self.clock.now());
        out.changes.push(proposal.change(Event::Settled));
        out.effects
            .push(Effect::Deliver { tool_call_id: proposal.tool_call_id.clone(), generation: proposal.generation });
    }

    /// Undoes what was counted for a live call. Whether it was one.
    fn leave_live(&mut self, slot: Slot, out: &mut Transition) -> bool {
        self.stop_clock(slot);
        let Some(proposal) = self.proposals.get_mut(slot).filter(|proposal| proposal.is_live()) else {
            return false;
        };
        if let Some(owner_key) = proposal.owner() {
            self.owners.disown(owner_key);
        }
        self.live = self.live.saturating_sub(1);
        if proposal.deadline.take().is_some() {
            self.deadlines.stop();
        }
        if let Some(session_id) = &proposal.session_id {
            self.sessions.dequeue(session_id, proposal.order);
            if self.sessions.settle(session_id) {
                out.sessions_settled.push(session_id.clone());
            }
        }
        true
    }

    /// A callback starts for the call, in place of any that ran.
    fn start_clock(&mut self, slot: Slot, now: Millis) {
        self.stop_clock(slot);
        let due = self.settings.handler_timeout.map(|timeout| now.after(timeout));
        if let (Some(due), Some(proposal)) = (due, self.proposals.get_mut(slot)) {
            proposal.due = Some(due);
            self.callbacks.start(due);
        }
    }

    /// No callback runs for the call any more, or none that counts.
    fn stop_clock(&mut self, slot: Slot) {
        if self.proposals.get_mut(slot).and_then(|proposal| proposal.due.take()).is_some() {
            self.callbacks.stop();
        }
    }
}
