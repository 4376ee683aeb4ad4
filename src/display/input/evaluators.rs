//! What the operations on the drafts of evaluators look like.

use super::common::{DIRECTIONS, NAME, THRESHOLD, VALUES};
use super::shape::Field as F;
use super::shape::Items::All;
use super::shape::Others::Dropped;
use super::shape::Presence::{Nullable, Optional, Or, Required, RequiredOrNull};
use super::shape::Shape::{self, AnyObject, Bool, List, Number, OneOf, Record, Tagged, Text};

/// An operation of `edit_code_evaluator_draft`.
pub(super) const CODE_OPERATION: Shape = Tagged(
    "type",
    &[
        ("set_source_code", &[F(&["sourceCode", "source_code"], Text, Required)]),
        ("set_language", &[F(&["language"], OneOf(&["PYTHON", "TYPESCRIPT"]), Required)]),
        ("set_sandbox_config", &[F(&["sandboxConfigId", "sandbox_config_id"], Text, RequiredOrNull)]),
        ("set_input_mapping", &[INPUT_MAPPING]),
        ("set_test_payload", &[TEST_PAYLOAD]),
        ("set_description", &[F(&["description"], Text, Required)]),
        ("set_name", &[F(&["name"], Text, Required)]),
        ("set_output_configs", &[F(OUTPUT_CONFIGS, List(&Tagged("kind", OUTPUT_KINDS), All), Required)]),
    ],
);
/// An operation of `edit_llm_evaluator_draft`.
pub(super) const LLM_OPERATION: Shape = Tagged(
    "type",
    &[
        ("set_name", &[F(&["name"], Text, Required)]),
        ("set_description", &[F(&["description"], Text, Required)]),
        ("set_input_mapping", &[INPUT_MAPPING]),
        ("set_test_payload", &[TEST_PAYLOAD]),
        ("set_include_explanation", &[F(&["includeExplanation", "include_explanation"], Bool, Required)]),
        (
            "set_output_configs",
            &[F(OUTPUT_CONFIGS, List(&Tagged("kind", &[("classification", CLASSIFICATION)]), All), Required)],
        ),
        (
            "set_judge_prompt",
            &[
                F(
                    &["messages"],
                    List(&Record(&[F(&["role"], Text, Required), F(&["content"], Text, Required)], Dropped), All),
                    Required,
                ),
                F(&["templateFormat", "template_format"], Text, Optional),
            ],
        ),
        (
            "set_judge_model",
            &[
                F(&["model"], Text, Required),
                F(&["provider"], Text, Required),
                F(&["invocationParameters", "invocation_parameters"], AnyObject, Optional),
            ],
        ),
    ],
);

const INPUT_MAPPING: F = F(
    &["inputMapping", "input_mapping"],
    Record(
        &[
            F(&["pathMapping", "path_mapping"], AnyObject, Or("{}")),
            F(&["literalMapping", "literal_mapping"], AnyObject, Or("{}")),
        ],
        Dropped,
    ),
    Required,
);
const TEST_PAYLOAD: F = F(
    &["testPayload", "test_payload"],
    Record(
        &[
            F(&["input"], AnyObject, Or("{}")),
            F(&["output"], AnyObject, Or("{}")),
            F(&["reference"], AnyObject, Or("{}")),
            F(&["metadata"], AnyObject, Or("{}")),
        ],
        Dropped,
    ),
    Required,
);
const OUTPUT_CONFIGS: &[&str] = &["outputConfigs", "output_configs"];
const OUTPUT_DIRECTION: F = F(&["optimizationDirection", "optimization_direction"], DIRECTIONS, Optional);
const OUTPUT_LOWER_BOUND: F = F(&["lowerBound", "lower_bound"], Number, Nullable);
const OUTPUT_UPPER_BOUND: F = F(&["upperBound", "upper_bound"], Number, Nullable);
const CLASSIFICATION: &[F] = &[NAME, OUTPUT_DIRECTION, F(&["values"], VALUES, Required)];
const OUTPUT_KINDS: &[(&str, &[F])] = &[
    ("classification", CLASSIFICATION),
    ("continuous", &[NAME, OUTPUT_DIRECTION, OUTPUT_LOWER_BOUND, OUTPUT_UPPER_BOUND]),
    ("freeform", &[NAME, OUTPUT_DIRECTION, OUTPUT_LOWER_BOUND, OUTPUT_UPPER_BOUND, THRESHOLD]),
];
