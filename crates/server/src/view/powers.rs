//! `you` of the arbiter: the powers of this book that make sense now.

use serde::Serialize;
use tandem_referee::{Match, Phase};
use tandem_rules::book::{Cite, Power, WrongClaim};

/// A ruling that the book grants, and by which article.
#[derive(Debug, Serialize)]
pub(crate) struct PowerView<'m> {
    rule: Word,
    article: &'m Cite,
    #[serde(skip_serializing_if = "<[u32]>::is_empty")]
    times: &'m [u32],
}

#[derive(Debug, Serialize)]
struct Word {
    #[serde(rename = "do")]
    word: &'static str,
}

/// What the arbiter may do now.
#[derive(Debug, Serialize)]
pub(crate) struct ArbiterView<'m> {
    granted: Vec<PowerView<'m>>,
}

impl<'m> ArbiterView<'m> {
    pub(crate) fn new(game: &'m Match) -> ArbiterView<'m> {
        let book = game.book();
        let (axes, grounds) = (&book.axes.arbiter, &book.grounds);
        let has = |power| axes.powers.is.contains(power);
        let over = game.phase() == Phase::Over;
        let playing = game.phase() == Phase::Playing;
        let stopped = game.is_stopped();
        let counts = book.axes.illegal.wrong_claim.is != WrongClaim::Nothing;
        let table = [
            ("start", game.phase() == Phase::Waiting, &grounds.start),
            ("stop", has(Power::Stop) && !over && !stopped, &grounds.stop),
            ("resume", !over && stopped, &grounds.stop),
            ("clock", has(Power::Clock) && !over, &grounds.set_clock),
            ("freeze", has(Power::Freeze) && playing, &grounds.freeze),
            ("warn", has(Power::Warn), &grounds.warn),
            ("needless", has(Power::Needless) && counts && playing, &grounds.needless),
            ("illegal", has(Power::Call) && playing, &book.axes.illegal.remedy.by),
            ("flag", has(Power::Call) && playing, &book.axes.clock.flag.by),
            ("minute", has(Power::Minute) && playing, &grounds.minute),
            ("restart", has(Power::Restart) && playing, &grounds.restart),
            ("forfeit", has(Power::Forfeit) && !over, &grounds.forfeit),
            ("result", has(Power::Result) && !over, &grounds.ruling),
            ("points", has(Power::Points), &grounds.points),
            ("exclude", has(Power::Exclude), &grounds.exclude),
        ];
        let granted = table
            .into_iter()
            .filter(|(_, granted, _)| *granted)
            .map(|(word, _, article)| {
                let times: &[u32] = if word == "freeze" { &axes.freeze.is.0 } else { &[] };
                PowerView { rule: Word { word }, article, times }
            })
            .collect();
        ArbiterView { granted }
    }
}
