//! Which of several actions is best, by playouts of the same worlds.
//!
//! All actions that are still in the race are played out in the same worlds, so that the luck of the cards
//! cancels in their differences. After each batch of worlds an action leaves the race if it is behind the best
//! one by more than its difference can be by chance; and at fixed parts of the budget the worse half leaves
//! (sequential halving: Karnin, Koren and Somekh, 2013).

/// Worlds before the first action may leave the race by its difference.
const FEWEST: usize = 24;
/// Deviations of a mean difference by which an action is out.
const OUT: f64 = 2.6;
/// What the best action may be worth less than another one, in units of a target, for the race to end.
const REGRET: f64 = 0.004;

/// The race of some actions.
#[derive(Debug)]
pub(super) struct Race {
    /// By action: the policy's value, in units of a target.
    priors: Vec<f64>,
    /// The number of playouts that they count as.
    prior: f64,
    /// By action, the values of its playouts, world by world.
    values: Vec<Vec<f32>>,
    /// The actions still in the race, in their order.
    running: Vec<usize>,
}

impl Race {
    /// A race of as many actions as there are values of the policy, which count as `prior` playouts.
    pub(super) fn new(priors: Vec<f64>, prior: f64) -> Self {
        let running = (0..priors.len()).collect();
        Self { values: vec![Vec::new(); priors.len()], priors, prior, running }
    }

    pub(super) fn running(&self) -> &[usize] {
        &self.running
    }

    /// The number of playouts of an action.
    pub(super) fn playouts(&self, action: usize) -> usize {
        self.values[action].len()
    }

    /// Adds the values of a batch: for each world the values of all actions in the race, in their order.
    pub(super) fn add(&mut self, batch: &[f32]) {
        for world in batch.chunks_exact(self.running.len()) {
            for (&action, &value) in self.running.iter().zip(world) {
                self.values[action].push(value);
            }
        }
    }

    /// The mean of an action's playouts and its standard error; without playouts, the policy's value.
    pub(super) fn mean(&self, action: usize) -> (f64, f64) {
        mean_and_error(self.values[action].iter().map(|&value| f64::from(value)))
            .unwrap_or((self.priors[action], f64::INFINITY))
    }

    /// What an action is chosen by: the mean, in which the policy's value counts as some playouts.
    fn score(&self, action: usize) -> f64 {
        let sum: f64 = self.values[action].iter().map(|&value| f64::from(value)).sum();
        let count = self.values[action].len() as f64;
        (sum + self.prior * self.priors[action]) / (count + self.prior)
    }

    /// The best action in the race, the first of equals.
    pub(super) fn best(&self) -> usize {
        let mut best = self.running[0];
        for &action in &self.running[1..] {
            if self.score(action) > self.score(best) {
                best = action;
            }
        }
        best
    }

    /// The mean difference of two actions in the worlds that both were played in, and its standard error.
    pub(super) fn difference(&self, one: usize, other: usize) -> Option<(f64, f64)> {
        let pairs = self.values[one].iter().zip(&self.values[other]);
        mean_and_error(pairs.map(|(one, other)| f64::from(*one) - f64::from(*other)))
    }

    /// Takes the actions out that cannot be best but by chance. Returns whether the race is over: one is left, or none
    /// of the others can be better by more than a trifle.
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

    /// Takes the worse half out, so that at most `most` actions stay.
    pub(super) fn keep(&mut self, most: usize) {
        let mut order = self.running.clone();
        order.sort_by(|&one, &other| self.score(other).total_cmp(&self.score(one)).then(one.cmp(&other)));
        order.truncate(most.max(1));
        self.running.retain(|action| order.contains(action));
    }
}

/// The mean of some values and its standard error, infinite for a single value; `None` of no values.
fn mean_and_error(values: impl Iterator<Item = f64> + Clone) -> Option<(f64, f64)> {
    let count = values.clone().count();
    if count == 0 {
        return None;
    }
    let mean = values.clone().sum::<f64>() / count as f64;
    if count == 1 {
        return Some((mean, f64::INFINITY));
    }
    let squares: f64 = values.map(|value| (value - mean) * (value - mean)).sum();
    Some((mean, (squares / (count - 1) as f64 / count as f64).sqrt()))
}
