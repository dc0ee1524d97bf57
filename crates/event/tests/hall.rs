//! At the tables of a hall: results that both teams confirm, calls, rulings; and who may ask what.

mod common;

use common::*;
use tandem_event::*;
use tandem_referee::Points;
use tandem_rules::book::{Cite, Lang};

/// Both players of the first-named side of a table, then those of the other.
fn sides(desk: &Desk, table: u16) -> [[PlayerId; 2]; 2] {
    let pairing = desk.round().table(TableNumber(table)).expect("a table");
    [pairing.sides[0].boards, pairing.sides[1].boards]
}

fn entered(desk: &Desk, score: [Points; 2]) -> Entered {
    match desk.event.scoring().both_games() {
        true => Entered::Games([score, score]),
        false => Entered::Match(score),
    }
}

fn report(desk: &Desk, table: u16, player: PlayerId, score: [Points; 2]) -> Command {
    let (round, entered) = (desk.round().number, entered(desk, score));
    Command::Report { round, table: TableNumber(table), leg: 0, player, entered }
}

fn call(desk: &Desk, table: u16, player: PlayerId, about: Subject) -> Command {
    Command::Call { round: desk.round().number, table: TableNumber(table), player, about }
}

fn outcome(desk: &Desk, table: u16) -> Option<&Outcome> {
    desk.round().table(TableNumber(table)).expect("a table").legs[0].outcome.as_ref()
}

fn running(book: &str) -> Desk {
    let mut desk = Desk::open(book);
    desk.enter(4);
    desk.begin_round();
    desk
}

fn as_arbiter(desk: &mut Desk, name: &str, command: &Command) -> Result<Act, Refusal> {
    desk.now += 1;
    let by = By::Arbiter { name: name.to_owned() };
    desk.event.act(Moment(desk.now), by, command).cloned()
}

#[test]
fn what_both_teams_say_is_the_result_in_every_book() {
    for book in ["asten", "minerva", "sscr", "fer", "stein"] {
        let mut desk = running(book);
        let [[first, _], [_, second]] = sides(&desk, 1);
        let command = report(&desk, 1, first, WIN);
        desk.act(&command);
        assert_eq!(outcome(&desk, 1), None, "{book}: one team alone decides nothing");
        let command = report(&desk, 1, second, WIN);
        let act = desk.act(&command);
        let result = outcome(&desk, 1).expect("a result");
        assert_eq!((result.source, result.how), (Source::Teams, How::Played), "{book}");
        assert_eq!(result.winner(), Some(Which::First));
        assert!(!act.articles.is_empty(), "{book}: what counts has its article");
        // It counts like one from the desk, and is undone like one.
        assert_eq!(desk.event.standings(true)[0].points, result.score[0]);
        desk.undo_last();
        assert_eq!(outcome(&desk, 1), None);
        let reports = desk.event.reports(RoundNumber(1), TableNumber(1), 0).expect("reports");
        assert!(reports.0[0].is_some() && reports.0[1].is_none(), "the first word stands");
    }
}

#[test]
fn teams_that_differ_leave_it_to_the_desk() {
    let mut desk = running("minerva");
    let [[first, partner], [second, _]] = sides(&desk, 2);
    let command = report(&desk, 2, first, WIN);
    desk.act(&command);
    let command = report(&desk, 2, second, DRAW);
    let act = desk.act(&command);
    assert_eq!(act.doubts, [Doubt::ReportsDiffer { table: TableNumber(2) }]);
    let differ = |desk: &Desk| {
        desk.event.reports(RoundNumber(1), TableNumber(2), 0).is_some_and(Reports::differ)
    };
    assert!(differ(&desk) && outcome(&desk, 2).is_none());
    assert!(matches!(desk.refused(&Command::Close), Refusal::ResultsMissing { .. }));
    // A team may say it anew, by whichever partner; then both agree.
    let command = report(&desk, 2, partner, DRAW);
    desk.act(&command);
    assert!(!differ(&desk));
    assert_eq!(outcome(&desk, 2).map(|outcome| outcome.source), Some(Source::Teams));
    // Or the desk decides.
    desk.undo_last();
    desk.result(2, LOSS);
    assert_eq!(outcome(&desk, 2).map(|outcome| outcome.source), Some(Source::Desk));
    let late = report(&desk, 2, second, DRAW);
    assert_eq!(desk.refused(&late), Refusal::ResultStands { table: TableNumber(2) });
}

#[test]
fn a_match_that_is_played_again_knows_no_earlier_word() {
    let mut desk = running("sscr");
    let [[first, _], [second, _]] = sides(&desk, 1);
    for player in [first, second] {
        let command = report(&desk, 1, player, WIN);
        desk.act(&command);
    }
    let round = desk.round().number;
    let penalty = Penalty::Again;
    desk.act(&Command::Penalise { round, table: TableNumber(1), leg: 0, penalty });
    assert_eq!(desk.event.reports(round, TableNumber(1), 0), None);
    let command = report(&desk, 1, second, LOSS);
    desk.act(&command);
    assert_eq!(outcome(&desk, 1), None);
}

#[test]
fn what_cannot_be_reported_is_refused_with_its_reason() {
    let mut desk = running("minerva");
    let [[first, _], [second, _]] = sides(&desk, 1);
    let [[elsewhere, _], _] = sides(&desk, 2);
    let (round, table) = (RoundNumber(1), TableNumber(1));
    let say =
        |round, table, leg, player, entered| Command::Report { round, table, leg, player, entered };
    let won = Entered::Match(WIN);
    let name = desk.event.player_name(elsewhere).to_owned();
    let cases = [
        (say(round, TableNumber(9), 0, first, won.clone()), "no-table"),
        (say(RoundNumber(7), table, 0, first, won.clone()), "no-round"),
        (say(round, table, 3, first, won.clone()), "no-match"),
        (say(round, table, 0, PlayerId(99), won.clone()), "no-player"),
        (say(round, table, 0, elsewhere, won.clone()), "not-at-table"),
        (say(round, table, 0, first, Entered::Match([Points(1000), Points(1000)])), "wrong-score"),
        (say(round, table, 0, first, Entered::Match([Points(5000), Points(-4000)])), "wrong-score"),
        (say(round, table, 0, first, Entered::Games([WIN, WIN])), "one-result"),
        (say(round, table, 0, first, Entered::Forfeit { winner: None }), "for-the-desk"),
    ];
    for (command, code) in cases {
        let refusal = desk.refused(&command);
        assert_eq!(refusal.code(), code, "{command:?}");
        for lang in Lang::ALL {
            assert!(!refusal.sentence(lang).contains('{'), "{}", refusal.sentence(lang));
        }
    }
    assert!(
        desk.refused(&say(round, table, 0, elsewhere, won.clone())).to_string().contains(&name)
    );
    // A page that still shows yesterday's round.
    desk.finish_round(|_, _| WIN);
    assert_eq!(desk.refused(&say(round, table, 0, second, won.clone())).code(), "not-running");
    desk.begin_round();
    let late = say(round, table, 0, second, won.clone());
    assert_eq!(desk.refused(&late), Refusal::RoundOver { round, now: RoundNumber(2) });
    let early = say(RoundNumber(2), TableNumber(1), 0, sides(&desk, 1)[0][0], won);
    desk.act(&early);
    desk.finish_round(|_, _| WIN);
    desk.act(&Command::Finish);
    assert_eq!(desk.refused(&early), Refusal::Over {});
}

#[test]
fn a_draft_of_the_next_round_ends_nothing() {
    let mut desk = running("minerva");
    desk.finish_round(|_, _| WIN);
    let [[first, _], _] = sides(&desk, 1);
    desk.act(&Command::Draft);
    let (round, about) = (RoundNumber(1), Subject::Other);
    let command = Command::Call { round, table: TableNumber(1), player: first, about };
    assert_eq!(desk.refused(&command).code(), "not-running");
    desk.act(&Command::Publish);
    assert_eq!(desk.refused(&command), Refusal::RoundOver { round, now: RoundNumber(2) });
    // Before the round begins somebody may already need the arbiter; nobody has a result.
    let [[first, _], _] = sides(&desk, 1);
    let command = report(&desk, 1, first, WIN);
    assert_eq!(desk.refused(&command).code(), "not-running");
    let command = call(&desk, 1, first, Subject::Setup);
    desk.act(&command);
}

#[test]
fn tables_of_the_server_answer_for_themselves() {
    let mut terms = Desk::terms("minerva");
    terms.venue = Venue::Online;
    let mut desk = Desk::with(terms);
    desk.enter(4);
    desk.begin_round();
    let [[first, _], _] = sides(&desk, 1);
    let table = TableNumber(1);
    let command = report(&desk, 1, first, WIN);
    assert_eq!(desk.refused(&command), Refusal::OnlineTable { table });
    let command = call(&desk, 1, first, Subject::Flag);
    assert_eq!(desk.refused(&command), Refusal::OnlineTable { table });
    let articles = vec![Cite::new("minerva 9.4")];
    let round = RoundNumber(1);
    desk.act(&Command::TableCall { round, table, player: first, articles: articles.clone() });
    let call = desk.event.open_calls().next().expect("a call");
    assert_eq!((call.player, &call.articles, call.about), (first, &articles, None));
    let rule = Command::Rule { round, table, ruling: RulingKind::Warn, whom: Some(first) };
    assert_eq!(desk.refused(&rule), Refusal::OnlineTable { table });
}

#[test]
fn a_call_names_the_articles_that_may_be_meant() {
    let flags = [
        ("asten", "asten 4"),
        ("minerva", "R11"),
        ("sscr", "sscr 7.8"),
        ("fer", "fer 5.2"),
        ("stein", "R11"),
    ];
    for (book, article) in flags {
        let mut desk = running(book);
        let [[first, _], _] = sides(&desk, 1);
        let command = call(&desk, 1, first, Subject::Flag);
        let act = desk.act(&command);
        let open: Vec<&Call> = desk.event.open_calls().collect();
        assert_eq!((open.len(), open[0].number, open[0].since), (1, act.number, act.at));
        assert_eq!(open[0].articles[0], Cite::new(article), "{book}");
        assert_eq!(act.articles, open[0].articles, "{book}: they stand in the log");
    }
}

#[test]
fn a_call_is_taken_by_one_arbiter_and_answered_once() {
    let mut desk = running("stein");
    let [[first, _], [second, _]] = sides(&desk, 1);
    let command = call(&desk, 1, first, Subject::Illegal);
    let number = desk.act(&command).number;
    let again = call(&desk, 1, second, Subject::Flag);
    assert_eq!(desk.refused(&again), Refusal::CalledAlready { table: TableNumber(1) });
    let take = Command::TakeCall { call: number, anyway: false };
    as_arbiter(&mut desk, "Vera", &take).expect("she goes");
    let table = TableNumber(1);
    let taken = Refusal::CallTaken { table, arbiter: "Vera".to_owned() };
    assert_eq!(as_arbiter(&mut desk, "Wim", &take), Err(taken));
    let over = Command::TakeCall { call: number, anyway: true };
    as_arbiter(&mut desk, "Wim", &over).expect("Wim takes it over");
    let taken = desk.event.calls[&number].taken.as_ref().map(|taken| taken.arbiter.as_str());
    assert_eq!(taken, Some("Wim"));
    let answer = Command::AnswerCall { call: number };
    as_arbiter(&mut desk, "Wim", &answer).expect("answered");
    assert_eq!(desk.event.open_calls().count(), 0);
    assert_eq!(as_arbiter(&mut desk, "Vera", &answer), Err(Refusal::CallAnswered { table }));
    let none = Command::AnswerCall { call: ActNumber(1) };
    assert_eq!(as_arbiter(&mut desk, "Vera", &none), Err(Refusal::NoCall { call: ActNumber(1) }));
    // Answered too early: undone, it waits again, and was called when it was called.
    desk.undo_last();
    assert_eq!(desk.event.open_calls().map(|call| call.number).collect::<Vec<_>>(), [number]);
    // What rests on a call keeps it from being undone.
    let refusal = desk.refused(&Command::Undo { act: number });
    assert!(matches!(refusal, Refusal::StillNeeded { .. }), "{refusal}");
}

#[test]
fn an_arbiter_rules_by_the_article_that_gives_it() {
    for (book, ruling, article) in [
        ("sscr", RulingKind::Freeze, "sscr 9.4"),
        ("stein", RulingKind::Minute, "stein 10.4"),
        ("asten", RulingKind::Warn, "asten 15"),
        ("minerva", RulingKind::Clock, "minerva 10.3"),
        ("fer", RulingKind::Flag, "fer 5.2"),
    ] {
        let mut desk = running(book);
        let [[first, _], _] = sides(&desk, 1);
        let (round, table) = (RoundNumber(1), TableNumber(1));
        let rule = Command::Rule { round, table, ruling, whom: Some(first) };
        let act = as_arbiter(&mut desk, "Vera", &rule).expect("granted");
        assert_eq!(act.articles, [Cite::new(article)], "{book}");
        assert_eq!(desk.event.rulings.len(), 1);
        desk.undo_last();
        assert!(desk.event.rulings.is_empty());
    }
    // The minute is stein's alone; who sees a flag is for the players in asten.
    for (book, ruling) in [("asten", RulingKind::Minute), ("asten", RulingKind::Flag)] {
        let mut desk = running(book);
        let (round, table) = (RoundNumber(1), TableNumber(1));
        let refusal = desk.refused(&Command::Rule { round, table, ruling, whom: None });
        assert_eq!(refusal, Refusal::NoPower { article: Cite::new("asten 19") });
    }
    let mut desk = running("asten");
    let (round, table) = (RoundNumber(1), TableNumber(1));
    for ruling in [RulingKind::Result, RulingKind::Exclude, RulingKind::Restart] {
        let refusal = desk.refused(&Command::Rule { round, table, ruling, whom: None });
        assert_eq!(refusal, Refusal::ForTheResult { table });
    }
    let [[elsewhere, _], _] = sides(&desk, 2);
    let whom = Some(elsewhere);
    let refusal = desk.refused(&Command::Rule { round, table, ruling: RulingKind::Warn, whom });
    assert_eq!(refusal.code(), "not-at-table");
}

#[test]
fn everybody_asks_only_what_is_theirs() {
    let mut desk = running("minerva");
    let [[first, partner], [second, _]] = sides(&desk, 1);
    let says = report(&desk, 1, first, WIN);
    let calls = call(&desk, 1, first, Subject::Flag);
    let event = &desk.event;
    for own in [&says, &calls] {
        assert!(event.may_ask(Voice::Player(first), own));
        assert!(event.may_ask(Voice::Card(TableNumber(1)), own));
        for foreign in [
            Voice::Player(partner),
            Voice::Player(second),
            Voice::Card(TableNumber(2)),
            Voice::Arbiter,
            Voice::Desk,
        ] {
            assert!(!event.may_ask(foreign, own), "{foreign:?}");
        }
    }
    let result = desk.result_command(1, 0, WIN);
    assert!(event.may_ask(Voice::Desk, &result) && event.may_ask(Voice::Arbiter, &result));
    assert!(!event.may_ask(Voice::Player(first), &result));
    for step in [Command::Draft, Command::Start, Command::Finish] {
        assert!(event.may_ask(Voice::Desk, &step) && !event.may_ask(Voice::Arbiter, &step));
    }
    // An arbiter undoes what was done at the tables, and nothing of the desk's.
    let start = event.log().last().expect("acts").number;
    assert!(!event.may_ask(Voice::Arbiter, &Command::Undo { act: start }));
    let act = desk.act(&calls).number;
    assert!(desk.event.may_ask(Voice::Arbiter, &Command::Undo { act }));
    assert!(!desk.event.may_ask(Voice::Player(first), &Command::Undo { act }));
    assert!(!desk.event.may_ask(Voice::Arbiter, &Command::Undo { act: ActNumber(999) }));
}

#[test]
fn the_start_of_a_round_is_said_before_it_begins() {
    let mut desk = Desk::open("minerva");
    let at = |minute: u64| Command::SetStart { starts: Some(Moment(minute * 60_000)) };
    assert_eq!(desk.refused(&at(5)), Refusal::NoDraft {});
    desk.enter(4);
    desk.act(&Command::Draft);
    desk.act(&Command::Publish);
    desk.act(&at(5));
    desk.act(&at(7));
    assert_eq!(desk.round().starts, Some(Moment(420_000)));
    desk.undo_last();
    assert_eq!(desk.round().starts, Some(Moment(300_000)));
    desk.act(&Command::Start);
    assert_eq!(desk.refused(&at(9)).code(), "not-published");
    assert_eq!(
        Event::open(desk.event.log().to_vec()).expect("its log").state(),
        desk.event.state()
    );
}
