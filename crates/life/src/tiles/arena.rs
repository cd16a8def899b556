//! Storage of tiles and of the links between neighbours.
//!
//! A tile is identified by a number, its index in the lists below. The numbers of its eight
//! neighbours are stored with it, so that no generation searches for them. The map from coordinates
//! to numbers is used only to create or free a tile, and to find the tile of a given cell. Number 0
//! is a tile that is always empty. It represents all absent tiles, so that an absent neighbour is
//! read like any other.
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
use super::window::PendingRows;
use crate::memory::MemoryError;

/// The number of the tile that is always empty.
pub(super) const EMPTY_TILE: u32 = 0;

pub(super) const NW: usize = 0;
pub(super) const N: usize = 1;
pub(super) const NE: usize = 2;
pub(super) const W: usize = 3;
pub(super) const E: usize = 4;
pub(super) const SW: usize = 5;
pub(super) const S: usize = 6;
pub(super) const SE: usize = 7;

/// The offset of the neighbour in each direction, in columns and rows of tiles.
const STEPS: [(i64, i64); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// The last column and the last row of tiles. All cells up to there, and those of the neighbouring
/// tiles, have 64-bit coordinates.
const LAST: i64 = i64::MAX / SIDE - 1;

/// Bytes per tile: two copies of its cells, the links, the coordinates, the bits of pending rows,
/// an entry of the map, and entries of lists.
const BYTES: u64 = 2 * size_of::<Cells>() as u64 + 8 * 4 + 16 + 8 + 2 * 48 + 32;

/// All tiles.
#[derive(Clone)]
pub(super) struct Arena {
    /// The cells at the current stride, and the cells one stride before; the two copies swap roles
    /// in each stride.
    pub(super) copies: [Vec<Cells>; 2],
    /// The neighbours of each tile, by direction.
    pub(super) links: Vec<[u32; 8]>,
    /// The column and row of each tile, in tiles.
    places: Vec<(i64, i64)>,
    numbers: HashMap<(i64, i64), u32>,
    /// Numbers of freed tiles.
    free: Vec<u32>,
    /// For each copy and each tile, the rows of the tile that must be computed from this copy.
    pub(super) pending: [Vec<PendingRows>; 2],
    /// The maximum number of tiles.
    limit: u64,
    memory: u64,
}

impl Arena {
    /// Creates an arena that has only the empty tile.
    pub(super) fn new(memory: u64) -> Result<Self, MemoryError> {
        let limit = memory / BYTES;
        if limit == 0 {
            return Err(MemoryError { bytes: BYTES.into(), limit: memory });
        }
        Ok(Self {
            copies: [vec![Cells::EMPTY], vec![Cells::EMPTY]],
            links: vec![[EMPTY_TILE; 8]],
            places: vec![(0, 0)],
            numbers: HashMap::new(),
            free: Vec::new(),
            pending: [vec![PendingRows::default()], vec![PendingRows::default()]],
            limit: limit.min(u32::MAX.into()),
            memory,
        })
    }

    /// Returns an upper bound of the bytes that `tiles` tiles take, in lists that double as they
    /// grow.
    pub(super) const fn doubled(tiles: u64) -> u64 {
        tiles.saturating_mul(2 * BYTES)
    }

    /// Removes all tiles, and keeps their memory.
    pub(super) fn clear(&mut self) {
        self.copies.iter_mut().for_each(|copy| copy.truncate(1));
        self.links.truncate(1);
        self.places.truncate(1);
        self.pending.iter_mut().for_each(|pending| pending.truncate(1));
        self.numbers.clear();
        self.free.clear();
    }

    /// Checks that the memory limit allows the given number of tiles.
    pub(super) fn room(&self, tiles: u128) -> Result<(), MemoryError> {
        if tiles > u128::from(self.limit) {
            return Err(MemoryError { bytes: tiles.saturating_mul(BYTES.into()), limit: self.memory });
        }
        Ok(())
    }

    /// Returns the number of tiles.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns the size in bytes of all tiles.
    pub(super) fn bytes(&self) -> u64 {
        self.places.len() as u64 * BYTES
    }

    /// Returns the numbers of all tiles in ascending order.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> + use<> {
        let mut there = vec![true; self.places.len()];
        there[EMPTY_TILE as usize] = false;
        for &tile in &self.free {
            there[tile as usize] = false;
        }
        (0..).zip(there).filter(|&(_, there)| there).map(|(tile, _)| tile)
    }

    /// Returns the tile at these coordinates, or the empty tile.
    pub(super) fn at(&self, x: i64, y: i64) -> u32 {
        self.numbers.get(&(x, y)).copied().unwrap_or(EMPTY_TILE)
    }

    /// Returns the column and row of a tile's first cell.
    pub(super) fn corner(&self, tile: u32) -> (i64, i64) {
        let (x, y) = self.places[tile as usize];
        (x * SIDE, y * SIDE)
    }

    /// Reserves memory for one more tile.
    fn grow(&mut self) -> Result<(), MemoryError> {
        let tiles = self.places.len() as u64;
        let memory = self.memory;
        let refused = |_: Shortage| MemoryError::of_system(2 * tiles * BYTES, memory);
        for copy in &mut self.copies {
            reserve(copy, 1).map_err(refused)?;
        }
        reserve(&mut self.links, 1).map_err(refused)?;
        reserve(&mut self.places, 1).map_err(refused)?;
        for pending in &mut self.pending {
            reserve(pending, 1).map_err(refused)?;
        }
        if self.numbers.len() == self.numbers.capacity() {
            // The hash table doubles. Each of its entries has one byte of metadata, and an eighth
            // of the entries stays empty.
            let entry = size_of::<((i64, i64), u32)>() as u64 + 1;
            probe(entry * 4 * self.numbers.len() as u64).map_err(refused)?;
            let more = self.numbers.try_reserve(1);
            more.map_err(|_| MemoryError::of_system(2 * tiles * BYTES, memory))?;
        }
        Ok(())
    }

    /// Returns the tile at these coordinates; creates it if it is absent.
    pub(super) fn at_or_new(&mut self, x: i64, y: i64) -> Result<u32, TilesError> {
        let there = self.at(x, y);
        if there != EMPTY_TILE {
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
            self.links.push([EMPTY_TILE; 8]);
            self.places.push((x, y));
            self.pending.iter_mut().for_each(|pending| pending.push(PendingRows::default()));
            tile
        };
        self.places[tile as usize] = (x, y);
        self.numbers.insert((x, y), tile);
        for (direction, (dx, dy)) in STEPS.into_iter().enumerate() {
            let neighbour = self.at(x + dx, y + dy);
            self.links[tile as usize][direction] = neighbour;
            if neighbour != EMPTY_TILE {
                self.links[neighbour as usize][7 - direction] = tile;
            }
        }
        Ok(tile)
    }

    /// Returns a tile's neighbour; creates it if it is absent.
    pub(super) fn neighbour_or_new(&mut self, tile: u32, direction: usize) -> Result<u32, TilesError> {
        let there = self.links[tile as usize][direction];
        if there != EMPTY_TILE {
            return Ok(there);
        }
        let ((x, y), (dx, dy)) = (self.places[tile as usize], STEPS[direction]);
        self.at_or_new(x + dx, y + dy)
    }

    /// Frees a tile if both copies are empty and no rows are pending.
    pub(super) fn free_if_empty(&mut self, tile: u32) {
        let number = tile as usize;
        let place = self.places[number];
        let there = self.numbers.get(&place) == Some(&tile);
        let due = self.pending.iter().any(|pending| pending[number].any());
        if !there || due || self.copies.iter().any(|copy| copy[number] != Cells::EMPTY) {
            return;
        }
        for (direction, neighbour) in std::mem::take(&mut self.links[number]).into_iter().enumerate() {
            if neighbour != EMPTY_TILE {
                self.links[neighbour as usize][7 - direction] = EMPTY_TILE;
            }
        }
        self.numbers.remove(&place);
        self.free.push(tile);
    }

    /// Returns the tiles with pending rows in a copy, in ascending order.
    pub(super) fn due(&self, copy: usize) -> impl Iterator<Item = u32> {
        (0..).zip(&self.pending[copy]).filter(|(_, need)| need.any()).map(|(tile, _)| tile)
    }

    /// Marks all rows of all tiles as pending in a copy.
    pub(super) fn mark_all_pending(&mut self, copy: usize) {
        for tile in self.numbers() {
            self.pending[copy][tile as usize].all();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the bytes for which lists and map have capacity.
    fn room(arena: &Arena) -> u64 {
        let copies: usize = arena.copies.iter().map(|copy| copy.capacity() * size_of::<Cells>()).sum();
        let pending: usize =
            arena.pending.iter().map(|pending| pending.capacity() * size_of::<PendingRows>()).sum();
        let links = arena.links.capacity() * size_of::<[u32; 8]>();
        let places = arena.places.capacity() * size_of::<(i64, i64)>();
        let numbers = arena.numbers.capacity() * 8 / 7 * (size_of::<((i64, i64), u32)>() + 1);
        (copies + pending + links + places + numbers) as u64
    }

    proptest! {
        /// The stated number of bytes suffices for all tiles, and is at most four times the number
        /// of bytes taken.
        #[test]
        fn stated_bytes_are_those_taken(columns in 1i64..40, rows in 1i64..40) {
            let mut arena = Arena::new(1 << 30).unwrap();
            for y in 0..rows {
                for x in 0..columns {
                    arena.at_or_new(x, y).unwrap();
                }
            }
            let (stated, taken) = (Arena::doubled(1 + (columns * rows) as u64), room(&arena));
            // Lists have an initial capacity of four.
            prop_assert!(taken <= stated.max(4 * BYTES), "{taken} of {stated}");
            prop_assert!(stated <= 4 * taken, "{taken} of {stated}");
        }
    }
}
