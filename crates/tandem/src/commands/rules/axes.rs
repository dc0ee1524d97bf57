//! `tandem rules axes`: every axis that a rulebook can set, with its values. The list in
//! `docs/your-own-rulebook.md` is what this prints.

use std::io::{Write, stdout};

use tandem_rules::book::{Answers, Axes, GROUND_KEYS, Lang};

use super::{page, words};
use crate::failure::Failure;

pub(super) fn run() -> Result<(), Failure> {
    let mut out = stdout().lock();
    let width = page::width();
    let mut section = "";
    for question in Axes::questions() {
        let asked = words::of(question.key, Lang::En);
        if question.section() != section {
            let gap = if section.is_empty() { "" } else { "\n" };
            section = question.section();
            writeln!(out, "{gap}{}", words::of(section, Lang::En).to_uppercase())?;
        }
        page::led(&mut out, "", &format!("{}: {asked}", question.key), width)?;
        match question.answers {
            Answers::Any(form) => page::led(&mut out, "    ", form, width)?,
            Answers::OneOf(known) => {
                let longest = known.iter().map(|(word, _)| word.chars().count()).max().unwrap_or(0);
                for (word, code) in known {
                    let meaning = match words::of(code, Lang::En) {
                        "–" => "the question does not arise, or nothing is said",
                        same if same == *word => "",
                        meaning => meaning,
                    };
                    page::led(&mut out, &format!("    {word:<longest$}  "), meaning, width)?;
                }
            }
        }
    }
    writeln!(out, "\nGROUNDS: what verdicts rest on where there is nothing to choose")?;
    for (key, meaning) in GROUND_KEYS {
        page::paragraph(&mut out, &format!("{key}: {meaning}"), "  ", width)?;
    }
    Ok(())
}
