//! Checks of the worlds of a search: replay, Markov chains, weights.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_learn::Quantised;
use quadrille_random::StreamKey;
use quadrille_stats::{Confidence, Interval, Moments};
use quadrille_table::{Player, Random, View as _, draw};

use super::visit;
use crate::search::{Budget, Search};
use crate::{GameCourse, Policy, Searchable, read};

/// Checks that a replay of the actions of a game leads to the same view. Checks that the steps of a
/// Markov chain ([`Searchable::vary`]) do not change the view of the seat. After a step, the past
/// actions can be illegal: for example, because another seat would have led the first trick. At
/// least half of the worlds must allow a replay. After several steps, the likelihoods that a chain
/// has updated must be equal to newly computed ones.
///
/// # Panics
/// If the check fails.
pub fn check_worlds<G: Searchable>(setup: &G::Setup, file: &[u8], seed: u64, games: u64) {
    let judges = read::<G>(file).expect("the file is a policy");
    let mut search = Search::<G>::new(Level::best(), judges, Budget::default());
    let mut moved = 0u64;
    let (mut decisions, mut steps, mut possible) = (0u64, 0u64, 0u64);
    let seen = |game: &mut G| format!("{:?}", game.view().expect("the game is still at this decision"));
    // Returns whether all past actions are legal in the world. If they are legal, asserts that a
    // replay of these actions leads to the same view.
    let replays = |world: &mut G| {
        let mut actions = Vec::new();
        let mut replayed = world.rewind(&mut actions).expect("the history is known");
        for action in actions {
            if !replayed.view().is_some_and(|view| view.permits(&action)) {
                return false;
            }
            replayed.apply(action, |_| {});
        }
        assert_eq!(seen(&mut replayed), seen(world), "a replay leads to another view");
        true
    };
    visit::<G>(setup, seed, games, |game, rng| {
        decisions += 1;
        assert!(replays(game), "{game:?}");
        let (own, before) = (game.view().expect("the game is at a decision").seat(), seen(game));
        let mut world = game.clone();
        for _ in 0..3 {
            if let Some((other, _)) = world.vary(own, rng) {
                world = other;
                assert_eq!(seen(&mut world), before, "the seat can distinguish the worlds");
                (steps, possible) = (steps + 1, possible + u64::from(replays(&mut world)));
            }
        }
        if decisions.is_multiple_of(5) {
            let (mut walked, from) = (game.clone(), format!("{game:?}"));
            let [updated, anew] = search.walk(&mut walked, own, 12, decisions);
            assert_eq!(updated, anew, "the updated likelihoods are wrong: {walked:?}");
            moved += u64::from(format!("{walked:?}") != from);
        }
    });
    assert!(moved > games, "only {moved} chains moved");
    assert!(decisions > games && steps > decisions, "only {steps} steps at {decisions} decisions");
    assert!(2 * possible >= steps, "only {possible} of {steps} worlds can be replayed");
}

/// Plays a series of games. Checks that [`GameCourse::of`] returns the same cards and actions
/// before and after a call of `close`, which ends a game.
///
/// # Panics
/// If the check fails.
pub fn check_courses<G: Searchable>(setup: &G::Setup, seed: u64, games: u64) {
    let course = |game: &G| {
        let GameCourse { start, actions } = GameCourse::of(game).expect("the history is known");
        format!("{start:?} {actions:?}")
    };
    let mut game = G::new(setup);
    for number in 0..games {
        let mut rng = StreamKey::new(seed, number).rng();
        game.deal(&mut rng);
        while let Some(view) = game.view() {
            let action = view.choice(draw(&mut rng, view.choices())).expect("the view offers this choice");
            game.apply(action, |_| {});
        }
        let before = course(&game);
        game.close(&mut rng);
        assert_eq!(course(&game), before, "game {number}");
    }
}

/// Checks a Markov chain that accepts every proposed step: it must visit all possible deals of the
/// hidden cards with equal frequency. The check uses only positions with at most 30 possible deals.
/// `hidden` returns the hidden cards of a game as text.
///
/// # Panics
/// If the check fails.
pub fn check_steps<G: Searchable>(setup: &G::Setup, seed: u64, games: u64, hidden: impl Fn(&G) -> String) {
    const WORLDS: usize = 3000;
    let mut compared = 0u64;
    visit::<G>(setup, seed, games, |game, rng| {
        if compared >= 12 {
            return;
        }
        let own = game.view().expect("the game is at a decision").seat();
        let mut shares: BTreeMap<String, [f64; 2]> = BTreeMap::new();
        let mut count = |world: &G, which: usize| {
            shares.entry(hidden(world)).or_default()[which] += 1.0 / WORLDS as f64;
            shares.len() <= 30
        };
        for _ in 0..WORLDS {
            let view = game.view().expect("the game is still at this decision");
            let Ok(world) = G::sample(&view, rng) else { return };
            if !count(&world, 0) {
                return;
            }
        }
        let mut world = game.clone();
        for _ in 0..WORLDS {
            for _ in 0..6 {
                if let Some((other, _)) = world.vary(own, rng) {
                    world = other;
                }
            }
            assert!(count(&world, 1), "a chain visits deals that do not fit the view");
        }
        if shares.len() > 2 {
            compared += 1;
            // Total variation distance of the two distributions. If they are equal, chance causes a
            // distance of about 0.04 for thirty deals.
            let distance = shares.values().map(|[drawn, visited]| (drawn - visited).abs()).sum::<f64>() / 2.0;
            assert!(distance < 0.1, "total variation {distance} over {} deals: {shares:?}", shares.len());
        }
    });
    assert!(compared >= 5, "only {compared} positions were compared");
}

/// Checks that the weights of worlds are unbiased if all seats play at random. The weight of a
/// world is its [prior](Searchable::prior) factor times the probability of the past actions of the
/// other seats. `measures` computes several numbers from the hidden cards of a game.
///
/// The true world and a few sampled worlds are put in one list. If only the contents of the list
/// are known, not the order, each of its worlds is the true one with a probability proportional to
/// its weight. The measure of the true world minus the weighted mean of the list therefore has the
/// expected value 0 exactly, for any number of samples. The check adds these differences within
/// each game, and computes the mean of the sums over the games. The mean must lie within 4 standard
/// errors of 0.
///
/// # Panics
/// If the check fails.
pub fn check_priors<G: Searchable, const N: usize>(
    setup: &G::Setup,
    games: u64,
    measures: impl Fn(&G, usize) -> [f64; N],
) {
    const SAMPLES: usize = 6;
    const EVERY: usize = 5;
    let log_weight = |world: &G, own: usize| -> f64 {
        let (mut actions, mut log) = (Vec::new(), world.prior(own).ln());
        let mut game = world.rewind(&mut actions).expect("the history is known");
        for action in actions {
            let Some(view) = game.view().filter(|view| view.permits(&action)) else {
                return f64::NEG_INFINITY;
            };
            log -= if view.seat() == own { 0.0 } else { (view.choices() as f64).ln() };
            game.apply(action, |_| {});
        }
        log
    };
    let (mut sums, mut squares, mut count) = ([0.0; N], [0.0; N], 0.0);
    let mut game = G::new(setup);
    for number in 0..games {
        let mut rng = StreamKey::new(17, number).rng();
        game.deal(&mut rng);
        let mut of_game = [0.0; N];
        while let Some(view) = game.view() {
            let own = view.seat();
            let action = view.choice(draw(&mut rng, view.choices())).expect("the view offers this choice");
            if draw(&mut rng, EVERY) == 0 {
                let mut worlds: Vec<G> =
                    (0..SAMPLES).filter_map(|_| G::sample(&view, &mut rng).ok()).collect();
                worlds.push(game.clone());
                let logs: Vec<f64> = worlds.iter().map(|world| log_weight(world, own)).collect();
                let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let weights: Vec<f64> = logs.iter().map(|log| (log - highest).exp()).collect();
                let sum: f64 = weights.iter().sum();
                let of_worlds: Vec<[f64; N]> = worlds.iter().map(|world| measures(world, own)).collect();
                for (place, total) in of_game.iter_mut().enumerate() {
                    let mean: f64 = of_worlds
                        .iter()
                        .zip(&weights)
                        .map(|(world, weight)| world[place] * weight / sum)
                        .sum();
                    *total += of_worlds[of_worlds.len() - 1][place] - mean;
                }
            }
            game.apply(action, |_| {});
        }
        game.close(&mut rng);
        count += 1.0;
        for ((sum, square), value) in sums.iter_mut().zip(&mut squares).zip(of_game) {
            *sum += value;
            *square += value * value;
        }
    }
    for (place, (sum, square)) in sums.into_iter().zip(squares).enumerate() {
        let (mean, deviation) = (sum / count, (square / count - (sum / count).powi(2)).sqrt());
        let error = deviation / f64::sqrt(count);
        assert!(error > 0.0, "measure {place} never differs");
        assert!(mean.abs() <= 4.0 * error, "measure {place}: mean {mean}, standard error {error}");
    }
}

/// The upper limit of the score of a decision in [`real_worlds`], in nats. Without the limit, a
/// decision for which all dealt worlds are impossible would have a huge score, and would dominate
/// the mean.
const MOST_NATS: f64 = 50.0;

/// The score of the opponent model in a game.
#[derive(Debug, Clone, Copy)]
pub struct WorldScore {
    /// The mean score of the sampled decisions, in nats.
    pub mean: f64,
    /// The number of sampled decisions, at least 1.
    pub decisions: u32,
}

/// Plays a series of games and returns the score of the opponent model in each game. `player`
/// returns the player of all seats. On average one of `every` decisions is sampled. The score of a
/// sampled decision is ln(w / m), at most 50: w is the weight of the true world, and m the mean
/// weight of `worlds` uniformly dealt worlds. Games without a sampled decision are omitted.
///
/// # Panics
/// If the file is not a policy of the game.
pub fn real_worlds<G: Searchable>(
    setup: &G::Setup,
    file: &[u8],
    player: &dyn Fn() -> Box<dyn Player<G>>,
    games: Range<u64>,
    [worlds, every]: [usize; 2],
) -> Vec<WorldScore> {
    let judges = read::<G>(file).expect("the file is a policy");
    let mut search = Search::<G>::new(Level::best(), judges, Budget::default());
    let (mut game, mut player, mut scores) = (G::new(setup), player(), Vec::new());
    for number in games {
        let key = StreamKey::new(9, number);
        let [mut dealer, mut rng, mut sampler] = [0, 1, 2].map(|source| key.substream(source).rng());
        let (mut sum, mut decisions) = (0.0, 0);
        game.deal(&mut dealer);
        while let Some(view) = game.view() {
            let own = view.seat();
            let sampled = G::role(&view).is_some() && view.choices() > 1 && draw(&mut sampler, every) == 0;
            let dealt: Vec<G> = (0..if sampled { worlds } else { 0 })
                .filter_map(|_| G::sample(&view, &mut sampler).ok())
                .collect();
            let action = player.decide(&view, &mut rng).expect("a legal action");
            if !dealt.is_empty() {
                let real = search.log_weight(&game, own);
                let logs: Vec<f64> = dealt.iter().map(|world| search.log_weight(world, own) - real).collect();
                let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let mean = logs.iter().map(|log| (log - highest).exp()).sum::<f64>() / logs.len() as f64;
                sum += (-highest - mean.ln()).min(MOST_NATS);
                decisions += 1;
            }
            game.apply(action, |_| {});
        }
        game.close(&mut dealer);
        if decisions > 0 {
            scores.push(WorldScore { mean: sum / f64::from(decisions), decisions });
        }
    }
    scores
}

/// The number of worlds for a decision in [`print_world_scores`].
const PRINTED_WORLDS: usize = 1000;
/// On average, [`print_world_scores`] samples one decision out of this number.
const PRINTED_EVERY: usize = 4;
/// The number of games of a series in [`print_world_scores`].
const PRINTED_SERIES: u64 = 10;

/// Measures the opponent model, and prints a row of a table for the policy, the house player and
/// the random player: the games, the sampled decisions, and the mean score of the games with its
/// 95 % interval. Plays series of ten games until at least `decisions` decisions are sampled.
///
/// # Panics
/// If the file is not a policy of the game.
pub fn print_world_scores<G: Searchable>(setup: &G::Setup, file: &[u8], decisions: u64) {
    let confidence = Confidence::new(0.95).expect("a probability");
    println!("| all seats played by | games | decisions | score |\n|---|---|---|---|");
    for (name, player) in players::<G>(file) {
        let (mut scores, mut sampled) = (Moments::new(), 0);
        for series in 0.. {
            if sampled >= decisions {
                break;
            }
            let games = series * PRINTED_SERIES..(series + 1) * PRINTED_SERIES;
            for score in real_worlds::<G>(setup, file, &*player, games, [PRINTED_WORLDS, PRINTED_EVERY]) {
                scores.record(score.mean).expect("a finite score");
                sampled += u64::from(score.decisions);
            }
        }
        let mean = scores.mean().expect("at least one game");
        let half = scores.mean_interval(confidence).map_or(f64::NAN, Interval::half_width);
        println!("| {name} | {} | {sampled} | {mean:.3} ± {half:.3} |", scores.count());
    }
}

/// A function that creates a player.
type Make<G> = Box<dyn Fn() -> Box<dyn Player<G>>>;

/// Returns the policy, the house player and the random player, with their names.
fn players<G: Searchable>(file: &[u8]) -> [(&'static str, Make<G>); 3] {
    let judges = read::<G>(file).expect("the file is a policy");
    let policy = move || Policy::<G, Quantised>::boxed(Arc::clone(&judges));
    [
        ("policy", Box::new(policy)),
        ("house player", Box::new(G::house)),
        ("random", Box::new(|| Box::new(Random))),
    ]
}

/// Checks the opponent model. If policies or house players play, the true world must have more
/// weight than uniformly dealt worlds. If random players play, its weight may be slightly lower.
///
/// # Panics
/// If the check fails.
pub fn check_weights<G: Searchable>(setup: &G::Setup, file: &[u8], games: u64) {
    let least = [0.3, 0.3, -0.02];
    for ((name, player), at_least) in players::<G>(file).into_iter().zip(least) {
        let scores = real_worlds::<G>(setup, file, &*player, 0..games, [40, 8]);
        let mean = scores.iter().map(|score| score.mean).sum::<f64>() / scores.len() as f64;
        assert!(mean > at_least, "{name}: mean score {mean}; expected more than {at_least}");
    }
}
