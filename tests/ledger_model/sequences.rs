//! Random sequences of commands: few ids, few editors, few sessions and few inputs, so that they meet.

use countersign::json::JsonText;
use countersign::ledger::{
    AbortTurn, Accept, AcceptAll, AcquireOwner, Application, Applied, Attempt, Cancel, CancelledBy, Command, Decision,
    Edit, EditPermission, Effect, FailureCode, Generation, Handler, InvalidCode, Lease, LiveRevision, Millis, OwnerKey,
    Policy, Propose, Redeliver, Refuse, Reject, RejectAll, ReleaseOwner, Review, ReviewOrder, Revision, RevisionRead,
    Sending, Sent, Session, SessionId, Settings, ToolCallId, ToolName, TurnId, Validated, Validation,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A sequence, and what its ledger is made with.
#[derive(Clone, Debug)]
pub struct Sequence {
    pub settings: Settings,
    pub steps: Vec<Step>,
}

#[derive(Clone, Debug)]
pub struct Step {
    /// How far the clock moves before it. It may be set back.
    pub passes: i64,
    pub act: Act,
}

/// What happens. Some acts answer what the ledger did before, so they become commands only when
/// their turn comes.
#[derive(Clone, Debug)]
pub enum Act {
    Give(Command),
    /// Something that was asked for ends, perhaps not for the last time.
    Report {
        which: Index,
        again: bool,
        end: End,
    },
    /// A lease that was given ends, perhaps not for the last time.
    Release(Index),
}

/// How whatever was asked for ends.
#[derive(Clone, Debug)]
pub struct End {
    pub check: Validation,
    pub revision: LiveRevision,
    pub write: Application,
    pub sending: Sending,
}

impl End {
    /// The report of an effect; none is due for a write that was asked to stop.
    pub fn report(self, effect: &Effect) -> Option<Command> {
        match effect.clone() {
            Effect::Validate { tool_call_id, generation, attempt } => {
                Some(Command::Validated(Validated { tool_call_id, generation, attempt, result: self.check }))
            }
            Effect::ReadRevision { tool_call_id, generation } => {
                Some(Command::RevisionRead(RevisionRead { tool_call_id, generation, result: self.revision }))
            }
            Effect::Apply { tool_call_id, generation, .. } => {
                Some(Command::Applied(Applied { tool_call_id, generation, result: self.write }))
            }
            Effect::Deliver { tool_call_id, generation } => {
                Some(Command::Sent(Sent { tool_call_id, generation, result: self.sending }))
            }
            Effect::AbortApply { .. } => None,
        }
    }
}

pub fn sequence() -> impl Strategy<Value = Sequence> {
    (settings(), prop::collection::vec(step(), 0..=90)).prop_map(|(settings, steps)| Sequence { settings, steps })
}

/// More than a timer can count, 2^31 − 1 ms.
const FAR: i64 = 5_000_000_000;

fn settings() -> impl Strategy<Value = Settings> {
    let mode = select(vec![EditPermission::Manual, EditPermission::Manual, EditPermission::Bypass]);
    let timeout = prop_oneof![2 => Just(None), 2 => Just(Some(10)), 1 => Just(Some(0))];
    let deadline = prop_oneof![6 => Just(None), 2 => Just(Some(12)), 1 => Just(Some(0)), 1 => Just(Some(FAR))];
    let review_order = select(vec![ReviewOrder::Any, ReviewOrder::HeadOnly]);
    let max_open = prop_oneof![6 => Just(10_000), 2 => Just(2), 1 => Just(1)];
    let max_settled = prop_oneof![3 => Just(1_000), 2 => Just(2), 2 => Just(1), 1 => Just(0)];
    let settled_for = prop_oneof![5 => Just(None), 2 => Just(Some(8)), 1 => Just(Some(0)), 1 => Just(Some(FAR))];
    (mode, timeout, deadline, review_order, max_open, max_settled, settled_for).prop_map(
        |(edit_permission, timeout, deadline, review_order, max_open, max_settled, settled_for)| Settings {
            edit_permission,
            handler_timeout: timeout.map(span),
            deadline: deadline.map(span),
            review_order,
            max_open,
            max_settled,
            settled_for: settled_for.map(span),
        },
    )
}

fn span(millis: i64) -> Millis {
    Millis::from_f64(millis as f64)
}

fn step() -> impl Strategy<Value = Step> {
    let back = prop_oneof![4 => Just(-15), 1 => Just(-3), 1 => Just(-2 * FAR)];
    let passes = prop_oneof![28 => Just(0), 14 => 1..=5_i64, 4 => Just(20), 1 => Just(FAR), 5 => back];
    (passes, act()).prop_map(|(passes, act)| Step { passes, act })
}

fn act() -> impl Strategy<Value = Act> {
    let report = (any::<Index>(), prop::bool::weighted(0.15), end());
    prop_oneof![
        24 => report.prop_map(|(which, again, end)| Act::Report { which, again, end }),
        4 => any::<Index>().prop_map(Act::Release),
        32 => command().prop_map(Act::Give),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        40 => propose().prop_map(Command::Propose),
        28 => (id(), seen(), handler()).prop_map(|(tool_call_id, generation, handler)| {
            Command::Accept(Accept { tool_call_id, generation, handler })
        }),
        16 => (id(), seen(), input()).prop_map(|(tool_call_id, generation, input)| {
            Command::Edit(Edit { tool_call_id, generation, input })
        }),
        8 => (id(), seen(), text()).prop_map(|(tool_call_id, generation, comment)| {
            Command::Reject(Reject { tool_call_id, generation, comment })
        }),
        8 => (decision(), cancelled_by()).prop_map(|(Decision { tool_call_id, generation }, by)| {
            Command::Cancel(Cancel { tool_call_id, generation, by })
        }),
        6 => prop::collection::vec((id(), seen(), handler()), 1..4).prop_map(|calls| {
            let accept = |(tool_call_id, generation, handler)| Accept { tool_call_id, generation, handler };
            Command::AcceptAll(AcceptAll { calls: calls.into_iter().map(accept).collect() })
        }),
        4 => (prop::collection::vec(decision(), 1..4), text()).prop_map(|(calls, comment)| {
            Command::RejectAll(RejectAll { calls, comment })
        }),
        16 => decision().prop_map(Command::Present),
        14 => owner().prop_map(|owner_key| Command::AcquireOwner(AcquireOwner { owner_key })),
        2 => (owner(), 1..4_u32).prop_map(|(owner_key, lease)| {
            Command::ReleaseOwner(ReleaseOwner { owner_key, lease: Lease::from(lease) })
        }),
        5 => select(vec![EditPermission::Manual, EditPermission::Bypass]).prop_map(Command::SetEditPermission),
        10 => prop::option::of(id()).prop_map(|tool_call_id| Command::Redeliver(Redeliver { tool_call_id })),
        4 => (session_id(), prop::option::weighted(0.7, turn_id())).prop_map(|(session_id, turn_id)| {
            Command::AbortTurn(AbortTurn { session_id, turn_id })
        }),
        3 => session_id().prop_map(|session_id| Command::BeginTurn(Session { session_id })),
        1 => session_id().prop_map(|session_id| Command::EndSession(Session { session_id })),
        18 => Just(Command::Wake),
        1 => Just(Command::Close),
        4 => (id(), tool(), input(), invalid(), text()).prop_map(|(tool_call_id, tool_name, input, code, error_text)| {
            Command::Refuse(Refuse { tool_call_id, tool_name, input, code, error_text })
        }),
        3 => (id(), generation(), 1..4_u32, check()).prop_map(|(tool_call_id, generation, attempt, result)| {
            Command::Validated(Validated { tool_call_id, generation, attempt: Attempt::from(attempt), result })
        }),
        3 => (id(), generation(), revision_read()).prop_map(|(tool_call_id, generation, result)| {
            Command::RevisionRead(RevisionRead { tool_call_id, generation, result })
        }),
        3 => (id(), generation(), write()).prop_map(|(tool_call_id, generation, result)| {
            Command::Applied(Applied { tool_call_id, generation, result })
        }),
        3 => (id(), generation(), sending()).prop_map(|(tool_call_id, generation, result)| {
            Command::Sent(Sent { tool_call_id, generation, result })
        }),
    ]
}

fn propose() -> impl Strategy<Value = Propose> {
    let review = prop_oneof![5 => Just(Review::Required), 1 => Just(Review::None)];
    let deadline = prop_oneof![3 => Just(3), 3 => Just(12), 1 => Just(0), 2 => Just(FAR)].prop_map(span);
    let place = (prop::option::weighted(0.85, session_id()), prop::option::weighted(0.7, turn_id()));
    let end = (prop::option::weighted(0.25, deadline), prop::option::weighted(0.04, cancelled_by()));
    let known = (prop::option::weighted(0.4, owner()), prop::option::weighted(0.3, revision()));
    (id(), tool(), input(), review, place, end, known).prop_map(
        |(tool_call_id, tool_name, input, review, place, end, (owner_key, expected_revision))| Propose {
            tool_call_id,
            tool_name,
            input,
            review,
            session_id: place.0,
            turn_id: place.1,
            deadline: end.0,
            taken_back: end.1,
            owner_key,
            expected_revision,
        },
    )
}

fn decision() -> impl Strategy<Value = Decision> {
    (id(), seen()).prop_map(|(tool_call_id, generation)| Decision { tool_call_id, generation })
}

fn end() -> impl Strategy<Value = End> {
    (check(), revision_read(), write(), sending()).prop_map(|(check, revision, write, sending)| End {
        check,
        revision,
        write,
        sending,
    })
}

fn check() -> impl Strategy<Value = Validation> {
    let found = (
        input(),
        prop::option::weighted(0.3, owner()),
        prop::option::weighted(0.3, revision()),
        prop::option::weighted(0.5, revision()),
        handler(),
        prop::option::weighted(0.2, select(vec![Policy::Manual, Policy::Bypass, Policy::Deny])),
    );
    prop_oneof![
        6 => found.prop_map(|(effective, owner_key, expected_revision, live_revision, handler, policy)| {
            Validation::Valid { effective, owner_key, expected_revision, live_revision, handler, policy }
        }),
        1 => (invalid(), text()).prop_map(|(code, error_text)| Validation::Invalid { code, error_text }),
    ]
}

fn revision_read() -> impl Strategy<Value = LiveRevision> {
    prop_oneof![
        6 => revision().prop_map(|revision| LiveRevision::Read { revision }),
        1 => text().prop_map(|error_text| LiveRevision::Failed { error_text }),
    ]
}

fn write() -> impl Strategy<Value = Application> {
    let code = select(vec![FailureCode::ApplyFailed, FailureCode::ApplyFailed, FailureCode::InvalidOutput]);
    prop_oneof![
        3 => prop::option::of(input()).prop_map(|output| Application::Applied { output }),
        2 => (code, text()).prop_map(|(code, error_text)| Application::Failed { code, error_text }),
        1 => revision().prop_map(|live_revision| Application::Stale { live_revision }),
    ]
}

fn sending() -> impl Strategy<Value = Sending> {
    prop_oneof![2 => Just(Sending::Taken), 1 => Just(Sending::Failed)]
}

fn id() -> impl Strategy<Value = ToolCallId> {
    prop_oneof![5 => Just("a"), 4 => Just("b"), 2 => Just("__proto__")].prop_map(ToolCallId::from)
}

fn tool() -> impl Strategy<Value = ToolName> {
    prop_oneof![5 => Just("edit"), 1 => Just("run")].prop_map(ToolName::from)
}

/// The first two mean the same.
fn input() -> impl Strategy<Value = JsonText> {
    select(vec![r#"{"n":1,"m":[true]}"#, r#"{ "m": [true], "n": 1 }"#, r#"{"n":2}"#, "null"])
        .prop_map(|text| JsonText::new(text).unwrap())
}

fn owner() -> impl Strategy<Value = OwnerKey> {
    select(vec!["A", "B"]).prop_map(OwnerKey::from)
}

fn session_id() -> impl Strategy<Value = SessionId> {
    prop_oneof![5 => Just("S"), 1 => Just("T")].prop_map(SessionId::from)
}

/// Both sessions have turns of the same names.
fn turn_id() -> impl Strategy<Value = TurnId> {
    select(vec!["first", "second"]).prop_map(TurnId::from)
}

fn cancelled_by() -> impl Strategy<Value = CancelledBy> {
    select(vec![CancelledBy::Host, CancelledBy::Signal])
}

fn revision() -> impl Strategy<Value = Revision> {
    prop_oneof![4 => Just("r1"), 1 => Just("r2")].prop_map(Revision::from)
}

fn handler() -> impl Strategy<Value = Handler> {
    prop_oneof![1 => Just(Handler::Missing), 4 => Just(Handler::Unversioned), 4 => Just(Handler::Versioned)]
}

fn invalid() -> impl Strategy<Value = InvalidCode> {
    select(vec![InvalidCode::InvalidInput, InvalidCode::UnknownTool, InvalidCode::PreviewFailed])
}

fn text() -> impl Strategy<Value = Option<String>> {
    prop::option::weighted(0.3, Just("why".to_owned()))
}

fn generation() -> impl Strategy<Value = Generation> {
    (1..4_u32).prop_map(Generation::from)
}

/// The generation that a decision names, mostly none.
fn seen() -> impl Strategy<Value = Option<Generation>> {
    prop_oneof![3 => Just(None), 1 => generation().prop_map(Some)]
}
