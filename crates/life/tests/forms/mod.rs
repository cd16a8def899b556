//! Implementations of a bounded field: the default one and the reference. The tests of
//! `quadrille-ladders` run the same tests on its rungs.

mod article;
mod cells;
mod evolution;

use quadrille_life::Engine;
use quadrille_life::oracle::PLAIN;

fn engines() -> Vec<Engine> {
    vec![Engine::Auto, Engine::Grid, Engine::Form(&PLAIN)]
}

/// Returns the engines that compute a thousand generations of a large field quickly.
fn quick_engines() -> Vec<Engine> {
    vec![Engine::Grid]
}

/// A field large enough for several bands with halos between them.
#[cfg(feature = "rayon")]
#[test]
fn threads_do_not_change_results() {
    use crate::forms::evolution::{MAP, assert_same, soup};
    use quadrille_life::{Bounds, Level};

    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    for (bounds, rule) in
        [("2051x3001:dead", "B36/S23"), ("2051x3001:torus", "B36/S23"), ("2051x3001:torus", MAP)]
    {
        let bounds: Bounds = bounds.parse().unwrap();
        let rule = rule.parse().unwrap();
        let mut plain = soup(Engine::Form(&PLAIN), Level::best(), rule, bounds, (1, 0.4)).unwrap();
        let mut threads = pool.install(|| soup(Engine::Grid, Level::best(), rule, bounds, (1, 0.4)).unwrap());
        assert!(threads.is_shared_out());
        for step in [1, 30, 7] {
            plain.step_n(step);
            pool.install(|| threads.step_n(step));
            assert_same(&threads, &plain, &format!("{bounds}, {step} more"));
        }
    }
}
