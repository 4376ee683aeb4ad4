//! One file a family: its state as the text that its editor shows, so that a diff of two states is
//! what a person would have typed.

#![forbid(unsafe_code)]

mod prompt;

pub use prompt::{DisplayError, prompt};
