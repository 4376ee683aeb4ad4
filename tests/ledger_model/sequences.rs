//! Random sequences of commands: few ids, few editors, few sessions and few inputs, so that they meet.

use countersign::json::JsonText;
use countersign::ledger::{
    AbortTurn, Accept, AcceptAll, AcquireOwner, Application, Applied, AskedGrant, Attempt, Cancel, CancelledBy,
    Command, Decision, Edit, EditPermission, Effect, FailureCode, Generation, GrantId, GrantScope, Handler, IfStale,
    InvalidCode, Lease, LiveRevision, Millis, OwnerKey, Policy, Propose, Rebase, Redeliver, Refuse, Reject, RejectAll,
    ReleaseOwner, Restore, Review, ReviewOrder, Revision, RevisionRead, RevokeGrant, Sending, Sent, Session, SessionId,
    SetEditPermission, Settings, ToolCallId, ToolName, TurnId, Validated, Validation,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

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
    /// Whether it happens in the other of two tabs, which share what is kept and nothing else.
    pub elsewhere: bool,
    /// Whether a command is made to name calls that it can mean, and which.
    pub aim: Option<Index>,
    pub act: Act,
}

/// Names other calls, those of `ids` from `first` on.
pub fn aim(command: &mut Command, ids: &[ToolCallId], first: Index) {
    if ids.is_empty() {
        return;
    }
    let from = first.index(ids.len());
    let mut ids = ids.iter().cycle().skip(from).cloned();
    let named: Vec<&mut ToolCallId> = match command {
        Command::Present(on) => vec![&mut on.tool_call_id],
        Command::Edit(on) => vec![&mut on.tool_call_id],
        Command::Rebase(on) => vec![&mut on.tool_call_id],
        Command::Accept(on) => vec![&mut on.tool_call_id],
        Command::Reject(on) => vec![&mut on.tool_call_id],
        Command::Cancel(on) => vec![&mut on.tool_call_id],
        Command::AcceptAll(set) => set.calls.iter_mut().map(|on| &mut on.tool_call_id).collect(),
        Command::RejectAll(set) => set.calls.iter_mut().map(|on| &mut on.tool_call_id).collect(),
        Command::SetEditPermission(set) => set.apply_to.iter_mut().map(|on| &mut on.tool_call_id).collect(),
        _ => Vec::new(),
    };
    for id in named {
        id.clone_from(&ids.next().unwrap());
    }
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
    /// The state is kept outside, beside the earlier ones.
    Keep,
    /// A state that was kept, perhaps long ago and in the other tab, is taken over; damaged on its way,
    /// where it says so.
    Restore(Index, Option<Damage>),
}

/// What a stored text can suffer.
#[derive(Clone, Debug)]
pub enum Damage {
    /// It ends early.
    Cut(Index),
    /// A member or an item is gone.
    Lost(Index),
    /// Another value stands in the place of one.
    Changed(Index, Value),
}

impl Damage {
    pub fn of(&self, text: &str) -> String {
        if let Self::Cut(place) = self {
            let kept = place.index(text.len() + 1);
            return text.chars().take(kept).collect();
        }
        let mut whole: Value = serde_json::from_str(text).unwrap();
        let mut places = Vec::new();
        walk(&whole, String::new(), &mut places);
        match self {
            Self::Lost(place) if !places.is_empty() => {
                let (above, key) = place.get(&places).rsplit_once('/').unwrap();
                match whole.pointer_mut(above).unwrap() {
                    Value::Array(items) => drop(items.remove(key.parse().unwrap())),
                    Value::Object(members) => drop(members.shift_remove(key)),
                    _ => {}
                }
            }
            Self::Changed(place, value) if !places.is_empty() => {
                *whole.pointer_mut(place.get(&places).as_str()).unwrap() = value.clone();
            }
            _ => {}
        }
        whole.to_string()
    }
}

/// Every place below a value. None of the keys has a `/` or a `~`.
fn walk(value: &Value, at: String, places: &mut Vec<String>) {
    let below: Vec<(String, &Value)> = match value {
        Value::Array(items) => items.iter().enumerate().map(|(place, item)| (place.to_string(), item)).collect(),
        Value::Object(members) => members.iter().map(|(key, member)| (key.clone(), member)).collect(),
        _ => Vec::new(),
    };
    for (key, value) in below {
        let place = format!("{at}/{key}");
        places.push(place.clone());
        walk(value, place, places);
    }
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
            Effect::Validate { tool_call_id, generation, attempt, .. } => {
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
    (settings(), prop::collection::vec(step(), 0..=60)).prop_map(|(settings, steps)| Sequence { settings, steps })
}

/// More than a timer can count, 2^31 − 1 ms.
const FAR: i64 = 5_000_000_000;

fn settings() -> impl Strategy<Value = Settings> {
    let mode = prop_oneof![4 => Just(EditPermission::Manual), 1 => Just(EditPermission::Bypass)];
    let timeout = prop_oneof![4 => Just(None), 4 => Just(Some(4)), 1 => Just(Some(0))];
    let deadline = prop_oneof![20 => Just(None), 2 => Just(Some(12)), 1 => Just(Some(0)), 2 => Just(Some(FAR))];
    let review_order = prop_oneof![2 => Just(ReviewOrder::Any), 3 => Just(ReviewOrder::HeadOnly)];
    let max_open = prop_oneof![9 => Just(10_000), 2 => Just(2), 1 => Just(1)];
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
    let passes = prop_oneof![60 => Just(0), 12 => 1..=5_i64, 6 => Just(20), 1 => Just(FAR), 5 => back];
    (passes.boxed(), prop::bool::weighted(0.1), prop::option::weighted(0.85, any::<Index>()), act())
        .prop_map(|(passes, elsewhere, aim, act)| Step { passes, elsewhere, aim, act })
}

fn act() -> BoxedStrategy<Act> {
    let report = (any::<Index>(), prop::bool::weighted(0.15), end());
    prop_oneof![
        27 => report.prop_map(|(which, again, end)| Act::Report { which, again, end }),
        4 => any::<Index>().prop_map(Act::Release),
        32 => command().prop_map(Act::Give),
        1 => Just(Act::Keep),
        2 => (any::<Index>(), prop::option::weighted(0.2, damage())).prop_map(|(which, damage)| {
            Act::Restore(which, damage)
        }),
    ]
    .boxed()
}

fn damage() -> BoxedStrategy<Damage> {
    let values = vec![
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(2),
        json!(-1),
        json!(1.5),
        json!(u32::MAX),
        json!(u64::MAX),
        json!(""),
        json!("a"),
        json!("{}"),
        json!("{"),
        json!("pending"),
        json!("settled"),
        json!("sending"),
        json!([]),
        json!({}),
        json!(1_u64 << 53),
        json!("deny"),
        json!(1_u64 << 30),
        json!(1_u64 << 31),
    ];
    prop_oneof![
        1 => any::<Index>().prop_map(Damage::Cut),
        3 => any::<Index>().prop_map(Damage::Lost),
        5 => (any::<Index>(), select(values)).prop_map(|(place, value)| Damage::Changed(place, value)),
    ]
    .boxed()
}

fn command() -> BoxedStrategy<Command> {
    prop_oneof![
        90 => propose().prop_map(Command::Propose),
        40 => accept().prop_map(Command::Accept),
        9 => (id(), seen(), prop::option::weighted(0.4, input())).prop_map(|(tool_call_id, generation, input)| {
            Command::Rebase(Rebase { tool_call_id, generation, input })
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
        6 => prop::collection::vec(accept(), 1..4).prop_map(|calls| Command::AcceptAll(AcceptAll { calls })),
        4 => (prop::collection::vec(decision(), 1..4), text()).prop_map(|(calls, comment)| {
            Command::RejectAll(RejectAll { calls, comment })
        }),
        16 => decision().prop_map(Command::Present),
        9 => owner().prop_map(|owner_key| Command::AcquireOwner(AcquireOwner { owner_key })),
        2 => (owner(), 1..4_u32).prop_map(|(owner_key, lease)| {
            Command::ReleaseOwner(ReleaseOwner { owner_key, lease: Lease::from(lease) })
        }),
        6 => (select(vec![EditPermission::Manual, EditPermission::Bypass]), prop::collection::vec(accept(), 0..3))
            .prop_map(|(edit_permission, apply_to)| {
                Command::SetEditPermission(SetEditPermission { edit_permission, apply_to })
            }),
        7 => grant().prop_map(Command::Grant),
        3 => grant_id().prop_map(|grant_id| Command::RevokeGrant(RevokeGrant { grant_id })),
        2 => state().prop_map(|state| Command::Restore(Restore { state: JsonText::new(state.to_string()).unwrap() })),
        10 => prop::option::of(id()).prop_map(|tool_call_id| Command::Redeliver(Redeliver { tool_call_id })),
        4 => (session_id(), prop::option::weighted(0.7, turn_id())).prop_map(|(session_id, turn_id)| {
            Command::AbortTurn(AbortTurn { session_id, turn_id })
        }),
        3 => session_id().prop_map(|session_id| Command::BeginTurn(Session { session_id })),
        1 => session_id().prop_map(|session_id| Command::EndSession(Session { session_id })),
        14 => Just(Command::Wake),
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
    .boxed()
}

fn propose() -> BoxedStrategy<Propose> {
    let review = prop_oneof![8 => Just(Review::Required), 1 => Just(Review::Always), 2 => Just(Review::None)];
    let deadline = prop_oneof![3 => Just(3), 3 => Just(12), 1 => Just(0), 2 => Just(FAR)].prop_map(span);
    let place = (prop::option::weighted(0.85, session_id()), prop::option::weighted(0.7, turn_id()));
    let end = (prop::option::weighted(0.15, deadline), prop::option::weighted(0.04, cancelled_by()));
    let known = (prop::option::weighted(0.4, owner()), prop::option::weighted(0.3, revision()));
    (id(), tool(), input(), review, place, end, known)
        .prop_map(|(tool_call_id, tool_name, input, review, place, end, (owner_key, expected_revision))| Propose {
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
        })
        .boxed()
}

fn accept() -> BoxedStrategy<Accept> {
    let if_stale = prop_oneof![2 => Just(IfStale::Settle), 1 => Just(IfStale::Rebase)];
    (id(), seen(), handler(), if_stale)
        .prop_map(|(tool_call_id, generation, handler, if_stale)| Accept {
            tool_call_id,
            generation,
            handler,
            if_stale,
        })
        .boxed()
}

fn grant() -> BoxedStrategy<AskedGrant> {
    let scope = prop_oneof![
        input().prop_map(|input| GrantScope::Exact { input }),
        Just(GrantScope::Matching { label: "all of them".to_owned() }),
    ];
    let lifetime = prop_oneof![2 => Just(8), 1 => Just(0), 1 => Just(FAR)].prop_map(span);
    let session = prop::option::weighted(0.4, session_id());
    (tool(), scope, session, prop::option::weighted(0.4, lifetime))
        .prop_map(|(tool_name, scope, session_id, lifetime)| AskedGrant { tool_name, scope, session_id, lifetime })
        .boxed()
}

fn grant_id() -> impl Strategy<Value = GrantId> {
    (1..4_u32).prop_map(GrantId::from)
}

/// A stored state that no ledger here has written.
pub fn state() -> BoxedStrategy<Value> {
    let calls = (kept("a"), kept("b"), kept("__proto__"), 0..8_usize);
    let stopped = prop_oneof![
        Just(json!({ "sessionId": "S", "turnId": "first" })),
        Just(json!({ "sessionId": "S", "until": "next_turn" })),
        Just(json!({ "sessionId": "T" })),
    ];
    let stopped = prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(stopped, 1..3)];
    (calls, stopped, prop::bool::weighted(0.3))
        .prop_map(|((a, b, c, which), stopped, unknown)| {
            let calls: Vec<_> = [b, a, c].into_iter().enumerate().filter(|(at, _)| which >> at & 1 == 1).collect();
            let calls: Vec<_> = calls.into_iter().map(|(_, call)| call).collect();
            let mut state = json!({ "version": 1, "calls": calls, "stopped": stopped });
            if unknown {
                state["a \"later\" field"] = json!({ "calls": [1, "\\"] });
            }
            state
        })
        .boxed()
}

fn kept(id: &'static str) -> BoxedStrategy<Value> {
    let about = (1..4_u32, 1..4_u32, select(vec!["required", "always", "none"]), any::<bool>());
    let place = (
        prop::option::of(select(vec!["A", "B"])),
        prop::option::of(select(vec!["r1", "r2"])),
        prop::option::of(select(vec!["S", "T"])),
        prop::option::of(select(vec!["first", "second"])),
    );
    let rest = (
        prop::option::weighted(0.4, select(vec![0_u64, 990, 1_003, 1_015, 4_000_000_000])),
        prop::option::weighted(0.2, select(vec!["manual", "bypass"])),
        prop::bool::weighted(0.2),
    );
    (about, input(), (input(), input()), place, rest, stage())
        .prop_map(move |((generation, attempt, review, presented), proposed, content, place, rest, stage)| {
            let mut call = json!({
                "toolCallId": id, "toolName": "edit", "generation": generation, "review": review,
                "proposed": proposed.as_str(), "presented": presented, "attempt": attempt,
            });
            let mut put = |key: &str, value: Option<Value>| {
                if let Some(value) = value {
                    call[key] = value;
                }
            };
            put("ownerKey", place.0.map(Value::from));
            put("expectedRevision", place.1.map(Value::from));
            put("sessionId", place.2.map(Value::from));
            put("turnId", place.3.map(Value::from));
            put("expiresAt", rest.0.map(Value::from));
            put("policy", rest.1.map(Value::from));
            put("a later field", rest.2.then(|| json!([{ "status": "applying" }])));
            if stage["status"] != "proposed" {
                let (original, effective) = (content.0.as_str(), content.1.as_str());
                let shown = attempt.saturating_sub(1).max(1);
                put("content", Some(json!({ "original": original, "effective": effective, "attempt": shown })));
            }
            for (key, value) in stage.as_object().unwrap() {
                put(key, Some(value.clone()));
            }
            call
        })
        .boxed()
}

fn stage() -> BoxedStrategy<Value> {
    let draft =
        (input(), select(vec!["draft", "rebase"]), prop::option::of(select(vec!["invalid_input", "interrupted"])));
    let draft = draft.prop_map(|(input, check, code)| {
        let mut draft = json!({ "input": input.as_str(), "check": check });
        if let Some(code) = code {
            draft["code"] = json!(code);
            draft["errorText"] = json!("why");
        }
        json!({ "status": "pending", "draft": draft })
    });
    let outcome = prop_oneof![
        input().prop_map(|output| json!({ "status": "accepted", "approvalSource": "auto", "grantId": 2,
            "difference": "[]", "output": output.as_str() })),
        Just(json!({ "status": "accepted", "approvalSource": "user" })),
        Just(json!({ "status": "rejected", "comment": "no" })),
        Just(json!({ "status": "stale", "liveRevision": "r1" })),
        Just(json!({ "status": "failed", "code": "apply_failed", "errorText": "why" })),
        Just(json!({ "status": "cancelled", "reason": "owner_gone" })),
        Just(json!({ "status": "expired" })),
        Just(json!({ "status": "invalid", "code": "not_restored" })),
    ];
    let delivery = select(vec!["sending", "delivered", "undelivered"]);
    let settled = (outcome, delivery, select(vec![0_u64, 900, 1_000, 9_000])).prop_map(|(outcome, delivery, at)| {
        json!({ "status": "settled", "outcome": outcome, "delivery": delivery, "settledAt": at })
    });
    let reading = (any::<bool>(), prop::option::of(select(vec![0_u64, 5]))).prop_map(|(rebase, left)| {
        let mut reading = json!({ "status": "applying", "step": "reading", "approvalSource": "user" });
        if rebase {
            reading["ifStale"] = json!("rebase");
        }
        if let Some(left) = left {
            reading["left"] = json!(left);
        }
        reading
    });
    prop_oneof![
        2 => Just(json!({ "status": "proposed" })),
        4 => Just(json!({ "status": "pending" })),
        2 => draft,
        2 => reading,
        1 => Just(json!({ "status": "applying", "step": "writing", "approvalSource": "auto", "aborted": "host" })),
        1 => Just(json!({ "status": "applying", "step": "writing", "approvalSource": "user" })),
        4 => settled,
    ]
    .boxed()
}

fn decision() -> BoxedStrategy<Decision> {
    (id(), seen()).prop_map(|(tool_call_id, generation)| Decision { tool_call_id, generation }).boxed()
}

fn end() -> BoxedStrategy<End> {
    (check(), revision_read(), write(), sending())
        .prop_map(|(check, revision, write, sending)| End { check, revision, write, sending })
        .boxed()
}

fn check() -> BoxedStrategy<Validation> {
    let found = (
        input(),
        prop::option::weighted(0.3, owner()),
        prop::option::weighted(0.3, revision()),
        prop::option::weighted(0.7, revision()),
        handler(),
        prop::option::weighted(0.15, select(vec![Policy::Manual, Policy::Bypass, Policy::Deny])),
        prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(grant_id(), 1..3)],
    );
    prop_oneof![
        9 => found.prop_map(|(effective, owner_key, expected_revision, live_revision, handler, policy, matched)| {
            Validation::Valid { effective, owner_key, expected_revision, live_revision, handler, policy, matched }
        }),
        1 => (invalid(), text()).prop_map(|(code, error_text)| Validation::Invalid { code, error_text }),
    ]
    .boxed()
}

fn revision_read() -> BoxedStrategy<LiveRevision> {
    prop_oneof![
        6 => revision().prop_map(|revision| LiveRevision::Read { revision }),
        1 => text().prop_map(|error_text| LiveRevision::Failed { error_text }),
    ]
    .boxed()
}

fn write() -> BoxedStrategy<Application> {
    let code = select(vec![FailureCode::ApplyFailed, FailureCode::ApplyFailed, FailureCode::InvalidOutput]);
    prop_oneof![
        3 => prop::option::of(input()).prop_map(|output| Application::Applied { output }),
        2 => (code, text()).prop_map(|(code, error_text)| Application::Failed { code, error_text }),
        1 => revision().prop_map(|live_revision| Application::Stale { live_revision }),
    ]
    .boxed()
}

fn sending() -> impl Strategy<Value = Sending> {
    prop_oneof![2 => Just(Sending::Taken), 1 => Just(Sending::Failed)]
}

fn id() -> impl Strategy<Value = ToolCallId> {
    prop_oneof![4 => Just("a"), 4 => Just("b"), 3 => Just("__proto__")].prop_map(ToolCallId::from)
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
    prop_oneof![7 => Just("S"), 1 => Just("T")].prop_map(SessionId::from)
}

/// Both sessions have turns of the same names.
fn turn_id() -> impl Strategy<Value = TurnId> {
    select(vec!["first", "second"]).prop_map(TurnId::from)
}

fn cancelled_by() -> impl Strategy<Value = CancelledBy> {
    select(vec![CancelledBy::Host, CancelledBy::Signal])
}

fn revision() -> impl Strategy<Value = Revision> {
    prop_oneof![6 => Just("r1"), 1 => Just("r2")].prop_map(Revision::from)
}

fn handler() -> impl Strategy<Value = Handler> {
    prop_oneof![1 => Just(Handler::Missing), 4 => Just(Handler::Unversioned), 4 => Just(Handler::Versioned)]
}

fn invalid() -> impl Strategy<Value = InvalidCode> {
    select(vec![
        InvalidCode::InvalidInput,
        InvalidCode::UnknownTool,
        InvalidCode::PreviewFailed,
        InvalidCode::NotRestored,
    ])
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
