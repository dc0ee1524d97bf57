//! Games of many sources, read by some threads and worked on by others, given back in order.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use crate::compression::decompressed;
use crate::shelf::Shelf;
use tandem_notation::Letters;
use tandem_notation::bpgn::{Game, Problem, Reader};
use tandem_notation::replay::{Verdict, check};

/// Games that travel together. Enough that threads seldom meet, few enough to stay small.
const BATCH: usize = 64;
const BATCH_BYTES: u64 = 256 * 1024;

/// Something that games are read from.
pub struct Source<'a> {
    name: String,
    input: Box<dyn Read + Send + 'a>,
}

impl<'a> Source<'a> {
    /// A name for messages, and bytes, which may be compressed.
    pub fn new(name: impl Into<String>, input: impl Read + Send + 'a) -> Source<'a> {
        Source { name: name.into(), input: Box::new(input) }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// How to read.
#[derive(Clone, Debug)]
pub struct Options {
    /// In whose letters the games are written, if they all are.
    pub letters: Option<Letters>,
    /// How many threads work.
    pub threads: NonZeroUsize,
    /// Counts the bytes of the sources that have been read, before decompression.
    pub bytes: Arc<AtomicU64>,
}

impl Default for Options {
    fn default() -> Options {
        let one = NonZeroUsize::MIN;
        let threads = thread::available_parallelism().unwrap_or(one);
        Options { letters: None, threads, bytes: Arc::default() }
    }
}

/// Some games of a source that stand together, in the order of the source.
#[derive(Debug)]
pub struct Report<T> {
    /// Which of the sources.
    pub source: usize,
    /// The name of the source.
    pub name: Arc<str>,
    /// The number of the first of the games in its source, from 1.
    pub first: u64,
    /// What came of each game.
    pub games: Vec<T>,
    /// What was wrong behind the last game of the source.
    pub stray: Vec<Problem>,
    /// Why the source can't be read any further.
    pub failure: Option<io::Error>,
    /// Whether this is the last of the source.
    pub last: bool,
}

impl<T> Report<T> {
    /// Whether its source was read to the end and has no game at all.
    #[must_use]
    pub fn is_without_games(&self) -> bool {
        self.last && self.failure.is_none() && self.first == 1 && self.games.is_empty()
    }
}

/// What a check found about a game.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// All that is wrong, errors and warnings, the text's before the play's.
    pub problems: Vec<Problem>,
    /// Who won.
    pub verdict: Verdict,
}

impl GameReport {
    /// The first error.
    #[must_use]
    pub fn error(&self) -> Option<&Problem> {
        self.problems.iter().find(|problem| problem.is_error())
    }
}

/// Checks every game of the sources by its book.
pub fn check_all(
    sources: Vec<Source<'_>>,
    books: &Shelf,
    options: &Options,
    each: impl FnMut(Report<GameReport>),
) {
    let work = |_: &str, mut game: Game| {
        let checked = check(&game, books.book_for(&game));
        let missing = books.missing(&game);
        let mut problems = std::mem::take(&mut game.problems);
        // Without its book all else that is found means nothing.
        match missing {
            Some(missing) => problems.push(missing),
            None => problems.extend(checked.problems),
        }
        GameReport { problems, verdict: checked.verdict }
    };
    process(sources, options, work, each);
}

/// Does some work on every game of the sources, on all threads, and hands what comes of it over
/// in the order of the sources and of their games.
pub fn process<T: Send>(
    sources: Vec<Source<'_>>,
    options: &Options,
    work: impl Fn(&str, Game) -> T + Sync,
    mut each: impl FnMut(Report<T>),
) {
    let threads = options.threads.get();
    let queue = Mutex::new(sources.into_iter().enumerate());
    let gate = Gate::new(16 * threads);
    let (to_workers, batches) = sync_channel::<Batch<Game>>(threads);
    let batches = Mutex::new(batches);
    let (to_report, reports) = sync_channel::<Batch<T>>(2 * threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (queue, gate, to_workers) = (&queue, &gate, to_workers.clone());
            scope.spawn(move || {
                loop {
                    let next = queue.lock().map(|mut queue| queue.next());
                    let Ok(Some((index, source))) = next else { return };
                    if read_source(index, source, gate, &to_workers, options).is_err() {
                        return;
                    }
                }
            });
        }
        drop(to_workers);
        for _ in 0..threads {
            let (batches, to_report, work) = (&batches, to_report.clone(), &work);
            scope.spawn(move || work_on(batches, &to_report, work));
        }
        drop(to_report);
        report_in_order(&reports, &gate, &mut each);
    });
}

/// A report on its way, with its number among those of its source.
struct Batch<T> {
    number: u64,
    report: Report<T>,
}

/// Keeps readers of later sources from filling the memory while an earlier one is not done.
struct Gate {
    /// The source that is reported now, and how many batches are on their way.
    state: Mutex<(usize, usize)>,
    changed: Condvar,
    most: usize,
}

impl Gate {
    fn new(most: usize) -> Gate {
        Gate { state: Mutex::new((0, 0)), changed: Condvar::new(), most }
    }

    /// Waits until a batch of this source may go. The source that is reported never waits, so
    /// there is always progress.
    fn enter(&self, source: usize) {
        let closed = |&mut (current, waiting): &mut (usize, usize)| {
            source != current && waiting >= self.most
        };
        if let Ok(state) = self.state.lock()
            && let Ok(mut state) = self.changed.wait_while(state, closed)
        {
            state.1 += 1;
        }
    }

    fn leave(&self, current: usize) {
        if let Ok(mut state) = self.state.lock() {
            *state = (current, state.1.saturating_sub(1));
        }
        self.changed.notify_all();
    }
}

/// Nobody listens any more.
struct Disconnected;

fn read_source(
    source: usize,
    Source { name, input }: Source<'_>,
    gate: &Gate,
    to_workers: &SyncSender<Batch<Game>>,
    options: &Options,
) -> Result<(), Disconnected> {
    let name: Arc<str> = name.into();
    let (mut number, mut first) = (0, 1);
    let mut send = |games: Vec<Game>, stray, failure, last| {
        let count = games.len() as u64;
        let name = Arc::clone(&name);
        let report = Report { source, name, first, games, stray, failure, last };
        gate.enter(source);
        to_workers.send(Batch { number, report }).map_err(|_| Disconnected)?;
        number += 1;
        first += count;
        Ok(())
    };
    let counted = Counted { input, bytes: Arc::clone(&options.bytes) };
    let input = match decompressed(counted) {
        Ok(input) => input,
        Err(failure) => return send(Vec::new(), Vec::new(), Some(failure), true),
    };
    let mut reader = Reader::with_letters(input, options.letters);
    let mut games = Vec::with_capacity(BATCH);
    let mut sent = reader.bytes_read();
    loop {
        match reader.read_game() {
            Ok(Some(game)) => {
                games.push(game);
                // Long games go early, so that no more than a few of them are in memory.
                if games.len() >= BATCH || reader.bytes_read() - sent > BATCH_BYTES {
                    sent = reader.bytes_read();
                    let batch = std::mem::replace(&mut games, Vec::with_capacity(BATCH));
                    send(batch, Vec::new(), None, false)?;
                }
            }
            Ok(None) => return send(games, reader.stray_problems(), None, true),
            Err(failure) => return send(games, reader.stray_problems(), Some(failure), true),
        }
    }
}

/// Counts what is read, for the progress.
struct Counted<R> {
    input: R,
    bytes: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.bytes.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

fn work_on<T>(
    batches: &Mutex<Receiver<Batch<Game>>>,
    to_report: &SyncSender<Batch<T>>,
    work: &impl Fn(&str, Game) -> T,
) {
    loop {
        let batch = batches.lock().map(|batches| batches.recv());
        let Ok(Ok(Batch { number, report })) = batch else { return };
        let Report { source, name, first, games, stray, failure, last } = report;
        let games = games.into_iter().map(|game| work(&name, game)).collect();
        let report = Report { source, name, first, games, stray, failure, last };
        if to_report.send(Batch { number, report }).is_err() {
            return;
        }
    }
}

/// Hands the reports over in the order of the sources and of the games in them.
fn report_in_order<T>(reports: &Receiver<Batch<T>>, gate: &Gate, each: &mut impl FnMut(Report<T>)) {
    let mut waiting: BTreeMap<(usize, u64), Report<T>> = BTreeMap::new();
    let mut next = (0, 0);
    for Batch { number, report } in reports {
        waiting.insert((report.source, number), report);
        while let Some(report) = waiting.remove(&next) {
            next = if report.last { (next.0 + 1, 0) } else { (next.0, next.1 + 1) };
            each(report);
            gate.leave(next.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_come_in_order_whatever_the_threads_do() {
        let sources = |count: usize| {
            (0..count)
                .map(|index| {
                    // The earlier sources are the longer ones.
                    let text = "[Event \"x\"]\n1A. e4 {60} *\n".repeat((count - index) * 50);
                    Source::new(index.to_string(), io::Cursor::new(text))
                })
                .collect::<Vec<_>>()
        };
        for threads in [1, 2, 7] {
            let threads = NonZeroUsize::new(threads).unwrap();
            let options = Options { threads, ..Options::default() };
            let mut seen = Vec::new();
            process(
                sources(40),
                &options,
                |_, _| (),
                |report| {
                    let count = report.games.len() as u64;
                    seen.extend((0..count).map(|i| (report.source, report.first + i)));
                },
            );
            let expected: Vec<_> = (0..40)
                .flat_map(|source| (1..=((40 - source as u64) * 50)).map(move |n| (source, n)))
                .collect();
            assert_eq!(seen, expected);
        }
    }

    #[test]
    fn a_source_that_fails_is_told_and_the_others_are_read() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("is broken"))
            }
        }
        let good = || Source::new("good", io::Cursor::new("1A. e4 *\nhello there"));
        let sources = vec![good(), Source::new("broken", Broken), good()];
        let mut told = Vec::new();
        process(
            sources,
            &Options::default(),
            |_, _| (),
            |report| {
                let failure = report.failure.map(|error| error.to_string());
                told.push((report.games.len(), report.stray.len(), failure));
            },
        );
        assert_eq!(told, [(1, 2, None), (0, 0, Some("is broken".to_owned())), (1, 2, None)]);
    }
}
