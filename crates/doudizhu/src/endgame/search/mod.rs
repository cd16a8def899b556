//! The search: depth first, over a table of transpositions.
//!
//! # Several threads
//! All threads search the same position, each by itself, and share the table. So that they do not do the same
//! work, they take different moves of the root; and in three hands, down to some depth, a thread that comes to
//! a position which another is searching just now leaves it for later, and takes the other moves first
//! (Weill, "The ABDADA distributed minimax search algorithm", 1996). Only the first move of a position is never
//! left for later: it mostly wins, and then the others are wasted. Now and then a thread looks whether what it
//! is in the middle of is known by now, and goes on from there. None of this touches an answer: it changes
//! only the order of moves, and what is known is known from the table.

mod frame;
mod three;
mod two;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quadrille_progress::{Observer, Progress};

use super::gaps::Class;
use super::ideas::Ideas;
use super::key::{Key, Ranks};
use super::plays::Plays;
use super::table::Table;
use crate::{Hand, Move, Rules};
pub(super) use frame::Alike;
use frame::Frame;
pub(super) use three::Node;

/// Why a search came back without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Halt {
    /// The observer said stop.
    Stop,
    /// The table is full, and may grow.
    Grow,
    /// There is enough to do for other threads.
    Spread,
    /// Another thread has found out what was asked.
    Settled,
    /// Another thread has found out what was asked of the position at this depth.
    Known(usize),
}

/// How many nodes one thread looks at before it calls others: some hundredths of a second.
const NODES_ALONE: u64 = 1 << 16;

/// Down to which depth threads leave each other's positions alone.
const SHARED_DEPTH: usize = 16;

/// How many nodes a worker looks at between two looks at the clock, so to speak: some tenths of a
/// millisecond.
const NODES_A_LOOK: u64 = 1 << 10;

/// What all workers of a search share, but for the table.
pub(super) struct Control<'a> {
    pub(super) observer: &'a dyn Observer,
    pub(super) stop: AtomicBool,
    /// What was asked is known.
    pub(super) settled: AtomicBool,
    /// Nodes of all workers.
    pub(super) nodes: AtomicU64,
    /// Root moves known, and how many there are.
    pub(super) solved: AtomicU64,
    pub(super) moves: u64,
    /// Whether more threads wait to be called.
    pub(super) may_spread: bool,
    /// Which positions are being searched, where threads leave each other's alone.
    pub(super) busy: Busy,
}

/// Positions that are being searched just now, by their hashes; or more, or less: it is for the order only.
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
    fn look(&self, nodes: u64, depth: usize) -> Result<(), Halt> {
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.stop.load(Ordering::Relaxed) {
            return Err(Halt::Stop);
        }
        if self.settled.load(Ordering::Relaxed) {
            return Err(Halt::Settled);
        }
        let solved = self.solved.load(Ordering::Relaxed);
        let progress = Progress::done(nodes)
            .counting("nodes")
            .with_message(format!("depth {depth}, {solved} of {} moves known", self.moves));
        if self.observer.observe(&progress).is_break() {
            self.stop.store(true, Ordering::Relaxed);
            return Err(Halt::Stop);
        }
        Ok(())
    }
}

/// One thread's part of a search.
pub(super) struct Worker<'a> {
    rules: Rules,
    pub(super) ideas: Ideas,
    table: &'a Table,
    pub(super) control: &'a Control<'a>,
    memory: &'a mut Memory,
    /// Nodes so far.
    nodes: u64,
    /// New entries of the table since the last look.
    kept: u64,
    /// Whether other threads are at work.
    shares: bool,
    /// Where it shares, the positions of three on the way from the root.
    path: Vec<(Node, Option<Class>)>,
}

/// What a worker keeps from one search to the next.
#[derive(Debug)]
pub(super) struct Memory {
    plays: Plays,
    /// Moves of positions on the way from the root, by depth.
    frames: Vec<Frame>,
}

impl Memory {
    /// The rank of the queen: the first high rank with two hands.
    pub(super) const HIGH: u32 = 9;

    /// Bytes that it takes at first.
    pub(super) const LEAST: u64 = Plays::LEAST;

    pub(super) fn new(rules: Rules) -> Self {
        Self { plays: Plays::new(rules), frames: Vec::new() }
    }

    /// Returns the bytes that it takes now, without the frames of positions on the way.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> u64 {
        self.plays.bytes()
    }

    /// Orders moves that leave equally good hands, lowest first, below 128: ranks below `from` before the others,
    /// which win tricks later; then most cards first; bombs last, which beat almost anything later.
    #[inline]
    pub(super) const fn tie_break(mv: Move, from: u32) -> u32 {
        let high = (mv.shape.rank() >= from) as u32;
        high << 6 | if mv.is_bomb_or_rocket() { 63 } else { 63 - mv.cards().len() }
    }

    /// The fewest moves that empty a hand.
    pub(super) fn fewest(&mut self, hand: Hand) -> u32 {
        self.plays.fewest(hand)
    }
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        rules: Rules,
        ideas: Ideas,
        table: &'a Table,
        control: &'a Control<'a>,
        memory: &'a mut Memory,
    ) -> Self {
        // Where airplanes do not compare by their lowest rank, gaps and runs say too little.
        let lowest = !rules.switches().compare_highest_trio;
        let (gaps, runs) = (ideas.gaps && lowest, ideas.runs && ideas.canonical && lowest);
        Self {
            rules,
            ideas: Ideas { gaps, runs, ..ideas },
            table,
            control,
            memory,
            nodes: 0,
            kept: 0,
            shares: !control.may_spread && !control.busy.0.is_empty(),
            path: Vec::new(),
        }
    }

    /// Counts a node, and now and then looks up from the work.
    #[inline]
    fn count(&mut self, depth: usize) -> Result<(), Halt> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_A_LOOK) { self.look(depth) } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self, depth: usize) -> Result<(), Halt> {
        self.table.note_used(std::mem::take(&mut self.kept));
        self.control.look(NODES_A_LOOK, depth)?;
        if self.table.should_grow() {
            Err(Halt::Grow)
        } else if self.control.may_spread && self.control.nodes.load(Ordering::Relaxed) > NODES_ALONE {
            Err(Halt::Spread)
        } else if let Some(known) = self.path.iter().position(|(node, class)| self.is_known(node, *class)) {
            Err(Halt::Known(known))
        } else {
            Ok(())
        }
    }

    /// Nodes of all workers so far, as far as they have told.
    pub(super) fn total_nodes(&self) -> u64 {
        self.control.nodes.load(Ordering::Relaxed) + self.nodes % NODES_A_LOOK
    }

    /// Tells the control of the nodes that it has not heard of.
    pub(super) fn finish(&mut self) {
        self.table.note_used(std::mem::take(&mut self.kept));
        self.control.nodes.fetch_add(self.nodes % NODES_A_LOOK, Ordering::Relaxed);
    }

    fn fewest(&mut self, hand: Hand) -> u32 {
        self.memory.plays.fewest(hand)
    }

    #[inline]
    fn ranks(&self, hands: [Hand; 3]) -> Ranks {
        if self.ideas.runs {
            Ranks::sorted(hands, None)
        } else if self.ideas.canonical {
            Ranks::new(hands)
        } else {
            Ranks::uncompressed(hands)
        }
    }

    /// The moves of a node, from the stock.
    fn frame(&mut self, depth: usize) -> Frame {
        if self.memory.frames.len() <= depth {
            self.memory.frames.resize_with(depth + 1, Frame::default);
        }
        std::mem::take(&mut self.memory.frames[depth])
    }
}
