//! Two phones beside real boards, four players and the whole server from a seed: lines that delay, go silent and
//! break, phones that doze or are replaced, a server that is killed. Afterwards every clock shows what an ideal one
//! shows, no press is lost, nobody is charged and nothing is disputed. What goes wrong goes wrong again:
//!
//! ```text
//! TANDEM_SEED=4711 cargo test -p tandem-server --lib clocks_agree -- --nocapture
//! ```

mod day;
mod device;
mod house;
mod world;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use self::day::{Day, Planted};
use self::world::World;
use super::number;

/// What clocks may be off by after everything, in milliseconds.
const CLOSE: i64 = 20;

/// One day of clocks, by a seed.
fn day(seed: u64, planted: Planted) -> Day {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    let day = runtime.block_on(World::play(seed, planted));
    // Whatever still waits ends with it.
    runtime.shutdown_background();
    day
}

/// `make clocks` plays ten thousand; `TANDEM_FIRST` begins elsewhere.
#[test]
fn clocks_agree_after_delays_cuts_and_restarts() {
    let seeds = match number("TANDEM_SEED") {
        Some(seed) => seed..seed + 1,
        None => {
            let first = number("TANDEM_FIRST").unwrap_or(0);
            first..first + number("TANDEM_SEEDS").unwrap_or(60)
        }
    };
    let next = AtomicU64::new(seeds.start);
    let days = Mutex::new(Vec::new());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        return;
                    }
                    let day = day(seed, Planted::Nothing);
                    days.lock().unwrap_or_else(PoisonError::into_inner).push((seed, day));
                }
            });
        }
    });
    let mut days = days.into_inner().unwrap_or_else(PoisonError::into_inner);
    days.sort_by_key(|(seed, _)| *seed);
    let wrong: Vec<_> = days.iter().filter(|(_, day)| day.is_wrong(CLOSE)).take(5).collect();
    let failed = days.iter().filter(|(_, day)| day.is_wrong(CLOSE)).count();
    assert!(wrong.is_empty(), "{failed} of {} days: TANDEM_SEED={wrong:#?}", days.len());
    let all = days.iter().fold(Day::default(), |all, (_, day)| all.and(day));
    let some = days.len() < 50 || (all.cuts > 50 && all.kills > 20 && all.replaced > 2);
    assert!(some && all.presses > 20 * days.len(), "those were quiet days: {all:?}");
    eprintln!("{} days: {all:?}", days.len());
}

#[test]
fn clocks_simulation_finds_what_is_planted() {
    for planted in [Planted::TellsTooLittle, Planted::Forgets] {
        let found = (0..100).any(|seed| day(seed, planted).is_wrong(CLOSE));
        assert!(found, "{planted:?} was not found in a hundred days");
    }
}
