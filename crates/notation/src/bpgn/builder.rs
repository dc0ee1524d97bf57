//! Putting a game together while it is read.

use std::borrow::Cow;

use tandem_rules::{BySeat, Seat};

use super::detect::Evidence;
use super::game::{Clock, Game, GameResult, Glyph, Line, Ply, Remark, Written};
use super::plain::PlainPly;
use super::problem::{MoveNumber, Place, Problem, ReadFault};
use super::scan;
use super::text::{comment_text, decode, shorten, unfold};
use crate::letters::Letters;
use crate::san::{ParseSanError, SanPlus};

/// Variations in variations: nobody goes deeper than this.
pub(super) const MAX_DEPTH: usize = 100;
/// More problems of one game are not kept.
const MAX_PROBLEMS: usize = 50;

pub(super) struct Builder {
    game: Game,
    /// The line that is being read; those around it wait in `outer`.
    line: Line,
    outer: Vec<(Line, Place)>,
    /// A number whose move has not come yet.
    pending: Option<(MoveNumber, Place)>,
    /// The last move of each seat in the main line, as an index.
    last: BySeat<Option<usize>>,
    letters: Letters,
    evidence: Option<Evidence>,
    has_result: bool,
    /// Whether a number named a seat.
    has_seats: bool,
    /// Whether a move may have been written twice.
    may_repeat: bool,
}

impl Builder {
    pub(super) fn new(letters: Option<Letters>) -> Builder {
        Builder {
            game: Game::default(),
            line: Line::default(),
            outer: Vec::new(),
            pending: None,
            last: BySeat::default(),
            letters: letters.unwrap_or_default(),
            evidence: letters.is_none().then(Evidence::default),
            has_result: false,
            has_seats: false,
            may_repeat: false,
        }
    }

    /// Remembers where the game begins and how far it goes.
    #[inline]
    pub(super) fn reach(&mut self, place: Place) {
        if self.game.start == Place::default() {
            self.game.start = place;
        }
        self.game.end = place;
    }

    pub(super) fn fault(&mut self, place: Place, fault: ReadFault) {
        // The move before: in this line, or in the nearest one around it that has any.
        let last = || {
            let around = self.outer.iter().rev().map(|(line, _)| line);
            std::iter::once(&self.line).chain(around).find_map(|line| line.plies.last())
        };
        let last = || last().map(|ply| ply.number);
        self.fault_at(place, self.pending.map(|(number, _)| number).or_else(last), fault);
    }

    fn fault_at(&mut self, place: Place, at: Option<MoveNumber>, fault: ReadFault) {
        if self.game.problems.len() < MAX_PROBLEMS {
            self.game.problems.push(Problem { place, at, fault: fault.into() });
        }
    }

    #[inline]
    pub(super) fn in_main_line(&self) -> bool {
        self.outer.is_empty()
    }

    /// Whether moves have come: then a tag begins the next game.
    pub(super) fn has_moves(&self) -> bool {
        !self.outer.is_empty() || !self.line.plies.is_empty()
    }

    /// Whether a tag of this name begins the next game: moves have come, or it is a second event.
    pub(super) fn tag_begins_next(&self, name: &str) -> bool {
        self.has_moves() || (name == "Event" && self.game.tags.get(name).is_some())
    }

    pub(super) fn tag(&mut self, name: Cow<'static, str>, value: String) {
        self.game.tags.push_named(name, value);
    }

    /// Whether this number begins another game: the seat has made its first move already.
    pub(super) fn number_begins_next(&self, number: MoveNumber, word: &[u8]) -> bool {
        if self.game.one_board && self.in_main_line() && !self.line.plies.is_empty() {
            return true;
        }
        if number.number != 1 || !self.in_main_line() {
            return false;
        }
        match self.last[number.seat] {
            None => false,
            Some(last) if self.line.plies[last].number.number == 0 => false,
            // The same move right after itself is the repeat at a fallen flag.
            Some(last) if last + 1 == self.line.plies.len() => {
                let ply = &self.line.plies[last];
                let same = SanPlus::from_ascii(word, self.letters)
                    .is_ok_and(|plus| ply.written == Written::San(plus));
                !same || ply.number != number
            }
            Some(_) => true,
        }
    }

    #[inline]
    pub(super) fn is_one_board(&self) -> bool {
        self.game.one_board
    }

    /// Whether a first move without a seat begins another game of one board.
    pub(super) fn one_board_begins_next(&self) -> bool {
        let begun = self.line.plies.last().is_some_and(|ply| ply.number.number > 0);
        self.game.one_board && self.in_main_line() && begun
    }

    /// A number with its seat. It has no place in a variation of a single board.
    #[inline]
    pub(super) fn number(&mut self, number: MoveNumber, place: Place) {
        if self.game.one_board {
            if !self.in_main_line() {
                return self.fault(place, ReadFault::Stray(number.to_string()));
            }
            self.game.one_board = false;
        }
        self.has_seats = true;
        self.wait_for_move(number, place);
    }

    #[inline]
    fn wait_for_move(&mut self, number: MoveNumber, place: Place) {
        self.number_alone();
        self.pending = Some((number, place));
    }

    /// A number without a seat: the score is of one board.
    pub(super) fn bare_number(&mut self, number: u32, black: bool, word: &str, place: Place) {
        if !self.game.one_board {
            if self.has_seats {
                self.fault(place, ReadFault::Stray(word.to_owned()));
                return;
            }
            self.game.one_board = true;
            self.fault(place, ReadFault::OneBoard);
        }
        let seat = if black { Seat::BlackA } else { Seat::WhiteA };
        self.wait_for_move(MoveNumber { number, seat }, place);
    }

    #[inline]
    fn number_alone(&mut self) {
        if let Some((number, place)) = self.pending.take() {
            self.fault_at(place, Some(number), ReadFault::NumberAlone);
        }
    }

    /// Who moves if a move comes without a number.
    fn next_without_number(&self) -> Option<MoveNumber> {
        let last = self.line.plies.last().filter(|_| self.game.one_board)?.number;
        Some(match last.seat {
            Seat::WhiteA => MoveNumber { seat: Seat::BlackA, ..last },
            _ => MoveNumber { number: last.number.saturating_add(1), seat: Seat::WhiteA },
        })
    }

    /// A word in the place of a move.
    pub(super) fn word(&mut self, word: &[u8], place: Place) {
        if self.pending.is_none() {
            match self.next_without_number() {
                Some(number) => self.pending = Some((number, place)),
                None => return self.stray_word(word, place),
            }
        }
        self.pending_word(word);
    }

    /// The move of the number that waits for it.
    #[inline]
    pub(super) fn pending_word(&mut self, word: &[u8]) {
        let Some((number, place)) = self.pending.take() else { return };
        let (written, glyph, offer) = match parse_word(word, self.letters) {
            Ok((plus, glyph, offer)) => (Written::San(plus), glyph, offer),
            Err(why) => (self.unread(word, why, number, place), None, false),
        };
        if let Some(evidence) = &mut self.evidence {
            evidence.add(word, matches!(written, Written::San(_)));
        }
        let remarks = if offer { vec![Remark::DrawOffer] } else { Vec::new() };
        self.push(Ply { number, written, glyph, clock: None, remarks, place });
    }

    /// Whether numbered moves in English letters can be taken as they stand.
    pub(super) fn takes_plain(&self) -> bool {
        self.letters == Letters::English && self.pending.is_none() && !self.game.one_board
    }

    /// A half-move that was read at once, and its word.
    #[inline]
    pub(super) fn plain(&mut self, plain: &PlainPly, word: &[u8], place: Place) {
        let &PlainPly { number, plus, clock, .. } = plain;
        self.has_seats = true;
        self.game.end = place;
        if let Some(evidence) = &mut self.evidence {
            evidence.add_plain(word);
        }
        if let Some(before) = self.take_place(number.seat)
            && self.line.plies[before].number == number
        {
            self.may_repeat |= self.line.plies[before].written == Written::San(plus);
        }
        // Made in its place in the list: what is put together elsewhere is copied slowly.
        let written = Written::San(plus);
        self.line.plies.push(Ply {
            number,
            written,
            glyph: None,
            clock,
            remarks: Vec::new(),
            place,
        });
    }

    /// Whether a seat has made its first move already, so that another one begins the next game.
    #[inline]
    pub(super) fn has_begun(&self, seat: Seat) -> bool {
        self.in_main_line() && self.last[seat].is_some()
    }

    fn push(&mut self, ply: Ply) {
        if let Some(before) = self.take_place(ply.seat()) {
            let before = &self.line.plies[before];
            self.may_repeat |= before.number == ply.number && before.written == ply.written;
        }
        self.line.plies.push(ply);
    }

    /// Makes room for a move of a seat; gives the seat's move before it in the main line.
    #[inline]
    fn take_place(&mut self, seat: Seat) -> Option<usize> {
        if self.line.plies.is_empty() {
            // Most games fit; lines of a variation are short.
            self.line.plies.reserve(if self.outer.is_empty() { 128 } else { 4 });
        }
        if self.in_main_line() { self.last[seat].replace(self.line.plies.len()) } else { None }
    }

    /// The clock of the move that was just read.
    #[inline]
    pub(super) fn set_clock(&mut self, clock: Clock) {
        if let Some(ply) = self.line.plies.last_mut() {
            ply.clock = Some(clock);
        }
    }

    #[cold]
    fn stray_word(&mut self, word: &[u8], place: Place) {
        if let Some(glyph) = Glyph::from_sign(word) {
            return self.glyph(glyph);
        }
        let shown = shorten(&decode(word), 40);
        let fault = match SanPlus::from_ascii(word, self.letters) {
            Ok(_) => ReadFault::NoSeat(shown),
            Err(_) => ReadFault::Stray(shown),
        };
        self.fault(place, fault);
    }

    #[cold]
    fn unread(
        &mut self,
        word: &[u8],
        why: ParseSanError,
        number: MoveNumber,
        place: Place,
    ) -> Written {
        let text = decode(word);
        let fault = ReadFault::NoMove { word: shorten(&text, 40), why };
        self.fault_at(place, Some(number), fault);
        Written::Unread(text.into())
    }

    #[inline]
    pub(super) fn clock(&mut self, clock: Clock, as_written: impl FnOnce() -> String) {
        match self.line.plies.last_mut() {
            Some(ply) if ply.clock.is_none() => ply.clock = Some(clock),
            _ => {
                let text = as_written();
                self.remark(Remark::Plain(text));
            }
        }
    }

    /// A comment without its braces.
    pub(super) fn comment(&mut self, text: &[u8]) {
        let text = decode(text);
        if let Some((clock, rest)) = scan::bracketed_clock(&text)
            && self.line.plies.last().is_some_and(|ply| ply.clock.is_none())
        {
            self.clock(clock, String::new);
            let rest = rest.trim();
            if !rest.is_empty() {
                // Without the clock before it a brace in it could be taken for another.
                self.lettered(&comment_text(rest));
            }
            return;
        }
        self.lettered(&unfold(&text));
    }

    /// A comment with the letter of its kind, or without.
    fn lettered(&mut self, text: &str) {
        let rest = || text[2..].to_owned();
        self.remark(match text.as_bytes() {
            [b'C', b':', ..] => Remark::Comment(rest()),
            [b'A', b':', ..] => Remark::Annotation(rest()),
            [b'D', b':', ..] => Remark::Diagram(rest()),
            [b'R', b':', ..] => Remark::Request(rest()),
            _ => Remark::Plain(text.to_owned()),
        });
    }

    pub(super) fn remark(&mut self, remark: Remark) {
        match self.line.plies.last_mut() {
            Some(ply) => ply.remarks.push(remark),
            None => self.line.before.push(remark),
        }
    }

    pub(super) fn nag(&mut self, number: u16) {
        match Glyph::from_nag(number) {
            Some(glyph) => self.glyph(glyph),
            None => self.remark(Remark::Nag(number)),
        }
    }

    fn glyph(&mut self, glyph: Glyph) {
        match self.line.plies.last_mut() {
            Some(ply) if ply.glyph.is_none() => ply.glyph = Some(glyph),
            _ => self.remark(Remark::Nag(glyph as u16 + 1)),
        }
    }

    /// Opens a variation; false if it is nested too deep.
    pub(super) fn open(&mut self, place: Place) -> bool {
        self.number_alone();
        if self.outer.len() >= MAX_DEPTH {
            return false;
        }
        self.outer.push((std::mem::take(&mut self.line), place));
        true
    }

    pub(super) fn close(&mut self, place: Place) {
        self.number_alone();
        match self.outer.pop() {
            Some((outer, _)) => {
                let variation = std::mem::replace(&mut self.line, outer);
                self.remark(Remark::Variation(variation));
            }
            None => self.fault(place, ReadFault::StrayParenthesis),
        }
    }

    pub(super) fn result(&mut self, result: GameResult) {
        self.game.result = result;
        self.has_result = true;
    }

    /// The game, or, if there is none, what was wrong in its place.
    pub(super) fn finish(mut self) -> Result<Game, Vec<Problem>> {
        self.number_alone();
        while let Some((outer, opened)) = self.outer.pop() {
            let variation = std::mem::replace(&mut self.line, outer);
            self.remark(Remark::Variation(variation));
            // What was given up for another reason need not be told that it is not closed.
            if self.game.error().is_none() {
                self.fault(opened, ReadFault::UnclosedVariation);
            }
        }
        let mut game = self.game;
        game.main = self.line;
        if game.tags.is_empty() && game.main.plies.is_empty() {
            if game.problems.is_empty() && (self.has_result || !game.main.before.is_empty()) {
                let word = ReadFault::Stray(match game.main.before.first() {
                    Some(_) => "{…}".to_owned(),
                    None => game.result.sign().to_owned(),
                });
                let place = game.start;
                game.problems.push(Problem { place, at: None, fault: word.into() });
            }
            return Err(game.problems);
        }
        game.one_board &= !game.main.plies.is_empty();
        let read_again = self.evidence.is_some_and(|evidence| evidence.settle(&mut game));
        if self.may_repeat || read_again {
            drop_repeat(&mut game);
        }
        take_ending(&mut game);
        name_twice(&mut game);
        game.problems.sort_by_key(|problem| problem.place);
        Ok(game)
    }
}

/// A move with its judgement and whether a draw was offered with it.
#[inline]
pub(super) fn parse_word(
    word: &[u8],
    letters: Letters,
) -> Result<(SanPlus, Option<Glyph>, bool), ParseSanError> {
    let (plus, signs) = SanPlus::prefix(word, letters)?;
    if signs.is_empty() {
        return Ok((plus, None, false));
    }
    let (signs, offer) = match signs.strip_suffix(b"(=)").or(signs.strip_suffix(b"=")) {
        Some(signs) => (signs, true),
        None => (signs, false),
    };
    match Glyph::from_sign(signs) {
        None if !signs.is_empty() => Err(ParseSanError::Rest),
        glyph => Ok((plus, glyph, offer)),
    }
}

/// The last comment without a letter is the closing comment.
fn take_ending(game: &mut Game) {
    let remarks = match game.main.plies.last_mut() {
        Some(ply) => &mut ply.remarks,
        None => &mut game.main.before,
    };
    if let Some(Remark::Plain(_)) = remarks.last()
        && let Some(Remark::Plain(text)) = remarks.pop()
    {
        game.ending = Some(text);
    }
}

/// At a fallen flag some programs write the opponent's last move twice.
fn drop_repeat(game: &mut Game) {
    let same = |before: &Ply, ply: &Ply| {
        before.number == ply.number && before.written == ply.written && before.clock == ply.clock
    };
    let mut last: BySeat<Option<usize>> = BySeat::default();
    let repeated = game.main.plies.iter().enumerate().any(|(index, ply)| {
        let before = last[ply.seat()].replace(index);
        before.is_some_and(|before| same(&game.main.plies[before], ply))
    });
    if !repeated {
        return;
    }
    let mut kept: Vec<Ply> = Vec::with_capacity(game.main.plies.len());
    last = BySeat::default();
    for ply in std::mem::take(&mut game.main.plies) {
        let before = last[ply.seat()].map(|before| &kept[before]);
        if !before.is_some_and(|before| same(before, &ply)) {
            last[ply.seat()] = Some(kept.len());
            kept.push(ply);
            continue;
        }
        if game.problems.len() < MAX_PROBLEMS {
            let fault = ReadFault::Repeated.into();
            game.problems.push(Problem { place: ply.place, at: Some(ply.number), fault });
        }
        // What was said about the repeat is said about the move before it.
        if let Some(before) = kept.last_mut() {
            before.glyph = before.glyph.or(ply.glyph);
            for remark in ply.remarks {
                match remark {
                    Remark::Nag(number @ 1..=6) if before.glyph.is_none() => {
                        before.glyph = Glyph::from_nag(number);
                    }
                    // A second time of the repeat is none of the move before it.
                    Remark::Plain(text) if before.clock.is_none() && scan::is_clock(&text) => {}
                    remark => before.remarks.push(remark),
                }
            }
        }
    }
    game.main.plies = kept;
}

/// A seat that is named twice while one has no name: the slip of the Czech sample.
fn name_twice(game: &mut Game) {
    const NAMES: [&str; 4] = ["WhiteA", "BlackA", "WhiteB", "BlackB"];
    let tags = game.tags.as_slice();
    // Most games have few tags, and none twice.
    let named_before = |at: usize| tags[..at].iter().any(|tag| tag.name == tags[at].name);
    if tags.len() <= 32 && !(1..tags.len()).any(named_before) {
        return;
    }
    let mut by_name: Vec<usize> = (0..tags.len()).collect();
    by_name.sort_by(|a, b| tags[*a].name.cmp(&tags[*b].name));
    let repeats = by_name.windows(2).filter(|pair| tags[pair[0]].name == tags[pair[1]].name);
    // A file that repeats tags by the thousand is told so ten times.
    let twice: Vec<_> =
        repeats.take(10).map(|pair| (pair[1], tags[pair[1]].name.clone())).collect();
    for (index, name) in twice {
        let missing: Vec<_> =
            NAMES.into_iter().filter(|name| game.tags.get(name).is_none()).collect();
        let fault = match (NAMES.into_iter().find(|known| *known == name), missing.as_slice()) {
            (Some(twice), [missing]) => {
                game.tags.rename(index, missing);
                ReadFault::NamedTwice { twice, missing }
            }
            _ => ReadFault::TagTwice(shorten(&name, 40)),
        };
        game.problems.push(Problem { place: game.start, at: None, fault: fault.into() });
    }
}
