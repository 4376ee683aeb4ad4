//! Writes the calls of a ledger as text that outlives the page.
//!
//! Kept are the calls and what was stopped. Not kept are what the page itself holds (open editors,
//! running callbacks) and what a person must grant anew: the mode and the grants.

use std::collections::BinaryHeap;

use super::{ApplyStep, Content, Draft, DraftState, IfStale, Ledger, Millis, Outcome, Proposal, State};
use crate::json::ObjectText;

/// The version of the format. A reader takes its own alone.
pub(super) const VERSION: u32 = 1;

impl Ledger {
    /// The ledger's calls, and the turns and sessions that were stopped, as JSON text. Instants are the
    /// host's. [`Command::Restore`](super::Command::Restore) reads it.
    #[must_use]
    pub fn dehydrate(&self) -> String {
        let in_order: BinaryHeap<_> =
            self.slots.values().filter_map(|slot| Some((self.proposals.get(*slot)?.order, *slot))).collect();
        let calls = in_order.into_sorted_vec();
        let calls = calls.iter().filter_map(|(_, slot)| self.proposals.get(*slot));
        ObjectText::default()
            .number("version", Some(VERSION.into()))
            .json("calls", &list(calls.map(|call| self.call(call))))
            .json("stopped", &list(self.sessions.dehydrate()))
            .finish(&self.unknown)
    }

    fn call(&self, call: &Proposal) -> String {
        let instant = |at: Option<Millis>| at.map(|at| self.clock.to_host(at).whole());
        let mut out = ObjectText::default();
        out.text("toolCallId", call.tool_call_id.as_str())
            .text("toolName", call.tool_name.as_str())
            .number("generation", Some(call.generation.number().into()))
            .text("review", call.review.code())
            .text("proposed", call.proposed.as_str())
            .optional("ownerKey", call.owner_key.as_ref().map(super::OwnerKey::as_str))
            .optional("expectedRevision", call.expected_revision.as_ref().map(super::Revision::as_str))
            .optional("sessionId", call.session_id.as_ref().map(super::SessionId::as_str))
            .optional("turnId", call.turn_id.as_ref().map(super::TurnId::as_str))
            .number("expiresAt", instant(call.deadline))
            .number("settledAt", instant(call.settled_at))
            .json("presented", if call.presented { "true" } else { "false" })
            .optional("policy", call.policy.map(super::Policy::code))
            .number("attempt", Some(call.attempt.number().into()));
        if let Some(content) = call.content() {
            out.json("content", &content_text(content));
        }
        state(&call.state, &mut out);
        out.finish(&call.unknown)
    }
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    let mut out = String::from("[");
    for item in items {
        if out.len() > 1 {
            out.push(',');
        }
        out.push_str(&item);
    }
    out.push(']');
    out
}

fn content_text(content: &Content) -> String {
    ObjectText::default()
        .text("original", content.original.as_str())
        .text("effective", content.effective.as_str())
        .number("attempt", Some(content.attempt.number().into()))
        .finish("")
}

fn state(state: &State, out: &mut ObjectText) {
    match state {
        State::Proposed => out.text("status", "proposed"),
        State::Pending { draft, .. } => {
            if let Some(draft) = draft {
                out.json("draft", &draft_text(draft));
            }
            out.text("status", "pending")
        }
        State::Applying { consent, step, .. } => {
            out.text("approvalSource", consent.source.code());
            match step {
                ApplyStep::ReadingRevision { if_stale, left } => {
                    if *if_stale == IfStale::Rebase {
                        out.text("ifStale", if_stale.code());
                    }
                    out.number("left", left.map(Millis::whole)).text("step", "reading")
                }
                ApplyStep::Writing { aborted } => {
                    out.optional("aborted", aborted.map(super::CancelReason::code)).text("step", "writing")
                }
            };
            out.text("status", "applying")
        }
        State::Settled { outcome, delivery, .. } => {
            out.json("outcome", &outcome_text(outcome)).text("delivery", delivery.code()).text("status", "settled")
        }
    };
}

fn draft_text(draft: &Draft) -> String {
    let mut out = ObjectText::default();
    out.text("input", draft.input.as_str()).text("check", draft.check.code());
    if let DraftState::Invalid { code, error_text } = &draft.state {
        out.text("code", code.code()).optional("errorText", error_text.as_deref());
    }
    out.finish("")
}

fn outcome_text(outcome: &Outcome) -> String {
    let mut out = ObjectText::default();
    match outcome {
        Outcome::Accepted { approval_source, difference, grant_id, output } => out
            .text("status", "accepted")
            .text("approvalSource", approval_source.code())
            .optional("difference", difference.as_ref().map(crate::json::JsonText::as_str))
            .number("grantId", grant_id.map(|id| id.number().into()))
            .optional("output", output.as_ref().map(crate::json::JsonText::as_str)),
        Outcome::Rejected { comment } => out.text("status", "rejected").optional("comment", comment.as_deref()),
        Outcome::Stale { expected_revision, live_revision } => out
            .text("status", "stale")
            .optional("expectedRevision", expected_revision.as_ref().map(super::Revision::as_str))
            .text("liveRevision", live_revision.as_str()),
        Outcome::Failed { code, error_text } => {
            out.text("status", "failed").text("code", code.code()).optional("errorText", error_text.as_deref())
        }
        Outcome::Cancelled { reason } => out.text("status", "cancelled").text("reason", reason.code()),
        Outcome::Expired => out.text("status", "expired"),
        Outcome::Invalid { code, error_text } => {
            out.text("status", "invalid").text("code", code.code()).optional("errorText", error_text.as_deref())
        }
    }
    .finish("")
}
