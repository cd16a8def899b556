//! The event queue: one timer a thing, and two rounds to know the next.
//!
//! What can be pending in a fight is known beforehand: the end, each phase, each buff, each damage over time on each
//! target, the next swing of each weapon, the actor's next decision. So every one of them has a *slot* with at most
//! one time in it, and there is nothing to allocate, to search or to cancel lazily. The slots play in groups of sixteen; the winners
//! of the groups play for the first place (a winner tree, Knuth, *The Art of Computer Programming* 3, 5.4.1, as broad
//! as it is flat).
//!
//! Keys are read one by one, never several in one wide load: a wide load right after one of its parts was written waits until
//! the write has reached the cache, which costs more than all comparisons.
//!
//! A group is played when its winner is asked for, not when a time in it is set: by then
//! several of its times may have changed.
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

// Room for the latest time above the number of a slot.
const _: () = assert!(NEVER.leading_zeros() >= SLOT_BITS);

type Group = [u64; WIDTH];

/// Timers in slots, the earliest at hand.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    /// A key is the time above the number of the slot.
    groups: Box<[Group]>,
    /// The winner of each group, but for the one that is still to be played.
    winners: Box<[u64]>,
    unplayed: usize,
    slots: usize,
}

impl Queue {
    /// A queue of 1 to [`MOST_SLOTS`] slots.
    pub(crate) fn new(slots: usize) -> Self {
        debug_assert!((1..=MOST_SLOTS).contains(&slots), "{slots} slots");
        let groups = slots.div_ceil(WIDTH);
        let mut queue = Self {
            groups: vec![[u64::MAX; WIDTH]; groups].into(),
            winners: vec![u64::MAX; groups].into(),
            unplayed: 0,
            slots,
        };
        queue.clear();
        queue
    }

    /// Cancels everything.
    pub(crate) fn clear(&mut self) {
        for slot in 0..self.slots {
            self.groups[slot / WIDTH][slot % WIDTH] = key(NEVER, slot as Slot);
        }
        for (winner, group) in self.winners.iter_mut().zip(&self.groups) {
            *winner = least(group);
        }
    }

    /// The next time and its slot; [`NEVER`] if nothing is pending.
    #[inline]
    pub(crate) fn next(&mut self) -> (Micros, Slot) {
        let first = if let [only] = &*self.groups {
            least(only)
        } else {
            self.play();
            self.winners.iter().fold(u64::MAX, |first, &winner| first.min(winner))
        };
        (first >> SLOT_BITS, (first & (MOST_SLOTS as u64 - 1)) as Slot)
    }

    /// Sets the one time of a slot; [`NEVER`] cancels it.
    #[inline]
    pub(crate) fn set(&mut self, slot: Slot, time: Micros) {
        let place = usize::from(slot);
        let group = place / WIDTH;
        if group != self.unplayed {
            self.play();
            self.unplayed = group;
        }
        self.groups[group][place % WIDTH] = key(time.min(NEVER), slot);
    }

    /// The time of a slot.
    #[inline]
    pub(crate) fn time(&self, slot: Slot) -> Micros {
        let place = usize::from(slot);
        self.groups[place / WIDTH][place % WIDTH] >> SLOT_BITS
    }

    /// Plays the group in which times have been set.
    #[inline(never)]
    fn play(&mut self) {
        self.winners[self.unplayed] = least(&self.groups[self.unplayed]);
    }
}

#[inline]
const fn key(time: Micros, slot: Slot) -> u64 {
    time << SLOT_BITS | slot as u64
}

/// The least key of a group: four rounds, each of half as many.
#[inline]
fn least(group: &Group) -> u64 {
    let eight: [u64; 8] = std::array::from_fn(|i| group[i].min(group[i + 8]));
    let four: [u64; 4] = std::array::from_fn(|i| eight[i].min(eight[i + 4]));
    four[0].min(four[2]).min(four[1].min(four[3]))
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
