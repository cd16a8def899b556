//! The player that searches, and the result of a search.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use quadrille_lanes::Level;
use quadrille_learn::Quantised;
use quadrille_progress::{Meter, Observer, Progress};
use quadrille_random::StreamKey;
use quadrille_random::rand_core::Rng as _;
use quadrille_table::{Player, PlayerError, PlayerRng, View as _, Weighed};

use super::Searchable;
use super::budget::{Budget, Limit};
use super::options::SearchOptions;
use super::playout::Playout;
use super::pool::Pool;
use super::race::Race;
#[cfg(feature = "oracle")]
use super::styles::Explained;
use super::styles::Weigher;
use super::workers::each;
use crate::choice::Chooser;

/// An upper bound of the memory that the history of a game's actions allocates, in bytes.
const HISTORY_BYTES: u64 = 4 << 10;

/// The reason why an action was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The action is the only legal one.
    Only,
    /// The decision has no [role](crate::Learnable::role), so the house player makes it.
    House,
    /// The action is proved to lead to the best result that the seat can still reach.
    Proved,
    /// The policy gives the action the highest value. No playouts were made: there was no other
    /// candidate, no time, or no deal that fits the view.
    Policy,
    /// The action has the highest score: a weighted mean of the values of its playouts and the
    /// policy's value.
    Playouts,
}

/// An action that a search considered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Considered<A> {
    /// The action.
    pub action: A,
    /// The policy's value of the action, in units of a [target](crate::Learnable::target).
    pub policy: f64,
    /// The number of playouts of this action.
    pub playouts: usize,
    /// The mean value of the playouts, or the policy's value if there are no playouts.
    pub value: f64,
    /// The standard error of the mean; infinite for fewer than two playouts.
    pub error: f64,
    /// The mean of the chosen action's value minus this action's value, over the worlds in which
    /// both were played out; and the standard error of this mean. `None` for the chosen action, or
    /// if there is no such world.
    pub behind: Option<(f64, f64)>,
}

/// The result of a search for one decision.
#[derive(Debug, Clone, PartialEq)]
pub struct Thought<A> {
    /// The chosen action.
    pub action: A,
    /// The reason for the choice.
    pub reason: Reason,
    /// The actions that were compared, in descending order of the policy's values; empty if there
    /// was nothing to compare.
    pub considered: Vec<Considered<A>>,
    /// The total number of playouts of all actions.
    pub playouts: usize,
    /// Whether the observer cancelled the search.
    pub stopped: bool,
}

/// A decision to be searched: the seat to decide, the seed of the search's random numbers, and the
/// candidates.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a, A> {
    pub(super) seat: usize,
    pub(super) seed: u64,
    pub(super) actions: &'a [A],
}

/// The buffers of one thread.
pub(super) struct Worker<G: Searchable> {
    pub(super) playout: Playout<G>,
    pub(super) weigher: Weigher<G>,
}

/// A player that chooses by playouts of possible worlds: see [the module](crate::search).
///
/// The memory of the player does not depend on the budget.
pub struct Search<G: Searchable> {
    level: Level,
    pub(super) judges: Arc<[Quantised]>,
    budget: Budget,
    pub(super) options: SearchOptions,
    pub(super) workers: Vec<Worker<G>>,
    chooser: Chooser<Quantised>,
    house: Box<dyn Player<G>>,
    pub(super) pool: Pool<G>,
    pub(super) values: Vec<f32>,
    /// The actions that the last call of [`Player::decide`] considered.
    last: Vec<Considered<G::Action>>,
}

impl<G: Searchable> std::fmt::Debug for Search<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search").field("budget", &self.budget).finish_non_exhaustive()
    }
}

impl<G: Searchable> Search<G> {
    /// Creates a player that searches on one thread. `judges` has one network for each role.
    /// `budget` is the budget for each decision.
    pub fn new(level: Level, judges: Arc<[Quantised]>, budget: Budget) -> Self {
        let search = Self {
            level,
            judges,
            budget,
            options: SearchOptions::default(),
            workers: Vec::new(),
            chooser: Chooser::default(),
            house: G::house(),
            pool: Pool::default(),
            values: Vec::new(),
            last: Vec::new(),
        };
        search.with_threads(1)
    }

    /// Returns the same player with `threads` threads; 0 is treated as 1. With a budget in
    /// playouts, decisions do not depend on the number of threads.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        let level = self.level;
        let worker = || Worker { playout: Playout::new(level), weigher: Weigher::new(level) };
        self.workers.resize_with(threads.max(1), worker);
        self
    }

    /// Searches for the best action. With a budget in playouts, the same view and seed give the
    /// same result. The observer is notified of playouts. If it cancels the search, the best action
    /// so far is chosen.
    pub fn think(&mut self, view: &G::View<'_>, seed: u64, observer: &dyn Observer) -> Thought<G::Action> {
        let began = Instant::now();
        let at = |place| view.choice(place).unwrap_or_else(|| view.fallback());
        let plain =
            |action, reason| Thought { action, reason, considered: Vec::new(), playouts: 0, stopped: false };
        let choices = view.choices();
        if choices == 1 {
            return plain(at(0), Reason::Only);
        }
        let Some(role) = G::role(view) else {
            let mut rng = StreamKey::new(seed, 0).rng();
            let by_house = self.house.decide(view, &mut rng).ok().filter(|action| view.permits(action));
            return plain(by_house.unwrap_or_else(|| view.fallback()), Reason::House);
        };
        if let Some(action) = G::prove(view) {
            return plain(action, Reason::Proved);
        }
        self.chooser.read::<G>(view);
        let judge = &self.judges[role];
        let unit = judge.unit();
        let values = self.chooser.values(self.level, judge);
        let mut order: Vec<usize> = (0..choices).collect();
        order.sort_by_key(|&place| std::cmp::Reverse(values[place]));
        let least = f64::from(values[order[0]]) - self.options.margin * unit;
        order.truncate(match self.budget {
            // Each candidate needs at least one playout.
            Budget::Playouts(most) => self.options.actions.min(most as usize).max(1),
            Budget::Time(_) => self.options.actions,
        });
        order.retain(|&place| f64::from(values[place]) >= least);
        if order.len() == 1 {
            return plain(at(order[0]), Reason::Policy);
        }
        let priors: Vec<f64> = order.iter().map(|&place| f64::from(values[place]) / unit).collect();
        let actions: Vec<G::Action> = order.into_iter().map(at).collect();
        let mut race = Race::new(priors.clone(), self.options.prior);
        let asked = Asked { seat: view.seat(), seed, actions: &actions };
        let (playouts, stopped) = self.run(view, asked, &mut race, began, observer);
        let best = race.best();
        let considered = |(place, (&action, &policy)): (usize, (&G::Action, &f64))| {
            let (value, error) = race.mean(place);
            let behind = race.difference(best, place).filter(|_| place != best);
            Considered { action, policy, playouts: race.playouts(place), value, error, behind }
        };
        Thought {
            action: actions[best],
            reason: if playouts == 0 { Reason::Policy } else { Reason::Playouts },
            considered: actions.iter().zip(&priors).enumerate().map(considered).collect(),
            playouts,
            stopped,
        }
    }

    /// Returns up to `most` legal actions, in descending order of the policy's values. Without a
    /// role, there are no values of the policy, and the actions are in the order of the view.
    pub(super) fn candidates(&mut self, view: &G::View<'_>, most: usize) -> Vec<G::Action> {
        let mut order: Vec<usize> = (0..view.choices()).collect();
        if let Some(role) = G::role(view) {
            self.chooser.read::<G>(view);
            let values = self.chooser.values(self.level, &self.judges[role]);
            order.sort_by_key(|&place| std::cmp::Reverse(values[place]));
        }
        order.into_iter().take(most).filter_map(|place| view.choice(place)).collect()
    }

    /// Plays actions out until the race is over or the budget is used up. Returns the number of
    /// playouts, and whether the observer cancelled the search.
    fn run(
        &mut self,
        view: &G::View<'_>,
        asked: Asked<'_, G::Action>,
        race: &mut Race,
        began: Instant,
        observer: &dyn Observer,
    ) -> (usize, bool) {
        let meter = Meter::new(observer).unit("playouts").every(16);
        let (limit, most) = match self.budget {
            Budget::Time(time) => {
                let [deadline, weighing] = [time, time / 2].map(|time| Some(began + time));
                (Limit { deadline, weighing, meter }, usize::MAX)
            }
            Budget::Playouts(most) => {
                (Limit { deadline: None, weighing: None, meter: meter.total(most.into()) }, most as usize)
            }
        };
        let playouts = self.play_race(view, asked, race, (began, most), &limit);
        (playouts, limit.is_cancelled())
    }

    /// Plays actions out until the race is over, the limit is reached, or `most` playouts are made.
    /// Returns the number of playouts.
    ///
    /// Sequential halving: with n actions, the budget is divided into ⌈log₂ n⌉ rounds of equal
    /// length. After round r, at most ⌈n / 2^r⌉ actions remain.
    fn play_race(
        &mut self,
        view: &G::View<'_>,
        asked: Asked<'_, G::Action>,
        race: &mut Race,
        (began, most): (Instant, usize),
        limit: &Limit<'_>,
    ) -> usize {
        let (options, Asked { seat, seed, actions }) = (self.options, asked);
        let rounds = actions.len().next_power_of_two().trailing_zeros().max(1) as usize;
        let (mut playouts, mut round, mut first) = (0, 1, 0);
        let [pool_key, walk_key] = [1, 3].map(|stream| StreamKey::new(seed, stream));
        let sizes = [options.chains, options.deals];
        if !self.pool.begin(view, sizes, pool_key, &mut self.workers, &self.judges, limit) {
            return playouts;
        }
        let step = |search: &mut Self, first: usize| {
            let (numbers, judges) = ((walk_key, first), &search.judges);
            // If weighing took half of the time, the first worlds are played out without steps.
            let steps = if first == 0 && limit.weighing_is_past() { 0 } else { options.steps };
            search.pool.step(seat, steps, numbers, &mut search.workers, judges, limit)
        };
        while step(self, first) {
            for begin in (0..self.pool.worlds.len()).step_by(options.batch) {
                let worlds = options.batch.min((most - playouts) / race.running().len());
                let end = (begin + worlds).min(self.pool.worlds.len());
                let batch = begin..end;
                if worlds == 0 || !self.play(asked, race.running(), first, batch, Some(limit)) {
                    return playouts;
                }
                race.add(&self.values);
                playouts += (end - begin) * race.running().len();
                let over = race.drop_hopeless();
                let spent = match self.budget {
                    Budget::Playouts(most) => playouts as f64 / f64::from(most),
                    Budget::Time(time) => began.elapsed().as_secs_f64() / time.as_secs_f64(),
                };
                if round < rounds && spent * rounds as f64 >= round as f64 {
                    race.keep(actions.len().div_ceil(1 << round));
                    round += 1;
                }
                if over || race.running().len() == 1 {
                    return playouts;
                }
            }
            first += self.pool.worlds.len();
        }
        playouts
    }

    /// Plays out each action of `running` in each world of `worlds`. `running` has indices of the
    /// decision's actions; `worlds` is a range of indices of the pool's worlds. Fills `values` with
    /// one value for each pair of a world and an action, ordered by world, then by action. The
    /// worlds of a decision are numbered, and the first world of the pool has number `first`.
    /// Returns `false` if the limit stops the playouts.
    pub(super) fn play(
        &mut self,
        Asked { seat, seed, actions }: Asked<'_, G::Action>,
        running: &[usize],
        first: usize,
        worlds: std::ops::Range<usize>,
        limit: Option<&Limit<'_>>,
    ) -> bool {
        let (judges, exact) = (&self.judges, self.options.exact);
        let (batch, first) = (&self.pool.worlds[worlds.clone()], first + worlds.start);
        let play = |worker: &mut Worker<G>, item: usize| {
            if limit.is_some_and(Limit::is_over) {
                return None;
            }
            let (world, action) = (item / running.len(), running[item % running.len()]);
            // Common random numbers: in the same world, the playouts of all actions use the same
            // random numbers.
            let mut rng = StreamKey::new(seed, 2).substream((first + world) as u64).rng();
            Some(worker.playout.value(judges, &batch[world], seat, actions[action], exact, &mut rng))
        };
        each(&mut self.workers, worlds.len() * running.len(), &mut self.values, play)
    }

    /// Returns the logarithm of the unnormalised weight of a world. The weight is the likelihood of
    /// the past actions of all seats except `own`, times the [prior](Searchable::prior) factor.
    #[cfg(feature = "oracle")]
    pub fn log_weight(&mut self, world: &G, own: usize) -> f64 {
        let Some(worker) = self.workers.first_mut() else { return 0.0 };
        worker.weigher.explain(&self.judges, world, own, &mut StreamKey::new(0, 0).rng()).log_weight
    }

    /// Takes `steps` steps of a Markov chain from a world. Returns the likelihoods of the past
    /// actions in the last world: as the chain has updated them, and computed anew.
    #[cfg(feature = "oracle")]
    pub fn walk(&mut self, world: &mut G, own: usize, steps: usize, seed: u64) -> [Explained; 2] {
        let (judges, mut rng) = (&self.judges, StreamKey::new(seed, 0).rng());
        let weigher = &mut self.workers[0].weigher;
        let mut updated = weigher.explain(judges, world, own, &mut rng);
        weigher.walk(judges, world, &mut updated, own, steps, &mut rng);
        [updated, weigher.explain(judges, world, own, &mut rng)]
    }

    /// Plays out each action once in each of `worlds`. Returns the mean value of each action. All
    /// seats play by the policy. `exact` enables exact solutions and the cell
    /// [`WINNING`](crate::Learnable::WINNING).
    #[cfg(feature = "oracle")]
    pub fn values_in(
        &mut self,
        view: &G::View<'_>,
        actions: &[G::Action],
        worlds: &[G],
        exact: bool,
    ) -> Vec<f64> {
        self.options.exact = exact;
        self.pool.list(worlds);
        let mut race = Race::new(vec![0.0; actions.len()], self.options.prior);
        let asked = Asked { seat: view.seat(), seed: 0, actions };
        self.play(asked, race.running(), 0, 0..worlds.len(), None);
        race.add(&self.values);
        self.options.exact = SearchOptions::default().exact;
        (0..actions.len()).map(|action| race.mean(action).0).collect()
    }
}

impl<G: Searchable> Player<G> for Search<G> {
    fn decide(&mut self, view: &G::View<'_>, rng: &mut PlayerRng) -> Result<G::Action, PlayerError> {
        self.decide_cancellable(view, rng, &Meter::new(&()))
    }

    fn decide_cancellable(
        &mut self,
        view: &G::View<'_>,
        rng: &mut PlayerRng,
        meter: &Meter<'_>,
    ) -> Result<G::Action, PlayerError> {
        let thought = self.think(view, rng.next_u64(), &checking(meter));
        self.last = thought.considered;
        Ok(thought.action)
    }

    fn explain(&mut self, _: &G::View<'_>, setup: &G::Setup) -> Vec<Weighed<G::Action>> {
        let scale = G::scale(setup);
        let weighed = |one: &Considered<G::Action>| Weighed {
            action: one.action,
            value: scale.value(one.value),
            playouts: one.playouts as u64,
        };
        self.last.iter().map(weighed).collect()
    }

    // The player ignores all events. It listens nevertheless, because a contest can be cancelled
    // before each decision of a player that listens.
    fn listens(&self) -> bool {
        true
    }

    /// Returns the memory in bytes. Each thread has a solver and three copies of the game: the
    /// playout, the replay of a world, and the world of a proposed step. Further copies are the
    /// deals, the worlds, and the chains before and after a step.
    fn memory(&self) -> u64 {
        let threads = self.workers.len() as u64;
        let games = (self.options.deals + 3 * self.options.chains) as u64 + 3 * threads;
        threads * G::EXACT_MEMORY + games * (size_of::<G>() as u64 + HISTORY_BYTES)
    }
}

/// Returns an observer for a computation within a call. It cancels the computation if `meter`
/// reports that the call is cancelled, and ignores the progress of the computation.
pub(crate) fn checking<'a>(meter: &'a Meter<'_>) -> impl Observer + 'a {
    |_: &Progress| if meter.check().is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}
