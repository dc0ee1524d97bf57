//! Four bots play a match, each with its clock, and the referee judges: where to begin with a bot of one's own.
//!
//! `cargo run -p tandem-referee --example write_your_own_bot`

#![allow(clippy::print_stdout, reason = "an example speaks to whoever runs it")]

use std::error::Error;
use std::sync::Arc;

use tandem_referee::{Act, Attempt, Command, Match, Phase, Settings};
use tandem_rules::shakmaty::Role;
use tandem_rules::{BoardId, Bughouse, Millis, Move, Rulebook, Seat, Stuck};

/// A bot that mates if it can, else takes the best piece on offer, else plays anything.
struct Greedy {
    dice: u64,
}

impl Greedy {
    /// The move that it would make on a board; none if it has to wait for a piece.
    fn choose(&mut self, board: &Bughouse<'_>) -> Option<Move> {
        self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let luck = (self.dice >> 33) as usize;
        let moves = board.legal_moves();
        let anything = *moves.get(luck % moves.len().max(1))?;
        let best = moves.into_iter().max_by_key(|&m| {
            let mut after = board.clone();
            let gain = after.play_unchecked(m).map_or(0, |man| worth(man.off_board()));
            if after.stuck() == Stuck::Mate { 100 } else { gain }
        })?;
        Some(if board.captured_by(best).is_none() && !luck.is_multiple_of(8) {
            anything
        } else {
            best
        })
    }
}

fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop | Role::Rook => 2,
        Role::Queen => 4,
        Role::King => 0,
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let book = Arc::new(Rulebook::builtin("fics").ok_or("a built-in book")?);
    let mut game = Match::new(Settings::new(book));
    let mut log = Vec::new();
    let mut bot = Greedy { dice: 42 };
    let mut now = Millis(0);
    game.act(now, &Command::Start, &mut log)?;

    while game.phase() == Phase::Playing {
        // Half a second a move, the boards in turn; a real bot waits for its own.
        now += Millis(500);
        let board = BoardId::ALL[usize::from(now.0 % 1_000 == 0)];
        let seat = Seat::new(board, game.game(board).on_move);
        let command = match bot.choose(&game.board_for(seat)) {
            Some(m) => {
                Command::Player { seat, act: Act::Move { tried: Attempt::Coordinates(m.into()) } }
            }
            // Nothing to play: the clock runs until a piece comes or the flag falls.
            None => Command::Tick,
        };
        if let Err(refusal) = game.act(now, &command, &mut log) {
            // A legal move can still be barred; a real bot would look at what it is asked for.
            println!("{seat}: refused by {}", refusal.article);
        }
        if now > Millis::from_secs(3_600) {
            break;
        }
    }
    match game.verdict() {
        Some(verdict) => println!("{} after {} events", verdict.result.as_str(), log.len()),
        None => println!("nobody has won within the hour"),
    }
    assert!(log.len() > 20);
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    main()
}
