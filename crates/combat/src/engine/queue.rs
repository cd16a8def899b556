//! The event queue: one timer per slot, and a winner tree that finds the earliest timer.
//!
//! All events that can be pending in a fight are known in advance: the end, each phase, each buff,
//! each damage over time on each target, the next swing of each weapon, the actor's next decision.
//! Each of these events has a *slot*, which holds at most one time. The queue therefore needs no
//! allocation, no search and no lazy cancellation. Slots form groups of sixteen, in four rows of
//! four. The winners of the groups form groups of sixteen again, and so on, up to one last group (a
//! winner tree, Knuth, *The Art of Computer Programming* 3, 5.4.1). Setting a time updates only the
//! path from its slot to the root. With up to sixteen timers, this takes three comparisons in the
//! slot's row, and the next event is the least of four row winners.
//!
//! ```text
//!   last group   ┌ row 0: w0  w1  w2  w3  → least ┐
//!                │ row 1: w4  w5  …       → least │ → least of four: the next timer
//!                │ row 2: …               → least │
//!                └ row 3: …           w15 → least ┘
//!                          ▲ the winner of group 1
//!   group 1      ┌ row 0: slot 16 … 19    → least ┐   set(18, t) computes the least of row 0 and
//!                │ …                              │   the least of group 1 (3 comparisons each),
//!                └ row 3: slot 28 … 31    → least ┘   then the least of w0 to w3
//! ```
//!
//! A key holds the time in the bits above the slot: `time << 13 | slot`. A single integer
//! comparison therefore orders two timers by their times and, if the times are equal, by their
//! slots.
//!
//! Keys are read one by one, and never several in one wide load. Directly after a narrow store to
//! the same address, a wide load would stall until the store has reached the cache. This stall
//! would take longer than all comparisons.
//!
//! Of two timers with the same time, the one with the lower slot always comes first. This order is
//! part of the rules of the fight, and does not depend on the history of the queue.

use crate::model::MOST_TIMERS;
use crate::units::{Micros, NEVER};

/// Index of a slot.
pub(crate) type Slot = u16;

/// Number of bits of a key that hold the slot.
const SLOT_BITS: u32 = MOST_TIMERS.trailing_zeros();
/// Keys per row.
const ROW: usize = 4;
/// Keys per group.
const WIDTH: usize = ROW * ROW;

// The bits above the slot suffice for the latest time.
const _: () = assert!(NEVER.leading_zeros() >= SLOT_BITS);

/// Sixteen keys in four rows. The least key of each row is stored. The least key of the whole group
/// is computed on request.
#[derive(Clone, Debug)]
struct Group {
    rows: [[u64; ROW]; ROW],
    winners: [u64; ROW],
}

impl Group {
    const EMPTY: Self = Self { rows: [[u64::MAX; ROW]; ROW], winners: [u64::MAX; ROW] };

    /// Sets the key at an index.
    #[inline]
    fn set(&mut self, player: usize, key: u64) {
        let row = player / ROW % ROW;
        self.rows[row][player % ROW] = key;
        self.winners[row] = least(self.rows[row]);
    }

    /// Returns the least key.
    #[inline]
    fn winner(&self) -> u64 {
        least(self.winners)
    }
}

#[inline]
fn least([a, b, c, d]: [u64; ROW]) -> u64 {
    a.min(b).min(c.min(d))
}

/// Timers in slots, with fast access to the earliest.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    /// The last group, whose winner is the next timer. With at most sixteen slots, it holds the
    /// keys of all slots. Otherwise, it holds the winners of other groups.
    last: Group,
    /// All groups except the last: first the groups of slots, then the groups that hold their
    /// winners, and so on.
    groups: Box<[Group]>,
    /// For each of `groups`, the index of the group that contains its winner; empty if the last
    /// group contains all winners.
    above: Box<[usize]>,
    slots: usize,
    /// Whether the queue has no tree, so that every change scans all slots.
    plain: bool,
}

impl Queue {
    /// Creates a queue of 1 to [`MOST_TIMERS`] slots.
    pub(crate) fn new(slots: usize) -> Self {
        debug_assert!((1..=MOST_TIMERS).contains(&slots), "{slots} slots");
        let mut above = Vec::new();
        let mut round = slots.div_ceil(WIDTH);
        while round > 1 {
            let next = above.len() + round;
            above.extend((0..round).map(|group| next + group / WIDTH));
            round = round.div_ceil(WIDTH);
        }
        let groups = vec![Group::EMPTY; above.len()].into();
        if slots <= WIDTH * WIDTH {
            above.clear();
        }
        let mut queue = Self { last: Group::EMPTY, groups, above: above.into(), slots, plain: false };
        queue.clear();
        queue
    }

    /// Returns the size of the queue's heap storage in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.groups) + size_of_val(&*self.above)
    }

    /// Creates a queue without the tree: every change scans all slots.
    #[cfg(feature = "oracle")]
    pub(crate) fn plain(slots: usize) -> Self {
        let groups = vec![Group::EMPTY; slots.div_ceil(WIDTH)].into();
        // `above` must not be empty, so that `play` calls `play_on`, which scans all slots of such
        // a queue.
        let above = [usize::MAX].into();
        let mut queue = Self { last: Group::EMPTY, groups, above, slots, plain: true };
        queue.clear();
        queue
    }

    /// Cancels all timers.
    pub(crate) fn clear(&mut self) {
        for slot in 0..self.slots {
            self.set(slot as Slot, NEVER);
        }
    }

    /// Returns the earliest time and its slot; [`NEVER`] if nothing is pending.
    #[inline]
    pub(crate) fn next(&self) -> (Micros, Slot) {
        let first = self.last.winner();
        (first >> SLOT_BITS, (first & (MOST_TIMERS as u64 - 1)) as Slot)
    }

    /// Sets the time of a slot; [`NEVER`] cancels the timer.
    #[inline]
    pub(crate) fn set(&mut self, slot: Slot, time: Micros) {
        let key = key(time.min(NEVER), slot);
        if self.groups.is_empty() {
            self.last.set(usize::from(slot), key);
        } else {
            self.play(usize::from(slot), key);
        }
    }

    /// Sets a key in a queue of several groups and updates the path to the root.
    #[inline(never)]
    fn play(&mut self, slot: usize, key: u64) {
        let group = slot / WIDTH;
        let own = &mut self.groups[group];
        own.set(slot % WIDTH, key);
        let winner = own.winner();
        if self.above.is_empty() {
            self.last.set(group, winner);
        } else {
            self.play_on(group, winner);
        }
    }

    /// Updates the path from a group of slots to the root, in a tree of any number of levels.
    #[inline(never)]
    fn play_on(&mut self, mut group: usize, mut winner: u64) {
        if self.plain {
            let keys = self.groups.iter().flat_map(|group| group.rows.as_flattened());
            self.last.set(0, keys.copied().min().unwrap_or(u64::MAX));
            return;
        }
        // `first` is the index of the first group of the current tree level. `group - first` is the
        // index of a winner among the winners of this level.
        let (mut first, mut player) = (0, group);
        while let Some(&above) = self.above.get(group) {
            player = group - first;
            first = above - player / WIDTH;
            group = above;
            let Some(own) = self.groups.get_mut(group) else { break };
            own.set(player, winner);
            winner = own.winner();
        }
        self.last.set(player, winner);
    }

    /// Returns the time of a slot.
    #[inline]
    pub(crate) fn time(&self, slot: Slot) -> Micros {
        let place = usize::from(slot);
        let group = self.groups.get(place / WIDTH).unwrap_or(&self.last);
        group.rows[place / ROW % ROW][place % ROW] >> SLOT_BITS
    }
}

#[inline]
const fn key(time: Micros, slot: Slot) -> u64 {
    time << SLOT_BITS | slot as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The oracle: scans every slot.
    fn earliest(times: &[Micros]) -> (Micros, Slot) {
        let slot = (0..times.len()).min_by_key(|&slot| (times[slot], slot)).expect("a slot");
        (times[slot], slot as Slot)
    }

    fn time() -> impl Strategy<Value = Micros> {
        prop_oneof![0..5u64, Just(NEVER), Just(NEVER - 1), 0..NEVER]
    }

    proptest! {
        #[test]
        fn the_tree_knows_the_earliest(
            slots in prop_oneof![8 => 1..70usize, 4 => 250..300usize, 1 => 4090..4100usize],
            changes in prop::collection::vec((any::<prop::sample::Index>(), time()), 0..100),
        ) {
            let (mut queue, mut plain) = (Queue::new(slots), Queue::plain(slots));
            let mut times = vec![NEVER; slots];
            for (slot, time) in changes {
                let slot = slot.index(slots);
                queue.set(slot as Slot, time);
                plain.set(slot as Slot, time);
                times[slot] = time;
                prop_assert_eq!(queue.next(), earliest(&times));
                prop_assert_eq!(plain.next(), earliest(&times));
                prop_assert_eq!(queue.time(slot as Slot), time);
                prop_assert_eq!(plain.time(slot as Slot), time);
            }
            queue.clear();
            prop_assert_eq!(queue.next(), (NEVER, 0));
        }
    }
}
