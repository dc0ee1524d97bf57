//! The XBoard protocol with real threads and a real clock.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use tandem_engine::protocol::{Effect, Setting, XBoard};
use tandem_engine::team::View;
use tandem_engine::{Bot, Decision, Interrupt, Level, Next, Timer};
use tandem_referee::Message;
use tandem_rules::{Millis, Rulebook};

use super::{Event, now, read_lines, say, since};
use crate::failure::Failure;

enum Job {
    Decide(u64, Box<Asked>, Arc<Interrupt>),
    Hear(Message),
    Set(Setting),
}

/// What is to be decided.
struct Asked {
    view: View,
    /// A fixed time for the move.
    time: Option<Millis>,
    /// Whether the thinking is shown.
    posts: bool,
}

/// What is to be done later, unless something else happens first.
enum Later {
    /// A decision that takes its time.
    Tell(Decision),
    /// The player sat; it is time to ask again.
    AskAgain,
}

struct Shell {
    xboard: XBoard,
    jobs: Sender<Job>,
    number: u64,
    begun: Instant,
    /// The board of the turn that is thought about, and since when.
    turn: Option<(u64, Instant)>,
    interrupt: Arc<Interrupt>,
    later: Option<(Instant, Later)>,
}

pub(super) fn run(book: Arc<Rulebook>, settings: [Setting; 3]) -> Result<(), Failure> {
    let (events, incoming) = channel();
    read_lines(events.clone());
    let (jobs, work) = channel();
    thread::spawn(move || think(&work, &events));
    let mut shell = Shell {
        xboard: XBoard::new(book),
        jobs,
        number: 0,
        begun: now(),
        turn: None,
        interrupt: Arc::default(),
        later: None,
    };
    for setting in settings {
        shell.send(Job::Set(setting));
    }
    loop {
        let event = match &shell.later {
            None => incoming.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some((at, _)) => incoming.recv_timeout(at.saturating_duration_since(now())),
        };
        let effects = match event {
            Ok(Event::Line(line)) => shell.line(&line),
            Ok(Event::Thought(number, decision)) => shell.thought(number, decision),
            Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => shell.do_what_is_due(),
        };
        for effect in effects {
            if !shell.carry_out(effect)? {
                return Ok(());
            }
        }
    }
}

impl Shell {
    fn send(&self, job: Job) {
        // The thinking thread lives as long as this one.
        let _ = self.jobs.send(job);
    }

    fn line(&mut self, line: &str) -> Vec<Effect<View>> {
        let heard = self.xboard.heard(line);
        let told = !heard.is_empty();
        for message in heard {
            self.send(Job::Hear(message));
        }
        let mut effects = self.xboard.line(line);
        if told {
            // Whoever thinks, sits or is about to move thinks on with what was said.
            effects.extend(self.xboard.think());
        }
        effects
    }

    fn thought(&mut self, number: u64, decision: Decision) -> Vec<Effect<View>> {
        if number != self.number {
            return Vec::new();
        }
        match decision.next {
            Next::Play { after, .. } => {
                let wait = Duration::from_millis(u64::try_from(after.0).unwrap_or(0));
                self.later = Some((self.begun + wait, Later::Tell(decision)));
                Vec::new()
            }
            Next::Sit { time, .. } => {
                let wait = Duration::from_millis(u64::try_from(time.0).unwrap_or(0));
                self.later = Some((now() + wait, Later::AskAgain));
                self.xboard.decided(&decision)
            }
            Next::Nothing => self.xboard.decided(&decision),
            Next::AskAgain => self.xboard.think(),
        }
    }

    fn do_what_is_due(&mut self) -> Vec<Effect<View>> {
        match self.later.take() {
            Some((_, Later::Tell(decision))) => self.xboard.decided(&decision),
            Some((_, Later::AskAgain)) => self.xboard.think(),
            None => Vec::new(),
        }
    }

    /// False if this is the end.
    fn carry_out(&mut self, effect: Effect<View>) -> Result<bool, Failure> {
        match effect {
            Effect::Say(line) => say(&line)?,
            Effect::Think(mut view) => {
                self.drop_thought();
                self.begun = now();
                self.interrupt = Arc::default();
                self.tell_time(&mut view);
                let (time, posts) = (self.xboard.move_time(), self.xboard.posts());
                let asked = Box::new(Asked { view: *view, time, posts });
                self.send(Job::Decide(self.number, asked, Arc::clone(&self.interrupt)));
            }
            Effect::Stop => {
                self.interrupt.finish();
                if let Some((at, Later::Tell(_))) = &mut self.later {
                    *at = now();
                }
            }
            Effect::Drop => self.drop_thought(),
            Effect::Set(setting) => self.send(Job::Set(setting)),
            Effect::Quit => return Ok(false),
        }
        Ok(true)
    }

    /// Clocks are told at the beginning of a turn: what has run since then is known here alone.
    fn tell_time(&mut self, view: &mut View) {
        let board = view.own.position.repetition_key();
        let (_, since_when) =
            *self.turn.insert(self.turn.filter(|turn| turn.0 == board).unwrap_or((board, now())));
        view.own.on_move_for = since(since_when);
        if let Some(clock) = &mut view.clocks[view.seat] {
            *clock = (*clock - view.own.on_move_for).at_least(Millis(1));
        }
    }

    fn drop_thought(&mut self) {
        self.interrupt.look_up();
        self.number += 1;
        self.later = None;
    }
}

fn think(work: &Receiver<Job>, events: &Sender<Event<Decision>>) {
    let seed = u64::from(std::process::id());
    let mut bot = Bot::new(Level::STRONGEST, 64, seed);
    for job in work {
        match job {
            Job::Hear(message) => bot.hear(&message),
            Job::Set(Setting::Hash(megabytes)) => bot.engine_mut().set_table_size(megabytes),
            Job::Set(Setting::Threads(threads)) => bot.engine_mut().set_threads(threads),
            Job::Set(Setting::Level(level)) => bot.set_level(level),
            Job::Set(Setting::NewGame) => bot.forget(),
            Job::Decide(number, asked, interrupt) => {
                bot.set_move_time(asked.time);
                let begin = now();
                let elapsed = move || since(begin);
                let timer = Timer::Clock(&elapsed);
                let decision =
                    bot.decide_and_tell(&asked.view, timer, &interrupt, &mut |progress| {
                        if asked.posts {
                            let _ = say(&XBoard::thinking(progress, elapsed()));
                        }
                    });
                if events.send(Event::Thought(number, decision)).is_err() {
                    return;
                }
            }
        }
    }
}
