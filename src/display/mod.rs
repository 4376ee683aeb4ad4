//! One file a family of writes: what its tool proposes, worked out on the state as it is; and that state
//! as the text that its editor shows, so that a diff of two states is what a person would have typed.
//!
//! Values come in their normal form ([`crate::json::read`]) and go out in it. What a person or the agent
//! is told is a [`Sentence`]: a code and what stands in it.

#![forbid(unsafe_code)]

mod annotation_configs;
mod annotations;
mod call;
mod datasets;
mod digest;
mod evaluators;
mod experiment;
pub mod input;
mod instance_removal;
mod load_dataset;
mod playground;
mod prompt;
mod prompt_edit;
mod prompt_tools;
mod revision;
mod row;
mod save_prompt;
mod sentence;

pub use annotation_configs::{annotation_config_card, annotation_config_preview};
pub use annotations::annotations_output;
pub use call::call;
pub use datasets::{Card, DatasetView, dataset_card, dataset_preview};
pub use digest::revision_of;
pub use evaluators::{code_draft_text, edit_code_draft, edit_llm_draft, llm_draft_text};
pub use experiment::experiment_proposal;
pub use instance_removal::removable_instance;
pub use load_dataset::selection_revision;
pub use prompt::{DisplayError, prompt};
pub use prompt_edit::{PromptEdit, prompt_edit, prompt_edit_summary, prompt_snapshot};
pub use prompt_tools::{
    ToolsPlan, plan_tools, tool_definition, tool_display, tools_display, tools_snapshot, tools_summary, tools_text,
};
pub use row::row;
pub use save_prompt::save_preview;
pub use sentence::{Code, Sentence};
