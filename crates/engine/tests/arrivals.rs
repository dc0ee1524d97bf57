//! A man arrives while a player thinks: the move that it makes a fatal one must not come out.
//!
//! `fixtures/arrivals.txt` is made by `examples/make_arrivals.rs`; brute force, which shares nothing with
//! the search, says that its lines are right.

#[path = "tactics/brute.rs"]
#[expect(dead_code, reason = "tactics need more of it")]
mod brute;

use std::path::Path;
use std::sync::Arc;

use brute::Brute;
use tandem_engine::team::{Seen, View};
use tandem_engine::{Bot, Interrupt, Level, Next, Timer, Watch, is_mated_after};
use tandem_notation::Bfen;
use tandem_notation::script::Runner;
use tandem_rules::shakmaty::{Piece, Role};
use tandem_rules::{BoardId, Millis, Move, OtherBoard, Position, Rulebook, Seat};

/// So many nodes are a millisecond.
const SPEED: u64 = 10;

/// A player thinks about a view until `arrival` is told, then about the other one; what comes out.
fn thinks_and_hears(before: &View, after: &View, arrival: Millis) -> Next {
    let mut bot = Bot::new(Level::STRONGEST, 1, 1);
    let mut watch = Watch::new(bot.alertness());
    watch.asked(before);
    assert!(watch.looks_up(after), "nothing is noticed");
    let interrupt = Interrupt::new();
    let reached = |time: Millis| {
        if time >= arrival {
            interrupt.look_up();
        }
    };
    let timer = Timer::Counted { per_milli: SPEED, spent: 0, reached: &reached };
    let first = bot.decide(before, timer, &interrupt);
    assert!(first.next == Next::AskAgain && first.acts.is_empty(), "{:?}", first.next);
    assert!(first.took >= arrival);
    bot.decide(after, Timer::Nodes { per_milli: SPEED }, &Interrupt::new()).next
}

/// What a player does who hears nothing.
fn thinks(view: &View) -> Next {
    let mut bot = Bot::new(Level::STRONGEST, 1, 1);
    bot.decide(view, Timer::Nodes { per_milli: SPEED }, &Interrupt::new()).next
}

fn played(next: Next) -> Option<Move> {
    match next {
        Next::Play { m, .. } => Some(m),
        Next::Sit { .. } | Next::Nothing | Next::AskAgain => None,
    }
}

/// A line of the file.
struct Arrival {
    line: usize,
    book: Arc<Rulebook>,
    role: Role,
    position: Position,
    beside: Position,
    fatal: Vec<String>,
}

impl Arrival {
    fn all() -> Vec<Arrival> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/arrivals.txt");
        let text = std::fs::read_to_string(path).expect("the file");
        text.lines()
            .enumerate()
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(at, line)| Arrival::parse(at + 1, line))
            .collect()
    }

    fn parse(line: usize, text: &str) -> Arrival {
        let parts: Vec<&str> = text.split(';').map(str::trim).collect();
        let [book, man, bfen, moves] = parts[..] else { panic!("line {line}: four parts") };
        let bfen: Bfen = bfen.parse().unwrap_or_else(|error| panic!("line {line}: {error}"));
        let man = man.chars().next().and_then(Piece::from_char).expect("a man");
        Arrival {
            line,
            book: Arc::new(Rulebook::builtin(book).expect("a built-in book")),
            role: man.role,
            position: bfen.boards[BoardId::A].position.clone(),
            beside: bfen.boards[BoardId::B].position.clone(),
            fatal: moves.split(' ').map(str::to_owned).collect(),
        }
    }

    /// What the player sees before the man comes, and after.
    fn views(&self) -> [View; 2] {
        let mut richer = self.position.clone();
        richer.stock_mut(!self.position.turn()).add(self.role);
        [self.position.clone(), richer].map(|position| {
            let seat = Seat::new(BoardId::A, position.turn());
            let mut view = View::alone(self.book.clone(), seat, position);
            view.other_board = Some(Seen::new(self.beside.clone()));
            for seat in Seat::ALL {
                view.clocks[seat] = Some(Millis::from_secs(30));
            }
            view
        })
    }

    fn is_fatal(&self, m: Option<Move>) -> bool {
        m.is_some_and(|m| self.fatal.contains(&m.to_string()))
    }
}

#[test]
fn the_file_is_right_by_brute_force() {
    let arrivals = Arrival::all();
    assert!(arrivals.len() >= 50, "{} lines", arrivals.len());
    for arrival in &arrivals {
        let other = Some(OtherBoard { position: &arrival.beside, ended: false });
        let brute = Brute { rules: *arrival.book.board_rules(), other };
        let [before, after] = arrival.views();
        let saving = |view: &View| brute.saving_moves(&view.own.position, 1);
        let (without, with) = (saving(&before), saving(&after));
        let mut fatal: Vec<String> =
            without.iter().filter(|m| !with.contains(m)).map(ToString::to_string).collect();
        let mut listed = arrival.fatal.clone();
        fatal.sort_unstable();
        listed.sort_unstable();
        assert_eq!(fatal, listed, "line {}", arrival.line);
        assert!(!with.is_empty(), "line {}: nothing helps", arrival.line);
        for m in after.board().legal_moves() {
            assert_eq!(is_mated_after(&after, m), !with.contains(&m), "line {}: {m}", arrival.line);
        }
    }
}

#[test]
fn a_man_that_arrives_is_heard() {
    let arrivals = Arrival::all();
    let mut deaf = 0;
    for arrival in &arrivals {
        let [before, after] = arrival.views();
        deaf += usize::from(arrival.is_fatal(played(thinks(&before))));
        // It comes early in the turn, or when most of its time is gone.
        for used in [Millis::ZERO, Millis(900)] {
            let mut after = after.clone();
            after.own.on_move_for = used;
            let heard = played(thinks_and_hears(&before, &after, Millis(200)));
            assert!(!arrival.is_fatal(heard), "line {}, {used}: {heard:?}", arrival.line);
        }
    }
    // Else the lines would show nothing.
    assert!(deaf * 2 >= arrivals.len(), "{deaf} of {} are missed by the deaf", arrivals.len());
}

#[test]
fn a_move_that_was_decided_does_not_leave() {
    for arrival in Arrival::all() {
        let [before, after] = arrival.views();
        let mut watch = Watch::new(Bot::new(Level::STRONGEST, 1, 1).alertness());
        for m in before.board().legal_moves() {
            let fatal = is_mated_after(&after, m);
            watch.asked(&before);
            assert!(!watch.lets_go(&after, m), "line {}: {m}: the match is another", arrival.line);
            watch.asked(&after);
            assert_eq!(!watch.lets_go(&after, m), fatal, "line {}: {m}", arrival.line);
        }
    }
}

/// Two matches that were lost to Fairy-Stockfish with 27 of 30 seconds left.
const LOST: &str = "position r1bqkbnr/ppppp1pp/2n5/5p2/3P1P2/8/PPP1P1PP/RNBQKBNR w KQkq - | \
                    rnbqkbnr/ppppp2p/6p1/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq -";

/// What a player sees after moves like `A e4`, one every fifth of a second.
fn seen_after(moves: &str, seat: Seat) -> View {
    let mut runner = Runner::new(Rulebook::builtin);
    let mut out = Vec::new();
    let begin = ["book fics", "clock 30", LOST, "0 start"].map(str::to_owned);
    let words: Vec<&str> = moves.split_whitespace().collect();
    let played = words.chunks(2).zip(1..).map(|(word, number)| {
        let time = 200 * number;
        format!("{}.{:03} {} {}", time / 1_000, time % 1_000, word[0], word[1])
    });
    for line in begin.into_iter().chain(played) {
        runner.line(&line, &mut out).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    let now = Millis(100 * words.len() as i64);
    View::of(runner.game().expect("a match"), seat, now)
}

fn a_lost_match(moves: &str, arrival: &str, seat: Seat, fatal: &str) {
    let before = seen_after(moves, seat);
    let after = seen_after(&format!("{moves} {arrival}"), seat);
    assert!(before.may_move);
    let fatal = after.board().legal_moves().into_iter().find(|m| m.to_string() == fatal);
    let fatal = fatal.expect("a legal move");
    assert!(is_mated_after(&after, fatal) && !is_mated_after(&before, fatal));
    for arrival in [20, 150, 300] {
        let heard = played(thinks_and_hears(&before, &after, Millis(arrival)));
        assert!(heard.is_some_and(|m| !is_mated_after(&after, m)), "{heard:?}");
    }
}

#[test]
fn the_pawn_that_mated_black_on_board_b_is_seen() {
    let moves = "B Qxf5 A d5 b gxf5 a e6 B d4 A dxc6 a Nf6 b fxe4 B Nh3 b Nc6 A cxd7+ B Ng5";
    a_lost_match(moves, "a Qxd7", Seat::BlackB, "c6d4");
}

#[test]
fn the_pawn_that_mated_black_on_board_a_is_seen() {
    let moves = "A d5 a Nb8 A Nh3 B Qh4 b Nc6 B exf5 b Nh6 a c6 A Ng5";
    a_lost_match(moves, "B fxg6 b hxg6", Seat::BlackA, "g8f6");
}
