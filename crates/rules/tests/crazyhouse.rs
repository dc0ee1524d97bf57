//! Our legal moves are shakmaty's `Crazyhouse` moves, on random positions with random stocks.

use proptest::prelude::*;
use shakmaty::variant::Crazyhouse;
use shakmaty::{CastlingMode, Color, EnPassantMode, FromSetup, Position as _, Role};
use tandem_rules::{Castling, Position, Rulebook, STOCK_ROLES, Setup};

/// The same position as one of ours.
fn ours(theirs: &Crazyhouse) -> Position {
    let setup = theirs.to_setup(EnPassantMode::Always);
    let rights = Color::ALL.into_iter().flat_map(|color| {
        shakmaty::CastlingSide::ALL
            .map(|side| (color, side))
            .into_iter()
            .filter(move |&(color, side)| theirs.castles().has(color, side))
    });
    let castling = Castling::from_rights(rights);
    let pockets = setup.pockets.unwrap_or_default();
    let mut stocks = shakmaty::ByColor::<tandem_rules::Stock>::default();
    for color in Color::ALL {
        for role in STOCK_ROLES {
            (0..*pockets.get(color).get(role)).for_each(|_| stocks.get_mut(color).add(role));
        }
    }
    Position::try_from(Setup {
        board: setup.board,
        promoted: setup.promoted,
        stocks,
        turn: setup.turn,
        castling,
        en_passant: setup.ep_square,
    })
    .expect("a legal position")
}

/// Plays `choices`, filling pockets as a partner would, and shows every position to `look`.
fn walk(choices: &[(u16, u8)], mut look: impl FnMut(&Crazyhouse)) {
    let mut position = Crazyhouse::default();
    for &(choice, gift) in choices {
        look(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position.play_unchecked(moves[usize::from(choice) % moves.len()]);
        // A partner's captures arrive now and then; one's own do not stay.
        let mut setup = position.to_setup(EnPassantMode::Always);
        let mut pockets = setup.pockets.unwrap_or_default();
        if gift < 60 {
            let color = if gift % 2 == 0 { Color::White } else { Color::Black };
            let role = STOCK_ROLES[usize::from(gift) % STOCK_ROLES.len()];
            *pockets.get_mut(color).get_mut(role) += 1;
        }
        setup.pockets = Some(pockets);
        match Crazyhouse::from_setup(setup, CastlingMode::Standard) {
            Ok(next) => position = next,
            Err(_) => return,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn legal_moves_are_crazyhouse_moves(choices in prop::collection::vec(any::<(u16, u8)>(), 1..120)) {
        let book = Rulebook::builtin("minerva").unwrap();
        walk(&choices, |theirs| {
            let position = ours(theirs);
            let mut mine: Vec<String> = position
                .by(&book)
                .legal_moves()
                .iter()
                .map(ToString::to_string)
                .collect();
            let mut others: Vec<String> = theirs
                .legal_moves()
                .iter()
                .map(|m| m.to_uci(CastlingMode::Standard).to_string())
                .collect();
            mine.sort_unstable();
            others.sort_unstable();
            assert_eq!(mine, others);
            assert_eq!(position.by(&book).count_legal_moves(), mine.len() as u64);
            assert_eq!(position.by(&book).has_legal_move(), !mine.is_empty());
        });
    }

    /// Restricted drops are a subset: what stein or fer allows, minerva allows too.
    #[test]
    fn stricter_books_only_take_drops_away(choices in prop::collection::vec(any::<(u16, u8)>(), 1..80)) {
        let free = Rulebook::builtin("minerva").unwrap();
        for id in ["stein", "fer"] {
            let book = Rulebook::builtin(id).unwrap();
            walk(&choices, |theirs| {
                let position = ours(theirs);
                let all = position.by(&free).legal_moves();
                let some = position.by(&book).legal_moves();
                let promotes = |m: &&tandem_rules::Move| m.promotion().is_some();
                for m in some.iter().filter(|m| !promotes(m)) {
                    assert!(all.contains(m), "{id} allows {m}");
                    let mut next = position.clone();
                    next.play_unchecked(*m, book.board_rules());
                    let drop = m.from().is_none();
                    if drop && id == "stein" {
                        assert!(!next.is_check(next.turn()), "stein 2.4: {m}");
                    }
                    if drop && id == "fer" && next.is_check(next.turn()) {
                        assert!(next.by(&book).has_legal_move(), "fer 3.4: {m}");
                    }
                }
                let walks = |list: &tandem_rules::MoveList| {
                    list.iter().filter(|m| m.from().is_some() && m.promotion().is_none()).count()
                };
                assert_eq!(walks(&some), walks(&all));
            });
        }
    }
}

#[test]
fn the_pool_of_two_sets_is_what_is_not_on_the_board() {
    let start = Position::default();
    let pool = start.theoretical_pool(Color::White);
    assert_eq!(pool.count(Role::Pawn), 8);
    assert_eq!(pool.count(Role::Queen), 1);
    assert_eq!(pool.total(), 15);
}
