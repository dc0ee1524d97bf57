//! What the arbiter may do now.

use serde::Serialize;
use tandem_rules::book::{Cite, Power, WrongClaim};

use crate::state::{Match, Phase};

/// The kinds of rulings, by the words of [`crate::Ruling`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
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
}

impl RulingKind {
    /// Every kind and its word.
    pub const WORDS: [(&'static str, RulingKind); 17] = [
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
    ];
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
}

impl Match {
    /// What the arbiter may do now.
    #[must_use]
    pub fn powers(&self) -> Vec<GrantedPower<'_>> {
        let book = self.book();
        let (axes, grounds) = (&book.axes.arbiter, &book.grounds);
        let has = |power| axes.powers.is.contains(power);
        let over = self.phase == Phase::Over;
        let playing = self.phase == Phase::Playing;
        let stopped = self.stopped;
        let counts = book.axes.illegal.wrong_claim.is != WrongClaim::Nothing;
        let claim = self.on_table.claim.as_ref();
        let claim_article = claim.map_or(&grounds.stop, |claim| &claim.article);
        let table = [
            (RulingKind::Start, self.phase == Phase::Waiting, &grounds.start),
            (RulingKind::Stop, has(Power::Stop) && !over && !stopped, &grounds.stop),
            (RulingKind::Resume, !over && stopped, &grounds.stop),
            (RulingKind::Clock, has(Power::Clock) && !over, &grounds.set_clock),
            (RulingKind::Freeze, has(Power::Freeze) && playing, &grounds.freeze),
            (RulingKind::Warn, has(Power::Warn), &grounds.warn),
            (RulingKind::Needless, has(Power::Needless) && counts && playing, &grounds.needless),
            (RulingKind::Illegal, has(Power::Call) && playing, &book.axes.illegal.remedy.by),
            (RulingKind::Flag, has(Power::Call) && playing, &book.axes.clock.flag.by),
            (RulingKind::Minute, has(Power::Minute) && playing, &grounds.minute),
            (RulingKind::Restart, has(Power::Restart) && playing, &grounds.restart),
            (RulingKind::Forfeit, has(Power::Forfeit) && !over, &grounds.forfeit),
            (RulingKind::Result, has(Power::Result) && !over, &grounds.ruling),
            (RulingKind::Points, has(Power::Points), &grounds.points),
            (RulingKind::Exclude, has(Power::Exclude), &grounds.exclude),
            (RulingKind::Uphold, claim.is_some(), claim_article),
            (RulingKind::Dismiss, claim.is_some(), claim_article),
        ];
        let granted = table.into_iter().filter(|(_, granted, _)| *granted);
        granted
            .map(|(kind, _, article)| {
                let times: &[u32] =
                    if kind == RulingKind::Freeze { &axes.freeze.is.0 } else { &[] };
                GrantedPower { kind, article, times }
            })
            .collect()
    }
}
