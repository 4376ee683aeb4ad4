//! Instants that something is due at, and a clock that never goes back.

use super::Millis;

/// What is due, by its earliest instant. Stopping one leaves that instant as it is: a wake that
/// finds nothing due is cheaper than a sorted set at every step.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Clocks {
    running: usize,
    earliest: Option<Millis>,
}

impl Clocks {
    pub(super) fn start(&mut self, due: Millis) {
        self.running += 1;
        self.earliest = Some(self.earliest.map_or(due, |earliest| earliest.min(due)));
    }

    pub(super) fn stop(&mut self) {
        self.running = self.running.saturating_sub(1);
        if self.running == 0 {
            self.earliest = None;
        }
    }

    pub(super) fn earliest(&self) -> Option<Millis> {
        self.earliest
    }

    pub(super) fn is_due(&self, now: Millis) -> bool {
        self.earliest.is_some_and(|earliest| earliest <= now)
    }

    /// After what was due has been stopped: the earliest of what still runs.
    pub(super) fn next(&mut self, running: impl Iterator<Item = Millis>) {
        self.earliest = running.min();
    }
}

/// The host's clock, made monotone: when it is set back, time goes on from where it was, so that
/// nobody waits longer for it. When it is set forward, or the machine slept, that time has passed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Monotone {
    last: Millis,
    /// How much the host's clock was set back in all.
    lag: Millis,
}

impl Default for Monotone {
    fn default() -> Self {
        Self { last: Millis::ZERO, lag: Millis::ZERO }
    }
}

impl Monotone {
    /// The ledger's instant at the host's `now`.
    pub(super) fn read(&mut self, now: Millis) -> Millis {
        if now < self.last {
            self.lag = self.lag.after(self.last.since(now));
        }
        self.last = now;
        now.after(self.lag)
    }

    /// The ledger's instant at the host's last one.
    pub(super) fn now(self) -> Millis {
        self.last.after(self.lag)
    }

    /// The ledger's instant for one of the host's.
    pub(super) fn of_host(self, instant: Millis) -> Millis {
        instant.after(self.lag)
    }

    /// The host's instant for one of the ledger's.
    pub(super) fn to_host(self, instant: Millis) -> Millis {
        instant.before(self.lag)
    }
}
