//! Words between partners, as people and programs say them in `ptell`.

use tandem_referee::Message;
use tandem_rules::shakmaty::Role;

/// What is said to the partner.
#[must_use]
pub fn partner_words(message: &Message) -> String {
    match message {
        // As on the internet servers: programs and people understand these.
        Message::Need(role) => format!("++{}", role.char()),
        Message::Warn(role) => format!("---{}", role.char()),
        Message::Sit => "sit".to_owned(),
        Message::Go => "go".to_owned(),
        Message::Flag => "flag".to_owned(),
        Message::May(permission) => format!("may I {permission:?}?").to_lowercase(),
        Message::Move(m) => m.to_string(),
        Message::Text(text) => text.replace(['\n', '\r'], " "),
    }
}

fn role_word(word: &str) -> Option<Role> {
    let word = word.trim_end_matches('s');
    Some(match word {
        "q" | "queen" => Role::Queen,
        "r" | "rook" => Role::Rook,
        "b" | "bishop" => Role::Bishop,
        "n" | "knight" | "horse" => Role::Knight,
        "p" | "pawn" => Role::Pawn,
        _ => return None,
    })
}

/// What a partner means by their words; nothing if they are about something else.
///
/// Understood are `sit`, `go` and their like, `need n`, `+n`, `n pls`, and against a piece
/// `no q`, `-q`, `--q`, `warn q`.
#[must_use]
pub fn read_partner(text: &str) -> Vec<Message> {
    let text = text.to_lowercase();
    let mut heard = Vec::new();
    let mut against = false;
    let mut wish = false;
    let words: Vec<&str> =
        text.split(|c: char| !(c.is_ascii_alphanumeric() || "+-'".contains(c))).collect();
    for word in words.iter().copied().filter(|word| !word.is_empty()) {
        match word {
            "sit" | "wait" | "stop" | "hold" | "sitting" => heard.push(Message::Sit),
            "go" | "move" | "fast" | "hurry" => heard.push(Message::Go),
            "no" | "not" | "don't" | "dont" | "never" | "warn" | "avoid" => against = true,
            "need" | "give" | "want" | "get" | "pls" | "please" | "any" => wish = true,
            _ => {
                let bare = word.trim_start_matches(['+', '-']);
                let Some(role) = role_word(bare) else { continue };
                let minus = word.starts_with('-');
                let plus = word.starts_with('+');
                let polite = words.iter().any(|word| matches!(*word, "pls" | "please"));
                if minus || against {
                    heard.push(Message::Warn(role));
                } else if plus || wish || polite || words.len() == 1 {
                    heard.push(Message::Need(role));
                }
            }
        }
    }
    heard
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_are_understood() {
        let need = |role| vec![Message::Need(role)];
        assert_eq!(read_partner("need n"), need(Role::Knight));
        assert_eq!(read_partner("+N"), need(Role::Knight));
        assert_eq!(read_partner("knight please!"), need(Role::Knight));
        assert_eq!(read_partner("Q"), need(Role::Queen));
        assert_eq!(read_partner("no q please"), vec![Message::Warn(Role::Queen)]);
        assert_eq!(read_partner("--q"), vec![Message::Warn(Role::Queen)]);
        assert_eq!(read_partner("sit!"), vec![Message::Sit]);
        assert_eq!(read_partner("go"), vec![Message::Go]);
        assert_eq!(read_partner("hello partner, b is my favourite"), Vec::new());
        assert_eq!(read_partner("time 1234 + x \u{fffd}"), Vec::new());
    }

    #[test]
    fn what_is_said_is_understood_by_our_own_kind() {
        for message in
            [Message::Need(Role::Rook), Message::Warn(Role::Pawn), Message::Sit, Message::Go]
        {
            assert_eq!(read_partner(&partner_words(&message)), vec![message]);
        }
    }
}
