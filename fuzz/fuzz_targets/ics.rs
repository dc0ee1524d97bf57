//! No bytes make the door for ICS clients panic, whoever sends them and in whatever pieces.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tandem_ics::{Answer, Ask, Bot, Config, Conn, Door, Effect, News};
use tandem_rules::Millis;

/// A house that lets everybody in and has no tables.
fn see_to(door: &mut Door, now: Millis, effects: Vec<Effect>) {
    for effect in effects {
        let Effect::Ask(ticket, ask) = effect else { continue };
        let answer = match ask {
            Ask::Enter { .. } => Answer::Done,
            Ask::List => Answer::Listed(Vec::new()),
            Ask::Exit { .. } | Ask::Away { .. } | Ask::Close { .. } | Ask::Lag { .. } => continue,
            _ => Answer::No("No.".to_owned()),
        };
        let effects = door.news(now, News::Answered(ticket, answer));
        see_to(door, now, effects);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let bots = vec![Bot { word: "5".to_owned(), name: "Bot5".to_owned() }];
    let mut door = Door::new(Config { books: Vec::new(), bots, epoch: Millis(0) });
    let mut now = Millis(0);
    for conn in [Conn(1), Conn(2)] {
        let effects = door.opened(now, conn);
        see_to(&mut door, now, effects);
    }
    // Who speaks changes with every tab; time passes meanwhile.
    for (at, piece) in bytes.split(|byte| *byte == b'\t').enumerate() {
        now = now + Millis(100);
        let conn = Conn(1 + at as u64 % 2);
        let effects = door.heard(now, conn, piece);
        see_to(&mut door, now, effects);
        let effects = door.tick(now);
        see_to(&mut door, now, effects);
    }
});
