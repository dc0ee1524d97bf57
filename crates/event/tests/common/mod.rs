//! An event at the desk, for tests.

#![allow(dead_code, reason = "every test file uses some of it")]

use tandem_event::*;
use tandem_referee::Points;

/// An event and the clock on the wall.
pub(crate) struct Desk {
    pub(crate) event: Event,
    pub(crate) now: u64,
}

pub(crate) fn by() -> By {
    By::Desk { name: "laptop".to_owned() }
}

pub(crate) fn team(first: &str, second: &str) -> NewTeam {
    NewTeam { name: String::new(), players: vec![Person::named(first), Person::named(second)] }
}

pub(crate) fn pupil(name: &str) -> Person {
    Person { belongs: Some(Belongs::Pupil), ..Person::named(name) }
}

/// So many teams, whose first boards may all play there.
pub(crate) fn teams(count: usize) -> Vec<NewTeam> {
    let of = |at: usize| NewTeam {
        name: format!("Team {at}"),
        players: vec![pupil(&format!("First {at}")), Person::named(&format!("Second {at}"))],
    };
    (1..=count).map(of).collect()
}

pub(crate) const WIN: [Points; 2] = [Points(1000), Points(0)];
pub(crate) const DRAW: [Points; 2] = [Points(500), Points(500)];
pub(crate) const LOSS: [Points; 2] = [Points(0), Points(1000)];

impl Desk {
    pub(crate) fn with(terms: Terms) -> Desk {
        Desk { event: Event::new(Moment(0), by(), terms).expect("terms that fit"), now: 1 }
    }

    pub(crate) fn terms(book: &str) -> Terms {
        Terms::new("Saturday Cup", BookRef::builtin(book), "saturday").expect("a built-in book")
    }

    pub(crate) fn open(book: &str) -> Desk {
        Desk::with(Desk::terms(book))
    }

    pub(crate) fn try_act(&mut self, command: &Command) -> Result<Act, Refusal> {
        self.now += 1;
        let before = self.event.state().clone();
        let log = self.event.log().len();
        let done = self.event.act(Moment(self.now), by(), command).cloned();
        if done.is_err() {
            // A refusal changes nothing.
            assert!(*self.event.state() == before && self.event.log().len() == log);
        }
        done
    }

    pub(crate) fn act(&mut self, command: &Command) -> Act {
        self.try_act(command).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"))
    }

    pub(crate) fn refused(&mut self, command: &Command) -> Refusal {
        self.try_act(command).expect_err("it must be refused")
    }

    pub(crate) fn enter(&mut self, count: usize) {
        self.act(&Command::EnterTeams { teams: teams(count) });
    }

    /// Pairs, publishes and starts the next round.
    pub(crate) fn begin_round(&mut self) {
        self.act(&Command::Draft);
        self.act(&Command::Publish);
        self.act(&Command::Start);
    }

    pub(crate) fn round(&self) -> &Round {
        self.event.latest().expect("a round")
    }

    /// A result of the running round, as the book counts.
    pub(crate) fn result(&mut self, table: u16, score: [Points; 2]) -> Act {
        let command = self.result_command(table, 0, score);
        self.act(&command)
    }

    pub(crate) fn result_command(&self, table: u16, leg: u16, score: [Points; 2]) -> Command {
        let entered = match self.event.scoring().both_games() {
            true => Entered::Games([score, score]),
            false => Entered::Match(score),
        };
        Command::Result { round: self.round().number, table: TableNumber(table), leg, entered }
    }

    /// Plays the running round: what the closure says of each match, and closes it.
    pub(crate) fn finish_round(&mut self, score: impl Fn(u16, u16) -> [Points; 2]) {
        let open: Vec<_> = self.round().open().collect();
        for (table, leg) in open {
            let command = self.result_command(table.0, leg as u16, score(table.0, leg as u16));
            self.act(&command);
        }
        self.act(&Command::Close);
    }

    pub(crate) fn play_round(&mut self, score: impl Fn(u16, u16) -> [Points; 2]) {
        self.begin_round();
        self.finish_round(score);
    }

    pub(crate) fn undo_last(&mut self) -> Act {
        let act = self.event.log().last().expect("an act").number;
        self.act(&Command::Undo { act })
    }
}
