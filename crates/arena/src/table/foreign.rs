//! Somebody else's engines at the arena's table: started, listened to, started again.

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use tandem_engine::protocol::client::Sign;
use tandem_engine::protocol::read_partner;
use tandem_engine::team::View;
use tandem_engines::Output;
use tandem_referee::{Act, Attempt, Message};
use tandem_rules::book::TalkKind;
use tandem_rules::{BySeat, Move, Position, Seat};

use super::{Incoming, Player, Table};
use crate::now;

/// An engine that need not say that it is ready gets so long to say it all the same.
const SILENCE: Duration = Duration::from_secs(2);
/// So often an engine is started in one match.
const LIVES: u32 = 3;

impl Table<'_> {
    /// Starts the engines and waits until they are ready; the clocks do not run yet. Tells who is
    /// not there.
    pub(super) fn gather(&mut self) -> BySeat<bool> {
        let mut absent = BySeat::new_with(|_| false);
        for seat in Seat::ALL {
            absent[seat] = !self.start_engine(seat);
        }
        let deadline = now() + self.patience;
        let silent = now() + self.patience.min(SILENCE);
        while Seat::ALL.into_iter().any(|seat| !absent[seat] && self.is_awaited(seat, silent))
            && !self.is_stopped()
        {
            match self.inbox.recv_timeout(Duration::from_millis(20)) {
                Ok(Incoming::Printed(seat, _, Output::Line(line))) => {
                    if let Player::External(engine) = &mut self.players[seat]
                        && engine.line(&line) == Sign::Ready
                    {
                        engine.ready = true;
                    }
                }
                Ok(Incoming::Printed(seat, _, Output::End)) => {
                    self.trouble(seat, "the engine ended before the match began");
                    absent[seat] = true;
                }
                Ok(Incoming::Decided(..)) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if now() >= deadline {
                for seat in Seat::ALL {
                    if !absent[seat] && self.is_awaited(seat, silent) {
                        self.trouble(seat, "the engine does not say that it is ready");
                        absent[seat] = true;
                    }
                }
            }
        }
        absent
    }

    /// Whether an engine must still say that it is ready.
    fn is_awaited(&self, seat: Seat, silent: Instant) -> bool {
        match &self.players[seat] {
            Player::Builtin { .. } => false,
            Player::External(engine) => {
                let excused = engine.may_be_silent() && now() >= silent;
                !(engine.ready || excused)
            }
        }
    }

    /// Starts an engine, or starts it again; says so and tells if that can't be done.
    fn start_engine(&mut self, seat: Seat) -> bool {
        let tell = self.outbox.clone();
        let hash = self.hash;
        let Player::External(engine) = &mut self.players[seat] else { return true };
        let started = engine.start(hash, move |generation, output| {
            tell.send(Incoming::Printed(seat, generation, output)).is_ok()
        });
        if let Err(error) = &started {
            self.trouble(seat, format!("the engine can't be started: {error}"));
        }
        started.is_ok()
    }

    pub(super) fn printed(&mut self, seat: Seat, generation: u32, output: Output) {
        let Player::External(engine) = &mut self.players[seat] else { return };
        if engine.generation != generation {
            return;
        }
        let line = match output {
            Output::Line(line) => line,
            Output::End => return self.died(seat),
        };
        match engine.line(&line) {
            Sign::Ready => self.engine_is_ready(seat),
            Sign::Plays(m) => {
                self.act(seat, Act::Move(Attempt::Coordinates(m)));
            }
            Sign::HasNoMove => self.trouble(seat, "the engine sees no move, and waits"),
            Sign::TellsPartner(text) => self.pass_on(seat, text),
            Sign::Resigns => self.act(seat, Act::Resign),
            Sign::Complains(what) => self.trouble(seat, format!("the engine says: {what}")),
            Sign::OffersDraw | Sign::Noise => {}
        }
    }

    /// What an engine says to its partner: word by word to one of its kind where the book allows
    /// it, else what it means.
    fn pass_on(&mut self, seat: Seat, text: String) {
        let foreign = matches!(self.players[seat.partner()], Player::External(_));
        let any = self.state.book().axes.talk.allowed.is.contains(TalkKind::Text);
        if foreign && any {
            self.act(seat, Act::Say(Message::Text(text)));
            return;
        }
        for message in read_partner(&text) {
            self.act(seat, Act::Say(message));
        }
    }

    /// An engine has ended: it is started again, but not for ever. Its clock runs meanwhile.
    fn died(&mut self, seat: Seat) {
        self.trouble(seat, "the engine ended");
        let Player::External(engine) = &self.players[seat] else { return };
        let (silent, alive) = (engine.may_be_silent(), engine.generation < LIVES);
        if alive && self.start_engine(seat) {
            self.silences[seat] = silent.then(|| now() + self.patience.min(SILENCE));
        } else {
            self.silences[seat] = None;
            self.forfeit(seat);
        }
    }

    /// An engine is ready, or may be taken for it. One that was started again is told where the
    /// match stands.
    pub(super) fn engine_is_ready(&mut self, seat: Seat) {
        self.silences[seat] = None;
        let view = View::of(&self.state, seat, self.time());
        let moves = &self.moves[seat.board()];
        let began = self.state.settings().positions[seat.board()] == Position::default();
        let Player::External(engine) = &mut self.players[seat] else { return };
        if !engine.ready {
            engine.known = moves.len();
            let played: Vec<Move> = moves.iter().map(|(_, m)| *m).collect();
            engine.ready = engine.rejoin(&view, "partner", began.then_some(&played[..]));
            if !engine.ready {
                self.trouble(seat, "the engine can't be told where the match stands");
                self.forfeit(seat);
                return;
            }
        }
        self.attend_seat(seat);
    }
}
