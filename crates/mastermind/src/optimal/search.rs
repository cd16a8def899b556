//! The search from the first guess down to the sets handled by [`local`](super::local): branch and
//! bound over the possible next guesses and the partitions by each of these guesses.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille_exact_search::SharedMemo;
use quadrille_progress::{Cancelled, Meter};

use super::BoundsReporter;
use super::isomorphs::PairKey;
use super::local::{self, CostBound, Local, Scratch};
use super::proof::State;
use super::snapshot::{Entry, Keep};
use super::space::{IMPOSSIBLE, List, Space, after_one};
use crate::codeword::Codeword;
use crate::{parallel, symmetry};

/// Key of a set after two guesses: the guesses in canonical form under symmetry, their feedbacks,
/// and the remaining turns. Sets with the same key are isomorphic.
#[derive(Debug, Clone, Copy)]
pub(super) struct SetKey {
    /// The guesses: four bits per pin and guess, so at most 64 bits.
    pub(super) pair: u64,
    pub(super) answers: (u8, u8),
    pub(super) turns: u32,
}

impl From<SetKey> for [u64; 3] {
    #[inline]
    fn from(SetKey { pair, answers: (first, second), turns }: SetKey) -> Self {
        [0, pair, u64::from(first) << 40 | u64::from(second) << 32 | u64::from(turns)]
    }
}

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
    known: SharedMemo<CostBound, 3>,
    pairs: Mutex<Pairs>,
    pool: Mutex<Vec<Scratch>>,
    /// The chosen second guesses, where their costs are known. The key is the first guess, its
    /// feedback and the remaining turns.
    pub(super) chosen: Mutex<HashMap<(u32, u8, u32), u32>>,
    pub(super) state: Mutex<State>,
    pub(super) reporter: &'a BoundsReporter<'a>,
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
    known: HashMap<(u32, u32), Arc<Pair>>,
}

/// The results for snapshots, and the function that receives them.
struct Log<'a> {
    found: Mutex<Vec<Entry>>,
    keep: &'a Keep<'a>,
}

/// A first and a second guess, which can be equal.
pub(super) struct Pair {
    key: PairKey,
    /// Guesses to try after these two guesses.
    pub(super) list: List,
}

/// A guess to try on a set of secrets, with values computed from its partition sizes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) guess: u32,
    pub(super) floor: u64,
    /// Remaining entropy: Σ n log₂ n over the partition sizes n, in units of 1/1024.
    open: u64,
    outside: bool,
}

/// The secrets of a set that give the same feedback to a guess.
pub(super) struct Partition {
    pub(super) feedback: u8,
    /// Start of the partition's range in the list of secrets, which is ordered by partition.
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) floor: u64,
    exact: bool,
}

/// A set of secrets, partitioned by a guess.
pub(super) struct SplitSet {
    pub(super) guess: u32,
    /// The secrets ordered by partition, without the secret that equals the guess.
    pub(super) ordered: Vec<u32>,
    /// The partitions, small partitions first.
    pub(super) parts: Vec<Partition>,
    /// The pair of the first guess and this guess, if this is the second guess.
    pub(super) pair: Option<Arc<Pair>>,
    /// The history before the guess.
    pub(super) history: History,
    /// Remaining turns after the guess.
    pub(super) left: u32,
}

impl SplitSet {
    pub(super) fn secrets(&self, part: &Partition) -> &[u32] {
        &self.ordered[part.from..part.to]
    }
}

/// Takes the next element that no other thread has taken, with its index.
fn take_next<'a, T>(all: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let at = next.fetch_add(1, Relaxed);
    Some((at, all.get(at)?))
}

/// The guesses and the feedback that led to a set of secrets. Histories of two or more guesses are
/// not distinguished.
#[derive(Debug, Clone, Copy)]
pub(super) enum History {
    /// No guess.
    None,
    /// One guess and its feedback.
    One(u32, u8),
    /// Two or more guesses.
    Long,
}

/// The best guess so far, as its cost and its index in the list of guesses to try. Of equally good
/// guesses, the first in the list is the best.
struct Best {
    cost: u64,
    at: Option<usize>,
}

impl Best {
    /// Returns the limit for the guess at index `at` of the list: if its cost is below the limit,
    /// the guess becomes the best guess.
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
            known: SharedMemo::default(),
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
            // The work of the earlier search is unknown. It was large, so if memory is
            // insufficient, these entries are replaced last.
            self.known.put(entry.key(), entry.known(), u64::MAX);
        }
        Self { log: Some(Log { found: Mutex::new(found.to_vec()), keep }), ..self }
    }

    /// Processes partitions concurrently, unless the search is restricted to one thread; returns
    /// the results in order.
    pub(super) fn each<T: Send>(
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
    pub(super) fn pair(&self, first: u32, second: u32) -> Result<Arc<Pair>, Cancelled> {
        if let Some(pair) = lock(&self.pairs).known.get(&(first, second)) {
            return Ok(pair.clone());
        }
        let pair = Arc::new(Pair {
            key: PairKey::new(self.space, first, second),
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

    /// Returns the guesses to try on a set, the most promising first.
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
            // The guess takes one turn for every secret; each partition then costs at least the
            // bound for its size.
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
    pub(super) fn parts(&self, secrets: &[u32], guess: u32) -> (Vec<u32>, Vec<Partition>) {
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

    /// Returns the cost of a set and the first guess that attains it, if the cost is below
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
        // If all guesses are pruned, the least of their bounds is a bound for the set.
        let least = AtomicUsize::new(usize::MAX);
        let shared = secrets.len() >= SHARED;
        let work = |_| {
            while let Some((at, candidate)) = take_next(candidates, &next) {
                let limit = || lock(&best).limit(at);
                let cost = self.by_guess(secrets, candidate, turns, &limit, history)?;
                let mut best = lock(&best);
                // Ties are resolved by the index of the guess, so that the result does not depend
                // on threads.
                if cost < best.limit(at) {
                    *best = Best { cost, at: Some(at) };
                } else {
                    least.fetch_min(cost as usize, Relaxed);
                }
                if at == 0 && shared {
                    break; // all threads first work on guess 0, whose cost prunes most others
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
        // The bound from the partition sizes was computed when `candidate` was created.
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
    /// and the cost is below `limit`. Uses and updates the memoised results of sets after two
    /// guesses.
    fn part_of(
        &self,
        split: &SplitSet,
        part: &Partition,
        limit: u64,
        exactly: bool,
    ) -> Result<CostBound, Cancelled> {
        let secrets = split.secrets(part);
        let mut best = CostBound { cost: part.floor, exact: part.exact };
        // The bound by size is exact for one or two secrets, if more than three turns are left.
        if best.exact || secrets.len() < 3 && split.left > 3 {
            return Ok(best);
        }
        let key = self.key(split, part);
        if let Some(key) = key {
            let known = self.recall(key);
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
            self.known.put(key, known, secrets.len() as u64);
            if exactly && secrets.len() > WORTH_KEEPING {
                self.record_result(key, known);
            }
        }
        Ok(CostBound { cost: best.cost.max(known.cost), exact: known.exact })
    }

    /// Returns the key of a partition after two guesses; `None` for other partitions.
    pub(super) fn key(&self, split: &SplitSet, part: &Partition) -> Option<SetKey> {
        match (split.history, &split.pair) {
            (History::One(_, answer), Some(pair)) if self.space.options.isomorphs => {
                Some(pair.key.of(answer, part.feedback, split.left))
            }
            _ => None,
        }
    }

    /// Returns a lower bound on the cost of a set, or the cost itself if `exactly` is true and the
    /// cost is below `limit`.
    pub(super) fn part(
        &self,
        secrets: &[u32],
        turns: u32,
        limit: u64,
        list: Option<&List>,
        history: History,
        exactly: bool,
    ) -> Result<CostBound, Cancelled> {
        if let History::One(first, _) = history {
            // After the first guess, the smallest bound of the guesses to try is a bound for the
            // set.
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
            // Sets of this size fit in the bit masks of the local search, which has its own
            // transposition table.
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

    /// Returns what is known about the set with this key.
    pub(super) fn recall(&self, key: SetKey) -> CostBound {
        self.known.get(key)
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
}
