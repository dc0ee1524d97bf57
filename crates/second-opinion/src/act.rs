//! Commands, one after the other.

use tandem_referee::{Act, Command, Settings};
use tandem_rules::shakmaty::{ByColor, Color, Role};
use tandem_rules::{BoardId, Position};

use crate::board::{Board, Man, right};
use crate::clocks::Clock;
use crate::stock::Stock;
use crate::table::{Answer, Game, Person, Table, Terms};
use crate::the_books::Book;

impl Table {
    /// A match that waits for its start. The position, a fact both sides must share, is copied man by man.
    #[must_use]
    pub fn new(terms: Terms, settings: &Settings) -> Table {
        let games = [BoardId::A, BoardId::B].map(|board| {
            let clock = |color: Color| match &settings.clocks {
                Some(clocks) => clocks[tandem_rules::Seat::new(board, color)].0,
                None => settings.time.base.0,
            };
            new_game(
                &settings.positions[board],
                Clock::new(clock(Color::White), clock(Color::Black)),
            )
        });
        let mut table = Table {
            terms,
            now: 0,
            started: false,
            games,
            people: std::array::from_fn(|_| Person::default()),
            last_drop: None,
            closing: None,
            outcome: None,
            doubt: None,
        };
        for board in BoardId::ALL {
            let turn = table.game(board).turn;
            table.position_is_seen(board, turn);
        }
        table
    }

    /// What the model makes of a command.
    pub fn act(&mut self, now: i64, command: &Command) -> Answer {
        let answer = self.until(now);
        if answer != Answer::Done {
            return answer;
        }
        let claimed_late = self.games.iter().any(|game| game.claimed_late);
        if claimed_late && self.closing.is_some() && self.outcome.is_none() {
            return Answer::Beyond(
                "an act in the moment in which an earlier end was claimed (R44)",
            );
        }
        let answer = self.command(now, command);
        if self.terms.book == Book::Sscr && self.closing.is_some() && self.ends_unclaimed() > 0 {
            self.doubt = Some("an end that nobody claims in the moment of another (R44)");
        }
        self.doubt.take().map_or(answer, Answer::Beyond)
    }

    fn command(&mut self, now: i64, command: &Command) -> Answer {
        match command {
            Command::Tick => Answer::Done,
            Command::Start => {
                if self.started {
                    return Answer::Refused;
                }
                self.started = true;
                for game in &mut self.games {
                    game.clock.look(now);
                    game.clock.start(game.turn);
                }
                if !self.unseen() {
                    BoardId::ALL.into_iter().for_each(|board| self.judge(board));
                }
                Answer::Done
            }
            Command::Player { seat, act } => {
                if let Act::Hold { .. } = act
                    && self.outcome.is_none()
                {
                    return self.player(*seat, act); // a wish may be told before the start
                }
                if !self.started || self.outcome.is_some() {
                    return Answer::Refused;
                }
                self.player(*seat, act)
            }
            Command::Close
            | Command::Arbiter { .. }
            | Command::Lag { .. }
            | Command::Differs { .. } => Answer::Beyond("the arbiter and the server"),
        }
    }
}

fn new_game(position: &Position, clock: Clock) -> Game {
    let mut board = Board::empty();
    for (square, piece) in position.board() {
        let promoted = position.promoted().contains(square);
        board.put(square, Some(Man { color: piece.color, role: piece.role, promoted }));
    }
    for (color, side) in position.castling().iter() {
        board.rights[right(color, side == tandem_rules::shakmaty::CastlingSide::KingSide)] = true;
    }
    for color in [Color::White, Color::Black] {
        board.king_moved[color as usize] = position.castling().king_moved(color);
    }
    board.passed_over = position.en_passant();
    let stocks: ByColor<Stock> = ByColor::new_with(|color| {
        let mut stock = Stock::default();
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            (0..position.stock(color).count(role)).for_each(|_| stock.add(role));
        }
        stock
    });
    let mut both = [Stock::default(), Stock::default()];
    both[Color::White as usize] = stocks.white;
    both[Color::Black as usize] = stocks.black;
    Game {
        board,
        stocks: both,
        turn: position.turn(),
        made: None,
        early: None,
        last: None,
        clock,
        seen: Vec::new(),
        lawful: true,
        quiet: 0,
        last_capture: [None; 2],
        offer: None,
        resigned: None,
        owes: Vec::new(),
        claimable: [None; 2],
        reopens: Vec::new(),
        touched: None,
        mated: None,
        moved_at: -1,
        claimed_late: false,
        offended_at: [0; 2],
        called: [(0, 0); 2],
        end: None,
        ended_as: 0,
        ended_at: 0,
    }
}
