//! What the operations on a prompt and its tools look like.

use super::super::prompt_edit::ROLES;
use super::common::{DESCRIPTION, NAME};
use super::shape::Field as F;
use super::shape::Items::All;
use super::shape::Others::{Dropped, Kept};
use super::shape::Presence::{NullDropped, Nullable, Optional, Or, OrNull, Required};
use super::shape::Shape::{self, Any, AnyObject, Bool, FirstOf, Int, List, OneOf, Record, Tagged, Text};

/// An operation of `edit_prompt_instance`.
pub(super) const PROMPT_OPERATION: Shape = Tagged(
    "type",
    &[
        ("update_message", &[MESSAGE_ID, F(&["role"], ROLE, Optional), CONTENT, TOOL_CALLS]),
        (
            "insert_message",
            &[
                F(&["afterMessageId", "after_message_id"], Int, OrNull),
                F(&["role"], ROLE, Required),
                CONTENT,
                TOOL_CALLS,
            ],
        ),
        ("delete_message", &[MESSAGE_ID]),
        ("reorder_messages", &[F(&["messageIds", "message_ids"], List(&Int, All), Required)]),
    ],
);

const CONTENT: F = F(&["content"], Text, Optional);
const MESSAGE_ID: F = F(&["messageId", "message_id"], Int, Required);
const TOOL_CALLS: F = F(&["toolCalls", "tool_calls"], List(&FirstOf(TOOL_CALL), All), Optional);
const ROLE: Shape = OneOf(ROLES);

/// OpenAI's, Anthropic's and Amazon's; anything else as it is.
const TOOL_CALL: &[Shape] = &[
    Record(
        &[
            F(&["id"], Text, Required),
            F(&["type"], OneOf(&["function"]), Or("\"function\"")),
            F(
                &["function"],
                Record(&[F(&["name"], Text, Required), F(&["arguments"], AnyObject, Required)], Kept),
                Required,
            ),
        ],
        Dropped,
    ),
    Record(
        &[
            F(&["id"], Text, Required),
            F(&["type"], OneOf(&["tool_use"]), Required),
            F(&["name"], Text, Required),
            F(&["input"], AnyObject, Required),
        ],
        Kept,
    ),
    Record(
        &[F(
            &["toolUse"],
            Record(
                &[F(&["toolUseId"], Text, Required), F(&["name"], Text, Required), F(&["input"], AnyObject, Required)],
                Kept,
            ),
            Required,
        )],
        Kept,
    ),
    Any,
];

/// A tool that `write_prompt_tools` writes.
pub(super) const TOOL_ENTRY: Shape = Record(
    &[
        F(&["id"], Int, NullDropped),
        NAME,
        DESCRIPTION,
        F(&["parameters"], AnyObject, Nullable),
        F(&["strict"], Bool, Nullable),
    ],
    Dropped,
);
