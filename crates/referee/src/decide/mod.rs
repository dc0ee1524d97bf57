//! Decisions: what a command does to a match, or why it is refused.
//!
//! [`Match::act`] lets time do its work first, then looks at the command. Everything that happens
//! is an event, applied as soon as it is emitted; a refusal comes before any event of the command.

mod arbiter;
mod claims;
mod draws;
mod ending;
mod hidden;
mod illegal;
mod moving;
mod passing;
mod talk;
mod time;
mod tried;

use tandem_rules::book::{Cite, Power};
use tandem_rules::{BoardId, Millis, Rulebook, Seat};

use crate::command::{Act, Command};
use crate::event::{Event, EventKind};
use crate::phrase::Phrase;
use crate::state::{Match, Phase};

/// Why a command had no effect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason} ({article})")]
pub struct Refusal {
    /// The article that forbids it, or the reading.
    pub article: Cite,
    /// The reason in a few words.
    pub reason: Phrase,
}

type Decision = Result<(), Refusal>;

fn refuse<T>(article: &Cite, reason: impl Into<Phrase>) -> Result<T, Refusal> {
    Err(Refusal { article: article.clone(), reason: reason.into() })
}

/// One decision under way.
struct Referee<'m> {
    state: &'m mut Match,
    events: &'m mut Vec<Event>,
    now: Millis,
}

impl Match {
    /// Carries a command out at a moment. What happens is applied and added to `events`; what
    /// time alone brings about (a flag that falls, say) is added even if the command is refused.
    /// A moment before the last event counts as that of the last event.
    ///
    /// # Errors
    /// The command had no effect.
    pub fn act(
        &mut self,
        now: Millis,
        command: &Command,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let now = now.max(self.latest);
        let mut referee = Referee { state: self, events, now };
        referee.let_time_pass();
        match command {
            Command::Tick => Ok(()),
            Command::Close => {
                referee.close();
                Ok(())
            }
            Command::Start => referee.start(),
            Command::Player(seat, act) => referee.player(*seat, act),
            Command::Arbiter(ruling) => referee.arbiter(ruling),
            Command::Lag(seat, millis) => referee.give_lag(*seat, *millis),
        }
    }

    /// The same without changing anything: the events that the command would bring about, and
    /// the refusal if there is one.
    #[must_use]
    pub fn decide(&self, now: Millis, command: &Command) -> (Vec<Event>, Option<Refusal>) {
        let mut events = Vec::new();
        let refusal = self.clone().act(now, command, &mut events).err();
        (events, refusal)
    }

    /// The next moment at which something happens by itself: a flag falls, or a moment passes in
    /// which both games could have ended together (R35). Tick then.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        if let Some(closing) = self.closing {
            return Some(closing + Millis(1));
        }
        if self.phase != Phase::Playing {
            return None;
        }
        BoardId::ALL
            .into_iter()
            .filter_map(|board| self.games[board].clock.falls_at().map(|(_, at)| at))
            .min()
    }
}

impl Referee<'_> {
    fn emit(&mut self, kind: EventKind) {
        let event = Event { at: self.now, kind };
        self.state.apply(&event);
        self.events.push(event);
    }

    fn book(&self) -> &Rulebook {
        self.state.book()
    }

    fn start(&mut self) -> Decision {
        let book = self.state.settings.book.clone();
        let again = self.state.restarted
            && self.state.phase == Phase::Playing
            && self.state.games.iter().all(|(_, game)| game.untouched());
        match self.state.phase {
            Phase::Waiting => {}
            Phase::Playing if again => {}
            Phase::Playing => return refuse(&book.grounds.start, "the games have started already"),
            Phase::Over => return refuse(&book.grounds.match_over, "the match is over"),
        }
        self.emit(EventKind::Started);
        for board in BoardId::ALL {
            self.adjudicate(board);
        }
        Ok(())
    }

    fn player(&mut self, seat: Seat, act: &Act) -> Decision {
        let book = self.state.settings.book.clone();
        let grounds = &book.grounds;
        match (self.state.phase, act) {
            (Phase::Over, _) => return refuse(&grounds.match_over, "the match is over"),
            (Phase::Waiting, Act::Say(_) | Act::Hold(_) | Act::Show) => {}
            (Phase::Waiting, _) => return refuse(&grounds.start, "the match has not started"),
            (Phase::Playing, _) => {}
        }
        match act {
            Act::Move(attempt) => self.make_move(seat, *attempt),
            Act::Press => self.press(seat),
            Act::Retract => self.retract(seat),
            Act::Pass(role) => self.pass(seat, *role),
            Act::Hold(on) => self.hold(seat, *on),
            Act::Claim(claim, board) => self.claim(seat, claim, *board),
            Act::AcceptIllegal => self.accept_illegal(seat),
            Act::OfferDraw => self.offer_draw(seat),
            Act::AcceptDraw => self.accept_draw(seat),
            Act::DeclineDraw => self.decline_draw(seat),
            Act::Resign => self.resign(seat),
            Act::Say(message) => self.say(seat, message),
            Act::Invisible(role) => self.invisible(seat, *role),
            Act::Visible(role) => self.visible(seat, *role),
            Act::ReturnClock => self.return_clock(seat),
            Act::Show => self.show(seat),
            Act::Give(gift) => self.give(seat, *gift),
            Act::CallArbiter => self.call_arbiter(seat),
        }
    }

    /// Refuses what can't be done on a board whose game is over.
    fn in_play(&self, board: BoardId) -> Decision {
        if self.state.games[board].ended() {
            return refuse(&self.book().grounds.game_over, "this game is over");
        }
        Ok(())
    }

    /// Refuses what can't be done while the clocks are stopped.
    fn clocks_go(&self) -> Decision {
        if self.state.stopped {
            return refuse(&self.book().grounds.stop, "the clocks are stopped");
        }
        Ok(())
    }

    /// Refuses what can't be done any more once only the last drop is open (R20).
    fn no_last_drop(&self) -> Decision {
        if self.state.last_drop.is_some() {
            let article = &self.book().axes.contest.last_drop.by;
            return refuse(article, "only the last drop can still be made");
        }
        Ok(())
    }

    fn may_rule(&self, power: Power) -> Decision {
        let powers = &self.book().axes.arbiter.powers;
        if powers.is.contains(power) {
            return Ok(());
        }
        let article = match power {
            // sscr 9.5: impossible moves and flags are the players' own business.
            Power::Call => &self.book().axes.arbiter.steps_in.by,
            _ => &powers.by,
        };
        refuse(article, "the book does not give the arbiter this power")
    }
}
