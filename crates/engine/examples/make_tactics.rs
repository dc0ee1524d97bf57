//! Looks for tactics in bot matches and checks them by brute force:
//! `cargo run --release -p tandem-engine --example make_tactics BOOK COUNT [SEED]` prints lines
//! for `fixtures/tactics`.
#![expect(clippy::print_stdout, reason = "it prints what it finds")]

#[path = "../tests/tactics/brute.rs"]
mod brute;

use std::collections::HashSet;
use std::sync::Arc;

use brute::Brute;
use tandem_engine::simulate::{Terms, play};
use tandem_engine::{Bot, Level};
use tandem_notation::write_bfen;
use tandem_referee::{EventKind, Match, Settings, TimeControl};
use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, ByBoard, BySeat, Millis, Move, OtherBoard, Position, Rulebook, Seat};

fn main() {
    let mut words = std::env::args().skip(1);
    let book = words.next().and_then(|id| Rulebook::builtin(&id)).expect("a book");
    let count: usize = words.next().and_then(|word| word.parse().ok()).expect("a count");
    let seed: u64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(1);
    let mut maker = Maker { book: Arc::new(book), seen: HashSet::new(), found: [0; 5] };
    let mut at = seed * 1_000;
    while maker.found.iter().sum::<usize>() < count {
        at += 1;
        for (position, beside) in maker.positions(at) {
            if let Some((task, moves)) = maker.examine(&position, &beside, count) {
                let pair = ByBoard::new_with(|board| match board {
                    BoardId::A => &position,
                    BoardId::B => &beside,
                });
                let bfen = write_bfen(&pair, None);
                let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
                println!("{}; {task}; {bfen}; {}", maker.book.id(), moves.join(" "));
            }
        }
    }
}

struct Maker {
    book: Arc<Rulebook>,
    seen: HashSet<u64>,
    /// Mates in two and three, by walk and by drop, and saves.
    found: [usize; 5],
}

impl Maker {
    /// Positions of a bot match, each from the side of the player on move.
    fn positions(&mut self, seed: u64) -> Vec<(Position, Position)> {
        let time = TimeControl::sudden_death(Millis::from_secs(30));
        let terms = Terms {
            book: self.book.clone(),
            time,
            nodes_per_milli: 1,
            positions: ByBoard::default(),
            most_moves: 400,
        };
        let mut bots = BySeat::new_with(|seat: Seat| {
            let level = 2 + (seed + seat as u64) % 4;
            Bot::new(Level::try_from(level as u8).expect("a level"), 1, seed * 4 + seat as u64)
        });
        let played = play(&terms, &mut bots);
        let mut settings = Settings::new(self.book.clone());
        settings.time = time;
        let mut state = Match::new(settings);
        let mut positions = Vec::new();
        for event in &played.events {
            state.apply(event);
            if let EventKind::Completed { seat } = event.kind {
                let game = state.game(seat.board());
                if !game.ended() {
                    let beside = state.game(!seat.board()).position.clone();
                    positions.push((game.position.clone(), beside));
                }
            }
        }
        positions
    }

    fn examine(
        &mut self,
        position: &Position,
        beside: &Position,
        count: usize,
    ) -> Option<(String, Vec<Move>)> {
        let us = position.turn();
        let stock = position.stock(us).total();
        if !(1..=7).contains(&stock) || !self.seen.insert(position.repetition_key()) {
            return None;
        }
        let brute = Brute {
            rules: self.book.board_rules(),
            mate: self.book.mate_rule(),
            other: Some(OtherBoard { position: beside, ended: false }),
        };
        if brute.mates(position, 1) {
            return None;
        }
        // No kind takes more than two fifths of the places.
        let share = (count * 2).div_ceil(5);
        let dropped = |moves: &[Move]| moves.iter().all(|m| matches!(m, Move::Drop { .. }));
        if brute.mates(position, 2) {
            let moves = brute.mating_moves(position, 2);
            let kind = usize::from(dropped(&moves));
            return self.keep(kind, share, moves.len() <= 2, "mate 2", moves);
        }
        if position.stock(Color::White).total() + position.stock(Color::Black).total() <= 6
            && position.count_legal_moves(brute.rules, brute.other) < 90
            && (self.found[2] < share || self.found[3] < share)
            && forced(&brute, position, 3)
        {
            let moves = brute.mating_moves(position, 3);
            let kind = 2 + usize::from(dropped(&moves));
            return self.keep(kind, share, moves.len() <= 2, "mate 3", moves);
        }
        if self.found[4] < share {
            // Threatened with mate: does one move alone save?
            let mut passed = position.clone();
            passed.pass();
            if !position.is_check(us) && brute.mates(&passed, 2) {
                let moves = brute.saving_moves(position, 2);
                return self.keep(4, share, moves.len() == 1, "save 2", moves);
            }
        }
        None
    }

    fn keep(
        &mut self,
        kind: usize,
        share: usize,
        clear: bool,
        task: &str,
        moves: Vec<Move>,
    ) -> Option<(String, Vec<Move>)> {
        if !clear || self.found[kind] >= share {
            return None;
        }
        self.found[kind] += 1;
        Some((task.to_owned(), moves))
    }
}

/// Whether a mate can be forced by checks alone: a quick look before the full one.
fn forced(brute: &Brute<'_>, position: &Position, moves: u32) -> bool {
    position.legal_moves(brute.rules, brute.other).into_iter().any(|m| {
        let mut next = position.clone();
        next.play_unchecked(m, brute.rules);
        next.is_check(next.turn())
            && (brute.is_lost(&next, 1)
                || (moves > 1
                    && next.has_legal_move(brute.rules, brute.other)
                    && next.legal_moves(brute.rules, brute.other).into_iter().all(|reply| {
                        let mut after = next.clone();
                        after.play_unchecked(reply, brute.rules);
                        forced(brute, &after, moves - 1)
                    })))
    })
}
