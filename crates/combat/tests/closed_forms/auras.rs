//! Buffs and damage over time.

use quadrille_stats::Moments;

use super::exact;
use super::sample::{assert_mean, batches, damage, moments};

/// Returns the share of 400 swings under a buff with three charges that every crit renews, one
/// number per fight.
pub(crate) fn under_charges(c: f64) -> Vec<f64> {
    let n = 400.0;
    let text = format!(
        "[fight]\nlength = {n}\n[actor]\ncrit = {c}\n[tables.t]\norder = [\"crit\"]\nmultipliers = {{ crit = 1 }}\n\
         [abilities.swing]\nevery = 1\ndamage = 1\ntable = \"t\"\n\
         [buffs.flurry]\ncharges = 3\nconsumed_by = \"swing\"\ndamage = 1\n[procs.flurry]\non = \"crit\"\nbuff = \"flurry\""
    );
    damage(&text, n, 5000).into_iter().map(|damage| damage / n - 1.0).collect()
}

/// The first swings have fewer predecessors that could have crit.
pub(crate) fn under_charges_exactly(c: f64) -> f64 {
    exact::uptime_periodic(c, 3, 399) * 399.0 / 400.0
}

#[test]
fn three_charges_after_a_crit() {
    for c in [0.2, 0.05, 0.6] {
        assert_mean("share", &moments(under_charges(c)), under_charges_exactly(c));
    }
}

/// Returns the uptime of a buff that is applied at random times.
pub(crate) fn uptime(rate: f64, d: f64, rule: &str, length: f64) -> Moments {
    let text = format!(
        "[fight]\nlength = {length}\n[abilities.swing]\nevery = {}\nspread = \"exponential\"\nbuff = \"b\"\n\
         [buffs.b]\nduration = {d}\nrefresh = \"{rule}\"",
        1.0 / rate
    );
    batches(&text, 200, 1, |block| block.totals.buffs[0].uptime as f64 / block.totals.time as f64)
}

#[test]
fn uptime_with_refresh_at_random_times() {
    for (rate, d) in [(1.0 / 12.0, 10.0), (0.5, 1.0), (0.02, 120.0)] {
        let length = 6000.0 / rate;
        let uptime = uptime(rate, d, "refresh", length);
        assert_mean("uptime", &uptime, exact::uptime_poisson(rate, d, length));
    }
}

#[test]
fn uptime_without_refresh_at_random_times() {
    for (rate, d) in [(1.0 / 12.0, 10.0), (0.5, 1.0), (0.1, 40.0)] {
        let uptime = uptime(rate, d, "ignore", 40_000.0 / rate * 0.5);
        assert_mean("uptime", &uptime, d / (d + 1.0 / rate));
    }
}

/// Returns the uptime of a buff whose duration is n intervals, applied by chance at regular times.
pub(crate) fn uptime_periodic(p: f64, n: u32) -> Moments {
    let text = format!(
        "[fight]\nlength = 15000\n[abilities.swing]\nevery = 1.5\n[buffs.b]\nduration = {}\n\
         [procs.p]\nchance = {p}\nbuff = \"b\"",
        1.5 * f64::from(n)
    );
    batches(&text, 200, 1, |block| block.totals.buffs[0].uptime as f64 / block.totals.time as f64)
}

#[test]
fn uptime_with_refresh_at_regular_times() {
    for (p, n) in [(0.1, 5), (0.3, 1), (0.02, 40)] {
        assert_mean("uptime", &uptime_periodic(p, n), exact::uptime_periodic(p, n, 10_000));
    }
}

/// Returns the damage of n ticks, one application per fight.
pub(crate) fn ticks(n: u32, tick: f64, c: f64, m: f64) -> Vec<f64> {
    let duration = 3 * n;
    let text = format!(
        "[fight]\nlength = {}\n[actor]\ncrit = {c}\n[abilities.curse]\ncooldown = 100000\ndot = \"d\"\n\
         [[actions]]\nuse = \"curse\"\n[dots.d]\nduration = {duration}\ntick = 3\ndamage = {tick}\ncrits = true\n\
         crit_multiplier = {m}",
        duration + 1
    );
    damage(&text, f64::from(duration + 1), 1_200_000 / u64::from(n))
}

#[test]
fn damage_over_time() {
    for (n, tick, c, m) in [(6, 120.0, 0.25, 2.0), (12, 33.0, 0.5, 1.5), (3, 1000.0, 0.05, 3.0)] {
        let exact = f64::from(n) * tick * (1.0 + c * (m - 1.0));
        assert_mean("damage", &moments(ticks(n, tick, c, m)), exact);
    }
    // Without randomness, all fights have the same damage.
    assert!(ticks(5, 10.0, 0.0, 2.0).iter().all(|&damage| damage == 50.0));
    assert!(ticks(5, 10.0, 1.0, 2.0).iter().all(|&damage| damage == 100.0));
}

/// Returns the share of applications refused because the maximum of independent stacks is reached.
pub(crate) fn refused(rate: f64, d: f64, room: u32) -> Moments {
    let text = format!(
        "[fight]\nlength = {}\n[abilities.swing]\nevery = {}\nspread = \"exponential\"\nbuff = \"b\"\n\
         [buffs.b]\nduration = {d}\nstacks = {room}\nrefresh = \"independent\"",
        20_000.0 / rate,
        1.0 / rate
    );
    batches(&text, 100, 1, |block| {
        let buff = &block.totals.buffs[0];
        buff.refused as f64 / (buff.applied + buff.refreshed + buff.refused) as f64
    })
}

#[test]
fn capped_stacks_are_erlangs() {
    for (rate, d, room) in [(0.4, 8.0, 3), (1.0, 2.0, 1), (0.5, 10.0, 6)] {
        assert_mean("share refused", &refused(rate, d, room), exact::erlang_b(rate * d, room));
    }
}
