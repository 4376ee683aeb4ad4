//! One ledger for JavaScript, and a prompt's display text.

use std::cell::RefCell;

use js_sys::Function;
use serde::Serialize as _;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use super::alarm::Alarm;
use super::error;
use crate::display;
use crate::json::JsonText;
use crate::ledger::{Ledger, Millis, read_command, read_settings};

/// One ledger.
#[wasm_bindgen]
pub struct Core {
    ledger: RefCell<Ledger>,
    alarm: Alarm,
}

#[wasm_bindgen]
impl Core {
    /// `settings` is the JSON text of an object; spans are in milliseconds, absent for ever. `wake` is
    /// called, in a macrotask of its own, when the command `wake` is due.
    ///
    /// # Errors
    /// When the settings are not of their shape.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &str, wake: Function) -> Result<Core, JsValue> {
        let settings = read_settings(settings).ok_or_else(|| error("core_failed", settings))?;
        Ok(Self { ledger: RefCell::new(Ledger::new(settings)), alarm: Alarm::new(wake) })
    }

    /// Takes one command at `now`, in milliseconds since 1970, and returns its transition. `json` is
    /// the JSON text that the command carries, if it carries one.
    ///
    /// # Errors
    /// When the command is not of its shape, or the ledger refuses it as misuse. Nothing has changed
    /// then.
    pub fn step(&self, command: &str, json: Option<String>, now: f64) -> Result<JsValue, JsValue> {
        let json = json.map(json_text).transpose()?;
        let command = read_command(command, json).ok_or_else(|| error("core_failed", command))?;
        let transition = self
            .ledger
            .try_borrow_mut()
            .map_err(|_| inside_itself())?
            .step(command, Millis::from_f64(now))
            .map_err(|misuse| error(misuse.code(), &misuse.to_string()))?;
        self.alarm.due(transition.wake_at);
        transition.serialize(&Serializer::new()).map_err(Into::into)
    }

    /// The calls as text that outlives the page; the command `restore` reads it.
    ///
    /// # Errors
    /// When it is called from inside a step.
    pub fn dehydrate(&self) -> Result<String, JsValue> {
        let ledger = self.ledger.try_borrow().map_err(|_| inside_itself())?;
        Ok(ledger.dehydrate())
    }

    /// Sets the one timer for the next wake. Called when a run of steps has ended, so that calls
    /// that settle within it cost no timer.
    ///
    /// # Errors
    /// None; the signature is that of every export.
    pub fn arm(&self, now: f64) -> Result<(), JsValue> {
        self.alarm.arm(Millis::from_f64(now));
        Ok(())
    }
}

/// The display text of a prompt snapshot, given as JSON text.
///
/// # Errors
/// When the snapshot has no messages of the right shape.
#[wasm_bindgen(js_name = displayPrompt)]
pub fn display_prompt(snapshot: String) -> Result<String, JsValue> {
    display::prompt(&json_text(snapshot)?).map_err(|bad| error("invalid_argument", &bad.to_string()))
}

fn json_text(text: String) -> Result<JsonText, JsValue> {
    JsonText::new(text).map_err(|bad| error("invalid_argument", &bad.to_string()))
}

fn inside_itself() -> JsValue {
    error("core_failed", "the ledger was called from inside itself")
}
