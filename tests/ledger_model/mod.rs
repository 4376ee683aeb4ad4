//! The ledger's rules once more, slow and plain: every use of every id in one list, searched from
//! end to end. Nothing is counted, indexed or remembered that the list itself tells.

pub mod audit;
pub mod sequences;

use countersign::json::JsonText;
use countersign::ledger::{
    Application, ApprovalSource, Attempt, CancelReason, Change, Command, Delivery, DraftView, EditPermission, Effect,
    Event, FailureCode, Generation, Handler, InvalidCode, Lease, LedgerError, LiveRevision, Outcome, OwnerKey,
    RefusalCode, Registration, Reply, Review, Revision, Sending, Settings, StateView, ToolCallId, ToolName, Validation,
    View,
};

/// What a command is expected to come to.
#[derive(Debug, PartialEq)]
pub struct Expected {
    pub reply: Reply,
    pub changes: Vec<Change>,
    pub effects: Vec<Effect>,
}

pub struct Model {
    mode: EditPermission,
    timeout: Option<u64>,
    closed: bool,
    /// Every use of every id, in order of registration.
    calls: Vec<Call>,
    /// Every lease that was given and not given back.
    leases: Vec<(OwnerKey, u32)>,
    leases_given: u32,
    changes: Vec<Change>,
    effects: Vec<Effect>,
}

struct Call {
    id: ToolCallId,
    generation: u32,
    tool: ToolName,
    review: Review,
    proposed: JsonText,
    owner: Option<OwnerKey>,
    expected: Option<Revision>,
    presented: bool,
    attempt: u32,
    shown: Option<Shown>,
    /// When the callback that runs for it has had its time.
    due: Option<u64>,
    stage: Stage,
}

#[derive(Clone)]
struct Shown {
    attempt: u32,
    first: JsonText,
    effective: JsonText,
}

#[derive(Clone, PartialEq)]
enum Stage {
    Checking,
    Waiting,
    WaitingForDraft(JsonText),
    WaitingWithBadDraft(JsonText, InvalidCode, Option<String>),
    Reading(ApprovalSource),
    Writing(ApprovalSource),
    Aborting(ApprovalSource, CancelReason),
    Done(Outcome, Delivery),
}

impl Call {
    fn live(&self) -> bool {
        !matches!(self.stage, Stage::Done(..))
    }

    fn waits(&self) -> bool {
        matches!(self.stage, Stage::Waiting | Stage::WaitingForDraft(_) | Stage::WaitingWithBadDraft(..))
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
            }),
            presented: self.presented,
            edited: self.edited(),
            shown: self.shown.as_ref().map(|shown| Attempt::from(shown.attempt)),
            owner_key: self.owner.clone(),
            expected_revision: self.expected.clone(),
            state: match self.stage.clone() {
                Stage::Checking => StateView::Proposed,
                Stage::Waiting => StateView::Pending { draft: None },
                Stage::WaitingForDraft(input) => StateView::Pending { draft: Some(DraftView::Validating { input }) },
                Stage::WaitingWithBadDraft(input, code, error_text) => {
                    StateView::Pending { draft: Some(DraftView::Invalid { input, code, error_text }) }
                }
                Stage::Reading(approval_source)
                | Stage::Writing(approval_source)
                | Stage::Aborting(approval_source, _) => StateView::Applying { approval_source },
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

impl Model {
    pub fn new(settings: Settings) -> Self {
        Self {
            mode: settings.edit_permission,
            timeout: settings.handler_timeout.map(|timeout| timeout.to_f64() as u64),
            closed: false,
            calls: Vec::new(),
            leases: Vec::new(),
            leases_given: 0,
            changes: Vec::new(),
            effects: Vec::new(),
        }
    }

    pub fn mode(&self) -> EditPermission {
        self.mode
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

    /// The earliest instant at which a callback has had its time.
    pub fn callback_due(&self) -> Option<u64> {
        self.calls.iter().filter_map(|call| call.due).min()
    }

    /// The owners that are not open and have calls that would be cancelled for it.
    pub fn closed_owners(&self) -> Vec<OwnerKey> {
        let mut owners: Vec<_> = self.calls.iter().filter_map(|call| self.closed_owner(call)).cloned().collect();
        owners.sort();
        owners.dedup();
        owners
    }

    fn closed_owner<'a>(&self, call: &'a Call) -> Option<&'a OwnerKey> {
        let undecided = call.waits() || call.stage == Stage::Checking;
        call.owner.as_ref().filter(|owner| undecided && !self.leases.iter().any(|(open, _)| open == *owner))
    }

    pub fn step(&mut self, command: &Command, now: u64) -> Result<Expected, LedgerError> {
        self.changes.clear();
        self.effects.clear();
        let reply = self.reply(command, now)?;
        Ok(Expected { reply, changes: self.changes.clone(), effects: self.effects.clone() })
    }

    fn reply(&mut self, command: &Command, now: u64) -> Result<Reply, LedgerError> {
        Ok(match command {
            Command::Propose(call) => {
                let registered = self.register(
                    &call.tool_call_id,
                    &call.tool_name,
                    &call.input,
                    (call.review, call.owner_key.clone(), call.expected_revision.clone()),
                )?;
                if registered == Reply::Registered {
                    let at = self.known(&call.tool_call_id)?;
                    self.ask_for_check(at, now);
                }
                registered
            }
            Command::Refuse(call) => {
                let extra = (Review::Required, None, None);
                let registered = self.register(&call.tool_call_id, &call.tool_name, &call.input, extra)?;
                if registered == Reply::Registered {
                    let at = self.known(&call.tool_call_id)?;
                    self.settle(at, Outcome::Invalid { code: call.code, error_text: call.error_text.clone() });
                }
                registered
            }
            Command::Validated(report) => {
                let at = self.known(&report.tool_call_id)?;
                let call = &self.calls[at];
                let meant = Generation::from(call.generation) == report.generation
                    && Attempt::from(call.attempt) == report.attempt;
                match call.stage.clone() {
                    Stage::Checking if meant => self.first_check_ended(at, &report.result, now),
                    Stage::WaitingForDraft(input) if meant => self.draft_check_ended(at, input, &report.result),
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
                self.calls[at].attempt += 1;
                self.calls[at].stage = Stage::WaitingForDraft(edit.input.clone());
                self.tell(at, Event::Edited);
                self.ask_for_check(at, now);
                Reply::Edited
            }
            Command::Accept(accept) => {
                let at = self.known(&accept.tool_call_id)?;
                if let Some(refused) = self.undecidable(at, accept.generation) {
                    return Ok(refused);
                }
                let code = match self.calls[at].stage {
                    Stage::WaitingForDraft(_) => RefusalCode::DraftValidating,
                    Stage::WaitingWithBadDraft(..) => RefusalCode::DraftInvalid,
                    _ if accept.handler == Handler::Missing => RefusalCode::HandlerMissing,
                    _ => {
                        let compares = accept.handler == Handler::Versioned;
                        self.accepted(at, ApprovalSource::User, compares, now);
                        return Ok(Reply::Applying);
                    }
                };
                Reply::Refused { code }
            }
            Command::RevisionRead(report) => {
                let at = self.known(&report.tool_call_id)?;
                let call = &self.calls[at];
                let Stage::Reading(source) = call.stage else { return Ok(Reply::Ignored) };
                if Generation::from(call.generation) != report.generation {
                    return Ok(Reply::Ignored);
                }
                let expected = call.expected.clone();
                match &report.result {
                    LiveRevision::Read { revision } if expected.as_ref() == Some(revision) => {
                        self.ask_for_write(at, source, now);
                        return Ok(Reply::Applying);
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
                let at = self.known(&report.tool_call_id)?;
                let call = &self.calls[at];
                let (approval_source, stopped) = match call.stage {
                    Stage::Writing(source) => (source, None),
                    Stage::Aborting(source, reason) => (source, Some(reason)),
                    _ => return Ok(Reply::Ignored),
                };
                if Generation::from(call.generation) != report.generation {
                    return Ok(Reply::Ignored);
                }
                let outcome = match report.result.clone() {
                    Application::Applied { output } => {
                        Outcome::Accepted { approval_source, edited: call.edited(), output }
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
                self.settle(at, Outcome::Rejected { comment: reject.comment.clone() });
                Reply::Settled
            }
            Command::Cancel(decision) => {
                let at = self.known(&decision.tool_call_id)?;
                if let Some(refused) = self.other_generation(at, decision.generation) {
                    return Ok(refused);
                }
                self.take_back(at, CancelReason::Host)
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
            Command::SetEditPermission(mode) => {
                self.mode = *mode;
                Reply::Done
            }
            Command::Sent(report) => {
                let at = self.known(&report.tool_call_id)?;
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
            Command::Wake => {
                for at in 0..self.calls.len() {
                    if self.closed_owner(&self.calls[at]).is_some() {
                        self.settle(at, Outcome::Cancelled { reason: CancelReason::OwnerGone });
                    }
                }
                for at in 0..self.calls.len() {
                    if self.calls[at].due.is_some_and(|due| due <= now) {
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
        self.calls.iter().rposition(|call| call.id == *id)
    }

    fn known(&self, id: &ToolCallId) -> Result<usize, LedgerError> {
        self.current(id).ok_or(LedgerError::UnknownId)
    }

    fn register(
        &mut self,
        id: &ToolCallId,
        tool: &ToolName,
        input: &JsonText,
        (review, owner, expected): (Review, Option<OwnerKey>, Option<Revision>),
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
        self.calls.push(Call {
            id: id.clone(),
            generation,
            tool: tool.clone(),
            review,
            proposed: input.clone(),
            owner,
            expected,
            presented: false,
            attempt: 1,
            shown: None,
            due: None,
            stage: Stage::Checking,
        });
        self.tell(self.calls.len() - 1, Event::Proposed);
        Ok(Reply::Registered)
    }

    fn first_check_ended(&mut self, at: usize, result: &Validation, now: u64) {
        let mode = self.mode;
        let call = &mut self.calls[at];
        call.due = None;
        let (effective, live, handler) = match result.clone() {
            Validation::Invalid { code, error_text } => {
                return self.settle(at, Outcome::Invalid { code, error_text });
            }
            Validation::Valid { effective, owner_key, expected_revision, live_revision, handler } => {
                // What was known at the proposal counts over what the check says.
                call.owner = call.owner.clone().or(owner_key);
                call.expected = call.expected.clone().or(expected_revision).or(live_revision.clone());
                (effective, live_revision, handler)
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
        let asks = call.review == Review::Required && mode == EditPermission::Manual;
        match (call.review, handler) {
            (Review::None, Handler::Missing) => {
                self.settle(at, Outcome::Invalid { code: InvalidCode::HandlerMissing, error_text: None });
            }
            // A call that changes nothing compares no revision either.
            (Review::None, _) => self.accepted(at, ApprovalSource::Auto, false, now),
            (Review::Required, Handler::Missing) => self.tell(at, Event::Pending),
            (Review::Required, _) if asks => self.tell(at, Event::Pending),
            (Review::Required, handler) => {
                self.accepted(at, ApprovalSource::Auto, handler == Handler::Versioned, now);
            }
        }
    }

    fn draft_check_ended(&mut self, at: usize, input: JsonText, result: &Validation) {
        let call = &mut self.calls[at];
        call.due = None;
        call.stage = match result.clone() {
            Validation::Invalid { code, error_text } => Stage::WaitingWithBadDraft(input, code, error_text),
            Validation::Valid { owner_key, .. } if owner_key.is_some() && owner_key != call.owner => {
                Stage::WaitingWithBadDraft(input, InvalidCode::OwnerChanged, None)
            }
            Validation::Valid { effective, .. } => {
                if let Some(shown) = &mut call.shown {
                    shown.attempt = call.attempt;
                    shown.effective = effective;
                }
                Stage::Waiting
            }
        };
        self.tell(at, Event::Edited);
    }

    fn accepted(&mut self, at: usize, source: ApprovalSource, compares: bool, now: u64) {
        if compares && self.calls[at].expected.is_some() {
            self.calls[at].stage = Stage::Reading(source);
            self.tell(at, Event::Applying);
            let (tool_call_id, generation) = self.named(at);
            self.effects.push(Effect::ReadRevision { tool_call_id, generation });
            self.start_timer(at, now);
        } else {
            self.calls[at].stage = Stage::Writing(source);
            self.tell(at, Event::Applying);
            self.ask_for_write(at, source, now);
        }
    }

    fn take_back(&mut self, at: usize, reason: CancelReason) -> Reply {
        match self.calls[at].stage {
            Stage::Done(..) => Reply::AlreadySettled,
            Stage::Aborting(..) => Reply::Aborting,
            Stage::Writing(source) => {
                self.calls[at].stage = Stage::Aborting(source, reason);
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
            Stage::WaitingForDraft(input) => {
                self.calls[at].due = None;
                self.calls[at].stage = Stage::WaitingWithBadDraft(input, InvalidCode::CheckTimeout, None);
                self.tell(at, Event::Edited);
            }
            Stage::Reading(_) => self.settle(at, failed(FailureCode::RevisionTimeout)),
            Stage::Writing(_) | Stage::Aborting(..) => {
                let (tool_call_id, generation) = self.named(at);
                self.effects.push(Effect::AbortApply { tool_call_id, generation });
                self.settle(at, failed(FailureCode::ApplyTimeout));
            }
            Stage::Waiting | Stage::WaitingWithBadDraft(..) | Stage::Done(..) => {
                panic!("nothing runs for {}", self.calls[at].id)
            }
        }
    }

    fn settle(&mut self, at: usize, outcome: Outcome) {
        assert!(self.calls[at].live());
        self.calls[at].due = None;
        self.calls[at].stage = Stage::Done(outcome, Delivery::Sending);
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
            Stage::Reading(_) | Stage::Writing(_) | Stage::Aborting(..) => {
                Some(Reply::Refused { code: RefusalCode::AlreadyApplying })
            }
            Stage::Done(..) => Some(Reply::AlreadySettled),
            Stage::Waiting | Stage::WaitingForDraft(_) | Stage::WaitingWithBadDraft(..) => None,
        })
    }

    fn tell(&mut self, at: usize, event: Event) {
        let call = self.calls[at].view(event == Event::Proposed);
        self.changes.push(Change { event, call });
    }

    fn named(&self, at: usize) -> (ToolCallId, Generation) {
        (self.calls[at].id.clone(), Generation::from(self.calls[at].generation))
    }

    fn start_timer(&mut self, at: usize, now: u64) {
        self.calls[at].due = self.timeout.map(|timeout| now + timeout);
    }

    fn ask_for_check(&mut self, at: usize, now: u64) {
        let (tool_call_id, generation) = self.named(at);
        let attempt = Attempt::from(self.calls[at].attempt);
        self.effects.push(Effect::Validate { tool_call_id, generation, attempt });
        self.start_timer(at, now);
    }

    fn ask_for_write(&mut self, at: usize, approval_source: ApprovalSource, now: u64) {
        self.calls[at].stage = Stage::Writing(approval_source);
        let (tool_call_id, generation) = self.named(at);
        self.effects.push(Effect::Apply { tool_call_id, generation, approval_source });
        self.start_timer(at, now);
    }

    fn ask_for_delivery(&mut self, at: usize) {
        let (tool_call_id, generation) = self.named(at);
        self.effects.push(Effect::Deliver { tool_call_id, generation });
    }
}
