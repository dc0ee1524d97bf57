//! What holds in every event.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::*;
use proptest::prelude::*;
use tandem_event::*;
use tandem_referee::Points;
use tandem_rules::Seat;

/// An event at random: book, system, teams, and what happens.
#[derive(Clone, Debug)]
struct Plan {
    book: &'static str,
    system: System,
    colours: ColourModel,
    legs: u8,
    teams: usize,
    rounds: u16,
    dice: Vec<u8>,
}

fn plans(systems: &'static [System]) -> impl Strategy<Value = Plan> {
    (
        prop::sample::select(vec!["asten", "minerva", "sscr", "fer", "stein"]),
        prop::sample::select(systems),
        prop::sample::select(vec![ColourModel::TypeA, ColourModel::TypeB, ColourModel::None]),
        1u8..=2,
        2usize..=17,
        1u16..=7,
        prop::collection::vec(any::<u8>(), 200),
    )
        .prop_map(|(book, system, colours, legs, teams, rounds, dice)| Plan {
            book,
            system,
            colours,
            legs,
            teams,
            rounds,
            dice,
        })
}

struct Walk {
    desk: Desk,
    dice: Vec<u8>,
    at: usize,
    /// The state before each act that was done, by its number.
    before: Vec<(ActNumber, State)>,
}

impl Walk {
    fn new(plan: &Plan) -> Walk {
        let mut terms = Desk::terms(plan.book);
        terms.system = plan.system;
        terms.legs = plan.legs;
        terms.rounds = plan.rounds;
        terms.colours = plan.colours;
        let desk = Desk::with(terms);
        let mut walk = Walk { desk, dice: plan.dice.clone(), at: 0, before: Vec::new() };
        walk.act(&Command::EnterTeams { teams: teams(plan.teams) }).expect("entries");
        walk
    }

    fn roll(&mut self, sides: usize) -> usize {
        self.at += 1;
        usize::from(self.dice[self.at % self.dice.len()])
            .wrapping_add(self.at / self.dice.len() * 7)
            % sides.max(1)
    }

    fn act(&mut self, command: &Command) -> Result<Act, Refusal> {
        let before = self.desk.event.state().clone();
        let done = self.desk.try_act(command);
        if let Ok(act) = &done {
            self.before.push((act.number, before));
        }
        done
    }

    /// What happens between rounds: somebody comes late, withdraws, comes back, is absent.
    fn between(&mut self) {
        let team = TeamId(self.roll(self.desk.event.teams.len()) as u32 + 1);
        let round = self.desk.event.next_round();
        match self.roll(8) {
            0 => {
                let number = self.desk.event.teams.len() + 100;
                let late = NewTeam {
                    name: format!("Late {number}"),
                    players: vec![
                        pupil(&format!("Late {number} a")),
                        pupil(&format!("Late {number} b")),
                    ],
                };
                let _ = self.act(&Command::EnterTeams { teams: vec![late] });
            }
            1 => drop(self.act(&Command::Withdraw { team })),
            2 => drop(self.act(&Command::Return { team })),
            3 => drop(self.act(&Command::Absent { team, round, absent: true })),
            _ => {}
        }
    }

    fn score(&mut self) -> [Points; 2] {
        [WIN, DRAW, LOSS][self.roll(3)]
    }

    /// The next match without a result.
    fn open(&self) -> Option<(TableNumber, usize)> {
        self.desk.round().open().next()
    }

    /// Both teams report a result, and may differ at first.
    fn report(&mut self, table: TableNumber, leg: usize) {
        let round = self.desk.round().number;
        let sides = self.desk.round().table(table).expect("a table").sides.clone();
        let (said, other) = (self.score(), self.score());
        for (side, score) in [(0, said), (1, other), (1, said)] {
            let open = self.desk.round().open().any(|at| at == (table, leg));
            let Command::Result { entered, .. } = self.desk.result_command(table.0, 0, score)
            else {
                unreachable!("a result")
            };
            let (player, leg) = (sides[side].boards[side], leg as u16);
            let said = self.act(&Command::Report { round, table, leg, player, entered });
            assert_eq!(said.is_ok(), open, "what has a result is reported no more: {said:?}");
        }
    }

    /// Somebody calls; the call is taken, and most are answered.
    fn call(&mut self, table: TableNumber) {
        let round = self.desk.round().number;
        let player = self.desk.round().table(table).expect("a table").sides[0].boards[1];
        let about = Subject::ALL[self.roll(Subject::ALL.len())];
        let Ok(act) = self.act(&Command::Call { round, table, player, about }) else { return };
        self.act(&Command::TakeCall { call: act.number, anyway: false }).expect("taken");
        if self.roll(3) > 0 {
            self.act(&Command::AnswerCall { call: act.number }).expect("answered");
        }
    }

    /// Plays until the end; false if no pairing was left.
    fn play(&mut self) -> bool {
        for _ in 0..self.desk.event.round_count().min(9) {
            self.between();
            match self.act(&Command::Draft) {
                Ok(_) => {}
                Err(
                    Refusal::NoPairing { .. } | Refusal::TooFew { .. } | Refusal::AllPlayed { .. },
                ) => return false,
                Err(refusal) => panic!("{refusal}"),
            }
            self.act(&Command::Publish).expect("published");
            self.act(&Command::Start).expect("started");
            while let Some((table, leg)) = self.open() {
                match self.roll(6) {
                    0 => {
                        self.call(table);
                    }
                    1 => {
                        self.report(table, leg);
                        continue;
                    }
                    _ => {}
                }
                let command = if self.roll(12) == 0 {
                    let winner = [Some(Which::First), Some(Which::Second), None][self.roll(3)];
                    let entered = Entered::Forfeit { winner };
                    Command::Result {
                        round: self.desk.round().number,
                        table,
                        leg: leg as u16,
                        entered,
                    }
                } else {
                    let score = self.score();
                    self.desk.result_command(table.0, leg as u16, score)
                };
                self.act(&command).expect("a result");
            }
            self.decide_knockout();
            self.act(&Command::Close).expect("closed");
        }
        true
    }

    /// Ties of a knockout are played off.
    fn decide_knockout(&mut self) {
        if self.desk.event.terms.system != System::Knockout {
            return;
        }
        let round = self.desk.round().number;
        while let Some(table) =
            self.desk.round().pairings.iter().find(|one| winner(one).is_none()).map(|one| one.table)
        {
            self.act(&Command::PlayOn { round, table }).expect("played on");
            while let Some((table, leg)) = self.open() {
                let score = if self.roll(2) == 0 { WIN } else { LOSS };
                let command = self.desk.result_command(table.0, leg as u16, score);
                self.act(&command).expect("a result");
            }
        }
    }
}

const TEAM_SYSTEMS: &[System] = &[
    System::Swiss,
    System::Swiss,
    System::Swiss,
    System::RoundRobin,
    System::DoubleRoundRobin,
    System::Knockout,
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nobody_meets_twice_and_nobody_has_two_byes(plan in plans(&[System::Swiss, System::RoundRobin])) {
        let mut walk = Walk::new(&plan);
        walk.play();
        let mut met = BTreeSet::new();
        let mut byes: BTreeMap<TeamId, u32> = BTreeMap::new();
        for round in walk.desk.event.regular() {
            let mut seen = BTreeSet::new();
            for pairing in &round.pairings {
                let [a, b] = [0, 1].map(|at: usize| pairing.sides[at].team.expect("a team"));
                prop_assert!(seen.insert(a) && seen.insert(b), "twice in a round");
                // A match that nobody played is no meeting (C.04.6 counts matches played).
                let played = pairing.legs.iter().filter_map(|leg| leg.outcome.as_ref()).any(Outcome::played);
                if played {
                    prop_assert!(met.insert((a.min(b), a.max(b))), "{a} and {b} meet twice");
                }
            }
            for bye in round.byes.iter().filter(|bye| bye.kind == ByeKind::Allocated) {
                *byes.entry(bye.team.expect("a team")).or_default() += 1;
            }
        }
        prop_assert!(byes.values().all(|count| *count == 1));
    }

    #[test]
    fn colours_are_as_the_book_says_in_every_round(plan in plans(TEAM_SYSTEMS)) {
        let mut walk = Walk::new(&plan);
        walk.play();
        let event = &walk.desk.event;
        for round in event.regular() {
            for pairing in &round.pairings {
                for (at, leg) in pairing.legs.iter().enumerate().filter(|(_, leg)| leg.kind == LegKind::Regular) {
                    let seats = pairing.seats(leg);
                    let first = pairing.sides[0].boards[0];
                    let white = seats[Seat::WhiteA] == first;
                    prop_assert!(white || seats[Seat::BlackA] == first);
                    let expected = match plan.book {
                        "minerva" => false,
                        "stein" => lot::coin("saturday", &format!("colours/{}/{}/1", round.number, pairing.table)),
                        _ => true,
                    };
                    // The second of two matches has the colours swapped.
                    prop_assert_eq!(white, expected ^ (at % 2 == 1));
                }
            }
        }
    }

    #[test]
    fn standings_do_not_depend_on_the_order_of_results(plan in plans(&[System::Swiss, System::RoundRobin])) {
        let mut walk = Walk::new(&plan);
        walk.play();
        let event = &walk.desk.event;
        let mut log = event.log().to_vec();
        // The same acts, the results of each round the other way round.
        let is_result = |act: &Act| matches!(act.changes.as_slice(), [Change::ResultSet { .. }]);
        for run in log.chunk_by_mut(|a, b| is_result(a) && is_result(b)) {
            let numbers: Vec<_> = run.iter().map(|act| act.number).collect();
            run.reverse();
            for (act, number) in run.iter_mut().zip(numbers) {
                act.number = number;
            }
        }
        let turned = Event::open(log).expect("the same event");
        prop_assert_eq!(turned.standings(false), event.standings(false));
        prop_assert!(turned.state() == event.state());
    }

    #[test]
    fn the_log_alone_rebuilds_the_event(plan in plans(TEAM_SYSTEMS)) {
        let mut walk = Walk::new(&plan);
        walk.play();
        let event = &walk.desk.event;
        let again = Event::from_file(&event.to_file()).expect("its own file");
        prop_assert!(again.state() == event.state());
        prop_assert_eq!(again.log(), event.log());
        // A part of it is what the event was then.
        for (number, before) in &walk.before {
            let part = Event::open(event.log()[..number.0 as usize - 1].to_vec()).expect("a beginning");
            prop_assert!(part.state() == before);
        }
    }

    #[test]
    fn undoing_the_last_act_restores_what_was_and_undoing_that_does_it_again(plan in plans(TEAM_SYSTEMS)) {
        let mut walk = Walk::new(&plan);
        walk.play();
        let mut event = walk.desk.event;
        let after = event.state().clone();
        let acts: Vec<_> = event.log().iter().skip(1).map(|act| act.number).collect();
        for act in acts.iter().rev() {
            let undo = event.act(Moment(9), by(), &Command::Undo { act: *act }).expect("undone").number;
            let (_, before) = walk.before.iter().find(|(number, _)| number == act).expect("remembered");
            prop_assert!(event.state() == before, "act {act}");
            let again = event.act(Moment(9), by(), &Command::Undo { act: undo }).expect("done again").number;
            let redone = Event::open(event.log().to_vec()).expect("a log");
            prop_assert!(redone.state() == event.state());
            event.act(Moment(9), by(), &Command::Undo { act: again }).expect("undone again");
            prop_assert!(event.state() == before);
        }
        prop_assert!(after.teams.len() >= 2);
    }

    #[test]
    fn an_older_act_is_undone_only_if_nothing_rests_on_it(plan in plans(TEAM_SYSTEMS), at in any::<prop::sample::Index>()) {
        let mut walk = Walk::new(&plan);
        walk.play();
        let mut event = walk.desk.event;
        let act = event.log()[at.index(event.log().len())].number;
        let before = event.state().clone();
        match event.act(Moment(9), by(), &Command::Undo { act }) {
            Ok(done) => {
                let done = done.clone();
                prop_assert!(Event::open(event.log().to_vec()).is_ok());
                let undo = done.number;
                event.act(Moment(9), by(), &Command::Undo { act: undo }).expect("done again");
                prop_assert!(event.state() == &before);
            }
            Err(refusal) => {
                prop_assert!(matches!(refusal, Refusal::StillNeeded { .. } | Refusal::TheBeginning {}), "{refusal}");
                prop_assert!(event.state() == &before);
            }
        }
    }

    #[test]
    fn rotating_partners_play_with_everybody_of_their_square(squares in 1usize..5, dice in prop::collection::vec(any::<u8>(), 60)) {
        let mut desk = Desk::with(Terms { system: System::Rotating, rounds: 6, ..Desk::terms("minerva") });
        let players = (1..=squares * 4).map(|at| Person { rating: Some(2000 - at as u16), ..Person::named(&format!("P{at}")) });
        desk.act(&Command::EnterPlayers { players: players.collect() });
        for cycle in 0..2 {
            let mut partners = BTreeSet::new();
            for _ in 0..3 {
                desk.play_round(|table, _| [WIN, DRAW, LOSS][usize::from(dice[usize::from(table) % dice.len()]) % 3]);
                for side in desk.round().pairings.iter().flat_map(|pairing| &pairing.sides) {
                    let [a, b] = side.boards;
                    prop_assert!(partners.insert((a.min(b), a.max(b))), "partners twice in cycle {cycle}");
                }
            }
            prop_assert_eq!(partners.len(), squares * 6);
        }
        let total: i32 = desk.event.standings(false).iter().map(|line| line.points.0).sum();
        prop_assert_eq!(total, 6 * squares as i32 * 2000);
    }
}
