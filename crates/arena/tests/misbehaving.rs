//! Somebody else's engine that prints garbage, dies, plays an illegal move, hangs, never gets
//! ready or does not exist: it is said clearly, and the match goes on by the book to its end.

use std::sync::Arc;
use std::time::Duration;

use tandem_arena::{Plan, run};
use tandem_notation::bpgn::Reader;
use tandem_notation::record::read_match;
use tandem_referee::{Phase, TimeControl};
use tandem_rules::{Millis, Rulebook};

/// What became of two matches: the share of ours, how the last ended, what was said.
struct Outcome {
    share: f64,
    reasons: Vec<String>,
    said: Vec<String>,
    bpgn: String,
}

fn against(player: &str, book: &str) -> Outcome {
    against_patiently(player, book, Duration::from_secs(20))
}

fn against_patiently(player: &str, book: &str, patience: Duration) -> Outcome {
    let plan = Plan {
        book: Arc::new(Rulebook::builtin(book).expect("a built-in book")),
        sides: ["builtin:2".parse().expect("a player"), player.parse().expect("a player")],
        time: TimeControl::sudden_death(Millis(1_000)),
        matches: 2,
        at_once: 2,
        opening_plies: 0,
        seed: 1,
        hash: 1,
        patience,
        counted: None,
        earlier: Default::default(),
    };
    let mut outcome =
        Outcome { share: 0.0, reasons: Vec::new(), said: Vec::new(), bpgn: String::new() };
    let tally = run(&plan, &mut |progress| {
        outcome.reasons.push(progress.outcome.reason.clone());
        outcome.said.extend(progress.troubles.iter().map(|(_, trouble)| trouble.what.clone()));
        outcome.bpgn.push_str(&progress.bpgn);
    });
    outcome.share = tally.share();
    outcome
}

fn script(protocol: &str, manner: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines");
    format!("{protocol}:sh {folder}/{protocol}.sh {manner}")
}

impl Outcome {
    /// What was written replays through the referee to an end.
    #[track_caller]
    fn replays(&self) {
        let mut reader = Reader::new(self.bpgn.as_bytes());
        let mut games = 0;
        while let Some(game) = reader.read_game().expect("text") {
            let replayed = read_match(&game, Rulebook::builtin).expect("a match of ours");
            assert_eq!(replayed.state.phase(), Phase::Over);
            games += 1;
        }
        assert_eq!(games, 2);
    }

    /// The numbers of the moves that players of this kind made, in all matches.
    fn moves_of(&self, kind: &str) -> impl Iterator<Item = u32> {
        Reader::new(self.bpgn.as_bytes()).flat_map(move |game| {
            let game = game.expect("text");
            let theirs = |seat| game.tags.player(seat).is_some_and(|name| name.starts_with(kind));
            let plies = game.main.plies.iter().filter(|ply| theirs(ply.seat()));
            plies.map(|ply| ply.number.number).collect::<Vec<u32>>()
        })
    }

    #[track_caller]
    fn is_won_because(&self, reason: &str, said: &str) {
        assert!((self.share - 1.0).abs() < 1e-9, "{}: {:?}", self.share, self.said);
        assert_eq!(self.reasons, [reason, reason], "{:?}", self.said);
        let times = self.said.iter().filter(|what| what.contains(said)).count();
        assert!(times >= 2, "{said}: {:?}", self.said);
        self.replays();
    }
}

#[test]
fn garbage_is_told_and_the_clock_decides() {
    against(&script("uci", "garbage"), "fics").is_won_because("flag", "the engine says: bestmove");
    against(&script("xboard", "garbage"), "fics").is_won_because("flag", "the engine says: move");
}

#[test]
fn an_engine_that_dies_is_started_again_and_forfeited_in_the_end() {
    for protocol in ["uci", "xboard"] {
        let outcome = against(&script(protocol, "dies"), "fics");
        outcome.is_won_because("forfeit", "its game is forfeited");
        let ended = outcome.said.iter().filter(|what| *what == "the engine ended").count();
        assert!(ended >= 6, "three times in each of two matches: {:?}", outcome.said);
    }
}

#[test]
fn an_engine_that_prints_without_end_or_falls_silent_for_ever_is_as_one_that_dies() {
    for manner in ["floods", "closes"] {
        for protocol in ["uci", "xboard"] {
            let outcome = against(&script(protocol, manner), "fics");
            assert!((outcome.share - 1.0).abs() < 1e-9, "{protocol} {manner}: {:?}", outcome.said);
            // On a slow machine the clock may be faster than the flood.
            let ended =
                outcome.reasons.iter().all(|reason| reason == "forfeit" || reason == "flag");
            assert!(ended, "{protocol} {manner}: {:?}", outcome.reasons);
            assert!(
                outcome.said.iter().any(|what| what == "the engine ended"),
                "{:?}",
                outcome.said
            );
        }
    }
}

#[test]
fn a_line_without_end_delays_nobody() {
    let outcome = against(&script("uci", "endless"), "fics");
    assert!((outcome.share - 1.0).abs() < 1e-9, "{:?}", outcome.said);
}

#[test]
fn an_xboard_engine_that_crashes_once_plays_on() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/crashes.sh");
    for manner in ["setboard", "moves", "silent"] {
        let player = format!("xboard:sh {script} {manner}");
        let outcome = against_patiently(&player, "fics", Duration::from_millis(200));
        outcome.is_won_because("flag", "the engine ended");
        let other = outcome.said.iter().find(|what| *what != "the engine ended");
        assert_eq!(other, None, "{manner}");
        let seconds = outcome.moves_of("xboard").filter(|number| *number == 2).count();
        assert!(seconds >= 2, "{manner}: it played on in both matches: {}", outcome.bpgn);
    }
}

#[test]
fn an_illegal_move_is_refused_and_forfeits() {
    for protocol in ["uci", "xboard"] {
        let outcome = against(&script(protocol, "illegal"), "fics");
        outcome.is_won_because("forfeit", "was refused");
    }
}

#[test]
fn an_engine_that_hangs_loses_on_time() {
    for protocol in ["uci", "xboard"] {
        let outcome = against(&script(protocol, "hangs"), "fics");
        assert_eq!(outcome.reasons, ["flag", "flag"]);
        assert!((outcome.share - 1.0).abs() < 1e-9);
        // Once on board A, once on board B: the words are those of the board that decided.
        let words: Vec<&str> = outcome.bpgn.split_whitespace().collect();
        let told = words.join(" ").matches("forfeits on time}").count();
        assert_eq!(told, 2, "{}", outcome.bpgn);
    }
}

#[test]
fn an_engine_that_never_gets_ready_or_does_not_exist_forfeits() {
    let briefly = Duration::from_millis(100);
    let outcome = against_patiently(&script("uci", "mute"), "fics", briefly);
    outcome.is_won_because("forfeit", "does not say that it is ready");
    let outcome = against("uci:no-such-engine-anywhere", "fics");
    outcome.is_won_because("forfeit", "can't be started");
    let late = outcome.said.iter().find(|what| what.contains("the match is over"));
    assert_eq!(late, None, "the first forfeit ends the match, and nothing more is ruled");
    let outcome = against("xboard:true", "fics");
    outcome.is_won_because("forfeit", "the engine ended before the match began");
}

#[test]
fn where_an_arbiter_may_not_forfeit_the_clock_runs() {
    for book in ["minerva", "stein"] {
        let outcome = against(&script("uci", "illegal"), book);
        assert!((outcome.share - 1.0).abs() < 1e-9, "{book}: {:?}", outcome.said);
        assert!(outcome.said.iter().any(|what| what.contains("was refused")), "{book}");
    }
}
