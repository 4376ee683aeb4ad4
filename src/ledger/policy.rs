//! Who is asked, and in which order.

use super::codes::codes;

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
