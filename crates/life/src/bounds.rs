//! Bounded fields: their size, and what lies beyond their edges.
//!
//! A field of 4 × 3 cells, a letter each, and what the cells at its edge see as their neighbours; · is dead
//! for ever:
//!
//! ```text
//!        dead               torus               ring
//!
//!     · · · · · ·        l i j k l i
//!     · a b c d ·        d a b c d a          · · · ·
//!     · e f g h ·        h e f g h e          · f g ·
//!     · i j k l ·        l i j k l i          · · · ·
//!     · · · · · ·        d a b c d a
//! ```
//!
//! A ring is a dead border that is counted as part of the field: of width × height cells only (width − 2) ·
//! (height − 2) can live. Programs that step over the inside of an array alone have such fields. The suffixes
//! `:P` (plane) and `:T` (torus) after a rule are Golly's.

use std::fmt;
use std::str::FromStr;

use quadrille_diagnostics::printable;

/// What lies beyond the edges of a bounded field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Border {
    /// Cells that are dead for ever.
    Dead,
    /// The opposite edge.
    Torus,
    /// Nothing new: the outermost cells of the field itself are dead for ever, a ring one cell wide.
    Ring,
}

impl Border {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Dead, Self::Torus, Self::Ring];

    /// The border's name: `dead`, `torus` or `ring`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dead => "dead",
            Self::Torus => "torus",
            Self::Ring => "ring",
        }
    }
}

impl fmt::Display for Border {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Border {
    type Err = BoundsError;

    /// Reads `dead`, `torus` or `ring`.
    ///
    /// # Errors
    /// If the text is none of them.
    fn from_str(text: &str) -> Result<Self, BoundsError> {
        let border = Self::ALL.into_iter().find(|border| border.name() == text);
        border.ok_or_else(|| BoundsError::bad(text, "dead, torus or ring"))
    }
}

/// A field of `width` × `height` cells, and its border.
///
/// Read and printed as `640x480:torus`; a size alone means a dead border. [`suffix`](Self::suffix) is the
/// form that follows a rule in a pattern file, which [`RuleSpec`](crate::RuleSpec) reads.
///
/// ```
/// use quadrille_life::{Border, Bounds};
///
/// let bounds: Bounds = "640x480:torus".parse()?;
/// assert_eq!(bounds, Bounds::new(640, 480, Border::Torus)?);
/// assert_eq!(bounds.suffix().as_deref(), Some(":T640,480"));
/// assert_eq!("30x20".parse::<Bounds>()?.to_string(), "30x20:dead");
/// # Ok::<(), quadrille_life::BoundsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    width: u64,
    height: u64,
    border: Border,
}

impl Bounds {
    /// The field of that size.
    ///
    /// # Errors
    /// If a side is 0, or less than 3 where a ring of dead cells belongs to the field.
    pub fn new(width: u64, height: u64, border: Border) -> Result<Self, BoundsError> {
        // Between two dead columns there has to be one that can live.
        let least = if border == Border::Ring { 3 } else { 1 };
        if width.min(height) < least {
            return Err(BoundsError::TooSmall { width, height, least });
        }
        Ok(Self { width, height, border })
    }

    /// Cells a row.
    pub const fn width(self) -> u64 {
        self.width
    }

    /// How many rows of cells.
    pub const fn height(self) -> u64 {
        self.height
    }

    /// What lies beyond.
    pub const fn border(self) -> Border {
        self.border
    }

    /// `:P640,480` or `:T640,480`, as a pattern file says it after the rule; `None` for a ring, which no file
    /// knows.
    pub fn suffix(self) -> Option<String> {
        let letter = match self.border {
            Border::Dead => 'P',
            Border::Torus => 'T',
            Border::Ring => return None,
        };
        Some(format!(":{letter}{},{}", self.width, self.height))
    }

    /// Reads `P640,480` or `T640,480`; `T30` is short for `T30,30`.
    pub(crate) fn from_suffix(text: &str) -> Result<Self, BoundsError> {
        let expected = "P or T and a size, such as T30,20";
        let bad = || BoundsError::bad(text, expected);
        let mut chars = text.chars();
        let border = match chars.next() {
            Some('P' | 'p') => Border::Dead,
            Some('T' | 't') => Border::Torus,
            _ => return Err(bad()),
        };
        let sides = chars.as_str();
        let (width, height) = sides.split_once(',').unwrap_or((sides, sides));
        match (side(width), side(height)) {
            (Some(width), Some(height)) => Self::new(width, height, border),
            _ => Err(bad()),
        }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}:{}", self.width, self.height, self.border))
    }
}

impl FromStr for Bounds {
    type Err = BoundsError;

    /// Reads `WxH`, `WxH:dead`, `WxH:torus` or `WxH:ring`.
    ///
    /// # Errors
    /// If the text has another form, or the size is too small.
    fn from_str(text: &str) -> Result<Self, BoundsError> {
        let bad = || BoundsError::bad(text, "a size and a border, such as 640x480:dead or 640x480:torus");
        let (size, border) = text.split_once(':').unwrap_or((text, "dead"));
        let border = border.parse().map_err(|_| bad())?;
        match size.split_once('x').map(|(width, height)| (side(width), side(height))) {
            Some((Some(width), Some(height))) => Self::new(width, height, border),
            _ => Err(bad()),
        }
    }
}

/// Digits only: no sign, no space.
fn side(text: &str) -> Option<u64> {
    // `parse` alone would take `+30`, which would then be printed as another text than it was read from.
    // Nothing at all passes the first test and fails the second.
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Why there are no such bounds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoundsError {
    /// The text has another form.
    #[error("bounds `{text}`: expected {expected}")]
    Form {
        /// The text, shortened if long.
        text: String,
        /// What should be there.
        expected: &'static str,
    },
    /// A side is too short.
    #[error("a field of {width} × {height} cells is too small: each side needs at least {least}")]
    TooSmall {
        /// Cells a row.
        width: u64,
        /// How many rows of cells.
        height: u64,
        /// What each must be at least.
        least: u64,
    },
}

impl BoundsError {
    fn bad(text: &str, expected: &'static str) -> Self {
        Self::Form { text: printable(text).chars().take(40).collect(), expected }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn other_forms_are_refused() {
        for text in [
            "",
            "30",
            "30x",
            "x20",
            "30x20x3",
            "+30x20",
            "30 x20",
            "30x20:",
            "30x20:Dead",
            "99999999999999999999x1",
        ] {
            assert!(matches!(text.parse::<Bounds>(), Err(BoundsError::Form { .. })), "{text}");
        }
        for text in ["0x5", "5x0:torus", "2x9:ring", "9x2:ring"] {
            assert!(matches!(text.parse::<Bounds>(), Err(BoundsError::TooSmall { .. })), "{text}");
        }
        for border in Border::ALL {
            assert_eq!(border.to_string().parse(), Ok(border));
        }
        assert!("Dead".parse::<Border>().is_err());
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(width in 3..u64::MAX, height in 3..u64::MAX, which in 0..3usize) {
            let bounds = Bounds::new(width, height, Border::ALL[which]).unwrap();
            prop_assert_eq!(bounds.to_string().parse(), Ok(bounds));
        }
    }
}
