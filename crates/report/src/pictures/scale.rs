//! The size at which cells are drawn.

use std::fmt;
use std::str::FromStr;

use quadrille_diagnostics::printable;

/// The range of possible scales, as exponents of 2.
const SCALES: std::ops::RangeInclusive<i32> = -100..=6;

/// The size at which cells are drawn, which is a power of 2. The scale 8 means 8 × 8 pixels per
/// cell, and 1/8 means 8 × 8 cells per pixel.
///
/// ```
/// use quadrille_report::pictures::Scale;
///
/// assert_eq!("1/8".parse::<Scale>()?.to_string(), "1/8");
/// assert!("3".parse::<Scale>().is_err());
/// # Ok::<(), quadrille_report::pictures::ScaleError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// The side of a cell in pixels.
    Pixels(u64),
    /// The number of cells along the side of a pixel. `Cells(n)` means 2^n cells.
    Cells(u32),
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pixels(pixels) => f.pad(&pixels.to_string()),
            Self::Cells(power) => f.pad(&format!("1/{}", 1u128 << power)),
        }
    }
}

impl FromStr for Scale {
    type Err = ScaleError;

    /// Parses a scale such as `8` or `1/8`.
    ///
    /// # Errors
    /// The text has another form, or the number is not a power of 2 from 1/2^100 to 64.
    fn from_str(text: &str) -> Result<Self, ScaleError> {
        let wrong = || ScaleError { text: printable(text).chars().take(40).collect() };
        let (sign, digits) = text.strip_prefix("1/").map_or((1, text), |digits| (-1, digits));
        let number: u128 = digits
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| digits.parse().ok())
            .flatten()
            .ok_or_else(wrong)?;
        let power = sign * number.checked_ilog2().ok_or_else(wrong)? as i32;
        if !number.is_power_of_two() || !SCALES.contains(&power) {
            return Err(wrong());
        }
        Ok(if power < 0 { Self::Cells(power.unsigned_abs()) } else { Self::Pixels(number as u64) })
    }
}

/// Error of parsing a [`Scale`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is not a scale; expected a power of two up to 64, such as 8 (a cell is 8 × 8 pixels) or 1/8 (a pixel is 8 × 8 cells)"
)]
pub struct ScaleError {
    text: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_powers_of_two_within_their_range() {
        for text in ["", "0", "3", "128", "1/3", "1/0", "-1", "1/", "+8", "1/1267650600228229401496703205377"]
        {
            assert!(text.parse::<Scale>().is_err(), "{text}");
        }
        assert_eq!("64".parse(), Ok(Scale::Pixels(64)));
        assert_eq!("1/4".parse(), Ok(Scale::Cells(2)));
    }
}
