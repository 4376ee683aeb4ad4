//! The one timer of a ledger.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use js_sys::Function;
use wasm_bindgen::JsValue;

use crate::ledger::Millis;

/// A timer delay is a signed 32-bit number; anything longer would fire at once. A wake that comes
/// before its time finds nothing due and is armed again.
const LONGEST_DELAY: f64 = 2_147_483_647.0;

pub(super) struct Alarm {
    wake: Function,
    due: Cell<Option<Millis>>,
    armed: Rc<RefCell<Option<Armed>>>,
}

struct Armed {
    at: Millis,
    /// Dropping it clears the timer.
    _timer: Timeout,
}

impl Alarm {
    pub(super) fn new(wake: Function) -> Self {
        Self { wake, due: Cell::new(None), armed: Rc::default() }
    }

    /// Says when the next wake is due.
    pub(super) fn due(&self, at: Option<Millis>) {
        self.due.set(at);
    }

    /// Makes the timer fit what is due.
    pub(super) fn arm(&self, now: Millis) {
        let due = self.due.get();
        let mut armed = self.armed.borrow_mut();
        if armed.as_ref().map(|armed| armed.at) == due {
            return;
        }
        *armed = due.map(|at| Armed { at, _timer: self.timer(at.since(now)) });
    }

    fn timer(&self, delay: Millis) -> Timeout {
        let armed = Rc::clone(&self.armed);
        let wake = self.wake.clone();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 31 bits")]
        let delay = delay.to_f64().min(LONGEST_DELAY) as u32;
        Timeout::new(delay, move || {
            let fired = armed.borrow_mut().take();
            // The host reports its own errors; there is nobody here to tell.
            let _ = wake.call0(&JsValue::UNDEFINED);
            drop(fired);
        })
    }
}
