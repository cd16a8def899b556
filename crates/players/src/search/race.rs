//! Selection of the best action by playouts in common worlds.
//!
//! All actions in the race are played out in the same worlds, so the variance of the cards cancels
//! in the differences between actions. After each batch of worlds, an action leaves the race if it
//! is significantly worse than the best one; and at fixed fractions of the budget the worse half
//! leaves (sequential halving: Karnin, Koren and Somekh, 2013).
//!
//! Only sums are kept, for each action and each pair of actions, so the memory does not depend on
//! the number of playouts.

/// The number of playouts of the best action before a significantly worse action can leave the
/// race.
const FEWEST: usize = 24;
/// The number of standard errors by which an action must be worse than the best one to leave the
/// race.
const OUT: f64 = 2.6;
/// The race ends if no other action can be better than the best one by more than this value, in
/// units of a target.
const REGRET: f64 = 0.004;

/// The count of some numbers, their sum, and the sum of their squares.
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

    /// Returns the mean and its standard error, which is infinite for a single number; `None` if no
    /// number was added.
    fn mean_and_error(&self) -> Option<(f64, f64)> {
        let count = self.count as f64;
        match self.count {
            0 => None,
            1 => Some((self.sum, f64::INFINITY)),
            _ => {
                let mean = self.sum / count;
                // Values are of the order of 1, so this subtraction loses no digits that matter.
                let deviations = (self.squares - self.sum * mean).max(0.0);
                Some((mean, (deviations / (count - 1.0) / count).sqrt()))
            }
        }
    }
}

/// A race between actions.
#[derive(Debug)]
pub(super) struct Race {
    /// The policy's value of each action, in units of a target.
    priors: Vec<f64>,
    /// The weight of a value of the policy in the ranking, as a number of playouts.
    prior: f64,
    /// For each action, the sums of the values of its playouts.
    values: Vec<Sums>,
    /// For actions i < j, at index i · actions + j: the sums of (value of i − value of j) over the
    /// worlds in which both were played out.
    differences: Vec<Sums>,
    /// The indices of the actions still in the race, in ascending order.
    running: Vec<usize>,
}

impl Race {
    /// Creates a race between the actions whose values by the policy are `priors`. Such a value
    /// counts as `prior` playouts.
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

    /// Returns the mean of an action's playouts and the standard error of the mean. Without
    /// playouts, returns the policy's value and infinity.
    pub(super) fn mean(&self, action: usize) -> (f64, f64) {
        self.values[action].mean_and_error().unwrap_or((self.priors[action], f64::INFINITY))
    }

    /// Returns the score by which actions are ranked: the mean of the playouts and of the policy's
    /// value, which counts as `prior` playouts.
    fn score(&self, action: usize) -> f64 {
        let Sums { count, sum, .. } = self.values[action];
        (sum + self.prior * self.priors[action]) / (count as f64 + self.prior)
    }

    /// Returns the best action in the race, the first among equals.
    pub(super) fn best(&self) -> usize {
        let mut best = self.running[0];
        for &action in &self.running[1..] {
            if self.score(action) > self.score(best) {
                best = action;
            }
        }
        best
    }

    /// Returns the mean difference of the values of `one` and `other` over their common worlds, and
    /// its standard error. `None` if they have no common world.
    pub(super) fn difference(&self, one: usize, other: usize) -> Option<(f64, f64)> {
        let at = |low: usize, high: usize| self.differences[low * self.priors.len() + high].mean_and_error();
        if one < other {
            return at(one, other);
        }
        let (mean, error) = at(other, one)?;
        Some((-mean, error))
    }

    /// Removes the actions that are significantly worse than the best one. Returns whether the race
    /// is over: one action is left, or no other action can be better by more than [`REGRET`].
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
