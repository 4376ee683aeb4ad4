//! How calls come in.

use super::{
    Attempt, Delivery, Effect, Event, Generation, Ledger, LedgerError, Millis, Outcome, OwnerKey, Proposal, Propose,
    RefusalCode, Refuse, Reply, Review, Revision, Slot, State, ToolCallId, ToolName, Transition,
};
use crate::json::JsonText;

/// A call as it comes in.
struct Incoming {
    tool_call_id: ToolCallId,
    tool_name: ToolName,
    input: JsonText,
    review: Review,
    owner_key: Option<OwnerKey>,
    expected_revision: Option<Revision>,
}

impl Ledger {
    /// Registers a call and asks for its check, unless it is known already.
    pub(super) fn propose(&mut self, call: Propose, now: Millis, out: &mut Transition) -> Result<Reply, LedgerError> {
        let incoming = Incoming {
            tool_call_id: call.tool_call_id,
            tool_name: call.tool_name,
            input: call.input,
            review: call.review,
            owner_key: call.owner_key,
            expected_revision: call.expected_revision,
        };
        let (slot, generation) = match self.register(incoming, now, out)? {
            Ok(registered) => registered,
            Err(reply) => return Ok(reply),
        };
        self.start_clock(slot, now);
        if let Some(proposal) = self.proposals.get(slot) {
            out.effects.push(Effect::Validate {
                tool_call_id: proposal.tool_call_id.clone(),
                generation,
                attempt: Attempt::FIRST,
            });
        }
        Ok(Reply::Registered)
    }

    /// Registers a call only to answer it with the host's error.
    pub(super) fn refuse(&mut self, call: Refuse, now: Millis, out: &mut Transition) -> Result<Reply, LedgerError> {
        let incoming = Incoming {
            tool_call_id: call.tool_call_id,
            tool_name: call.tool_name,
            input: call.input,
            review: Review::Required,
            owner_key: None,
            expected_revision: None,
        };
        let slot = match self.register(incoming, now, out)? {
            Ok((slot, _)) => slot,
            Err(reply) => return Ok(reply),
        };
        self.settle(slot, Outcome::Invalid { code: call.code, error_text: call.error_text }, out);
        Ok(Reply::Registered)
    }

    /// Where a call was registered and as which use of its id, or why it was not.
    fn register(
        &mut self,
        call: Incoming,
        now: Millis,
        out: &mut Transition,
    ) -> Result<Result<(Slot, Generation), Reply>, LedgerError> {
        if self.closed {
            return Err(LedgerError::Closed);
        }
        let known = self.find(&call.tool_call_id);
        let generation = match known.map(|known| known.admit(&call.tool_name, &call.input)) {
            None => Generation::FIRST,
            Some(Ok(generation)) => generation,
            Some(Err(reply)) => return Ok(Err(reply)),
        };
        if let Some(owner_key) = &call.owner_key {
            self.owners.own(owner_key, now);
        }
        let proposal = Proposal {
            tool_call_id: call.tool_call_id,
            tool_name: call.tool_name,
            generation,
            review: call.review,
            proposed: call.input,
            owner_key: call.owner_key,
            expected_revision: call.expected_revision,
            presented: false,
            attempt: Attempt::FIRST,
            due: None,
            state: State::Proposed,
        };
        out.changes.push(proposal.change(Event::Proposed));
        let slot = *self.slots.entry(proposal.tool_call_id.clone()).or_insert(self.proposals.len());
        match self.proposals.get_mut(slot) {
            Some(settled) => *settled = proposal,
            None => self.proposals.push(proposal),
        }
        Ok(Ok((slot, generation)))
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
