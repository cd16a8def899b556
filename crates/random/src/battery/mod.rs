//! A short statistical battery: tests of whether a generator is suitable for simulation.
//!
//! Each of the [`TESTS`] reads raw values of 15 to 64 bits ([`Values`]), from one generator or from
//! several streams in turn ([`Values::interleaved`]). With a [`Size`] of s, by default 24, a
//! statistic uses at most 2ˢ values. Each test computes counts, and compares them with the
//! expectation for independent uniform values. [`Neighbours`] compares streams with one another,
//! draw by draw. All definitions are published; each test's module names the source, sample sizes,
//! cells and detected defects.
//!
//! | test | examines |
//! |---|---|
//! | `frequency` | each value; ones at each bit position |
//! | `serial` | pairs of neighbouring values |
//! | `runs` | rising and falling runs; changes of each bit |
//! | `gaps` | times between visits to a small part of the range |
//! | `permutations` | orders of six values |
//! | `maximum` | the largest of eight values |
//! | `collisions` | points that coincide |
//! | `birthdays` | equal spacings between points in 2, 3 and 4 dimensions |
//! | `weights` | Hamming weights up to 32 values apart |
//! | `rank` | small and large matrices of bits |
//! | `walk` | walks of 128 steps |
//!
//! A [`Statistic`] has a value, its distribution ([`Null`]) and its p-value. Only small p-values
//! are suspicious; counts that are too even also have small p-values. [`verdict`] flags the subject
//! of a test, such as a generator, if one of its p-values is below [`THRESHOLD`].
//!
//! A statistic depends only on the values of the source, so tests with fresh sources can run in any
//! order and on any thread.
//!
//! # Detected and undetected defects
//! At the default size the battery flags asa128 (`weights`, at lag 20; `walk`), msvc-rand
//! (`serial`, `collisions`, `birthdays`, `rank`, `walk`), glibc-rand (`rank` and `walk`, by the
//! last bit), and consecutive seeds of asa128 ([`Neighbours`], draw 8190, counted from 0). Passing
//! proves little: at the default size the battery examines sixteen million values, whereas
//! `PractRand` and `TestU01` examine a thousand times as many. net-random passes, although each of
//! its values is the difference of two earlier values: `gaps` detects this from size 27 on, and
//! birthday spacings of single values would detect it at once.
//!
//! ```
//! use quadrille_random::StreamKey;
//! use quadrille_random::battery::{Size, TESTS, Values, Verdict, verdict};
//!
//! for test in &TESTS {
//!     let mut values = Values::u64(StreamKey::new(31459, 0).rng());
//!     let statistics = test.run(&mut values, Size::MIN, &())?;
//!     assert_eq!(verdict(&statistics), Verdict::Passed, "{}: {}", test.name, test.what);
//! }
//! # Ok::<(), quadrille_random::progress::Cancelled>(())
//! ```

mod birthdays;
mod bits;
mod blocks;
mod cells;
mod collisions;
mod frequency;
mod gaps;
mod maximum;
mod neighbours;
mod permutations;
mod rank;
mod runs;
mod serial;
mod size;
mod statistic;
mod steps;
mod tails;
mod values;
mod walk;
mod weights;

pub use neighbours::Neighbours;
pub use size::Size;
pub use statistic::{Null, Statistic, THRESHOLD, Verdict, verdict};
pub use tails::SMALLEST;
pub use values::{InterleaveError, Values, Width};

use quadrille_progress::{Cancelled, Observer, Progress};

/// The function that runs a test.
type RunTest = fn(&mut Values<'_>, Size, &dyn Observer) -> Result<Vec<Statistic>, Cancelled>;

/// One of the [`TESTS`].
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// The name, one lower-case word.
    pub name: &'static str,
    /// The quantity that the test examines, in one line.
    pub what: &'static str,
    /// The publications that define the test.
    pub citation: &'static str,
    run: RunTest,
}

impl Test {
    /// Returns an upper bound on the bytes that the test allocates at a size.
    pub fn bytes(&self, size: Size) -> u64 {
        /// Upper bound on the bytes of counters, tables of probabilities and blocks of values.
        const OTHERS: u64 = 4 << 20;
        if self.name == "birthdays" { birthdays::bytes(size) + OTHERS } else { OTHERS }
    }

    /// Runs the test on the next values of a source, at most [`Size::values`] for each statistic.
    ///
    /// The number of statistics and their names depend only on the width of the values.
    ///
    /// The observer is notified every few milliseconds of the number of values processed, out of
    /// 2^size. A test that reads fewer values, reads them several times, or sorts them, scales its
    /// progress to 2^size.
    ///
    /// # Errors
    /// [`Cancelled`] if the observer cancels the call.
    pub fn run(
        &self,
        values: &mut Values<'_>,
        size: Size,
        observer: &dyn Observer,
    ) -> Result<Vec<Statistic>, Cancelled> {
        let total = size.values();
        let in_values = |part: &Progress| {
            let done = part.fraction().unwrap_or(0.0) * total as f64;
            observer.observe(&Progress::of(done as u64, total).counting("values"))
        };
        (self.run)(values, size, &in_values)
    }
}

/// All tests, in the order of reports.
pub static TESTS: [Test; 11] = [
    Test {
        name: "frequency",
        what: "frequency of each value, and of ones at each bit position",
        citation: "Knuth, TAOCP 2, 3.3.2 A; NIST SP 800-22, 2.1",
        run: frequency::run,
    },
    Test {
        name: "serial",
        what: "frequency of each pair of adjacent values",
        citation: "Knuth, TAOCP 2, 3.3.2 B",
        run: serial::run,
    },
    Test {
        name: "runs",
        what: "lengths of ascending and descending runs, and number of changes of each bit",
        citation: "Knuth, TAOCP 2, 3.3.2 G, exercise 14; NIST SP 800-22, 2.3",
        run: runs::run,
    },
    Test {
        name: "gaps",
        what: "number of values between two visits to a small part of the range",
        citation: "Knuth, TAOCP 2, 3.3.2 C; L'Ecuyer and Simard 2007",
        run: gaps::run,
    },
    Test {
        name: "permutations",
        what: "frequency of each order of six values",
        citation: "Knuth, TAOCP 2, 3.3.2 F",
        run: permutations::run,
    },
    Test {
        name: "maximum",
        what: "distribution of the maximum of eight values",
        citation: "Knuth, TAOCP 2, 3.3.2 H",
        run: maximum::run,
    },
    Test {
        name: "collisions",
        what: "number of balls that fall into occupied urns",
        citation: "Knuth, TAOCP 2, 3.3.2 I",
        run: collisions::run,
    },
    Test {
        name: "birthdays",
        what: "number of equal spacings between points in 2, 3 and 4 dimensions",
        citation: "Knuth, TAOCP 2, 3.3.2 J; L'Ecuyer and Simard 2001",
        run: birthdays::run,
    },
    Test {
        name: "weights",
        what: "dependence between the Hamming weights of values up to 32 apart",
        citation: "L'Ecuyer and Simard 2007; Blackman and Vigna 2021",
        run: weights::run,
    },
    Test {
        name: "rank",
        what: "ranks of matrices of bits",
        citation: "Marsaglia and Tsay 1985; NIST SP 800-22, 2.5",
        run: rank::run,
    },
    Test {
        name: "walk",
        what: "end, maximum and number of returns of walks of 128 steps",
        citation: "L'Ecuyer and Simard 2007; Feller 1968, III",
        run: walk::run,
    },
];
