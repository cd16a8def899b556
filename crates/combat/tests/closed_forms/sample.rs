//! Running profiles, and distances in standard errors.

use quadrille_combat::{Block, Profile, Simulation};
use quadrille_diagnostics::Source;
use quadrille_stats::Moments;

/// Maximum distance from the formula, in standard errors.
pub(crate) const FAR: f64 = 4.0;
const SEED: u64 = 31459;

pub(crate) fn simulation(text: &str) -> Simulation {
    match Profile::parse(&Source::new("case.toml", text)) {
        Ok(profile) => Simulation::new(&profile),
        Err(errors) => panic!("{}\n{text}", errors[0]),
    }
}

pub(crate) fn block(simulation: &Simulation, first: u64, count: u64) -> Block {
    let block = simulation.run_block(SEED, first, count, &()).expect("not cancelled");
    assert!(block.is_sound());
    block
}

/// Returns `measure` of each of many blocks.
pub(crate) fn batches(text: &str, batches: u64, iterations: u64, measure: impl Fn(&Block) -> f64) -> Moments {
    let simulation = simulation(text);
    moments((0..batches).map(|batch| measure(&block(&simulation, batch * iterations, iterations))))
}

/// Returns the damage of each iteration of a fight of fixed length, which counts events that do one
/// point of damage.
pub(crate) fn damage(text: &str, length: f64, iterations: u64) -> Vec<f64> {
    let block = block(&simulation(text), 0, iterations);
    // The damage is a whole number of thousandths, so rounding recovers it from the rate.
    block.sample.values().iter().map(|dps| (dps * length * 1e3).round() / 1e3).collect()
}

pub(crate) fn moments(values: impl IntoIterator<Item = f64>) -> Moments {
    let mut moments = Moments::new();
    values.into_iter().try_for_each(|value| moments.record(value)).expect("finite");
    moments
}

/// Asserts that the mean agrees with the formula.
pub(crate) fn assert_mean(what: &str, moments: &Moments, exact: f64) {
    let (mean, error) = (moments.mean().expect("values"), moments.standard_error().expect("values"));
    let z = (mean - exact) / error;
    assert!(z.abs() <= FAR, "{what}: {mean} for {exact}, z = {z:.2}");
    // A measurement with a large standard error would pass trivially.
    assert!(error < 0.02 * exact.abs(), "{what}: the standard error {error} is too large for {exact}");
}

/// Asserts that the variance agrees with the formula.
pub(crate) fn assert_variance(what: &str, values: &[f64], exact: f64) {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares = moments(values.iter().map(|value| (value - mean) * (value - mean)));
    assert_mean(what, &squares, exact);
}

/// Asserts that a count out of n agrees with its chance.
pub(crate) fn assert_share(what: &str, count: u64, n: u64, exact: f64) {
    let (share, n) = (count as f64 / n as f64, n as f64);
    let error = (exact * (1.0 - exact) / n).sqrt();
    if error == 0.0 {
        assert!((share - exact).abs() < 1e-12, "{what}: {share} for {exact}");
    } else {
        let z = (share - exact) / error;
        assert!(z.abs() <= FAR, "{what}: {share} for {exact}, z = {z:.2}");
    }
}
