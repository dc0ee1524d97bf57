//! The match: everything that is known of it.

use std::sync::Arc;

use serde::Serialize;
use tandem_rules::book::{Binds, MateSeen, Score, YesNo};
use tandem_rules::shakmaty::{ByColor, Color, Role};
use tandem_rules::{
    BoardId, BoardView, Bughouse, ByBoard, BySeat, ByTeam, Millis, OtherBoard, Position, Rulebook,
    Seat, Stock, Stuck,
};

use crate::clock::Clock;
use crate::event::Event;
use crate::game::Game;
use crate::on_table::OnTable;
use crate::settings::{BoardsAt, Input, Settings};
use crate::taken_back::LastRuling;
use crate::verdict::{GameVerdict, MatchVerdict, Points, Reason};

/// How far a match has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
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
    /// Captured men in the player's hand; they have the partner's colour.
    pub hand: Stock,
    /// Whether the player holds captured men back.
    pub holds: bool,
    /// The reading of the player's clock at which they may go on (sscr 9.4b).
    pub frozen_until: Option<Millis>,
    /// Kinds of men that the player may not drop while they are hidden (sscr 1.8).
    pub forbidden: Stock,
    /// Illegal moves of the player that were called.
    pub illegal_moves: u8,
    /// Kings that the player captured.
    pub kings_captured: u8,
    /// Warnings that the player got.
    pub warnings: u8,
    /// Whether the player has stopped the clock, which has not been judged needless yet.
    pub has_stopped: bool,
    /// Whether the player has spoken for a draw where all four must.
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
///
/// ```
/// # use std::sync::Arc;
/// # use tandem_referee::{Act, Attempt, Command, Match, Settings};
/// # use tandem_rules::{Millis, Rulebook, Seat};
/// # let book = Arc::new(Rulebook::builtin("fics").expect("a built-in book"));
/// # let mut events = Vec::new();
///
/// let mut game = Match::new(Settings::new(book));
/// game.act(Millis(0), &Command::Start, &mut events)?;
/// let e4 = Act::Move { tried: Attempt::Coordinates("e2e4".parse()?) };
/// game.act(Millis(700), &Command::Player { seat: Seat::WhiteA, act: e4 }, &mut events)?;
/// assert!(game.board_for(Seat::BlackA).legal_moves().len() == 20);
/// assert!(game.verdict().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// When the act was done that ended it: a mate may have been claimed later (R44).
    pub(crate) decided: Option<Millis>,
    pub(crate) points: ByTeam<Points>,
    /// What the arbiter ruled last, while it can be taken back (R56).
    pub(crate) last_ruling: Option<LastRuling>,
    pub(crate) verdict: Option<MatchVerdict>,
    pub(crate) on_table: OnTable,
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
            && self.decided == other.decided
            && self.points == other.points
            && self.last_ruling == other.last_ruling
            && self.verdict == other.verdict
            && self.on_table == other.on_table
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
            decided: None,
            points: ByTeam::default(),
            last_ruling: None,
            verdict: None,
            on_table: OnTable::default(),
        }
    }

    /// Rebuilds a match from its events.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tandem_referee::{Act, Attempt, Command, Match, Settings};
    /// # use tandem_rules::{Millis, Rulebook, Seat};
    /// # let book = Arc::new(Rulebook::builtin("fics").expect("a built-in book"));
    /// # let mut events = Vec::new();
    ///
    /// let mut game = Match::new(Settings::new(Arc::clone(&book)));
    /// game.act(Millis(0), &Command::Start, &mut events)?;
    /// game.act(Millis(900), &Command::Player { seat: Seat::WhiteB, act: Act::Resign }, &mut events)?;
    /// let again = Match::replay(Settings::new(book), &events);
    /// assert!(again == game);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// The moment at which something counts that is told of a moment: never before the last event,
    /// but for clocks on the table, which tell what they saw each of its own board, maybe late (R55).
    #[must_use]
    pub fn moment_of(&self, told: Millis) -> Millis {
        if self.is_on_table() { told } else { told.max(self.latest) }
    }

    /// Whether the boards stand on the table, and the referee has the clocks alone (R55).
    #[must_use]
    pub fn is_on_table(&self) -> bool {
        self.settings.boards == BoardsAt::Table
    }

    /// What is kept while they do.
    #[must_use]
    pub fn on_table(&self) -> &OnTable {
        &self.on_table
    }

    /// How the match ended.
    #[must_use]
    pub fn verdict(&self) -> Option<&MatchVerdict> {
        self.verdict.as_ref()
    }

    /// What a player's clock shows at a moment.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tandem_referee::{Act, Attempt, Command, Match, Settings};
    /// # use tandem_rules::{Millis, Rulebook, Seat};
    /// # let book = Arc::new(Rulebook::builtin("fics").expect("a built-in book"));
    /// # let mut events = Vec::new();
    ///
    /// let mut game = Match::new(Settings::new(book));
    /// let base = game.settings().time.base;
    /// game.act(Millis(0), &Command::Start, &mut events)?;
    /// assert_eq!(game.clock(Seat::WhiteA, Millis(2_000)), base - Millis(2_000)); // it runs
    /// assert_eq!(game.clock(Seat::BlackA, Millis(2_000)), base); // it does not
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn clock(&self, seat: Seat, now: Millis) -> Millis {
        // A game that waits for the same moment to pass has stopped already (R35).
        let now = self.closing.map_or(now, |closing| now.min(closing));
        self.games[seat.board()].clock.reading(seat.color(), now)
    }

    /// Whose clock runs on a board: nobody's while the clocks are stopped, before the match and
    /// after it.
    #[must_use]
    pub fn running(&self, board: BoardId) -> Option<Color> {
        let may_run = self.phase == Phase::Playing && !self.stopped;
        self.games[board].clock.running().filter(|_| may_run)
    }

    /// The reading of a player's clock at which they may go on, while they are frozen.
    #[must_use]
    pub fn frozen_until(&self, seat: Seat, now: Millis) -> Option<Millis> {
        self.players[seat].frozen_until.filter(|until| self.clock(seat, now) > *until)
    }

    /// The board as this player sees it, with this player to move.
    #[must_use]
    pub fn position_for(&self, seat: Seat) -> Position {
        let mut position = self.games[seat.board()].position.clone();
        position.set_turn(seat.color());
        position
    }

    /// The other board, as promotions see it.
    #[must_use]
    pub fn other_board(&self, board: BoardId) -> OtherBoard<'_> {
        let other = &self.games[!board];
        OtherBoard { position: &other.position, ended: other.ended() }
    }

    /// A board by the book of the match, as it stands.
    #[must_use]
    pub fn board(&self, board: BoardId) -> BoardView<'_> {
        self.games[board].position.by(self.book()).with_other(self.other_board(board))
    }

    /// The board as this player sees it ([`Match::position_for`]), by the book of the match.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tandem_referee::{Match, Settings};
    /// # use tandem_rules::{Rulebook, Seat};
    /// # let book = Arc::new(Rulebook::builtin("fics").expect("a built-in book"));
    ///
    /// let game = Match::new(Settings::new(book));
    /// // Black's moves, though White is on move: what a player may prepare.
    /// assert_eq!(game.board_for(Seat::BlackA).legal_moves().len(), 20);
    /// assert!(game.board_for(Seat::BlackA).why_not("e7e5".parse()?).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn board_for(&self, seat: Seat) -> Bughouse<'_> {
        Bughouse::of(self.position_for(seat), self.book())
            .with_other(self.other_board(seat.board()))
    }

    /// The points of both teams: while the match goes on, what has been scored so far.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tandem_referee::{Act, Attempt, Command, Match, Settings};
    /// # use tandem_rules::{Millis, Rulebook, Seat};
    /// # let book = Arc::new(Rulebook::builtin("fics").expect("a built-in book"));
    /// # let mut events = Vec::new();
    ///
    /// use tandem_referee::Points;
    /// use tandem_rules::Team;
    ///
    /// let mut game = Match::new(Settings::new(book));
    /// game.act(Millis(0), &Command::Start, &mut events)?;
    /// game.act(Millis(900), &Command::Player { seat: Seat::BlackA, act: Act::Resign }, &mut events)?;
    /// assert_eq!(game.score()[Team::One], Points(1_000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// Whether mates end nothing here before they are claimed (R30).
    pub(crate) fn mates_are_claimed(&self) -> bool {
        self.settings.input == Input::Open
            && self.book().axes.stuck.mate_seen.is == MateSeen::ClaimedInOpen
    }

    /// What the partner of a player who is mated now may still drop (R20).
    pub(crate) fn last_drop_for(&self, victim: Seat) -> Option<LastDrop> {
        let axes = &self.book().axes;
        let role = (*self.games[victim.board()].last_capture.get(victim.color()))?;
        let seat = victim.partner();
        let other = &self.games[seat.board()];
        // A made move that binds can't be exchanged for the drop.
        let free = other.made.is_none() || axes.moves.binds.is == Binds::Pressed;
        let on_move = other.on_move == seat.color() && !other.ended();
        let holds = other.position.stock(seat.color()).has(role);
        let may = axes.contest.last_drop.is == YesNo::Yes;
        (may && on_move && free && holds).then_some(LastDrop { seat, role })
    }

    /// When the act was done that a verdict rests on, if that was before the claim (R44).
    pub(crate) fn deed_of(&self, board: BoardId, verdict: &GameVerdict) -> Option<Millis> {
        let loser = !verdict.result.winner()?;
        let game = &self.games[board];
        match verdict.reason {
            Reason::Mate => game.standing_mate.filter(|mate| mate.color == loser).map(|m| m.at),
            Reason::IllegalMove => game.windows.get(loser).map(|window| window.at),
            _ => None,
        }
    }

    /// Whether the player has no legal move now, and what that means by the book.
    #[must_use]
    pub fn stuck(&self, board: BoardId) -> Stuck {
        self.board(board).stuck()
    }

    /// The same of the position that was completed last, whatever has been made since.
    pub(crate) fn completed_stuck(&self, board: BoardId) -> Stuck {
        let game = &self.games[board];
        let mut completed = game.position.clone();
        completed.restore_board(game.completed_position());
        completed.by(self.book()).with_other(self.other_board(board)).stuck()
    }
}
