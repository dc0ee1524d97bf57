//! What happened beside the moves, as lines: rulings with their article, offers, words.

use tandem_referee::{BoardClaim, Boards, Debt, Event, EventKind, Offence, Refusal, ReturnedFrom};
use tandem_rules::book::{Cite, Lang};
use tandem_rules::shakmaty::Role;
use tandem_rules::{BoardId, Seat};

use super::partner_words;
use crate::table::Table;
use crate::text::plain;

/// A line, and who hears it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Players and watchers of both boards.
    All(String),
    /// Players and watchers of one board.
    Board(BoardId, String),
    /// One player.
    To(Seat, String),
}

fn man(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// Why something was refused: the article, and the reason in English.
pub(crate) fn why(refusal: &Refusal) -> String {
    format!("{}: {}", refusal.article, plain(&refusal.why.sentence(Lang::En)))
}

/// A line of the referee.
fn ruled(article: &Cite, text: &str) -> Line {
    Line::All(format!(":Referee: {article}: {text}."))
}

fn noted(text: &str) -> Line {
    Line::All(format!(":Referee: {text}."))
}

/// What an event adds to the boards that are shown anyway. The table is as it has become.
pub(crate) fn told(table: &Table, event: &Event) -> Vec<Line> {
    let name = |seat: Seat| table.name(seat);
    let line = match &event.kind {
        EventKind::Started
        | EventKind::Made { .. }
        | EventKind::Completed { .. }
        | EventKind::Passed { .. }
        | EventKind::PawnSent { .. }
        | EventKind::LagGiven { .. }
        | EventKind::GameEnded { .. } => return Vec::new(),
        EventKind::MatchEnded { verdict } => {
            let result = verdict.result.as_str();
            ruled(&verdict.article, &format!("the match ends {result} by {}", verdict.reason))
        }
        EventKind::Retracted { seat } => noted(&format!("{} takes the move back", name(*seat))),
        EventKind::PressedWithoutMove { seat, article } => {
            ruled(article, &format!("{} pressed the clock without a move", name(*seat)))
        }
        EventKind::Held { seat, role } => {
            noted(&format!("{} holds a captured {}", name(*seat), man(*role)))
        }
        EventKind::OutOfPlay { seat, role } => {
            noted(&format!("a {} in the hand of {} leaves the match", man(*role), name(*seat)))
        }
        EventKind::PawnTaken { seat } => {
            noted(&format!("{} has the promoted pawn in hand", name(*seat)))
        }
        EventKind::Hold { seat, on: true } => {
            noted(&format!("{} holds captured pieces back from now on", name(*seat)))
        }
        EventKind::Hold { seat, on: false } => {
            noted(&format!("{} passes captured pieces on from now on", name(*seat)))
        }
        EventKind::FlagFell { seat } if table.game.game(seat.board()).ended() => return Vec::new(),
        EventKind::FlagFell { seat } => noted(&format!("the flag of {} has fallen", name(*seat))),
        EventKind::Counted { seat, offence, article } => {
            let what = match offence {
                Offence::Move => "an illegal move",
                Offence::WrongClaim => "a wrong claim, which counts as an illegal move",
                Offence::NeedlessStop => "a needless stop, which counts as an illegal move",
                Offence::EmptyPress => "a press without a move, which counts as an illegal move",
            };
            ruled(article, &format!("{} made {what}", name(*seat)))
        }
        EventKind::IllegalCalled { seat, king, article } => {
            let what = if *king { "captured a king" } else { "made an illegal move" };
            ruled(article, &format!("{} {what}", name(*seat)))
        }
        EventKind::IllegalAccepted { seat, article } => {
            ruled(article, &format!("{} lets the illegal move stand", name(*seat)))
        }
        EventKind::IllegalStands { seat, article } => {
            ruled(article, &format!("the illegal move of {} stands", name(*seat)))
        }
        EventKind::Undone { seat, from, square, article } => {
            let back = match (from, square) {
                (ReturnedFrom::Square, Some(square)) => {
                    format!("; the captured piece comes back from {square} of the other board")
                }
                (ReturnedFrom::Stock, _) => "; the captured piece comes back".to_owned(),
                (ReturnedFrom::Nowhere | ReturnedFrom::Hand | ReturnedFrom::Square, _) => {
                    String::new()
                }
            };
            ruled(article, &format!("the move of {} is taken back{back}", name(*seat)))
        }
        EventKind::RestitutionDue { seat, role, article } => ruled(
            article,
            &format!("{} must give a {} back, which has been dropped", name(*seat), man(*role)),
        ),
        EventKind::RestitutionReported { seat } => {
            noted(&format!("{} reports that the piece has been dropped", name(*seat)))
        }
        EventKind::Owes { seat, why, article } => {
            let why = match why {
                Debt::IllegalMoves => "for illegal moves",
                Debt::KingCapture => "for capturing a king",
                Debt::NothingToTake => "for a pawn that found nothing to become",
            };
            ruled(article, &format!("{} must give a piece {why}", name(*seat)))
        }
        EventKind::Given { seat, role, square, to } => {
            let from =
                square.map_or("from the stock".to_owned(), |square| format!("from {square}"));
            let to = to.map_or(String::new(), |to| format!(" to {}", name(to)));
            noted(&format!("{} gives a {} {from}{to}", name(*seat), man(*role)))
        }
        EventKind::DrawOffered { seat } => return draw_offered(table, *seat),
        EventKind::DrawAccepted { seat } => noted(&format!("{} accepts the draw", name(*seat))),
        EventKind::DrawDeclined { seat } => {
            let partner = format!(":Referee: {} declines the draw.", name(*seat));
            return vec![
                Line::To(*seat, "You decline the draw request.".to_owned()),
                Line::To(seat.opponent(), format!("{} declines the draw request.", name(*seat))),
                Line::To(seat.partner(), partner.clone()),
                Line::To(seat.partner().opponent(), partner),
            ];
        }
        EventKind::ResignedOutOfTurn { seat, article } => {
            let text = format!("{} resigns out of turn; one last move may be made", name(*seat));
            ruled(article, &text)
        }
        EventKind::Said { seat, message, offence } => {
            return said(table, *seat, &partner_words(message), offence.as_ref());
        }
        EventKind::Forbidden { seat, role, article } => {
            ruled(article, &format!("{} may not drop a hidden {}", name(*seat), man(*role)))
        }
        EventKind::Allowed { seat, role } => {
            noted(&format!("{} may drop a {} again", name(*seat), man(*role)))
        }
        EventKind::Shown { seat, stock, article } => {
            ruled(article, &format!("{} shows the stock: [{stock}]", name(*seat)))
        }
        EventKind::ClockReturned { seat, article } => {
            let text = format!("{} starts the opponent's clock without a move", name(*seat));
            ruled(article, &text)
        }
        EventKind::ClockTakenUp { seat } => noted(&format!("{} gives the clock back", name(*seat))),
        EventKind::Stopped { seat, article } => {
            let who = seat.map_or("the arbiter", name);
            let mut lines = vec![ruled(article, &format!("{who} stops the clocks"))];
            lines.extend(clocks(table, "paused"));
            return lines;
        }
        EventKind::Resumed => return clocks(table, "resumed"),
        EventKind::ClockSet { seat, clock, article } => {
            ruled(article, &format!("the clock of {} is set to {clock} s", name(*seat)))
        }
        EventKind::Frozen { seat, until, article } => {
            ruled(article, &format!("{} waits until the clock shows {until} s", name(*seat)))
        }
        EventKind::Warned { seat, article, why } => {
            let why = why.as_deref().map(|why| format!(": {why}")).unwrap_or_default();
            ruled(article, &format!("{} is warned{why}", name(*seat)))
        }
        EventKind::Restarted { boards, article, .. } => {
            let which = match boards {
                Boards::Both => "both games start again".to_owned(),
                Boards::One(board) => format!("game {} starts again", table.numbers[*board]),
            };
            ruled(article, &which)
        }
        EventKind::PointsChanged { team, points, article } => {
            let points = f64::from(points.0) / 1000.0;
            ruled(article, &format!("the points of team {team} change by {points}"))
        }
        EventKind::Excluded { team, article } => {
            ruled(article, &format!("team {team} is excluded"))
        }
        EventKind::Claimed { seat, claim, article, .. } => {
            ruled(article, &format!("{} claims: {}", name(*seat), claimed(*claim)))
        }
        EventKind::ClaimDenied { seat } => noted(&format!("{} denies it", name(*seat))),
        EventKind::ClaimSettled { holds, article, .. } => {
            ruled(article, if *holds { "the claim holds" } else { "the claim does not hold" })
        }
        EventKind::GoOnWanted { seat } => noted(&format!("{} wants to go on", name(*seat))),
        EventKind::AccountsDiffer { seat, article, .. } => {
            ruled(article, &format!("the clocks differ about a press of {}", name(*seat)))
        }
        EventKind::ShowDue { seat, article } => {
            ruled(article, &format!("{} has to show the stock", name(*seat)))
        }
        EventKind::LastDrop { seat, role, article } => {
            ruled(article, &format!("{} may still drop the {}", name(*seat), man(*role)))
        }
    };
    vec![line]
}

fn claimed(claim: BoardClaim) -> &'static str {
    match claim {
        BoardClaim::Illegal => "an illegal move",
        BoardClaim::Mate => "mate",
        BoardClaim::Stalemate => "stalemate",
        BoardClaim::Repetition => "a position three times",
        BoardClaim::Fifty => "fifty moves",
        BoardClaim::Material => "too little material",
    }
}

/// Each game's own line, by which clients stop and start their clocks.
fn clocks(table: &Table, what: &str) -> Vec<Line> {
    let line = |board: BoardId| {
        let text = format!("Game {}: Game clock {what}.", table.numbers[board]);
        Line::Board(board, text)
    };
    BoardId::ALL.map(line).to_vec()
}

fn draw_offered(table: &Table, seat: Seat) -> Vec<Line> {
    let name = table.name(seat);
    let mut lines = vec![Line::To(seat.opponent(), format!("{name} offers you a draw."))];
    // Where all four must agree the other board has its say too.
    if table.game.game(seat.board()).offer.is_none() {
        for other in [seat.partner(), seat.partner().opponent()] {
            lines.push(Line::To(other, format!(":Referee: {name} offers a draw.")));
        }
    }
    lines
}

fn said(table: &Table, seat: Seat, words: &str, offence: Option<&Cite>) -> Vec<Line> {
    let text = format!("{} (your partner) tells you: {}", table.name(seat), plain(words));
    let mut lines = vec![Line::To(seat.partner(), text)];
    if let Some(article) = offence {
        let text = format!(":Referee: {article}: {} may not say this.", table.name(seat));
        lines.extend(seat.team().seats().map(|seat| Line::To(seat, text.clone())));
    }
    lines
}
