//! A game as a series of moments: clocks, material and stocks after every half-move.

use tandem_rules::shakmaty::{Color, Role};
use tandem_rules::{BoardId, ByBoard, BySeat, ByTeam, Millis, Position, Rulebook, Seat, Team};

use crate::bpgn::{Clock, Game, GameResult};
use crate::replay::{Replay, check_with, time_left};

/// What a man is worth in bughouse, where a pawn on the seventh rank may be a rook's end.
pub(super) fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop | Role::Rook => 2,
        Role::Queen => 4,
        Role::King => 0,
    }
}

/// The state after a half-move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moment {
    /// Seconds since the start, or the number of the half-move where no clock tells.
    pub(super) at: f64,
    /// On each board, how many seconds team 1 is ahead on the clock.
    pub(super) ahead: ByBoard<f64>,
    /// Material of team 1 less that of team 2, on boards and in stocks.
    pub(super) material: i32,
    /// What each team holds beside the boards.
    pub(super) stock: ByTeam<i32>,
}

/// The moments of a game.
#[derive(Debug)]
pub(super) struct Timeline {
    /// From the start to the last move that could be played.
    pub(super) moments: Vec<Moment>,
    /// Whether [`Moment::at`] is a time.
    pub(super) timed: bool,
    /// Who won.
    pub(super) result: GameResult,
}

impl Timeline {
    pub(super) fn of(game: &Game, book: &Rulebook) -> Timeline {
        let mut clocks = Clocks::new(game);
        let start = Replay::of_game(book, game).ok();
        let mut moments: Vec<Moment> =
            start.iter().map(|start| moment(start.positions(), 0.0, ByBoard::default())).collect();
        let checked = check_with(game, book, |ply, _, positions| {
            let at = clocks.press(ply.seat(), ply.clock, moments.len());
            moments.push(moment(positions, at, clocks.ahead(at)));
        });
        Timeline { moments, timed: clocks.timed, result: checked.verdict.result }
    }
}

fn moment(positions: ByBoard<&Position>, at: f64, ahead: ByBoard<f64>) -> Moment {
    let mut stock = ByTeam::<i32>::default();
    let mut material = 0;
    for board in BoardId::ALL {
        let position = positions[board];
        for color in Color::ALL {
            let team = Seat::new(board, color).team();
            let held: i32 = position
                .stock(color)
                .iter()
                .map(|(role, count)| worth(role) * i32::from(count))
                .sum();
            stock[team] += held;
            let sign = if team == Team::One { 1 } else { -1 };
            material += sign * (held + on_board(position, color));
        }
    }
    Moment { at, ahead, material, stock }
}

fn on_board(position: &Position, color: Color) -> i32 {
    let men = position.board().by_color(color);
    men.into_iter()
        .filter_map(|square| {
            let role = position.board().role_at(square)?;
            // Off the board a promoted pawn is a pawn.
            Some(worth(if position.promoted().contains(square) { Role::Pawn } else { role }))
        })
        .sum()
}

/// The four clocks while a game is followed.
struct Clocks {
    timed: bool,
    increment: f64,
    left: BySeat<f64>,
    /// When each board's running clock was started, and whose it is.
    started: ByBoard<(f64, Color)>,
}

fn seconds(time: Millis) -> f64 {
    time.0 as f64 / 1000.0
}

/// Archives of the internet servers leave the time control out: play began at a whole minute.
fn likely_time(game: &Game) -> Option<f64> {
    let left = game.main.plies.iter().filter_map(|ply| time_left(ply.clock)).max()?;
    Some((seconds(left) / 60.0).ceil() * 60.0)
}

impl Clocks {
    fn new(game: &Game) -> Clocks {
        let control = game.tags.time_control();
        let told = game.main.plies.iter().any(|ply| ply.clock.is_some());
        let time = control.map(|control| seconds(control.time)).or_else(|| likely_time(game));
        let timed = time.is_some() && told;
        let time = time.unwrap_or_default();
        Clocks {
            timed,
            increment: control.map_or(0.0, |control| seconds(control.increment)),
            left: BySeat::new_with(|_| time),
            started: ByBoard::new_with(|_| (0.0, Color::White)),
        }
    }

    /// A player has moved; gives the time since the start, which never runs backwards.
    fn press(&mut self, seat: Seat, clock: Option<Clock>, index: usize) -> f64 {
        if !self.timed {
            return index as f64;
        }
        let board = seat.board();
        let from = self.started[board].0;
        let now = match clock {
            Some(Clock::Left(left)) => {
                let used = (self.left[seat] + self.increment - seconds(left)).max(0.0);
                self.left[seat] = seconds(left);
                from + used
            }
            Some(Clock::Since(now)) => {
                let now = seconds(now).max(from);
                self.left[seat] += self.increment - (now - from);
                now
            }
            None => from,
        };
        self.started[board] = (now, !seat.color());
        BoardId::ALL.map(|board| self.started[board].0).into_iter().fold(0.0, f64::max)
    }

    /// How many seconds team 1 is ahead on each board, with the clocks that run.
    fn ahead(&self, now: f64) -> ByBoard<f64> {
        ByBoard::new_with(|board| {
            let (from, running) = self.started[board];
            let left = |color: Color| {
                let run = if color == running { now - from } else { 0.0 };
                self.left[Seat::new(board, color)] - run
            };
            let ahead = left(Color::White) - left(Color::Black);
            if Seat::new(board, Color::White).team() == Team::One { ahead } else { -ahead }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bpgn::Reader;

    #[test]
    fn time_and_material_are_followed() {
        let text = "[TimeControl \"60+0\"]\n1A. e4 {58} 1B. e4 {59} 1a. d5 {57} 2A. exd5 {55} *";
        let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let timeline = Timeline::of(&game, &Rulebook::builtin("fics").unwrap());
        let at: Vec<f64> = timeline.moments.iter().map(|moment| moment.at).collect();
        assert!(timeline.timed);
        assert_eq!(at, [0.0, 2.0, 2.0, 5.0, 8.0]);
        // A has 55, a has 57; on board B Black's clock has run since the first second.
        let last = timeline.moments[4];
        assert_eq!((last.ahead[BoardId::A], last.ahead[BoardId::B]), (-2.0, -6.0));
        assert_eq!((last.material, last.stock[Team::One]), (2, 1));
    }

    #[test]
    fn a_time_control_that_is_not_told_is_the_next_whole_minute() {
        let text = "1A. e4 {58} 1B. e4 {59} 1a. d5 {57} 2A. exd5 {55} *";
        let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let timeline = Timeline::of(&game, &Rulebook::builtin("fics").unwrap());
        assert!(timeline.timed);
        assert_eq!(timeline.moments.last().unwrap().at, 8.0);
    }
}
