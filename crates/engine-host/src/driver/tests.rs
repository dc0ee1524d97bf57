use std::sync::Arc;

use tandem_engine::protocol::fen::parse_fen;
use tandem_rules::{Rulebook, Seat};

use super::*;

const SECOND: Duration = Duration::from_secs(1);
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
const MIDDLE: &str = "4k3/8/8/8/3pP3/8/8/4K3[NPq] w - - 0 1";

/// How a server treats its engines.
const SERVER: Conduct = Conduct {
    ready_within: Duration::from_secs(4),
    silent_within: Duration::from_secs(1),
    hangs_after: Some(Duration::from_secs(2)),
    has_stand_in: true,
};
/// How an arena does.
const ARENA: Conduct = Conduct { hangs_after: None, has_stand_in: false, ..SERVER };

fn view(fen: &str) -> View {
    let book = Arc::new(Rulebook::builtin("fics").unwrap());
    let mut view = View::alone(book, Seat::WhiteA, parse_fen(fen).unwrap());
    view.may_move = true;
    view
}

fn seat(protocol: Protocol, conduct: Conduct) -> Driver {
    Driver::new(protocol, 1, conduct, Beginning::Initial)
}

/// One that was started and said that it is ready, at time 0.
fn ready(protocol: Protocol, conduct: Conduct) -> Driver {
    let mut driver = seat(protocol, conduct);
    driver.started(Duration::ZERO);
    let word = match protocol {
        Protocol::Uci => "readyok",
        Protocol::XBoard => "feature usermove=1 done=1",
    };
    assert_eq!(driver.line(word), [Order::Attend]);
    driver
}

/// The same, asked for a move of the initial position.
fn asked(protocol: Protocol, conduct: Conduct) -> Driver {
    let mut driver = ready(protocol, conduct);
    driver.attend(Duration::ZERO, &view(START));
    driver
}

fn sent(orders: &[Order]) -> Vec<&str> {
    let lines = orders.iter().filter_map(|order| match order {
        Order::Send(lines) => Some(lines),
        _ => None,
    });
    lines.flatten().map(String::as_str).collect()
}

fn m(word: &str) -> Move {
    let rules = Rulebook::builtin("fics").unwrap();
    let mut position = parse_fen(START).unwrap();
    if matches!(word.as_bytes()[1], b'7' | b'8') {
        position.set_turn(tandem_rules::shakmaty::Color::Black);
    }
    position.by(rules.board_rules()).legal_move(word.parse().unwrap()).unwrap()
}

#[test]
fn an_engine_is_greeted_told_and_asked() {
    let mut driver = seat(Protocol::Uci, SERVER);
    assert!(driver.wants_start() && driver.needs_stand_in());
    assert_eq!(sent(&driver.started(Duration::ZERO)), ["uci"]);
    assert!(driver.attend(Duration::ZERO, &view(START)).is_empty(), "it is not ready");
    assert!(!driver.needs_stand_in(), "but it will be");
    assert_eq!(*sent(&driver.line("uciok")).last().unwrap(), "isready");
    driver.line("readyok");
    let orders = driver.attend(SECOND, &view(START));
    let lines = sent(&orders);
    assert_eq!(lines[..2], ["ucinewgame", "isready"]);
    assert!(lines[2].starts_with("position fen ") && lines[3].starts_with("go "), "{lines:?}");
    assert!(driver.attend(SECOND, &view(START)).is_empty(), "it is asked once");
    assert_eq!(driver.line("bestmove e2e4"), [Order::Play("e2e4".parse().unwrap())]);
    driver.moved(m("e2e4"));
    assert_eq!(driver.deadline(), None, "it need not answer any more");
    assert!(driver.line("bestmove e2e4").is_empty(), "nobody asked");
}

#[test]
fn one_that_never_gets_ready_is_started_three_times() {
    let mut driver = seat(Protocol::Uci, SERVER);
    let mut time = Duration::ZERO;
    for start in 1..=3 {
        driver.started(time);
        assert!(driver.tick(time + 3 * SECOND).is_empty());
        time += 4 * SECOND;
        let last = if start < 3 { Order::Attend } else { Order::GiveUp };
        assert_eq!(driver.tick(time), [Order::Tell(Trouble::Silent), Order::Stop, last]);
        assert_eq!((driver.starts(), driver.wants_start()), (start, start < 3));
    }
    assert!(driver.has_given_up() && driver.needs_stand_in());
    assert!(driver.ended().is_empty() && driver.line("readyok").is_empty());
}

#[test]
fn an_old_one_need_not_say_that_it_is_ready() {
    let mut driver = seat(Protocol::XBoard, SERVER);
    driver.started(Duration::ZERO);
    assert_eq!(driver.tick(SECOND), [Order::Attend]);
    let orders = driver.attend(SECOND, &view(START));
    assert_eq!(sent(&orders).last(), Some(&"go"));
}

#[test]
fn one_that_dies_is_told_where_the_match_stands() {
    let mut driver = asked(Protocol::XBoard, ARENA);
    driver.moved(m("e2e4"));
    driver.opponent_moved(m("e7e5"));
    assert_eq!(driver.ended(), [Order::Tell(Trouble::Died), Order::Stop, Order::Attend]);
    assert!(driver.wants_start());
    driver.started(SECOND);
    driver.line("feature usermove=1 done=1");
    let stands = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 2";
    let orders = driver.attend(SECOND, &view(stands));
    let lines = sent(&orders);
    let told: Vec<_> = lines.iter().filter(|line| line.starts_with("usermove")).collect();
    assert_eq!(told, [&"usermove e2e4", &"usermove e7e5"]);
    assert_eq!(lines.last(), Some(&"go"), "{lines:?}");
}

#[test]
fn one_that_cannot_be_told_is_given_up() {
    for (conduct, ends) in [(ARENA, true), (SERVER, false)] {
        let mut driver = asked(Protocol::XBoard, conduct);
        assert!(driver.loses_its_moves().is_empty());
        let orders = driver.attend(SECOND, &view(MIDDLE));
        let given_up = [Order::Tell(Trouble::CantBeTold), Order::Stop, Order::GiveUp];
        assert_eq!(orders, given_up[..if ends { 3 } else { 2 }]);
        assert!(driver.needs_stand_in() && !driver.wants_start());
    }
    // Who takes positions can be told at any time.
    let mut driver = seat(Protocol::XBoard, ARENA);
    driver.started(Duration::ZERO);
    driver.line("feature setboard=1 done=1");
    assert!(driver.loses_its_moves().is_empty());
    let orders = driver.attend(SECOND, &view(MIDDLE));
    assert!(sent(&orders).iter().any(|line| line.starts_with("setboard 4k3")), "{orders:?}");
}

#[test]
fn one_that_thinks_for_too_long_hangs_unless_its_clock_judges() {
    let mut driver = asked(Protocol::Uci, SERVER);
    let deadline = driver.deadline().unwrap();
    assert!((2 * SECOND..=24 * SECOND).contains(&deadline), "{deadline:?}");
    assert!(driver.tick(deadline - SECOND).is_empty());
    assert_eq!(driver.tick(deadline)[0], Order::Tell(Trouble::Silent));
    assert_eq!(asked(Protocol::Uci, ARENA).deadline(), None);
}

#[test]
fn a_forbidden_move_is_asked_for_again_then_made_by_another() {
    let mut driver = asked(Protocol::Uci, SERVER);
    driver.line("bestmove e2e5");
    let orders = driver.refused(SECOND, &view(START), "bestmove e2e5");
    assert_eq!(orders[0], Order::Tell(Trouble::AskedAgain("bestmove e2e5".to_owned())));
    assert!(sent(&orders)[1].contains(" searchmoves "), "{orders:?}");
    driver.line("bestmove e2e5");
    let orders = driver.refused(SECOND, &view(START), "bestmove e2e5");
    let illegal = Order::Tell(Trouble::Illegal("bestmove e2e5".to_owned()));
    assert_eq!(orders, [illegal, Order::Attend]);
    assert!(driver.needs_stand_in());
    driver.moved(m("d2d4"));
    assert!(!driver.needs_stand_in(), "it goes on with its next move");
    // XBoard's can't be asked for another.
    let mut driver = asked(Protocol::XBoard, SERVER);
    let orders = driver.refused(SECOND, &view(START), "move e2e5");
    assert_eq!(orders[0], Order::Tell(Trouble::Illegal("move e2e5".to_owned())));
}

#[test]
fn where_nobody_stands_in_a_forbidden_move_is_the_end_and_nonsense_costs_time() {
    let mut driver = asked(Protocol::Uci, ARENA);
    let nonsense = Order::Tell(Trouble::Nonsense("bestmove Zz9".to_owned()));
    assert_eq!(driver.line("bestmove Zz9"), [nonsense]);
    assert!(!driver.needs_stand_in(), "it is waited for");
    let orders = driver.refused(SECOND, &view(START), "");
    assert_eq!(orders, [Order::Stop, Order::GiveUp]);
    let mut driver = asked(Protocol::Uci, SERVER);
    let none = Order::Tell(Trouble::SeesNoMove("bestmove (none)".to_owned()));
    assert_eq!(driver.line("bestmove (none)"), [none, Order::Attend]);
    assert!(driver.needs_stand_in());
}

#[test]
fn what_it_says_is_handed_on_and_complaints_unasked_change_nothing() {
    let mut driver = asked(Protocol::XBoard, SERVER);
    assert_eq!(driver.line("tellics ptell sit"), [Order::Say("sit".to_owned())]);
    assert_eq!(driver.line("resign"), [Order::Resign]);
    driver.moved(m("e2e4"));
    let complaint = Order::Tell(Trouble::Complains("Error (what): go".to_owned()));
    assert_eq!(driver.line("Error (what): go"), [complaint]);
    assert!(!driver.needs_stand_in());
    assert!(driver.line("move d2d4").is_empty(), "it is not its turn");
}

#[test]
fn an_answer_to_a_question_that_is_over_is_no_answer() {
    let mut driver = asked(Protocol::XBoard, SERVER);
    assert!(driver.interrupted().is_empty());
    assert!(driver.line("move e2e4").is_empty());
    let orders = driver.attend(SECOND, &view(START));
    assert_eq!(sent(&orders).last(), Some(&"go"), "it is asked anew");
}

#[test]
fn one_whose_stock_changes_while_it_thinks_is_stopped_and_asked_again() {
    let mut driver = ready(Protocol::Uci, SERVER);
    let (before, after) = (view(START), view(&START.replace("[]", "[n]")));
    driver.attend(Duration::ZERO, &before);
    let asked = driver.deadline();
    assert!(driver.attend(Duration::ZERO, &before).is_empty(), "nothing has changed");
    assert_eq!(sent(&driver.attend(SECOND, &after)), ["stop"]);
    assert!(driver.attend(SECOND, &after).is_empty(), "it is stopped once");
    assert_eq!(driver.deadline(), asked, "one that does not stop hangs");
    assert_eq!(driver.line("bestmove e2e4"), [Order::Attend], "what it thought counts no more");
    let orders = driver.attend(SECOND, &after);
    assert!(sent(&orders)[0].contains("[n]") && sent(&orders)[1].starts_with("go "), "{orders:?}");
    assert_eq!(driver.line("bestmove d2d4"), [Order::Play("d2d4".parse().unwrap())]);
}

#[test]
fn one_whose_game_begins_again_while_it_thinks_is_asked_once_it_has_stopped() {
    let mut driver = asked(Protocol::Uci, SERVER);
    let deadline = driver.deadline();
    assert_eq!(sent(&driver.loses_its_moves()), ["stop"]);
    assert!(driver.loses_its_moves().is_empty(), "it is stopped once");
    let again = view(&START.replace("[]", "[n]"));
    assert!(
        driver.attend(SECOND, &again).is_empty(),
        "it still thinks about the game that is no more"
    );
    assert_eq!(driver.deadline(), deadline, "one that does not stop hangs");
    assert_eq!(driver.line("bestmove e2e4"), [Order::Attend], "what it thought counts no more");
    let orders = driver.attend(SECOND, &again);
    assert!(sent(&orders)[3].starts_with("go "), "{orders:?}");
    assert_eq!(driver.line("bestmove d2d4"), [Order::Play("d2d4".parse().unwrap())]);
    // One that has answered has nothing to stop.
    assert!(driver.interrupted().is_empty());
    let orders = driver.attend(SECOND, &again);
    assert!(sent(&orders)[3].starts_with("go "), "{orders:?}");
}

#[test]
fn one_of_xboards_is_told_its_stock_while_it_thinks_and_answers_once() {
    let mut driver = asked(Protocol::XBoard, SERVER);
    let orders = driver.attend(SECOND, &view(&START.replace("[]", "[n]")));
    assert_eq!(sent(&orders), ["holding [] [N] BN"]);
    assert_eq!(driver.line("move e2e4"), [Order::Play("e2e4".parse().unwrap())]);
}

#[test]
fn one_that_plans_its_time_by_the_number_of_the_move_is_told_it() {
    let mut driver = asked(Protocol::Uci, SERVER);
    let number = |orders: &[Order]| {
        let line = sent(orders).into_iter().find(|line| line.starts_with("position fen "));
        line.and_then(|line| line.rsplit(' ').next()?.parse::<usize>().ok())
    };
    for made in 1..=9 {
        driver.moved(m("g1f3"));
        driver.opponent_moved(m("g8f6"));
        assert_eq!(number(&driver.attend(SECOND, &view(START))), Some(made + 1));
    }
    // Whose moves were taken back is told nothing that nobody knows.
    assert_eq!(sent(&driver.loses_its_moves()), ["stop"]);
    driver.line("bestmove g1f3");
    let orders = driver.attend(SECOND, &view(START));
    assert_eq!(number(&orders), Some(1));
}
