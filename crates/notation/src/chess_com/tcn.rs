//! TCN: the site's two characters for a half-move.

use tandem_rules::Coordinates;
use tandem_rules::shakmaty::{Role, Square};

use super::ImportError;

/// a1, b1, … h8.
const SQUARES: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?";
/// What a pawn becomes, three signs a kind: to the left, straight on, to the right.
const PROMOTIONS: &[u8; 12] = b"{~}(^)[_]@#$";
const PROMOTED: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

/// No game on one board is longer.
const MAX_HALF_MOVES: usize = 5000;

/// Reads a list of half-moves.
pub(super) fn read(list: &str) -> Result<Vec<Coordinates>, ImportError> {
    if list.len() > 2 * MAX_HALF_MOVES {
        return Err(ImportError::TooLong(MAX_HALF_MOVES));
    }
    let bad = |index: usize, pair: &[u8]| ImportError::NoMove {
        number: index + 1,
        text: String::from_utf8_lossy(pair).into_owned(),
    };
    let pairs = list.as_bytes().chunks(2).enumerate();
    pairs.map(|(index, pair)| half_move(pair).ok_or_else(|| bad(index, pair))).collect()
}

fn half_move(pair: &[u8]) -> Option<Coordinates> {
    let &[first, second] = pair else { return None };
    let dropped = match first {
        b'&' => Some(Role::Queen),
        b'-' => Some(Role::Knight),
        b'*' => Some(Role::Rook),
        b'+' => Some(Role::Bishop),
        b'=' => Some(Role::Pawn),
        _ => None,
    };
    if let Some(role) = dropped {
        return Some(Coordinates::Drop { role, to: square(second)? });
    }
    let from = square(first)?;
    if let Some(to) = square(second) {
        return Some(Coordinates::Walk { from, to, becomes: None });
    }
    let index = PROMOTIONS.iter().position(|sign| *sign == second)?;
    let step = i32::try_from(index % 3).ok()? - 1;
    let ahead = match u32::from(from.rank()) {
        6 => 1,
        1 => -1,
        _ => return None,
    };
    let to = Square::from_coords(from.file().offset(step)?, from.rank().offset(ahead)?);
    Some(Coordinates::Walk { from, to, becomes: Some((PROMOTED[index / 3], None)) })
}

fn square(sign: u8) -> Option<Square> {
    let index = SQUARES.iter().position(|known| *known == sign)?;
    Square::try_from(u32::try_from(index).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_half_move_is_read() {
        let read = |list: &str| -> Vec<Coordinates> { super::read(list).expect("half-moves") };
        let expected = |texts: &[&str]| -> Vec<Coordinates> {
            texts.iter().map(|text| text.parse().expect("coordinates")).collect()
        };
        assert_eq!(read("mC0Sbs"), expected(&["e2e4", "e7e6", "b1c3"]));
        assert_eq!(read("&8-v*a+?=H"), expected(&["Q@e8", "N@f3", "R@a1", "B@h8", "P@b5"]));
        // A pawn on a7: straight on, and to the right; one on d2 to the left.
        assert_eq!(read("W~W}l("), expected(&["a7a8q", "a7b8q", "d2c1n"]));
        assert_eq!(read("eg"), expected(&["e1g1"]));
    }

    #[test]
    fn what_is_no_half_move_is_named() {
        for (list, number, text) in
            [("mC0", 2, "0"), ("mC0Sé", 3, "é"), ("W{", 1, "W{"), ("C~", 1, "C~")]
        {
            let told = ImportError::NoMove { number, text: text.to_owned() };
            assert_eq!(read(list), Err(told), "{list}");
        }
        let long = "gvvg".repeat(2501);
        assert_eq!(read(&long), Err(ImportError::TooLong(5000)));
    }
}
