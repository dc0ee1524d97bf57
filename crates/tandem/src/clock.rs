//! Clocks as people write them: with their units, for "3+0" means minutes to every chess player.

use tandem_referee::TimeControl;
use tandem_rules::Millis;

/// Reads `30s`, `3m+2s`, `1m30s`, `0.5s+100ms`.
///
/// # Errors
/// A sentence that tells how a clock is written.
pub(crate) fn read(text: &str) -> Result<TimeControl, String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let increment = if increment.trim() == "0" { "0s" } else { increment };
    if [base, increment].iter().any(|part| part.trim().parse::<f64>().is_ok()) {
        let number = base.trim().trim_end_matches(['h', 'm', 's']);
        return Err(format!(
            "'{text}' tells no unit: write {number}s for seconds, {number}m for minutes, \
             {number}m+2s for minutes and two seconds a move"
        ));
    }
    let wrong = || format!("'{text}' is no clock; one looks like 30s, 3m or 3m+2s");
    let base = length(base).ok_or_else(wrong)?;
    let increment = length(increment).ok_or_else(wrong)?;
    if base <= Millis::ZERO {
        return Err(wrong());
    }
    Ok(TimeControl { base, increment, delay: Millis::ZERO })
}

/// `1m30s`: numbers with their units, one after another.
fn length(text: &str) -> Option<Millis> {
    let mut rest = text.trim();
    let mut sum = Millis::ZERO;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, behind) = rest.split_at(digits);
        let unit = behind.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(behind.len());
        let (unit, after) = behind.split_at(unit);
        let thousandths = match unit {
            "ms" => 1.0,
            "s" => 1000.0,
            "m" | "min" => 60_000.0,
            "h" => 3_600_000.0,
            _ => return None,
        };
        let value = number.parse::<f64>().ok()? * thousandths;
        if value > 864_000_000.0 {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "ten days fit")]
        let value = Millis(value.round() as i64);
        sum += value;
        rest = after;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_tell_their_units() {
        let read = |text: &str| read(text).map(|time| (time.base.0, time.increment.0));
        assert_eq!(read("3s"), Ok((3000, 0)));
        assert_eq!(read("30s"), Ok((30_000, 0)));
        assert_eq!(read("3m+2s"), Ok((180_000, 2000)));
        assert_eq!(read("1m30s+0"), Ok((90_000, 0)));
        assert_eq!(read("0.5s + 100ms"), Ok((500, 100)));
        assert_eq!(read("1h"), Ok((3_600_000, 0)));
        for bare in ["3+0", "180", "3+2", "3m+2", " 3 ", "-3"] {
            let told = read(bare).expect_err(bare);
            assert!(told.contains("tells no unit: write "), "{told}");
        }
        for bad in ["", "+", "3x", "m", "3m+", "0s", "3s+-1s", "99999h", "3m 2", "é"] {
            let told = read(bad).expect_err(bad);
            assert!(told.contains("is no clock; one looks like 30s, 3m or 3m+2s"), "{told}");
        }
    }
}
