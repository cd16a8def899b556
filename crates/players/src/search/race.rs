//! Selection of the best action by playouts in common worlds.
//!
//! All actions in the race are played out in the same worlds, so the luck of the cards cancels in
//! the differences between actions. After each batch of worlds, all actions that are significantly
//! worse than the best action leave the race. In addition, at fixed fractions of the budget, the
//! worse half of the actions leaves the race (sequential halving: Karnin, Koren and Somekh, 2013).
//!
//! The standard errors treat the worlds as independent. But the worlds of one Markov chain resemble
//! each other, so the true errors are larger, and actions leave the race a little earlier than with
//! the true errors. The intervals of advice and reviews do not use these errors. They are computed
//! from independent pools of worlds: see [`compare`](super::compare).
//!
//! Only sums are stored, for each action and for each pair of actions. The memory therefore does
//! not depend on the number of playouts.

/// The minimum number of playouts of the best action before other actions can be removed as
/// significantly worse.
const FEWEST: usize = 24;
/// An action leaves the race if it is worse than the best action by this number of standard errors.
const OUT: f64 = 2.6;
/// The race ends if, with high probability, no action is better than the best action so far by more
/// than this value. The unit is that of a target.
const REGRET: f64 = 0.004;

/// A count of numbers, the sum of the numbers, and the sum of their squares.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    count: usize,
    sum: f64,
    squares: f64,
}

impl Sums {
    fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Returns the mean and its standard error. The standard error of a single number is infinite.
    /// Returns `None` if no number was added.
    ///
    /// The standard error of n numbers is at least 1 / n. Even if all numbers are equal, the next
    /// one can differ: 24 equal results of playouts do not show that two actions are equally good.
    fn mean_and_error(&self) -> Option<(f64, f64)> {
        let count = self.count as f64;
        match self.count {
            0 => None,
            1 => Some((self.sum, f64::INFINITY)),
            _ => {
                let mean = self.sum / count;
                // The numbers are about ±1, so this subtraction loses only a few digits.
                let deviations = (self.squares - self.sum * mean).max(0.0);
                Some((mean, (deviations / (count - 1.0) / count).sqrt().max(1.0 / count)))
            }
        }
    }
}

/// The state of a race between actions: the actions still in the race, and sums of values.
#[derive(Debug)]
pub(super) struct Race {
    /// The policy's value of each action, in units of a target.
    priors: Vec<f64>,
    /// The weight of the policy's value when actions are ranked. The policy's value counts like
    /// this number of playouts.
    prior: f64,
    /// For each action, the sums of the values of its playouts.
    values: Vec<Sums>,
    /// For each pair of actions i < j, the sums of the differences (value of i − value of j) in the
    /// worlds in which both were played out. With n actions, the pair has the index i · n + j.
    differences: Vec<Sums>,
    /// The indices of the actions still in the race, in ascending order.
    running: Vec<usize>,
}

impl Race {
    /// Creates a race between actions. `priors` has the policy's value of each action. The policy's
    /// value counts like `prior` playouts.
    pub(super) fn new(priors: Vec<f64>, prior: f64) -> Self {
        let actions = priors.len();
        Self {
            priors,
            prior,
            values: vec![Sums::default(); actions],
            differences: vec![Sums::default(); actions * actions],
            running: (0..actions).collect(),
        }
    }

    pub(super) fn running(&self) -> &[usize] {
        &self.running
    }

    /// Returns the number of playouts of the action with index `action`.
    pub(super) fn playouts(&self, action: usize) -> usize {
        self.values[action].count
    }

    /// Adds the values of a batch of worlds. For each world, `batch` has one value for each action
    /// in the race, in the order of [`running`](Self::running).
    pub(super) fn add(&mut self, batch: &[f32]) {
        let actions = self.priors.len();
        for world in batch.chunks_exact(self.running.len()) {
            for (place, (&action, &value)) in self.running.iter().zip(world).enumerate() {
                self.values[action].add(value.into());
                for (&other, &value_of_other) in self.running.iter().zip(world).skip(place + 1) {
                    let difference = f64::from(value) - f64::from(value_of_other);
                    self.differences[action * actions + other].add(difference);
                }
            }
        }
    }

    /// Returns the mean value of an action's playouts, and the standard error of the mean. If the
    /// action has no playouts, returns the policy's value and infinity.
    pub(super) fn mean(&self, action: usize) -> (f64, f64) {
        self.values[action].mean_and_error().unwrap_or((self.priors[action], f64::INFINITY))
    }

    /// Returns the score by which actions are ranked. The score is the mean of the values of the
    /// playouts and the policy's value, which counts like `prior` playouts.
    fn score(&self, action: usize) -> f64 {
        let Sums { count, sum, .. } = self.values[action];
        (sum + self.prior * self.priors[action]) / (count as f64 + self.prior)
    }

    /// Returns the action in the race with the highest score. If several actions have this score,
    /// returns the first.
    pub(super) fn best(&self) -> usize {
        let mut best = self.running[0];
        for &action in &self.running[1..] {
            if self.score(action) > self.score(best) {
                best = action;
            }
        }
        best
    }

    /// Returns the mean of (value of `one` − value of `other`) over the worlds in which both were
    /// played out, and the standard error of this mean. `None` if there is no such world.
    pub(super) fn difference(&self, one: usize, other: usize) -> Option<(f64, f64)> {
        let at = |low: usize, high: usize| self.differences[low * self.priors.len() + high].mean_and_error();
        if one < other {
            return at(one, other);
        }
        let (mean, error) = at(other, one)?;
        Some((-mean, error))
    }

    /// Removes the actions that are significantly worse than the best action. Returns whether the
    /// race is over: one action is left, or no action can be better than the best action so far by
    /// more than [`REGRET`].
    pub(super) fn drop_hopeless(&mut self) -> bool {
        let best = self.best();
        if self.playouts(best) < FEWEST {
            return false;
        }
        let mut open = false;
        let running = std::mem::take(&mut self.running);
        self.running = running
            .into_iter()
            .filter(|&action| {
                if action == best {
                    return true;
                }
                let Some((behind, error)) = self.difference(best, action) else { return true };
                open |= -behind + OUT * error > REGRET;
                behind < OUT * error || behind == 0.0
            })
            .collect();
        self.running.len() == 1 || !open
    }

    /// Removes the actions with the lowest scores, so that at most `most` remain.
    pub(super) fn keep(&mut self, most: usize) {
        let mut order = self.running.clone();
        order.sort_by(|&one, &other| self.score(other).total_cmp(&self.score(one)).then(one.cmp(&other)));
        order.truncate(most.max(1));
        self.running.retain(|action| order.contains(action));
    }
}

#[cfg(test)]
mod tests {
    use quadrille_random::StreamKey;
    use quadrille_random::rand_core::Rng as _;

    use super::*;

    /// Adds worlds in which the actions in the race have the values that `value` returns. The
    /// arguments of `value` are the index of the world and the index of the action.
    fn add(race: &mut Race, worlds: std::ops::Range<usize>, value: impl Fn(usize, usize) -> f32) {
        for world in worlds {
            let values: Vec<f32> = race.running().iter().map(|&action| value(world, action)).collect();
            race.add(&values);
        }
    }

    #[test]
    fn equal_results_end_a_race_only_after_many_worlds() {
        let mut race = Race::new(vec![0.1, 0.0], 10.0);
        add(&mut race, 0..600, |_, _| 1.0);
        assert!(!race.drop_hopeless(), "the actions can still differ in one of 600 worlds");
        assert_eq!(race.running(), [0, 1]);
        add(&mut race, 600..700, |_, _| 1.0);
        assert!(race.drop_hopeless(), "no action can be better by more than the accepted regret");
        assert_eq!(race.best(), 0);
    }

    #[test]
    fn a_rare_loss_after_many_equal_results_is_found() {
        let mut race = Race::new(vec![0.1, 0.0], 10.0);
        let mut worlds = 0;
        for begin in (0..2000).step_by(8) {
            worlds = begin;
            // Action 0 loses in every 30th world.
            let value = |world: usize, action| if action == 0 && world % 30 == 29 { -1.0 } else { 1.0 };
            add(&mut race, begin..begin + 8, value);
            if race.drop_hopeless() {
                break;
            }
        }
        assert!(race.best() == 1 && (30..1000).contains(&worlds), "{worlds} worlds: {race:?}");
    }

    #[test]
    fn a_clearly_worse_action_leaves_early_and_keeps_its_mean() {
        let mut race = Race::new(vec![0.0, 0.0, 0.0], 10.0);
        add(&mut race, 0..23, |_, action| action as f32);
        assert!(!race.drop_hopeless(), "too few worlds");
        assert_eq!(race.running(), [0, 1, 2]);
        add(&mut race, 23..24, |_, action| action as f32);
        assert!(race.drop_hopeless());
        assert_eq!((race.running(), race.best()), (&[2][..], 2));
        assert_eq!([0, 1, 2].map(|action| race.mean(action).0 as usize), [0, 1, 2]);
        add(&mut race, 24..30, |_, _| 7.0);
        assert_eq!([0, 1, 2].map(|action| race.playouts(action)), [24, 24, 30]);
    }

    #[test]
    fn halving_keeps_the_highest_scores() {
        let mut race = Race::new(vec![0.0, 0.9, 0.5, 0.7], 10.0);
        race.keep(2);
        assert_eq!(race.running(), [1, 3], "without playouts, the policy decides");
        race.keep(0);
        assert_eq!(race.running(), [1], "one action remains");
        let mut race = Race::new(vec![0.0, 0.1], 10.0);
        add(&mut race, 0..4, |_, action| if action == 0 { 1.0 } else { 0.0 });
        // Scores: (4 + 10 · 0) / 14 and (0 + 10 · 0.1) / 14.
        assert_eq!(race.best(), 0);
    }

    /// Compares the sums with plain formulas over the stored values.
    #[test]
    fn means_and_errors_are_those_of_the_plain_formulas() {
        let mut rng = StreamKey::new(3, 0).rng();
        let values: Vec<[f32; 3]> =
            (0..200).map(|_| [(); 3].map(|()| (rng.next_u32() % 1000) as f32 / 500.0 - 1.0)).collect();
        let mut race = Race::new(vec![0.0; 3], 10.0);
        add(&mut race, 0..200, |world, action| values[world][action]);
        let plain = |of: &dyn Fn(&[f32; 3]) -> f64| {
            let count = values.len() as f64;
            let mean = values.iter().map(of).sum::<f64>() / count;
            let squares: f64 = values.iter().map(|value| (of(value) - mean).powi(2)).sum();
            (mean, (squares / (count - 1.0) / count).sqrt())
        };
        let close = |(mean, error): (f64, f64), (plain_mean, plain_error): (f64, f64)| {
            (mean - plain_mean).abs() < 1e-12 && (error - plain_error).abs() < 1e-12
        };
        for one in 0..3 {
            assert!(close(race.mean(one), plain(&|values| f64::from(values[one]))));
            for other in (0..3).filter(|&other| other != one) {
                let difference = plain(&|values| f64::from(values[one]) - f64::from(values[other]));
                assert!(close(race.difference(one, other).expect("common worlds"), difference));
            }
        }
    }
}
