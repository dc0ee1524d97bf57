//! What the five books say of events, article by article.

mod common;

use common::*;
use tandem_event::*;
use tandem_referee::{GameResult, Points, Reason as GameReason};
use tandem_rules::Seat;
use tandem_rules::book::Cite;

fn cites(act: &Act, article: &str) -> bool {
    act.articles.contains(&Cite::new(article))
}

fn refused_by(refusal: &Refusal, article: &str) {
    assert_eq!(refusal.article(), Some(Cite::new(article)), "{refusal}");
}

/// The player on the first board of the first-named side, and the seat they have there.
fn seat_of_first_named(desk: &Desk, table: usize) -> Seat {
    let pairing = &desk.round().pairings[table];
    let first = pairing.sides[0].boards[0];
    let seats = pairing.seats(&pairing.legs[0]);
    Seat::ALL.into_iter().find(|seat| seats[*seat] == first).expect("a seat")
}

#[test]
fn minerva_1_3_first_board_players_meet() {
    let mut desk = Desk::open("minerva");
    desk.enter(6);
    desk.begin_round();
    for pairing in &desk.round().pairings {
        let seats = pairing.seats(&pairing.legs[0]);
        let names = Seat::ALL.map(|seat| desk.event.player_name(seats[seat]).to_owned());
        assert!(names[0].starts_with("First") && names[1].starts_with("First"), "{names:?}");
        assert!(names[2].starts_with("Second") && names[3].starts_with("Second"), "{names:?}");
    }
}

#[test]
fn minerva_1_4_first_board_is_fixed_before_round_1_for_the_whole_event() {
    let mut desk = Desk::open("minerva");
    desk.enter(4);
    let team = TeamId(1);
    let turned = |desk: &Desk| {
        let team = &desk.event.teams[&team];
        let players = team.players.iter().rev().copied().collect();
        Command::ChangeTeam { team: team.id, name: team.name.clone(), players }
    };
    // Before the first round the choice is free, also while it is only a draft.
    let act = desk.act(&turned(&desk));
    assert!(cites(&act, "minerva 1.4"));
    desk.act(&Command::Draft);
    desk.act(&turned(&desk));
    desk.act(&Command::Draft);
    desk.act(&Command::Publish);
    let refusal = desk.refused(&turned(&desk));
    assert!(matches!(refusal, Refusal::FirstBoardFixed { .. }));
    refused_by(&refusal, "minerva 1.4");
    // Another name is no other first board.
    let players = desk.event.teams[&team].players.clone();
    desk.act(&Command::ChangeTeam { team, name: "Rooks & Co".to_owned(), players });
}

#[test]
fn minerva_1_4_of_a_team_of_three_the_first_board_stays() {
    let mut desk = Desk::open("minerva");
    let three = NewTeam {
        name: "Three".to_owned(),
        players: ["Ann", "Bob", "Cas"].map(Person::named).to_vec(),
    };
    desk.act(&Command::EnterTeams { teams: vec![three] });
    desk.enter(3);
    let mut partners = std::collections::BTreeSet::new();
    for _ in 0..3 {
        desk.play_round(|_, _| DRAW);
        let team =
            desk.event.teams.values().find(|team| team.name == "Three").expect("the team").id;
        let (pairing, which) = desk.round().pairing_of(team).expect("paired");
        let boards = pairing.sides[which.index()].boards;
        assert_eq!(desk.event.player_name(boards[0]), "Ann");
        partners.insert(desk.event.player_name(boards[1]).to_owned());
    }
    assert_eq!(partners.len(), 2, "Bob and Cas take turns");
}

#[test]
fn minerva_1_5_the_first_named_teams_first_board_has_black() {
    for system in [System::Swiss, System::RoundRobin, System::Knockout] {
        let mut desk = Desk::with(Terms { system, ..Desk::terms("minerva") });
        desk.enter(8);
        for _ in 0..3 {
            desk.begin_round();
            for table in 0..desk.round().pairings.len() {
                assert_eq!(seat_of_first_named(&desk, table), Seat::BlackA, "{system:?}");
            }
            desk.finish_round(|_, _| WIN);
        }
    }
}

#[test]
fn minerva_6_2_late_arrival_costs_nothing_by_the_book() {
    // FIDE 6.6 does not apply: only somebody who does not come at all forfeits, and the log cites the article.
    let mut desk = Desk::open("minerva");
    desk.enter(2);
    desk.begin_round();
    let entered = Entered::Forfeit { winner: Some(Which::Second) };
    let act = desk.act(&Command::Result {
        round: RoundNumber(1),
        table: TableNumber(1),
        leg: 0,
        entered,
    });
    assert!(cites(&act, "minerva 6.2"));
}

#[test]
fn minerva_8_1_a_win_is_1_a_draw_a_half_a_loss_0() {
    let mut desk = Desk::open("minerva");
    desk.enter(4);
    desk.play_round(|table, _| if table == 1 { WIN } else { DRAW });
    let points: Vec<_> = desk.event.standings(false).iter().map(|line| line.points).collect();
    assert_eq!(points, [Points(1000), Points(500), Points(500), Points(0)]);
}

#[test]
fn minerva_8_2_the_match_has_one_result() {
    let mut desk = Desk::open("minerva");
    desk.enter(2);
    desk.begin_round();
    let command =
        |entered| Command::Result { round: RoundNumber(1), table: TableNumber(1), leg: 0, entered };
    refused_by(&desk.refused(&command(Entered::Games([WIN, LOSS]))), "minerva 8.2");
    refused_by(
        &desk.refused(&command(Entered::Match([Points(1000), Points(1000)]))),
        "minerva 8.2",
    );
    assert!(cites(&desk.act(&command(Entered::Match(LOSS))), "minerva 8.2"));
    // Game points would be match points once more.
    let terms = Terms { tie_breaks: vec![TieBreak::OtherPoints], ..Desk::terms("minerva") };
    refused_by(&Event::new(Moment(0), by(), terms).expect_err("twice"), "minerva 8.2");
}

#[test]
fn sscr_1_18_one_for_the_team_a_half_nothing() {
    let mut desk = Desk::open("sscr");
    desk.enter(4);
    desk.play_round(|table, _| if table == 1 { LOSS } else { DRAW });
    let points: Vec<_> = desk.event.standings(false).iter().map(|line| line.points.0).collect();
    assert_eq!(points, [1000, 500, 500, 0]);
    assert!(desk.event.log().iter().any(|act| cites(act, "sscr 1.18")));
}

#[test]
fn sscr_7_6_an_absent_player_loses_the_time_and_at_last_the_match() {
    let mut desk = Desk::open("sscr");
    desk.enter(2);
    desk.begin_round();
    let entered = Entered::Forfeit { winner: None };
    let act = desk.act(&Command::Result {
        round: RoundNumber(1),
        table: TableNumber(1),
        leg: 0,
        entered,
    });
    assert!(cites(&act, "sscr 7.6"));
    desk.act(&Command::Close);
    assert!(desk.event.standings(false).iter().all(|line| line.points == Points(0)));
}

fn penalise(penalty: Penalty) -> Command {
    Command::Penalise { round: RoundNumber(1), table: TableNumber(1), leg: 0, penalty }
}

fn running(book: &str) -> Desk {
    let mut desk = Desk::open(book);
    desk.enter(2);
    desk.begin_round();
    desk
}

fn score(desk: &Desk) -> [i32; 2] {
    desk.round().pairings[0].score().map(|points| points.0)
}

#[test]
fn sscr_8_6_the_arbiter_sets_the_opponents_score() {
    let mut desk = running("sscr");
    let act = desk.act(&penalise(Penalty::Loss { side: Which::First, opponents: Points(500) }));
    assert_eq!(score(&desk), [0, 500]);
    assert!(cites(&act, "sscr 8.6"), "{:?}", act.articles);
}

#[test]
fn sscr_8_7_both_lose() {
    let mut desk = running("sscr");
    let act = desk.act(&penalise(Penalty::BothLose));
    assert_eq!(score(&desk), [0, 0]);
    assert!(cites(&act, "sscr 8.7"), "{:?}", act.articles);
    desk.act(&Command::Close);
    assert!(desk.event.standings(false).iter().all(|line| line.points == Points(0)));
}

#[test]
fn sscr_9_4_penalties_of_results() {
    let mut desk = running("sscr");
    // Fewer points for the offender, more for the others: sums need not be 1.
    assert!(matches!(
        desk.refused(&penalise(Penalty::Fewer { side: Which::First, points: Points(500) })),
        Refusal::NoResult { .. }
    ));
    desk.result(1, DRAW);
    let act = desk.act(&penalise(Penalty::Fewer { side: Which::First, points: Points(500) }));
    assert!(
        act.articles.iter().any(|cite| cite.as_str().starts_with("sscr 9.4")),
        "{:?}",
        act.articles
    );
    assert_eq!(score(&desk), [0, 500]);
    desk.act(&penalise(Penalty::Raised { side: Which::Second, points: Points(500) }));
    assert_eq!(score(&desk), [0, 1000]);
    // At most to the maximum of the game (f).
    let refusal =
        desk.refused(&penalise(Penalty::Raised { side: Which::Second, points: Points(500) }));
    assert!(matches!(refusal, Refusal::AboveMaximum { most: Points(1000), .. }));
    // A new game (d).
    desk.act(&penalise(Penalty::Again));
    assert!(matches!(desk.refused(&Command::Close), Refusal::ResultsMissing { .. }));
    // Loss of the game (c).
    desk.act(&penalise(Penalty::Loss { side: Which::Second, opponents: Points(1000) }));
    assert_eq!(score(&desk), [1000, 0]);
    desk.act(&Command::Close);
}

#[test]
fn sscr_9_4_exclusion_from_the_event() {
    let mut desk = Desk::open("sscr");
    desk.enter(5);
    desk.play_round(|_, _| WIN);
    let act = desk.act(&Command::Exclude { team: TeamId(1) });
    assert!(
        act.articles.iter().any(|cite| cite.as_str().starts_with("sscr 9.4")),
        "{:?}",
        act.articles
    );
    assert!(matches!(desk.refused(&Command::Return { team: TeamId(1) }), Refusal::Gone { .. }));
    desk.begin_round();
    assert!(desk.round().pairing_of(TeamId(1)).is_none());
    assert_eq!(desk.round().pairings.len(), 2);
}

#[test]
fn stein_10_5_and_minerva_the_arbiter_decides_where_the_book_is_silent() {
    for (book, article) in [("stein", "stein 10.5"), ("minerva", "minerva 10.3")] {
        let mut desk = Desk::open(book);
        desk.enter(3);
        assert!(cites(&desk.act(&Command::Exclude { team: TeamId(1) }), article));
    }
    // A club can say that its arbiter may not.
    let options = vec![("arbiter.powers".to_owned(), "stop,warn".to_owned())];
    let book = BookRef { options, ..BookRef::builtin("stein") };
    let mut desk = Desk::with(Terms::new("Kind", book, "seed").expect("terms"));
    desk.enter(2);
    refused_by(&desk.refused(&Command::Exclude { team: TeamId(1) }), "stein 10.5");
    desk.begin_round();
    refused_by(&desk.refused(&penalise(Penalty::BothLose)), "stein 10.5");
}

#[test]
fn fer_5_6_both_games_count() {
    let mut desk = Desk::open("fer");
    desk.enter(2);
    desk.begin_round();
    let command =
        |entered| Command::Result { round: RoundNumber(1), table: TableNumber(1), leg: 0, entered };
    refused_by(&desk.refused(&command(Entered::Match(WIN))), "fer 5.6");
    desk.act(&command(Entered::Games([WIN, DRAW])));
    assert_eq!(score(&desk), [1500, 500]);
    desk.act(&Command::Close);
    let points: Vec<_> = desk.event.standings(false).iter().map(|line| line.points.0).collect();
    assert_eq!(points, [1500, 500]);
}

#[test]
fn fer_7_2_board_1_is_for_the_school() {
    let mut desk = Desk::open("fer");
    let refusal = desk.refused(&Command::EnterTeams { teams: vec![team("Guest", "Pupil")] });
    assert!(matches!(&refusal, Refusal::BoardOne { player, .. } if player == "Guest"));
    refused_by(&refusal, "fer 7.2");
    for belongs in [Belongs::Pupil, Belongs::Teacher, Belongs::Staff] {
        let first = Person { belongs: Some(belongs), ..Person::named(&format!("{belongs:?}")) };
        let players = vec![first, Person::named(&format!("Friend of {belongs:?}"))];
        desk.act(&Command::EnterTeams { teams: vec![NewTeam { name: String::new(), players }] });
    }
    // The other order would put somebody from outside on board 1.
    let team = desk.event.teams[&TeamId(1)].clone();
    let players = team.players.iter().rev().copied().collect();
    refused_by(
        &desk.refused(&Command::ChangeTeam { team: team.id, name: team.name, players }),
        "fer 7.2",
    );
    // Nor can the first board stop belonging to the school.
    let player = team.players[0];
    let person =
        Person { belongs: Some(Belongs::Guest), ..desk.event.players[&player].person.clone() };
    refused_by(&desk.refused(&Command::ChangePlayer { player, person }), "fer 7.2");
}

#[test]
fn fer_7_2_the_order_is_as_entered_and_changed_only_before_the_start() {
    let mut desk = Desk::open("fer");
    let both = |a, b| NewTeam { name: String::new(), players: vec![pupil(a), pupil(b)] };
    desk.act(&Command::EnterTeams { teams: vec![both("Ann", "Bob"), both("Cas", "Dee")] });
    let turned = |desk: &Desk| {
        let team = &desk.event.teams[&TeamId(1)];
        let players = team.players.iter().rev().copied().collect();
        Command::ChangeTeam { team: team.id, name: team.name.clone(), players }
    };
    assert!(cites(&desk.act(&turned(&desk)), "fer 7.2"));
    desk.begin_round();
    refused_by(&desk.refused(&turned(&desk)), "fer 7.2");
}

#[test]
fn fer_7_2_of_three_whoever_may_not_play_on_board_1_never_does() {
    let mut desk = Desk::open("fer");
    let players = vec![pupil("Ann"), Person::named("Guest"), pupil("Cas")];
    desk.act(&Command::EnterTeams { teams: vec![NewTeam { name: "Three".to_owned(), players }] });
    desk.enter(3);
    for _ in 0..3 {
        desk.play_round(|_, _| DRAW);
        for side in desk.round().pairings.iter().flat_map(|pairing| &pairing.sides) {
            assert_ne!(desk.event.player_name(side.boards[0]), "Guest");
        }
    }
}

#[test]
fn fer_7_3_the_first_named_team_has_white_on_board_1() {
    for system in [System::Swiss, System::RoundRobin, System::Knockout] {
        let mut desk = Desk::with(Terms { system, ..Desk::terms("fer") });
        desk.enter(8);
        for _ in 0..3 {
            desk.begin_round();
            for table in 0..desk.round().pairings.len() {
                assert_eq!(seat_of_first_named(&desk, table), Seat::WhiteA, "{system:?}");
            }
            desk.finish_round(|_, _| WIN);
        }
    }
}

#[test]
fn fer_7_4_the_arbiter_changes_results_unasked() {
    let mut desk = running("fer");
    let act = desk.act(&penalise(Penalty::Result { score: [Points(500), Points(0)] }));
    assert_eq!(score(&desk), [500, 0]);
    assert!(act.articles.iter().any(|cite| cite.as_str().starts_with("fer")), "{:?}", act.articles);
}

#[test]
fn stein_1_3_the_first_board_is_named_for_each_match() {
    let mut desk = Desk::open("stein");
    desk.enter(4);
    desk.play_round(|_, _| WIN);
    let team = desk.event.teams[&TeamId(1)].clone();
    let players: Vec<_> = team.players.iter().rev().copied().collect();
    let act =
        desk.act(&Command::ChangeTeam { team: team.id, name: team.name, players: players.clone() });
    assert!(cites(&act, "stein 1.3"));
    desk.begin_round();
    let (pairing, which) = desk.round().pairing_of(TeamId(1)).expect("paired");
    assert_eq!(pairing.sides[which.index()].boards.to_vec(), players);
}

#[test]
fn stein_1_4_colours_are_drawn_for_each_match_and_the_seed_repeats_them() {
    let play = |seed: &str| {
        let mut desk = Desk::with(Terms { seed: seed.to_owned(), ..Desk::terms("stein") });
        desk.enter(8);
        let mut drawn = Vec::new();
        for _ in 0..4 {
            desk.begin_round();
            for pairing in &desk.round().pairings {
                let lot = format!("colours/{}/{}/1", desk.round().number, pairing.table);
                let white = if lot::coin(seed, &lot) { Which::First } else { Which::Second };
                assert_eq!(pairing.legs[0].white, white);
                let recorded = |reason: &Reason| matches!(reason, Reason::ColourByLot { article, .. } if article.as_str() == "stein 1.4");
                assert!(pairing.reasons.iter().any(recorded), "{:?}", pairing.reasons);
                drawn.push(pairing.legs[0].white);
            }
            desk.finish_round(|_, _| WIN);
        }
        drawn
    };
    assert_eq!(play("saturday"), play("saturday"));
    let drawn = play("saturday");
    assert!(drawn.contains(&Which::First) && drawn.contains(&Which::Second));
    assert_ne!(drawn, play("sunday"));
}

#[test]
fn stein_6_2_late_arrival_costs_nothing_by_the_book() {
    let mut desk = running("stein");
    let entered = Entered::Forfeit { winner: Some(Which::First) };
    let act = desk.act(&Command::Result {
        round: RoundNumber(1),
        table: TableNumber(1),
        leg: 0,
        entered,
    });
    assert!(cites(&act, "stein 6.2"));
    assert_eq!(score(&desk), [2000, 0]);
}

#[test]
fn stein_6_3_seven_minutes_unless_the_organiser_decides_otherwise() {
    let terms = Desk::terms("stein");
    assert_eq!(terms.time.base, tandem_rules::Millis::from_secs(420));
    let shorter = tandem_referee::TimeControl::sudden_death(tandem_rules::Millis::from_secs(300));
    let desk = Desk::with(Terms { time: shorter, ..terms });
    assert_eq!(desk.event.terms.time, shorter);
}

#[test]
fn minerva_6_3_five_minutes_unless_the_organisers_decide_otherwise() {
    assert_eq!(Desk::terms("minerva").time.base, tandem_rules::Millis::from_secs(300));
}

#[test]
fn stein_8_1_each_game_is_worth_1_a_half_0() {
    let mut desk = running("stein");
    desk.act(&Command::Result {
        round: RoundNumber(1),
        table: TableNumber(1),
        leg: 0,
        entered: Entered::Games([DRAW, LOSS]),
    });
    assert_eq!(score(&desk), [500, 1500]);
}

#[test]
fn stein_8_2_the_score_is_the_sum_of_both_games() {
    let mut desk = running("stein");
    let command =
        |entered| Command::Result { round: RoundNumber(1), table: TableNumber(1), leg: 0, entered };
    refused_by(&desk.refused(&command(Entered::Match(DRAW))), "stein 8.2");
    // From a table, too: board A is the first board.
    let verdict = Verdict {
        score: [Points(2000), Points(0)],
        boards: [GameResult::WhiteWins, GameResult::BlackWins],
        reason: GameReason::Mate,
        article: Cite::new("stein 8.2"),
    };
    let white = desk.round().pairings[0].legs[0].white;
    desk.act(&Command::TableResult {
        round: RoundNumber(1),
        table: TableNumber(1),
        leg: 0,
        verdict,
    });
    let expected = if white == Which::First { [2000, 0] } else { [0, 2000] };
    assert_eq!(score(&desk), expected);
    let outcome = desk.round().pairings[0].legs[0].outcome.clone().expect("a result");
    assert_eq!(
        outcome.games.map(|games| games.map(|game| game[white.index()].0)),
        Some([1000, 1000])
    );
}

#[test]
fn asten_2_and_22_points_colours_and_first_board_are_the_organisers_options() {
    let options = vec![("event.points".to_owned(), "3,1,0".to_owned())];
    let book = BookRef { options, ..BookRef::builtin("asten") };
    let terms = Terms::new("Asten", book, "seed").expect("terms");
    let mut desk = Desk::with(Terms { first_named: Colour::Black, ..terms });
    desk.enter(4);
    desk.begin_round();
    assert_eq!(seat_of_first_named(&desk, 0), Seat::BlackA);
    desk.finish_round(|table, _| if table == 1 { WIN } else { DRAW });
    let points: Vec<_> = desk.event.standings(false).iter().map(|line| line.points.0).collect();
    assert_eq!(points, [3000, 1000, 1000, 0]);
    // The order of the players is nobody's business but the team's.
    let team = desk.event.teams[&TeamId(1)].clone();
    let players = team.players.iter().rev().copied().collect();
    desk.act(&Command::ChangeTeam { team: team.id, name: team.name, players });
}

#[test]
fn asten_3_one_white_and_one_black_in_each_team() {
    for book in ["asten", "minerva", "sscr", "fer", "stein"] {
        let desk = running(book);
        let pairing = &desk.round().pairings[0];
        let seats = pairing.seats(&pairing.legs[0]);
        for side in &pairing.sides {
            let colours: Vec<_> =
                Seat::ALL.into_iter().filter(|seat| side.boards.contains(&seats[*seat])).collect();
            assert_eq!(colours.len(), 2);
            assert_ne!(colours[0].color(), colours[1].color(), "{book}");
        }
    }
}

#[test]
fn a_clubs_own_book_is_cited_by_its_own_number() {
    let own = r#"
id = "de-toren"
name = "De Toren"
language = "en"
extends = "minerva"

[event]
first_board = { is = "entered", by = "7" }

[[article]]
number = "7"
honoured = ["event"]
en = "The order of a team is as it was entered."
"#;
    let book =
        BookRef { id: "de-toren".to_owned(), own: Some(own.to_owned()), options: Vec::new() };
    let mut desk = Desk::with(Terms::new("Thursday", book, "seed").expect("terms"));
    desk.enter(2);
    desk.begin_round();
    let team = desk.event.teams[&TeamId(1)].clone();
    let players = team.players.iter().rev().copied().collect();
    refused_by(
        &desk.refused(&Command::ChangeTeam { team: team.id, name: team.name, players }),
        "de-toren 7",
    );
}
