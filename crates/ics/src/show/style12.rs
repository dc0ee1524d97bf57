//! `<12>`, `<b1>` and `<g1>`: boards, stocks and games as programs read them.

use std::fmt::Write as _;

use tandem_rules::shakmaty::{Board, CastlingSide, Color, Rank, Role, Square};
use tandem_rules::{BoardId, Millis, Seat, Stock};

use crate::table::Table;
use crate::text::move_time;

/// What somebody is to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    /// Plays there.
    Plays(Color),
    /// Looks on.
    Watches,
    /// Has asked for it once.
    Asked,
}

/// Kinds of men in the order of `<b1>`, with what they are worth.
const MEN: [(Role, i32); 5] =
    [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];

/// What a side's men on a board are worth.
pub(crate) fn strength(board: &Board, color: Color) -> i32 {
    let men = board.by_color(color);
    let of = |role| i32::try_from((men & board.by_role(role)).count()).unwrap_or(0);
    MEN.iter().map(|(role, worth)| of(*role) * worth).sum()
}

fn ranks(board: &Board) -> String {
    let mut text = String::with_capacity(72);
    for rank in Rank::ALL.into_iter().rev() {
        text.push(' ');
        for square in Square::ALL.into_iter().filter(|square| square.rank() == rank) {
            text.push(board.piece_at(square).map_or('-', tandem_rules::shakmaty::Piece::char));
        }
    }
    text
}

/// The number of the move that is to be made.
pub(crate) fn move_number(table: &Table, board: BoardId) -> u16 {
    let game = table.game.game(board);
    *game.completed.get(game.on_move) + 1
}

/// `<12>`: a board in 33 words.
pub(crate) fn style12(
    table: &Table,
    board: BoardId,
    relation: Relation,
    ms: bool,
    now: Millis,
) -> String {
    let game = table.game.game(board);
    let (position, men) = (&game.position, game.position.board());
    let last = table.moves[board].last();
    let (white, black) = table.names(board);
    let (minutes, increment) = table.time();
    let clock = |color| {
        let time = table.clock(Seat::new(board, color), now).0;
        if ms { time } else { time / 1000 }
    };
    let runs = table.game.running(board).is_some();
    let mut text = String::from("<12>");
    text.push_str(&ranks(men));
    let pushed = last.and_then(|done| done.pushed).map_or(-1, |file| file as i32);
    let _ = write!(text, " {} {pushed}", game.on_move.fold_wb('W', 'B'));
    for color in Color::ALL {
        for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
            let _ = write!(text, " {}", u8::from(position.castling().has(color, side)));
        }
    }
    let me = match relation {
        Relation::Plays(color) if game.on_move == color => 1,
        Relation::Plays(_) => -1,
        Relation::Watches => 0,
        Relation::Asked => -3,
    };
    let flip = u8::from(relation == Relation::Plays(Color::Black));
    let took = move_time(last.map_or(Millis::ZERO, |done| done.took), ms);
    let _ = write!(
        text,
        " {} {} {white} {black} {me} {minutes} {increment} {} {} {} {} {} {} ({took}) {} {flip} {} 0",
        game.quiet,
        table.numbers[board],
        strength(men, Color::White),
        strength(men, Color::Black),
        clock(Color::White),
        clock(Color::Black),
        move_number(table, board),
        last.map_or("none", |done| done.long.as_str()),
        last.map_or("none", |done| done.san.as_str()),
        u8::from(runs),
    );
    text
}

fn letters(stock: &Stock) -> String {
    MEN.iter()
        .flat_map(|(role, _)| {
            std::iter::repeat_n(role.upper_char(), usize::from(stock.count(*role)))
        })
        .collect()
}

/// `<b1>`: both stocks of a board.
pub(crate) fn holding(table: &Table, board: BoardId) -> String {
    let stock = |color| letters(table.game.game(board).position.stock(color));
    let (white, black) = (stock(Color::White), stock(Color::Black));
    format!("<b1> game {} white [{white}] black [{black}]", table.numbers[board])
}

/// The same with the man that has just come.
pub(crate) fn passed(table: &Table, to: Seat, role: Role) -> String {
    let color = to.color().fold_wb('W', 'B');
    format!("{} <- {color}{}", holding(table, to.board()), role.upper_char())
}

/// `<g1>`: what a game is, and which is the partner's.
pub(crate) fn game_info(table: &Table, board: BoardId) -> String {
    let (minutes, increment) = table.time();
    let seconds = minutes * 60;
    format!(
        "<g1> {} p=0 t=bughouse r=0 u=1,1 it={seconds},{increment} i={seconds},{increment} pt={} \
         rt=0,0 ts=0,0 m=2 n=0",
        table.numbers[board], table.numbers[!board]
    )
}
