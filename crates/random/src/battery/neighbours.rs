//! Neighbouring streams: the correlation of a draw with the same draw of the next stream.
//!
//! Source: the serial correlation test in D. E. Knuth, *The Art of Computer Programming*, volume 2,
//! third edition 1998, section 3.3.2 K. Here the test is applied across streams: number n of stream
//! k is multiplied by number n of stream k + 1, after subtraction of the means. For each n, the
//! products are summed over k. Streams k and k + 1 are the streams of neighbouring shards in a
//! simulation, with neighbouring keys or consecutive seeds.
//!
//! Numbers are truncated to 16 bits, so that the sums are integers. The parts of a measurement can
//! therefore be added in any order. For uniform independent numbers the sum of m products, divided
//! by √m times the variance, is nearly normal, and independent of the sums of other draws. The test
//! detects seeding that leaves neighbours similar: for asa128, stream k is the generator with seed
//! k, and the draws 8186 to 8190 of neighbouring streams correlate. The correlations are +0.2 to
//! +0.67 for a range of consecutive seeds, and +0.30 to +0.66 if k is drawn at random from all
//! seeds.

use std::ops::Range;

use quadrille_progress::{Cancelled, Observer, Progress};

use super::statistic::{Statistic, THRESHOLD};
use super::tails;

/// Number of distinct values of a truncated number, 2¹⁶.
const COUNT: i64 = 1 << 16;

/// Four times the variance of uniform integers from 0 to 2¹⁶ − 1. The variance is (4¹⁶ − 1)/12. The
/// factor is four because products of doubled deviations from the mean are summed.
const VARIANCE: f64 = ((COUNT * COUNT - 1) / 3) as f64;

/// Sums of products over pairs of neighbouring streams, one sum for each draw.
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
    /// The subject of the test, in one line.
    pub const WHAT: &str = "correlation of the same draw in neighbouring streams";
    /// The publication that defines the test.
    pub const CITATION: &str = "Knuth, TAOCP 2, 3.3.2 K (serial correlation), across streams";

    /// Measures the pairs of streams (k, k + 1) for each k in `pairs`, with the first `draws`
    /// numbers of each stream.
    ///
    /// `fill(k, numbers)` overwrites `numbers` with the first numbers of stream k, all in [0, 1].
    /// It is called for the streams of the range in order, and then for the stream after the range.
    ///
    /// Takes about 1 ns per draw, in addition to the time in which `fill` draws the numbers.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer cancels the call. The observer is notified after every pair of
    /// streams.
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

    /// Adds the measurement of other pairs. The result is the same as that of one measurement of
    /// all pairs.
    ///
    /// Only draws that both measurements contain are kept. Adding to the default value, which has
    /// no pairs, keeps all draws.
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

    /// Returns the number of pairs measured.
    pub const fn pairs(&self) -> u64 {
        self.pairs
    }

    /// Returns the serial correlation of each draw, beginning with draw 0. For independent streams,
    /// a correlation has mean 0 and standard deviation 1/√pairs.
    pub fn correlations(&self) -> impl Iterator<Item = f64> {
        self.sums.iter().map(|&sum| sum as f64 / (self.pairs.max(1) as f64 * VARIANCE))
    }

    /// Returns the correlation of each draw, in standard deviations.
    pub fn deviates(&self) -> impl Iterator<Item = f64> {
        let root = (self.pairs as f64).sqrt();
        self.correlations().map(move |correlation| correlation * root)
    }

    /// Returns the significant draws, each with its correlation. A draw is significant if its
    /// deviation is too large to be chance: in independent streams, at least one draw reaches this
    /// deviation with a probability below [`THRESHOLD`].
    pub fn outstanding(&self) -> Vec<(u32, f64)> {
        let of = self.sums.len() as u32;
        let is_finding = |z: f64| tails::worst_normal(z, of) < THRESHOLD;
        let draws = (0..).zip(self.correlations()).zip(self.deviates());
        draws.filter(|&(_, z)| is_finding(z)).map(|(draw, _)| draw).collect()
    }

    /// Returns the statistics of all draws together (chi-square with one degree of freedom per
    /// draw) and of the worst draw.
    pub fn statistics(&self) -> Vec<Statistic> {
        Statistic::of_deviates(["all draws", "worst draw"], (0..).zip(self.deviates())).to_vec()
    }
}

/// Converts each number to twice its deviation from the mean, in units of 2⁻¹⁶.
fn standardise(numbers: &[f64], standardised: &mut [i32]) {
    for (number, place) in numbers.iter().zip(standardised) {
        // The number is clamped for generators that return 1.0, about once in 2³² draws.
        let whole = ((number * COUNT as f64) as i32).clamp(0, COUNT as i32 - 1);
        *place = 2 * whole + 1 - COUNT as i32;
    }
}
