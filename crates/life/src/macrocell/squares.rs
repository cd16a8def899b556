//! Squares on their way to be a macrocell: each kept once.

use std::collections::HashMap;

use quadrille_memory::{Shortage, probe, reserve};

use super::{LEAF, Macrocell, Square};
use crate::edge;

/// Squares, each kept once, children before parents.
#[derive(Default)]
pub(crate) struct Squares {
    kept: Vec<Square>,
    numbers: HashMap<Square, u32>,
}

impl Squares {
    /// Makes room for some more squares.
    ///
    /// # Errors
    /// There is not memory enough; nothing has changed.
    pub(crate) fn room(&mut self, more: usize) -> Result<(), Shortage> {
        reserve(&mut self.kept, more)?;
        let (len, capacity) = (self.numbers.len() as u64, self.numbers.capacity() as u64);
        if len + more as u64 > capacity {
            // Twice as many places with a byte of control each, of which an eighth stays free.
            let bytes = (size_of::<(Square, u32)>() as u64 + 1) * 4 * len;
            probe(bytes)?;
            self.numbers.try_reserve(more).map_err(|_| Shortage::of(bytes))?;
        }
        Ok(())
    }

    /// Checks that there is room for the squares in another order, as [`whole`](Self::whole) puts
    /// them.
    ///
    /// # Errors
    /// There is not memory enough.
    pub(crate) fn room_for_order(&self) -> Result<(), Shortage> {
        probe((2 * size_of::<Square>() + size_of::<u32>()) as u64 * self.kept.len() as u64)
    }

    /// The number of a leaf.
    pub(crate) fn leaf(&mut self, cells: u64) -> u32 {
        if cells == 0 { 0 } else { self.number(Square::Leaf(cells)) }
    }

    /// The number of a square of four, each a level below it.
    pub(crate) fn node(&mut self, level: usize, quarters: [u32; 4]) -> u32 {
        if quarters == [0; 4] { 0 } else { self.number(Square::Node { level: level as u16, quarters }) }
    }

    fn number(&mut self, square: Square) -> u32 {
        // A hundred gibibytes of squares before the numbers end.
        let next = self.kept.len() as u32 + 1;
        let number = *self.numbers.entry(square).or_insert(next);
        if number == next {
            self.kept.push(square);
        }
        number
    }

    /// The cells of a leaf.
    pub(crate) fn cells(&self, leaf: u32) -> u64 {
        match (leaf as usize).checked_sub(1).and_then(|at| self.kept.get(at)) {
            Some(&Square::Leaf(cells)) => cells,
            _ => 0,
        }
    }

    fn quarters(&self, number: u32) -> [u32; 4] {
        match (number as usize).checked_sub(1).and_then(|at| self.kept.get(at)) {
            Some(&Square::Node { quarters, .. }) => quarters,
            _ => [0; 4],
        }
    }

    /// The macrocell that the square of that number and level is, level 4 at least: without the squares that
    /// it does not need, and the outer ones in which nothing lives.
    pub(crate) fn whole(mut self, mut level: usize, mut root: u32) -> Macrocell {
        while level > LEAF + 1 {
            let quarters = self.quarters(root).map(|quarter| self.quarters(quarter));
            let Some(middle) = edge::only_the_middle(quarters) else { break };
            level -= 1;
            root = self.node(level, middle);
        }
        let squares = self.in_order(root);
        let level = if squares.is_empty() { LEAF + 1 } else { level };
        Macrocell {
            squares,
            level,
            rule: None,
            generation: None,
            name: None,
            author: None,
            comments: Vec::new(),
        }
    }

    /// What a square is made of, and itself: quarter by quarter, each before what it is a part of.
    fn in_order(&self, root: u32) -> Vec<Square> {
        let mut squares = Vec::new();
        // New numbers; 0 where there is none yet.
        let mut new = vec![0; self.kept.len() + 1];
        let mut open = vec![root];
        while let Some(&number) = open.last() {
            let quarters = self.quarters(number);
            let missing = quarters.into_iter().find(|&quarter| quarter != 0 && new[quarter as usize] == 0);
            if let Some(quarter) = missing {
                open.push(quarter);
                continue;
            }
            open.pop();
            if number == 0 || new[number as usize] != 0 {
                continue;
            }
            squares.push(match self.kept[number as usize - 1] {
                Square::Node { level, quarters } => {
                    Square::Node { level, quarters: quarters.map(|quarter| new[quarter as usize]) }
                }
                leaf @ Square::Leaf(_) => leaf,
            });
            new[number as usize] = squares.len() as u32;
        }
        squares
    }
}
