//! From what somebody asked to what the referee decides on: moves are read by the boards as they
//! stand.

use tandem_referee::{Act, Attempt, Command, Input, Match, MoveText, Record, Refusal};
use tandem_rules::{Illegal, Millis, Seat};

use crate::san::{Notation, ReadMoveError, San, SanError};

/// A move in SAN or coordinates as this player tries it on the board as it stands.
#[must_use]
pub fn read_attempt(game: &Match, seat: Seat, text: &str) -> Attempt {
    if let Ok(coordinates) = text.parse() {
        return Attempt::Coordinates(coordinates);
    }
    let board = game.board_for(seat);
    let read = |text: &str| match game.settings().input {
        Input::Guarded => board.read_coordinates(text),
        // A refusal that rests on what is legal would tell it.
        Input::Open => Ok(San::parse(text)?.to_hands(board.view())?),
    };
    let mut found = read(text);
    let unannounced = Err(ReadMoveError::Rule(SanError::Illegal(Illegal::PromotionUnannounced)));
    if found == unannounced
        && let Some(role) = game.unannounced_promotion()
    {
        let pawn = text.trim_end_matches(['+', '#', '!', '?']);
        found = read(&format!("{pawn}={}", role.upper_char()));
    }
    match found {
        Ok(coordinates) => Attempt::Coordinates(coordinates),
        Err(why) => Attempt::Unplayable(why.into()),
    }
}

/// What an act asks of the referee.
#[must_use]
pub fn read_act(game: &Match, seat: Seat, act: Act<MoveText>) -> Act {
    let mover = match &act {
        Act::Claim { board, .. } => game.draw_claimant(seat, *board),
        _ => seat,
    };
    act.map_move(|text| read_attempt(game, mover, text.as_str()))
}

/// What a command asks of the referee.
#[must_use]
pub fn read_command(game: &Match, asked: Command<MoveText>) -> Command {
    match asked {
        Command::Player { seat, act } => Command::Player { seat, act: read_act(game, seat, act) },
        // No other command has a move in it.
        other => other.map_move(|text| read_attempt(game, Seat::WhiteA, text.as_str())),
    }
}

/// Carries out what somebody asked. What happened is told as a record of the log: none if nothing
/// did. `number` is what the client calls the command.
///
/// # Errors
/// The command had no effect. What time alone brought about is recorded all the same.
pub fn carry_out(
    game: &mut Match,
    at: Millis,
    asked: Command<MoveText>,
    number: Option<u64>,
) -> (Option<Record>, Result<(), Refusal>) {
    let at = game.moment_of(at);
    let command = read_command(game, asked.clone());
    let mut events = Vec::new();
    let outcome = game.act(at, &command, &mut events);
    let (asked, number) = match outcome {
        Ok(()) => (asked, number),
        Err(_) => (Command::Tick, None),
    };
    (Record::new(at, number, asked, events), outcome)
}
