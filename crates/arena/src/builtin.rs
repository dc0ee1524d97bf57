//! Our own player in a match of the arena, in a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use tandem_engine::team::View;
use tandem_engine::{Bot, Decision, Timer};
use tandem_referee::Message;

use crate::{now, since};

enum Job {
    Ask(u64, Box<View>),
    Hear(Message),
}

/// A bot that thinks beside the match.
pub(crate) struct Builtin {
    jobs: Sender<Job>,
    stop: Arc<AtomicBool>,
}

impl Builtin {
    /// Starts a bot; its decisions go to `tell` with the number of the question.
    pub(crate) fn start(
        mut bot: Bot,
        tell: impl Fn(u64, Decision) -> bool + Send + 'static,
    ) -> Builtin {
        let (jobs, work) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        thread::spawn(move || {
            for job in work {
                match job {
                    Job::Hear(message) => bot.hear(&message),
                    Job::Ask(ticket, view) => {
                        let begin = now();
                        let elapsed = move || since(begin);
                        let decision = bot.decide(&view, Timer::Clock(&elapsed), &stopped);
                        if !tell(ticket, decision) {
                            return;
                        }
                    }
                }
            }
        });
        Builtin { jobs, stop }
    }

    pub(crate) fn ask(&self, ticket: u64, view: View) {
        let _ = self.jobs.send(Job::Ask(ticket, Box::new(view)));
    }

    pub(crate) fn hear(&self, message: &Message) {
        let _ = self.jobs.send(Job::Hear(message.clone()));
    }
}

impl Drop for Builtin {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
