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

use std::sync::Arc;
use std::time::Duration;

use self::checker::Violation;
use self::world::World;
use crate::store::model::Planted;

/// How long people play, in simulated time.
const PLAYED: Duration = Duration::from_secs(60);

/// What a planted bug must be seen by; without one, anything.
fn shows(planted: Planted, violation: &Violation) -> bool {
    match planted {
        Planted::Nothing => true,
        Planted::NoFence | Planted::NoEpoch => matches!(violation, Violation::TwoDeciders { .. }),
        Planted::UnknownAsFailure => matches!(violation, Violation::DoneThoughRefused(_)),
    }
}

/// Plays one seed; what went wrong.
fn run(seed: u64, planted: Planted) -> Vec<Violation> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    let violations = runtime.block_on(async {
        let world = World::new(seed, planted);
        world.play(PLAYED).await;
        world.check()
    });
    // Whatever still waits ends with it.
    runtime.shutdown_background();
    violations.into_iter().filter(|violation| shows(planted, violation)).collect()
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Plays seeds on all cores; the first that fails.
fn first_failure(seeds: std::ops::Range<u64>, planted: Planted) -> Option<(u64, Vec<Violation>)> {
    let next = Arc::new(std::sync::atomic::AtomicU64::new(seeds.start));
    let found = Arc::new(std::sync::Mutex::new(None));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            let (next, found, end) = (Arc::clone(&next), Arc::clone(&found), seeds.end);
            scope.spawn(move || {
                while found.lock().unwrap().is_none() {
                    let seed = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if seed >= end {
                        return;
                    }
                    let violations = run(seed, planted);
                    if !violations.is_empty() {
                        found.lock().unwrap().get_or_insert((seed, violations));
                    }
                }
            });
        }
    });
    found.lock().unwrap().take()
}

/// `make simulate` plays ten thousand.
#[test]
fn simulation_finds_nothing_wrong() {
    let seeds = match number("TANDEM_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("TANDEM_SEEDS").unwrap_or(500),
    };
    if let Some((seed, violations)) = first_failure(seeds, Planted::Nothing) {
        panic!("TANDEM_SEED={seed}: {violations:#?}");
    }
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
    for planted in [Planted::NoFence, Planted::NoEpoch, Planted::UnknownAsFailure] {
        let found = first_failure(0..1000, planted);
        assert!(found.is_some(), "{planted:?} was not found in a thousand seeds");
    }
}
