//! Score sheets of boards on the table: moves find their presses, both boards their order, and a file
//! with them is replayed.

use std::sync::Arc;

use tandem_notation::bpgn::{Game, Reader, Tags, write_game};
use tandem_notation::record::{MatchToWrite, write_scored};
use tandem_notation::replay::{check, check_with};
use tandem_notation::score::{Fit, NotWritten, ScoreSheet, SheetEntry};
use tandem_notation::{Letters, carry_out};
use tandem_referee::{Act, BoardsAt, Claim, Command, Match, MoveText, Record, Settings};
use tandem_rules::{BoardId, Illegal, Millis, Rulebook, Seat};

/// A match of clocks alone, and its sheet.
struct Table {
    game: Match,
    sheet: ScoreSheet,
    log: Vec<Record>,
}

impl Table {
    fn of(book: &str) -> Table {
        let book = Arc::new(Rulebook::builtin(book).expect("a built-in book"));
        let settings = Settings { boards: BoardsAt::Table, ..Settings::new(book) };
        let sheet = ScoreSheet::new(&settings);
        Table { game: Match::new(settings), sheet, log: Vec::new() }
    }

    fn started(book: &str) -> Table {
        let mut table = Table::of(book);
        table.does(0, Command::Start);
        table
    }

    fn does(&mut self, at: i64, command: Command<MoveText>) {
        let (record, outcome) = carry_out(&mut self.game, Millis(at), command, None);
        outcome.expect("the referee takes it");
        for event in record.iter().flat_map(|record| &record.events) {
            self.sheet.take(event, &self.game);
        }
        self.log.extend(record);
    }

    fn player(&mut self, at: i64, seat: Seat, act: Act<MoveText>) {
        self.does(at, Command::Player { seat, act });
    }

    /// The players of a board press in turn, at these moments.
    fn presses(&mut self, board: BoardId, moments: &[i64]) {
        for at in moments {
            let seat = Seat::new(board, self.game.game(board).on_move);
            self.player(*at, seat, Act::Press);
        }
    }

    fn writes(&mut self, board: BoardId, text: &str) -> Result<(), NotWritten> {
        let text = MoveText::new(text).expect("a move");
        let entry = self.sheet.check(&SheetEntry::Write { board, text })?;
        self.sheet.apply(&entry);
        Ok(())
    }

    fn writes_all(&mut self, board: BoardId, texts: &str) {
        for text in texts.split_whitespace() {
            self.writes(board, text).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        }
    }

    /// The sheet in its order, each move with its sign: `?` waits, `!` does not fit.
    fn order(&self) -> String {
        let line = |line: &tandem_notation::score::SheetLine| {
            let sign = match line.fit {
                Fit::Fits => "",
                Fit::Waits => "?",
                Fit::Doubtful(_) => "!",
            };
            let san = line.san.map_or_else(|| line.text.to_string(), |san| san.to_string());
            format!("{}. {san}{sign}", line.number)
        };
        self.sheet.lines().iter().map(line).collect::<Vec<_>>().join(" ")
    }

    fn file(&self) -> String {
        let mut tags = Tags::default();
        for (seat, name) in Seat::ALL.into_iter().zip(["Ann", "Cas", "Dee", "Bob"]) {
            tags.set(tandem_notation::bpgn::name_tag(seat), name);
        }
        let settings = self.game.settings();
        let played = MatchToWrite { tags, settings, options: &[], log: &self.log };
        write_game(&write_scored(&played, &self.sheet), Letters::English)
    }
}

fn read(file: &str) -> Game {
    Reader::new(file.as_bytes()).next().expect("a game").expect("it can be read")
}

const A: BoardId = BoardId::A;
const B: BoardId = BoardId::B;

#[test]
fn presses_give_moves_their_times_and_both_boards_their_order() {
    let mut table = Table::started("minerva");
    table.presses(A, &[1_000, 3_000, 6_000]);
    table.presses(B, &[2_000, 8_000]);
    // One board after the other, as from two sheets of paper.
    table.writes_all(B, "d4 P@e6");
    assert_eq!(table.order(), "1B. d4 1b. P@e6?", "the man has yet to come");
    table.writes_all(A, "e4 d5 exd5");
    assert_eq!(table.order(), "1A. e4 1B. d4 1a. d5 2A. exd5 1b. P@e6");
    let times: Vec<_> =
        table.sheet.lines().iter().map(|line| line.press.as_ref().unwrap().at.0).collect();
    assert_eq!(times, [1_000, 2_000, 3_000, 6_000, 8_000]);
}

#[test]
fn a_man_may_be_dropped_before_its_capture_is_pressed() {
    let mut table = Table::started("minerva");
    // The capture is made after 3.0 and pressed at 6.0; the partner drops the pawn and presses at 5.0.
    table.presses(A, &[1_000, 3_000, 6_000]);
    table.presses(B, &[2_000, 5_000]);
    table.writes_all(A, "e4 d5 exd5");
    table.writes_all(B, "d4 P@e6");
    assert_eq!(table.order(), "1A. e4 1B. d4 1a. d5 2A. exd5 1b. P@e6");
    // Not when the capture can't have been made by then: nobody had answered e4 yet.
    let mut table = Table::started("minerva");
    table.presses(A, &[1_000, 5_000, 6_000]);
    table.presses(B, &[2_000, 4_000]);
    table.writes_all(A, "e4 d5 exd5");
    table.writes_all(B, "d4");
    let Err(NotWritten::Forbidden(refusal)) = table.writes(B, "P@e6") else { panic!("no pawn") };
    assert_eq!(refusal.why, Illegal::NotHeld.into());
    assert!(refusal.article.as_str().starts_with("minerva "), "{}", refusal.article);
}

#[test]
fn what_the_book_forbids_is_refused_with_its_article() {
    let mut table = Table::started("minerva");
    assert_eq!(Table::of("minerva").writes(A, "e4"), Err(NotWritten::NotBegun));
    let Err(NotWritten::Forbidden(refusal)) = table.writes(A, "e2e5") else { panic!("no") };
    assert!(refusal.article.as_str().starts_with("minerva "), "{}", refusal.article);
    // The move on the board may be seen before its press is heard; the one after it has to wait.
    table.writes_all(A, "e4");
    assert_eq!(table.writes(A, "e5"), Err(NotWritten::NoPress { presses: 0 }));
    table.presses(A, &[1_000]);
    table.writes_all(A, "e5");
    assert_eq!(table.writes(A, "Nf3"), Err(NotWritten::NoPress { presses: 1 }));
    // What nobody can mean is refused too.
    table.presses(B, &[1_200]);
    assert!(matches!(table.writes(B, "K@e4"), Err(NotWritten::Forbidden(_))));
    assert!(matches!(table.writes(B, "hello"), Err(NotWritten::Forbidden(_))));
}

#[test]
fn a_press_that_goes_back_takes_its_move_along() {
    let mut table = Table::started("minerva");
    table.presses(A, &[1_000, 2_000]);
    table.writes_all(A, "e4 e5");
    let claim = Act::Claim { claim: Claim::Illegal, board: None };
    table.player(2_500, Seat::WhiteA, claim);
    table.player(3_000, Seat::BlackA, Act::Answer { agree: true });
    assert_eq!(table.order(), "1A. e4", "the illegal move went back");
    table.presses(A, &[5_000]);
    table.writes_all(A, "d5");
    assert_eq!(table.order(), "1A. e4 1a. d5");
    assert_eq!(table.sheet.lines()[1].press.as_ref().unwrap().at, Millis(5_000));
    // Whoever writes may be behind, too: the press that went back is nobody's.
    let mut late = Table::started("minerva");
    late.presses(A, &[1_000, 2_000]);
    let claim = Act::Claim { claim: Claim::Illegal, board: None };
    late.player(2_500, Seat::WhiteA, claim);
    late.player(3_000, Seat::BlackA, Act::Answer { agree: true });
    late.presses(A, &[5_000]);
    late.writes_all(A, "e4 d5");
    assert_eq!(late.sheet.lines()[1].press.as_ref().unwrap().at, Millis(5_000));
}

#[test]
fn what_no_longer_fits_is_named_and_stays() {
    let mut table = Table::started("minerva");
    table.presses(A, &[1_000, 3_000, 6_000, 9_000]);
    table.presses(B, &[2_000, 8_000, 9_500]);
    table.writes_all(B, "d4 P@e6 Nf3");
    table.writes_all(A, "e4 e5 Nf3");
    assert_eq!(table.order(), "1A. e4 1B. d4 1a. e5 2A. Nf3 1b. P@e6? 2B. Nf3");
    table.writes_all(A, "Nc6");
    assert_eq!(table.order(), "1A. e4 1B. d4 1a. e5 2A. Nf3 1b. P@e6! 2a. Nc6 2B. Nf3");
    // It is mended by writing the board anew from there.
    table.sheet.apply(&SheetEntry::Strike { board: A, keep: 1 });
    table.writes_all(A, "d5 exd5 Nf6");
    assert_eq!(table.order(), "1A. e4 1B. d4 1a. d5 2A. exd5 1b. P@e6 2a. Nf6 2B. Nf3");
}

#[test]
fn a_promotion_waits_for_the_board_that_it_takes_from() {
    // fer 4.1: the queen comes from the other board, so where it stands must be known.
    let mut table = Table::started("fer");
    table.presses(A, &[1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000]);
    table.presses(B, &[1_500, 2_500, 3_500]);
    table.writes_all(A, "h4 g5 hxg5 h6 gxh6 Bg7 hxg7 Nf6");
    let last = table.sheet.next_move(A);
    let promotions: Vec<String> = last.legal.iter().map(ToString::to_string).collect();
    assert!(promotions.iter().any(|uci| uci.starts_with("g7h8q")), "{promotions:?}");
}

#[test]
fn a_file_has_moves_with_clocks_and_all_that_happened_at_them() {
    let mut table = Table::started("minerva");
    table.presses(A, &[1_000, 3_000, 6_500]);
    table.presses(B, &[2_000, 8_000]);
    table.player(9_000, Seat::WhiteB, Act::OfferDraw);
    table.player(9_500, Seat::BlackA, Act::Resign);
    table.writes_all(B, "d4 P@e6 Nf3");
    table.writes_all(A, "e4 d5 exd5");
    let file = table.file();
    assert!(file.contains("[Boards \"table\"]"), "{file}");
    assert!(file.contains("1A. e4 {299.000} {A:tandem 1 A press}"), "{file}");
    assert!(file.contains("2B. Nf3"), "not pressed: {file}");
    let game = read(&file);
    let book = Rulebook::builtin("minerva").unwrap();
    let mut seen = Vec::new();
    let checked = check_with(&game, &book, |ply, played, _| {
        seen.push(format!("{} {} {}", ply.number, played.m, played.captured.is_some()));
    });
    assert_eq!(checked.problems, []);
    assert_eq!(checked.played, 6);
    let expected = [
        "1A e2e4 false",
        "1B d2d4 false",
        "1a d7d5 false",
        "2A e4d5 true",
        "1b P@e6 false",
        "2B g1f3 false",
    ];
    assert_eq!(seen, expected);
    // A clock that lies is found, and so is a move that does not fit.
    let lies = read(&file.replace("1A. e4 {299.000}", "1A. e4 {298.000}"));
    assert!(check(&lies, &book).error().is_some());
    let wrong = read(&file.replace("2A. exd5", "2A. Nf3"));
    let checked = check(&wrong, &book);
    let error = checked.error().expect("no pawn was captured");
    assert_eq!(error.at.map(|at| at.to_string()), Some("1b".to_owned()));
}

#[test]
fn games_that_begin_again_leave_their_sheet() {
    let mut table = Table::started("asten");
    table.presses(A, &[1_000]);
    table.writes_all(A, "e4");
    let rule =
        tandem_referee::Ruling::Restart { boards: tandem_referee::Boards::Both, reason: None };
    table.does(2_000, Command::Arbiter { rule });
    assert!(table.sheet.is_empty());
    table.does(4_000, Command::Start);
    table.presses(A, &[5_000]);
    table.writes_all(A, "d4");
    let file = table.file();
    assert!(file.contains("1A. d4") && !file.contains("1A. e4"), "{file}");
    let checked = check(&read(&file), &Rulebook::builtin("asten").unwrap());
    assert_eq!(checked.problems, []);
}
