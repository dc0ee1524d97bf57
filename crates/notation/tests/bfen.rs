//! BFEN: every dialect is read, one form is written, and errors are exact.

use tandem_notation::{Bfen, write_bfen};
use tandem_rules::shakmaty::{Color, Role, Square};
use tandem_rules::{BoardId, BySeat, Millis, Seat};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

fn canonical(text: &str) -> String {
    Bfen::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
}

fn error(text: &str) -> String {
    Bfen::parse(text).expect_err(text).to_string()
}

#[test]
fn all_dialects_give_one_canonical_form() {
    let expected = format!("{START}/QPn w KQkq - 120 119.5 | {START} w KQkq - 120 120");
    for text in [
        format!("{START}/PQn w KQkq - 120 119.5 | {START} w KQkq - 120 120"),
        format!("{START}/nQP KQkq - w 120 119.500 | {START}/ KQkq - w 120.000 120"),
        format!("{START}/QnP w KQkq 120.0 119.5|{START}/ w KQkq 120 120"),
        format!("{START}[nPQ] w KQkq - 120.0 119.5 | {START}[] w KQkq - 120.0 120.0"),
        format!("  {START}/QnP  KQkq  w  120 119.5  |  {START}/- w KQkq - 120 120 "),
    ] {
        assert_eq!(canonical(&text), expected, "{text}");
    }
    assert_eq!(canonical(&expected), expected);
}

#[test]
fn whole_numbers_behind_brackets_are_counters_and_elsewhere_clocks() {
    let bfen = Bfen::parse(&format!("{START}[] w KQkq - 0 1 | {START} w KQkq - 0 1")).unwrap();
    assert_eq!(bfen.boards[BoardId::A].clocks, None);
    let clocks = bfen.boards[BoardId::B].clocks.unwrap();
    assert_eq!((clocks.white, clocks.black), (Millis(0), Millis(1000)));
}

#[test]
fn a_single_board_is_read_leniently_only() {
    let bfen = Bfen::parse_lenient(&format!("{START}[Nn] b KQkq - 3 7")).unwrap();
    assert_eq!(bfen.boards[BoardId::A].position.turn(), Color::Black);
    assert_eq!(bfen.boards[BoardId::B].position, Default::default());
    assert_eq!(
        error(&format!("{START} w KQkq -")),
        "a BFEN has two boards separated by |, found 1"
    );
}

#[test]
fn the_en_passant_square_is_written_only_where_a_pawn_can_take() {
    let tail = format!("| {START} w KQkq -");
    let free = format!("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 {tail}");
    assert_eq!(canonical(&free), free);
    let idle = format!("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 {tail}");
    assert_eq!(canonical(&idle), idle.replace("e3", "-"));
}

#[test]
fn promoted_pawns_and_negative_clocks_survive() {
    let text = "Q~4rk1/8/8/8/8/8/8/R3K2R w KQ - 45 -0.576 | 4k3/8/8/8/8/8/8/4K3 b - -";
    assert_eq!(canonical(text), text);
    let bfen = Bfen::parse(text).unwrap();
    assert!(bfen.boards[BoardId::A].position.promoted().contains(Square::A8));
}

#[test]
fn the_czech_example_is_told_that_its_board_b_lacks_a_rank() {
    let a = "r2k1r2/pbppNppp/1p2p1nb/1P5N/3N4/4Pn1q/PPP1QP1P/2KR2R1/BrpBBqppN - - w 45 56";
    let b = "Q~4rk1/8/8/8/8/8/R3K2R KQ - w 45 60";
    assert_eq!(error(&format!("{a} |\n{b}")), "board B: expected 8 ranks, found 7");
    let repaired = b.replacen("/8", "/8/8", 1);
    assert_eq!(
        canonical(&format!("{a} | {repaired}")),
        "r2k1r2/pbppNppp/1p2p1nb/1P5N/3N4/4Pn1q/PPP1QP1P/2KR2R1/BBBNqrppp w - - 45 56 | \
         Q~4rk1/8/8/8/8/8/8/R3K2R w KQ - 45 60"
    );
}

#[test]
fn errors_name_the_board_and_what_was_expected() {
    let good = format!("{START} w KQkq -");
    for (bad, message) in [
        ("", "empty; expected a position"),
        ("8/8/8/8/8/8/8/8/8/8 w - -", "expected 8 ranks, found 10"),
        ("8/8/8/8/8/8/8/Nn w - -", "expected 8 ranks, found 7"),
        (
            "8/8/9/8/8/8/8/8 w - -",
            "rank 6: '9' is not a piece (use K Q R B N P, lower case for Black)",
        ),
        ("8/8/8/54/8/8/8/8 w - -", "rank 5 has 9 squares, 8 expected"),
        ("8/8/8/~8/8/8/8/8 w - -", "rank 5: ~ marks a promoted piece and must follow one"),
        ("k7/8/8/8/8/8/8/K7/K w - -", "stock: 'K' can't lie there (Q R B N P, small for Black)"),
        ("k7/8/8/8/8/8/8/K7[N w - -", "stock: [ and ] must enclose it at the end of the position"),
        ("k7/8/8/8/8/8/8/K7", "the side to move is w or b, found nothing"),
        ("k7/8/8/8/8/8/8/K7 x - -", "the side to move is w or b, found 'x'"),
        ("k7/8/8/8/8/8/8/K7 w x -", "castling rights are letters of KQkq, or -, found 'x'"),
        ("k7/8/8/8/8/8/8/K7 w - e9", "the en passant square is a square or -, found 'e9'"),
        ("k7/8/8/8/8/8/8/K7 w - - 1 x", "a clock is a number of seconds, found 'x'"),
        ("k7/8/8/8/8/8/8/K7 w - - 1", "expected two clocks, found one"),
        ("k7/8/8/8/8/8/8/K7 w - - 1 2 3", "'3' follows the clocks, where nothing is expected"),
        ("8/8/8/8/8/8/8/K7 w - -", "black has 0 kings, one expected"),
        ("k7/8/8/8/8/8/8/KP6 w - -", "a pawn stands on b1, on the first or last rank"),
        ("k7/8/8/8/8/8/8/K7 w K -", "the castling right K needs a king on e1 and a rook on h1"),
        ("4k3/8/8/8/8/8/8/4K2R~ w K -", "the castling right K needs a king on e1 and a rook on h1"),
        ("4k3/8/8/8/3pP3/8/4P3/4K3 b - e3", "no pawn has just crossed the en passant square e3"),
        ("k7/8/8/8/8/8/8/K7 w - e6", "no pawn has just crossed the en passant square e6"),
        (
            "k7/8/8/8/8/8/8/K~7 w - -",
            "the promotion mark on a1 is on no queen, rook, bishop or knight",
        ),
        (
            "nrbbnqkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBNQKR w BChb -",
            "castling rights are letters of KQkq, or -, found 'BChb'",
        ),
        (
            "nrbbnqkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBNQKR w CHbh -",
            "the castling right C needs a king on g1 and a rook on c1",
        ),
    ] {
        assert_eq!(error(&format!("{bad} | {good}")), format!("board A: {message}"));
        assert_eq!(error(&format!("{good} | {bad}")), format!("board B: {message}"));
    }
}

#[test]
fn castling_rights_by_file_are_read_and_written() {
    let board = "nrbbnqkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBNQKR w HBhb -";
    let both = |board: &str| format!("{board} | {board}");
    let read = |text: &str| Bfen::parse(text).unwrap().to_string();
    assert_eq!(read(&both(board)), both(board));
    // As bughouse.pro writes it: counters, and the queen's side first.
    assert_eq!(
        read(&both(&board.replace("HBhb -", "BHbh - 0 1"))),
        format!("{0} 0 1 | {0} 0 1", board)
    );
    // Where all stand as usual the letters are the usual ones.
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    assert_eq!(read(&both(&usual.replace("KQkq", "HAha"))), both(usual));
    assert_eq!(read("chess960 518"), both(usual));
    // A right of Black's alone is no side to move.
    let black = "1r4k1/8/8/8/8/8/8/6K1 b b -";
    assert_eq!(read(&both(black)), both(black));
    for (bad, found) in [("chess960", "''"), ("chess960 960", "'960'"), ("chess960 x", "'x'")] {
        let told = Bfen::parse(bad).unwrap_err().to_string();
        let expected =
            format!("a start of Chess960 is chess960 and a number from 0 to 959, found {found}");
        assert_eq!(told, expected);
    }
}

#[test]
fn positions_that_hands_made_can_be_written() {
    let mut bfen = Bfen::default();
    let a = &mut bfen.boards[BoardId::A].position;
    a.remove(Square::E1);
    a.stock_mut(Color::White).add(Role::Queen);
    let mut clocks = BySeat::default();
    clocks[Seat::BlackB] = Millis(1250);
    assert_eq!(
        write_bfen(&bfen.positions(), Some(&clocks)),
        format!(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR/Q w kq - 0 0 | {START} w KQkq - 0 1.25"
        )
    );
}
