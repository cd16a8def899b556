//! Formulas.

/// Returns the chances of the outcomes of a table under one roll, in order; outcomes beyond 1 are
/// pushed off. The last is the hit.
pub(crate) fn one_roll(asked: &[f64]) -> Vec<f64> {
    let mut left: f64 = 1.0;
    let mut chances: Vec<f64> = asked
        .iter()
        .map(|&asked| {
            let chance = asked.min(left);
            left -= chance;
            chance
        })
        .collect();
    chances.push(left);
    chances
}

/// Returns the mean and the variance of the number of attempts until a success, with chance
/// `chance(n)` at the n-th attempt, from 1.
pub(crate) fn attempts(chance: impl Fn(u32) -> f64) -> (f64, f64) {
    let (mut still, mut mean, mut square) = (1.0, 0.0, 0.0);
    for n in 1..1_000_000 {
        let now = still * chance(n).clamp(0.0, 1.0);
        mean += f64::from(n) * now;
        square += f64::from(n) * f64::from(n) * now;
        still -= now;
        if still < 1e-15 {
            break;
        }
    }
    (mean, square - mean * mean)
}

/// Returns the chance of an attempt with bad-luck protection, k intervals after the last success.
pub(crate) fn protected(rate: f64, interval: f64, k: u32) -> f64 {
    let p = rate * interval / 60.0;
    p * (1.0 + 3.0 * (f64::from(k) * interval * rate / 60.0 - 1.5)).max(1.0)
}

/// Returns the mean time between procs with an internal cooldown and attempts every `interval`.
pub(crate) fn cooldown_periodic(interval: f64, cooldown: f64, p: f64) -> f64 {
    interval * ((cooldown / interval).ceil() - 1.0 + 1.0 / p)
}

/// Returns the mean time between procs with attempts at random times, `rate` per second.
pub(crate) fn cooldown_poisson(rate: f64, cooldown: f64, p: f64) -> f64 {
    cooldown + 1.0 / (rate * p)
}

/// Returns Erlang's loss formula: the share refused with offered load `load` and `room` servers.
pub(crate) fn erlang_b(load: f64, room: u32) -> f64 {
    (1..=room).fold(1.0, |blocked, n| load * blocked / (f64::from(n) + load * blocked))
}

/// Returns the uptime of a buff of duration d refreshed by random applications, in a fight of
/// length t that begins without it.
pub(crate) fn uptime_poisson(rate: f64, d: f64, t: f64) -> f64 {
    let limit = 1.0 - (-rate * d).exp();
    (limit * (t - d) + d - limit / rate) / t
}

/// Returns the uptime with applications of chance p at 0, τ, 2τ, …, d = nτ, over k intervals.
pub(crate) fn uptime_periodic(p: f64, n: u32, k: u32) -> f64 {
    let up = |interval: u32| 1.0 - (1.0 - p).powi(interval.min(n) as i32);
    (1..=k).map(up).sum::<f64>() / f64::from(k)
}
