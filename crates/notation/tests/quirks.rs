//! What real files contain, one habit after the other. The numbers are those of the list in the
//! description of the format.

use std::path::Path;

use tandem_notation::bpgn::{
    Clock, Game, GameResult, Glyph, LINE_WIDTH, Reader, Remark, Written, write_game,
};
use tandem_notation::replay::{Checked, check, tidy};
use tandem_notation::{Letters, Suffix};
use tandem_rules::{Millis, Rulebook, Seat};

fn read(text: &[u8]) -> Vec<Game> {
    let games: Vec<Game> = Reader::new(text).collect::<Result<_, _>>().expect("bytes are readable");
    for game in &games {
        let written = write_game(game, Letters::English);
        let again: Vec<Game> =
            Reader::new(written.as_bytes()).collect::<Result<_, _>>().expect("readable");
        assert_eq!(again, std::slice::from_ref(game), "{written}");
        for line in written.lines().filter(|line| !line.starts_with('[')) {
            assert!(line.chars().count() <= LINE_WIDTH, "{line}");
        }
    }
    games
}

fn fixture(name: &str) -> Vec<Game> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/bpgn");
    read(&std::fs::read(folder.join(name)).expect(name))
}

fn fics() -> Rulebook {
    Rulebook::builtin("fics").expect("a built-in book")
}

fn told(game: &Game) -> Vec<String> {
    let book = fics();
    let checked: Checked = check(game, &book);
    game.problems
        .iter()
        .chain(&checked.problems)
        .map(|problem| format!("{}: {problem}", problem.place.line))
        .collect()
}

fn moves(game: &Game) -> String {
    let san = |written: &Written| match written {
        Written::San(plus) => plus.to_string(),
        Written::Unread(text) => text.to_string(),
    };
    let words: Vec<_> = game
        .main
        .plies
        .iter()
        .map(|ply| format!("{}. {}", ply.number, san(&ply.written)))
        .collect();
    words.join(" ")
}

fn left(millis: i64) -> Option<Clock> {
    Some(Clock::Left(Millis(millis)))
}

#[test]
fn q01_spaces_may_be_missing_and_lines_may_break_anywhere() {
    let [game] = fixture("01-spacing.bpgn").try_into().unwrap();
    assert_eq!(
        moves(&game),
        "1A. e4 1a. e5 1B. d4 1b. d5 2A. Qh5 2a. Nc6 3A. Bc4 2B. c4 3a. Nf6 4A. Qxf7#"
    );
    let clocks: Vec<_> = game.main.plies.iter().map(|ply| ply.clock).collect();
    let times = [179_900, 179_000, 178_000, 178_500, 175_000, 170_250, 170_000, 177_000];
    assert_eq!(clocks[..8], times.map(left));
    assert_eq!(game.main.plies[4].remarks, [Remark::Comment("early".to_owned())]);
    assert_eq!(told(&game), [""; 0]);
}

#[test]
fn q02_tags_share_lines_and_games_share_files() {
    let games = fixture("02-tags.bpgn");
    let events: Vec<_> = games.iter().map(|game| game.tags.get("Event").unwrap()).collect();
    assert_eq!(events, ["One", "Two", "Three", "Four"]);
    assert_eq!(games[0].tags.player(Seat::BlackA), Some("Bob"));
    assert_eq!(games[0].ending.as_deref(), Some("Bob resigns"));
    assert_eq!(games[3].ending.as_deref(), Some("Game aborted on move 1"));
    assert!(games[3].main.plies.is_empty());
    let alone = fixture("02-moves-only.bpgn");
    let firsts: Vec<_> = alone.iter().map(moves).collect();
    assert_eq!(firsts, ["1A. e4 1a. e5 1B. d4", "1A. d4 1B. e4 1a. d5", "1B. Nf3 1A. Nf3"]);
}

#[test]
fn q03_bytes_that_are_no_utf8_are_kept() {
    let [game] = fixture("03-bytes.bpgn").try_into().unwrap();
    assert_eq!(game.tags.player(Seat::WhiteA), Some("Jürgen"));
    assert_eq!(game.tags.player(Seat::BlackA), Some("Zdeněk"));
    let comment = Remark::Comment("oneþtwo – three".to_owned());
    assert_eq!(game.main.plies[0].remarks, [comment]);
    assert_eq!(told(&game), [""; 0]);
}

#[test]
fn q04_comments_contain_anything() {
    let [game] = fixture("04-comments.bpgn").try_into().unwrap();
    assert_eq!(moves(&game), "1A. e4 1a. e5 1B. d4 1b. d5");
    let said = "Ada(2310)[60] kibitzes: 12A. Nf3 is \"better\" (or not";
    assert_eq!(game.main.plies[0].remarks, [Remark::Comment(said.to_owned())]);
    let cut = Remark::Annotation("a word that wr\naps".to_owned());
    assert_eq!(game.main.plies[1].remarks, [cut]);
    assert_eq!(
        game.main.plies[2].remarks,
        [
            Remark::Comment("smile :{ and go on".to_owned()),
            Remark::Request(" Bob requests to abort the game.".to_owned()),
            Remark::Diagram("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".to_owned()),
        ]
    );
}

#[test]
fn q05_the_loser_decides_and_the_result_is_warned_of() {
    let [mut game] = fixture("05-results.bpgn").try_into().unwrap();
    assert_eq!(told(&game), ["9: the result says 0-1, but Cleo lost, which makes 1-0"]);
    let book = fics();
    assert_eq!(check(&game, &book).verdict.result, GameResult::One);
    assert!(check(&game, &book).error().is_none());
    tidy(&mut game, &book);
    assert_eq!((game.result, game.tags.result()), (GameResult::One, Some(GameResult::One)));
}

#[test]
fn q06_the_repeat_at_a_fallen_flag_is_dropped() {
    let [game] = fixture("06-repeat.bpgn").try_into().unwrap();
    assert_eq!(moves(&game), "1A. e4 1B. e4 1b. Nf6");
    let expected = "8: move 1b: the move is there twice, as some programs write it when a flag \
                    falls; the second is dropped";
    assert_eq!(told(&game), [expected]);
}

#[test]
fn q07_the_tag_tells_what_the_star_does_not() {
    let [game] = fixture("07-tag-and-star.bpgn").try_into().unwrap();
    assert_eq!(game.result, GameResult::Unknown);
    assert_eq!(check(&game, &fics()).verdict.result, GameResult::One);
    assert_eq!(told(&game), [""; 0]);
}

#[test]
fn q08_san_as_people_write_it() {
    let [mut game] = fixture("08-san.bpgn").try_into().unwrap();
    assert_eq!(
        told(&game),
        ["3: move 10A: the move is marked as mate, but there is a legal reply"]
    );
    assert_eq!(game.main.plies[2].remarks, [Remark::DrawOffer]);
    assert_eq!(game.main.plies[10].glyph, Some(Glyph::Interesting));
    let Written::San(mate) = &game.main.plies[22].written else { panic!("a move") };
    assert_eq!(mate.suffix, Suffix::Mate);
    tidy(&mut game, &fics());
    assert_eq!(
        moves(&game),
        "1A. e4 1a. d5 2A. exd5 2a. e6 3A. dxe6 3a. Ke7 4A. exf7 1B. e4 1b. P@e3 2B. dxe3 \
         4a. Kd7 5A. fxg8=Q 2b. N@g4 5a. Nc6 6A. Qd5+ 6a. P@d6 7A. Nf3 7a. a6 8A. Be2 8a. b6 \
         9A. O-O 9a. b5 10A. Qf7+ 3B. Qxd7+ 3b. Kxd7"
    );
}

#[test]
fn q09_clocks_in_other_dress() {
    let [mut since, percent] = fixture("09-clocks.bpgn").try_into().unwrap();
    assert_eq!(since.main.plies[0].clock, Some(Clock::Since(Millis(1500))));
    tidy(&mut since, &fics());
    let clocks: Vec<_> = since.main.plies.iter().map(|ply| ply.clock).collect();
    assert_eq!(clocks, [298_500, 299_500, 296_750, 296_500].map(left));
    let clocks: Vec<_> = percent.main.plies.iter().map(|ply| ply.clock).collect();
    assert_eq!(clocks, [178_400, 180_000, -576].map(left));
    assert_eq!(percent.main.plies[1].remarks, [Remark::Plain("quick".to_owned())]);
}

#[test]
fn q10_dates_and_ratings() {
    let games = fixture("10-dates.bpgn");
    let dates: Vec<_> = games.iter().map(|game| game.tags.date()).collect();
    assert_eq!(dates, [Some((2012, 6, 14)), Some((2010, 7, 26)), Some((2010, 0, 0))]);
    let elos = Seat::ALL.map(|seat| games[0].tags.elo(seat));
    assert_eq!(elos, [None, Some(1834), None, None]);
    assert_eq!(games[0].tags.get("BlackBElo"), Some("++++"));
}

#[test]
fn q11_a_seat_that_is_named_twice() {
    let [game] = fixture("11-named-twice.bpgn").try_into().unwrap();
    assert_eq!(told(&game), ["1: BlackA appears twice; the second is read as BlackB"]);
    assert_eq!(game.tags.player(Seat::BlackA), Some("Bob"));
    assert_eq!(game.tags.player(Seat::BlackB), Some("Dan"));
}

#[test]
fn q12_a_player_who_waits_is_not_mated() {
    let [game] = fixture("12-waiting.bpgn").try_into().unwrap();
    assert_eq!(told(&game), [""; 0]);
    assert_eq!(check(&game, &fics()).played, 9);
}

#[test]
fn what_is_wrong_is_told_and_the_other_games_are_read() {
    let games = fixture("bad-games.bpgn");
    let book = fics();
    let lines: Vec<String> = games
        .iter()
        .map(|game| {
            let checked = check(game, &book);
            let error = game.error().or(checked.error());
            error.map_or("good".to_owned(), |error| format!("{}: {error}", error.place.line))
        })
        .collect();
    assert_eq!(
        lines,
        [
            "3: move 2A: Nf6: no knight can go to f6",
            "7: move 1a: N@f6: you have no such piece in your stock",
            "11: move 12A: the game starts in the middle and has no FEN",
            "15: move 1a: the comment that begins here is not closed with a brace",
            "19: move 1a: the comment that begins here is not closed with a brace",
            "22: move 2A: it is not white's turn on board A",
            "26: move 1a: 'hello': not a move; expected something like Nf3, exd5, e8=Q, O-O or N@f3",
            "30: move 1A: 'e5' has no number and seat before it, such as 12A.",
            "35: move 1B: the game on board A ended with move 4A, and play goes on",
            "40: the ending says that Ada is checkmated, but a piece that may still come could \
             stop it",
            "good",
        ]
    );
}

#[test]
fn a_joint_move_behind_the_mate_and_a_wrong_name_are_warnings() {
    let mut games = fixture("joint-moves.bpgn");
    let book = fics();
    let lines: Vec<(Vec<String>, GameResult)> =
        games.iter().map(|game| (told(game), check(game, &book).verdict.result)).collect();
    let line = |text: &str| vec![text.to_owned()];
    assert_eq!(
        lines,
        [
            (
                line(
                    "9: move 4B: board A ended with move 4A; the move on the other board is \
                     dropped"
                ),
                GameResult::One
            ),
            (line("18: Ben is mated, but the ending names Cy"), GameResult::One),
            (
                vec![
                    "27: Ben is mated, but the ending names Ada".to_owned(),
                    "27: the result says 0-1, but Ben lost, which makes 1-0".to_owned(),
                ],
                GameResult::One
            ),
        ]
    );
    for game in &mut games {
        assert_eq!(check(game, &book).error(), None);
    }
    // A clean rewrite has no tail, and nothing to tell.
    tidy(&mut games[0], &book);
    assert_eq!(told(&games[0]), [""; 0]);
    assert!(moves(&games[0]).ends_with("4A. Qxf7#"));
}

#[test]
fn variations_are_a_tree() {
    let [game] = fixture("variations.bpgn").try_into().unwrap();
    assert_eq!(moves(&game), "1A. e4 1B. d4 1a. e5");
    let comment = Remark::Comment("before the first move".to_owned());
    assert_eq!(game.main.before, [comment]);
    let [Remark::Variation(d4), Remark::Annotation(best)] = &game.main.plies[0].remarks[..] else {
        panic!("a variation and an annotation");
    };
    assert_eq!(best, "best");
    assert_eq!(d4.plies.len(), 3);
    assert!(matches!(&d4.plies[1].remarks[..], [Remark::Variation(knight)]
        if knight.plies.len() == 2 && knight.plies[0].remarks == [Remark::Nag(14)]));
}

#[test]
fn letters_are_found_out() {
    let english = "1A. e4 1a. e5 2A. Nf3 2a. Nc6 3A. Bc4 3a. Bc5 4A. Bxf7+ 4a. Kxf7 1B. B@c4 \
                   1b. P@f6 2B. e4 2b. a6 3B. Qh5 3b. e5 4B. Bf7+";
    for letters in [Letters::Czech, Letters::German, Letters::Dutch] {
        let name = format!("letters-{letters}.bpgn");
        let [game] = fixture(&name).try_into().unwrap();
        assert_eq!(moves(&game), english, "{name}");
        assert_eq!(told(&game), [""; 0], "{name}");
        let Remark::Variation(line) = &game.main.plies[14].remarks[0] else { panic!("{name}") };
        assert_eq!(line.plies[0].glyph, Some(Glyph::Interesting));
        assert_eq!(line.plies[0].remarks, [Remark::DrawOffer]);
        let written = write_game(&game, letters);
        let again = Reader::new(written.as_bytes()).next().unwrap().unwrap();
        assert_eq!(again, game, "{written}");
    }
    let [game] = fixture("letters-unclear.bpgn").try_into().unwrap();
    let expected = "1: the letters of the pieces could be cs or de; say which they are";
    assert_eq!(told(&game), [expected]);
    let german = Reader::with_letters(&b"1A. e4 1a. e5 2A. Se2"[..], Some(Letters::German));
    assert_eq!(moves(&german.last().unwrap().unwrap()), "1A. e4 1a. e5 2A. Ne2");
}

#[test]
fn the_line_of_the_czech_book_is_read_and_its_slip_is_named() {
    let [game] = fixture("czech-line.bpgn").try_into().unwrap();
    assert_eq!(game.main.plies.len(), 19);
    assert_eq!(
        told(&game)[1..],
        ["1: move 5A: Bc4: the player's own dropped pawn stands on c4".to_owned()]
    );
}

#[test]
fn the_sample_of_the_czech_book_replays_to_mate() {
    let [game] = fixture("czech-sample.bpgn").try_into().unwrap();
    assert_eq!(told(&game), ["1: BlackA appears twice; the second is read as BlackB"]);
    for id in ["fics", "sscr"] {
        let book = Rulebook::builtin(id).unwrap();
        let checked = check(&game, &book);
        assert_eq!(checked.played, 43);
        let end = checked.last.unwrap().ended[tandem_rules::BoardId::A].unwrap();
        assert_eq!(end.mated, Some(Seat::BlackA));
        assert_eq!(checked.verdict.result, GameResult::One);
    }
}
