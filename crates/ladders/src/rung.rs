//! Building blocks of all ladders.

use std::fmt;

use quadrille_lanes::Level;

/// One implementation of a job. `W` is the type of the workload's data.
///
/// Rungs of the same workload ([`what`](Self::what)) do the same job on the same data, so that
/// their times are comparable. A rung is created by the [`Measure`] of its workload.
pub struct Rung<W> {
    /// Name of the workload; rungs with the same workload do the same job.
    pub what: &'static str,
    /// Name of the rung, unique in its workload.
    pub name: &'static str,
    /// Name of the unit of work, in the singular. [`items`](Self::items) returns the number of
    /// units in a run.
    pub item: &'static str,
    /// Exact name of this implementation in the text or program that introduced it; `None` if this
    /// project introduced it.
    pub known_as: Option<&'static str>,
    /// One-line description of the optimization.
    pub about: &'static str,
    items: fn(&W) -> usize,
    run: fn(Level, &mut W),
    checksum: fn(&W) -> u64,
}

impl<W> Rung<W> {
    /// Processes every item of the workload, and stores the results in the workload.
    ///
    /// Rungs without vectors ignore the vector level.
    #[inline]
    pub fn run(&self, level: Level, workload: &mut W) {
        (self.run)(level, workload);
    }

    /// Returns the number of items that one run processes.
    pub fn items(&self, workload: &W) -> usize {
        (self.items)(workload)
    }

    /// Returns a checksum of the results of the last run.
    ///
    /// The checksum does not depend on the vector level. All rungs of a workload have the same
    /// checksum, except in ladders whose documentation states otherwise.
    pub fn checksum(&self, workload: &W) -> u64 {
        (self.checksum)(workload)
    }

    /// Returns the same rung with another checksum function. Used by rungs that store their results
    /// in another buffer or in another representation.
    ///
    /// The function must return the same number as the workload's checksum.
    #[must_use]
    pub const fn checked_by(mut self, checksum: fn(&W) -> u64) -> Self {
        self.checksum = checksum;
        self
    }

    /// Returns the same rung with the name that the author of the implementation uses.
    #[must_use]
    pub const fn known_as(mut self, name: &'static str) -> Self {
        self.known_as = Some(name);
        self
    }
}

// `derive` would require that `W` is `Clone` and `Debug`, although a rung contains no `W`.
impl<W> Clone for Rung<W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for Rung<W> {}

impl<W> fmt::Debug for Rung<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, name, item, known_as, about, .. } = self;
        f.debug_struct("Rung")
            .field("what", what)
            .field("name", name)
            .field("item", item)
            .field("known_as", known_as)
            .field("about", about)
            .finish_non_exhaustive()
    }
}

/// Shared properties of the rungs of one workload: its name, the unit of work, and the checksum.
///
/// ```
/// use quadrille_ladders::{Measure, Rung, assert_rungs_agree};
/// use quadrille_lanes::Level;
///
/// /// Numbers, and the sum of their squares.
/// struct Numbers(Vec<u64>, u64);
///
/// const SQUARES: Measure<Numbers> = Measure::new("squares", "number", |w| w.0.len(), |w| w.1);
/// const RUNGS: [Rung<Numbers>; 2] = [
///     SQUARES.rung("loop", "multiply and add", |_, w| w.1 = w.0.iter().map(|n| n * n).sum()),
///     SQUARES.rung("additions", "a square is a sum of odd numbers", |_, w| {
///         w.1 = w.0.iter().map(|&n| (0..n).map(|k| 2 * k + 1).sum::<u64>()).sum();
///     }),
/// ];
///
/// // In a crate's tests: the rungs agree at every level, on the data of several seeds.
/// assert_rungs_agree(&RUNGS, |_, seed| Numbers((seed..seed + 10).collect(), 0));
///
/// let mut workload = Numbers(vec![3, 4], 0);
/// RUNGS[1].run(Level::best(), &mut workload);
/// assert_eq!((RUNGS[1].items(&workload), RUNGS[1].checksum(&workload)), (2, 25));
/// ```
pub struct Measure<W> {
    what: &'static str,
    item: &'static str,
    items: fn(&W) -> usize,
    checksum: fn(&W) -> u64,
}

impl<W> Measure<W> {
    /// Creates the workload `what`: one run processes `items(w)` items named `item`, and `checksum`
    /// summarizes the results.
    pub const fn new(
        what: &'static str,
        item: &'static str,
        items: fn(&W) -> usize,
        checksum: fn(&W) -> u64,
    ) -> Self {
        Self { what, item, items, checksum }
    }

    /// Creates a rung of this workload from its name, one-line description and implementation.
    pub const fn rung(&self, name: &'static str, about: &'static str, run: fn(Level, &mut W)) -> Rung<W> {
        let Self { what, item, items, checksum } = *self;
        Rung { what, name, item, known_as: None, about, items, run, checksum }
    }
}

impl<W> Clone for Measure<W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for Measure<W> {}

impl<W> fmt::Debug for Measure<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Measure").field("what", &self.what).field("item", &self.item).finish_non_exhaustive()
    }
}

/// Returns a checksum that depends on all values of `answers` and on their order; 0 if there are no
/// values.
///
/// Each step rotates the sum, combines it with the value by exclusive or, and multiplies it by the
/// odd number nearest to 2⁶⁴/φ, where φ is the golden ratio. All three operations are invertible,
/// so two lists that differ in one value always have different sums.
#[inline]
pub fn sum_up(answers: impl Iterator<Item = u64>) -> u64 {
    answers.fold(0, |sum, answer| (sum.rotate_left(5) ^ answer).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
