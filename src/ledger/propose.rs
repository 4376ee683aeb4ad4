//! How calls come in.

use super::{
    CancelledBy, Check, Delivery, Event, Generation, InvalidCode, Ledger, Millis, Outcome, Proposal, Propose,
    RefusalCode, Refuse, Reply, Review, Slot, State, ToolName, Transition,
};
use crate::json::JsonText;

impl Ledger {
    /// Registers a call and asks for its check, unless it is known already.
    pub(super) fn propose(&mut self, call: Propose, now: Millis, out: &mut Transition) -> Reply {
        let deadline = call.deadline.or(self.settings.deadline).map(|span| now.after(span));
        let full = self.live >= self.settings.max_open;
        let incoming = Proposal {
            owner_key: call.owner_key,
            expected_revision: call.expected_revision,
            session_id: call.session_id,
            turn_id: call.turn_id,
            deadline,
            ..Proposal::new(call.tool_call_id, call.tool_name, call.review, call.input, self.order)
        };
        let taken_back = call.taken_back.map(CancelledBy::reason);
        let stopped = incoming
            .session_id
            .as_ref()
            .and_then(|session_id| self.sessions.born_cancelled(session_id, incoming.turn_id.as_ref()));
        let slot = match self.register(incoming, now, out) {
            Ok(slot) => slot,
            Err(reply) => return reply,
        };
        let outcome = match taken_back.or(stopped) {
            Some(reason) => Some(Outcome::Cancelled { reason }),
            None => full.then_some(Outcome::Invalid { code: InvalidCode::QueueFull, error_text: None }),
        };
        if let Some(outcome) = outcome {
            self.settle(slot, outcome, out);
            return Reply::Registered;
        }
        self.start_clock(slot, now);
        if let Some(proposal) = self.proposals.get(slot) {
            out.effects.push(proposal.validate_effect(Check::Proposed));
        }
        Reply::Registered
    }

    /// Registers a call only to answer it with the host's error.
    pub(super) fn refuse(&mut self, call: Refuse, now: Millis, out: &mut Transition) -> Reply {
        let incoming = Proposal::new(call.tool_call_id, call.tool_name, Review::Required, call.input, self.order);
        let slot = match self.register(incoming, now, out) {
            Ok(slot) => slot,
            Err(reply) => return reply,
        };
        self.settle(slot, Outcome::Invalid { code: call.code, error_text: call.error_text }, out);
        Reply::Registered
    }

    /// Where a call was registered, as the use of its id that comes next, or why it was not.
    fn register(&mut self, mut call: Proposal, now: Millis, out: &mut Transition) -> Result<Slot, Reply> {
        let known_slot = self.slots.get(&call.tool_call_id).copied();
        if let Some(known) = known_slot.and_then(|slot| self.proposals.get(slot)) {
            call.generation = known.admit(&call.tool_name, &call.proposed)?;
            // What it was answered with before makes way.
            self.answered.retain(|(slot, _)| Some(*slot) != known_slot);
        }
        self.order += 1;
        self.live += 1;
        if let Some(owner_key) = &call.owner_key {
            self.owners.own(owner_key, now);
        }
        if let Some(session_id) = &call.session_id {
            self.sessions.open(session_id);
            // It may have been told so by this very command, for calls that expired.
            out.sessions_settled.retain(|settled| settled != session_id);
        }
        if let Some(deadline) = call.deadline {
            self.deadlines.start(deadline);
        }
        out.changes.push(self.told(&call, Event::Proposed));
        let slot = known_slot.or_else(|| self.free.pop()).unwrap_or(self.proposals.len());
        self.slots.insert(call.tool_call_id.clone(), slot);
        match self.proposals.get_mut(slot) {
            Some(forgotten) => *forgotten = call,
            None => self.proposals.push(call),
        }
        Ok(slot)
    }
}

impl Proposal {
    /// As which use of its id the next call comes in, or why it does not.
    fn admit(&self, tool_name: &ToolName, input: &JsonText) -> Result<Generation, Reply> {
        let same = self.is_same_call(tool_name, input);
        match &self.state {
            State::Settled { .. } if same => Err(Reply::AlreadySettled),
            State::Settled { delivery: Delivery::Delivered, .. } => Ok(self.generation.next()),
            // An answer that was not taken yet may have to be sent again, and would then be gone or
            // reach the new call.
            State::Settled { delivery: Delivery::Sending | Delivery::Undelivered, .. } => {
                Err(Reply::Refused { code: RefusalCode::Undelivered })
            }
            _ if same => Err(Reply::Repeated),
            _ => Err(Reply::Refused { code: RefusalCode::DuplicateId }),
        }
    }
}
