//! Events that are played at tables of a server: which pairings are, those who are late, what may be done now.

mod common;

use common::*;
use tandem_event::*;
use tandem_rules::book::Cite;

fn not_come(winner: Option<Which>) -> Command {
    Command::NotCome { round: RoundNumber(1), table: TableNumber(1), leg: 0, winner }
}

#[test]
fn nobody_is_counted_as_absent_before_the_minutes_are_over() {
    let mut terms = Desk::terms("minerva");
    terms.grace = Some(10);
    let mut desk = Desk::with(terms);
    desk.enter(4);
    desk.begin_round();
    let started = desk.round().started.expect("started");
    let until = Some(started.plus_minutes(10));
    let article = Cite::new("minerva 6.2");
    assert_eq!(desk.event.late(desk.round()), Late::Waits { until, article: article.clone() });
    let early = desk.refused(&not_come(Some(Which::First)));
    assert_eq!(early, Refusal::StillWaited { table: TableNumber(1), minutes: 10 });
    desk.now = started.plus_minutes(10).0;
    desk.act(&not_come(Some(Which::Second)));
    let outcome = desk.round().pairings[0].legs[0].outcome.clone().expect("a result");
    assert_eq!((outcome.how, outcome.score), (How::Forfeit, LOSS));
    assert_eq!(outcome.article, Some(article));
    assert_eq!(desk.refused(&not_come(None)), Refusal::HasResult { table: TableNumber(1) });
}

#[test]
fn without_minutes_the_desk_decides_and_where_time_runs_the_clock_does() {
    for (book, article) in [("minerva", "minerva 6.2"), ("sscr", "sscr 7.6"), ("fer", "fer 1.3")] {
        let mut desk = Desk::open(book);
        desk.enter(4);
        desk.begin_round();
        desk.now += 86_400_000;
        let refusal = desk.refused(&not_come(None));
        assert_eq!(refusal, Refusal::NoGrace { article: Cite::new(article) }, "{book}");
        let late = desk.event.late(desk.round());
        assert_eq!(matches!(late, Late::TimeRuns { .. }), book == "sscr", "{late:?}");
    }
}

#[test]
fn a_mixed_event_is_online_where_somebody_is_elsewhere() {
    for (venue, online) in
        [(Venue::Board, [false; 2]), (Venue::Online, [true; 2]), (Venue::Mixed, [true, false])]
    {
        let mut terms = Desk::terms("minerva");
        (terms.venue, terms.system) = (venue, System::RoundRobin);
        let mut desk = Desk::with(terms);
        desk.enter(4);
        desk.begin_round();
        let elsewhere = desk.round().pairings[0].sides[1].boards[1];
        let person = Person { remote: true, ..desk.event.players[&elsewhere].person.clone() };
        desk.act(&Command::ChangePlayer { player: elsewhere, person });
        let found: Vec<_> =
            desk.round().pairings.iter().map(|one| desk.event.is_online(one)).collect();
        assert_eq!(found, online, "{venue:?}");
    }
}

#[test]
fn what_may_be_done_is_what_is_not_refused() {
    let mut desk = Desk::open("minerva");
    let agree = |desk: &mut Desk| {
        for (step, refusal) in desk.event.may() {
            let command = match step {
                Step::DrawPartners => Command::DrawPartners,
                Step::Draft => Command::Draft,
                Step::Discard => Command::Discard,
                Step::Publish => Command::Publish,
                Step::Start => Command::Start,
                Step::Close => Command::Close,
                Step::Finish => Command::Finish,
            };
            let decided = desk.event.decide(Moment(desk.now), by(), &command).err();
            assert_eq!(decided, refusal, "{step:?}");
        }
    };
    agree(&mut desk);
    desk.enter(5);
    agree(&mut desk);
    for command in [Command::Draft, Command::Publish, Command::Start] {
        desk.act(&command);
        agree(&mut desk);
    }
    desk.finish_round(|_, _| WIN);
    agree(&mut desk);
    desk.act(&Command::Finish);
    agree(&mut desk);
}
