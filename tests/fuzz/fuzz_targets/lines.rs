//! Commands as lines of text: how they are read, and how lines that mean something are made.

use std::sync::OnceLock;

use countersign::json::JsonText;
use countersign::ledger::{Ledger, Millis, Settings, read_command};
use libfuzzer_sys::fuzzer_mutate;
use serde_json::Value;

use crate::watch::Watch;

/// A line is the JSON text of a command, and after a tab the one that it carries; `!` and a number, for
/// the end of something that was asked for; or a number, for the time that passes.
pub fn run(lines: &str, watch: &mut Watch) {
    for line in lines.split('\n').take(200) {
        if let Some(which) = line.strip_prefix('!') {
            watch.report(which.parse().unwrap_or(0));
        } else if let Ok(span) = line.parse::<i64>() {
            watch.pass(span);
        } else {
            let (command, json) = line.split_once('\t').map_or((line, None), |(command, json)| (command, Some(json)));
            let json = json.and_then(|json| JsonText::new(json).ok());
            if let Some(command) = read_command(command, json) {
                watch.give(command);
            }
        }
    }
}

/// The settings of each table, and its commands.
fn tables() -> &'static [(String, Vec<String>)] {
    static TABLES: OnceLock<Vec<(String, Vec<String>)>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let file: Value = serde_json::from_str(include_str!("../../vectors/ledger/scenarios.json")).unwrap();
        let scenarios = file["scenarios"].as_array().unwrap();
        let steps =
            |scenario: &Value| scenario["steps"].as_array().unwrap().iter().map(|step| line(&step["do"])).collect();
        scenarios.iter().map(|scenario| (with_defaults(&scenario["settings"]), steps(scenario))).collect()
    })
}

fn with_defaults(settings: &Value) -> String {
    let mut all = serde_json::json!({ "editPermission": "manual", "reviewOrder": "any" });
    for (key, value) in settings.as_object().into_iter().flatten() {
        all[key] = value.clone();
    }
    all.to_string()
}

fn line(command: &Value) -> String {
    let mut command = command.clone();
    match take_json(&mut command) {
        Some(json) => format!("{command}\t{}", json.replace('\n', " ")),
        None => command.to_string(),
    }
}

fn take_json(value: &mut Value) -> Option<String> {
    let members = value.as_object_mut()?;
    for key in ["input", "effective", "output", "state"] {
        if let Some(Value::String(text)) = members.shift_remove(key) {
            return Some(text);
        }
    }
    members.values_mut().find_map(take_json)
}

struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides.max(1)
    }
}

/// The settings of some table.
pub fn settings(dice: u64, _: &str) -> String {
    let mut dice = Dice(dice);
    tables()[dice.throw(tables().len())].0.clone()
}

/// A state that some table comes to, or the given one, damaged.
pub fn state(dice: u64, given: &str) -> String {
    let mut dice = Dice(dice);
    if dice.throw(3) > 0
        && let Ok(mut state) = serde_json::from_str::<Value>(given)
    {
        damage(&mut state, &mut dice);
        return state.to_string();
    }
    let mut ledger = Ledger::new(Settings::default());
    for _ in 0..=dice.throw(3) {
        let (_, lines) = &tables()[dice.throw(tables().len())];
        for line in lines.iter().take(1 + dice.throw(lines.len())) {
            let (command, json) =
                line.split_once('\t').map_or((&**line, None), |(command, json)| (command, Some(json)));
            let json = json.and_then(|json| JsonText::new(json).ok());
            if let Some(command) = read_command(command, json) {
                let _ = ledger.step(command, Millis::from_whole(1_000));
            }
        }
    }
    ledger.dehydrate()
}

/// Takes one value somewhere inside away, or puts another in its place.
fn damage(value: &mut Value, dice: &mut Dice) {
    let inside = match value {
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        _ => 0,
    };
    if inside == 0 || dice.throw(6) == 0 {
        let others = [
            "null",
            "true",
            "0",
            "1",
            "2",
            "-1",
            "4294967295",
            "1e3",
            "9007199254740993",
            "\"\"",
            "\"a\"",
            "\"pending\"",
            "\"settled\"",
            "\"proposed\"",
            "\"sending\"",
            "\"{}\"",
            "\"always\"",
            "[]",
            "{}",
        ];
        *value = serde_json::from_str(others[dice.throw(others.len())]).unwrap();
        return;
    }
    let at = dice.throw(inside);
    let taken = dice.throw(8) == 0;
    match value {
        Value::Array(items) if taken => drop(items.remove(at)),
        Value::Array(items) => damage(&mut items[at], dice),
        Value::Object(members) => {
            let key = members.keys().nth(at).unwrap().clone();
            if taken {
                members.shift_remove(&key);
            } else {
                damage(&mut members[&key], dice);
            }
        }
        _ => {}
    }
}

/// Changes lines as wholes, mostly.
pub fn mutate(
    data: &mut [u8],
    size: usize,
    max_size: usize,
    seed: u32,
    first_line: impl Fn(u64, &str) -> String,
) -> usize {
    let mut dice = Dice(u64::from(seed));
    if dice.throw(5) == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let text = String::from_utf8_lossy(&data[..size]).into_owned();
    let mut lines: Vec<String> = text.split('\n').map(ToOwned::to_owned).collect();
    let place = |dice: &mut Dice, lines: &[String]| 1 + dice.throw(lines.len());
    match dice.throw(10) {
        0 => lines[0] = first_line(dice.0, &lines[0]),
        1 if lines.len() > 1 => drop(lines.remove(1 + dice.throw(lines.len() - 1))),
        2 if lines.len() > 2 => {
            let (one, other) = (1 + dice.throw(lines.len() - 1), 1 + dice.throw(lines.len() - 1));
            lines.swap(one, other);
        }
        3 => {
            let at = place(&mut dice, &lines);
            lines.insert(at, ["0", "1", "20", "-15", "1000", "5000000000"][dice.throw(6)].to_owned());
        }
        4..=6 => {
            let at = place(&mut dice, &lines);
            lines.insert(at, format!("!{}", dice.throw(64)));
        }
        7 => {
            let (_, table) = &tables()[dice.throw(tables().len())];
            let at = place(&mut dice, &lines);
            lines.splice(at..at, table.iter().cloned());
        }
        _ => {
            let (_, table) = &tables()[dice.throw(tables().len())];
            let at = place(&mut dice, &lines);
            lines.insert(at, table[dice.throw(table.len())].clone());
        }
    }
    let text = lines.join("\n");
    let size = text.len().min(max_size);
    data[..size].copy_from_slice(&text.as_bytes()[..size]);
    size
}
