//! A short statistical battery: is this generator fit to be simulated with?
//!
//! Each of the [`TESTS`] reads raw values of a generator, 15 to 64 bits wide ([`Values`]), or of several streams in
//! turn ([`Values::interleaved`]), counts something in whole numbers, and compares the counts with what
//! independent uniform values give. [`Neighbours`] does so across streams, draw by draw. All definitions are
//! published ones; each test's file says which, with sample sizes, cells and what the test finds.
//!
//! | test | looks at |
//! |---|---|
//! | `frequency` | each value; ones in each place |
//! | `serial` | pairs of neighbouring values |
//! | `runs` | rising and falling runs; changes in each place |
//! | `gaps` | times between visits to a small part of the range |
//! | `permutations` | orders of six values |
//! | `maximum` | the largest of eight values |
//! | `collisions` | points that meet |
//! | `birthdays` | equal spacings between points in 2, 3 and 4 dimensions |
//! | `weights` | Hamming weights up to 32 values apart |
//! | `rank` | small and large matrices of bits |
//! | `walk` | walks of 128 steps |
//!
//! A [`Figure`] is a statistic, its distribution ([`Null`]) and its p-value: only small p-values are suspicious, since
//! counts that are too even have small ones as well. [`verdict`] flags a subject one of whose figures lies below
//! [`THRESHOLD`].
//!
//! Nothing but the values decides a figure, and whoever runs each test on a fresh source can run them in any order
//! and on any thread.
//!
//! # What it finds, and what not
//! At the default size it flags asa128 (`weights`, at lag 20; `walk`), msvc-rand (`serial`,
//! `collisions`, `birthdays`, `rank`, `walk`), glibc-rand (`rank` and `walk`, by the last bit), and asa128's
//! consecutive seeds ([`Neighbours`], draw 8190). Passing is no proof: it has seen sixteen million values, and
//! `PractRand` and `TestU01` look a thousand times longer. net-random passes, though each of its values is the
//! difference of two earlier ones: `gaps` sees that from size 27 on, and birthday spacings of single values would
//! see it at once.
//!
//! ```
//! use quadrille_random::StreamKey;
//! use quadrille_random::battery::{Size, TESTS, Values, Verdict, verdict};
//! use std::ops::ControlFlow;
//!
//! for test in &TESTS {
//!     let mut values = Values::u64(StreamKey::new(31459, 0).rng());
//!     let figures = test.run(&mut values, Size::MIN, &mut |_done| ControlFlow::Continue(()))?;
//!     assert_eq!(verdict(&figures), Verdict::Passed, "{}: {}", test.name, test.what);
//! }
//! # Ok::<(), quadrille_random::battery::Stopped>(())
//! ```

mod birthdays;
mod bits;
mod blocks;
mod cells;
mod collisions;
mod figure;
mod frequency;
mod gaps;
mod maximum;
mod neighbours;
mod permutations;
mod rank;
mod runs;
mod serial;
mod size;
mod tails;
mod values;
mod walk;
mod watch;
mod weights;

pub use figure::{Figure, Null, THRESHOLD, Verdict, verdict};
pub use neighbours::Neighbours;
pub use size::Size;
pub use tails::SMALLEST;
pub use values::{InterleaveError, Values, Width};
pub use watch::{Report, Stopped};

use watch::Watch;

/// What a test's file holds.
type Run = fn(&mut Values<'_>, Size, &mut Watch<'_>) -> Result<Vec<Figure>, Stopped>;

/// One of the [`TESTS`].
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// Its name, one lower-case word.
    pub name: &'static str,
    /// What it looks at, in a line.
    pub what: &'static str,
    /// Where its definition is published.
    pub citation: &'static str,
    run: Run,
}

impl Test {
    /// Runs the test on the next values of a source, at most [`Size::values`] for each figure.
    ///
    /// The number of figures and their names depend on nothing but the width of the values.
    ///
    /// # Errors
    /// [`Stopped`] when the report, asked every few milliseconds with the part done, said so.
    pub fn run(
        &self,
        values: &mut Values<'_>,
        size: Size,
        report: Report<'_>,
    ) -> Result<Vec<Figure>, Stopped> {
        (self.run)(values, size, &mut Watch::new(report))
    }
}

/// All tests, in the order of a report.
pub static TESTS: [Test; 11] = [
    Test {
        name: "frequency",
        what: "how often each value comes, and a one in each place",
        citation: "Knuth, TAOCP 2, 3.3.2 A; NIST SP 800-22, 2.1",
        run: frequency::run,
    },
    Test {
        name: "serial",
        what: "how often each pair of neighbouring values comes",
        citation: "Knuth, TAOCP 2, 3.3.2 B",
        run: serial::run,
    },
    Test {
        name: "runs",
        what: "how long values rise or fall, and how often each bit changes",
        citation: "Knuth, TAOCP 2, 3.3.2 G, exercise 14; NIST SP 800-22, 2.3",
        run: runs::run,
    },
    Test {
        name: "gaps",
        what: "how long it takes to come back to a small part of the range",
        citation: "Knuth, TAOCP 2, 3.3.2 C; L'Ecuyer and Simard 2007",
        run: gaps::run,
    },
    Test {
        name: "permutations",
        what: "how often each order of six values comes",
        citation: "Knuth, TAOCP 2, 3.3.2 F",
        run: permutations::run,
    },
    Test {
        name: "maximum",
        what: "how large the largest of eight values is",
        citation: "Knuth, TAOCP 2, 3.3.2 H",
        run: maximum::run,
    },
    Test {
        name: "collisions",
        what: "how many balls fall into urns already taken",
        citation: "Knuth, TAOCP 2, 3.3.2 I",
        run: collisions::run,
    },
    Test {
        name: "birthdays",
        what: "how many spacings between points are equal, in 2, 3 and 4 dimensions",
        citation: "Knuth, TAOCP 2, 3.3.2 J; L'Ecuyer and Simard 2001",
        run: birthdays::run,
    },
    Test {
        name: "weights",
        what: "how the Hamming weights of values up to 32 apart depend on one another",
        citation: "L'Ecuyer and Simard 2007; Blackman and Vigna 2021",
        run: weights::run,
    },
    Test {
        name: "rank",
        what: "what rank matrices of bits have",
        citation: "Marsaglia and Tsay 1985; NIST SP 800-22, 2.5",
        run: rank::run,
    },
    Test {
        name: "walk",
        what: "where walks of 128 steps end, how high they come, how often they return",
        citation: "L'Ecuyer and Simard 2007; Feller 1968, III",
        run: walk::run,
    },
];
