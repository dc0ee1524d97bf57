//! Questions to bots of ours: they go to the pool, and come back to the table as thoughts.

use std::sync::Arc;

use tandem_engine::team::View;
use tandem_engine::{Bot, Decision, Level, Next};
use tandem_rules::{Millis, Seat};
use tokio::time::Instant;

use super::{Bench, RETRY_DELAY, Thinking, level_of};
use crate::bots::Turn;
use crate::table::queue::WeakQueue;
use crate::table::request::Request;
use crate::time::deadline_in;

/// Megabytes for what a bot of a level remembers.
fn memory(level: Level) -> usize {
    match level.number() {
        ..=5 => 1,
        6 => 2,
        7 => 4,
        _ => 16,
    }
}

/// An answer from the pool; without a decision if the bot failed.
pub(in crate::table) struct Thought {
    pub(super) seat: Seat,
    pub(super) ticket: u64,
    pub(super) decided: Option<(Box<Bot>, Decision)>,
}

/// Tells the table, whatever becomes of the bot.
struct Answer {
    tell: WeakQueue,
    seat: Seat,
    ticket: u64,
    decided: Option<(Box<Bot>, Decision)>,
}

impl Answer {
    fn give(mut self, brain: Box<Bot>, decision: Decision) {
        self.decided = Some((brain, decision));
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        let Answer { seat, ticket, .. } = *self;
        // The table may be gone, and then nobody cares.
        let thought = Thought { seat, ticket, decided: self.decided.take() };
        let _ = self.tell.push(Request::Thought(thought), None);
    }
}

impl Bench {
    /// Asks a bot of ours what it does, as soon as there is room for its question.
    pub(super) fn ask(
        &mut self,
        seat: Seat,
        mut view: View,
        begun: Instant,
        (seq, seed): (u64, u64),
    ) {
        let room = self.house.pool.room();
        self.ticket += 1;
        let ticket = self.ticket;
        let tell = self.table.clone();
        let Some(bot) = &mut self.seats[seat] else { return };
        let Some(room) = room else {
            bot.thinking = Thinking::Waits(deadline_in(RETRY_DELAY));
            return;
        };
        let level = level_of(&bot.kind);
        let brain = bot.brain.take();
        let words = std::mem::take(&mut bot.words);
        bot.watch.asked(&view);
        bot.interrupt = Arc::default();
        bot.thinking = Thinking::Busy { ticket, begun, seq };
        let interrupt = Arc::clone(&bot.interrupt);
        let answer = Answer { tell, seat, ticket, decided: None };
        room.think(move |turn: &Turn| {
            let mut brain = brain.unwrap_or_else(|| Box::new(Bot::new(level, memory(level), seed)));
            words.iter().for_each(|message| brain.hear(message));
            // Its clock has run while the question waited.
            if let Some(clock) = &mut view.clocks[seat] {
                *clock = (*clock - turn.waited()).at_least(Millis(1));
            }
            view.own.on_move_for += turn.waited();
            let elapsed = || {
                if turn.is_over() {
                    interrupt.finish();
                }
                turn.elapsed()
            };
            let decision = brain.decide(&view, turn.timer(&elapsed), &interrupt);
            answer.give(brain, decision);
        });
    }

    /// Lets a bot of ours think in its opponent's time, where it does that and nobody else needs the
    /// machine.
    pub(super) fn ponder(&mut self, seat: Seat, view: View) {
        let Some(bot) = &mut self.seats[seat] else { return };
        let Some(mut brain) = bot.brain.take_if(|brain| brain.can_ponder(&view)) else { return };
        self.ticket += 1;
        let ticket = self.ticket;
        bot.watch.asked(&view);
        bot.interrupt = Arc::default();
        bot.thinking = Thinking::Pondering { ticket };
        let interrupt = Arc::clone(&bot.interrupt);
        let answer = Answer { tell: self.table.clone(), seat, ticket, decided: None };
        self.house.pool.ponder(move |turn: &Turn| {
            let elapsed = || {
                if turn.is_over() {
                    interrupt.finish();
                }
                turn.elapsed()
            };
            if !turn.is_over() {
                brain.ponder(&view, turn.timer(&elapsed), &interrupt);
            }
            let decision = Decision { acts: Vec::new(), next: Next::Nothing, took: turn.elapsed() };
            answer.give(brain, decision);
        });
    }
}
