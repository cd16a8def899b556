//! Procs: number of attempts and time until a success.

use quadrille_stats::Moments;

use super::exact;
use super::sample::{assert_mean, assert_variance, batches, damage, moments};

/// Returns the attempts, once a second, until the first success of a proc, one number per fight,
/// for 1,200,000 attempts in total at `mean` attempts per fight.
pub(crate) fn first_success(odds: &str, longest: u32, mean: f64) -> Vec<f64> {
    let iterations = (1_200_000.0 / mean) as u64;
    let text = format!(
        "[fight]\nlength = {longest}\n[abilities.jab]\ngcd = 1\ndamage = 1\n[[actions]]\nuse = \"jab\"\n\
         if = \"!buff.done.up\"\n[buffs.done]\n[procs.p]\n{odds}\nbuff = \"done\""
    );
    damage(&text, f64::from(longest), iterations)
}

#[test]
fn a_flat_chance_is_geometric() {
    for p in [0.07, 0.25, 0.8] {
        let counts = first_success(&format!("chance = {p}"), 2000, 1.0 / p);
        assert_mean("attempts", &moments(counts.iter().copied()), 1.0 / p);
        assert_variance("variance of attempts", &counts, (1.0 - p) / (p * p));
    }
}

#[test]
fn a_deck_of_cards() {
    for (hits, cards) in [(3, 20), (1, 10), (5, 6), (7, 7)] {
        let mean = (f64::from(cards) + 1.0) / (f64::from(hits) + 1.0);
        let counts = first_success(&format!("deck = {{ hits = {hits}, cards = {cards} }}"), 100, mean);
        if hits == cards {
            assert!(counts.iter().all(|&count| count == 1.0));
        } else {
            assert_mean("cards to the first hit", &moments(counts), mean);
        }
    }
}

#[test]
fn a_chance_that_accumulates() {
    for c in [0.08474409, 0.3, 0.01] {
        let (mean, variance) = exact::attempts(|n| f64::from(n) * c);
        let counts = first_success(&format!("accumulates = {c}"), 500, mean);
        assert_mean("attempts", &moments(counts.iter().copied()), mean);
        assert_variance("variance of attempts", &counts, variance);
    }
}

#[test]
fn a_chance_that_is_worked_out() {
    // Tests a chance that accumulates by a formula, and a chance that rises in steps from a
    // minimum.
    for (base, step) in [(0.0, 0.08474409), (0.006, 0.06), (0.2, 0.0)] {
        let (mean, variance) = exact::attempts(|n| (base + step * f64::from(n)).min(1.0));
        let counts = first_success(&format!("chance = \"{base} + {step} * proc.p.tries\""), 500, mean);
        assert_mean("attempts", &moments(counts.iter().copied()), mean);
        assert_variance("variance of attempts", &counts, variance);
    }
    // Only every third jab is an attempt: those at 0 s, 3 s, 6 s, …
    let (mean, _) = exact::attempts(|_| 0.25);
    let odds = "chance = 0.25\nif = \"buff.tick.down\"";
    let text = format!(
        "[fight]\nlength = 900\n[abilities.jab]\ngcd = 1\ndamage = 1\nbuff = \"tick\"\n[[actions]]\nuse = \"jab\"\n\
         if = \"!buff.done.up\"\n[buffs.done]\n[buffs.tick]\nduration = 2.5\nrefresh = \"ignore\"\n\
         [procs.p]\n{odds}\nbuff = \"done\""
    );
    let counts = damage(&text, 900.0, 100_000);
    assert_mean("jabs", &moments(counts), 3.0 * (mean - 1.0) + 1.0);
}

/// Returns the mean time between successes in each of 200 long fights, of a proc with the given
/// odds.
pub(crate) fn interval(every: &str, odds: &str, length: f64) -> Moments {
    let text = format!(
        "[fight]\nlength = {length}\n[abilities.swing]\n{every}\n[buffs.b]\n[procs.p]\n{odds}\nbuff = \"b\""
    );
    // The measure is successes per second, not seconds per success, because its mean is unbiased.
    batches(&text, 200, 1, |block| block.totals.procs[0].0 as f64 / length)
}

/// The expected rate is the reciprocal of the mean interval (renewal process). The first interval
/// differs, but the fights are long enough to neglect that.
fn assert_interval(what: &str, rates: &Moments, exact: f64) {
    assert_mean(what, rates, 1.0 / exact);
}

#[test]
fn internal_cooldown_between_regular_attempts() {
    for (tau, cooldown, p) in [(1.5, 10.0, 0.15), (2.0, 6.0, 0.5), (1.0, 0.5, 0.2), (3.0, 3.5, 1.0)] {
        let length = 20_000.0 * tau;
        let rates =
            interval(&format!("every = {tau}"), &format!("chance = {p}\ncooldown = {cooldown}"), length);
        let exact = exact::cooldown_periodic(tau, cooldown, p);
        if p == 1.0 {
            // The procs are deterministic: 0, 6, 12, …
            assert_eq!(rates.mean(), Some((length / exact).ceil() / length));
        } else {
            assert_interval("interval", &rates, exact);
        }
    }
}

#[test]
fn internal_cooldown_between_random_attempts() {
    for (rate, cooldown, p) in [(0.5, 10.0, 0.15), (1.0, 2.0, 0.5), (0.2, 30.0, 0.9)] {
        let every = format!("every = {}\nspread = \"exponential\"", 1.0 / rate);
        let rates = interval(&every, &format!("chance = {p}\ncooldown = {cooldown}"), 30_000.0 / rate);
        assert_interval("interval", &rates, exact::cooldown_poisson(rate, cooldown, p));
    }
}

#[test]
fn procs_per_minute_go_by_weapon_speed() {
    for (ppm, speed) in [(1.0, 2.6), (6.0, 1.4), (0.5, 3.8)] {
        let text = format!(
            "[fight]\nlength = {}\n[weapons.w]\nspeed = {speed}\n[abilities.swing]\nevery = \"w\"\n[buffs.b]\n\
             [procs.p]\nppm = {ppm}\nbuff = \"b\"",
            6000.0 * speed
        );
        let share = batches(&text, 200, 1, |block| block.totals.procs[0].0 as f64 / 6000.0);
        assert_mean("chance a swing", &share, ppm * speed / 60.0);
    }
}

#[test]
fn real_procs_per_minute_without_protection() {
    for (rate, tau) in [(1.5, 2.0), (6.0, 0.7), (2.0, 5.0)] {
        let odds = format!("rppm = {rate}\nbad_luck_protection = false");
        let rates = interval(&format!("every = {tau}"), &odds, 10_000.0 * tau);
        // The attempt at 0 cannot succeed: no time has passed.
        assert_interval("interval", &rates, 60.0 / rate);
    }
}

/// Returns the attempts until the first success of a proc with bad-luck protection.
pub(crate) fn protected(rate: f64, tau: f64) -> Vec<f64> {
    let longest = 4000.0 * tau;
    let text = format!(
        "[fight]\nlength = {longest}\n[abilities.jab]\ngcd = {tau}\ndamage = 1\n[abilities.wait]\ngcd = {tau}\ncooldown = 400000\n\
         [[actions]]\nuse = \"wait\"\n[[actions]]\nuse = \"jab\"\nif = \"!buff.done.up\"\n[buffs.done]\n\
         [procs.p]\nfrom = \"jab\"\nrppm = {rate}\nbuff = \"done\""
    );
    damage(&text, longest, 150_000)
}

#[test]
fn real_procs_per_minute_with_protection() {
    for (rate, tau) in [(1.5, 2.0), (6.0, 0.7), (4.0, 5.0)] {
        let counts = protected(rate, tau);
        let (mean, variance) = exact::attempts(|k| exact::protected(rate, tau, k));
        assert_mean("attempts", &moments(counts.iter().copied()), mean);
        assert_variance("variance of attempts", &counts, variance);
    }
}
