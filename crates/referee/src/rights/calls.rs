//! What a player who calls the arbiter may mean, by the book alone: for tables whose boards nobody follows.

use serde::{Deserialize, Serialize};
use tandem_rules::Rulebook;
use tandem_rules::book::Cite;

/// What a call is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "CallSubject"))]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A flag has fallen.
    Flag,
    /// A move was illegal.
    Illegal,
    /// Whether a move that was made stands.
    Binding,
    /// Mate or stalemate.
    Mate,
    /// A draw is claimed.
    Draw,
    /// Pieces are hidden.
    Hidden,
    /// What partners say.
    Talk,
    /// Men or colours were set up wrongly.
    Setup,
    /// A clock is wrong.
    Clock,
    /// Something else.
    Other,
}

impl Subject {
    /// Every subject.
    pub const ALL: [Subject; 10] = [
        Subject::Flag,
        Subject::Illegal,
        Subject::Binding,
        Subject::Mate,
        Subject::Draw,
        Subject::Hidden,
        Subject::Talk,
        Subject::Setup,
        Subject::Clock,
        Subject::Other,
    ];

    /// The articles that may be meant, in the order in which an arbiter looks them up.
    #[must_use]
    pub fn articles(self, book: &Rulebook) -> Vec<Cite> {
        let (axes, grounds) = (&book.axes, &book.grounds);
        let mut articles = match self {
            Subject::Flag => {
                vec![&axes.clock.flag.by, &axes.clock.claimed_by.by, &axes.clock.both_flags.by]
            }
            Subject::Illegal => {
                vec![&axes.illegal.remedy.by, &axes.illegal.claimed_by.by, &grounds.illegal_window]
            }
            Subject::Binding => vec![&axes.moves.binds.by, &axes.moves.drop_binds.by],
            Subject::Mate => vec![&axes.stuck.mate.by, &axes.stuck.stalemate.by],
            Subject::Draw => vec![&axes.draws.agreement.by, &axes.draws.repetition.by],
            Subject::Hidden => vec![&axes.hidden.show.by, &axes.hidden.return_clock.by],
            Subject::Talk => vec![&axes.talk.allowed.by, &axes.talk.flag.by],
            Subject::Setup => vec![&grounds.restart_setup, &grounds.restart_colours],
            Subject::Clock => vec![&grounds.restart_clock, &grounds.set_clock],
            Subject::Other => vec![&grounds.call_arbiter],
        };
        let mut seen = std::collections::HashSet::new();
        articles.retain(|article| seen.insert(*article));
        articles.into_iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOKS: [&str; 5] = ["asten", "minerva", "sscr", "fer", "stein"];

    #[test]
    fn every_book_has_an_article_for_every_subject() {
        for id in BOOKS {
            let book = Rulebook::builtin(id).expect("a book");
            for subject in Subject::ALL {
                assert!(!subject.articles(&book).is_empty(), "{id} {subject:?}");
            }
        }
    }

    #[test]
    fn a_flag_is_looked_up_where_the_book_speaks_of_flags() {
        let flag = |id| {
            let book = Rulebook::builtin(id).expect("a book");
            Subject::Flag.articles(&book)[0].to_string()
        };
        assert_eq!(BOOKS.map(flag), ["asten 4", "R11", "sscr 7.8", "fer 5.2", "R11"]);
    }
}
