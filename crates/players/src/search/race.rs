//! Selection of the best action by playouts in common worlds.
//!
//! All actions in the race are played out in the same worlds, so the luck of the cards cancels in
//! the differences between actions. After each batch of worlds, all actions that are significantly
//! worse than the best action leave the race. In addition, at fixed fractions of the budget, the
//! worse half of the actions leaves the race (sequential halving: Karnin, Koren and Somekh, 2013).
//!
//! Only sums are stored, for each action and for each pair of actions. The memory therefore does
//! not depend on the number of playouts.

/// No action leaves the race as significantly worse before the best action has this number of
/// playouts.
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
    fn mean_and_error(&self) -> Option<(f64, f64)> {
        let count = self.count as f64;
        match self.count {
            0 => None,
            1 => Some((self.sum, f64::INFINITY)),
            _ => {
                let mean = self.sum / count;
                // The numbers are about ±1, so this subtraction loses only a few digits.
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
    /// The weight of the policy's value when actions are ranked. The policy's value counts like
    /// this number of playouts.
    prior: f64,
    /// For each action, the sums of the values of its playouts.
    values: Vec<Sums>,
    /// For each pair of actions i < j, at index i · actions + j, the sums of the differences (value
    /// of i − value of j) in the worlds in which both were played out.
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
