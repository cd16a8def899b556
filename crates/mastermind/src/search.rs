//! The search for the next guess.
//!
//! Let S be the set of possible secrets. The next guess is the first of the allowed guesses in a
//! total order: by the strategy's rank, which is computed from the sizes of the partitions of S;
//! then members of S before other guesses; then lexicographically. The result therefore does not
//! depend on the distribution of guesses to threads.
//!
//! **Early termination.** A guess that distinguishes all of S is optimal for every rule: partitions
//! of size 1 minimise the largest partition, Σ n² and Σ n log n, and maximise the number of
//! partitions. In the order of the tie-breaks (members of S lexicographically, then all other
//! guesses lexicographically), the first guess that distinguishes all secrets is the result,
//! because later guesses lose the tie. "Guesses tried" is the number of guesses in this order up to
//! and including that guess, or of all guesses if there is no such guess. This number is a property
//! of the strategy, even if fewer guesses are examined because [`symmetry`](crate::symmetry) or
//! [`guess_set`](crate::guess_set) prove that the others are no better than earlier guesses.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use quadrille_lanes::Level;
use quadrille_progress::{Cancelled, Meter};

use crate::codeword::Codeword;
use crate::distinguish::Members;
use crate::effort::CODEWORD_EFFORT;
use crate::game::{Game, Repeats};
use crate::guess_set::{ExplicitGuesses, GuessPlanes, GuessSet, ReducedGuesses};
use crate::kernels::distinguish;
use crate::kernels::scan::{Aim, SEGMENT, Scan, ScanResult};
use crate::kernels::sliced;
use crate::planes::{BLOCK, BitPlanes};
use crate::shortlist::ShortlistResult;
use crate::strategy::{Best, Ranking, Strategy};
use crate::symmetry::opening_guesses;
use crate::{opening, parallel};

/// Number of comparisons of a guess with a secret per task of a thread. Such a task takes much
/// longer than its scheduling, and much less than a noticeable delay.
pub(crate) const TASK: usize = 1 << 22;

/// If there are few guesses, planes are created for this number of secrets at a time. The planes
/// take up to a megabyte, and counting with them takes a few milliseconds.
const COUNTED_AT_ONCE: usize = 1 << 15;

/// Effort of computing the partition of all codewords of a large game by a guess.
const COUNTED: u64 = 1 << 20;

/// A guess and the effort of finding it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) guess: Codeword,
    /// Number of guesses that count as tried, as defined at the top of this [module](self).
    pub(crate) tried: u64,
    /// Whether the guess is known to distinguish all possible secrets.
    pub(crate) perfect: bool,
}

impl Choice {
    /// Creates the choice of a guess that needs no search.
    pub(crate) const fn given(guess: Codeword) -> Self {
        Self { guess, tried: 0, perfect: false }
    }
}

/// The guesses to choose from.
#[derive(Clone, Copy)]
pub(crate) enum Guesses<'a> {
    /// Possible secrets only.
    Possible,
    /// All codewords.
    All(&'a GuessSet),
    /// Representatives of all codewords: every other codeword is known to be no better than a
    /// representative.
    Representatives(&'a ExplicitGuesses),
}

/// Parameters of all searches of one game.
pub(crate) struct Search<'a> {
    pub(crate) game: Game,
    pub(crate) strategy: Strategy,
    pub(crate) ranking: &'a Ranking,
    pub(crate) level: Level,
    pub(crate) meter: &'a Meter<'a>,
    /// Whether each examined guess counts as a unit of progress.
    pub(crate) counts_guesses: bool,
    /// Number of comparisons of a guess with a secret per task of a thread.
    pub(crate) task: usize,
    /// Records the best guess so far, for a search that can be cancelled.
    pub(crate) seen: Option<&'a BestSoFar>,
}

/// The best guess so far, and the number of guesses ranked.
#[derive(Default)]
pub(crate) struct BestSoFar(Mutex<(Option<Best>, u64)>);

impl BestSoFar {
    /// Returns the result of a cancelled search.
    pub(crate) fn into_result(self) -> ShortlistResult {
        let (best, guesses) = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        ShortlistResult { best, guesses, all: false, stopped: true }
    }
}

impl Search<'_> {
    /// Returns the next guess for a non-empty sorted list of possible secrets.
    pub(crate) fn next(&self, secrets: &[u64], guesses: Guesses<'_>) -> Result<Choice, Cancelled> {
        let first = Codeword::from_valid_bits(secrets[0]);
        if secrets.len() <= 2 || self.strategy == Strategy::FirstConsistent {
            return Ok(Choice::given(first));
        }
        let all =
            if matches!(guesses, Guesses::Possible) { secrets.len() as u64 } else { self.game.codewords() };
        let mut aim = Aim::Best;
        // One feedback index never occurs, so a guess distinguishes at most `feedbacks()` − 1
        // secrets.
        if secrets.len() < self.game.feedbacks() {
            self.meter.effort((secrets.len() * secrets.len()) as u64)?;
            let members = Members::of(secrets, self.strategy);
            if let Some(at) = members.perfect {
                let guess = Codeword::from_valid_bits(secrets[at]);
                return Ok(Choice { guess, tried: at as u64 + 1, perfect: true });
            }
            // Search all guesses for a guess that distinguishes all secrets. If there is none, take
            // the first near-perfect secret (defined in `distinguish.rs`), if any.
            if matches!(guesses, Guesses::Possible) || secrets.len() <= distinguish::MOST {
                let found = self.scan(secrets, guesses, Aim::Perfect)?;
                if let Some(perfect) = found.perfect {
                    return Ok(self.perfect(perfect, secrets));
                }
                if let Some(at) = members.near_perfect {
                    let guess = Codeword::from_valid_bits(secrets[at]);
                    return Ok(Choice { guess, tried: all, perfect: false });
                }
            // Ranking all guesses costs little more than a search for a distinguishing guess, so
            // one scan does both.
            } else {
                aim = Aim::Either;
            }
        }
        let found = self.scan(secrets, guesses, aim)?;
        if let Some(perfect) = found.perfect {
            return Ok(self.perfect(perfect, secrets));
        }
        let guess = found.best.map_or(first, |best| Codeword::from_valid_bits(best.code));
        Ok(Choice { guess, tried: all, perfect: false })
    }

    /// Returns the choice of a guess that distinguishes all secrets and is not one of them.
    fn perfect(&self, code: u64, secrets: &[u64]) -> Choice {
        // The number of guesses tried includes all possible secrets, and all other guesses up to
        // this guess in lexicographic order.
        let guess = Codeword::from_valid_bits(code);
        let passed = secrets.partition_point(|&member| member <= code);
        let tried = secrets.len() as u64 + self.game.position(guess) + 1 - passed as u64;
        Choice { guess, tried, perfect: true }
    }

    /// Examines the allowed guesses.
    fn scan(&self, secrets: &[u64], guesses: Guesses<'_>, aim: Aim) -> Result<ScanResult, Cancelled> {
        match guesses {
            // The possible secrets have been tested already.
            Guesses::Possible if aim == Aim::Perfect => Ok(ScanResult::default()),
            Guesses::Possible => {
                let listed = ExplicitGuesses::new(self.game, secrets.to_vec(), self.meter)?;
                self.scan_explicit(&listed, secrets, aim)
            }
            Guesses::Representatives(listed) => self.scan_explicit(listed, secrets, aim),
            Guesses::All(set) if self.game.repeats() == Repeats::Forbidden => {
                self.scan_explicit(set.explicit(self.meter)?, secrets, aim)
            }
            Guesses::All(set) => self.scan_reduced(&set.for_secrets(secrets), secrets, aim),
        }
    }

    /// Returns the best of the listed guesses by the ranking.
    pub(crate) fn best_of(
        &self,
        listed: &ExplicitGuesses,
        secrets: &[u64],
    ) -> Result<Option<Best>, Cancelled> {
        Ok(self.scan_explicit(listed, secrets, Aim::Best)?.best)
    }

    fn scan_explicit(
        &self,
        listed: &ExplicitGuesses,
        secrets: &[u64],
        aim: Aim,
    ) -> Result<ScanResult, Cancelled> {
        let members = if aim == Aim::Perfect {
            Vec::new() // there is no tie to be broken
        } else {
            self.members(listed, secrets)?
        };
        // A vector holds either guesses or secrets. Secrets are used if there are too few guesses
        // to fill a vector.
        let by_guesses = secrets.len() * listed.codes.len().div_ceil(BLOCK);
        let by_secrets = listed.codes.len() * secrets.len().div_ceil(BLOCK);
        if listed.codes.len() < BLOCK && by_secrets < by_guesses / 2 {
            return self.scan_few(listed, secrets, &members, aim);
        }
        self.scan_field(&GuessPlanes::Explicit(listed), secrets, &members, aim)
    }

    /// Returns the indices of the guesses that are possible secrets.
    fn members(&self, listed: &ExplicitGuesses, secrets: &[u64]) -> Result<Vec<u64>, Cancelled> {
        let mut members = Vec::new();
        if listed.codes.len() <= secrets.len() {
            for (at, codes) in listed.codes.chunks(SEGMENT).enumerate() {
                self.meter.effort(codes.len() as u64 * CODEWORD_EFFORT)?;
                let places = (at * SEGMENT) as u64..;
                let inside = places.zip(codes).filter(|(_, code)| secrets.binary_search(code).is_ok());
                members.extend(inside.map(|(at, _)| at));
            }
        } else {
            for secrets in secrets.chunks(SEGMENT) {
                self.meter.effort(secrets.len() as u64 * CODEWORD_EFFORT)?;
                let place = |code: &u64| listed.codes.binary_search(code).ok().map(|at| at as u64);
                members.extend(secrets.iter().filter_map(place));
            }
        }
        Ok(members)
    }

    /// Returns, for each guess, the number of secrets that give each feedback, by feedback index.
    /// The histograms of the guesses are concatenated.
    fn histograms(&self, guesses: &[Codeword], secrets: &[u64]) -> Result<Vec<u32>, Cancelled> {
        let counted = |secrets: &[u64]| {
            self.meter.effort((guesses.len() * secrets.len()) as u64)?;
            Ok(sliced::histograms(self.level, guesses, &planes_of(self.game, secrets)))
        };
        if secrets.len() <= COUNTED_AT_ONCE {
            let counts = counted(secrets)?;
            if self.counts_guesses {
                self.meter.note(guesses.len() as u64);
            }
            return Ok(counts);
        }
        let segments: Vec<&[u64]> = secrets.chunks(COUNTED_AT_ONCE).collect();
        parallel::try_reduce(
            segments.len(),
            Vec::new,
            |at| {
                let counts = counted(segments[at])?;
                if self.counts_guesses {
                    // The share of segments that are done is reported as a number of guesses.
                    let share = |segments_done: usize| guesses.len() * segments_done / segments.len();
                    self.meter.note((share(at + 1) - share(at)) as u64);
                }
                Ok(counts)
            },
            |a, b| {
                if a.is_empty() {
                    b
                } else if b.is_empty() {
                    a
                } else {
                    added(a, &b)
                }
            },
        )
    }

    /// Ranks a few guesses one by one, with secrets in vectors.
    fn scan_few(
        &self,
        listed: &ExplicitGuesses,
        secrets: &[u64],
        members: &[u64],
        aim: Aim,
    ) -> Result<ScanResult, Cancelled> {
        let guesses: Vec<Codeword> =
            listed.codes.iter().map(|&code| Codeword::from_valid_bits(code)).collect();
        let histograms = self.histograms(&guesses, secrets)?;
        let mut found = ScanResult::default();
        for (at, sizes) in histograms.chunks_exact(self.game.feedbacks()).enumerate() {
            let code = listed.codes[at];
            if aim != Aim::Best && sizes.iter().all(|&size| size <= 1) {
                found.perfect = Some(code);
                break;
            }
            let outside = members.binary_search(&(at as u64)).is_err();
            let estimate = self.ranking.estimate(sizes);
            self.ranking.offer(&mut found.best, code, outside, estimate, || sizes.to_vec());
        }
        Ok(found)
    }

    fn scan_reduced(
        &self,
        guesses: &ReducedGuesses<'_>,
        secrets: &[u64],
        aim: Aim,
    ) -> Result<ScanResult, Cancelled> {
        let tied = if aim == Aim::Perfect { &[] } else { secrets };
        let places: Vec<u64> = tied.iter().map(|&code| guesses.position(code)).collect();
        let size = guesses.planes.len() as u64;
        // Scans one segment. `members` are the possible secrets among its guesses, by index within
        // the segment.
        let scan = |segment: usize| {
            let from = segment as u64 * size;
            let inside =
                places.partition_point(|&at| at < from)..places.partition_point(|&at| at < from + size);
            let members: Vec<u64> = places[inside].iter().map(|&at| at - from).collect();
            let field = GuessPlanes::Reduced(guesses, guesses.prefix(segment), from);
            self.scan_field(&field, secrets, &members, aim)
        };
        if guesses.segments() == 1 {
            return self.scan_field(
                &GuessPlanes::Reduced(guesses, guesses.prefix(0), 0),
                secrets,
                &places,
                aim,
            );
        }
        let mut found = ScanResult::default();
        if self.is_one_task(guesses.planes.len(), secrets) {
            for segment in 0..guesses.segments() {
                found = self.better(found, scan(segment)?);
                if found.perfect.is_some() {
                    break;
                }
            }
            Ok(found)
        } else {
            self.scan_tasks(guesses.segments(), scan)
        }
    }

    fn is_one_task(&self, guesses: usize, secrets: &[u64]) -> bool {
        guesses.saturating_mul(secrets.len()) <= self.task
    }

    /// Scans guess planes, in several tasks if there are many guesses.
    fn scan_field(
        &self,
        field: &GuessPlanes<'_>,
        secrets: &[u64],
        members: &[u64],
        aim: Aim,
    ) -> Result<ScanResult, Cancelled> {
        let blocks = field.planes().blocks();
        let scan = Scan {
            game: self.game,
            strategy: self.strategy,
            ranking: self.ranking,
            level: self.level,
            meter: self.meter,
            counts_guesses: self.counts_guesses,
            guesses: field,
            secrets,
            members,
            aim,
        };
        let noting = |range: Range<usize>| {
            let guesses = (range.end * BLOCK).min(field.planes().len()) - range.start * BLOCK;
            let found = scan.blocks(range)?;
            if let (Some(seen), Some(best)) = (self.seen, &found.best) {
                // Keep the best guess so far, so that it can be returned if the search is
                // cancelled.
                let mut seen = seen.0.lock().unwrap_or_else(PoisonError::into_inner);
                seen.1 += guesses as u64;
                if seen.0.as_ref().is_none_or(|known| self.ranking.compare(best, known).is_lt()) {
                    seen.0 = Some(best.clone());
                }
            }
            Ok(found)
        };
        if self.is_one_task(field.planes().len(), secrets) {
            return noting(0..blocks);
        }
        let blocks_a_task = (self.task / BLOCK / secrets.len()).max(1);
        self.scan_tasks(blocks.div_ceil(blocks_a_task), |task| {
            noting(task * blocks_a_task..blocks.min((task + 1) * blocks_a_task))
        })
    }

    /// Runs the tasks, which are in the order of their guesses, on all threads. If a task finds a
    /// guess that distinguishes all secrets, later tasks that have not started are skipped.
    fn scan_tasks(
        &self,
        tasks: usize,
        scan: impl Fn(usize) -> Result<ScanResult, Cancelled> + Sync + Send,
    ) -> Result<ScanResult, Cancelled> {
        let perfect = AtomicU64::new(u64::MAX);
        parallel::try_reduce(
            tasks,
            ScanResult::default,
            |task| {
                if task as u64 > perfect.load(Relaxed) {
                    return Ok(ScanResult::default());
                }
                let found = scan(task)?;
                if found.perfect.is_some() {
                    perfect.fetch_min(task as u64, Relaxed);
                }
                Ok(found)
            },
            |a, b| self.better(a, b),
        )
    }

    /// Returns the better of two results.
    fn better(&self, a: ScanResult, b: ScanResult) -> ScanResult {
        let best = match (a.best, b.best) {
            (Some(a), Some(b)) => Some(if self.ranking.compare(&a, &b).is_le() { a } else { b }),
            (a, b) => a.or(b),
        };
        let perfect = match (a.perfect, b.perfect) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        ScanResult { best, perfect }
    }
}

/// Returns the strategy's first guess of a game.
///
/// Permutations of colours and pins map the set of all codewords to itself, so guesses that differ
/// only by such permutations have the same partition sizes. The classes of these guesses are the
/// multisets of colour counts. Every codeword is a possible secret, so a tie is won by the
/// lexicographically first guess, which is the first of its own class. It is therefore sufficient
/// to rank the first guess of each class, and its partition is [computed](opening::partition)
/// without examining any codeword.
pub(crate) fn opening(game: Game, strategy: Strategy, ranking: &Ranking) -> Choice {
    let guesses = opening_guesses(game);
    if game.codewords() <= 2 || strategy == Strategy::FirstConsistent {
        return Choice::given(guesses[0]);
    }
    let mut best = None;
    for guess in &guesses {
        // A game that fits in memory has fewer than 2^32 codewords.
        let sizes: Vec<u32> = opening::partition(game, *guess).into_iter().map(|size| size as u32).collect();
        let estimate = ranking.estimate(&sizes);
        ranking.offer(&mut best, guess.bits(), false, estimate, || sizes);
    }
    let guess = best.map_or(guesses[0], |best| Codeword::from_valid_bits(best.code));
    Choice { guess, tried: guesses.len() as u64, perfect: false }
}

/// A first guess.
pub(crate) struct Opening {
    pub(crate) guess: Codeword,
    /// Whether the guess is known to be the strategy's own first guess.
    pub(crate) exact: bool,
    /// Number of guesses that were ranked, or are known to be no better than a ranked guess.
    pub(crate) guesses: u64,
    /// Whether the observer cancelled the search, so that only some guesses were ranked.
    pub(crate) stopped: bool,
}

/// Returns the first guess of a game of 2^32 codewords or more. Sums Σ n log n over the partition
/// sizes n are compared with a relative precision of 10⁻⁹, all other ranks exactly. If the observer
/// cancels, returns the best of the classes examined so far.
pub(crate) fn opening_of_many(game: Game, strategy: Strategy, meter: &Meter<'_>) -> Opening {
    let guesses = opening_guesses(game);
    if strategy == Strategy::FirstConsistent {
        return Opening { guess: guesses[0], exact: true, guesses: game.codewords(), stopped: false };
    }
    let mut parted: Vec<Vec<u64>> = Vec::with_capacity(guesses.len());
    for guess in &guesses {
        // Computing the partition by one guess takes milliseconds.
        if meter.effort(COUNTED).is_err() && !parted.is_empty() {
            break;
        }
        let mut sizes = opening::partition(game, *guess);
        sizes.retain(|&size| size > 0);
        sizes.sort_unstable();
        parted.push(sizes);
    }
    let stopped = parted.len() < guesses.len();
    let compared = if stopped { parted.len() as u64 } else { game.codewords() };
    let opening = |guess: Codeword, exact: bool| Opening {
        guess,
        exact: exact && !stopped,
        guesses: compared,
        stopped,
    };
    // The sums Σ n log n are computed in floating point. The guess is certain if no other guess is
    // within the rounding error of the best sum.
    if strategy == Strategy::Entropy {
        let open = |sizes: &Vec<u64>| -> f64 {
            sizes.iter().map(|&size| size as f64 * libm::log2(size as f64)).sum()
        };
        let known: Vec<f64> = parted.iter().map(open).collect();
        let least = known.iter().copied().fold(f64::INFINITY, f64::min);
        let close: Vec<usize> = (0..known.len()).filter(|&at| known[at] <= least * (1.0 + 1e-9)).collect();
        return opening(guesses[close[0]], close.len() == 1);
    }
    let rank = |sizes: &[u64]| -> u128 {
        match strategy {
            Strategy::MostParts => u128::MAX - sizes.len() as u128,
            Strategy::ExpectedSize => sizes.iter().map(|&size| u128::from(size) * u128::from(size)).sum(),
            _ => sizes.last().copied().unwrap_or(0).into(),
        }
    };
    let best = guesses.iter().zip(&parted).min_by_key(|(guess, sizes)| (rank(sizes), guess.bits()));
    opening(best.map_or(guesses[0], |(guess, _)| *guess), true)
}

/// Creates the planes of secrets.
fn planes_of(game: Game, codes: &[u64]) -> BitPlanes {
    BitPlanes::new(game, codes.iter().map(|&code| Codeword::from_valid_bits(code)))
}

fn added(mut a: Vec<u32>, b: &[u32]) -> Vec<u32> {
    for (sum, n) in a.iter_mut().zip(b) {
        *sum += n;
    }
    a
}
