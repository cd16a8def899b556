//! Sizes such as `512MiB`.
//!
//! ```text
//!   12.5 MiB      digits, a point and at most nine digits, spaces, a unit
//!   ^^ ^ ^
//!   |  | unit: 2^shift bytes
//!   |  fraction
//!   whole
//! ```
//!
//! The number is converted to billionths of the unit, as a whole number of 128 bits. This number of
//! billionths is multiplied by the number of bytes per unit, and the product is divided by a
//! billion. Therefore only a fraction of a byte is rounded off.

use std::fmt;
use std::ops::RangeInclusive;

use quadrille_memory::Size;

/// The unit that applies to a number without a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlainUnit {
    /// Bytes.
    Bytes,
    /// Mebibytes, 2^20 bytes.
    Mebibytes,
}

/// The names of units in lower case, and the exponent of each unit. A unit with the exponent n has
/// 2^n bytes.
const UNITS: [(&str, u32); 11] = [
    ("b", 0),
    ("bytes", 0),
    ("byte", 0),
    ("k", 10),
    ("kib", 10),
    ("m", 20),
    ("mib", 20),
    ("g", 30),
    ("gib", 30),
    ("t", 40),
    ("tib", 40),
];

/// Number of parts into which a unit is divided, so that nine decimal digits are exact.
const PARTS: u128 = 1_000_000_000;

/// The description of the expected input at the end of every message.
const EXPECTED: &str = "expected a size such as 512MiB or 2GiB";

/// Error of parsing a size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SizeError {
    /// The number of the wrong character, counted from 1; `None` if the size is out of range.
    pub column: Option<usize>,
    /// The description of the error and of the expected input.
    pub reason: String,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            Some(column) => write!(f, "character {column}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for SizeError {}

/// Parses a size and returns it in bytes. The text consists of a number, with or without a decimal
/// point, and an optional unit. Spaces may separate them. The units are `B`, `KiB`, `MiB`, `GiB`
/// and `TiB`, or their first letters, in upper or lower case. A number without a unit has the unit
/// `plain`.
///
/// ```
/// use quadrille_files::{PlainUnit, Size, parse_size};
///
/// assert_eq!(parse_size("512MiB", PlainUnit::Bytes), Ok(512 << 20));
/// assert_eq!(parse_size("1.5 g", PlainUnit::Bytes), Ok(3 << 29));
/// assert_eq!(parse_size("64", PlainUnit::Mebibytes), Ok(64 << 20));
/// assert_eq!(parse_size(&Size(3 << 29).to_string(), PlainUnit::Bytes), Ok(3 << 29));
/// assert_eq!(parse_size("12MX", PlainUnit::Bytes).unwrap_err().column, Some(3));
/// ```
///
/// # Errors
/// [`SizeError`], with the number of the wrong character.
pub fn parse_size(text: &str, plain: PlainUnit) -> Result<u64, SizeError> {
    let wrong = |at: usize, reason: &str| SizeError {
        column: Some(1 + text[..at].chars().count()),
        reason: format!("{reason}; {EXPECTED}"),
    };
    let large = || SizeError { column: None, reason: format!("{text} is too large; {EXPECTED}") };
    // Returns the index of the first byte after the digits that begin at `from`.
    let digits = |from: usize| {
        let rest = &text[from..];
        from + rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len())
    };
    let whole_end = digits(0);
    if whole_end == 0 {
        return Err(wrong(0, "the number is missing"));
    }
    let whole: u128 = text[..whole_end].parse().map_err(|_| large())?;
    let (mut end, mut fraction) = (whole_end, "");
    if text[end..].starts_with('.') {
        end = digits(whole_end + 1);
        fraction = &text[whole_end + 1..end];
        if fraction.is_empty() || fraction.len() > 9 {
            return Err(wrong(whole_end + 1, "expected one to nine digits after the point"));
        }
    }
    let unit = text[end..].trim_start_matches(' ');
    let unit_at = text.len() - unit.len();
    let unit = unit.trim_end().to_ascii_lowercase();
    let shift = match (unit.as_str(), plain) {
        ("", PlainUnit::Bytes) => 0,
        ("", PlainUnit::Mebibytes) => 20,
        // These units are ambiguous: by the standard they are powers of ten, but they are commonly
        // used for powers of two.
        ("kb" | "mb" | "gb" | "tb", _) => {
            let reason = "units are powers of two: KiB, MiB, GiB, TiB";
            return Err(wrong(unit_at, reason));
        }
        (unit, _) => match UNITS.iter().find(|(name, _)| *name == unit) {
            Some(&(_, shift)) => shift,
            None => return Err(wrong(unit_at, "unknown unit; expected B, KiB, MiB, GiB or TiB")),
        },
    };
    // For example, the `5` of `12.5` means 500,000,000 billionths.
    let fraction = format!("{fraction:0<9}").parse::<u128>().map_err(|_| large())?;
    let parts = whole.checked_mul(PARTS).and_then(|whole| whole.checked_add(fraction)).ok_or_else(large)?;
    let bytes = parts.checked_mul(1 << shift).ok_or_else(large)? / PARTS;
    u64::try_from(bytes).map_err(|_| large())
}

/// Parses a size that must be within a range.
///
/// # Errors
/// The text is not a size, or the size is outside the range. The [`SizeError`] describes the range.
pub fn parse_size_within(text: &str, plain: PlainUnit, range: RangeInclusive<u64>) -> Result<u64, SizeError> {
    let unit = match plain {
        PlainUnit::Bytes => "bytes",
        PlainUnit::Mebibytes => "MiB",
    };
    let expected = || {
        let typed = |bytes: u64| Size(bytes).to_string().replace(' ', "");
        let least = typed(*range.start());
        let range = match *range.end() {
            u64::MAX => format!("of at least {least}"),
            most => format!("from {least} to {}", typed(most)),
        };
        format!("a size {range} is expected, such as 512MiB or 2GiB; a number without a unit is in {unit}")
    };
    match parse_size(text, plain) {
        Ok(bytes) if range.contains(&bytes) => Ok(bytes),
        Ok(_) => Err(SizeError { column: None, reason: expected() }),
        Err(SizeError { column, reason }) => {
            let what = reason.strip_suffix(EXPECTED).unwrap_or(&reason);
            Err(SizeError { column, reason: format!("{what}{}", expected()) })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_read() {
        for (text, bytes) in [
            ("0", 0),
            ("1048576", 1 << 20),
            ("7B", 7),
            ("7 bytes", 7),
            ("2k", 2 << 10),
            ("2KiB", 2 << 10),
            ("512M", 512 << 20),
            ("512 mib", 512 << 20),
            ("2GiB", 2 << 30),
            ("1.25G", 5 << 28),
            ("1T", 1 << 40),
            ("16777215.999TiB", 18_446_744_072_610_039_988),
        ] {
            assert_eq!(parse_size(text, PlainUnit::Bytes), Ok(bytes), "{text}");
        }
        assert_eq!(parse_size("64", PlainUnit::Mebibytes), Ok(64 << 20));
        assert_eq!(parse_size("64B", PlainUnit::Mebibytes), Ok(64));
    }

    #[test]
    fn mistakes_are_placed() {
        for (text, column) in [
            ("", 1),
            ("-1", 1),
            ("GiB", 1),
            ("1.M", 3),
            ("1.0000000001M", 3),
            ("2 GB of it", 3),
            ("5MB", 2),
            ("12é", 3),
            ("1 2", 3),
        ] {
            assert_eq!(parse_size(text, PlainUnit::Bytes).unwrap_err().column, Some(column), "{text}");
        }
        for text in ["99999999999999999GiB", "16777216TiB", &"9".repeat(99)] {
            let error = parse_size(text, PlainUnit::Bytes).unwrap_err();
            assert!(error.column.is_none() && error.reason.contains("too large"), "{error}");
        }
        let error = parse_size_within("64", PlainUnit::Bytes, 1 << 20..=1 << 50).unwrap_err().to_string();
        assert!(
            error.contains("from 1MiB to 1024TiB") && error.contains("a number without a unit is in bytes"),
            "{error}"
        );
    }

    #[test]
    fn printed_sizes_are_read_back() {
        for bytes in [0, 1, 1023, 1 << 10, 1536, 16 << 20, 3 << 29, 1 << 40] {
            assert_eq!(parse_size(&Size(bytes).to_string(), PlainUnit::Mebibytes), Ok(bytes));
        }
    }
}
