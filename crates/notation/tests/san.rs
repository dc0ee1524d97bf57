//! SAN: read with all habits of writing, written in one way.

use tandem_notation::{Bfen, Letters, Notation, ParseSanError, San, SanError, SanPlus, Suffix};
use tandem_rules::shakmaty::{CastlingSide, Color, Role, Square};
use tandem_rules::{BoardId, Illegal, Move, OtherBoard, Position, Rulebook};

fn position(fen: &str) -> Position {
    let bfen = Bfen::parse_lenient(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    bfen.boards[BoardId::A].position.clone()
}

fn fics() -> Rulebook {
    Rulebook::builtin("fics").expect("a built-in book")
}

fn read(fen: &str, text: &str) -> Result<Move, SanError> {
    San::parse(text).expect(text).to_move(position(fen).by(&fics()))
}

fn write(fen: &str, uci: &str) -> String {
    let (position, book) = (position(fen), fics());
    let coordinates = uci.parse().expect(uci);
    let m = position.by(&book).legal_move(coordinates).expect(uci);
    position.by(&book).san(m).to_string()
}

#[test]
fn every_way_of_writing_is_read() {
    let before = "r3k2r/4P3/3p4/2N1p3/8/8/8/R3K2R[BNPp] w KQkq - 0 1";
    for (text, uci) in [
        ("O-O", "e1g1"),
        ("0-0-0", "e1c1"),
        ("o-o", "e1g1"),
        ("O-O+", "e1g1"),
        ("Nxd7", "c5d7"),
        ("Nc5d7", "c5d7"),
        ("Nc5-d7!?", "c5d7"),
        ("N@f3", "N@f3"),
        ("n@f3++", "N@f3"),
        ("b@f3", "B@f3"),
        ("$146@g4", "N@g4"),
        ("P@d5", "P@d5"),
        ("@d5", "P@d5"),
        ("p@d5", "P@d5"),
        ("Rxa8+", "a1a8"),
        ("Ra1:a8#", "a1a8"),
        ("c5d7", "c5d7"),
        ("c5-b7", "c5b7"),
        ("e1g1", "e1g1"),
        ("a1a8", "a1a8"),
    ] {
        let m = read(before, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(m.to_string(), uci, "{text}");
    }
    // The man on the square is told why it can't, and no pawn is spoken of.
    assert_eq!(
        read(before, "c5c6"),
        Err(SanError::Illegal(Illegal::Movement { role: Role::Knight }))
    );
    assert_eq!(read(before, "b4b5"), Err(SanError::NoMan { role: Role::Pawn, elsewhere: true }));
    let pawn = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1";
    for text in ["e8=Q", "e8Q", "e8/Q", "e8(Q)", "e8=q", "e8=Q+", "e7-e8=Q", "e7e8Q"] {
        assert_eq!(read(pawn, text).unwrap().to_string(), "e7e8q", "{text}");
    }
    for text in ["exd8=N", "xd8=N", "ed8N", "e7xd8=N", "e7:d8/N"] {
        assert_eq!(read(pawn, text).unwrap().to_string(), "e7d8n", "{text}");
    }
    let passant = "k7/8/8/3pP3/8/8/8/K7 w - d6 0 1";
    for text in ["exd6", "xd6", "exd6e.p.", "ed6"] {
        assert_eq!(read(passant, text).unwrap().to_string(), "e5d6", "{text}");
    }
}

#[test]
fn what_is_no_move_is_told_from_what_is_illegal() {
    for (text, error) in [
        ("", ParseSanError::Empty),
        ("hello", ParseSanError::NoMove),
        ("Xf3", ParseSanError::NoMove),
        ("N", ParseSanError::NoMove),
        ("N@", ParseSanError::NoMove),
        ("e9", ParseSanError::NoMove),
        ("O-", ParseSanError::NoMove),
        ("$14@g4", ParseSanError::NoMove),
        ("K@e4", ParseSanError::King),
        ("e8=K", ParseSanError::King),
        ("Nf3y", ParseSanError::Rest),
        ("žluť", ParseSanError::NoMove),
    ] {
        assert_eq!(San::parse(text), Err(error), "{text}");
    }
}

#[test]
fn an_illegal_move_is_told_the_true_reason() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    let pinned = "4r2k/8/8/8/8/4N3/8/4K1N1[] w - - 0 1";
    for (fen, text, message) in [
        (start, "N@f3", "you have no such piece in your stock"),
        (start, "Nd2", "the player's own pawn stands on d2"),
        (start, "Nd4", "no knight can go to d4"),
        (start, "e5", "that piece can't move there"),
        (start, "exd3", "that piece can't move there"),
        (start, "xd3", "no pawn can go to d3"),
        (start, "Na2c3", "the player has no knight there on the board"),
        (start, "O-O", "you can't castle now"),
        (start, "e4=Q", "only a pawn that reaches the last rank promotes"),
        (pinned, "Nf5", "this move would leave your king in check"),
        (pinned, "Q@e2", "you have no such piece in your stock"),
        (pinned, "Qe2", "the player has no queen on the board"),
        ("k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e8", "say what the pawn promotes to"),
        ("k7/8/8/8/8/5N2/8/K5N1 w - - 0 1", "Nh3", ""),
        ("k7/8/8/8/8/5N2/8/K5N1 w - - 0 1", "Ne5", ""),
        ("k7/8/8/8/8/2N3N1/8/K7 w - - 0 1", "Ne4", "more than one knight can go to e4"),
    ] {
        let told = read(fen, text).err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(told, message, "{text}");
    }
}

#[test]
fn the_disambiguation_examples_of_the_czech_book() {
    let two = "k7/8/8/8/8/8/3N4/K5N1 w - -";
    assert_eq!([write(two, "g1f3"), write(two, "d2f3")], ["Ngf3", "Ndf3"]);
    let one_file = "k7/8/8/6N1/8/8/8/K5N1 w - -";
    assert_eq!([write(one_file, "g5f3"), write(one_file, "g1f3")], ["N5f3", "N1f3"]);
    let apart = "k7/8/8/8/3N4/8/7N/K7 w - -";
    assert_eq!([write(apart, "h2f3"), write(apart, "d4f3")], ["Nhf3", "Ndf3"]);
    let capture = "k7/8/8/8/8/5p2/3N4/K5N1 w - -";
    assert_eq!([write(capture, "g1f3"), write(capture, "d2f3")], ["Ngxf3", "Ndxf3"]);
    // E9 names d5, but means g5: only then does g1 need both.
    let three = "k7/8/8/6N1/8/8/8/K3N1N1 w - -";
    assert_eq!(write(three, "g1f3"), "Ng1f3");
    assert_eq!([write(three, "e1f3"), write(three, "g5f3")], ["Nef3", "N5f3"]);
    let pawns = "k7/8/8/3n4/2P1P3/8/8/K7 w - -";
    assert_eq!([write(pawns, "c4d5"), write(pawns, "e4d5")], ["cxd5", "exd5"]);
    // A man that is pinned is no rival.
    let pinned = "4r2k/8/8/8/8/8/4N3/4K1N1 w - -";
    assert_eq!(write(pinned, "g1h3"), "Nh3");
    assert_eq!(write("4r2k/8/8/8/8/4N3/8/4K1N1 w - -", "g1e2"), "Ne2");
}

#[test]
fn checks_and_mates_are_marked_by_the_book() {
    // A rook's check from afar could be blocked by a piece that comes: no mate on the servers.
    let back_rank = "6k1/5ppp/8/8/8/8/8/K3R3[] w - - 0 1";
    assert_eq!(write(back_rank, "e1e8"), "Re8+");
    let (position, minerva) = (position(back_rank), Rulebook::builtin("minerva").unwrap());
    let rules = minerva.board_rules();
    let m = position.by(rules).legal_move("e1e8".parse().unwrap()).unwrap();
    let plus = position.by(rules).san(m);
    assert_eq!(plus.to_string(), "Re8#");
    let smothered = "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1";
    assert_eq!(write(smothered, "N@f7"), "N@f7#");
}

#[test]
fn a_promotion_that_takes_from_the_other_board_names_the_square() {
    let stein = Rulebook::builtin("stein").unwrap();
    let ours = position("k7/4P3/8/8/8/8/8/K7 w - - 0 1");
    let theirs = position("k7/8/8/8/8/8/8/KQ1R4 w - - 0 1");
    let other = Some(OtherBoard { position: &theirs, ended: false });
    let rules = stein.board_rules();
    for (text, uci) in [("e8=Qb1", "e7e8qb1"), ("e8=Q", "e7e8qb1"), ("e8Rd1", "e7e8rd1")] {
        let m = San::parse(text).unwrap().to_move(ours.by(rules).with_other(other)).unwrap();
        assert_eq!(m.to_string(), uci);
        assert_eq!(ours.by(rules).with_other(other).read(uci), Ok(m));
    }
    let m = ours.by(rules).with_other(other).read("e7e8qb1").unwrap();
    let written = ours.by(rules).with_other(other).san(m);
    assert!(written.to_string().starts_with("e8=Qb1"));
    let none = position("k7/8/8/8/8/8/8/K7 w - - 0 1");
    let other = Some(OtherBoard { position: &none, ended: false });
    let m = San::parse("e8").unwrap().to_move(ours.by(rules).with_other(other)).unwrap();
    assert_eq!(m.to_string(), "e7e8");
    assert_eq!(San::from_move(m, ours.by(rules).with_other(other)).to_string(), "e8");
}

#[test]
fn coordinates_are_read_too() {
    let castle = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let book = fics();
    let m = castle.by(&book).read("e1g1").unwrap();
    assert!(matches!(m, Move::Castle { rook: Square::H1, .. }));
    let error = castle.by(&book).read("e1e3").unwrap_err();
    assert_eq!(error.to_string(), "that piece can't move there");
}

#[test]
fn national_letters() {
    for (text, letters, san) in [
        ("Jf6", Letters::Czech, "Nf6"),
        ("Sc4", Letters::Czech, "Bc4"),
        ("V@d1", Letters::Czech, "R@d1"),
        ("P@e5", Letters::Czech, "P@e5"),
        ("Sf3", Letters::German, "Nf3"),
        ("B@e5", Letters::German, "P@e5"),
        ("Tad1", Letters::German, "Rad1"),
        ("Pf3", Letters::Dutch, "Nf3"),
        ("@e5", Letters::Dutch, "P@e5"),
        ("P@e5", Letters::Dutch, "N@e5"),
        ("e8=D+", Letters::Dutch, "e8=Q+"),
    ] {
        let plus = SanPlus::from_ascii(text.as_bytes(), letters).unwrap();
        assert_eq!(plus.to_string(), san, "{text}");
        assert_eq!(plus.display(letters).to_string(), text);
    }
}

#[test]
fn the_sample_line_of_the_czech_book_is_read_but_not_played() {
    let line = "e4 e6 d4 d5 P@c4 dxe4 d5 Jf6 Sc4 Sg4 P@e6 Sxd1 exf7+ Kxf7 J@e5+ Ke8 S@f7+ Ke7 \
                J@f5#";
    let book = fics();
    let mut board = Position::default();
    for color in Color::ALL {
        for role in [Role::Pawn, Role::Knight, Role::Bishop] {
            board.stock_mut(color).add(role);
        }
    }
    let mut told = None;
    for (ply, word) in line.split_ascii_whitespace().enumerate() {
        let plus = SanPlus::from_ascii(word.as_bytes(), Letters::Czech).unwrap();
        if told.is_some() {
            continue;
        }
        match plus.san.to_move(board.by(&book)) {
            Ok(m) => drop(board.play_unchecked(m, book.board_rules())),
            Err(error) => told = Some((ply / 2 + 1, plus.to_string(), error.to_string())),
        }
    }
    let message = "the player's own dropped pawn stands on c4".to_owned();
    assert_eq!(told, Some((5, "Bc4".to_owned(), message)));
}

#[test]
fn signs_are_kept_apart_from_the_move() {
    let (plus, rest) = SanPlus::prefix(b"Qh5++!?(=)", Letters::English).unwrap();
    assert_eq!((plus.suffix, rest), (Suffix::Mate, b"!?(=)".as_slice()));
    let (plus, rest) = SanPlus::prefix(b"O-O-O(=)", Letters::English).unwrap();
    assert_eq!(plus.san, San::Castle(CastlingSide::QueenSide));
    assert_eq!(rest, b"(=)");
    let (_, rest) = SanPlus::prefix(b"e4(=)", Letters::English).unwrap();
    assert_eq!(rest, b"(=)");
    assert_eq!(SanError::from(Illegal::NotHeld), SanError::Illegal(Illegal::NotHeld));
}
