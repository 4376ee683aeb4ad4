//! The ledger's rules once more, slow and plain: every use of every id in one list, searched from
//! end to end. Nothing is counted, indexed or remembered that the list itself tells.

pub mod audit;
pub mod kept;
pub mod sequences;

use countersign::json::{JsonText, patch};
use countersign::ledger::{
    Accept, Application, ApprovalSource, Attempt, CancelReason, CancelledBy, Change, Check, Command, Decision,
    Delivery, DraftView, EditPermission, Effect, Event, FailureCode, Generation, Grant, GrantId, GrantScope, Handler,
    IfStale, InvalidCode, Lease, LedgerError, LiveRevision, Millis, Outcome, OwnerKey, Policy, Propose, RefusalCode,
    Registration, Reject, Reply, Review, ReviewOrder, Revision, Sending, SessionId, Settings, StateView, ToolCallId,
    ToolName, TurnId, Validation, View,
};
use kept::Stopped;

/// What a command is expected to come to.
#[derive(Debug, PartialEq)]
pub struct Expected {
    pub reply: Reply,
    pub decisions: Vec<Reply>,
    pub changes: Vec<Change>,
    pub effects: Vec<Effect>,
    pub sessions_settled: Vec<SessionId>,
    pub grants: Option<Vec<Grant>>,
    pub forgotten: Vec<ToolCallId>,
}

pub struct Model {
    settings: Settings,
    mode: EditPermission,
    closed: bool,
    /// What the host's clock said last.
    host: u64,
    /// How far the host's clock went forward in all, each time that it did: nothing waits longer for
    /// its going back.
    now: u64,
    /// How many commands came.
    step: usize,
    /// Every use of every id, in order of registration, the forgotten ones too.
    calls: Vec<Call>,
    /// Every stop of a turn, begin of a turn and end of a session, in order.
    sessions: Vec<(SessionId, Told)>,
    /// Every lease that was given and not given back.
    leases: Vec<(OwnerKey, u32)>,
    leases_given: u32,
    /// The owners that are not open and have calls that end with them, and since when.
    closed_since: Vec<(OwnerKey, u64)>,
    /// The owners that are not open, have calls that end with them, and had none when one of those came
    /// from outside: they may be long in opening.
    awaited: Vec<OwnerKey>,
    /// Every grant that holds, oldest first, with the instants of `now`.
    grants: Vec<Grant>,
    grants_given: u32,
    /// The sessions of live calls that a kept answer took the place of, in this step.
    replaced: Vec<SessionId>,
    /// How many answers were taken.
    taken: usize,
    changes: Vec<Change>,
    effects: Vec<Effect>,
}

/// What was told of a session.
enum Told {
    Stopped(Option<TurnId>),
    Begun,
    Ended,
}

#[derive(Clone)]
struct Call {
    id: ToolCallId,
    generation: u32,
    tool: ToolName,
    review: Review,
    proposed: JsonText,
    owner: Option<OwnerKey>,
    expected: Option<Revision>,
    session: Option<SessionId>,
    turn: Option<TurnId>,
    presented: bool,
    attempt: u32,
    shown: Option<Shown>,
    /// When the callback that runs for it has had its time.
    due: Option<u64>,
    /// When a person has had the time to answer.
    expires: Option<u64>,
    settled_at: u64,
    /// The step in which it settled.
    settled_in: Option<usize>,
    /// As which of all answers its own was taken.
    taken_as: Option<usize>,
    policy: Option<Policy>,
    forgotten: bool,
    stage: Stage,
}

#[derive(Clone)]
struct Shown {
    attempt: u32,
    first: JsonText,
    effective: JsonText,
}

/// Who said yes: a person, the mode or the policy, or a grant.
#[derive(Clone, Copy, PartialEq)]
enum Yes {
    Person,
    Rule,
    Granted(GrantId),
}

impl Yes {
    fn source(self) -> ApprovalSource {
        if self == Self::Person { ApprovalSource::User } else { ApprovalSource::Auto }
    }
}

#[derive(Clone, PartialEq)]
enum Stage {
    Checking,
    Waiting,
    /// An input that does not count: it is being checked, or something is wrong with it.
    Drafted {
        input: JsonText,
        check: Check,
        wrong: Option<(InvalidCode, Option<String>)>,
    },
    Reading {
        yes: Yes,
        if_stale: IfStale,
        /// How long the person still had, when they said yes.
        left: Option<u64>,
    },
    Writing {
        yes: Yes,
        stopped: Option<CancelReason>,
    },
    Done(Outcome, Delivery),
}

impl Call {
    fn live(&self) -> bool {
        !matches!(self.stage, Stage::Done(..))
    }

    fn waits(&self) -> bool {
        matches!(self.stage, Stage::Waiting | Stage::Drafted { .. })
    }

    /// Nobody has said yes yet.
    fn undecided(&self) -> bool {
        self.stage == Stage::Checking || self.waits()
    }

    fn edited(&self) -> bool {
        self.shown.as_ref().is_some_and(|shown| !same(&shown.first, &shown.effective))
    }

    fn view(&self, registration: bool) -> View {
        View {
            tool_call_id: self.id.clone(),
            generation: Generation::from(self.generation),
            registration: registration.then(|| Registration {
                tool_name: self.tool.clone(),
                review: self.review,
                proposed: self.proposed.clone(),
                session_id: self.session.clone(),
                expires_at: None,
                effective: None,
            }),
            presented: self.presented,
            edited: self.edited(),
            shown: self.shown.as_ref().map(|shown| Attempt::from(shown.attempt)),
            owner_key: self.owner.clone(),
            expected_revision: self.expected.clone(),
            state: match self.stage.clone() {
                Stage::Checking => StateView::Proposed,
                Stage::Waiting => StateView::Pending { draft: None },
                Stage::Drafted { input, wrong: None, .. } => {
                    StateView::Pending { draft: Some(DraftView::Validating { input }) }
                }
                Stage::Drafted { input, wrong: Some((code, error_text)), .. } => {
                    StateView::Pending { draft: Some(DraftView::Invalid { input, code, error_text }) }
                }
                Stage::Reading { yes, .. } | Stage::Writing { yes, .. } => {
                    StateView::Applying { approval_source: yes.source() }
                }
                Stage::Done(outcome, delivery) => StateView::Settled { outcome, delivery },
            },
        }
    }
}

/// Whether two inputs mean the same, by another reader of JSON than the ledger's.
fn same(left: &JsonText, right: &JsonText) -> bool {
    let value = |text: &JsonText| serde_json::from_str::<serde_json::Value>(text.as_str()).unwrap();
    value(left) == value(right)
}

fn whole(millis: Millis) -> u64 {
    millis.to_f64() as u64
}

/// The calls that a set names.
pub fn named_by(command: &Command) -> Vec<&ToolCallId> {
    match command {
        Command::AcceptAll(set) => set.calls.iter().map(|call| &call.tool_call_id).collect(),
        Command::RejectAll(set) => set.calls.iter().map(|call| &call.tool_call_id).collect(),
        Command::SetEditPermission(change) => change.apply_to.iter().map(|call| &call.tool_call_id).collect(),
        _ => Vec::new(),
    }
}

impl Model {
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            mode: settings.edit_permission,
            closed: false,
            host: 0,
            now: 0,
            step: 0,
            calls: Vec::new(),
            sessions: Vec::new(),
            leases: Vec::new(),
            leases_given: 0,
            closed_since: Vec::new(),
            awaited: Vec::new(),
            grants: Vec::new(),
            grants_given: 0,
            replaced: Vec::new(),
            taken: 0,
            changes: Vec::new(),
            effects: Vec::new(),
        }
    }

    pub fn mode(&self) -> EditPermission {
        self.mode
    }

    /// The calls that a command would mean which comes in time: the live ones to take back, and those
    /// that wait to decide on.
    pub fn in_time(&self, command: &Command) -> Vec<ToolCallId> {
        let any = matches!(command, Command::Cancel(_));
        let meant = self.calls.iter().filter(|call| if any { call.live() } else { call.waits() });
        meant.map(|call| call.id.clone()).collect()
    }

    pub fn live(&self) -> usize {
        self.calls.iter().filter(|call| call.live()).count()
    }

    pub fn outcome(&self, id: &ToolCallId) -> Option<&Outcome> {
        match &self.calls[self.current(id)?].stage {
            Stage::Done(outcome, _) => Some(outcome),
            _ => None,
        }
    }

    pub fn effective(&self, id: &ToolCallId) -> Option<&JsonText> {
        self.calls[self.current(id)?].shown.as_ref().map(|shown| &shown.effective)
    }

    /// The earliest instant, on the host's clock, at which a callback, or a person, has had the time.
    pub fn timer_due(&self) -> Option<u64> {
        self.calls.iter().flat_map(|call| [call.due, call.expires]).flatten().min().map(|due| self.on_host(due))
    }

    /// The earliest instant, on the host's clock, at which a grant ends.
    pub fn grant_due(&self) -> Option<u64> {
        self.grants.iter().filter_map(|grant| grant.expires_at).min().map(|due| self.on_host(whole(due)))
    }

    /// Since when, on the host's clock, an owner is not open that has calls which end with it.
    pub fn owner_due(&self) -> Option<u64> {
        self.closed_since.iter().map(|(_, since)| self.on_host(*since)).min()
    }

    fn on_host(&self, instant: u64) -> u64 {
        (self.host + instant).saturating_sub(self.now)
    }

    fn closed_owner<'a>(&self, call: &'a Call) -> Option<&'a OwnerKey> {
        call.owner.as_ref().filter(|owner| call.undecided() && !self.leases.iter().any(|(open, _)| open == *owner))
    }

    fn watch_owners(&mut self) {
        let closed: Vec<_> = self.calls.iter().filter_map(|call| self.closed_owner(call)).cloned().collect();
        self.closed_since.retain(|(owner, _)| closed.contains(owner));
        self.awaited.retain(|owner| closed.contains(owner));
        for owner in closed {
            if !self.awaited.contains(&owner) && !self.closed_since.iter().any(|(known, _)| *known == owner) {
                self.closed_since.push((owner, self.now));
            }
        }
    }

    pub fn step(&mut self, command: &Command, host: u64) -> Result<Expected, LedgerError> {
        self.misuse(command)?;
        self.changes.clear();
        self.effects.clear();
        self.replaced.clear();
        self.step += 1;
        self.now += host.saturating_sub(self.host);
        self.host = host;
        self.expire();
        let held = self.grants.clone();
        self.grants.retain(|grant| grant.expires_at.is_none_or(|at| whole(at) > self.now));
        self.watch_owners();
        let (reply, decisions) = self.reply_to_all(command)?;
        self.watch_owners();
        let forgotten = self.forget();
        let (changes, effects, sessions_settled) =
            (self.changes.clone(), self.effects.clone(), self.sessions_settled());
        let grants = (self.grants != held).then(|| self.grants_on_host());
        Ok(Expected { reply, decisions, changes, effects, sessions_settled, grants, forgotten })
    }

    fn expire(&mut self) {
        for at in 0..self.calls.len() {
            if self.calls[at].undecided() && self.calls[at].expires.is_some_and(|expires| expires <= self.now) {
                self.settle(at, Outcome::Expired);
            }
        }
    }

    fn grants_on_host(&self) -> Vec<Grant> {
        let mut grants = self.grants.clone();
        for grant in &mut grants {
            grant.expires_at = grant.expires_at.map(|at| Millis::from_whole(self.on_host(whole(at))));
        }
        grants
    }

    /// A set is decided on call by call, if each is in it once and those that wait were shown.
    fn reply_to_all(&mut self, command: &Command) -> Result<(Reply, Vec<Reply>), LedgerError> {
        let each: Vec<Command> = match command {
            Command::AcceptAll(set) => set.calls.iter().cloned().map(Command::Accept).collect(),
            Command::RejectAll(set) => {
                let reject = |on: &Decision| Reject {
                    tool_call_id: on.tool_call_id.clone(),
                    generation: on.generation,
                    comment: set.comment.clone(),
                };
                set.calls.iter().map(|on| Command::Reject(reject(on))).collect()
            }
            single => return Ok((self.reply(single)?, Vec::new())),
        };
        let ids: Vec<&ToolCallId> = named_by(command);
        let twice = ids.iter().enumerate().any(|(place, id)| ids[..place].contains(id));
        let unseen =
            ids.iter().any(|id| self.current(id).is_some_and(|at| self.calls[at].waits() && !self.calls[at].presented));
        if twice {
            return Ok((Reply::Refused { code: RefusalCode::DuplicateInSet }, Vec::new()));
        }
        if unseen {
            return Ok((Reply::Refused { code: RefusalCode::NotPresented }, Vec::new()));
        }
        let decisions = each.iter().map(|one| self.reply(one)).collect::<Result<_, _>>()?;
        Ok((Reply::Decided, decisions))
    }

    /// A person's or the host's word must be on a call that is known. A report may come too late.
    fn misuse(&self, command: &Command) -> Result<(), LedgerError> {
        match command {
            Command::Propose(_) | Command::Refuse(_) | Command::Restore(_) if self.closed => {
                return Err(LedgerError::Closed);
            }
            Command::Restore(restore) => {
                return kept::read(&restore.state).map(drop).map_err(|call| LedgerError::MalformedState { call });
            }
            Command::Present(on) => self.known(&on.tool_call_id)?,
            Command::Edit(on) => self.known(&on.tool_call_id)?,
            Command::Rebase(on) => self.known(&on.tool_call_id)?,
            Command::Accept(on) => self.known(&on.tool_call_id)?,
            Command::Reject(on) => self.known(&on.tool_call_id)?,
            Command::Cancel(on) => self.known(&on.tool_call_id)?,
            Command::AcceptAll(_) | Command::RejectAll(_) | Command::SetEditPermission(_) => {
                return named_by(command).into_iter().try_for_each(|id| self.known(id).map(drop));
            }
            Command::Redeliver(on) => match &on.tool_call_id {
                Some(id) => self.known(id)?,
                None => return Ok(()),
            },
            _ => return Ok(()),
        };
        Ok(())
    }

    /// The sessions of which a call settled in this step, or was found answered, and none is open after it.
    fn sessions_settled(&self) -> Vec<SessionId> {
        let settled_now = self.calls.iter().filter(|call| call.settled_in == Some(self.step));
        let mut sessions: Vec<_> = settled_now.filter_map(|call| call.session.clone()).collect();
        sessions.extend(self.replaced.iter().cloned());
        sessions.sort();
        sessions.dedup();
        sessions.retain(|session| !self.calls.iter().any(|call| call.live() && call.session.as_ref() == Some(session)));
        sessions
    }

    /// Of the answers that were taken, the first is forgotten as long as it is too old or they are too
    /// many. An id that was used again is not forgotten for its earlier answer.
    fn forget(&mut self) -> Vec<ToolCallId> {
        let current = |at: &usize| self.current(&self.calls[*at].id) == Some(*at);
        let mut taken: Vec<_> = (0..self.calls.len()).filter(current).collect();
        taken.retain(|at| self.calls[*at].taken_as.is_some());
        taken.sort_by_key(|at| self.calls[*at].taken_as);
        let mut forgotten = Vec::new();
        for (before, at) in taken.iter().enumerate() {
            let age = self.now - self.calls[*at].settled_at;
            let too_old = self.settings.settled_for.is_some_and(|span| age >= whole(span));
            if !too_old && taken.len() - before <= self.settings.max_settled {
                break;
            }
            self.calls[*at].forgotten = true;
            forgotten.push(self.calls[*at].id.clone());
        }
        forgotten
    }

    /// Why a call that arrives now has been stopped already.
    fn stopped(&self, session: Option<&SessionId>, turn: Option<&TurnId>) -> Option<CancelReason> {
        let told: Vec<_> = self.sessions.iter().filter(|(of, _)| Some(of) == session).map(|(_, told)| told).collect();
        if told.iter().any(|told| matches!(told, Told::Ended)) {
            return Some(CancelReason::SessionEnded);
        }
        let by_name = told.iter().any(|told| matches!(told, Told::Stopped(Some(of)) if Some(of) == turn));
        let whole = told.iter().rev().find(|told| matches!(told, Told::Stopped(None) | Told::Begun));
        (by_name || matches!(whole, Some(Told::Stopped(None)))).then_some(CancelReason::Aborted)
    }

    fn take_back_of(&mut self, session: &SessionId, turn: Option<&TurnId>, reason: CancelReason) {
        for at in 0..self.calls.len() {
            let call = &self.calls[at];
            if call.session.as_ref() == Some(session) && (turn.is_none() || call.turn.as_ref() == turn) {
                self.take_back(at, reason);
            }
        }
    }

    /// Whether a call waits before this one in its session.
    fn another_is_first(&self, at: usize) -> bool {
        let of = |call: &&Call| call.waits() && call.session.is_some() && call.session == self.calls[at].session;
        self.settings.review_order == ReviewOrder::HeadOnly && self.calls[..at].iter().any(|call| of(&call))
    }

    fn proposed(&mut self, call: &Propose) -> Result<Reply, LedgerError> {
        let full = self.live() >= self.settings.max_open;
        let registered = self.register(&call.tool_call_id, &call.tool_name, &call.input, Some(call))?;
        if registered != Reply::Registered {
            return Ok(registered);
        }
        let at = self.known(&call.tool_call_id)?;
        let by = call.taken_back.map(|by| match by {
            CancelledBy::Host => CancelReason::Host,
            CancelledBy::Signal => CancelReason::Aborted,
        });
        if let Some(reason) = by.or_else(|| self.stopped(call.session_id.as_ref(), call.turn_id.as_ref())) {
            self.settle(at, Outcome::Cancelled { reason });
        } else if full {
            self.settle(at, Outcome::Invalid { code: InvalidCode::QueueFull, error_text: None });
        } else {
            self.ask_for_check(at, Check::Proposed);
        }
        Ok(Reply::Registered)
    }

    fn reply(&mut self, command: &Command) -> Result<Reply, LedgerError> {
        Ok(match command {
            Command::Propose(call) => self.proposed(call)?,
            Command::Refuse(call) => {
                let registered = self.register(&call.tool_call_id, &call.tool_name, &call.input, None)?;
                if registered == Reply::Registered {
                    let at = self.known(&call.tool_call_id)?;
                    self.settle(at, Outcome::Invalid { code: call.code, error_text: call.error_text.clone() });
                }
                registered
            }
            Command::Validated(report) => {
                let Some(at) = self.current(&report.tool_call_id) else { return Ok(Reply::Ignored) };
                let call = &self.calls[at];
                let meant = Generation::from(call.generation) == report.generation
                    && Attempt::from(call.attempt) == report.attempt;
                match call.stage.clone() {
                    Stage::Checking if meant => self.first_check_ended(at, &report.result),
                    Stage::Drafted { input, check, wrong: None } if meant => {
                        self.draft_check_ended(at, input, check, &report.result);
                    }
                    _ => return Ok(Reply::Ignored),
                }
                Reply::Done
            }
            Command::Present(decision) => {
                let at = self.known(&decision.tool_call_id)?;
                if let Some(refused) = self.other_generation(at, decision.generation) {
                    return Ok(refused);
                }
                if self.calls[at].waits() && !self.calls[at].presented {
                    self.calls[at].presented = true;
                    self.tell(at, Event::Presented);
                }
                Reply::Done
            }
            Command::Edit(edit) => {
                let at = self.known(&edit.tool_call_id)?;
                if let Some(refused) = self.undecidable(at, edit.generation) {
                    return Ok(refused);
                }
                // While the call is to be shown anew, an edit is checked for that too.
                let check = match self.calls[at].stage {
                    Stage::Drafted { check, .. } => check,
                    _ => Check::Draft,
                };
                self.calls[at].attempt += 1;
                self.calls[at].stage = Stage::Drafted { input: edit.input.clone(), check, wrong: None };
                self.tell(at, Event::Edited);
                self.ask_for_check(at, check);
                Reply::Edited
            }
            Command::Rebase(rebase) => {
                let at = self.known(&rebase.tool_call_id)?;
                if let Some(refused) = self.undecidable(at, rebase.generation) {
                    return Ok(refused);
                }
                self.show_anew(at, rebase.input.clone());
                Reply::Rebasing
            }
            Command::Accept(accept) => {
                let at = self.known(&accept.tool_call_id)?;
                if let Some(refused) = self.undecidable(at, accept.generation) {
                    return Ok(refused);
                }
                let code = match self.calls[at].stage {
                    _ if self.another_is_first(at) => RefusalCode::NotHead,
                    Stage::Drafted { wrong: None, .. } => RefusalCode::DraftValidating,
                    Stage::Drafted { wrong: Some(_), .. } => RefusalCode::DraftInvalid,
                    _ if accept.handler == Handler::Missing => RefusalCode::HandlerMissing,
                    _ => {
                        let compares = accept.handler == Handler::Versioned;
                        self.accepted(at, Yes::Person, compares, accept.if_stale);
                        return Ok(Reply::Applying);
                    }
                };
                Reply::Refused { code }
            }
            Command::RevisionRead(report) => {
                let Some(at) = self.current(&report.tool_call_id) else { return Ok(Reply::Ignored) };
                let call = &self.calls[at];
                let Stage::Reading { yes, if_stale, left } = call.stage else { return Ok(Reply::Ignored) };
                if Generation::from(call.generation) != report.generation {
                    return Ok(Reply::Ignored);
                }
                let expected = call.expected.clone();
                match &report.result {
                    LiveRevision::Read { revision } if expected.as_ref() == Some(revision) => {
                        self.ask_for_write(at, yes);
                        return Ok(Reply::Applying);
                    }
                    LiveRevision::Read { .. } if if_stale == IfStale::Rebase => {
                        // Nobody's time ran while the revision was read.
                        self.calls[at].expires = left.map(|left| self.now + left);
                        self.calls[at].stage = Stage::Waiting;
                        self.show_anew(at, None);
                        return Ok(Reply::Rebasing);
                    }
                    LiveRevision::Read { revision } => {
                        let live_revision = revision.clone();
                        self.settle(at, Outcome::Stale { expected_revision: expected, live_revision });
                    }
                    LiveRevision::Failed { error_text } => {
                        let (code, error_text) = (FailureCode::RevisionFailed, error_text.clone());
                        self.settle(at, Outcome::Failed { code, error_text });
                    }
                }
                Reply::Settled
            }
            Command::Applied(report) => {
                let Some(at) = self.current(&report.tool_call_id) else { return Ok(Reply::Ignored) };
                let call = &self.calls[at];
                let Stage::Writing { yes, stopped } = call.stage else { return Ok(Reply::Ignored) };
                if Generation::from(call.generation) != report.generation {
                    return Ok(Reply::Ignored);
                }
                let outcome = match report.result.clone() {
                    Application::Applied { output } => {
                        let edit = call.shown.as_ref().filter(|_| call.edited());
                        Outcome::Accepted {
                            approval_source: yes.source(),
                            difference: edit.map(|shown| patch(&shown.first, &shown.effective)),
                            grant_id: if let Yes::Granted(grant_id) = yes { Some(grant_id) } else { None },
                            output,
                        }
                    }
                    Application::Stale { live_revision } => {
                        Outcome::Stale { expected_revision: call.expected.clone(), live_revision }
                    }
                    Application::Failed { code, error_text } => match stopped {
                        // It did not happen, and it had been asked not to.
                        Some(reason) if code == FailureCode::ApplyFailed => Outcome::Cancelled { reason },
                        _ => Outcome::Failed { code, error_text },
                    },
                };
                self.settle(at, outcome);
                Reply::Settled
            }
            Command::Reject(reject) => {
                let at = self.known(&reject.tool_call_id)?;
                if let Some(refused) = self.undecidable(at, reject.generation) {
                    return Ok(refused);
                }
                if self.another_is_first(at) {
                    return Ok(Reply::Refused { code: RefusalCode::NotHead });
                }
                self.settle(at, Outcome::Rejected { comment: reject.comment.clone() });
                Reply::Settled
            }
            Command::AcceptAll(_) | Command::RejectAll(_) => unreachable!("taken call by call"),
            Command::Cancel(cancel) => {
                let at = self.known(&cancel.tool_call_id)?;
                if let Some(refused) = self.other_generation(at, cancel.generation) {
                    return Ok(refused);
                }
                let reason = match cancel.by {
                    CancelledBy::Host => CancelReason::Host,
                    CancelledBy::Signal => CancelReason::Aborted,
                };
                self.take_back(at, reason)
            }
            Command::AcquireOwner(acquire) => {
                self.leases_given += 1;
                self.leases.push((acquire.owner_key.clone(), self.leases_given));
                Reply::Leased { lease: Lease::from(self.leases_given) }
            }
            Command::ReleaseOwner(release) => {
                self.leases
                    .retain(|(owner, lease)| *owner != release.owner_key || Lease::from(*lease) != release.lease);
                Reply::Done
            }
            Command::SetEditPermission(change) => {
                self.mode = change.edit_permission;
                for call in change.apply_to.iter().filter(|_| change.edit_permission == EditPermission::Bypass) {
                    self.pass(call)?;
                }
                Reply::Done
            }
            Command::Grant(asked) => {
                self.grants_given += 1;
                let grant_id = GrantId::from(self.grants_given);
                self.grants.push(Grant {
                    grant_id,
                    tool_name: asked.tool_name.clone(),
                    scope: asked.scope.clone(),
                    session_id: asked.session_id.clone(),
                    expires_at: asked.lifetime.map(|span| Millis::from_whole(self.now + whole(span))),
                });
                Reply::Granted { grant_id }
            }
            Command::RevokeGrant(revoke) => {
                self.grants.retain(|grant| grant.grant_id != revoke.grant_id);
                Reply::Done
            }
            Command::Restore(restore) => {
                let kept = kept::read(&restore.state).map_err(|call| LedgerError::MalformedState { call })?;
                // What was stopped here holds for the calls that come; what was stopped there did so there.
                for call in kept.calls {
                    self.take_over(call);
                    self.watch_owners();
                }
                // Time went on while nobody looked.
                self.expire();
                for Stopped { session, turn, ended } in kept.stopped {
                    self.sessions.push((session, if ended { Told::Ended } else { Told::Stopped(turn) }));
                }
                Reply::Done
            }
            Command::Sent(report) => {
                let Some(at) = self.current(&report.tool_call_id) else { return Ok(Reply::Ignored) };
                let call = &mut self.calls[at];
                let Stage::Done(_, delivery @ Delivery::Sending) = &mut call.stage else { return Ok(Reply::Ignored) };
                if Generation::from(call.generation) != report.generation {
                    return Ok(Reply::Ignored);
                }
                let (state, event) = match report.result {
                    Sending::Taken => (Delivery::Delivered, Event::Delivered),
                    Sending::Failed => (Delivery::Undelivered, Event::Undelivered),
                };
                *delivery = state;
                if report.result == Sending::Taken {
                    self.taken += 1;
                    call.taken_as = Some(self.taken);
                }
                self.tell(at, event);
                Reply::Done
            }
            Command::Redeliver(redeliver) => {
                let chosen = match &redeliver.tool_call_id {
                    Some(id) => vec![self.known(id)?],
                    None => (0..self.calls.len()).collect(),
                };
                for at in chosen {
                    if let Stage::Done(_, delivery @ Delivery::Undelivered) = &mut self.calls[at].stage {
                        *delivery = Delivery::Sending;
                        self.tell(at, Event::Redelivering);
                        self.ask_for_delivery(at);
                    }
                }
                Reply::Done
            }
            Command::AbortTurn(abort) => {
                self.take_back_of(&abort.session_id, abort.turn_id.as_ref(), CancelReason::Aborted);
                self.sessions.push((abort.session_id.clone(), Told::Stopped(abort.turn_id.clone())));
                Reply::Done
            }
            Command::BeginTurn(session) => {
                self.sessions.push((session.session_id.clone(), Told::Begun));
                Reply::Done
            }
            Command::EndSession(session) => {
                self.take_back_of(&session.session_id, None, CancelReason::SessionEnded);
                self.grants.retain(|grant| grant.session_id.as_ref() != Some(&session.session_id));
                self.sessions.push((session.session_id.clone(), Told::Ended));
                Reply::Done
            }
            Command::Wake => {
                for at in 0..self.calls.len() {
                    if self.closed_owner(&self.calls[at]).is_some_and(|owner| !self.awaited.contains(owner)) {
                        self.settle(at, Outcome::Cancelled { reason: CancelReason::OwnerGone });
                    }
                }
                for at in 0..self.calls.len() {
                    if self.calls[at].due.is_some_and(|due| due <= self.now) {
                        self.out_of_time(at);
                    }
                }
                Reply::Done
            }
            Command::Close => {
                self.closed = true;
                for at in 0..self.calls.len() {
                    if self.calls[at].live() {
                        self.take_back(at, CancelReason::Disposed);
                    }
                }
                Reply::Done
            }
        })
    }

    fn current(&self, id: &ToolCallId) -> Option<usize> {
        self.calls.iter().rposition(|call| call.id == *id).filter(|at| !self.calls[*at].forgotten)
    }

    fn known(&self, id: &ToolCallId) -> Result<usize, LedgerError> {
        self.current(id).ok_or(LedgerError::UnknownId)
    }

    fn register(
        &mut self,
        id: &ToolCallId,
        tool: &ToolName,
        input: &JsonText,
        call: Option<&Propose>,
    ) -> Result<Reply, LedgerError> {
        if self.closed {
            return Err(LedgerError::Closed);
        }
        let mut generation = 1;
        if let Some(at) = self.current(id) {
            let last = &self.calls[at];
            let same_call = last.tool == *tool && same(&last.proposed, input);
            match &last.stage {
                Stage::Done(..) if same_call => return Ok(Reply::AlreadySettled),
                // Until the sender has taken it, an answer can still fail and must stay.
                Stage::Done(_, Delivery::Sending | Delivery::Undelivered) => {
                    return Ok(Reply::Refused { code: RefusalCode::Undelivered });
                }
                Stage::Done(_, Delivery::Delivered) => generation = last.generation + 1,
                _ if same_call => return Ok(Reply::Repeated),
                _ => return Ok(Reply::Refused { code: RefusalCode::DuplicateId }),
            }
        }
        let deadline = call.and_then(|call| call.deadline.or(self.settings.deadline)).map(whole);
        self.calls.push(Call {
            id: id.clone(),
            generation,
            tool: tool.clone(),
            review: call.map_or(Review::Required, |call| call.review),
            proposed: input.clone(),
            owner: call.and_then(|call| call.owner_key.clone()),
            expected: call.and_then(|call| call.expected_revision.clone()),
            session: call.and_then(|call| call.session_id.clone()),
            turn: call.and_then(|call| call.turn_id.clone()),
            presented: false,
            attempt: 1,
            shown: None,
            due: None,
            expires: deadline.map(|deadline| self.now + deadline),
            settled_at: 0,
            settled_in: None,
            taken_as: None,
            policy: None,
            forgotten: false,
            stage: Stage::Checking,
        });
        self.tell_registration(self.calls.len() - 1, Event::Proposed);
        Ok(Reply::Registered)
    }

    fn first_check_ended(&mut self, at: usize, result: &Validation) {
        let call = &mut self.calls[at];
        call.due = None;
        let (effective, live, handler, policy, matched) = match result.clone() {
            Validation::Invalid { code, error_text } => {
                return self.settle(at, Outcome::Invalid { code, error_text });
            }
            Validation::Valid { policy: Some(Policy::Deny), .. } => {
                return self.settle(at, Outcome::Invalid { code: InvalidCode::Denied, error_text: None });
            }
            Validation::Valid { effective, owner_key, expected_revision, live_revision, handler, policy, matched } => {
                // What was known at the proposal counts over what the check says.
                call.owner = call.owner.clone().or(owner_key);
                call.expected = call.expected.clone().or(expected_revision).or(live_revision.clone());
                (effective, live_revision, handler, policy, matched)
            }
        };
        call.shown = Some(Shown { attempt: call.attempt, first: effective.clone(), effective });
        call.stage = Stage::Waiting;
        let expected_revision = call.expected.clone();
        if let Some(live_revision) = live
            && Some(&live_revision) != expected_revision.as_ref()
        {
            return self.settle(at, Outcome::Stale { expected_revision, live_revision });
        }
        call.policy = policy;
        let yes = match (call.review, policy, self.mode) {
            // A call that changes nothing compares no revision either.
            (Review::None, ..) if handler == Handler::Missing => {
                return self.settle(at, Outcome::Invalid { code: InvalidCode::HandlerMissing, error_text: None });
            }
            (Review::None, ..) => return self.accepted(at, Yes::Rule, false, IfStale::Settle),
            (Review::Always, ..) | (_, Some(Policy::Manual | Policy::Deny), _) => None,
            (_, Some(Policy::Bypass), _) | (_, None, EditPermission::Bypass) => Some(Yes::Rule),
            (_, None, EditPermission::Manual) => self.granted(at, &matched).map(Yes::Granted),
        };
        match yes {
            Some(yes) if handler != Handler::Missing => {
                self.accepted(at, yes, handler == Handler::Versioned, IfStale::Settle);
            }
            _ => self.tell(at, Event::Pending),
        }
    }

    /// The oldest grant that is for a call as it would be applied.
    fn granted(&self, at: usize, matched: &[GrantId]) -> Option<GrantId> {
        let call = &self.calls[at];
        let shown = call.shown.as_ref()?;
        let is_for = |grant: &&Grant| {
            let anywhere = grant.session_id.is_none() || grant.session_id == call.session;
            let input = match &grant.scope {
                GrantScope::Exact { input } => same(input, &shown.effective),
                GrantScope::Matching { .. } => matched.contains(&grant.grant_id),
            };
            grant.tool_name == call.tool && anywhere && input
        };
        self.grants.iter().find(is_for).map(|grant| grant.grant_id)
    }

    /// The mode passes over a call that waits, unless a person must see it, or it can't be written as
    /// it is.
    fn pass(&mut self, on: &Accept) -> Result<(), LedgerError> {
        let at = self.known(&on.tool_call_id)?;
        let call = &self.calls[at];
        let must_be_seen = call.review != Review::Required || call.policy == Some(Policy::Manual);
        let seen = on.generation.is_none_or(|seen| seen == Generation::from(call.generation));
        if call.stage == Stage::Waiting && seen && !must_be_seen && on.handler != Handler::Missing {
            self.accepted(at, Yes::Rule, on.handler == Handler::Versioned, on.if_stale);
        }
        Ok(())
    }

    /// What was shown counts for nothing more: the next use of the id begins, with a check.
    fn show_anew(&mut self, at: usize, input: Option<JsonText>) {
        let call = &mut self.calls[at];
        let shown = call.shown.as_ref().map(|shown| shown.effective.clone());
        let Some(input) = input.or(shown) else { panic!("a call waits of which nothing was shown") };
        call.stage = Stage::Drafted { input, check: Check::Rebase, wrong: None };
        call.generation += 1;
        call.attempt += 1;
        call.presented = false;
        self.tell_registration(at, Event::Rebasing);
        self.ask_for_check(at, Check::Rebase);
    }

    /// A call that was kept outside, unless what is known of it here counts more: an answer stands, a
    /// write goes on, and of two questions the one here.
    fn take_over(&mut self, kept: Call) {
        if let Some(at) = self.current(&kept.id) {
            let known = &self.calls[at];
            let replaced = match &known.stage {
                Stage::Done(_, Delivery::Delivered) => kept.generation > known.generation,
                Stage::Done(..) | Stage::Reading { .. } | Stage::Writing { .. } => false,
                _ => !kept.live() && kept.generation >= known.generation,
            };
            if !replaced {
                return;
            }
            let known = self.calls.remove(at);
            self.replaced.extend(known.session.filter(|_| !matches!(known.stage, Stage::Done(..))));
            self.watch_owners();
        }
        let ahead = self.now - self.host;
        let here = |instant: u64| (instant + ahead).min(whole(Millis::MAX));
        let mut call = kept;
        call.expires = call.expires.map(here);
        call.settled_at = here(call.settled_at).min(self.now);
        let mut written = false;
        match call.stage.clone() {
            Stage::Checking => {
                call.attempt = 1;
                if call.review == Review::Required {
                    call.review = Review::Always;
                }
            }
            Stage::Drafted { input, check, wrong: None } => {
                call.stage = Stage::Drafted { input, check, wrong: Some((InvalidCode::Interrupted, None)) };
            }
            Stage::Reading { left, .. } => {
                call.presented = false;
                call.expires = left.map(|left| (self.now + left).min(whole(Millis::MAX)));
                call.stage = Stage::Waiting;
            }
            Stage::Writing { .. } => written = true,
            Stage::Done(outcome, Delivery::Sending) => call.stage = Stage::Done(outcome, Delivery::Undelivered),
            Stage::Done(_, Delivery::Delivered) => {
                self.taken += 1;
                call.taken_as = Some(self.taken);
            }
            _ => {}
        }
        if let Some(owner) = call.owner.as_ref().filter(|_| call.undecided())
            && !self.leases.iter().any(|(open, _)| open == owner)
            && !self.closed_since.iter().any(|(closed, _)| closed == owner)
            && !self.awaited.contains(owner)
        {
            self.awaited.push(owner.clone());
        }
        self.calls.push(call);
        let at = self.calls.len() - 1;
        self.tell_registration(at, Event::Restored);
        let call = &self.calls[at];
        let stopped = self.stopped(call.session.as_ref(), call.turn.as_ref());
        if written {
            self.settle(at, Outcome::Failed { code: FailureCode::Interrupted, error_text: None });
        } else if let Some(reason) = stopped.filter(|_| call.live()) {
            self.settle(at, Outcome::Cancelled { reason });
        } else if call.stage == Stage::Checking && call.expires.is_none_or(|expires| expires > self.now) {
            self.ask_for_check(at, Check::Proposed);
        }
    }

    fn draft_check_ended(&mut self, at: usize, input: JsonText, check: Check, result: &Validation) {
        let call = &mut self.calls[at];
        call.due = None;
        call.stage = match result.clone() {
            Validation::Invalid { code, error_text } => {
                Stage::Drafted { input, check, wrong: Some((code, error_text)) }
            }
            Validation::Valid { owner_key, .. } if owner_key.is_some() && owner_key != call.owner => {
                Stage::Drafted { input, check, wrong: Some((InvalidCode::OwnerChanged, None)) }
            }
            Validation::Valid { effective, live_revision, expected_revision, .. } => {
                if check == Check::Rebase {
                    // What is shown from now on is for what is there now.
                    call.expected = live_revision.or(expected_revision);
                }
                if let Some(shown) = &mut call.shown {
                    shown.attempt = call.attempt;
                    shown.effective = effective;
                }
                Stage::Waiting
            }
        };
        self.tell(at, Event::Edited);
    }

    fn accepted(&mut self, at: usize, yes: Yes, compares: bool, if_stale: IfStale) {
        let left = self.calls[at].expires.map(|expires| expires.saturating_sub(self.now));
        self.calls[at].expires = None;
        if compares && self.calls[at].expected.is_some() {
            self.calls[at].stage = Stage::Reading { yes, if_stale, left };
            self.tell(at, Event::Applying);
            let (tool_call_id, generation) = self.named(at);
            self.effects.push(Effect::ReadRevision { tool_call_id, generation });
            self.start_timer(at);
        } else {
            self.calls[at].stage = Stage::Writing { yes, stopped: None };
            self.tell(at, Event::Applying);
            self.ask_for_write(at, yes);
        }
    }

    fn take_back(&mut self, at: usize, reason: CancelReason) -> Reply {
        match self.calls[at].stage {
            Stage::Done(..) => Reply::AlreadySettled,
            Stage::Writing { stopped: Some(_), .. } => Reply::Aborting,
            Stage::Writing { yes, stopped: None } => {
                self.calls[at].stage = Stage::Writing { yes, stopped: Some(reason) };
                let (tool_call_id, generation) = self.named(at);
                self.effects.push(Effect::AbortApply { tool_call_id, generation });
                Reply::Aborting
            }
            _ => {
                self.settle(at, Outcome::Cancelled { reason });
                Reply::Settled
            }
        }
    }

    fn out_of_time(&mut self, at: usize) {
        let failed = |code| Outcome::Failed { code, error_text: None };
        match self.calls[at].stage.clone() {
            Stage::Checking => {
                self.settle(at, Outcome::Invalid { code: InvalidCode::CheckTimeout, error_text: None });
            }
            Stage::Drafted { input, check, wrong: None } => {
                self.calls[at].due = None;
                let wrong = Some((InvalidCode::CheckTimeout, None));
                self.calls[at].stage = Stage::Drafted { input, check, wrong };
                self.tell(at, Event::Edited);
            }
            Stage::Reading { .. } => self.settle(at, failed(FailureCode::RevisionTimeout)),
            Stage::Writing { .. } => {
                let (tool_call_id, generation) = self.named(at);
                self.effects.push(Effect::AbortApply { tool_call_id, generation });
                self.settle(at, failed(FailureCode::ApplyTimeout));
            }
            Stage::Waiting | Stage::Drafted { .. } | Stage::Done(..) => {
                panic!("nothing runs for {}", self.calls[at].id)
            }
        }
    }

    fn settle(&mut self, at: usize, outcome: Outcome) {
        assert!(self.calls[at].live());
        let call = &mut self.calls[at];
        (call.due, call.expires) = (None, None);
        (call.settled_at, call.settled_in) = (self.now, Some(self.step));
        call.stage = Stage::Done(outcome, Delivery::Sending);
        self.tell(at, Event::Settled);
        self.ask_for_delivery(at);
    }

    fn other_generation(&self, at: usize, seen: Option<Generation>) -> Option<Reply> {
        let other = seen.is_some_and(|seen| seen != Generation::from(self.calls[at].generation));
        other.then_some(Reply::Refused { code: RefusalCode::StaleGeneration })
    }

    /// Why a person can't decide on the call now.
    fn undecidable(&self, at: usize, seen: Option<Generation>) -> Option<Reply> {
        self.other_generation(at, seen).or(match self.calls[at].stage {
            Stage::Checking => Some(Reply::Refused { code: RefusalCode::NotPending }),
            Stage::Reading { .. } | Stage::Writing { .. } => {
                Some(Reply::Refused { code: RefusalCode::AlreadyApplying })
            }
            Stage::Done(..) => Some(Reply::AlreadySettled),
            Stage::Waiting | Stage::Drafted { .. } => None,
        })
    }

    fn tell(&mut self, at: usize, event: Event) {
        let call = self.calls[at].view(false);
        self.changes.push(Change { event, call });
    }

    /// Tells also what never changes, as it stands now.
    fn tell_registration(&mut self, at: usize, event: Event) {
        let known = &self.calls[at];
        let expires_at = known.expires.map(|expires| Millis::from_whole(self.on_host(expires)));
        let shown = known.shown.as_ref().filter(|_| event == Event::Restored);
        let effective = shown.map(|shown| shown.effective.clone());
        let mut call = known.view(true);
        call.registration = call.registration.map(|told| Registration { expires_at, effective, ..told });
        self.changes.push(Change { event, call });
    }

    fn named(&self, at: usize) -> (ToolCallId, Generation) {
        (self.calls[at].id.clone(), Generation::from(self.calls[at].generation))
    }

    fn start_timer(&mut self, at: usize) {
        self.calls[at].due = self.settings.handler_timeout.map(|timeout| self.now + whole(timeout));
    }

    fn ask_for_check(&mut self, at: usize, check: Check) {
        let (tool_call_id, generation) = self.named(at);
        let attempt = Attempt::from(self.calls[at].attempt);
        self.effects.push(Effect::Validate { tool_call_id, generation, attempt, check });
        self.start_timer(at);
    }

    fn ask_for_write(&mut self, at: usize, yes: Yes) {
        self.calls[at].stage = Stage::Writing { yes, stopped: None };
        let (tool_call_id, generation) = self.named(at);
        let approval_source = yes.source();
        self.effects.push(Effect::Apply { tool_call_id, generation, approval_source });
        self.start_timer(at);
    }

    fn ask_for_delivery(&mut self, at: usize) {
        let (tool_call_id, generation) = self.named(at);
        self.effects.push(Effect::Deliver { tool_call_id, generation });
    }
}
