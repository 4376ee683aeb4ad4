//! Ids and instants. Each is a type of its own, so that none can stand where another belongs.

use std::fmt;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Rc<str>);

        impl $name {
            /// The id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

text_id!(
    /// The id that the agent gave its tool call. Any text: `__proto__` is an ordinary one.
    ToolCallId
);
text_id!(
    /// The name of the tool that is called.
    ToolName
);
text_id!(
    /// Names an editor that owns proposals while it is open.
    OwnerKey
);
text_id!(
    /// The conversation that a call belongs to.
    SessionId
);
text_id!(
    /// One turn of the agent within a session.
    TurnId
);
text_id!(
    /// The version of what a proposal would change, as its host names it; compared for equality only.
    Revision
);

/// Which use of a `toolCallId` is meant: 1, then 2, … when the id comes again after it settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Generation(u32);

impl Generation {
    /// The first use of an id.
    pub const FIRST: Self = Self(1);

    /// The use after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl Generation {
    /// As a plain number.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }
}

impl From<u32> for Generation {
    fn from(number: u32) -> Self {
        Self(number)
    }
}

/// Numbers the checks of one proposal: the proposed input is attempt 1, each edit one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Attempt(u32);

impl Attempt {
    /// The check of the input as proposed.
    pub const FIRST: Self = Self(1);

    /// The check after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl Attempt {
    /// As a plain number.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }
}

impl From<u32> for Attempt {
    fn from(number: u32) -> Self {
        Self(number)
    }
}

/// One hold on an owner key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Lease(u32);

impl From<u32> for Lease {
    fn from(number: u32) -> Self {
        Self(number)
    }
}

/// Numbers the grants of one ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GrantId(u32);

impl From<u32> for GrantId {
    fn from(number: u32) -> Self {
        Self(number)
    }
}

impl GrantId {
    /// As a plain number.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }

    /// Takes the next id from `counter`.
    pub(super) fn take(counter: &mut u32) -> Self {
        *counter = counter.saturating_add(1);
        Self(*counter)
    }
}

impl Lease {
    /// Takes the next lease from `counter`.
    pub(super) fn take(counter: &mut u32) -> Self {
        *counter = counter.saturating_add(1);
        Self(*counter)
    }
}

/// Whole milliseconds: an instant since 1970, or a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Millis(u64);

impl Millis {
    /// The largest whole number that JavaScript counts exactly: 2^53 − 1.
    pub const MAX: Self = Self((1 << 53) - 1);

    /// No time at all, or 1970.
    pub const ZERO: Self = Self(0);

    /// From JavaScript's clock or a span: fractions are dropped, anything below 0 and `NaN` is 0,
    /// anything above [`Millis::MAX`] is that.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a saturating cast is what is meant")]
    pub fn from_f64(millis: f64) -> Self {
        Self(millis as u64).min(Self::MAX)
    }

    /// From a whole number, at most [`Millis::MAX`].
    #[must_use]
    pub fn from_whole(millis: u64) -> Self {
        Self(millis).min(Self::MAX)
    }

    /// As a whole number.
    #[must_use]
    pub fn whole(self) -> u64 {
        self.0
    }

    /// For JavaScript; exact.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "never above 2^53")]
    pub fn to_f64(self) -> f64 {
        self.0 as f64
    }

    /// The instant `span` later, at most [`Millis::MAX`].
    #[must_use]
    pub fn after(self, span: Self) -> Self {
        Self(self.0.saturating_add(span.0)).min(Self::MAX)
    }

    /// The instant `span` earlier, at least 0.
    #[must_use]
    pub fn before(self, span: Self) -> Self {
        Self(self.0.saturating_sub(span.0))
    }

    /// The span since `earlier`, 0 when that is later.
    #[must_use]
    pub fn since(self, earlier: Self) -> Self {
        Self(self.0.saturating_sub(earlier.0))
    }
}

impl Serialize for Millis {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.to_f64())
    }
}

impl<'de> Deserialize<'de> for Millis {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        f64::deserialize(deserializer).map(Self::from_f64)
    }
}
