//! A table that is followed here: the match rebuilt from its events, and who looks at it.

use tandem_notation::{Letters, San, SanPlus, Suffix};
use tandem_referee::{Act, Event, EventKind, Match, Phase, Ruling};
use tandem_rules::shakmaty::{Color, File, Role};
use tandem_rules::{BoardId, ByBoard, BySeat, Millis, Move, Promotion, Seat};

use crate::house::{Listed, Opened, Seated, TableKey};
use crate::person::PersonId;
use crate::text::handle;

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Done {
    pub(crate) color: Color,
    /// `exd4`, `N@f3+`.
    pub(crate) san: String,
    /// `P/e2-e4`, `N/@@-f3`.
    pub(crate) long: String,
    /// How long it took.
    pub(crate) took: Millis,
    /// The file of a pawn that went two squares.
    pub(crate) pushed: Option<File>,
}

/// What of a board a client shows: if it is the same, nothing is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    placement: tandem_rules::shakmaty::Board,
    on_move: Color,
    moves: u16,
}

/// A table that is followed here.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) key: TableKey,
    pub(crate) code: String,
    pub(crate) game: Match,
    pub(crate) arbiter: bool,
    pub(crate) numbers: ByBoard<u32>,
    pub(crate) people: BySeat<Seated>,
    pub(crate) handles: BySeat<String>,
    pub(crate) moves: ByBoard<Vec<Done>>,
    /// The moment of the match when it was last told, and by the door's own time.
    pub(crate) moment: Millis,
    told_at: Millis,
    /// The moment of the match when it began.
    started: Millis,
    /// Those who play here through this door.
    pub(crate) players: BySeat<Option<PersonId>>,
    pub(crate) watchers: Vec<(PersonId, BoardId)>,
    /// Whose end has been told.
    pub(crate) end_told: ByBoard<bool>,
    /// Whether the start has been told.
    pub(crate) begun: bool,
}

impl Table {
    pub(crate) fn new(opened: &Opened, numbers: ByBoard<u32>, now: Millis) -> Table {
        let mut table = Table {
            key: opened.table,
            code: opened.code.clone(),
            game: Match::new(opened.settings.clone()),
            arbiter: opened.arbiter,
            numbers,
            people: opened.people.clone(),
            handles: handles(&opened.people),
            moves: ByBoard::default(),
            moment: opened.moment,
            told_at: now,
            started: Millis::ZERO,
            players: BySeat::default(),
            watchers: Vec::new(),
            end_told: ByBoard::default(),
            begun: false,
        };
        opened.log.iter().for_each(|event| table.take(event));
        table.begun = table.game.phase() != Phase::Waiting;
        table.end_told = ByBoard::new_with(|board| table.game.game(board).ended());
        table
    }

    /// A match that is only listed.
    pub(crate) fn of_list(listed: Listed, numbers: ByBoard<u32>, now: Millis) -> Table {
        Table {
            key: TableKey(0),
            code: listed.code,
            handles: handles(&listed.people),
            people: listed.people,
            moment: listed.moment,
            game: listed.game,
            arbiter: false,
            numbers,
            moves: ByBoard::default(),
            told_at: now,
            started: Millis::ZERO,
            players: BySeat::default(),
            watchers: Vec::new(),
            end_told: ByBoard::default(),
            begun: true,
        }
    }

    pub(crate) fn set_people(&mut self, people: BySeat<Seated>) {
        self.handles = handles(&people);
        self.people = people;
    }

    /// The moment of the match was told.
    pub(crate) fn note_moment(&mut self, moment: Millis, now: Millis) {
        (self.moment, self.told_at) = (moment, now);
    }

    /// The moment of the match now.
    pub(crate) fn moment_at(&self, now: Millis) -> Millis {
        if self.game.phase() == Phase::Playing {
            self.moment + (now - self.told_at).at_least(Millis::ZERO)
        } else {
            self.moment
        }
    }

    /// When the match began, by the door's own time.
    pub(crate) fn began_at(&self) -> Millis {
        self.told_at - self.moment + self.started
    }

    /// A player's clock now.
    pub(crate) fn clock(&self, seat: Seat, now: Millis) -> Millis {
        self.game.clock(seat, self.moment_at(now))
    }

    pub(crate) fn board_of(&self, number: u32) -> Option<BoardId> {
        BoardId::ALL.into_iter().find(|board| self.numbers[*board] == number)
    }

    pub(crate) fn name(&self, seat: Seat) -> &str {
        &self.handles[seat]
    }

    pub(crate) fn names(&self, board: BoardId) -> (&str, &str) {
        (self.name(Seat::new(board, Color::White)), self.name(Seat::new(board, Color::Black)))
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.phase() == Phase::Over
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.game.phase() == Phase::Playing
    }

    /// Whole minutes and seconds of increment, as clients are told.
    pub(crate) fn time(&self) -> (i64, i64) {
        let time = self.game.settings().time;
        (time.base.0 / 60_000, time.increment.at_least(time.delay).0 / 1000)
    }

    /// The seat that somebody plays at through this door.
    pub(crate) fn seat_of(&self, person: PersonId) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| self.players[*seat] == Some(person))
    }

    /// Whether nobody here plays or looks on.
    pub(crate) fn is_forsaken(&self) -> bool {
        self.watchers.is_empty() && Seat::ALL.into_iter().all(|seat| self.players[seat].is_none())
    }

    /// Whether a player's offer of a draw stands.
    pub(crate) fn wants_draw(&self, seat: Seat) -> bool {
        self.game.game(seat.board()).offer == Some(seat.color())
            || self.game.player(seat).wants_draw
    }

    /// Who has offered the draw that a player may accept now; none if there is none.
    pub(crate) fn draw_offered_to(&self, seat: Seat, now: Millis) -> Option<Seat> {
        let refused = self.game.why_not(seat, Act::AcceptDraw, self.moment_at(now));
        let [partner, across] = [seat.partner(), seat.partner().opponent()];
        let mut others = [seat.opponent(), across, partner].into_iter();
        others.find(|one| refused.is_none() && self.wants_draw(*one))
    }

    pub(crate) fn shown(&self, board: BoardId) -> Shown {
        let game = self.game.game(board);
        Shown {
            placement: game.position.board().clone(),
            on_move: game.on_move,
            moves: game.completed.white + game.completed.black,
        }
    }

    /// Takes an event.
    pub(crate) fn take(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Started => self.started = event.at,
            EventKind::Made { seat, played, .. } => {
                let done = self.done(*seat, *played);
                self.moves[seat.board()].push(done);
            }
            EventKind::Completed { seat } => {
                let took = self.game.game(seat.board()).clock.on_move_for(event.at);
                let moves = &mut self.moves[seat.board()];
                if let Some(done) = moves.iter_mut().rfind(|done| done.color == seat.color()) {
                    done.took = took;
                }
            }
            EventKind::Retracted { seat } | EventKind::Undone { seat, .. } => {
                let moves = &mut self.moves[seat.board()];
                if let Some(at) = moves.iter().rposition(|done| done.color == seat.color()) {
                    moves.truncate(at);
                }
            }
            EventKind::Restarted { boards, .. } => {
                for board in BoardId::ALL.into_iter().filter(|board| boards.contains(*board)) {
                    self.moves[board].clear();
                    self.end_told[board] = false;
                }
            }
            // Where a game goes on its end is told when it comes.
            EventKind::TakenBack { ruling: Ruling::Result { board, .. }, .. } => {
                self.end_told[*board] = false;
            }
            EventKind::TakenBack { ruling: Ruling::Forfeit { seat }, .. } => {
                self.end_told[seat.board()] = false;
            }
            _ => {}
        }
        self.game.apply(event);
    }

    fn done(&self, seat: Seat, played: Move) -> Done {
        let position = self.game.position_for(seat);
        let role = played.from().and_then(|from| position.board().role_at(from));
        let role = role.unwrap_or(Role::Pawn);
        let pushed = match played {
            Move::Walk { from, to, .. } if role == Role::Pawn => {
                (from.rank().distance(to.rank()) == 2).then(|| to.file())
            }
            _ => None,
        };
        Done {
            color: seat.color(),
            san: self.san(seat, played),
            long: long(role, played),
            took: Millis::ZERO,
            pushed,
        }
    }

    /// A move as clients read it: what it takes from the other board is not their notation. Where what is
    /// legal is for the players to see, nothing is said of check and mate, nor of which other piece could go there.
    fn san(&self, seat: Seat, played: Move) -> String {
        let board = self.game.board_for(seat);
        let mut plus = if self.game.tells_what_is_legal() {
            SanPlus::from_move(played, board.view())
        } else {
            SanPlus { san: San::by_hand(played, board.view()), suffix: Suffix::None }
        };
        if let San::Walk { becomes: Some((_, square)), .. } = &mut plus.san {
            *square = None;
        }
        plus.display(Letters::English).to_string()
    }
}

fn long(role: Role, played: Move) -> String {
    let man = role.upper_char();
    match played {
        Move::Drop { role, to } => format!("{}/@@-{to}", role.upper_char()),
        Move::Castle { king, rook } => if rook > king { "o-o" } else { "o-o-o" }.to_owned(),
        Move::EnPassant { from, to } => format!("{man}/{from}-{to}"),
        Move::Walk { from, to, promotion } => match promotion {
            Some(Promotion::To(role) | Promotion::Take(role, _)) => {
                format!("{man}/{from}-{to}={}", role.upper_char())
            }
            Some(Promotion::Vanish) | None => format!("{man}/{from}-{to}"),
        },
    }
}

/// The names at a table as single words that can be told apart from free seats.
fn handles(people: &BySeat<Seated>) -> BySeat<String> {
    BySeat::new_with(|seat| {
        let name = people[seat].name.as_deref();
        name.and_then(handle).unwrap_or_else(|| format!("Guest{seat}"))
    })
}
