//! Paired comparison of profiles under common random numbers.
//!
//! In iteration i, every profile draws from the streams (seed, i, source), one stream per source of
//! randomness. Profiles that differ in one or two numbers therefore draw nearly the same events in
//! iteration i, and the difference of their DPS varies far less than the DPS itself (P. Glasserman,
//! *Monte Carlo Methods in Financial Engineering*, 2003, 7.1). Stat weights are such differences
//! divided by the change of the stat.

use quadrille_memory::of;
use quadrille_progress::{Cancelled, Observer};
use quadrille_stats::{Moments, StatsError};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::engine::pace::Pace;
use crate::results::MergeError;
use crate::simulation::{Scratch, Simulation};

/// Number of consecutive iterations that a profile runs before the next profile runs the same
/// iterations.
const STRETCH: u64 = 64;

/// Results of one profile, compared with the base profile. Fights of length 0 have no DPS and are
/// left out.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Pair {
    /// DPS of this profile, over fights with a non-zero length.
    pub dps: Moments,
    /// DPS of this profile minus DPS of the base, over iterations in which both fights have a
    /// non-zero length.
    pub difference: Moments,
}

impl Pair {
    /// Returns the variance reduction by pairing: the sum of the two variances divided by the
    /// variance of the difference. To reach the same standard error, independent runs would need
    /// this factor times as many iterations. `None` for fewer than two iterations; infinite if only
    /// the difference is constant; NaN if all three are constant.
    pub fn gain(&self, base: &Moments) -> Option<f64> {
        Some((base.variance()? + self.dps.variance()?) / self.difference.variance()?)
    }
}

/// A block of consecutive iterations of a base profile and the profiles compared with it.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(try_from = "Stored"))]
pub struct Pairs {
    /// The index of the first iteration.
    pub first: u64,
    /// Number of iterations.
    pub iterations: u64,
    /// DPS of the base, over fights with a non-zero length.
    pub base: Moments,
    /// The compared profiles, in the order given.
    pub others: Vec<Pair>,
}

/// Pairs as deserialised, before validation.
#[cfg(feature = "serde")]
#[derive(Deserialize)]
struct Stored {
    first: u64,
    iterations: u64,
    base: Moments,
    others: Vec<Pair>,
}

#[cfg(feature = "serde")]
impl TryFrom<Stored> for Pairs {
    type Error = &'static str;

    fn try_from(stored: Stored) -> Result<Self, Self::Error> {
        let Stored { first, iterations, base, others } = stored;
        let pairs = Self { first, iterations, base, others };
        if pairs.is_sound() {
            Ok(pairs)
        } else {
            Err("the numbers of fights in a block of pairs are inconsistent")
        }
    }
}

impl Pairs {
    /// Returns whether the counts are consistent with one set of iterations.
    pub fn is_sound(&self) -> bool {
        let all = self.iterations;
        let fits = |pair: &Pair| {
            // The three counts may differ, because an iteration may have length 0 for only one of
            // the two profiles.
            let (base, own, both) = (self.base.count(), pair.dps.count(), pair.difference.count());
            own <= all && both <= base.min(own) && base.saturating_add(own) - both <= all
        };
        self.base.count() <= all && self.others.iter().all(fits)
    }

    /// Returns the size in bytes of a block with `others` compared profiles.
    pub const fn bytes(others: usize) -> u64 {
        of::<Self>(1).saturating_add(of::<Pair>(others as u64))
    }

    /// Returns the number of bytes that [`run`](Self::run) takes in addition to its block. For each
    /// profile, it takes the state of a fight, the totals, and the DPS of a few iterations.
    pub fn run_bytes(base: &Simulation, others: &[Simulation]) -> u64 {
        let of_one = |one: &Simulation| one.scratch_bytes().saturating_add(of::<f64>(STRETCH));
        [base].into_iter().chain(others).map(of_one).fold(0, u64::saturating_add)
    }

    /// Runs `count` iterations, starting with the index `first`, with the base and with each of
    /// `others`.
    ///
    /// ```
    /// use quadrille_combat::{Pairs, Profile, Simulation, Source};
    ///
    /// let text = "[fight]\nlength = 60\n[actor]\ncrit = 0.2\n[tables.t]\norder = [\"crit\"]\n\
    ///     [abilities.jab]\nevery = 1\ndamage = 100\ntable = \"t\"";
    /// let profile = Profile::parse(&Source::new("jab.toml", text)).expect("a profile");
    /// let better = profile.vary(&[("actor.crit", 0.21)]).expect("a number");
    /// let (base, better) = (Simulation::new(&profile), Simulation::new(&better));
    /// let pairs = Pairs::run(&base, &[better], 1, 0, 1000, &())?;
    /// // A percentage point of crit is worth about one DPS; pairing saves most of the iterations.
    /// assert!((pairs.others[0].difference.mean().unwrap() - 1.0).abs() < 0.2);
    /// assert!(pairs.others[0].gain(&pairs.base).unwrap() > 10.0);
    /// # Ok::<(), quadrille_combat::Cancelled>(())
    /// ```
    ///
    /// # Errors
    /// [`Cancelled`] if the observer cancels. The observer receives the number of fights done, one
    /// per profile and iteration.
    pub fn run(
        base: &Simulation,
        others: &[Simulation],
        seed: u64,
        first: u64,
        count: u64,
        observer: &dyn Observer,
    ) -> Result<Self, Cancelled> {
        let mut scratches: Vec<_> = [base].into_iter().chain(others).map(Simulation::scratch).collect();
        let others_of = vec![Pair::default(); others.len()];
        let mut pairs = Self { first, iterations: count, base: Moments::new(), others: others_of };
        let mut pace = Pace::of_fights(observer, count.saturating_mul(1 + others.len() as u64))?;
        let mut done = 0;
        while done < count {
            let stretch = STRETCH.min(count - done);
            let fight = |scratch: &mut Scratch<'_>| scratch.rates(seed, first + done, stretch, &mut pace);
            let rates: Vec<Vec<f64>> = scratches.iter_mut().map(fight).collect::<Result<_, _>>()?;
            let Some((base, others)) = rates.split_first() else { break };
            for (iteration, &rate) in base.iter().enumerate() {
                // `record` fails only for NaN, the rate of a fight of length 0. Such a fight is
                // left out. All other rates are finite and far below the limit of `Moments`.
                let _ = pairs.base.record(rate);
                for (pair, rates) in pairs.others.iter_mut().zip(others) {
                    let _ = pair.dps.record(rates[iteration]);
                    let _ = pair.difference.record(rates[iteration] - rate);
                }
            }
            done += stretch;
        }
        Ok(pairs)
    }

    /// Appends the block that follows this one.
    ///
    /// # Errors
    /// The next block does not begin where this block ends, or has a different number of profiles.
    /// After an error, this block is unchanged.
    pub fn merge(&mut self, next: &Self) -> Result<(), MergeError> {
        let expected = self.first + self.iterations;
        if next.first != expected {
            return Err(MergeError::Gap { expected, found: next.first });
        }
        if next.others.len() != self.others.len() {
            return Err(MergeError::Profiles);
        }
        let mut merged = self.clone();
        merged.iterations += next.iterations;
        let append = |sum: &mut Moments, part: &Moments| -> Result<(), StatsError> { sum.merge(part) };
        append(&mut merged.base, &next.base)?;
        for (sum, part) in merged.others.iter_mut().zip(&next.others) {
            append(&mut sum.dps, &part.dps)?;
            append(&mut sum.difference, &part.difference)?;
        }
        *self = merged;
        Ok(())
    }
}
