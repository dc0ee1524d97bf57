//! Somebody else's engines in a match of the arena: started, listened to, started again.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use tandem_engine::protocol::read_partner;
use tandem_engine::team::View;
use tandem_engine_host::{Conduct, Order, Output, Trouble};
use tandem_referee::{Act, Message};
use tandem_rules::book::TalkKind;
use tandem_rules::{BySeat, Move, Seat};

use super::{Incoming, LiveMatch, Player};
use crate::now;

/// An engine that need not say that it is ready gets so long to say it all the same.
const SILENCE: Duration = Duration::from_secs(2);

/// How the arena treats engines: nobody moves for them, and their clocks judge how long they think.
pub(crate) fn conduct(patience: Duration) -> Conduct {
    Conduct {
        ready_within: patience,
        silent_within: patience.min(SILENCE),
        hangs_after: None,
        has_stand_in: false,
    }
}

impl LiveMatch<'_> {
    /// The engines' time.
    fn engine_time(&self) -> Duration {
        now().saturating_duration_since(self.opened)
    }

    /// Starts the engines and waits until they are ready; the clocks do not run yet. Tells who is
    /// not there.
    pub(super) fn gather(&mut self) -> BySeat<bool> {
        let mut absent = BySeat::new_with(|_| false);
        for seat in Seat::ALL {
            absent[seat] = !self.start_engine(seat);
        }
        while Seat::ALL.into_iter().any(|seat| self.is_awaited(seat)) && !self.is_stopped() {
            match self.inbox.recv_timeout(Duration::from_millis(20)) {
                Ok(Incoming::Printed(seat, _, Output::Line(line))) => {
                    if let Player::External(engine) = &mut self.players[seat] {
                        let orders = engine.driver.line(&line);
                        engine.obey(orders);
                    }
                }
                Ok(Incoming::Printed(seat, _, Output::End)) if !absent[seat] => {
                    self.is_absent(seat, "the engine ended before the match began");
                    absent[seat] = true;
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            let time = self.engine_time();
            for seat in Seat::ALL {
                let Player::External(engine) = &mut self.players[seat] else { continue };
                if !engine.driver.tick(time).is_empty() && !engine.driver.is_ready() {
                    self.is_absent(seat, words(&Trouble::Silent));
                    absent[seat] = true;
                }
            }
        }
        absent
    }

    /// Whether an engine must still say that it is ready.
    fn is_awaited(&self, seat: Seat) -> bool {
        match &self.players[seat] {
            Player::Builtin { .. } => false,
            Player::External(engine) => engine.driver.is_running() && !engine.driver.is_ready(),
        }
    }

    /// An engine does not play at all.
    fn is_absent(&mut self, seat: Seat, why: impl Into<String>) {
        self.trouble(seat, why);
        if let Player::External(engine) = &mut self.players[seat] {
            engine.driver.cannot_start();
        }
    }

    /// Starts an engine, or starts it again; says so and tells if that can't be done.
    fn start_engine(&mut self, seat: Seat) -> bool {
        let (tell, time) = (self.outbox.clone(), self.engine_time());
        let Player::External(engine) = &mut self.players[seat] else { return true };
        let started = engine.start(time, move |number, output| {
            tell.send(Incoming::Printed(seat, number, output)).is_ok()
        });
        if let Err(error) = &started {
            self.trouble(seat, format!("the engine can't be started: {error}"));
        }
        started.is_ok()
    }

    pub(super) fn printed(&mut self, seat: Seat, number: u32, output: Output) {
        let Player::External(engine) = &mut self.players[seat] else { return };
        if engine.driver.starts() != number {
            return;
        }
        let orders = match output {
            Output::Line(line) => engine.driver.line(&line),
            Output::End => engine.driver.ended(),
        };
        self.obey(seat, orders);
    }

    /// An engine is waited for no longer than its driver says.
    pub(super) fn engine_waits(&mut self, seat: Seat) {
        let time = self.engine_time();
        let Player::External(engine) = &mut self.players[seat] else { return };
        let orders = engine.driver.tick(time);
        self.obey(seat, orders);
    }

    pub(super) fn engines_see(&mut self, seat: Seat, played: Move) {
        if let Player::External(engine) = &mut self.players[seat] {
            engine.driver.moved(played);
        }
        if let Player::External(engine) = &mut self.players[seat.opponent()] {
            engine.driver.opponent_moved(played);
        }
    }

    /// An engine that has ended is started again, and its clock runs meanwhile; one that plays is
    /// told what has changed.
    pub(super) fn attend_engine(&mut self, seat: Seat, view: &View) {
        let time = self.engine_time();
        let Player::External(engine) = &mut self.players[seat] else { return };
        if engine.driver.wants_start() {
            if !self.start_engine(seat) {
                self.forfeit(seat);
            }
            return;
        }
        let orders = engine.driver.attend(time, view);
        self.obey(seat, orders);
    }

    /// The referee has refused an engine's move.
    pub(super) fn engine_was_wrong(&mut self, seat: Seat) {
        let (time, view) = (self.engine_time(), View::of(&self.state, seat, self.time()));
        let Player::External(engine) = &mut self.players[seat] else { return };
        let orders = engine.driver.refused(time, &view, "");
        self.obey(seat, orders);
    }

    fn obey(&mut self, seat: Seat, orders: Vec<Order>) {
        let Player::External(engine) = &mut self.players[seat] else { return };
        for order in engine.carry_out(orders) {
            match order {
                Order::Play(m) => self.act(seat, Act::Move { tried: m }),
                Order::Say(text) => self.pass_on(seat, text),
                Order::Resign => self.act(seat, Act::Resign),
                Order::GiveUp => self.forfeit(seat),
                Order::Attend => self.attend_seat(seat),
                Order::Tell(trouble) => self.trouble(seat, words(&trouble)),
                // Done by then.
                Order::Send(_) | Order::Stop => {}
            }
        }
    }

    /// What an engine says to its partner: word by word to one of its kind where the book allows
    /// it, else what it means.
    fn pass_on(&mut self, seat: Seat, text: String) {
        let foreign = matches!(self.players[seat.partner()], Player::External(_));
        let any = self.state.ensure_may_say(seat, TalkKind::Text).is_ok();
        if foreign && any {
            self.act(seat, Act::Say { say: Message::Text(text) });
            return;
        }
        for message in read_partner(&text) {
            self.act(seat, Act::Say { say: message });
        }
    }
}

/// What is wrong, in words.
fn words(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Died => "the engine ended".to_owned(),
        Trouble::Silent => "the engine does not say that it is ready".to_owned(),
        Trouble::SeesNoMove(_) => "the engine sees no move, and waits".to_owned(),
        Trouble::Nonsense(what) | Trouble::Complains(what) => format!("the engine says: {what}"),
        Trouble::AskedAgain(line) | Trouble::Illegal(line) => format!("{line} is forbidden"),
        Trouble::CantBeTold => "the engine can't be told where the match stands".to_owned(),
    }
}
