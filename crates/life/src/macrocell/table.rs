//! Construction of a macrocell: a table of distinct nodes.

use std::collections::HashMap;

use quadrille_memory::{Shortage, probe, reserve};

use super::{LEAF, Macrocell, MacrocellNode};
use crate::edge;

/// Distinct nodes, children before parents.
#[derive(Default)]
pub(crate) struct NodeTable {
    kept: Vec<MacrocellNode>,
    numbers: HashMap<MacrocellNode, u32>,
}

impl NodeTable {
    /// Reserves memory for `more` nodes.
    ///
    /// # Errors
    /// If there is not enough memory; the table is then unchanged.
    pub(crate) fn room(&mut self, more: usize) -> Result<(), Shortage> {
        reserve(&mut self.kept, more)?;
        let (len, capacity) = (self.numbers.len() as u64, self.numbers.capacity() as u64);
        if len + more as u64 > capacity {
            // The hash table doubles. Each of its slots has one byte of metadata, and an eighth of
            // the slots stays empty.
            let bytes = (size_of::<(MacrocellNode, u32)>() as u64 + 1) * 4 * len;
            probe(bytes)?;
            self.numbers.try_reserve(more).map_err(|_| Shortage::of(bytes))?;
        }
        Ok(())
    }

    /// Checks that there is enough memory for [`whole`](Self::whole), which reorders the nodes.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(crate) fn room_for_order(&self) -> Result<(), Shortage> {
        probe((2 * size_of::<MacrocellNode>() + size_of::<u32>()) as u64 * self.kept.len() as u64)
    }

    /// Finds or creates a leaf, and returns its number.
    pub(crate) fn leaf(&mut self, cells: u64) -> u32 {
        if cells == 0 { 0 } else { self.number(MacrocellNode::Leaf(cells)) }
    }

    /// Finds or creates the node that consists of four nodes one level lower, and returns its
    /// number.
    pub(crate) fn node(&mut self, level: usize, quarters: [u32; 4]) -> u32 {
        if quarters == [0; 4] {
            0
        } else {
            self.number(MacrocellNode::Inner { level: level as u16, quarters })
        }
    }

    /// Finds or inserts a non-empty node, and returns its number.
    fn number(&mut self, node: MacrocellNode) -> u32 {
        // 32 bits suffice: 2³² nodes would take a hundred GiB.
        let next = self.kept.len() as u32 + 1;
        let number = *self.numbers.entry(node).or_insert(next);
        if number == next {
            self.kept.push(node);
        }
        number
    }

    /// Returns the cells of a leaf.
    pub(crate) fn cells(&self, leaf: u32) -> u64 {
        match (leaf as usize).checked_sub(1).and_then(|at| self.kept.get(at)) {
            Some(&MacrocellNode::Leaf(cells)) => cells,
            _ => 0,
        }
    }

    fn quarters(&self, number: u32) -> [u32; 4] {
        match (number as usize).checked_sub(1).and_then(|at| self.kept.get(at)) {
            Some(&MacrocellNode::Inner { quarters, .. }) => quarters,
            _ => [0; 4],
        }
    }

    /// Returns the macrocell with this root, whose level is at least 4. Unreachable nodes are
    /// dropped, and the root is made as small as possible.
    pub(crate) fn whole(mut self, mut level: usize, mut root: u32) -> Macrocell {
        while level > LEAF + 1 {
            let quarters = self.quarters(root).map(|quarter| self.quarters(quarter));
            let Some(middle) = edge::only_the_middle(quarters) else { break };
            level -= 1;
            root = self.node(level, middle);
        }
        let nodes = self.in_order(root);
        let level = if nodes.is_empty() { LEAF + 1 } else { level };
        Macrocell {
            nodes,
            level,
            rule: None,
            generation: None,
            name: None,
            author: None,
            comments: Vec::new(),
        }
    }

    /// Returns the nodes reachable from the root in canonical order: depth first, quarter by
    /// quarter, children before parents.
    fn in_order(&self, root: u32) -> Vec<MacrocellNode> {
        let mut nodes = Vec::new();
        // The new number of each node; 0 if it has none yet.
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
            nodes.push(match self.kept[number as usize - 1] {
                MacrocellNode::Inner { level, quarters } => {
                    MacrocellNode::Inner { level, quarters: quarters.map(|quarter| new[quarter as usize]) }
                }
                leaf @ MacrocellNode::Leaf(_) => leaf,
            });
            new[number as usize] = nodes.len() as u32;
        }
        nodes
    }
}
