//! The match: everything that is known of it.

use std::sync::Arc;

use tandem_rules::book::{Score, YesNo};
use tandem_rules::shakmaty::{ByColor, Role};
use tandem_rules::{
    BoardId, ByBoard, BySeat, ByTeam, Millis, OtherBoard, Position, Rulebook, Seat, Stock, Stuck,
};

use crate::clock::Clock;
use crate::event::Event;
use crate::game::Game;
use crate::settings::Settings;
use crate::verdict::{MatchVerdict, Points};

/// How far a match has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nobody has started it.
    Waiting,
    /// It is being played.
    Playing,
    /// It is over.
    Over,
}

/// What is known of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Captured men in his hand; they have his partner's colour.
    pub hand: Stock,
    /// Whether he holds captured men back.
    pub holds: bool,
    /// The reading of his clock at which he may go on (sscr 9.4b).
    pub frozen_until: Option<Millis>,
    /// Kinds of men that he may not drop while they are hidden (sscr 1.8).
    pub forbidden: Stock,
    /// Illegal moves of his that were called.
    pub illegal_moves: u8,
    /// Kings that he captured.
    pub kings_captured: u8,
    /// Warnings that he got.
    pub warnings: u8,
    /// Whether he has stopped the clock, which has not been judged needless yet.
    pub has_stopped: bool,
    /// Whether he has spoken for a draw where all four must.
    pub wants_draw: bool,
}

/// The chance of a mated player's partner (R20).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastDrop {
    /// Who may drop.
    pub seat: Seat,
    /// What.
    pub role: Role,
}

/// A match.
#[derive(Clone, Debug)]
pub struct Match {
    pub(crate) settings: Arc<Settings>,
    pub(crate) phase: Phase,
    pub(crate) latest: Millis,
    pub(crate) stopped: bool,
    pub(crate) restarted: bool,
    pub(crate) games: ByBoard<Game>,
    pub(crate) players: BySeat<Player>,
    pub(crate) last_drop: Option<LastDrop>,
    /// When the first game ended, while another may still end at the same moment (R35).
    pub(crate) closing: Option<Millis>,
    /// The board that ended first.
    pub(crate) first_ended: Option<BoardId>,
    pub(crate) points: ByTeam<Points>,
    pub(crate) verdict: Option<MatchVerdict>,
}

/// Two matches are the same when nothing that can still matter differs.
impl PartialEq for Match {
    fn eq(&self, other: &Match) -> bool {
        self.phase == other.phase
            && self.latest == other.latest
            && self.stopped == other.stopped
            && self.restarted == other.restarted
            && self.games == other.games
            && self.players == other.players
            && self.last_drop == other.last_drop
            && self.closing == other.closing
            && self.first_ended == other.first_ended
            && self.points == other.points
            && self.verdict == other.verdict
    }
}

impl Match {
    /// A match that waits for its start.
    #[must_use]
    pub fn new(settings: Settings) -> Match {
        let settings = Arc::new(settings);
        let games = ByBoard::new_with(|board| {
            let readings = ByColor::new_with(|color| match &settings.clocks {
                Some(clocks) => clocks[Seat::new(board, color)],
                None => settings.time.base,
            });
            Game::new(settings.positions[board].clone(), Clock::new(readings))
        });
        Match {
            settings,
            phase: Phase::Waiting,
            latest: Millis::ZERO,
            stopped: false,
            restarted: false,
            games,
            players: BySeat::default(),
            last_drop: None,
            closing: None,
            first_ended: None,
            points: ByTeam::default(),
            verdict: None,
        }
    }

    /// Rebuilds a match from its events.
    #[must_use]
    pub fn replay<'e>(settings: Settings, events: impl IntoIterator<Item = &'e Event>) -> Match {
        let mut state = Match::new(settings);
        events.into_iter().for_each(|event| state.apply(event));
        state
    }

    /// What was agreed before the match.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The book.
    #[must_use]
    pub fn book(&self) -> &Rulebook {
        &self.settings.book
    }

    /// How far the match has come.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether the clocks are stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The moment of the last event.
    #[must_use]
    pub fn latest(&self) -> Millis {
        self.latest
    }

    /// A board.
    #[must_use]
    pub fn game(&self, board: BoardId) -> &Game {
        &self.games[board]
    }

    /// A player.
    #[must_use]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat]
    }

    /// The last drop that is still open (R20).
    #[must_use]
    pub fn last_drop(&self) -> Option<LastDrop> {
        self.last_drop
    }

    /// How the match ended.
    #[must_use]
    pub fn verdict(&self) -> Option<&MatchVerdict> {
        self.verdict.as_ref()
    }

    /// What a player's clock shows at a moment.
    #[must_use]
    pub fn clock(&self, seat: Seat, now: Millis) -> Millis {
        // A game that waits for the same moment to pass has stopped already (R35).
        let now = self.closing.map_or(now, |closing| now.min(closing));
        self.games[seat.board()].clock.reading(seat.color(), now)
    }

    /// The board as this player sees it, he himself to move.
    #[must_use]
    pub fn position_for(&self, seat: Seat) -> Position {
        let mut position = self.games[seat.board()].position.clone();
        position.set_turn(seat.color());
        position
    }

    /// The other board, as promotions see it.
    #[must_use]
    pub fn beside(&self, board: BoardId) -> OtherBoard<'_> {
        let other = &self.games[!board];
        OtherBoard { position: &other.position, ended: other.ended() }
    }

    /// The points of both teams: while the match goes on, what has been scored so far.
    #[must_use]
    pub fn score(&self) -> ByTeam<Points> {
        let scored = match self.book().axes.contest.score.is {
            Score::Sum => BoardId::ALL
                .into_iter()
                .filter_map(|board| Some(self.games[board].verdict.as_ref()?.result.score(board)))
                .collect(),
            Score::Match | Score::FirstGame => {
                self.verdict.iter().map(|verdict| verdict.result.score()).collect::<Vec<_>>()
            }
        };
        let sum = |team| scored.iter().fold(self.points[team], |sum, game| sum + game[team]);
        ByTeam::new_with(|team| match self.most_points() {
            Some(most) => sum(team).min(most),
            None => sum(team),
        })
    }

    /// What a team can have at most, where rulings may not give it more (sscr 9.4f).
    pub(crate) fn most_points(&self) -> Option<Points> {
        let limited = self.book().axes.arbiter.points_limited.is == YesNo::Yes;
        limited.then_some(match self.book().axes.contest.score.is {
            Score::Sum => Points(2000),
            Score::Match | Score::FirstGame => Points(1000),
        })
    }

    /// Whether the player has no legal move now, and what that means by the book.
    #[must_use]
    pub fn stuck(&self, board: BoardId) -> Stuck {
        self.stuck_in(board, &self.games[board].position)
    }

    /// The same of the position that was completed last, whatever has been made since.
    pub(crate) fn completed_stuck(&self, board: BoardId) -> Stuck {
        let game = &self.games[board];
        let mut completed = game.position.clone();
        completed.restore_board(game.completed_position());
        self.stuck_in(board, &completed)
    }

    fn stuck_in(&self, board: BoardId, position: &Position) -> Stuck {
        let book = self.book();
        position.stuck(book.board_rules(), book.mate_rule(), Some(self.beside(board)))
    }
}
