//! What every line of the action list waits for, and which lines a decision has to look at.
//!
//! The plain way to decide is to walk down the list after every event and to look at each line: cooldown,
//! cost, condition. Nearly all of those looks find what they found the last time. So a line that was looked
//! at and could not be used is not looked at again before something has happened that may free it:
//!
//! * something *changed* that it depends on (a bit of [`Depends`]), or
//! * an *instant* has come: a cooldown is over, regeneration has made up for the cost, a condition on the
//!   clock turns, or
//! * a resource that moves by events alone has reached a *level*.
//!
//! Lines stand in groups of up to 64, one bit each in a mask, and what they wait for stands in columns:
//!
//! ```text
//!   line       0      1      2      3      4   …  63
//!   free       1      0      0      1      0          to be looked at, a bit each
//!   changes    –     buff    cd     –      0          waits for a change of any of these bits   → hit
//!   until      –      ∞    12.5 s   –      ∞          … or for this instant                     → ripe
//!   leveled    0      0      0      0      1          … or for a level, a bit each
//!   level      –      –      –      –     40          … this level                              → reached
//!   resource   –      –      –      –    rage         … of this resource
//!   ─────────────────────────────────────────
//!   waited     ⊇ every `changes`                      The summaries are asked first. Mostly they say that
//!   earliest   ≤ every `until`                        nothing can have come about, and no column is read.
//!   lowest[k]  ≤ every `level`, by resource
//! ```
//!
//! The invariant: a line whose bit in `free` is 0 stands in the columns with what it waits for, and up to the
//! last decision nothing of that had come about. [`Waits::due`] alone sets bits of `free`, [`Waits::block`]
//! alone clears them. A line that is due but was not looked at, because one before it could be used,
//! therefore stays due and misses nothing, though changes are told only once.
//!
//! The summaries err on the safe side: `waited` may hold bits that nobody waits for any more, `earliest` and
//! `lowest` may lie below what any line waits for. A round over a column takes place only when its summary
//! says that something may have come about, and makes the summary exact again. Rounds do not branch on what
//! they read, for which line is hit is hard to guess: a comparison becomes a bit, and the bits are gathered
//! eight at a time.
//!
//! A decision goes from set bit to set bit, lowest first, which is the order of the list. The tests hold all
//! of this against a plain list of [`Blocked`].

use super::resource_state::ResourceState;
use crate::condition::Depends;
use crate::units::{Micros, NEVER};

/// What the last look at a line of the action list found out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocked {
    /// Nothing but a change of these can free it …
    pub(crate) waits_for: u64,
    /// … or a resource's reaching a level …
    pub(crate) resource: u16,
    pub(crate) level: i64,
    /// … or this instant's coming.
    pub(crate) until: Micros,
}

impl Blocked {
    /// Waiting for one of these things, or for an instant.
    pub(crate) const fn new(waits_for: u64, until: Micros) -> Self {
        Self { waits_for, resource: 0, level: i64::MAX, until }
    }
}

/// The places of the bits set, lowest first: `mask & (mask − 1)` clears the lowest.
#[inline]
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (bit < WIDTH).then_some(bit)
    })
}

/// Up to 64 lines of the list.
#[derive(Clone, Debug)]
pub(crate) struct Waits {
    lines: usize,
    /// Those to be looked at.
    free: u64,
    /// Those that wait for a level.
    leveled: u64,
    /// At least what lines wait for, and not later than the first instant that one waits for: exact after
    /// each round over the columns, which takes place when one of the two comes about.
    waited: u64,
    earliest: Micros,
    /// Not above the lowest level that a line waits for, by resource (some may share a place).
    lowest: [i64; KINDS],
    changes: [u64; WIDTH],
    until: [Micros; WIDTH],
    level: [i64; WIDTH],
    resource: [u16; WIDTH],
}

/// Lines at a time: a bit each.
const WIDTH: usize = 64;
/// Lines asked at a time, without a loop.
const STEP: usize = 8;
/// Resources whose lowest levels are kept apart.
const KINDS: usize = 4;

impl Waits {
    pub(crate) const WIDTH: usize = WIDTH;

    /// The lines of a list, in groups; all of them free.
    pub(crate) fn of(lines: usize) -> Box<[Self]> {
        let group = |first: usize| Self {
            lines: (lines - first).min(WIDTH),
            free: 0,
            leveled: 0,
            waited: 0,
            earliest: NEVER,
            lowest: [i64::MAX; KINDS],
            changes: [0; WIDTH],
            until: [NEVER; WIDTH],
            level: [i64::MAX; WIDTH],
            resource: [0; WIDTH],
        };
        let mut groups: Box<[Self]> = (0..lines).step_by(WIDTH).map(group).collect();
        groups.iter_mut().for_each(Self::clear);
        groups
    }

    /// A bit for every line.
    pub(crate) const fn every(&self) -> u64 {
        u64::MAX >> (WIDTH - self.lines)
    }

    /// A bit for every line that is not polled, as far as the last look at it says: those that are have their own
    /// instants, and are not to be looked at in between.
    pub(crate) fn unpolled(&self) -> u64 {
        let polled = self.changes.iter().enumerate().map(|(line, &changes)| {
            let polled = changes & Depends::ANY != 0;
            u64::from(polled) << line
        });
        self.every() & !polled.fold(0, |all, line| all | line)
    }

    /// Whether there may be lines that are polled.
    #[inline]
    pub(crate) const fn may_be_polled(&self) -> bool {
        self.waited & Depends::ANY != 0
    }

    /// A bit for every line that is polled and not due.
    pub(crate) fn waiting_polled(&self) -> u64 {
        !self.unpolled() & self.every() & !self.free
    }

    /// A bit for each of the first lines.
    pub(crate) const fn first(lines: usize) -> u64 {
        if lines < WIDTH { (1 << lines) - 1 } else { u64::MAX }
    }

    /// All lines are free.
    pub(crate) fn clear(&mut self) {
        self.free = self.every();
        self.leveled = 0;
        self.waited = 0;
        self.earliest = NEVER;
        self.lowest = [i64::MAX; KINDS];
    }

    /// The lines to be looked at, a bit each, when `changed` has changed since the last time. (A level that
    /// is waited for is not reached without its resource's changing.)
    #[inline]
    pub(crate) fn due(&mut self, now: Micros, changed: u64, resources: &[ResourceState]) -> u64 {
        let mut due = self.free;
        if self.waited & changed != 0 {
            due |= self.hit(changed);
        }
        if self.earliest <= now {
            due |= self.ripe(now);
        }
        if changed & Depends::RESOURCES != 0 && self.may_be_reached(resources) {
            due |= self.reached(due, resources);
        }
        self.free = due;
        due
    }

    /// Whether a level that is waited for may have been reached.
    #[inline]
    fn may_be_reached(&self, resources: &[ResourceState]) -> bool {
        resources.iter().enumerate().any(|(place, resource)| self.lowest[place % KINDS] <= resource.level)
    }

    /// The lines, other than those already due, whose level has been reached.
    #[inline(never)]
    fn reached(&mut self, due: u64, resources: &[ResourceState]) -> u64 {
        let mut all = 0;
        self.lowest = [i64::MAX; KINDS];
        for line in bits(self.leveled & !due) {
            let (place, level) = (usize::from(self.resource[line % WIDTH]), self.level[line % WIDTH]);
            let reached = resources.get(place).is_some_and(|resource| level <= resource.level);
            all |= u64::from(reached) << line;
            let lowest = &mut self.lowest[place % KINDS];
            *lowest = if reached { *lowest } else { level.min(*lowest) };
        }
        all
    }

    /// The lines that wait for one of these changes. They are free from now on, and no longer wait for a
    /// change (a level or an instant may stay behind; a free line's columns are not asked).
    #[inline(never)]
    fn hit(&mut self, changed: u64) -> u64 {
        let (mut hit, mut waited) = (0, 0);
        let steps = self.lines.div_ceil(STEP);
        for (step, eight) in self.changes.as_chunks_mut::<STEP>().0.iter_mut().take(steps).enumerate() {
            let mut bits = 0;
            for (place, waits_for) in eight.iter_mut().enumerate() {
                let hit = *waits_for & changed != 0;
                bits |= u64::from(hit) << place;
                *waits_for = if hit { 0 } else { *waits_for };
                waited |= *waits_for;
            }
            hit |= bits << (step * STEP);
        }
        self.waited = waited;
        hit
    }

    /// The lines whose instant has come; they wait for none any more.
    #[inline(never)]
    fn ripe(&mut self, now: Micros) -> u64 {
        let (mut ripe, mut earliest) = (0, NEVER);
        for (line, until) in self.until[..self.lines].iter_mut().enumerate() {
            if *until <= now {
                ripe |= 1 << line;
                *until = NEVER;
            }
            earliest = earliest.min(*until);
        }
        self.earliest = earliest;
        ripe
    }

    /// A line that was looked at has to wait. (The others that were due stay free, and miss nothing.)
    #[inline]
    pub(crate) fn block(&mut self, line: usize, blocked: Blocked) {
        let Blocked { waits_for, resource, level, until } = blocked;
        let (line, bit) = (line % WIDTH, 1 << line);
        self.free &= !bit;
        self.changes[line] = waits_for;
        self.until[line] = until;
        self.waited |= waits_for;
        self.earliest = self.earliest.min(until);
        if level < i64::MAX {
            self.leveled |= bit;
            (self.resource[line], self.level[line]) = (resource, level);
            let lowest = &mut self.lowest[usize::from(resource) % KINDS];
            *lowest = level.min(*lowest);
        } else {
            self.leveled &= !bit;
        }
    }

    /// What all lines wait for when none could be used: changes, and the first instant. Rather too much than
    /// too little. Resources are told which level is awaited, or a lower one.
    #[inline]
    pub(crate) fn all(groups: &[Self], resources: &mut [ResourceState]) -> (u64, Micros) {
        let (mut waits_for, mut first, mut lowest) = (0, NEVER, [i64::MAX; KINDS]);
        for group in groups {
            waits_for |= group.waited;
            first = first.min(group.earliest);
            for (lowest, &own) in lowest.iter_mut().zip(&group.lowest) {
                *lowest = own.min(*lowest);
            }
        }
        for (resource, &lowest) in resources.iter_mut().zip(lowest.iter().cycle()) {
            resource.awaited = lowest;
        }
        (waits_for, first)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The plain list: what each line waits for; nothing, if it is free.
    type Plain = Vec<Option<Blocked>>;

    fn plain_due(lines: &Plain, now: Micros, changed: u64, resources: &[ResourceState]) -> Vec<usize> {
        let is_due = |line: &Option<Blocked>| {
            line.is_none_or(|line| {
                line.waits_for & changed != 0
                    || line.until <= now
                    || changed & Depends::RESOURCES != 0
                        && line.level <= resources[usize::from(line.resource)].level
            })
        };
        (0..lines.len()).filter(|&line| is_due(&lines[line])).collect()
    }

    fn blocked() -> impl Strategy<Value = Blocked> {
        let bits = prop_oneof![Just(0), (0..64u32).prop_map(|bit| 1u64 << bit), any::<u64>()];
        let level = prop_oneof![Just(i64::MAX), 0..9i64];
        (bits, 0..3u16, level, prop_oneof![0..40u64, Just(NEVER)])
            .prop_map(|(waits_for, resource, level, until)| Blocked { waits_for, resource, level, until })
    }

    fn changed() -> impl Strategy<Value = u64> {
        prop_oneof![Just(0), (0..64u32).prop_map(|bit| 1u64 << bit), any::<u64>()]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        /// Decision after decision, the bits are the lines that a walk over the plain list finds.
        #[test]
        fn the_bits_are_the_lines_of_a_plain_walk(
            lines in 1..150usize,
            decisions in prop::collection::vec(
                (0..4u64, changed(), prop::collection::vec(0..9i64, 3), prop::collection::vec(blocked(), 0..20), any::<bool>()),
                1..20,
            ),
        ) {
            let mut groups = Waits::of(lines);
            let mut plain: Plain = vec![None; lines];
            let mut now = 0;
            for (passed, changed, levels, looks, used) in decisions {
                now += passed;
                let mut resources: Vec<ResourceState> =
                    levels.iter().map(|&level| ResourceState { level, ..ResourceState::default() }).collect();
                let expected = plain_due(&plain, now, changed, &resources);
                let mut found = Vec::new();
                let mut looks = looks.iter();
                for (first, group) in (0..).step_by(WIDTH).zip(&mut groups) {
                    for line in bits(group.due(now, changed, &resources)) {
                        found.push(first + line);
                        plain[first + line] = None;
                        // Those looked at are blocked again, unless the last of them can be used.
                        if let Some(&blocked) = looks.next() && (looks.len() > 0 || !used) {
                            group.block(line, blocked);
                            plain[first + line] = Some(blocked);
                        }
                    }
                }
                prop_assert_eq!(found, expected);
                if let Some(all) = plain.iter().copied().collect::<Option<Vec<Blocked>>>() {
                    let (waits_for, first) = Waits::all(&groups, &mut resources);
                    let needed = all.iter().fold(0, |sum, line| sum | line.waits_for);
                    prop_assert_eq!(waits_for & needed, needed);
                    prop_assert!(all.iter().all(|line| first <= line.until));
                    for (place, resource) in resources.iter().enumerate() {
                        let levels = all.iter().filter(|line| usize::from(line.resource) == place).map(|line| line.level);
                        prop_assert!(resource.awaited <= levels.min().unwrap_or(i64::MAX));
                    }
                }
            }
            groups.iter_mut().for_each(Waits::clear);
            let free: usize = groups.iter().map(|group| group.free.count_ones() as usize).sum();
            prop_assert_eq!(free, lines);
        }
    }
}
