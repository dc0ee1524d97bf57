//! A game as a row, and its half-moves as rows.

use tandem_notation::bpgn::{Game, GameResult, Remark, Written};
use tandem_notation::replay::{Played, Replay, check_with};
use tandem_notation::{San, Suffix};
use tandem_rules::shakmaty::{Color, Role};
use tandem_rules::{ByBoard, Move, Position, Promotion, Rulebook, Seat, Team};

use super::table::{Cell, Column, Kind};
use super::times::{Clocks, Times};

/// The columns of the table of games.
pub(super) const GAME_COLUMNS: [Column; 25] = [
    ("game", Kind::Long),
    ("file", Kind::Text),
    ("line", Kind::Int),
    ("event", Kind::Text),
    ("site", Kind::Text),
    ("date", Kind::Date),
    ("time", Kind::Text),
    ("white_a", Kind::Text),
    ("black_a", Kind::Text),
    ("white_b", Kind::Text),
    ("black_b", Kind::Text),
    ("white_a_elo", Kind::Int),
    ("black_a_elo", Kind::Int),
    ("white_b_elo", Kind::Int),
    ("black_b_elo", Kind::Int),
    ("time_ms", Kind::Long),
    ("increment_ms", Kind::Long),
    ("fen", Kind::Text),
    ("result", Kind::Text),
    ("winner", Kind::Int),
    ("ending", Kind::Text),
    ("cause", Kind::Text),
    ("half_moves", Kind::Int),
    ("played", Kind::Int),
    ("error", Kind::Text),
];

/// The columns of the table of half-moves.
pub(super) const MOVE_COLUMNS: [Column; 22] = [
    ("game", Kind::Long),
    ("ply", Kind::Int),
    ("board", Kind::Text),
    ("seat", Kind::Text),
    ("team", Kind::Int),
    ("number", Kind::Int),
    ("san", Kind::Text),
    ("uci", Kind::Text),
    ("legal", Kind::Bool),
    ("piece", Kind::Text),
    ("drop", Kind::Bool),
    ("captured", Kind::Text),
    ("promotion", Kind::Text),
    ("check", Kind::Text),
    ("white_stock", Kind::Text),
    ("black_stock", Kind::Text),
    ("position_key", Kind::Long),
    ("clock_ms", Kind::Long),
    ("think_ms", Kind::Long),
    ("elapsed_ms", Kind::Long),
    ("lag_ms", Kind::Long),
    ("comment", Kind::Text),
];

/// What is told of a game.
#[derive(Debug)]
pub(super) struct GameRow {
    file: String,
    line: i32,
    texts: Texts,
    date: Option<i32>,
    elos: [Option<i32>; 4],
    time: Option<i64>,
    increment: Option<i64>,
    result: GameResult,
    cause: Option<&'static str>,
    half_moves: i32,
    played: i32,
    pub(super) error: Option<String>,
}

#[derive(Debug)]
struct Texts {
    event: Option<String>,
    site: Option<String>,
    time: Option<String>,
    names: [Option<String>; 4],
    fen: Option<String>,
    ending: Option<String>,
}

/// What is told of a half-move.
#[derive(Debug)]
pub(super) struct MoveRow {
    seat: Seat,
    number: i32,
    san: String,
    uci: Option<String>,
    legal: Option<bool>,
    piece: Option<&'static str>,
    drop: bool,
    captured: Option<&'static str>,
    promotion: Option<&'static str>,
    check: Option<&'static str>,
    /// White's and Black's of the board after the move.
    stocks: Option<[String; 2]>,
    /// The board on which the move was made, before it.
    position_key: Option<u64>,
    times: Times,
    lag: Option<i64>,
    comment: Option<String>,
}

fn int(number: impl TryInto<i32>) -> i32 {
    number.try_into().unwrap_or(i32::MAX)
}

pub(super) fn of_game(file: &str, game: &Game, book: &Rulebook) -> (GameRow, Vec<MoveRow>) {
    let lags = game.tags.lags();
    let mut clocks = Clocks::new(game);
    let mut moves: Vec<MoveRow> = game
        .main
        .plies
        .iter()
        .enumerate()
        .map(|(index, ply)| MoveRow {
            seat: ply.seat(),
            number: int(ply.number.number),
            san: match &ply.written {
                Written::San(plus) => plus.to_string(),
                Written::Unread(text) => text.to_string(),
            },
            uci: None,
            legal: None,
            piece: None,
            drop: matches!(&ply.written, Written::San(plus) if matches!(plus.san, San::Drop { .. })),
            captured: None,
            promotion: None,
            check: None,
            stocks: None,
            position_key: None,
            times: clocks.press(ply),
            lag: lags.as_ref().and_then(|lags| lags.get(index)).map(|lag| lag.0),
            comment: comment(&ply.remarks),
        })
        .collect();
    let mut index = 0;
    let start = Replay::of_game(book, game).ok();
    let mut keys: Option<ByBoard<u64>> = start.map(|start| position_keys(start.positions()));
    let checked = check_with(game, book, |_, played, positions| {
        let row = &mut moves[index];
        let position = positions[row.seat.board()];
        row.position_key = keys.map(|keys| keys[row.seat.board()]);
        row.stocks =
            Some([Color::White, Color::Black].map(|color| position.stock(color).to_string()));
        fill(row, played, |square| position.board().role_at(square));
        // What was captured changed the other board's stocks too.
        keys = Some(position_keys(positions));
        index += 1;
    });
    // What is behind the end of the match was never played.
    moves.truncate(moves.len() - checked.dropped);
    let stopped = game.error().into_iter().chain(checked.error()).any(|problem| {
        let at = game.main.plies.get(checked.played).map(|ply| ply.number);
        problem.at.is_some() && problem.at == at
    });
    if let (true, Some(row)) = (stopped, moves.get_mut(checked.played)) {
        row.legal = Some(false);
    }
    let tag = |name: &str| game.tags.get(name).map(str::to_owned);
    let control = game.tags.time_control();
    let error = game.error().or(checked.error()).map(ToString::to_string);
    let row = GameRow {
        file: file.to_owned(),
        line: int(game.start.line),
        texts: Texts {
            event: tag("Event"),
            site: tag("Site"),
            time: tag("Time"),
            names: Seat::ALL.map(|seat| game.tags.player(seat).map(str::to_owned)),
            fen: tag("FEN"),
            ending: game.ending.clone(),
        },
        date: game.tags.date().and_then(|(year, month, day)| days(year, month, day)),
        elos: Seat::ALL.map(|seat| game.tags.elo(seat).map(int)),
        time: control.map(|control| control.time.0),
        increment: control.map(|control| control.increment.0),
        result: checked.verdict.result,
        cause: checked.verdict.cause.map(tandem_notation::bpgn::Cause::word),
        half_moves: int(game.main.plies.len()),
        played: int(checked.played),
        error,
    };
    (row, moves)
}

/// The same for the same men, stocks, side to move, castling and en passant rights of a board.
fn position_key(position: &Position) -> u64 {
    let mut key = position.repetition_key();
    for color in Color::ALL {
        for (role, count) in position.stock(color).iter() {
            // FNV-1a, so that it is the same in every version and on every machine.
            for byte in [color as u8, role as u8, count] {
                key = (key ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
    }
    key
}

fn position_keys(positions: ByBoard<&Position>) -> ByBoard<u64> {
    positions.map(position_key)
}

/// What was said about a move, in one text.
fn comment(remarks: &[Remark]) -> Option<String> {
    let texts: Vec<&str> = remarks
        .iter()
        .filter_map(|remark| match remark {
            Remark::Comment(text) | Remark::Annotation(text) | Remark::Plain(text) => {
                Some(text.as_str())
            }
            _ => None,
        })
        .collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

fn fill(
    row: &mut MoveRow,
    played: Played,
    role_at: impl Fn(tandem_rules::shakmaty::Square) -> Option<Role>,
) {
    row.legal = Some(true);
    row.uci = Some(played.m.to_string());
    row.piece = match (played.m, played.m.promotion()) {
        (Move::Drop { role, .. }, _) => Some(letter(role)),
        (Move::Castle { .. }, _) => Some(letter(Role::King)),
        (_, Some(_)) => Some(letter(Role::Pawn)),
        (m, None) => role_at(m.to()).map(letter),
    };
    row.captured = played.captured.map(|man| letter(man.role));
    row.promotion = match played.m.promotion() {
        Some(Promotion::To(role) | Promotion::Take(role, _)) => Some(letter(role)),
        Some(Promotion::Vanish) | None => None,
    };
    row.check = match played.suffix {
        Suffix::None => None,
        Suffix::Check => Some("+"),
        Suffix::Mate => Some("#"),
    };
}

fn letter(role: Role) -> &'static str {
    match role {
        Role::Pawn => "p",
        Role::Knight => "n",
        Role::Bishop => "b",
        Role::Rook => "r",
        Role::Queen => "q",
        Role::King => "k",
    }
}

/// Days since 1970 of a day of the Gregorian calendar; none if month or day is not told.
fn days(year: u16, month: u8, day: u8) -> Option<i32> {
    if year == 0 || month == 0 || day == 0 {
        return None;
    }
    // Years are counted from March, so that the leap day comes last.
    let (year, month) = match month {
        1 | 2 => (i32::from(year) - 1, i32::from(month) + 9),
        _ => (i32::from(year), i32::from(month) - 3),
    };
    let before_month = (153 * month + 2) / 5;
    let before_year = 365 * year + year / 4 - year / 100 + year / 400;
    Some(before_year + before_month + i32::from(day) - 1 - 719_468)
}

fn team_number(team: Team) -> i32 {
    i32::from(u8::from(team))
}

fn winner(result: GameResult) -> Option<i32> {
    match result {
        GameResult::One => Some(team_number(Team::One)),
        GameResult::Two => Some(team_number(Team::Two)),
        GameResult::Draw | GameResult::Unknown => None,
    }
}

impl GameRow {
    pub(super) fn cells(&self, game: i64) -> [Cell<'_>; 25] {
        let Texts { event, site, time, names, fen, ending } = &self.texts;
        [
            Cell::Long(Some(game)),
            Cell::Text(Some(&self.file)),
            Cell::Int(Some(self.line)),
            Cell::Text(event.as_deref()),
            Cell::Text(site.as_deref()),
            Cell::Date(self.date),
            Cell::Text(time.as_deref()),
            Cell::Text(names[0].as_deref()),
            Cell::Text(names[1].as_deref()),
            Cell::Text(names[2].as_deref()),
            Cell::Text(names[3].as_deref()),
            Cell::Int(self.elos[0]),
            Cell::Int(self.elos[1]),
            Cell::Int(self.elos[2]),
            Cell::Int(self.elos[3]),
            Cell::Long(self.time),
            Cell::Long(self.increment),
            Cell::Text(fen.as_deref()),
            Cell::Text(Some(self.result.sign())),
            Cell::Int(winner(self.result)),
            Cell::Text(ending.as_deref()),
            Cell::Text(self.cause),
            Cell::Int(Some(self.half_moves)),
            Cell::Int(Some(self.played)),
            Cell::Text(self.error.as_deref()),
        ]
    }
}

impl MoveRow {
    pub(super) fn cells(&self, game: i64, ply: i32) -> [Cell<'_>; 22] {
        let (board, seat) = match self.seat {
            Seat::WhiteA => ("A", "white_a"),
            Seat::BlackA => ("A", "black_a"),
            Seat::WhiteB => ("B", "white_b"),
            Seat::BlackB => ("B", "black_b"),
        };
        let stock = |which: usize| self.stocks.as_ref().map(|stocks| stocks[which].as_str());
        let millis = |time: Option<tandem_rules::Millis>| Cell::Long(time.map(|time| time.0));
        [
            Cell::Long(Some(game)),
            Cell::Int(Some(ply)),
            Cell::Text(Some(board)),
            Cell::Text(Some(seat)),
            Cell::Int(Some(team_number(self.seat.team()))),
            Cell::Int(Some(self.number)),
            Cell::Text(Some(&self.san)),
            Cell::Text(self.uci.as_deref()),
            Cell::Bool(self.legal),
            Cell::Text(self.piece),
            Cell::Bool(Some(self.drop)),
            Cell::Text(self.captured),
            Cell::Text(self.promotion),
            Cell::Text(self.check),
            Cell::Text(stock(0)),
            Cell::Text(stock(1)),
            Cell::Long(self.position_key.map(u64::cast_signed)),
            millis(self.times.left),
            millis(self.times.thought),
            millis(self.times.since),
            Cell::Long(self.lag),
            Cell::Text(self.comment.as_deref()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(days(1970, 1, 1), Some(0));
        assert_eq!(days(2000, 2, 29), Some(11_016));
        assert_eq!(days(2012, 6, 14), Some(15_505));
        assert_eq!(days(1969, 12, 31), Some(-1));
        assert_eq!(days(2010, 0, 0), None);
    }

    #[test]
    fn every_cell_is_of_the_kind_of_its_column() {
        let fits = |(cell, (name, kind)): (&Cell<'_>, &Column)| {
            let fits = matches!(
                (cell, kind),
                (Cell::Text(_), Kind::Text)
                    | (Cell::Int(_), Kind::Int)
                    | (Cell::Long(_), Kind::Long)
                    | (Cell::Bool(_), Kind::Bool)
                    | (Cell::Date(_), Kind::Date)
            );
            assert!(fits, "{name}");
        };
        let book = Rulebook::builtin("fics").unwrap();
        let text = b"1A. e4 {60} *";
        let game = tandem_notation::bpgn::Reader::new(&text[..]).next().unwrap().unwrap();
        let (row, moves) = of_game("x", &game, &book);
        row.cells(1).iter().zip(&GAME_COLUMNS).for_each(fits);
        moves[0].cells(1, 1).iter().zip(&MOVE_COLUMNS).for_each(fits);
    }
}
