//! What the clocks of a game tell: time left, time thought, time since the start.

use tandem_notation::Bfen;
use tandem_notation::bpgn::{Clock, Game, Ply};
use tandem_rules::{ByBoard, BySeat, Millis, Seat};

/// The times of a half-move, as far as the game tells them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Times {
    /// What the player has left after it.
    pub(super) left: Option<Millis>,
    /// How long the player thought about it.
    pub(super) thought: Option<Millis>,
    /// When it was made, counted from the start of the match.
    pub(super) since: Option<Millis>,
}

/// The four clocks while a game is followed.
pub(super) struct Clocks {
    increment: Millis,
    left: BySeat<Option<Millis>>,
    /// When the clock of the player on move was started, on each board.
    started: ByBoard<Option<Millis>>,
}

impl Clocks {
    pub(super) fn new(game: &Game) -> Clocks {
        let control = game.tags.time_control();
        // A position has clocks of its own.
        let position = game.tags.fen().and_then(|fen| Bfen::parse_lenient(fen).ok());
        let left = BySeat::new_with(|seat: Seat| {
            let shown = position.as_ref().and_then(|bfen| bfen.boards[seat.board()].clocks);
            let shown = shown.map(|clocks| *clocks.get(seat.color()));
            shown.or(control.map(|control| control.time))
        });
        Clocks {
            increment: control.map_or(Millis::ZERO, |control| control.increment),
            left,
            started: ByBoard::new_with(|_| Some(Millis::ZERO)),
        }
    }

    /// A player has moved.
    pub(super) fn press(&mut self, ply: &Ply) -> Times {
        let (seat, board) = (ply.seat(), ply.seat().board());
        let (before, from) = (self.left[seat], self.started[board]);
        let times = match ply.clock {
            Some(Clock::Left(left)) => {
                // Clocks that were set right by hand would make a thought of less than nothing.
                let thought =
                    before.map(|before| (before + self.increment - left).max(Millis::ZERO));
                let since = from.zip(thought).map(|(from, thought)| from + thought);
                Times { left: Some(left), thought, since }
            }
            Some(Clock::Since(since)) => {
                let thought = from.map(|from| (since - from).max(Millis::ZERO));
                let left =
                    before.zip(thought).map(|(before, thought)| before - thought + self.increment);
                Times { left, thought, since: Some(since) }
            }
            None => Times::default(),
        };
        self.left[seat] = times.left;
        self.started[board] = times.since;
        times
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_notation::bpgn::Reader;

    fn followed(text: &str) -> Vec<(i64, i64, i64)> {
        let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let mut clocks = Clocks::new(&game);
        let number = |time: Option<Millis>| time.map_or(-1, |time| time.0);
        let plies = game.main.plies.iter().map(|ply| clocks.press(ply));
        plies.map(|it| (number(it.left), number(it.thought), number(it.since))).collect()
    }

    #[test]
    fn times_left_and_times_since_the_start_tell_the_same() {
        let expected = [
            (60_000, 2000, 2000),
            (61_000, 1000, 1000),
            (59_000, 3000, 5000),
            (58_500, 3500, 8500),
        ];
        let left = "[TimeControl \"60+2\"]\n1A. e4 {60} 1B. e4 {61} 1a. d5 {59} 2A. exd5 {58.5} *";
        assert_eq!(followed(left), expected);
        let since = "[TimeControl \"60+2\"]\n1A. e4 {[ts=2]} 1B. e4 {[ts=1]} 1a. d5 {[ts=5]} \
                     2A. exd5 {[ts=8.5]} *";
        assert_eq!(followed(since), expected);
    }

    #[test]
    fn what_is_not_told_is_not_guessed() {
        assert_eq!(
            followed("1A. e4 {58} 1a. d5 {57} 2A. exd5 {55} *"),
            [(58_000, -1, -1), (57_000, -1, -1), (55_000, 3000, -1),]
        );
        let gap = "[TimeControl \"60+0\"]\n1A. e4 {58} 1a. d5 2A. exd5 {55} *";
        assert_eq!(followed(gap), [(58_000, 2000, 2000), (-1, -1, -1), (55_000, 3000, -1)]);
    }
}
