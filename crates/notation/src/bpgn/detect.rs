//! In whose letters a game is written, where that is not said.

use super::builder::parse_word;
use super::game::{Game, Glyph, Line, Ply, Remark, Written};
use super::problem::{Fault, Problem, ReadFault};
use crate::letters::Letters;
use crate::san::SanPlus;

/// The moves whose letters tell something, as they were written.
#[derive(Default)]
pub(super) struct Evidence {
    /// How many moves were read.
    count: u32,
    /// Whether a letter was seen that only English has.
    english: bool,
    words: Vec<u8>,
    /// For each word that is kept: the how-manieth move it is, and where it ends.
    kept: Vec<(u32, u32)>,
}

impl Evidence {
    #[inline]
    pub(super) fn add(&mut self, word: &[u8], understood: bool) {
        let ordinal = self.count;
        self.count += 1;
        match word.first().filter(|_| understood) {
            Some(b'a'..=b'h') if !promotes(word) => {}
            Some(b'K' | b'O' | b'0') => {}
            Some(b'N' | b'Q' | b'R') => self.english = true,
            _ if self.english => {}
            _ => {
                self.words.extend_from_slice(word);
                self.kept.push((ordinal, u32::try_from(self.words.len()).unwrap_or(u32::MAX)));
            }
        }
    }

    /// The same for a move without a promotion that was understood.
    #[inline]
    pub(super) fn add_plain(&mut self, word: &[u8]) {
        // Nearly every game shows after a few moves that it is in English.
        if self.english {
            self.count += 1;
        } else {
            self.add(word, true);
        }
    }

    fn iter(&self) -> impl Iterator<Item = (u32, &[u8])> {
        let starts = std::iter::once(0).chain(self.kept.iter().map(|(_, end)| *end));
        starts
            .zip(&self.kept)
            .map(|(start, (ordinal, end))| (*ordinal, &self.words[start as usize..*end as usize]))
    }

    fn words(&self) -> impl Iterator<Item = &[u8]> {
        self.iter().map(|(_, word)| word)
    }

    /// A game that English letters do not explain is read again in those that do; then it tells so.
    pub(super) fn settle(self, game: &mut Game) -> bool {
        if self.english || !game.problems.iter().any(is_no_move) {
            return false;
        }
        let fitting: Vec<Letters> = Letters::ALL
            .into_iter()
            .skip(1)
            .filter(|letters| self.words().all(|word| read(word, *letters).is_some()))
            .collect();
        let Some((&first, others)) = fitting.split_first() else { return false };
        let agree = others
            .iter()
            .all(|other| self.words().all(|word| read(word, *other) == read(word, first)));
        game.problems.retain(|problem| !is_no_move(problem));
        if agree {
            let mut rereading =
                Rereading { words: self.iter().peekable(), next: 0, letters: first };
            rereading.line(&mut game.main);
        } else {
            let fault = ReadFault::Letters(fitting).into();
            game.problems.push(Problem { place: game.start, at: None, fault });
        }
        agree
    }
}

fn is_no_move(problem: &Problem) -> bool {
    matches!(problem.fault, Fault::Read(ReadFault::NoMove { .. }))
}

fn read(word: &[u8], letters: Letters) -> Option<(SanPlus, Option<Glyph>, bool)> {
    parse_word(word, letters).ok()
}

/// Whether a word tells what a pawn becomes.
fn promotes(word: &[u8]) -> bool {
    word.iter().skip(1).any(|byte| byte.is_ascii_uppercase() || *byte == b'=')
}

/// Goes through the moves in the order in which they were read.
struct Rereading<'a, I: Iterator<Item = (u32, &'a [u8])>> {
    words: std::iter::Peekable<I>,
    next: u32,
    letters: Letters,
}

impl<'a, I: Iterator<Item = (u32, &'a [u8])>> Rereading<'a, I> {
    fn line(&mut self, line: &mut Line) {
        self.variations(&mut line.before);
        for ply in &mut line.plies {
            let ordinal = self.next;
            self.next += 1;
            if let Some((_, word)) = self.words.next_if(|(kept, _)| *kept == ordinal) {
                self.ply(ply, word);
            }
            self.variations(&mut ply.remarks);
        }
    }

    fn ply(&mut self, ply: &mut Ply, word: &[u8]) {
        let Some((plus, glyph, offer)) = read(word, self.letters) else { return };
        // What was understood at once, its remarks have already.
        if offer && matches!(ply.written, Written::Unread(_)) {
            ply.remarks.insert(0, Remark::DrawOffer);
        }
        ply.glyph = glyph.or(ply.glyph);
        ply.written = Written::San(plus);
    }

    fn variations(&mut self, remarks: &mut [Remark]) {
        for remark in remarks {
            if let Remark::Variation(variation) = remark {
                self.line(variation);
            }
        }
    }
}
