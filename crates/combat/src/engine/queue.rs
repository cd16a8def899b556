//! The event queue: one timer a thing, and two rounds to know the next.
//!
//! What can be pending in a fight is known beforehand: the end, each phase, each buff, each damage over time on each
//! target, the next swing of each weapon, the actor's next decision. So every one of them has a *slot* with at most
//! one time in it, and there is nothing to allocate, to search or to cancel lazily. The slots play in groups of sixteen; the winners
//! of the groups play for the first place (a winner tree, Knuth, *The Art of Computer Programming* 3, 5.4.1, as broad
//! as it is flat). A key is a float, because every x86-64 has an instruction for the lesser of two floats, two at a
//! time; as all keys are whole numbers below 2⁵³, nothing is lost.
//!
//! A group is played when its winner is asked for, not when a time in it is set: usually that is much later, and
//! reading sixteen numbers together right after writing one of them would make the processor wait.
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
    /// A key is the time above the number of the slot.
    groups: Box<[Group]>,
    /// The winner of each group, but for the one that is still to be played.
    winners: Box<[f64]>,
    unplayed: usize,
    slots: usize,
}

impl Queue {
    /// A queue of 1 to [`MOST_SLOTS`] slots.
    pub(crate) fn new(slots: usize) -> Self {
        debug_assert!((1..=MOST_SLOTS).contains(&slots), "{slots} slots");
        let groups = slots.div_ceil(WIDTH);
        let mut queue = Self {
            groups: vec![[f64::INFINITY; WIDTH]; groups].into(),
            winners: vec![f64::INFINITY; groups].into(),
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
        let mut first = self.play();
        if self.winners.len() > 1 {
            for &winner in &self.winners {
                first = lesser(first, winner);
            }
        }
        let key = first as i64 as u64;
        (key >> SLOT_BITS, (key & (MOST_SLOTS as u64 - 1)) as Slot)
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
        self.groups[place / WIDTH][place % WIDTH] as i64 as u64 >> SLOT_BITS
    }

    /// Plays the group in which times have been set.
    #[inline]
    fn play(&mut self) -> f64 {
        let winner = least(&self.groups[self.unplayed]);
        self.winners[self.unplayed] = winner;
        winner
    }
}

#[inline]
const fn key(time: Micros, slot: Slot) -> f64 {
    (time << SLOT_BITS | slot as u64) as i64 as f64
}

/// Not `f64::min`, which would also ask whether either is a number.
#[inline]
const fn lesser(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// The least key of a group: four at a time, which makes it eight instructions and not sixteen one after the other.
#[inline]
fn least(group: &Group) -> f64 {
    let mut lanes = [group[0], group[1], group[2], group[3]];
    for four in group[4..].as_chunks::<4>().0 {
        for (lane, &key) in lanes.iter_mut().zip(four) {
            *lane = lesser(*lane, key);
        }
    }
    let [a, b, c, d] = lanes;
    lesser(lesser(a, c), lesser(b, d))
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
