//! What happened beside the moves, as lines: rulings with their article, offers, words.

use tandem_referee::{Event, EventKind, Refusal, Ruling};
use tandem_rules::book::{Cite, Lang};
use tandem_rules::{BoardId, Seat};

use super::partner_words;
use super::sentences::sentence;
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

/// Why something was refused: the article, and the reason in English.
pub(crate) fn why(refusal: &Refusal) -> String {
    format!("{}: {}", refusal.article, plain(&refusal.why.sentence(Lang::En)))
}

/// What an event adds to the boards that are shown anyway. The table is as it has become.
pub(crate) fn told(table: &Table, event: &Event) -> Vec<Line> {
    // What clients know in a form of its own.
    if let EventKind::DrawOffered { seat } = event.kind {
        return draw_offered(table, seat);
    }
    if let EventKind::DrawDeclined { seat } = event.kind {
        return draw_declined(table, seat);
    }
    if let EventKind::Said { seat, message, offence } = &event.kind {
        return said(table, *seat, &partner_words(message), offence.as_ref());
    }
    if let EventKind::FlagFell { seat } = event.kind
        && table.game.game(seat.board()).ended()
    {
        return Vec::new();
    }
    let mut lines = Vec::new();
    if let Some((article, text)) = sentence(table, &event.kind) {
        let article = article.map(|article| format!("{article}: ")).unwrap_or_default();
        lines.push(Line::All(format!(":Referee: {article}{text}.")));
    }
    // A game that goes on after all waits for the arbiter with its clocks at rest.
    let goes_on = matches!(
        event.kind,
        EventKind::TakenBack { ruling: Ruling::Forfeit { .. } | Ruling::Result { .. }, .. }
    );
    if goes_on || matches!(event.kind, EventKind::Stopped { .. }) {
        lines.extend(clocks(table, "paused"));
    }
    if event.kind == EventKind::Resumed {
        lines.extend(clocks(table, "resumed"));
    }
    lines
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

fn draw_declined(table: &Table, seat: Seat) -> Vec<Line> {
    let name = table.name(seat);
    let partner = format!(":Referee: {name} declines the draw.");
    vec![
        Line::To(seat, "You decline the draw request.".to_owned()),
        Line::To(seat.opponent(), format!("{name} declines the draw request.")),
        Line::To(seat.partner(), partner.clone()),
        Line::To(seat.partner().opponent(), partner),
    ]
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
