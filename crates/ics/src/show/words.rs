//! Words between partners, and acts as they are typed.

use tandem_notation::San;
use tandem_notation::script::Step;
use tandem_referee::{Act, Command, Message, MoveText, Permission};
use tandem_rules::shakmaty::Role;
use tandem_rules::{Coordinates, Millis, Seat};

/// What is said to a partner, as people on servers write it.
pub(crate) fn partner_words(message: &Message) -> String {
    match message {
        Message::Need(role) => format!("+{}", role.char()),
        Message::Warn(role) => format!("--{}", role.char()),
        Message::Sit => "sit".to_owned(),
        Message::Go => "go".to_owned(),
        Message::Flag => "flag".to_owned(),
        Message::May(leave) => leave_words(*leave).to_owned(),
        Message::Move(text) => text.to_string(),
        Message::Text(text) => text.clone(),
    }
}

fn leave_words(leave: Permission) -> &'static str {
    match leave {
        Permission::Resign => "may I resign?",
        Permission::OfferDraw => "may I offer a draw?",
        Permission::AcceptDraw => "may I accept the draw?",
        Permission::Mate => "may I mate?",
    }
}

/// What a partner's line means: one of the kinds that the books know, or just words.
pub(crate) fn read_partner(text: &str) -> Message {
    let text = text.trim();
    let lower = text.to_lowercase();
    let bare = lower.trim_end_matches(['!', '?', '.', ' ']);
    match bare {
        "sit" | "wait" | "stop" | "hold" => return Message::Sit,
        "go" | "move" | "hurry" | "fast" => return Message::Go,
        "flag" => return Message::Flag,
        "mate" | "may mate" | "may i mate" => return Message::May(Permission::Mate),
        "may resign" | "may i resign" => return Message::May(Permission::Resign),
        "may offer-draw" | "may i offer a draw" => return Message::May(Permission::OfferDraw),
        "may accept-draw" | "may i accept the draw" => return Message::May(Permission::AcceptDraw),
        _ => {}
    }
    if let Some(message) = about_a_piece(bare) {
        return message;
    }
    let one_word = !text.contains(' ') && text.bytes().any(|byte| byte.is_ascii_digit());
    let is_move = || San::parse(text).is_ok() || text.parse::<Coordinates>().is_ok();
    if one_word
        && is_move()
        && let Some(text) = MoveText::new(text)
    {
        return Message::Move(text);
    }
    Message::Text(text.to_owned())
}

fn about_a_piece(text: &str) -> Option<Message> {
    let signs = text.len() - text.trim_start_matches(['+', '-']).len();
    let (sign, rest) = text.split_at(signs);
    if !sign.is_empty() {
        let role = role_word(rest.trim())?;
        let only = |c: char| sign.chars().all(|sign| sign == c);
        return match () {
            () if only('+') => Some(Message::Need(role)),
            () if only('-') => Some(Message::Warn(role)),
            () => None,
        };
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["need" | "give" | "want", piece] | [piece, "pls" | "please"] => {
            role_word(piece).map(Message::Need)
        }
        ["no" | "warn", piece] => role_word(piece).map(Message::Warn),
        _ => None,
    }
}

fn role_word(word: &str) -> Option<Role> {
    Some(match word {
        "q" | "queen" => Role::Queen,
        "r" | "rook" => Role::Rook,
        "b" | "bishop" => Role::Bishop,
        "n" | "knight" => Role::Knight,
        "p" | "pawn" => Role::Pawn,
        _ => return None,
    })
}

/// An act as it is typed: in the words of a match script.
pub(crate) fn act_words(seat: Seat, act: Act<MoveText>) -> String {
    let command = Command::Player { seat, act };
    let line = Step { at: Millis::ZERO, command }.to_string();
    line.split_whitespace().skip(2).collect::<Vec<_>>().join(" ")
}

/// Reads an act in the words of a match script.
pub(crate) fn read_act_words(seat: Seat, words: &str) -> Result<Act<MoveText>, String> {
    match format!("0 {seat} {words}").parse::<Step>() {
        Ok(Step { command: Command::Player { act, .. }, .. }) => Ok(act),
        Ok(_) => Err("an act of a player expected".to_owned()),
        Err(error) => Err(error.message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn move_(text: &str) -> Message {
        Message::Move(MoveText::new(text).unwrap())
    }

    #[test]
    fn words_are_read_as_the_kinds_that_books_know() {
        for (text, message) in [
            ("+n", Message::Need(Role::Knight)),
            ("++Q", Message::Need(Role::Queen)),
            ("need N", Message::Need(Role::Knight)),
            ("pawn please!", Message::Need(Role::Pawn)),
            ("--q", Message::Warn(Role::Queen)),
            ("no r", Message::Warn(Role::Rook)),
            ("SIT!", Message::Sit),
            ("go", Message::Go),
            ("flag!", Message::Flag),
            ("mate", Message::May(Permission::Mate)),
            ("may I resign?", Message::May(Permission::Resign)),
            ("Nf3", move_("Nf3")),
            ("e2e4", move_("e2e4")),
        ] {
            assert_eq!(read_partner(text), message, "{text}");
        }
        for text in ["hello", "+-n", "n", "time 1234", "+x", "I need a knight now", ""] {
            assert_eq!(read_partner(text), Message::Text(text.to_owned()), "{text}");
        }
    }

    #[test]
    fn what_is_said_is_read_back() {
        for message in [
            Message::Need(Role::Pawn),
            Message::Warn(Role::Bishop),
            Message::Sit,
            Message::Go,
            Message::Flag,
            Message::May(Permission::Resign),
            Message::May(Permission::OfferDraw),
            Message::May(Permission::AcceptDraw),
            Message::May(Permission::Mate),
            move_("Q@g4"),
        ] {
            assert_eq!(read_partner(&partner_words(&message)), message);
        }
    }
}
