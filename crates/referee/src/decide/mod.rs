//! Decisions: what a command does to a match, or why it is refused.
//!
//! [`Match::act`] lets time do its work first, then looks at the command. Everything that happens
//! is an event, applied as soon as it is emitted; a refusal comes before any event of the command.

mod arbiter;
pub(crate) mod checks;
mod claims;
mod draws;
mod ending;
mod hidden;
mod illegal;
mod legality;
mod may;
mod moving;
mod on_table;
mod order;
mod passing;
mod returning;
mod talk;
mod time;
pub(crate) mod tried;

use tandem_rules::book::Cite;
use tandem_rules::{BoardId, Millis, Rulebook, Seat};

use checks::Checks;

use crate::command::{Act, Command};
use crate::event::{Event, EventKind};
use crate::refusal::{Refusal, WhyNot};
use crate::state::{Match, Phase};

type Decision = Result<(), Refusal>;

fn refuse<T>(article: &Cite, why: WhyNot) -> Result<T, Refusal> {
    Err(Refusal { article: article.clone(), why })
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
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tandem_referee::{Act, Attempt, Command, Match, Settings};
    /// # use tandem_rules::{Millis, Rulebook, Seat};
    /// # let book = Arc::new(Rulebook::builtin("fics").expect("a built-in book"));
    /// # let mut events = Vec::new();
    ///
    /// let mut game = Match::new(Settings::new(book));
    /// game.act(Millis(0), &Command::Start, &mut events)?;
    /// let before = events.len();
    /// let e5 = Act::Move { tried: Attempt::Coordinates("e7e5".parse()?) };
    /// let refusal = game.act(Millis(50), &Command::Player { seat: Seat::BlackA, act: e5 }, &mut events);
    /// assert!(refusal.is_err() && events.len() == before); // White is on move: nothing happened
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn act(
        &mut self,
        now: Millis,
        command: &Command,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let now = self.moment_of(now);
        let mut referee = Referee { state: self, events, now };
        referee.let_time_pass();
        let decision = match command {
            Command::Tick => Ok(()),
            Command::Close => {
                referee.close();
                Ok(())
            }
            Command::Start => referee.start(),
            Command::Player { seat, act } => referee.player(*seat, act),
            Command::Arbiter { rule: ruling } => referee.arbiter(ruling),
            Command::Lag { seat, millis } => referee.give_lag(*seat, *millis),
            Command::Differs { seat, told } => referee.differs(*seat, *told),
        };
        referee.claim_flags_that_waited();
        decision
    }

    /// The same without changing anything: the events that the command would bring about, and
    /// the refusal if there is one.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tandem_referee::{Act, Attempt, Command, Match, Settings};
    /// # use tandem_rules::{Millis, Rulebook, Seat};
    /// # let book = Arc::new(Rulebook::builtin("fics").expect("a built-in book"));
    /// # let mut events = Vec::new();
    ///
    /// let mut game = Match::new(Settings::new(book));
    /// game.act(Millis(0), &Command::Start, &mut events)?;
    /// let e4 = Act::Move { tried: Attempt::Coordinates("e2e4".parse()?) };
    /// let (would_happen, refusal) = game.decide(Millis(700), &Command::Player { seat: Seat::WhiteA, act: e4 });
    /// assert!(refusal.is_none() && !would_happen.is_empty());
    /// assert!(game.board_for(Seat::WhiteA).why_not("e2e4".parse()?).is_none()); // still to be played
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn decide(&self, now: Millis, command: &Command) -> (Vec<Event>, Option<Refusal>) {
        let mut events = Vec::new();
        let refusal = self.clone().act(now, command, &mut events).err();
        (events, refusal)
    }

    /// The next moment at which something happens by itself: a flag falls, or a moment passes in
    /// which both games could have ended together (R35). Tick then.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tandem_referee::{Act, Attempt, Command, Match, Settings};
    /// # use tandem_rules::{Millis, Rulebook, Seat};
    /// # let book = Arc::new(Rulebook::builtin("fics").expect("a built-in book"));
    /// # let mut events = Vec::new();
    ///
    /// let mut settings = Settings::new(book);
    /// settings.flag = tandem_rules::book::Flag::Automatic;
    /// settings.time.base = Millis(5_000);
    /// let mut game = Match::new(settings);
    /// game.act(Millis(0), &Command::Start, &mut events)?;
    /// while let Some(at) = game.deadline() {
    ///     game.act(at, &Command::Tick, &mut events)?; // nobody moves, so a flag falls
    /// }
    /// assert!(game.verdict().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    fn checks(&self) -> Checks<'_> {
        Checks { state: self.state, now: self.now }
    }

    fn start(&mut self) -> Decision {
        let book = self.state.settings.book.clone();
        let again = self.state.restarted
            && self.state.phase == Phase::Playing
            && self.state.games.iter().all(|(_, game)| game.untouched());
        match self.state.phase {
            Phase::Waiting => {}
            Phase::Playing if again => {}
            Phase::Playing => return refuse(&book.grounds.start, WhyNot::AlreadyStarted),
            Phase::Over => return refuse(&book.grounds.match_over, WhyNot::MatchOver),
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
            (Phase::Over, _) => return refuse(&grounds.match_over, WhyNot::MatchOver),
            (Phase::Waiting | Phase::Playing, Act::Say { .. } | Act::Hold { .. } | Act::Show)
            | (Phase::Playing, Act::Claim { .. }) => {}
            (Phase::Waiting, _) => return refuse(&grounds.start, WhyNot::NotStarted),
            (Phase::Playing, _) => self.checks().ensure_not_decided()?,
        }
        if self.state.is_on_table() {
            self.checks().ensure_without_board(act)?;
        }
        match act {
            Act::Move { tried: attempt } => self.make_move(seat, *attempt),
            Act::Press => self.press(seat),
            Act::Retract => self.retract(seat),
            Act::Pass { role } => self.pass(seat, *role),
            Act::Hold { on } => self.hold(seat, *on),
            Act::Claim { claim, board } => self.claim(seat, claim, *board),
            Act::AcceptIllegal => self.accept_illegal(seat),
            Act::OfferDraw => self.offer_draw(seat),
            Act::AcceptDraw => self.accept_draw(seat),
            Act::DeclineDraw => self.decline_draw(seat),
            Act::Resign => self.resign(seat),
            Act::Say { say: message } => self.say(seat, message),
            Act::Invisible { role } => self.invisible(seat, *role),
            Act::Visible { role } => self.visible(seat, *role),
            Act::ReturnClock => self.return_clock(seat),
            Act::Show => self.show(seat),
            Act::Give(gift) => self.give(seat, *gift),
            Act::CallArbiter => self.call_arbiter(seat),
            Act::Answer { agree } => self.answer(seat, *agree),
            Act::GoOn => self.go_on(seat),
        }
    }
}
