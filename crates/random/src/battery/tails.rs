//! Tail probabilities of the distributions that the tests compare with.
//!
//! All through `libm`, so that every machine gets the same bits. The lower tail of the gamma distribution is the crate
//! `special`'s (algorithm AS 239). Its upper tail is 1 minus the lower one, which is nothing but rounding below 10⁻¹⁶; ours
//! is the finite sum that holds for whole and half parameters (Abramowitz and Stegun 26.4.4 and 26.4.5), all of
//! whose terms are positive, so small tails keep their digits.

use std::f64::consts::SQRT_2;

use special::Gamma;

/// The smallest p-value told apart from none: everything below is reported as this.
pub const SMALLEST: f64 = 1e-300;

/// Twice the smaller tail: how surprising it is to be that far out on either side.
fn two_sided(lower: f64, upper: f64) -> f64 {
    (2.0 * lower.min(upper)).clamp(SMALLEST, 1.0)
}

/// A standard normal variable is at least this far from 0.
pub(super) fn normal(z: f64) -> f64 {
    libm::erfc(z.abs() / SQRT_2).clamp(SMALLEST, 1.0)
}

/// The one farthest from 0 of `of` independent standard normal variables is at least this far from 0.
pub(super) fn worst_normal(z: f64, of: u32) -> f64 {
    let all_nearer = f64::from(of) * libm::log1p(-normal(z));
    (-libm::expm1(all_nearer)).clamp(SMALLEST, 1.0)
}

/// A chi-square variable is that far out, on either side.
pub(super) fn chi_square(statistic: f64, degrees: u32) -> f64 {
    let (lower, upper) = gamma(degrees, statistic / 2.0);
    two_sided(lower, upper)
}

/// A Poisson variable is that far out, on either side, the count itself included.
pub(super) fn poisson(count: u32, mean: f64) -> f64 {
    let at_least = if count == 0 { 1.0 } else { gamma(2 * count, mean).0 };
    let at_most = gamma(2 * count + 2, mean).1;
    two_sided(at_most, at_least)
}

/// The lower and the upper tail of the gamma distribution with shape `halves`/2, at `x`. 0 halves: a constant 0.
fn gamma(halves: u32, x: f64) -> (f64, f64) {
    let shape = f64::from(halves) / 2.0;
    if halves == 0 {
        (1.0, 1.0)
    } else if x < shape {
        let lower = x.inc_gamma(shape);
        (lower, 1.0 - lower)
    } else {
        let upper = upper_gamma(halves, x);
        (1.0 - upper, upper)
    }
}

/// The upper tail for x not below the shape: x^(a−1)e^(−x)/Γ(a) for a = shape, shape − 1, …, down to 1, or
/// down to 3/2 and the tail of shape 1/2.
fn upper_gamma(halves: u32, x: f64) -> f64 {
    let shape = f64::from(halves) / 2.0;
    let last = if halves % 2 == 1 { libm::erfc(x.sqrt()) } else { 0.0 };
    if halves == 1 {
        return last;
    }
    let first = libm::exp((shape - 1.0) * libm::log(x) - x - libm::lgamma(shape));
    let mut term = 1.0;
    let mut sum = 1.0;
    let mut a = shape - 1.0;
    // The terms fall, because a < x; those below the last digit are left out.
    while a > 0.75 && term > f64::EPSILON / 8.0 {
        term *= a / x;
        sum += term;
        a -= 1.0;
    }
    first * sum + last
}
