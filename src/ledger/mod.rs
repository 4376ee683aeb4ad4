//! The state machine between an agent's proposals and the answers that it gets.
//!
//! ```text
//! proposed ──▶ pending ──▶ applying ──▶ accepted · failed · stale
//!    │            └──────▶ rejected · stale · cancelled
//!    └──▶ invalid · stale · cancelled
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
mod ids;
mod outbox;
mod outcome;
mod owners;
mod proposal;
mod propose;
mod transition;

use std::collections::HashMap;
use std::fmt;

pub use command::*;
pub use ids::{Attempt, Generation, Lease, Millis, OwnerKey, Revision, ToolCallId, ToolName};
pub use outcome::{ApprovalSource, CancelReason, Delivery, FailureCode, InvalidCode, Outcome};
pub use transition::{Change, DraftView, Effect, Event, RefusalCode, Registration, Reply, StateView, Transition, View};

use crate::json::JsonText;
use owners::Owners;
use proposal::{ApplyStep, Content, Draft, Proposal, State};

/// Where a call stands among the proposals.
type Slot = usize;

/// What a ledger is made with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Settings {
    /// The mode at first.
    pub edit_permission: EditPermission,
    /// How long a check or a write may take before its call is answered without it. `None`: for ever.
    pub handler_timeout: Option<Millis>,
}

/// Every call that is known, and who is open to decide on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ledger {
    proposals: Vec<Proposal>,
    slots: HashMap<ToolCallId, Slot>,
    owners: Owners,
    clocks: Clocks,
    edit_permission: EditPermission,
    handler_timeout: Option<Millis>,
    closed: bool,
}

impl Ledger {
    /// An empty ledger.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            proposals: Vec::new(),
            slots: HashMap::new(),
            owners: Owners::default(),
            clocks: Clocks::default(),
            edit_permission: settings.edit_permission,
            handler_timeout: settings.handler_timeout,
            closed: false,
        }
    }

    /// Takes one command at one time. On an error nothing has changed.
    ///
    /// # Errors
    /// [`LedgerError`] when the command names a call that is not known, or comes after
    /// [`Command::Close`].
    pub fn step(&mut self, command: Command, now: Millis) -> Result<Transition, LedgerError> {
        let mut out = Transition::of(Reply::Done);
        out.reply = match command {
            Command::Propose(propose) => self.propose(propose, now, &mut out)?,
            Command::Refuse(refuse) => self.refuse(refuse, now, &mut out)?,
            Command::Validated(report) => self.validated(report, now, &mut out)?,
            Command::Present(decision) => self.present(&decision, &mut out)?,
            Command::Edit(edit) => self.edit(edit, now, &mut out)?,
            Command::Accept(accept) => self.accept(&accept, now, &mut out)?,
            Command::RevisionRead(report) => self.revision_read(report, now, &mut out)?,
            Command::Applied(report) => self.applied(report, &mut out)?,
            Command::Reject(reject) => self.reject(reject, &mut out)?,
            Command::Cancel(decision) => self.cancel(&decision, &mut out)?,
            Command::AcquireOwner(AcquireOwner { owner_key }) => {
                Reply::Leased { lease: self.owners.acquire(owner_key) }
            }
            Command::ReleaseOwner(ReleaseOwner { owner_key, lease }) => {
                self.owners.release(&owner_key, lease, now);
                Reply::Done
            }
            Command::SetEditPermission(edit_permission) => {
                self.edit_permission = edit_permission;
                Reply::Done
            }
            Command::Sent(report) => self.sent(&report, &mut out)?,
            Command::Redeliver(redeliver) => self.redeliver(&redeliver, &mut out)?,
            Command::Wake => self.wake(now, &mut out),
            Command::Close => self.close(&mut out),
        };
        out.wake_at = self.wake_at();
        Ok(out)
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
        self.proposals.iter().filter(|proposal| proposal.is_live()).count()
    }

    fn find(&self, id: &ToolCallId) -> Option<&Proposal> {
        self.proposals.get(*self.slots.get(id)?)
    }

    fn slot(&self, id: &ToolCallId) -> Result<Slot, LedgerError> {
        self.slots.get(id).copied().ok_or(LedgerError::UnknownId)
    }

    /// The call at a slot, as long as it is the use of the id that is meant.
    fn proposal(&mut self, slot: Slot, generation: Generation) -> Option<&mut Proposal> {
        self.proposals.get_mut(slot).filter(|proposal| proposal.generation == generation)
    }

    fn wake_at(&self) -> Option<Millis> {
        self.clocks.earliest.into_iter().chain(self.owners.wake_at()).min()
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
        if self.clocks.earliest.is_some_and(|earliest| earliest <= now) {
            let had_their_time = |call: &Proposal| call.due.is_some_and(|due| due <= now);
            for slot in 0..self.proposals.len() {
                if self.proposals.get(slot).is_some_and(had_their_time) {
                    self.give_up(slot, out);
                }
            }
            self.clocks.earliest = self.proposals.iter().filter_map(|call| call.due).min();
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
                if let Some(Draft::Validating { input }) = draft {
                    let input = input.clone();
                    *draft = Some(Draft::Invalid { input, code: InvalidCode::CheckTimeout, error_text: None });
                    out.changes.push(proposal.change(Event::Edited));
                }
                return;
            }
            State::Applying { step: ApplyStep::ReadingRevision, .. } => {
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
        self.stop_clock(slot);
        let Some(proposal) = self.proposals.get_mut(slot).filter(|proposal| proposal.is_live()) else {
            return;
        };
        if let Some(owner_key) = proposal.owner() {
            self.owners.disown(owner_key);
        }
        let left = std::mem::replace(&mut proposal.state, State::Proposed);
        proposal.state = State::Settled { content: left.into_content(), outcome, delivery: Delivery::Sending };
        out.changes.push(proposal.change(Event::Settled));
        out.effects
            .push(Effect::Deliver { tool_call_id: proposal.tool_call_id.clone(), generation: proposal.generation });
    }

    /// A callback starts for the call, in place of any that ran.
    fn start_clock(&mut self, slot: Slot, now: Millis) {
        self.stop_clock(slot);
        let due = self.handler_timeout.map(|timeout| now.after(timeout));
        if let (Some(due), Some(proposal)) = (due, self.proposals.get_mut(slot)) {
            proposal.due = Some(due);
            self.clocks.start(due);
        }
    }

    /// No callback runs for the call any more, or none that counts.
    fn stop_clock(&mut self, slot: Slot) {
        if self.proposals.get_mut(slot).and_then(|proposal| proposal.due.take()).is_some() {
            self.clocks.stop();
        }
    }
}

/// When callbacks that run have had their time. Stopping one leaves the instant of the earliest as
/// it is: a wake that finds nothing due is cheaper than a sorted set at every step.
#[derive(Clone, Debug, Default, PartialEq)]
struct Clocks {
    running: usize,
    earliest: Option<Millis>,
}

impl Clocks {
    fn start(&mut self, due: Millis) {
        self.running += 1;
        self.earliest = Some(self.earliest.map_or(due, |earliest| earliest.min(due)));
    }

    fn stop(&mut self) {
        self.running = self.running.saturating_sub(1);
        if self.running == 0 {
            self.earliest = None;
        }
    }
}

/// Misuse of the ledger. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerError {
    /// No call with that id was ever proposed.
    UnknownId,
    /// The ledger was closed.
    Closed,
}

impl LedgerError {
    /// The stable name of the error.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::UnknownId => "unknown_id",
            Self::Closed => "disposed",
        }
    }
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownId => "no call with that id was proposed",
            Self::Closed => "the ledger is closed to new calls",
        })
    }
}

impl std::error::Error for LedgerError {}
