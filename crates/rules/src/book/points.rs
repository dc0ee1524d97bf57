//! Points of an event, as books and organisers write them: `1, 1/2, 0`.

use super::answer::Answer;
use super::raw::Raw;
use super::values::{Answers, AxisValue};

const POINTS: &str = "three numbers of points, for a win, a draw, a loss: 1, 1/2, 0";

/// What a win, a draw and a loss bring, in thousandths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointScale {
    /// A win.
    pub win: i32,
    /// A draw.
    pub draw: i32,
    /// A loss.
    pub loss: i32,
}

impl AxisValue for PointScale {
    fn read(raw: &Raw) -> Result<Self, String> {
        let points: Option<Vec<_>> = raw.list().map(thousandths).collect();
        match points.as_deref() {
            Some(&[win, draw, loss]) if win > loss && (loss..=win).contains(&draw) => {
                Ok(PointScale { win, draw, loss })
            }
            _ => Err(POINTS.to_owned()),
        }
    }

    fn answer(&self) -> Answer {
        Answer::Figures([self.win, self.draw, self.loss].map(in_words).join(" "))
    }

    fn answers() -> Answers {
        Answers::Any(POINTS)
    }
}

/// `2`, `1/2`, `½`, `1½`, `0.5`, in thousandths; at most 1000 points.
fn thousandths(word: &str) -> Option<i32> {
    let word = word.trim();
    let (whole, half) = match word.strip_suffix('½').or_else(|| word.strip_suffix("1/2")) {
        Some(whole) => (whole.trim(), 500),
        None => match word.split_once('.') {
            Some((whole, "5")) => (whole, 500),
            Some((whole, "0")) => (whole, 0),
            Some(_) => return None,
            None => (word, 0),
        },
    };
    let whole: i32 = if whole.is_empty() && half > 0 { 0 } else { whole.parse().ok()? };
    (0..=1000).contains(&whole).then_some(whole * 1000 + half)
}

fn in_words(points: i32) -> String {
    match (points / 1000, points % 1000) {
        (whole, 0) => whole.to_string(),
        (0, 500) => "½".to_owned(),
        (whole, 500) => format!("{whole}½"),
        (whole, rest) => format!("{whole}.{rest:03}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_as_people_write_them() {
        for (written, points) in [
            ("1,1/2,0", (1000, 500, 0)),
            ("2, 1, 0", (2000, 1000, 0)),
            ("3,1½,0.5", (3000, 1500, 500)),
        ] {
            let scale = PointScale::read(&Raw::from_option(written)).expect(written);
            assert_eq!((scale.win, scale.draw, scale.loss), points, "{written}");
        }
        for wrong in ["1", "1,2", "0,1,2", "1,2,0", "a,b,c", "1,-1,0", "1,1/3,0"] {
            assert!(PointScale::read(&Raw::from_option(wrong)).is_err(), "{wrong}");
        }
        let usual = PointScale { win: 1000, draw: 500, loss: 0 };
        assert_eq!(usual.answer(), Answer::Figures("1 ½ 0".to_owned()));
    }
}
