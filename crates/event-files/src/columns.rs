//! What columns are called, in four languages.

use tandem_event::{Belongs, Person};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    Team,
    /// A player's name, and which of the team.
    Name(usize),
    Rating(usize),
    Club(usize),
    Birth(usize),
    Child(usize),
    Belongs(usize),
}

/// Makes the column of a word for one of the players.
type Make = fn(usize) -> Column;

const WORDS: &[(&str, Make)] = &[
    ("team", |_| Column::Team),
    ("mannschaft", |_| Column::Team),
    ("ploeg", |_| Column::Team),
    ("tým", |_| Column::Team),
    ("družstvo", |_| Column::Team),
    ("player", Column::Name),
    ("name", Column::Name),
    ("speler", Column::Name),
    ("naam", Column::Name),
    ("spieler", Column::Name),
    ("spielerin", Column::Name),
    ("hráč", Column::Name),
    ("jméno", Column::Name),
    ("board", Column::Name),
    ("bord", Column::Name),
    ("brett", Column::Name),
    ("šachovnice", Column::Name),
    ("rating", Column::Rating),
    ("elo", Column::Rating),
    ("dwz", Column::Rating),
    ("club", Column::Club),
    ("vereniging", Column::Club),
    ("verein", Column::Club),
    ("klub", Column::Club),
    ("oddíl", Column::Club),
    ("birth", Column::Birth),
    ("born", Column::Birth),
    ("year", Column::Birth),
    ("geboortejaar", Column::Birth),
    ("jahrgang", Column::Birth),
    ("ročník", Column::Birth),
    ("child", Column::Child),
    ("kind", Column::Child),
    ("dítě", Column::Child),
    ("school", Column::Belongs),
    ("schule", Column::Belongs),
    ("škola", Column::Belongs),
];

/// The column of a heading: `Player 2`, `Rating 1`, `Team name`. A number says which player of the team.
pub(crate) fn column(heading: &str) -> Option<Column> {
    let heading = heading.trim().to_lowercase();
    let which =
        heading.chars().find_map(|one| one.to_digit(10)).filter(|number| (1..=3).contains(number));
    let which = which.map_or(0, |number| number as usize - 1);
    let mut words = heading.split(|one: char| !one.is_alphabetic()).filter(|word| !word.is_empty());
    words
        .find_map(|word| WORDS.iter().find(|(known, _)| *known == word))
        .map(|(_, make)| make(which))
}

/// Puts a value where its column says.
pub(crate) fn fill(person: &mut Person, column: Column, value: &str) {
    let value = value.trim();
    match column {
        Column::Team => {}
        Column::Name(_) => person.name = value.to_owned(),
        Column::Rating(_) => person.rating = number(value),
        Column::Club(_) => person.club = value.to_owned(),
        Column::Birth(_) => person.birth_year = year(value),
        Column::Child(_) => person.child = yes(value),
        Column::Belongs(_) => person.belongs = belongs(value),
    }
}

/// Which player of a team a column is about.
pub(crate) fn player(column: Column) -> Option<usize> {
    match column {
        Column::Team => None,
        Column::Name(at)
        | Column::Rating(at)
        | Column::Club(at)
        | Column::Birth(at)
        | Column::Child(at)
        | Column::Belongs(at) => Some(at),
    }
}

/// A whole number, also as a table program writes it: `1850.0`.
fn number(value: &str) -> Option<u16> {
    value.split(['.', ',']).next()?.trim().parse().ok().filter(|rating| *rating > 0)
}

/// The year of a date: `2011`, `2011-05-03`, `3. 5. 2011`.
fn year(value: &str) -> Option<u16> {
    value
        .split(|one: char| !one.is_ascii_digit())
        .filter(|part| part.len() == 4)
        .find_map(|part| part.parse().ok())
}

fn yes(value: &str) -> bool {
    matches!(
        value.to_lowercase().as_str(),
        "1" | "x" | "y" | "yes" | "ja" | "j" | "ano" | "a" | "true"
    )
}

fn belongs(value: &str) -> Option<Belongs> {
    match value.to_lowercase().as_str() {
        "pupil" | "leerling" | "schüler" | "schülerin" | "žák" | "žákyně" => {
            Some(Belongs::Pupil)
        }
        "teacher" | "leraar" | "lehrer" | "lehrerin" | "lehrkraft" | "učitel" | "učitelka" => {
            Some(Belongs::Teacher)
        }
        "staff" | "medewerker" | "angestellte" | "angestellter" | "zaměstnanec" => {
            Some(Belongs::Staff)
        }
        "" => None,
        _ => Some(Belongs::Guest),
    }
}
