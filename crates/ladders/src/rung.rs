//! What all ladders are made of.

use std::fmt;

use quadrille_lanes::Level;

/// One way of doing one job, on the data `W`.
///
/// Rungs of the same workload ([`what`](Self::what)) do the same job on the same data, so that their times
/// can be compared. A rung is made by the [`Measure`] of its workload.
pub struct Rung<W> {
    /// The workload: rungs with the same name do the same job.
    pub what: &'static str,
    /// The rung's name, which no other rung of the workload has.
    pub name: &'static str,
    /// What is counted, in the singular: one run does [`items`](Self::items) of it.
    pub item: &'static str,
    /// What the author of the text or program that the rung comes from calls it, letter by letter; `None`
    /// for a rung of our own.
    pub known_as: Option<&'static str>,
    /// The idea of the rung, in a line.
    pub about: &'static str,
    items: fn(&W) -> usize,
    run: fn(Level, &mut W),
    checksum: fn(&W) -> u64,
}

impl<W> Rung<W> {
    /// Does the job once for every item of the workload, and leaves the answers there. Rungs without vectors
    /// do not heed the level.
    #[inline]
    pub fn run(&self, level: Level, workload: &mut W) {
        (self.run)(level, workload);
    }

    /// How many items one run does.
    pub fn items(&self, workload: &W) -> usize {
        (self.items)(workload)
    }

    /// A number that stands for the answers of the last run: equal for all rungs of a workload, unless the
    /// ladder says otherwise, and for all levels.
    pub fn checksum(&self, workload: &W) -> u64 {
        (self.checksum)(workload)
    }

    /// The same rung, whose answers lie elsewhere than the workload's others leave them, or in another form:
    /// `checksum` sums them up to the same number.
    #[must_use]
    pub const fn checked_by(mut self, checksum: fn(&W) -> u64) -> Self {
        self.checksum = checksum;
        self
    }

    /// The same rung, which its author calls by this name.
    #[must_use]
    pub const fn known_as(mut self, name: &'static str) -> Self {
        self.known_as = Some(name);
        self
    }
}

// Derived, these would ask the same of `W`, of which a rung holds nothing.
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

/// What the rungs of one workload have in common: its name, what is counted, and how the answers are summed
/// up.
///
/// ```
/// use quadrille_ladders::{Measure, Rung, assert_rungs_agree};
/// use quadrille_lanes::Level;
///
/// /// Numbers, and room for the sum of their squares.
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
/// // Among a crate's tests: the rungs agree at every level, on the data of several seeds.
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
    /// The workload called `what`, of which one run does `items` of what is called `item` and leaves answers
    /// that `checksum` sums up.
    pub const fn new(
        what: &'static str,
        item: &'static str,
        items: fn(&W) -> usize,
        checksum: fn(&W) -> u64,
    ) -> Self {
        Self { what, item, items, checksum }
    }

    /// A rung of this workload: its name, its idea in a line, and the job.
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

/// Sums answers up for a [checksum](Rung::checksum): every answer and its place change the sum. No answers
/// sum up to 0.
///
/// Each step rotates the sum, adds the answer without carries and multiplies by 2⁶⁴/φ, an odd number: all
/// three can be undone, so two lists that differ in one answer never have the same sum.
#[inline]
pub fn sum_up(answers: impl Iterator<Item = u64>) -> u64 {
    answers.fold(0, |sum, answer| (sum.rotate_left(5) ^ answer).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
