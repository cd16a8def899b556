//! Bounded fields: their size and the neighbours of the cells at their edges.
//!
//! A field of 4 × 3 cells, one letter each, with the neighbours that its edge cells see; · is
//! permanently dead:
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
//! A ring is a dead border that is itself part of the field. A field of w × h cells with a ring has
//! (w − 2) · (h − 2) cells that can live. Programs that update only the interior of an array have
//! such fields.
//!
//! Edges can also be joined in the other ways that Golly supports:
//!
//! ```text
//!   torus, shifted      Klein bottle     cross-surface     sphere, of 3 × 3
//!    (4+1 × 3)            (4* × 3)
//!
//!    k l i j k l        i l k j i l       a l k j i d        a a d g c
//!    d a b c d a        d a b c d a       l a b c d i        a a b c g
//!    h e f g h e        h e f g h e       h e f g h e        b d e f h
//!    l i j k l i        l i j k l i       d i j k l a        c g h i i
//!    a b c d a b        a d c b a d       i d c b a l        g c f i i
//! ```
//!
//! A torus can be shifted along its horizontal or along its vertical edges. A Klein bottle has one
//! pair of twisted edges, which are joined in opposite directions; if these edges have even length,
//! they can be shifted by one cell. The direction of the shift is that of Golly 3.3 itself, which
//! differs from the drawing in Golly's help. A cross-surface has two pairs of twisted edges. A
//! sphere joins the top edge to the left edge and the right edge to the bottom edge. The suffixes
//! after a rule, such as `:P4,3` (plane, a dead border), `:T4+1,3`, `:K4*,3`, `:C4,3` and `:S3`,
//! are Golly's.
//!
//! A side of 0 is unbounded: `:P0,3` is a strip of three rows between dead cells, and `:T0,3` is an
//! endless tube, whose top and bottom edges are joined. Both are computed by a
//! [`Strip`](crate::Strip).

use std::fmt;
use std::str::FromStr;

use quadrille_diagnostics::printable;

/// The boundary condition of a bounded field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Border {
    /// Cells outside are permanently dead.
    Dead,
    /// Opposite edges are joined.
    Torus,
    /// The outermost cells of the field itself are permanently dead: a ring one cell wide.
    Ring,
    /// Opposite edges are joined, one pair of them in opposite directions: a Klein bottle.
    Klein,
    /// Opposite edges are joined, each of the two pairs in opposite directions.
    CrossSurface,
    /// Adjacent edges are joined: top with left, and right with bottom.
    Sphere,
}

impl Border {
    /// All borders.
    pub const ALL: [Self; 6] =
        [Self::Dead, Self::Torus, Self::Ring, Self::Klein, Self::CrossSurface, Self::Sphere];

    /// Returns the border's name: `dead`, `torus`, `ring`, `klein`, `cross-surface` or `sphere`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dead => "dead",
            Self::Torus => "torus",
            Self::Ring => "ring",
            Self::Klein => "klein",
            Self::CrossSurface => "cross-surface",
            Self::Sphere => "sphere",
        }
    }

    /// Returns the letter that begins a suffix of this border in Golly's files; `None` for a ring,
    /// which no file format can express.
    const fn letter(self) -> Option<char> {
        match self {
            Self::Dead => Some('P'),
            Self::Torus => Some('T'),
            Self::Ring => None,
            Self::Klein => Some('K'),
            Self::CrossSurface => Some('C'),
            Self::Sphere => Some('S'),
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

    /// Reads a border's name.
    ///
    /// # Errors
    /// If the text is not a border's name.
    fn from_str(text: &str) -> Result<Self, BoundsError> {
        let border = Self::ALL.into_iter().find(|border| border.name() == text);
        border.ok_or_else(|| BoundsError::bad(text, "dead, torus, ring, klein, cross-surface or sphere"))
    }
}

/// The size of a field, `width` × `height` cells, and its border. A side of 0 is unbounded.
///
/// The text form is `640x480:torus`; a size without a border means a dead border. In pattern files,
/// the rule is followed by another form of the bounds. [`suffix`](Self::suffix) returns this form,
/// and [`RuleSpec`](crate::RuleSpec) reads it.
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
    /// The shifts, in cells, of the horizontal and of the vertical edges. On a Klein bottle the
    /// shift of the twisted edges is 0 or 1. Borders other than a torus and a Klein bottle have no
    /// shifts.
    shift: (i64, i64),
    /// Whether the vertical edges of a Klein bottle are twisted, rather than the horizontal ones;
    /// `false` for other borders.
    vertical: bool,
}

impl Bounds {
    /// Returns bounds of this size and border without shifts. On a Klein bottle the vertical edges
    /// are twisted, which is Golly's default.
    ///
    /// # Errors
    /// If a side is 0, or less than 3 for a ring, or if the sides of a sphere differ.
    pub fn new(width: u64, height: u64, border: Border) -> Result<Self, BoundsError> {
        // Between the two dead columns of a ring there must be a column of cells that can live.
        let least = if border == Border::Ring { 3 } else { 1 };
        if width.min(height) < least {
            return Err(BoundsError::TooSmall { width, height, least });
        }
        if border == Border::Sphere && width != height {
            return Err(BoundsError::NoSquare { width, height });
        }
        Ok(Self { width, height, border, shift: (0, 0), vertical: border == Border::Klein })
    }

    /// Returns the bounds of a strip of `count` rows of unbounded length; on a torus the strip's
    /// top and bottom edges are joined.
    ///
    /// ```
    /// use quadrille_life::{Border, Bounds};
    ///
    /// let bounds = Bounds::rows(5, Border::Torus)?;
    /// assert_eq!((bounds.width(), bounds.is_unlimited()), (0, true));
    /// assert_eq!(bounds.suffix().as_deref(), Some(":T0,5"));
    /// # Ok::<(), quadrille_life::BoundsError>(())
    /// ```
    ///
    /// # Errors
    /// If `count` is 0, or the border is neither dead nor a torus.
    pub fn rows(count: u64, border: Border) -> Result<Self, BoundsError> {
        Ok(Self { width: 0, ..Self::new(count, count, border).and_then(Self::unlimited)? })
    }

    /// Returns the bounds of a strip of `count` columns of unbounded length; on a torus the strip's
    /// left and right edges are joined.
    ///
    /// # Errors
    /// If `count` is 0, or the border is neither dead nor a torus.
    pub fn columns(count: u64, border: Border) -> Result<Self, BoundsError> {
        Ok(Self { height: 0, ..Self::new(count, count, border).and_then(Self::unlimited)? })
    }

    /// Returns the bounds themselves if their border allows an unbounded side.
    fn unlimited(self) -> Result<Self, BoundsError> {
        match self.border {
            Border::Dead | Border::Torus => Ok(self),
            border => Err(BoundsError::Unlimited { border }),
        }
    }

    /// Returns whether a side is unbounded, that is, 0.
    pub const fn is_unlimited(self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// Reads the two sides of a field. Each side is a length, optionally with a twist and a shift.
    /// Returns `None` if a side has the wrong form, or a twist or shift that this border does not
    /// allow.
    fn with_sides(border: Border, across: &str, down: &str) -> Option<Result<Self, BoundsError>> {
        let (across, down) = (Side::read(across)?, Side::read(down)?);
        let made = match (across.length, down.length) {
            (0, rows @ 1..) => Self::rows(rows, border),
            (columns @ 1.., 0) => Self::columns(columns, border),
            (columns, rows) => Self::new(columns, rows, border),
        };
        let mut bounds = match made {
            Ok(bounds) => bounds,
            wrong => return Some(wrong),
        };
        if bounds.is_unlimited() && (across.shift, down.shift) != (None, None) {
            return Some(Err(BoundsError::Shifted));
        }
        match (border, across.twisted, down.twisted) {
            (Border::Klein, true, true) => return None,
            (Border::Klein, true, false) => bounds.vertical = false,
            (Border::Klein, ..) | (_, false, false) => {}
            _ => return None,
        }
        let shifts = (across.shift, down.shift);
        bounds.shift = match (border, shifts) {
            (_, (None, None)) => (0, 0),
            (Border::Torus, (Some(shift), None)) => (least(shift, bounds.width), 0),
            (Border::Torus, (None, Some(shift))) => (0, least(shift, bounds.height)),
            // On a Klein bottle, every shift other than 0 counts as 1 if the twisted edges have
            // even length. If they have odd length, every shift counts as 0, because a shifted
            // field is the same surface, cut open at another place.
            (Border::Klein, (Some(shift), None)) if !bounds.vertical => {
                (i64::from(shift != 0 && bounds.width % 2 == 0), 0)
            }
            (Border::Klein, (None, Some(shift))) if bounds.vertical => {
                (0, i64::from(shift != 0 && bounds.height % 2 == 0))
            }
            _ => return None,
        };
        Some(Ok(bounds))
    }

    /// Returns the two sides with their twists and shifts as texts, such as `4+1` and `3`.
    fn sides(self) -> [String; 2] {
        let klein = self.border == Border::Klein;
        let side = |length: u64, twisted: bool, shift: i64| {
            let shift = if shift == 0 { String::new() } else { format!("{shift:+}") };
            format!("{length}{}{shift}", if twisted { "*" } else { "" })
        };
        [
            side(self.width, klein && !self.vertical, self.shift.0),
            side(self.height, klein && self.vertical, self.shift.1),
        ]
    }

    /// Returns whether engines handle the border themselves: a dead border, a dead ring, or a torus
    /// without a shift.
    pub(crate) const fn is_plain(self) -> bool {
        matches!((self.border, self.shift), (Border::Dead | Border::Ring | Border::Torus, (0, 0)))
    }

    /// Returns the coordinates of the cell of the field that appears at (`x`, `y`); `None` if (`x`,
    /// `y`) lies outside a field with a dead border or a ring. (`x`, `y`) must lie in the field or
    /// next to an edge or corner of the field.
    pub(crate) fn seen(self, x: i128, y: i128) -> Option<(u64, u64)> {
        let (width, height) = (i128::from(self.width), i128::from(self.height));
        let (inside_x, inside_y) = ((0..width).contains(&x), (0..height).contains(&y));
        let (mut x, mut y) = (x, y);
        let shift = (i128::from(self.shift.0), i128::from(self.shift.1));
        match self.border {
            Border::Dead | Border::Ring => {
                if !inside_x || !inside_y {
                    return None;
                }
            }
            Border::Sphere => {
                (x, y) = match (inside_x, inside_y) {
                    (true, true) => (x, y),
                    // A corner's diagonal neighbour is the corner itself.
                    (false, false) => (x.clamp(0, width - 1), y.clamp(0, height - 1)),
                    (true, false) => (if y < 0 { 0 } else { width - 1 }, x),
                    (false, true) => (y, if x < 0 { 0 } else { height - 1 }),
                };
            }
            border => {
                let cross = border == Border::CrossSurface;
                let klein = border == Border::Klein;
                let above = y < 0;
                // Wrap across the vertical edges first, then across the horizontal ones.
                if !inside_x {
                    y = match x < 0 {
                        _ if cross || klein && self.vertical => height - 1 - y - shift.1,
                        true => y - shift.1,
                        false => y + shift.1,
                    };
                    x = x.rem_euclid(width);
                }
                if !inside_y {
                    x = match above {
                        _ if cross || klein && !self.vertical => width - 1 - x - shift.0,
                        true => x - shift.0,
                        false => x + shift.0,
                    };
                }
                (x, y) = (x.rem_euclid(width), y.rem_euclid(height));
            }
        }
        Some((x as u64, y as u64))
    }

    /// Returns the number of columns; 0 if rows are unbounded.
    pub const fn width(self) -> u64 {
        self.width
    }

    /// Returns the number of rows; 0 if columns are unbounded.
    pub const fn height(self) -> u64 {
        self.height
    }

    /// Returns the border.
    pub const fn border(self) -> Border {
        self.border
    }

    /// Returns the suffix that follows the rule in a pattern file: `:P640,480`, `:T640+5,480`,
    /// `:K640*,480`, `:C640,480` or `:S640`; `None` for a ring, which no file format can express.
    pub fn suffix(self) -> Option<String> {
        let letter = self.border.letter()?;
        let [across, down] = self.sides();
        Some(if self.border == Border::Sphere {
            format!(":{letter}{across}")
        } else {
            format!(":{letter}{across},{down}")
        })
    }

    /// Returns whether a suffix, without the colon, denotes the unbounded plane: `P0,0`, `T0`.
    pub(crate) fn is_plane(text: &str) -> bool {
        let sides = text.strip_prefix(['P', 'p', 'T', 't']).unwrap_or_default();
        sides.split(',').count() <= 2
            && sides.split(',').all(|side| !side.is_empty() && side.bytes().all(|digit| digit == b'0'))
    }

    /// Reads the form that [`suffix`](Self::suffix) writes, without the colon; `T30` is short for
    /// `T30,30`.
    pub(crate) fn from_suffix(text: &str) -> Result<Self, BoundsError> {
        let bad = || BoundsError::bad(text, SUFFIXES);
        let mut chars = text.chars();
        let letter = chars.next().map(|letter| letter.to_ascii_uppercase());
        let border = Border::ALL.into_iter().find(|border| letter.is_some() && border.letter() == letter);
        let (border, sides) = (border.ok_or_else(bad)?, chars.as_str());
        let bounds = match sides.split_once(',') {
            // The suffix of a sphere has a single side.
            Some(_) if border == Border::Sphere => return Err(bad()),
            Some((across, down)) => Self::with_sides(border, across, down),
            None => {
                let length = &sides[..sides.bytes().take_while(u8::is_ascii_digit).count()];
                Self::with_sides(border, sides, length)
            }
        };
        bounds.ok_or_else(bad)?
    }
}

/// The suffixes that may follow the colon after a rule, for messages.
const SUFFIXES: &str = "a letter and a size: P30,20, T30,20, T30+5,20, K30*,20, C30,20 or S30";

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [across, down] = self.sides();
        f.pad(&format!("{across}x{down}:{}", self.border))
    }
}

impl FromStr for Bounds {
    type Err = BoundsError;

    /// Reads `WxH`, optionally followed by `:` and a border's name. As in Golly's suffixes, a side
    /// of a torus may have a shift (`30+5x20:torus`), and a side of a Klein bottle a twist with or
    /// without a shift (`30x20*:klein`).
    ///
    /// # Errors
    /// If the text has another form, or the size is too small.
    fn from_str(text: &str) -> Result<Self, BoundsError> {
        let bad = || BoundsError::bad(text, "a size and a border, such as 640x480:dead or 640x480:torus");
        let (size, border) = text.split_once(':').unwrap_or((text, "dead"));
        let border = border.parse().map_err(|_| bad())?;
        let (across, down) = size.split_once('x').ok_or_else(bad)?;
        Self::with_sides(border, across, down).ok_or_else(bad)?
    }
}

/// A side as text, such as `30*+1`: its length, and the twist and the shift of the edges along this
/// side.
struct Side {
    length: u64,
    twisted: bool,
    shift: Option<i64>,
}

impl Side {
    fn read(text: &str) -> Option<Self> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (length, rest) = text.split_at(digits);
        let (twisted, rest) = rest.strip_prefix('*').map_or((false, rest), |rest| (true, rest));
        let shift = match rest.as_bytes() {
            [] => None,
            [b'+' | b'-', ..] => {
                let shift = i64::try_from(side(&rest[1..])?).ok()?;
                Some(if rest.starts_with('-') { -shift } else { shift })
            }
            _ => return None,
        };
        Some(Self { length: side(length)?, twisted, shift })
    }
}

/// Returns the number with the smallest absolute value that is congruent to `shift` modulo
/// `length`; of two such numbers, the positive one.
fn least(shift: i64, length: u64) -> i64 {
    let (shift, length) = (i128::from(shift), i128::from(length));
    let shift = shift.rem_euclid(length);
    (if 2 * shift > length { shift - length } else { shift }) as i64
}

/// Reads a length that consists of digits only, without sign or space.
fn side(text: &str) -> Option<u64> {
    // `parse` alone would accept `+30`, which would not be printed as it was read. An empty text
    // passes the check for digits, but `parse` rejects it.
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// The error of a field's size or border.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoundsError {
    /// The text has the wrong form.
    #[error("bounds `{text}`: expected {expected}")]
    Form {
        /// The text, shortened if long.
        text: String,
        /// The expected form.
        expected: &'static str,
    },
    /// A side is 0 and the border does not allow an unbounded side.
    #[error("a side of 0 is unbounded, which the border {border} does not allow; expected dead or torus")]
    Unlimited {
        /// The border.
        border: Border,
    },
    /// A field with an unbounded side has a shift.
    #[error("a field with an unbounded side (0) cannot have a shift; expected no shift")]
    Shifted,
    /// The sides of a sphere, whose adjacent edges are joined, differ.
    #[error("a sphere must be square; found {width} × {height} cells")]
    NoSquare {
        /// Number of columns.
        width: u64,
        /// Number of rows.
        height: u64,
    },
    /// A side is too short.
    #[error("a field of {width} × {height} cells is too small: each side needs {least} or more cells")]
    TooSmall {
        /// Number of columns.
        width: u64,
        /// Number of rows.
        height: u64,
        /// The minimum length of each side.
        least: u64,
    },
}

impl BoundsError {
    fn bad(text: &str, expected: &'static str) -> Self {
        Self::Form { text: shown(text), expected }
    }
}

/// Shortens a text for a message.
fn shown(text: &str) -> String {
    printable(text).chars().take(40).collect()
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
        for text in ["0x0", "0x0:torus", "2x9:ring", "9x2:ring"] {
            assert!(matches!(text.parse::<Bounds>(), Err(BoundsError::TooSmall { .. })), "{text}");
        }
        for border in Border::ALL {
            assert_eq!(border.to_string().parse(), Ok(border));
        }
        assert!("Dead".parse::<Border>().is_err());
    }

    /// Returns the rows of a field and the cells that its edges see around it. The cells of the
    /// field are lettered from `a` on, row by row; `.` is a dead cell.
    fn around(suffix: &str) -> Vec<String> {
        let bounds = Bounds::from_suffix(suffix).unwrap();
        let cell = |(x, y): (u64, u64)| char::from(b'a' + (y * bounds.width + x) as u8);
        let row = |y| {
            let cells = (-1..=i128::from(bounds.width)).map(|x| bounds.seen(x, y).map_or('.', cell));
            cells.collect()
        };
        (-1..=i128::from(bounds.height)).map(row).collect()
    }

    /// The expected neighbours are those drawn in Golly's help, except for shifted Klein bottles:
    /// Golly 3.3 shifts these in the direction opposite to the drawing.
    #[test]
    fn edges_are_joined_as_golly_joins_them() {
        for (suffix, expected) in [
            ("P4,3", "...... .abcd. .efgh. .ijkl. ......"),
            ("T4,3", "lijkli dabcda hefghe lijkli dabcda"),
            ("T4+1,3", "klijkl dabcda hefghe lijkli abcdab"),
            ("T4-3,3", "klijkl dabcda hefghe lijkli abcdab"),
            ("T4,3+1", "hijkla labcde defghi hijkla labcde"),
            ("K4*,3", "ilkjil dabcda hefghe lijkli adcbad"),
            ("K4,3*", "dijkla labcdi hefghe dijkla labcdi"),
            ("K4,3", "dijkla labcdi hefghe dijkla labcdi"),
            ("K4*+1,3", "lkjilk dabcda hefghe lijkli dcbadc"),
            ("K3,4*+1", "ljklj iabcg fdefd cghia ljklj iabcg"),
            ("C4,3", "alkjid labcdi hefghe dijkla idcbal"),
            ("S3", "aadgc aabcg bdefh cghii gcfii"),
        ] {
            assert_eq!(around(suffix), expected.split(' ').collect::<Vec<_>>(), "{suffix}");
        }
    }

    #[test]
    fn suffixes_are_read_as_golly_reads_them() {
        for (text, printed) in [
            ("t30", "T30,30"),
            ("T30-35,20", "T30-5,20"),
            ("T30+30,20", "T30,20"),
            ("T30,20-2", "T30,20-2"),
            ("T30+5", "T30+5,30"),
            ("T30+28,20", "T30-2,20"),
            ("K30,20", "K30,20*"),
            ("k30*,20", "K30*,20"),
            ("K5*+1,4", "K5*,4"),
            ("K6*+1,4", "K6*+1,4"),
            ("K6*+2,4", "K6*+1,4"),
            ("K6*-3,4", "K6*+1,4"),
            ("K6,4*+1", "K6,4*+1"),
            ("K8", "K8,8*"),
            ("K8*", "K8*,8"),
            ("C30", "C30,30"),
            ("S8", "S8"),
            ("p7", "P7,7"),
            ("K1*,3", "K1*,3"),
            ("S1", "S1"),
            ("T0,20", "T0,20"),
            ("t5,0", "T5,0"),
            ("P0,20", "P0,20"),
            ("P7,0", "P7,0"),
        ] {
            let bounds = Bounds::from_suffix(text).unwrap();
            assert_eq!(bounds.suffix().unwrap(), format!(":{printed}"), "{text}");
            assert_eq!(Bounds::from_suffix(printed), Ok(bounds));
            assert_eq!(bounds.to_string().parse(), Ok(bounds));
        }
        for text in [
            "T30+5,20+5",
            "K30*,20*",
            "K6+1,4*",
            "K6*,4+1",
            "K6+1,4",
            "C30,20*",
            "S8,8",
            "S8+1",
            "P30+1,20",
            "P30,20*",
            "T+5,3",
            "T30+,20",
            "T30+5*,20",
            "R30,20",
            "30,20",
            "T30++5,20",
            "",
        ] {
            assert!(matches!(Bounds::from_suffix(text), Err(BoundsError::Form { .. })), "{text}");
        }
        for text in ["T30+5,0", "T0+5,30", "T0,20-1"] {
            assert_eq!(Bounds::from_suffix(text), Err(BoundsError::Shifted), "{text}");
        }
        for text in ["K0*,20", "K20,0", "C0,20"] {
            assert!(matches!(Bounds::from_suffix(text), Err(BoundsError::Unlimited { .. })), "{text}");
        }
        for text in ["S0", "T0", "P0,0"] {
            assert!(matches!(Bounds::from_suffix(text), Err(BoundsError::TooSmall { .. })), "{text}");
        }
        assert!(matches!("3x4:sphere".parse::<Bounds>(), Err(BoundsError::NoSquare { .. })));
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(
            width in 3..u64::MAX,
            height in 3..u64::MAX,
            which in 0..5usize,
            shift: i64,
            vertical: bool,
        ) {
            let border = Border::ALL[which];
            let bounds = Bounds::new(width, height, border).unwrap();
            prop_assert_eq!(bounds.to_string().parse(), Ok(bounds));
            let star = if border == Border::Klein { "*" } else { "" };
            let sides = if vertical {
                format!("{width}x{height}{star}{shift:+}:{border}")
            } else {
                format!("{width}{star}{shift:+}x{height}:{border}")
            };
            let shifted = sides.parse::<Bounds>();
            prop_assert_eq!(shifted.is_ok(), matches!(border, Border::Torus | Border::Klein) && shift != i64::MIN);
            if let Ok(shifted) = shifted {
                prop_assert_eq!(shifted.to_string().parse(), Ok(shifted));
            }
        }
    }
}
