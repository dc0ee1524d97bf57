//! No rulebook file makes the reader panic, and a book that is read can referee a match.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use tandem_referee::{Command, Match, Settings};
use tandem_rules::{Millis, Rulebook};

fuzz_target!(|text: &str| {
    match Rulebook::parse(text) {
        Ok(book) => {
            let mut game = Match::new(Settings::new(Arc::new(book)));
            game.act(Millis(0), &Command::Start, &mut Vec::new()).expect("it can start");
        }
        Err(errors) => assert!(!errors.is_empty(), "a refusal says why"),
    }
});
