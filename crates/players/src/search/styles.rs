//! The opponent model: the likelihood of a seat's past actions, given its cards.
//!
//! Each seat is assumed to play in one of a few *styles*: by the policy (a softmax of its values,
//! at one of several temperatures), like the game's house player, or at random. The style is
//! unknown and has a prior distribution. Let `π_k(a)` be the probability of action a in style k.
//! The likelihood of a seat's actions in a world w is
//!
//! ```text
//! L(w) = Σ over styles k of  prior_k · Π over actions a of  π_k(a | the seat's view in w)
//! ```
//!
//! The unnormalised weight of a world is the product of the likelihoods of the other seats and a
//! [prior](Searchable::prior) factor. The factor corrects the frequencies of the worlds if the game
//! does not sample them in proportion to their prior probabilities.
//!
//! Each term of the sum, divided by L(w), is the posterior probability of a style. After a few
//! actions of a random player, the random style dominates the sum in every world. The actions of
//! this player then hardly affect the weights.
//!
//! Weights and playouts use different priors. *Weights* use a cautious prior, in which the random
//! style has the greatest share: a wrong interpretation of an opponent's actions costs more than no
//! interpretation. With this prior, the weight of the true world is on average not lower than the
//! weight of a uniformly dealt world, even if the opponents play at random. *Playouts* draw styles
//! by a prior that expects sensible players.
//!
//! In every style, an action is replaced by a random action with a small probability (`SLIP`). One
//! surprising action therefore excludes no world.

use quadrille_lanes::Level;
use quadrille_learn::Quantised;
use quadrille_random::rand_core::Rng;
use quadrille_table::{MOST_SEATS, Player, PlayerRng, View as _};

use super::Searchable;
use crate::choice::Chooser;

/// The temperatures of the policy's softmax, in units of a target. Each temperature is a style.
pub(super) const TEMPERATURES: [f64; 2] = [0.03, 0.15];
/// The number of styles: the policy at each temperature, the house player, and the random player.
pub(super) const STYLES: usize = TEMPERATURES.len() + 2;
/// The index of the house player's style.
pub(super) const HOUSE: usize = TEMPERATURES.len();
/// The index of the random player's style.
pub(super) const RANDOM: usize = HOUSE + 1;
/// The prior distribution of the styles that is used to compute weights.
const WEIGHTS_PRIOR: [f64; STYLES] = [0.12, 0.06, 0.12, 0.7];
/// The prior distribution of the styles that is used to draw styles for playouts.
const PLAYOUTS_PRIOR: [f64; STYLES] = [0.4, 0.2, 0.3, 0.1];
/// The logarithm of the weight of a world in which a past action was illegal: for example, because
/// another seat would have led the first trick. This logarithm is finite, so that worlds can be
/// drawn even if all worlds are impossible. This can happen if a history was written by hand.
const IMPOSSIBLE: f64 = -1e6;
/// The probability that the action of a style is replaced by a random action.
const SLIP: f64 = 0.02;

/// The weight of a world, and the likelihoods from which the weight is computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Explained {
    /// The logarithm of the world's unnormalised weight.
    pub log_weight: f64,
    /// For each seat and each style, the logarithm of the probability that the seat takes its past
    /// actions in this style.
    logs: [[f64; STYLES]; MOST_SEATS],
}

impl Explained {
    fn new(logs: [[f64; STYLES]; MOST_SEATS], prior: f64) -> Self {
        let log_likelihood: f64 = logs.iter().map(|logs| mixture(logs, &WEIGHTS_PRIOR).0).sum();
        Self { log_weight: libm::log(prior) + log_likelihood, logs }
    }

    /// Returns the posterior probability of each style for a seat in this world.
    pub(super) fn styles(&self, seat: usize) -> [f64; STYLES] {
        mixture(&self.logs[seat], &PLAYOUTS_PRIOR).1
    }
}

/// Returns the logarithm of the likelihood of a seat's actions, and the posterior probability of
/// each style. For each style, `logs` has the logarithm of the likelihood in this style.
fn mixture(logs: &[f64; STYLES], prior: &[f64; STYLES]) -> (f64, [f64; STYLES]) {
    let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut terms = [0.0; STYLES];
    for ((term, log), prior) in terms.iter_mut().zip(logs).zip(prior) {
        *term = prior * libm::exp(log - highest);
    }
    let sum: f64 = terms.iter().sum();
    for term in &mut terms {
        *term /= sum;
    }
    (highest + libm::log(sum), terms)
}

/// Computes the weights of worlds. The buffers are reused.
pub(super) struct Weigher<G: Searchable> {
    level: Level,
    chooser: Chooser<Quantised>,
    house: Box<dyn Player<G>>,
    actions: Vec<G::Action>,
    odds: Vec<f64>,
}

impl<G: Searchable> Weigher<G> {
    pub(super) fn new(level: Level) -> Self {
        Self { level, chooser: Chooser::default(), house: G::house(), actions: Vec::new(), odds: Vec::new() }
    }

    /// Replays a world and returns its weight. The weight is computed from the actions of all seats
    /// except `own`.
    pub(super) fn explain(
        &mut self,
        judges: &[Quantised],
        world: &G,
        own: usize,
        rng: &mut PlayerRng,
    ) -> Explained {
        self.explain_again(judges, world, own, !0, [[0.0; STYLES]; MOST_SEATS], rng)
    }

    /// Replays a world and computes the likelihoods of the seats in the bit mask `seats`, except
    /// the seat `own`. The likelihoods of the other seats are taken from `logs`.
    fn explain_again(
        &mut self,
        judges: &[Quantised],
        world: &G,
        own: usize,
        seats: u32,
        mut logs: [[f64; STYLES]; MOST_SEATS],
        rng: &mut PlayerRng,
    ) -> Explained {
        let seats = seats & !(1 << own);
        for (seat, logs) in logs.iter_mut().enumerate() {
            if seats >> seat & 1 == 1 {
                *logs = [0.0; STYLES];
            }
        }
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        let mut possible = true;
        if let Some(mut game) = world.rewind(&mut actions) {
            let mut left = &actions[..];
            while let Some(&action) = left.first() {
                let (seat, unordered) = {
                    let Some(view) = &game.view() else { break };
                    let weighed = seats >> view.seat() & 1 == 1;
                    possible = view.permits(&action);
                    let unordered = if weighed { G::unordered(view).clamp(1, left.len()) } else { 1 };
                    if possible && weighed && unordered == 1 && view.choices() > 1 {
                        self.explain_action(judges, view, action, rng, &mut logs[view.seat()]);
                    }
                    (view.seat(), unordered)
                };
                let (now, later) = left.split_at(unordered);
                if now.len() > 1 {
                    let odds = self.explain_set(judges, &game, now, rng);
                    possible = odds[RANDOM] > 0.0;
                    logs[seat].iter_mut().zip(odds).for_each(|(log, odds)| *log += libm::log(odds));
                }
                if !possible {
                    break;
                }
                for &action in now {
                    game.apply(action, |_| {});
                }
                left = later;
            }
        }
        self.actions = actions;
        if possible {
            Explained::new(logs, world.prior(own))
        } else {
            // The replay of an impossible world ends early, so its likelihoods are incomplete.
            Explained { log_weight: IMPOSSIBLE, logs: [[0.0; STYLES]; MOST_SEATS] }
        }
    }

    /// Takes steps of a Markov chain over the worlds. If all proposed steps were taken, the chain
    /// would visit a world with the probability q with which it is [sampled](Searchable::vary). A
    /// step from a world of weight w to a world of weight v is accepted with probability
    /// min(1, v/w). The chain then visits each world with a probability proportional to q times its
    /// weight, which is its prior probability times the likelihood of the actions (Metropolis,
    /// Rosenbluth, Rosenbluth, Teller and Teller, 1953).
    pub(super) fn walk(
        &mut self,
        judges: &[Quantised],
        world: &mut G,
        explained: &mut Explained,
        own: usize,
        steps: usize,
        rng: &mut PlayerRng,
    ) {
        for _ in 0..steps {
            let Some((other, seats)) = world.vary(own, rng) else { continue };
            // If the current world is impossible, its likelihoods are incomplete. The likelihoods
            // of all seats are then computed for the new world.
            let seats = if explained.log_weight > IMPOSSIBLE { seats } else { !0 };
            let by_other = self.explain_again(judges, &other, own, seats, explained.logs, rng);
            let drawn = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            if drawn < libm::exp(by_other.log_weight - explained.log_weight) {
                (*world, *explained) = (other, by_other);
            }
        }
    }

    /// Returns, for each style, the probability that a seat takes these actions in any order,
    /// starting with the next decision of `game`. All probabilities are 0 if no order is legal.
    fn explain_set(
        &mut self,
        judges: &[Quantised],
        game: &G,
        set: &[G::Action],
        rng: &mut PlayerRng,
    ) -> [f64; STYLES] {
        if set.is_empty() {
            return [1.0; STYLES];
        }
        let mut sums = [0.0; STYLES];
        for (place, &first) in set.iter().enumerate() {
            let (mut after, mut logs) = (game.clone(), [0.0; STYLES]);
            {
                let Some(view) = &after.view().filter(|view| view.permits(&first)) else { continue };
                self.explain_action(judges, view, first, rng, &mut logs);
            }
            after.apply(first, |_| {});
            let rest = [&set[..place], &set[place + 1..]].concat();
            let of_rest = self.explain_set(judges, &after, &rest, rng);
            for ((sum, log), of_rest) in sums.iter_mut().zip(logs).zip(of_rest) {
                *sum += libm::exp(log) * of_rest;
            }
        }
        sums
    }

    /// Adds the logarithm of the probability of `action` in each style to the style's entry in
    /// `logs`.
    fn explain_action(
        &mut self,
        judges: &[Quantised],
        view: &G::View<'_>,
        action: G::Action,
        rng: &mut PlayerRng,
        logs: &mut [f64; STYLES],
    ) {
        let choices = view.choices();
        let even = 1.0 / choices as f64;
        let slipped = |probability: f64| libm::log((1.0 - SLIP) * probability + SLIP * even);
        let by_house = self.house.decide(view, rng).is_ok_and(|by_house| by_house == action);
        let house = slipped(f64::from(u8::from(by_house)));
        logs[HOUSE] += house;
        logs[RANDOM] += libm::log(even);
        match G::role(view) {
            // At a decision without a role, the styles of the policy play like the house player.
            None => logs[..HOUSE].iter_mut().for_each(|log| *log += house),
            Some(role) => {
                let place = (0..choices).find(|&place| view.choice(place) == Some(action));
                self.chooser.read::<G>(view);
                let judge = &judges[role];
                let values = self.chooser.values(self.level, judge);
                for (log, temperature) in logs.iter_mut().zip(TEMPERATURES) {
                    softmax(values, judge.unit() * temperature, &mut self.odds);
                    let sum: f64 = self.odds.iter().sum();
                    *log += slipped(place.map_or(0.0, |place| self.odds[place] / sum));
                }
            }
        }
    }
}

/// Fills `odds` with exp((value − highest value) / scale) for each value.
pub(super) fn softmax(values: &[i32], scale: f64, odds: &mut Vec<f64>) {
    let highest = values.iter().copied().max().unwrap_or(0);
    odds.clear();
    odds.extend(values.iter().map(|&value| libm::exp((f64::from(value) - f64::from(highest)) / scale)));
}

/// Draws an index. The probability of an index is proportional to its entry in `odds`.
pub(super) fn draw_by<R: Rng + ?Sized>(odds: impl Iterator<Item = f64> + Clone, rng: &mut R) -> usize {
    let sum: f64 = odds.clone().sum();
    // 53 random bits, divided by 2^53, give a uniform number in [0, 1).
    let drawn = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64 * sum;
    let (mut below, mut last) = (0.0, 0);
    for (place, odds) in odds.enumerate() {
        below += odds;
        last = place;
        if drawn < below {
            break;
        }
    }
    last
}
