//! Conversations: which of their calls wait, in which order, and which turns were stopped.

use super::{CancelReason, Session, SessionId, Slot, TurnId};
use crate::json::{Fields, ObjectText};

/// Stopped turns and ended sessions that are remembered, the newest ones.
const REMEMBERED: usize = 256;

/// Every session that has an open call, and what was stopped.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sessions {
    open: Vec<OpenSession>,
    /// What is born cancelled, oldest first.
    stopped: Vec<Stopped>,
}

/// A session with open calls.
#[derive(Clone, Debug, PartialEq)]
struct OpenSession {
    id: SessionId,
    live: usize,
    /// The calls that wait for a person, by the order in which they were proposed.
    queue: Vec<(u64, Slot)>,
}

/// What is born cancelled.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stopped {
    Turn(SessionId, TurnId),
    UntilNextTurn(SessionId),
    Session(SessionId),
}

impl Sessions {
    fn find(&mut self, id: &SessionId) -> Option<&mut OpenSession> {
        self.open.iter_mut().find(|session| session.id == *id)
    }

    /// One more call of the session is open.
    pub(super) fn open(&mut self, id: &SessionId) {
        match self.find(id) {
            Some(session) => session.live += 1,
            None => self.open.push(OpenSession { id: id.clone(), live: 1, queue: Vec::new() }),
        }
    }

    /// One call of the session settled. Whether it was the last open one.
    pub(super) fn settle(&mut self, id: &SessionId) -> bool {
        let Some(session) = self.find(id) else {
            return false;
        };
        session.live = session.live.saturating_sub(1);
        let last = session.live == 0;
        if last {
            self.open.retain(|session| session.id != *id);
        }
        last
    }

    /// The call waits for a person. Most calls come last.
    pub(super) fn enqueue(&mut self, id: &SessionId, order: u64, slot: Slot) {
        if let Some(session) = self.find(id) {
            let place = session.queue.partition_point(|(other, _)| *other < order);
            session.queue.insert(place, (order, slot));
        }
    }

    /// The call waits no longer.
    pub(super) fn dequeue(&mut self, id: &SessionId, order: u64) {
        if let Some(session) = self.find(id)
            && let Ok(place) = session.queue.binary_search_by_key(&order, |(other, _)| *other)
        {
            session.queue.remove(place);
        }
    }

    /// Whether the call is the first of its session that waits.
    pub(super) fn is_head(&self, id: &SessionId, order: u64) -> bool {
        let session = self.open.iter().find(|session| session.id == *id);
        session.and_then(|session| session.queue.first()).is_none_or(|(first, _)| *first == order)
    }

    pub(super) fn abort(&mut self, id: SessionId, turn: Option<TurnId>) {
        self.remember(match turn {
            Some(turn) => Stopped::Turn(id, turn),
            None => Stopped::UntilNextTurn(id),
        });
    }

    pub(super) fn end(&mut self, id: SessionId) {
        self.remember(Stopped::Session(id));
    }

    /// The session goes on: what was stopped without a turn's name is over. An ended one stays so.
    pub(super) fn begin(&mut self, session: &Session) {
        self.stopped.retain(|stopped| *stopped != Stopped::UntilNextTurn(session.session_id.clone()));
    }

    pub(super) fn remember(&mut self, stopped: Stopped) {
        if self.stopped.contains(&stopped) {
            return;
        }
        // The end of a session is more than the end of its turns.
        if let Stopped::Session(id) = &stopped {
            self.stopped.retain(|other| other.session() != id);
        }
        if self.stopped.len() == REMEMBERED {
            self.stopped.remove(0);
        }
        self.stopped.push(stopped);
    }

    /// What was stopped, each as JSON text.
    pub(super) fn dehydrate(&self) -> impl Iterator<Item = String> {
        self.stopped.iter().map(Stopped::dehydrate)
    }

    /// Whether, and why, a call that arrives now is cancelled at once.
    pub(super) fn born_cancelled(&self, id: &SessionId, turn: Option<&TurnId>) -> Option<CancelReason> {
        self.stopped.iter().find_map(|stopped| match stopped {
            Stopped::Session(ended) if ended == id => Some(CancelReason::SessionEnded),
            Stopped::UntilNextTurn(aborted) if aborted == id => Some(CancelReason::Aborted),
            Stopped::Turn(aborted, of) if aborted == id && Some(of) == turn => Some(CancelReason::Aborted),
            _ => None,
        })
    }
}

impl Stopped {
    fn dehydrate(&self) -> String {
        let mut out = ObjectText::default();
        out.text("sessionId", self.session().as_str());
        match self {
            Self::Turn(_, turn_id) => out.text("turnId", turn_id.as_str()),
            Self::UntilNextTurn(_) => out.text("until", "next_turn"),
            Self::Session(_) => &mut out,
        };
        out.finish("")
    }

    pub(super) fn hydrate(fields: &Fields<'_>) -> Option<Self> {
        let session_id = fields.text("sessionId")?;
        Some(match (fields.optional("turnId", Fields::text)?, fields.optional("until", Fields::string)?.as_deref()) {
            (Some(turn_id), None) => Self::Turn(session_id, turn_id),
            (None, Some("next_turn")) => Self::UntilNextTurn(session_id),
            (None, None) => Self::Session(session_id),
            _ => return None,
        })
    }

    fn session(&self) -> &SessionId {
        match self {
            Self::Turn(id, _) | Self::UntilNextTurn(id) | Self::Session(id) => id,
        }
    }
}
