//! In whose letters a game is written, where that is not said.

use super::builder::parse_word;
use super::game::{Game, Glyph, Line, Remark, Written};
use super::problem::{Fault, Problem, ReadFault};
use crate::letters::Letters;
use crate::san::SanPlus;

/// Every move as it was written, in the order of reading.
#[derive(Default)]
pub(super) struct Evidence {
    words: Vec<u8>,
    ends: Vec<u32>,
}

impl Evidence {
    #[inline]
    pub(super) fn add(&mut self, word: &[u8]) {
        self.words.extend_from_slice(word);
        self.ends.push(u32::try_from(self.words.len()).unwrap_or(u32::MAX));
    }

    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.words[start as usize..*end as usize])
    }

    /// A game that English letters do not explain is read again in those that do.
    pub(super) fn settle(self, game: &mut Game) {
        let unexplained = game.problems.iter().any(is_no_move);
        if !unexplained {
            return;
        }
        let fitting: Vec<Letters> = Letters::ALL
            .into_iter()
            .skip(1)
            .filter(|letters| self.iter().all(|word| read(word, *letters).is_some()))
            .collect();
        let Some((&first, others)) = fitting.split_first() else { return };
        let agree = others
            .iter()
            .all(|other| self.iter().all(|word| read(word, *other) == read(word, first)));
        game.problems.retain(|problem| !is_no_move(problem));
        if agree {
            let mut words = self.iter();
            reread(&mut game.main, &mut words, first);
        } else {
            let fault = ReadFault::Letters(fitting).into();
            game.problems.push(Problem { place: game.start, at: None, fault });
        }
    }
}

fn is_no_move(problem: &Problem) -> bool {
    matches!(problem.fault, Fault::Read(ReadFault::NoMove { .. }))
}

fn read(word: &[u8], letters: Letters) -> Option<(SanPlus, Option<Glyph>, bool)> {
    parse_word(word, letters).ok()
}

/// Goes through the moves in the order in which they were read.
fn reread<'a>(line: &mut Line, words: &mut impl Iterator<Item = &'a [u8]>, letters: Letters) {
    for remark in &mut line.before {
        if let Remark::Variation(variation) = remark {
            reread(variation, words, letters);
        }
    }
    for ply in &mut line.plies {
        if let Some((plus, glyph, offer)) = words.next().and_then(|word| read(word, letters)) {
            // What was understood at once, its remarks have already.
            if offer && matches!(ply.written, Written::Unread(_)) {
                ply.remarks.insert(0, Remark::DrawOffer);
            }
            ply.glyph = glyph.or(ply.glyph);
            ply.written = Written::San(plus);
        }
        for remark in &mut ply.remarks {
            if let Remark::Variation(variation) = remark {
                reread(variation, words, letters);
            }
        }
    }
}
