//! The search from the first guess down to the sets handled by [`local`](super::local).

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille_progress::{Cancelled, Meter};

use super::BoundsReporter;
use super::local::{self, CostBound, Local, Mixing, Scratch};
use super::snapshot::{Entry, Keep};
use super::space::{IMPOSSIBLE, List, Space, UNLIMITED, after_one};
use super::tree::Node;
use crate::codeword::Codeword;
use crate::feedback::Feedback;
use crate::{parallel, symmetry};

/// Key of a set after two guesses: the guesses in canonical form under symmetry, their feedbacks,
/// and the remaining turns. Sets with the same key are isomorphic.
pub(super) type SetKey = (u128, u8, u8, u32);

/// For a set of at most this number of secrets, the exact cost is computed instead of a bound.
const FEW: usize = 12;

/// Maximum total length of the memoised lists of guesses, in codewords.
const KEPT: usize = 1 << 24;

/// The result of a set of at most this number of secrets is not stored in a snapshot, because
/// searching the set again is cheaper.
const WORTH_KEEPING: usize = 16;

/// Minimum number of secrets of a set for which all threads work on the partitions of one guess.
const SHARED: usize = 200;

/// Maximum number of sets in a snapshot, which then takes two megabytes.
const MOST_KEPT: usize = 1 << 16;

/// Number of codewords of a game above which subtrees are stored during the proof.
const KEEP_FROM: usize = 2000;

/// A search for optimal play in one game.
pub(super) struct Solver<'a> {
    pub(super) space: &'a Space,
    pub(super) meter: &'a Meter<'a>,
    known: Vec<Mutex<HashMap<SetKey, CostBound, Mixing>>>,
    pairs: Mutex<Pairs>,
    pool: Mutex<Vec<Scratch>>,
    /// The chosen second guesses, where their costs are known. The key is the first guess, its
    /// feedback and the remaining turns.
    chosen: Mutex<HashMap<(u32, u8, u32), u32>>,
    state: Mutex<State>,
    reporter: &'a BoundsReporter<'a>,
    /// Number of guesses tried on sets that are too large for the local search.
    tried: AtomicU64,
    /// The log of results for snapshots; `None` if no snapshots are taken.
    log: Option<Log<'a>>,
    /// Number of threads that work concurrently.
    workers: usize,
}

/// The pairs of guesses that have occurred, and the total length of their lists of next guesses.
#[derive(Default)]
struct Pairs {
    listed: usize,
    known: HashMap<(u32, u32), Arc<Pair>, Mixing>,
}

/// The results for snapshots, and the function that receives them.
struct Log<'a> {
    found: Mutex<Vec<Entry>>,
    keep: &'a Keep<'a>,
}

/// A first and a second guess, which can be equal.
struct Pair {
    key: PairKey,
    /// Guesses to try after these two guesses.
    list: List,
}

/// A guess, with bounds from its partition sizes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) guess: u32,
    floor: u64,
    /// Remaining entropy: Σ n log₂ n over the partition sizes n, in units of 1/1024.
    open: u64,
    outside: bool,
}

/// The secrets of a set that give the same feedback to a guess.
struct Partition {
    feedback: u8,
    /// Start of the partition's range in the list of secrets, which is ordered by partition.
    from: usize,
    to: usize,
    floor: u64,
    exact: bool,
}

/// A set of secrets, partitioned by a guess.
struct SplitSet {
    guess: u32,
    /// The secrets ordered by partition, without the secret that equals the guess.
    ordered: Vec<u32>,
    /// The partitions, small partitions first.
    parts: Vec<Partition>,
    /// The pair of the first guess and this guess, if this is the second guess.
    pair: Option<Arc<Pair>>,
    /// The history before the guess.
    history: History,
    /// Remaining turns after the guess.
    left: u32,
}

impl SplitSet {
    fn secrets(&self, part: &Partition) -> &[u32] {
        &self.ordered[part.from..part.to]
    }
}

/// Takes the next element that no other thread has taken, with its index.
fn take_next<'a, T>(all: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let at = next.fetch_add(1, Relaxed);
    Some((at, all.get(at)?))
}

/// The guesses and feedback that led to a set of secrets, as far as symmetry uses them.
#[derive(Debug, Clone, Copy)]
pub(super) enum History {
    /// No guess.
    None,
    /// One guess and its feedback.
    One(u32, u8),
    /// Two or more guesses.
    Long,
}

/// The best of ordered candidates so far; ties go to the earlier candidate.
struct Best {
    cost: u64,
    at: Option<usize>,
}

impl Best {
    /// Returns the limit for candidate `at`. With a cost below this limit, the candidate becomes
    /// the best.
    fn limit(&self, at: usize) -> u64 {
        if self.at.is_some_and(|best| at < best) { self.cost + 1 } else { self.cost }
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Solver<'a> {
    pub(super) fn new(space: &'a Space, meter: &'a Meter<'a>, reporter: &'a BoundsReporter<'a>) -> Self {
        Self {
            space,
            meter,
            known: (0..64).map(|_| Mutex::default()).collect(),
            pairs: Mutex::default(),
            pool: Mutex::default(),
            chosen: Mutex::default(),
            state: Mutex::default(),
            reporter,
            tried: AtomicU64::new(0),
            log: None,
            workers: parallel::threads(),
        }
    }

    /// Restricts the search to the calling thread.
    pub(super) fn alone(self) -> Self {
        Self { workers: 1, ..self }
    }

    /// Returns the number of guesses tried, summed over all sets of secrets, as a measure of work.
    pub(super) fn nodes(&self) -> u64 {
        self.tried.load(Relaxed) + lock(&self.pool).iter().map(|scratch| scratch.nodes).sum::<u64>()
    }

    /// Starts from the results of an earlier, unfinished search, and passes new results to `keep`.
    pub(super) fn resuming(self, found: &[Entry], keep: &'a Keep<'a>) -> Self {
        for entry in found {
            self.remember(entry.key(), entry.known());
        }
        Self { log: Some(Log { found: Mutex::new(found.to_vec()), keep }), ..self }
    }

    /// Processes partitions concurrently, unless the search is restricted to one thread; returns
    /// the results in order.
    fn each<T: Send>(
        &self,
        parts: &[Partition],
        work: impl Fn(&Partition) -> Result<T, Cancelled> + Sync + Send,
    ) -> Result<Vec<T>, Cancelled> {
        if self.workers == 1 {
            return parts.iter().map(work).collect();
        }
        parallel::try_each(parts.len(), |at| work(&parts[at]))
    }

    pub(super) fn scratch<T>(&self, work: impl FnOnce(&mut Scratch) -> T) -> T {
        let mut scratch = lock(&self.pool).pop().unwrap_or_default();
        let done = work(&mut scratch);
        lock(&self.pool).push(scratch);
        done
    }

    /// Returns the canonical representatives of the guesses under the symmetries of the history.
    pub(super) fn representatives(&self, history: &[u32]) -> Result<List, Cancelled> {
        let space = self.space;
        if !space.options.symmetry {
            return Ok(space.list((0..space.codes.len() as u32).collect()));
        }
        // Guesses that a symmetry of the history maps to one another split every set alike, so one
        // guess of each class suffices.
        let guesses: Vec<Codeword> =
            history.iter().map(|&at| Codeword::from_valid_bits(space.codes[at as usize])).collect();
        let symmetries = symmetry::symmetries(space.game, &guesses);
        let codes = symmetry::representatives(space.game, &symmetries, self.meter, false)?;
        let place = |&code: &u64| space.game.position(Codeword::from_valid_bits(code)) as u32;
        let places = codes.map_or_else(
            || (0..space.codes.len() as u32).collect(),
            |codes| codes.iter().map(place).collect(),
        );
        Ok(space.list(places))
    }

    /// Returns the key of a pair of guesses, and the list of guesses to try after this pair. Both
    /// are memoised.
    fn pair(&self, first: u32, second: u32) -> Result<Arc<Pair>, Cancelled> {
        if let Some(pair) = lock(&self.pairs).known.get(&(first, second)) {
            return Ok(pair.clone());
        }
        let pair = Arc::new(Pair {
            key: self.pair_key(first, second),
            list: self.representatives(&[first, second])?,
        });
        let mut pairs = lock(&self.pairs);
        // A full cache of pairs is cleared completely. Sets that are searched one after another use
        // the same pairs, so the few entries that are still needed are soon stored again.
        pairs.listed += pair.list.places.len();
        if pairs.listed > KEPT {
            pairs.known.clear();
            pairs.listed = pair.list.places.len();
        }
        pairs.known.insert((first, second), pair.clone());
        Ok(pair)
    }

    /// Returns the candidates for a set, the most promising first.
    pub(super) fn candidates(&self, secrets: &[u32], list: &List) -> Result<Vec<Candidate>, Cancelled> {
        let space = self.space;
        let mut candidates = Vec::with_capacity(list.places.len());
        let mut scores = vec![0; secrets.len()];
        for &guess in &list.places {
            let outside = secrets.binary_search(&guess).is_err();
            if outside && space.possible_only {
                continue;
            }
            self.meter.effort(secrets.len() as u64 * 8)?;
            let mut sizes = [0u32; 64];
            space.scores(guess, secrets, &mut scores);
            for &score in &scores {
                sizes[usize::from(score)] += 1;
            }
            sizes[usize::from(space.solved)] = 0;
            if sizes.iter().any(|&size| size as usize == secrets.len()) {
                continue; // the guess leaves all secrets in one partition
            }
            // Every secret takes this turn; each partition then costs at least the bound for its
            // size.
            let floor = secrets.len() as u64 * space.turn
                + sizes.iter().map(|&size| space.floor(size as usize)).sum::<u64>();
            let open = sizes.iter().map(|&size| space.open(size as usize)).sum();
            candidates.push(Candidate { guess, floor, open, outside });
        }
        if space.options.ordering {
            candidates.sort_by_key(|candidate| (candidate.open, candidate.outside, candidate.guess));
        }
        Ok(candidates)
    }

    /// Splits a set by a guess: returns the secrets ordered by partition, and the partitions, small
    /// partitions first.
    fn parts(&self, secrets: &[u32], guess: u32) -> (Vec<u32>, Vec<Partition>) {
        let mut scores = vec![0; secrets.len()];
        self.space.scores(guess, secrets, &mut scores);
        let mut sizes = [0u32; 64];
        for &score in &scores {
            sizes[usize::from(score)] += 1;
        }
        sizes[usize::from(self.space.solved)] = 0;
        // A counting sort by feedback: `starts` holds the next free position of each partition.
        let mut starts = [0; 64];
        let mut from = 0;
        let mut parts = Vec::with_capacity(64);
        for (feedback, (&size, start)) in sizes.iter().zip(&mut starts).enumerate() {
            if size > 0 {
                *start = from;
                let size = size as usize;
                let (feedback, floor) = (feedback as u8, self.space.floor(size));
                parts.push(Partition { feedback, from, to: from + size, floor, exact: false });
                from += size;
            }
        }
        let mut ordered = vec![0; from];
        for (&score, &secret) in scores.iter().zip(secrets) {
            if score != self.space.solved {
                let start = &mut starts[usize::from(score)];
                ordered[*start] = secret;
                *start += 1;
            }
        }
        // Small partitions are solved quickly, and the excess of their costs over their bounds can
        // exclude the guess early.
        parts.sort_by_key(|part| (part.to - part.from, part.feedback));
        (ordered, parts)
    }

    /// Returns the cost of a set and the first candidate that attains it, if the cost is below
    /// `limit`; otherwise a lower bound on the cost that is at least `limit`.
    pub(super) fn set(
        &self,
        secrets: &[u32],
        candidates: &[Candidate],
        turns: u32,
        limit: u64,
        history: History,
    ) -> Result<(u64, Option<u32>), Cancelled> {
        // If there are too many secrets for `turns` turns, no strategy finds all of them.
        if !self.space.fits(secrets.len(), turns) {
            return Ok((IMPOSSIBLE, None));
        }
        let best = Mutex::new(Best { cost: limit, at: None });
        let next = AtomicUsize::new(0);
        // If all candidates are pruned, the least of their bounds is a bound for the set.
        let least = AtomicUsize::new(usize::MAX);
        let shared = secrets.len() >= SHARED;
        let work = |_| {
            while let Some((at, candidate)) = take_next(candidates, &next) {
                let limit = || lock(&best).limit(at);
                let cost = self.by_guess(secrets, candidate, turns, &limit, history)?;
                let mut best = lock(&best);
                // Ties are resolved by the candidate's index, so that the result does not depend on
                // threads.
                if cost < best.limit(at) {
                    *best = Best { cost, at: Some(at) };
                } else {
                    least.fetch_min(cost as usize, Relaxed);
                }
                if at == 0 && shared {
                    break; // all threads first work on candidate 0, whose cost prunes most others
                }
            }
            Ok(())
        };
        if shared {
            work(0)?;
        }
        let workers = if matches!(history, History::None) { 1 } else { self.workers };
        parallel::try_reduce(workers, || (), work, |(), ()| ())?;
        let best = best.into_inner().unwrap_or_else(PoisonError::into_inner);
        let Some(at) = best.at else {
            return Ok(((least.into_inner() as u64).clamp(limit.min(IMPOSSIBLE), IMPOSSIBLE), None));
        };
        let guess = candidates[at].guess;
        if let History::One(first, answer) = history {
            lock(&self.chosen).insert((first, answer, turns), guess);
        }
        Ok((best.cost, Some(guess)))
    }

    /// Returns the cost of a set if `candidate` is the next guess. If this cost is not below the
    /// limit, returns a lower bound on it.
    fn by_guess(
        &self,
        secrets: &[u32],
        candidate: &Candidate,
        turns: u32,
        limit: &(dyn Fn() -> u64 + Sync),
        history: History,
    ) -> Result<u64, Cancelled> {
        // The bound from the partition sizes has been computed with the candidates.
        let mut cost = candidate.floor;
        if cost >= limit() {
            return Ok(cost);
        }
        self.tried.fetch_add(1, Relaxed);
        let left = after_one(turns);
        let guess = candidate.guess;
        let (ordered, parts) = self.parts(secrets, guess);
        if parts.iter().any(|part| !self.space.fits(part.to - part.from, left)) {
            return Ok(IMPOSSIBLE);
        }
        // The list of third guesses to try is memoised for each pair of a first and a second guess.
        // Later guesses are chosen from all codewords.
        let pair = match history {
            History::One(first, _) => Some(self.pair(first, guess)?),
            _ => None,
        };
        let mut split = SplitSet { guess, ordered, parts, pair, history, left };
        // Compute cheap bounds of all partitions first, then their exact costs.
        if self.space.options.bounds_first {
            for at in 0..split.parts.len() {
                let limit = limit();
                if cost >= limit {
                    return Ok(cost);
                }
                let part = &split.parts[at];
                // `rest` is the cost of this turn plus the bounds of the other partitions. If the
                // cost of this partition is not below the limit minus `rest`, the guess is pruned.
                let rest = cost - part.floor;
                let known = self.part_of(&split, part, limit - rest, false)?;
                let part = &mut split.parts[at];
                part.floor = part.floor.max(known.cost);
                part.exact = known.exact;
                cost = rest + part.floor;
                if matches!(history, History::None) {
                    self.bound(guess, cost);
                }
            }
        }
        self.costs_of_parts(&split, cost, limit)
    }

    /// Returns the cost of a set that is partitioned by a guess, if this cost is below the limit;
    /// otherwise a lower bound on it. `floor` is a lower bound that is known already.
    ///
    /// Partitions are solved concurrently, small partitions first; each depends on the others only
    /// through their lower bounds. The excess of a solved partition over its bound lowers the limit
    /// of partitions started later; partitions in progress merely have a higher limit than
    /// necessary.
    fn costs_of_parts(
        &self,
        split: &SplitSet,
        floor: u64,
        limit: &(dyn Fn() -> u64 + Sync),
    ) -> Result<u64, Cancelled> {
        let whole = AtomicU64::new(floor);
        let next = AtomicUsize::new(0);
        let is_first = matches!(split.history, History::None);
        let work = |_| {
            while let Some((_, part)) = take_next(&split.parts, &next) {
                let (floor, mut limit) = (whole.load(Relaxed), limit());
                if floor >= limit {
                    break;
                }
                // The limit of this partition is the limit of the guess minus the cost of this turn
                // and the bounds of the other partitions.
                limit -= floor - part.floor;
                // A subtree that costs more than the subtree of the incumbent cannot improve the
                // incumbent. The 1 is added because the limit is exclusive.
                if is_first {
                    limit = limit.min(self.incumbent_cost(split.guess, part.feedback) + 1);
                }
                let known = self.part_of(split, part, limit, true)?;
                // `whole` only grows, so relaxed order is sufficient.
                let more = known.cost.max(part.floor) - part.floor;
                let floor = whole.fetch_add(more, Relaxed) + more;
                if is_first {
                    self.bound(split.guess, floor);
                    if known.exact && self.space.codes.len() > KEEP_FROM {
                        self.store_subtree(split, part, known.cost)?;
                    }
                }
            }
            Ok(())
        };
        let workers = if split.ordered.len() >= SHARED { self.workers } else { 1 };
        parallel::try_reduce(workers, || (), work, |(), ()| ())?;
        Ok(whole.into_inner())
    }

    /// Returns a lower bound on the cost of a partition, or the cost itself if `exactly` is true
    /// and the cost is below `limit`. Uses and updates the transposition table.
    fn part_of(
        &self,
        split: &SplitSet,
        part: &Partition,
        limit: u64,
        exactly: bool,
    ) -> Result<CostBound, Cancelled> {
        let secrets = split.secrets(part);
        let mut best = CostBound { cost: part.floor, exact: part.exact };
        // The bound by size is exact for one or two secrets, if there are enough turns.
        if best.exact || secrets.len() < 3 && split.left > 3 {
            return Ok(best);
        }
        let key = self.key(split, part);
        if let Some(known) = key.and_then(|key| self.recall(&key)) {
            best = CostBound { cost: best.cost.max(known.cost), exact: known.exact };
        }
        if best.exact || best.cost >= limit {
            return Ok(best);
        }
        let list = split.pair.as_ref().map(|pair| &pair.list);
        let below = match split.history {
            History::None => History::One(split.guess, part.feedback),
            _ => History::Long,
        };
        let known = self.part(secrets, split.left, limit, list, below, exactly)?;
        if let Some(key) = key {
            self.remember(key, known);
            if exactly && secrets.len() > WORTH_KEEPING {
                self.record_result(key, known);
            }
        }
        Ok(CostBound { cost: best.cost.max(known.cost), exact: known.exact })
    }

    /// Returns the key of a partition after two guesses; `None` for other partitions.
    fn key(&self, split: &SplitSet, part: &Partition) -> Option<SetKey> {
        match (split.history, &split.pair) {
            (History::One(_, answer), Some(pair)) if self.space.options.isomorphs => {
                Some(pair.key.of(answer, part.feedback, split.left))
            }
            _ => None,
        }
    }

    /// Returns the cost of the incumbent after a first guess and its feedback; `IMPOSSIBLE` if the
    /// incumbent has another first guess.
    fn incumbent_cost(&self, first: u32, feedback: u8) -> u64 {
        let state = lock(&self.state);
        let known = state.parts.iter().find(|known| state.first == first && known.feedback == feedback);
        known.map_or(IMPOSSIBLE, |known| known.cost)
    }

    /// Returns a lower bound on the cost of a set, or the cost itself if `exactly` is true and the
    /// cost is below `limit`.
    fn part(
        &self,
        secrets: &[u32],
        turns: u32,
        limit: u64,
        list: Option<&List>,
        history: History,
        exactly: bool,
    ) -> Result<CostBound, Cancelled> {
        if let History::One(first, _) = history {
            // After the first guess, the smallest of the candidates' bounds is a bound for the set.
            let pair = self.pair(first, first)?;
            let candidates = self.candidates(secrets, &pair.list)?;
            let floor = candidates.iter().map(|candidate| candidate.floor).min().unwrap_or(IMPOSSIBLE);
            if !exactly || floor >= limit {
                let trivial = secrets.len() < 3;
                if !trivial {
                    return Ok(CostBound { cost: floor, exact: false });
                }
            }
            if secrets.len() > 2 {
                let (cost, _) = self.set(secrets, &candidates, turns, limit, history)?;
                return Ok(CostBound { cost, exact: cost < limit });
            }
        }
        let list = list.unwrap_or(&self.space.all);
        if secrets.len() <= local::MOST {
            // Sets of this size fit in the bit masks of the local search, which has its own table.
            return self.scratch(|scratch| {
                let mut local = Local::new(self.space, self.meter, secrets, scratch);
                if exactly || secrets.len() <= FEW {
                    let cost = local.whole(turns, limit, list)?;
                    Ok(CostBound { cost, exact: cost < limit })
                } else {
                    local.bound(turns, list)
                }
            });
        }
        if !exactly {
            if !self.space.options.class_bounds {
                return Ok(CostBound { cost: self.space.floor(secrets.len()), exact: false });
            }
            let classes = self.scratch(|scratch| {
                let mut classes = scratch.classes();
                self.space.count(list, secrets, &mut classes);
                let most = classes.most();
                scratch.give_back(classes);
                most
            });
            return Ok(CostBound { cost: self.space.floor_by_classes(secrets.len(), classes), exact: false });
        }
        let candidates = self.candidates(secrets, list)?;
        let (cost, _) = self.set(secrets, &candidates, turns, limit, History::Long)?;
        Ok(CostBound { cost, exact: cost < limit })
    }

    fn shard(&self, key: &SetKey) -> &Mutex<HashMap<SetKey, CostBound, Mixing>> {
        let mixed = ((key.0 ^ key.0 >> 64) as u64 ^ u64::from(key.1) << 8 ^ u64::from(key.2))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.known[(mixed >> 58) as usize]
    }

    fn recall(&self, key: &SetKey) -> Option<CostBound> {
        lock(self.shard(key)).get(key).copied()
    }

    fn remember(&self, key: SetKey, found: CostBound) {
        let mut known = lock(self.shard(&key));
        let entry = known.entry(key).or_insert(found);
        if !entry.exact && (found.exact || found.cost > entry.cost) {
            *entry = found;
        }
    }

    /// Returns the results for a snapshot.
    pub(super) fn found(&self) -> Vec<Entry> {
        self.log.as_ref().map_or_else(Vec::new, |log| lock(&log.found).clone())
    }

    /// Records a result for snapshots.
    fn record_result(&self, key: SetKey, known: CostBound) {
        let Some(log) = &self.log else { return };
        let mut found = lock(&log.found);
        if found.len() < MOST_KEPT {
            found.push(Entry::new(key, known));
            (log.keep)(&|| found.clone());
        }
    }

    /// Computes the canonical key of a pair of guesses.
    fn pair_key(&self, first: u32, second: u32) -> PairKey {
        let game = self.space.game;
        let colors = |at: u32| -> Vec<u8> {
            Codeword::from_valid_bits(self.space.codes[at as usize]).colors().collect()
        };
        let (a, b) = (colors(first), colors(second));
        let pins = game.pins();
        let mut order: Vec<usize> = (0..pins).collect();
        let (mut one, mut other) = (u128::MAX, u128::MAX);
        let mut visit = |order: &[usize]| {
            one = one.min(renamed(order, &a, &b));
            other = other.min(renamed(order, &b, &a));
        };
        if pins <= 6 {
            permutations(&mut order, pins, &mut visit);
        } else {
            visit(&order);
        }
        PairKey { pair: one.min(other), swap: other < one, same: one == other }
    }
}

/// Canonical form of a pair of guesses, and whether the canonical form swaps the two guesses.
#[derive(Debug, Clone, Copy)]
struct PairKey {
    pair: u128,
    swap: bool,
    same: bool,
}

impl PairKey {
    const fn of(self, first: u8, second: u8, turns: u32) -> SetKey {
        let swap = self.swap || self.same && second < first;
        let (first, second) = if swap { (second, first) } else { (first, second) };
        (self.pair, first, second, turns)
    }
}

/// Encodes two guesses with permuted pins and colours numbered by first occurrence.
fn renamed(order: &[usize], a: &[u8], b: &[u8]) -> u128 {
    let mut names = [0u8; 16];
    let mut next = 1;
    let mut word = 0;
    for &pin in order {
        for color in [a[pin], b[pin]] {
            let name = &mut names[usize::from(color)];
            if *name == 0 {
                *name = next;
                next += 1;
            }
            word = word << 4 | u128::from(*name);
        }
    }
    word
}

/// Calls `visit` with all permutations of the first `places` elements (Heap's algorithm).
fn permutations(order: &mut [usize], places: usize, visit: &mut impl FnMut(&[usize])) {
    if places <= 1 {
        return visit(order);
    }
    for at in 0..places {
        permutations(order, places - 1, visit);
        order.swap(if places.is_multiple_of(2) { at } else { 0 }, places - 1);
    }
}

/// Subtree of the incumbent after one feedback to the first guess.
#[derive(Debug, Clone)]
struct Subtree {
    feedback: u8,
    cost: u64,
    node: Node,
    /// Whether this is the final subtree, which has the least cost and is the first such subtree in
    /// the order of the search.
    proved: bool,
}

/// The incumbent, and the state of the proof.
#[derive(Debug, Default)]
struct State {
    /// First guess of the incumbent.
    first: u32,
    /// Subtrees of the incumbent, one for each feedback to its first guess.
    parts: Vec<Subtree>,
    /// Each first guess, with a lower bound on its cost.
    floors: Vec<(u32, u64)>,
}

impl State {
    /// Returns the total cost of the subtrees.
    fn cost(&self) -> u64 {
        self.parts.iter().map(|part| part.cost).sum()
    }

    /// Returns the lower bound over all first guesses.
    fn floor(&self) -> u64 {
        self.floors.iter().map(|&(_, floor)| floor).min().unwrap_or(0)
    }
}

/// The beam searches that precede the exact search of large games, in order. Each has a beam width,
/// and the maximum size of sets that are solved exactly.
const BEAM_WIDTHS: [(usize, usize); 5] = [(2, 24), (4, 32), (8, 40), (16, 48), (32, 64)];

/// The beam search for the first incumbent: a width of 1, and the maximum size of sets that are
/// solved exactly.
const INCUMBENT_BEAM: (usize, usize) = (1, 20);

impl Solver<'_> {
    /// Returns the tree of least cost, if there is one within `turns` turns.
    pub(super) fn prove(&self, first_guesses: &[u32], turns: u32) -> Result<Option<Node>, Cancelled> {
        let all = &self.space.all.places;
        if all.len() <= 2 {
            let list = self.space.list(first_guesses.to_vec());
            let found = self.scratch(|scratch| {
                Local::new(self.space, self.meter, all, scratch).tree(turns, IMPOSSIBLE, &list)
            })?;
            return Ok(found.map(|(_, node)| node));
        }
        let candidates = self.candidates(all, &self.space.list(first_guesses.to_vec()))?;
        let floors = candidates.iter().map(|candidate| (candidate.guess, candidate.floor)).collect();
        lock(&self.state).floors = floors;
        let limit =
            if self.space.options.incumbent { self.find_incumbent(&candidates, turns)? } else { IMPOSSIBLE };
        let (_, first) = self.set(all, &candidates, turns, limit, History::None)?;
        first.map(|first| self.tree(all, first, turns, History::None)).transpose()
    }

    /// Returns the first guesses, the most promising first.
    pub(super) fn openings(&self, first_guesses: &[u32]) -> Result<Vec<Candidate>, Cancelled> {
        self.candidates(&self.space.all.places, &self.space.list(first_guesses.to_vec()))
    }

    /// Splits all codewords by a first guess; returns the partitions, small partitions first, with
    /// a lower bound of each.
    pub(super) fn bounded_parts(&self, first: u32) -> Result<Vec<(Feedback, u64, Vec<u32>)>, Cancelled> {
        let (ordered, parts) = self.parts(&self.space.all.places, first);
        let bounded = parts.iter().map(|part| {
            let secrets = &ordered[part.from..part.to];
            let mut floor = part.floor;
            if secrets.len() > 2 {
                let below = History::One(first, part.feedback);
                floor = floor.max(self.part(secrets, UNLIMITED, IMPOSSIBLE, None, below, false)?.cost);
            }
            Ok((Feedback::from_index(part.feedback.into()), floor, secrets.to_vec()))
        });
        bounded.collect()
    }

    /// Returns the cost of the secrets after a first guess and its feedback, and their tree, if the
    /// cost is below the limit.
    pub(super) fn task(
        &self,
        first: u32,
        feedback: u8,
        secrets: &[u32],
        turns: u32,
        limit: u64,
    ) -> Result<Option<(u64, Node)>, Cancelled> {
        let below = History::One(first, feedback);
        let pair = self.pair(first, first)?;
        if secrets.len() <= 2 {
            return self.scratch(|scratch| {
                Local::new(self.space, self.meter, secrets, scratch).tree(turns, limit, &self.space.all)
            });
        }
        // A beam search provides an upper bound on the cost.
        let mut limit = limit;
        let widths = if self.space.codes.len() as u64 > super::LARGE { &BEAM_WIDTHS[..] } else { &[] };
        for &breadth in [INCUMBENT_BEAM].iter().chain(widths) {
            let found = self.beam(secrets, breadth, turns, limit, (below, &pair.list))?;
            limit = found.map_or(limit, |(cost, _)| cost + 1);
        }
        let candidates = self.candidates(secrets, &pair.list)?;
        let (cost, guess) = self.set(secrets, &candidates, turns, limit, below)?;
        let Some(guess) = guess else { return Ok(None) };
        Ok(Some((cost, self.tree(secrets, guess, turns, below)?)))
    }

    /// Returns the best guess for a set of secrets, and the total turns from this guess on; `None`
    /// if there are not enough turns.
    pub(super) fn best_of(
        &self,
        secrets: &[u32],
        list: &List,
        turns: u32,
    ) -> Result<Option<(u32, u64)>, Cancelled> {
        if secrets.len() <= local::MOST {
            let found = self.scratch(|scratch| {
                Local::new(self.space, self.meter, secrets, scratch).tree(turns, IMPOSSIBLE, list)
            })?;
            let guess = |node: Node| self.space.game.position(node.guess) as u32;
            return Ok(found.map(|(cost, node)| (guess(node), cost)));
        }
        if secrets.len() == self.space.codes.len() {
            let game = self.space.game;
            let first_guesses: Vec<u32> =
                symmetry::opening_guesses(game).iter().map(|&first| game.position(first) as u32).collect();
            let candidates = self.candidates(secrets, &self.space.list(first_guesses))?;
            let (cost, guess) = self.set(secrets, &candidates, turns, IMPOSSIBLE, History::None)?;
            return Ok(guess.map(|guess| (guess, cost)));
        }
        let candidates = self.candidates(secrets, list)?;
        let (cost, guess) = self.set(secrets, &candidates, turns, IMPOSSIBLE, History::Long)?;
        Ok(guess.map(|guess| (guess, cost)))
    }

    /// Returns the partition of a set by a guess, without the secret that equals the guess.
    pub(super) fn answers(&self, secrets: &[u32], guess: u32) -> Vec<Vec<u32>> {
        let (ordered, parts) = self.parts(secrets, guess);
        parts.iter().map(|part| ordered[part.from..part.to].to_vec()).collect()
    }

    /// Returns the depth of a good tree that is found quickly.
    pub(super) fn turns_at_most(&self, candidates: &[Candidate]) -> Result<u32, Cancelled> {
        if let Some(&first) = candidates.first() {
            self.build_incumbent(first, UNLIMITED)?;
        }
        Ok(self.best().map_or(1, |root| root.turns()))
    }

    /// Builds the first incumbent, which uses the most promising guess for every set that is not
    /// small. Returns whether there is such a tree within the turns.
    fn build_incumbent(&self, first: Candidate, turns: u32) -> Result<bool, Cancelled> {
        let left = after_one(turns);
        let (ordered, parts) = self.parts(&self.space.all.places, first.guess);
        let pair = self.pair(first.guess, first.guess)?;
        let found = self.each(&parts, |part| {
            let below = History::One(first.guess, part.feedback);
            let secrets = &ordered[part.from..part.to];
            let found = self.beam(secrets, INCUMBENT_BEAM, left, IMPOSSIBLE, (below, &pair.list))?;
            let kept = |(cost, node)| Subtree { feedback: part.feedback, cost, node, proved: false };
            Ok(found.map(kept))
        })?;
        let Some(found) = found.into_iter().collect() else { return Ok(false) };
        let mut state = lock(&self.state);
        state.first = first.guess;
        state.parts = found;
        self.reporter.high.store(self.whole(&state), Relaxed);
        Ok(true)
    }

    /// Searches for an incumbent, and returns an exclusive upper bound on the optimal cost.
    fn find_incumbent(&self, candidates: &[Candidate], turns: u32) -> Result<u64, Cancelled> {
        let Some(&first) = candidates.first() else { return Ok(IMPOSSIBLE) };
        if !self.build_incumbent(first, turns)? {
            return Ok(IMPOSSIBLE);
        }
        if self.space.codes.len() as u64 > super::LARGE {
            let left = after_one(turns);
            let (ordered, parts) = self.parts(&self.space.all.places, first.guess);
            let pair = self.pair(first.guess, first.guess)?;
            for breadth in BEAM_WIDTHS {
                for part in parts.iter().rev() {
                    let limit = self.incumbent_cost(first.guess, part.feedback);
                    let below = History::One(first.guess, part.feedback);
                    let secrets = &ordered[part.from..part.to];
                    if let Some((cost, node)) =
                        self.beam(secrets, breadth, left, limit, (below, &pair.list))?
                    {
                        self.improve(part.feedback, cost, node, false);
                    }
                }
            }
        }
        Ok(self.reporter.high.load(Relaxed) + 1)
    }

    /// Returns the cost of the incumbent.
    fn whole(&self, state: &State) -> u64 {
        self.space.codes.len() as u64 * self.space.turn + state.cost()
    }

    /// Replaces a subtree of the incumbent by a cheaper subtree, or by the final subtree.
    fn improve(&self, feedback: u8, cost: u64, node: Node, proved: bool) {
        let mut state = lock(&self.state);
        if let Some(known) = state.parts.iter_mut().find(|known| known.feedback == feedback)
            && (cost < known.cost || proved)
        {
            *known = Subtree { feedback, cost, node, proved };
            let whole = self.whole(&state);
            self.reporter.high.store(whole, Relaxed);
        }
    }

    /// Stores the solved subtree of a partition in the incumbent, if the incumbent has the same
    /// first guess.
    fn store_subtree(&self, split: &SplitSet, part: &Partition, cost: u64) -> Result<(), Cancelled> {
        let (first, feedback, turns) = (split.guess, part.feedback, split.left);
        if lock(&self.state).first != first {
            return Ok(());
        }
        let next = lock(&self.chosen).get(&(first, feedback, turns)).copied();
        if let Some(next) = next {
            let node = self.tree(split.secrets(part), next, turns, History::One(first, feedback))?;
            self.improve(feedback, cost, node, true);
        }
        Ok(())
    }

    /// Returns the final subtree after a feedback to the first guess, if it was stored.
    fn final_subtree(&self, first: u32, feedback: u8) -> Option<Node> {
        let state = lock(&self.state);
        let known = state.parts.iter().find(|known| state.first == first && known.feedback == feedback);
        known.filter(|known| known.proved).map(|known| known.node.clone())
    }

    /// Returns the incumbent.
    pub(super) fn best(&self) -> Option<Node> {
        let state = lock(&self.state);
        if state.parts.is_empty() {
            return None;
        }
        let then = state
            .parts
            .iter()
            .map(|part| (Feedback::from_index(part.feedback.into()), part.node.clone()))
            .collect();
        let guess = Codeword::from_valid_bits(self.space.codes[state.first as usize]);
        Some(Node { guess, then })
    }

    /// Returns the proven lower bound on the total cost.
    pub(super) fn floor(&self) -> u64 {
        lock(&self.state).floor()
    }

    /// Raises the lower bound of a first guess.
    fn bound(&self, first: u32, floor: u64) {
        let mut state = lock(&self.state);
        if let Some(known) = state.floors.iter_mut().find(|(guess, _)| *guess == first) {
            known.1 = known.1.max(floor);
        }
        let low = state.floor();
        self.reporter.low.store(low, Relaxed);
    }

    /// Reconstructs the tree of least cost after a history, where that cost is known.
    pub(super) fn tree(
        &self,
        secrets: &[u32],
        guess: u32,
        turns: u32,
        history: History,
    ) -> Result<Node, Cancelled> {
        let space = self.space;
        let left = after_one(turns);
        let (ordered, parts) = self.parts(secrets, guess);
        let pair = match history {
            History::One(first, _) => Some(self.pair(first, guess)?),
            _ => None,
        };
        let split = SplitSet { guess, ordered, parts, pair, history, left };
        let follow = |part: &Partition| {
            let secrets = split.secrets(part);
            // After the first guess, use the subtree that was stored during the search, or else the
            // guess that was chosen during the search.
            if let History::None = history
                && secrets.len() > 2
            {
                if let Some(node) = self.final_subtree(guess, part.feedback) {
                    return Ok(Some(node));
                }
                let below = History::One(guess, part.feedback);
                let known = lock(&self.chosen).get(&(guess, part.feedback, left)).copied();
                let next = match known {
                    Some(next) => next,
                    None => self.choice(secrets, &self.pair(guess, guess)?.list, left, IMPOSSIBLE, below)?,
                };
                return self.tree(secrets, next, left, below).map(Some);
            }
            // If the cost is still stored, the search only has to attain it.
            let known = self.key(&split, part).and_then(|key| self.recall(&key));
            let limit = known.filter(|known| known.exact).map_or(IMPOSSIBLE, |known| known.cost + 1);
            let list = split.pair.as_ref().map_or(&space.all, |pair| &pair.list);
            if secrets.len() <= local::MOST {
                let found = self.scratch(|scratch| {
                    Local::new(space, self.meter, secrets, scratch).tree(left, limit, list)
                })?;
                // A set with known cost has a tree.
                return Ok(found.map(|(_, node)| node));
            }
            let next = self.choice(secrets, list, left, limit, History::Long)?;
            self.tree(secrets, next, left, History::Long).map(Some)
        };
        let parts = &split.parts;
        let nodes = match history {
            History::Long => parts.iter().map(follow).collect::<Result<_, _>>()?,
            _ => self.each(parts, follow)?,
        };
        let feedback = |part: &Partition| Feedback::from_index(part.feedback.into());
        let mut then: Vec<(Feedback, Node)> =
            parts.iter().zip(nodes).filter_map(|(part, node)| Some((feedback(part), node?))).collect();
        then.sort_by_key(|&(feedback, _)| feedback);
        Ok(Node { guess: Codeword::from_valid_bits(space.codes[guess as usize]), then })
    }

    /// Returns the guess of least cost for a set that can be solved, given that the cost is below
    /// `limit`.
    fn choice(
        &self,
        secrets: &[u32],
        list: &List,
        turns: u32,
        limit: u64,
        history: History,
    ) -> Result<u32, Cancelled> {
        let candidates = self.candidates(secrets, list)?;
        let (_, guess) = self.set(secrets, &candidates, turns, limit, history)?;
        Ok(guess.unwrap_or(secrets[0]))
    }

    /// Performs a beam search, which tries only the `width` most promising guesses on each set, and
    /// solves sets of up to `exact` secrets exactly. `None` if the cost is not below `limit`.
    pub(super) fn beam(
        &self,
        secrets: &[u32],
        (width, exact): (usize, usize),
        turns: u32,
        limit: u64,
        (history, list): (History, &List),
    ) -> Result<Option<(u64, Node)>, Cancelled> {
        let space = self.space;
        if secrets.len() <= exact.min(local::MOST) {
            return self
                .scratch(|scratch| Local::new(space, self.meter, secrets, scratch).tree(turns, limit, list));
        }
        if !space.fits(secrets.len(), turns) {
            return Ok(None);
        }
        let candidates = self.candidates(secrets, list)?;
        let left = after_one(turns);
        let mut best: Option<(u64, Node)> = None;
        for candidate in candidates.iter().take(width) {
            // A later candidate must be strictly better than the best so far.
            let limit = best.as_ref().map_or(limit, |best| best.0);
            let (ordered, parts) = self.parts(secrets, candidate.guess);
            let mut cost = candidate.floor;
            if cost >= limit {
                continue;
            }
            let pair = match history {
                History::One(first, _) => Some(self.pair(first, candidate.guess)?),
                _ => None,
            };
            let mut then = Vec::new();
            // Large partitions are solved first, because they are the most likely to exceed the
            // limit.
            for part in parts.iter().rev() {
                if cost >= limit {
                    break;
                }
                let rest = cost - part.floor;
                let list = pair.as_ref().map_or(&space.all, |pair| &pair.list);
                let below = (History::Long, list);
                let secrets = &ordered[part.from..part.to];
                let found = self.beam(secrets, (width, exact), left, limit - rest, below)?;
                let Some((found, node)) = found else {
                    cost = limit;
                    break;
                };
                cost = rest + found;
                then.push((Feedback::from_index(part.feedback.into()), node));
            }
            if cost < limit {
                then.sort_by_key(|&(feedback, _)| feedback);
                let guess = Codeword::from_valid_bits(space.codes[candidate.guess as usize]);
                best = Some((cost, Node { guess, then }));
            }
        }
        Ok(best)
    }
}
