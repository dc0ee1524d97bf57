//! Random matches that go somewhere: positions near their ends, and commands that people would
//! give, most of them sensible, some of them not.

use std::sync::{Arc, LazyLock};

use tandem_notation::Bfen;
use tandem_referee::{Act, Attempt, Claim, Command, Gift, Input, Press, Settings, TimeControl};
use tandem_rules::book::Flag;
use tandem_rules::shakmaty::{Color, Role, Square};
use tandem_rules::{BoardId, ByBoard, Coordinates, Millis, Rulebook, Seat};

use crate::board::rank_for;
use crate::chance::Chance;
use crate::moves::{Standing, Step};
use crate::positions;
use crate::table::{Table, Terms};
use crate::the_books::Book;

/// The referee's own books, read once.
static SHELF: LazyLock<Vec<(Book, Arc<Rulebook>)>> = LazyLock::new(|| {
    let read = |book: Book| Some((book, Arc::new(Rulebook::builtin(book.id())?)));
    Book::ALL.into_iter().filter_map(read).collect()
});

fn rulebook(book: Book) -> Option<Arc<Rulebook>> {
    SHELF.iter().find(|(one, _)| *one == book).map(|(_, rules)| Arc::clone(rules))
}

/// A match before its first command.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is agreed.
    pub terms: Terms,
    /// The time of each player in milliseconds.
    pub base: i64,
    /// Where it begins, if not in the initial position.
    pub bfen: Option<String>,
}

impl Plan {
    /// A random match by a book.
    #[must_use]
    pub fn random(chance: &mut Chance, book: Book, open: bool) -> Plan {
        let (increment, delay) = match chance.below(4) {
            0 => (chance.millis(1, 4) * 500, 0),
            1 => (0, chance.millis(1, 6) * 500),
            _ => (0, 0),
        };
        let base = match chance.below(3) {
            0 => chance.millis(4, 40) * 1000,
            1 => 60_000,
            _ => 300_000,
        };
        let terms = Terms {
            book,
            open,
            manual: chance.percent(50),
            automatic: chance.percent(40),
            increment,
            delay,
        };
        let bfen = (!chance.percent(20)).then(|| positions::random(chance)).flatten();
        Plan { terms, base, bfen }
    }

    /// The same for the referee. A position that it can't read is none of ours.
    #[must_use]
    pub fn settings(&self) -> Option<Settings> {
        let book = rulebook(self.terms.book)?;
        let mut settings = Settings::new(book);
        settings.time = TimeControl {
            base: Millis(self.base),
            increment: Millis(self.terms.increment),
            delay: Millis(self.terms.delay),
        };
        settings.press = if self.terms.manual { Press::Manual } else { Press::Auto };
        settings.input = if self.terms.open { Input::Open } else { Input::Guarded };
        settings.flag = if self.terms.automatic { Flag::Automatic } else { Flag::Claimed };
        if let Some(text) = &self.bfen {
            let bfen = Bfen::parse(text).ok()?;
            let positions = bfen.positions();
            settings.positions = ByBoard::new_with(|board| positions[board].clone());
        }
        Some(settings)
    }
}

/// The next command, and when.
pub fn next(chance: &mut Chance, table: &Table) -> (i64, Command) {
    let wait = match chance.below(250) {
        0..=1 => longest_clock(table) + chance.millis(-20, 200),
        2..=5 => chance.millis(2_000, 15_000),
        6..=60 => 0,
        _ => chance.millis(1, 900),
    };
    let now = table.now + wait.max(0);
    if !table.started {
        return (now, if chance.percent(95) { Command::Start } else { some_move(chance, table) });
    }
    let command = match chance.below(100) {
        0..=2 => Command::Tick,
        3 => Command::Start,
        4..=14 => claim(chance, table),
        15..=23 => draw_talk(chance, table),
        24 if chance.percent(20) => by(chance, table, Act::Resign),
        25..=28 => passing(chance, table),
        29..=31 => by_anyone(chance, Act::Press),
        32..=33 => by(chance, table, Act::Retract),
        34 => by_anyone(chance, Act::AcceptIllegal),
        35 => anything(chance, table),
        _ => some_move(chance, table),
    };
    (now, command)
}

fn longest_clock(table: &Table) -> i64 {
    table
        .games
        .iter()
        .filter_map(|game| game.clock.running().map(|color| game.clock.shows(color)))
        .max()
        .unwrap_or(1_000)
}

fn any_seat(chance: &mut Chance) -> Seat {
    Seat::ALL[chance.below(4)]
}

fn by_anyone(chance: &mut Chance, act: Act) -> Command {
    Command::Player { seat: any_seat(chance), act }
}

/// A seat of a game that goes on, mostly the one on move.
fn somebody(chance: &mut Chance, table: &Table) -> Seat {
    let board = match (table.game(BoardId::A).over(), table.game(BoardId::B).over()) {
        (true, false) => BoardId::B,
        (false, true) => BoardId::A,
        _ => BoardId::ALL[chance.below(2)],
    };
    let turn = table.game(board).turn;
    Seat::new(board, if chance.percent(85) { turn } else { !turn })
}

fn by(chance: &mut Chance, table: &Table, act: Act) -> Command {
    Command::Player { seat: somebody(chance, table), act }
}

fn claim(chance: &mut Chance, table: &Table) -> Command {
    let on = match chance.below(6) {
        0 => Some(BoardId::A),
        1 => Some(BoardId::B),
        _ => None,
    };
    let seat = if chance.percent(70) { somebody(chance, table) } else { any_seat(chance) };
    let intended = if chance.percent(30) { pick(chance, table, seat) } else { None };
    let intended = intended.map(Attempt::Coordinates);
    let flag_down = BoardId::ALL.into_iter().any(|board| {
        let clock = &table.game(board).clock;
        clock.fallen(Color::White) || clock.fallen(Color::Black)
    });
    let offended = table.games.iter().any(|game| game.claimable.iter().any(Option::is_some));
    let what = match chance.below(10) {
        0..=4 if flag_down => Claim::Flag,
        0..=4 if offended => Claim::Illegal,
        0 => Claim::Flag,
        1 => Claim::Illegal,
        2 => Claim::Mate,
        3..=4 => Claim::Fifty { intended },
        5..=7 => Claim::Repetition { intended },
        _ => return some_move(chance, table),
    };
    Command::Player { seat, act: Act::Claim { claim: what, board: on } }
}

fn draw_talk(chance: &mut Chance, table: &Table) -> Command {
    let offered = table.games.iter().any(|game| game.offer.is_some())
        || table.people.iter().any(|person| person.wants_draw);
    match chance.below(24) {
        0..=3 => by_anyone(chance, Act::OfferDraw),
        4..=7 if offered => by_anyone(chance, Act::AcceptDraw),
        4 => by_anyone(chance, Act::AcceptDraw),
        8 if offered => by_anyone(chance, Act::DeclineDraw),
        9 => by_anyone(chance, Act::DeclineDraw),
        _ => some_move(chance, table),
    }
}

fn passing(chance: &mut Chance, table: &Table) -> Command {
    let seat = any_seat(chance);
    let role = chance
        .one(table.person(seat).hand.all())
        .or_else(|| chance.one(&[Role::Pawn, Role::Knight]))
        .unwrap_or(Role::Pawn);
    match chance.below(6) {
        0..=1 => Command::Player { seat, act: Act::Hold { on: chance.percent(70) } },
        2..=3 => Command::Player { seat, act: Act::Pass { role } },
        _ => some_move(chance, table),
    }
}

/// A move of somebody: press what is made, give what is owed, else play, mostly by the rules.
fn some_move(chance: &mut Chance, table: &Table) -> Command {
    let seat = somebody(chance, table);
    let game = table.game(seat.board());
    if let Some(debt) = game.owes.first()
        && chance.percent(90)
    {
        return give(chance, table, Seat::new(seat.board(), debt.by));
    }
    if table.terms.manual && game.turn == seat.color() && game.made.is_some() {
        return match chance.below(12) {
            0 => Command::Player { seat, act: Act::Retract },
            1 => anything(chance, table),
            _ => Command::Player { seat, act: Act::Press },
        };
    }
    if chance.percent(if table.terms.open { 12 } else { 5 }) {
        return anything(chance, table);
    }
    match pick(chance, table, seat) {
        Some(coordinates) => {
            Command::Player { seat, act: Act::Move { tried: Attempt::Coordinates(coordinates) } }
        }
        None if chance.percent(50) => Command::Tick,
        None => anything(chance, table),
    }
}

/// A legal move, with a liking for mates, captures, drops and promotions.
fn pick(chance: &mut Chance, table: &Table, seat: Seat) -> Option<Coordinates> {
    let color = seat.color();
    let legal = table.legal(seat);
    let board = &table.game(seat.board()).board;
    let lively: Vec<Step> = legal
        .iter()
        .copied()
        .filter(|step| match step {
            Step::Walk { becomes: Some(_), .. } | Step::InPassing { .. } => true,
            Step::Walk { to, .. } => board.at(*to).is_some(),
            Step::Castling { .. } => true,
            Step::Drop { .. } => false,
        })
        .collect();
    let drops: Vec<Step> =
        legal.iter().copied().filter(|step| matches!(step, Step::Drop { .. })).collect();
    let kings: Vec<Step> = legal
        .iter()
        .copied()
        .filter(|step| matches!(step, Step::Walk { from, .. } if board.at(*from).is_some_and(|man| matches!(man.role, Role::Knight | Role::King))))
        .collect();
    let step = match chance.below(10) {
        0..=1 => mating(chance, table, seat, &legal).or_else(|| chance.one(&lively)),
        2..=4 => chance.one(&lively),
        5..=6 => chance.one(&drops),
        7 => chance.one(&kings),
        _ => None,
    };
    let step = step.or_else(|| chance.one(&legal))?;
    step.text(color).parse().ok()
}

/// A move after which the opponent can't move, if one of a few is such a move.
fn mating(chance: &mut Chance, table: &Table, seat: Seat, legal: &[Step]) -> Option<Step> {
    let color = seat.color();
    let checks: Vec<Step> = legal
        .iter()
        .copied()
        .filter(|&step| {
            let mut after = table.game(seat.board()).board.clone();
            crate::moves::carry_out(&mut after, table.terms.book, color, step);
            after.in_check(!color)
        })
        .collect();
    let stuck = checks.iter().copied().find(|&step| {
        let mut after = table.game(seat.board()).board.clone();
        crate::moves::carry_out(&mut after, table.terms.book, color, step);
        table.side_with(seat.board(), &after).standing(!color) != Standing::Free
    });
    stuck.or_else(|| chance.one(&checks))
}

/// Hands that do anything.
fn anything(chance: &mut Chance, table: &Table) -> Command {
    let seat = if chance.percent(80) { somebody(chance, table) } else { any_seat(chance) };
    let color = seat.color();
    let game = table.game(seat.board());
    let own: Vec<Square> = game.board.men_of(color).map(|(square, _)| square).collect();
    if own.is_empty() {
        return Command::Tick;
    }
    let to = Square::ALL[chance.below(64)];
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let held = game.stock(color).all();
    let drop = chance.percent(if held.is_empty() { 10 } else { 35 });
    let coordinates = if drop {
        let role = if chance.percent(85) { chance.one(held) } else { None };
        let role = role.or_else(|| chance.one(&roles)).unwrap_or(Role::Pawn);
        Coordinates::Drop { role, to }
    } else {
        let from = if chance.percent(95) { chance.one(&own) } else { None };
        // Nobody moves the opponent's men: no book speaks of that.
        let elsewhere = Square::ALL[chance.below(64)];
        let theirs = game.board.at(elsewhere).is_some_and(|man| man.color != color);
        let from = from.or((!theirs).then_some(elsewhere)).unwrap_or(own[0]);
        // A man's own kind of move that leaves the king in check is the likeliest slip.
        let near =
            [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1), (2, 0), (-2, 0)];
        let to = match chance.one(&near).filter(|_| chance.percent(60)) {
            Some((files, ranks)) => crate::board::away(from, files, ranks).unwrap_or(to),
            None => to,
        };
        let pawn = game.board.at(from).is_some_and(|man| man.role == Role::Pawn);
        let last = rank_for(color, to) == 8;
        let becomes = (pawn && last && chance.percent(80))
            .then(|| chance.one(&[Role::Queen, Role::Rook, Role::Bishop, Role::Knight]))
            .flatten()
            .map(|role| (role, table.terms.book.takes_from_the_other_board().then_some(to)));
        Coordinates::Walk { from, to, becomes }
    };
    Command::Player { seat, act: Act::Move { tried: Attempt::Coordinates(coordinates) } }
}

fn give(chance: &mut Chance, table: &Table, seat: Seat) -> Command {
    let game = table.game(seat.board());
    let men: Vec<(Square, Role)> =
        game.board.men_of(seat.color()).map(|(square, man)| (square, man.role)).collect();
    let from_stock =
        chance.percent(30).then(|| chance.one(game.stock(seat.color()).all())).flatten();
    let gift = match (from_stock, chance.one(&men)) {
        (Some(role), _) => Gift { role, square: None },
        (None, Some((square, role))) => Gift { role, square: Some(square) },
        (None, None) => Gift { role: Role::Pawn, square: None },
    };
    Command::Player { seat, act: Act::Give(gift) }
}
