//! The squares: each kept once, found by what it is made of.
//!
//! Squares of one level are numbered, and a square of the next level is the four numbers of its quarters. A
//! table finds the number of a square that is there already: slots by the hash of the four, the next slot if
//! one is taken. Number 0 is the empty square at every level, which is made of four zeros.
//!
//! ```text
//! level 5   north-west │ north-east     level 4   the same, of level 3     level 3   8 × 8 cells:
//!           ───────────┼───────────                                                  a word, bit 8y + x
//!           south-west │ south-east
//! ```
//!
//! Beside each square from level 4 on stands its successor, if it is known for the present step. When the
//! step changes from 2ᵃ to 2ᵇ generations, squares up to level min(a, b) + 2 keep theirs: they are too small
//! for either, and go as far as they can, 2ⁿ⁻² generations.

use crate::memory::MemoryError;

/// The level of squares that are words.
pub(super) const LEAF: usize = 3;

/// The number of a square among those of its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node(pub(super) u32);

impl Node {
    /// The square in which nothing lives.
    pub(super) const EMPTY: Self = Self(0);
    /// No square.
    const NONE: Self = Self(u32::MAX);
}

/// North-west, north-east, south-west, south-east.
pub(super) type Quarters = [Node; 4];

/// Bytes for each square: quarters, successor, slots of the table just after there were made twice as many, and
/// what giving up the others takes.
const BYTES: u64 = 16 + 4 + 12 + 5;

/// All squares of one level.
#[derive(Clone)]
struct Level<K> {
    kept: Vec<K>,
    successors: Vec<Node>,
    /// A power of two of them, at most three quarters taken; `Node::NONE` where there is none.
    slots: Vec<Node>,
}

/// What a square is made of.
trait Key: Copy + PartialEq {
    const EMPTY: Self;
    fn hash(self) -> u64;
}

/// An odd number without pattern: 2⁶⁴/φ.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Key for u64 {
    const EMPTY: Self = 0;

    #[inline]
    fn hash(self) -> u64 {
        let mixed = (self ^ self >> 32).wrapping_mul(GOLDEN);
        mixed ^ mixed >> 29
    }
}

impl Key for Quarters {
    const EMPTY: Self = [Node::EMPTY; 4];

    #[inline]
    fn hash(self) -> u64 {
        let [a, b, c, d] = self.map(|node| u64::from(node.0));
        let first = (a << 32 | b).wrapping_mul(GOLDEN);
        let both = (first.rotate_left(29) ^ (c << 32 | d)).wrapping_mul(GOLDEN);
        both ^ both >> 31
    }
}

impl<K: Key> Level<K> {
    fn new() -> Self {
        let mut level =
            Self { kept: vec![K::EMPTY], successors: vec![Node::EMPTY], slots: vec![Node::NONE; 16] };
        level.slots[K::EMPTY.hash() as usize & 15] = Node::EMPTY;
        level
    }

    /// The number of a square, which is kept if it is new; says whether it is.
    #[inline]
    fn find(&mut self, key: K) -> (Node, bool) {
        let mask = self.slots.len() - 1;
        let mut at = key.hash() as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == Node::NONE {
                break;
            }
            if self.kept[slot.0 as usize] == key {
                return (slot, false);
            }
            at = (at + 1) & mask;
        }
        let node = Node(self.kept.len() as u32);
        self.slots[at] = node;
        self.kept.push(key);
        self.successors.push(Node::NONE);
        if self.kept.len() * 4 > self.slots.len() * 3 {
            self.place_anew(2 * self.slots.len());
        }
        (node, true)
    }

    /// Puts all numbers into so many slots.
    fn place_anew(&mut self, slots: usize) {
        self.slots.clear();
        self.slots.resize(slots, Node::NONE);
        let mask = slots - 1;
        for (key, number) in self.kept.iter().zip(0..) {
            let mut at = key.hash() as usize & mask;
            while self.slots[at] != Node::NONE {
                at = (at + 1) & mask;
            }
            self.slots[at] = Node(number);
        }
    }

    fn forget_successors(&mut self) {
        self.successors.fill(Node::NONE);
        self.successors[0] = Node::EMPTY;
    }

    /// Keeps the squares that are marked, under new numbers; says which.
    fn keep(&mut self, marked: &[bool]) -> Vec<Node> {
        let mut numbers = vec![Node::NONE; self.kept.len()];
        let mut next = 0;
        for old in 0..self.kept.len() {
            if marked[old] {
                numbers[old] = Node(next as u32);
                self.kept[next] = self.kept[old];
                self.successors[next] = self.successors[old];
                next += 1;
            }
        }
        self.kept.truncate(next);
        self.successors.truncate(next);
        self.kept.shrink_to_fit();
        self.successors.shrink_to_fit();
        numbers
    }
}

/// All squares.
#[derive(Clone)]
pub(super) struct Nodes {
    leaves: Level<u64>,
    /// Those from level 4 on.
    levels: Vec<Level<Quarters>>,
    len: usize,
    /// How many there may be.
    limit: usize,
    memory: u64,
    /// The step for which successors are known: 2^`power` generations.
    power: Option<usize>,
}

impl Nodes {
    pub(super) fn new(memory: u64) -> Result<Self, MemoryError> {
        let limit = memory / BYTES;
        if limit < 1 << 10 {
            return Err(MemoryError { bytes: u128::from(BYTES) << 10, limit: memory });
        }
        // The last number stands for no square.
        let limit = usize::try_from(limit).unwrap_or(usize::MAX).min(u32::MAX as usize - 1);
        Ok(Self { leaves: Level::new(), levels: Vec::new(), len: 0, limit, memory, power: None })
    }

    /// How many different squares there are.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// The cells of a square of 8 × 8.
    #[inline]
    pub(super) fn cells(&self, leaf: Node) -> u64 {
        self.leaves.kept[leaf.0 as usize]
    }

    /// The quarters of a square of level 4 or higher.
    #[inline]
    pub(super) fn quarters(&self, level: usize, node: Node) -> Quarters {
        // Levels that nothing was kept for have the empty square alone.
        self.levels.get(level - LEAF - 1).map_or(Quarters::EMPTY, |kept| kept.kept[node.0 as usize])
    }

    /// The square of these cells.
    pub(super) fn leaf(&mut self, cells: u64) -> Result<Node, MemoryError> {
        self.room()?;
        let (node, new) = self.leaves.find(cells);
        self.len += usize::from(new);
        Ok(node)
    }

    /// The square of level `level` that is made of these quarters.
    #[inline]
    pub(super) fn node(&mut self, level: usize, quarters: Quarters) -> Result<Node, MemoryError> {
        if quarters == Quarters::EMPTY {
            return Ok(Node::EMPTY);
        }
        self.room()?;
        while self.levels.len() < level - LEAF {
            self.levels.push(Level::new());
        }
        let (node, new) = self.levels[level - LEAF - 1].find(quarters);
        self.len += usize::from(new);
        Ok(node)
    }

    /// Whether one more may be kept.
    #[inline]
    fn room(&self) -> Result<(), MemoryError> {
        if self.len < self.limit {
            return Ok(());
        }
        Err(MemoryError { bytes: u128::from(BYTES) * (self.len as u128 + 1), limit: self.memory })
    }

    /// The successor of a square of level 4 or higher, if it is known.
    #[inline]
    pub(super) fn successor(&self, level: usize, node: Node) -> Option<Node> {
        let kept =
            self.levels.get(level - LEAF - 1).map_or(Node::EMPTY, |kept| kept.successors[node.0 as usize]);
        (kept != Node::NONE).then_some(kept)
    }

    #[inline]
    pub(super) fn set_successor(&mut self, level: usize, node: Node, successor: Node) {
        self.levels[level - LEAF - 1].successors[node.0 as usize] = successor;
    }

    /// From now on a step is 2^`power` generations.
    pub(super) fn step_is(&mut self, power: usize) {
        if let Some(before) = self.power.replace(power)
            && before != power
        {
            let same = before.min(power) + 2;
            for level in self.levels.iter_mut().skip((same + 1).saturating_sub(LEAF + 1)) {
                level.forget_successors();
            }
        }
    }

    /// The square a level higher with this one in its middle.
    pub(super) fn in_the_middle(&mut self, level: usize, node: Node) -> Result<Node, MemoryError> {
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

    /// The middle of a square, half as wide, if nothing lives outside it and it is kept already; level 5 at
    /// least.
    pub(super) fn only_the_middle(&self, level: usize, node: Node) -> Option<Node> {
        let [nw, ne, sw, se] = self.quarters(level, node).map(|quarter| self.quarters(level - 1, quarter));
        let outside = [nw[0], nw[1], nw[2], ne[0], ne[1], ne[3], sw[0], sw[2], sw[3], se[1], se[2], se[3]];
        if outside.iter().any(|&node| node != Node::EMPTY) {
            return None;
        }
        self.kept(level - 1, [nw[3], ne[2], sw[1], se[0]])
    }

    /// The number of a square if it is kept.
    fn kept(&self, level: usize, quarters: Quarters) -> Option<Node> {
        if quarters == Quarters::EMPTY {
            return Some(Node::EMPTY);
        }
        let kept = self.levels.get(level - LEAF - 1)?;
        let mask = kept.slots.len() - 1;
        let mut at = quarters.hash() as usize & mask;
        loop {
            let slot = kept.slots[at];
            if slot == Node::NONE {
                return None;
            }
            if kept.kept[slot.0 as usize] == quarters {
                return Some(slot);
            }
            at = (at + 1) & mask;
        }
    }

    /// Gives up all squares but those that the root is made of; the root gets its new number. Successors that
    /// are among them stay known.
    pub(super) fn keep_only(&mut self, root: &mut Node, level: usize) {
        let top = level - LEAF - 1;
        if self.levels.len() <= top {
            return;
        }
        // What each level needs, from the root down.
        let mut marks: Vec<Vec<bool>> =
            self.levels.iter().map(|level| vec![false; level.kept.len()]).collect();
        let mut leaves = vec![false; self.leaves.kept.len()];
        marks.iter_mut().chain([&mut leaves]).for_each(|marks| marks[0] = true);
        marks[top][root.0 as usize] = true;
        for at in (0..=top).rev() {
            let (below, here) = marks.split_at_mut(at);
            let below = below.last_mut().unwrap_or(&mut leaves);
            for (quarters, _) in self.levels[at].kept.iter().zip(&here[0]).filter(|&(_, &marked)| marked) {
                for quarter in quarters {
                    below[quarter.0 as usize] = true;
                }
            }
        }
        // New numbers, from the leaves up: a successor lies one level below its square.
        let mut below = self.leaves.keep(&leaves);
        self.leaves.place_anew(slots(self.leaves.kept.len()));
        self.len = self.leaves.kept.len();
        for (kept, marks) in self.levels.iter_mut().zip(&marks) {
            let numbers = kept.keep(marks);
            for (quarters, successor) in kept.kept.iter_mut().zip(&mut kept.successors) {
                *quarters = quarters.map(|quarter| below[quarter.0 as usize]);
                if *successor != Node::NONE {
                    *successor = below[successor.0 as usize];
                }
            }
            kept.place_anew(slots(kept.kept.len()));
            self.len += kept.kept.len();
            below = numbers;
        }
        let numbers = self.levels.len();
        if top + 1 == numbers {
            *root = below[root.0 as usize];
        } else {
            // Levels above the root hold the empty square alone; the root's are counted anew.
            *root = Node(marks[top][..root.0 as usize].iter().filter(|&&marked| marked).count() as u32);
        }
    }
}

/// Slots for so many squares, at most three quarters taken.
fn slots(squares: usize) -> usize {
    (squares * 2).next_power_of_two().max(16)
}
