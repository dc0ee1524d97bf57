//! A series of matches: who plays where, several side by side, and the score.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use tandem_engine::Bot;
use tandem_engine::simulate::{Terms, play_until as simulate};
use tandem_referee::{Settings, TimeControl};
use tandem_rules::book::Flag;
use tandem_rules::{BySeat, ByTeam, Millis, Rulebook, Seat, Team};

use crate::bpgn;
use crate::contender::Contender;
use crate::live::{Finished, Set, Trouble, play};
use crate::openings::opening;
use crate::results::{Outcome, Results};
use crate::score::Tally;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// By which book.
    pub book: Arc<Rulebook>,
    /// The two sides; each is a team of two of a kind. The first begins as team 1.
    pub sides: [Contender; 2],
    /// The time of each player.
    pub time: TimeControl,
    /// How many matches.
    pub matches: usize,
    /// How many of them side by side.
    pub at_once: usize,
    /// Random half-moves at the start of each board; each opening is played from both sides.
    pub opening_plies: u32,
    /// What the openings and the bots' dice come from.
    pub seed: u64,
    /// What each engine may remember, in megabytes.
    pub hash: usize,
    /// So long an engine of somebody else's has to say that it is ready.
    pub patience: Duration,
    /// Counted time: so many nodes are a millisecond. Only between bots of our own.
    pub counted: Option<u64>,
    /// Matches of the series that were played before: they count, and are not played again.
    pub earlier: Results,
}

/// Another match has ended.
#[derive(Debug)]
pub struct Progress {
    /// Its number, from 0.
    pub number: usize,
    /// How.
    pub outcome: Outcome,
    /// The score of the first side so far.
    pub tally: Tally,
    /// What went wrong, with the name of the player.
    pub troubles: Vec<(String, Trouble)>,
    /// The match as BPGN.
    pub bpgn: String,
}

/// Plays all matches, telling each as it ends, and returns the score of the first side.
pub fn run(plan: &Plan, tell: &mut dyn FnMut(&Progress)) -> Tally {
    run_until(plan, &AtomicBool::new(false), tell)
}

/// Plays all matches until `stop` is set: then those that are being played are given up, and all
/// engines are ended.
pub fn run_until(plan: &Plan, stop: &AtomicBool, tell: &mut dyn FnMut(&Progress)) -> Tally {
    let next = AtomicUsize::new(0);
    let mut tally = Tally::default();
    let earlier = plan.earlier.range(..plan.matches);
    earlier.for_each(|(_, outcome)| tally.add(outcome));
    thread::scope(|scope| {
        let (done, finished) = channel();
        for _ in 0..plan.at_once.clamp(1, plan.matches.max(1)) {
            let (next, done) = (&next, done.clone());
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= plan.matches {
                        return;
                    }
                    if plan.earlier.contains_key(&number) {
                        continue;
                    }
                    let played = one(plan, number, stop);
                    if stop.load(Ordering::Relaxed) || done.send((number, played)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(done);
        for (number, played) in finished {
            let progress = report(plan, number, &played, &mut tally);
            tell(&progress);
        }
    });
    tally
}

/// Whether the first side is team 1 in a match: they take turns.
fn first_is_one(number: usize) -> bool {
    number.is_multiple_of(2)
}

fn teams(plan: &Plan, number: usize) -> ByTeam<Contender> {
    ByTeam::new_with(|team| {
        let first = (team == Team::One) == first_is_one(number);
        plan.sides[usize::from(!first)].clone()
    })
}

fn one(plan: &Plan, number: usize, stop: &AtomicBool) -> Finished {
    // Both sides get each opening once.
    let positions = opening(&plan.book, plan.opening_plies, plan.seed + number as u64 / 2);
    let teams = teams(plan, number);
    let seed = plan.seed.wrapping_add(number as u64);
    if let (Some(nodes_per_milli), Some(mut bots)) = (plan.counted, bots(plan, &teams, seed)) {
        let terms = Terms {
            book: plan.book.clone(),
            time: plan.time,
            nodes_per_milli,
            positions,
            most_moves: 2_000,
        };
        let played = simulate(&terms, &mut bots, stop);
        let troubles = played
            .refused
            .iter()
            .map(|refused| Trouble {
                seat: refused.seat,
                at: refused.at,
                what: format!("{:?} was refused: {}", refused.act, refused.refusal),
            })
            .collect();
        return Finished { state: played.state, log: played.log, troubles };
    }
    let mut settings = Settings::new(plan.book.clone());
    settings.time = plan.time;
    settings.positions = positions;
    // Engines do not claim flags: the referee does it for whoever may.
    settings.flag = Flag::Automatic;
    play(&Set { settings, teams, hash: plan.hash, patience: plan.patience, seed, stop })
}

fn bots(plan: &Plan, teams: &ByTeam<Contender>, seed: u64) -> Option<BySeat<Bot>> {
    let make = |seat: Seat| match &teams[seat.team()] {
        Contender::Builtin { level, style } => {
            Some(style.bot(*level, plan.hash, seed.wrapping_mul(4) + seat as u64))
        }
        Contender::External { .. } => None,
    };
    let [one, two, three, four] = Seat::ALL.map(make);
    Some(BySeat::from([one?, two?, three?, four?]))
}

fn report(plan: &Plan, number: usize, played: &Finished, tally: &mut Tally) -> Progress {
    let score = played.state.score();
    let (one, two) = (f64::from(score[Team::One].0), f64::from(score[Team::Two].0));
    let of_one = if one + two > 0.0 { one / (one + two) } else { 0.5 };
    let share = if first_is_one(number) { of_one } else { 1.0 - of_one };
    let verdict = played.state.verdict();
    let outcome = Outcome {
        share,
        left: left(plan, number, played),
        reason: verdict.map_or("unfinished".to_owned(), |verdict| verdict.reason.to_string()),
    };
    tally.add(&outcome);
    let teams = teams(plan, number);
    let names = BySeat::new_with(|seat: Seat| teams[seat.team()].to_string());
    Progress {
        number,
        outcome,
        tally: *tally,
        troubles: played
            .troubles
            .iter()
            .map(|trouble| (names[trouble.seat].clone(), trouble.clone()))
            .collect(),
        bpgn: bpgn::write(played, &names, number + 1),
    }
}

/// What both sides have left at the end, as a share of their time: both clocks of a team together.
fn left(plan: &Plan, number: usize, played: &Finished) -> [f64; 2] {
    let end = played.log.last().map_or(Millis::ZERO, |record| record.at);
    let teams = if first_is_one(number) { Team::ALL } else { [Team::Two, Team::One] };
    teams.map(|team| {
        let left: i64 =
            team.seats().into_iter().map(|seat| played.state.clock(seat, end).0.max(0)).sum();
        left as f64 / (2 * plan.time.base.0.max(1)) as f64
    })
}
