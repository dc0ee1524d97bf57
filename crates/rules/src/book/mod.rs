//! Rulebooks as data: every axis on which the books differ, every article, validated.

mod axes;
mod builtin;
mod raw;
mod reader;
mod validate;
mod values;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use axes::{
    AXIS_KEYS, ArbiterAxes, Axes, AxisView, ClockAxes, ContestAxes, DrawAxes, DropAxes,
    GROUND_KEYS, Grounds, HiddenAxes, IllegalAxes, MoveAxes, PassingAxes, PromotionAxes,
    ResignAxes, StuckAxes, TalkAxes,
};
pub use builtin::{BUILTIN_IDS, PUBLISHED_IDS};
pub use raw::{Entry, Raw, RawArticle, RawBook};
pub use values::*;

use crate::board_rules::{BoardRules, DropLimit, PromotionRoles, PromotionSource};
use crate::stuck::MateRule;
use reader::Reader;

/// The article, or the reading, that a verdict rests on: `stein 2.4`, `R20`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruled<T> {
    /// What it is.
    pub is: T,
    /// By which article, or reading.
    pub by: Cite,
}

/// A language of the books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
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
    pub fn parse(text: &str) -> Result<Rulebook, Vec<BookError>> {
        let raw = RawBook::parse(text)?;
        let id = raw.head_word("id").unwrap_or_default();
        if BUILTIN_IDS.contains(&id.as_str()) {
            let message = format!("'{id}' is a built-in book; choose another id");
            return Err(vec![BookError::new(raw.head["id"].1, "id", &message)]);
        }
        Rulebook::resolve(&raw)
    }

    fn resolve(raw: &RawBook) -> Result<Rulebook, Vec<BookError>> {
        let mut errors = Vec::new();
        for (key, (_, line)) in &raw.head {
            if !matches!(key.as_str(), "id" | "name" | "language" | "extends") {
                errors.push(BookError::new(
                    *line,
                    key,
                    "is unknown; allowed: id | name | language | extends, sections and [[article]]",
                ));
            }
        }
        let mut word = |key: &str, hint: &str| {
            let word = raw.head_word(key).filter(|word| !word.trim().is_empty());
            if word.is_none() {
                let line = raw.head.get(key).map_or(1, |(_, line)| *line);
                errors.push(BookError::new(line, key, hint));
            }
            word.unwrap_or_default()
        };
        let id = word("id", "a book needs an id: small letters, digits and hyphens");
        let name = word("name", "a book needs a name");
        if !id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
            errors.push(BookError::new(1, "id", "is made of small letters, digits and hyphens"));
        }
        let base = match raw.head.get("extends") {
            None => None,
            Some((value, line)) => {
                let base = value.word().and_then(Rulebook::builtin);
                if base.is_none() {
                    let message =
                        format!("names no built-in book; allowed: {}", BUILTIN_IDS.join(" | "));
                    errors.push(BookError::new(*line, "extends", &message));
                }
                base
            }
        };
        let language = match raw.head.get("language") {
            None => base.as_ref().map_or(Lang::En, |base| base.language),
            Some((value, line)) => value.word().and_then(Lang::from_code).unwrap_or_else(|| {
                errors.push(BookError::new(*line, "language", "allowed: en | nl | de | cs"));
                Lang::En
            }),
        };
        for (key, entry) in &raw.entries {
            if !axes::is_known(key, entry) {
                let section = key.split('.').next().unwrap_or_default();
                let known = axes::keys_of(section);
                let message = if known.is_empty() {
                    "is no section of a rulebook".to_owned()
                } else {
                    format!("is unknown; allowed: {}", known.join(" | "))
                };
                errors.push(BookError::new(entry.line, key, &message));
            }
        }
        let mut articles = reader::read_articles(raw, &id).unwrap_or_else(|more| {
            errors.extend(more);
            Vec::new()
        });
        let mut entries = BTreeMap::new();
        if let Some(base) = base {
            articles.extend(base.articles);
            entries = base.entries;
        }
        entries.extend(raw.entries.clone());
        if !errors.is_empty() {
            return Err(errors);
        }
        Rulebook::assemble(id, name, language, articles, entries)
    }

    fn assemble(
        id: String,
        name: String,
        language: Lang,
        articles: Vec<Article>,
        entries: BTreeMap<String, Entry>,
    ) -> Result<Rulebook, Vec<BookError>> {
        let mut reader = Reader { entries: &entries, articles: &articles, errors: Vec::new() };
        let axes = Axes::read(&mut reader);
        let grounds = Grounds::read(&mut reader);
        let errors = reader.errors;
        let (Some(axes), Some(grounds)) = (axes, grounds) else { return Err(errors) };
        let contradictions = validate::contradictions(&axes, &entries);
        if !contradictions.is_empty() {
            return Err(contradictions);
        }
        let board_rules = board_rules(&axes);
        Ok(Rulebook { id, name, language, articles, entries, axes, grounds, board_rules })
    }

    /// The book with options of a match: each changes one axis, `drops.with_check` to `no`, say.
    ///
    /// # Errors
    /// An unknown axis, a value that is not allowed, or options that contradict the book.
    pub fn with_options(&self, options: &[(String, String)]) -> Result<Rulebook, Vec<BookError>> {
        let mut entries = self.entries.clone();
        for (key, value) in options {
            if !AXIS_KEYS.iter().any(|(known, _)| known == key) {
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
        let (id, name) = (self.id.clone(), self.name.clone());
        Rulebook::assemble(id, name, self.language, self.articles.clone(), entries)
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

    /// What makes a check a mate.
    #[must_use]
    pub fn mate_rule(&self) -> MateRule {
        match self.axes.stuck.mate.is {
            Mate::Pool => MateRule::Pool,
            Mate::Contact => MateRule::Contact,
            Mate::Stock | Mate::NotFinal => MateRule::Stock,
        }
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
            From::Pawn => PromotionSource::Pawn,
            From::OtherBoard => PromotionSource::OtherBoard {
                may_expose: axes.promotion.may_expose_king.is == IfAny::Yes,
                from_ended: axes.promotion.other_ended.is == OtherEnded::MayTake,
            },
        },
        promoted_reverts: axes.promotion.captured_is.is == CapturedPromoted::Pawn,
    }
}
