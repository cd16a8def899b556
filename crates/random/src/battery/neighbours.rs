//! Neighbouring streams: does a draw of one stream tell something about the same draw of the next?
//!
//! The serial correlation test, D. E. Knuth, *The Art of Computer Programming*, volume 2, third edition 1998,
//! section 3.3.2 K, applied across streams: number n of stream k is multiplied by number n of stream k + 1,
//! each less its mean, and the products are summed over k, for each n by itself. Streams k and k + 1 are
//! those that a simulation gives to neighbouring shards: of neighbouring keys, or of consecutive seeds.
//!
//! Numbers are taken with 16 bits, so that the sums are whole numbers and parts of a measurement can be added
//! in any order. For uniform independent numbers the sum of m products, divided by √m times the variance, is
//! nearly normal, and independent of those of other draws. Finds seeding that leaves neighbours alike: with
//! asa128's consecutive seeds the draws 8186 to 8190 correlate by +0.2 to +0.67, and by +0.30 to +0.67 when
//! the pairs are taken from all seeds.

use std::ops::Range;

use quadrille_progress::{Cancelled, Observer, Progress};

use super::statistic::{Statistic, THRESHOLD};
use super::tails;

/// The number of different numbers, 16 bits.
const COUNT: i64 = 1 << 16;

/// Four times the variance of the numbers 0..2¹⁶, (4¹⁶ − 1)/12: we sum products of twice the distances from
/// the mean.
const VARIANCE: f64 = ((COUNT * COUNT - 1) / 3) as f64;

/// Sums of products over pairs of neighbouring streams, one for each draw.
///
/// ```
/// use quadrille_random::StreamKey;
/// use quadrille_random::battery::{Neighbours, Verdict, verdict};
///
/// let mut first_draws = |stream: u64, draws: &mut [f64]| {
///     let mut generator = StreamKey::new(31459, stream).rng();
///     draws.fill_with(|| generator.next_f64());
/// };
/// let mut neighbours = Neighbours::measure(0..500, 100, &mut first_draws, &())?;
/// neighbours.merge(&Neighbours::measure(500..1000, 100, &mut first_draws, &())?);
/// assert_eq!(neighbours.pairs(), 1000);
/// assert_eq!(verdict(&neighbours.statistics()), Verdict::Passed);
/// # Ok::<(), quadrille_random::progress::Cancelled>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Neighbours {
    pairs: u64,
    sums: Vec<i64>,
}

impl Neighbours {
    /// What it looks at, in a line.
    pub const WHAT: &str = "correlation of the same draw in neighbouring streams";
    /// Where the definition is published.
    pub const CITATION: &str = "Knuth, TAOCP 2, 3.3.2 K (serial correlation), across streams";

    /// Measures the pairs (k, k + 1) for each k of `pairs`: the first `draws` numbers of each stream.
    ///
    /// `fill` overwrites its second argument with the first numbers, all in [0, 1], of the stream that its
    /// first argument names. It is called for the streams of the range in order and for the one after.
    ///
    /// ```text
    /// time: the streams' own, and about 1 ns a draw
    /// ```
    ///
    /// # Errors
    /// [`Cancelled`] when the observer, told after every stream how many are measured, said so.
    pub fn measure(
        pairs: Range<u64>,
        draws: usize,
        fill: &mut dyn FnMut(u64, &mut [f64]),
        observer: &dyn Observer,
    ) -> Result<Self, Cancelled> {
        let mut measured = Self { pairs: 0, sums: vec![0; draws] };
        if pairs.is_empty() {
            return Ok(measured);
        }
        let count = pairs.end - pairs.start;
        let mut numbers = vec![0.0; draws];
        let mut last = vec![0; draws];
        fill(pairs.start, &mut numbers);
        standardise(&numbers, &mut last);
        let mut next = last.clone();
        for k in pairs {
            fill(k.wrapping_add(1), &mut numbers);
            standardise(&numbers, &mut next);
            for ((sum, &a), &b) in measured.sums.iter_mut().zip(&last).zip(&next) {
                *sum += i64::from(a) * i64::from(b);
            }
            std::mem::swap(&mut last, &mut next);
            measured.pairs += 1;
            observer.notify(&Progress::of(measured.pairs, count).counting("streams"))?;
        }
        Ok(measured)
    }

    /// Adds the measurement of other pairs: the sums are those of all pairs measured together.
    ///
    /// The draws measured in one but not in the other are dropped; nothing is lost by adding to the default,
    /// which has no pairs.
    pub fn merge(&mut self, other: &Self) {
        if self.pairs == 0 {
            self.sums.clone_from(&other.sums);
        } else if other.pairs > 0 {
            self.sums.truncate(other.sums.len());
            for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
                *sum += more;
            }
        }
        self.pairs += other.pairs;
    }

    /// Pairs measured.
    pub const fn pairs(&self) -> u64 {
        self.pairs
    }

    /// Returns the serial correlation of each draw, from draw 0: 0 ± 1/√pairs for independent streams.
    pub fn correlations(&self) -> impl Iterator<Item = f64> {
        self.sums.iter().map(|&sum| sum as f64 / (self.pairs.max(1) as f64 * VARIANCE))
    }

    /// Returns each draw's correlation as a number of standard deviations.
    pub fn deviates(&self) -> impl Iterator<Item = f64> {
        let root = (self.pairs as f64).sqrt();
        self.correlations().map(move |correlation| correlation * root)
    }

    /// Returns the draws that are a finding by themselves, each with its correlation: those so far from 0 that even
    /// the farthest of all draws would be with a probability below [`THRESHOLD`] only.
    pub fn outstanding(&self) -> Vec<(u32, f64)> {
        let of = self.sums.len() as u32;
        let is_finding = |z: f64| tails::worst_normal(z, of) < THRESHOLD;
        let draws = (0..).zip(self.correlations()).zip(self.deviates());
        draws.filter(|&(_, z)| is_finding(z)).map(|(draw, _)| draw).collect()
    }

    /// Returns all draws together, chi-square with as many degrees of freedom as there are draws, and the worst draw.
    pub fn statistics(&self) -> Vec<Statistic> {
        Statistic::of_deviates(["all draws", "worst draw"], (0..).zip(self.deviates())).to_vec()
    }
}

/// Each number times 2¹⁶, rounded down, less the mean, doubled.
fn standardise(numbers: &[f64], standardised: &mut [i32]) {
    for (number, place) in numbers.iter().zip(standardised) {
        // A generator whose doubles include 1 has one case for it and 2³² others.
        let whole = ((number * COUNT as f64) as i32).clamp(0, COUNT as i32 - 1);
        *place = 2 * whole + 1 - COUNT as i32;
    }
}
