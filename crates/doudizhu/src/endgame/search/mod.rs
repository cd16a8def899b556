//! Depth-first search with a transposition table.
//!
//! # Several threads
//! All threads search the same position and share the table. To avoid duplicate searches, they take
//! different moves of the root. With three hands, down to a fixed depth, threads also avoid each
//! other's positions. If a thread reaches a position that another thread is searching, it defers
//! this position and searches other moves first (Weill, "The ABDADA distributed minimax search
//! algorithm", 1996). The first move of a position is never deferred: it mostly wins, and then the
//! search of the other moves would be wasted work. Each thread periodically checks whether another
//! thread has solved one of the positions between the root and the position that the thread is
//! searching. If so, the thread returns to the solved position. Deferring and returning change only
//! the order of the moves and no result.

mod frame;
mod three;
mod two;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use quadrille_progress::Meter;

use super::gaps::Class;
use super::key::{Key, Ranks, TranspositionTable};
use super::options::SearchOptions;
use super::plays::Plays;
use crate::{Hand, Move, Rules};
pub(super) use frame::Alike;
use frame::Frame;
pub(super) use three::Node;

/// The reason why a search returned without a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Halt {
    /// The observer cancelled the search.
    Stop,
    /// The table is about two thirds full and may grow.
    Grow,
    /// The search has lasted long enough to start the other threads.
    Spread,
    /// Another thread has reached the goal of the search.
    Settled,
    /// Another thread has solved a position on the path of this thread; the number is the depth of
    /// the position.
    Known(usize),
}

/// The number of nodes that one thread searches before the other threads start. Searching them
/// takes some hundredths of a second.
const NODES_ALONE: u64 = 1 << 16;

/// The depth down to which a thread defers positions that another thread is searching.
const SHARED_DEPTH: usize = 16;

/// The number of nodes that a worker searches between two checks of the shared state: some tenths
/// of a millisecond.
const NODES_A_LOOK: u64 = 1 << 10;

/// The state that all workers of a search share, apart from the table.
pub(super) struct Control<'a> {
    /// Counts the nodes of all workers, each up to its last check of this state, and notifies the
    /// observer.
    pub(super) meter: Meter<'a>,
    /// Whether the goal of the search is reached.
    pub(super) settled: AtomicBool,
    pub(super) shown: &'a Shown,
    /// Whether other threads may still be started during this search.
    pub(super) may_spread: bool,
    /// The positions that threads are searching. Used only if there are several threads.
    pub(super) busy: Busy,
}

/// The state of a search that the observer is shown.
#[derive(Default)]
pub(super) struct Shown {
    /// The depth of the worker that last checked the shared state.
    pub(super) depth: AtomicUsize,
    /// The number of solved root moves.
    pub(super) solved: AtomicU64,
}

/// The positions that threads are searching, by their hashes. The set is approximate, with false
/// positives and false negatives, which is sufficient because it affects only the order of moves.
pub(super) struct Busy(Vec<AtomicU64>);

impl Busy {
    pub(super) fn new(threads: usize) -> Self {
        Self((0..if threads > 1 { 1 << 12 } else { 0 }).map(|_| AtomicU64::new(0)).collect())
    }

    fn place(&self, key: Key) -> (&AtomicU64, u64) {
        let hash = key.hash();
        (&self.0[(hash >> 32) as usize & (self.0.len() - 1)], hash)
    }

    fn contains(&self, key: Key) -> bool {
        let (place, hash) = self.place(key);
        place.load(Ordering::Relaxed) == hash
    }

    fn enter(&self, key: Key) {
        let (place, hash) = self.place(key);
        place.store(hash, Ordering::Relaxed);
    }

    fn leave(&self, key: Key) {
        let (place, hash) = self.place(key);
        let _ = place.compare_exchange(hash, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

impl Control<'_> {
    fn look(&self, depth: usize) -> Result<(), Halt> {
        if self.settled.load(Ordering::Relaxed) {
            self.meter.note(NODES_A_LOOK);
            return Err(Halt::Settled);
        }
        self.shown.depth.store(depth, Ordering::Relaxed);
        self.meter.advance(NODES_A_LOOK).map_err(|_| Halt::Stop)
    }
}

/// The search of one thread.
pub(super) struct Worker<'a> {
    rules: Rules,
    pub(super) options: SearchOptions,
    table: &'a TranspositionTable,
    pub(super) control: &'a Control<'a>,
    memory: &'a mut Memory,
    /// The number of nodes that this worker has searched.
    nodes: u64,
    /// The number of table entries that this worker has added since its last check of the shared
    /// state.
    kept: u64,
    /// Whether other threads search the same position.
    shares: bool,
    /// The three-hand positions on the path from the root; empty if no other threads are running.
    path: Vec<(Node, Option<Class>)>,
}

/// The part of a worker that persists between searches.
#[derive(Debug)]
pub(super) struct Memory {
    plays: Plays,
    /// Buffers for the moves of the positions on the path from the root, by depth.
    frames: Vec<Frame>,
}

impl Memory {
    /// The queen, the lowest rank that counts as high in the move ordering with two hands.
    pub(super) const HIGH: u32 = 9;

    /// The initial memory of a worker in bytes.
    pub(super) const LEAST: u64 = Plays::LEAST;
    /// An upper bound of the memory of the move buffers in bytes.
    const BUFFERS: u64 = 256 << 10;

    /// Creates the memory of a worker of a solver whose transposition table may have `memory`
    /// bytes. The table of the move ordering may have a quarter of `memory`.
    pub(super) fn new(rules: Rules, memory: u64) -> Self {
        Self { plays: Plays::new(rules, memory / 4), frames: Vec::new() }
    }

    /// Returns the largest memory of a worker in bytes.
    pub(super) const fn most_bytes(memory: u64) -> u64 {
        Plays::most_bytes(memory / 4) + Self::BUFFERS
    }

    /// Returns the current memory in bytes, without the move buffers.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> u64 {
        self.plays.bytes()
    }

    /// Returns the second sort key of the move ordering. It decides between moves that leave
    /// equally good hands. The key is below 128, and lower keys come first. Moves of ranks below
    /// `from` come before moves of higher ranks, since high ranks win tricks later. Within each of
    /// these two sets, moves with more cards come first, and bombs come last, since bombs beat
    /// almost anything later.
    #[inline]
    pub(super) const fn tie_break(mv: Move, from: u32) -> u32 {
        let high = (mv.shape.rank() >= from) as u32;
        high << 6 | if mv.is_bomb_or_rocket() { 63 } else { 63 - mv.cards().len() }
    }

    /// Returns the fewest moves that empty a hand.
    pub(super) fn fewest(&mut self, hand: Hand) -> u32 {
        self.plays.fewest(hand)
    }
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        rules: Rules,
        options: SearchOptions,
        table: &'a TranspositionTable,
        control: &'a Control<'a>,
        memory: &'a mut Memory,
    ) -> Self {
        // Under rules where airplanes are not compared by their lowest rank, positions with equal
        // keys by gaps (`gaps.rs`) or by runs of ranks (`key.rs`) can have different results.
        let lowest = !rules.switches().compare_highest_trio;
        let (gaps, runs) = (options.gaps && lowest, options.runs && options.canonical && lowest);
        Self {
            rules,
            options: SearchOptions { gaps, runs, ..options },
            table,
            control,
            memory,
            nodes: 0,
            kept: 0,
            shares: !control.may_spread && !control.busy.0.is_empty(),
            path: Vec::new(),
        }
    }

    /// Counts a node, and checks the shared state periodically.
    #[inline]
    fn count(&mut self, depth: usize) -> Result<(), Halt> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_A_LOOK) { self.look(depth) } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self, depth: usize) -> Result<(), Halt> {
        self.table.note_used(std::mem::take(&mut self.kept));
        self.control.look(depth)?;
        if self.table.should_grow() {
            Err(Halt::Grow)
        } else if self.control.may_spread && self.control.meter.done() > NODES_ALONE {
            Err(Halt::Spread)
        } else if let Some(known) = self.path.iter().position(|(node, class)| self.is_known(node, *class)) {
            Err(Halt::Known(known))
        } else {
            Ok(())
        }
    }

    /// Returns the number of nodes of all workers up to their last checks of the shared state, plus
    /// the nodes of this worker since its last check.
    pub(super) fn total_nodes(&self) -> u64 {
        self.control.meter.done() + self.nodes % NODES_A_LOOK
    }

    /// Adds the nodes and entries since the last check to the shared totals.
    pub(super) fn finish(&mut self) {
        self.table.note_used(std::mem::take(&mut self.kept));
        self.control.meter.note(self.nodes % NODES_A_LOOK);
    }

    fn fewest(&mut self, hand: Hand) -> u32 {
        self.memory.plays.fewest(hand)
    }

    #[inline]
    fn ranks(&self, hands: [Hand; 3]) -> Ranks {
        if self.options.runs {
            Ranks::sorted(hands, None)
        } else if self.options.canonical {
            Ranks::new(hands)
        } else {
            Ranks::uncompressed(hands)
        }
    }

    /// Takes the move buffers of a depth. The caller puts them back after use.
    fn frame(&mut self, depth: usize) -> Frame {
        if self.memory.frames.len() <= depth {
            self.memory.frames.resize_with(depth + 1, Frame::default);
        }
        std::mem::take(&mut self.memory.frames[depth])
    }
}
