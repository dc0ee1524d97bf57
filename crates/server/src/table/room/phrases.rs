//! The phrases that players have ready on the pages, and what of them a bot follows.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use tandem_referee::Message;
use tandem_rules::book::Lang;
use tandem_rules::shakmaty::Role;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Phrase {
    TradesGood,
    TradesBad,
    KeepChecking,
    DontGive,
    Ahead,
    Behind,
    MateInOne,
    NoMatter,
    Nice,
    Thanks,
    Sorry,
}

/// Pages and server read the same file.
static PHRASES: LazyLock<BTreeMap<Lang, BTreeMap<Phrase, String>>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../texts/phrases.json")).unwrap_or_default()
});

const MEN: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// What somebody asks of their partner by these words: men of every kind where trades are good, none for the other side where they
/// are bad. All else is as it was said.
pub(super) fn meant_by(message: &Message) -> Vec<Message> {
    let Message::Text(words) = message else { return vec![message.clone()] };
    let said = PHRASES.values().flatten().find(|(_, text)| *text == words);
    match said.map(|(phrase, _)| phrase) {
        Some(Phrase::TradesGood) => MEN.map(Message::Need).to_vec(),
        Some(Phrase::TradesBad | Phrase::DontGive) => MEN.map(Message::Warn).to_vec(),
        Some(
            Phrase::KeepChecking
            | Phrase::Ahead
            | Phrase::Behind
            | Phrase::MateInOne
            | Phrase::NoMatter
            | Phrase::Nice
            | Phrase::Thanks
            | Phrase::Sorry,
        )
        | None => vec![message.clone()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_phrase() {
        assert_eq!(PHRASES.len(), 4);
        for (lang, phrases) in &*PHRASES {
            assert_eq!(phrases.len(), 11, "{lang:?}");
        }
    }

    #[test]
    fn what_is_asked_by_a_phrase_is_understood_in_every_language() {
        for phrases in PHRASES.values() {
            let meant = |phrase: Phrase| meant_by(&Message::Text(phrases[&phrase].clone()));
            assert_eq!(meant(Phrase::TradesGood), MEN.map(Message::Need));
            assert_eq!(meant(Phrase::TradesBad), MEN.map(Message::Warn));
            assert_eq!(meant(Phrase::DontGive), MEN.map(Message::Warn));
            assert_eq!(meant(Phrase::Nice), [Message::Text(phrases[&Phrase::Nice].clone())]);
        }
    }

    #[test]
    fn all_else_is_as_it_was_said() {
        for said in [Message::Sit, Message::Need(Role::Rook), Message::Text("trades".to_owned())] {
            assert_eq!(meant_by(&said), [said]);
        }
    }
}
