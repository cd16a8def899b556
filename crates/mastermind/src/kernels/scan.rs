//! Searches the guesses in bit planes for the best guess, one vector of guesses at a time.
//!
//! For every vector of guesses (128 to 512 of them, a *part* of a block), the secrets are scored
//! and the rank is computed as the binary digits of a number in planes. The minimum is found from
//! the highest digit down, among the remaining positions:
//!
//! ```text
//! rank of guess       a  b  c  d  e        remaining          minimum so far
//! digit 4             1  0  0  1  0        a b c d e          0__    b, c, e have a 0: drop the others
//! digit 2             0  1  1  0  1          b c   e          01_    none has a 0: keep all, the digit is 1
//! digit 1             1  1  0  0  0          b c   e          010    c and e have a 0
//!                                              c   e          = 2
//! ```
//!
//! The first remaining guess that is a possible secret, or else the first remaining guess, is
//! compared with the best guess of the previous vectors. No other rank is extracted. Entropy cannot
//! be summed exactly in planes; the piecewise linear bounds of [`sums`](crate::kernels::sums)
//! exclude all guesses but a few, whose partitions are extracted and ranked one by one.
//!
//! There are three ways to compute ranks: [`Scan::perfect`] if only a guess that distinguishes all
//! secrets is wanted, [`Scan::by_pairs`] for a few secrets, and [`Scan::by_sizes`] for all others.
//! Code that does not depend on the number of pins is compiled once per vector level instead of per
//! number of pins: `vectorize` compiles such code as a function with the instructions of the level,
//! which is called once per vector of guesses.

use std::ops::Range;

use quadrille_lanes::{
    Level,
    simd::{Simd, prelude::*},
};
use quadrille_progress::{Cancelled, Meter};

use crate::game::Game;
use crate::guess_set::GuessPlanes;
use crate::kernels::distinguish::{self, Scores};
use crate::kernels::gates::digits_of;
use crate::kernels::guesses::Sizes;
use crate::kernels::pairs::{self, Pairs};
use crate::kernels::scores::{Batch, by_level_and_pins, by_pins};
use crate::kernels::sums::{Lines, Sums};
use crate::planes::{BLOCK, Picks, WORDS};
use crate::strategy::{Best, Ranking, Strategy};

/// Number of secrets whose planes are selected at once.
pub(crate) const SEGMENT: usize = 1 << 14;

/// Goal of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// The first guess that distinguishes all secrets.
    Perfect,
    /// The best guess, without an early end at a guess that distinguishes all secrets.
    Best,
    /// The best guess, or the first guess that distinguishes all secrets.
    Either,
}

/// The best of the examined guesses, or the first guess that distinguishes all secrets.
#[derive(Default)]
pub(crate) struct ScanResult {
    pub(crate) best: Option<Best>,
    pub(crate) perfect: Option<u64>,
}

impl ScanResult {
    /// Returns whether the best guess has the rank of a guess that distinguishes all secrets; later
    /// guesses are then irrelevant.
    fn is_perfect(&mut self, rank: u64) -> bool {
        let found = self.best.as_ref().filter(|best| best.estimate == rank).map(|best| best.code);
        self.perfect = self.perfect.or(found);
        found.is_some()
    }
}

/// The guesses to be ranked, and the secrets that they partition.
pub(crate) struct Scan<'a> {
    pub(crate) game: Game,
    pub(crate) strategy: Strategy,
    pub(crate) ranking: &'a Ranking,
    pub(crate) level: Level,
    pub(crate) meter: &'a Meter<'a>,
    /// Whether each examined guess counts as a unit of progress.
    pub(crate) counts_guesses: bool,
    pub(crate) guesses: &'a GuessPlanes<'a>,
    /// The possible secrets.
    pub(crate) secrets: &'a [u64],
    /// Indices of the guesses that are secrets, ascending; empty if ties need not be broken.
    pub(crate) members: &'a [u64],
    pub(crate) aim: Aim,
}

impl Scan<'_> {
    /// Examines the guesses of some blocks.
    pub(crate) fn blocks(&self, blocks: Range<usize>) -> Result<ScanResult, Cancelled> {
        // Entropy needs the partition sizes, which a comparison of pairs does not compute.
        let by_pairs = self.secrets.len() <= pairs::MOST && self.strategy != Strategy::Entropy;
        let perfect = self.aim == Aim::Perfect && self.secrets.len() <= distinguish::MOST;
        by_level_and_pins!(self.level, simd, self.game.pins(), P, Q, _R => {
            if perfect {
                self.perfect::<_, P>(simd, blocks)
            } else if by_pairs {
                self.by_pairs::<_, P>(simd, blocks)
            } else {
                self.by_sizes::<_, P, Q>(simd, blocks)
            }
        })
    }
}

impl Scan<'_> {
    fn picks<const P: usize>(&self) -> Vec<Picks<P>> {
        self.secrets.iter().map(|&secret| self.guesses.picks::<P>(secret)).collect()
    }

    /// Reports guesses that are about to be scored on a few secrets, and checks for cancellation.
    #[inline(always)]
    fn report(&self, part: &GuessesAtOnce) -> Result<(), Cancelled> {
        if self.counts_guesses {
            self.meter.note(part.guesses as u64);
        }
        self.meter.effort((self.secrets.len() * part.guesses) as u64)
    }

    /// Finds the first guess that distinguishes a few secrets.
    #[inline(always)]
    fn perfect<S: Simd, const P: usize>(
        &self,
        simd: S,
        blocks: Range<usize>,
    ) -> Result<ScanResult, Cancelled> {
        let mut scores = Scores::<S>::new(self.secrets.len());
        let picks: Vec<Picks<P>> = self.picks::<P>();
        let mut found = ScanResult::default();
        for (part, _) in parts::<S>(self.guesses, &[], blocks) {
            self.report(&part)?;
            let block = self.guesses.planes().block(part.block);
            let places =
                scores.distinguishing::<P>(simd, block, part.number, &picks, valid(simd, part.guesses));
            found.perfect = first_of::<S>(places).map(|at| self.guesses.code(part.from + at));
            if found.perfect.is_some() {
                break;
            }
        }
        Ok(found)
    }

    /// Ranks guesses by the pairs of secrets that they leave together. With [`Aim::Either`], ends
    /// at the first guess that distinguishes all secrets.
    #[inline(always)]
    fn by_pairs<S: Simd, const P: usize>(
        &self,
        simd: S,
        blocks: Range<usize>,
    ) -> Result<ScanResult, Cancelled> {
        let mut pairs = Pairs::<S>::new(simd, self.secrets.len());
        let picks: Vec<Picks<P>> = self.picks::<P>();
        let perfect = self.ranking.perfect(self.secrets.len());
        let mut found = ScanResult::default();
        for (part, inside) in parts::<S>(self.guesses, self.members, blocks) {
            self.report(&part)?;
            pairs.score(simd, self.guesses.planes().block(part.block), part.number, &picks);
            match const { digits_of(P) } {
                3 => self.offer_paired::<S, 6>(simd, &pairs, &part, inside, &mut found.best),
                4 => self.offer_paired::<S, 8>(simd, &pairs, &part, inside, &mut found.best),
                _ => self.offer_paired::<S, 10>(simd, &pairs, &part, inside, &mut found.best),
            }
            if self.aim == Aim::Either && found.is_perfect(perfect) {
                break;
            }
        }
        Ok(found)
    }

    /// Ranks guesses by their partition sizes. With [`Aim::Either`], ends at the first guess that
    /// distinguishes all secrets.
    #[inline(always)]
    fn by_sizes<S: Simd, const P: usize, const Q: usize>(
        &self,
        simd: S,
        blocks: Range<usize>,
    ) -> Result<ScanResult, Cancelled> {
        let mut sizes = Sizes::<S>::new(simd, self.game.pins(), self.secrets.len());
        let mut batch = Batch::<S, Q>::new(simd);
        let mut picks: Vec<Picks<P>> = Vec::new();
        // A guess with this rank distinguishes all secrets.
        let perfect = self.ranking.perfect(self.secrets.len());
        let mut found = ScanResult::default();
        for (part, inside) in parts::<S>(self.guesses, self.members, blocks) {
            sizes.clear(simd);
            for segment in self.secrets.chunks(SEGMENT) {
                // If all secrets fit in one segment, the planes that they select are determined
                // once for all guesses.
                if picks.is_empty() || self.secrets.len() > SEGMENT {
                    picks.clear();
                    picks.extend(segment.iter().map(|&secret| self.guesses.picks::<P>(secret)));
                }
                self.meter.effort((segment.len() * part.guesses) as u64)?;
                let block = self.guesses.planes().block(part.block);
                sizes.add(simd, &mut batch, block, part.number, &picks);
            }
            if self.counts_guesses {
                self.meter.note(part.guesses as u64);
            }
            self.offer_sized(simd, &sizes, &part, inside, &mut found.best);
            if self.aim == Aim::Either && found.is_perfect(perfect) {
                break;
            }
        }
        Ok(found)
    }

    /// Ranks the guesses of one vector by the pairs of secrets that they leave together, and
    /// replaces `best` by the best of these guesses if it is better. Scores have `D` digits.
    ///
    /// The function does not depend on the number of pins, and is compiled separately, once per
    /// level and number of digits.
    #[inline(always)]
    fn offer_paired<S: Simd, const D: usize>(
        &self,
        simd: S,
        pairs: &Pairs<S>,
        part: &GuessesAtOnce,
        inside: &[u64],
        best: &mut Option<Best>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                // The number of partitions is inverted, because `least` finds the smallest number.
                let (rank, places) = match self.strategy {
                    Strategy::MostParts => {
                        least(simd, &pairs.parts::<D>(simd).map(|digit| !digit), part.guesses)
                    }
                    Strategy::ExpectedSize => {
                        let (pairs, places) = least(simd, &pairs.together::<D>(simd), part.guesses);
                        (self.secrets.len() as u64 + 2 * pairs, places)
                    }
                    _ => {
                        let (largest, places) = least(simd, &pairs.largest::<D>(simd), part.guesses);
                        (largest + 1, places)
                    }
                };
                self.offer_one::<S>(rank, places, part, inside, best);
            },
        );
    }

    /// Ranks the guesses of a part by their partition sizes, and replaces `best` by the best of
    /// these guesses if it is better. The function is compiled once per level, like
    /// [`offer_paired`](Self::offer_paired).
    #[inline(always)]
    fn offer_sized<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes<S>,
        part: &GuessesAtOnce,
        inside: &[u64],
        best: &mut Option<Best>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                let (rank, places) = match self.strategy {
                    Strategy::Knuth => least(simd, &sizes.largest(simd)[..sizes.digits()], part.guesses),
                    Strategy::MostParts => least(simd, &sizes.parts(simd).map(|digit| !digit), part.guesses),
                    Strategy::ExpectedSize => least(simd, Sums::squares(simd, sizes).digits(), part.guesses),
                    Strategy::Entropy => {
                        self.offer_close(simd, sizes, part, inside, best);
                        return;
                    }
                    Strategy::FirstConsistent => return,
                };
                self.offer_one::<S>(rank, places, part, inside, best);
            },
        );
    }

    /// Compares with `best` the guesses of a part that are close to the best entropy; the others
    /// are certainly worse.
    #[inline(always)]
    fn offer_close<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes<S>,
        part: &GuessesAtOnce,
        inside: &[u64],
        best: &mut Option<Best>,
    ) {
        let lines = Sums::lines(simd, sizes);
        let bounds = Lines::new(self.secrets.len(), self.game.feedbacks());
        let near = |best: &Option<Best>| best.as_ref().map(|best| bounds.most(self.ranking.quarters(best)));
        // The guess with the lowest bound is ranked first: it is the best or nearly the best, so
        // its rank excludes most other guesses.
        let (lowest, places) = least(simd, lines.digits(), part.guesses);
        if near(best).is_some_and(|most| most.is_none_or(|most| lowest > most)) {
            return;
        }
        let mut offer = |at: usize| {
            let outside = inside.binary_search(&((part.from + at) as u64)).is_err();
            let sizes = sizes.of(at);
            let estimate = self.ranking.estimate(&sizes);
            self.ranking.offer(best, self.guesses.code(part.from + at), outside, estimate, || sizes);
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

    /// Compares with `best` one of the equally good guesses at `places`: the first that is a
    /// possible secret, or else the first of all.
    #[inline(always)]
    fn offer_one<S: Simd>(
        &self,
        rank: u64,
        places: S::u64s,
        part: &GuessesAtOnce,
        inside: &[u64],
        best: &mut Option<Best>,
    ) {
        if best.as_ref().is_some_and(|best| self.ranking.is_worse(best, rank)) {
            return;
        }
        let set = places;
        let places = places.as_slice();
        let is_there = |at: usize| places[at / 64] >> (at % 64) & 1 == 1;
        let member = inside.iter().map(|&at| at as usize - part.from).find(|&at| is_there(at));
        if let Some(at) = member.or_else(|| first_of::<S>(set)) {
            self.ranking.offer(best, self.guesses.code(part.from + at), member.is_none(), rank, Vec::new);
        }
    }
}

/// A part of a block: the guesses of the block that fit in one vector.
struct GuessesAtOnce {
    block: usize,
    /// Index of the part within the block.
    number: usize,
    /// Index of the first guess of the part.
    from: usize,
    guesses: usize,
}

/// Iterates over the parts of some blocks. Each part comes with the indices in `members` that lie
/// in it.
#[inline(always)]
fn parts<'a, S: Simd>(
    guesses: &'a GuessPlanes<'_>,
    members: &'a [u64],
    blocks: Range<usize>,
) -> impl Iterator<Item = (GuessesAtOnce, &'a [u64])> {
    let at_once = 64 * S::u64s::LEN;
    let all = guesses.planes().len();
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

/// Returns the minimum of the numbers at the first `guesses` positions, and the mask of the
/// positions that have the minimum.
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

/// Returns the mask of the first `guesses` positions.
#[inline(always)]
fn valid<S: Simd>(simd: S, guesses: usize) -> S::u64s {
    let mut valid = [0u64; WORDS];
    for (at, word) in valid.iter_mut().enumerate().take(S::u64s::LEN) {
        let ones = guesses.saturating_sub(64 * at).min(64) as u32;
        *word = u64::MAX.checked_shr(64 - ones).unwrap_or(0);
    }
    S::u64s::from_slice(simd, &valid[..S::u64s::LEN])
}

/// Returns the first position of a mask.
#[inline(always)]
fn first_of<S: Simd>(places: S::u64s) -> Option<usize> {
    let words = places.as_slice().iter().enumerate();
    words.into_iter().find(|&(_, &word)| word != 0).map(|(at, word)| 64 * at + word.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_lanes::simd::dispatch;

    use crate::kernels::guesses::numbers;

    /// Numbers written to planes are extracted unchanged.
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
