//! Rulebooks as data: every axis on which the books differ, every article, validated.

mod answer;
mod ask;
mod axes;
mod builtin;
mod points;
mod raw;
mod reader;
mod readings;
mod resolve;
mod validate;
mod values;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use answer::{Answer, book_texts};
pub use axes::{
    AXIS_KEYS, ArbiterAxes, Axes, AxisView, ClockAxes, ContestAxes, DrawAxes, DropAxes, EventAxes,
    GROUND_KEYS, Grounds, HiddenAxes, IllegalAxes, MoveAxes, PassingAxes, PromotionAxes, Question,
    ResignAxes, StuckAxes, TalkAxes, section_of,
};
pub use builtin::{BUILTIN_IDS, PUBLISHED_IDS};
pub use points::PointScale;
pub use raw::{Entry, Raw, RawArticle, RawBook};
pub use readings::{Reading, readings};
pub use values::*;

use crate::board_rules::{BoardRules, DropLimit, PromotionRoles, PromotionSource};
use crate::stuck::MateRule;

/// The article, or the reading, that a verdict rests on: `stein 2.4`, `R20`.
///
/// ```
/// use tandem_rules::Rulebook;
///
/// let stein = Rulebook::builtin("stein").expect("a built-in book");
/// assert_eq!(stein.axes.drops.with_check.by.as_str(), "stein 2.4");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Cite(Arc<str>);

impl Cite {
    /// A citation as it is written.
    #[must_use]
    pub fn new(text: &str) -> Cite {
        Cite(text.into())
    }

    /// The text of the citation.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Cite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Cite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a book says on an axis, and by which article.
///
/// ```
/// use tandem_rules::{Rulebook, book::YesNo};
///
/// let stein = Rulebook::builtin("stein").expect("a built-in book");
/// let with_check = &stein.axes.drops.with_check;
/// assert_eq!(with_check.is, YesNo::No);
/// println!("by {}", with_check.by);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruled<T> {
    /// What it is.
    pub is: T,
    /// By which article, or reading.
    pub by: Cite,
}

/// A language of the books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    En,
    /// Dutch.
    Nl,
    /// German.
    De,
    /// Czech.
    Cs,
}

impl Lang {
    /// The four languages.
    pub const ALL: [Lang; 4] = [Lang::En, Lang::Nl, Lang::De, Lang::Cs];

    /// The two letters of the language.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Nl => "nl",
            Lang::De => "de",
            Lang::Cs => "cs",
        }
    }

    /// The language of two letters.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Lang> {
        Lang::ALL.into_iter().find(|lang| lang.code() == code)
    }
}

/// How software can honour an article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Honoured {
    /// The referee itself decides.
    Enforced,
    /// Somebody must act; the referee checks and carries out.
    Procedure,
    /// About hands, voices and furniture: shown, reported, punished.
    Conduct,
    /// Belongs to seating, pairing, scoring or the schedule.
    Event,
    /// Belongs to the record of the game.
    Notation,
}

impl Honoured {
    /// All ways with their words.
    pub const ALL: [(Honoured, &'static str); 5] = [
        (Honoured::Enforced, "enforced"),
        (Honoured::Procedure, "procedure"),
        (Honoured::Conduct, "conduct"),
        (Honoured::Event, "event"),
        (Honoured::Notation, "notation"),
    ];

    /// The word for this way.
    #[must_use]
    pub fn word(self) -> &'static str {
        Honoured::ALL[self as usize].1
    }

    /// The code of what it means ([`book_texts`]).
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Honoured::Enforced => "Honoured.enforced",
            Honoured::Procedure => "Honoured.procedure",
            Honoured::Conduct => "Honoured.conduct",
            Honoured::Event => "Honoured.event",
            Honoured::Notation => "Honoured.notation",
        }
    }

    fn from_word(word: &str) -> Option<Honoured> {
        Honoured::ALL.into_iter().find(|(_, known)| *known == word).map(|(way, _)| way)
    }
}

/// An article of a book, in our own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Article {
    /// The id of its book.
    pub book: String,
    /// Its number, as code and messages cite it.
    pub number: String,
    /// How it is honoured.
    pub honoured: Vec<Honoured>,
    texts: BTreeMap<Lang, String>,
}

impl Article {
    /// The text in a language; a club's own article may have just one, which then serves for all.
    ///
    /// ```
    /// use tandem_rules::{Rulebook, book::Lang};
    ///
    /// let minerva = Rulebook::builtin("minerva").expect("a built-in book");
    /// for article in minerva.articles() {
    ///     assert!(!article.text(Lang::Cs).is_empty(), "{}", article.cite());
    /// }
    /// ```
    #[must_use]
    pub fn text(&self, lang: Lang) -> &str {
        self.texts.get(&lang).or_else(|| self.texts.values().next()).map_or("", String::as_str)
    }

    /// Whether the text exists in this language.
    #[must_use]
    pub fn has_text(&self, lang: Lang) -> bool {
        self.texts.contains_key(&lang)
    }

    /// `stein 2.4`.
    #[must_use]
    pub fn cite(&self) -> Cite {
        Cite::new(&format!("{} {}", self.book, self.number))
    }
}

/// A mistake in a rulebook file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {}{message}", if key.is_empty() { String::new() } else { format!("{key}: ") })]
pub struct BookError {
    /// The line of the file.
    pub line: usize,
    /// The key that is wrong.
    pub key: String,
    /// What is wrong, with the allowed values.
    pub message: String,
}

impl BookError {
    pub(crate) fn new(line: usize, key: &str, message: &str) -> BookError {
        BookError { line, key: key.to_owned(), message: message.trim().replace('\n', " ") }
    }
}

/// A rulebook: what a match is refereed by.
///
/// ```
/// use tandem_rules::{Rulebook, book::BUILTIN_IDS};
///
/// for id in BUILTIN_IDS {
///     let book = Rulebook::builtin(id).expect("a built-in book");
///     println!("{id}: {} ({} articles)", book.name(), book.articles().len());
/// }
/// assert!(Rulebook::builtin("chess").is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Rulebook {
    id: String,
    name: String,
    language: Lang,
    articles: Vec<Article>,
    entries: BTreeMap<String, Entry>,
    /// What the book says on every axis.
    pub axes: Axes,
    /// What verdicts rest on where no axis decides.
    pub grounds: Grounds,
    board_rules: BoardRules,
}

impl Rulebook {
    /// A built-in book by its id.
    #[must_use]
    pub fn builtin(id: &str) -> Option<Rulebook> {
        builtin::load(id)
    }

    /// Reads a club's own book. It may extend a built-in one and say only what differs.
    ///
    /// # Errors
    /// Every mistake, with its line, its key and what is allowed there.
    ///
    /// ```
    /// use tandem_rules::Rulebook;
    ///
    /// let errors = Rulebook::parse("id = 'ours'\nname = 'Ours'\nextends = 'minervva'\n")
    ///     .expect_err("a slip of the pen");
    /// assert!(errors.iter().any(|error| error.line == 3));
    /// ```
    pub fn parse(text: &str) -> Result<Rulebook, Vec<BookError>> {
        resolve::parse(text)
    }

    /// The book with options of a match: each changes one axis, `drops.with_check` to `no`, say.
    ///
    /// # Errors
    /// An unknown axis, a value that is not allowed, or options that contradict the book.
    ///
    /// ```
    /// use tandem_rules::Rulebook;
    ///
    /// let minerva = Rulebook::builtin("minerva").expect("a built-in book");
    /// let options = [("drops.with_mate".to_owned(), "no".to_owned())];
    /// let calmer = minerva.with_options(&options).expect("an axis and a value of it");
    /// assert_ne!(calmer.board_rules().drop_limit, minerva.board_rules().drop_limit);
    /// ```
    pub fn with_options(&self, options: &[(String, String)]) -> Result<Rulebook, Vec<BookError>> {
        let mut entries = self.entries.clone();
        for (key, value) in options {
            if !AXIS_KEYS.contains(&key.as_str()) {
                let message = "is no option of a match; an option is an axis of the rulebook, \
                               drops.with_check for example";
                return Err(vec![BookError::new(0, key, message)]);
            }
            // The verdict goes on citing the article that the option changes.
            if let Some(entry) = entries.get_mut(key) {
                entry.is = Some(Raw::from_option(value));
                entry.line = 0;
            }
        }
        resolve::assemble(self, entries)
    }

    /// The id of the book: `stein`.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The name of the book.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The language it was published in.
    #[must_use]
    pub fn language(&self) -> Lang {
        self.language
    }

    /// Its articles in order; those of a book it extends follow its own.
    #[must_use]
    pub fn articles(&self) -> &[Article] {
        &self.articles
    }

    /// The article of a citation: `stein 2.4`, or `asten 10b`, which is a part of `asten 10`.
    ///
    /// ```
    /// use tandem_rules::Rulebook;
    ///
    /// let asten = Rulebook::builtin("asten").expect("a built-in book");
    /// assert_eq!(asten.article("asten 10b").map(|article| &*article.number), Some("10"));
    /// assert!(asten.article("stein 2.4").is_none());
    /// ```
    #[must_use]
    pub fn article(&self, cite: &str) -> Option<&Article> {
        let (book, number) = cite.split_once(' ')?;
        let find = |number: &str| {
            self.articles.iter().find(|article| article.book == book && article.number == number)
        };
        find(number).or_else(|| find(number.trim_end_matches(|c: char| c.is_ascii_lowercase())))
    }

    /// The part that decides which moves are legal.
    #[must_use]
    pub fn board_rules(&self) -> &BoardRules {
        &self.board_rules
    }
}

fn board_rules(axes: &Axes) -> BoardRules {
    let yes = |axis: &Ruled<YesNo>| axis.is == YesNo::Yes;
    BoardRules {
        pawn_drops: BoardRules::squares_without(&axes.drops.pawn_not_on.is.0),
        piece_drops: BoardRules::squares_without(&axes.drops.piece_not_on.is.0),
        drop_limit: match (yes(&axes.drops.with_check), yes(&axes.drops.with_mate)) {
            (true, true) => DropLimit::Free,
            (true, false) => DropLimit::NoMate,
            (false, _) => DropLimit::NoCheck,
        },
        dropped_rook_castles: yes(&axes.drops.rook_castles),
        dropped_pawn_advances_two: yes(&axes.drops.pawn_advances_two),
        promotion_roles: PromotionRoles::new(&axes.promotion.to.is.0),
        promotion_source: match axes.promotion.from.is {
            PromotionFrom::Pawn => PromotionSource::Pawn,
            PromotionFrom::OtherBoard => PromotionSource::OtherBoard {
                may_expose: axes.promotion.may_expose_king.is == IfAny::Yes,
                from_ended: axes.promotion.other_ended.is == OtherEnded::MayTake,
            },
        },
        promoted_reverts: axes.promotion.captured_is.is == CapturedPromoted::Pawn,
        mate: match axes.stuck.mate.is {
            Mate::Pool => MateRule::Pool,
            Mate::Contact => MateRule::Contact,
            Mate::Stock | Mate::NotFinal => MateRule::Stock,
        },
    }
}
