//! Bringing a match back from what is stored.

use tandem_notation::score::ScoreSheet;
use tandem_referee::{Match, Record};
use tandem_rules::Millis;

use super::ask::Author;
use super::lag::LagBook;
use super::taken::Taken;
use crate::log::Step;
use crate::store::{MatchRecord, Stage, StoreError, Stored};
use crate::view::{Logged, Seen, Sheet, told_by};

/// A match rebuilt from its log.
pub(crate) struct Loaded {
    pub(crate) record: MatchRecord,
    pub(crate) game: Match,
    /// What was asked, and what came of it.
    pub(crate) records: Vec<Record>,
    pub(crate) events: Vec<Logged>,
    pub(crate) seen: Seen,
    pub(crate) sheet: Sheet,
    /// What was written down of moves that the referee did not see.
    pub(crate) scores: Option<ScoreSheet>,
    /// How much the log holds.
    pub(super) seq: u64,
    pub(crate) moment: Millis,
    /// Everybody had left it.
    pub(crate) abandoned: bool,
    pub(super) commands: [u64; Author::COUNT],
    pub(super) taken: Option<Taken>,
    pub(super) lag: LagBook,
}

impl Loaded {
    /// Rebuilds a match.
    ///
    /// # Errors
    /// What is stored can't be understood.
    pub(crate) fn new(stored: Stored) -> Result<Loaded, StoreError> {
        let Stored { record, stage, moment, rows } = stored;
        let damaged = || StoreError::Damaged(record.id.clone());
        let settings = record.terms.settings().map_err(|_| damaged())?;
        let mut game = Match::new(settings);
        let mut scores = scores_of(&game);
        let mut seq = 0;
        let mut lag = LagBook::new(record.terms.lag);
        let mut sheet = Sheet::default();
        let mut commands = [0_u64; Author::COUNT];
        let mut taken = Taken::of(&game);
        let (mut records, mut events) = (Vec::new(), Vec::new());
        let mut seen = Seen::default();
        for row in rows {
            if let Some((actor, command)) = row.actor.zip(row.command)
                && let Some(highest) = commands.get_mut(usize::from(actor))
            {
                *highest = command.max(*highest);
            }
            let step: Step = serde_json::from_str(&row.step).map_err(|_| damaged())?;
            let before = game.clone();
            for event in step.events() {
                game.apply(event);
                lag.take(event);
            }
            for logged in told_by(&step, &before, &game) {
                seen.take(&logged.event);
                sheet.take(&logged);
                events.push(logged);
            }
            if let Some(scores) = &mut scores {
                take_in(scores, &step, &game);
            }
            if let Some(taken) = &mut taken {
                step.records.iter().for_each(|record| taken.take(record));
            }
            seq += step.len() as u64;
            records.extend(step.records);
        }
        // Whoever comes gets the whole sheet.
        sheet.changes();
        let abandoned = stage == Stage::Abandoned;
        Ok(Loaded {
            record,
            game,
            records,
            events,
            seen,
            sheet,
            scores,
            seq,
            moment,
            abandoned,
            commands,
            taken,
            lag,
        })
    }
}

/// The empty score sheet of a match, if its boards stand on the table.
fn scores_of(game: &Match) -> Option<ScoreSheet> {
    game.is_on_table().then(|| ScoreSheet::new(game.settings()))
}

/// Takes in a step of the log; `after` is the match after it.
pub(super) fn take_in(scores: &mut ScoreSheet, step: &Step, after: &Match) {
    step.events().for_each(|event| scores.take(event, after));
    step.entered.iter().for_each(|entered| scores.apply(&entered.entry));
}
