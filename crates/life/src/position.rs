//! Positions of patterns: columns and rows of any size.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigInt;
use thiserror::Error;

use crate::area::Area;

/// The maximum number of digits of a column or row.
const MOST_DIGITS: usize = 1000;
/// The number of digits that a message shows at each end of a long number.
const SHOWN: usize = 12;

/// The position of a pattern's top-left cell: columns to the right and rows down (`#CXRLE Pos`).
///
/// Columns and rows have up to 1000 digits. Engines support smaller ranges:
/// [`HashLife`](crate::HashLife) and [`Macrocell`](crate::Macrocell) support coordinates below
/// 2³⁹⁹, [`Tiles`](crate::Tiles) below 2⁶³.
///
/// ```
/// use quadrille_life::Position;
///
/// let far: Position = "-3,100000000000000000000".parse()?;
/// assert_eq!((far.x.clone(), far.to_string().as_str()), ((-3).into(), "-3,100000000000000000000"));
/// assert_eq!("-3,5".parse(), Ok(Position::from((-3, 5))));
/// # Ok::<(), quadrille_life::PositionError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The column.
    pub x: BigInt,
    /// The row.
    pub y: BigInt,
}

/// The error of a position that cannot be read or that lies outside a universe.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The text is not a column and a row.
    #[error("the text is not a position; expected a column and a row, such as -3,5")]
    Text,
    /// A number is too long.
    #[error("a column or row of the position is too long; expected at most {MOST_DIGITS} digits")]
    Digits,
    /// The pattern lies outside the columns and rows of the universe.
    #[error("the pattern's position {position} lies outside {place}; expected {range}")]
    Outside {
        /// The position, with long numbers shortened.
        position: String,
        /// The kind of universe.
        place: String,
        /// The supported positions, in words.
        range: String,
    },
}

impl Position {
    /// Returns the top-left cell of a rectangle.
    pub(crate) fn of(area: &Area<i64>) -> Self {
        (area.x, area.y).into()
    }

    /// Returns the error that a pattern at this position lies outside a universe with 64-bit
    /// coordinates. `place` describes this universe.
    pub(crate) fn outside_64_bits(&self, place: &'static str) -> PositionError {
        self.outside(place.to_owned(), format!("columns and rows from {} to {}", i64::MIN, i64::MAX))
    }

    /// Returns the error that a pattern at this position lies outside a quadtree of `levels`
    /// levels.
    pub(crate) fn outside_quadtree(&self, levels: usize) -> PositionError {
        let power = levels - 1;
        let range = format!("columns and rows from -2^{power} to 2^{power} - 1");
        self.outside("the plane of hashlife and macrocells".to_owned(), range)
    }

    /// Returns the error that a pattern at this position lies outside a universe. `place` describes
    /// this universe, and `range` describes the supported positions.
    pub(crate) fn outside(&self, place: String, range: String) -> PositionError {
        let position = format!("{},{}", shortened(&self.x), shortened(&self.y));
        PositionError::Outside { position, place, range }
    }
}

/// Formats a number. If it has more than 4 · [`SHOWN`] digits, those in the middle are omitted.
fn shortened(number: &BigInt) -> String {
    let text = number.to_string();
    let digits = number.magnitude().to_string().len();
    if digits <= 4 * SHOWN {
        return text;
    }
    let (sign, last) = (text.len() - digits, text.len() - SHOWN);
    format!("{}…{} ({digits} digits)", &text[..sign + SHOWN], &text[last..])
}

impl<X: Into<BigInt>, Y: Into<BigInt>> From<(X, Y)> for Position {
    fn from((x, y): (X, Y)) -> Self {
        Self { x: x.into(), y: y.into() }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads a column and a row, such as `-3,5`.
    ///
    /// # Errors
    /// If the text has another form, or a number has more than 1000 digits.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let (x, y) = text.split_once(',').ok_or(PositionError::Text)?;
        let digits = |text: &str| {
            let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
            let whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            whole.then_some(digits.len()).ok_or(PositionError::Text)
        };
        if digits(x)?.max(digits(y)?) > MOST_DIGITS {
            return Err(PositionError::Digits);
        }
        let number = |text: &str| text.parse().map_err(|_| PositionError::Text);
        Ok(Self { x: number(x)?, y: number(y)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_shortened_in_errors() {
        let far: Position = format!("-{},7", "123456789".repeat(20)).parse().unwrap();
        let error = far.outside("a box".to_owned(), "0 to 9".to_owned()).to_string();
        let expected = "the pattern's position -123456789123…789123456789 (180 digits),7 lies outside a box; \
                        expected 0 to 9";
        assert_eq!(error, expected);
    }

    #[test]
    fn texts_that_are_no_positions() {
        for text in ["", "3", "3,", ",3", "1_0,3", "3,4,5", "0x3,4", "3 ,4", "--3,4", "3,4 ", "٣,٤"] {
            assert_eq!(text.parse::<Position>(), Err(PositionError::Text), "{text}");
        }
        let most = "9".repeat(MOST_DIGITS);
        assert_eq!(
            format!("-{most},{most}").parse::<Position>().unwrap().to_string(),
            format!("-{most},{most}")
        );
        assert_eq!(format!("9{most},0").parse::<Position>(), Err(PositionError::Digits));
    }
}
