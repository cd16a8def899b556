//! Conversion of macrocells from and to patterns.
//!
//! The spans of a pattern (runs of living cells in a row) are combined into nodes, level by level.
//! The nodes of one row form a [`Band`], in which adjacent equal nodes form one [`ItemRun`]. Equal
//! nodes are processed together, so time depends on the number of spans, not on their length.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};

use super::{LEAF, MIDDLE, MOST_LEVELS, MOST_LISTED, Macrocell, MacrocellError, MacrocellNode, NodeTable};
use quadrille_memory::{Shortage, reserve};

use crate::area::Area;
use crate::pattern::{Pattern, Span};
use crate::position::{Position, PositionError};

/// Equal items side by side in one row: cells, or nodes of a level.
#[derive(Clone, Copy)]
struct ItemRun {
    /// The first index.
    from: i128,
    /// The index after the last item.
    to: i128,
    /// The value of the items: 1 for living cells, or the number of a node.
    number: u32,
}

/// The index of a row, and the runs in this row.
type Band = (i128, Vec<ItemRun>);

/// The memory, in bytes per span, of the conversion to a macrocell: runs of two levels, and nodes
/// with their slots in the hash table.
const BYTES_PER_SPAN: u64 = 160;
/// The level of the nodes that serve as the unit of large distances. Within such a node,
/// coordinates of cells fit 128 bits, and the node is larger than any pattern.
const FAR: usize = 100;

impl Macrocell {
    /// Returns an upper bound in bytes of the memory that [`from_pattern`](Self::from_pattern)
    /// takes for this number of spans.
    pub const fn bytes_of_spans(spans: u64) -> u64 {
        spans.saturating_mul(BYTES_PER_SPAN)
    }

    /// Creates a macrocell from a pattern. The pattern lies at its declared position or, without
    /// one, at the coordinates of its cells; a pattern with bounds but no position is centred on
    /// the origin. All metadata but the size is kept.
    ///
    /// Time is linear in the spans and in the number of levels.
    ///
    /// # Errors
    /// If the position lies 2³⁹⁹ or more columns or rows from the origin.
    pub fn from_pattern(pattern: &Pattern) -> Result<Self, PositionError> {
        let (right, down) = pattern.placement();
        let down = down - MIDDLE;
        // Coordinates of cells have 128 bits. A displacement of more than FAR bits is counted in
        // nodes of level FAR, plus a remainder in cells.
        let far = right.bits().max(down.bits()) > FAR as u64;
        let (columns, right) = split(&right, far);
        let (rows, down) = split(&down, far);
        let mut table = NodeTable::default();
        let mut bands: Vec<Band> = Vec::new();
        for row in pattern.spans().chunk_by(|a, b| a.y == b.y) {
            let run = |span: &Span| {
                let from = i128::from(span.x) + right;
                ItemRun { from, to: from + i128::from(span.length), number: 1 }
            };
            bands.push((i128::from(row[0].y) + down, row.iter().map(run).collect()));
        }
        bands = fold(&bands, 8, |column| {
            let word =
                |y: usize| column[y].iter().zip(0..).map(move |(&cell, x)| u64::from(cell) << (8 * y + x));
            table.leaf((0..8).flat_map(word).sum())
        });
        let mut level = LEAF;
        // Combine nodes until the remaining nodes touch the centre of the plane. If distances are
        // counted in nodes of level FAR, combine up to this level.
        let around = |from: i128, to: i128| from >= -1 && to <= 1;
        while level == LEAF
            || far && level < FAR
            || !far
                && !bands
                    .iter()
                    .all(|(y, runs)| around(*y, y + 1) && runs.iter().all(|run| around(run.from, run.to)))
        {
            level += 1;
            bands = fold(&bands, 2, |column| {
                table.node(level, [column[0][0], column[0][1], column[1][0], column[1][1]])
            });
        }
        let mut places = BTreeMap::new();
        for (y, runs) in bands {
            for (x, number) in runs.iter().flat_map(|run| (run.from..run.to).map(|x| (x, run.number))) {
                places.insert((&columns + x, &rows + y), number);
            }
        }
        let whole = around_the_middle(&mut table, level, places)
            .ok_or_else(|| pattern.position.clone().unwrap_or_default().outside_quadtree(MOST_LEVELS))?;
        Ok(Self {
            rule: pattern.rule,
            generation: pattern.generation.clone(),
            name: pattern.name.clone(),
            author: pattern.author.clone(),
            comments: pattern.comments.clone(),
            ..table.whole(whole.0, whole.1)
        })
    }

    /// Returns the living cells as a pattern, with the macrocell's metadata and the position of the
    /// bounding box's top-left corner. Time is linear in the population. The cells have their own
    /// coordinates or, if these exceed 64 bits, coordinates relative to this corner.
    ///
    /// # Errors
    /// If there is not enough memory, if more than 10⁸ cells live, or if coordinates exceed 64 bits
    /// and the bounding box has 2⁶³ or more columns or rows. The number of cells and the size of
    /// the box are checked before any cell is listed.
    ///
    /// ```
    /// use quadrille_life::{Macrocell, Pattern};
    ///
    /// let glider: Pattern = "bob$2bo$3o!".parse()?;
    /// let same = Macrocell::from_pattern(&glider)?.to_pattern()?;
    /// assert_eq!(same.spans(), glider.spans());
    /// assert_eq!(same.position, Some((0, 0).into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_pattern(&self) -> Result<Pattern, MacrocellError> {
        let area = self.bounding_box();
        let size = || area.clone().map(|area| (area.width, area.height)).unwrap_or_default();
        let Some(origin) = listed_from(area.as_ref()) else {
            let (width, height) = size();
            return Err(MacrocellError::TooFar { width, height });
        };
        let population = self.population();
        if population > MOST_LISTED.into() {
            let (width, height) = size();
            return Err(MacrocellError::TooMany { population, width, height });
        }
        let mut spans = Vec::new();
        let half = BigInt::from(1u8) << (self.level - 1);
        let corner = (-&half - &origin.x, MIDDLE - half - &origin.y);
        self.list_far(self.nodes.len() as u32, self.level, corner, &mut spans)?;
        spans.sort_unstable();
        let mut pattern = Pattern::from_spans(spans);
        pattern.position = area.map(|area| Position { x: area.x, y: area.y });
        pattern.rule = self.rule;
        pattern.generation.clone_from(&self.generation);
        pattern.name.clone_from(&self.name);
        pattern.author.clone_from(&self.author);
        pattern.comments.clone_from(&self.comments);
        Ok(pattern)
    }

    /// Appends to `spans` the living cells of a node of any level with the top-left cell (`x`,
    /// `y`). All living cells must have 64-bit coordinates.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn list_far(
        &self,
        number: u32,
        level: usize,
        (x, y): (BigInt, BigInt),
        spans: &mut Vec<Span>,
    ) -> Result<(), Shortage> {
        if level <= FAR {
            let corner = i128::try_from(&x).ok().zip(i128::try_from(&y).ok());
            // A node whose corner exceeds 128 bits has no living cells, since these have 64-bit
            // coordinates.
            return corner.map_or(Ok(()), |corner| self.list(number, level, corner, spans));
        }
        let half = BigInt::from(1u8) << (level - 1);
        for (quarter, place) in self.quarters(number).into_iter().zip(0..) {
            if quarter != 0 {
                let east = if place % 2 == 1 { &x + &half } else { x.clone() };
                let south = if place / 2 == 1 { &y + &half } else { y.clone() };
                self.list_far(quarter, level - 1, (east, south), spans)?;
            }
        }
        Ok(())
    }

    /// Appends to `spans` the living cells of a node of level [`FAR`] or lower with the top-left
    /// cell (`x`, `y`).
    ///
    /// # Errors
    /// If there is not enough memory.
    fn list(
        &self,
        number: u32,
        level: usize,
        (x, y): (i128, i128),
        spans: &mut Vec<Span>,
    ) -> Result<(), Shortage> {
        match self.node(number) {
            None => {}
            Some(MacrocellNode::Leaf(cells)) => {
                // A leaf has at most four spans in each of its eight rows.
                reserve(spans, 32)?;
                for (row, y) in cells.to_le_bytes().into_iter().zip(y..) {
                    // All living cells have 64-bit coordinates, so a conversion fails only for an
                    // empty row.
                    let row = u64::from(row);
                    let first = i64::try_from(x + i128::from(row.trailing_zeros()));
                    if let (true, Ok(x), Ok(y)) = (row != 0, first, i64::try_from(y)) {
                        spans.extend(Span::of_word(row >> row.trailing_zeros(), x, y));
                    }
                }
            }
            Some(MacrocellNode::Inner { quarters, .. }) => {
                let half = 1i128 << (level - 1);
                let (east, south) = (x + half, y + half);
                let corners = [(x, y), (east, y), (x, south), (east, south)];
                for (quarter, corner) in quarters.into_iter().zip(corners) {
                    self.list(quarter, level - 1, corner, spans)?;
                }
            }
        }
        Ok(())
    }
}

/// Returns the origin relative to which the cells of a rectangle have 64-bit coordinates: (0, 0) if
/// possible, otherwise the rectangle's top-left cell. Returns `None` if the rectangle is too large.
pub(crate) fn listed_from(area: Option<&Area<BigInt, BigUint>>) -> Option<Position> {
    let Some(Area { x, y, width, height }) = area else { return Some(Position::default()) };
    let counted = |from: &BigInt, side: &BigUint| {
        let last = from + BigInt::from(side.clone()) - 1;
        i64::try_from(from).is_ok() && i64::try_from(last).is_ok()
    };
    if counted(x, width) && counted(y, height) {
        return Some(Position::default());
    }
    let small = |side: &BigUint| i64::try_from(side).is_ok();
    (small(width) && small(height)).then(|| Position { x: x.clone(), y: y.clone() })
}

/// Splits a displacement into a number of nodes of level [`FAR`] and a remainder in cells. If `far`
/// is `false`, the number of nodes is 0 and the remainder is the whole displacement.
fn split(way: &BigInt, far: bool) -> (BigInt, i128) {
    let count = if far { way >> FAR } else { BigInt::ZERO };
    let rest = way - (&count << FAR);
    (count, i128::try_from(rest).unwrap_or_default())
}

/// Combines nodes of a level until one node contains all of them and has its centre at the plane's
/// centre. Returns the level and the number of this node, or `None` if the level would exceed
/// [`MOST_LEVELS`]. `places` maps the column and row of each node, counted in nodes, to its number.
fn around_the_middle(
    table: &mut NodeTable,
    mut level: usize,
    mut places: BTreeMap<(BigInt, BigInt), u32>,
) -> Option<(usize, u32)> {
    let [before, after] = [BigInt::from(-1), BigInt::ZERO];
    let near = |at: &BigInt| *at == before || *at == after;
    while !places.keys().all(|(x, y)| near(x) && near(y)) {
        if level + 2 > MOST_LEVELS {
            return None;
        }
        level += 1;
        let mut above: BTreeMap<(BigInt, BigInt), [u32; 4]> = BTreeMap::new();
        for ((x, y), number) in places {
            let quarter = 2 * usize::from(y.bit(0)) + usize::from(x.bit(0));
            above.entry((x >> 1u8, y >> 1u8)).or_default()[quarter] = number;
        }
        places = above.into_iter().map(|(at, quarters)| (at, table.node(level, quarters))).collect();
    }
    let at = |x: &BigInt, y: &BigInt| places.get(&(x.clone(), y.clone())).copied().unwrap_or(0);
    let quarters = [at(&before, &before), at(&after, &before), at(&before, &after), at(&after, &after)];
    Some((level + 1, table.node(level + 1, quarters)))
}

/// Combines blocks of `side` × `side` items (cells, or nodes of a level) into nodes of the next
/// level. `combine` receives the rows of a block, with the number of each item, and returns the
/// number of the new node. Empty blocks are omitted.
fn fold(bands: &[Band], side: usize, mut combine: impl FnMut(&[Vec<u32>]) -> u32) -> Vec<Band> {
    let width = side as i128;
    let mut folded = Vec::new();
    for rows in bands.chunk_by(|a, b| a.0.div_euclid(width) == b.0.div_euclid(width)) {
        // `ends` are the columns at which runs begin or end. All blocks between two consecutive
        // ends are equal.
        let mut ends: Vec<i128> =
            rows.iter().flat_map(|(_, runs)| runs).flat_map(|run| [run.from, run.to]).collect();
        ends.sort_unstable();
        ends.dedup();
        let mut next = vec![0; side];
        let mut column = vec![vec![0; side]; side];
        let mut runs: Vec<ItemRun> = Vec::new();
        let mut one = |from: i128, to: i128| {
            for (y, (row, next)) in column.iter_mut().zip(&mut next).enumerate() {
                let here = rows.iter().find(|(at, _)| at.rem_euclid(width) == y as i128);
                let here = here.map_or(&[][..], |(_, runs)| runs);
                for (cell, x) in row.iter_mut().zip(from * width..) {
                    while here.get(*next).is_some_and(|run| run.to <= x) {
                        *next += 1;
                    }
                    *cell = here.get(*next).filter(|run| run.from <= x).map_or(0, |run| run.number);
                }
            }
            match (combine(&column), runs.last_mut()) {
                (0, _) => {}
                (number, Some(last)) if last.to == from && last.number == number => last.to = to,
                (number, _) => runs.push(ItemRun { from, to, number }),
            }
        };
        let mut done = i128::MIN;
        for pair in ends.windows(2).chain([&[ends[ends.len() - 1]; 2][..]]) {
            let (from, to) = (pair[0].div_euclid(width), pair[1].div_euclid(width));
            // Combine the block that contains an end. Then combine the equal blocks up to the next
            // end, all in one step.
            if from > done {
                one(from, from + 1);
                done = from;
            }
            if to > done + 1 {
                one(done + 1, to);
                done = to - 1;
            }
        }
        folded.push((rows[0].0.div_euclid(width), runs));
    }
    folded
}
