//! The moves that the referee would take from a player now.

use tandem_referee::{Act, Attempt, Command, Match, Phase};
use tandem_rules::{Coordinates, Millis, Move, Seat};

/// The legal moves of a player that the referee would take, in coordinates.
pub(super) fn playable(game: &Match, seat: Seat, now: Millis) -> Vec<Move> {
    let side = game.game(seat.board());
    let may_reply = side.on_move != seat.color() && side.made.is_some() && side.early.is_none();
    let on_move = side.on_move == seat.color() && side.made.is_none();
    if game.phase() != Phase::Playing || side.ended() || !(on_move || may_reply) {
        return Vec::new();
    }
    let other = Some(game.beside(seat.board()));
    let mut moves: Vec<Move> =
        game.position_for(seat).legal_moves(game.book().board_rules(), other).into_iter().collect();
    // What bars one move bars all, but for the touch rule and forbidden men.
    let each = side.touched.is_some() || !game.player(seat).forbidden.is_empty();
    if each {
        moves.retain(|m| taken(game, seat, *m, now));
    } else if moves.first().is_some_and(|m| !taken(game, seat, *m, now)) {
        moves.clear();
    }
    moves
}

fn taken(game: &Match, seat: Seat, m: Move, now: Millis) -> bool {
    let Ok(coordinates) = m.to_string().parse::<Coordinates>() else { return false };
    let act = Act::Move(Attempt::Coordinates(coordinates));
    game.decide(now, &Command::Player(seat, act)).1.is_none()
}
