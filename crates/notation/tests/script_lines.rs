//! What is asked, as a line of a script: printing and reading are each other's inverse.

use proptest::prelude::*;
use tandem_notation::script::Step;
use tandem_referee::{
    Act, Boards, Claim, Command, GameResult, Gift, Message, MoveText, Permission, Points,
    RestartReason, Ruling,
};
use tandem_rules::shakmaty::{Role, Square};
use tandem_rules::{BoardId, Millis, Seat, Team};

fn role() -> impl Strategy<Value = Role> {
    prop::sample::select(vec![Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen])
}

fn seat() -> impl Strategy<Value = Seat> {
    prop::sample::select(Seat::ALL.to_vec())
}

fn board() -> impl Strategy<Value = BoardId> {
    prop::sample::select(BoardId::ALL.to_vec())
}

fn team() -> impl Strategy<Value = Team> {
    prop::sample::select(Team::ALL.to_vec())
}

fn time(least: i64) -> impl Strategy<Value = Millis> {
    (least..=864_000_000).prop_map(Millis)
}

/// Moves in SAN and coordinates, and what somebody may write for one.
fn a_move() -> impl Strategy<Value = MoveText> {
    let written = prop_oneof![
        "[a-h][1-8][a-h][1-8]q?",
        "[NBRQK]?[a-h]?x?[a-h][1-8][+#]?",
        "[PNBRQ]@[a-h][1-8]",
        "e8=Qd1",
        "O-O(-O)?",
        "[!-~]{1,16}",
    ];
    written.prop_map(|text| MoveText::new(&text).expect("a word"))
}

fn message() -> impl Strategy<Value = Message> {
    prop_oneof![
        role().prop_map(Message::Need),
        role().prop_map(Message::Warn),
        Just(Message::Sit),
        Just(Message::Go),
        Just(Message::Flag),
        prop::sample::select(vec![
            Permission::Resign,
            Permission::OfferDraw,
            Permission::AcceptDraw,
            Permission::Mate,
        ])
        .prop_map(Message::May),
        a_move().prop_map(Message::Move),
        "[a-z \\\\\"#{}]{0,20}".prop_map(Message::Text),
        any::<String>().prop_map(Message::Text),
    ]
}

fn claim() -> impl Strategy<Value = Claim<MoveText>> {
    prop_oneof![
        Just(Claim::Flag),
        Just(Claim::Illegal),
        Just(Claim::Mate),
        Just(Claim::Stalemate),
        Just(Claim::Material),
        prop::option::of(a_move()).prop_map(|intended| Claim::Repetition { intended }),
        prop::option::of(a_move()).prop_map(|intended| Claim::Fifty { intended }),
    ]
}

fn act() -> impl Strategy<Value = Act<MoveText>> {
    let square = (0..64u32).prop_map(Square::new);
    let bare = prop::sample::select(vec![
        Act::Press,
        Act::Retract,
        Act::AcceptIllegal,
        Act::OfferDraw,
        Act::AcceptDraw,
        Act::DeclineDraw,
        Act::Resign,
        Act::ReturnClock,
        Act::Show,
        Act::CallArbiter,
        Act::Answer { agree: true },
        Act::Answer { agree: false },
        Act::GoOn,
    ]);
    prop_oneof![
        bare,
        a_move().prop_map(|tried| Act::Move { tried }),
        role().prop_map(|role| Act::Pass { role }),
        any::<bool>().prop_map(|on| Act::Hold { on }),
        (claim(), prop::option::of(board())).prop_map(|(claim, board)| Act::Claim { claim, board }),
        message().prop_map(|say| Act::Say { say }),
        role().prop_map(|role| Act::Invisible { role }),
        role().prop_map(|role| Act::Visible { role }),
        (role(), prop::option::of(square))
            .prop_map(|(role, square)| Act::Give(Gift { role, square })),
    ]
}

fn ruling() -> impl Strategy<Value = Ruling> {
    let boards = prop_oneof![Just(Boards::Both), board().prop_map(Boards::One)];
    let reason = prop::sample::select(vec![
        None,
        Some(RestartReason::Setup),
        Some(RestartReason::Colours),
        Some(RestartReason::Clock),
        Some(RestartReason::Hidden),
    ]);
    let result = prop::sample::select(vec![
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::BothLose,
    ]);
    prop_oneof![
        prop::sample::select(vec![Ruling::Start, Ruling::Stop, Ruling::Resume, Ruling::TakeBack]),
        (seat(), time(0)).prop_map(|(seat, clock)| Ruling::Clock { seat, clock }),
        (seat(), time(1)).prop_map(|(seat, millis)| Ruling::Freeze { seat, millis }),
        seat().prop_map(|seat| Ruling::Warn { seat, why: None }),
        seat().prop_map(|seat| Ruling::Warn { seat, why: Some("two pieces at once".to_owned()) }),
        seat().prop_map(|seat| Ruling::Needless { seat }),
        seat().prop_map(|seat| Ruling::CallIllegal { seat }),
        seat().prop_map(|seat| Ruling::CallFlag { seat }),
        seat().prop_map(|seat| Ruling::Minute { seat }),
        (boards, reason).prop_map(|(boards, reason)| Ruling::Restart { boards, reason }),
        seat().prop_map(|seat| Ruling::Forfeit { seat }),
        (board(), result).prop_map(|(board, result)| Ruling::Result { board, result }),
        (team(), -1_000_000..=1_000_000)
            .prop_map(|(team, points)| Ruling::Points { team, points: Points(points) }),
        team().prop_map(|team| Ruling::Exclude { team }),
        Just(Ruling::Uphold),
        Just(Ruling::Dismiss),
    ]
}

fn command() -> impl Strategy<Value = Command<MoveText>> {
    prop_oneof![
        1 => prop::sample::select(vec![Command::Start, Command::Tick, Command::Close]),
        1 => (seat(), time(0)).prop_map(|(seat, millis)| Command::Lag { seat, millis }),
        12 => (seat(), act()).prop_map(|(seat, act)| Command::Player { seat, act }),
        6 => ruling().prop_map(|rule| Command::Arbiter { rule }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_line_is_read_as_what_was_printed(at in time(0), command in command()) {
        let step = Step { at, command };
        let line = step.to_string();
        let read = line.parse::<Step>();
        prop_assert_eq!(read.as_ref(), Ok(&step), "{}", line);
        // It can stand in a comment of a BPGN file as it is.
        prop_assert!(!line.contains(['{', '}', '\n', '#']), "{}", line);
    }

    #[test]
    fn the_json_is_read_as_what_was_written(command in command()) {
        let json = serde_json::to_string(&command).expect("JSON");
        let again: Command<MoveText> = serde_json::from_str(&json).expect("a command");
        prop_assert_eq!(again, command, "{}", json);
    }
}
