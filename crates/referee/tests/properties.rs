//! What must hold in every match by every book, whatever anybody does.

use std::sync::Arc;

use proptest::prelude::*;
use tandem_referee::{
    Act, Attempt, Claim, Command, Event, EventKind, Gift, Input, Match, Message, Permission, Phase,
    Press, Ruling, Settings, TimeControl,
};
use tandem_rules::book::{BUILTIN_IDS, Flag, Lang};
use tandem_rules::shakmaty::{Board, CastlingSide, Color, Rank, Role, Square};
use tandem_rules::{
    BoardId, ByBoard, Castling, Coordinates, Millis, Position, Rulebook, STOCK_ROLES, Seat, Team,
};

/// A choice of what is done next, to be read by the state of the match.
type Choice = (u8, u8, u16, u16);

fn settings(book: &str, options: u8) -> Settings {
    let book = Arc::new(Rulebook::builtin(book).expect("a built-in book"));
    let mut settings = Settings::new(book);
    settings.time = TimeControl::sudden_death(Millis(20_000));
    if options & 1 != 0 {
        settings.press = Press::Manual;
    }
    if options & 2 != 0 {
        settings.input = Input::Open;
    }
    if options & 4 != 0 {
        settings.flag = Flag::Automatic;
    }
    if options & 8 != 0 {
        settings.positions = ByBoard::new_with(|_| near_promotion());
    }
    settings
}

/// A position in which pawns are about to promote, and one board can run out of pieces to take.
fn near_promotion() -> Position {
    let board = Board::from_ascii_board_fen(b"1n2k3/P1P2P2/8/8/8/8/p1p3p1/4K2R").expect("a board");
    let mut setup = Position::default().to_setup();
    setup.board = board;
    setup.castling = Castling::from_rights([(Color::White, CastlingSide::KingSide)]);
    Position::try_from(setup).expect("a position")
}

fn coordinates(from: u16, to: u16) -> Coordinates {
    let square = |n: u16| Square::new(u32::from(n % 64));
    if from.is_multiple_of(5) {
        Coordinates::Drop { role: STOCK_ROLES[usize::from(from / 5) % 5], to: square(to) }
    } else {
        Coordinates::Walk { from: square(from), to: square(to), becomes: None }
    }
}

/// A legal move of this player, if there is any.
fn legal_move(game: &Match, seat: Seat, pick: u16) -> Option<Coordinates> {
    let moves = game.board_for(seat).legal_moves();
    let m = moves.get(usize::from(pick) % moves.len().max(1))?;
    m.to_string().parse().ok()
}

fn command(game: &Match, choice: Choice) -> Command {
    let (kind, who, x, y) = choice;
    let seat = Seat::ALL[usize::from(who) % 4];
    let role = STOCK_ROLES[usize::from(x) % 5];
    let square = Square::new(u32::from(y % 64));
    let act = match kind {
        // Mostly people play.
        0..=179 => {
            let mover = BoardId::ALL.map(|board| Seat::new(board, game.game(board).on_move))
                [usize::from(who) % 2];
            return match legal_move(game, mover, x) {
                Some(played) if kind < 150 => Command::Player {
                    seat: mover,
                    act: Act::Move { tried: Attempt::Coordinates(played) },
                },
                Some(_) | None => {
                    let tried = Attempt::Coordinates(coordinates(x, y));
                    Command::Player { seat: mover, act: Act::Move { tried } }
                }
            };
        }
        180..=204 => {
            let mover = BoardId::ALL.map(|board| Seat::new(board, game.game(board).on_move))
                [usize::from(who) % 2];
            return Command::Player { seat: mover, act: Act::Press };
        }
        205 => Act::Retract,
        206 => Act::Pass { role },
        207 => Act::Hold { on: x % 2 == 0 },
        208 => Act::Claim { claim: Claim::Flag, board: None },
        209 => Act::Claim { claim: Claim::Illegal, board: None },
        210 => Act::Claim { claim: Claim::Repetition { intended: None }, board: None },
        211 => Act::Claim { claim: Claim::Mate, board: None },
        212 => Act::Claim { claim: Claim::Fifty { intended: None }, board: None },
        213 => Act::AcceptIllegal,
        214 => Act::OfferDraw,
        215 => Act::AcceptDraw,
        216 => Act::DeclineDraw,
        217 => Act::Resign,
        218 => Act::Say { say: Message::Need(role) },
        219 => Act::Say { say: Message::Flag },
        220 => Act::Say { say: Message::May(Permission::Mate) },
        221 => Act::Invisible { role },
        222 => Act::Visible { role },
        223 => Act::ReturnClock,
        224 => Act::Show,
        225..=230 => Act::Give(Gift { role, square: Some(square) }),
        231 => Act::Give(Gift { role, square: None }),
        232 => Act::CallArbiter,
        233 => return Command::Arbiter { rule: Ruling::Stop },
        234..=237 => return Command::Arbiter { rule: Ruling::Resume },
        238 => return Command::Arbiter { rule: Ruling::Warn { seat, why: None } },
        239 => return Command::Arbiter { rule: Ruling::Needless { seat } },
        240 => return Command::Arbiter { rule: Ruling::CallIllegal { seat } },
        241 => return Command::Arbiter { rule: Ruling::Freeze { seat, millis: Millis(5_000) } },
        242 => {
            return Command::Arbiter {
                rule: Ruling::Points { team: Team::One, points: tandem_referee::Points(-500) },
            };
        }
        243 => return Command::Arbiter { rule: Ruling::Forfeit { seat } },
        244..=247 => return Command::Arbiter { rule: Ruling::TakeBack },
        _ => return Command::Tick,
    };
    Command::Player { seat, act }
}

/// Players who move as they like and call each other's illegal moves, as soon as they see them or later.
fn quarrel(game: &Match, choice: Choice) -> Command {
    let (kind, who, x, y) = choice;
    let seat = Seat::ALL[usize::from(who) % 4];
    let board = BoardId::ALL[usize::from(who / 4) % 2];
    let mover = Seat::new(board, game.game(board).on_move);
    let position = &game.game(board).position;
    let own: Vec<Square> = position.board().by_color(mover.color()).into_iter().collect();
    let by_hand = |from: Square, to: Square| {
        let there = game.game(!board).position.board();
        let taken: Vec<_> = there.by_color(mover.color()).into_iter().collect();
        let taken = taken.get(usize::from(x / 64) % taken.len().max(1)).copied();
        let becomes = taken.and_then(|square| Some((there.role_at(square)?, Some(square))));
        let last_rank = mover.color().relative_rank(Rank::Eighth);
        let pawn = position.board().role_at(from) == Some(Role::Pawn) && to.rank() == last_rank;
        Coordinates::Walk { from, to, becomes: becomes.filter(|_| pawn) }
    };
    let act = match kind {
        0..=89 => match legal_move(game, mover, x) {
            Some(played) => Act::Move { tried: Attempt::Coordinates(played) },
            None => Act::Press,
        },
        90..=159 => {
            let from = own.get(usize::from(x) % own.len().max(1)).copied().unwrap_or(Square::A1);
            let to = Square::new(u32::from(y % 64));
            let tried =
                if y.is_multiple_of(7) { coordinates(x - x % 5, y) } else { by_hand(from, to) };
            Act::Move { tried: Attempt::Coordinates(tried) }
        }
        160..=199 => {
            return Command::Player {
                seat,
                act: Act::Claim { claim: Claim::Illegal, board: Some(board) },
            };
        }
        200..=219 => {
            let from = own.get(usize::from(x) % own.len().max(1)).copied();
            let role = from.and_then(|square| position.board().role_at(square));
            Act::Give(Gift { role: role.unwrap_or(Role::Pawn), square: from })
        }
        220..=229 => Act::Press,
        230..=234 => Act::Retract,
        235..=239 => Act::Pass { role: STOCK_ROLES[usize::from(x) % 5] },
        240..=243 => Act::Hold { on: x % 2 == 0 },
        244 => Act::AcceptIllegal,
        _ => return Command::Arbiter { rule: Ruling::CallIllegal { seat } },
    };
    Command::Player { seat: mover, act }
}

fn run(book: &str, options: u8, choices: &[Choice]) -> (Match, Vec<Event>) {
    run_by(book, options, choices, command)
}

fn run_by(
    book: &str,
    options: u8,
    choices: &[Choice],
    command: impl Fn(&Match, Choice) -> Command,
) -> (Match, Vec<Event>) {
    let mut game = Match::new(settings(book, options));
    let mut log = Vec::new();
    let mut now = Millis::ZERO;
    game.act(now, &Command::Start, &mut log).expect("it starts");
    for &choice in choices {
        if game.phase() == Phase::Over {
            break;
        }
        let clocks_before = Seat::ALL.map(|seat| game.clock(seat, now));
        now += Millis(i64::from(choice.3 % 400));
        let command = command(&game, choice);
        let before = game.clone();
        let mut events = Vec::new();
        let refusal = game.act(now, &command, &mut events).err();

        // Events alone make the change, and a refused command makes none but what time made.
        let mut replayed = before.clone();
        for event in &events {
            let expected = replayed.men_after(event);
            replayed.apply(event);
            assert_eq!(Some(replayed.men()), expected, "{book}: {event:?}");
        }
        assert_eq!(replayed, game, "{book}: {command:?}");
        if let Some(refusal) = refusal {
            let mut only_time = before.clone();
            let mut by_time = Vec::new();
            only_time.act(now, &Command::Tick, &mut by_time).expect("a tick is never refused");
            assert_eq!(events, by_time, "{book}: {command:?} was refused: {refusal}");
            let said = refusal.why.sentence(Lang::En);
            assert!(!said.is_empty() && !said.contains("{{"), "{said}");
            assert!(!refusal.article.as_str().is_empty());
        }
        // Clocks only fall, but for the arbiter.
        let set = events.iter().any(|event| matches!(event.kind, EventKind::ClockSet { .. }));
        for (seat, before) in Seat::ALL.into_iter().zip(clocks_before) {
            assert!(set || game.clock(seat, now) <= before, "{book}: {seat} after {command:?}");
        }
        log.extend(events);
    }
    (game, log)
}

fn choices() -> impl Strategy<Value = Vec<Choice>> {
    prop::collection::vec(any::<Choice>(), 1..400)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn men_clocks_events_and_refusals(
        book in 0..BUILTIN_IDS.len(), options in 0_u8..16, choices in choices()
    ) {
        let book = BUILTIN_IDS[book];
        let (game, log) = run(book, options, &choices);
        let again = Match::replay(settings(book, options), &log);
        prop_assert!(again == game, "replaying the events of {book} gives another state");
        // The log survives being written down.
        let text = serde_json::to_string(&log).expect("events are JSON");
        let read: Vec<Event> = serde_json::from_str(&text).expect("and are read back");
        prop_assert_eq!(read, log);
    }

    #[test]
    fn illegal_moves_that_go_back_make_and_lose_no_man(
        book in 0..BUILTIN_IDS.len(), options in 0_u8..16, choices in choices()
    ) {
        run_by(BUILTIN_IDS[book], options | 2, &choices, quarrel);
    }

    #[test]
    fn accepted_moves_are_exactly_the_legal_ones(
        book in 0..BUILTIN_IDS.len(), choices in choices()
    ) {
        let (game, _) = run(BUILTIN_IDS[book], 0, &choices);
        if game.phase() != Phase::Playing {
            return Ok(());
        }
        let ready = ByBoard::new_with(|board| {
            let here = game.game(board);
            !here.ended() && here.duty.is_none() && here.resigned.is_none()
        });
        for board in BoardId::ALL.into_iter().filter(|board| ready[*board] && !game.is_stopped()) {
            let seat = Seat::new(board, game.game(board).on_move);
            if game.player(seat).frozen_until.is_some() || !game.player(seat).forbidden.is_empty() {
                continue;
            }
            let legal = game.board_for(seat).legal_moves();
            let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
            let mut tried: Vec<String> = legal.clone();
            for from in Square::ALL {
                for to in Square::ALL {
                    tried.push(format!("{from}{to}"));
                }
            }
            for role in STOCK_ROLES {
                tried.extend(Square::ALL.map(|to| format!("{}@{to}", role.upper_char())));
            }
            for text in tried {
                let coordinates: Coordinates = text.parse().expect("coordinates");
                let act = Act::Move { tried: Attempt::Coordinates(coordinates) };
                let (_, refusal) = game.decide(game.latest(), &Command::Player { seat, act });
                // sscr and fics take an unannounced promotion for a queen.
                let queen = format!("{text}q");
                let meant = legal.contains(&text)
                    || (legal.contains(&queen)
                        && matches!(game.book().id(), "sscr" | "fics"));
                prop_assert_eq!(refusal.is_none(), meant, "{}: {}", game.book().id(), text);
            }
        }
    }

    #[test]
    fn what_is_granted_is_what_would_be_taken(
        book in 0..BUILTIN_IDS.len(), options in 0_u8..16, choices in choices(), later in 0_i64..500
    ) {
        let (game, _) = run(BUILTIN_IDS[book], options, &choices);
        let now = game.latest() + Millis(later);
        let open = game.settings().input == Input::Open;
        for seat in Seat::ALL {
            let taken = |act: &Act<Coordinates>| {
                game.why_not(seat, act.clone().map_move(Attempt::from), now).is_none()
            };
            let granted: Vec<_> = game.granted(seat, now).into_iter().map(|one| one.act).collect();
            for act in &granted {
                // With open input these would betray something if they were not offered.
                let betrays = matches!(
                    act,
                    Act::Claim { claim: Claim::Flag | Claim::Illegal | Claim::Mate, .. }
                        | Act::AcceptIllegal
                        | Act::Retract
                );
                prop_assert!(taken(act) || (open && betrays), "{}: {:?}", seat, act);
            }
            let mut plain = vec![
                Act::ReturnClock,
                Act::Resign,
                Act::CallArbiter,
                Act::AcceptDraw,
                Act::Retract,
            ];
            plain.extend(STOCK_ROLES.map(|role| Act::Pass { role }));
            for act in plain {
                prop_assert!(!taken(&act) || granted.contains(&act), "{}: {:?}", seat, act);
            }
            let draw = [Act::OfferDraw, Act::AcceptDraw, Act::DeclineDraw];
            prop_assert!(
                !taken(&Act::OfferDraw) || draw.iter().any(|act| granted.contains(act)),
                "{}: a draw", seat
            );
            let legal = game.board_for(seat).legal_moves();
            let playable = game.playable(seat, now);
            for m in &legal {
                let act = Act::Move { tried: Coordinates::from(*m) };
                prop_assert_eq!(taken(&act), playable.contains(m), "{}: {}", seat, m);
            }
            prop_assert!(playable.is_empty() || game.may_move(seat, now).is_ok());
        }
    }
}
