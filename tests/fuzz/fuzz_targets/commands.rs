//! Settings and commands as text.
#![no_main]

mod lines;
mod watch;

use countersign::ledger::{Settings, read_settings};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use watch::Watch;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (settings, commands) = text.split_once('\n').unwrap_or(("", &text));
    let mut watch = Watch::new(read_settings(settings).unwrap_or_else(Settings::default));
    lines::run(commands, &mut watch);
    watch.end();
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    lines::mutate(data, size, max_size, seed, lines::settings)
});
