//! Who is asked, and in which order.

use super::codes::codes;
use super::{Accept, Consent, Handler, Ledger, Millis, Reply, Review, SetEditPermission, State, Transition};

codes! {
    /// Whether a person decides, or valid calls are accepted as they come.
    #[derive(Default)]
    pub enum EditPermission {
        /// A person decides.
        #[default]
        Manual = "manual",
        /// A valid call is accepted at once, by `auto`.
        Bypass = "bypass",
    }
}

codes! {
    /// What a host says of one call. It is asked once for each use of an id.
    pub enum Policy {
        /// A person decides, whatever the mode.
        Manual = "manual",
        /// It is accepted at once, whatever the mode.
        Bypass = "bypass",
        /// It is not to be, whoever asks.
        Deny = "deny",
    }
}

codes! {
    /// In which order the calls of a session are decided.
    pub enum ReviewOrder {
        /// Any that waits.
        Any = "any",
        /// The one that has waited longest.
        HeadOnly = "head_only",
    }
}

impl Ledger {
    pub(super) fn set_edit_permission(
        &mut self,
        change: &SetEditPermission,
        now: Millis,
        out: &mut Transition,
    ) -> Reply {
        self.edit_permission = change.edit_permission;
        if change.edit_permission == EditPermission::Bypass {
            for call in &change.apply_to {
                self.bypass(call, now, out);
            }
        }
        Reply::Done
    }

    /// Accepts a call that waits, unless a person must see it whatever the mode, or it can't be
    /// accepted as it is.
    fn bypass(&mut self, call: &Accept, now: Millis, out: &mut Transition) {
        let Some(slot) = self.slots.get(&call.tool_call_id).copied() else {
            return;
        };
        let may = self.proposals.get(slot).is_some_and(|waiting| {
            waiting.not_pending(call.generation).is_none()
                && matches!(waiting.state, State::Pending { draft: None, .. })
                && waiting.review == Review::Required
                && waiting.policy != Some(Policy::Manual)
        });
        if may && call.handler != Handler::Missing {
            self.start_apply(slot, Consent::AUTO, call.handler, call.if_stale, now, out);
        }
    }
}
