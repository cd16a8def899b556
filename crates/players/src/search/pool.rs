//! The worlds of a decision: deals of the hidden cards, drawn in proportion to their weights.

use quadrille_learn::Quantised;
use quadrille_random::StreamKey;
use quadrille_random::rand_core::Rng as _;
use quadrille_table::View as _;

use super::Searchable;
use super::budget::Limit;
use super::player::Worker;
use super::playout::World;
#[cfg(doc)]
use super::styles::Weigher;
use super::styles::{Explained, draw_by};
use super::workers::each;

/// With a budget in time, the number of deals that are weighed between two checks of the time.
const WEIGHED: usize = 16;

/// Draws worlds. The buffers are reused between decisions.
///
/// 1. Deals that fit the view are [sampled](quadrille_table::Sample), and the [opponent
///    model](super::styles) weighs each of them.
/// 2. Markov chains start at deals that are drawn with probabilities proportional to their weights
///    (sampling/importance resampling: Rubin, 1987). Late in a game, one or two deals can have
///    nearly all the weight. Without step 3, the same worlds would be played out repeatedly.
/// 3. Each chain takes [steps](Weigher::walk) from world to similar world. After every few steps,
///    the current worlds of the chains are played out. For each of these worlds, the style of every
///    other seat is drawn from the posterior distribution of the seat's styles in this world.
pub(super) struct Pool<G> {
    deals: Vec<G>,
    explained: Vec<Explained>,
    weights: Vec<f64>,
    /// For each chain, its current world and the weight of this world.
    chains: Vec<(G, Explained)>,
    pub(super) worlds: Vec<World<G>>,
}

impl<G> Default for Pool<G> {
    fn default() -> Self {
        Self {
            deals: Vec::new(),
            explained: Vec::new(),
            weights: Vec::new(),
            chains: Vec::new(),
            worlds: Vec::new(),
        }
    }
}

impl<G: Searchable> Pool<G> {
    /// Draws deals and starts the chains. Returns `false` if the search must stop, or if no deal
    /// fits the view.
    pub(super) fn begin(
        &mut self,
        view: &G::View<'_>,
        [chains, deals]: [usize; 2],
        key: StreamKey,
        workers: &mut [Worker<G>],
        judges: &[Quantised],
        limit: &Limit<'_>,
    ) -> bool {
        let mut rng = key.rng();
        self.deals.clear();
        self.deals.extend((0..deals).filter_map(|_| G::sample(view, &mut rng).ok()));
        let (own, deals, seed) = (view.seat(), &self.deals, rng.next_u64());
        let explain = |worker: &mut Worker<G>, item: usize| {
            let mut rng = StreamKey::new(seed, item as u64).rng();
            (!limit.is_over_before_weighing())
                .then(|| worker.weigher.explain(judges, &deals[item], own, &mut rng))
        };
        // If the budget is a short time, only the first deals are weighed.
        self.explained.clear();
        let mut weighed = Vec::new();
        let most = if limit.weighing.is_some() { WEIGHED } else { deals.len().max(1) };
        for first in (0..deals.len()).step_by(most) {
            let count = most.min(deals.len() - first);
            if !each(workers, count, &mut weighed, |worker, item| explain(worker, first + item)) {
                return false;
            }
            self.explained.append(&mut weighed);
            if limit.weighing_is_past() {
                break;
            }
        }
        if self.explained.is_empty() {
            return false;
        }
        let highest = self.explained.iter().map(|deal| deal.log_weight).fold(f64::NEG_INFINITY, f64::max);
        self.weights.clear();
        self.weights.extend(self.explained.iter().map(|deal| libm::exp(deal.log_weight - highest)));
        self.chains.clear();
        for _ in 0..chains {
            let drawn = draw_by(self.weights.iter().copied(), &mut rng);
            self.chains.push((self.deals[drawn].clone(), self.explained[drawn]));
        }
        true
    }

    /// Takes `steps` steps with each chain, and replaces the worlds of the pool by the new worlds
    /// of the chains. Chain c draws its random numbers from substream `first` + c of `key`. Returns
    /// `false` if the search must stop.
    pub(super) fn step(
        &mut self,
        own: usize,
        steps: usize,
        (key, first): (StreamKey, usize),
        workers: &mut [Worker<G>],
        judges: &[Quantised],
        limit: &Limit<'_>,
    ) -> bool {
        let chains = &self.chains;
        let walk = |worker: &mut Worker<G>, chain: usize| {
            if limit.is_over_before_weighing() {
                return None;
            }
            let (mut world, mut explained) = chains[chain].clone();
            let mut rng = key.substream((first + chain) as u64).rng();
            worker.weigher.walk(judges, &mut world, &mut explained, own, steps, &mut rng);
            let styles =
                std::array::from_fn(|seat| draw_by(explained.styles(seat).into_iter(), &mut rng) as u8);
            Some(((world, explained), styles))
        };
        let mut walked = Vec::new();
        if !each(workers, chains.len(), &mut walked, walk) {
            return false;
        }
        self.worlds.clear();
        self.chains.clear();
        for ((game, explained), styles) in walked {
            self.worlds.push(World { game: game.clone(), styles });
            self.chains.push((game, explained));
        }
        true
    }

    /// Replaces the pool's worlds by `games`, in which all seats play by the policy.
    #[cfg(feature = "oracle")]
    pub(super) fn list(&mut self, games: &[G]) {
        self.worlds.clear();
        self.worlds.extend(
            games.iter().map(|game| World { game: game.clone(), styles: [0; quadrille_table::MOST_SEATS] }),
        );
    }
}
