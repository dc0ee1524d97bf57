//! The whole server from a seed: several halls and the store in memory on one thread, in time that stands still
//! while nobody waits. Nodes crash, pause, are cut off and come back, replies are lost; people and bots play by every book.
//! Then the log is read. What goes wrong goes wrong again with the same seed:
//!
//! ```text
//! TANDEM_SEED=4711 cargo test -p tandem-server simulation -- --nocapture
//! ```

mod checker;
mod clocks;
mod people;
mod weather;
mod world;

use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use self::checker::Violation;
use self::world::World;
use crate::store::model::Planted;

/// How long people play, in simulated time.
const PLAYED: Duration = Duration::from_secs(60);
/// After how many seeds it is told how far it has come.
const TOLD_EVERY: usize = 1_000;

/// What a planted bug must be seen by; without one, anything.
fn shows(planted: Planted, violation: &Violation) -> bool {
    match planted {
        Planted::Nothing => true,
        Planted::NoFence | Planted::NoEpoch => matches!(violation, Violation::TwoDeciders { .. }),
        Planted::UnknownAsFailure => matches!(violation, Violation::DoneThoughRefused(_)),
        Planted::PassedTwice => matches!(violation, Violation::MenMadeOrLost { .. }),
        Planted::PassedNever => matches!(violation, Violation::ToldOtherwise { .. }),
    }
}

/// How much was played and looked at.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    seeds: usize,
    /// What befell machines.
    faults: usize,
    /// What people asked and had answered.
    answered: usize,
    /// How often somebody was told where the men are.
    told: usize,
    /// Rows of logs.
    rows: usize,
}

impl std::ops::AddAssign for Figures {
    fn add_assign(&mut self, other: Figures) {
        self.seeds += other.seeds;
        self.faults += other.faults;
        self.answered += other.answered;
        self.told += other.told;
        self.rows += other.rows;
    }
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Figures { seeds, faults, answered, told, rows } = self;
        write!(
            f,
            "{seeds} seeds of {} s: {faults} faults, {answered} commands answered, {rows} rows stored, {told} times told how it stands",
            PLAYED.as_secs()
        )
    }
}

/// Plays one seed; what went wrong.
fn run(seed: u64, planted: Planted) -> (Vec<Violation>, Figures) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    let (violations, figures) = runtime.block_on(async {
        let world = World::new(seed, planted);
        world.play(PLAYED).await;
        (world.check(), world.figures())
    });
    // Whatever still waits ends with it.
    runtime.shutdown_background();
    let violations = violations.into_iter().filter(|violation| shows(planted, violation));
    (violations.collect(), figures)
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// A seed that fails, and how.
type Failure = (u64, Vec<Violation>);

/// Plays seeds on all cores; the first that fails.
fn first_failure(seeds: std::ops::Range<u64>, planted: Planted) -> (Option<Failure>, Figures) {
    let next = Arc::new(std::sync::atomic::AtomicU64::new(seeds.start));
    let found = Arc::new(std::sync::Mutex::new((None, Figures::default())));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            let (next, found, end) = (Arc::clone(&next), Arc::clone(&found), seeds.end);
            scope.spawn(move || {
                while found.lock().unwrap().0.is_none() {
                    let seed = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if seed >= end {
                        return;
                    }
                    let (violations, figures) = run(seed, planted);
                    let mut found = found.lock().unwrap();
                    found.1 += figures;
                    if found.1.seeds.is_multiple_of(TOLD_EVERY) {
                        let _ = writeln!(std::io::stderr(), "{}", found.1);
                    }
                    if !violations.is_empty() {
                        found.0.get_or_insert((seed, violations));
                    }
                }
            });
        }
    });
    let mut found = found.lock().unwrap();
    (found.0.take(), found.1)
}

/// `make simulate` plays ten thousand.
#[test]
fn simulation_finds_nothing_wrong() {
    let seeds = match number("TANDEM_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("TANDEM_SEEDS").unwrap_or(500),
    };
    let (failure, figures) = first_failure(seeds, Planted::Nothing);
    if let Some((seed, violations)) = failure {
        panic!("TANDEM_SEED={seed}: {violations:#?}");
    }
    let _ = writeln!(std::io::stderr(), "{figures}, nothing wrong");
}

#[test]
fn simulation_repeats_a_seed() {
    let told = |seed| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .unwrap();
        let told = runtime.block_on(async {
            let world = World::new(seed, Planted::Nothing);
            world.play(Duration::from_secs(20)).await;
            world.logs()
        });
        runtime.shutdown_background();
        told
    };
    assert_eq!(told(3), told(3));
    assert_ne!(told(3), told(4));
}

#[test]
fn simulation_finds_what_is_planted() {
    for planted in [
        Planted::NoFence,
        Planted::NoEpoch,
        Planted::UnknownAsFailure,
        Planted::PassedTwice,
        Planted::PassedNever,
    ] {
        let (found, figures) = first_failure(0..1000, planted);
        let _ = writeln!(std::io::stderr(), "{planted:?}: found after {} seeds", figures.seeds);
        assert!(found.is_some(), "{planted:?} was not found in a thousand seeds");
    }
}
