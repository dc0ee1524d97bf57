//! The notation articles of the Czech book, E1 to E14, BFEN and the note on networks.

use tandem_notation::{Bfen, Letters, Notation, San, SanPlus, Suffix};
use tandem_rules::shakmaty::{File, Rank, Role, Square};
use tandem_rules::{BoardId, Move, Position, Rulebook, Seat};

fn sscr() -> Rulebook {
    Rulebook::builtin("sscr").expect("a built-in book")
}

/// A board with white knights on these squares, and a black pawn on f3 if one is to be taken.
fn knights(squares: &[&str], prey: bool) -> Position {
    let mut board = tandem_rules::shakmaty::Board::empty();
    board.set_piece_at(Square::A1, tandem_rules::shakmaty::Color::White.king());
    board.set_piece_at(Square::A8, tandem_rules::shakmaty::Color::Black.king());
    for square in squares {
        board.set_piece_at(
            square.parse().expect("a square"),
            tandem_rules::shakmaty::Color::White.knight(),
        );
    }
    if prey {
        board.set_piece_at(Square::F3, tandem_rules::shakmaty::Color::Black.pawn());
    }
    let mut setup = Position::default().to_setup();
    setup.board = board;
    setup.castling = tandem_rules::Castling::NONE;
    Position::try_from(setup).expect("a position")
}

fn names(position: &Position, letters: Letters) -> Vec<String> {
    let book = sscr();
    position
        .by(&book)
        .legal_moves()
        .iter()
        .map(|&m| San::from_move(m, position.by(&book)).display(letters).to_string())
        .collect()
}

fn czech(text: &str) -> San {
    SanPlus::from_ascii(text.as_bytes(), Letters::Czech).expect("SAN").san
}

#[test]
fn sscr_e1_pieces_have_the_first_letter_of_their_name() {
    let roles = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    for (role, (english, czech_letter)) in
        roles.into_iter().zip("KQRBN".bytes().zip("KDVSJ".bytes()))
    {
        assert_eq!(Letters::English.role(english), Some(role));
        assert_eq!(Letters::Czech.role(czech_letter), Some(role));
    }
}

#[test]
fn sscr_e2_national_letters_translate_both_ways() {
    for letters in Letters::ALL {
        for name in names(&knights(&["g1", "d2"], true), letters) {
            let read = SanPlus::from_ascii(name.as_bytes(), letters).unwrap();
            assert_eq!(read.display(letters).to_string(), name);
            let english = read.display(Letters::English).to_string();
            assert_eq!(San::parse(&english).unwrap(), read.san, "{name} is {english}");
        }
    }
}

#[test]
fn sscr_e3_pawns_have_no_letter() {
    for text in ["e5", "d4", "a5"] {
        assert!(matches!(czech(text), San::Walk { role: Role::Pawn, capture: false, .. }));
        assert_eq!(czech(text).display(Letters::Czech).to_string(), text);
    }
}

#[test]
fn sscr_e4_files_are_a_to_h_from_whites_left() {
    let first: Vec<char> = File::ALL.into_iter().map(File::char).collect();
    assert_eq!(first, ('a'..='h').collect::<Vec<_>>());
    let start = Position::default();
    assert_eq!(
        start.board().role_at(Square::D1),
        Some(Role::Queen),
        "White's queen is on the d-file"
    );
}

#[test]
fn sscr_e5_ranks_are_1_to_8_from_whites_side() {
    let ranks: Vec<char> = Rank::ALL.into_iter().map(Rank::char).collect();
    assert_eq!(ranks, ('1'..='8').collect::<Vec<_>>());
    let start = Position::default();
    for file in File::ALL {
        let pawn =
            |rank| start.board().role_at(Square::from_coords(file, rank)) == Some(Role::Pawn);
        assert!(pawn(Rank::Second) && pawn(Rank::Seventh));
    }
}

#[test]
fn sscr_e6_every_square_has_one_name() {
    let mut all: Vec<String> = Square::ALL.map(|square| square.to_string()).to_vec();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 64);
    for name in all {
        assert_eq!(name.parse::<Square>().unwrap().to_string(), name);
    }
}

#[test]
fn sscr_e7_a_move_is_letter_and_square() {
    for text in ["Se5", "Jf3", "Vd1", "e5", "d4", "a5"] {
        assert_eq!(czech(text).display(Letters::Czech).to_string(), text);
    }
    assert!(matches!(czech("Se5"), San::Walk { role: Role::Bishop, to: Square::E5, .. }));
}

#[test]
fn sscr_e8_a_capture_has_an_x_and_a_pawn_its_file() {
    for text in ["Sxe5", "Jxf3", "Vxd1", "dxe5", "gxf3", "axb5"] {
        assert!(matches!(czech(text), San::Walk { capture: true, .. }), "{text}");
        assert_eq!(czech(text).display(Letters::Czech).to_string(), text);
    }
    // En passant names the square on which the pawn comes to stand.
    let bfen: Bfen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 | 4k3/8/8/8/8/8/8/4K3 w - -".parse().unwrap();
    let position = &bfen.boards[BoardId::A].position;
    assert!(names(position, Letters::Czech).contains(&"exd6".to_owned()));
}

#[test]
fn sscr_e9_disambiguation_by_file_then_rank_then_both() {
    // The book's examples; in the last it names d5 for g5 (the knight that makes Jg1f3 needed).
    let cases: [(&[&str], &[&str]); 4] = [
        (&["g1", "d2"], &["Jgf3", "Jdf3"]),
        (&["g5", "g1"], &["J5f3", "J1f3"]),
        (&["h2", "d4"], &["Jhf3", "Jdf3"]),
        (&["g1", "e1", "g5"], &["Jg1f3", "Jef3", "J5f3"]),
    ];
    for (squares, expected) in cases {
        let quiet = names(&knights(squares, false), Letters::Czech);
        let taking = names(&knights(squares, true), Letters::Czech);
        for name in expected {
            assert!(quiet.contains(&(*name).to_owned()), "{name} among {quiet:?}");
            let capture = name.replace("f3", "xf3");
            assert!(taking.contains(&capture), "{capture} among {taking:?}");
        }
    }
}

#[test]
fn sscr_e10_two_pawns_that_can_take_are_told_by_their_files() {
    let bfen: Bfen = "4k3/8/8/3n4/2P1P3/8/8/4K3 w - - | 4k3/8/8/8/8/8/8/4K3 w - -".parse().unwrap();
    let names = names(&bfen.boards[BoardId::A].position, Letters::Czech);
    assert!(names.contains(&"cxd5".to_owned()) && names.contains(&"exd5".to_owned()));
}

#[test]
fn sscr_e11_a_drop_has_an_at_between_letter_and_square() {
    for (text, role) in [
        ("S@e5", Role::Bishop),
        ("J@f3", Role::Knight),
        ("V@d1", Role::Rook),
        ("P@f2", Role::Pawn),
        ("P@e5", Role::Pawn),
    ] {
        assert!(matches!(czech(text), San::Drop { role: r, .. } if r == role), "{text}");
        assert_eq!(czech(text).display(Letters::Czech).to_string(), text);
    }
}

#[test]
fn sscr_e13_castling_check_and_mate_have_their_signs() {
    let read = |text: &str| SanPlus::from_ascii(text.as_bytes(), Letters::Czech).unwrap();
    assert!(matches!(read("O-O").san, San::Castle(side) if side.is_king_side()));
    assert!(matches!(read("O-O-O").san, San::Castle(side) if !side.is_king_side()));
    assert_eq!(read("Dxf7+").suffix, Suffix::Check);
    assert_eq!(read("Dxf7#").suffix, Suffix::Mate);
    assert_eq!(read("Dxf7++").suffix, Suffix::Mate);
    // The sample line of the book can be read, but 5.Sc4 goes onto the pawn dropped on c4.
    let book = sscr();
    let mut position = Position::default();
    position.stock_mut(tandem_rules::shakmaty::Color::White).add(Role::Pawn);
    for text in ["e4", "e6", "d4", "d5", "P@c4", "dxe4", "d5", "Nf6"] {
        let m = position.by(&book).read(text).unwrap();
        position.play_unchecked(m, book.board_rules());
    }
    let error = czech("Sc4").to_move(position.by(&book)).unwrap_err();
    assert_eq!(error.to_string(), "the player's own dropped pawn stands on c4");
}

#[test]
fn sscr_e14_seats_are_a_and_b_capital_for_white() {
    let letters: Vec<char> = Seat::ALL.into_iter().map(Seat::letter).collect();
    assert_eq!(letters, ['A', 'a', 'B', 'b']);
    assert_eq!(Seat::WhiteA.partner(), Seat::BlackB, "what White A captures, Black B may drop");
}

#[test]
fn sscr_bfen_describes_any_position_of_both_boards() {
    // The book's description: stock after a further slash, ~ for a promoted pawn, clocks last.
    let text = "r2k1r2/pbppNppp/1p2p1nb/1P5N/3N4/4Pn1q/PPP1QP1P/2KR2R1/QBBBNrpppp w - - 45 56 | \
                Q~4rk1/8/8/8/8/8/8/R3K2R w KQ - 45 60";
    let bfen: Bfen = text.parse().unwrap();
    let board = &bfen.boards[BoardId::B].position;
    assert!(board.promoted().contains(Square::A8));
    assert_eq!(
        bfen.boards[BoardId::A]
            .position
            .stock(tandem_rules::shakmaty::Color::White)
            .count(Role::Bishop),
        3
    );
    // Its own example has seven ranks on board B: said, not guessed.
    let example = "r2k1r2/pbppNppp/1p2p1nb/1P5N/3N4/4Pn1q/PPP1QP1P/2KR2R1/BrpBBqppN - - w 45 56 | \
                   Q~4rk1/8/8/8/8/8/R3K2R KQ - w 45 60";
    let error = example.parse::<Bfen>().unwrap_err().to_string();
    assert!(error.contains("board B: expected 8 ranks, found 7"), "{error}");
}

#[test]
fn sscr_network_play_follows_the_rules_of_the_servers() {
    // The book points to FICS for playing online: its rules are a book of ours.
    let fics = Rulebook::builtin("fics").unwrap();
    let position = {
        let mut position = Position::default();
        position.stock_mut(tandem_rules::shakmaty::Color::White).add(Role::Knight);
        position
    };
    let check = Move::Drop { role: Role::Knight, to: Square::F6 };
    assert!(position.by(&fics).legal_moves().contains(&check));
}
