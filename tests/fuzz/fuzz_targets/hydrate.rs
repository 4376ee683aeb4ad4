//! A stored state as text, and commands after it.
#![no_main]

mod lines;
mod watch;

use countersign::json::JsonText;
use countersign::ledger::{Command, Restore, Settings};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use watch::Watch;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (state, commands) = text.split_once('\n').unwrap_or((&text, ""));
    let mut watch = Watch::new(Settings::default());
    if let Ok(state) = JsonText::new(state) {
        watch.give(Command::Restore(Restore { state }));
    }
    lines::run(commands, &mut watch);
    watch.end();
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    lines::mutate(data, size, max_size, seed, lines::state)
});
