//! Reads what [`Ledger::dehydrate`] wrote, as data from a stranger, and goes on from it.

use std::collections::HashMap;

use super::dehydrate::VERSION;
use super::{
    ApplyStep, ApprovalSource, Attempt, CancelReason, Check, Consent, Content, Delivery, Draft, DraftState, Event,
    FailureCode, Generation, GrantId, IfStale, InvalidCode, Ledger, LedgerError, Millis, Outcome, Policy, Proposal,
    Reply, Review, Slot, State, ToolCallId, Transition,
};
use crate::json::{Fields, JsonText, Value, compact, parse};

use super::sessions::Stopped;

const STATE_KEYS: [&str; 3] = ["version", "calls", "stopped"];
const CALL_KEYS: [&str; 24] = [
    "toolCallId",
    "toolName",
    "generation",
    "review",
    "proposed",
    "ownerKey",
    "expectedRevision",
    "sessionId",
    "turnId",
    "expiresAt",
    "settledAt",
    "presented",
    "policy",
    "attempt",
    "content",
    "draft",
    "approvalSource",
    "ifStale",
    "left",
    "step",
    "aborted",
    "outcome",
    "delivery",
    "status",
];

/// What was kept, with the host's instants.
pub(super) struct Kept {
    calls: Vec<Proposal>,
    stopped: Vec<Stopped>,
    unknown: String,
}

/// Reads a whole state, or nothing of it.
pub(super) fn read(state: &JsonText) -> Result<Kept, LedgerError> {
    let malformed = LedgerError::MalformedState { call: None };
    let value = parse(state.as_str()).map_err(|_| malformed)?;
    let fields = Fields(&value);
    if fields.number("version") != Some(VERSION) {
        return Err(malformed);
    }
    let Some(Value::Array(items)) = fields.get("calls") else {
        return Err(malformed);
    };
    let mut calls: Vec<Proposal> = Vec::with_capacity(items.len());
    // Of the type that the ledger has, so that it takes no code of its own.
    let mut ids: HashMap<ToolCallId, Slot> = HashMap::new();
    for (index, item) in items.iter().enumerate() {
        let wrong = LedgerError::MalformedState { call: Some(index) };
        let call = call(Fields(item)).ok_or(wrong)?;
        if ids.insert(call.tool_call_id.clone(), index).is_some() {
            return Err(wrong);
        }
        calls.push(call);
    }
    let stopped = fields.each("stopped", |stopped| Stopped::hydrate(&stopped)).ok_or(malformed)?;
    Ok(Kept { calls, stopped, unknown: unknown(&value, &STATE_KEYS) })
}

/// The members of an object that have none of these keys, each after a comma.
fn unknown(object: &Value<'_>, known: &[&str]) -> String {
    let mut out = String::new();
    let Value::Object(members) = object else {
        return out;
    };
    for (key, value) in members {
        let text = Value::String(key.clone()).as_text().unwrap_or_default();
        if !known.contains(&text.as_str()) {
            out.push(',');
            out.push_str(key);
            out.push(':');
            out.push_str(&compact(value));
        }
    }
    out
}

fn call(fields: Fields<'_>) -> Option<Proposal> {
    let json = |key| JsonText::new(fields.string(key)?).ok();
    let content = match fields.member("content") {
        Some(content) => Some(read_content(content)?),
        None => None,
    };
    let mut call = Proposal::new(
        fields.text("toolCallId")?,
        fields.text("toolName")?,
        Review::from_code(&fields.string("review")?)?,
        json("proposed")?,
        0,
    );
    call.generation = Generation::from(count(fields, "generation")?);
    // An attempt stands for one input: those to come are later than the one that is shown.
    call.attempt =
        Attempt::from(count(fields, "attempt")?).max(content.as_ref().map_or(Attempt::FIRST, |it| it.attempt));
    call.owner_key = fields.optional("ownerKey", Fields::text)?;
    call.expected_revision = fields.optional("expectedRevision", Fields::text)?;
    call.session_id = fields.optional("sessionId", Fields::text)?;
    call.turn_id = fields.optional("turnId", Fields::text)?;
    call.presented = match fields.get("presented")? {
        Value::Literal(word) if word == "true" => true,
        Value::Literal(word) if word == "false" => false,
        _ => return None,
    };
    call.policy = match fields.optional("policy", Fields::string)? {
        // What is denied never waits.
        Some(policy) => Some(Policy::from_code(&policy).filter(|policy| *policy != Policy::Deny)?),
        None => None,
    };
    call.unknown = unknown(fields.0, &CALL_KEYS);
    let instant = |key| Some(fields.optional(key, Fields::number)?.map(Millis::from_whole));
    match fields.string("status")?.as_str() {
        "proposed" if content.is_none() => call.deadline = instant("expiresAt")?,
        "pending" => {
            let draft = match fields.member("draft") {
                Some(draft) => Some(read_draft(draft)?),
                None => None,
            };
            call.deadline = instant("expiresAt")?;
            call.state = State::Pending { content: content?, draft };
        }
        "applying" => {
            let source = ApprovalSource::from_code(&fields.string("approvalSource")?)?;
            let step = match fields.string("step")?.as_str() {
                "reading" => ApplyStep::ReadingRevision {
                    if_stale: match fields.optional("ifStale", Fields::string)? {
                        Some(code) => IfStale::from_code(&code)?,
                        None => IfStale::Settle,
                    },
                    left: instant("left")?,
                },
                "writing" => ApplyStep::Writing {
                    aborted: match fields.optional("aborted", Fields::string)? {
                        Some(reason) => Some(CancelReason::from_code(&reason)?),
                        None => None,
                    },
                },
                _ => return None,
            };
            call.state = State::Applying { content: content?, consent: Consent { source, grant_id: None }, step };
        }
        "settled" => {
            call.settled_at = Some(instant("settledAt")??);
            let outcome = read_outcome(fields.member("outcome")?)?;
            let delivery = Delivery::from_code(&fields.string("delivery")?)?;
            call.state = State::Settled { content, outcome, delivery };
        }
        _ => return None,
    }
    Some(call)
}

/// What is counted from 1 on, one at a time. No page lives to count half as far as it could.
fn count(fields: Fields<'_>, key: &str) -> Option<u32> {
    fields.number(key).filter(|count| (1..1 << 31).contains(count))
}

fn read_content(fields: Fields<'_>) -> Option<Content> {
    let json = |key| JsonText::new(fields.string(key)?).ok();
    let (original, effective) = (json("original")?, json("effective")?);
    let edited = !original.same_value(&effective);
    Some(Content { original, effective, attempt: Attempt::from(count(fields, "attempt")?), edited })
}

fn read_draft(fields: Fields<'_>) -> Option<Draft> {
    let state = match fields.optional("code", Fields::string)? {
        None => DraftState::Validating,
        Some(code) => DraftState::Invalid {
            code: InvalidCode::from_code(&code)?,
            error_text: fields.optional("errorText", Fields::string)?,
        },
    };
    let input = JsonText::new(fields.string("input")?).ok()?;
    Some(Draft { input, check: Check::from_code(&fields.string("check")?)?, state })
}

fn read_outcome(fields: Fields<'_>) -> Option<Outcome> {
    let json = |key| match fields.optional(key, Fields::string)? {
        Some(text) => JsonText::new(text).ok().map(Some),
        None => Some(None),
    };
    let error_text = fields.optional("errorText", Fields::string)?;
    Some(match fields.string("status")?.as_str() {
        "accepted" => Outcome::Accepted {
            approval_source: ApprovalSource::from_code(&fields.string("approvalSource")?)?,
            difference: json("difference")?,
            grant_id: fields.optional("grantId", Fields::number::<u32>)?.map(GrantId::from),
            output: json("output")?,
        },
        "rejected" => Outcome::Rejected { comment: fields.optional("comment", Fields::string)? },
        "stale" => Outcome::Stale {
            expected_revision: fields.optional("expectedRevision", Fields::text)?,
            live_revision: fields.text("liveRevision")?,
        },
        "failed" => Outcome::Failed { code: FailureCode::from_code(&fields.string("code")?)?, error_text },
        "cancelled" => Outcome::Cancelled { reason: CancelReason::from_code(&fields.string("reason")?)? },
        "expired" => Outcome::Expired,
        "invalid" => Outcome::Invalid { code: InvalidCode::from_code(&fields.string("code")?)?, error_text },
        _ => return None,
    })
}

impl Ledger {
    pub(super) fn restore(
        &mut self,
        state: &JsonText,
        now: Millis,
        out: &mut Transition,
    ) -> Result<Reply, LedgerError> {
        let kept = read(state)?;
        for call in kept.calls {
            self.take_over(call, now, out);
        }
        for stopped in kept.stopped {
            self.sessions.remember(stopped);
        }
        if !kept.unknown.is_empty() {
            self.unknown = kept.unknown;
        }
        // Time went on while nobody looked.
        self.expire(now, out);
        Ok(Reply::Done)
    }

    fn take_over(&mut self, mut call: Proposal, now: Millis, out: &mut Transition) {
        let known_slot = self.slots.get(&call.tool_call_id).copied();
        if let Some(known) = known_slot.and_then(|slot| self.proposals.get(slot)) {
            if !call.replaces(known) {
                return;
            }
            self.answered.retain(|(slot, _)| Some(*slot) != known_slot);
        }
        call.deadline = call.deadline.map(|at| self.clock.of_host(at));
        call.settled_at = call.settled_at.map(|at| self.clock.of_host(at).min(now));
        call.order = self.order;
        self.order += 1;
        let written = call.resume(now);
        if let Some(slot) = known_slot {
            self.leave_live(slot, out);
        }
        let slot = known_slot.or_else(|| self.free.pop()).unwrap_or(self.proposals.len());
        self.count_in(&call, slot, out);
        out.changes.push(self.told(&call, Event::Restored));
        let session_id = call.session_id.as_ref().filter(|_| call.is_live());
        let stopped = session_id.and_then(|id| self.sessions.born_cancelled(id, call.turn_id.as_ref()));
        let outcome = if written {
            Some(Outcome::Failed { code: FailureCode::Interrupted, error_text: None })
        } else {
            stopped.map(|reason| Outcome::Cancelled { reason })
        };
        let ends = outcome.is_some() || call.deadline.is_some_and(|at| at <= now);
        let asks = (call.state == State::Proposed && !ends).then(|| call.validate_effect(Check::Proposed));
        match self.proposals.get_mut(slot) {
            Some(replaced) => *replaced = call,
            None => self.proposals.push(call),
        }
        if let Some(effect) = asks {
            out.effects.push(effect);
            self.start_clock(slot, now);
        }
        if let Some(outcome) = outcome {
            self.settle(slot, outcome, out);
        }
    }

    /// Counts a call that is taken over, as it stands.
    fn count_in(&mut self, call: &Proposal, slot: Slot, out: &mut Transition) {
        self.slots.insert(call.tool_call_id.clone(), slot);
        if let State::Settled { delivery, .. } = &call.state {
            if *delivery == Delivery::Delivered {
                self.answered.push_back((slot, call.tool_call_id.clone()));
            }
            return;
        }
        self.live += 1;
        if let Some(owner_key) = call.owner() {
            self.owners.own_when_open(owner_key);
        }
        if let Some(session_id) = &call.session_id {
            self.sessions.open(session_id);
            out.sessions_settled.retain(|settled| settled != session_id);
            if matches!(call.state, State::Pending { .. }) {
                self.sessions.enqueue(session_id, call.order, slot);
            }
        }
        if let Some(deadline) = call.deadline {
            self.deadlines.start(deadline);
        }
    }
}

impl Proposal {
    /// Whether a kept call stands for one that is known: an answer stands, and nothing that was
    /// answered becomes a question again.
    fn replaces(&self, known: &Self) -> bool {
        match &known.state {
            State::Proposed | State::Pending { .. } => !self.is_live() && self.generation >= known.generation,
            State::Applying { .. } => false,
            State::Settled { delivery, .. } => *delivery == Delivery::Delivered && self.generation > known.generation,
        }
    }

    /// Ends what ended with the page. Whether a write was running.
    fn resume(&mut self, now: Millis) -> bool {
        if self.state == State::Proposed {
            // Nobody was asked yet; somebody must be, whatever the mode is now.
            if self.review == Review::Required {
                self.review = Review::Always;
            }
            self.attempt = Attempt::FIRST;
            return false;
        }
        match &mut self.state {
            State::Pending { draft: Some(draft), .. } if draft.state == DraftState::Validating => {
                draft.state = DraftState::Invalid { code: InvalidCode::Interrupted, error_text: None };
            }
            State::Settled { delivery: delivery @ Delivery::Sending, .. } => *delivery = Delivery::Undelivered,
            State::Applying { step: ApplyStep::Writing { .. }, .. } => return true,
            State::Applying { content, step: ApplyStep::ReadingRevision { left, .. }, .. } => {
                // Nothing was written: it is a question again.
                let content = content.clone();
                self.deadline = left.map(|span| now.after(span));
                self.presented = false;
                self.state = State::Pending { content, draft: None };
            }
            _ => {}
        }
        false
    }
}
