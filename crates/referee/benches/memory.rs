//! Bytes that a live match holds after sixty moves.

#![allow(clippy::print_stdout, reason = "a bench measures and tells")]

use std::sync::Arc;

use tandem_referee::{Act, Attempt, Command, Match, Settings};
use tandem_rules::{BoardId, Coordinates, Millis, Rulebook, Seat};

#[global_allocator]
static HEAP: dhat::Alloc = dhat::Alloc;

fn main() {
    let _profiler = dhat::Profiler::builder().testing().build();
    let book = Arc::new(Rulebook::builtin("stein").expect("a built-in book"));
    let before = dhat::HeapStats::get().curr_bytes;
    let mut game = Match::new(Settings::new(Arc::clone(&book)));
    let mut events = Vec::new();
    game.act(Millis::ZERO, &Command::Start, &mut events).expect("it starts");
    for turn in 0..60_u32 {
        events.clear();
        let board = BoardId::ALL[turn as usize % 2];
        let seat = Seat::new(board, game.game(board).on_move);
        let moves = game.board_for(seat).legal_moves();
        let chosen = moves[turn as usize * 7 % moves.len()].to_string();
        let chosen: Coordinates = chosen.parse().expect("coordinates");
        let act = Act::Move { tried: Attempt::Coordinates(chosen) };
        let now = Millis(i64::from(turn) * 100);
        game.act(now, &Command::Player { seat, act }, &mut events).expect("legal");
    }
    drop(events);
    let heap = dhat::HeapStats::get().curr_bytes - before;
    let total = heap + size_of::<Match>();
    println!("a live match after 60 moves holds {total} bytes (goal: at most 8192)");
}
