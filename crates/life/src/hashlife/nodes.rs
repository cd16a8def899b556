//! The nodes: each square is stored once and found by a hash table.
//!
//! Nodes are numbered within their level. A node above the leaves consists of the numbers of its
//! four quarters. Number 0 is the empty node at every level; it consists of four zeros, and is not
//! in the table.
//!
//! ```text
//! level 6   north-west │ north-east     level 5   four quarters           level 4   16 × 16 cells:
//!           ───────────┼───────────               of level 4                            a leaf
//!           south-west │ south-east
//! ```
//!
//! A node above the leaves also stores the number of its successor (its centre after a step; see
//! `successor.rs`), if the successor is known for the current step. When the step changes from 2ᵃ
//! to 2ᵇ generations, nodes up to level min(a, b) + 2 keep their successors: a node of level n
//! advances by at most 2ⁿ⁻² generations, and up to this level the old and the new step both advance
//! it by this maximum.
//!
//! *The table* of a level maps a node's content to its number. A slot has four bytes: the number in
//! the lower 27 bits, and five bits of the node's hash above them. A comparison of these five bits
//! excludes 31 of 32 other nodes, which then need not be read. Collisions are resolved by linear
//! probing.
//!
//! *Batching*: a large plane lies in main memory, and finding a node takes two reads from random
//! addresses: its slot, then the node itself for comparison. Each read takes as long as hundreds of
//! instructions, but a processor overlaps about a dozen reads if they are independent. So
//! [`Level::find_all`] reads the slots of 128 nodes in one loop, then the nodes in a second, and
//! only then processes them one by one. A second thread is not worthwhile. It was tried with two
//! threads, each of which searched for half of a batch; one of the threads also inserted the new
//! nodes. The patterns `totalperiodic`, `jagged` and `metapixel-galaxy` took 0.93 to 1.28 times as
//! long as with one thread (on two cores of a virtual machine). Three quarters of the time are
//! spent in this search, and the overlapping reads of one thread already saturate memory.

use bytemuck::{Pod, Zeroable};
use quadrille_memory::Shortage;

use super::HashLifeError;
use super::leaf::{self, Leaf};
use crate::edge;
use crate::memory::MemoryError;

/// The level of leaves.
pub(super) const LEAF: usize = 4;

/// The number of a node within its level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Zeroable, Pod)]
#[repr(transparent)]
pub(super) struct Node(u32);

impl Node {
    /// The empty node.
    pub(super) const EMPTY: Self = Self(0);
    /// Not a node: marks an unknown successor.
    pub(super) const NONE: Self = Self(u32::MAX);
    /// Not a node: marks a successor whose computation is pending.
    pub(super) const PENDING: Self = Self(u32::MAX - 1);

    fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns whether this is a known successor.
    pub(super) fn is_known(self) -> bool {
        self < Self::PENDING
    }
}

/// The quarters of a node: north-west, north-east, south-west, south-east.
pub(super) type Quarters = [Node; 4];

/// The number of bits of a slot that hold the number of a node.
pub(super) const NUMBER: u32 = 27;
/// The maximum number of nodes of a level.
const MOST: usize = 1 << NUMBER;

/// The record of a node above the leaves.
#[derive(Clone, Copy)]
struct Inner {
    quarters: Quarters,
    successor: Node,
}

/// The record that a level stores for each of its nodes.
trait NodeRecord: Copy {
    /// The content, by which a node is found.
    type Key: Copy + PartialEq + Default;
    /// The record of the empty node.
    const EMPTY: Self;
    fn new(key: Self::Key) -> Self;
    fn key(&self) -> Self::Key;
    /// Returns whether the node has this key, without branches that depend on the key.
    fn is(&self, key: Self::Key) -> bool;
    fn hash(key: Self::Key) -> u64;
}

/// An odd multiplier with irregular bits: 2⁶⁴ divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl NodeRecord for Inner {
    type Key = Quarters;
    const EMPTY: Self = Self { quarters: [Node::EMPTY; 4], successor: Node::EMPTY };

    #[inline]
    fn new(quarters: Quarters) -> Self {
        Self { quarters, successor: Node::NONE }
    }

    #[inline]
    fn key(&self) -> Quarters {
        self.quarters
    }

    #[inline]
    fn is(&self, quarters: Quarters) -> bool {
        let differ = |at: usize| self.quarters[at].0 ^ quarters[at].0;
        differ(0) | differ(1) | differ(2) | differ(3) == 0
    }

    #[inline]
    fn hash(quarters: Quarters) -> u64 {
        let [a, b, c, d] = quarters.map(|node| u64::from(node.0));
        mixed([a << 32 | b, c << 32 | d])
    }
}

impl NodeRecord for Leaf {
    type Key = Self;
    const EMPTY: Self = Self([0; leaf::SIDE]);

    #[inline]
    fn new(leaf: Self) -> Self {
        leaf
    }

    #[inline]
    fn key(&self) -> Self {
        *self
    }

    #[inline]
    fn is(&self, leaf: Self) -> bool {
        let (ours, theirs) = (self.words(), leaf.words());
        (0..4).fold(0, |differ, at| differ | (ours[at] ^ theirs[at])) == 0
    }

    #[inline]
    fn hash(leaf: Self) -> u64 {
        mixed(leaf.words())
    }
}

/// Returns a 64-bit hash of several words.
#[inline]
fn mixed<const N: usize>(words: [u64; N]) -> u64 {
    let all = words.into_iter().fold(0u64, |all, word| (all.rotate_left(29) ^ word).wrapping_mul(GOLDEN));
    all ^ all >> 31
}

/// All nodes of one level.
#[derive(Clone)]
struct Level<K> {
    kept: Vec<K>,
    /// The hash table; its size is a power of two, and at most three quarters are occupied. 0 is a
    /// vacant slot.
    slots: Vec<u32>,
}

impl<K: NodeRecord> Level<K> {
    fn new() -> Self {
        Self { kept: vec![K::EMPTY], slots: vec![0; 16] }
    }

    /// Returns the size in bytes of the level with `more` additional nodes, including the old table
    /// if the table must grow.
    fn bytes_with(&self, more: usize) -> u64 {
        let slots = self.slots_for(more);
        let moving = if slots > self.slots.len() { self.slots.len() } else { 0 };
        ((self.kept.len() + more) * size_of::<K>() + 4 * (slots + moving)) as u64
    }

    /// Returns the number of slots that the table needs with `more` additional nodes.
    fn slots_for(&self, more: usize) -> usize {
        let mut slots = self.slots.len();
        while (self.kept.len() + more) * 4 > slots * 3 {
            slots *= 2;
        }
        slots
    }

    /// Returns the five bits of a hash that are stored in a slot.
    #[inline]
    fn tag(hash: u64) -> u32 {
        (hash >> 59) as u32
    }

    /// Searches from `slot` on for a slot that is vacant or has the tag of this hash; `there` is
    /// the content of `slot`. Returns the index of the slot found and the node number in it; a
    /// vacant slot holds the number 0.
    #[inline]
    fn probe(&self, hash: u64, mut slot: usize, mut there: u32) -> (usize, u32) {
        let mask = self.slots.len() - 1;
        while there != 0 && there >> NUMBER != Self::tag(hash) {
            slot += 1;
            there = self.slots[slot & mask];
        }
        (slot & mask, there & (MOST as u32 - 1))
    }

    /// Returns the number of the node with this key, and inserts the node if it is new. Memory must
    /// have been reserved by [`Nodes::room`].
    #[inline]
    fn find(&mut self, key: K::Key) -> Node {
        self.make_slots(1);
        let hash = K::hash(key);
        self.find_from(key, hash, hash as usize)
    }

    /// Returns the number of the node with this key, and inserts the node if it is new. The search
    /// begins at `slot`; the node must not be in the slots before it.
    #[inline]
    fn find_from(&mut self, key: K::Key, hash: u64, mut slot: usize) -> Node {
        if key == K::Key::default() {
            return Node::EMPTY;
        }
        loop {
            let there = self.slots[slot & (self.slots.len() - 1)];
            let (at, candidate) = self.probe(hash, slot, there);
            if candidate == 0 {
                let number = self.kept.len() as u32;
                self.slots[at] = Self::tag(hash) << NUMBER | number;
                self.kept.push(K::new(key));
                return Node(number);
            }
            if self.kept[candidate as usize].is(key) {
                return Node(candidate);
            }
            slot = at + 1;
        }
    }

    /// Finds or inserts many nodes at once, as [`find`](Self::find) does for one, and appends their
    /// numbers.
    fn find_all(&mut self, keys: &[K::Key], numbers: &mut Vec<Node>) {
        self.make_slots(keys.len());
        let mask = self.slots.len() - 1;
        let (mut hashes, mut firsts) = ([0; TOGETHER], [0; TOGETHER]);
        let (mut slots, mut candidates) = ([0; TOGETHER], [0; TOGETHER]);
        let mut same = [false; TOGETHER];
        for keys in keys.chunks(TOGETHER) {
            // The processor overlaps the reads of a loop until it mispredicts a branch. So the
            // first loop, which reads the slots, and the third loop, which reads the nodes, do not
            // branch on the values read. The second loop does branch, but on slots that the first
            // loop has already read, except after collisions.
            for ((hash, first), &key) in hashes.iter_mut().zip(&mut firsts).zip(keys) {
                *hash = K::hash(key);
                *first = self.slots[*hash as usize & mask];
            }
            for at in 0..keys.len() {
                (slots[at], candidates[at]) = self.probe(hashes[at], hashes[at] as usize, firsts[at]);
            }
            for ((same, &candidate), &key) in same.iter_mut().zip(&candidates).zip(keys) {
                *same = self.kept[candidate as usize].is(key);
            }
            // The nodes not found yet are new nodes, duplicates within the batch, and nodes whose
            // search has met another node with the same tag.
            for (at, &key) in keys.iter().enumerate() {
                numbers.push(if same[at] {
                    Node(candidates[at])
                } else {
                    self.find_from(key, hashes[at], slots[at])
                });
            }
        }
    }

    /// Grows the table, if necessary, for `more` nodes.
    #[inline]
    fn make_slots(&mut self, more: usize) {
        if (self.kept.len() + more) * 4 > self.slots.len() * 3 {
            self.place_anew(vec![0; self.slots_for(more)]);
        }
    }

    /// Reserves memory for `more` nodes.
    ///
    /// # Errors
    /// If the system refuses the memory; the level is then unchanged.
    #[inline]
    fn reserve(&mut self, more: usize) -> Result<(), Shortage> {
        quadrille_memory::reserve(&mut self.kept, more)?;
        if (self.kept.len() + more) * 4 > self.slots.len() * 3 {
            let count = self.slots_for(more);
            let mut slots = Vec::new();
            quadrille_memory::reserve(&mut slots, count)?;
            slots.resize(count, 0);
            self.place_anew(slots);
        }
        Ok(())
    }

    /// Replaces the table by these vacant slots and inserts the numbers of all nodes.
    fn place_anew(&mut self, slots: Vec<u32>) {
        self.slots = slots;
        let mask = self.slots.len() - 1;
        for (number, kept) in self.kept.iter().enumerate().skip(1) {
            let hash = K::hash(kept.key());
            let mut slot = hash as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = Self::tag(hash) << NUMBER | number as u32;
        }
    }

    /// Keeps only the marked nodes and renumbers them; returns the new numbers, indexed by the old
    /// ones.
    fn keep(&mut self, marked: &[bool]) -> Vec<Node> {
        // No node is looked up during renumbering, so the table can be freed.
        self.slots = Vec::new();
        let mut numbers = vec![Node::NONE; self.kept.len()];
        let mut next = 0;
        for old in 0..self.kept.len() {
            if marked[old] {
                numbers[old] = Node(next as u32);
                self.kept[next] = self.kept[old];
                next += 1;
            }
        }
        self.kept.truncate(next);
        self.kept.shrink_to_fit();
        numbers
    }

    /// Rebuilds the table with at least twice as many slots as nodes.
    fn place_kept(&mut self) {
        self.place_anew(vec![0; (self.kept.len() * 2).next_power_of_two().max(16)]);
    }
}

/// The reason for which no more nodes can be stored.
#[derive(Clone, Copy, Debug)]
pub(super) enum Full {
    Memory(MemoryError),
    /// A level has the maximum number of nodes.
    Numbers,
}

impl From<Full> for HashLifeError {
    fn from(full: Full) -> Self {
        match full {
            Full::Memory(error) => Self::Memory(error),
            Full::Numbers => Self::TooManyNodes,
        }
    }
}

/// The number of nodes that are searched together.
const TOGETHER: usize = 128;

/// All nodes of a plane.
#[derive(Clone)]
pub(super) struct Nodes {
    leaves: Level<Leaf>,
    /// Level 5 and all higher levels.
    levels: Vec<Level<Inner>>,
    /// The limit on the memory of the nodes, in bytes.
    memory: u64,
    /// The memoised successors are those of a step of 2^`power` generations. `None` before the
    /// first step.
    power: Option<usize>,
    /// The amount of computation since these nodes were created.
    pub(super) effort: Effort,
    /// The value of [`Effort::all`] at which a step stops.
    pub(super) most_effort: u64,
}

/// Counts of the computations done; they are the same on every machine for the same calls and the
/// same memory limit.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effort {
    /// The number of successors computed cell by cell, each for a node of four leaves.
    pub(crate) leaves: u64,
    /// The number of successors computed from the successors of smaller nodes.
    pub(crate) nodes: u64,
    /// The number of nodes examined by garbage collection.
    collected: u64,
}

/// The number of nodes that garbage collection examines in about the time of computing one
/// successor.
const COLLECTED_FOR_A_RESULT: u64 = 4;

impl Effort {
    /// Returns the total amount of computation, in units of one computed successor.
    pub(crate) const fn all(self) -> u64 {
        self.leaves + self.nodes + self.collected / COLLECTED_FOR_A_RESULT
    }
}

/// The minimum memory limit in bytes.
const LEAST_MEMORY: u64 = 1 << 15;

impl Nodes {
    pub(super) fn new(memory: u64) -> Result<Self, MemoryError> {
        if memory < LEAST_MEMORY {
            return Err(MemoryError { bytes: LEAST_MEMORY.into(), limit: memory });
        }
        // A sixteenth of the memory is reserved for the marks of garbage collection and the lists
        // of a step.
        let memory = memory - memory / 16;
        Ok(Self {
            leaves: Level::new(),
            levels: Vec::new(),
            memory,
            power: None,
            effort: Effort::default(),
            most_effort: u64::MAX,
        })
    }

    /// Returns the number of distinct nodes.
    pub(super) fn len(&self) -> usize {
        let levels = self.levels.iter().map(|level| level.kept.len() - 1);
        self.leaves.kept.len() - 1 + levels.sum::<usize>()
    }

    /// Returns the cells of a leaf.
    #[inline]
    pub(super) fn cells(&self, leaf: Node) -> Leaf {
        self.leaves.kept[leaf.index()]
    }

    /// Returns the quarters of a node of level 5 or higher.
    #[inline]
    pub(super) fn quarters(&self, level: usize, node: Node) -> Quarters {
        // Levels that were never used have only the empty node.
        self.levels.get(level - LEAF - 1).map_or([Node::EMPTY; 4], |kept| kept.kept[node.index()].quarters)
    }

    /// Replaces the content of `quarters` by the quarters of many nodes of one level.
    pub(super) fn quarters_of(&self, level: usize, nodes: &[Node], quarters: &mut Vec<Quarters>) {
        quarters.clear();
        if let Some(kept) = self.levels.get(level - LEAF - 1) {
            quarters.extend(nodes.iter().map(|node| kept.kept[node.index()].quarters));
        } else {
            quarters.resize(nodes.len(), [Node::EMPTY; 4]);
        }
    }

    /// Replaces the content of `cells` by the cells of many leaves.
    pub(super) fn cells_of(&self, leaves: &[Node], cells: &mut Vec<Leaf>) {
        cells.clear();
        cells.extend(leaves.iter().map(|leaf| self.leaves.kept[leaf.index()]));
    }

    /// Finds or creates the leaf with these cells.
    pub(super) fn leaf(&mut self, cells: Leaf) -> Result<Node, Full> {
        self.room(LEAF, 1)?;
        Ok(self.leaves.find(cells))
    }

    /// Finds or creates the node of level `level` with these quarters.
    pub(super) fn node(&mut self, level: usize, quarters: Quarters) -> Result<Node, Full> {
        self.room(level, 1)?;
        Ok(self.levels[level - LEAF - 1].find(quarters))
    }

    /// Finds or creates many leaves and appends their numbers; [`room`](Self::room) must have
    /// reserved memory for them.
    pub(super) fn leaves(&mut self, cells: &[Leaf], numbers: &mut Vec<Node>) {
        self.leaves.find_all(cells, numbers);
    }

    /// Finds or creates many nodes of level `level` and appends their numbers; [`room`](Self::room)
    /// must have reserved memory for them.
    pub(super) fn nodes(&mut self, level: usize, quarters: &[Quarters], numbers: &mut Vec<Node>) {
        self.levels[level - LEAF - 1].find_all(quarters, numbers);
    }

    /// Ensures that a level can store `more` nodes.
    ///
    /// # Errors
    /// If the memory limit or the system does not allow it, or the level would exceed 2²⁷ nodes.
    pub(super) fn room(&mut self, level: usize, more: usize) -> Result<(), Full> {
        while self.levels.len() < level - LEAF {
            self.levels.push(Level::new());
        }
        let (kept, before, with) = if level == LEAF {
            (self.leaves.kept.len(), self.leaves.bytes_with(0), self.leaves.bytes_with(more))
        } else {
            let level = &self.levels[level - LEAF - 1];
            (level.kept.len(), level.bytes_with(0), level.bytes_with(more))
        };
        let bytes = self.bytes() - before + with;
        if kept + more > MOST {
            return Err(Full::Numbers);
        }
        if bytes > self.memory {
            return Err(Full::Memory(MemoryError { bytes: bytes.into(), limit: self.memory }));
        }
        let reserved = if level == LEAF {
            self.leaves.reserve(more)
        } else {
            self.levels[level - LEAF - 1].reserve(more)
        };
        reserved.map_err(|_| Full::Memory(MemoryError::of_system(bytes, self.memory)))
    }

    /// Returns the size in bytes of all nodes.
    pub(super) fn bytes(&self) -> u64 {
        self.leaves.bytes_with(0) + self.levels.iter().map(|level| level.bytes_with(0)).sum::<u64>()
    }

    /// Returns the successor of a node of level 5 or higher. The successor may be unknown or
    /// pending.
    #[inline]
    pub(super) fn successor(&self, level: usize, node: Node) -> Node {
        self.levels.get(level - LEAF - 1).map_or(Node::EMPTY, |kept| kept.kept[node.index()].successor)
    }

    /// Appends to `requested` the nodes whose successors are neither memoised nor pending, and
    /// marks these successors as pending.
    pub(super) fn mark_pending(&mut self, level: usize, nodes: &[Node], requested: &mut Vec<Node>) {
        let Some(kept) = self.levels.get_mut(level - LEAF - 1) else { return };
        // The loop has no branches, since they would be unpredictable. Every node is written to the
        // list, and a node that does not belong there is overwritten by the next one.
        let mut next = requested.len();
        requested.resize(next + nodes.len(), Node::NONE);
        for &node in nodes {
            let successor = &mut kept.kept[node.index()].successor;
            requested[next] = node;
            next += usize::from(*successor == Node::NONE);
            *successor = if *successor == Node::NONE { Node::PENDING } else { *successor };
        }
        requested.truncate(next);
    }

    /// Replaces nodes by their successors, which must be known.
    pub(super) fn take_successors(&self, level: usize, nodes: &mut [Node]) {
        if let Some(kept) = self.levels.get(level - LEAF - 1) {
            for node in nodes {
                *node = kept.kept[node.index()].successor;
            }
        }
    }

    /// Memoises the successor of a node.
    #[inline]
    pub(super) fn set_successor(&mut self, level: usize, node: Node, successor: Node) {
        self.levels[level - LEAF - 1].kept[node.index()].successor = successor;
    }

    /// Sets the step to 2^`power` generations, and forgets successors that are not valid for this
    /// step.
    pub(super) fn step_is(&mut self, power: usize) {
        if let Some(before) = self.power.replace(power)
            && before != power
        {
            let same = before.min(power) + 2;
            for level in self.levels.iter_mut().skip(same.saturating_sub(LEAF)) {
                level.kept[1..].iter_mut().for_each(|inner| inner.successor = Node::NONE);
            }
        }
    }

    /// Returns the node one level higher with the given node in its centre.
    pub(super) fn in_the_middle(&mut self, level: usize, node: Node) -> Result<Node, Full> {
        let [nw, ne, sw, se] = self.quarters(level, node);
        let none = Node::EMPTY;
        let quarters = [
            self.node(level, [none, none, none, nw])?,
            self.node(level, [none, none, ne, none])?,
            self.node(level, [none, sw, none, none])?,
            self.node(level, [se, none, none, none])?,
        ];
        self.node(level + 1, quarters)
    }

    /// Returns the quarters of a node's centre if everything around the centre is empty. The centre
    /// is half as wide as the node. The node is given by its quarters, and its level must be at
    /// least 6.
    pub(super) fn only_the_middle(&self, level: usize, quarters: Quarters) -> Option<Quarters> {
        edge::only_the_middle(quarters.map(|quarter| self.quarters(level - 1, quarter)))
    }

    /// Collects garbage: keeps the nodes in the trees of `roots` and of the successors of `roots`,
    /// and frees all others. The kept nodes get new numbers, also in `roots`. With
    /// `with_successors`, the memoised successors of all kept nodes are kept too, with their trees.
    /// Otherwise a kept node whose successor has been freed loses its memoised successor.
    pub(super) fn keep_only(&mut self, roots: &mut [&mut Roots], with_successors: bool) {
        self.effort.collected += self.len() as u64;
        let mut marks = Marks {
            leaves: vec![false; self.leaves.kept.len()],
            levels: self.levels.iter().map(|level| vec![false; level.kept.len()]).collect(),
        };
        for roots in roots.iter() {
            for &node in &roots.nodes {
                marks.set(roots.level, node);
                if roots.level > LEAF {
                    marks.set(roots.level - 1, self.successor(roots.level, node));
                }
            }
        }
        // Mark from the highest level down, since a node refers only to lower levels.
        for (at, level) in self.levels.iter().enumerate().rev() {
            let (below, here) = marks.split(at);
            below[0] = true;
            for (inner, _) in level.kept.iter().zip(&*here).filter(|&(_, &marked)| marked) {
                for quarter in inner.quarters {
                    below[quarter.index()] = true;
                }
                if with_successors && inner.successor.is_known() {
                    below[inner.successor.index()] = true;
                }
            }
            here[0] = true;
        }
        marks.leaves[0] = true;
        // Renumber from the leaves up, since a node refers to the numbers of the level below.
        let mut below = self.leaves.keep(&marks.leaves);
        self.leaves.place_kept();
        renumber(roots, LEAF, &below);
        for (at, (level, marked)) in self.levels.iter_mut().zip(&marks.levels).enumerate() {
            let numbers = level.keep(marked);
            for inner in &mut level.kept {
                inner.quarters = inner.quarters.map(|quarter| below[quarter.index()]);
                if inner.successor.is_known() {
                    inner.successor = below[inner.successor.index()];
                }
            }
            level.place_kept();
            renumber(roots, LEAF + 1 + at, &numbers);
            below = numbers;
        }
    }

    /// Returns the error of exceeding the memory limit.
    pub(super) fn full(&self) -> Full {
        Full::Memory(MemoryError { bytes: u128::from(self.memory) + 1, limit: self.memory })
    }

    /// Returns whether less than three quarters of the memory limit are in use. Otherwise a step is
    /// not worth continuing.
    pub(super) fn is_roomy(&self) -> bool {
        self.bytes() < self.memory / 4 * 3
    }

    /// Returns all distinct nodes of a tree: for each level, their numbers in ascending order.
    pub(super) fn parts(&self, level: usize, root: Node) -> Vec<Vec<Node>> {
        let mut parts = vec![Vec::new(); level + 1];
        parts[level].push(root);
        for level in (LEAF + 1..=level).rev() {
            let mut below: Vec<Node> =
                parts[level].iter().flat_map(|&node| self.quarters(level, node)).collect();
            below.sort_unstable();
            below.dedup();
            parts[level - 1] = below;
        }
        parts
    }
}

/// Nodes of one level that garbage collection must keep.
#[derive(Clone, Default)]
pub(super) struct Roots {
    pub(super) level: usize,
    pub(super) nodes: Vec<Node>,
}

/// For each node, whether garbage collection has reached it.
struct Marks {
    leaves: Vec<bool>,
    levels: Vec<Vec<bool>>,
}

impl Marks {
    /// Marks a node; [`Node::NONE`] and [`Node::PENDING`] are ignored.
    fn set(&mut self, level: usize, node: Node) {
        let marks =
            if level == LEAF { Some(&mut self.leaves) } else { self.levels.get_mut(level - LEAF - 1) };
        if let Some(mark) = marks.and_then(|marks| marks.get_mut(node.index())) {
            *mark = true;
        }
    }

    /// Returns the marks of two adjacent levels: first those of the lower level, then those of the
    /// level with the index `at`.
    fn split(&mut self, at: usize) -> (&mut Vec<bool>, &mut Vec<bool>) {
        let (below, here) = self.levels.split_at_mut(at);
        (below.last_mut().unwrap_or(&mut self.leaves), &mut here[0])
    }
}

/// Updates the roots of one level to their new numbers.
fn renumber(roots: &mut [&mut Roots], level: usize, numbers: &[Node]) {
    for roots in roots.iter_mut().filter(|roots| roots.level == level) {
        for node in &mut roots.nodes {
            *node = numbers[node.index()];
        }
    }
}
