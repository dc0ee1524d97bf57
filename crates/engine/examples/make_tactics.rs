//! Looks for tactics in bot matches and checks them by brute force:
//! `cargo run --release -p tandem-engine --example make_tactics BOOK COUNT SHARE [SEED]` prints
//! COUNT lines for `fixtures/tactics`, at most SHARE of a kind.
//!
//! Playing a match takes far longer than looking at its positions, so each position is looked at
//! together with what might have come of it by other moves.
#![expect(clippy::print_stdout, reason = "it prints what it finds")]

#[path = "../tests/tactics/brute.rs"]
mod brute;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use brute::Brute;
use tandem_engine::simulate::{Terms, play};
use tandem_engine::{Bot, Level, Stakes, Weights, evaluate};
use tandem_notation::write_bfen;
use tandem_referee::{EventKind, Match, Settings, TimeControl};
use tandem_rules::shakmaty::Color;
use tandem_rules::{
    BoardId, BoardRules, ByBoard, BySeat, Millis, Move, OtherBoard, Position, Promotion, Rulebook,
    Seat,
};

/// So many other moves are tried in each position: those that look best at first sight. Checks
/// are tried beyond that.
const OTHERWISE: usize = 12;

/// Whoever is in check has at least so many answers to choose from.
const CHOICE: u64 = 3;

fn main() {
    let mut words = std::env::args().skip(1);
    let book = words.next().and_then(|id| Rulebook::builtin(&id)).expect("a book");
    let mut number = || words.next().and_then(|word| word.parse::<u64>().ok());
    let count = number().expect("a count");
    let share = number().expect("a share");
    let mut seed = number().unwrap_or(1) * 1_000;
    let mut maker =
        Maker { book: Arc::new(book), share, seen: HashSet::new(), found: HashMap::new() };
    while maker.found.values().sum::<u64>() < count {
        seed += 1;
        for line in maker.lines(seed) {
            println!("{line}");
        }
    }
}

/// A board to play on and the one beside it.
#[derive(Clone)]
struct Boards {
    played: Position,
    other_board: Position,
}

impl Boards {
    /// What would come of the moves that look best at first sight, and of checks.
    fn otherwise(&self, rules: &BoardRules) -> Vec<Boards> {
        let other = Some(OtherBoard { position: &self.other_board, ended: false });
        let mut ways: Vec<(i32, Boards)> = self
            .played
            .by(rules)
            .with_other(other)
            .legal_moves()
            .into_iter()
            .filter_map(|m| self.after(m, rules))
            .map(|next| {
                (evaluate(&next.played, rules, &Stakes::default(), &Weights::DEFAULT), next)
            })
            .collect();
        // The score is the opponent's: the lower the better.
        ways.sort_by_key(|(score, _)| *score);
        ways.into_iter()
            .enumerate()
            .filter(|(at, (_, next))| *at < OTHERWISE || next.played.is_check(next.played.turn()))
            .map(|(_, (_, next))| next)
            .collect()
    }

    /// The boards after a move; what it captures is passed. Not for promotions that need a piece
    /// of the other board: they are rare, and the matches have their own.
    fn after(&self, m: Move, rules: &BoardRules) -> Option<Boards> {
        if let Move::Walk { promotion: Some(Promotion::Take(..) | Promotion::Vanish), .. } = m {
            return None;
        }
        let mut next = self.clone();
        if let Some(captured) = next.played.play_unchecked(m, rules) {
            next.other_board.stock_mut(captured.color).add(captured.off_board());
        }
        Some(next)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Task {
    Mate(u32),
    Save(u32),
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Task::Mate(moves) => write!(f, "mate {moves}"),
            Task::Save(moves) => write!(f, "save {moves}"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Deed {
    Walk,
    Drop,
    Promotion,
}

impl Deed {
    fn of(m: Move) -> Deed {
        match m {
            Move::Drop { .. } => Deed::Drop,
            Move::Walk { promotion: Some(_), .. } => Deed::Promotion,
            _ => Deed::Walk,
        }
    }
}

/// Problems that are alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Kind {
    task: Task,
    deed: Deed,
    /// Whether it is one only because mate is judged by the present stock (R8).
    by_stock: bool,
}

struct Maker {
    book: Arc<Rulebook>,
    /// So many problems of a kind are enough.
    share: u64,
    seen: HashSet<u64>,
    found: HashMap<Kind, u64>,
}

impl Maker {
    /// The problems of one match, at most one of a kind: neighbours are much alike.
    fn lines(&mut self, seed: u64) -> Vec<String> {
        let mut kinds = HashSet::new();
        let mut lines = Vec::new();
        for reached in self.positions(seed) {
            let mut bundle = reached.otherwise(self.book.board_rules());
            bundle.push(reached);
            for boards in bundle {
                let Some((kind, moves)) = self.examine(&boards) else { continue };
                if !kinds.insert(kind) {
                    continue;
                }
                *self.found.entry(kind).or_default() += 1;
                let pair = ByBoard::new_with(|board| match board {
                    BoardId::A => &boards.played,
                    BoardId::B => &boards.other_board,
                });
                let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
                lines.push(format!(
                    "{}; {}; {}; {}",
                    self.book.id(),
                    kind.task,
                    write_bfen(&pair, None),
                    moves.join(" ")
                ));
            }
        }
        lines
    }

    /// Positions of a bot match, each from the side of the player on move.
    fn positions(&self, seed: u64) -> Vec<Boards> {
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
        for event in played.events() {
            state.apply(event);
            if let EventKind::Completed { seat } = event.kind {
                let game = state.game(seat.board());
                if !game.ended() {
                    let other_board = state.game(!seat.board()).position.clone();
                    positions.push(Boards { played: game.position.clone(), other_board });
                }
            }
        }
        positions
    }

    /// What is to be found in a position, if it is a clear problem of a kind that is wanted.
    fn examine(&mut self, boards: &Boards) -> Option<(Kind, Vec<Move>)> {
        let position = &boards.played;
        let us = position.turn();
        let stock = position.stock(us).total();
        if stock > 7
            || stock + position.stock(!us).total() == 0
            || !self.seen.insert(position.repetition_key())
        {
            return None;
        }
        let brute = Brute {
            rules: *self.book.board_rules(),
            other: Some(OtherBoard { position: &boards.other_board, ended: false }),
        };
        if brute.mates(position, 1) {
            return None;
        }
        if brute.mates(position, 2) {
            return self.mate(&brute, position, 2);
        }
        if position.stock(Color::White).total() + position.stock(Color::Black).total() <= 6
            && brute.board(position).count_legal_moves() < 90
            && forced(&brute, position, 3)
        {
            return self.mate(&brute, position, 3);
        }
        // Threatened with mate, or in check: does one move alone save?
        let threatened = if position.is_check(us) {
            brute.board(position).count_legal_moves() >= CHOICE
        } else {
            let mut passed = position.clone();
            passed.pass();
            brute.mates(&passed, 2)
        };
        if !threatened {
            return None;
        }
        let moves = brute.saving_moves(position, 2);
        let by_stock = || brute.by_contact().saving_moves(position, 2).len() > 1;
        if moves.len() == 1 { self.wanted(Task::Save(2), moves, by_stock) } else { None }
    }

    fn mate(
        &self,
        brute: &Brute<'_>,
        position: &Position,
        moves: u32,
    ) -> Option<(Kind, Vec<Move>)> {
        let solutions = brute.mating_moves(position, moves);
        let by_stock = || !brute.by_contact().mates(position, moves);
        if solutions.len() <= 2 {
            self.wanted(Task::Mate(moves), solutions, by_stock)
        } else {
            None
        }
    }

    /// The kind of a problem, if all solutions are of one and there is room for it.
    fn wanted(
        &self,
        task: Task,
        moves: Vec<Move>,
        by_stock: impl Fn() -> bool,
    ) -> Option<(Kind, Vec<Move>)> {
        let deed = Deed::of(*moves.first()?);
        if moves.iter().any(|m| Deed::of(*m) != deed) {
            return None;
        }
        let kind = Kind { task, deed, by_stock: by_stock() };
        let room = self.found.get(&kind).is_none_or(|found| *found < self.share);
        room.then_some((kind, moves))
    }
}

/// Whether a mate can be forced by checks alone: a quick look before the full one.
fn forced(brute: &Brute<'_>, position: &Position, moves: u32) -> bool {
    brute.board(position).legal_moves().into_iter().any(|m| {
        let mut next = position.clone();
        next.play_unchecked(m, &brute.rules);
        next.is_check(next.turn())
            && (brute.is_lost(&next, 1)
                || (moves > 1
                    && brute.board(&next).has_legal_move()
                    && brute.board(&next).legal_moves().into_iter().all(|reply| {
                        let mut after = next.clone();
                        after.play_unchecked(reply, &brute.rules);
                        forced(brute, &after, moves - 1)
                    })))
    })
}
