//! The search from the first guess down to sets that [`local`](super::local) takes over.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille_progress::{Cancelled, Meter};

use super::local::{self, Known, Local, Mixing, Scratch};
use super::space::{IMPOSSIBLE, List, Space, UNLIMITED};
use crate::codeword::Codeword;
use crate::{parallel, symmetry};

/// A set by how it came about: two guesses, as exchanges of pins and names of colours leave them, and their
/// answers. Sets with one name are images of one another.
type Name = (u128, u8, u8, u32);

/// So few secrets that their cost is worked out where others get a bound.
const FEW: usize = 12;

/// Codewords in lists that are kept.
const KEPT: usize = 1 << 24;

/// One search.
pub(super) struct Solver<'a> {
    pub(super) space: &'a Space,
    pub(super) meter: &'a Meter<'a>,
    known: Vec<Mutex<HashMap<Name, Known, Mixing>>>,
    lists: Mutex<(usize, HashMap<(u32, u32), Arc<List>>)>,
    pool: Mutex<Vec<Scratch>>,
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
    secrets: Vec<u32>,
    floor: u64,
    exact: bool,
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
pub(super) struct Best {
    cost: u64,
    at: usize,
}

impl Best {
    /// What candidate number `at` must cost less than to be better.
    const fn limit(&self, at: usize) -> u64 {
        if at < self.at { self.cost + 1 } else { self.cost }
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Solver<'a> {
    pub(super) fn new(space: &'a Space, meter: &'a Meter<'a>) -> Self {
        Self {
            space,
            meter,
            known: (0..64).map(|_| Mutex::default()).collect(),
            lists: Mutex::default(),
            pool: Mutex::default(),
        }
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
        let guesses: Vec<Codeword> = history
            .iter()
            .map(|&at| Codeword::from_valid_bits(space.codes[at as usize]))
            .collect();
        let exchanges = symmetry::exchanges(space.game, &guesses);
        let codes = symmetry::representatives(space.game, &exchanges, self.meter, false)?;
        let place = |&code: &u64| space.game.position(Codeword::from_valid_bits(code)) as u32;
        let places = codes.map_or_else(
            || (0..space.codes.len() as u32).collect(),
            |codes| codes.iter().map(place).collect(),
        );
        Ok(space.list(places))
    }

    /// The guesses to try after two.
    fn list(&self, first: u32, second: u32) -> Result<Arc<List>, Cancelled> {
        if let Some(list) = lock(&self.lists).1.get(&(first, second)) {
            return Ok(list.clone());
        }
        let list = Arc::new(self.representatives(&[first, second])?);
        let mut lists = lock(&self.lists);
        lists.0 += list.places.len();
        if lists.0 > KEPT {
            lists.1.clear();
            lists.0 = list.places.len();
        }
        lists.1.insert((first, second), list.clone());
        Ok(list)
    }

    /// The candidates for a set, the most promising first.
    pub(super) fn candidates(&self, secrets: &[u32], list: &List) -> Result<Vec<Candidate>, Cancelled> {
        let space = self.space;
        let mut candidates = Vec::new();
        for &guess in &list.places {
            let outside = secrets.binary_search(&guess).is_err();
            if outside && space.possible_only {
                continue;
            }
            self.meter.effort(secrets.len() as u64 * 8)?;
            let mut sizes = [0u32; 64];
            for &secret in secrets {
                sizes[usize::from(space.score(guess, secret))] += 1;
            }
            sizes[usize::from(space.solved)] = 0;
            if sizes.iter().any(|&size| size as usize == secrets.len()) {
                continue; // it tells nothing
            }
            let floor = secrets.len() as u64 * space.turn
                + sizes.iter().map(|&size| space.floor(size as usize)).sum::<u64>();
            let open = sizes
                .iter()
                .filter(|&&size| size > 1)
                .map(|&size| (f64::from(size) * libm::log2(f64::from(size)) * 1024.0) as u64)
                .sum();
            candidates.push(Candidate { guess, floor, open, outside });
        }
        candidates.sort_by_key(|candidate| (candidate.open, candidate.outside, candidate.guess));
        Ok(candidates)
    }

    fn parts(&self, secrets: &[u32], guess: u32) -> Vec<Part> {
        let mut parts: Vec<Vec<u32>> = vec![Vec::new(); self.space.game.feedbacks()];
        for &secret in secrets {
            parts[usize::from(self.space.score(guess, secret))].push(secret);
        }
        parts[usize::from(self.space.solved)].clear();
        let part = |(feedback, secrets): (usize, Vec<u32>)| {
            let floor = self.space.floor(secrets.len());
            Part { feedback: feedback as u8, secrets, floor, exact: false }
        };
        let mut parts: Vec<Part> =
            parts.into_iter().enumerate().filter(|(_, secrets)| !secrets.is_empty()).map(part).collect();
        parts.sort_by_key(|part| (part.secrets.len(), part.feedback));
        parts
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
        let best = Mutex::new(Best { cost: limit, at: usize::MAX });
        let next = AtomicUsize::new(0);
        let least = AtomicUsize::new(usize::MAX);
        let work = |_| {
            loop {
                let at = next.fetch_add(1, Relaxed);
                let Some(candidate) = candidates.get(at) else { return Ok(()) };
                let limit = || lock(&best).limit(at);
                let cost = self.by_guess(secrets, candidate, turns, &limit, history)?;
                let mut best = lock(&best);
                if cost < best.limit(at) {
                    *best = Best { cost, at };
                } else {
                    least.fetch_min(cost as usize, Relaxed);
                }
            }
        };
        let workers = if matches!(history, History::One(..)) { parallel::threads() } else { 1 };
        parallel::try_reduce(workers, || (), work, |(), ()| ())?;
        let best = best.into_inner().unwrap_or_else(PoisonError::into_inner);
        if best.at == usize::MAX {
            return Ok(((least.into_inner() as u64).min(IMPOSSIBLE), None));
        }
        Ok((best.cost, Some(candidates[best.at].guess)))
    }

    /// The cost of a set after a guess, if it is less than the limit.
    fn by_guess(
        &self,
        secrets: &[u32],
        candidate: &Candidate,
        turns: u32,
        limit: &dyn Fn() -> u64,
        history: History,
    ) -> Result<u64, Cancelled> {
        let mut cost = candidate.floor;
        if cost >= limit() {
            return Ok(cost);
        }
        let left = if turns == UNLIMITED { UNLIMITED } else { turns - 1 };
        let guess = candidate.guess;
        let mut parts = self.parts(secrets, guess);
        if parts.iter().any(|part| !self.space.fits(part.secrets.len(), left)) {
            return Ok(IMPOSSIBLE);
        }
        let (below, name) = match history {
            History::One(first, _) => (History::Long, Some(self.name(first, guess))),
            History::None => (History::One(guess, 0), None),
            History::Long => (History::Long, None),
        };
        // First what is cheap to know of every part, then their costs, the small parts first.
        for exactly in [false, true] {
            for part in &mut parts {
                if part.exact || part.secrets.len() < 3 && left > 3 {
                    continue;
                }
                let rest = cost - part.floor;
                let limit = limit();
                if cost >= limit {
                    return Ok(cost);
                }
                let key = match (history, name) {
                    (History::One(_, answer), Some(name)) => Some(name.of(answer, part.feedback, left)),
                    _ => None,
                };
                if let Some(known) = key.and_then(|key| self.recall(&key)) {
                    part.floor = part.floor.max(known.cost);
                    part.exact = known.exact;
                }
                if !part.exact && part.floor < limit - rest {
                    let list = match history {
                        History::One(first, _) => Some(self.list(first, guess)?),
                        _ => None,
                    };
                    let below = match below {
                        History::One(first, _) => History::One(first, part.feedback),
                        below => below,
                    };
                    let known = self.part(part, left, limit - rest, list.as_deref(), below, exactly)?;
                    if let Some(key) = key {
                        self.remember(key, known);
                    }
                    part.floor = part.floor.max(known.cost);
                    part.exact = known.exact;
                }
                cost = rest + part.floor;
            }
        }
        Ok(cost)
    }

    /// What is found out of a part: a bound, or its cost if that is less than `limit`.
    fn part(
        &self,
        part: &Part,
        turns: u32,
        limit: u64,
        list: Option<&List>,
        history: History,
        exactly: bool,
    ) -> Result<Known, Cancelled> {
        let secrets = &part.secrets[..];
        if let History::One(first, _) = history {
            // After the first guess: the candidates' floors are the bound.
            let list = self.list(first, first)?;
            let candidates = self.candidates(secrets, &list)?;
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
        if pins <= 6 { permutations(&mut order, pins, &mut look) } else { look(&order) }
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
        order.swap(if places % 2 == 0 { at } else { 0 }, places - 1);
    }
}

impl Solver<'_> {
    /// The whole game: the cost, and the first guess.
    pub(super) fn root(
        &self,
        firsts: &[u32],
        turns: u32,
        limit: u64,
    ) -> Result<(u64, Option<u32>), Cancelled> {
        let space = self.space;
        let secrets = &space.all.places;
        let list = space.list(firsts.to_vec());
        let candidates = self.candidates(secrets, &list)?;
        for candidate in &candidates {
            // The list to try after one guess is kept under that guess twice.
            let list = Arc::new(self.representatives(&[candidate.guess])?);
            lock(&self.lists).1.insert((candidate.guess, candidate.guess), list);
        }
        self.set(secrets, &candidates, turns, limit, History::None)
    }
}
