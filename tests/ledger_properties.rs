//! What holds for the ledger whatever happens to it: random sequences of commands beside a plain
//! model, and decisions in every order.
#![cfg(not(target_arch = "wasm32"))]

mod ledger_model;

use std::collections::BTreeSet;

use countersign::json::JsonText;
use countersign::ledger::{
    Accept, Application, Applied, ApprovalSource, Attempt, Command, Effect, Generation, Handler, InvalidCode, Ledger,
    LedgerError, LiveRevision, Millis, Outcome, Propose, Redeliver, Reject, ReleaseOwner, Reply, Review, Sending,
    Session, SessionId, Settings, ToolCallId, ToolName, Transition, Validated, Validation,
};
use ledger_model::Model;
use ledger_model::audit::Audit;
use ledger_model::sequences::{Act, End, Sequence, Step, sequence};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{RngAlgorithm, TestRunner};

type Checked = Result<(), TestCaseError>;

/// A ledger, the model beside it, and what is still to come from outside.
struct Run {
    settings: Settings,
    ledger: Ledger,
    model: Model,
    audit: Audit,
    now: u64,
    outstanding: Vec<Effect>,
    leases: Vec<ReleaseOwner>,
    trace: Vec<(Command, u64, Result<Transition, LedgerError>)>,
}

impl Run {
    fn new(settings: Settings) -> Self {
        Self {
            settings,
            ledger: Ledger::new(settings),
            model: Model::new(settings),
            audit: Audit::new(settings),
            now: 1_000,
            outstanding: Vec::new(),
            leases: Vec::new(),
            trace: Vec::new(),
        }
    }

    /// All that a sequence should come to, to its end.
    fn check(sequence: Sequence) -> Result<Self, TestCaseError> {
        let mut run = Self::new(sequence.settings);
        let checked = sequence
            .steps
            .into_iter()
            .try_for_each(|step| run.act(step))
            .and_then(|()| run.end())
            .and_then(|()| run.replay());
        match checked {
            Ok(()) => Ok(run),
            Err(TestCaseError::Fail(reason)) => Err(TestCaseError::fail(format!("{reason}\n{}", run.story()))),
            Err(rejected) => Err(rejected),
        }
    }

    fn act(&mut self, Step { passes, act }: Step) -> Checked {
        self.now = self.now.saturating_add_signed(passes);
        let command = match act {
            Act::Give(command) => Some(command),
            Act::Release(_) if self.leases.is_empty() => None,
            Act::Release(which) => Some(Command::ReleaseOwner(which.get(&self.leases).clone())),
            Act::Report { .. } if self.outstanding.is_empty() => None,
            Act::Report { which, again, end } => {
                let which = which.index(self.outstanding.len());
                let effect = if again { self.outstanding[which].clone() } else { self.outstanding.swap_remove(which) };
                end.report(&effect)
            }
        };
        command.map_or(Ok(()), |command| self.give(command).map(drop))
    }

    /// One step of both, compared.
    fn give(&mut self, command: Command) -> Result<Option<Reply>, TestCaseError> {
        let before = self.ledger.clone();
        let result = self.ledger.step(command.clone(), Millis::from_f64(self.now as f64));
        self.trace.push((command.clone(), self.now, result.clone()));
        let expected = self.model.step(&command, self.now);
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
            let passed = idle.step(nothing, Millis::from_f64(self.now as f64));
            prop_assert!(passed.is_ok() && idle == self.ledger, "{:?} changes more than time does", transition.reply);
        }
        self.audit.check(&command, &transition)?;
        self.wakes_in_time(&command, &transition)?;
        if let (Command::AcquireOwner(acquire), Reply::Leased { lease }) = (&command, transition.reply) {
            self.leases.push(ReleaseOwner { owner_key: acquire.owner_key.clone(), lease });
        }
        self.outstanding.extend(transition.effects);
        Ok(Some(transition.reply))
    }

    /// A wake is asked for no later than the first thing that is due, and only while something is.
    fn wakes_in_time(&self, command: &Command, transition: &Transition) -> Checked {
        let (timer, owner) = (self.model.timer_due(), self.model.owner_due());
        let due = timer.into_iter().chain(owner).min();
        let wake_at = transition.wake_at.map(|at| at.to_f64() as u64);
        prop_assert_eq!(wake_at.is_some(), due.is_some(), "a wake exactly while something is due");
        prop_assert!(wake_at <= due, "woken at {:?}, due at {:?}", wake_at, due);
        if timer.is_none() {
            prop_assert_eq!(wake_at, due);
        }
        if *command == Command::Wake {
            prop_assert!(wake_at.is_none_or(|at| at > self.now), "a wake leaves nothing that is due");
        }
        Ok(())
    }

    /// The ledger is closed, and everything that was asked for ends.
    fn end(&mut self) -> Checked {
        self.give(Command::Close)?;
        self.give(Command::Redeliver(Redeliver { tool_call_id: None }))?;
        while let Some(effect) = self.outstanding.pop() {
            let end = End {
                check: Validation::Invalid { code: InvalidCode::InvalidInput, error_text: None },
                revision: LiveRevision::Failed { error_text: None },
                write: Application::Applied { output: None },
                sending: Sending::Taken,
            };
            if let Some(command) = end.report(&effect) {
                self.give(command)?;
            }
        }
        prop_assert_eq!(self.ledger.live(), 0, "nothing is outstanding, and a call is live");
        self.audit.check_end()
    }

    /// The same commands at the same times, once more.
    fn replay(&self) -> Checked {
        let mut again = Ledger::new(self.settings);
        for (command, now, result) in &self.trace {
            prop_assert_eq!(&again.step(command.clone(), Millis::from_f64(*now as f64)), result);
        }
        prop_assert!(again == self.ledger, "a replay ends elsewhere");
        Ok(())
    }

    /// The commands as the tables have them, each with what it came to.
    fn story(&self) -> String {
        let mut story = format!("settings: {:?}\n", self.settings);
        for (command, now, result) in &self.trace {
            let command = serde_json::to_string(command).unwrap();
            story += &format!("{{\"now\":{now},\"do\":{command}}}\n    {}\n", text_of(result));
        }
        story
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

/// So that the sequences above are known to go everywhere.
#[test]
fn the_sequences_come_to_every_reply_event_effect_and_outcome() {
    let mut missing: BTreeSet<String> = [
        (
            "result",
            "registered repeated alreadySettled settled applying edited aborting leased decided done ignored refused",
        ),
        ("event", "proposed pending presented edited applying settled delivered undelivered redelivering"),
        ("type", "validate readRevision apply abortApply deliver"),
        (
            "status",
            "proposed pending applying settled validating accepted rejected stale failed cancelled expired invalid",
        ),
        ("reason", "owner_gone host aborted session_ended disposed"),
        (
            "code",
            "duplicate_id undelivered stale_generation not_pending already_applying draft_validating draft_invalid",
        ),
        ("code", "handler_missing apply_failed invalid_output revision_failed revision_timeout apply_timeout"),
        ("code", "check_timeout owner_changed queue_full not_head denied duplicate_in_set not_presented"),
        ("error", "unknown_id disposed"),
    ]
    .into_iter()
    .flat_map(|(key, names)| names.split(' ').map(move |name| format!("\"{key}\":\"{name}\"")))
    .chain(["sessionsSettled", "forgotten", "expiresAt", "wakeAt"].map(|key| format!("\"{key}\":")))
    .collect();
    let mut runner = TestRunner::deterministic();
    for _ in 0..2_000 {
        let run = Run::check(sequence().new_tree(&mut runner).unwrap().current()).unwrap();
        for (_, _, result) in &run.trace {
            let told = text_of(result);
            missing.retain(|part| !told.contains(part));
        }
        if missing.is_empty() {
            return;
        }
    }
    panic!("never met: {missing:?}");
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
            give(Command::Accept(Accept { tool_call_id, generation: None, handler }));
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
                        edited: false,
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
