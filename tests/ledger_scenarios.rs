//! The ledger's tables (`vectors/ledger/scenarios.json`), natively and through the boundary: the same
//! commands give the same replies, events and effects in both.

use serde_json::{Value, json};

const SCENARIOS: &str = include_str!("vectors/ledger/scenarios.json");

/// One ledger, wherever it runs. `Err` is the code of the error.
trait Host {
    fn step(&mut self, command: &Value, now: f64) -> Result<Value, String>;
}

fn run(new_host: impl Fn(&Value) -> Box<dyn Host>) {
    let file: Value = serde_json::from_str(SCENARIOS).unwrap();
    let scenarios = file["scenarios"].as_array().unwrap();
    assert!(!scenarios.is_empty());
    for scenario in scenarios {
        let mut host = new_host(&scenario["settings"]);
        let mut outcomes = serde_json::Map::new();
        for (index, step) in scenario["steps"].as_array().unwrap().iter().enumerate() {
            let place = format!("{}, step {index}: {}", scenario["name"], step["do"]);
            let result = host.step(&step["do"], step["now"].as_f64().unwrap_or(0.0));
            check(step, result, &mut outcomes, &place);
        }
    }
}

/// With every number as JavaScript has it.
fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(members) => members.iter().map(|(key, value)| (key.clone(), plain(value))).collect(),
        other => other.clone(),
    }
}

fn check(step: &Value, result: Result<Value, String>, outcomes: &mut serde_json::Map<String, Value>, place: &str) {
    let transition = match result {
        Err(code) => return assert_eq!(step["error"], code, "{place}"),
        Ok(transition) => transition,
    };
    assert_eq!(step["error"], Value::Null, "{place}");
    assert_eq!(transition["reply"], step["reply"], "{place}");
    let empty = Vec::new();
    let changes = transition["changes"].as_array().unwrap_or(&empty);
    let events: Vec<_> = changes.iter().map(|change| change["event"].clone()).collect();
    assert_eq!(json!(events), step["events"], "{place}");
    let effects = transition["effects"].as_array().unwrap_or(&empty);
    let effects: Vec<_> = effects.iter().map(|effect| effect["type"].clone()).collect();
    assert_eq!(json!(effects), step["effects"], "{place}");
    if let Some(wake_at) = step.get("wakeAt") {
        assert_eq!(transition["wakeAt"].as_f64(), wake_at.as_f64(), "{place}");
    }
    for key in ["decisions", "sessionsSettled", "forgotten", "grants"] {
        if let Some(expected) = step.get(key) {
            assert_eq!(plain(transition.get(key).unwrap_or(&json!([]))), plain(expected), "{place}");
        }
    }
    for change in changes {
        let call = &change["call"];
        let outcome = call["state"].get("outcome").cloned().unwrap_or(Value::Null);
        outcomes.insert(call["toolCallId"].as_str().unwrap().to_owned(), outcome);
    }
    if let Some(outcome) = step.get("outcome") {
        assert_eq!(outcomes.get("call-1"), Some(outcome), "{place}");
    }
    for (id, outcome) in step.get("outcomes").and_then(Value::as_object).into_iter().flatten() {
        assert_eq!(outcomes.get(id), Some(outcome), "{place}");
    }
    if let Some(live) = step.get("live") {
        let found = outcomes.values().filter(|outcome| outcome.is_null()).count();
        assert_eq!(json!(found), *live, "{place}");
    }
}

/// The JSON text that a command of the tables carries: beside it, at the boundary.
fn json_of(command: &Value) -> Option<String> {
    let Value::Object(members) = command else {
        return None;
    };
    members.iter().find_map(|(key, value)| match value {
        Value::String(text) if ["input", "effective", "output", "state"].contains(&key.as_str()) => Some(text.clone()),
        value => json_of(value),
    })
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use super::{Host, Value, json_of, run};
    use countersign::json::JsonText;
    use countersign::ledger::{
        Command, EditPermission, Ledger, Millis, ReviewOrder, Settings, ToolCallId, read_command,
    };

    impl Host for Ledger {
        fn step(&mut self, command: &Value, now: f64) -> Result<Value, String> {
            let json = json_of(command).map(|text| JsonText::new(text).unwrap());
            let read = read_command(&command.to_string(), json);
            let command: Command = serde_json::from_value(command.clone()).unwrap();
            assert_eq!(read.as_ref(), Some(&command), "the reader by hand reads what serde reads");
            let before = self.clone();
            match Ledger::step(self, command, Millis::from_f64(now)) {
                Ok(transition) => Ok(serde_json::to_value(transition).unwrap()),
                Err(error) => {
                    assert_eq!(*self, before, "an error changes nothing");
                    Err(error.code().to_owned())
                }
            }
        }
    }

    fn ledger(settings: &Value) -> Ledger {
        Ledger::new(Settings {
            edit_permission: match settings["editPermission"].as_str() {
                Some("bypass") => EditPermission::Bypass,
                _ => EditPermission::Manual,
            },
            handler_timeout: settings["handlerTimeout"].as_f64().map(Millis::from_f64),
            deadline: settings["deadline"].as_f64().map(Millis::from_f64),
            settled_for: settings["settledFor"].as_f64().map(Millis::from_f64),
            review_order: match settings["reviewOrder"].as_str() {
                Some("head_only") => ReviewOrder::HeadOnly,
                _ => ReviewOrder::Any,
            },
            max_open: settings["maxOpen"].as_u64().map_or(10_000, |most| most as usize),
            max_settled: settings["maxSettled"].as_u64().map_or(1_000, |most| most as usize),
        })
    }

    #[test]
    fn every_scenario_holds_natively() {
        run(|settings| Box::new(ledger(settings)));
    }

    #[test]
    fn the_effective_input_is_what_the_tables_say() {
        let file: Value = serde_json::from_str(super::SCENARIOS).unwrap();
        let mut checked = 0;
        for scenario in file["scenarios"].as_array().unwrap() {
            let mut ledger = ledger(&scenario["settings"]);
            for step in scenario["steps"].as_array().unwrap() {
                let _ = Host::step(&mut ledger, &step["do"], step["now"].as_f64().unwrap_or(0.0));
                if let Some(effective) = step["effective"].as_str() {
                    let found = ledger.effective(&ToolCallId::from("call-1")).unwrap();
                    assert_eq!(found.as_str(), effective, "{}", scenario["name"]);
                    checked += 1;
                }
            }
        }
        assert!(checked > 0);
    }
}

#[cfg(target_arch = "wasm32")]
mod wasm {
    use super::{Host, Value, json, json_of, run};
    use countersign::wasm::Core;
    use js_sys::{Function, JSON, Reflect};
    use wasm_bindgen::JsValue;
    use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

    wasm_bindgen_test_configure!(run_in_browser);

    impl Host for Core {
        fn step(&mut self, command: &Value, now: f64) -> Result<Value, String> {
            let json = json_of(command);
            match Core::step(self, &command.to_string(), json, now) {
                Ok(transition) => Ok(from_js(&transition)),
                Err(error) => Err(Reflect::get(&error, &"code".into()).unwrap().as_string().unwrap()),
            }
        }
    }

    fn from_js(value: &JsValue) -> Value {
        let text: String = JSON::stringify(value).unwrap().into();
        serde_json::from_str(&text).unwrap()
    }

    fn core(settings: &Value) -> Core {
        let mut all = json!({ "editPermission": "manual", "reviewOrder": "any" });
        for (key, value) in settings.as_object().into_iter().flatten() {
            all[key] = value.clone();
        }
        Core::new(&all.to_string(), Function::new_no_args("")).unwrap()
    }

    #[wasm_bindgen_test]
    fn every_scenario_holds_through_the_boundary() {
        run(|settings| Box::new(core(settings)));
    }

    #[wasm_bindgen_test]
    fn a_command_of_the_wrong_shape_is_an_error_and_the_instance_lives() {
        let mut core = core(&Value::Null);
        let propose = |review: &str| json!({ "propose": { "toolCallId": "a", "toolName": "t", "input": "{}", "review": review } });
        for wrong in
            [propose("perhaps"), json!(null), json!("nonsense"), json!({}), json!({ "accept": {} }), json!([[]])]
        {
            assert_eq!(Host::step(&mut core, &wrong, 0.0), Err("core_failed".to_owned()), "{wrong}");
        }
        assert_eq!(Host::step(&mut core, &propose("required"), f64::NAN).unwrap()["reply"]["result"], "registered");
    }

    #[wasm_bindgen_test]
    fn input_that_is_not_json_is_an_error_and_the_instance_lives() {
        let mut core = core(&Value::Null);
        let propose = |input: &str| json!({ "propose": { "toolCallId": "a", "toolName": "t", "input": input, "review": "none" } });
        let deep = "[".repeat(100_000);
        for wrong in ["", "{", "nul", "{'a':1}", "01", "[1,]", "\"\u{1}\"", "1 2", deep.as_str()] {
            assert_eq!(Host::step(&mut core, &propose(wrong), 0.0), Err("invalid_argument".to_owned()), "{wrong:.40}");
        }
        assert_eq!(Host::step(&mut core, &propose("[]"), 0.0).unwrap()["reply"]["result"], "registered");
    }
}
