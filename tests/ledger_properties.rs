//! What holds for the ledger whatever happens to it: random sequences of commands beside a plain
//! model, and decisions in every order.
#![cfg(not(target_arch = "wasm32"))]

mod ledger_model;

use std::collections::{BTreeMap, BTreeSet};

use countersign::json::JsonText;
use countersign::ledger::{
    Accept, Application, Applied, ApprovalSource, Attempt, Command, Effect, Generation, Handler, IfStale, InvalidCode,
    Ledger, LedgerError, LiveRevision, Millis, Outcome, Propose, Redeliver, Reject, ReleaseOwner, Reply, Restore,
    Review, Sending, Session, SessionId, Settings, ToolCallId, ToolName, Transition, Validated, Validation,
    read_command,
};
use ledger_model::Model;
use ledger_model::audit::Audit;
use ledger_model::kept::after_a_reload;
use ledger_model::sequences::{Act, End, Sequence, Step, aim, sequence};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{RngAlgorithm, TestRunner};
use serde_json::Value;

type Checked = Result<(), TestCaseError>;

/// Two tabs, and what is kept outside of both.
struct Run {
    tabs: [Tab; 2],
    now: u64,
    /// Every state that was kept.
    kept: Vec<String>,
}

/// A ledger, the model beside it, and what is still to come from outside.
struct Tab {
    settings: Settings,
    ledger: Ledger,
    model: Model,
    audit: Audit,
    outstanding: Vec<Effect>,
    leases: Vec<ReleaseOwner>,
    /// The effective input of each attempt that was shown.
    shown: BTreeMap<(ToolCallId, Generation, Attempt), JsonText>,
    trace: Vec<(Command, u64, Result<Transition, LedgerError>)>,
}

impl Run {
    /// All that a sequence should come to, to its end.
    fn check(sequence: Sequence) -> Result<Self, TestCaseError> {
        let tabs = [Tab::new(sequence.settings), Tab::new(sequence.settings)];
        let mut run = Self { tabs, now: 1_000, kept: Vec::new() };
        let checked = sequence.steps.into_iter().try_for_each(|step| run.act(step)).and_then(|()| {
            let now = run.now;
            run.tabs.iter_mut().try_for_each(|tab| tab.end(now).and_then(|()| tab.replay()))
        });
        match checked {
            Ok(()) => Ok(run),
            Err(TestCaseError::Fail(reason)) => Err(TestCaseError::fail(format!("{reason}\n{}", run.story()))),
            Err(rejected) => Err(rejected),
        }
    }

    fn act(&mut self, Step { passes, elsewhere, aim: which, act }: Step) -> Checked {
        self.now = self.now.saturating_add_signed(passes);
        let tab = &mut self.tabs[usize::from(elsewhere)];
        let command = match act {
            Act::Give(mut command) => {
                if let Some(which) = which {
                    let ids = tab.model.in_time(&command);
                    aim(&mut command, &ids, which);
                }
                Some(command)
            }
            Act::Release(_) if tab.leases.is_empty() => None,
            Act::Release(which) => Some(Command::ReleaseOwner(which.get(&tab.leases).clone())),
            Act::Report { .. } if tab.outstanding.is_empty() => None,
            Act::Report { which, again, end } => {
                let which = which.index(tab.outstanding.len());
                let effect = if again { tab.outstanding[which].clone() } else { tab.outstanding.swap_remove(which) };
                end.report(&effect)
            }
            Act::Keep => {
                self.kept.push(tab.keep(self.now)?);
                None
            }
            Act::Restore(..) if self.kept.is_empty() => None,
            Act::Restore(which, damage) => {
                let state = which.get(&self.kept);
                let state = damage.map_or_else(|| state.clone(), |damage| damage.of(state));
                // What is no JSON at all does not come as far as the ledger.
                JsonText::new(state).ok().map(|state| Command::Restore(Restore { state }))
            }
        };
        command.map_or(Ok(()), |command| tab.give(command, self.now).map(drop))
    }

    /// The commands as the tables have them, each with what it came to.
    fn story(&self) -> String {
        let mut story = format!("settings: {:?}\n", self.tabs[0].settings);
        for tab in &self.tabs {
            story += "tab:\n";
            for (command, now, result) in &tab.trace {
                let command = serde_json::to_string(command).unwrap();
                story += &format!("{{\"now\":{now},\"do\":{command}}}\n    {}\n", text_of(result));
            }
        }
        story
    }
}

fn at(now: u64) -> Millis {
    Millis::from_whole(now)
}

impl Tab {
    fn new(settings: Settings) -> Self {
        Self {
            settings,
            ledger: Ledger::new(settings),
            model: Model::new(settings),
            audit: Audit::new(settings),
            outstanding: Vec::new(),
            leases: Vec::new(),
            shown: BTreeMap::new(),
            trace: Vec::new(),
        }
    }

    /// One step of both, compared.
    fn give(&mut self, command: Command, now: u64) -> Result<Option<Reply>, TestCaseError> {
        let before = self.ledger.clone();
        let result = self.ledger.step(command.clone(), at(now));
        self.trace.push((command.clone(), now, result.clone()));
        let expected = self.model.step(&command, now);
        let (transition, expected) = match (result, expected) {
            (Ok(transition), Ok(expected)) => (transition, expected),
            (result, expected) => {
                prop_assert_eq!(result.err(), expected.err());
                prop_assert!(self.ledger == before, "an error changes nothing");
                return Ok(None);
            }
        };
        // Between calls there is no order to keep; within a call there is.
        let (mut changes, mut effects) = (transition.changes.clone(), transition.effects.clone());
        let (mut expected_changes, mut expected_effects) = (expected.changes, expected.effects);
        for changes in [&mut changes, &mut expected_changes] {
            changes.sort_by(|left, right| left.call.tool_call_id.cmp(&right.call.tool_call_id));
        }
        for effects in [&mut effects, &mut expected_effects] {
            effects.sort_by(|left, right| id_of(left).cmp(id_of(right)));
        }
        let mut sessions_settled = transition.sessions_settled.clone();
        sessions_settled.sort();
        prop_assert_eq!(transition.reply, expected.reply);
        prop_assert_eq!(&transition.decisions, &expected.decisions);
        prop_assert_eq!(changes, expected_changes);
        prop_assert_eq!(effects, expected_effects);
        prop_assert_eq!(sessions_settled, expected.sessions_settled);
        prop_assert_eq!(&transition.grants, &expected.grants);
        prop_assert_eq!(&transition.forgotten, &expected.forgotten);
        for id in ["a", "b", "__proto__", "never proposed"].map(ToolCallId::from) {
            prop_assert_eq!(self.ledger.outcome(&id), self.model.outcome(&id));
            prop_assert_eq!(self.ledger.effective(&id), self.model.effective(&id));
        }
        prop_assert_eq!(self.ledger.live(), self.model.live());
        prop_assert_eq!(self.ledger.edit_permission(), self.model.mode());
        if let Reply::Ignored | Reply::Repeated | Reply::AlreadySettled | Reply::Refused { .. } = transition.reply {
            let mut idle = before;
            let nothing = Command::BeginTurn(Session { session_id: SessionId::from("never proposed") });
            let passed = idle.step(nothing, at(now));
            prop_assert!(passed.is_ok() && idle == self.ledger, "{:?} changes more than time does", transition.reply);
        }
        self.audit.check(&command, &transition)?;
        self.wakes_in_time(&command, &transition, now)?;
        self.shows_what_is_applied(&transition)?;
        if let (Command::AcquireOwner(acquire), Reply::Leased { lease }) = (&command, transition.reply) {
            self.leases.push(ReleaseOwner { owner_key: acquire.owner_key.clone(), lease });
        }
        self.outstanding.extend(transition.effects);
        Ok(Some(transition.reply))
    }

    /// A wake is asked for no later than the first thing that is due, and only while something is.
    fn wakes_in_time(&self, command: &Command, transition: &Transition, now: u64) -> Checked {
        let (timer, owner, grant) = (self.model.timer_due(), self.model.owner_due(), self.model.grant_due());
        let due = timer.into_iter().chain(owner).chain(grant).min();
        let wake_at = transition.wake_at.map(|at| at.to_f64() as u64);
        prop_assert_eq!(wake_at.is_some(), due.is_some(), "a wake exactly while something is due");
        prop_assert!(wake_at <= due, "woken at {:?}, due at {:?}", wake_at, due);
        if timer.is_none() {
            prop_assert_eq!(wake_at, due);
        }
        if *command == Command::Wake {
            prop_assert!(wake_at.is_none_or(|at| at > now), "a wake leaves nothing that is due");
        }
        Ok(())
    }

    /// An attempt stands for one input: whoever has seen it has seen what would be applied.
    fn shows_what_is_applied(&mut self, transition: &Transition) -> Checked {
        for id in &transition.forgotten {
            self.shown.retain(|(of, ..), _| of != id);
        }
        for change in &transition.changes {
            let call = &change.call;
            if change.call.registration.is_some() {
                self.shown.retain(|(of, generation, _), _| (of, generation) != (&call.tool_call_id, &call.generation));
            }
            let (Some(attempt), Some(effective)) = (call.shown, self.ledger.effective(&call.tool_call_id)) else {
                continue;
            };
            let key = (call.tool_call_id.clone(), call.generation, attempt);
            let shown = self.shown.entry(key).or_insert_with(|| effective.clone());
            prop_assert_eq!(&*shown, effective, "one attempt shows two inputs");
        }
        Ok(())
    }

    /// The state as it is kept. It is read as it was written, but for what ended with the page.
    fn keep(&self, now: u64) -> Result<String, TestCaseError> {
        let state = self.ledger.dehydrate();
        let mut ledger = self.ledger.clone();
        let restore = || Command::Restore(Restore { state: JsonText::new(state.clone()).unwrap() });
        let again = ledger.step(restore(), at(now));
        if self.trace.iter().any(|(command, ..)| *command == Command::Close) {
            prop_assert_eq!(again, Err(LedgerError::Closed));
        } else {
            let mut idle = self.ledger.clone();
            let nothing = Command::BeginTurn(Session { session_id: SessionId::from("never proposed") });
            let (again, passed) = (again.unwrap(), idle.step(nothing, at(now)).unwrap());
            prop_assert_eq!(&again, &passed, "a ledger takes over something from itself");
            prop_assert!(ledger == idle, "a ledger takes over something from itself");
        }
        // What is too old or too much here may have been kept all the same: of the answers that were
        // taken only the first one is looked at.
        let settings = Settings { settled_for: None, max_settled: 1_000, ..self.settings };
        let mut fresh = Ledger::new(settings);
        // An error leaves the clock as it was.
        let now = self.trace.iter().rev().find(|(.., result)| result.is_ok()).map_or(now, |(_, last, _)| *last);
        fresh.step(restore(), at(now)).unwrap();
        let restored = fresh.dehydrate();
        let before: Value = serde_json::from_str(&state).unwrap();
        let expected = after_a_reload(before.clone(), now);
        if expected == before {
            prop_assert_eq!(&restored, &state);
        } else {
            prop_assert_eq!(&serde_json::from_str::<Value>(&restored).unwrap(), &expected);
        }
        let once = fresh.clone();
        let twice = fresh.step(restore(), at(now)).unwrap();
        prop_assert!(twice.changes.is_empty() && twice.effects.is_empty() && fresh == once, "a second time counts");
        Ok(state)
    }

    /// The ledger is closed, and everything that was asked for ends.
    fn end(&mut self, now: u64) -> Checked {
        self.give(Command::Close, now)?;
        self.give(Command::Redeliver(Redeliver { tool_call_id: None }), now)?;
        while let Some(effect) = self.outstanding.pop() {
            let end = End {
                check: Validation::Invalid { code: InvalidCode::InvalidInput, error_text: None },
                revision: LiveRevision::Failed { error_text: None },
                write: Application::Applied { output: None },
                sending: Sending::Taken,
            };
            if let Some(command) = end.report(&effect) {
                self.give(command, now)?;
            }
        }
        prop_assert_eq!(self.ledger.live(), 0, "nothing is outstanding, and a call is live");
        self.audit.check_end()
    }

    /// The same commands at the same times, once more, as they are and as their JSON text.
    fn replay(&self) -> Checked {
        let mut again = Ledger::new(self.settings);
        for (command, now, result) in &self.trace {
            let (text, json) = written(command);
            let read = read_command(&text, json);
            prop_assert_eq!(read.as_ref(), Some(command), "{} is read as another command", text);
            prop_assert_eq!(&again.step(command.clone(), at(*now)), result);
        }
        prop_assert!(again == self.ledger, "a replay ends elsewhere");
        prop_assert_eq!(again.dehydrate(), self.ledger.dehydrate());
        Ok(())
    }
}

/// A command as it crosses the boundary: its JSON text, and beside it the one that it carries.
fn written(command: &Command) -> (String, Option<JsonText>) {
    let mut value = serde_json::to_value(command).unwrap();
    let json = take_json(&mut value);
    (value.to_string(), json.map(|text| JsonText::new(text).unwrap()))
}

/// Takes the JSON text out of a command, and writes its numbers as JavaScript does.
fn take_json(value: &mut Value) -> Option<String> {
    match value {
        Value::Number(number) if number.is_f64() => {
            *value = Value::from(number.as_f64().unwrap() as u64);
            None
        }
        Value::Object(members) => {
            let key = ["input", "effective", "output", "state"].into_iter().find(|key| members.contains_key(*key));
            let text = key.and_then(|key| members.shift_remove(key));
            let below: Vec<_> = members.values_mut().filter_map(take_json).collect();
            text.and_then(|text| text.as_str().map(ToOwned::to_owned)).or_else(|| below.into_iter().next())
        }
        Value::Array(items) => items.iter_mut().filter_map(take_json).last(),
        _ => None,
    }
}

fn text_of(result: &Result<Transition, LedgerError>) -> String {
    match result {
        Ok(transition) => serde_json::to_string(transition).unwrap(),
        Err(error) => format!("{{\"error\":\"{}\"}}", error.code()),
    }
}

fn id_of(effect: &Effect) -> &ToolCallId {
    match effect {
        Effect::Validate { tool_call_id, .. }
        | Effect::ReadRevision { tool_call_id, .. }
        | Effect::Apply { tool_call_id, .. }
        | Effect::AbortApply { tool_call_id, .. }
        | Effect::Deliver { tool_call_id, .. } => tool_call_id,
    }
}

/// `PROPTEST_CASES` counts where it is set.
fn config(cases: u32) -> ProptestConfig {
    // Half of the time would go into numbers fit for cryptography.
    let rng_algorithm = RngAlgorithm::XorShift;
    let mut config = ProptestConfig { failure_persistence: None, rng_algorithm, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    config
}

proptest! {
    #![proptest_config(config(100_000))]

    #[test]
    fn every_sequence_of_commands_comes_to_what_the_rules_say(sequence in sequence()) {
        Run::check(sequence)?;
    }
}

/// So that the sequences above are known to go everywhere. `PROPTEST_CASES` counts where it is set;
/// `--nocapture` shows how often they came to each.
#[test]
fn the_sequences_come_to_every_reply_event_effect_and_outcome() {
    let mut met: BTreeMap<String, usize> = [
        (
            "result",
            "registered repeated alreadySettled settled applying decided edited aborting leased rebasing granted done \
             ignored refused",
        ),
        (
            "event",
            "proposed pending presented edited rebasing restored applying settled delivered undelivered redelivering",
        ),
        ("type", "validate readRevision apply abortApply deliver"),
        ("check", "proposed draft rebase"),
        (
            "status",
            "proposed pending applying settled validating accepted rejected stale failed cancelled expired invalid",
        ),
        ("approvalSource", "user auto"),
        ("reason", "owner_gone host aborted session_ended disposed"),
        (
            "code",
            "duplicate_id undelivered stale_generation not_pending already_applying draft_validating draft_invalid \
             handler_missing duplicate_in_set not_presented not_head",
        ),
        ("code", "apply_failed invalid_output revision_failed revision_timeout apply_timeout interrupted"),
        (
            "code",
            "unknown_tool invalid_input preview_failed check_timeout denied queue_full owner_changed not_restored",
        ),
        ("error", "unknown_id disposed invalid_state"),
    ]
    .into_iter()
    .flat_map(|(key, names)| names.split_whitespace().map(move |name| format!("\"{key}\":\"{name}\"")))
    .chain(
        ["sessionsSettled", "forgotten", "expiresAt", "wakeAt", "grants", "difference"]
            .map(|key| format!("\"{key}\":")),
    )
    .chain(["\"outcome\":{\"status\":\"accepted\",\"approvalSource\":\"auto\",\"grantId\":".to_owned()])
    .map(|part| (part, 0))
    .collect();
    let mut runner = TestRunner::deterministic();
    let sequences = sequence();
    for _ in 0..config(2_000).cases {
        let run = Run::check(sequences.new_tree(&mut runner).unwrap().current()).unwrap();
        for (_, _, result) in run.tabs.iter().flat_map(|tab| &tab.trace) {
            let told = text_of(result);
            met.iter_mut().for_each(|(part, times)| *times += usize::from(told.contains(part)));
        }
    }
    for (part, times) in &met {
        println!("{times:9} {part}");
    }
    let missing: Vec<_> = met.iter().filter(|(_, times)| **times == 0).collect();
    assert!(missing.is_empty(), "never met: {missing:?}");
}

#[test]
fn what_is_kept_and_means_nothing_here_survives() {
    let call =
        r#""toolCallId":"a","toolName":"edit","generation":1,"review":"always","proposed":"1","presented":false"#;
    let call = format!(r#"{{{call},"attempt":1,"status":"proposed","left":3,"\ud800":[1.50],"__proto__":"\u00e9"}}"#);
    let text = format!(r#"{{"later":{{"version":2}},"version":1,"calls":[{call}],"stopped":[],"\u2028 \"":null}}"#);
    let mut ledger = Ledger::new(Settings::default());
    let state = JsonText::new(text).unwrap();
    ledger.step(Command::Restore(Restore { state }), at(0)).unwrap();
    let kept = ledger.dehydrate();
    assert!(kept.contains(r#","\ud800":[1.50],"__proto__":"\u00e9"}]"#), "{kept}");
    assert!(kept.ends_with(r#","later":{"version":2},"\u2028 \"":null}"#), "{kept}");
}

const PARALLEL: [&str; 5] = ["a", "b", "c", "d", "e"];

/// Decides on parallel calls in the given order, a yes where `accepts` has the call's bit, and ends
/// the writes at once, or after all decisions and in the reverse order.
fn outcomes(order: &[usize], accepts: usize, at_once: bool) -> Vec<Outcome> {
    let mut ledger = Ledger::new(Settings::default());
    let mut give = |command| ledger.step(command, Millis::from_f64(0.0)).unwrap();
    let id = |call: usize| ToolCallId::from(PARALLEL[call]);
    let input = JsonText::new("{}").unwrap();
    for call in 0..order.len() {
        give(Command::Propose(Propose {
            tool_call_id: id(call),
            tool_name: ToolName::from("edit"),
            input: input.clone(),
            review: Review::Required,
            session_id: None,
            turn_id: None,
            deadline: None,
            taken_back: None,
            owner_key: None,
            expected_revision: None,
        }));
        let valid = Validation::Valid {
            effective: input.clone(),
            owner_key: None,
            expected_revision: None,
            live_revision: None,
            handler: Handler::Unversioned,
            policy: None,
            matched: Vec::new(),
        };
        give(Command::Validated(Validated {
            tool_call_id: id(call),
            generation: Generation::FIRST,
            attempt: Attempt::FIRST,
            result: valid,
        }));
    }
    let applied = |call: usize| {
        let output = Some(JsonText::new(call.to_string()).unwrap());
        let result = Application::Applied { output };
        Command::Applied(Applied { tool_call_id: id(call), generation: Generation::FIRST, result })
    };
    let mut writes = Vec::new();
    for &call in order {
        if accepts >> call & 1 == 1 {
            let (tool_call_id, handler) = (id(call), Handler::Unversioned);
            give(Command::Accept(Accept { tool_call_id, generation: None, handler, if_stale: IfStale::Settle }));
            if at_once {
                give(applied(call));
            } else {
                writes.push(call);
            }
        } else {
            let comment = Some(call.to_string());
            give(Command::Reject(Reject { tool_call_id: id(call), generation: None, comment }));
        }
    }
    for call in writes.into_iter().rev() {
        give(applied(call));
    }
    (0..order.len()).map(|call| ledger.outcome(&id(call)).unwrap().clone()).collect()
}

fn permutations(of: usize) -> Vec<Vec<usize>> {
    let Some(last) = of.checked_sub(1) else { return vec![Vec::new()] };
    let longer = |shorter: Vec<usize>| {
        (0..of).map(move |place| {
            let mut order = shorter.clone();
            order.insert(place, last);
            order
        })
    };
    permutations(last).into_iter().flat_map(longer).collect()
}

#[test]
fn decisions_on_parallel_calls_in_every_order_come_to_the_same_outcomes() {
    for calls in 1..=PARALLEL.len() {
        let orders = permutations(calls);
        assert_eq!(orders.iter().collect::<BTreeSet<_>>().len(), (1..=calls).product::<usize>());
        for accepts in 0..1 << calls {
            let expected: Vec<_> = (0..calls)
                .map(|call| match accepts >> call & 1 {
                    1 => Outcome::Accepted {
                        approval_source: ApprovalSource::User,
                        difference: None,
                        grant_id: None,
                        output: Some(JsonText::new(call.to_string()).unwrap()),
                    },
                    _ => Outcome::Rejected { comment: Some(call.to_string()) },
                })
                .collect();
            for order in &orders {
                assert_eq!(outcomes(order, accepts, true), expected, "{order:?} {accepts:b}");
                assert_eq!(outcomes(order, accepts, false), expected, "{order:?} {accepts:b}");
            }
        }
    }
}
