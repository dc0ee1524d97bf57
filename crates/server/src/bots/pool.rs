//! The few threads on which all bots think, one processor fewer than there are and with a lower
//! priority than the tables': however many bots think, people's commands go through.
//!
//! Every bot has at most one question waiting, and they are answered in their order, so the pool
//! goes round the tables. Who thinks while others wait gets a shorter turn: a bot plays worse
//! then, but it never loses its clock to the queue.
//!
//! Bots that ponder in their opponents' time get what is left: a thread that nobody has a question for,
//! until somebody has one, and in turns.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use tandem_engine::Timer;
use tandem_rules::Millis;

use crate::metrics::METRICS;
use crate::time::Stopwatch;

/// Questions that may wait; a bot that finds no room asks again.
const MAX_WAITING: usize = 2048;
/// In about this time everybody who waits should have had their turn.
const ROUND: Duration = Duration::from_millis(1000);
/// But nobody's turn is shorter.
const SHORTEST: Duration = Duration::from_millis(8);
/// So long somebody ponders while others would like to.
const PONDERING: Duration = Duration::from_millis(250);
/// So long a question waits where time is counted.
const LOOKING: Duration = Duration::from_millis(20);

type Job = Box<dyn FnOnce(&Turn) + Send>;

/// What waits to be thought about.
#[derive(Default)]
struct Lines {
    questions: VecDeque<(Stopwatch, Job)>,
    /// Nothing waits for these.
    pondering: VecDeque<(Stopwatch, Job)>,
}

struct Shared {
    queue: Mutex<Lines>,
    wake: Condvar,
    /// Questions for which there is room, asked or about to be.
    waiting: AtomicUsize,
    /// Of those that would like to ponder.
    would_ponder: AtomicUsize,
    closed: AtomicBool,
    threads: usize,
    /// How many nodes count as a millisecond, where there are no threads.
    counted: Option<u64>,
}

/// The threads.
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

/// Room for one question; free again if none is asked.
pub(crate) struct Room {
    shared: Arc<Shared>,
    taken: bool,
}

impl Drop for Room {
    fn drop(&mut self) {
        if !self.taken {
            self.shared.leaves();
        }
    }
}

impl Shared {
    fn new(threads: usize, counted: Option<u64>) -> Shared {
        Shared {
            queue: Mutex::default(),
            wake: Condvar::new(),
            waiting: AtomicUsize::new(0),
            would_ponder: AtomicUsize::new(0),
            closed: AtomicBool::new(false),
            threads,
            counted,
        }
    }

    /// Something waits for its turn.
    fn add(self: &Arc<Shared>, job: Job, ponders: bool) {
        let since = Stopwatch::start();
        if self.counted.is_some() {
            let shared = Arc::clone(self);
            tokio::spawn(async move {
                tokio::time::sleep(LOOKING).await;
                shared.take_turn(since, job, ponders);
            });
            return;
        }
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let line = if ponders { &mut queue.pondering } else { &mut queue.questions };
        line.push_back((since, job));
        self.wake.notify_one();
    }

    /// It is the turn of something.
    fn take_turn(self: &Arc<Shared>, since: Stopwatch, job: Job, ponders: bool) {
        if ponders {
            self.would_ponder.fetch_sub(1, Ordering::Relaxed);
        } else {
            self.leaves();
            METRICS.thoughts.add(1);
        }
        let turn = Turn {
            shared: Arc::clone(self),
            begun: Stopwatch::start(),
            waited: since.elapsed(),
            ponders,
        };
        // A bot that fails must not take the thread with it; its table hears that it got no
        // answer.
        if catch_unwind(AssertUnwindSafe(|| job(&turn))).is_err() {
            tracing::error!("a bot failed while it thought");
        }
    }

    fn leaves(&self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        METRICS.thoughts_waiting.sub(1);
    }
}

/// One bot's turn to think.
pub(crate) struct Turn {
    shared: Arc<Shared>,
    begun: Stopwatch,
    waited: Duration,
    /// Whether nothing waits for what is thought.
    ponders: bool,
}

/// How long a turn may be while so many wait; none: as long as it likes.
fn share(waiting: usize, threads: usize) -> Option<Duration> {
    if waiting == 0 {
        return None;
    }
    let others = u32::try_from(waiting).unwrap_or(u32::MAX).saturating_add(1);
    let threads = u32::try_from(threads).unwrap_or(1);
    Some((ROUND * threads / others).max(SHORTEST))
}

fn millis(time: Duration) -> Millis {
    Millis(i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
}

impl Turn {
    /// How long the question waited.
    pub(crate) fn waited(&self) -> Millis {
        millis(self.waited)
    }

    /// How long the turn has lasted.
    pub(crate) fn elapsed(&self) -> Millis {
        millis(self.begun.elapsed())
    }

    /// By what a thought measures its time: by a clock that is read so, or by what is counted.
    pub(crate) fn timer<'a>(&self, elapsed: &'a (dyn Fn() -> Millis + Sync)) -> Timer<'a> {
        match self.shared.counted {
            Some(per_milli) => Timer::Nodes { per_milli },
            None => Timer::Clock(elapsed),
        }
    }

    /// Whether others have waited long enough. Whoever ponders makes way for every question at once, and
    /// does not begin where time is counted.
    pub(crate) fn is_over(&self) -> bool {
        if self.shared.counted.is_some() {
            return self.ponders;
        }
        let waiting = self.shared.waiting.load(Ordering::Relaxed);
        if self.ponders {
            let others = self.shared.would_ponder.load(Ordering::Relaxed) > 0;
            return waiting > 0 || others && self.begun.elapsed() >= PONDERING;
        }
        share(waiting, self.shared.threads).is_some_and(|share| self.begun.elapsed() >= share)
    }
}

impl Pool {
    /// Starts so many threads.
    pub(crate) fn start(threads: usize) -> Pool {
        let shared = Arc::new(Shared::new(threads, None));
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            let name = format!("tandem-bot-{number}");
            let started = std::thread::Builder::new().name(name).spawn(move || work(&shared));
            if let Err(error) = started {
                tracing::error!(%error, "a thread for bots can't be started");
            }
        }
        Pool { shared }
    }

    /// One without threads: bots think where the tables are, in counted time, so that it is the same every
    /// time.
    #[cfg(test)]
    pub(crate) fn counted(per_milli: u64) -> Pool {
        Pool { shared: Arc::new(Shared::new(0, Some(per_milli))) }
    }

    /// Room for one more question, if there is any.
    pub(crate) fn room(&self) -> Option<Room> {
        let more = |waiting: usize| (waiting < MAX_WAITING).then_some(waiting + 1);
        self.shared.waiting.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok()?;
        METRICS.thoughts_waiting.add(1);
        Some(Room { shared: Arc::clone(&self.shared), taken: false })
    }

    /// Has something thought about when no question waits. Its turn is over as soon as one does, which may
    /// be before it has begun.
    pub(crate) fn ponder(&self, job: impl FnOnce(&Turn) + Send + 'static) {
        self.shared.would_ponder.fetch_add(1, Ordering::Relaxed);
        self.shared.add(Box::new(job), true);
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        // Under the lock, or a thread could miss it between looking and sleeping.
        let _queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        self.shared.closed.store(true, Ordering::Relaxed);
        self.shared.wake.notify_all();
    }
}

impl Room {
    /// Has something thought about when its turn comes.
    pub(crate) fn think(mut self, job: impl FnOnce(&Turn) + Send + 'static) {
        self.taken = true;
        self.shared.add(Box::new(job), false);
    }
}

fn work(shared: &Arc<Shared>) {
    lower_priority();
    while let Some((since, job, ponders)) = next(shared) {
        shared.take_turn(since, job, ponders);
    }
}

/// What is to be thought about next, and whether it is only pondered.
fn next(shared: &Shared) -> Option<(Stopwatch, Job, bool)> {
    let mut queue = shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        if shared.closed.load(Ordering::Relaxed) {
            return None;
        }
        if let Some((since, job)) = queue.questions.pop_front() {
            return Some((since, job, false));
        }
        if let Some((since, job)) = queue.pondering.pop_front() {
            return Some((since, job, true));
        }
        queue = shared.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}

/// The tables go first. Only Linux counts this by thread.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 10) {
        tracing::warn!(%error, "a thread works with the priority of tables");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn questions_are_answered_in_their_order_and_a_failure_harms_nobody() {
        let pool = Pool::start(1);
        let (answers, got) = channel();
        for number in 0..5 {
            let answers = answers.clone();
            pool.room().unwrap().think(move |_| {
                assert_ne!(number, 2, "this one fails, on purpose");
                answers.send(number).unwrap();
            });
        }
        drop(answers);
        assert_eq!(got.iter().collect::<Vec<_>>(), [0, 1, 3, 4]);
    }

    #[test]
    fn there_is_room_for_so_many_and_no_more() {
        let pool = Pool::start(1);
        let (release, wait) = channel::<()>();
        let (begun, has_begun) = channel();
        pool.room().unwrap().think(move |_| {
            begun.send(()).unwrap();
            let _ = wait.recv();
        });
        has_begun.recv().unwrap();
        let rooms: Vec<Room> = std::iter::from_fn(|| pool.room()).collect();
        assert_eq!(rooms.len(), MAX_WAITING);
        drop(rooms);
        assert!(pool.room().is_some());
        drop(release);
    }

    #[test]
    fn turns_get_shorter_when_others_wait() {
        assert_eq!(share(0, 1), None);
        assert_eq!(share(1, 1), Some(ROUND / 2));
        assert!(share(10, 1) < share(10, 4));
        assert_eq!(share(1_000_000, 1), Some(SHORTEST));
    }

    #[test]
    fn whoever_ponders_makes_way_for_a_question_at_once() {
        let pool = Pool::start(1);
        let (said, heard) = channel();
        let (begun, has_begun) = channel();
        let tell = said.clone();
        pool.ponder(move |turn| {
            begun.send(turn.is_over()).unwrap();
            while !turn.is_over() {
                std::thread::yield_now();
            }
            tell.send("pondered").unwrap();
        });
        assert_eq!(has_begun.recv(), Ok(false), "nobody asks anything");
        let tell = said.clone();
        pool.ponder(move |_| tell.send("pondered too").unwrap());
        pool.room().unwrap().think(move |_| said.send("answered").unwrap());
        assert_eq!(heard.iter().collect::<Vec<_>>(), ["pondered", "answered", "pondered too"]);
    }

    #[test]
    fn a_turn_is_over_when_others_have_waited_and_never_before() {
        let pool = Pool::start(1);
        let (answers, got) = channel();
        let (queued, is_queued) = channel::<()>();
        pool.room().unwrap().think(move |turn| {
            assert!(!turn.is_over(), "nobody waits");
            is_queued.recv().unwrap();
            while !turn.is_over() {
                std::thread::yield_now();
            }
            answers.send("first").unwrap();
        });
        let (second, got_second) = channel();
        pool.room().unwrap().think(move |turn| second.send(turn.waited()).unwrap());
        queued.send(()).unwrap();
        assert_eq!(got.recv(), Ok("first"));
        assert!(got_second.recv().unwrap() > Millis::ZERO);
    }
}
