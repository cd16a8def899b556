//! The state of a grid, independent of its engine. A grid can continue from it later, on any
//! machine.

use thiserror::Error;

use super::{EngineSettings, Grid};
use crate::bounds::{Border, Bounds};
use crate::field::words;
use crate::grid::GridError;
use crate::rule::Rule;

/// The complete state of a grid: rule, bounds, generation and cells (one bit per cell). It is
/// independent of the engine and the vector level, so any engine can continue from it.
///
/// With the feature `serde` a snapshot can be serialised. The cells are bytes, or hexadecimal
/// digits in text formats. Deserialisation rejects invalid snapshots.
///
/// ```
/// use quadrille_life::{Grid, Level, Pattern, Rule, EngineSettings};
///
/// let glider = Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]);
/// let mut grid = Grid::from_pattern(&glider, Rule::CONWAY, "16x16:torus".parse()?, EngineSettings::default())?;
/// grid.step_n(10);
/// let snapshot = grid.snapshot();
///
/// let mut again = Grid::from_snapshot(&snapshot, EngineSettings::default().level(Level::scalar()))?;
/// assert_eq!(again, grid);
/// again.step_n(54);
/// assert_eq!((again.generation(), again.population()), (64, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Snapshot {
    rule: Rule,
    bounds: Bounds,
    generation: u64,
    /// The rows, ⌈width / 8⌉ bytes each.
    cells: Vec<u8>,
}

/// The error of constructing a snapshot from unsuitable cells or bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The number of bytes is wrong.
    #[error("the cells take {found} bytes; expected {expected}")]
    Length {
        /// The number of bytes found.
        found: u64,
        /// The number of bytes expected.
        expected: u128,
    },
    /// The bounds have an unbounded side, so that no number of bytes is right.
    #[error("a field of {bounds} has an unbounded side; expected bounds without a side of 0")]
    Unlimited {
        /// The bounds.
        bounds: Bounds,
    },
    /// A bit is set that belongs to no cell, or to a cell of the dead ring.
    #[error("row {row} has a living cell outside the field or on its dead ring")]
    NoCell {
        /// The row, from 0.
        row: u64,
    },
}

impl Snapshot {
    /// Creates a snapshot with these cells: rows of ⌈width / 8⌉ bytes, cell x being bit x & 7 of
    /// byte x >> 3. Time is linear in the bytes.
    ///
    /// # Errors
    /// If the number of bytes does not match the bounds, a bit is set where no cell can live, or
    /// the bounds have an unbounded side.
    pub fn new(rule: Rule, bounds: Bounds, generation: u64, cells: Vec<u8>) -> Result<Self, SnapshotError> {
        if bounds.is_unlimited() {
            return Err(SnapshotError::Unlimited { bounds });
        }
        let (width, height) = (bounds.width(), bounds.height());
        let stride = width.div_ceil(8);
        let expected = u128::from(stride) * u128::from(height);
        if cells.len() as u128 != expected {
            return Err(SnapshotError::Length { found: cells.len() as u64, expected });
        }
        // `last` is the mask of the used bits in the last byte of a row. `dead` returns the mask of
        // the bits of a byte that must be 0. An example is a row of 11 columns with a ring; the
        // lowest bit of each byte is on the left:
        //
        //   columns      0 1 2 3 4 5 6 7   8 9 10
        //   left         x · · · · · · ·   · · · · · · · ·      column 0
        //   right        · · · · · · · ·   · · x · · · · ·      the highest bit of `last`
        //   beyond       · · · · · · · ·   · · · x x x x x      the unused bits of the byte: !last
        //
        // With a ring, the mask of every byte in the first and the last row has all bits set. A
        // grid does not store the bits of these masks. Without the check below, two different
        // snapshots could describe the same grid.
        let last = u8::MAX >> (stride * 8 - width);
        let ring = bounds.border() == Border::Ring;
        for (row, bytes) in (0..).zip(cells.chunks_exact(stride as usize)) {
            let edge = ring && (row == 0 || row + 1 == height);
            let dead = |byte: usize| match byte {
                _ if edge => u8::MAX,
                _ => {
                    let beyond = if byte + 1 == bytes.len() { !last } else { 0 };
                    let left = u8::from(ring && byte == 0);
                    let right = if ring && byte + 1 == bytes.len() { last ^ last >> 1 } else { 0 };
                    beyond | left | right
                }
            };
            if bytes.iter().enumerate().any(|(at, &byte)| byte & dead(at) != 0) {
                return Err(SnapshotError::NoCell { row });
            }
        }
        Ok(Self { rule, bounds, generation, cells })
    }

    /// Returns the rule.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the size and border.
    pub const fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns the number of generations since the grid was created.
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Returns the cells, rows of ⌈width / 8⌉ bytes in the form of [`Grid::row_bytes`].
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }
}

impl Grid {
    /// Returns the state, from which a grid can continue later. Time is linear in the cells, and
    /// the snapshot takes one bit per cell.
    pub fn snapshot(&self) -> Snapshot {
        let cells = self.row_bytes().flatten().collect();
        Snapshot { rule: self.rule, bounds: self.bounds, generation: self.generation, cells }
    }

    /// Creates a grid that continues from a snapshot.
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn from_snapshot(snapshot: &Snapshot, settings: EngineSettings) -> Result<Self, GridError> {
        let mut grid = Self::new(snapshot.rule, snapshot.bounds, settings)?;
        grid.generation = snapshot.generation;
        let width = grid.width() as usize;
        let mut row = vec![0; words(width)];
        for (y, bytes) in (0..).zip(snapshot.cells.chunks_exact(width.div_ceil(8))) {
            for (word, bytes) in row.iter_mut().zip(bytes.chunks(8)) {
                // The last word of a row may have fewer than eight bytes; the missing ones are 0.
                let mut whole = [0; 8];
                whole[..bytes.len()].copy_from_slice(bytes);
                *word = u64::from_le_bytes(whole);
            }
            // The result is ignored, because it is always `true`: `Snapshot::new` has checked the
            // cells.
            grid.write_row(y, &row);
        }
        Ok(grid)
    }
}

/// Grids are equal if rule, bounds, generation and cells are equal; the engine is ignored. Time is
/// linear in the cells.
impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        (self.rule, self.bounds, self.generation) == (other.rule, other.bounds, other.generation)
            && self.row_bytes().eq(other.row_bytes())
    }
}

impl Eq for Grid {}

#[cfg(feature = "serde")]
mod serial {
    use std::borrow::Cow;
    use std::fmt;

    use serde::de::{Error, SeqAccess, Visitor};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Snapshot;
    use crate::bounds::Bounds;
    use crate::rule::Rule;

    /// A snapshot with unchecked fields.
    #[derive(Serialize, Deserialize)]
    #[serde(rename = "Snapshot")]
    struct SnapshotParts<'a> {
        rule: Rule,
        bounds: Bounds,
        generation: u64,
        cells: Cells<'a>,
    }

    /// Bytes, written as hexadecimal digits in text formats.
    struct Cells<'a>(Cow<'a, [u8]>);

    impl Serialize for Snapshot {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let &Self { rule, bounds, generation, ref cells } = self;
            SnapshotParts { rule, bounds, generation, cells: Cells(Cow::Borrowed(cells)) }
                .serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Snapshot {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let SnapshotParts { rule, bounds, generation, cells } = SnapshotParts::deserialize(deserializer)?;
            Self::new(rule, bounds, generation, cells.0.into_owned()).map_err(D::Error::custom)
        }
    }

    impl Serialize for Cells<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            if !serializer.is_human_readable() {
                return serializer.serialize_bytes(&self.0);
            }
            let digit = |four: u8| char::from(b"0123456789abcdef"[usize::from(four)]);
            let digits: String =
                self.0.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect();
            serializer.serialize_str(&digits)
        }
    }

    impl<'de> Deserialize<'de> for Cells<'_> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Bytes;

            impl<'de> Visitor<'de> for Bytes {
                type Value = Vec<u8>;

                fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str("cells as bytes or as hexadecimal digits")
                }

                fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
                    Ok(bytes.to_vec())
                }

                fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
                    Ok(bytes)
                }

                fn visit_str<E: Error>(self, text: &str) -> Result<Vec<u8>, E> {
                    let digit = |byte: u8| char::from(byte).to_digit(16).map(|four| four as u8);
                    let pair = |pair: &[u8]| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?);
                    let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(pair).collect();
                    bytes.ok_or_else(|| E::custom("the cells are not pairs of hexadecimal digits"))
                }

                fn visit_seq<A: SeqAccess<'de>>(self, mut bytes: A) -> Result<Vec<u8>, A::Error> {
                    let mut all = Vec::new();
                    while let Some(byte) = bytes.next_element()? {
                        all.push(byte);
                    }
                    Ok(all)
                }
            }

            let bytes = if deserializer.is_human_readable() {
                deserializer.deserialize_any(Bytes)
            } else {
                deserializer.deserialize_byte_buf(Bytes)
            };
            Ok(Self(Cow::Owned(bytes?)))
        }
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_is_written_and_read_and_checked() {
        let mut grid =
            Grid::new(Rule::CONWAY, "11x3:torus".parse().unwrap(), EngineSettings::default()).unwrap();
        grid.set(1, 0, true).unwrap();
        grid.set(10, 2, true).unwrap();
        let snapshot = grid.snapshot();
        let text = serde_json::to_string(&snapshot).unwrap();
        let expected = r#"{"rule":"B3/S23","bounds":"11x3:torus","generation":0,"cells":"020000000004"}"#;
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<Snapshot>(&text).unwrap(), snapshot);
        let bytes = postcard::to_allocvec(&snapshot).unwrap();
        assert_eq!(postcard::from_bytes::<Snapshot>(&bytes).unwrap(), snapshot);
        for wrong in ["0200000000", "020000000008", "02000000000", "0200000000zz", "é"] {
            assert!(
                serde_json::from_str::<Snapshot>(&text.replace("020000000004", wrong)).is_err(),
                "{wrong}"
            );
        }
        let array = text.replace(r#""020000000004""#, "[2,0,0,0,0,4]");
        assert_eq!(serde_json::from_str::<Snapshot>(&array).unwrap(), snapshot);
    }
}
