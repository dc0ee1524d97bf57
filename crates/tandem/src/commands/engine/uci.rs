//! UCI with real threads and a real clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use tandem_engine::protocol::{Effect, Setting, Task, Uci};
use tandem_engine::{Engine, Report, Timer};
use tandem_rules::{Move, Rulebook};

use super::{Event, now, read_lines, say, since};
use crate::failure::Failure;

type Found = (Report, Option<Move>);

enum Job {
    Think(u64, Box<Task>, Arc<AtomicBool>),
    Set(Setting),
}

pub(super) fn run(book: Arc<Rulebook>, settings: [Setting; 3]) -> Result<(), Failure> {
    let (events, incoming) = channel();
    read_lines(events.clone());
    let (jobs, work) = channel();
    thread::spawn(move || think(&work, &events));
    let mut uci = Uci::new(book);
    for setting in settings {
        if let Setting::Level(level) = setting {
            uci.line(&format!("setoption name Level value {}", level.number()));
        }
        let _ = jobs.send(Job::Set(setting));
    }
    let mut number = 0;
    let mut stop = Arc::new(AtomicBool::new(false));
    let mut thinking = false;
    let (mut ended, mut endless) = (false, false);
    while !ended || thinking {
        let Ok(event) = incoming.recv() else { break };
        let effects = match event {
            Event::Line(line) => uci.line(&line),
            Event::End => {
                // What has an end is finished; nobody could end the rest.
                ended = true;
                Vec::new()
            }
            Event::Thought(of, (report, chosen)) if of == number => {
                thinking = false;
                uci.found(&report, chosen)
            }
            Event::Thought(..) => Vec::new(),
        };
        for effect in effects {
            match effect {
                Effect::Say(line) => say(&line)?,
                Effect::Think(task) => {
                    endless = task.nodes.is_none()
                        && task.depth.is_none()
                        && task.mate.is_none()
                        && task.hard.is_none();
                    number += 1;
                    thinking = true;
                    stop = Arc::default();
                    let _ = jobs.send(Job::Think(number, task, stop.clone()));
                }
                Effect::Stop | Effect::Drop => stop.store(true, Ordering::Relaxed),
                Effect::Set(setting) => {
                    let _ = jobs.send(Job::Set(setting));
                }
                Effect::Quit => return Ok(()),
            }
        }
        if ended && endless {
            stop.store(true, Ordering::Relaxed);
        }
    }
    Ok(())
}

fn think(work: &Receiver<Job>, events: &Sender<Event<Found>>) {
    let mut engine = Engine::new(64);
    for job in work {
        match job {
            Job::Set(Setting::Hash(megabytes)) => engine.set_table_size(megabytes),
            Job::Set(Setting::Threads(threads)) => engine.set_threads(threads),
            Job::Set(Setting::NewGame) => engine.forget(),
            Job::Set(Setting::Level(_)) => {}
            Job::Think(number, task, stop) => {
                let begin = now();
                let elapsed = move || since(begin);
                let found = task.run(&mut engine, Timer::Clock(&elapsed), &stop, &mut |progress| {
                    let _ = say(&Uci::info(progress, elapsed()));
                });
                if events.send(Event::Thought(number, found)).is_err() {
                    return;
                }
            }
        }
    }
}
