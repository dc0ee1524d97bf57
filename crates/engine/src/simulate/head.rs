//! A bot that thinks in a thread of its own, and no further than it is let.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;

use tandem_referee::Message;
use tandem_rules::Millis;

use crate::bot::{Bot, Decision, Interrupt, Next};
use crate::search::Timer;
use crate::team::View;

/// What a player is asked.
pub(super) struct Question {
    /// What they see.
    pub(super) view: View,
    /// What their partner has said since they were last asked.
    pub(super) words: Vec<Message>,
    /// Makes them look up.
    pub(super) interrupt: Arc<Interrupt>,
    /// They may think so long before they tell how far they have come.
    pub(super) until: Millis,
}

/// How far a player has come, in time since they were asked.
pub(super) enum Report {
    /// They have thought so long, and wait.
    CameTo(Millis),
    /// They have decided.
    Decided(Decision),
}

enum Order {
    Ask(Box<Question>),
    GoOn(Millis),
}

/// The way to a player's thinking.
pub(super) struct Head {
    orders: Sender<Order>,
    reports: Receiver<Report>,
}

impl Head {
    /// A bot begins to listen; it ends with its head.
    pub(super) fn start<'scope>(
        scope: &'scope Scope<'scope, '_>,
        bot: &'scope mut Bot,
        per_milli: u64,
    ) -> Head {
        let (orders, to_do) = channel();
        let (tell, reports) = channel();
        let to_do = Mutex::new(to_do);
        scope.spawn(move || {
            while let Some(Order::Ask(question)) = next(&to_do) {
                let decision = think(bot, *question, per_milli, &to_do, &tell);
                if tell.send(Report::Decided(decision)).is_err() {
                    return;
                }
            }
        });
        Head { orders, reports }
    }

    /// Asks, and waits until there is a decision or time is up.
    pub(super) fn ask(&mut self, question: Question) -> Report {
        self.order(Order::Ask(Box::new(question)))
    }

    /// Lets them think until then, and waits as before.
    pub(super) fn go_on(&mut self, until: Millis) -> Report {
        self.order(Order::GoOn(until))
    }

    fn order(&mut self, order: Order) -> Report {
        // A thread that has failed is told by the scope, which panics as it did.
        let failed = || {
            let next = Next::Nothing;
            Report::Decided(Decision { acts: Vec::new(), next, took: Millis::ZERO })
        };
        match self.orders.send(order) {
            Ok(()) => self.reports.recv().unwrap_or_else(|_| failed()),
            Err(_) => failed(),
        }
    }
}

fn next(orders: &Mutex<Receiver<Order>>) -> Option<Order> {
    orders.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

fn think(
    bot: &mut Bot,
    question: Question,
    per_milli: u64,
    orders: &Mutex<Receiver<Order>>,
    tell: &Sender<Report>,
) -> Decision {
    let Question { view, words, interrupt, until } = question;
    words.iter().for_each(|message| bot.hear(message));
    let until = AtomicI64::new(until.0);
    let reached = |time: Millis| {
        if time.0 < until.load(Ordering::Relaxed) {
            return;
        }
        let _ = tell.send(Report::CameTo(time));
        match next(orders) {
            Some(Order::GoOn(further)) => until.store(further.0, Ordering::Relaxed),
            // The match is over.
            Some(Order::Ask(_)) | None => {
                until.store(i64::MAX, Ordering::Relaxed);
                interrupt.look_up();
            }
        }
    };
    let timer = Timer::Counted { per_milli, spent: 0, reached: &reached };
    bot.decide(&view, timer, &interrupt)
}
