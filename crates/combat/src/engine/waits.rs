//! Wait sets: the wait conditions of each line of the action list, and the lines that a decision
//! must evaluate.
//!
//! The simple way to decide is to evaluate the cooldown, cost and condition of every line after
//! every event. Nearly all of these evaluations repeat the previous result. A line that could not
//! be used is therefore evaluated again only after an event that may make it usable:
//!
//! * a *change* of something on which it depends (a bit of [`Depends`]), or
//! * an *instant*: the end of a cooldown, the time at which regeneration covers the cost, or the
//!   time at which a time-dependent condition may become true, or
//! * a *level*: a resource that changes only at events reaches the level that the line needs.
//!
//! A group consists of up to 64 lines, so that a mask has one bit per line. The wait conditions of
//! the lines are stored in columns:
//!
//! ```text
//!   line       0      1      2      3      4   …  63
//!   free       1      0      0      1      0          to be evaluated, one bit each
//!   changes    –     buff    cd     –      0          waits for a change of any of these bits   → hit
//!   until      –      ∞    12.5 s   –      ∞          … or for this instant                     → ripe
//!   leveled    0      0      0      0      1          … or for a level, one bit each
//!   level      –      –      –      –     40          … this level                              → reached
//!   resource   –      –      –      –    rage         … of this resource
//!   ─────────────────────────────────────────
//!   waited     ⊇ every `changes`                      Summaries are checked first. Mostly they show that
//!   earliest   ≤ every `until`                        no line can be due, and no column is read.
//!   lowest[k]  ≤ every `level`, by resource
//! ```
//!
//! Invariant: if the bit of a line in `free` is 0, the columns hold the line's wait conditions, and
//! none of these conditions was met up to the last decision. Only [`Waits::due`] sets bits of
//! `free`, and only [`Waits::block`] clears them. A due line is not evaluated if an earlier line
//! can be used. It then stays due, so it misses no change, although each change is delivered only
//! once.
//!
//! The summaries are conservative: `waited` may hold bits for which no line waits any more, and
//! `earliest` and `lowest` may be below the actual minimum. A column is scanned only if its summary
//! requires it, and the scan makes the summary exact again. Scans do not branch on the data,
//! because such branches are hard to predict. Instead, each comparison gives a bit, and bits are
//! collected eight at a time.
//!
//! A decision iterates over the set bits from the lowest to the highest, which is the order of the
//! list. Tests compare the groups with a plain list of [`Blocked`].

use super::resources::ResourceState;
use crate::condition::Depends;
use crate::units::{Micros, NEVER};

/// Result of evaluating an unusable line: its wait conditions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocked {
    /// Bits of [`Depends`](crate::condition::Depends); a change of any of them ends the wait.
    pub(crate) waits_for: u64,
    /// Resource for which the line waits: the wait ends when its level reaches `level`.
    pub(crate) resource: u16,
    pub(crate) level: i64,
    /// Instant that ends the wait.
    pub(crate) until: Micros,
}

impl Blocked {
    /// Creates a wait for a change or an instant.
    pub(crate) const fn new(waits_for: u64, until: Micros) -> Self {
        Self { waits_for, resource: 0, level: i64::MAX, until }
    }
}

/// Iterates over the indices of the set bits of a mask, lowest first. `mask & (mask − 1)` clears
/// the lowest set bit.
#[inline]
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (bit < WIDTH).then_some(bit)
    })
}

/// Wait sets of up to 64 lines of the list.
#[derive(Clone, Debug)]
pub(crate) struct Waits {
    lines: usize,
    /// Mask of the lines to be evaluated.
    free: u64,
    /// Mask of the lines that wait for a level.
    leveled: u64,
    /// A superset of all changes for which lines wait. Each scan of the column `changes` makes this
    /// superset exact.
    waited: u64,
    /// A lower bound on all instants for which lines wait. Each scan of the column `until` makes
    /// this bound exact.
    earliest: Micros,
    /// Lower bounds on the levels for which lines wait. The index is the resource modulo `KINDS`.
    lowest: [i64; KINDS],
    changes: [u64; WIDTH],
    until: [Micros; WIDTH],
    level: [i64; WIDTH],
    resource: [u16; WIDTH],
}

/// Number of lines per group. A mask has one bit per line.
const WIDTH: usize = 64;
/// Number of lines that an unrolled step of a scan handles.
const STEP: usize = 8;
/// Number of entries of `lowest`.
const KINDS: usize = 4;

impl Waits {
    pub(crate) const WIDTH: usize = WIDTH;

    /// Creates the groups of a list. All lines must be evaluated at first.
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

    /// Returns the mask of all lines.
    pub(crate) const fn every(&self) -> u64 {
        u64::MAX >> (WIDTH - self.lines)
    }

    /// Returns the mask of all lines except polled lines. A line is polled if it waits for
    /// [`Depends::ANY`].
    pub(crate) fn unpolled(&self) -> u64 {
        let polled = self.changes.iter().enumerate().map(|(line, &changes)| {
            let polled = changes & Depends::ANY != 0;
            u64::from(polled) << line
        });
        self.every() & !polled.fold(0, |all, line| all | line)
    }

    /// Returns whether there may be polled lines.
    #[inline]
    pub(crate) const fn may_be_polled(&self) -> bool {
        self.waited & Depends::ANY != 0
    }

    /// Returns the mask of all lines that are polled and not due.
    pub(crate) fn waiting_polled(&self) -> u64 {
        !self.unpolled() & self.every() & !self.free
    }

    /// Returns the mask of the first `lines` lines.
    pub(crate) const fn first(lines: usize) -> u64 {
        if lines < WIDTH { (1 << lines) - 1 } else { u64::MAX }
    }

    /// Marks all lines as due for evaluation.
    pub(crate) fn clear(&mut self) {
        self.free = self.every();
        self.leveled = 0;
        self.waited = 0;
        self.earliest = NEVER;
        self.lowest = [i64::MAX; KINDS];
    }

    /// Returns the mask of the lines that must be evaluated. `changed` holds the bits of the
    /// changes since the last call. A line that waits for a level is considered only if a resource
    /// has changed.
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

    /// Returns whether a level for which a line waits may have been reached.
    #[inline]
    fn may_be_reached(&self, resources: &[ResourceState]) -> bool {
        resources.iter().enumerate().any(|(place, resource)| self.lowest[place % KINDS] <= resource.level())
    }

    /// Returns the mask of the lines whose level has been reached, except lines in `due`.
    #[inline(never)]
    fn reached(&mut self, due: u64, resources: &[ResourceState]) -> u64 {
        let mut all = 0;
        self.lowest = [i64::MAX; KINDS];
        for line in bits(self.leveled & !due) {
            let (place, level) = (usize::from(self.resource[line % WIDTH]), self.level[line % WIDTH]);
            let reached = resources.get(place).is_some_and(|resource| level <= resource.level());
            all |= u64::from(reached) << line;
            let lowest = &mut self.lowest[place % KINDS];
            *lowest = if reached { *lowest } else { level.min(*lowest) };
        }
        all
    }

    /// Returns the mask of the lines that wait for one of these changes, and clears their
    /// `changes`. Their level and instant are not cleared, because the columns of a line are not
    /// used while its bit in `free` is set.
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

    /// Returns the mask of the lines whose instant has come, and sets their `until` to [`NEVER`].
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

    /// Stores the wait conditions of an unusable line, and clears its bit in `free`.
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

    /// Returns the union of all changes for which lines wait, and the first instant for which a
    /// line waits. Sets the level `awaited` of each resource. Called if no line is usable.
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
            resource.set_awaited(lowest);
        }
        (waits_for, first)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The plain list: the wait conditions of each line; `None` if it is free.
    type Plain = Vec<Option<Blocked>>;

    fn plain_due(lines: &Plain, now: Micros, changed: u64, resources: &[ResourceState]) -> Vec<usize> {
        let is_due = |line: &Option<Blocked>| {
            line.is_none_or(|line| {
                line.waits_for & changed != 0
                    || line.until <= now
                    || changed & Depends::RESOURCES != 0
                        && line.level <= resources[usize::from(line.resource)].level()
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

        /// In a series of decisions, the masks equal the lines found by a scan of the plain list.
        #[test]
        fn the_masks_equal_a_plain_scan(
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
                    levels.iter().map(|&level| ResourceState::with_level(level)).collect();
                let expected = plain_due(&plain, now, changed, &resources);
                let mut found = Vec::new();
                let mut looks = looks.iter();
                for (first, group) in (0..).step_by(WIDTH).zip(&mut groups) {
                    for line in bits(group.due(now, changed, &resources)) {
                        found.push(first + line);
                        plain[first + line] = None;
                        // Evaluated lines are blocked again, unless the last of them can be used.
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
                        prop_assert!(resource.awaited() <= levels.min().unwrap_or(i64::MAX));
                    }
                }
            }
            groups.iter_mut().for_each(Waits::clear);
            let free: usize = groups.iter().map(|group| group.free.count_ones() as usize).sum();
            prop_assert_eq!(free, lines);
        }
    }
}
