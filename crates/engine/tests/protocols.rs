//! UCI and XBoard, spoken to as GUIs do, and with nonsense.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tandem_engine::protocol::{Effect, Setting, Task, Uci, XBoard};
use tandem_engine::team::View;
use tandem_engine::{Bot, Decision, Engine, Interrupt, Level, Next, Report, Strength, Timer};
use tandem_referee::Message;
use tandem_rules::Rulebook;
use tandem_rules::shakmaty::{Color, Role};

fn book() -> Arc<Rulebook> {
    Arc::new(Rulebook::builtin("fics").expect("a built-in book"))
}

fn said<T>(effects: &[Effect<T>]) -> Vec<&str> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Say(line) => Some(line.as_str()),
            _ => None,
        })
        .collect()
}

fn task(effects: Vec<Effect<Task>>) -> Task {
    match effects.into_iter().next() {
        Some(Effect::Think(task)) => *task,
        other => panic!("no search: {other:?}"),
    }
}

fn solve(uci: &mut Uci, task: &Task) -> (Vec<String>, String) {
    let mut infos = Vec::new();
    let timer = Timer::Nodes { per_milli: 100 };
    let stop = AtomicBool::new(false);
    let (report, chosen) = task.run(&mut Engine::new(4), timer, &stop, &mut |progress| {
        infos.push(Uci::info(progress, timer.elapsed(progress.nodes)));
    });
    let effects = uci.found(&report, chosen);
    (infos, said(&effects).join(""))
}

#[test]
fn uci_introduces_itself_and_finds_a_mate_with_a_drop() {
    let mut uci = Uci::new(book());
    let hello = uci.line("uci");
    let hello = said(&hello);
    assert!(hello.contains(&"option name UCI_Variant type combo default bughouse var bughouse"));
    assert_eq!(hello.last(), Some(&"uciok"));
    assert_eq!(said(&uci.line("isready")), ["readyok"]);
    assert!(uci.line("setoption name UCI_Variant value bughouse").is_empty());
    // The king is boxed in: the knight from the stock mates.
    let fen = "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1";
    assert!(uci.line(&format!("position fen {fen}")).is_empty());
    let asked = task(uci.line("go depth 4"));
    let (infos, best) = solve(&mut uci, &asked);
    assert_eq!(best, "bestmove N@f7");
    assert!(infos.iter().any(|info| info.contains("score mate 1")), "{infos:?}");
}

#[test]
fn uci_shows_as_many_lines_as_it_is_asked_for() {
    let mut uci = Uci::new(book());
    assert!(uci.line("setoption name MultiPV value 3").is_empty());
    uci.line(
        "position fen r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[Pn] w KQkq - 0 1",
    );
    let asked = task(uci.line("go depth 6"));
    let (infos, best) = solve(&mut uci, &asked);
    let after = |info: &str, word: &str| {
        let mut words = info.split(' ').skip_while(|&other| other != word).skip(1);
        words.next().map(str::to_owned)
    };
    let deepest: Vec<&String> =
        infos.iter().filter(|info| info.contains("info depth 6 ")).collect();
    let numbers: Vec<_> = deepest.iter().filter_map(|info| after(info, "multipv")).collect();
    assert_eq!(numbers, ["1", "2", "3"], "{infos:?}");
    let firsts: Vec<_> = deepest.iter().filter_map(|info| after(info, "pv")).collect();
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2]);
    assert_eq!(best, format!("bestmove {}", firsts[0]));
    let scores: Vec<i32> = deepest
        .iter()
        .filter_map(|info| after(info, "cp").and_then(|score| score.parse().ok()))
        .collect();
    assert!(scores.len() == 3 && scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
}

#[test]
fn uci_sets_threads_that_search_together() {
    let mut uci = Uci::new(book());
    let effects = uci.line("setoption name Threads value 3");
    assert!(matches!(effects[..], [Effect::Set(Setting::Threads(3))]), "{effects:?}");
    let mut engine = Engine::new(4);
    engine.set_threads(3);
    uci.line(
        "position fen rnb1kbnr/3p2p1/p2PB3/q1p1Pp2/p6p/2P2N2/PP1P1PPP/R1BQK2R[QPpp] w KQkq - 0 1",
    );
    let asked = task(uci.line("go mate 2"));
    let (timer, stop) = (Timer::Nodes { per_milli: 100 }, AtomicBool::new(false));
    let (report, _) = asked.run(&mut engine, timer, &stop, &mut |_| {});
    assert_eq!(report.best().map(|m| m.to_string()).as_deref(), Some("P@f7"));
}

#[test]
fn uci_follows_moves_and_says_when_there_is_none() {
    let mut uci = Uci::new(book());
    assert!(uci.line("position startpos moves e2e4 e7e5 g1f3").is_empty());
    assert_eq!(task(uci.line("go nodes 500")).position.turn(), Color::Black);
    // Mated: there is nothing to play.
    let mut uci = Uci::new(book());
    uci.line("position fen R5k1/5ppp/8/8/8/8/8/K7[] b - - 0 1");
    let asked = task(uci.line("go wtime 1000 btime 1000 winc 0 binc 0"));
    assert!(asked.soft.is_some() && asked.hard.is_some_and(|hard| hard.0 < 1_000));
    assert_eq!(solve(&mut uci, &asked).1, "bestmove (none)");
}

#[test]
fn uci_plays_by_the_book_it_is_told() {
    let mut uci = Uci::new(book());
    assert!(uci.line("setoption name Book value stein").is_empty());
    // No drop may give check (stein 2.4).
    let complaint = uci.line("position fen 6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1 moves N@f7");
    assert!(said(&complaint)[0].contains("a dropped piece may not give check"));
    // A promotion takes its piece from the other board (stein 3.1).
    let other_board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    assert!(uci.line(&format!("setoption name OtherBoard value {other_board}")).is_empty());
    assert!(uci.line("position fen 7k/P7/8/8/8/8/8/K7[] w - - 0 1 moves a7a8qd1").is_empty());
    uci.line("position fen 7k/P7/8/8/8/8/8/K7[] w - - 0 1");
    let asked = task(uci.line("go depth 5"));
    assert_eq!(solve(&mut uci, &asked).1, "bestmove a7a8qd1");
}

#[test]
fn uci_survives_nonsense() {
    let mut uci = Uci::new(book());
    for line in [
        "",
        "   ",
        "xyzzy",
        "go depth x nodes",
        "position",
        "position fen",
        "position fen x/y",
        "position startpos moves e2e5",
        "setoption",
        "setoption name",
        "setoption name Hash value",
        "setoption name Hash value -1",
        "setoption name Level value 99",
        "stop",
        "debug on",
        "setoption name Book value \u{fffd}",
        "position startpos moves \u{1f600}\u{1f600}",
        "setoption name OtherBoard value 8/8",
        "go wtime -5 btime -5",
        "go movetime 0",
        "setoption name UCI_Variant value chess",
        "ponderhit",
        "\u{0}\u{7}",
        "go infinite",
    ] {
        for effect in uci.line(line) {
            if let Effect::Say(answer) = effect {
                assert!(answer.starts_with("info string"), "{line}: {answer}");
            }
        }
    }
}

#[test]
fn uci_ponders_until_it_is_told_to_play() {
    let fen = "position fen 6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1";
    let go = "go ponder wtime 60000 btime 60000";
    // The expected move is made while it still searches: then its own time runs.
    let mut uci = Uci::new(book());
    uci.line(fen);
    let pondered = task(uci.line(go));
    assert_eq!((pondered.soft, pondered.hard), (None, None), "the opponent's time costs nothing");
    assert!(said(&uci.line("go depth 1"))[0].contains("under way"));
    assert!(matches!(uci.line("ponderhit")[..], [Effect::Stop]));
    let again = uci.found(&tandem_engine::Report::default(), None);
    let own = task(again);
    assert!(own.soft.is_some() && own.hard.is_some());
    assert_eq!(solve(&mut uci, &own).1, "bestmove N@f7");
    // It has searched all it was asked to before the expected move is made: it waits with the answer.
    uci.line(fen);
    let pondered = task(uci.line("go ponder depth 3"));
    assert_eq!(solve(&mut uci, &pondered).1, "", "nothing is said while the opponent thinks");
    assert_eq!(said(&uci.line("ponderhit")), ["bestmove N@f7"]);
    // Another move was made.
    let pondered = task(uci.line("go ponder depth 3"));
    assert!(matches!(uci.line("stop")[..], [Effect::Stop]));
    assert_eq!(solve(&mut uci, &pondered).1, "bestmove N@f7");
    let pondered = task(uci.line("go ponder depth 3"));
    assert_eq!(solve(&mut uci, &pondered).1, "");
    assert_eq!(said(&uci.line("stop")), ["bestmove N@f7"]);
    // The reply to ponder on is told to whoever asks for it.
    uci.line("position startpos");
    assert!(uci.line("setoption name Ponder value true").is_empty());
    let asked = task(uci.line("go depth 3"));
    assert!(solve(&mut uci, &asked).1.contains(" ponder "));
}

#[test]
fn uci_owes_an_answer_to_every_go() {
    for (line, told) in [
        ("go movetime abc", "go movetime: a number is expected, not abc"),
        ("go movetime", "go movetime: a number is expected, not nothing"),
        ("go wtime x btime y", "go wtime: a number is expected, not x"),
        ("go depth deep", "go depth: a number is expected, not deep"),
        ("go faster", "go faster: not known"),
        ("go searchmoves e2e4 movetime 90", "go searchmoves: not known"),
    ] {
        let mut uci = Uci::new(book());
        let mut effects = uci.line(line);
        assert!(said(&effects).iter().any(|one| one.ends_with(told)), "{line}: {effects:?}");
        let asked = task(effects.split_off(said(&effects).len()));
        assert!(asked.hard.is_some(), "{line} has an end");
    }
    let mut uci = Uci::new(book());
    let mut effects = uci.line("go infinite searchmoves e2e4 N@f3");
    assert_eq!(said(&effects), ["info string go searchmoves: not known"]);
    assert!(task(effects.split_off(1)).hard.is_none(), "it was to think until it is stopped");
    let told = Uci::new(book()).line("position startpos movs e2e4");
    assert_eq!(said(&told), ["info string position: moves expected, not movs"]);
    // There is no mate in one: the search ends all the same.
    let mut uci = Uci::new(book());
    let asked = task(uci.line("go mate 1"));
    assert!(asked.depth.is_some());
    assert!(solve(&mut uci, &asked).1.starts_with("bestmove "));
    uci.line("position fen 6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1");
    let asked = task(uci.line("go mate 1"));
    assert_eq!(solve(&mut uci, &asked).1, "bestmove N@f7");
}

#[test]
fn uci_sets_a_strength_by_level_or_by_number() {
    let mut uci = Uci::new(book());
    let mut strength = |lines: &[&str]| {
        for line in lines {
            assert!(uci.line(line).is_empty(), "{line}");
        }
        let Some(Effect::Think(task)) = uci.line("go depth 1").pop() else { panic!("no thought") };
        uci.found(&Report::default(), None);
        task.options.strength
    };
    assert_eq!(strength(&[]), Level::STRONGEST.into());
    let level = |number: u8| Strength::from(Level::try_from(number).unwrap());
    assert_eq!(strength(&["setoption name UCI_Elo value 1390"]), level(8), "it does not count yet");
    let between = strength(&["setoption name UCI_LimitStrength value true"]);
    assert_eq!(between, Strength::of_elo(1_390));
    assert!(level(1) < between && between < level(8));
    assert_eq!(strength(&["setoption name UCI_Elo value 1000"]), level(1));
    assert_eq!(strength(&["setoption name UCI_LimitStrength value false"]), level(8));
    let wrong = ["setoption name UCI_Elo value 900", "setoption name UCI_LimitStrength value 1"];
    for line in wrong {
        assert!(said(&uci.line(line))[0].starts_with("info string UCI_"), "{line}");
    }
}

#[test]
fn xboard_shows_its_thinking_when_asked() {
    let mut xboard = XBoard::new(book());
    assert!(!xboard.posts());
    assert!(xboard.line("post").is_empty() && xboard.posts());
    xboard.line("setboard 6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1");
    let Some(Effect::Think(view)) = xboard.line("go").into_iter().next() else {
        panic!("no thought")
    };
    let timer = Timer::Nodes { per_milli: 100 };
    let mut shown = Vec::new();
    let mut bot = Bot::new(Level::STRONGEST, 4, 1);
    bot.decide_and_tell(&view, timer, &Interrupt::new(), &mut |progress| {
        shown.push(XBoard::thinking(progress, timer.elapsed(progress.nodes)));
    });
    let last: Vec<_> = shown.last().expect("a line").split(' ').collect();
    assert!(
        last.len() >= 5 && last[..4].iter().all(|word| word.parse::<i64>().is_ok()),
        "{shown:?}"
    );
    assert_eq!((last[1], last[4]), ("100001", "N@f7"), "{shown:?}");
    assert!(xboard.line("nopost").is_empty() && !xboard.posts());
}

fn decide(effects: Vec<Effect<View>>) -> Option<Decision> {
    effects.into_iter().find_map(|effect| match effect {
        Effect::Think(view) => {
            let mut bot = Bot::new(Level::STRONGEST, 1, 1);
            Some(bot.decide(&view, Timer::Nodes { per_milli: 1 }, &Interrupt::new()))
        }
        _ => None,
    })
}

#[test]
fn xboard_plays_a_game_with_stocks_and_a_partner() {
    let mut xboard = XBoard::new(book());
    assert!(xboard.line("xboard").is_empty());
    let hello = xboard.line("protover 2");
    assert!(said(&hello).iter().any(|line| line.contains("variants=\"bughouse")));
    assert_eq!(said(&hello).last(), Some(&"feature done=1"));
    let fresh = xboard.line("new");
    assert!(fresh.iter().any(|effect| matches!(effect, Effect::Set(Setting::NewGame))));
    for line in ["variant bughouse", "partner somebody", "level 0 2 0", "rating 0 0", "hard"] {
        assert!(xboard.line(line).is_empty(), "{line}");
    }
    assert_eq!(said(&xboard.line("ping 7")), ["pong 7"]);
    xboard.line("time 12000");
    xboard.line("otim 12000");
    let decision = decide(xboard.line("usermove e2e4")).expect("it thinks");
    let answer = xboard.decided(&decision);
    assert!(said(&answer).iter().any(|line| line.starts_with("move ")), "{answer:?}");
    // A knight comes in, and is on the board once it is dropped.
    assert!(xboard.line("holding [N] [] WN").is_empty());
    let decision = decide(xboard.line("usermove N@e6")).expect("it thinks");
    assert!(matches!(decision.next, Next::Play { .. }));
    // A piece that comes while it thinks starts the thought again.
    let again = xboard.line("holding [] [Q] BQ");
    assert!(matches!(again.as_slice(), [Effect::Think(view)]
        if view.own.position.stock(Color::Black).has(Role::Queen)));
    assert_eq!(xboard.heard("ptell sit"), [Message::Sit]);
    assert_eq!(xboard.heard("usermove e2e4"), []);
}

#[test]
fn xboard_survives_nonsense() {
    let mut xboard = XBoard::new(book());
    for line in [
        "",
        "xyzzy",
        "usermove",
        "usermove e2e5",
        "e2e5",
        "level",
        "level x y z",
        "time",
        "time x",
        "holding",
        "holding [",
        "holding [K] []",
        "holding [\u{e9}] []",
        "setboard nonsense",
        "undo",
        "remove",
        "st -1",
        "st",
        "memory x",
        "cores 0",
        "option",
        "option Level=99",
        "protover",
        "variant shatranj",
        "?",
        "result",
        "ptell",
        "ping",
        "result 1-0 {x",
        "playother",
        "\u{0}",
    ] {
        for effect in xboard.line(line) {
            assert!(!matches!(effect, Effect::Quit), "{line}");
        }
    }
    assert!(said(&xboard.line("usermove e2e5"))[0].starts_with("Illegal move"));
}
