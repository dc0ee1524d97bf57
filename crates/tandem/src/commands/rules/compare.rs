//! `tandem rules compare`: the books side by side.

use std::io::{Write, stdout};

use tandem_rules::Rulebook;
use tandem_rules::book::{Axes, Lang, PUBLISHED_IDS};

use super::{page, words};
use crate::failure::Failure;
use crate::library::Library;

/// The width of the label where it stands beside the books.
const LABEL: usize = 24;
/// The least width of a book's column beside a label, and below one.
const WIDE: usize = 22;
const NARROW: usize = 13;

pub(super) fn run(library: &Library, ids: &[String], lang: Lang) -> Result<(), Failure> {
    let own = library.own().map(Rulebook::id);
    let ids: Vec<&str> = if ids.is_empty() {
        PUBLISHED_IDS.into_iter().chain(own).collect()
    } else {
        ids.iter().map(String::as_str).collect()
    };
    let books: Vec<Rulebook> =
        ids.into_iter().map(|id| library.book(Some(id))).collect::<Result<_, _>>()?;
    let views: Vec<_> = books.iter().map(|book| book.axes.views()).collect();
    let layout = Layout::of(books.len(), page::width());
    let mut out = stdout().lock();
    layout.row(&mut out, "", &books.iter().map(|book| book.id().to_owned()).collect::<Vec<_>>())?;
    let mut section = "";
    for (at, question) in Axes::questions().iter().enumerate() {
        if question.section() != section {
            section = question.section();
            writeln!(out, "\n{}", words::of(section, lang).to_uppercase())?;
        }
        let cell = |views: &Vec<tandem_rules::book::AxisView>| {
            format!("{} ({})", words::answer(&views[at].answer, lang), views[at].by)
        };
        let cells: Vec<_> = views.iter().map(cell).collect();
        layout.row(&mut out, words::of(question.key, lang), &cells)?;
    }
    Ok(())
}

/// Where labels and columns stand, by what fits the page.
enum Layout {
    /// The label, then the books beside it, each so wide.
    Beside(usize),
    /// The label on a line of its own, the books below it, so many a row, each so wide.
    Below(usize, usize),
}

impl Layout {
    fn of(books: usize, page: usize) -> Layout {
        let books = books.max(1);
        let each = |room: usize, count: usize| (room + 2) / count - 2;
        let beside = each(page.saturating_sub(LABEL + 2).max(2 * books), books);
        if beside >= WIDE {
            return Layout::Beside(beside.min(40));
        }
        let in_a_row = books.min((page + 2) / (NARROW + 2)).max(1);
        Layout::Below(in_a_row, each(page, in_a_row).min(40))
    }

    fn row(&self, out: &mut impl Write, label: &str, cells: &[String]) -> Result<(), Failure> {
        match *self {
            Layout::Beside(width) => {
                let label = (label.to_owned(), LABEL);
                let cells = cells.iter().map(|cell| (cell.clone(), width));
                page::row(out, &std::iter::once(label).chain(cells).collect::<Vec<_>>())?;
            }
            Layout::Below(in_a_row, width) => {
                if !label.is_empty() {
                    writeln!(out)?;
                    page::paragraph(out, &format!("{label}:"), "", in_a_row * (width + 2) - 2)?;
                }
                for cells in cells.chunks(in_a_row) {
                    let cells: Vec<_> = cells.iter().map(|cell| (cell.clone(), width)).collect();
                    page::row(out, &cells)?;
                }
            }
        }
        Ok(())
    }
}
