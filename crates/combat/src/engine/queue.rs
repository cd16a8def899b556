//! The event queue: one timer a thing, and a tournament to know the next.
//!
//! What can be pending in a fight is known beforehand: the end, each phase, each buff, each damage over time on each
//! target, the next swing of each weapon, the actor's next decision. So every one of them has a *slot* with at most
//! one time in it, and there is nothing to allocate, to search or to cancel lazily. The slots are the leaves of a
//! winner tree (Knuth, *The Art of Computer Programming* 3, 5.4.1): the earliest is at the root, and a change costs one
//! comparison a level on the way up.
//!
//! At the same instant the lower slot comes first, always: the order is part of the rules, not of the queue's history.

use crate::units::{Micros, NEVER};

/// A slot's number.
pub(crate) type Slot = u16;

/// Bits of a key that name the slot.
const SLOT_BITS: u32 = 16;

/// Timers in slots, the earliest at hand.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    /// A heap-shaped tree: node i has the children 2i and 2i + 1, the leaves are the second half. A key is the time
    /// above the number of the slot.
    nodes: Box<[u64]>,
    leaves: usize,
}

impl Queue {
    pub(crate) fn new(slots: usize) -> Self {
        let leaves = slots.next_power_of_two().max(2);
        let mut queue = Self { nodes: vec![0; 2 * leaves].into(), leaves };
        queue.clear();
        queue
    }

    /// Cancels everything.
    pub(crate) fn clear(&mut self) {
        let leaves = self.leaves;
        for slot in 0..leaves {
            self.nodes[leaves + slot] = key(NEVER, slot as Slot);
        }
        for node in (1..leaves).rev() {
            self.nodes[node] = self.nodes[2 * node].min(self.nodes[2 * node + 1]);
        }
    }

    /// The next time and its slot; [`NEVER`] if nothing is pending.
    #[inline]
    pub(crate) fn next(&self) -> (Micros, Slot) {
        let key = self.nodes[1];
        (key >> SLOT_BITS, key as Slot)
    }

    /// Sets the one time of a slot; [`NEVER`] cancels it.
    #[inline]
    pub(crate) fn set(&mut self, slot: Slot, time: Micros) {
        let mut node = self.leaves + usize::from(slot);
        let mut winner = key(time, slot);
        let nodes = &mut self.nodes[..];
        while node > 1 {
            nodes[node] = winner;
            winner = winner.min(nodes[node ^ 1]);
            node >>= 1;
        }
        nodes[1] = winner;
    }

    /// The time of a slot.
    #[inline]
    pub(crate) fn time(&self, slot: Slot) -> Micros {
        self.nodes[self.leaves + usize::from(slot)] >> SLOT_BITS
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
            slots in 1..70usize,
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
