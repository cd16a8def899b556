//! The formulas.

/// Chances of the outcomes of a table in order under one roll: what does not fit is pushed off. The last is
/// the hit.
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

/// The mean number of attempts to a success whose chance at the n-th attempt is `chance(n)`, n from 1; and
/// its variance.
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

/// The chance of an attempt with bad-luck protection, k intervals after the last success.
pub(crate) fn protected(rate: f64, interval: f64, k: u32) -> f64 {
    let p = rate * interval / 60.0;
    p * (1.0 + 3.0 * (f64::from(k) * interval * rate / 60.0 - 1.5)).max(1.0)
}

/// The mean time between procs with an internal cooldown, attempts every `interval`.
pub(crate) fn cooldown_periodic(interval: f64, cooldown: f64, p: f64) -> f64 {
    interval * ((cooldown / interval).ceil() - 1.0 + 1.0 / p)
}

/// The same with attempts at random times, `rate` a second.
pub(crate) fn cooldown_poisson(rate: f64, cooldown: f64, p: f64) -> f64 {
    cooldown + 1.0 / (rate * p)
}

/// Erlang's loss formula: the share refused with an offered load of `load` and `room` places.
pub(crate) fn erlang_b(load: f64, room: u32) -> f64 {
    (1..=room).fold(1.0, |blocked, n| load * blocked / (f64::from(n) + load * blocked))
}

/// Uptime of a buff of duration d that every one of random applications refreshes, in a fight of length t
/// that begins without it.
pub(crate) fn uptime_poisson(rate: f64, d: f64, t: f64) -> f64 {
    let limit = 1.0 - (-rate * d).exp();
    (limit * (t - d) + d - limit / rate) / t
}

/// The same with applications of chance p at 0, τ, 2τ, …, d = nτ, over k intervals.
pub(crate) fn uptime_periodic(p: f64, n: u32, k: u32) -> f64 {
    let up = |interval: u32| 1.0 - (1.0 - p).powi(interval.min(n) as i32);
    (1..=k).map(up).sum::<f64>() / f64::from(k)
}
