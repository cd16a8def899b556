//! apgcodes: the canonical names of objects in the Life community.
//!
//! A code consists of a prefix, which gives the kind of the object, an underscore, and a picture of
//! one of the object's phases. The picture is A. Goucher's extended form of Wechsler's notation:
//! the bounding box is divided into strips of five rows, and each column of a strip is one of 32
//! letters. The value of the letter is a number of five bits, whose lowest bit is the topmost cell.
//!
//! ```text
//! . O .      first column, from top to bottom    . . O    0·1 + 0·2 + 1·4 = 4
//! . . O      second column                       O . O    1·1 + 0·2 + 1·4 = 5
//! O O O      third column                        . O O    0·1 + 1·2 + 1·4 = 6
//! ```
//!
//! So the picture of this glider is 456. Glider pictures in other orientations have other letters;
//! the glider's code is `xq4_153`, and its prefix `xq4` denotes a spaceship of period 4.
//!
//! | letters | meaning |
//! |---|---|
//! | `0`–`9`, `a`–`v` | a column: 0 to 31 |
//! | `w` | two empty columns |
//! | `x` | three empty columns |
//! | `y` and one of `0`–`9`, `a`–`z` | 4 to 39 empty columns |
//! | `z` | the end of a strip |
//!
//! Empty columns at the end of a strip are omitted. The *canonical* picture is the shortest one
//! over all phases in all eight orientations, and the first in byte order among those of equal
//! length. So every object has exactly one code.

use std::fmt;
use std::str::FromStr;

use quadrille_diagnostics::printable;
use thiserror::Error;

use super::names;
use crate::fate::cells::Cell;
use crate::pattern::Pattern;

/// The letters of a picture; the value of a letter is its index.
const LETTERS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
/// Rows per strip.
const STRIP: usize = 5;
/// The maximum number of empty columns that one pair of letters (`yz`) denotes.
const MOST_EMPTY: usize = 39;
/// The maximum area, in cells, of a phase for which a picture is made. The area is that of the
/// bounding box with a margin of one cell on all sides.
const LARGEST: u128 = 40_000;
/// The maximum number of letters of a picture.
const LONGEST: usize = 1280;

/// The kind of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ObjectKind {
    /// The object never changes.
    StillLife,
    /// The object recurs at the same place.
    Oscillator,
    /// The object recurs at another place.
    Spaceship,
    /// The object grows by the same number of cells every period: guns, puffers.
    LinearGrowth,
    /// The kind could not be determined.
    Unknown,
}

/// The code of an object: `xs4_33`, `xp2_7`, `xq4_153`.
///
/// ```
/// use quadrille_life::{Apgcode, ObjectKind};
///
/// let code: Apgcode = "xq4_153".parse()?;
/// assert_eq!((code.kind(), code.period(), code.name()), (ObjectKind::Spaceship, Some(4), Some("glider")));
/// assert_eq!(code.to_pattern().unwrap().population(), 5);
///
/// let error = "xs5_33".parse::<Apgcode>().unwrap_err();
/// let message = "apgcode `xs5_33`: the picture has 4 living cells; expected 5, as in the prefix";
/// assert_eq!(error.to_string(), message);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Apgcode(String);

impl Apgcode {
    /// Returns the code of an object that is known to recur, but has too many phases or cells to be
    /// drawn.
    pub(super) fn unknown() -> Self {
        Self("PATHOLOGICAL".to_owned())
    }

    /// Returns the code of linear growth. `numbers` is the text after `yl`: the numbers and the
    /// hash that `growth.rs` defines, joined by `_`.
    pub(super) fn linear_growth(numbers: &str) -> Self {
        Self(format!("yl{numbers}"))
    }

    /// Returns the generic code of a growing object, for objects without a specific code. `way` is
    /// the kind of growth, such as `LINEAR`.
    pub(super) fn growth(way: &str) -> Self {
        Self(format!("zz_{way}"))
    }

    /// Returns the canonical code of an object that recurs after `period` generations. `phases` are
    /// the phases among which the picture is chosen, each as a sorted list of cells. `moved` states
    /// whether the object recurs at another place. If the rule is not `isotropic`, only the given
    /// orientation is considered.
    pub(super) fn of<'a>(
        period: usize,
        phases: impl Iterator<Item = &'a Vec<Cell>> + Clone,
        moved: bool,
        isotropic: bool,
    ) -> Self {
        let cells = phases.clone().next().map_or(0, Vec::len);
        let pictures = phases.flat_map(|phase| pictures(phase, isotropic));
        let best = pictures.min_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        let prefix = match (period, moved) {
            (1, false) => format!("s{cells}"),
            (_, false) => format!("p{period}"),
            (_, true) => format!("q{period}"),
        };
        Self(best.map_or_else(|| format!("ov_{prefix}"), |picture| format!("x{prefix}_{picture}")))
    }

    /// Returns the text of the code.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the kind given by the prefix.
    pub fn kind(&self) -> ObjectKind {
        match self.0.as_bytes() {
            [b'x', b's', ..] | [b'o', b'v', b'_', b's', ..] => ObjectKind::StillLife,
            [b'x', b'p', ..] | [b'o', b'v', b'_', b'p', ..] => ObjectKind::Oscillator,
            [b'x', b'q', ..] | [b'o', b'v', b'_', b'q', ..] => ObjectKind::Spaceship,
            [b'y', b'l', ..] => ObjectKind::LinearGrowth,
            _ => ObjectKind::Unknown,
        }
    }

    /// Returns the number of generations after which the object recurs or, for linear growth, after
    /// which the growth repeats; `None` if this number is unknown.
    pub fn period(&self) -> Option<u64> {
        let number = |text: &str| text.split('_').next()?.parse().ok();
        match self.kind() {
            ObjectKind::StillLife => Some(1),
            ObjectKind::Unknown => None,
            ObjectKind::LinearGrowth => number(&self.0[2..]),
            _ => number(self.0.strip_prefix("ov_").map_or_else(|| &self.0[2..], |prefix| &prefix[1..])),
        }
    }

    /// Returns the common name of the object, if the object is one of about a hundred frequent ones
    /// in B3/S23.
    pub fn name(&self) -> Option<&'static str> {
        names::name(self)
    }

    /// Returns the object as drawn by the code, with its top-left corner at (0, 0); `None` if the
    /// code has no picture.
    pub fn to_pattern(&self) -> Option<Pattern> {
        let (prefix, picture) = self.0.split_once('_')?;
        prefix.starts_with('x').then(|| Pattern::from_cells(read_picture(picture)))
    }

    /// Returns whether a text looks like a code with a picture: it begins with `x`, one of `s`, `p`
    /// and `q`, and a digit, and contains `_`. The code need not be valid.
    pub fn is_like(text: &str) -> bool {
        let bytes = text.as_bytes();
        matches!(bytes, [b'x', b's' | b'p' | b'q', b'0'..=b'9', ..]) && bytes.contains(&b'_')
    }
}

impl fmt::Display for Apgcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The error of a text that is not an [`Apgcode`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("apgcode `{}`{}: {problem}; expected {expected}", shown(.text), place(*.column))]
pub struct ApgcodeError {
    /// The text.
    pub text: String,
    /// The position of the problem in characters, from 1; `None` if the problem concerns the whole
    /// text.
    pub column: Option<usize>,
    /// The problem.
    pub problem: String,
    /// The expected text.
    pub expected: String,
}

fn place(column: Option<usize>) -> String {
    column.map_or_else(String::new, |column| format!(", character {column}"))
}

/// Shortens a text and makes it printable.
fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let mut short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    printable(&short)
}

impl FromStr for Apgcode {
    type Err = ApgcodeError;

    /// Reads a code with a picture; its prefix is `xs`, `xp` or `xq`. The picture need not be
    /// canonical.
    ///
    /// # Errors
    /// If the text is not a code with a picture. The error contains the problem and its position. A
    /// still life must have as many cells as its prefix states. The period of an oscillator or
    /// spaceship is not checked, since it depends on the rule.
    fn from_str(text: &str) -> Result<Self, ApgcodeError> {
        let error = |column: Option<usize>, problem: String, expected: &str| ApgcodeError {
            text: text.to_owned(),
            column,
            problem,
            expected: expected.to_owned(),
        };
        let (prefix, picture) = text.split_once('_').ok_or_else(|| {
            error(None, "the `_` is missing".to_owned(), "a prefix, `_` and a picture, such as xs4_33")
        })?;
        let number = prefix.strip_prefix("xs").or(prefix.strip_prefix("xp")).or(prefix.strip_prefix("xq"));
        let number = number.ok_or_else(|| {
            let problem = format!("`{}` is not a prefix of a code with a picture", shown(prefix));
            error(Some(1), problem, "xs, xp or xq and a number")
        })?;
        let digits = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
        let count: u64 = number.parse().ok().filter(|_| digits).ok_or_else(|| {
            error(
                Some(3),
                format!("`{}` is not a number of cells or generations", shown(number)),
                "a number of at least 1",
            )
        })?;
        let mut number_follows = false;
        for (at, letter) in picture.chars().enumerate() {
            if !letter.is_ascii() || !LETTERS.contains(&(letter as u8)) {
                let expected = if letter == '_' {
                    "a single picture; several pictures are only for rules with more than two states"
                } else {
                    "0 to 9 and a to z"
                };
                let problem = format!("unexpected `{}`", printable(&letter.to_string()));
                return Err(error(Some(prefix.len() + 2 + at), problem, expected));
            }
            number_follows = !number_follows && letter == 'y';
        }
        if number_follows {
            let problem = "unexpected end after `y`".to_owned();
            return Err(error(
                Some(text.len() + 1),
                problem,
                "a digit or letter for the number of empty columns",
            ));
        }
        let cells = read_picture(picture).count() as u64;
        if cells == 0 {
            return Err(error(
                Some(prefix.len() + 2),
                "the picture has no living cell".to_owned(),
                "at least one",
            ));
        }
        if prefix.starts_with("xs") && cells != count {
            let problem = format!("the picture has {cells} living cells");
            return Err(error(None, problem, &format!("{count}, as in the prefix")));
        }
        if prefix.starts_with("xp") && count == 1 {
            return Err(error(
                Some(3),
                "an oscillator has a period of at least 2".to_owned(),
                "xs for a still life",
            ));
        }
        Ok(Self(text.to_owned()))
    }
}

/// Returns the cells (x, y) of a picture, strip by strip.
fn read_picture(picture: &str) -> impl Iterator<Item = (i64, i64)> {
    let (mut x, mut y, mut number_follows) = (0, 0, false);
    picture.bytes().flat_map(move |letter| {
        let value = LETTERS.iter().position(|&known| known == letter).unwrap_or(0) as i64;
        let (column, mut cells) = ((x, y), 0);
        match value {
            _ if number_follows => x += value,
            0..32 => (cells, x) = (value, x + 1),
            32 => x += 2,
            33 => x += 3,
            34 => x += 4,
            _ => (x, y) = (0, y + STRIP as i64),
        }
        number_follows = value == 34 && !number_follows;
        (0..STRIP as i64).filter(move |row| cells >> row & 1 == 1).map(move |row| (column.0, column.1 + row))
    })
}

/// Draws a phase in all eight orientations if the rule is `isotropic`, otherwise only in the given
/// orientation. Returns the pictures that do not exceed the limits [`LARGEST`] and [`LONGEST`].
fn pictures(phase: &[Cell], isotropic: bool) -> Vec<String> {
    let Some((left, top, width, height)) = bounds(phase) else { return Vec::new() };
    if (width as u128 + 2) * (height as u128 + 2) > LARGEST {
        return Vec::new();
    }
    let ways = if isotropic { 8 } else { 1 };
    let laid = (0..ways).map(|way| {
        let cells = phase.iter().map(|&(y, x)| {
            let (x, y) = (x.abs_diff(left) as usize, y.abs_diff(top) as usize);
            let x = if way & 1 == 0 { x } else { width - 1 - x };
            let y = if way & 2 == 0 { y } else { height - 1 - y };
            if way & 4 == 0 { (x, y) } else { (y, x) }
        });
        let (width, height) = if way & 4 == 0 { (width, height) } else { (height, width) };
        picture(cells, width, height)
    });
    laid.filter(|picture| picture.len() <= LONGEST).collect()
}

/// Returns the first column, the first row, the width and the height of the bounding box of cells;
/// `None` if there are no cells.
fn bounds(cells: &[Cell]) -> Option<(i64, i64, usize, usize)> {
    let (top, bottom) = (cells.iter().map(|cell| cell.0).min()?, cells.iter().map(|cell| cell.0).max()?);
    let (left, right) = (cells.iter().map(|cell| cell.1).min()?, cells.iter().map(|cell| cell.1).max()?);
    let side =
        |from: i64, to: i64| usize::try_from(to.abs_diff(from)).unwrap_or(usize::MAX).saturating_add(1);
    Some((left, top, side(left, right), side(top, bottom)))
}

/// Draws the cells (x, y) of a box; returns the letters of the picture.
fn picture(cells: impl Iterator<Item = (usize, usize)>, width: usize, height: usize) -> String {
    let mut columns = vec![0u8; width * height.div_ceil(STRIP)];
    for (x, y) in cells {
        columns[y / STRIP * width + x] |= 1 << (y % STRIP);
    }
    let mut text = String::with_capacity(2 * width);
    for (number, strip) in columns.chunks(width).enumerate() {
        if number > 0 {
            text.push('z');
        }
        let mut empty = 0;
        for &column in strip {
            if column == 0 {
                empty += 1;
            } else {
                push_empty(&mut text, empty);
                empty = 0;
                text.push(char::from(LETTERS[column as usize]));
            }
        }
    }
    text
}

/// Appends the letters that denote a number of empty columns.
fn push_empty(text: &mut String, mut columns: usize) {
    while columns > MOST_EMPTY {
        text.push_str("yz");
        columns -= MOST_EMPTY;
    }
    match columns {
        0 => {}
        1 => text.push('0'),
        2 => text.push('w'),
        3 => text.push('x'),
        more => {
            text.push('y');
            text.push(char::from(LETTERS[more - 4]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Draws a picture letter by letter, as the definition states.
    fn plain(cells: &[(i64, i64)], width: i64, height: i64) -> String {
        let mut text = String::new();
        for strip in 0..(height + 4) / 5 {
            text += if strip > 0 { "z" } else { "" };
            let letter =
                |x| (0..5).map(|row| i64::from(cells.contains(&(x, 5 * strip + row))) << row).sum::<i64>();
            let Some(last) = (0..width).rev().find(|&x| letter(x) > 0) else { continue };
            let mut x = 0;
            while x <= last {
                let empty = (x..=last).take_while(|&x| letter(x) == 0).count().min(39);
                let letters = match empty {
                    0 => char::from_digit(letter(x) as u32, 36).unwrap().to_string(),
                    1 => "0".to_owned(),
                    2 => "w".to_owned(),
                    3 => "x".to_owned(),
                    _ => format!("y{}", char::from_digit(empty as u32 - 4, 36).unwrap()),
                };
                text.push_str(&letters);
                x += empty.max(1) as i64;
            }
        }
        text
    }

    /// Moves the cells to the origin, and sorts them.
    fn at_origin(cells: &[(i64, i64)]) -> Vec<(i64, i64)> {
        let left = cells.iter().map(|cell| cell.0).min().unwrap();
        let top = cells.iter().map(|cell| cell.1).min().unwrap();
        let mut moved: Vec<_> = cells.iter().map(|&(x, y)| (x - left, y - top)).collect();
        moved.sort_unstable();
        moved
    }

    fn turned(cells: &[(i64, i64)]) -> Vec<(i64, i64)> {
        at_origin(&cells.iter().map(|&(x, y)| (-y, x)).collect::<Vec<_>>())
    }

    fn mirrored(cells: &[(i64, i64)]) -> Vec<(i64, i64)> {
        at_origin(&cells.iter().map(|&(x, y)| (-x, y)).collect::<Vec<_>>())
    }

    fn all_ways(cells: &[(i64, i64)]) -> Vec<Vec<(i64, i64)>> {
        let mut ways = vec![at_origin(cells), mirrored(cells)];
        for way in 0..6 {
            ways.push(turned(&ways[way]));
        }
        ways
    }

    fn phase(cells: &[(i64, i64)]) -> Vec<Cell> {
        let mut phase: Vec<Cell> = cells.iter().map(|&(x, y)| (y, x)).collect();
        phase.sort_unstable();
        phase
    }

    #[test]
    fn well_known_codes() {
        let lying = |cells: &str, isotropic: bool| {
            let pattern: Pattern = cells.parse().unwrap();
            let phases = [phase(&pattern.cells().collect::<Vec<_>>())];
            Apgcode::of(1, phases.iter(), false, isotropic).to_string()
        };
        let code = |cells: &str| lying(cells, true);
        assert_eq!(code("2o$2o!"), "xs4_33");
        assert_eq!(code("b2o$o2bo$bobo$2bo!"), "xs7_2596");
        // One pair of letters denotes at most 39 empty columns; its last letter is then `z`.
        for (empty, letters) in
            [(1, "0"), (2, "w"), (3, "x"), (4, "y0"), (39, "yz"), (40, "yz0"), (78, "yzyz")]
        {
            assert_eq!(lying(&format!("o{empty}bo!"), false), format!("xs2_1{letters}1"));
        }
        assert_eq!(code("7$o!"), "xs1_1");
        // The first pattern is too large to be drawn, the second too long for a picture.
        assert_eq!(code("o20000bo!"), "ov_s2");
        assert_eq!(code(&format!("{}!", "13o2$".repeat(520))), "ov_s6760");
    }

    #[test]
    fn invalid_codes_have_a_position() {
        for (text, problem) in [
            ("", "apgcode ``: the `_` is missing; expected a prefix, `_` and a picture, such as xs4_33"),
            (
                "yl144_1",
                "apgcode `yl144_1`, character 1: `yl144` is not a prefix of a code with a picture; expected xs, xp or xq and a number",
            ),
            (
                "xs_33",
                "apgcode `xs_33`, character 3: `` is not a number of cells or generations; expected a number of at least 1",
            ),
            (
                "xp02_7",
                "apgcode `xp02_7`, character 3: `02` is not a number of cells or generations; expected a number of at least 1",
            ),
            (
                "xp1_33",
                "apgcode `xp1_33`, character 3: an oscillator has a period of at least 2; expected xs for a still life",
            ),
            ("xs4_3A", "apgcode `xs4_3A`, character 6: unexpected `A`; expected 0 to 9 and a to z"),
            (
                "xs4_3_3",
                "apgcode `xs4_3_3`, character 6: unexpected `_`; expected a single picture; several pictures are only for rules with more than two states",
            ),
            (
                "xs4_33y",
                "apgcode `xs4_33y`, character 8: unexpected end after `y`; expected a digit or letter for the number of empty columns",
            ),
            (
                "xs4_yy",
                "apgcode `xs4_yy`, character 5: the picture has no living cell; expected at least one",
            ),
            ("xs4_3é", "apgcode `xs4_3é`, character 6: unexpected `é`; expected 0 to 9 and a to z"),
        ] {
            assert_eq!(text.parse::<Apgcode>().unwrap_err().to_string(), problem);
        }
    }

    #[test]
    fn prefixes_give_kind_and_period() {
        for (text, kind, period) in [
            ("xs4_33", ObjectKind::StillLife, Some(1)),
            ("xp15_4r4z4r4", ObjectKind::Oscillator, Some(15)),
            ("xq4_153", ObjectKind::Spaceship, Some(4)),
            ("ov_p30", ObjectKind::Oscillator, Some(30)),
            ("ov_s1281", ObjectKind::StillLife, Some(1)),
            ("yl144_1_16_afb5f3db909e60548f086e22ee3353ac", ObjectKind::LinearGrowth, Some(144)),
            ("PATHOLOGICAL", ObjectKind::Unknown, None),
        ] {
            let code = Apgcode(text.to_owned());
            assert_eq!((code.kind(), code.period()), (kind, period), "{text}");
            assert_eq!(code.to_pattern().is_some(), text.starts_with('x'));
        }
    }

    proptest! {
        /// Pictures agree with the definition and are read back.
        #[test]
        fn pictures_are_read_back(
            cells in prop::collection::btree_set((0..130i64, 0..23i64), 1..30),
        ) {
            let cells = at_origin(&cells.into_iter().collect::<Vec<_>>());
            let width = cells.iter().map(|cell| cell.0).max().unwrap() + 1;
            let height = cells.iter().map(|cell| cell.1).max().unwrap() + 1;
            let in_box = cells.iter().map(|&(x, y)| (x as usize, y as usize));
            let text = picture(in_box, width as usize, height as usize);
            prop_assert_eq!(&text, &plain(&cells, width, height));
            let mut read: Vec<_> = read_picture(&text).collect();
            read.sort_unstable();
            prop_assert_eq!(read, cells);
        }

        /// The code is the minimum of all pictures drawn by the definition, for any orientation and
        /// any first phase.
        #[test]
        fn a_code_is_the_least_of_all_pictures(
            phases in prop::collection::vec(prop::collection::btree_set((0..9i64, 0..12i64), 1..12), 1..4),
            way in 0..8usize,
            first in 0..4usize,
        ) {
            let phases: Vec<Vec<(i64, i64)>> = phases.into_iter().map(|cells| cells.into_iter().collect()).collect();
            let mut least: Option<String> = None;
            for cells in phases.iter().flat_map(|cells| all_ways(cells)) {
                let width = cells.iter().map(|cell| cell.0).max().unwrap() + 1;
                let height = cells.iter().map(|cell| cell.1).max().unwrap() + 1;
                let drawn = plain(&cells, width, height);
                if least.as_ref().is_none_or(|least| (drawn.len(), &drawn) < (least.len(), least)) {
                    least = Some(drawn);
                }
            }
            let mut laid: Vec<Vec<Cell>> = phases.iter().map(|cells| phase(&all_ways(cells)[way])).collect();
            let shift = first % laid.len();
            laid.rotate_left(shift);
            let code = Apgcode::of(laid.len(), laid.iter(), true, true);
            prop_assert_eq!(code.as_str(), format!("xq{}_{}", phases.len(), least.unwrap()));
            prop_assert_eq!(code.as_str().parse(), Ok(code.clone()));
            // If the rule is not isotropic, the code is some picture, at least as long as the
            // canonical one.
            let lying = Apgcode::of(laid.len(), laid.iter(), true, false);
            prop_assert!((lying.as_str().len(), lying.as_str()) >= (code.as_str().len(), code.as_str()));
        }

        #[test]
        fn no_text_makes_it_panic(text in "x[spq]?[0-9]{0,3}_?[0-9a-z_A-Zé]{0,12}|\\PC{0,9}") {
            if let Ok(code) = text.parse::<Apgcode>() {
                prop_assert!(Apgcode::is_like(&text));
                prop_assert!(code.to_pattern().unwrap().population() > 0);
                prop_assert_eq!(code.to_string(), text);
            }
        }
    }
}
