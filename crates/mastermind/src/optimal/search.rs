//! The search from the first guess down to sets that [`local`](super::local) takes over.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille_progress::{Cancelled, Meter};

use super::Telling;
use super::local::{self, Known, Local, Mixing, Scratch};
use super::snapshot::{Entry, Keep};
use super::space::{IMPOSSIBLE, List, Space, UNLIMITED, after_one};
use super::tree::Node;
use crate::codeword::Codeword;
use crate::feedback::Feedback;
use crate::{parallel, symmetry};

/// A set by how it came about: two guesses, as exchanges of pins and names of colours leave them, and their
/// answers. Sets with one name are images of one another.
pub(super) type Name = (u128, u8, u8, u32);

/// So few secrets that their cost is worked out where others get a bound.
const FEW: usize = 12;

/// Codewords in lists that are kept.
const KEPT: usize = 1 << 24;

/// Secrets up to which a set is searched again sooner than what is known of it is kept.
const WORTH_KEEPING: usize = 16;

/// Secrets of a set from which on all threads work at the parts of one guess.
const SHARED: usize = 200;

/// So many sets are kept of a search that may be interrupted: two megabytes.
const MOST_KEPT: usize = 1 << 16;

/// Codewords from which on parts of the best tree are kept while the proof goes on.
const KEEP_FROM: usize = 2000;

/// One search.
pub(super) struct Solver<'a> {
    pub(super) space: &'a Space,
    pub(super) meter: &'a Meter<'a>,
    known: Vec<Mutex<HashMap<Name, Known, Mixing>>>,
    pairs: Mutex<Pairs>,
    pool: Mutex<Vec<Scratch>>,
    /// The guess after a first guess and its answer, where the cost is known.
    chosen: Mutex<HashMap<(u32, u8, u32), u32>>,
    state: Mutex<State>,
    telling: &'a Telling<'a>,
    /// Guesses tried on sets that are not looked at locally.
    tried: AtomicU64,
    /// What would take long to find out again, and who is to hear of it.
    log: Option<Log<'a>>,
    /// How many threads work side by side.
    workers: usize,
}

/// The pairs met, and how many codewords their lists have together.
#[derive(Default)]
struct Pairs {
    listed: usize,
    known: HashMap<(u32, u32), Arc<Pair>, Mixing>,
}

/// What a search has found out so far, and who is to hear of it.
struct Log<'a> {
    found: Mutex<Vec<Entry>>,
    keep: &'a Keep<'a>,
}

/// Two guesses, or one and itself.
struct Pair {
    name: PairName,
    /// What to try after them.
    list: List,
}

/// A guess, and what it makes of a set as far as sizes tell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) guess: u32,
    floor: u64,
    /// How much it leaves open, by entropy.
    open: u64,
    outside: bool,
}

/// One part of a set.
struct Part {
    feedback: u8,
    /// Where it begins and ends among the secrets, part by part.
    from: usize,
    to: usize,
    floor: u64,
    exact: bool,
}

/// A set after a guess.
struct Divided {
    guess: u32,
    /// The secrets, part by part, without the guess itself.
    ordered: Vec<u32>,
    /// The small ones first.
    parts: Vec<Part>,
    /// This guess and the one before, where that was the first.
    pair: Option<Arc<Pair>>,
    /// What was there before the guess.
    history: History,
    /// The turns left after it.
    left: u32,
}

impl Divided {
    fn secrets(&self, part: &Part) -> &[u32] {
        &self.ordered[part.from..part.to]
    }
}

/// The next that nobody has taken, and its number.
fn taken<'a, T>(all: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let at = next.fetch_add(1, Relaxed);
    Some((at, all.get(at)?))
}

/// What is known of how a set came about, if symmetry is to be used.
#[derive(Debug, Clone, Copy)]
pub(super) enum History {
    /// No guess yet.
    None,
    /// One guess and its answer.
    One(u32, u8),
    /// More.
    Long,
}

/// The best so far of candidates in order: of equal ones the first.
struct Best {
    cost: u64,
    at: Option<usize>,
}

impl Best {
    /// What candidate number `at` must cost less than to be better.
    fn limit(&self, at: usize) -> u64 {
        if self.at.is_some_and(|best| at < best) { self.cost + 1 } else { self.cost }
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Solver<'a> {
    pub(super) fn new(space: &'a Space, meter: &'a Meter<'a>, telling: &'a Telling<'a>) -> Self {
        Self {
            space,
            meter,
            known: (0..64).map(|_| Mutex::default()).collect(),
            pairs: Mutex::default(),
            pool: Mutex::default(),
            chosen: Mutex::default(),
            state: Mutex::default(),
            telling,
            tried: AtomicU64::new(0),
            log: None,
            workers: parallel::threads(),
        }
    }

    /// The same on the calling thread alone.
    pub(super) fn alone(self) -> Self {
        Self { workers: 1, ..self }
    }

    /// Guesses tried on a set, as an account of the work.
    pub(super) fn nodes(&self) -> u64 {
        self.tried.load(Relaxed) + lock(&self.pool).iter().map(|scratch| scratch.nodes).sum::<u64>()
    }

    /// The same, going on from what an earlier attempt found out, and handing on what it finds out itself.
    pub(super) fn resuming(self, found: &[Entry], keep: &'a Keep<'a>) -> Self {
        for entry in found {
            self.remember(entry.name(), entry.known());
        }
        Self { log: Some(Log { found: Mutex::new(found.to_vec()), keep }), ..self }
    }

    /// Works on parts side by side, unless it is to be done by the calling thread alone; the answers in order.
    fn each<T: Send>(
        &self,
        parts: &[Part],
        work: impl Fn(&Part) -> Result<T, Cancelled> + Sync + Send,
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

    /// Guesses that no exchange leaving the history as it was carries to an earlier one.
    pub(super) fn representatives(&self, history: &[u32]) -> Result<List, Cancelled> {
        let space = self.space;
        if !space.ideas.symmetry {
            return Ok(space.list((0..space.codes.len() as u32).collect()));
        }
        let guesses: Vec<Codeword> =
            history.iter().map(|&at| Codeword::from_valid_bits(space.codes[at as usize])).collect();
        let exchanges = symmetry::exchanges(space.game, &guesses);
        let codes = symmetry::representatives(space.game, &exchanges, self.meter, false)?;
        let place = |&code: &u64| space.game.position(Codeword::from_valid_bits(code)) as u32;
        let places = codes.map_or_else(
            || (0..space.codes.len() as u32).collect(),
            |codes| codes.iter().map(place).collect(),
        );
        Ok(space.list(places))
    }

    /// The name of two guesses, and what to try after them.
    fn pair(&self, first: u32, second: u32) -> Result<Arc<Pair>, Cancelled> {
        if let Some(pair) = lock(&self.pairs).known.get(&(first, second)) {
            return Ok(pair.clone());
        }
        let pair =
            Arc::new(Pair { name: self.name(first, second), list: self.representatives(&[first, second])? });
        let mut pairs = lock(&self.pairs);
        pairs.listed += pair.list.places.len();
        if pairs.listed > KEPT {
            pairs.known.clear();
            pairs.listed = pair.list.places.len();
        }
        pairs.known.insert((first, second), pair.clone());
        Ok(pair)
    }

    /// The candidates for a set, the most promising first.
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
                continue; // it tells nothing
            }
            let floor = secrets.len() as u64 * space.turn
                + sizes.iter().map(|&size| space.floor(size as usize)).sum::<u64>();
            let open = sizes.iter().map(|&size| space.open(size as usize)).sum();
            candidates.push(Candidate { guess, floor, open, outside });
        }
        if space.ideas.order {
            candidates.sort_by_key(|candidate| (candidate.open, candidate.outside, candidate.guess));
        }
        Ok(candidates)
    }

    /// The parts that a guess makes of a set, the small ones first, and the secrets part by part.
    fn parts(&self, secrets: &[u32], guess: u32) -> (Vec<u32>, Vec<Part>) {
        let mut scores = vec![0; secrets.len()];
        self.space.scores(guess, secrets, &mut scores);
        let mut sizes = [0u32; 64];
        for &score in &scores {
            sizes[usize::from(score)] += 1;
        }
        sizes[usize::from(self.space.solved)] = 0;
        let mut starts = [0; 64];
        let mut from = 0;
        let mut parts = Vec::with_capacity(64);
        for (feedback, (&size, start)) in sizes.iter().zip(&mut starts).enumerate() {
            if size > 0 {
                *start = from;
                let size = size as usize;
                let (feedback, floor) = (feedback as u8, self.space.floor(size));
                parts.push(Part { feedback, from, to: from + size, floor, exact: false });
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
        parts.sort_by_key(|part| (part.to - part.from, part.feedback));
        (ordered, parts)
    }

    /// The cost of a set, if it is less than `limit`, and the first candidate that reaches it; else a number from
    /// `limit` to the cost.
    pub(super) fn set(
        &self,
        secrets: &[u32],
        candidates: &[Candidate],
        turns: u32,
        limit: u64,
        history: History,
    ) -> Result<(u64, Option<u32>), Cancelled> {
        if !self.space.fits(secrets.len(), turns) {
            return Ok((IMPOSSIBLE, None));
        }
        let best = Mutex::new(Best { cost: limit, at: None });
        let next = AtomicUsize::new(0);
        let least = AtomicUsize::new(usize::MAX);
        let shared = secrets.len() >= SHARED;
        let work = |_| {
            while let Some((at, candidate)) = taken(candidates, &next) {
                let limit = || lock(&best).limit(at);
                let cost = self.by_guess(secrets, candidate, turns, &limit, history)?;
                let mut best = lock(&best);
                if cost < best.limit(at) {
                    *best = Best { cost, at: Some(at) };
                } else {
                    least.fetch_min(cost as usize, Relaxed);
                }
                if at == 0 && shared {
                    break; // what it costs ends most of the others at once: all threads work at its parts
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

    /// The cost of a set after a guess, if it is less than the limit.
    fn by_guess(
        &self,
        secrets: &[u32],
        candidate: &Candidate,
        turns: u32,
        limit: &(dyn Fn() -> u64 + Sync),
        history: History,
    ) -> Result<u64, Cancelled> {
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
        let pair = match history {
            History::One(first, _) => Some(self.pair(first, guess)?),
            _ => None,
        };
        let mut divided = Divided { guess, ordered, parts, pair, history, left };
        // First what is cheap to know of every part, then their costs.
        if self.space.ideas.bounds_first {
            for at in 0..divided.parts.len() {
                let limit = limit();
                if cost >= limit {
                    return Ok(cost);
                }
                let part = &divided.parts[at];
                let rest = cost - part.floor;
                let known = self.part_of(&divided, part, limit - rest, false)?;
                let part = &mut divided.parts[at];
                part.floor = part.floor.max(known.cost);
                part.exact = known.exact;
                cost = rest + part.floor;
                if matches!(history, History::None) {
                    self.bound(guess, cost);
                }
            }
        }
        self.costs_of_parts(&divided, cost, limit)
    }

    /// The cost of a set after a guess, if it is less than the limit; `floor` is what is known of it.
    ///
    /// The parts are worked out side by side, the small ones first: none needs to know more of the others than
    /// their floors. What one costs above its floor lowers the limit of those that are begun later; those under way
    /// have a limit that could be lower, no more.
    fn costs_of_parts(
        &self,
        divided: &Divided,
        floor: u64,
        limit: &(dyn Fn() -> u64 + Sync),
    ) -> Result<u64, Cancelled> {
        let whole = AtomicU64::new(floor);
        let next = AtomicUsize::new(0);
        let is_first = matches!(divided.history, History::None);
        let work = |_| {
            while let Some((_, part)) = taken(&divided.parts, &next) {
                let (floor, mut limit) = (whole.load(Relaxed), limit());
                if floor >= limit {
                    break;
                }
                limit -= floor - part.floor;
                if is_first {
                    limit = limit.min(self.known_tree(divided.guess, part.feedback) + 1);
                }
                let known = self.part_of(divided, part, limit, true)?;
                let more = known.cost.max(part.floor) - part.floor;
                let floor = whole.fetch_add(more, Relaxed) + more;
                if is_first {
                    self.bound(divided.guess, floor);
                    if known.exact && self.space.codes.len() > KEEP_FROM {
                        self.keep(divided, part, known.cost)?;
                    }
                }
            }
            Ok(())
        };
        let workers = if divided.ordered.len() >= SHARED { self.workers } else { 1 };
        parallel::try_reduce(workers, || (), work, |(), ()| ())?;
        Ok(whole.into_inner())
    }

    /// What is found out of a part, or known of it already: a bound, or its cost if that is less than `limit`.
    fn part_of(&self, divided: &Divided, part: &Part, limit: u64, exactly: bool) -> Result<Known, Cancelled> {
        let secrets = divided.secrets(part);
        let mut best = Known { cost: part.floor, exact: part.exact };
        if best.exact || secrets.len() < 3 && divided.left > 3 {
            return Ok(best);
        }
        let key = self.key(divided, part);
        if let Some(known) = key.and_then(|key| self.recall(&key)) {
            best = Known { cost: best.cost.max(known.cost), exact: known.exact };
        }
        if best.exact || best.cost >= limit {
            return Ok(best);
        }
        let list = divided.pair.as_ref().map(|pair| &pair.list);
        let below = match divided.history {
            History::None => History::One(divided.guess, part.feedback),
            _ => History::Long,
        };
        let known = self.part(secrets, divided.left, limit, list, below, exactly)?;
        if let Some(key) = key {
            self.remember(key, known);
            if exactly && secrets.len() > WORTH_KEEPING {
                self.note(key, known);
            }
        }
        Ok(Known { cost: best.cost.max(known.cost), exact: known.exact })
    }

    /// By what name a part is known.
    fn key(&self, divided: &Divided, part: &Part) -> Option<Name> {
        match (divided.history, &divided.pair) {
            (History::One(_, answer), Some(pair)) if self.space.ideas.images => {
                Some(pair.name.of(answer, part.feedback, divided.left))
            }
            _ => None,
        }
    }

    /// What the best tree so far costs after a first guess and its answer.
    fn known_tree(&self, first: u32, feedback: u8) -> u64 {
        let state = lock(&self.state);
        let known = state.parts.iter().find(|known| state.first == first && known.feedback == feedback);
        known.map_or(IMPOSSIBLE, |known| known.cost)
    }

    /// What is found out of a part: a bound, or its cost if that is less than `limit`.
    fn part(
        &self,
        secrets: &[u32],
        turns: u32,
        limit: u64,
        list: Option<&List>,
        history: History,
        exactly: bool,
    ) -> Result<Known, Cancelled> {
        if let History::One(first, _) = history {
            // After the first guess: the candidates' floors are the bound.
            let pair = self.pair(first, first)?;
            let candidates = self.candidates(secrets, &pair.list)?;
            let floor = candidates.iter().map(|candidate| candidate.floor).min().unwrap_or(IMPOSSIBLE);
            if !exactly || floor >= limit {
                let trivial = secrets.len() < 3;
                if !trivial {
                    return Ok(Known { cost: floor, exact: false });
                }
            }
            if secrets.len() > 2 {
                let (cost, _) = self.set(secrets, &candidates, turns, limit, history)?;
                return Ok(Known { cost, exact: cost < limit });
            }
        }
        let list = list.unwrap_or(&self.space.all);
        if secrets.len() <= local::MOST {
            return self.scratch(|scratch| {
                let mut local = Local::new(self.space, self.meter, secrets, scratch);
                if exactly || secrets.len() <= FEW {
                    let cost = local.whole(turns, limit, list)?;
                    Ok(Known { cost, exact: cost < limit })
                } else {
                    local.bound(turns, list)
                }
            });
        }
        if !exactly {
            if !self.space.ideas.classes {
                return Ok(Known { cost: self.space.floor(secrets.len()), exact: false });
            }
            let classes = self.scratch(|scratch| {
                let mut classes = scratch.classes();
                self.space.count(list, secrets, &mut classes);
                let most = classes.most();
                scratch.give_back(classes);
                most
            });
            return Ok(Known { cost: self.space.floor_by_classes(secrets.len(), classes), exact: false });
        }
        let candidates = self.candidates(secrets, list)?;
        let (cost, _) = self.set(secrets, &candidates, turns, limit, History::Long)?;
        Ok(Known { cost, exact: cost < limit })
    }

    fn shard(&self, key: &Name) -> &Mutex<HashMap<Name, Known, Mixing>> {
        let mixed = ((key.0 ^ key.0 >> 64) as u64 ^ u64::from(key.1) << 8 ^ u64::from(key.2))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.known[(mixed >> 58) as usize]
    }

    fn recall(&self, key: &Name) -> Option<Known> {
        lock(self.shard(key)).get(key).copied()
    }

    fn remember(&self, key: Name, found: Known) {
        let mut known = lock(self.shard(&key));
        let entry = known.entry(key).or_insert(found);
        if !entry.exact && (found.exact || found.cost > entry.cost) {
            *entry = found;
        }
    }

    /// What was noted.
    pub(super) fn found(&self) -> Vec<Entry> {
        self.log.as_ref().map_or_else(Vec::new, |log| lock(&log.found).clone())
    }

    /// Notes what an interruption should not lose.
    fn note(&self, key: Name, known: Known) {
        let Some(log) = &self.log else { return };
        let mut found = lock(&log.found);
        if found.len() < MOST_KEPT {
            found.push(Entry::new(key, known));
            (log.keep)(&|| found.clone());
        }
    }

    /// The pair of guesses, as exchanges leave it.
    fn name(&self, first: u32, second: u32) -> PairName {
        let game = self.space.game;
        let colors = |at: u32| -> Vec<u8> {
            Codeword::from_valid_bits(self.space.codes[at as usize]).colors().collect()
        };
        let (a, b) = (colors(first), colors(second));
        let pins = game.pins();
        let mut order: Vec<usize> = (0..pins).collect();
        let (mut one, mut other) = (u128::MAX, u128::MAX);
        let mut look = |order: &[usize]| {
            one = one.min(renamed(order, &a, &b));
            other = other.min(renamed(order, &b, &a));
        };
        if pins <= 6 {
            permutations(&mut order, pins, &mut look);
        } else {
            look(&order);
        }
        PairName { pair: one.min(other), swap: other < one, same: one == other }
    }
}

/// The name of a pair of guesses, and which of the two comes first in it.
#[derive(Debug, Clone, Copy)]
struct PairName {
    pair: u128,
    swap: bool,
    same: bool,
}

impl PairName {
    const fn of(self, first: u8, second: u8, turns: u32) -> Name {
        let swap = self.swap || self.same && second < first;
        let (first, second) = if swap { (second, first) } else { (first, second) };
        (self.pair, first, second, turns)
    }
}

/// Two guesses, their pins in another order and their colours numbered as they come.
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

/// All orders of the first so many places.
fn permutations(order: &mut [usize], places: usize, look: &mut impl FnMut(&[usize])) {
    if places <= 1 {
        return look(order);
    }
    for at in 0..places {
        permutations(order, places - 1, look);
        order.swap(if places.is_multiple_of(2) { at } else { 0 }, places - 1);
    }
}

/// The best tree so far after an answer to the first guess.
#[derive(Debug, Clone)]
struct Kept {
    feedback: u8,
    cost: u64,
    node: Node,
    /// Whether it is the first of least cost in the order of the search.
    proved: bool,
}

/// The best tree so far, and how far the proof is.
#[derive(Debug, Default)]
struct State {
    /// The first guess of the tree that is improved, and the cost and the tree after each of its answers.
    first: u32,
    parts: Vec<Kept>,
    /// What each first guess costs at least.
    floors: Vec<(u32, u64)>,
}

impl State {
    /// What the parts cost together.
    fn cost(&self) -> u64 {
        self.parts.iter().map(|part| part.cost).sum()
    }

    /// What the whole costs at least.
    fn floor(&self) -> u64 {
        self.floors.iter().map(|&(_, floor)| floor).min().unwrap_or(0)
    }
}

/// So many promising guesses are tried at every set, in turn, where the whole search would take too long to
/// begin with it; and sets of up to so many secrets are done exactly.
const WIDTHS: [(usize, usize); 5] = [(2, 24), (4, 32), (8, 40), (16, 48), (32, 64)];

/// Sets of up to so many secrets are done exactly in the first tree.
const FIRST: (usize, usize) = (1, 20);

impl Solver<'_> {
    /// The tree of least cost, if there is one within so many turns.
    pub(super) fn prove(&self, firsts: &[u32], turns: u32) -> Result<Option<Node>, Cancelled> {
        let all = &self.space.all.places;
        if all.len() <= 2 {
            let list = self.space.list(firsts.to_vec());
            let found = self.scratch(|scratch| {
                Local::new(self.space, self.meter, all, scratch).tree(turns, IMPOSSIBLE, &list)
            })?;
            return Ok(found.map(|(_, node)| node));
        }
        let candidates = self.candidates(all, &self.space.list(firsts.to_vec()))?;
        let floors = candidates.iter().map(|candidate| (candidate.guess, candidate.floor)).collect();
        lock(&self.state).floors = floors;
        let limit =
            if self.space.ideas.first_tree { self.first_tree(&candidates, turns)? } else { IMPOSSIBLE };
        let (_, first) = self.set(all, &candidates, turns, limit, History::None)?;
        first.map(|first| self.tree(all, first, turns, History::None)).transpose()
    }

    /// First guesses, the most promising first.
    pub(super) fn openings(&self, firsts: &[u32]) -> Result<Vec<Candidate>, Cancelled> {
        self.candidates(&self.space.all.places, &self.space.list(firsts.to_vec()))
    }

    /// The parts that a first guess makes of all codewords, the small ones first, and what each costs at
    /// least.
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

    /// What secrets cost after a first guess and its answer, if that is less than the limit, and the tree.
    pub(super) fn piece(
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
        // A tree of few trials says what the best one costs at most.
        let mut limit = limit;
        let widths = if self.space.codes.len() as u64 > super::LARGE { &WIDTHS[..] } else { &[] };
        for &breadth in [FIRST].iter().chain(widths) {
            let found = self.beam(secrets, breadth, turns, limit, (below, &pair.list))?;
            limit = found.map_or(limit, |(cost, _)| cost + 1);
        }
        let candidates = self.candidates(secrets, &pair.list)?;
        let (cost, guess) = self.set(secrets, &candidates, turns, limit, below)?;
        let Some(guess) = guess else { return Ok(None) };
        Ok(Some((cost, self.tree(secrets, guess, turns, below)?)))
    }

    /// The best guess on a set, and the turns from it on; `None` if so many turns are not enough.
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
            let firsts: Vec<u32> =
                symmetry::opening_guesses(game).iter().map(|&first| game.position(first) as u32).collect();
            let candidates = self.candidates(secrets, &self.space.list(firsts))?;
            let (cost, guess) = self.set(secrets, &candidates, turns, IMPOSSIBLE, History::None)?;
            return Ok(guess.map(|guess| (guess, cost)));
        }
        let candidates = self.candidates(secrets, list)?;
        let (cost, guess) = self.set(secrets, &candidates, turns, IMPOSSIBLE, History::Long)?;
        Ok(guess.map(|guess| (guess, cost)))
    }

    /// The sets that a guess leaves, without the one that it is.
    pub(super) fn answers(&self, secrets: &[u32], guess: u32) -> Vec<Vec<u32>> {
        let (ordered, parts) = self.parts(secrets, guess);
        parts.iter().map(|part| ordered[part.from..part.to].to_vec()).collect()
    }

    /// The turns of a tree that is good and found soon.
    pub(super) fn turns_at_most(&self, candidates: &[Candidate]) -> Result<u32, Cancelled> {
        if let Some(&first) = candidates.first() {
            self.plant(first, UNLIMITED)?;
        }
        Ok(self.best().map_or(1, |root| root.turns()))
    }

    /// Makes the first tree: on every set but the small ones the most promising guess. Whether there is one.
    fn plant(&self, first: Candidate, turns: u32) -> Result<bool, Cancelled> {
        let left = after_one(turns);
        let (ordered, parts) = self.parts(&self.space.all.places, first.guess);
        let pair = self.pair(first.guess, first.guess)?;
        let found = self.each(&parts, |part| {
            let below = History::One(first.guess, part.feedback);
            let secrets = &ordered[part.from..part.to];
            let found = self.beam(secrets, FIRST, left, IMPOSSIBLE, (below, &pair.list))?;
            let kept = |(cost, node)| Kept { feedback: part.feedback, cost, node, proved: false };
            Ok(found.map(kept))
        })?;
        let Some(found) = found.into_iter().collect() else { return Ok(false) };
        let mut state = lock(&self.state);
        state.first = first.guess;
        state.parts = found;
        self.telling.high.store(self.whole(&state), Relaxed);
        Ok(true)
    }

    /// Looks for good trees, and answers with a cost that the best one is below.
    fn first_tree(&self, candidates: &[Candidate], turns: u32) -> Result<u64, Cancelled> {
        let Some(&first) = candidates.first() else { return Ok(IMPOSSIBLE) };
        if !self.plant(first, turns)? {
            return Ok(IMPOSSIBLE);
        }
        if self.space.codes.len() as u64 > super::LARGE {
            let left = after_one(turns);
            let (ordered, parts) = self.parts(&self.space.all.places, first.guess);
            let pair = self.pair(first.guess, first.guess)?;
            for breadth in WIDTHS {
                for part in parts.iter().rev() {
                    let limit = self.known_tree(first.guess, part.feedback);
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
        Ok(self.telling.high.load(Relaxed) + 1)
    }

    /// The cost of the best tree so far.
    fn whole(&self, state: &State) -> u64 {
        self.space.codes.len() as u64 * self.space.turn + state.cost()
    }

    /// A better tree after an answer to the first guess, or the one that is meant.
    fn improve(&self, feedback: u8, cost: u64, node: Node, proved: bool) {
        let mut state = lock(&self.state);
        if let Some(known) = state.parts.iter_mut().find(|known| known.feedback == feedback)
            && (cost < known.cost || proved)
        {
            *known = Kept { feedback, cost, node, proved };
            let whole = self.whole(&state);
            self.telling.high.store(whole, Relaxed);
        }
    }

    /// Puts the tree of a part whose cost is known into the best tree so far, if it has the same first guess.
    fn keep(&self, divided: &Divided, part: &Part, cost: u64) -> Result<(), Cancelled> {
        let (first, feedback, turns) = (divided.guess, part.feedback, divided.left);
        if lock(&self.state).first != first {
            return Ok(());
        }
        let next = lock(&self.chosen).get(&(first, feedback, turns)).copied();
        if let Some(next) = next {
            let node = self.tree(divided.secrets(part), next, turns, History::One(first, feedback))?;
            self.improve(feedback, cost, node, true);
        }
        Ok(())
    }

    /// The tree that is meant after an answer to the first guess, if it was kept.
    fn kept(&self, first: u32, feedback: u8) -> Option<Node> {
        let state = lock(&self.state);
        let known = state.parts.iter().find(|known| state.first == first && known.feedback == feedback);
        known.filter(|known| known.proved).map(|known| known.node.clone())
    }

    /// The best tree so far.
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

    /// What the whole costs at least, as far as is proved.
    pub(super) fn floor(&self) -> u64 {
        lock(&self.state).floor()
    }

    /// A first guess costs at least so much.
    fn bound(&self, first: u32, floor: u64) {
        let mut state = lock(&self.state);
        if let Some(known) = state.floors.iter_mut().find(|(guess, _)| *guess == first) {
            known.1 = known.1.max(floor);
        }
        let low = state.floor();
        self.telling.low.store(low, Relaxed);
    }

    /// The tree of least cost after some guesses, where that cost is known.
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
        let divided = Divided { guess, ordered, parts, pair, history, left };
        let follow = |part: &Part| {
            let secrets = divided.secrets(part);
            if let History::None = history
                && secrets.len() > 2
            {
                if let Some(node) = self.kept(guess, part.feedback) {
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
            // What it costs is often known still: then only that is looked for.
            let known = self.key(&divided, part).and_then(|key| self.recall(&key));
            let limit = known.filter(|known| known.exact).map_or(IMPOSSIBLE, |known| known.cost + 1);
            let list = divided.pair.as_ref().map_or(&space.all, |pair| &pair.list);
            if secrets.len() <= local::MOST {
                let found = self.scratch(|scratch| {
                    Local::new(space, self.meter, secrets, scratch).tree(left, limit, list)
                })?;
                // What has a cost has a tree.
                return Ok(found.map(|(_, node)| node));
            }
            let next = self.choice(secrets, list, left, limit, History::Long)?;
            self.tree(secrets, next, left, History::Long).map(Some)
        };
        let parts = &divided.parts;
        let nodes = match history {
            History::Long => parts.iter().map(follow).collect::<Result<_, _>>()?,
            _ => self.each(parts, follow)?,
        };
        let feedback = |part: &Part| Feedback::from_index(part.feedback.into());
        let mut then: Vec<(Feedback, Node)> =
            parts.iter().zip(nodes).filter_map(|(part, node)| Some((feedback(part), node?))).collect();
        then.sort_by_key(|&(feedback, _)| feedback);
        Ok(Node { guess: Codeword::from_valid_bits(space.codes[guess as usize]), then })
    }

    /// The guess of a set that can be done, and costs less than `limit`.
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

    /// A tree of few trials: of each set only the `width` most promising guesses are tried; sets of up to
    /// `exact` secrets are done exactly. `None` if it costs at least `limit`.
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
