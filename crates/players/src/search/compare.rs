//! Estimates of the values of actions in new worlds, for advice and for reviews of games.
//!
//! The search that selects an action overestimates its value: the highest of several noisy means is
//! too high on average (the *winner's curse*). The actions are therefore played out again, in
//! worlds that the search did not use. In these worlds, the difference between the values of two
//! actions is not biased by the selection. It can be negative. If two searches that differ only in
//! their random numbers selected the two actions, its mean is 0.
//!
//! The worlds of a pool are not independent. All chains of the pool start at the few deals that
//! have most of the weight, and the worlds of one chain are similar. There are therefore several
//! pools, each with its own deals, and the standard error is computed from the means of the pools.
//! The 95 % intervals use the quantile of Student's t distribution for the number of pools.

use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_random::StreamKey;
use quadrille_random::rand_core::Rng as _;
use quadrille_table::View as _;

use super::budget::Limit;
use super::player::Asked;
use super::{Reason, Search, Searchable, Thought};

/// The number of pools of worlds, each with its own deals.
const POOLS: usize = 16;
/// The number of Markov chains in each pool.
const CHAINS: usize = 4;
/// The number of deals in each pool. Each chain starts at one of these deals.
const DEALS: usize = 64;
/// Half the width of a 95 % interval, as a number of standard errors. This is the quantile 0.975 of
/// Student's t distribution with 15 degrees of freedom.
const WIDE: f64 = 2.131;
/// The maximum number of actions that advice compares.
const MOST_ADVISED: usize = 8;

/// A mean over worlds and its standard error. Both are in the unit of a
/// [target](crate::Learnable::target).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean, computed from the means of independent pools of worlds.
    pub error: f64,
}

impl Estimate {
    /// The exact value 0.
    pub const ZERO: Self = Self { mean: 0.0, error: 0.0 };

    /// Returns half the width of the 95 % interval.
    pub fn half_width(&self) -> f64 {
        WIDE * self.error
    }

    /// Returns whether the 95 % interval lies above 0.
    pub fn is_positive(&self) -> bool {
        self.mean - self.half_width() > 0.0
    }
}

/// The value of an action, and how much it is worse than the first compared action. All compared
/// actions are played out in the same worlds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compared {
    /// The mean value of the action.
    pub value: Estimate,
    /// The mean value of the first compared action minus the mean value of this action.
    pub behind: Estimate,
}

/// Advice for a decision.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice<A> {
    /// The result of the search that selected the action.
    pub thought: Thought<A>,
    /// The selected action, followed by the alternatives. The best alternative comes first.
    pub actions: Vec<Advised<A>>,
    /// The number of worlds in which each action was played out to estimate its value; 0 if the
    /// actions were not compared.
    pub worlds: usize,
    /// Whether the observer cancelled the call.
    pub stopped: bool,
}

/// An action of [`Advice`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Advised<A> {
    /// The action.
    pub action: A,
    /// The estimates for the action. `None` if no deal fits the view, or if the call was
    /// [stopped](Advice::stopped).
    pub compared: Option<Compared>,
}

/// The judgement of an action that a seat has taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged<A> {
    /// The action that the search selects.
    pub best: A,
    /// The reason why the search selects [`best`](Self::best).
    pub reason: Reason,
    /// The mean value of [`best`](Self::best); `None` if it was not estimated. If `best` was taken,
    /// this is the mean of the search's playouts. This mean is slightly too high on average,
    /// because the search selected the action by it. Otherwise it is the mean over the worlds of
    /// the comparison.
    pub value: Option<f64>,
    /// The loss: the value of [`best`](Self::best) minus the value of the action taken, estimated
    /// in worlds that the search did not use. Exactly 0 if both are the same action. `None` if no
    /// deal fits the view.
    pub loss: Option<Estimate>,
}

impl<A> Judged<A> {
    /// Returns whether the loss is significant: its 95 % interval lies above 0.
    pub fn is_charged(&self) -> bool {
        self.loss.is_some_and(|loss| loss.is_positive())
    }
}

impl<G: Searchable> Search<G> {
    /// Returns the number of worlds that a comparison uses if `worlds` worlds are requested:
    /// `worlds` rounded up to a multiple of 64, and at least 64.
    pub const fn worlds_for(worlds: usize) -> usize {
        let of_round = POOLS * CHAINS;
        if worlds == 0 { of_round } else { worlds.div_ceil(of_round) * of_round }
    }

    /// Plays all actions out in the same worlds. The number of worlds is
    /// [`worlds_for(worlds)`](Self::worlds_for). The result depends only on the view, the actions,
    /// the number of worlds and the seed. Returns `None` if there are no actions, or if no deal
    /// fits the view.
    ///
    /// # Errors
    /// [`Cancelled`] by the observer.
    pub fn compare(
        &mut self,
        view: &G::View<'_>,
        actions: &[G::Action],
        worlds: usize,
        seed: u64,
        observer: &dyn Observer,
    ) -> Result<Option<Vec<Compared>>, Cancelled> {
        let options = self.options;
        let all: Vec<usize> = (0..actions.len()).collect();
        let limit =
            Limit { deadline: None, weighing: None, meter: Meter::new(observer).unit("playouts").every(16) };
        let rounds = Self::worlds_for(worlds) / (POOLS * CHAINS);
        // For each pool and each action, the sum of the action's values in the worlds of the pool.
        let mut pools: Vec<Vec<f64>> = Vec::new();
        for pool in 0..POOLS {
            let seed = StreamKey::new(seed, pool as u64).rng().next_u64();
            let [deal_key, walk_key] = [1, 3].map(|stream| StreamKey::new(seed, stream));
            let asked = Asked { seat: view.seat(), seed, actions };
            let sizes = [CHAINS, DEALS];
            if actions.is_empty()
                || !self.pool.begin(view, sizes, deal_key, &mut self.workers, &self.judges, &limit)
            {
                return if limit.is_cancelled() { Err(Cancelled) } else { Ok(None) };
            }
            let mut sums = vec![0.0; actions.len()];
            for round in 0..rounds {
                let first = round * CHAINS;
                let numbers = (walk_key, first);
                let (workers, judges) = (&mut self.workers, &self.judges);
                if !self.pool.step(asked.seat, options.steps, numbers, workers, judges, &limit)
                    || !self.play(asked, &all, first, 0..CHAINS, Some(&limit))
                {
                    return Err(Cancelled);
                }
                for values in self.values.chunks(actions.len()) {
                    sums.iter_mut().zip(values).for_each(|(sum, &value)| *sum += f64::from(value));
                }
            }
            pools.push(sums);
        }
        let worlds = (rounds * CHAINS) as f64;
        let estimate = |of_pool: &dyn Fn(&[f64]) -> f64| {
            mean_and_error(pools.iter().map(|sums| of_pool(sums) / worlds), worlds * POOLS as f64)
        };
        let compared = |action: usize| Compared {
            value: estimate(&|sums| sums[action]),
            behind: estimate(&|sums| sums[0] - sums[action]),
        };
        Ok(Some((0..actions.len()).map(compared).collect()))
    }

    /// Searches for the best action. Then compares this action with the alternatives in
    /// [`worlds_for(worlds)`](Self::worlds_for) worlds that the search did not use. If the observer
    /// cancels the search, the advice is the best action so far, without a comparison.
    pub fn advise(
        &mut self,
        view: &G::View<'_>,
        worlds: usize,
        seed: u64,
        observer: &dyn Observer,
    ) -> Advice<G::Action> {
        let [of_search, of_comparison] = seeds(seed);
        let thought = self.think(view, of_search, observer);
        let mut actions = vec![thought.action];
        let mut add = |action| {
            if actions.len() < MOST_ADVISED && !actions.contains(&action) {
                actions.push(action);
            }
        };
        thought.considered.iter().for_each(|considered| add(considered.action));
        if thought.considered.is_empty() {
            self.candidates(view, MOST_ADVISED).into_iter().for_each(add);
        }
        let worlds = Self::worlds_for(worlds);
        let compared = if thought.stopped {
            Err(Cancelled)
        } else {
            self.compare(view, &actions, worlds, of_comparison, observer)
        };
        let (compared, stopped) = compared.map_or((None, true), |compared| (compared, false));
        let at = |place: usize| compared.as_ref().map(|compared| compared[place]);
        let mut advised: Vec<Advised<G::Action>> = actions
            .iter()
            .enumerate()
            .map(|(place, &action)| Advised { action, compared: at(place) })
            .collect();
        advised[1..].sort_by(|one, other| {
            let behind = |advised: &Advised<_>| advised.compared.map_or(0.0, |compared| compared.behind.mean);
            behind(one).total_cmp(&behind(other))
        });
        let worlds = if advised.iter().all(|advised| advised.compared.is_none()) { 0 } else { worlds };
        Advice { thought, actions: advised, worlds, stopped }
    }

    /// Judges an action that a seat has taken. The loss is estimated in
    /// [`worlds_for(worlds)`](Self::worlds_for) worlds that the search did not use. Returns `None`
    /// if the action was the only legal one.
    ///
    /// # Errors
    /// [`Cancelled`] by the observer.
    pub fn judge(
        &mut self,
        view: &G::View<'_>,
        taken: G::Action,
        worlds: usize,
        seed: u64,
        observer: &dyn Observer,
    ) -> Result<Option<Judged<G::Action>>, Cancelled> {
        let [of_search, of_comparison] = seeds(seed);
        let Thought { action: best, reason, considered, stopped, .. } = self.think(view, of_search, observer);
        if stopped {
            return Err(Cancelled);
        }
        if reason == Reason::Only {
            return Ok(None);
        }
        if best == taken {
            let value =
                considered.iter().find(|considered| considered.action == best && considered.playouts > 1);
            let value = value.map(|best| best.value);
            return Ok(Some(Judged { best, reason, value, loss: Some(Estimate::ZERO) }));
        }
        let compared = self.compare(view, &[best, taken], worlds, of_comparison, observer)?;
        let (value, loss) = match compared.as_deref() {
            Some([best, taken]) => (Some(best.value.mean), Some(taken.behind)),
            _ => (None, None),
        };
        Ok(Some(Judged { best, reason, value, loss }))
    }
}

/// Derives two seeds from a seed: the first for the search, the second for the comparison.
fn seeds(seed: u64) -> [u64; 2] {
    [4, 5].map(|stream| StreamKey::new(seed, stream).rng().next_u64())
}

/// Returns the mean of `means`, and the standard error of this mean. `means` has the means of at
/// least two independent pools. `worlds` is the total number of worlds of all pools.
///
/// The standard error is at least 1 / `worlds`. Even if the values in all worlds are equal, the
/// value in another world can differ.
fn mean_and_error(means: impl Iterator<Item = f64> + Clone, worlds: f64) -> Estimate {
    let count = means.clone().count() as f64;
    let mean = means.clone().sum::<f64>() / count;
    let squares: f64 = means.map(|value| (value - mean) * (value - mean)).sum();
    Estimate { mean, error: (squares / (count - 1.0) / count).sqrt().max(1.0 / worlds) }
}
