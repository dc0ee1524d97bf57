//! What the arbiter may do now.

use serde::{Deserialize, Serialize};
use tandem_rules::Rulebook;
use tandem_rules::book::{Cite, Power, WrongClaim};

use crate::ruling::Ruling;
use crate::state::{Match, Phase};

/// The kinds of rulings, by the words of [`crate::Ruling`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the same as the rulings")]
pub enum RulingKind {
    Start,
    Stop,
    Resume,
    Clock,
    Freeze,
    Warn,
    Needless,
    Illegal,
    Flag,
    Minute,
    Restart,
    Forfeit,
    Result,
    Points,
    Exclude,
    Uphold,
    Dismiss,
    TakeBack,
}

impl RulingKind {
    /// Every kind and its word.
    pub const WORDS: [(&'static str, RulingKind); 18] = [
        ("start", RulingKind::Start),
        ("stop", RulingKind::Stop),
        ("resume", RulingKind::Resume),
        ("clock", RulingKind::Clock),
        ("freeze", RulingKind::Freeze),
        ("warn", RulingKind::Warn),
        ("needless", RulingKind::Needless),
        ("illegal", RulingKind::Illegal),
        ("flag", RulingKind::Flag),
        ("minute", RulingKind::Minute),
        ("restart", RulingKind::Restart),
        ("forfeit", RulingKind::Forfeit),
        ("result", RulingKind::Result),
        ("points", RulingKind::Points),
        ("exclude", RulingKind::Exclude),
        ("uphold", RulingKind::Uphold),
        ("dismiss", RulingKind::Dismiss),
        ("take_back", RulingKind::TakeBack),
    ];
}

impl From<&Ruling> for RulingKind {
    fn from(ruling: &Ruling) -> RulingKind {
        match ruling {
            Ruling::Start => RulingKind::Start,
            Ruling::Stop => RulingKind::Stop,
            Ruling::Resume => RulingKind::Resume,
            Ruling::Clock { .. } => RulingKind::Clock,
            Ruling::Freeze { .. } => RulingKind::Freeze,
            Ruling::Warn { .. } => RulingKind::Warn,
            Ruling::Needless { .. } => RulingKind::Needless,
            Ruling::CallIllegal { .. } => RulingKind::Illegal,
            Ruling::CallFlag { .. } => RulingKind::Flag,
            Ruling::Minute { .. } => RulingKind::Minute,
            Ruling::Restart { .. } => RulingKind::Restart,
            Ruling::Forfeit { .. } => RulingKind::Forfeit,
            Ruling::Result { .. } => RulingKind::Result,
            Ruling::Points { .. } => RulingKind::Points,
            Ruling::Exclude { .. } => RulingKind::Exclude,
            Ruling::Uphold => RulingKind::Uphold,
            Ruling::Dismiss => RulingKind::Dismiss,
            Ruling::TakeBack => RulingKind::TakeBack,
        }
    }
}

/// A ruling that the book grants, and by which article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrantedPower<'m> {
    /// The kind of ruling.
    pub kind: RulingKind,
    /// The article that gives it.
    pub article: &'m Cite,
    /// The times that the book knows for it, in seconds; none: any.
    pub times: &'m [u32],
    /// What would be taken back.
    pub ruling: Option<&'m Ruling>,
}

/// The power that a ruling needs, if it needs one, and the article that speaks of it.
fn rests_on(book: &Rulebook, kind: RulingKind) -> (Option<Power>, &Cite) {
    let grounds = &book.grounds;
    match kind {
        RulingKind::Start => (None, &grounds.start),
        RulingKind::Stop => (Some(Power::Stop), &grounds.stop),
        RulingKind::Resume => (None, &grounds.stop),
        RulingKind::Clock => (Some(Power::Clock), &grounds.set_clock),
        RulingKind::Freeze => (Some(Power::Freeze), &grounds.freeze),
        RulingKind::Warn => (Some(Power::Warn), &grounds.warn),
        RulingKind::Needless => (Some(Power::Needless), &grounds.needless),
        RulingKind::Illegal => (Some(Power::Call), &book.axes.illegal.remedy.by),
        RulingKind::Flag => (Some(Power::Call), &book.axes.clock.flag.by),
        RulingKind::Minute => (Some(Power::Minute), &grounds.minute),
        RulingKind::Restart => (Some(Power::Restart), &grounds.restart),
        RulingKind::Forfeit => (Some(Power::Forfeit), &grounds.forfeit),
        RulingKind::Result => (Some(Power::Result), &grounds.ruling),
        RulingKind::Points => (Some(Power::Points), &grounds.points),
        RulingKind::Exclude => (Some(Power::Exclude), &grounds.exclude),
        // What they rest on is the claim that lies before the arbiter.
        RulingKind::Uphold | RulingKind::Dismiss => (None, &grounds.stop),
        RulingKind::TakeBack => (None, &grounds.take_back),
    }
}

/// Whether the book gives it at all.
fn gives(book: &Rulebook, kind: RulingKind) -> bool {
    let counts = book.axes.illegal.wrong_claim.is != WrongClaim::Nothing;
    let power = rests_on(book, kind).0;
    let of_what_was =
        matches!(kind, RulingKind::Uphold | RulingKind::Dismiss | RulingKind::TakeBack);
    power.is_none_or(|power| book.axes.arbiter.powers.is.contains(power))
        && (kind != RulingKind::Needless || counts)
        && !of_what_was
}

fn granted(book: &Rulebook, kind: RulingKind) -> GrantedPower<'_> {
    let times: &[u32] =
        if kind == RulingKind::Freeze { &book.axes.arbiter.freeze.is.0 } else { &[] };
    GrantedPower { kind, article: rests_on(book, kind).1, times, ruling: None }
}

/// What a book lets the arbiter do at a table whose boards and clocks no program follows.
#[must_use]
pub fn powers_of(book: &Rulebook) -> Vec<GrantedPower<'_>> {
    let kinds = RulingKind::WORDS.into_iter().map(|(_, kind)| kind);
    kinds.filter(|kind| gives(book, *kind)).map(|kind| granted(book, kind)).collect()
}

/// The article by which the book lets the arbiter rule so; or, as an error, the one that lists what there is.
///
/// # Errors
/// The book does not give the power.
pub fn power_of(book: &Rulebook, kind: RulingKind) -> Result<&Cite, &Cite> {
    if gives(book, kind) { Ok(rests_on(book, kind).1) } else { Err(&book.axes.arbiter.powers.by) }
}

impl Match {
    /// What the arbiter may do now.
    #[must_use]
    pub fn powers(&self) -> Vec<GrantedPower<'_>> {
        let over = self.phase == Phase::Over;
        let playing = self.phase == Phase::Playing;
        let fits = |kind: RulingKind| match kind {
            RulingKind::Start => self.phase == Phase::Waiting,
            RulingKind::Stop => !over && !self.stopped,
            RulingKind::Resume => !over && self.stopped,
            RulingKind::Clock | RulingKind::Forfeit | RulingKind::Result => !over,
            RulingKind::Freeze
            | RulingKind::Needless
            | RulingKind::Illegal
            | RulingKind::Flag
            | RulingKind::Minute
            | RulingKind::Restart => playing,
            RulingKind::Warn | RulingKind::Points | RulingKind::Exclude => true,
            RulingKind::Uphold | RulingKind::Dismiss | RulingKind::TakeBack => false,
        };
        let mut powers: Vec<_> =
            powers_of(self.book()).into_iter().filter(|power| fits(power.kind)).collect();
        if let Some(claim) = &self.on_table.claim {
            let of_claim =
                |kind| GrantedPower { kind, article: &claim.article, times: &[], ruling: None };
            powers.extend([RulingKind::Uphold, RulingKind::Dismiss].map(of_claim));
        }
        if let Some(ruling) = self.last_ruling() {
            let kind = RulingKind::TakeBack;
            let article = &self.book().grounds.take_back;
            powers.push(GrantedPower { kind, article, times: &[], ruling: Some(ruling) });
        }
        powers
    }
}
