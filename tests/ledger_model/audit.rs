//! What must hold whatever the ledger does, told from its transitions alone.

use std::collections::{BTreeMap, BTreeSet};

use countersign::json::JsonText;
use countersign::ledger::{
    AbortTurn, Accept, ApprovalSource, CancelReason, CancelledBy, Change, Check, Command, Delivery, DraftView,
    EditPermission, Effect, Event, FailureCode, Generation, Grant, GrantId, GrantScope, InvalidCode, Lease, Outcome,
    OwnerKey, Policy, Registration, Reply, Review, SessionId, Settings, StateView, ToolCallId, Transition, TurnId,
    Validation, View,
};
use proptest::prelude::*;

use super::{kept, named_by, same};

type Checked = Result<(), TestCaseError>;

/// Everything that was told of every use of every id.
pub struct Audit {
    settings: Settings,
    mode: EditPermission,
    calls: BTreeMap<(ToolCallId, Generation), Told>,
    current: BTreeMap<ToolCallId, Generation>,
    leases: Vec<(OwnerKey, Lease)>,
    /// Owners that calls from outside wait for.
    awaited: BTreeSet<OwnerKey>,
    ended: BTreeSet<SessionId>,
    grants: Vec<Grant>,
    /// Sessions of which a call ended in this step.
    touched: BTreeSet<SessionId>,
}

struct Told {
    last: View,
    registration: Option<Registration>,
    session: Option<SessionId>,
    turn: Option<TurnId>,
    /// Whether it was here when a state was taken over.
    was_here: bool,
    /// Whether a first check may still let it pass: nobody was asked, and it is the use of its id that
    /// was proposed.
    new: bool,
    grant: Option<GrantId>,
    settled: usize,
    writes: usize,
    deliveries: usize,
    failed_sends: usize,
    taken: usize,
}

impl Told {
    fn of(call: &View, turn: Option<TurnId>) -> Self {
        let (mut settled, mut writes, mut deliveries, mut taken) = (0, 0, 0, 0);
        match call.state {
            StateView::Settled { delivery: Delivery::Delivered, .. } => (settled, deliveries, taken) = (1, 1, 1),
            StateView::Settled { .. } => settled = 1,
            StateView::Applying { .. } => writes = 1,
            _ => {}
        }
        Self {
            last: call.clone(),
            registration: call.registration.clone(),
            session: call.registration.as_ref().and_then(|registration| registration.session_id.clone()),
            turn,
            was_here: false,
            new: call.state == StateView::Proposed,
            grant: None,
            settled,
            writes,
            deliveries,
            failed_sends: 0,
            taken,
        }
    }

    fn outcome(&self) -> Option<&Outcome> {
        match &self.last.state {
            StateView::Settled { outcome, .. } => Some(outcome),
            _ => None,
        }
    }

    fn undecided(&self) -> bool {
        matches!(self.last.state, StateView::Proposed | StateView::Pending { .. })
    }

    /// Whether it would end with an owner.
    fn ends_with(&self, owner: &OwnerKey) -> bool {
        self.undecided() && self.last.owner_key.as_ref() == Some(owner)
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

fn is_in_scope(scope: &GrantScope, effective: &JsonText, matched: bool) -> bool {
    match scope {
        GrantScope::Exact { input } => same(input, effective),
        GrantScope::Matching { .. } => matched,
    }
}

impl Audit {
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            mode: settings.edit_permission,
            calls: BTreeMap::new(),
            current: BTreeMap::new(),
            leases: Vec::new(),
            awaited: BTreeSet::new(),
            ended: BTreeSet::new(),
            grants: Vec::new(),
            touched: BTreeSet::new(),
        }
    }

    pub fn check(&mut self, command: &Command, transition: &Transition) -> Checked {
        self.touched.clear();
        if let Some(grants) = &transition.grants {
            let known = |grant: &Grant| self.grants.iter().any(|held| held.grant_id == grant.grant_id);
            let new = grants.iter().find(|grant| !known(grant));
            let given = |grant: &Grant| transition.reply == Reply::Granted { grant_id: grant.grant_id };
            prop_assert!(new.is_none_or(given), "a grant holds that nobody gave");
            self.grants.clone_from(grants);
        }
        match command {
            Command::SetEditPermission(change) => self.mode = change.edit_permission,
            Command::RevokeGrant(revoke) => {
                let holds = self.grants.iter().any(|grant| grant.grant_id == revoke.grant_id);
                prop_assert!(!holds, "a revoked grant holds");
            }
            Command::EndSession(ended) => {
                self.ended.insert(ended.session_id.clone());
            }
            Command::AcquireOwner(acquire) => {
                let Reply::Leased { lease } = transition.reply else {
                    return Err(TestCaseError::fail("no lease was given"));
                };
                self.leases.push((acquire.owner_key.clone(), lease));
                self.awaited.remove(&acquire.owner_key);
            }
            Command::ReleaseOwner(release) => {
                self.leases.retain(|(owner, lease)| (owner, lease) != (&release.owner_key, &release.lease));
            }
            _ => {}
        }
        for change in &transition.changes {
            self.changed(command, change)?;
            let waits = |owner: &OwnerKey| self.calls.values().any(|told| told.ends_with(owner));
            self.awaited = self.awaited.iter().filter(|owner| waits(owner)).cloned().collect();
        }
        for effect in &transition.effects {
            self.asked(command, effect)?;
        }
        if let Command::Restore(restore) = command {
            // What was stopped there says nothing of the calls that are here by now.
            let stopped = kept::read(&restore.state).map_or_else(|_| Vec::new(), |kept| kept.stopped);
            self.ended.extend(stopped.into_iter().filter(|stopped| stopped.ended).map(|stopped| stopped.session));
            self.calls.values_mut().for_each(|told| told.was_here = true);
        }
        self.sessions(command, transition)?;
        if let Command::EndSession(ended) = command {
            let holds = self.grants.iter().any(|grant| grant.session_id.as_ref() == Some(&ended.session_id));
            prop_assert!(!holds, "a grant outlives its session");
        }
        if matches!(command, Command::Propose(_)) {
            let open = self.calls.values().filter(|told| told.settled == 0).count();
            let asks = transition.effects.iter().any(|effect| matches!(effect, Effect::Validate { .. }));
            prop_assert!(!asks || open <= self.settings.max_open, "{} calls are open, and one more came", open);
        }
        for id in &transition.forgotten {
            self.forgotten(id)?;
        }
        self.remembered()?;
        for told in self.calls.values() {
            let asked = told.settled + told.failed_sends;
            let open = matches!(told.last.state, StateView::Settled { delivery: Delivery::Undelivered, .. });
            prop_assert_eq!(told.deliveries, asked - usize::from(open), "an answer is asked to be sent once a try");
            let ended = told.taken + told.failed_sends;
            prop_assert!(told.deliveries <= ended + 1, "an answer is on its way twice");
        }
        if *command == Command::Wake {
            let left = self.calls.values().find(|told| told.undecided() && self.owner_is_gone(told));
            prop_assert!(left.is_none(), "a wake leaves no call of an editor that is gone");
        }
        let decides = matches!(
            command,
            Command::Accept(_)
                | Command::AcceptAll(_)
                | Command::SetEditPermission(_)
                | Command::Validated(_)
                | Command::RevisionRead(_)
        );
        let writes = transition.effects.iter().any(|effect| matches!(effect, Effect::Apply { .. }));
        prop_assert!(decides || !writes, "{:?} starts a write", command);
        Ok(())
    }

    /// A session is told when its last open call has settled, and only then. What was stopped leaves
    /// no call that waits, and what has ended gets none.
    fn sessions(&self, command: &Command, transition: &Transition) -> Checked {
        let open =
            |of: &SessionId| self.calls.values().any(|told| told.settled == 0 && told.session.as_ref() == Some(of));
        let edges: Vec<_> = self.touched.iter().filter(|of| !open(of)).collect();
        let mut told: Vec<_> = transition.sessions_settled.iter().collect();
        told.sort();
        prop_assert_eq!(told, edges, "a session is told once, when nothing of it is open any more");
        for told in self.calls.values().filter(|told| told.undecided()) {
            prop_assert!(!told.is_stopped_by(command), "a stopped call still waits");
            let ended = told.session.as_ref().is_some_and(|session| self.ended.contains(session));
            prop_assert!(!ended || told.was_here, "a call of an ended session waits");
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
        let closed = |owner: &OwnerKey| !self.leases.iter().any(|(open, _)| open == owner);
        told.last.owner_key.as_ref().is_some_and(|owner| closed(owner) && !self.awaited.contains(owner))
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
            let turn = if let Command::Propose(propose) = command { propose.turn_id.clone() } else { None };
            let told = Told::of(call, turn);
            prop_assert!(self.calls.insert(key, told).is_none(), "a generation is registered once");
            return Ok(());
        }
        if *event == Event::Restored {
            return self.restored(command, call);
        }
        if *event == Event::Rebasing {
            let last = self.current.insert(call.tool_call_id.clone(), call.generation);
            prop_assert_eq!(Some(call.generation), last.map(Generation::next));
            let before = last.and_then(|last| self.calls.remove(&(call.tool_call_id.clone(), last)));
            let Some(before) = before.filter(|before| before.settled == 0 && before.writes == 0) else {
                return Err(TestCaseError::fail("a call is shown anew that was written or answered"));
            };
            let draft = matches!(call.state, StateView::Pending { draft: Some(DraftView::Validating { .. }) });
            prop_assert!(draft && !call.presented, "what is shown anew was not checked or seen yet");
            let told = Told { last: call.clone(), new: false, grant: None, ..before };
            prop_assert!(self.calls.insert(key, told).is_none(), "a generation is told once");
            return Ok(());
        }
        prop_assert_eq!(self.current.get(&call.tool_call_id), Some(&call.generation), "an old generation changes");
        let Some(told) = self.calls.get(&key) else {
            return Err(TestCaseError::fail("a call changes that was never registered"));
        };
        let StateView::Settled { outcome, .. } = &call.state else {
            prop_assert_eq!(told.settled, 0, "a settled call is never live again");
            if *event == Event::Applying {
                let grant = self.accepted(command, told, call)?;
                if let Some(told) = self.calls.get_mut(&key) {
                    told.grant = grant;
                }
            }
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
            Outcome::Accepted { approval_source, grant_id, .. } => {
                prop_assert_eq!(was, &StateView::Applying { approval_source: *approval_source });
                prop_assert_eq!(*grant_id, told.grant, "another grant is named than the one that held");
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
                let late = matches!(command, Command::Propose(_) | Command::Applied(_) | Command::Restore(_));
                prop_assert!(late || told.is_stopped_by(command), "cancelled by another session's end");
            }
            Outcome::Cancelled { reason: CancelReason::Aborted } => {
                let late = matches!(command, Command::Propose(_) | Command::Applied(_) | Command::Restore(_));
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

    /// A call that was kept outside stands for what was known here, if that asks less.
    fn restored(&mut self, command: &Command, call: &View) -> Checked {
        prop_assert!(matches!(command, Command::Restore(_)));
        let id = &call.tool_call_id;
        let answered = matches!(call.state, StateView::Settled { .. });
        if let Some(last) = self.current.insert(id.clone(), call.generation) {
            let key = (id.clone(), last);
            let Some(known) = self.calls.get(&key) else {
                return Err(TestCaseError::fail("a call is replaced that is not known"));
            };
            if known.settled == 1 {
                prop_assert!(known.taken == 1 && last < call.generation, "an answer was not taken, or stands");
            } else {
                prop_assert!(known.undecided() && answered && last <= call.generation, "a question is replaced");
                let session = known.session.clone();
                self.touched.extend(session);
                self.calls.remove(&key);
            }
        }
        let mut told = Told::of(call, None);
        if let Command::Restore(restore) = command {
            let state: serde_json::Value = serde_json::from_str(restore.state.as_str()).unwrap();
            let calls = state["calls"].as_array();
            let kept = calls.into_iter().flatten().find(|kept| kept["toolCallId"] == id.as_str());
            told.turn = kept.and_then(|kept| kept["turnId"].as_str()).map(TurnId::from);
        }
        if let Some(owner) = call.owner_key.as_ref().filter(|_| told.undecided()) {
            let open = self.leases.iter().any(|(open, _)| open == owner);
            if !open && !self.calls.values().any(|told| told.ends_with(owner)) {
                self.awaited.insert(owner.clone());
            }
        }
        self.calls.insert((id.clone(), call.generation), told);
        Ok(())
    }

    /// Nothing is written that nobody said yes to: a person to this use of the id, or a rule that holds
    /// to a call that was never a question. The grant that stood for a person, if one did.
    fn accepted(&self, command: &Command, told: &Told, call: &View) -> Result<Option<GrantId>, TestCaseError> {
        let means = |accept: &Accept| {
            accept.tool_call_id == call.tool_call_id && accept.generation.is_none_or(|seen| seen == call.generation)
        };
        let by_a_person = match command {
            Command::Accept(accept) => means(accept),
            Command::AcceptAll(set) => set.calls.iter().any(means) && told.last.presented,
            _ => false,
        };
        let StateView::Applying { approval_source } = call.state else {
            return Err(TestCaseError::fail("an accepted call is not being written"));
        };
        prop_assert_eq!(approval_source == ApprovalSource::User, by_a_person, "somebody else said yes");
        let draft = matches!(told.last.state, StateView::Pending { draft: Some(_) });
        prop_assert!(!draft, "a draft is written that was found wrong, or was not checked yet");
        let Some(registration) = told.registration.as_ref().filter(|_| !by_a_person) else {
            return Ok(None);
        };
        if let Command::SetEditPermission(change) = command {
            let named = change.apply_to.iter().any(means) && registration.review == Review::Required;
            prop_assert!(named && self.mode == EditPermission::Bypass, "the mode passes over a call by itself");
            return Ok(None);
        }
        let Command::Validated(report) = command else {
            return Err(TestCaseError::fail("nobody said yes"));
        };
        let Validation::Valid { effective, policy, matched, .. } = &report.result else {
            return Err(TestCaseError::fail("an invalid call is written"));
        };
        prop_assert!(report.tool_call_id == call.tool_call_id && told.new, "a question passes by itself");
        prop_assert_ne!(*policy, Some(Policy::Deny));
        if registration.review == Review::None {
            return Ok(None);
        }
        prop_assert_eq!(registration.review, Review::Required);
        prop_assert_ne!(*policy, Some(Policy::Manual));
        if *policy == Some(Policy::Bypass) || self.mode == EditPermission::Bypass {
            return Ok(None);
        }
        let grant = self.grants.iter().find(|grant| {
            grant.tool_name == registration.tool_name
                && (grant.session_id.is_none() || grant.session_id == told.session)
                && is_in_scope(&grant.scope, effective, matched.contains(&grant.grant_id))
        });
        prop_assert!(grant.is_some(), "no grant holds for it");
        Ok(grant.map(|grant| grant.grant_id))
    }

    fn now(&mut self, key: (ToolCallId, Generation), event: Event, call: &View) -> Checked {
        if let Some(told) = self.calls.get_mut(&key) {
            told.last = call.clone();
            told.settled += usize::from(event == Event::Settled);
            told.failed_sends += usize::from(event == Event::Undelivered);
            told.taken += usize::from(event == Event::Delivered);
            if event == Event::Pending {
                told.new = false;
            }
            prop_assert!(told.settled <= 1 && told.taken <= 1, "settled or answered twice");
            if event == Event::Settled
                && let Some(session) = &told.session
            {
                self.touched.insert(session.clone());
            }
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
            Effect::Validate { check: Check::Proposed, .. } => prop_assert!(told.last.state == StateView::Proposed),
            Effect::Validate { .. } => {
                let draft = matches!(told.last.state, StateView::Pending { draft: Some(DraftView::Validating { .. }) });
                prop_assert!(draft, "nothing is there to check");
            }
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
