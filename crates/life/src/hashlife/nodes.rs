//! The squares: each kept once, found by what it is made of.
//!
//! Squares of one level are numbered, and a square of the next level is the four numbers of its quarters.
//! Number 0 is the empty square at every level; it is made of four zeros, and it is not in the table.
//!
//! ```text
//! level 6   north-west │ north-east     level 5   the same, of level 4     level 4   16 × 16 cells:
//!           ───────────┼───────────                                                  a leaf
//!           south-west │ south-east
//! ```
//!
//! With the four numbers stands a fifth, that of the square's successor, if it is known for the present step.
//! When the step changes from 2ᵃ to 2ᵇ generations, squares up to level min(a, b) + 2 keep theirs: they are
//! too small for either, and go as far as they can, 2ⁿ⁻² generations.
//!
//! *The table* of a level says which number a square has that is there already. A slot is four bytes: the
//! number in 27 bits and five bits of the square's hash above them, so that a slot of another square is told
//! apart, 31 times in 32, without a look at the square. If a slot is taken, the next one is tried.
//!
//! *Many at once*: a large plane lies in main memory, and a square is found by two reads that come from
//! anywhere: its slot, then the square itself to compare. Either takes as long as hundreds of instructions,
//! but a processor waits for a dozen of them together if none of them needs another one's answer. So
//! [`Level::find_all`] reads the slots of some hundred squares in one loop, then the squares in a second, and
//! only then goes through them one by one. A second thread does not help with that: with each looking for half of the
//! squares of a batch, and one of them putting in what is new, `totalperiodic`, `jagged` and `metapixel-galaxy` took 0.93 to
//! 1.28 times as long as with one (two cores of a virtual machine). Three quarters of the time go into this search, and
//! the reads that one thread has under way already keep memory busy.

use bytemuck::{Pod, Zeroable};
use quadrille_memory::Shortage;

use super::HashLifeError;
use super::leaf::{self, Leaf};
use crate::edge;
use crate::memory::MemoryError;

/// The level of squares that are cells.
pub(super) const LEAF: usize = 4;

/// The number of a square among those of its level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Zeroable, Pod)]
#[repr(transparent)]
pub(super) struct Node(u32);

impl Node {
    /// The square in which nothing lives.
    pub(super) const EMPTY: Self = Self(0);
    /// No square: a successor that is not known.
    pub(super) const NONE: Self = Self(u32::MAX);
    /// Nor here: it is being worked out.
    pub(super) const AWAITED: Self = Self(u32::MAX - 1);

    fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether a successor is known.
    pub(super) fn is_known(self) -> bool {
        self < Self::AWAITED
    }
}

/// North-west, north-east, south-west, south-east.
pub(super) type Quarters = [Node; 4];

/// Bits of a slot that are a number.
pub(super) const NUMBER: u32 = 27;
/// The most squares a level can have.
const MOST: usize = 1 << NUMBER;

/// A square of four quarters.
#[derive(Clone, Copy)]
struct Square {
    quarters: Quarters,
    successor: Node,
}

/// What a level keeps of each of its squares.
trait Kept: Copy {
    /// What it is made of.
    type Key: Copy + PartialEq + Default;
    /// The empty square.
    const EMPTY: Self;
    fn new(key: Self::Key) -> Self;
    fn key(&self) -> Self::Key;
    /// Whether it is made of that; in no more steps where the first part differs already.
    fn is(&self, key: Self::Key) -> bool;
    fn hash(key: Self::Key) -> u64;
}

/// An odd number without pattern: 2⁶⁴/φ.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Kept for Square {
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

impl Kept for Leaf {
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

/// One word for some: all its bits depend on all of theirs.
#[inline]
fn mixed<const N: usize>(words: [u64; N]) -> u64 {
    let all = words.into_iter().fold(0u64, |all, word| (all.rotate_left(29) ^ word).wrapping_mul(GOLDEN));
    all ^ all >> 31
}

/// All squares of one level.
#[derive(Clone)]
struct Level<K> {
    kept: Vec<K>,
    /// A power of two of them, at most three quarters taken; 0 where nothing is.
    slots: Vec<u32>,
}

impl<K: Kept> Level<K> {
    fn new() -> Self {
        Self { kept: vec![K::EMPTY], slots: vec![0; 16] }
    }

    /// Bytes that so many more squares would take, and those that moving to more slots takes for a while.
    fn bytes_with(&self, more: usize) -> u64 {
        let slots = self.slots_for(more);
        let moving = if slots > self.slots.len() { self.slots.len() } else { 0 };
        ((self.kept.len() + more) * size_of::<K>() + 4 * (slots + moving)) as u64
    }

    fn slots_for(&self, more: usize) -> usize {
        let mut slots = self.slots.len();
        while (self.kept.len() + more) * 4 > slots * 3 {
            slots *= 2;
        }
        slots
    }

    /// The five bits of a hash that stand in a slot.
    #[inline]
    fn tag(hash: u64) -> u32 {
        (hash >> 59) as u32
    }

    /// The slot from `slot` on, in which `there` stands, that is vacant or looks like one of a square with this
    /// hash; and what number stands in it.
    #[inline]
    fn probe(&self, hash: u64, mut slot: usize, mut there: u32) -> (usize, u32) {
        let mask = self.slots.len() - 1;
        while there != 0 && there >> NUMBER != Self::tag(hash) {
            slot += 1;
            there = self.slots[slot & mask];
        }
        (slot & mask, there & (MOST as u32 - 1))
    }

    /// The number of a square, which is kept if it is new; there must be [`room`](Nodes::room).
    #[inline]
    fn find(&mut self, key: K::Key) -> Node {
        self.make_slots(1);
        let hash = K::hash(key);
        self.find_from(key, hash, hash as usize)
    }

    /// The same, when nothing before that slot is the square.
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

    /// [`find`](Self::find) for many squares at once.
    fn find_all(&mut self, keys: &[K::Key], numbers: &mut Vec<Node>) {
        self.make_slots(keys.len());
        let mask = self.slots.len() - 1;
        let (mut hashes, mut firsts) = ([0; TOGETHER], [0; TOGETHER]);
        let (mut slots, mut candidates) = ([0; TOGETHER], [0; TOGETHER]);
        let mut same = [false; TOGETHER];
        for keys in keys.chunks(TOGETHER) {
            // Nothing branches on what is read here, or the processor would guess, and wait to see whether it
            // guessed right.
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
            // Those that are new, or come a second time among these, or share their five bits with another.
            for (at, &key) in keys.iter().enumerate() {
                numbers.push(if same[at] {
                    Node(candidates[at])
                } else {
                    self.find_from(key, hashes[at], slots[at])
                });
            }
        }
    }

    /// Slots enough for so many squares more.
    #[inline]
    fn make_slots(&mut self, more: usize) {
        if (self.kept.len() + more) * 4 > self.slots.len() * 3 {
            self.place_anew(vec![0; self.slots_for(more)]);
        }
    }

    /// Reserves memory for `count` more nodes.
    ///
    /// # Errors
    /// The system does not give it; what is kept is unchanged.
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

    /// Puts all numbers into these slots, which are empty.
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

    /// Keeps the squares that are marked, under new numbers; says which.
    fn keep(&mut self, marked: &[bool]) -> Vec<Node> {
        // While numbers are renewed, nothing is looked for.
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

    /// As many slots as its squares need, and a third more.
    fn place_kept(&mut self) {
        self.place_anew(vec![0; (self.kept.len() * 2).next_power_of_two().max(16)]);
    }
}

/// Why no more squares may be kept.
#[derive(Clone, Copy, Debug)]
pub(super) enum Full {
    Memory(MemoryError),
    /// A level has as many as there are numbers.
    Numbers,
}

impl From<Full> for HashLifeError {
    fn from(full: Full) -> Self {
        match full {
            Full::Memory(error) => Self::Memory(error),
            Full::Numbers => Self::Squares,
        }
    }
}

/// Squares looked for at once.
const TOGETHER: usize = 128;

/// All squares.
#[derive(Clone)]
pub(super) struct Nodes {
    leaves: Level<Leaf>,
    /// Those from level 5 on.
    levels: Vec<Level<Square>>,
    /// Bytes that may be taken.
    memory: u64,
    /// The step for which successors are known: 2^`power` generations.
    power: Option<usize>,
    /// Work done since these nodes were made.
    pub(super) effort: Effort,
    /// The effort at which a step stops.
    pub(super) most_effort: u64,
}

/// Counts of the work done, the same on every machine for the same calls and the same limit of memory.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effort {
    /// Results computed cell by cell, of four leaves each.
    pub(crate) leaves: u64,
    /// Results computed from those of smaller nodes.
    pub(crate) squares: u64,
    /// Nodes examined by garbage collection.
    collected: u64,
}

/// Nodes that garbage collection examines in the time that one result takes.
const COLLECTED_FOR_A_RESULT: u64 = 4;

impl Effort {
    /// Returns the total, in results.
    pub(crate) const fn all(self) -> u64 {
        self.leaves + self.squares + self.collected / COLLECTED_FOR_A_RESULT
    }
}

/// The least memory to work with.
const LEAST_MEMORY: u64 = 1 << 15;

impl Nodes {
    pub(super) fn new(memory: u64) -> Result<Self, MemoryError> {
        if memory < LEAST_MEMORY {
            return Err(MemoryError { bytes: LEAST_MEMORY.into(), limit: memory });
        }
        // Marks and lists take the rest.
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

    /// How many different squares there are.
    pub(super) fn len(&self) -> usize {
        let levels = self.levels.iter().map(|level| level.kept.len() - 1);
        self.leaves.kept.len() - 1 + levels.sum::<usize>()
    }

    /// The cells of a leaf.
    #[inline]
    pub(super) fn cells(&self, leaf: Node) -> Leaf {
        self.leaves.kept[leaf.index()]
    }

    /// The quarters of a square of level 5 or higher.
    #[inline]
    pub(super) fn quarters(&self, level: usize, node: Node) -> Quarters {
        // Levels that nothing was kept for have the empty square alone.
        self.levels.get(level - LEAF - 1).map_or([Node::EMPTY; 4], |kept| kept.kept[node.index()].quarters)
    }

    /// The quarters of many squares of one level.
    pub(super) fn quarters_of(&self, level: usize, nodes: &[Node], quarters: &mut Vec<Quarters>) {
        quarters.clear();
        if let Some(kept) = self.levels.get(level - LEAF - 1) {
            quarters.extend(nodes.iter().map(|node| kept.kept[node.index()].quarters));
        } else {
            quarters.resize(nodes.len(), [Node::EMPTY; 4]);
        }
    }

    /// The cells of many leaves.
    pub(super) fn cells_of(&self, leaves: &[Node], cells: &mut Vec<Leaf>) {
        cells.clear();
        cells.extend(leaves.iter().map(|leaf| self.leaves.kept[leaf.index()]));
    }

    /// The leaf of these cells.
    pub(super) fn leaf(&mut self, cells: Leaf) -> Result<Node, Full> {
        self.room(LEAF, 1)?;
        Ok(self.leaves.find(cells))
    }

    /// The square of level `level` that is made of these quarters.
    pub(super) fn node(&mut self, level: usize, quarters: Quarters) -> Result<Node, Full> {
        self.room(level, 1)?;
        Ok(self.levels[level - LEAF - 1].find(quarters))
    }

    /// The leaves of these cells, behind the numbers that are there; for so many there must be
    /// [`room`](Self::room).
    pub(super) fn leaves(&mut self, cells: &[Leaf], numbers: &mut Vec<Node>) {
        self.leaves.find_all(cells, numbers);
    }

    /// The squares of level `level` that are made of these quarters, likewise.
    pub(super) fn nodes(&mut self, level: usize, quarters: &[Quarters], numbers: &mut Vec<Node>) {
        self.levels[level - LEAF - 1].find_all(quarters, numbers);
    }

    /// Sees to it that so many squares more of a level may be kept.
    ///
    /// # Errors
    /// If that takes more memory than there is, or there would be more than 2²⁷ squares of the level.
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

    /// Bytes that all squares take.
    pub(super) fn bytes(&self) -> u64 {
        self.leaves.bytes_with(0) + self.levels.iter().map(|level| level.bytes_with(0)).sum::<u64>()
    }

    /// The successor of a square of level 5 or higher: a square, or none, or awaited.
    #[inline]
    pub(super) fn successor(&self, level: usize, node: Node) -> Node {
        self.levels.get(level - LEAF - 1).map_or(Node::EMPTY, |kept| kept.kept[node.index()].successor)
    }

    /// Notes those of some squares whose successor nobody knows nor awaits; from now on it is awaited.
    pub(super) fn await_successors(&mut self, level: usize, nodes: &[Node], asked: &mut Vec<Node>) {
        let Some(kept) = self.levels.get_mut(level - LEAF - 1) else { return };
        // Each is noted, and the next one in its place if there was no need: nobody can guess which.
        let mut next = asked.len();
        asked.resize(next + nodes.len(), Node::NONE);
        for &node in nodes {
            let successor = &mut kept.kept[node.index()].successor;
            asked[next] = node;
            next += usize::from(*successor == Node::NONE);
            *successor = if *successor == Node::NONE { Node::AWAITED } else { *successor };
        }
        asked.truncate(next);
    }

    /// Puts their successors, which are known, in the place of squares.
    pub(super) fn take_successors(&self, level: usize, nodes: &mut [Node]) {
        if let Some(kept) = self.levels.get(level - LEAF - 1) {
            for node in nodes {
                *node = kept.kept[node.index()].successor;
            }
        }
    }

    #[inline]
    pub(super) fn set_successor(&mut self, level: usize, node: Node, successor: Node) {
        self.levels[level - LEAF - 1].kept[node.index()].successor = successor;
    }

    /// From now on a step is 2^`power` generations.
    pub(super) fn step_is(&mut self, power: usize) {
        if let Some(before) = self.power.replace(power)
            && before != power
        {
            let same = before.min(power) + 2;
            for level in self.levels.iter_mut().skip(same.saturating_sub(LEAF)) {
                level.kept[1..].iter_mut().for_each(|square| square.successor = Node::NONE);
            }
        }
    }

    /// The square a level higher with this one in its middle.
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

    /// The middle of a square, half as wide, if nothing lives outside it; both by their quarters, the square of
    /// level 6 at least.
    pub(super) fn only_the_middle(&self, level: usize, quarters: Quarters) -> Option<Quarters> {
        edge::only_the_middle(quarters.map(|quarter| self.quarters(level - 1, quarter)))
    }

    /// Gives up all squares but those that the given ones are made of, and their successors; these get their new
    /// numbers. Other successors are kept too, and what they are made of, if `with_successors`; else only those
    /// that are among what is kept stay known.
    pub(super) fn keep_only(&mut self, roots: &mut [&mut Roots], with_successors: bool) {
        self.effort.collected += self.len() as u64;
        let mut marks = Marks {
            leaves: vec![false; self.leaves.kept.len()],
            levels: self.levels.iter().map(|level| vec![false; level.kept.len()]).collect(),
        };
        for roots in roots.iter() {
            for &node in &roots.squares {
                marks.set(roots.level, node);
                if roots.level > LEAF {
                    marks.set(roots.level - 1, self.successor(roots.level, node));
                }
            }
        }
        // From the highest level down: what a square needs lies below it.
        for (at, level) in self.levels.iter().enumerate().rev() {
            let (below, here) = marks.split(at);
            below[0] = true;
            for (square, _) in level.kept.iter().zip(&*here).filter(|&(_, &marked)| marked) {
                for quarter in square.quarters {
                    below[quarter.index()] = true;
                }
                if with_successors && square.successor.is_known() {
                    below[square.successor.index()] = true;
                }
            }
            here[0] = true;
        }
        marks.leaves[0] = true;
        // New numbers, from the leaves up.
        let mut below = self.leaves.keep(&marks.leaves);
        self.leaves.place_kept();
        renumber(roots, LEAF, &below);
        for (at, (level, marked)) in self.levels.iter_mut().zip(&marks.levels).enumerate() {
            let numbers = level.keep(marked);
            for square in &mut level.kept {
                square.quarters = square.quarters.map(|quarter| below[quarter.index()]);
                if square.successor.is_known() {
                    square.successor = below[square.successor.index()];
                }
            }
            level.place_kept();
            renumber(roots, LEAF + 1 + at, &numbers);
            below = numbers;
        }
    }

    /// That more memory is needed than there is.
    pub(super) fn full(&self) -> Full {
        Full::Memory(MemoryError { bytes: u128::from(self.memory) + 1, limit: self.memory })
    }

    /// Whether so little is taken that going on is worth while.
    pub(super) fn is_roomy(&self) -> bool {
        self.bytes() < self.memory / 4 * 3
    }

    /// Every leaf and square that a square is made of, by level.
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

/// Squares of one level that must not be given up.
#[derive(Clone, Default)]
pub(super) struct Roots {
    pub(super) level: usize,
    pub(super) squares: Vec<Node>,
}

/// Which squares are still needed.
struct Marks {
    leaves: Vec<bool>,
    levels: Vec<Vec<bool>>,
}

impl Marks {
    /// Marks a square; nothing if it is none.
    fn set(&mut self, level: usize, node: Node) {
        let marks =
            if level == LEAF { Some(&mut self.leaves) } else { self.levels.get_mut(level - LEAF - 1) };
        if let Some(mark) = marks.and_then(|marks| marks.get_mut(node.index())) {
            *mark = true;
        }
    }

    /// The marks of the level below the one that lies there, and its own.
    fn split(&mut self, at: usize) -> (&mut Vec<bool>, &mut Vec<bool>) {
        let (below, here) = self.levels.split_at_mut(at);
        (below.last_mut().unwrap_or(&mut self.leaves), &mut here[0])
    }
}

/// Gives roots of one level their new numbers.
fn renumber(roots: &mut [&mut Roots], level: usize, numbers: &[Node]) {
    for roots in roots.iter_mut().filter(|roots| roots.level == level) {
        for node in &mut roots.squares {
            *node = numbers[node.index()];
        }
    }
}
