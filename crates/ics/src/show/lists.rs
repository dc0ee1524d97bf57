//! Rows of `games` and `bugwho`.

use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, Millis, Seat};

use super::style12::{move_number, strength};
use crate::table::Table;
use crate::text::UNRATED;

/// One game as a row.
pub(crate) fn game_row(table: &Table, board: BoardId, now: Millis) -> String {
    let game = table.game.game(board);
    let men = game.position.board();
    let (white, black) = table.names(board);
    let (minutes, increment) = table.time();
    let clock = |color| {
        let seconds = table.clock(Seat::new(board, color), now).0 / 1000;
        format!("{}:{:02}", seconds / 60, seconds % 60)
    };
    format!(
        "{:3} {UNRATED:>4} {white:<11.11} {UNRATED:>4} {black:<10.10} [ Bu{minutes:3} {increment:3}] \
         {:>6} -{:>6} ({:2}-{:2}) {}: {:2}",
        table.numbers[board],
        clock(Color::White),
        clock(Color::Black),
        strength(men, Color::White),
        strength(men, Color::Black),
        game.on_move.fold_wb('W', 'B'),
        move_number(table, board),
    )
}

/// Both games of a match.
pub(crate) fn table_rows(table: &Table, now: Millis) -> Vec<String> {
    BoardId::ALL.map(|board| game_row(table, board, now)).to_vec()
}
