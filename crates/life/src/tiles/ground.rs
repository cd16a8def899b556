//! Where tiles are kept, and how one finds its neighbours.
//!
//! A tile is known by its number, the place of its rows in both copies. Its eight neighbours' numbers stand
//! beside it, so that no generation has to look anything up; the map from places to numbers is asked only
//! when a tile is made or given up. Number 0 is a tile that is always empty: it stands for all that are not
//! there, and a missing neighbour is read like any other.
//!
//! ```text
//! directions     0 1 2      NW  N  NE
//!                3   4       W      E
//!                5 6 7      SW  S  SE
//! ```
//!
//! The neighbour in direction d has this tile in direction 7 − d.

use std::collections::HashMap;

use quadrille_memory::{Shortage, probe, reserve};

use super::TilesError;
use super::cells::{Cells, SIDE};
use super::window::Need;
use crate::memory::MemoryError;

/// The number of the tile that is always empty.
pub(super) const NOTHING: u32 = 0;

pub(super) const NW: usize = 0;
pub(super) const N: usize = 1;
pub(super) const NE: usize = 2;
pub(super) const W: usize = 3;
pub(super) const E: usize = 4;
pub(super) const SW: usize = 5;
pub(super) const S: usize = 6;
pub(super) const SE: usize = 7;

/// Columns and rows of tiles to the neighbour in each direction.
const STEPS: [(i64, i64); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// The last column and row of tiles whose neighbours' cells too are counted by 64 bits.
const LAST: i64 = i64::MAX / SIDE - 1;

/// Bytes that a tile takes: both copies, links, place, needs, an entry of the map, and its places in lists.
const BYTES: u64 = 2 * size_of::<Cells>() as u64 + 8 * 4 + 16 + 8 + 2 * 48 + 32;

/// All tiles.
#[derive(Clone)]
pub(super) struct Ground {
    /// The present generation, and the one before: they take turns.
    pub(super) copies: [Vec<Cells>; 2],
    /// Each tile's neighbours, by direction.
    pub(super) links: Vec<[u32; 8]>,
    /// Column and row of tiles.
    places: Vec<(i64, i64)>,
    numbers: HashMap<(i64, i64), u32>,
    /// Numbers that are free again.
    free: Vec<u32>,
    /// Which rows of each tile have to be computed from each of the copies.
    pub(super) needs: [Vec<Need>; 2],
    /// How many tiles there may be.
    limit: u64,
    memory: u64,
}

impl Ground {
    /// No tile but the empty one.
    pub(super) fn new(memory: u64) -> Result<Self, MemoryError> {
        let limit = memory / BYTES;
        if limit == 0 {
            return Err(MemoryError { bytes: BYTES.into(), limit: memory });
        }
        Ok(Self {
            copies: [vec![Cells::EMPTY], vec![Cells::EMPTY]],
            links: vec![[NOTHING; 8]],
            places: vec![(0, 0)],
            numbers: HashMap::new(),
            free: Vec::new(),
            needs: [vec![Need::default()], vec![Need::default()]],
            limit: limit.min(u32::MAX.into()),
            memory,
        })
    }

    /// Returns the bytes that `tiles` tiles take where their lists have doubled on the way.
    pub(super) const fn doubled(tiles: u64) -> u64 {
        tiles.saturating_mul(2 * BYTES)
    }

    /// Gives up all tiles, and keeps their memory.
    pub(super) fn clear(&mut self) {
        self.copies.iter_mut().for_each(|copy| copy.truncate(1));
        self.links.truncate(1);
        self.places.truncate(1);
        self.needs.iter_mut().for_each(|needs| needs.truncate(1));
        self.numbers.clear();
        self.free.clear();
    }

    /// Whether so many tiles may be kept.
    pub(super) fn room(&self, tiles: u128) -> Result<(), MemoryError> {
        if tiles > u128::from(self.limit) {
            return Err(MemoryError { bytes: tiles.saturating_mul(BYTES.into()), limit: self.memory });
        }
        Ok(())
    }

    /// How many tiles there are.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns the bytes that they take.
    pub(super) fn bytes(&self) -> u64 {
        self.places.len() as u64 * BYTES
    }

    /// The numbers of all tiles, upward.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> + use<> {
        let mut there = vec![true; self.places.len()];
        there[NOTHING as usize] = false;
        for &tile in &self.free {
            there[tile as usize] = false;
        }
        (0..).zip(there).filter(|&(_, there)| there).map(|(tile, _)| tile)
    }

    /// The tile at that place, or the empty one.
    pub(super) fn at(&self, x: i64, y: i64) -> u32 {
        self.numbers.get(&(x, y)).copied().unwrap_or(NOTHING)
    }

    /// Column and row of a tile's first cell.
    pub(super) fn corner(&self, tile: u32) -> (i64, i64) {
        let (x, y) = self.places[tile as usize];
        (x * SIDE, y * SIDE)
    }

    /// Makes room for one more tile.
    fn grow(&mut self) -> Result<(), MemoryError> {
        let tiles = self.places.len() as u64;
        let memory = self.memory;
        let refused = |_: Shortage| MemoryError::of_system(2 * tiles * BYTES, memory);
        for copy in &mut self.copies {
            reserve(copy, 1).map_err(refused)?;
        }
        reserve(&mut self.links, 1).map_err(refused)?;
        reserve(&mut self.places, 1).map_err(refused)?;
        for needs in &mut self.needs {
            reserve(needs, 1).map_err(refused)?;
        }
        if self.numbers.len() == self.numbers.capacity() {
            // Entries with a byte of control each, in twice as many places of which an eighth stays
            // free.
            let entry = size_of::<((i64, i64), u32)>() as u64 + 1;
            probe(entry * 4 * self.numbers.len() as u64).map_err(refused)?;
            let more = self.numbers.try_reserve(1);
            more.map_err(|_| MemoryError::of_system(2 * tiles * BYTES, memory))?;
        }
        Ok(())
    }

    /// The tile at that place, made if it is not there.
    pub(super) fn at_or_new(&mut self, x: i64, y: i64) -> Result<u32, TilesError> {
        let there = self.at(x, y);
        if there != NOTHING {
            return Ok(there);
        }
        if x.abs() > LAST || y.abs() > LAST {
            return Err(TilesError::EndOfPlane);
        }
        self.room(self.len() as u128 + 1)?;
        let tile = if let Some(tile) = self.free.pop() {
            tile
        } else {
            self.grow()?;
            let tile = self.places.len() as u32;
            self.copies.iter_mut().for_each(|copy| copy.push(Cells::EMPTY));
            self.links.push([NOTHING; 8]);
            self.places.push((x, y));
            self.needs.iter_mut().for_each(|needs| needs.push(Need::default()));
            tile
        };
        self.places[tile as usize] = (x, y);
        self.numbers.insert((x, y), tile);
        for (direction, (dx, dy)) in STEPS.into_iter().enumerate() {
            let neighbour = self.at(x + dx, y + dy);
            self.links[tile as usize][direction] = neighbour;
            if neighbour != NOTHING {
                self.links[neighbour as usize][7 - direction] = tile;
            }
        }
        Ok(tile)
    }

    /// A tile's neighbour, made if it is not there.
    pub(super) fn neighbour_or_new(&mut self, tile: u32, direction: usize) -> Result<u32, TilesError> {
        let there = self.links[tile as usize][direction];
        if there != NOTHING {
            return Ok(there);
        }
        let ((x, y), (dx, dy)) = (self.places[tile as usize], STEPS[direction]);
        self.at_or_new(x + dx, y + dy)
    }

    /// Gives a tile up if both copies are empty and it is not due.
    pub(super) fn give_up_if_empty(&mut self, tile: u32) {
        let number = tile as usize;
        let place = self.places[number];
        let there = self.numbers.get(&place) == Some(&tile);
        let due = self.needs.iter().any(|needs| needs[number].any());
        if !there || due || self.copies.iter().any(|copy| copy[number] != Cells::EMPTY) {
            return;
        }
        for (direction, neighbour) in std::mem::take(&mut self.links[number]).into_iter().enumerate() {
            if neighbour != NOTHING {
                self.links[neighbour as usize][7 - direction] = NOTHING;
            }
        }
        self.numbers.remove(&place);
        self.free.push(tile);
    }

    /// The tiles that are due from a copy, upward.
    pub(super) fn due(&self, copy: usize) -> impl Iterator<Item = u32> {
        (0..).zip(&self.needs[copy]).filter(|(_, need)| need.any()).map(|(tile, _)| tile)
    }

    /// Notes that all rows of all tiles have to be computed from a copy.
    pub(super) fn need_all(&mut self, copy: usize) {
        for tile in self.numbers() {
            self.needs[copy][tile as usize].all();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the bytes that its lists and its map have room for.
    fn room(ground: &Ground) -> u64 {
        let copies: usize = ground.copies.iter().map(|copy| copy.capacity() * size_of::<Cells>()).sum();
        let needs: usize = ground.needs.iter().map(|needs| needs.capacity() * size_of::<Need>()).sum();
        let links = ground.links.capacity() * size_of::<[u32; 8]>();
        let places = ground.places.capacity() * size_of::<(i64, i64)>();
        let numbers = ground.numbers.capacity() * 8 / 7 * (size_of::<((i64, i64), u32)>() + 1);
        (copies + needs + links + places + numbers) as u64
    }

    proptest! {
        /// What is stated for tiles is enough for all of them, and no more than four times too much.
        #[test]
        fn stated_bytes_are_those_taken(columns in 1i64..40, rows in 1i64..40) {
            let mut ground = Ground::new(1 << 30).unwrap();
            for y in 0..rows {
                for x in 0..columns {
                    ground.at_or_new(x, y).unwrap();
                }
            }
            let (stated, taken) = (Ground::doubled(1 + (columns * rows) as u64), room(&ground));
            // Lists have room for four at first.
            prop_assert!(taken <= stated.max(4 * BYTES), "{taken} of {stated}");
            prop_assert!(stated <= 4 * taken, "{taken} of {stated}");
        }
    }
}
