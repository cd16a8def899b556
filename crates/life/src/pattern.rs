//! Patterns: living cells anywhere on the plane, with the metadata of a pattern file.

use std::borrow::Cow;
use std::cmp::Reverse;

use num_bigint::BigInt;

use crate::area::Area;
use crate::position::Position;
use crate::rule_spec::RuleSpec;

/// A run of adjacent living cells in one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Span {
    /// The row; rows are numbered downwards.
    pub y: i64,
    /// The column of the leftmost cell.
    pub x: i64,
    /// Number of cells; at least 1.
    pub length: u64,
}

impl Span {
    /// Returns the first column to the right of the span.
    const fn end(self) -> i128 {
        self.x as i128 + self.length as i128
    }

    /// Returns the number of spans that the set bits of a word form.
    pub(crate) const fn count_in_word(word: u64) -> u64 {
        (word & !(word << 1)).count_ones() as u64
    }

    /// Returns the spans of `word`: bit i is the cell in column `x` + i of row `y`.
    pub(crate) fn of_word(mut word: u64, x: i64, y: i64) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            let from = word.checked_ilog2().map(|_| word.trailing_zeros())?;
            let length = (word >> from).trailing_ones();
            word &= u64::MAX.checked_shl(from + length).unwrap_or(0);
            Some(Self { y, x: x + i64::from(from), length: length.into() })
        })
    }
}

/// The content of a pattern file, independent of any engine.
///
/// The cells are stored as maximal spans in reading order: a row of 10⁹ cells takes as much memory
/// as one cell.
///
/// ```
/// use quadrille_life::{Pattern, Span};
///
/// let glider = Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]);
/// assert_eq!(glider.population(), 5);
/// assert_eq!(glider.spans()[2], Span { y: 2, x: 0, length: 3 });
/// let area = glider.bounding_box().unwrap();
/// assert_eq!((area.x, area.y, area.width, area.height), (0, 0, 3, 3));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(from = "Unordered"))]
pub struct Pattern {
    spans: Vec<Span>,
    /// Width and height of the pattern's box, as declared by the file. The box has the top-left
    /// cell (0, 0), and may be larger than the bounding box of the living cells.
    pub size: Option<(u64, u64)>,
    /// The rule and the bounds, if the file declares them.
    pub rule: Option<RuleSpec>,
    /// The position of the top-left cell of the pattern's box, relative to the middle of the field
    /// (`#CXRLE Pos`).
    pub position: Option<Position>,
    /// The generation, as a decimal number (`#CXRLE Gen`).
    pub generation: Option<String>,
    /// The name (`#N`).
    pub name: Option<String>,
    /// The author or discoverer (`#O`).
    pub author: Option<String>,
    /// Comment lines (`#C`).
    pub comments: Vec<String>,
}

impl Pattern {
    /// Creates a pattern of these cells, in any order; duplicates are ignored.
    pub fn from_cells(cells: impl IntoIterator<Item = (i64, i64)>) -> Self {
        Self::from_spans(cells.into_iter().map(|(x, y)| Span { y, x, length: 1 }))
    }

    /// Creates a pattern of these spans, in any order. Spans may touch and overlap; empty ones are
    /// dropped. Cells beyond the last column, `i64::MAX`, are cut off.
    ///
    /// Time is linear if the spans come in reading order; otherwise they are sorted.
    pub fn from_spans(spans: impl IntoIterator<Item = Span>) -> Self {
        let mut spans: Vec<Span> = spans.into_iter().filter(|span| span.length > 0).collect();
        for span in &mut spans {
            span.length = span.length.min(i64::MAX.abs_diff(span.x).saturating_add(1));
        }
        if !spans.is_sorted() {
            spans.sort_unstable_by_key(|span| (span.y, span.x, Reverse(span.length)));
        }
        spans.dedup_by(|next, last| {
            let joined = last.y == next.y && i128::from(next.x) <= last.end();
            if joined {
                let length = next.end().max(last.end()) - i128::from(last.x);
                last.length = length.min(u64::MAX.into()) as u64;
            }
            joined
        });
        Self { spans, ..Self::default() }
    }

    /// Replaces the cells by those of `spans` and keeps the metadata.
    pub(crate) fn with_spans(self, spans: Vec<Span>) -> Self {
        Self { spans: Self::from_spans(spans).spans, ..self }
    }

    /// Returns the living cells as spans in reading order; no span touches the next.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// Returns the living cells (x, y), one by one in reading order.
    pub fn cells(&self) -> impl Iterator<Item = (i64, i64)> {
        self.spans.iter().flat_map(|span| (0..span.length).map(|i| (span.x.wrapping_add_unsigned(i), span.y)))
    }

    /// Returns the number of living cells.
    pub fn population(&self) -> u128 {
        self.spans.iter().map(|span| u128::from(span.length)).sum()
    }

    /// Returns the smallest rectangle that contains all living cells; `None` if there are none.
    /// Time is linear in the spans.
    ///
    /// A side of 2⁶⁴ cells is reported as 2⁶⁴ − 1.
    pub fn bounding_box(&self) -> Option<Area<i64>> {
        let (first, last) = (self.spans.first()?, self.spans.last()?);
        let left = self.spans.iter().map(|span| span.x).min()?;
        let right = self.spans.iter().map(|span| span.end()).max()?;
        let width = (right - i128::from(left)).min(u64::MAX.into()) as u64;
        Some(Area { x: left, y: first.y, width, height: last.y.abs_diff(first.y).saturating_add(1) })
    }

    /// Returns the box that is placed on a field: the declared box, with the top-left cell (0, 0),
    /// or the bounding box if no box is declared.
    pub fn extent(&self) -> Option<Area<i64>> {
        match self.size {
            Some((width, height)) => Some(Area { x: 0, y: 0, width, height }),
            None => self.bounding_box(),
        }
    }

    /// Returns whether the declared generation is odd. If two rules alternate, the second one
    /// computes the successor of an odd generation.
    pub(crate) fn is_at_odd_generation(&self) -> bool {
        let last = self.generation.as_ref().and_then(|digits| digits.bytes().last());
        last.is_some_and(|digit| digit % 2 == 1)
    }

    /// Returns the displacement of the pattern on a plane, to the right and down. The pattern's own
    /// coordinates plus the displacement are the coordinates on the plane.
    ///
    /// The displacement is zero unless the pattern declares a position or bounds. With bounds but
    /// no position, the pattern is centred.
    pub(crate) fn placement(&self) -> (BigInt, BigInt) {
        let Some(extent) = self.extent() else { return (BigInt::ZERO, BigInt::ZERO) };
        let Position { x, y } = match (&self.position, self.rule.and_then(|rule| rule.bounds)) {
            (Some(position), _) => position.clone(),
            (None, Some(_)) => (-i128::from(extent.width / 2), -i128::from(extent.height / 2)).into(),
            (None, None) => return (BigInt::ZERO, BigInt::ZERO),
        };
        (x - extent.x, y - extent.y)
    }

    /// Returns the pattern without its position. If a side of the bounding box, or the absolute
    /// value of a coordinate of its top-left cell, is 2⁶² or more, the cells are moved so that the
    /// box begins at (0, 0), and the declared size is dropped. A pattern with a side of 2⁶³ or more
    /// is returned unchanged. Use this function for queries that do not depend on the pattern's
    /// location.
    pub fn at_origin(&self) -> Cow<'_, Self> {
        let near = |at: i64, side: u64| at.unsigned_abs().max(side) < 1 << 62;
        match self.bounding_box() {
            Some(area) if !near(area.x, area.width) || !near(area.y, area.height) => {
                if area.width.max(area.height) > i64::MAX as u64 {
                    return Cow::Borrowed(self);
                }
                let moved = |span: &Span| {
                    let (x, y) =
                        (i128::from(span.x) - i128::from(area.x), i128::from(span.y) - i128::from(area.y));
                    Some(Span { x: i64::try_from(x).ok()?, y: i64::try_from(y).ok()?, ..*span })
                };
                let spans: Option<Vec<Span>> = self.spans.iter().map(moved).collect();
                let Some(spans) = spans else { return Cow::Borrowed(self) };
                Cow::Owned(Self { position: None, size: None, ..self.clone().with_spans(spans) })
            }
            _ if self.position.is_some() => Cow::Owned(Self { position: None, ..self.clone() }),
            _ => Cow::Borrowed(self),
        }
    }
}

/// A pattern as it is deserialised: its spans may be in any order.
#[cfg(feature = "serde")]
#[derive(Default, serde::Deserialize)]
#[serde(default, rename = "Pattern")]
struct Unordered {
    spans: Vec<Span>,
    size: Option<(u64, u64)>,
    rule: Option<RuleSpec>,
    position: Option<Position>,
    generation: Option<String>,
    name: Option<String>,
    author: Option<String>,
    comments: Vec<String>,
}

#[cfg(feature = "serde")]
impl From<Unordered> for Pattern {
    fn from(read: Unordered) -> Self {
        let Unordered { spans, size, rule, position, generation, name, author, comments } = read;
        let spans = Self::from_spans(spans).spans;
        Self { spans, size, rule, position, generation, name, author, comments }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_ends_of_the_plane_are_no_trouble() {
        let far = Span { y: i64::MIN, x: i64::MAX, length: u64::MAX };
        let wide = Span { y: i64::MAX, x: i64::MIN, length: u64::MAX };
        let pattern = Pattern::from_spans([wide, far]);
        assert_eq!(pattern.spans(), [Span { length: 1, ..far }, wide]);
        assert_eq!(pattern.population(), 1 + u128::from(u64::MAX));
        let area = pattern.bounding_box().unwrap();
        assert_eq!((area.x, area.y, area.width, area.height), (i64::MIN, i64::MIN, u64::MAX, u64::MAX));
        assert_eq!(Pattern::default().bounding_box(), None);
    }

    proptest! {
        #[test]
        fn runs_hold_the_cells_they_are_made_of(
            spans in prop::collection::vec((-3..3i64, -9..9i64, 0..7u64), 0..30),
        ) {
            let spans: Vec<Span> = spans.into_iter().map(|(y, x, length)| Span { y, x, length }).collect();
            let cells: BTreeSet<(i64, i64)> = spans
                .iter()
                .flat_map(|span| (0..span.length as i64).map(|i| (span.y, span.x + i)))
                .collect();
            let pattern = Pattern::from_spans(spans);
            prop_assert!(pattern.cells().map(|(x, y)| (y, x)).eq(cells.iter().copied()));
            prop_assert_eq!(pattern.population(), cells.len() as u128);
            let again = Pattern::from_cells(cells.iter().rev().map(|&(y, x)| (x, y)));
            prop_assert_eq!(&again, &pattern);
            for pair in pattern.spans().windows(2) {
                prop_assert!(pair[0].y < pair[1].y || pair[0].end() < i128::from(pair[1].x));
            }
            if let Some(area) = pattern.bounding_box() {
                prop_assert_eq!(area.x, cells.iter().map(|c| c.1).min().unwrap());
                prop_assert_eq!(area.width as i64, cells.iter().map(|c| c.1).max().unwrap() - area.x + 1);
                prop_assert_eq!(area.y, cells.first().unwrap().0);
                prop_assert_eq!(area.height as i64, cells.last().unwrap().0 - area.y + 1);
            }
        }
    }
}
