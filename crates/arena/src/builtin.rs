//! Our own player in a match of the arena, in a thread of its own.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use tandem_engine::team::View;
use tandem_engine::{Bot, Decision, Interrupt, Timer};
use tandem_referee::Message;

use crate::{now, since};

enum Job {
    Ask(u64, Box<View>, Arc<Interrupt>),
    Hear(Message),
}

/// A bot that thinks beside the match.
pub(crate) struct Builtin {
    jobs: Sender<Job>,
    /// Ends the thought about the last question.
    interrupt: Arc<Interrupt>,
}

impl Builtin {
    /// Starts a bot; its decisions go to `tell` with the number of the question.
    pub(crate) fn start(
        mut bot: Bot,
        tell: impl Fn(u64, Decision) -> bool + Send + 'static,
    ) -> Builtin {
        let (jobs, work) = channel();
        thread::spawn(move || {
            for job in work {
                match job {
                    Job::Hear(message) => bot.hear(&message),
                    Job::Ask(ticket, view, interrupt) => {
                        let begin = now();
                        let elapsed = move || since(begin);
                        let decision = bot.decide(&view, Timer::Clock(&elapsed), &interrupt);
                        if !tell(ticket, decision) {
                            return;
                        }
                    }
                }
            }
        });
        Builtin { jobs, interrupt: Arc::default() }
    }

    pub(crate) fn ask(&mut self, ticket: u64, view: View) {
        self.interrupt = Arc::default();
        let _ = self.jobs.send(Job::Ask(ticket, Box::new(view), Arc::clone(&self.interrupt)));
    }

    /// What it thinks about has changed: it ends, to be asked again.
    pub(crate) fn look_up(&self) {
        self.interrupt.look_up();
    }

    pub(crate) fn hear(&self, message: &Message) {
        let _ = self.jobs.send(Job::Hear(message.clone()));
    }
}

impl Drop for Builtin {
    fn drop(&mut self) {
        self.interrupt.look_up();
    }
}
