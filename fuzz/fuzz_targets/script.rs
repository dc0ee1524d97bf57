//! No script makes the referee panic, and its events always rebuild its state.

#![no_main]

use std::collections::HashMap;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tandem_notation::script::Runner;
use tandem_referee::Match;
use tandem_rules::Rulebook;
use tandem_rules::book::BUILTIN_IDS;

static BOOKS: LazyLock<HashMap<&str, Rulebook>> = LazyLock::new(|| {
    BUILTIN_IDS.into_iter().filter_map(|id| Some((id, Rulebook::builtin(id)?))).collect()
});

fuzz_target!(|text: &str| {
    let mut runner = Runner::new(|id: &str| BOOKS.get(id).cloned());
    let mut out = Vec::new();
    for line in text.lines().take(200) {
        if runner.line(line, &mut out).is_err() {
            return;
        }
    }
    if runner.finish(&mut out).is_ok() {
        let game = runner.game().expect("a finished script has a match");
        let again = Match::replay(game.settings().clone(), runner.events());
        assert!(again == *game, "replaying the events gives another state");
    }
});
