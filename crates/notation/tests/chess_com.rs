//! Boards of chess.com: made-up ones for every corner, and the real pairs of the collection if it
//! is there.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tandem_notation::Letters;
use tandem_notation::bpgn::{Cause, Game, GameResult, Reader, write_game};
use tandem_notation::chess_com::{
    Found, ImportError, SavedBoard, is_json, match_up, merge, read_boards, single,
};
use tandem_notation::replay::check;
use tandem_rules::{Millis, Rulebook, Seat};

fn fics() -> Rulebook {
    Rulebook::builtin("fics").expect("a built-in book")
}

/// A board as the site gives it.
fn callback(id: u64, partner: u64, moves: &str, clocks: &str) -> Value {
    json!({
        "game": {
            "id": id, "partnerGameId": partner, "moveList": moves, "moveTimestamps": clocks,
            "baseTime1": 1200, "timeIncrement1": 0.0, "type": "bughouse", "initialSetup": "",
            "colorOfWinner": if id < partner { "white" } else { "black" },
            "gameEndReason": if id < partner { "resigned" } else { "bughousepartnerlose" },
            "resultMessage": "somebody won",
            "pgnHeaders": { "Event": "Live", "Site": "Chess.com", "Date": "2025.11.30" },
        },
        "players": {
            "top": { "color": "black", "username": format!("Black{id}"), "rating": 2000 },
            "bottom": { "color": "white", "username": format!("White{id}"), "rating": 1900 },
        },
    })
}

fn board(value: &Value) -> SavedBoard {
    let mut boards = read_boards(value.to_string().as_bytes()).expect("JSON");
    assert_eq!(boards.len(), 1);
    boards.remove(0).expect("a board")
}

fn moves(game: &Game) -> String {
    let text = write_game(game, Letters::English);
    let moves = text.split("\n\n").nth(1).expect("moves");
    moves.replace('\n', " ")
}

/// On A 1. e4 d5 2. exd5, on B 1. e4 and a drop of the pawn.
fn pair() -> (Value, Value) {
    (callback(7, 9, "mCZJCJ", "1199,1190,1150,1190"), callback(9, 7, "mC=K", "1190,1145,1190"))
}

#[test]
fn a_pair_is_merged_by_its_clocks() {
    let (a, b) = pair();
    let book = fics();
    let merged = merge(&board(&a), &board(&b), &book).expect("a game");
    assert_eq!(
        moves(&merged.game),
        "1A. e4 {119.900} 1B. e4 {119.000} 1a. d5 {119.000} 2A. exd5 {115.000} \
         1b. P@e5 {114.500} {Black7 resigns} 1-0"
    );
    assert_eq!(merged.apart, Millis(500));
    let game = merged.game;
    let names = Seat::ALL.map(|seat| game.tags.player(seat).expect("a name").to_owned());
    assert_eq!(names, ["White7", "Black7", "White9", "Black9"]);
    assert_eq!(game.tags.get("TimeControl"), Some("120+0"));
    assert_eq!(game.tags.get("Source"), Some("chess.com 7, chess.com 9"));
    let checked = check(&game, &book);
    assert_eq!(checked.problems, []);
    assert_eq!(checked.verdict.result, GameResult::One);
    assert_eq!(checked.verdict.cause, Some(Cause::Resignation));
    // Written and read it is the same game.
    let text = write_game(&game, Letters::English);
    let again: Vec<Game> = Reader::new(text.as_bytes()).collect::<Result<_, _>>().expect("read");
    assert_eq!(again, [game]);
}

#[test]
fn a_drop_comes_after_the_capture_that_it_needs_within_a_rounding() {
    let (a, _) = pair();
    // By the clocks the drop is two tenths before the capture on the other board: 5.8 s, 6.0 s.
    let b = callback(9, 7, "mC=K", "1190,1152,1190");
    let merged = merge(&board(&a), &board(&b), &fics()).expect("a game");
    assert!(moves(&merged.game).contains("2A. exd5 {115.000} 1b. P@e5"), "{}", moves(&merged.game));
    // A second before it is no matter of rounding.
    let b = callback(9, 7, "mC=K", "1190,1160,1190");
    let told = merge(&board(&a), &board(&b), &fics()).expect_err("illegal").to_string();
    assert_eq!(told, "move 1b, P@e5: you have no such piece in your stock");
}

#[test]
fn the_mate_comes_last() {
    // Mate on board B at 2.0 s; the last move on board A by its clocks at 2.1 s.
    let mut a = callback(7, 9, "mC0KgvZR", "1199,1198,1190,1189,1190");
    let mut b = callback(9, 7, "mC0Kiq9Iqy7FyGFn", "1199,1199,1197,1197,1195,1195,1190,1190,1190");
    a["game"]["gameEndReason"] = json!("bughousepartnerlose");
    b["game"]["gameEndReason"] = json!("checkmated");
    let game = merge(&board(&a), &board(&b), &fics()).expect("a game").game;
    let moves = moves(&game);
    assert!(
        moves.ends_with("2a. d6 {118.900} 4b. Qxf2# {119.000} {White9 checkmated} 1-0"),
        "{moves}"
    );
    assert_eq!(check(&game, &fics()).problems, []);
}

#[test]
fn increments_are_added_back() {
    let with = |mut value: Value| {
        value["game"]["pgnHeaders"]["TimeControl"] = json!("120+2");
        value
    };
    // Board A: 1 s, then 3 s: e4 at 1 s (121 left), e5 at 4 s (119 left).
    let a = board(&with(callback(7, 9, "mC0K", "1210,1190,1210")));
    // Board B: e4 at 2 s.
    let b = board(&with(callback(9, 7, "mC", "1200,1180")));
    let merged = merge(&a, &b, &fics()).expect("a game");
    assert!(moves(&merged.game).starts_with("1A. e4 {121.000} 1B. e4 {120.000} 1a. e5 {119.000}"));
    assert_eq!(merged.game.tags.get("TimeControl"), Some("120+2"));
    assert_eq!(merged.apart, Millis::ZERO);
    // Without the header, seconds of the other field.
    let mut plain = callback(7, 9, "mC", "1210,1200");
    plain["game"]["timeIncrement1"] = json!(2);
    let game = single(&board(&plain), &fics()).expect("a game");
    assert_eq!(game.tags.get("TimeControl"), Some("120+2"));
}

#[test]
fn a_single_board_is_told_as_such() {
    let alone = board(&pair().1);
    assert_eq!(match_up(std::slice::from_ref(&alone)), [Found::Single(0)]);
    let game = single(&alone, &fics()).expect("a game");
    assert!(game.one_board);
    assert_eq!(game.tags.player(Seat::WhiteB), None);
    assert_eq!(game.tags.player(Seat::WhiteA), Some("White9"));
    // Nobody knows that the pawn came from the other board, or who lost there.
    assert_eq!(moves(&game), "1. e4 {119.000} P@e5 {114.500} {somebody won} 0-1");
}

#[test]
fn boards_find_each_other_in_a_heap() {
    let (a, b) = pair();
    let heap = [callback(1, 2, "", ""), b.clone(), a.clone(), a, callback(2, 3, "mC", "1200,1200")];
    let heap: Vec<SavedBoard> = heap.iter().map(board).collect();
    assert_eq!(
        match_up(&heap),
        // Number 1 names 2, but 2 names another.
        [Found::Single(0), Found::Pair(2, 1), Found::Again(3), Found::Single(4)]
    );
    let text = format!("{}\n{}", pair().0, pair().1);
    assert_eq!(read_boards(text.as_bytes()).expect("JSON").len(), 2);
    let text = format!("[{},{}]", pair().0, pair().1);
    assert_eq!(read_boards(text.as_bytes()).expect("JSON").len(), 2);
}

#[test]
fn what_is_no_board_or_no_pair_is_one_sentence() {
    let told = |value: &Value| {
        let mut boards = read_boards(value.to_string().as_bytes()).expect("JSON");
        boards.remove(0).expect_err("no board").to_string()
    };
    let changed = |field: &str, to: Value| {
        let mut value = pair().0;
        value["game"][field] = to;
        value
    };
    assert_eq!(
        told(&changed("type", json!("chess"))),
        "this is a game of 'chess', not of bughouse"
    );
    assert!(told(&changed("initialSetup", json!("8/8/8/8/8/8/8/8 w - -"))).contains("of its own"));
    assert_eq!(
        told(&changed("moveTimestamps", json!("1,2"))),
        "the board has 3 half-moves but only 2 clock times"
    );
    assert!(told(&changed("moveTimestamps", json!("1,2,x"))).contains("'x' is no number"));
    assert!(told(&changed("id", json!("seven"))).contains("can't be read"));
    assert!(told(&json!({ "rules": "chess", "pgn": "1. e4" })).contains("not of bughouse"));
    assert!(told(&json!({ "message": "not found" })).contains("no board of chess.com"));
    assert!(matches!(read_boards(b"<html>"), Err(ImportError::NotJson(_))));
    let (a, b) = pair();
    let stranger = board(&callback(11, 12, "mC", "1200,1200"));
    assert_eq!(merge(&board(&a), &stranger, &fics()).expect_err("no pair"), ImportError::NotAPair);
    let mut other = b.clone();
    other["game"]["colorOfWinner"] = json!("white");
    let error = merge(&board(&a), &board(&other), &fics()).expect_err("two results");
    assert_eq!(error.to_string(), "the two boards contradict each other: the result differs");
    let mut other = b;
    other["game"]["baseTime1"] = json!(1800);
    let error = merge(&board(&a), &board(&other), &fics()).expect_err("two clocks");
    assert_eq!(error.to_string(), "the two boards contradict each other: the time control differs");
}

#[test]
fn bpgn_is_not_taken_for_json() {
    for text in ["{\"game\":", " [{", "\u{feff}{}"] {
        assert!(is_json(text.as_bytes()), "{text}");
    }
    for text in ["[Event \"x\"]", "{C: a comment} 1A. e4", "1A. e4", "", "<html>"] {
        assert!(!is_json(text.as_bytes()), "{text}");
    }
}

/// The real pairs, and the record of the archive.
#[test]
fn the_collection_is_merged() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/games/chess-com");
    if !folder.is_dir() {
        eprintln!("the collection of chess.com's boards is not there: {}", folder.display());
        return;
    }
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .collect();
    paths.sort();
    let boards: Vec<SavedBoard> = paths
        .iter()
        .flat_map(|path| read_boards(&fs::read(path).expect("a file")).expect("JSON"))
        .map(|board| board.expect("a board"))
        .collect();
    let found = match_up(&boards);
    assert_eq!(found, [Found::Pair(0, 1), Found::Pair(2, 3), Found::Single(4)]);
    let book = fics();
    let ends = [
        (148, Cause::Mate, GameResult::One, "12teen checkmated"),
        (179, Cause::Flag, GameResult::One, "mincso forfeits on time"),
    ];
    for (pair, (half_moves, cause, result, ending)) in [(0, 1), (2, 3)].into_iter().zip(ends) {
        let merged = merge(&boards[pair.0], &boards[pair.1], &book).expect("a game");
        let checked = check(&merged.game, &book);
        assert_eq!(checked.problems, [], "{ending}");
        assert_eq!(merged.game.main.plies.len(), half_moves);
        assert_eq!(checked.played, half_moves);
        assert_eq!((checked.verdict.cause, checked.verdict.result), (Some(cause), result));
        assert_eq!(merged.game.ending.as_deref(), Some(ending));
        assert!(merged.apart <= Millis(800), "{}", merged.apart);
    }
    let game = single(&boards[4], &book).expect("a game");
    let checked = check(&game, &book);
    assert_eq!((checked.played, checked.error()), (boards[4].half_moves(), None));
}
