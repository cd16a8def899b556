//! The search for the next guess.
//!
//! Every guess allowed is ranked on the set S of secrets still possible, and the least by a total order
//! taken: rank, then members of S, then lexicographic. So the answer does not depend on how the guesses are
//! dealt out to threads.
//!
//! **Stopping early.** A guess that tells all of S apart is the best there is by every rule: parts of 1
//! minimise the largest part, Σ n² and Σ n log n, and maximise the number of parts. In the order of the
//! tie-breaks (first the members of S, lexicographically, then all other guesses, lexicographically) the first
//! one that tells all apart is the answer: whatever comes later loses the tie. "Guesses tried" counts in this
//! order up to and with that one, or all guesses where there is none. It is what the strategy asks for, however
//! few of them are looked at: those that [`symmetry`](crate::symmetry) or [`pool`](crate::pool) know to be
//! as good as one that comes before them are not.

#![allow(clippy::inline_always, reason = "kernels must be compiled inside the dispatched vector level")]

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use quadrille_lanes::{
    Level,
    simd::{Simd, dispatch, prelude::*},
};
use rayon::prelude::*;

use crate::apart::{self, Members, Scores};
use crate::codeword::Codeword;
use crate::game::{Game, Repeats};
use crate::ladder::feedback::{Batch, by_pins};
use crate::ladder::guesses::Sizes;
use crate::ladder::pairs::{self, Pairs};
use crate::ladder::sliced;
use crate::planes::{BLOCK, BitPlanes, Picks, WORDS};
use crate::pool::{Fewer, Head, Listed, Pool};
use crate::strategy::{Best, Ranking, Strategy};
use crate::sums::{Lines, Sums};
use crate::watch::{Stopped, Watch};

/// Scores one task of a thread is worth: far more than handing it over costs, far less than one waits for.
pub(crate) const TASK: usize = 1 << 22;

/// Secrets whose planes are picked at once.
const SEGMENT: usize = 1 << 14;

/// A guess and what it took to find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) guess: Codeword,
    /// Guesses compared with all of S.
    pub(crate) tried: u64,
    /// Whether it is known to tell all of S apart.
    pub(crate) perfect: bool,
}

impl Choice {
    /// A guess that was not looked for.
    pub(crate) const fn given(guess: Codeword) -> Self {
        Self { guess, tried: 0, perfect: false }
    }
}

/// The guesses to choose from.
#[derive(Clone, Copy)]
pub(crate) enum Guesses<'a> {
    /// Members of S only.
    Possible,
    /// All codewords.
    All(&'a Pool),
    /// All codewords, of which these are known to be enough.
    Enough(&'a Listed),
}

/// What every search of one game needs.
pub(crate) struct Search<'a> {
    pub(crate) game: Game,
    pub(crate) strategy: Strategy,
    pub(crate) ranking: &'a Ranking,
    pub(crate) level: Level,
    pub(crate) watch: &'a Watch<'a>,
    /// Scores one task of a thread is worth.
    pub(crate) task: usize,
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// A guess that tells all secrets apart, the first one.
    Perfect,
    /// The best guess; none tells all apart.
    Best,
    /// The best guess, unless one is met that tells all apart.
    Either,
}

/// The best guess of those looked at, or the first that tells all secrets apart.
#[derive(Default)]
struct Found {
    best: Option<Best>,
    perfect: Option<u64>,
}

impl Found {
    /// Whether the best guess has the rank of one that tells all apart; then nothing that comes later matters.
    fn is_perfect(&mut self, rank: u64) -> bool {
        let found = self.best.as_ref().filter(|best| best.estimate == rank).map(|best| best.code);
        self.perfect = self.perfect.or(found);
        found.is_some()
    }
}

/// Guesses side by side in planes of bits.
enum Field<'a> {
    Listed(&'a Listed),
    Fewer(&'a Fewer<'a>, Head, u64),
}

impl Field<'_> {
    fn planes(&self) -> &BitPlanes {
        match self {
            Self::Listed(listed) => &listed.planes,
            Self::Fewer(fewer, ..) => fewer.planes,
        }
    }

    #[inline(always)]
    fn picks<const P: usize>(&self, secret: u64) -> Picks<P> {
        match self {
            Self::Listed(listed) => listed.planes.layout().picks(Codeword::from_valid_bits(secret)),
            Self::Fewer(fewer, head, _) => fewer.picks(head, secret),
        }
    }

    fn code(&self, at: usize) -> u64 {
        match self {
            Self::Listed(listed) => listed.codes[at],
            Self::Fewer(fewer, _, from) => fewer.code(from + at as u64),
        }
    }
}

impl Search<'_> {
    /// The next guess for the secrets still possible, ascending, of which there must be one.
    pub(crate) fn next(&self, secrets: &[u64], guesses: Guesses<'_>) -> Result<Choice, Stopped> {
        let first = Codeword::from_valid_bits(secrets[0]);
        if secrets.len() <= 2 || self.strategy == Strategy::FirstConsistent {
            return Ok(Choice::given(first));
        }
        let all =
            if matches!(guesses, Guesses::Possible) { secrets.len() as u64 } else { self.game.codewords() };
        let mut aim = Aim::Best;
        if secrets.len() < self.game.feedbacks() {
            self.watch.scored((secrets.len() * secrets.len()) as u64)?;
            let members = Members::of(secrets, self.strategy);
            if let Some(at) = members.perfect {
                let guess = Codeword::from_valid_bits(secrets[at]);
                return Ok(Choice { guess, tried: at as u64 + 1, perfect: true });
            }
            if matches!(guesses, Guesses::Possible) || secrets.len() <= apart::MOST {
                let found = self.scan(secrets, guesses, Aim::Perfect)?;
                if let Some(perfect) = found.perfect {
                    return Ok(self.perfect(perfect, secrets));
                }
                if let Some(at) = members.nearly {
                    let guess = Codeword::from_valid_bits(secrets[at]);
                    return Ok(Choice { guess, tried: all, perfect: false });
                }
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

    /// The choice of a guess that tells all secrets apart and is none of them.
    fn perfect(&self, code: u64, secrets: &[u64]) -> Choice {
        // After all members, and all others before it.
        let guess = Codeword::from_valid_bits(code);
        let passed = secrets.partition_point(|&member| member <= code);
        let tried = secrets.len() as u64 + self.game.position(guess) + 1 - passed as u64;
        Choice { guess, tried, perfect: true }
    }

    /// Looks through the guesses allowed.
    fn scan(&self, secrets: &[u64], guesses: Guesses<'_>, aim: Aim) -> Result<Found, Stopped> {
        match guesses {
            // All of them have been looked at.
            Guesses::Possible if aim == Aim::Perfect => Ok(Found::default()),
            Guesses::Possible => self.scan_listed(&Listed::new(self.game, secrets.to_vec()), secrets, aim),
            Guesses::Enough(listed) => self.scan_listed(listed, secrets, aim),
            Guesses::All(pool) if self.game.repeats() == Repeats::Forbidden => {
                self.scan_listed(pool.listed(), secrets, aim)
            }
            Guesses::All(pool) => self.scan_fewer(&pool.for_secrets(secrets), secrets, aim),
        }
    }

    /// The first guess of a game by its strategy; `all` are all its codewords.
    ///
    /// Renaming colours and exchanging pins turn the set of all codewords into itself, so two guesses that
    /// differ by no more have the same parts: their classes are the multisets of colour counts. All of them
    /// are possible secrets, so a tie goes to the lexicographically first, which is first in its own class
    /// too. It is therefore enough to try the first of each class. No search stops early here.
    pub(crate) fn opening(&self, all: &[u64], pool: &Pool) -> Result<Choice, Stopped> {
        let first = Codeword::from_valid_bits(all[0]);
        if all.len() <= 2 || self.strategy == Strategy::FirstConsistent {
            return Ok(Choice::given(first));
        }
        let firsts = representatives(self.game);
        let histograms = match pool.held() {
            Some(planes) => self.histograms(&firsts, planes)?,
            None => all
                .par_chunks(SEGMENT)
                .map(|codes| self.histograms(&firsts, &planes_of(self.game, codes)))
                .try_reduce(Vec::new, |a, b| Ok(if a.is_empty() { b } else { added(a, &b) }))?,
        };
        let mut best = None;
        for (guess, sizes) in firsts.iter().zip(histograms.chunks_exact(self.game.feedbacks())) {
            let estimate = self.ranking.estimate(sizes);
            self.ranking.offer(&mut best, guess.bits(), false, estimate, || sizes.to_vec());
        }
        let guess = best.map_or(first, |best| Codeword::from_valid_bits(best.code));
        Ok(Choice { guess, tried: firsts.len() as u64, perfect: false })
    }

    /// How many secrets in planes answer each guess with each feedback.
    fn histograms(&self, guesses: &[Codeword], secrets: &BitPlanes) -> Result<Vec<u32>, Stopped> {
        self.watch.scored((guesses.len() * secrets.len()) as u64)?;
        Ok(sliced::histograms(self.level, guesses, secrets))
    }

    fn scan_listed(&self, listed: &Listed, secrets: &[u64], aim: Aim) -> Result<Found, Stopped> {
        let members: Vec<u64> = if aim == Aim::Perfect {
            Vec::new() // there is no tie to be broken
        } else if listed.codes.len() <= secrets.len() {
            let inside = |&at: &u64| secrets.binary_search(&listed.codes[at as usize]).is_ok();
            (0..listed.codes.len() as u64).filter(inside).collect()
        } else {
            let place = |code: &u64| listed.codes.binary_search(code).ok().map(|at| at as u64);
            secrets.iter().filter_map(place).collect()
        };
        // A vector takes guesses or secrets, whichever fill it better.
        let by_guesses = secrets.len() * listed.codes.len().div_ceil(BLOCK);
        let by_secrets = listed.codes.len() * secrets.len().div_ceil(BLOCK);
        if listed.codes.len() < BLOCK && by_secrets < by_guesses / 2 {
            return self.scan_few(listed, secrets, &members, aim);
        }
        self.scan_field(&Field::Listed(listed), secrets, &members, aim)
    }

    /// Ranks a few guesses one after the other, the secrets side by side.
    fn scan_few(
        &self,
        listed: &Listed,
        secrets: &[u64],
        members: &[u64],
        aim: Aim,
    ) -> Result<Found, Stopped> {
        let guesses: Vec<Codeword> =
            listed.codes.iter().map(|&code| Codeword::from_valid_bits(code)).collect();
        let histograms = self.histograms(&guesses, &planes_of(self.game, secrets))?;
        let mut found = Found::default();
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

    fn scan_fewer(&self, fewer: &Fewer<'_>, secrets: &[u64], aim: Aim) -> Result<Found, Stopped> {
        let tied = if aim == Aim::Perfect { &[] } else { secrets };
        let places: Vec<u64> = tied.iter().map(|&code| fewer.position(code)).collect();
        let size = fewer.planes.len() as u64;
        let scan = |stretch: usize| {
            let from = stretch as u64 * size;
            let inside =
                places.partition_point(|&at| at < from)..places.partition_point(|&at| at < from + size);
            let members: Vec<u64> = places[inside].iter().map(|&at| at - from).collect();
            let field = Field::Fewer(fewer, fewer.head(stretch), from);
            self.scan_field(&field, secrets, &members, aim)
        };
        if fewer.stretches() == 1 {
            return self.scan_field(&Field::Fewer(fewer, fewer.head(0), 0), secrets, &places, aim);
        }
        let mut found = Found::default();
        if self.is_one_task(fewer.planes.len(), secrets) {
            for stretch in 0..fewer.stretches() {
                found = self.better(found, scan(stretch)?);
                if found.perfect.is_some() {
                    break;
                }
            }
            Ok(found)
        } else {
            self.together(fewer.stretches(), scan)
        }
    }

    fn is_one_task(&self, guesses: usize, secrets: &[u64]) -> bool {
        guesses.saturating_mul(secrets.len()) <= self.task
    }

    /// Scans all guesses side by side in one field, in several tasks if there are many.
    fn scan_field(
        &self,
        field: &Field<'_>,
        secrets: &[u64],
        members: &[u64],
        aim: Aim,
    ) -> Result<Found, Stopped> {
        let blocks = field.planes().blocks();
        // Entropy needs the parts themselves.
        let by_pairs = secrets.len() <= pairs::MOST && self.strategy != Strategy::Entropy;
        let apart = aim == Aim::Perfect && secrets.len() <= apart::MOST;
        let scan = |blocks: Range<usize>| {
            by_pins!(self.game.pins(), P, Q, _R => dispatch!(self.level.simd(), simd => {
                if apart {
                    scan_apart::<_, P>(simd, self, field, secrets, blocks)
                } else if by_pairs {
                    scan_by_pairs::<_, P>(simd, self, field, secrets, members, blocks, aim)
                } else {
                    scan_by_sizes::<_, P, Q>(simd, self, field, secrets, members, blocks, aim)
                }
            }))
        };
        if self.is_one_task(field.planes().len(), secrets) {
            return scan(0..blocks);
        }
        let blocks_a_task = (self.task / BLOCK / secrets.len()).max(1);
        self.together(blocks.div_ceil(blocks_a_task), |task| {
            scan(task * blocks_a_task..blocks.min((task + 1) * blocks_a_task))
        })
    }

    /// Scans pieces in order of their guesses on all threads; nothing behind a guess that tells all apart matters.
    fn together(
        &self,
        pieces: usize,
        scan: impl Fn(usize) -> Result<Found, Stopped> + Sync,
    ) -> Result<Found, Stopped> {
        let perfect = AtomicU64::new(u64::MAX);
        (0..pieces)
            .into_par_iter()
            .map(|piece| {
                if piece as u64 > perfect.load(Relaxed) {
                    return Ok(Found::default());
                }
                let found = scan(piece)?;
                if found.perfect.is_some() {
                    perfect.fetch_min(piece as u64, Relaxed);
                }
                Ok(found)
            })
            .try_reduce(Found::default, |a, b| Ok(self.better(a, b)))
    }

    /// The better of two findings.
    fn better(&self, a: Found, b: Found) -> Found {
        let best = match (a.best, b.best) {
            (Some(a), Some(b)) => Some(if self.ranking.compare(&a, &b).is_le() { a } else { b }),
            (a, b) => a.or(b),
        };
        let perfect = match (a.perfect, b.perfect) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Found { best, perfect }
    }
}

/// Looks for the first guess that tells a handful of secrets apart.
#[inline(always)]
fn scan_apart<S: Simd, const P: usize>(
    simd: S,
    search: &Search<'_>,
    field: &Field<'_>,
    secrets: &[u64],
    blocks: Range<usize>,
) -> Result<Found, Stopped> {
    let mut scores = Scores::<S>::new(secrets.len());
    let picks: Vec<Picks<P>> = secrets.iter().map(|&secret| field.picks::<P>(secret)).collect();
    let mut found = Found::default();
    for (part, _) in parts::<S>(field, &[], blocks) {
        search.watch.scored((secrets.len() * part.guesses) as u64)?;
        let block = field.planes().block(part.block);
        let places = scores.apart::<P>(simd, block, part.number, &picks, valid(simd, part.guesses));
        found.perfect = first_of::<S>(places).map(|at| field.code(part.from + at));
        if found.perfect.is_some() {
            break;
        }
    }
    Ok(found)
}

/// Ranks guesses by the block, up to the first that tells all apart if there can be one; of a handful of secrets, by which of
/// them stay together.
#[inline(always)]
fn scan_by_pairs<S: Simd, const P: usize>(
    simd: S,
    search: &Search<'_>,
    field: &Field<'_>,
    secrets: &[u64],
    members: &[u64],
    blocks: Range<usize>,
    aim: Aim,
) -> Result<Found, Stopped> {
    let mut pairs = Pairs::<S>::new(simd, secrets.len());
    let picks: Vec<Picks<P>> = secrets.iter().map(|&secret| field.picks::<P>(secret)).collect();
    let perfect = search.ranking.perfect(secrets.len());
    let mut found = Found::default();
    for (part, inside) in parts::<S>(field, members, blocks) {
        search.watch.scored((secrets.len() * part.guesses) as u64)?;
        pairs.score(simd, field.planes().block(part.block), part.number, &picks);
        let (rank, places) = match search.strategy {
            Strategy::MostParts => least(simd, &pairs.parts::<P>(simd).map(|digit| !digit), part.guesses),
            Strategy::ExpectedSize => {
                let (pairs, places) = least(simd, &pairs.together::<P>(simd), part.guesses);
                (secrets.len() as u64 + 2 * pairs, places)
            }
            _ => {
                let (largest, places) = least(simd, &pairs.largest::<P>(simd), part.guesses);
                (largest + 1, places)
            }
        };
        offer_one::<S>(search.ranking, rank, places, field, part.from, inside, &mut found.best);
        if aim == Aim::Either && found.is_perfect(perfect) {
            break;
        }
    }
    Ok(found)
}

/// Ranks guesses by the block, up to the first that tells all apart if there can be one, by the sizes of their parts.
#[inline(always)]
fn scan_by_sizes<S: Simd, const P: usize, const Q: usize>(
    simd: S,
    search: &Search<'_>,
    field: &Field<'_>,
    secrets: &[u64],
    members: &[u64],
    blocks: Range<usize>,
    aim: Aim,
) -> Result<Found, Stopped> {
    let mut sizes = Sizes::<S>::new(simd, search.game.pins(), secrets.len());
    let mut batch = Batch::<S, Q>::new(simd);
    let mut picks: Vec<Picks<P>> = Vec::new();
    let perfect = search.ranking.perfect(secrets.len());
    let mut found = Found::default();
    for (part, inside) in parts::<S>(field, members, blocks) {
        sizes.clear(simd);
        for segment in secrets.chunks(SEGMENT) {
            if picks.is_empty() || secrets.len() > SEGMENT {
                picks.clear();
                picks.extend(segment.iter().map(|&secret| field.picks::<P>(secret)));
            }
            search.watch.scored((segment.len() * part.guesses) as u64)?;
            sizes.add(simd, &mut batch, field.planes().block(part.block), part.number, &picks);
        }
        offer_sized(simd, search, &sizes, (field, &part), inside, secrets.len(), &mut found.best);
        if aim == Aim::Either && found.is_perfect(perfect) {
            break;
        }
    }
    Ok(found)
}

/// As many guesses of a block as a vector has bits.
struct GuessesAtOnce {
    block: usize,
    /// Which part of the block.
    number: usize,
    /// The place of the first one.
    from: usize,
    guesses: usize,
}

/// All guesses of some blocks, each part with the `members` in it.
#[inline(always)]
fn parts<'a, S: Simd>(
    field: &'a Field<'_>,
    members: &'a [u64],
    blocks: Range<usize>,
) -> impl Iterator<Item = (GuessesAtOnce, &'a [u64])> {
    let at_once = 64 * S::u64s::LEN;
    let all = field.planes().len();
    let mut members = &members[members.partition_point(|&at| at < (blocks.start * BLOCK) as u64)..];
    let first = blocks.start * BLOCK / at_once;
    let last = (blocks.end * BLOCK / at_once).min(all.div_ceil(at_once));
    (first..last).map(move |part| {
        let from = part * at_once;
        let (inside, later) = members.split_at(members.partition_point(|&at| at < (from + at_once) as u64));
        members = later;
        let (block, number) = (from / BLOCK, from % BLOCK / at_once);
        (GuessesAtOnce { block, number, from, guesses: at_once.min(all - from) }, inside)
    })
}

/// Offers the best of the guesses of a part by the sizes of their parts.
#[inline(always)]
fn offer_sized<S: Simd>(
    simd: S,
    search: &Search<'_>,
    sizes: &Sizes<S>,
    (field, part): (&Field<'_>, &GuessesAtOnce),
    inside: &[u64],
    secrets: usize,
    best: &mut Option<Best>,
) {
    let (rank, places) = match search.strategy {
        Strategy::Knuth => least(simd, &sizes.largest(simd)[..sizes.digits()], part.guesses),
        Strategy::MostParts => least(simd, &sizes.parts(simd).map(|digit| !digit), part.guesses),
        Strategy::ExpectedSize => least(simd, Sums::squares(simd, sizes).digits(), part.guesses),
        Strategy::Entropy => {
            offer_close(simd, search, sizes, (field, part), inside, secrets, best);
            return;
        }
        Strategy::FirstConsistent => return,
    };
    offer_one::<S>(search.ranking, rank, places, field, part.from, inside, best);
}

/// Offers the guesses of a part that come near the best entropy: the others are certainly worse.
#[inline(always)]
fn offer_close<S: Simd>(
    simd: S,
    search: &Search<'_>,
    sizes: &Sizes<S>,
    (field, part): (&Field<'_>, &GuessesAtOnce),
    inside: &[u64],
    secrets: usize,
    best: &mut Option<Best>,
) {
    let lines = Sums::lines(simd, sizes);
    let bounds = Lines::new(secrets, search.game.feedbacks());
    let near = |best: &Option<Best>| best.as_ref().map(|best| bounds.most(search.ranking.quarters(best)));
    // The lowest first: it is the best or nearly so, and makes the others fewer.
    let (lowest, places) = least(simd, lines.digits(), part.guesses);
    if near(best).is_some_and(|most| most.is_none_or(|most| lowest > most)) {
        return;
    }
    let mut offer = |at: usize| {
        let outside = inside.binary_search(&((part.from + at) as u64)).is_err();
        let sizes = sizes.of(at);
        let estimate = search.ranking.estimate(&sizes);
        search.ranking.offer(best, field.code(part.from + at), outside, estimate, || sizes);
        near(best)
    };
    let Some(Some(most)) = first_of::<S>(places).and_then(&mut offer) else { return };
    let places = lines.at_most(simd, most) & valid(simd, part.guesses);
    for (word, &ones) in places.as_slice().iter().enumerate() {
        let mut rest = ones;
        while rest != 0 {
            offer(64 * word + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

/// Offers the first of equals, a member of S if there is one.
#[inline(always)]
fn offer_one<S: Simd>(
    ranking: &Ranking,
    rank: u64,
    places: S::u64s,
    field: &Field<'_>,
    from: usize,
    inside: &[u64],
    best: &mut Option<Best>,
) {
    if best.as_ref().is_some_and(|best| ranking.is_worse(best, rank)) {
        return;
    }
    let set = places;
    let places = places.as_slice();
    let is_there = |at: usize| places[at / 64] >> (at % 64) & 1 == 1;
    let member = inside.iter().map(|&at| at as usize - from).find(|&at| is_there(at));
    if let Some(at) = member.or_else(|| first_of::<S>(set)) {
        ranking.offer(best, field.code(from + at), member.is_none(), rank, Vec::new);
    }
}

/// The least of the numbers at the first `guesses` places, and where it is.
#[inline(always)]
fn least<S: Simd>(simd: S, number: &[S::u64s], guesses: usize) -> (u64, S::u64s) {
    let mut places = valid(simd, guesses);
    let mut least = 0;
    for (digit, &plane) in number.iter().enumerate().rev() {
        let lower = places & !plane;
        if lower.as_slice().iter().fold(0, |any, word| any | word) == 0 {
            least |= 1 << digit;
        } else {
            places = lower;
        }
    }
    (least, places)
}

/// The first `guesses` places.
#[inline(always)]
fn valid<S: Simd>(simd: S, guesses: usize) -> S::u64s {
    let mut valid = [0u64; WORDS];
    for (at, word) in valid.iter_mut().enumerate().take(S::u64s::LEN) {
        let ones = guesses.saturating_sub(64 * at).min(64) as u32;
        *word = u64::MAX.checked_shr(64 - ones).unwrap_or(0);
    }
    S::u64s::from_slice(simd, &valid[..S::u64s::LEN])
}

/// The first of some places.
#[inline(always)]
fn first_of<S: Simd>(places: S::u64s) -> Option<usize> {
    let words = places.as_slice().iter().enumerate();
    words.into_iter().find(|&(_, &word)| word != 0).map(|(at, word)| 64 * at + word.trailing_zeros() as usize)
}

/// Secrets side by side.
fn planes_of(game: Game, codes: &[u64]) -> BitPlanes {
    BitPlanes::new(game, codes.iter().map(|&code| Codeword::from_valid_bits(code)))
}

fn added(mut a: Vec<u32>, b: &[u32]) -> Vec<u32> {
    for (sum, n) in a.iter_mut().zip(b) {
        *sum += n;
    }
    a
}

/// The lexicographically first codeword of every multiset of colour counts: as many of colour 1 as there are
/// of the most frequent colour, then as many of colour 2 as of the next.
pub(crate) fn representatives(game: Game) -> Vec<Codeword> {
    let mut found = Vec::new();
    extend(game, &mut Vec::new(), game.most_of_a_color(), &mut found);
    found
}

/// All ways to go on from `colors` with counts that do not grow, the largest first.
fn extend(game: Game, colors: &mut Vec<u8>, largest: usize, found: &mut Vec<Codeword>) {
    let missing = game.pins() - colors.len();
    if missing == 0 {
        found.push(Codeword::from_valid_colors(colors));
        return;
    }
    let color = colors.last().map_or(1, |last| last + 1);
    if usize::from(color) > game.colors() {
        return;
    }
    for count in (1..=largest.min(missing)).rev() {
        colors.extend(std::iter::repeat_n(color, count));
        extend(game, colors, count, found);
        colors.truncate(colors.len() - count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ladder::guesses::numbers;
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;

    use crate::game::Repeats;

    #[test]
    fn representatives_are_the_first_of_their_class() {
        for (pins, colors, repeats) in [
            (1, 1, Repeats::Allowed),
            (4, 6, Repeats::Allowed),
            (5, 3, Repeats::Allowed),
            (6, 4, Repeats::Allowed),
            (4, 7, Repeats::Forbidden),
        ] {
            let game = Game::new(pins, colors, repeats).unwrap();
            let mut first = BTreeMap::new();
            for code in game {
                let mut counts = code.counts();
                counts.sort_unstable();
                first.entry(counts).or_insert(code);
            }
            let mut expected: Vec<Codeword> = first.into_values().collect();
            expected.sort();
            assert_eq!(representatives(game), expected, "{game}");
        }
    }

    /// However the guesses are dealt out, the choice and the guesses tried are those of one task alone; and looking only
    /// at those that are enough, in fewer colours, changes nothing either.
    #[test]
    fn tasks_and_short_cuts_change_nothing() {
        let game = Game::new(4, 6, Repeats::Allowed).unwrap();
        let all = game.codes();
        let every = Listed::new(game, all.clone());
        let pool = Pool::new(game);
        let pools = [1, 2, 3, 7].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap());
        let go_on = |_| ControlFlow::Continue(());
        let watch = Watch::new(&go_on, 0);
        let mut stopped_early = 0;
        for size in (3..=14).chain([31, 32, 33, 40, 70]) {
            for step in [1, 5, 18] {
                // Small sets, some close together and some spread out, are told apart now by a member, now not.
                let secrets: Vec<u64> =
                    all.iter().copied().skip(size * 13 % 100).step_by(step).take(size).collect();
                assert_eq!(secrets.len(), size);
                for strategy in Strategy::ALL {
                    let ranking = Ranking::new(strategy, all.len());
                    let choose = |task, level, guesses| {
                        let search = Search { game, strategy, ranking: &ranking, level, watch: &watch, task };
                        search.next(&secrets, guesses).unwrap()
                    };
                    let expected = choose(usize::MAX, Level::scalar(), Guesses::Enough(&every));
                    let tried = expected.tried as usize;
                    stopped_early += usize::from(tried > secrets.len() && tried < all.len());
                    for level in Level::available() {
                        for guesses in [Guesses::Enough(&every), Guesses::All(&pool)] {
                            assert_eq!(choose(usize::MAX, level, guesses), expected, "{strategy} {level}");
                        }
                    }
                    for pool_of_threads in &pools {
                        for task in [1, 5000, 20_000] {
                            let level = Level::best();
                            let found = pool_of_threads.install(|| choose(task, level, Guesses::All(&pool)));
                            assert_eq!(found, expected, "{strategy} {task}");
                        }
                    }
                }
            }
        }
        assert!(stopped_early > 10, "{stopped_early}");
    }

    /// Numbers are read out of planes as they were written in.
    #[test]
    fn numbers_come_out_of_planes() {
        #[inline(always)]
        fn check<S: Simd>(simd: S) {
            let guesses = 64 * S::u64s::LEN;
            for digits in [3usize, 7, 8, 9, 17] {
                let expected: Vec<u32> =
                    (0..guesses as u32).map(|at| at.wrapping_mul(0x9e37_79b1) >> (32 - digits)).collect();
                let planes: Vec<S::u64s> = (0..digits)
                    .map(|digit| {
                        let mut words = [0u64; WORDS];
                        for (at, number) in expected.iter().enumerate() {
                            words[at / 64] |= u64::from(number >> digit & 1) << (at % 64);
                        }
                        S::u64s::from_slice(simd, &words[..S::u64s::LEN])
                    })
                    .collect();
                let mut found = vec![0; guesses];
                numbers::<S>(&planes, &mut found);
                assert_eq!(found, expected);
                let lowest = *expected[..guesses - 5].iter().min().unwrap();
                let (least, places) = least::<S>(simd, &planes, guesses - 5);
                assert_eq!(least, u64::from(lowest));
                for (at, &number) in expected.iter().enumerate() {
                    let is_there = places.as_slice()[at / 64] >> (at % 64) & 1 == 1;
                    assert_eq!(is_there, at < guesses - 5 && number == lowest);
                }
            }
        }
        for level in Level::available() {
            dispatch!(level.simd(), simd => check(simd));
        }
    }
}
