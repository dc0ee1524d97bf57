//! Whatever bytes come: no panic, no stuck table, nobody else harmed. And boards read back.

use proptest::prelude::*;
use tandem_ics::{Conn, seal};
use tandem_referee::Phase;
use tandem_rules::shakmaty::{CastlingSide, Color};
use tandem_rules::{BoardId, Seat};

use super::house::World;

const NAMES: [&str; 4] = ["Anna", "Bert", "Cleo", "Dora"];

/// Four who play: Anna and Bert against Cleo and Dora.
fn four() -> World {
    let mut world = World::new();
    for (at, name) in NAMES.iter().enumerate() {
        let conn = Conn(at as u64 + 1);
        world.connect(conn);
        world.hear(conn, format!("{name}\n\niset ms 1\n").as_bytes());
    }
    for (at, line) in [
        (1, "partner Bert"),
        (2, "partner Anna"),
        (3, "partner Dora"),
        (4, "accept"),
        (1, "match Cleo 3 0 bughouse"),
        (3, "accept"),
    ] {
        world.hear(Conn(at), format!("{line}\n").as_bytes());
    }
    assert_eq!(world.game(1).phase(), Phase::Playing);
    world.sent.clear();
    world
}

fn conn_of(seat: Seat) -> Conn {
    Conn(match seat {
        Seat::WhiteA => 1,
        Seat::BlackB => 2,
        Seat::BlackA => 3,
        Seat::WhiteB => 4,
    })
}

/// Bytes that are likelier to mean something than any others.
fn sayings() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::sample::select(vec![
        "match",
        "partner",
        "accept",
        "decline",
        "withdraw",
        "pending",
        "bugwho",
        "who",
        "games",
        "observe",
        "pobserve",
        "unobserve",
        "moves",
        "refresh",
        "tell",
        "ptell",
        "kibitz",
        "say",
        "whisper",
        "shout",
        "set",
        "iset",
        "block",
        "ms",
        "lock",
        "1",
        "0",
        "2",
        "Anna",
        "Cleo",
        "Bot5",
        "3",
        "bughouse",
        "stein",
        "table",
        "join",
        "abcdefghjkmnpqr1",
        "leave",
        "draw",
        "claim",
        "flag",
        "illegal",
        "on",
        "pass",
        "N",
        "hold",
        "give",
        "e2e4",
        "e7e8=q",
        "N@f3",
        "o-o",
        "quit",
        "guest",
        "help",
        "article",
        "R20",
        "rematch",
        "substitute",
        "takeseat",
        "+n",
        "--q",
        "$",
        "$$",
        "%b1111",
        "\u{1b}[2J",
        "%s",
        "book",
        "rights",
        "variables",
        "finger",
    ]);
    let line = prop::collection::vec(words, 1..5).prop_map(|words| {
        let mut bytes = words.join(" ").into_bytes();
        bytes.push(b'\n');
        bytes
    });
    let noise = prop::collection::vec(any::<u8>(), 0..60);
    let telnet = Just(b"\xff\xfd\x06\xff\xfa\x01\xff\xf0".to_vec());
    let sealed = ("[ -~]{0,30}", 0_i64..100_000, 0_u8..50).prop_map(|(text, stamp, offset)| {
        let mut bytes = seal(&text, stamp, offset);
        bytes.push(b'\n');
        bytes
    });
    prop_oneof![6 => line, 2 => noise, 1 => telnet, 1 => sealed]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn whatever_strangers_say_others_play_on(
        said in prop::collection::vec((0_u64..6, sayings(), 0_i64..4_000), 1..80)
    ) {
        let mut world = four();
        for (who, bytes, wait) in said {
            // Strangers from 10 on come and go; nobody of the four says anything.
            let conn = Conn(10 + who);
            if wait % 17 == 0 {
                world.close(conn);
            }
            if wait % 5 == 0 {
                world.connect(conn);
                world.hear(conn, b"guest\n\n");
            }
            world.hear(conn, &bytes);
            if wait % 7 == 0 {
                world.wait(wait / 100);
            }
        }
        for (_, bytes) in &world.sent {
            let bytes = bytes.as_deref().unwrap_or_default();
            let printable = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | 0x15..=0x17)
                || matches!(byte, 0xff | 0xfb | 0xfc | 0x06 | 0x01);
            prop_assert!(bytes.iter().all(printable), "{:?}", String::from_utf8_lossy(bytes));
        }
        prop_assert_eq!(world.game(1).phase(), Phase::Playing);
        world.sent.clear();
        world.hear(Conn(1), b"e2e4\n");
        let told = |conn: u64| world.sent.iter().any(|(one, bytes)| {
            let text = String::from_utf8_lossy(bytes.as_deref().unwrap_or_default()).into_owned();
            *one == Conn(conn) && text.contains("P/e2-e4")
        });
        prop_assert!(told(1) && told(3));
    }

    #[test]
    fn whatever_players_say_no_table_is_stuck(
        said in prop::collection::vec((1_u64..5, sayings()), 1..60)
    ) {
        let mut world = four();
        for (who, bytes) in said {
            world.hear(Conn(who), &bytes);
        }
        // Time alone ends what they left.
        world.wait(400_000);
        prop_assert_eq!(world.game(1).phase(), Phase::Over);
    }

    #[test]
    fn boards_read_back(choices in prop::collection::vec((0_usize..2, any::<u16>()), 1..60)) {
        let mut world = four();
        for (board, choice) in choices {
            if world.game(1).phase() != Phase::Playing {
                break;
            }
            let board = BoardId::ALL[board];
            let game = world.game(1);
            let seat = Seat::new(board, game.game(board).on_move);
            let moves = game.board_for(seat).legal_moves();
            if moves.is_empty() {
                continue;
            }
            let text = moves[usize::from(choice) % moves.len()].to_string();
            world.sent.clear();
            // A second a move: whoever says too much waits.
            world.wait(60);
            world.hear(conn_of(seat), format!("{text}\n").as_bytes());
            let seen = shown(&world, conn_of(seat)).expect("a board");
            check(&world, seat, &seen)?;
        }
    }
}

/// What somebody was sent since it was last looked at.
fn told(world: &mut World, conn: Conn) -> String {
    let (mine, others) =
        std::mem::take(&mut world.sent).into_iter().partition(|(to, _)| *to == conn);
    world.sent = others;
    let mine: Vec<(Conn, Option<Vec<u8>>)> = mine;
    mine.into_iter()
        .map(|(_, bytes)| String::from_utf8_lossy(&bytes.expect("an open line")).into_owned())
        .collect()
}

/// Engines tell their partners all they think, some 1,700 lines a game.
#[test]
fn engines_that_never_stop_talking_lose_nothing_and_hold_nobody_up() {
    const LINES: usize = 1_700;
    const TOLD: &str = "Bert (your partner) tells you: my clock is at";
    let mut world = four();
    let (mut heard, mut moves) = (0, 0);
    // Forty at a time: they are seen to at twenty a second.
    for burst in (0..LINES).collect::<Vec<_>>().chunks(40) {
        let lines: String = burst.iter().map(|n| format!("ptell my clock is at {n}\n")).collect();
        world.hear(Conn(2), lines.as_bytes());
        // Moves of others are not behind them.
        let text = [["Nf3", "Nf6"], ["Ng1", "Ng8"]][moves / 2 % 2][moves % 2];
        let mover = [Conn(1), Conn(3)][moves % 2];
        world.hear(mover, format!("{text}\n").as_bytes());
        let seen = told(&mut world, mover);
        assert!(seen.contains(&format!(" {text} ")), "{text}: {seen}");
        heard += seen.matches(TOLD).count();
        moves += 1;
        for _ in 0..20 {
            world.wait(100);
            heard += told(&mut world, Conn(1)).matches(TOLD).count();
        }
    }
    world.wait(5_000);
    heard += told(&mut world, Conn(1)).matches(TOLD).count();
    assert_eq!((heard, world.game(1).phase()), (LINES, Phase::Playing));
}

/// The last `<12>` that somebody was sent.
fn shown(world: &World, conn: Conn) -> Option<Vec<String>> {
    let texts = world.sent.iter().filter(|(one, _)| *one == conn);
    let text: String = texts
        .filter_map(|(_, bytes)| bytes.as_deref())
        .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        .collect();
    let line = text.split("\n\r").filter(|line| line.starts_with("<12>")).last()?;
    Some(line.split(' ').map(str::to_owned).collect())
}

fn check(world: &World, seat: Seat, words: &[String]) -> Result<(), TestCaseError> {
    prop_assert_eq!(words.len(), 33);
    let game = world.game(1);
    let side = game.game(seat.board());
    let board: String = words[1..9].join("/").replace('-', "1");
    let expected: String = side.position.board().to_string();
    let plain = |text: &str| -> String {
        text.chars()
            .flat_map(|c| {
                match c.to_digit(10) {
                    Some(empty) => "1".repeat(empty as usize),
                    None => c.to_string(),
                }
                .chars()
                .collect::<Vec<_>>()
            })
            .collect()
    };
    prop_assert_eq!(plain(&board), plain(&expected));
    prop_assert_eq!(&words[9], side.on_move.fold_wb("W", "B"));
    for (at, (color, castles)) in [
        (Color::White, CastlingSide::KingSide),
        (Color::White, CastlingSide::QueenSide),
        (Color::Black, CastlingSide::KingSide),
        (Color::Black, CastlingSide::QueenSide),
    ]
    .into_iter()
    .enumerate()
    {
        let has = u8::from(side.position.castling().has(color, castles)).to_string();
        prop_assert_eq!(&words[11 + at], &has);
    }
    prop_assert_eq!(&words[15], &side.quiet.to_string());
    prop_assert_eq!(&words[19], if side.on_move == seat.color() { "1" } else { "-1" });
    prop_assert!(words[28].contains('.'), "milliseconds: {}", words[28]);
    let clock = game.clock(seat, game.latest()).0.to_string();
    let at = if seat.color() == Color::White { 24 } else { 25 };
    prop_assert_eq!(&words[at], &clock);
    prop_assert_eq!(&words[30], seat.color().fold_wb("0", "1"));
    Ok(())
}
