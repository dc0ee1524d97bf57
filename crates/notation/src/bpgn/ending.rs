//! What the closing comment says: who lost, and how.

use tandem_rules::{BySeat, Seat, Team};

use super::tags::Tags;

/// How a game ended, by its closing comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// A king was mated.
    Mate,
    /// Somebody resigned.
    Resignation,
    /// A flag fell.
    Flag,
    /// Somebody left.
    Disconnection,
    /// A draw was agreed, or came about by repetition or otherwise.
    Draw,
    /// The game was broken off.
    Aborted,
}

impl Cause {
    /// All causes with a word for each.
    pub const ALL: [(Cause, &'static str); 6] = [
        (Cause::Mate, "mate"),
        (Cause::Resignation, "resignation"),
        (Cause::Flag, "flag"),
        (Cause::Disconnection, "disconnection"),
        (Cause::Draw, "draw"),
        (Cause::Aborted, "aborted"),
    ];

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        Cause::ALL[self as usize].1
    }
}

/// What a closing comment says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// How the game ended.
    pub cause: Option<Cause>,
    /// Who lost: several seats if one player sits at more than one.
    pub losers: BySeat<bool>,
}

const LOSSES: [(&str, Cause); 10] = [
    (" checkmated", Cause::Mate),
    (" mated", Cause::Mate),
    (" resigns", Cause::Resignation),
    (" resigned", Cause::Resignation),
    (" forfeits on time", Cause::Flag),
    (" lost on time", Cause::Flag),
    (" ran out of time", Cause::Flag),
    (" forfeits by disconnection", Cause::Disconnection),
    (" lost connection and forfeits", Cause::Disconnection),
    (" forfeits by adjudication", Cause::Resignation),
];

impl Ending {
    /// Reads a closing comment: `NAME checkmated`, `WA checkmated`, `Game drawn by repetition`.
    #[must_use]
    pub fn read(text: &str, tags: &Tags) -> Ending {
        let text = text.trim().trim_end_matches('.');
        for (words, cause) in LOSSES {
            if let Some(name) = text.strip_suffix(words) {
                let losers = seats_of(name.trim(), tags);
                return Ending { cause: Some(cause), losers };
            }
        }
        let lower = text.to_ascii_lowercase();
        let cause = if lower.starts_with("game drawn") || lower.ends_with("material to mate") {
            Some(Cause::Draw)
        } else if lower.starts_with("game aborted") || lower.starts_with("game adjourned") {
            Some(Cause::Aborted)
        } else {
            None
        };
        Ending { cause, losers: BySeat::default() }
    }

    /// The team that lost, if the comment tells.
    #[must_use]
    pub fn losing_team(&self) -> Option<Team> {
        let mut teams = self.losers.iter().filter(|(_, lost)| **lost).map(|(seat, _)| seat.team());
        let first = teams.next()?;
        teams.all(|team| team == first).then_some(first)
    }
}

/// The seats that a name means: of a player, or `WA`, `WhiteA`, `A`.
fn seats_of(name: &str, tags: &Tags) -> BySeat<bool> {
    let named = BySeat::new_with(|seat| tags.player(seat) == Some(name));
    if named.iter().any(|(_, named)| *named) {
        return named;
    }
    let like = |other: &str| other.eq_ignore_ascii_case(name);
    let named = BySeat::new_with(|seat| tags.player(seat).is_some_and(like));
    if named.iter().any(|(_, named)| *named) {
        return named;
    }
    BySeat::new_with(|seat| {
        let (short, long) = match seat {
            Seat::WhiteA => ("WA", "WhiteA"),
            Seat::BlackA => ("BA", "BlackA"),
            Seat::WhiteB => ("WB", "WhiteB"),
            Seat::BlackB => ("BB", "BlackB"),
        };
        like(short) || like(long)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losers_are_found_by_name_and_by_seat() {
        let mut tags = Tags::default();
        tags.set("WhiteA", "Ann");
        tags.set("BlackA", "Ben Nevis");
        tags.set("WhiteB", "Ben Nevis");
        tags.set("BlackB", "Dee");
        let read = |text| {
            let ending = Ending::read(text, &tags);
            (ending.cause, ending.losing_team())
        };
        assert_eq!(read("Ann checkmated"), (Some(Cause::Mate), Some(Team::One)));
        assert_eq!(read("Ben Nevis forfeits on time"), (Some(Cause::Flag), Some(Team::Two)));
        assert_eq!(read("dee resigns."), (Some(Cause::Resignation), Some(Team::One)));
        assert_eq!(read("WA checkmated"), (Some(Cause::Mate), Some(Team::One)));
        assert_eq!(read("Zoe checkmated"), (Some(Cause::Mate), None));
        assert_eq!(read("Game aborted on move 1"), (Some(Cause::Aborted), None));
        assert_eq!(read("Game drawn by mutual agreement"), (Some(Cause::Draw), None));
        assert_eq!(read("*"), (None, None));
    }
}
