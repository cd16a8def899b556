//! The event queue: one timer a thing, and a tournament to know the next.
//!
//! What can be pending in a fight is known beforehand: the end, each phase, each buff, each damage over time on each
//! target, the next swing of each weapon, the actor's next decision. So every one of them has a *slot* with at most
//! one time in it, and there is nothing to allocate, to search or to cancel lazily. The slots are the leaves of a
//! winner tree (Knuth, *The Art of Computer Programming* 3, 5.4.1) in which sixteen play at a time: a change costs the
//! least of sixteen numbers on each level, and most fights have one level or two. A key is a float, because every x86-64 has an
//! instruction for the lesser of two floats, two at a time; as all keys are whole numbers below 2⁵³, nothing is lost.
//!
//! At the same instant the lower slot comes first, always: the order is part of the rules, not of the queue's history.

use crate::units::{Micros, NEVER};

/// A slot's number.
pub(crate) type Slot = u16;

/// Bits of a key that name the slot.
const SLOT_BITS: u32 = 13;
/// Most slots of a queue.
pub(crate) const MOST_SLOTS: usize = 1 << SLOT_BITS;
/// How many play at a time.
const WIDTH: usize = 16;

// The latest time and the last slot make the largest key, which must be exact as a float.
const _: () = assert!(NEVER < 1 << (53 - SLOT_BITS));

type Group = [f64; WIDTH];

/// Timers in slots, the earliest at hand.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    /// The groups of every level, the leaves first. A winner stands again in the group above.
    groups: Box<[Group]>,
    /// Where each level begins among the groups.
    levels: Box<[usize]>,
    /// The key that comes first.
    first: f64,
    slots: usize,
}

impl Queue {
    /// A queue of up to [`MOST_SLOTS`] slots.
    pub(crate) fn new(slots: usize) -> Self {
        assert!(slots <= MOST_SLOTS, "{slots} slots");
        let mut levels = vec![];
        let (mut groups, mut players) = (0, slots.max(1));
        while players > 1 || levels.is_empty() {
            levels.push(groups);
            players = players.div_ceil(WIDTH);
            groups += players;
        }
        let groups = vec![[f64::INFINITY; WIDTH]; groups].into();
        let mut queue = Self { groups, levels: levels.into(), first: f64::INFINITY, slots };
        queue.clear();
        queue
    }

    /// Cancels everything.
    pub(crate) fn clear(&mut self) {
        self.groups.fill([f64::INFINITY; WIDTH]);
        for slot in 0..self.slots {
            self.groups[slot / WIDTH][slot % WIDTH] = key(NEVER, slot as Slot);
        }
        for level in 1..self.levels.len() {
            for below in self.levels[level - 1]..self.levels[level] {
                let place = below - self.levels[level - 1];
                self.groups[self.levels[level] + place / WIDTH][place % WIDTH] = least(&self.groups[below]);
            }
        }
        self.first = self.groups.last().map_or(f64::INFINITY, least);
    }

    /// The next time and its slot; [`NEVER`] if nothing is pending.
    #[inline]
    pub(crate) fn next(&self) -> (Micros, Slot) {
        let key = self.first as i64 as u64;
        (key >> SLOT_BITS, (key & (MOST_SLOTS as u64 - 1)) as Slot)
    }

    /// Sets the one time of a slot; [`NEVER`] cancels it.
    #[inline]
    pub(crate) fn set(&mut self, slot: Slot, time: Micros) {
        let mut place = usize::from(slot);
        let mut winner = key(time.min(NEVER), slot);
        for &level in &self.levels {
            let group = &mut self.groups[level + place / WIDTH];
            group[place % WIDTH] = winner;
            winner = least(group);
            place /= WIDTH;
        }
        self.first = winner;
    }

    /// The time of a slot.
    #[inline]
    pub(crate) fn time(&self, slot: Slot) -> Micros {
        let slot = usize::from(slot);
        self.groups[slot / WIDTH][slot % WIDTH] as i64 as u64 >> SLOT_BITS
    }
}

#[inline]
const fn key(time: Micros, slot: Slot) -> f64 {
    (time << SLOT_BITS | slot as u64) as i64 as f64
}

/// The least key of a group: four at a time, which makes it eight instructions and not sixteen one after the other.
#[inline]
fn least(group: &Group) -> f64 {
    let mut lanes = [group[0], group[1], group[2], group[3]];
    for four in group[4..].as_chunks::<4>().0 {
        for (lane, &key) in lanes.iter_mut().zip(four) {
            // Not `f64::min`, which would also ask whether either is a number.
            *lane = if key < *lane { key } else { *lane };
        }
    }
    let [a, b, c, d] = lanes;
    let (a, b) = (if c < a { c } else { a }, if d < b { d } else { b });
    if b < a { b } else { a }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The plain queue: look at every slot.
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
            slots in prop_oneof![1..70usize, 250..300usize],
            changes in prop::collection::vec((any::<prop::sample::Index>(), time()), 0..200),
        ) {
            let mut queue = Queue::new(slots);
            let mut times = vec![NEVER; slots];
            for (slot, time) in changes {
                let slot = slot.index(slots);
                queue.set(slot as Slot, time);
                times[slot] = time;
                prop_assert_eq!(queue.next(), earliest(&times));
                prop_assert_eq!(queue.time(slot as Slot), time);
            }
            queue.clear();
            prop_assert_eq!(queue.next(), (NEVER, 0));
        }
    }
}
