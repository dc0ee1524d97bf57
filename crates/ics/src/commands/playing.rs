//! Moves and acts at the board.

use tandem_notation::{Letters, San, read_attempt};
use tandem_referee::{Act, Attempt, Claim, Message, MoveText, Phase, Refusal, WhyNot};
use tandem_rules::{BoardId, Coordinates, Illegal, Millis, Promotion, Seat};

use super::{Found, find};
use crate::asked::{Asked, Did};
use crate::door::Door;
use crate::house::{Ask, TableKey};
use crate::person::PersonId;
use crate::session::Ivar;
use crate::show::{Relation, holding, read_act_words, style12, why};
use crate::table::Table;
use crate::text::{plain, sentence};

/// What the referee may understand by a move as clients and people type it, likeliest first.
/// With `file`, a small b is the file and never the bishop.
pub(crate) fn candidates(text: &str, file: bool) -> Vec<String> {
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let castling = bare.to_ascii_lowercase().replace('0', "o");
    match castling.as_str() {
        "o-o" => return vec!["O-O".to_owned()],
        "o-o-o" => return vec!["O-O-O".to_owned()],
        _ => {}
    }
    let tight: String = castling_safe(bare);
    let coordinates: String =
        tight.chars().filter(|c| !matches!(c, '-' | '=')).collect::<String>().to_ascii_lowercase();
    if let Ok(Coordinates::Walk { from, to, becomes }) = coordinates.parse() {
        let mut found = vec![coordinates.clone()];
        let written = |role: char| {
            if from.file() == to.file() {
                format!("{to}={role}")
            } else {
                format!("{}x{to}={role}", from.file().char())
            }
        };
        match becomes {
            Some((role, None)) => found.push(written(role.upper_char())),
            Some((_, Some(_))) => {}
            None => found.extend([format!("{coordinates}q"), written('Q')]),
        }
        return found;
    }
    let (walk, becomes) = match tight.split_once('=') {
        Some((walk, piece)) => (walk, format!("={}", capital(piece))),
        None => (tight.as_str(), String::new()),
    };
    let mut found = Vec::new();
    let first = walk.chars().next().unwrap_or(' ');
    if walk.contains('@') || matches!(first, 'n' | 'r' | 'q' | 'k') {
        found.push(capital(walk) + &becomes);
    } else {
        found.push(format!("{walk}{becomes}"));
        if first == 'b' && !file {
            found.push(capital(walk) + &becomes);
        }
    }
    if becomes.is_empty() && walk.ends_with(['1', '8']) {
        found.push(format!("{walk}=Q"));
    }
    found
}

fn castling_safe(text: &str) -> String {
    text.chars().filter(char::is_ascii_graphic).take(16).collect()
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The candidate that the referee would take; the first that can be read if there is none.
fn chosen(table: &Table, seat: Seat, now: Millis, choices: &[String]) -> Option<MoveText> {
    let game = &table.game;
    let taken = |choice: &&String| {
        let tried = read_attempt(game, seat, choice);
        game.why_not(seat, Act::Move { tried }, table.moment_at(now)).is_none()
    };
    let readable =
        |choice: &&String| read_attempt(game, seat, choice) != Attempt::Unplayable(Illegal::NoMan);
    let found = if game.tells_what_is_legal() { choices.iter().find(taken) } else { None };
    let found = found.or_else(|| choices.iter().find(readable)).or(choices.first())?;
    MoveText::new(found)
}

impl Door {
    pub(super) fn try_move(&mut self, me: PersonId, text: &str) {
        let file = self.is_set(me, Ivar::Movecase);
        let Some((table, seat)) = self.playing(me) else {
            return self.say(me, "You are not playing a game.");
        };
        if table.game.phase() == Phase::Waiting {
            return self.say(me, "The match has not begun.");
        }
        let Some(tried) = chosen(table, seat, self.now, &candidates(text, file)) else {
            return self.say(me, &format!("Illegal move ({}).", plain(text)));
        };
        self.do_act(me, Act::Move { tried }, Did::Move(text.to_owned()));
    }

    /// Somebody acts at the table where they play.
    pub(crate) fn do_act(&mut self, me: PersonId, act: Act<MoveText>, did: Did) {
        let Some((table, seat)) = self.playing(me) else {
            return self.say(me, "You are not playing a game.");
        };
        let table = table.key;
        let Some(conn) = self.conn_of(me) else { return };
        let then = Asked::Act { who: me, table, seat, did };
        self.ask_for(me, Ask::Act { conn, table, seat, act }, then);
    }

    /// An act in the words of a match script.
    pub(super) fn act(&mut self, me: PersonId, word: &str, rest: &str) {
        let Some((table, seat)) = self.playing(me) else {
            return self.say(me, "You are not playing a game.");
        };
        let line = format!("{word} {}", board_letters(table, &capital_piece(rest)));
        match read_act_words(seat, &line) {
            Ok(act) => self.do_act(me, act, Did::Other),
            Err(why) => {
                if !rest.is_empty() {
                    self.say(me, &sentence(&why));
                }
                if let Found::One(command) = find(word) {
                    self.say(me, &format!("Usage: {}", command.usage));
                }
            }
        }
    }

    pub(super) fn claim(&mut self, me: PersonId, rest: &str) {
        let rest = match rest.strip_prefix("time") {
            Some(more) => format!("flag{more}"),
            None => rest.to_owned(),
        };
        self.act(me, "claim", &rest);
    }

    pub(super) fn draw(&mut self, me: PersonId, _rest: &str) {
        let Some((table, seat)) = self.playing(me) else {
            return self.say(me, "You are not playing a game.");
        };
        if table.draw_offered_to(seat, self.now).is_some() {
            self.do_act(me, Act::AcceptDraw, Did::Other);
        } else {
            self.do_act(me, Act::OfferDraw, Did::Draw);
        }
    }

    pub(super) fn resign(&mut self, me: PersonId, _rest: &str) {
        self.do_act(me, Act::Resign, Did::Other);
    }

    pub(super) fn arbiter(&mut self, me: PersonId, _rest: &str) {
        self.do_act(me, Act::CallArbiter, Did::Other);
    }

    pub(super) fn flag(&mut self, me: PersonId, _rest: &str) {
        let claim = Act::Claim { claim: Claim::Flag, board: None };
        self.do_act(me, claim, Did::Flag);
    }

    pub(super) fn say_to_partner(&mut self, me: PersonId, message: Message) {
        self.do_act(me, Act::Say { say: message }, Did::Ptell);
    }

    /// The referee has refused.
    pub(crate) fn refused(
        &mut self,
        me: PersonId,
        at: (TableKey, Seat),
        did: &Did,
        refusal: &Refusal,
    ) {
        let why = why(refusal);
        let lines = match did {
            Did::Move(text) => self.move_refused(me, at, text, refusal),
            Did::Flag => {
                vec!["Opponent is not out of time.".to_owned(), format!(":Referee: {why}.")]
            }
            Did::Draw | Did::Ptell | Did::Other => vec![format!(":Referee: {why}.")],
        };
        lines.iter().for_each(|line| self.say(me, line));
    }

    fn move_refused(
        &self,
        me: PersonId,
        (key, seat): (TableKey, Seat),
        text: &str,
        refusal: &Refusal,
    ) -> Vec<String> {
        let Some(table) = self.tables.get(&key) else { return Vec::new() };
        let file = self.is_set(me, Ivar::Movecase);
        let text = plain(text);
        let tried = candidates(&text, file);
        let is = |illegal| {
            tried.iter().any(|choice| {
                read_attempt(&table.game, seat, choice) == Attempt::Unplayable(illegal)
            })
        };
        let first = if refusal.why == WhyNot::OpponentsTurn {
            "It is not your move.".to_owned()
        } else if let Some(example) = is(Illegal::PromotionUnannounced)
            .then(|| promotion_example(table, seat, &tried))
            .flatten()
        {
            format!("Ambiguous move ({text}). Name the square: {example}.")
        } else if is(Illegal::Ambiguous) {
            format!("Ambiguous move ({text}).")
        } else {
            format!("Illegal move ({text}). {}.", why(refusal))
        };
        let ms = self.is_set(me, Ivar::Ms);
        let relation = Relation::Plays(seat.color());
        vec![
            first,
            style12(table, seat.board(), relation, ms, self.now),
            holding(table, seat.board()),
        ]
    }
}

/// What was tried, with the square of the other board from which the piece could come, if one must be named.
fn promotion_example(table: &Table, seat: Seat, tried: &[String]) -> Option<String> {
    if !table.game.tells_what_is_legal() {
        return None;
    }
    let board = table.game.board_for(seat);
    let takes: Vec<(String, String)> = board
        .legal_moves()
        .into_iter()
        .filter(|m| matches!(m.promotion(), Some(Promotion::Take(..))))
        .map(|m| {
            (m.to_string(), San::from_move(m, board.view()).display(Letters::English).to_string())
        })
        .collect();
    tried.iter().find_map(|text| {
        let meant = takes.iter().find(|(coordinates, san)| {
            coordinates.starts_with(text.as_str()) || san.starts_with(text.as_str())
        });
        meant.map(|(_, san)| san.clone())
    })
}

/// A single small letter for a piece is as good as a capital one.
fn capital_piece(rest: &str) -> String {
    let first = rest.split_whitespace().next().unwrap_or_default();
    let piece = first.starts_with(['q', 'r', 'b', 'n', 'p']);
    // Alone, before its square, or from the stock.
    let gift = matches!(first.len(), 1 | 3) || first.ends_with('@');
    if piece && gift { capital(rest) } else { rest.to_owned() }
}

/// Boards may be named by the numbers of their games.
fn board_letters(table: &Table, rest: &str) -> String {
    let letter = |board: BoardId| match board {
        BoardId::A => "A",
        BoardId::B => "B",
    };
    match rest.rsplit_once(" on ") {
        Some((before, word)) => {
            let board = word.trim().parse().ok().and_then(|number| table.board_of(number));
            let word = board.map_or(word, letter);
            format!("{before} on {word}")
        }
        None => rest.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_every_form() {
        for (text, first) in [
            ("e2e4", "e2e4"),
            ("e2-e4", "e2e4"),
            ("E2E4", "e2e4"),
            ("e7e8=q", "e7e8q"),
            ("e7e8q", "e7e8q"),
            ("e7-e8=Q", "e7e8q"),
            ("o-o", "O-O"),
            ("0-0-0", "O-O-O"),
            ("nf3", "Nf3"),
            ("p@e4", "P@e4"),
            ("N@f3+", "N@f3"),
            ("e8=qd1", "e8=Qd1"),
            ("e7e8=Qd1", "e7e8qd1"),
            ("bxc3", "bxc3"),
        ] {
            assert_eq!(candidates(text, false)[0], first, "{text}");
        }
        assert_eq!(candidates("bxc3", false), ["bxc3", "Bxc3"]);
        assert_eq!(candidates("bxc3", true), ["bxc3"]);
        assert_eq!(candidates("e7e8", false), ["e7e8", "e7e8q", "e8=Q"]);
        assert_eq!(candidates("e7d8=q", false), ["e7d8q", "exd8=Q"]);
    }
}
