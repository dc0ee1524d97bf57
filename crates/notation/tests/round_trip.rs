//! What is written is read as the same, whatever it is.

use proptest::collection::vec;
use proptest::prelude::*;
use tandem_notation::bpgn::{
    Clock, Game, GameResult, Glyph, Line, MoveNumber, Place, Ply, Reader, Remark, Written,
    comment_text, name_tag, write_game,
};
use tandem_notation::replay::{Replay, check, tidy};
use tandem_notation::{Bfen, Letters, Notation, San, SanPlus, write_bfen};
use tandem_rules::book::BUILTIN_IDS;
use tandem_rules::{BoardId, BySeat, Millis, Rulebook, Seat};

fn read(text: &[u8]) -> Vec<Game> {
    Reader::new(text).collect::<Result<_, _>>().expect("bytes are readable")
}

fn book(index: usize) -> Rulebook {
    Rulebook::builtin(BUILTIN_IDS[index % BUILTIN_IDS.len()]).expect("a built-in book")
}

/// Numbers that decide what happens, one after the other.
struct Dice<'a>(std::slice::Iter<'a, u16>);

impl Dice<'_> {
    fn throw(&mut self, sides: usize) -> Option<usize> {
        (sides > 0).then_some(())?;
        self.0.next().map(|number| usize::from(*number) % sides)
    }
}

/// Plays on at random while the dice last.
fn play(replay: &mut Replay<'_>, dice: &mut Dice<'_>, most: usize, depth: usize) -> Line {
    let mut line = Line::default();
    let mut numbers = BySeat::<u32>::default();
    while line.plies.len() < most {
        let Some(board) = dice.throw(2).map(|board| BoardId::ALL[board]) else { break };
        if BoardId::ALL.into_iter().any(|board| replay.ended(board).is_some()) {
            break;
        }
        let moves = replay.legal_moves(board);
        let Some(m) = dice.throw(moves.len()).map(|index| moves[index]) else { continue };
        let seat = Seat::new(board, replay.position(board).turn());
        numbers[seat] += 1;
        let number = MoveNumber { number: numbers[seat], seat };
        let before = replay.clone();
        let plus = replay.san(seat, m);
        replay.play_move(number, m);
        let mut ply = Ply {
            number,
            written: Written::San(plus),
            glyph: None,
            clock: None,
            remarks: Vec::new(),
            place: Place::default(),
        };
        if let Some(luck) = dice.throw(1000) {
            ply.clock = match luck % 4 {
                0 => None,
                1 => Some(Clock::Since(Millis(luck as i64 * 77))),
                _ => Some(Clock::Left(Millis(luck as i64 * 213 - 1000))),
            };
            if luck % 11 == 0 {
                ply.glyph = Some(Glyph::ALL[luck % 6].0);
            }
            if luck % 5 == 0 && depth < 3 {
                let variation = play(&mut before.clone(), dice, 4, depth + 1);
                ply.remarks.push(Remark::Variation(variation));
            }
        }
        line.plies.push(ply);
    }
    line
}

fn remark() -> impl Strategy<Value = Remark> {
    let text = "([ -~ěščřžýáíéüß\n“”–]{0,120}|( ?[a-z(\\[\"1A.]{1,12}){0,30})";
    let text = text.prop_map(|text| comment_text(&text));
    prop_oneof![
        text.clone().prop_map(Remark::Comment),
        text.clone().prop_map(Remark::Annotation),
        text.clone().prop_map(Remark::Diagram),
        text.prop_map(Remark::Request),
        (7..200_u16).prop_map(Remark::Nag),
        Just(Remark::DrawOffer),
    ]
}

fn scatter(line: &mut Line, remarks: &mut std::vec::IntoIter<(u8, Remark)>) {
    for ply in &mut line.plies {
        for remark in &mut ply.remarks {
            if let Remark::Variation(variation) = remark {
                scatter(variation, remarks);
            }
        }
        if let Some((place, remark)) = remarks.next() {
            match place % 3 {
                0 => ply.remarks.insert(0, remark),
                1 => ply.remarks.push(remark),
                _ => {}
            }
        }
    }
}

prop_compose! {
    fn game()(
        dice in vec(any::<u16>(), 0..400),
        remarks in vec((any::<u8>(), remark()), 0..40),
        names in vec("[ -~ěščüß]{0,20}", 4),
        ending in proptest::option::of("[A-Z][a-z]{1,9} (checkmated|resigns|forfeits on time)"),
        result in 0..4_usize,
        book_index in 0..BUILTIN_IDS.len(),
    ) -> (usize, Game) {
        let book = book(book_index);
        let main = play(&mut Replay::new(&book), &mut Dice(dice.iter()), 80, 0);
        let mut game = Game { main, ending, ..Game::default() };
        let mut remarks = remarks.into_iter();
        if let Some((_, first)) = remarks.next() {
            game.main.before.push(first);
        }
        scatter(&mut game.main, &mut remarks);
        game.tags.set("Event", "Generated");
        for (seat, name) in Seat::ALL.into_iter().zip(names) {
            game.tags.set(name_tag(seat), &name);
        }
        use GameResult::{Draw, One, Two, Unknown};
        game.result = [One, Two, Draw, Unknown][result];
        (book_index, game)
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn generated_games_are_read_as_they_were_written((_, game) in game(), letters in 0..4_usize) {
        let letters = Letters::ALL[letters];
        let written = write_game(&game, letters);
        let again: Vec<Game> = Reader::with_letters(written.as_bytes(), Some(letters))
            .collect::<Result<_, _>>()
            .expect("readable");
        prop_assert_eq!(&again, std::slice::from_ref(&game), "{}", written);
        prop_assert_eq!(write_game(&again[0], letters), written);
    }

    #[test]
    fn generated_games_replay_to_the_end((index, mut game) in game()) {
        let book = book(index);
        let checked = check(&game, &book);
        prop_assert_eq!(checked.played, game.main.plies.len());
        let before = game.main.clone();
        tidy(&mut game, &book);
        let san = |line: &Line| -> Vec<Written> {
            line.plies.iter().map(|ply| ply.written.clone()).collect()
        };
        prop_assert_eq!(san(&before), san(&game.main));
    }

    #[test]
    fn what_was_read_from_any_text_is_read_again_the_same(
        words in vec(word(), 0..60),
    ) {
        let text = words.concat();
        for game in read(&text) {
            let written = write_game(&game, Letters::English);
            let again = Reader::with_letters(written.as_bytes(), Some(Letters::English))
                .collect::<Result<Vec<_>, _>>()
                .expect("readable");
            prop_assert_eq!(again, vec![game], "{}", written);
        }
    }

    #[test]
    fn any_bytes_are_survived(bytes in vec(any::<u8>(), 0..2000)) {
        let book = book(5);
        for mut game in read(&bytes) {
            tidy(&mut game, &book);
            let _ = write_game(&game, Letters::Czech);
        }
        if let Ok(text) = std::str::from_utf8(&bytes) {
            let _ = (Bfen::parse(text), San::parse(text));
        }
    }

    #[test]
    fn every_legal_move_is_read_as_it_is_written(
        dice in vec(any::<u16>(), 0..200),
        index in 0..BUILTIN_IDS.len(),
    ) {
        let book = book(index);
        let mut replay = Replay::new(&book);
        play(&mut replay, &mut Dice(dice.iter()), 100, 3);
        for board in BoardId::ALL {
            let view = replay.board(board);
            let mut seen = std::collections::HashSet::new();
            for m in replay.legal_moves(board) {
                let plus = view.san(m);
                let text = plus.to_string();
                prop_assert_eq!(view.read(&text), Ok(m), "{}", text);
                prop_assert_eq!(view.read(&m.to_string()), Ok(m));
                for letters in Letters::ALL {
                    let text = plus.display(letters).to_string();
                    prop_assert_eq!(SanPlus::from_ascii(text.as_bytes(), letters), Ok(plus));
                }
                prop_assert!(seen.insert(text), "two moves are written alike");
            }
        }
        let bfen = write_bfen(&replay.positions(), None);
        prop_assert_eq!(Bfen::parse(&bfen).expect("ours").to_string(), bfen);
    }
}

/// Bits of which games, and worse, are made.
fn word() -> impl Strategy<Value = Vec<u8>> {
    let known: Vec<&'static [u8]> = vec![
        b"1A. e4 ",
        b"1a. e5 ",
        b"1B.",
        b"2b. ",
        b" N@f3+ ",
        b"e8=Q",
        b"$146@g4 ",
        b"{60}",
        b"{-1.5} ",
        b"{C:",
        b"{A: note}",
        b"}",
        b"{",
        b"(",
        b")",
        b"(=)",
        b"[Event \"x\"]",
        b"[WhiteA \"a\\\"b\"]\n",
        b"[BlackA \"",
        b"\"]",
        b"\n",
        b"\r\n",
        b" ",
        b"1-0",
        b"0-1 ",
        b"*",
        b"1/2-1/2",
        b"$5 ",
        b"$14",
        b"!?",
        b"?? ",
        b";",
        b"%",
        b"\xfe",
        b"\xe9",
        "½-½".as_bytes(),
        "č".as_bytes(),
        b"\0",
        b"12",
        b"1. ",
        b"2... ",
        b"d4 ",
        b"Jf6 ",
        b"Sc4 ",
        b"{[%clk 0:01:02.5]}",
        b"{[ts=3.5] hm}",
        b"0-0 ",
        b"{Ann resigns} ",
        b"\xef\xbb\xbf",
        b"\\",
        b"hello ",
        b"e4!?(=) ",
        b"xe6 ",
        b"$1 ",
        b"4A ",
    ];
    prop_oneof![
        9 => proptest::sample::select(known).prop_map(<[u8]>::to_vec),
        1 => vec(any::<u8>(), 1..6),
    ]
}
