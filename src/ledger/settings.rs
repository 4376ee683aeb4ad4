//! What a ledger is made with.

use super::{EditPermission, Millis, ReviewOrder};

/// What a ledger is made with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The mode at first.
    pub edit_permission: EditPermission,
    /// How long a check or a write may take before its call is answered without it. `None`: for ever.
    pub handler_timeout: Option<Millis>,
    /// How long a person has to answer, where a call does not say. `None`: for ever.
    pub deadline: Option<Millis>,
    /// In which order the calls of a session are decided.
    pub review_order: ReviewOrder,
    /// How many calls may be open at a time. More are answered with an error.
    pub max_open: usize,
    /// How many answered calls are remembered.
    pub max_settled: usize,
    /// How long answered calls are remembered. `None`: as long as there is room.
    pub settled_for: Option<Millis>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            edit_permission: EditPermission::Manual,
            handler_timeout: None,
            deadline: None,
            review_order: ReviewOrder::Any,
            max_open: 10_000,
            max_settled: 1_000,
            settled_for: None,
        }
    }
}
