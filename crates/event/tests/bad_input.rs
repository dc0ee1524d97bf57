//! Wrong things that organisers type: a clear sentence, and nothing is lost.

mod common;

use common::*;
use tandem_event::trf::Trf;
use tandem_event::*;
use tandem_rules::book::Lang;

fn says(refusal: &Refusal, words: &str) {
    for lang in Lang::ALL {
        let sentence = refusal.sentence(lang);
        assert!(!sentence.contains('{') && sentence.len() > 8, "{sentence}");
    }
    let sentence = refusal.to_string();
    assert!(sentence.contains(words), "{sentence}");
}

#[test]
fn names_twice() {
    let mut desk = Desk::open("minerva");
    desk.act(&Command::EnterTeams { teams: vec![team("Ann", "Bob")] });
    says(
        &desk.refused(&Command::EnterTeams { teams: vec![team("Cas", " bob ")] }),
        "bob is there already",
    );
    says(
        &desk.refused(&Command::EnterTeams { teams: vec![team("Dee", "Dee")] }),
        "Dee is there already",
    );
    assert_eq!(desk.event.players.len(), 2);
}

#[test]
fn nobody_and_nothing() {
    let mut desk = Desk::open("minerva");
    says(&desk.refused(&Command::EnterTeams { teams: Vec::new() }), "empty");
    says(&desk.refused(&Command::EnterTeams { teams: vec![team("Ann", "  ")] }), "empty");
    says(&desk.refused(&Command::Draft), "2 are needed");
    says(&desk.refused(&Command::Publish), "No round");
    let one = NewTeam { name: "Lone".to_owned(), players: vec![Person::named("Ann")] };
    says(&desk.refused(&Command::EnterTeams { teams: vec![one] }), "Lone has 1");
}

#[test]
fn an_odd_number_has_a_bye() {
    let mut desk = Desk::open("minerva");
    desk.enter(5);
    desk.begin_round();
    assert_eq!((desk.round().pairings.len(), desk.round().byes.len()), (2, 1));
}

#[test]
fn results_for_a_round_that_is_not_running() {
    let mut desk = Desk::open("minerva");
    desk.enter(4);
    desk.act(&Command::Draft);
    let result = |round: u16, table: u16| Command::Result {
        round: RoundNumber(round),
        table: TableNumber(table),
        leg: 0,
        entered: Entered::Match(WIN),
    };
    says(&desk.refused(&result(1, 1)), "Round 1 is not running");
    desk.act(&Command::Publish);
    says(&desk.refused(&result(1, 1)), "not running");
    desk.act(&Command::Start);
    says(&desk.refused(&result(2, 1)), "no round 2");
    says(&desk.refused(&result(1, 3)), "no table 3");
    desk.act(&result(1, 1));
    says(&desk.refused(&result(1, 1)), "correct it");
    says(&desk.refused(&Command::Close), "Results still missing: 1");
}

#[test]
fn a_pairing_by_hand_that_meets_twice() {
    let mut desk = Desk::open("minerva");
    desk.enter(4);
    desk.play_round(|_, _| WIN);
    let met: Vec<HandPairing> = desk
        .round()
        .pairings
        .iter()
        .map(|pairing| {
            let [first, second] = [0, 1].map(|at: usize| pairing.sides[at].team.expect("a team"));
            HandPairing { first, second: Some(second), white: None }
        })
        .collect();
    desk.act(&Command::Draft);
    let draft = desk.round().clone();
    let refusal = desk.refused(&Command::PairByHand { pairings: met.clone(), anyway: false });
    says(&refusal, "met in round 1");
    assert_eq!(*desk.round(), draft, "the draft is as it was");
    // Who means it does it anyway, and the log says so.
    let act = desk.act(&Command::PairByHand { pairings: met, anyway: true });
    assert!(matches!(act.doubts[0], Doubt::MetBefore { .. }), "{:?}", act.doubts);
    assert!(desk.event.draft_doubts().iter().any(|doubt| matches!(doubt, Doubt::MetBefore { .. })));
}

#[test]
fn a_pairing_by_hand_without_everybody() {
    let mut desk = Desk::open("minerva");
    desk.enter(4);
    desk.act(&Command::Draft);
    let hand = |first: u32, second: u32| HandPairing {
        first: TeamId(first),
        second: Some(TeamId(second)),
        white: None,
    };
    says(
        &desk.refused(&Command::PairByHand { pairings: vec![hand(1, 2)], anyway: true }),
        "exactly once",
    );
    says(
        &desk
            .refused(&Command::PairByHand { pairings: vec![hand(1, 2), hand(2, 3)], anyway: true }),
        "exactly once",
    );
    says(
        &desk.refused(&Command::PairByHand { pairings: vec![hand(1, 1)], anyway: true }),
        "itself",
    );
    says(
        &desk.refused(&Command::PairByHand { pairings: vec![hand(1, 9)], anyway: true }),
        "no team 9",
    );
    // Two teams change places.
    desk.act(&Command::Exchange { one: TeamId(1), other: TeamId(2), anyway: false });
    assert_eq!(desk.round().pairings.len(), 2);
}

#[test]
fn a_result_that_changes_after_the_next_round_was_paired() {
    let mut desk = Desk::open("minerva");
    desk.enter(6);
    desk.play_round(|_, _| WIN);
    desk.act(&Command::Draft);
    let next = desk.round().clone();
    let correct = Command::Correct {
        round: RoundNumber(1),
        table: TableNumber(1),
        leg: 0,
        entered: Entered::Match(LOSS),
    };
    let act = desk.act(&correct);
    assert_eq!(act.doubts, [Doubt::NextRoundPaired { round: RoundNumber(2) }]);
    assert_eq!(*desk.round(), next, "never paired again silently");
    let act = desk.undo_last();
    assert_eq!(act.doubts, [Doubt::NextRoundPaired { round: RoundNumber(2) }]);
}

#[test]
fn a_trf_with_wrong_scores() {
    let mut desk = Desk::open("minerva");
    desk.enter(4);
    desk.play_round(|_, _| WIN);
    let text = Trf::of(&desk.event).write();
    assert!(Trf::read(&text).expect("a file").table().is_ok(), "{text}");
    let wrong = text.replacen("   1.0    2.0   1", "   7.0    2.0   1", 1);
    assert_ne!(wrong, text);
    let errors = Trf::read(&wrong).expect("it can be read").table().expect_err("wrong scores");
    assert!(errors[0].line > 0);
    assert!(errors[0].problem.to_string().contains("a score of 7"), "{}", errors[0].problem);
}

#[test]
fn a_trf_that_is_none() {
    for text in [
        "",
        "hello",
        "001",
        "001    x",
        "310",
        "310 abc",
        "142 many",
        "352 XY",
        "\u{feff}",
        "310   2 Lone",
    ] {
        let errors = Trf::read(text).expect_err(text);
        assert!(!errors.is_empty());
        for error in errors {
            for lang in Lang::ALL {
                assert!(!error.problem.sentence(lang).contains('{'));
            }
        }
    }
}

#[test]
fn an_event_file_that_is_none() {
    for text in [
        "",
        "{}",
        "[]",
        "{\"format\":\"tandem-event\",\"version\":99,\"log\":[]}",
        "{\"format\":\"tandem-event\",\"version\":1,\"log\":[]}",
    ] {
        assert!(Event::from_file(text).is_err(), "{text}");
    }
}

#[test]
fn what_was_agreed_stays_once_a_round_was_published() {
    let mut desk = Desk::open("minerva");
    desk.enter(4);
    desk.begin_round();
    let other = Terms { seed: "another".to_owned(), ..desk.event.terms.clone() };
    says(&desk.refused(&Command::SetTerms { terms: Box::new(other) }), "published");
    let longer = Terms { rounds: 9, ..desk.event.terms.clone() };
    desk.act(&Command::SetTerms { terms: Box::new(longer) });
    assert_eq!(desk.event.round_count(), 9);
}

#[test]
fn colours_are_swapped_as_the_book_says() {
    for (book, first_has) in [("minerva", Which::Second), ("fer", Which::First)] {
        let mut desk = Desk::open(book);
        desk.enter(4);
        desk.act(&Command::Draft);
        let before = desk.round().pairings[0].clone();
        desk.act(&Command::SwapColours { table: TableNumber(1) });
        let after = &desk.round().pairings[0];
        assert_eq!(after.sides[0].team, before.sides[1].team, "the other one is named first");
        assert_eq!(after.sides[1].team, before.sides[0].team);
        assert_eq!(after.legs[0].white, first_has, "{book}");
        // And back.
        desk.act(&Command::SwapColours { table: TableNumber(1) });
        assert_eq!(desk.round().pairings[0].sides, before.sides);
        says(&desk.refused(&Command::SwapColours { table: TableNumber(9) }), "9");
        // The first-named team can't have another colour than the book says.
        let (first, second) = (before.sides[0].team, before.sides[1].team);
        let hand = |first: Option<TeamId>, second, white| HandPairing {
            first: first.expect("a team"),
            second,
            white,
        };
        let other = &desk.round().pairings[1].sides;
        let pairings = vec![
            hand(first, second, Some(first_has.other())),
            hand(other[0].team, other[1].team, None),
        ];
        says(&desk.refused(&Command::PairByHand { pairings, anyway: false }), book);
    }
    // By stein 1.4 lots decide, and nobody else.
    let mut desk = Desk::open("stein");
    desk.enter(4);
    desk.act(&Command::Draft);
    says(&desk.refused(&Command::SwapColours { table: TableNumber(1) }), "stein 1.4");
}
