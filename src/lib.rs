//! Countersign is the approval state of an agent's user interface: between an agent's proposal to
//! write something and the one answer that it gets, a person sees what would change and accepts,
//! edits or rejects it.
//!
//! | module | what it holds |
//! |---|---|
//! | [`ledger`] | proposals, decisions and answers: the state machine |
//! | [`diff`] | what changes between two texts, JSON values or tables, as a person reads it |
//! | [`display`] | a family's state as the text that its editor shows |
//! | [`json`] | JSON text: checked, compared by value, laid out for reading |
//! | `wasm` | the only module that knows JavaScript |
//!
//! Everything but `wasm` is pure: no clock, no randomness, no JavaScript type. Time comes in with
//! each command, and what is to be done in the world goes out as effects.

#![warn(missing_docs, unreachable_pub)]
// Nothing that comes from outside may end the instance.
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod diff;
pub mod display;
pub mod json;
pub mod ledger;

#[cfg(target_arch = "wasm32")]
pub mod wasm;
