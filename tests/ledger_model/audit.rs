//! What must hold whatever the ledger does, told from its transitions alone.

use std::collections::{BTreeMap, BTreeSet};

use countersign::ledger::{
    AbortTurn, CancelReason, CancelledBy, Change, Command, Delivery, Effect, Event, FailureCode, Generation,
    InvalidCode, Lease, Outcome, OwnerKey, Reply, SessionId, Settings, StateView, ToolCallId, Transition, TurnId, View,
};
use proptest::prelude::*;

use super::named_by;

type Checked = Result<(), TestCaseError>;

/// Everything that was told of every use of every id.
pub struct Audit {
    settings: Settings,
    calls: BTreeMap<(ToolCallId, Generation), Told>,
    current: BTreeMap<ToolCallId, Generation>,
    leases: Vec<(OwnerKey, Lease)>,
    ended: BTreeSet<SessionId>,
}

struct Told {
    last: View,
    session: Option<SessionId>,
    turn: Option<TurnId>,
    settled: usize,
    writes: usize,
    deliveries: usize,
    failed_sends: usize,
    taken: usize,
}

impl Told {
    fn outcome(&self) -> Option<&Outcome> {
        match &self.last.state {
            StateView::Settled { outcome, .. } => Some(outcome),
            _ => None,
        }
    }

    fn undecided(&self) -> bool {
        matches!(self.last.state, StateView::Proposed | StateView::Pending { .. })
    }

    /// Whether a command stops the session or the turn of the call.
    fn is_stopped_by(&self, command: &Command) -> bool {
        match command {
            Command::EndSession(ended) => self.session.as_ref() == Some(&ended.session_id),
            Command::AbortTurn(AbortTurn { session_id, turn_id }) => {
                self.session.as_ref() == Some(session_id) && (turn_id.is_none() || self.turn == *turn_id)
            }
            _ => false,
        }
    }
}

impl Audit {
    pub fn new(settings: Settings) -> Self {
        Self { settings, calls: BTreeMap::new(), current: BTreeMap::new(), leases: Vec::new(), ended: BTreeSet::new() }
    }

    pub fn check(&mut self, command: &Command, transition: &Transition) -> Checked {
        match command {
            Command::EndSession(ended) => {
                self.ended.insert(ended.session_id.clone());
            }
            Command::AcquireOwner(acquire) => {
                let Reply::Leased { lease } = transition.reply else {
                    return Err(TestCaseError::fail("no lease was given"));
                };
                self.leases.push((acquire.owner_key.clone(), lease));
            }
            Command::ReleaseOwner(release) => {
                self.leases.retain(|(owner, lease)| (owner, lease) != (&release.owner_key, &release.lease));
            }
            _ => {}
        }
        for change in &transition.changes {
            self.changed(command, change)?;
        }
        for effect in &transition.effects {
            self.asked(command, effect)?;
        }
        self.sessions(command, transition)?;
        for id in &transition.forgotten {
            self.forgotten(id)?;
        }
        self.remembered()?;
        for told in self.calls.values() {
            let asked = told.settled + told.failed_sends;
            let open = matches!(told.last.state, StateView::Settled { delivery: Delivery::Undelivered, .. });
            prop_assert_eq!(told.deliveries, asked - usize::from(open), "an answer is asked to be sent once a try");
        }
        if *command == Command::Wake {
            let left = self.calls.values().find(|told| told.undecided() && self.owner_is_gone(told));
            prop_assert!(left.is_none(), "a wake leaves no call of an editor that is gone");
            let writes = transition.effects.iter().any(|effect| matches!(effect, Effect::Apply { .. }));
            prop_assert!(!writes, "a wake starts a write");
        }
        Ok(())
    }

    /// A session is told when its last open call has settled, and only then. What was stopped leaves
    /// no call that waits, and what has ended gets none.
    fn sessions(&self, command: &Command, transition: &Transition) -> Checked {
        let settled = transition.changes.iter().filter(|change| change.event == Event::Settled);
        let mut edges: Vec<_> = settled
            .filter_map(|change| self.calls.get(&(change.call.tool_call_id.clone(), change.call.generation)))
            .filter_map(|told| told.session.as_ref())
            .filter(|of| !self.calls.values().any(|told| told.settled == 0 && told.session.as_ref() == Some(*of)))
            .collect();
        edges.sort();
        edges.dedup();
        let mut told: Vec<_> = transition.sessions_settled.iter().collect();
        told.sort();
        prop_assert_eq!(told, edges, "a session is told once, when nothing of it is open any more");
        for told in self.calls.values().filter(|told| told.undecided()) {
            prop_assert!(!told.is_stopped_by(command), "a stopped call still waits");
            let ended = told.session.as_ref().is_some_and(|session| self.ended.contains(session));
            prop_assert!(!ended, "a call of an ended session waits");
        }
        Ok(())
    }

    fn forgotten(&mut self, id: &ToolCallId) -> Checked {
        let Some(last) = self.current.remove(id) else {
            return Err(TestCaseError::fail("a call is forgotten that is not known"));
        };
        // The id begins anew; each of its earlier uses was answered when the next one came.
        let uses: Vec<_> = self.calls.keys().filter(|(of, _)| of == id).cloned().collect();
        for key in uses {
            let told = self.calls.remove(&key);
            let answered = told.is_some_and(|told| (told.settled, told.taken) == (1, 1));
            prop_assert!(answered, "{:?} of {} is forgotten before its answer was taken", last, id);
        }
        Ok(())
    }

    fn remembered(&self) -> Checked {
        let known = || self.current.iter().filter_map(|(id, generation)| self.calls.get(&(id.clone(), *generation)));
        let open = known().filter(|told| told.settled == 0).count();
        let undelivered = known().filter(|told| told.settled == 1 && told.taken == 0).count();
        let most = self.settings.max_settled + undelivered + open;
        prop_assert!(known().count() <= most, "{} calls are remembered, {} may be", known().count(), most);
        prop_assert!(open <= self.settings.max_open, "{} calls are open", open);
        Ok(())
    }

    /// With nothing outstanding and every answer taken, each use of an id has had its one answer.
    pub fn check_end(&self) -> Checked {
        for ((id, generation), told) in &self.calls {
            prop_assert_eq!((told.settled, told.taken), (1, 1), "{} {:?} is answered exactly once", id, generation);
        }
        Ok(())
    }

    fn owner_is_gone(&self, told: &Told) -> bool {
        told.last.owner_key.as_ref().is_some_and(|owner| !self.leases.iter().any(|(open, _)| open == owner))
    }

    fn changed(&mut self, command: &Command, change: &Change) -> Checked {
        let Change { event, call } = change;
        let key = (call.tool_call_id.clone(), call.generation);
        if *event == Event::Proposed {
            let last = self.current.insert(call.tool_call_id.clone(), call.generation);
            prop_assert_eq!(call.generation, last.map_or(Generation::FIRST, Generation::next));
            if let Some(last) = last.and_then(|last| self.calls.get(&(call.tool_call_id.clone(), last))) {
                prop_assert_eq!(last.taken, 1, "an id is used again only after its answer was taken");
            }
            let (settled, writes, deliveries, failed_sends, taken) = (0, 0, 0, 0, 0);
            let session = call.registration.as_ref().and_then(|registration| registration.session_id.clone());
            let turn = if let Command::Propose(propose) = command { propose.turn_id.clone() } else { None };
            let told = Told { last: call.clone(), session, turn, settled, writes, deliveries, failed_sends, taken };
            prop_assert!(self.calls.insert(key, told).is_none(), "a generation is registered once");
            return Ok(());
        }
        prop_assert_eq!(self.current.get(&call.tool_call_id), Some(&call.generation), "an old generation changes");
        let Some(told) = self.calls.get(&key) else {
            return Err(TestCaseError::fail("a call changes that was never registered"));
        };
        let StateView::Settled { outcome, .. } = &call.state else {
            prop_assert_eq!(told.settled, 0, "a settled call is never live again");
            return self.now(key, *event, call);
        };
        if let Some(before) = told.outcome() {
            prop_assert_eq!(before, outcome, "an outcome stays what it is");
            let sending = [Event::Delivered, Event::Undelivered, Event::Redelivering];
            prop_assert!(sending.contains(event), "{:?} after settling", event);
            return self.now(key, *event, call);
        }
        prop_assert_eq!(*event, Event::Settled);
        let was = &told.last.state;
        let decided = |by: &ToolCallId| *by == call.tool_call_id;
        match outcome {
            Outcome::Accepted { .. } => {
                let writing = told.writes == 1 && matches!(was, StateView::Applying { .. });
                prop_assert!(writing, "accepted without a write");
            }
            Outcome::Rejected { .. } => {
                let pending = matches!(was, StateView::Pending { .. });
                prop_assert!(pending, "rejected before or after it was a question");
                let by_a_person = matches!(command, Command::Reject(reject) if decided(&reject.tool_call_id))
                    || matches!(command, Command::RejectAll(_) if named_by(command).into_iter().any(decided));
                prop_assert!(by_a_person, "rejected by something else than a person's no");
            }
            Outcome::Cancelled { reason: CancelReason::OwnerGone } => {
                prop_assert_eq!(command, &Command::Wake);
                prop_assert!(told.undecided() && self.owner_is_gone(told), "cancelled by another editor's end");
            }
            Outcome::Cancelled { reason: CancelReason::SessionEnded } => {
                let session = told.session.as_ref();
                prop_assert!(session.is_some_and(|session| self.ended.contains(session)), "its session has not ended");
                let late = matches!(command, Command::Propose(_) | Command::Applied(_));
                prop_assert!(late || told.is_stopped_by(command), "cancelled by another session's end");
            }
            Outcome::Cancelled { reason: CancelReason::Aborted } => {
                let late = matches!(command, Command::Propose(_) | Command::Applied(_));
                let by_signal = matches!(
                    command, Command::Cancel(cancel) if decided(&cancel.tool_call_id) && cancel.by == CancelledBy::Signal
                );
                prop_assert!(late || by_signal || told.is_stopped_by(command), "cancelled by another turn's stop");
            }
            Outcome::Cancelled { reason: CancelReason::Host } => {
                let late = matches!(command, Command::Propose(_) | Command::Applied(_));
                let by_the_host = matches!(
                    command, Command::Cancel(cancel) if decided(&cancel.tool_call_id) && cancel.by == CancelledBy::Host
                );
                prop_assert!(late || by_the_host, "taken back by something else than the host");
            }
            Outcome::Expired => {
                prop_assert!(told.undecided() && told.writes == 0, "an accepted call expires");
            }
            Outcome::Cancelled { reason: CancelReason::Disposed } => {
                prop_assert!(matches!(command, Command::Close | Command::Applied(_)));
            }
            Outcome::Invalid { .. } => prop_assert!(*was == StateView::Proposed, "invalid after it became a question"),
            Outcome::Failed { .. } => {
                let applying = matches!(was, StateView::Applying { .. });
                prop_assert!(applying, "failed before it was accepted");
            }
            Outcome::Stale { .. } => {}
        }
        if *command == Command::Wake {
            let by_time = matches!(
                outcome,
                Outcome::Expired
                    | Outcome::Cancelled { reason: CancelReason::OwnerGone }
                    | Outcome::Invalid { code: InvalidCode::CheckTimeout, .. }
                    | Outcome::Failed { code: FailureCode::RevisionTimeout | FailureCode::ApplyTimeout, .. }
            );
            prop_assert!(by_time, "a wake settles only what has had its time");
        }
        self.now(key, *event, call)
    }

    fn now(&mut self, key: (ToolCallId, Generation), event: Event, call: &View) -> Checked {
        if let Some(told) = self.calls.get_mut(&key) {
            told.last = call.clone();
            told.settled += usize::from(event == Event::Settled);
            told.failed_sends += usize::from(event == Event::Undelivered);
            told.taken += usize::from(event == Event::Delivered);
            prop_assert!(told.settled <= 1 && told.taken <= 1, "settled or answered twice");
        }
        Ok(())
    }

    fn asked(&mut self, command: &Command, effect: &Effect) -> Checked {
        let (Effect::Validate { tool_call_id: id, generation, .. }
        | Effect::ReadRevision { tool_call_id: id, generation }
        | Effect::Apply { tool_call_id: id, generation, .. }
        | Effect::AbortApply { tool_call_id: id, generation }
        | Effect::Deliver { tool_call_id: id, generation }) = effect;
        prop_assert_eq!(self.current.get(id), Some(generation), "{:?} names an old generation", effect);
        let Some(told) = self.calls.get_mut(&(id.clone(), *generation)) else {
            return Err(TestCaseError::fail("an effect names a call that was never registered"));
        };
        let applying = matches!(told.last.state, StateView::Applying { .. });
        match effect {
            Effect::Validate { .. } => prop_assert!(told.undecided()),
            Effect::ReadRevision { .. } => prop_assert!(applying && told.writes == 0),
            Effect::Apply { .. } => {
                told.writes += 1;
                prop_assert!(applying && told.writes == 1, "a write that nobody accepted, or a second one");
            }
            Effect::AbortApply { .. } => {
                prop_assert!(told.writes == 1, "there is no write to stop");
                let session = matches!(command, Command::EndSession(_) | Command::AbortTurn(_));
                prop_assert!(!session || told.is_stopped_by(command), "a write of another session is stopped");
            }
            Effect::Deliver { .. } => {
                told.deliveries += 1;
                prop_assert_eq!(told.settled, 1, "there is no answer to send");
            }
        }
        Ok(())
    }
}
