//! A ledger, and what must hold of it whatever it is told.

use std::collections::BTreeMap;

use countersign::json::JsonText;
use countersign::ledger::{
    Application, Applied, Command, Delivery, Effect, Event, FailureCode, Generation, Handler, InvalidCode, Ledger,
    LiveRevision, Millis, Redeliver, Restore, Revision, RevisionRead, Sending, Sent, Settings, StateView, ToolCallId,
    Transition, Validated, Validation,
};

pub struct Watch {
    settings: Settings,
    ledger: Ledger,
    now: i64,
    outstanding: Vec<Effect>,
    told: BTreeMap<(ToolCallId, Generation), Told>,
    /// The newest use of each id that is known.
    current: BTreeMap<ToolCallId, Generation>,
}

#[derive(Default)]
struct Told {
    settled: u32,
    writes: u32,
    deliveries: u32,
    taken: u32,
    failed: u32,
}

impl Watch {
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            ledger: Ledger::new(settings),
            now: 1_000,
            outstanding: Vec::new(),
            told: BTreeMap::new(),
            current: BTreeMap::new(),
        }
    }

    pub fn pass(&mut self, span: i64) {
        self.now = self.now.saturating_add(span).clamp(0, 1 << 50);
    }

    fn at(&self) -> Millis {
        Millis::from_whole(self.now as u64)
    }

    pub fn give(&mut self, command: Command) {
        let before = self.ledger.clone();
        match self.ledger.step(command.clone(), self.at()) {
            Err(_) => assert!(self.ledger == before, "an error changes nothing: {command:?}"),
            Ok(transition) => self.check(&transition),
        }
    }

    fn check(&mut self, transition: &Transition) {
        for change in &transition.changes {
            let call = &change.call;
            let (id, generation) = (call.tool_call_id.clone(), call.generation);
            let key = (id.clone(), generation);
            match change.event {
                Event::Proposed => {
                    if let Some(last) = self.current.insert(id.clone(), generation) {
                        assert_eq!(self.told[&(id, last)].taken, 1, "an id is used again before its answer was taken");
                    }
                    assert!(self.told.insert(key, Told::default()).is_none(), "a generation comes twice");
                }
                Event::Rebasing => {
                    let last = self.current.insert(id.clone(), generation).unwrap();
                    let told = self.told.remove(&(id, last)).unwrap();
                    assert_eq!((told.settled, told.writes), (0, 0), "what was written or answered is shown anew");
                    self.told.insert(key, Told::default());
                }
                Event::Restored => {
                    if let Some(last) = self.current.insert(id.clone(), generation) {
                        let told = &self.told[&(id.clone(), last)];
                        assert!(told.writes == told.settled.min(told.writes), "a write is replaced that runs");
                        if told.settled == 0 {
                            assert!(matches!(call.state, StateView::Settled { .. }), "a question is replaced by one");
                            self.told.remove(&(id, last));
                        } else {
                            assert!(told.taken == 1 && last < generation, "an answer stands");
                        }
                    }
                    let told = match call.state {
                        StateView::Settled { delivery: Delivery::Delivered, .. } => {
                            Told { settled: 1, deliveries: 1, taken: 1, ..Told::default() }
                        }
                        StateView::Settled { .. } => Told { settled: 1, ..Told::default() },
                        StateView::Applying { .. } => Told { writes: 1, ..Told::default() },
                        _ => Told::default(),
                    };
                    self.told.insert(key, told);
                }
                event => {
                    assert_eq!(self.current.get(&id), Some(&generation), "an old use of an id changes");
                    let told = self.told.get_mut(&key).unwrap();
                    match event {
                        Event::Settled => told.settled += 1,
                        Event::Delivered => told.taken += 1,
                        Event::Undelivered => told.failed += 1,
                        Event::Redelivering => {}
                        _ => assert_eq!(told.settled, 0, "{event:?} after settling"),
                    }
                    assert!(told.settled <= 1 && told.taken <= 1, "answered twice");
                }
            }
        }
        for effect in &transition.effects {
            let (id, generation) = of(effect);
            assert_eq!(self.current.get(&id), Some(&generation), "{effect:?} names an old use");
            let told = self.told.get_mut(&(id, generation)).unwrap();
            match effect {
                Effect::Apply { .. } => told.writes += 1,
                Effect::Deliver { .. } => told.deliveries += 1,
                Effect::Validate { .. } | Effect::ReadRevision { .. } => assert_eq!(told.settled, 0),
                Effect::AbortApply { .. } => assert_eq!(told.writes, 1),
            }
            assert!(told.writes <= 1, "written twice");
            assert!(told.deliveries <= told.taken + told.failed + 1, "an answer is on its way twice");
        }
        for id in &transition.forgotten {
            self.current.remove(id);
            self.told.retain(|(of, _), told| {
                of != id || {
                    assert_eq!((told.settled, told.taken), (1, 1), "forgotten before its answer was taken");
                    false
                }
            });
        }
        assert_eq!(self.ledger.live(), self.told.values().filter(|told| told.settled == 0).count());
        self.outstanding.extend(transition.effects.iter().cloned());
    }

    /// Something that was asked for ends, in one of a few ways.
    pub fn report(&mut self, which: usize) {
        if !self.outstanding.is_empty() {
            let effect = self.outstanding.remove(which % self.outstanding.len());
            self.ended(&effect, which);
        }
    }

    fn ended(&mut self, effect: &Effect, how: usize) {
        let (tool_call_id, generation) = of(effect);
        let revision = |odd: usize| Revision::from(if how & odd == 0 { "r1" } else { "r2" });
        let report = match effect {
            Effect::Validate { attempt, .. } => Command::Validated(Validated {
                tool_call_id,
                generation,
                attempt: *attempt,
                result: if how % 5 == 4 {
                    Validation::Invalid { code: InvalidCode::InvalidInput, error_text: None }
                } else {
                    Validation::Valid {
                        effective: JsonText::new(if how & 4 == 0 { r#"{"a":1}"# } else { "[null]" }).unwrap(),
                        owner_key: None,
                        expected_revision: None,
                        live_revision: (how & 8 == 0).then(|| revision(16)),
                        handler: if how & 2 == 0 { Handler::Versioned } else { Handler::Unversioned },
                        policy: None,
                        matched: vec![1.into()],
                    }
                },
            }),
            Effect::ReadRevision { .. } => Command::RevisionRead(RevisionRead {
                tool_call_id,
                generation,
                result: LiveRevision::Read { revision: revision(1) },
            }),
            Effect::Apply { .. } => Command::Applied(Applied {
                tool_call_id,
                generation,
                result: match how % 3 {
                    0 => Application::Failed { code: FailureCode::ApplyFailed, error_text: None },
                    1 => Application::Stale { live_revision: revision(2) },
                    _ => Application::Applied { output: None },
                },
            }),
            Effect::Deliver { .. } => Command::Sent(Sent {
                tool_call_id,
                generation,
                result: if how % 4 == 3 { Sending::Failed } else { Sending::Taken },
            }),
            Effect::AbortApply { .. } => return,
        };
        self.give(report);
    }

    /// The state is written and read, and then everything that was asked for ends.
    pub fn end(mut self) {
        self.reloads();
        self.give(Command::Close);
        self.give(Command::Redeliver(Redeliver { tool_call_id: None }));
        while let Some(effect) = self.outstanding.pop() {
            self.ended(&effect, 0);
        }
        assert_eq!(self.ledger.live(), 0, "nothing is outstanding, and a call is live");
        for (call, told) in &self.told {
            assert_eq!((told.settled, told.taken), (1, 1), "{call:?} is answered once");
        }
    }

    /// What ended with the page has ended after two reloads: a third changes nothing.
    fn reloads(&self) {
        let mut state = self.ledger.dehydrate();
        let mut states = Vec::new();
        for _ in 0..3 {
            let mut fresh = Ledger::new(Settings { settled_for: None, max_settled: usize::MAX, ..self.settings });
            let kept = JsonText::new(state).unwrap();
            fresh.step(Command::Restore(Restore { state: kept.clone() }), self.at()).unwrap();
            let once = fresh.clone();
            let again = fresh.step(Command::Restore(Restore { state: kept }), self.at()).unwrap();
            assert!(again.changes.is_empty() && fresh == once, "a second time counts");
            state = fresh.dehydrate();
            states.push(state.clone());
        }
        assert_eq!(states[1], states[2]);
    }
}

fn of(effect: &Effect) -> (ToolCallId, Generation) {
    match effect {
        Effect::Validate { tool_call_id, generation, .. }
        | Effect::ReadRevision { tool_call_id, generation }
        | Effect::Apply { tool_call_id, generation, .. }
        | Effect::AbortApply { tool_call_id, generation }
        | Effect::Deliver { tool_call_id, generation } => (tool_call_id.clone(), *generation),
    }
}
