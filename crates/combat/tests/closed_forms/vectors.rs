//! The cases of `data/closed_forms.json`: the formulas give the exact values of the file, and the
//! engine gives its means.

use serde_json::Value;

use super::sample::{assert_mean, assert_share, assert_variance, moments};
use super::{auras, exact, procs, queue, rolls};

fn close(ours: f64, exact: f64) {
    assert!((ours / exact - 1.0).abs() < 1e-9, "{ours} for {exact}");
}

/// One case of the file.
struct Case {
    name: String,
    params: Value,
    exact: f64,
}

impl Case {
    fn number(&self, key: &str) -> f64 {
        self.params[key].as_f64().unwrap_or_else(|| panic!("{key} of {}", self.name))
    }

    fn whole(&self, key: &str) -> u32 {
        self.number(key) as u32
    }
}

/// Runs `knows` on every case; returns the number of cases that it handled.
fn run(knows: impl Fn(&Case) -> bool) -> usize {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../data/closed_forms.json")).expect("JSON");
    assert_eq!(cases.len(), 20);
    let cases = cases.into_iter().map(|case| Case {
        name: case["case"].as_str().expect("a name").to_owned(),
        params: case["params"].clone(),
        exact: case["exact"].as_f64().expect("a number"),
    });
    cases.filter(knows).count()
}

#[test]
fn rolls_of_the_file() {
    let known = run(|case| {
        let (name, exact) = (case.name.as_str(), case.exact);
        let number = |key: &str| case.number(key);
        let whole = |key: &str| case.whole(key);
        match name {
            _ if name.starts_with("crits in N swings") => {
                let crits = rolls::crits(whole("N"), number("c"));
                assert_mean(name, &moments(crits), exact);
            }
            _ if name.starts_with("crits: variance") => {
                assert_variance(name, &rolls::crits(whole("N"), number("c")), exact);
            }
            _ if name.starts_with("one-roll, crit pushed off") => {
                let order = case.params["order"].as_str().expect("an order");
                let chances: Vec<f64> = case.params["p"]
                    .as_array()
                    .expect("a list")
                    .iter()
                    .map(|p| p.as_f64().expect("p"))
                    .collect();
                close(exact::one_roll(&chances)[5], exact);
                let asked: Vec<(&str, f64)> = order.split(',').zip(chances).collect();
                let counts = rolls::outcomes(1, &asked);
                assert_share(name, counts[6], counts.iter().sum(), exact);
            }
            _ if name.starts_with("two-roll") => {
                let counts = rolls::outcomes(2, &[("miss", number("avoid")), ("crit", number("crit"))]);
                assert_share(name, counts[6], counts.iter().sum(), exact);
            }
            _ if name.starts_with("one-roll same inputs") => {
                let counts = rolls::outcomes(1, &[("miss", number("avoid")), ("crit", number("crit"))]);
                assert_share(name, counts[6], counts.iter().sum(), exact);
            }
            _ => return false,
        }
        true
    });
    assert_eq!(known, 5);
}

#[test]
fn procs_of_the_file() {
    let known = run(|case| {
        let (name, exact) = (case.name.as_str(), case.exact);
        let number = |key: &str| case.number(key);
        let whole = |key: &str| case.whole(key);
        match name {
            _ if name.starts_with("attempts to first proc") => {
                close(exact::attempts(|_| number("p")).0, exact);
                let counts = procs::first_success(&format!("chance = {}", number("p")), 2000, exact);
                assert_mean(name, &moments(counts), exact);
            }
            _ if name.starts_with("var (1-p)/p^2") => {
                close(exact::attempts(|_| number("p")).1, exact);
                let counts =
                    procs::first_success(&format!("chance = {}", number("p")), 2000, 1.0 / number("p"));
                assert_variance(name, &counts, exact);
            }
            _ if name.starts_with("ICD renewal, periodic") => {
                let (tau, d, p) = (number("tau"), number("D"), number("p"));
                close(exact::cooldown_periodic(tau, d, p), exact);
                let odds = format!("chance = {p}\ncooldown = {d}");
                assert_mean(name, &procs::interval(&format!("every = {tau}"), &odds, 30_000.0), 1.0 / exact);
            }
            _ if name.starts_with("ICD renewal, Poisson") => {
                let (rate, d, p) = (number("lam"), number("D"), number("p"));
                close(exact::cooldown_poisson(rate, d, p), exact);
                let every = format!("every = {}\nspread = \"exponential\"", 1.0 / rate);
                let odds = format!("chance = {p}\ncooldown = {d}");
                assert_mean(name, &procs::interval(&every, &odds, 40_000.0), 1.0 / exact);
            }
            _ if name.starts_with("RPPM without") => {
                let odds = format!("rppm = {}\nbad_luck_protection = false", number("rppm"));
                let rates = procs::interval(&format!("every = {}", number("tau")), &odds, 20_000.0);
                assert_mean(name, &rates, 1.0 / exact);
            }
            _ if name.starts_with("RPPM with BLP") => {
                let (rate, tau) = (number("rppm"), number("tau"));
                close(tau * exact::attempts(|k| exact::protected(rate, tau, k)).0, exact);
                let times = procs::protected(rate, tau).into_iter().map(|count| count * tau);
                assert_mean(name, &moments(times), exact);
            }
            _ if name.starts_with("deck") => {
                let odds = format!("deck = {{ hits = {}, cards = {} }}", whole("k"), whole("N"));
                assert_mean(name, &moments(procs::first_success(&odds, 100, exact)), exact);
            }
            _ if name.starts_with("accumulated") => {
                let c = number("c");
                close(exact::attempts(|n| f64::from(n) * c).0, exact);
                let counts = procs::first_success(&format!("accumulates = {c}"), 500, exact);
                assert_mean(name, &moments(counts), exact);
            }
            _ => return false,
        }
        true
    });
    assert_eq!(known, 8);
}

#[test]
fn buffs_and_queues_of_the_file() {
    let known = run(|case| {
        let (name, exact) = (case.name.as_str(), case.exact);
        let number = |key: &str| case.number(key);
        let whole = |key: &str| case.whole(key);
        match name {
            _ if name.starts_with("uptime refresh, Poisson") => {
                let (rate, d) = (number("lam"), number("d"));
                close(1.0 - (-rate * d).exp(), exact);
                // A long fight, in which the start is negligible.
                assert_mean(name, &auras::uptime(rate, d, "refresh", 400_000.0), exact);
            }
            _ if name.starts_with("uptime no refresh") => {
                let (rate, d) = (number("lam"), number("d"));
                close(d + 1.0 / rate, exact);
                assert_mean(name, &auras::uptime(rate, d, "ignore", 400_000.0), d / exact);
            }
            _ if name.starts_with("uptime refresh, periodic") => {
                let (p, n) = (number("p"), whole("n"));
                close(1.0 - (1.0 - p).powi(n as i32), exact);
                assert_mean(name, &auras::uptime_periodic(p, n), exact::uptime_periodic(p, n, 10_000));
            }
            _ if name.starts_with("DoT") => {
                let damage = auras::ticks(whole("n"), number("tick"), number("c"), number("m"));
                assert_mean(name, &moments(damage), exact);
            }
            _ if name.starts_with("3-charge") => {
                let c = number("c");
                close(1.0 - (1.0 - c).powi(3), exact);
                assert_mean(name, &moments(auras::under_charges(c)), auras::under_charges_exactly(c));
            }
            _ if name.starts_with("capped independent") => {
                let (rate, d, room) = (number("lam"), number("d"), whole("cap"));
                close(exact::erlang_b(rate * d, room), exact);
                assert_mean(name, &auras::refused(rate, d, room), exact);
            }
            _ if name.starts_with("M/M/1") => {
                assert_mean(name, &queue::time_in_system(number("lam"), number("mu")), exact);
            }
            _ => return false,
        }
        true
    });
    assert_eq!(known, 7);
}
