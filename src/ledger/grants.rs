//! A person's yes to calls that are still to come.

use serde::Serialize;

use super::{AskedGrant, GrantId, GrantScope, Millis, SessionId, ToolName};
use crate::json::JsonText;

/// A grant that holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Grant {
    /// What revokes it.
    pub grant_id: GrantId,
    /// The tool that it is for.
    pub tool_name: ToolName,
    /// Which of the tool's calls.
    pub scope: GrantScope,
    /// The session whose calls it is for; any, where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<SessionId>,
    /// When it ends by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Millis>,
}

/// Every grant that holds, oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Grants {
    held: Vec<Grant>,
    taken: u32,
}

impl Grants {
    pub(super) fn add(&mut self, asked: AskedGrant, now: Millis) -> GrantId {
        let grant_id = GrantId::take(&mut self.taken);
        let AskedGrant { tool_name, scope, session_id, lifetime } = asked;
        let expires_at = lifetime.map(|span| now.after(span));
        self.held.push(Grant { grant_id, tool_name, scope, session_id, expires_at });
        grant_id
    }

    /// Ends the grants that `ends` says. Whether there were any.
    fn end(&mut self, ends: impl Fn(&Grant) -> bool) -> bool {
        let before = self.held.len();
        self.held.retain(|grant| !ends(grant));
        self.held.len() < before
    }

    pub(super) fn revoke(&mut self, grant_id: GrantId) -> bool {
        self.end(|grant| grant.grant_id == grant_id)
    }

    pub(super) fn end_session(&mut self, session_id: &SessionId) -> bool {
        self.end(|grant| grant.session_id.as_ref() == Some(session_id))
    }

    pub(super) fn expire(&mut self, now: Millis) -> bool {
        self.end(|grant| grant.expires_at.is_some_and(|at| at <= now))
    }

    pub(super) fn wake_at(&self) -> Option<Millis> {
        self.held.iter().filter_map(|grant| grant.expires_at).min()
    }

    /// The oldest grant that is for a call. `matched` are those whose matcher takes it.
    pub(super) fn find(
        &self,
        tool_name: &ToolName,
        session_id: Option<&SessionId>,
        effective: &JsonText,
        matched: &[GrantId],
    ) -> Option<GrantId> {
        let is_for = |grant: &&Grant| {
            grant.tool_name == *tool_name
                && (grant.session_id.is_none() || grant.session_id.as_ref() == session_id)
                && match &grant.scope {
                    GrantScope::Exact { input } => input.same_value(effective),
                    GrantScope::Matching { .. } => matched.contains(&grant.grant_id),
                }
        };
        self.held.iter().find(is_for).map(|grant| grant.grant_id)
    }

    /// The grants as they are told, with the host's instants.
    pub(super) fn view(&self, to_host: impl Fn(Millis) -> Millis) -> Vec<Grant> {
        let told = |grant: &Grant| Grant { expires_at: grant.expires_at.map(&to_host), ..grant.clone() };
        self.held.iter().map(told).collect()
    }
}
