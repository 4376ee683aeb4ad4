//! The answers on their way to the agent.

use super::{
    Delivery, Effect, Event, Ledger, LedgerError, Proposal, Redeliver, Reply, Sending, Sent, State, Transition,
};

impl Ledger {
    pub(super) fn sent(&mut self, report: &Sent, out: &mut Transition) -> Reply {
        let Some((slot, proposal)) = self.reported(&report.tool_call_id, report.generation) else {
            return Reply::Ignored;
        };
        let State::Settled { delivery: delivery @ Delivery::Sending, .. } = &mut proposal.state else {
            return Reply::Ignored;
        };
        let event = match report.result {
            Sending::Taken => {
                *delivery = Delivery::Delivered;
                Event::Delivered
            }
            Sending::Failed => {
                *delivery = Delivery::Undelivered;
                Event::Undelivered
            }
        };
        out.changes.push(proposal.change(event));
        if event == Event::Delivered {
            self.answered.push_back((slot, report.tool_call_id.clone()));
        }
        Reply::Done
    }

    pub(super) fn redeliver(&mut self, redeliver: &Redeliver, out: &mut Transition) -> Result<Reply, LedgerError> {
        match &redeliver.tool_call_id {
            Some(id) => {
                let slot = self.slot(id)?;
                self.proposals.get_mut(slot).into_iter().for_each(|proposal| send_again(proposal, out));
            }
            None => self.proposals.iter_mut().for_each(|proposal| send_again(proposal, out)),
        }
        Ok(Reply::Done)
    }
}

fn send_again(proposal: &mut Proposal, out: &mut Transition) {
    let State::Settled { delivery, .. } = &mut proposal.state else {
        return;
    };
    if *delivery != Delivery::Undelivered {
        return;
    }
    *delivery = Delivery::Sending;
    out.effects.push(Effect::Deliver { tool_call_id: proposal.tool_call_id.clone(), generation: proposal.generation });
    out.changes.push(proposal.change(Event::Redelivering));
}
