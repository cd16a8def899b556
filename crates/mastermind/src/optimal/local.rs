//! The inner loop of the search: sets of up to 128 secrets.
//!
//! The secrets of one set are numbered, and all scores among them are tabulated. Each subset that
//! occurs is represented by a bit mask, which is an exact key into the transposition table.

use quadrille_exact_search::{Bounds, Memo};
use quadrille_progress::{Cancelled, Meter};

use super::classes::Classes;
use super::space::{IMPOSSIBLE, List, Space, UNLIMITED, after_one};
use super::tree::Node;
use crate::codeword::Codeword;
use crate::feedback::Feedback;

/// Maximum size of a set that is handled in this module.
pub(super) const MOST: usize = 128;

/// Known result for a set of secrets: its exact cost, or a lower bound on its cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CostBound {
    pub(super) cost: u64,
    pub(super) exact: bool,
}

impl Bounds for CostBound {
    const BITS: u32 = 56;

    #[inline]
    fn from_bits(bits: u64) -> Self {
        Self { cost: bits >> 1, exact: bits & 1 != 0 }
    }

    /// Costs above 2^55 − 1 are stored as this number, since all costs from
    /// [`IMPOSSIBLE`](super::space::IMPOSSIBLE) = 2^50 on have the same meaning.
    #[inline]
    fn bits(self) -> u64 {
        self.cost.min((1 << 55) - 1) << 1 | u64::from(self.exact)
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        if !self.exact && (other.exact || other.cost > self.cost) { other } else { self }
    }
}

/// Memory that is reused from one set to the next.
#[derive(Debug)]
pub(super) struct Scratch {
    classes: Vec<Classes>,
    /// Results of subsets of the current set, by their [keys](key).
    known: Memo<CostBound, 3>,
    scores: Vec<u8>,
    /// Number of guesses tried, summed over all sets of secrets, as a measure of work.
    pub(super) nodes: u64,
}

impl Default for Scratch {
    fn default() -> Self {
        Self { classes: Vec::new(), known: Memo::new(u64::MAX), scores: Vec::new(), nodes: 0 }
    }
}

impl Scratch {
    pub(super) fn classes(&mut self) -> Classes {
        self.classes.pop().unwrap_or_default()
    }

    pub(super) fn give_back(&mut self, classes: Classes) {
        self.classes.push(classes);
    }
}

/// Returns the key of a subset: a bit for each member, and the remaining turns. There are at most
/// as many turns as members, or unlimited turns.
#[inline]
fn key(subset: &[u8], turns: u32) -> [u64; 3] {
    let mask = subset.iter().fold(0u128, |mask, &member| mask | 1 << member);
    let turns = if turns == UNLIMITED { 0xff } else { u64::from(turns) };
    [turns << 56, mask as u64, (mask >> 64) as u64]
}

/// The search on one set of secrets. A secret is identified by its index in `secrets`.
pub(super) struct Local<'a> {
    space: &'a Space,
    meter: &'a Meter<'a>,
    secrets: &'a [u32],
    scratch: &'a mut Scratch,
}

/// The partition of a set by a guess.
struct LocalPartition {
    /// The members of the set, class by class, without the member that equals the guess.
    members: [u8; MOST],
    /// Range of each class in `members`.
    ranges: [(u8, u8); 64],
    count: usize,
}

impl<'a> Local<'a> {
    pub(super) fn new(
        space: &'a Space,
        meter: &'a Meter<'a>,
        secrets: &'a [u32],
        scratch: &'a mut Scratch,
    ) -> Self {
        scratch.known.clear();
        let size = secrets.len();
        scratch.scores.resize(size * size, 0);
        for (&secret, row) in secrets.iter().zip(scratch.scores.chunks_exact_mut(size)) {
            space.scores(secret, secrets, row);
        }
        Self { space, meter, secrets, scratch }
    }

    /// Returns the cost of the whole set if it is below `limit`, else a lower bound on the cost
    /// that is at least `limit`.
    pub(super) fn whole(&mut self, turns: u32, limit: u64, list: &List) -> Result<u64, Cancelled> {
        let set: Vec<u8> = (0..self.secrets.len() as u8).collect();
        let known = self.quick_bound(&set, turns);
        if known.exact || known.cost >= limit {
            return Ok(known.cost);
        }
        self.cost(&set, turns, limit, list)
    }

    /// Returns a lower bound that is quick to compute. It is the exact cost if the set has at most
    /// two secrets, if it has too many secrets for `turns` turns, or if a member distinguishes all
    /// secrets of the set, or all but two.
    fn quick_bound(&self, set: &[u8], turns: u32) -> CostBound {
        let space = self.space;
        let size = set.len();
        let last = |turns_used: u32| if turns == turns_used { space.last } else { 0 };
        if !space.fits(size, turns) {
            return CostBound { cost: IMPOSSIBLE, exact: true };
        }
        match size {
            0 => return CostBound { cost: 0, exact: true },
            1 => return CostBound { cost: space.turn + last(1), exact: true },
            2 => return CostBound { cost: 3 * space.turn + last(2), exact: true },
            _ => {}
        }
        if size > space.kinds + 1 || !space.options.forced {
            return CostBound { cost: space.floor(size), exact: false };
        }
        let table = &self.scratch.scores;
        let width = self.secrets.len();
        let mut most = 0;
        for &member in set {
            let row = &table[usize::from(member) * width..][..width];
            let met = set.iter().fold(0u64, |met, &other| met | 1 << row[usize::from(other)]);
            most = most.max(met.count_ones() as usize);
            if most == size {
                // This member distinguishes all others: one secret takes one turn, the others take
                // two.
                let cost = (2 * size as u64 - 1) * space.turn + last(2) * (size as u64 - 1);
                return CostBound { cost, exact: true };
            }
        }
        if most + 1 == size && (turns > 3 || turns == 3 && space.last == 0) {
            // All secrets but two are distinguished, and one of these two takes an additional turn.
            // No other guess is better.
            return CostBound { cost: 2 * size as u64 * space.turn, exact: true };
        }
        CostBound { cost: space.floor(size).max(2 * size as u64 * space.turn), exact: false }
    }

    /// Returns the cost of a set that [`quick_bound`](Self::quick_bound) does not determine, if it
    /// is below `limit`, else a lower bound on the cost that is at least `limit`.
    fn cost(&mut self, set: &[u8], turns: u32, limit: u64, list: &List) -> Result<u64, Cancelled> {
        // If there are more turns than secrets, the number of turns is no restriction, and no
        // secret needs the last turn.
        let turns = if turns as usize > set.len() { UNLIMITED } else { turns };
        // The set as a bit mask is the key, because different guesses lead to equal sets.
        let key = key(set, turns);
        if self.space.options.transposition_table {
            let known = self.scratch.known.get(key);
            if known.exact || known.cost >= limit {
                return Ok(known.cost);
            }
        }
        let mut secrets = [0u32; MOST];
        for (to, &member) in secrets.iter_mut().zip(set) {
            *to = self.secrets[usize::from(member)];
        }
        let secrets = &secrets[..set.len()];
        self.meter.effort((list.places.len() * set.len() / 16) as u64)?;
        let mut classes = self.scratch.classes();
        // If only possible secrets are allowed as guesses, the list of guesses is the set itself.
        let own;
        let list = if self.space.possible_only {
            own = self.space.list(secrets.to_vec());
            &own
        } else {
            list
        };
        self.space.count(list, secrets, &mut classes);
        let found = self.best(set, secrets, turns, limit, list, &classes);
        self.scratch.give_back(classes);
        let known = found?;
        if self.space.options.transposition_table {
            self.scratch.known.insert(key, known, 1);
        }
        Ok(known.cost)
    }

    fn best(
        &mut self,
        set: &[u8],
        secrets: &[u32],
        turns: u32,
        limit: u64,
        list: &List,
        classes: &Classes,
    ) -> Result<CostBound, Cancelled> {
        let mut best = CostBound { cost: limit, exact: false };
        // Without ordering, all guesses are tried in the order of the list, until one attains the
        // bound.
        if !self.space.options.ordering {
            let floor = self.space.floor_by_classes(set.len(), classes.most());
            for &guess in &list.places {
                if best.cost <= floor {
                    break;
                }
                let cost = self.by_guess(guess, set, secrets, turns, best.cost)?;
                if cost < best.cost {
                    best = CostBound { cost, exact: true };
                }
            }
            best.cost = best.cost.max(floor);
            return Ok(best);
        }
        // Guesses with more partitions are tried first. Guesses with fewer partitions have a larger
        // bound, so once the bound reaches the best cost, all remaining guesses are pruned.
        for value in (2..=classes.most()).rev() {
            let floor = self.space.floor_by_classes(set.len(), value);
            if floor >= best.cost {
                // The bound for the largest number of partitions is a bound for the set.
                if value == classes.most() {
                    best.cost = floor;
                }
                break;
            }
            for place in classes.with(value) {
                let cost = self.by_guess(list.places[place], set, secrets, turns, best.cost)?;
                if cost < best.cost {
                    best = CostBound { cost, exact: true };
                    // The remaining guesses cannot be better.
                    if cost == floor {
                        return Ok(best);
                    }
                }
            }
        }
        Ok(best)
    }

    /// Returns the cost of a set if `guess` is the next guess. If this cost is not below `limit`,
    /// returns a lower bound on it that is at least `limit`.
    fn by_guess(
        &mut self,
        guess: u32,
        set: &[u8],
        secrets: &[u32],
        turns: u32,
        limit: u64,
    ) -> Result<u64, Cancelled> {
        let space = self.space;
        self.scratch.nodes += 1;
        let parts = self.parts(guess, set, secrets);
        if parts.count == 1 && usize::from(parts.ranges[0].1) == set.len() {
            return Ok(IMPOSSIBLE); // the guess leaves all secrets in one partition
        }
        // Three steps, each of which can prune the guess: bounds by size, quick bounds, exact
        // costs.
        let left = after_one(turns);
        let mut cost = set.len() as u64 * space.turn;
        let mut floors = [0u64; 64];
        for (&(from, to), floor) in parts.ranges[..parts.count].iter().zip(&mut floors) {
            *floor = space.floor(usize::from(to - from));
            cost += *floor;
        }
        if cost >= limit {
            return Ok(cost);
        }
        let mut open = 0u64;
        for (at, &(from, to)) in parts.ranges[..parts.count].iter().enumerate() {
            // If at least four turns are left, the bounds of partitions with one or two secrets are
            // exact already.
            if to - from < 3 && left > 3 {
                continue;
            }
            let known = self.quick_bound(&parts.members[usize::from(from)..usize::from(to)], left);
            cost += known.cost - floors[at];
            if cost >= limit {
                return Ok(cost);
            }
            floors[at] = known.cost;
            if !known.exact {
                open |= 1 << at;
            }
        }
        // Bit `at` of `open` marks a partition whose exact cost is not known yet.
        while open != 0 {
            let at = open.trailing_zeros() as usize;
            open &= open - 1;
            let (from, to) = parts.ranges[at];
            let part = &parts.members[usize::from(from)..usize::from(to)];
            let rest = cost - floors[at];
            cost = rest + self.cost(part, left, limit - rest, &space.all)?;
            if cost >= limit {
                return Ok(cost);
            }
        }
        Ok(cost)
    }

    fn parts(&self, guess: u32, set: &[u8], secrets: &[u32]) -> LocalPartition {
        let mut scores = [0u8; MOST];
        let mut sizes = [0u8; 64];
        self.space.scores(guess, secrets, &mut scores);
        for &score in &scores[..set.len()] {
            sizes[usize::from(score)] += 1;
        }
        // The secret that equals the guess needs no further guess.
        sizes[usize::from(self.space.solved)] = 0;
        let mut parts = LocalPartition { members: [0; MOST], ranges: [(0, 0); 64], count: 0 };
        let mut starts = [0u8; 64];
        let mut from = 0;
        for (&size, start) in sizes.iter().zip(&mut starts) {
            if size > 0 {
                *start = from;
                parts.ranges[parts.count] = (from, from + size);
                parts.count += 1;
                from += size;
            }
        }
        // A counting sort by feedback.
        for (&score, &member) in scores.iter().zip(set) {
            if score != self.space.solved {
                let start = &mut starts[usize::from(score)];
                parts.members[usize::from(*start)] = member;
                *start += 1;
            }
        }
        parts
    }
}

impl Local<'_> {
    /// Returns a lower bound on the cost of the whole set, derived from the number of partitions.
    pub(super) fn bound(&mut self, turns: u32, list: &List) -> Result<CostBound, Cancelled> {
        let set: Vec<u8> = (0..self.secrets.len() as u8).collect();
        let known = self.quick_bound(&set, turns);
        if known.exact || !self.space.options.class_bounds {
            return Ok(known);
        }
        self.meter.effort((list.places.len() * set.len() / 16) as u64)?;
        let mut classes = self.scratch.classes();
        if self.space.possible_only {
            self.space.count(&self.space.list(self.secrets.to_vec()), self.secrets, &mut classes);
        } else {
            self.space.count(list, self.secrets, &mut classes);
        }
        let floor = self.space.floor_by_classes(set.len(), classes.most());
        self.scratch.give_back(classes);
        Ok(CostBound { cost: known.cost.max(floor), exact: false })
    }
}

impl Local<'_> {
    /// Returns a tree of least cost for the whole set, if that cost is below `limit`.
    pub(super) fn tree(
        &mut self,
        turns: u32,
        limit: u64,
        list: &List,
    ) -> Result<Option<(u64, Node)>, Cancelled> {
        let limit = limit.min(IMPOSSIBLE);
        let set: Vec<u8> = (0..self.secrets.len() as u8).collect();
        let cost = self.whole(turns, limit, list)?;
        if cost >= limit {
            return Ok(None);
        }
        Ok(Some((cost, self.node(&set, turns, cost, list)?)))
    }

    /// Returns the tree of a set with known cost. Guesses are tried by decreasing number of
    /// partitions, then members of the set first, then lexicographically; the first guess that
    /// attains the cost is chosen.
    fn node(&mut self, set: &[u8], turns: u32, cost: u64, list: &List) -> Result<Node, Cancelled> {
        let space = self.space;
        let code = |at: u32| Codeword::from_valid_bits(space.codes[at as usize]);
        let secrets: Vec<u32> = set.iter().map(|&member| self.secrets[usize::from(member)]).collect();
        let mut classes = self.scratch.classes();
        let own;
        let list = if space.possible_only || set.len() <= 2 {
            own = space.list(secrets.clone());
            &own
        } else {
            list
        };
        space.count(list, &secrets, &mut classes);
        let mut chosen = None;
        'found: for value in (0..=classes.most()).rev() {
            for inside in [true, false] {
                for place in classes.with(value) {
                    let guess = list.places[place];
                    if secrets.binary_search(&guess).is_ok() == inside
                        && self.by_guess(guess, set, &secrets, turns, cost + 1)? == cost
                    {
                        chosen = Some(guess);
                        break 'found;
                    }
                }
            }
        }
        self.scratch.give_back(classes);
        // A set with known cost has a guess that attains it.
        let guess = chosen.unwrap_or(secrets[0]);
        let parts = self.parts(guess, set, &secrets);
        let left = after_one(turns);
        let mut then = Vec::with_capacity(parts.count);
        for &(from, to) in &parts.ranges[..parts.count] {
            let part = &parts.members[usize::from(from)..usize::from(to)];
            let feedback =
                Feedback::from_index(space.score(guess, self.secrets[usize::from(part[0])]).into());
            let known = self.quick_bound(part, left);
            let cost = if known.exact { known.cost } else { self.cost(part, left, IMPOSSIBLE, &space.all)? };
            then.push((feedback, self.node(part, left, cost, &space.all)?));
        }
        then.sort_by_key(|&(feedback, _)| feedback);
        Ok(Node { guess: code(guess), then })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// True statements about one cost obey the laws of [`Bounds`].
    #[test]
    fn cost_bounds_are_a_conjunction() {
        let nothing = CostBound::from_bits(0);
        for cost in [0, 1, 7, IMPOSSIBLE - 1, IMPOSSIBLE, 2 * IMPOSSIBLE] {
            let lower = [0, 1, cost / 2, cost].into_iter().filter(|&bound| bound <= cost);
            let bounds = lower.map(|cost| CostBound { cost, exact: false });
            let all: Vec<_> = bounds.chain([CostBound { cost, exact: true }]).collect();
            for &one in &all {
                assert_eq!((one.and(one), one.and(nothing)), (one, one));
                assert_eq!(CostBound::from_bits(one.bits()), one);
                for &other in &all {
                    let both = one.and(other);
                    assert_eq!(both, other.and(one));
                    assert_eq!((both.cost, both.exact), (one.cost.max(other.cost), one.exact || other.exact));
                }
            }
        }
        // Larger costs count as impossible.
        assert!(CostBound::from_bits(CostBound { cost: u64::MAX, exact: true }.bits()).cost > IMPOSSIBLE);
    }
}
