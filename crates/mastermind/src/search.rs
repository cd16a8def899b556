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

use crate::codeword::Codeword;
use crate::game::{Game, Repeats};
use crate::ladder::feedback::{Batch, by_pins};
use crate::ladder::guesses::{Sizes, numbers};
use crate::ladder::packed::Packed;
use crate::ladder::pairs::{self, Pairs};
use crate::planes::{BLOCK, BitPlanes, Picks, WORDS};
use crate::pool::{Fewer, Head, Listed, Pool};
use crate::strategy::{Best, Ranking, Strategy};
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

/// The best guess of those looked at, or the first that tells all secrets apart.
#[derive(Default)]
struct Found {
    best: Option<Best>,
    perfect: Option<u64>,
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
            return Ok(Choice { guess: first, tried: 0 });
        }
        let may_be_perfect = secrets.len() < self.game.feedbacks();
        if may_be_perfect && let Some(at) = Self::member_that_tells_all_apart(secrets) {
            self.watch.scored(((at + 1) * secrets.len()) as u64)?;
            return Ok(Choice { guess: Codeword::from_valid_bits(secrets[at]), tried: at as u64 + 1 });
        }
        let found = match guesses {
            Guesses::Possible => {
                let listed = Listed::new(self.game, secrets.to_vec());
                self.scan_listed(&listed, secrets, may_be_perfect)?
            }
            Guesses::Enough(listed) => self.scan_listed(listed, secrets, may_be_perfect)?,
            Guesses::All(pool) if self.game.repeats() == Repeats::Forbidden => {
                self.scan_listed(pool.listed(), secrets, may_be_perfect)?
            }
            Guesses::All(pool) => self.scan_fewer(&pool.for_secrets(secrets), secrets, may_be_perfect)?,
        };
        if let Some(perfect) = found.perfect {
            // After all members, and all others before it.
            let guess = Codeword::from_valid_bits(perfect);
            let passed = secrets.partition_point(|&code| code <= perfect);
            let tried = secrets.len() as u64 + self.game.position(guess) + 1 - passed as u64;
            return Ok(Choice { guess, tried });
        }
        let tried =
            if matches!(guesses, Guesses::Possible) { secrets.len() as u64 } else { self.game.codewords() };
        let guess = found.best.map_or(first, |best| Codeword::from_valid_bits(best.code));
        Ok(Choice { guess, tried })
    }

    /// The first guess of a game by its strategy; `all` are all its codewords.
    ///
    /// Renaming colours and exchanging pins turn the set of all codewords into itself, so two guesses that
    /// differ by no more have the same parts: their classes are the multisets of colour counts. All of them
    /// are possible secrets, so a tie goes to the lexicographically first, which is first in its own class
    /// too. It is therefore enough to try the first of each class. No search stops early here.
    pub(crate) fn opening(&self, all: &[u64]) -> Result<Choice, Stopped> {
        let first = Codeword::from_valid_bits(all[0]);
        if all.len() <= 2 || self.strategy == Strategy::FirstConsistent {
            return Ok(Choice { guess: first, tried: 0 });
        }
        let firsts = representatives(self.game);
        let tried = firsts.len() as u64;
        let listed = Listed::new(self.game, firsts.into_iter().map(Codeword::bits).collect());
        let found = self.scan_listed(&listed, all, false)?;
        Ok(Choice { guess: found.best.map_or(first, |best| Codeword::from_valid_bits(best.code)), tried })
    }

    /// The first of the secrets that tells all of them apart.
    fn member_that_tells_all_apart(secrets: &[u64]) -> Option<usize> {
        let packed: Vec<Packed> =
            secrets.iter().map(|&code| Packed::new(Codeword::from_valid_bits(code))).collect();
        packed.iter().position(|guess| {
            let mut seen = [0u64; 4];
            packed.iter().all(|secret| {
                let index = secret.score(*guess).index();
                let (word, bit) = (&mut seen[index / 64], 1u64 << (index % 64));
                let fresh = *word & bit == 0;
                *word |= bit;
                fresh
            })
        })
    }

    fn scan_listed(&self, listed: &Listed, secrets: &[u64], may_be_perfect: bool) -> Result<Found, Stopped> {
        let members: Vec<u64> = if listed.codes.len() <= secrets.len() {
            let inside = |&at: &u64| secrets.binary_search(&listed.codes[at as usize]).is_ok();
            (0..listed.codes.len() as u64).filter(inside).collect()
        } else {
            let place = |code: &u64| listed.codes.binary_search(code).ok().map(|at| at as u64);
            secrets.iter().filter_map(place).collect()
        };
        self.scan_field(&Field::Listed(listed), secrets, &members, may_be_perfect)
    }

    fn scan_fewer(&self, fewer: &Fewer<'_>, secrets: &[u64], may_be_perfect: bool) -> Result<Found, Stopped> {
        let places: Vec<u64> = secrets.iter().map(|&code| fewer.position(code)).collect();
        let size = fewer.planes.len() as u64;
        let scan = |stretch: usize| {
            let from = stretch as u64 * size;
            let inside =
                places.partition_point(|&at| at < from)..places.partition_point(|&at| at < from + size);
            let members: Vec<u64> = places[inside].iter().map(|&at| at - from).collect();
            let field = Field::Fewer(fewer, fewer.head(stretch), from);
            self.scan_field(&field, secrets, &members, may_be_perfect)
        };
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
        may_be_perfect: bool,
    ) -> Result<Found, Stopped> {
        let blocks = field.planes().blocks();
        let scan = |blocks: Range<usize>| {
            by_pins!(self.game.pins(), P, Q, _R => dispatch!(self.level.simd(), simd => {
                scan_blocks::<_, P, Q>(simd, self, field, secrets, members, blocks, may_be_perfect)
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

/// Ranks guesses by the block, up to the first that tells all apart if there can be one.
#[inline(always)]
fn scan_blocks<S: Simd, const P: usize, const Q: usize>(
    simd: S,
    search: &Search<'_>,
    field: &Field<'_>,
    secrets: &[u64],
    members: &[u64],
    blocks: Range<usize>,
    may_be_perfect: bool,
) -> Result<Found, Stopped> {
    let planes = field.planes();
    let guesses_a_part = 64 * S::u64s::LEN;
    // Entropy needs the parts themselves.
    let by_pairs = secrets.len() <= pairs::MOST && search.strategy != Strategy::Entropy;
    let mut pairs = Pairs::<S>::new(simd, if by_pairs { secrets.len() } else { 0 });
    let mut sizes = Sizes::<S>::new(simd, search.game.pins(), if by_pairs { 0 } else { secrets.len() });
    let mut batch = Batch::<S, Q>::new(simd);
    let mut ranks = Ranks::new(search, guesses_a_part);
    let mut picks: Vec<Picks<P>> = Vec::new();
    let mut found = Found::default();
    let mut members = &members[members.partition_point(|&at| at < (blocks.start * BLOCK) as u64)..];
    for block in blocks {
        for part in 0..WORDS / S::u64s::LEN {
            let from = block * BLOCK + part * guesses_a_part;
            if from >= planes.len() {
                break;
            }
            let guesses = guesses_a_part.min(planes.len() - from) as u64;
            let to = (from + guesses_a_part) as u64;
            let (inside, later) = members.split_at(members.partition_point(|&at| at < to));
            members = later;
            if by_pairs {
                if picks.is_empty() {
                    picks.extend(secrets.iter().map(|&secret| field.picks::<P>(secret)));
                }
                pairs.score(simd, planes.block(block), part, &picks);
                search.watch.scored(secrets.len() as u64 * guesses)?;
                let (rank, places) = match search.strategy {
                    Strategy::MostParts => {
                        least(simd, &pairs.parts::<P>(simd).map(|digit| !digit), guesses as usize)
                    }
                    Strategy::ExpectedSize => {
                        let (pairs, places) = least(simd, &pairs.together::<P>(simd), guesses as usize);
                        (secrets.len() as u64 + 2 * pairs, places)
                    }
                    _ => {
                        let (largest, places) = least(simd, &pairs.largest::<P>(simd), guesses as usize);
                        (largest + 1, places)
                    }
                };
                ranks.offer_one::<S>(rank, places, field, from, inside, &mut found.best);
            } else {
                sizes.clear(simd);
                for segment in secrets.chunks(SEGMENT) {
                    if picks.is_empty() || secrets.len() > SEGMENT {
                        picks.clear();
                        picks.extend(segment.iter().map(|&secret| field.picks::<P>(secret)));
                    }
                    sizes.add(simd, &mut batch, planes.block(block), part, &picks);
                    search.watch.scored(segment.len() as u64 * guesses)?;
                }
                ranks.offer(simd, &sizes, field, from, guesses as usize, inside, &mut found.best);
            }
            if may_be_perfect
                && let Some(best) = &found.best
                && best.estimate == ranks.perfect(secrets.len())
            {
                found.perfect = Some(best.code);
                return Ok(found);
            }
        }
    }
    Ok(found)
}

/// Ranks guesses whose parts stand in planes of bits.
struct Ranks<'a> {
    ranking: &'a Ranking,
    strategy: Strategy,
    /// The sizes of one feedback's parts.
    counts: Vec<u32>,
    /// The ranks under way.
    estimates: Vec<u64>,
}

impl<'a> Ranks<'a> {
    fn new(search: &Search<'a>, guesses: usize) -> Self {
        let numbers = match search.strategy {
            Strategy::ExpectedSize | Strategy::Entropy => guesses,
            _ => 0,
        };
        Self {
            ranking: search.ranking,
            strategy: search.strategy,
            counts: vec![0; numbers],
            estimates: vec![0; numbers],
        }
    }

    /// The rank of a guess that tells so many secrets apart.
    fn perfect(&self, secrets: usize) -> u64 {
        match self.strategy {
            Strategy::Knuth => 1,
            Strategy::ExpectedSize => secrets as u64,
            Strategy::Entropy | Strategy::FirstConsistent => 0,
            Strategy::MostParts => 255 - secrets as u64,
        }
    }

    /// Offers the best of the guesses from `from` on; those `inside` S are given by their places in the field.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "one call, and each argument another matter")]
    fn offer<S: Simd>(
        &mut self,
        simd: S,
        sizes: &Sizes<S>,
        field: &Field<'_>,
        from: usize,
        guesses: usize,
        inside: &[u64],
        best: &mut Option<Best>,
    ) {
        match self.strategy {
            Strategy::Knuth => {
                let (rank, places) = least(simd, &sizes.largest(simd)[..sizes.digits()], guesses);
                self.offer_one::<S>(rank, places, field, from, inside, best);
            }
            Strategy::MostParts => {
                let fewest = sizes.parts(simd).map(|digit| !digit);
                let (rank, places) = least(simd, &fewest, guesses);
                self.offer_one::<S>(rank, places, field, from, inside, best);
            }
            Strategy::ExpectedSize | Strategy::Entropy => {
                self.estimates.fill(0);
                for size in sizes.by_feedback() {
                    numbers::<S>(size, &mut self.counts);
                    for (estimate, &count) in self.estimates.iter_mut().zip(&self.counts) {
                        *estimate += self.ranking.term(count);
                    }
                }
                for at in 0..guesses {
                    let outside = inside.binary_search(&((from + at) as u64)).is_err();
                    let estimate = self.estimates[at];
                    if best.as_ref().is_some_and(|best| self.ranking.is_worse(best, estimate)) {
                        continue;
                    }
                    self.ranking.offer(best, field.code(from + at), outside, estimate, || sizes.of(at));
                }
            }
            Strategy::FirstConsistent => {}
        }
    }

    /// Offers the first of equals, a member of S if there is one.
    #[inline(always)]
    fn offer_one<S: Simd>(
        &self,
        rank: u64,
        places: S::u64s,
        field: &Field<'_>,
        from: usize,
        inside: &[u64],
        best: &mut Option<Best>,
    ) {
        if best.as_ref().is_some_and(|best| self.ranking.is_worse(best, rank)) {
            return;
        }
        let places = places.as_slice();
        let is_there = |at: usize| places[at / 64] >> (at % 64) & 1 == 1;
        let member = inside.iter().map(|&at| at as usize - from).find(|&at| is_there(at));
        let first = || {
            places
                .iter()
                .zip(0..)
                .find(|&(&word, _)| word != 0)
                .map(|(word, at)| 64 * at + word.trailing_zeros() as usize)
        };
        if let Some(at) = member.or_else(first) {
            self.ranking.offer(best, field.code(from + at), member.is_none(), rank, Vec::new);
        }
    }
}

/// The least of the numbers at the first `guesses` places, and where it is.
#[inline(always)]
fn least<S: Simd>(simd: S, number: &[S::u64s], guesses: usize) -> (u64, S::u64s) {
    let mut valid = [0u64; WORDS];
    for (at, word) in valid.iter_mut().enumerate().take(S::u64s::LEN) {
        let ones = guesses.saturating_sub(64 * at).min(64) as u32;
        *word = u64::MAX.checked_shr(64 - ones).unwrap_or(0);
    }
    let mut places = S::u64s::from_slice(simd, &valid[..S::u64s::LEN]);
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
