//! The end of games, in the words by which clients know it.

use tandem_referee::{GameResult, GameVerdict, MatchResult, Reason};
use tandem_rules::shakmaty::Color;
use tandem_rules::{BoardId, Seat, Team};

use crate::table::Table;

/// The end of a board, as all who see it are told; boards that ended together belong in one call.
pub(crate) fn end_lines(table: &Table, boards: &[BoardId]) -> Vec<String> {
    let mates = boards.len() == 2 && boards.iter().all(|board| mated(table, *board).is_some());
    let line = |board: &BoardId| {
        let (white, black) = table.names(*board);
        let (text, result) = if mates { both_mated(table, *board) } else { ended(table, *board) };
        format!("{{Game {} ({white} vs. {black}) {text}}} {result}", table.numbers[*board])
    };
    boards.iter().map(line).collect()
}

fn verdict(table: &Table, board: BoardId) -> Option<&GameVerdict> {
    table.game.game(board).verdict.as_ref()
}

/// Who was mated on a board.
fn mated(table: &Table, board: BoardId) -> Option<Seat> {
    let verdict = verdict(table, board).filter(|verdict| verdict.reason == Reason::Mate)?;
    Some(Seat::new(board, !verdict.result.winner()?))
}

/// Mates on both boards at the same moment.
fn both_mated(table: &Table, board: BoardId) -> (String, String) {
    match (mated(table, BoardId::A), mated(table, BoardId::B)) {
        (Some(here), Some(there)) if here.team() == there.team() => {
            let names = (table.name(here), table.name(there));
            let result = by_team(board, !here.team());
            (format!("{} and {} checkmated", names.0, names.1), result.to_owned())
        }
        _ => ("Game drawn by mate on both boards".to_owned(), "1/2-1/2".to_owned()),
    }
}

/// The result of a board whose players' team, or the other, has won the match.
fn by_team(board: BoardId, winner: Team) -> &'static str {
    if Seat::new(board, Color::White).team() == winner { "1-0" } else { "0-1" }
}

fn ended(table: &Table, board: BoardId) -> (String, String) {
    let Some(verdict) = verdict(table, board) else {
        return ("Game aborted".to_owned(), "*".to_owned());
    };
    if verdict.reason == Reason::Abandoned || verdict.result == GameResult::Abandoned {
        return left_over(table, board);
    }
    let name = |color| table.name(Seat::new(board, color));
    let result = match verdict.result {
        GameResult::BothLose | GameResult::Abandoned => "*",
        GameResult::WhiteWins | GameResult::BlackWins | GameResult::Draw => verdict.result.as_str(),
    };
    let text = match verdict.result.winner() {
        Some(winner) => won(verdict.reason, name(winner), name(!winner)),
        None if verdict.result == GameResult::BothLose => {
            format!("{} and {} lose by adjudication", name(Color::White), name(Color::Black))
        }
        None if verdict.reason == Reason::Flag => {
            let fell = |color: &Color| table.game.game(board).clock.has_fallen(*color);
            let late = Color::ALL.into_iter().find(fell).unwrap_or(Color::White);
            let (late, other) = (name(late), name(!late));
            format!("{late} ran out of time and {other} has no material to mate")
        }
        None => drawn(verdict.reason).to_owned(),
    };
    (text, result.to_owned())
}

fn won(reason: Reason, winner: &str, loser: &str) -> String {
    match reason {
        Reason::Mate | Reason::LastDrop => format!("{loser} checkmated"),
        Reason::Stalemate => format!("{loser} stalemated"),
        Reason::Flag | Reason::BothFlags => format!("{loser} forfeits on time"),
        Reason::IllegalMove => format!("{loser} forfeits by an illegal move"),
        Reason::Resignation => format!("{loser} resigns"),
        Reason::Material => format!("{loser} has no mating material"),
        Reason::Forfeit
        | Reason::Ruling
        | Reason::Agreement
        | Reason::Repetition
        | Reason::FivefoldRepetition
        | Reason::FiftyMoves
        | Reason::SeventyFiveMoves
        | Reason::Abandoned => format!("{winner} wins by adjudication"),
    }
}

fn drawn(reason: Reason) -> &'static str {
    match reason {
        Reason::Agreement => "Game drawn by mutual agreement",
        Reason::Repetition | Reason::FivefoldRepetition => "Game drawn by repetition",
        Reason::FiftyMoves => "Game drawn by the 50 move rule",
        Reason::SeventyFiveMoves => "Game drawn by the 75 move rule",
        Reason::Stalemate => "Game drawn by stalemate",
        Reason::Flag | Reason::BothFlags => "Game drawn because both players ran out of time",
        Reason::Material => "Neither player has mating material",
        Reason::Mate | Reason::LastDrop => "Game drawn by mate on both boards",
        Reason::IllegalMove
        | Reason::Resignation
        | Reason::Forfeit
        | Reason::Ruling
        | Reason::Abandoned => "Game drawn by adjudication",
    }
}

/// The board that nobody has to decide any more.
fn left_over(table: &Table, board: BoardId) -> (String, String) {
    let winner = match table.game.verdict().map(|verdict| verdict.result) {
        Some(MatchResult::TeamOne) => Team::One,
        Some(MatchResult::TeamTwo) => Team::Two,
        Some(MatchResult::Draw) => {
            return ("Partners' game drawn".to_owned(), "1/2-1/2".to_owned());
        }
        Some(MatchResult::BothLose) | None => {
            return ("Partner's game aborted".to_owned(), "*".to_owned());
        }
    };
    let seat = winner.seats().into_iter().find(|seat| seat.board() == board);
    let name = seat.map_or("", |seat| table.name(seat));
    (format!("{name}'s partner won"), by_team(board, winner).to_owned())
}
