//! The table of each tool's input.

use super::checks;
use super::common::{DESCRIPTION, DIRECTIONS, NAME, THRESHOLD, VALUES};
use super::evaluators::{CODE_OPERATION, LLM_OPERATION};
use super::prompts::{PROMPT_OPERATION, TOOL_ENTRY};
use super::shape::Field as F;
use super::shape::Items::{All, Distinct, Some as AtLeastOne, SomeOrOne};
use super::shape::Others::{Dropped, Refused};
use super::shape::Presence::{NullDropped, Nullable, Optional, Or, OrNull, Required};
use super::shape::Shape::{
    self, AnyObject, Bool, Filled, FirstOf, GlobalId, Int, List, Nothing, Number, OneOf, Record, SpanId, Text, Trimmed,
    TrimmedOrNull,
};
use crate::json::Value;

/// A tool's input: its shape, and the rules between fields.
pub(super) struct Tool {
    name: &'static str,
    pub(super) shape: Shape,
    pub(super) check: Option<fn(&mut Value<'_>) -> bool>,
}

pub(super) fn find(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

const fn tool(name: &'static str, fields: &'static [F]) -> Tool {
    Tool { name, shape: Record(fields, Dropped), check: None }
}

const fn checked(name: &'static str, fields: &'static [F], check: fn(&mut Value<'_>) -> bool) -> Tool {
    Tool { name, shape: Record(fields, Dropped), check: Some(check) }
}

/// An evaluator's operations; one alone may be the whole input.
const fn operations(name: &'static str, forms: &'static [Shape]) -> Tool {
    Tool { name, shape: FirstOf(forms), check: Some(checks::operations) }
}

static TOOLS: &[Tool] = &[
    tool(
        "edit_prompt_instance",
        &[
            F(&["instanceId", "instance_id"], Int, Required),
            F(&["expectedRevision", "expected_revision"], Text, Required),
            F(OPERATIONS, List(&PROMPT_OPERATION, SomeOrOne), Required),
        ],
    ),
    tool("remove_prompt_instance", &[F(&["instanceId", "instance_id"], Int, Required)]),
    checked(
        "write_prompt_tools",
        &[
            F(&["instanceId", "instance_id"], Int, Required),
            F(&["expectedRevision", "expected_revision", "revision"], Text, Required),
            F(&["tools"], List(&TOOL_ENTRY, All), Optional),
            F(&["deleteToolIds", "delete_tool_ids", "deleteIds", "delete_ids"], List(&Int, All), Optional),
        ],
        checks::some_tools,
    ),
    tool(
        "save_prompt",
        &[
            F(&["description"], Trimmed, Required),
            F(&["instanceId", "instance_id"], Int, Optional),
            F(&["promptId", "prompt_id"], Trimmed, Optional),
            F(&["name", "promptName", "prompt_name"], Trimmed, Optional),
            F(&["tags", "tagNames", "tag_names"], List(&Trimmed, All), Optional),
        ],
    ),
    tool(
        "load_dataset",
        &[F(&["datasetName", "dataset_name"], Trimmed, Required), F(&["splitName", "split_name"], Trimmed, Nullable)],
    ),
    Tool {
        name: "batch_span_annotate",
        shape: Record(&[F(&["annotations"], List(&Record(ANNOTATION, Refused), AtLeastOne), Required)], Refused),
        check: Some(checks::annotations),
    },
    Tool {
        name: "patch_experiment",
        shape: Record(
            &[
                F(&["experimentId"], GlobalId("Experiment"), Required),
                F(&["name"], Trimmed, Optional),
                F(&["description"], Text, Nullable),
                F(&["metadata"], AnyObject, Optional),
            ],
            Refused,
        ),
        check: None,
    },
    tool(
        "create_annotation_config",
        &[
            CONFIG_TYPE,
            NAME,
            DESCRIPTION,
            DIRECTION,
            CONFIG_VALUES,
            LOWER_BOUND,
            UPPER_BOUND,
            THRESHOLD,
            F(&["projectId"], Filled, Nullable),
        ],
    ),
    tool(
        "update_annotation_config",
        &[
            F(&["id"], Filled, Required),
            CONFIG_TYPE,
            NAME,
            DESCRIPTION,
            DIRECTION,
            CONFIG_VALUES,
            LOWER_BOUND,
            UPPER_BOUND,
            THRESHOLD,
        ],
    ),
    operations("edit_code_evaluator_draft", &[CODE_DRAFT, CODE_OPERATION]),
    operations("edit_llm_evaluator_draft", &[LLM_DRAFT, LLM_OPERATION]),
    Tool { name: "submit_code_evaluator_draft", shape: Nothing, check: None },
    Tool { name: "submit_llm_evaluator_draft", shape: Nothing, check: None },
    tool("create_dataset", &[NAME, DESCRIPTION, F(&["examples"], List(&EXAMPLE, All), Optional)]),
    checked(
        "patch_dataset",
        &[F(&["name"], Trimmed, Optional), DESCRIPTION, F(&["metadata"], AnyObject, Optional)],
        checks::some_dataset_change,
    ),
    tool("delete_dataset", &[]),
    tool("add_dataset_examples", &[F(&["examples"], List(&EXAMPLE, AtLeastOne), Required)]),
    checked(
        "patch_dataset_examples",
        &[F(&["patches"], List(&EXAMPLE_PATCH, AtLeastOne), Required), VERSION_DESCRIPTION],
        checks::example_patches,
    ),
    tool("delete_dataset_examples", &[EXAMPLE_IDS, VERSION_DESCRIPTION]),
    tool("create_dataset_split", &[NAME, DESCRIPTION, COLOR, F(&["exampleIds"], List(&Trimmed, All), Optional)]),
    tool("set_dataset_example_splits", &[EXAMPLE_IDS, F(&["splitNames"], List(&Trimmed, Distinct), Required)]),
    checked(
        "patch_dataset_split",
        &[
            F(&["splitName"], Trimmed, Required),
            F(&["name"], Trimmed, NullDropped),
            DESCRIPTION,
            F(&["color"], Trimmed, NullDropped),
        ],
        checks::some_split_change,
    ),
    tool("delete_dataset_splits", &[F(&["splitNames"], List(&Trimmed, AtLeastOne), Required)]),
    tool("create_dataset_label", &[NAME, DESCRIPTION, COLOR, F(&["attachToDataset"], Bool, Optional)]),
    tool("set_dataset_labels", &[LABEL_NAMES]),
    tool("delete_dataset_labels", &[LABEL_NAMES]),
    tool(
        "add_spans_to_dataset",
        &[F(&["datasetName"], Trimmed, Required), F(&["spanIds"], List(&Trimmed, All), Optional)],
    ),
];

const COLOR: F = F(&["color"], Trimmed, Nullable);
const VERSION_DESCRIPTION: F = F(&["versionDescription"], Text, Nullable);
const LABEL_NAMES: F = F(&["labelNames"], List(&Trimmed, AtLeastOne), Required);
const EXAMPLE_IDS: F = F(&["exampleIds"], List(&Trimmed, Distinct), Required);
const EXAMPLE: Shape = Record(
    &[F(&["input"], AnyObject, Required), F(&["output"], AnyObject, Optional), F(&["metadata"], AnyObject, Optional)],
    Dropped,
);
const EXAMPLE_PATCH: Shape = Record(
    &[
        F(&["exampleId"], Trimmed, Required),
        F(&["input"], AnyObject, Optional),
        F(&["output"], AnyObject, Optional),
        F(&["metadata"], AnyObject, Optional),
    ],
    Dropped,
);

const ANNOTATION: &[F] = &[
    F(&["spanId"], SpanId, Optional),
    F(&["spanNodeId"], GlobalId("Span"), Optional),
    NAME,
    F(&["annotatorKind"], OneOf(&["LLM", "HUMAN", "CODE"]), Or("\"LLM\"")),
    F(&["label"], Text, OrNull),
    F(&["score"], Number, OrNull),
    F(&["explanation"], Text, OrNull),
    F(&["identifier"], TrimmedOrNull, OrNull),
    F(&["metadata"], AnyObject, OrNull),
];

const CONFIG_TYPE: F = F(&["type"], OneOf(&["categorical", "continuous", "freeform"]), Required);
const DIRECTION: F = F(&["optimizationDirection"], DIRECTIONS, Optional);
const CONFIG_VALUES: F = F(&["values"], VALUES, Optional);
const LOWER_BOUND: F = F(&["lowerBound"], Number, Nullable);
const UPPER_BOUND: F = F(&["upperBound"], Number, Nullable);

const CODE_DRAFT: Shape = Record(&[F(OPERATIONS, List(&CODE_OPERATION, SomeOrOne), Required)], Dropped);
const LLM_DRAFT: Shape = Record(&[F(OPERATIONS, List(&LLM_OPERATION, SomeOrOne), Required)], Dropped);
const OPERATIONS: &[&str] = &["operations", "operation"];
