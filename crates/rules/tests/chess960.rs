//! From every start of Chess960 our legal moves are shakmaty's `Crazyhouse` moves, castling above all.

use std::collections::HashSet;

use proptest::prelude::*;
use shakmaty::variant::Crazyhouse;
use shakmaty::{
    CastlingMode, CastlingSide, Color, EnPassantMode, FromSetup, Position as _, Role, Square,
};
use tandem_rules::book::BUILTIN_IDS;
use tandem_rules::{CHESS960_STARTS, Castling, Coordinates, Move, Position, Rulebook, Setup};

/// The same position as one of ours.
fn ours(theirs: &Crazyhouse) -> Position {
    let setup = theirs.to_setup(EnPassantMode::Always);
    let mut castling = Castling::NONE;
    for color in Color::ALL {
        let king = setup.board.king_of(color).expect("a king").file();
        for side in CastlingSide::ALL {
            if let Some(rook) = theirs.castles().rook(color, side) {
                castling = castling.with_files(color, king, rook.file());
            }
        }
    }
    Position::try_from(Setup {
        board: setup.board,
        promoted: setup.promoted,
        stocks: shakmaty::ByColor::default(),
        turn: setup.turn,
        castling,
        en_passant: setup.ep_square,
    })
    .expect("a legal position")
}

/// A start without some of its minor pieces and queens, so that ways are open.
fn thinned(number: u16, gone: u16) -> Option<Crazyhouse> {
    let start = Position::chess960(number)?;
    let mut board = start.board().clone();
    let light = board.occupied() & !board.kings() & !board.rooks() & !board.pawns();
    for (at, square) in light.into_iter().enumerate() {
        if gone >> at & 1 == 1 {
            board.discard_piece_at(square);
        }
    }
    let mut setup = shakmaty::Setup::empty();
    setup.castling_rights = board.rooks();
    setup.board = board;
    Crazyhouse::from_setup(setup, CastlingMode::Chess960).ok()
}

#[test]
fn the_960_starts_differ_and_each_has_its_king_between_its_rooks() {
    let mut seen = HashSet::new();
    for number in 0..CHESS960_STARTS {
        let start = Position::chess960(number).expect("a start");
        assert!(start.is_chess960_start() && Position::try_from(start.to_setup()).is_ok());
        let castling = start.castling();
        let home = |side| castling.rook_home(Color::White, side);
        let king = castling.king_home(Color::White);
        assert!(home(CastlingSide::QueenSide) < king && king < home(CastlingSide::KingSide));
        assert_eq!(castling.iter().count(), 4);
        seen.insert(start.board().to_string());
    }
    assert_eq!(seen.len(), 960);
    // As printed in the rules of Chess960.
    let first = Position::chess960(0).expect("a start");
    assert_eq!(first.board().to_string().split('/').next(), Some("bbqnnrkr"));
    assert_eq!(Position::chess960(518), Some(Position::default()));
    assert!(
        !Position::try_from(Setup { turn: Color::Black, ..first.to_setup() })
            .expect("a position")
            .is_chess960_start()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn legal_moves_are_crazyhouse_moves(
        number in 0..CHESS960_STARTS,
        gone: u16,
        choices in prop::collection::vec(any::<u16>(), 1..60),
    ) {
        let book = Rulebook::builtin("minerva").unwrap();
        let rules = book.board_rules();
        let Some(mut theirs) = thinned(number, gone) else { return Ok(()) };
        let mut played = ours(&theirs);
        for choice in choices {
            let position = ours(&theirs);
            // What we played ourselves is what they say that it is.
            prop_assert_eq!(played.board(), position.board());
            prop_assert_eq!(
                played.castling().iter().collect::<Vec<_>>(),
                position.castling().iter().collect::<Vec<_>>()
            );
            let legal = position.by(&book).legal_moves();
            let mut mine: Vec<String> = legal.iter().map(|m| match *m {
                Move::Castle { king, rook } => format!("{king}{rook}"),
                m => m.to_string(),
            }).collect();
            let list = theirs.legal_moves();
            let mut others: Vec<String> =
                list.iter().map(|m| m.to_uci(CastlingMode::Chess960).to_string()).collect();
            mine.sort_unstable();
            others.sort_unstable();
            prop_assert_eq!(mine, others);
            // What is written is read again as the same move, and stored as it.
            for m in &legal {
                let read: Coordinates = m.to_string().parse().expect("coordinates");
                prop_assert_eq!(position.by(&book).legal_move(read), Ok(*m));
                prop_assert_eq!(position.by(&book).by_hand(read), Ok(*m));
                let stored = serde_json::to_string(m).expect("stored");
                prop_assert_eq!(serde_json::from_str::<Move>(&stored).expect("read"), *m);
            }
            if list.is_empty() {
                break;
            }
            // Castling whenever it can be: that is what this is about.
            let castle = list.iter().position(|m| m.is_castle()).filter(|_| choice % 4 == 0);
            let at = castle.unwrap_or(usize::from(choice) % list.len());
            let uci = list[at].to_uci(CastlingMode::Chess960).to_string();
            let Some(&same) = legal.iter().find(|m| match **m {
                Move::Castle { king, rook } => format!("{king}{rook}") == uci,
                m => m.to_string() == uci,
            }) else { return Err(TestCaseError::fail(uci)) };
            played.play_unchecked(same, rules);
            theirs.play_unchecked(list[at]);
            // Stocks are the partner's business.
            let mut setup = theirs.to_setup(EnPassantMode::Always);
            setup.pockets = None;
            setup.promoted = shakmaty::Bitboard::EMPTY;
            match Crazyhouse::from_setup(setup, CastlingMode::Chess960) {
                Ok(next) => theirs = next,
                Err(_) => break,
            }
            played = ours(&theirs);
        }
    }
}

/// A rook that covered its king from the side is gone when they have castled.
#[test]
fn a_king_does_not_castle_into_a_check_that_its_rook_covered() {
    let mut board = shakmaty::Board::empty();
    board.set_piece_at(Square::B1, Color::White.rook());
    board.set_piece_at(Square::C1, Color::White.king());
    board.set_piece_at(Square::A1, Color::Black.rook());
    board.set_piece_at(Square::E8, Color::Black.king());
    let setup = Setup {
        board,
        castling: Castling::NONE.with_files(Color::White, shakmaty::File::C, shakmaty::File::B),
        ..Position::default().to_setup()
    };
    let position = Position::try_from(setup).expect("a position");
    for id in BUILTIN_IDS {
        let book = Rulebook::builtin(id).unwrap();
        let legal = position.by(&book).legal_moves();
        assert!(legal.iter().all(|m| !matches!(m, Move::Castle { .. })), "{id}");
    }
}

/// asten 11: a rook dropped where one stood at the start castles, also where that is no corner.
#[test]
fn asten_11_a_rook_dropped_on_its_home_castles() {
    let mut position = Position::chess960(0).expect("bbqnnrkr");
    let asten = Rulebook::builtin("asten").unwrap();
    let rook = Square::F1;
    position.remove(rook);
    assert!(!position.castling().has(Color::White, CastlingSide::QueenSide));
    position.stock_mut(Color::White).add(Role::Rook);
    position.play_unchecked(Move::Drop { role: Role::Rook, to: rook }, asten.board_rules());
    assert!(position.castling().has(Color::White, CastlingSide::QueenSide));
}
