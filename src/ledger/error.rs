//! Misuse of the ledger.

use std::fmt;

/// Misuse of the ledger. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerError {
    /// No call with that id was ever proposed.
    UnknownId,
    /// What was kept outside is not what [`Ledger::dehydrate`](super::Ledger::dehydrate) writes.
    MalformedState {
        /// The call in it that is wrong, counted from 0, where it is one.
        call: Option<usize>,
    },
    /// The ledger was closed.
    Closed,
}

impl LedgerError {
    /// The stable name of the error.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::UnknownId => "unknown_id",
            Self::MalformedState { .. } => "invalid_state",
            Self::Closed => "disposed",
        }
    }
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownId => f.write_str("no call with that id was proposed"),
            Self::MalformedState { call: None } => f.write_str("the stored state is malformed, or of another version"),
            Self::MalformedState { call: Some(call) } => write!(f, "call {call} of the stored state is malformed"),
            Self::Closed => f.write_str("the ledger is closed to new calls"),
        }
    }
}

impl std::error::Error for LedgerError {}
