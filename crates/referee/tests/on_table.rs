//! What must hold with boards on the table (R55), by every book, whatever anybody does.

use std::sync::Arc;

use proptest::prelude::*;
use tandem_referee::{
    Act, Attempt, BoardClaim, BoardsAt, Command, Event, EventKind, Match, Phase, Ruling, Settings,
    TimeControl, WhyNot,
};
use tandem_rules::book::{BUILTIN_IDS, Flag};
use tandem_rules::{BoardId, ByBoard, Millis, Position, Rulebook, STOCK_ROLES, Seat};

type Choice = (u8, u8, u8, u16);

fn settings(book: &str, options: u8) -> Settings {
    let book = Arc::new(Rulebook::builtin(book).expect("a built-in book"));
    let (increment, delay) = match options % 3 {
        0 => (0, 0),
        1 => (700, 0),
        _ => (0, 900),
    };
    Settings {
        time: TimeControl {
            base: Millis(20_000),
            increment: Millis(increment),
            delay: Millis(delay),
        },
        flag: if options & 4 == 0 { Flag::Claimed } else { Flag::Automatic },
        boards: BoardsAt::Table,
        ..Settings::new(book)
    }
}

fn command(game: &Match, (kind, who, which, _): Choice) -> Command {
    let seat = Seat::ALL[usize::from(who) % 4];
    let board = BoardId::ALL[usize::from(which) % 2];
    let role = STOCK_ROLES[usize::from(which) % 5];
    let claim = BoardClaim::ALL[usize::from(which) % 6].claim();
    let act = match kind {
        0..=179 => {
            let seat = Seat::new(board, game.game(board).on_move);
            return Command::Player { seat, act: Act::Press };
        }
        180..=189 => Act::Claim { claim, board: Some(board) },
        190..=199 => Act::Answer { agree: which % 2 == 0 },
        200..=209 => Act::GoOn,
        210 => Act::Claim { claim: tandem_referee::Claim::Flag, board: None },
        211 => Act::Resign,
        212 => Act::OfferDraw,
        213 => Act::AcceptDraw,
        214 => Act::DeclineDraw,
        215 => Act::CallArbiter,
        216 => Act::ReturnClock,
        217 => Act::Invisible { role },
        218 => Act::Show,
        219 => Act::Move { tried: Attempt::Coordinates("e2e4".parse().expect("a move")) },
        220 => Act::Press,
        221 => return Command::Arbiter { rule: Ruling::Uphold },
        222 => return Command::Arbiter { rule: Ruling::Dismiss },
        223..=226 => return Command::Arbiter { rule: Ruling::Resume },
        227 => return Command::Arbiter { rule: Ruling::Stop },
        228 => return Command::Arbiter { rule: Ruling::CallIllegal { seat } },
        229 => return Command::Arbiter { rule: Ruling::Needless { seat } },
        _ => return Command::Tick,
    };
    Command::Player { seat, act }
}

/// Plays, and checks after each command what must hold.
fn run(book: &str, options: u8, choices: &[Choice]) -> (Match, Vec<Event>) {
    let mut game = Match::new(settings(book, options));
    let (mut log, mut now) = (Vec::new(), Millis::ZERO);
    game.act(now, &Command::Start, &mut log).expect("it starts");
    for &choice in choices {
        if game.phase() == Phase::Over {
            break;
        }
        now += Millis(i64::from(choice.3 % 600));
        let command = command(&game, choice);
        let before = game.clone();
        let mut events = Vec::new();
        let refusal = game.act(now, &command, &mut events).err();
        if let Some(refusal) = refusal {
            let mut by_time = Vec::new();
            before.clone().act(now, &Command::Tick, &mut by_time).expect("never refused");
            assert_eq!(events, by_time, "{book}: {command:?} was refused: {refusal}");
        }
        log.extend(events);
    }
    (game, log)
}

fn choices() -> impl Strategy<Value = Vec<Choice>> {
    prop::collection::vec(any::<Choice>(), 1..300)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn events_rebuild_the_match_and_nothing_stands_on_the_boards(
        book in 0..BUILTIN_IDS.len(), options in 0_u8..8, choices in choices()
    ) {
        let book = BUILTIN_IDS[book];
        let (game, log) = run(book, options, &choices);
        let text = serde_json::to_string(&log).expect("events are JSON");
        let read: Vec<Event> = serde_json::from_str(&text).expect("and are read back");
        prop_assert_eq!(&read, &log);
        prop_assert!(Match::replay(settings(book, options), &read) == game);
        for board in BoardId::ALL {
            let mut stands = game.game(board).position.clone();
            stands.set_turn(Position::default().turn());
            prop_assert_eq!(stands, Position::default());
        }
        let seen = log.iter().any(|event| matches!(
            event.kind,
            EventKind::Made { .. } | EventKind::Passed { .. } | EventKind::LastDrop { .. }
        ));
        prop_assert!(!seen);
    }

    /// A claim stands only while the clocks do, and whoever stopped them, somebody can go on.
    #[test]
    fn a_claim_holds_the_clocks(
        book in 0..BUILTIN_IDS.len(), options in 0_u8..8, choices in choices()
    ) {
        let (game, _) = run(BUILTIN_IDS[book], options, &choices);
        prop_assert!(game.on_table().claim.is_none() || game.is_stopped());
        if game.phase() != Phase::Playing || !game.is_stopped() {
            return Ok(());
        }
        let goes_on = Command::Arbiter { rule: Ruling::Resume };
        prop_assert!(game.decide(game.latest(), &goes_on).1.is_none());
        if game.on_table().stopped_by_player {
            let mut game = game;
            for seat in [Seat::WhiteA, Seat::BlackA] {
                let wants = Command::Player { seat, act: Act::GoOn };
                let refusal = game.act(game.latest(), &wants, &mut Vec::new()).err();
                let already = refusal.is_some_and(|refusal| refusal.why == WhyNot::GoOnWanted);
                prop_assert!(already || game.on_table().go_on[seat.team()] || !game.is_stopped());
            }
            prop_assert!(!game.is_stopped() && game.on_table().claim.is_none());
        }
    }

    #[test]
    fn what_is_granted_is_what_would_be_taken(
        book in 0..BUILTIN_IDS.len(), options in 0_u8..8, choices in choices(), later in 0_i64..900
    ) {
        let (game, _) = run(BUILTIN_IDS[book], options, &choices);
        let now = game.latest() + Millis(later);
        for seat in Seat::ALL {
            let granted: Vec<_> = game.granted(seat, now).into_iter().map(|one| one.act).collect();
            let taken = |act: &Act<tandem_rules::Coordinates>| {
                game.why_not(seat, act.clone().map_move(Attempt::from), now).is_none()
            };
            for act in &granted {
                prop_assert!(taken(act), "{}: {:?}", seat, act);
            }
            let mut all = vec![
                Act::Press,
                Act::GoOn,
                Act::Answer { agree: true },
                Act::Answer { agree: false },
                Act::Resign,
                Act::ReturnClock,
                Act::CallArbiter,
            ];
            for board in BoardId::ALL {
                let claims = BoardClaim::ALL.map(BoardClaim::claim).into_iter();
                all.extend(claims.map(|claim| Act::Claim { claim, board: Some(board) }));
            }
            for act in all {
                prop_assert!(!taken(&act) || granted.contains(&act), "{}: {:?}", seat, act);
            }
            prop_assert!(game.playable(seat, now).is_empty());
        }
    }

    /// Without increments, delays and rulings, what the clocks of a board have lost is the time that
    /// they ran: no press makes or loses a millisecond.
    #[test]
    fn no_press_makes_or_loses_time(
        book in 0..BUILTIN_IDS.len(), presses in prop::collection::vec((0_u8..2, 0_i64..300), 1..40)
    ) {
        let mut game = Match::new(Settings { flag: Flag::Claimed, ..settings(BUILTIN_IDS[book], 0) });
        let (mut events, mut now) = (Vec::new(), Millis::ZERO);
        game.act(now, &Command::Start, &mut events).expect("it starts");
        for (board, wait) in presses {
            now += Millis(wait);
            let board = BoardId::ALL[usize::from(board)];
            let seat = Seat::new(board, game.game(board).on_move);
            let press = Command::Player { seat, act: Act::Press };
            game.act(now, &press, &mut events).expect("who is on move presses");
        }
        let lost = ByBoard::new_with(|board| {
            let colors = tandem_rules::shakmaty::Color::ALL.into_iter();
            let left = colors.map(|color| game.clock(Seat::new(board, color), now).0).sum::<i64>();
            Millis(40_000 - left)
        });
        prop_assert_eq!(lost[BoardId::A], now);
        prop_assert_eq!(lost[BoardId::B], now);
    }
}
