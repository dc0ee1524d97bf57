//! Looks in bot matches for positions in which a man that arrives while a player thinks makes the move
//! they have in mind a fatal one: `cargo run --release -p tandem-engine --example make_arrivals BOOK
//! COUNT [SEED]` prints COUNT lines for `fixtures/arrivals.txt`.
#![expect(clippy::print_stdout, reason = "it prints what it finds")]

#[path = "../tests/tactics/brute.rs"]
#[expect(dead_code, reason = "tactics need more of it")]
mod brute;

use std::sync::Arc;

use brute::Brute;
use tandem_engine::simulate::{Terms, play};
use tandem_engine::{Bot, Engine, Laws, Level, Limits, Problem, Stakes};
use tandem_notation::write_bfen;
use tandem_referee::{EventKind, Match, Settings, TimeControl};
use tandem_rules::shakmaty::Role;
use tandem_rules::{BoardId, ByBoard, BySeat, Millis, Move, OtherBoard, Position, Rulebook, Seat};

/// So long the player has thought when the man arrives, in nodes.
const NODES: u64 = 8_000;
/// So many other moves the player has at least that are not fatal.
const CHOICE: usize = 3;

fn main() {
    let mut words = std::env::args().skip(1);
    let book = words.next().and_then(|id| Rulebook::builtin(&id)).expect("a book");
    let mut number = || words.next().and_then(|word| word.parse::<u64>().ok());
    let count = number().expect("a count");
    let mut seed = number().unwrap_or(1) * 1_000;
    let (book, mut found) = (Arc::new(book), 0);
    while found < count {
        seed += 1;
        // One of a match: neighbours are much alike.
        if let Some(line) = positions(&book, seed).iter().find_map(|pair| examine(&book, pair)) {
            println!("{line}");
            found += 1;
        }
    }
}

/// The positions of a bot match; the board in front is played on.
fn positions(book: &Arc<Rulebook>, seed: u64) -> Vec<ByBoard<Position>> {
    let time = TimeControl::sudden_death(Millis::from_secs(30));
    let terms = Terms {
        book: book.clone(),
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
    let mut settings = Settings::new(book.clone());
    settings.time = time;
    let mut state = Match::new(settings);
    let mut positions = Vec::new();
    for event in played.events() {
        state.apply(event);
        if let EventKind::Completed { seat } = event.kind
            && !state.game(seat.board()).ended()
        {
            positions.push(ByBoard::new_with(|board| {
                let shown = if board == BoardId::A { seat.board() } else { !seat.board() };
                state.game(shown).position.clone()
            }));
        }
    }
    positions
}

/// A line for the file, if a man makes the move that looks best a fatal one.
fn examine(book: &Rulebook, pair: &ByBoard<Position>) -> Option<String> {
    let (position, beside) = (&pair[BoardId::A], &pair[BoardId::B]);
    let other = Some(OtherBoard { position: beside, ended: false });
    let brute = Brute { rules: *book.board_rules(), other };
    // What comes most often first.
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter().find_map(|role| {
        let fatal = fatal(&brute, position, role);
        let legal = brute.board(position).legal_moves();
        if fatal.is_empty() || fatal.len() + CHOICE > legal.len() {
            return None;
        }
        let laws = Laws::of(book);
        let stakes = Stakes::default();
        let problem = Problem { position, laws: &laws, other, earlier: &[], stakes, lines: 1 };
        let best = Engine::new(1).search(&problem, Limits::nodes(NODES)).best()?;
        fatal.contains(&best).then(|| {
            let pair = ByBoard::new_with(|board| &pair[board]);
            let moves: Vec<String> = fatal.iter().map(ToString::to_string).collect();
            let (man, bfen) = (role.upper_char(), write_bfen(&pair, None));
            format!("{}; {man}; {bfen}; {}", book.id(), moves.join(" "))
        })
    })
}

/// The moves that are mated at once with the man, and not without it.
fn fatal(brute: &Brute<'_>, position: &Position, role: Role) -> Vec<Move> {
    let mut richer = position.clone();
    richer.stock_mut(!position.turn()).add(role);
    let safe = brute.saving_moves(&richer, 1);
    let before = brute.saving_moves(position, 1);
    before.into_iter().filter(|m| !safe.contains(m)).collect()
}
