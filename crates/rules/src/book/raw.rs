//! A rulebook file as it is written: keys, values, citations and the lines they stand on.

use std::collections::{BTreeMap, BTreeSet};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::BookError;

/// An axis value as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Raw {
    /// A single word or number; `true` and `false` are `yes` and `no`.
    Word(String),
    /// A list of words or numbers.
    List(Vec<String>),
}

impl Raw {
    /// The single word, if it is one.
    #[must_use]
    pub fn word(&self) -> Option<&str> {
        match self {
            Raw::Word(word) => Some(word),
            Raw::List(_) => None,
        }
    }

    /// The words of the list; a single word is a list of one.
    pub fn list(&self) -> impl Iterator<Item = &str> {
        match self {
            Raw::Word(word) => std::slice::from_ref(word),
            Raw::List(words) => words.as_slice(),
        }
        .iter()
        .map(String::as_str)
    }

    /// Reads an option of a match: `no`, `300`, or a list with commas, `1,7,8`; `[]` is an
    /// empty list.
    #[must_use]
    pub fn from_option(text: &str) -> Raw {
        let text = text.trim();
        let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        match (text, inner) {
            ("true", _) => Raw::Word("yes".to_owned()),
            ("false", _) => Raw::Word("no".to_owned()),
            (_, None) if !text.contains(',') => Raw::Word(text.to_owned()),
            (_, inner) => Raw::List(
                inner
                    .unwrap_or(text)
                    .split(',')
                    .map(|word| word.trim().trim_matches('"').to_owned())
                    .filter(|word| !word.is_empty())
                    .collect(),
            ),
        }
    }
}

/// An entry of a section: what the axis is, and by which article.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value; absent for a ground, which only cites.
    pub is: Option<Raw>,
    /// The citation as written: `2.4`, `R8`, or `minerva 2.4`.
    pub by: String,
    /// The line it stands on.
    pub line: usize,
    /// The id of the book whose file it stands in.
    pub book: String,
}

/// An article as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawArticle {
    /// Keys and texts, with the lines they stand on.
    pub fields: BTreeMap<String, (Raw, usize)>,
    /// The line on which it starts.
    pub line: usize,
}

/// A rulebook file as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawBook {
    /// The keys before the first section: id, name, language, extends.
    pub head: BTreeMap<String, (Raw, usize)>,
    /// `section.axis` and what is said of it.
    pub entries: BTreeMap<String, Entry>,
    /// The articles in the order of the book.
    pub articles: Vec<RawArticle>,
    /// `section.axis` of what is there, but not in the shape of an axis.
    pub broken: BTreeSet<String>,
    /// Every place at which the file does not have the shape of a rulebook.
    pub errors: Vec<BookError>,
}

struct Lines<'a>(&'a str);

impl Lines<'_> {
    fn at(&self, span: &std::ops::Range<usize>) -> usize {
        let before = &self.0.as_bytes()[..span.start.min(self.0.len())];
        before.iter().filter(|&&byte| byte == b'\n').count() + 1
    }
}

fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(yes) => Some(if *yes { "yes" } else { "no" }.to_owned()),
        _ => None,
    }
}

fn raw(value: &DeValue<'_>) -> Option<Raw> {
    match value {
        DeValue::Array(items) => {
            items.iter().map(|item| scalar(item.get_ref())).collect::<Option<_>>().map(Raw::List)
        }
        value => scalar(value).map(Raw::Word),
    }
}

impl RawBook {
    /// Reads the text of a rulebook file, as far as it has the shape of one.
    ///
    /// # Errors
    /// Every place at which the file is no TOML.
    pub fn parse(text: &str) -> Result<RawBook, Vec<BookError>> {
        let lines = Lines(text);
        let (table, errors) = DeTable::parse_recoverable(text);
        if !errors.is_empty() {
            let mut errors: Vec<_> = errors
                .iter()
                .map(|error| {
                    let line = error.span().map_or(1, |span| lines.at(&span));
                    BookError::new(line, "", error.message())
                })
                .collect();
            // What follows the first slip on a line is mostly an echo of it.
            errors.dedup_by_key(|error| error.line);
            return Err(errors);
        }
        let mut book = RawBook::default();
        for (key, value) in table.get_ref() {
            let line = lines.at(&key.span());
            let name = key.get_ref().to_string();
            match value.get_ref() {
                DeValue::Array(items) if name == "article" => {
                    for item in items.iter() {
                        let article = read_article(item, &lines, &mut book.errors);
                        book.articles.extend(article);
                    }
                }
                DeValue::Table(section) => read_section(&name, section, &lines, &mut book),
                value => match raw(value) {
                    Some(raw) => {
                        book.head.insert(name, (raw, line));
                    }
                    None => {
                        book.errors.push(BookError::new(line, &name, "a word is expected here"));
                    }
                },
            }
        }
        let id = book.head_word("id").unwrap_or_default();
        for entry in book.entries.values_mut() {
            entry.book.clone_from(&id);
        }
        Ok(book)
    }

    /// A word of the head.
    #[must_use]
    pub fn head_word(&self, key: &str) -> Option<String> {
        self.head.get(key).and_then(|(raw, _)| raw.word()).map(str::to_owned)
    }
}

fn read_article(
    item: &Spanned<DeValue<'_>>,
    lines: &Lines<'_>,
    errors: &mut Vec<BookError>,
) -> Option<RawArticle> {
    let line = lines.at(&item.span());
    let DeValue::Table(table) = item.get_ref() else {
        errors.push(BookError::new(line, "article", "write each article as [[article]]"));
        return None;
    };
    let mut fields = BTreeMap::new();
    for (key, value) in table {
        let line = lines.at(&key.span());
        match raw(value.get_ref()) {
            Some(value) => {
                fields.insert(key.get_ref().to_string(), (value, line));
            }
            None => errors.push(BookError::new(line, key.get_ref(), "a word or a list of words")),
        }
    }
    Some(RawArticle { fields, line })
}

fn read_section(section: &str, table: &DeTable<'_>, lines: &Lines<'_>, book: &mut RawBook) {
    for (key, value) in table {
        let line = lines.at(&key.span());
        let name = format!("{section}.{}", key.get_ref());
        let entry = match value.get_ref() {
            // A ground is a citation alone: turn = "15".
            DeValue::String(by) if section == "grounds" => {
                Some(Entry { is: None, by: by.to_string(), line, book: String::new() })
            }
            DeValue::Table(parts) => match (parts.get("is"), parts.get("by")) {
                (Some(is), Some(by)) if parts.len() == 2 => {
                    match (raw(is.get_ref()), scalar(by.get_ref())) {
                        (Some(is), Some(by)) => {
                            Some(Entry { is: Some(is), by, line, book: String::new() })
                        }
                        _ => None,
                    }
                }
                _ => None,
            },
            _ => None,
        };
        match entry {
            Some(entry) => {
                book.entries.insert(name, entry);
            }
            None => {
                let shape = if section == "grounds" {
                    "a ground cites an article: turn = \"15\""
                } else {
                    "an axis is written { is = VALUE, by = \"ARTICLE\" }"
                };
                book.errors.push(BookError::new(line, &name, shape));
                book.broken.insert(name);
            }
        }
    }
}
