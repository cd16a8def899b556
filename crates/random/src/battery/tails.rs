//! Tail probabilities of the distributions of the tests.
//!
//! All functions use `libm`, so that every machine gives the same bits. The lower tail of the gamma
//! distribution comes from the crate `special` (algorithm AS 239). The upper tail is not computed
//! as 1 minus the lower tail, because below 10⁻¹⁶ the difference would be only rounding error. It
//! is computed as a finite sum, which exists for whole and half-integer parameters (Abramowitz and
//! Stegun 26.4.4 and 26.4.5). All terms of the sum are positive, so that small tails keep their
//! digits.

use std::f64::consts::SQRT_2;

use special::Gamma;

/// The smallest p-value that is reported; smaller p-values are raised to it.
pub const SMALLEST: f64 = 1e-300;

/// Returns the two-sided p-value: twice the smaller tail.
fn two_sided(lower: f64, upper: f64) -> f64 {
    (2.0 * lower.min(upper)).clamp(SMALLEST, 1.0)
}

/// Returns the probability that the magnitude of a standard normal variable is at least `z`.
pub(super) fn normal(z: f64) -> f64 {
    worst_normal(z, 1)
}

/// Returns the probability that the largest magnitude of `of` independent standard normal
/// variables is at least `z`.
pub(super) fn worst_normal(z: f64, of: u32) -> f64 {
    // For n variables, each of which has a magnitude of at least z with probability p, the result
    // is 1 − (1 − p)ⁿ. It is computed without a subtraction from 1, because p can be far smaller
    // than a rounding error.
    let all_nearer = f64::from(of) * libm::log1p(-libm::erfc(z.abs() / SQRT_2));
    (-libm::expm1(all_nearer)).clamp(SMALLEST, 1.0)
}

/// Returns the two-sided p-value of a chi-square variable.
pub(super) fn chi_square(statistic: f64, degrees: u32) -> f64 {
    let (lower, upper) = gamma(degrees, statistic / 2.0);
    two_sided(lower, upper)
}

/// Returns the two-sided p-value of a Poisson variable; both tails include the count itself.
pub(super) fn poisson(count: u32, mean: f64) -> f64 {
    let at_least = if count == 0 { 1.0 } else { gamma(2 * count, mean).0 };
    let at_most = gamma(2 * count + 2, mean).1;
    two_sided(at_most, at_least)
}

/// Returns the lower and the upper tail of the gamma distribution with shape `halves`/2, at `x`. If
/// `halves` is 0, the distribution is the constant 0.
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

/// Returns the upper tail Q(a, x) of the gamma distribution with shape a = `halves`/2, where x is
/// at least a.
///
/// Integration by parts gives Q(a, x) = Q(a − 1, x) + x^(a−1)e^(−x)/Γ(a). Repeating this for a − 1,
/// a − 2, … yields a sum of such terms. For a whole shape, the last term is that of a = 1. For a
/// half-integer shape, it is that of a = 3/2, and Q(1/2, x) is added. The first term is factored
/// out of the sum, and each following term is the previous term times (a − 1)/x. All terms are
/// positive, so nothing cancels even for very small tails.
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
    // The terms decrease, because a < x. Terms that are too small to change the sum are omitted.
    while a > 0.75 && term > f64::EPSILON / 8.0 {
        term *= a / x;
        sum += term;
        a -= 1.0;
    }
    first * sum + last
}

/// Returns the probability that a random square matrix of bits has this deficiency, which is the
/// order minus the rank.
///
/// For order L and rank r it is 2^(−(L−r)²) · ∏ (1 − 2^(i−L))² / (1 − 2^(i−r)), i from 0 to r − 1:
/// the number of ways to choose the space that the rows span, times the number of ways to span it
/// by L rows, divided by the number of matrices, 2^(L²) (NIST SP 800-22, section 3.5). All factors
/// but the first lie between ½ and 2.
pub(super) fn probability_of_deficiency(deficiency: u32, order: u32) -> f64 {
    let rank = order - deficiency;
    let power = |exponent: u32| libm::ldexp(1.0, -(exponent as i32));
    (0..rank).fold(power(deficiency * deficiency), |product, i| {
        let factor = 1.0 - power(order - i);
        product * factor * factor / (1.0 - power(rank - i))
    })
}

/// Returns the probability that the deficiencies of `matrices` matrices sum to at least `sum`.
///
/// The matrices are independent, so the distribution of the sum is the distribution of one
/// deficiency, repeatedly convolved with itself. The result is exact except for rounding. An
/// approximation would be inaccurate, because the sum is small.
pub(super) fn deficiency(sum: u32, matrices: u32, order: u32) -> f64 {
    // A deficiency above 32 has a probability below the smallest float.
    let one: Vec<f64> =
        (0..=order.min(32)).map(|deficiency| probability_of_deficiency(deficiency, order)).collect();
    // distribution[s] is the probability that the deficiencies of the matrices so far sum to s.
    // Sums of `length` or more have a probability below the smallest float.
    let length = (one.len() - 1) * matrices as usize + 1;
    let mut distribution = vec![1.0];
    for _ in 0..matrices {
        let mut next = vec![0.0; (distribution.len() + one.len() - 1).min(length)];
        for (s, &p) in distribution.iter().enumerate() {
            for (d, &q) in one.iter().enumerate() {
                next[s + d] += p * q;
            }
        }
        distribution = next;
    }
    // The smallest terms are added first. The tail is empty for sums that are nearly impossible.
    let tail: f64 = distribution.iter().skip(sum as usize).rev().sum();
    tail.clamp(SMALLEST, 1.0)
}

#[cfg(test)]
mod tests {
    use super::{
        SMALLEST, chi_square, deficiency, gamma, normal, poisson, probability_of_deficiency, worst_normal,
    };
    use proptest::prelude::*;

    /// Statistic, degrees of freedom, and p-value computed with mpmath to 60 digits.
    const CHI_SQUARE: [(f64, u32, f64); 26] = [
        (0.5, 1, 0.959000244373907),
        (3.841458820694124, 1, 0.10000000000000012),
        (100.0, 1, 3.04794120966421e-23),
        (1300.0, 1, 2.2607456882985485e-284),
        (0.001, 2, 0.0009997500416614588),
        (10.0, 2, 0.013475893998170934),
        (1300.0, 2, 1.0223903897302312e-282),
        (1.0, 9, 0.001124994604335003),
        (40.0, 9, 1.5197050458928552e-05),
        (400.0, 9, 2.7398250039325312e-80),
        (5.0, 32, 2.1384795774628465e-08),
        (31.0, 32, 0.9659775054605836),
        (32.0, 32, 0.9334897827754415),
        (33.0, 32, 0.8360390012157508),
        (680.0, 32, 3.281894164309805e-122),
        (170.5, 255, 2.3450261491402585e-05),
        (255.0, 255, 0.9764450435408127),
        (420.0, 255, 6.70577490428974e-10),
        (1500.0, 255, 8.489490539524219e-175),
        (31000.0, 32767, 2.0957067092770962e-12),
        (34000.0, 32767, 1.9363647744808196e-06),
        (45000.0, 32767, SMALLEST),
        (63000.0, 65535, 1.3161756055681076e-12),
        (65535.0, 65535, 0.9985307448341888),
        (66000.0, 65535, 0.19941569848030136),
        (72000.0, 65535, 4.418969097642987e-67),
    ];

    /// Count, mean, and p-value computed with mpmath to 60 digits.
    const POISSON: [(u32, f64, f64); 11] = [
        (0, 0.5, 1.0),
        (0, 16.0, 2.2507034943851823e-07),
        (1, 16.0, 3.82619594045481e-06),
        (8, 16.0, 0.04397450709811752),
        (16, 16.0, 1.0),
        (40, 16.0, 6.552261202504437e-07),
        (100, 16.0, 7.397171632566494e-45),
        (250, 16.0, 7.967561657409787e-199),
        (30000, 33360.5, 3.5591572601978613e-78),
        (33360, 33360.5, 1.0),
        (38000, 33360.5, 3.1203947361347476e-136),
    ];

    const NORMAL: [(f64, f64); 8] = [
        (0.0, 1.0),
        (0.5, 0.6170750774519738),
        (1.96, 0.04999579029644087),
        (-4.75, 2.0341664851374063e-06),
        (8.0, 1.2441921148543568e-15),
        (-20.0, 5.5072482372124675e-89),
        (36.9, 4.621048962281235e-298),
        (-1e9, SMALLEST),
    ];

    const WORST: [(f64, u32, f64); 8] = [
        (0.0, 8, 1.0),
        (0.5, 1, 0.6170750774519738),
        (2.5, 32, 0.32961763948738826),
        (-4.75, 32, 6.509127520083344e-05),
        (8.0, 64, 7.962829535067572e-14),
        (6.0, 8191, 1.6162148208028443e-05),
        (-20.0, 8191, 4.510987031100732e-85),
        (50.0, 8191, SMALLEST),
    ];

    fn assert_close(p: f64, expected: f64, tolerance: f64, what: &str) {
        assert!((p / expected - 1.0).abs() < tolerance, "{what}: {p:e} instead of {expected:e}");
    }

    #[test]
    fn p_values_of_chi_square() {
        for (statistic, degrees, expected) in CHI_SQUARE {
            let tolerance = if degrees < 1000 { 1e-12 } else { 1e-9 };
            assert_close(
                chi_square(statistic, degrees),
                expected,
                tolerance,
                &format!("{statistic}, {degrees}"),
            );
        }
    }

    #[test]
    fn p_values_of_poisson() {
        for (count, mean, expected) in POISSON {
            let tolerance = if count < 1000 { 1e-12 } else { 1e-9 };
            assert_close(poisson(count, mean), expected, tolerance, &format!("{count}, {mean}"));
        }
    }

    #[test]
    fn p_values_of_normals() {
        for (z, expected) in NORMAL {
            assert_close(normal(z), expected, 1e-13, &format!("{z}"));
        }
        for (z, of, expected) in WORST {
            assert_close(worst_normal(z, of), expected, 1e-12, &format!("{z}, {of}"));
        }
    }

    #[test]
    fn a_statistic_that_compares_nothing_is_no_surprise() {
        assert_close(chi_square(0.0, 0), 1.0, 1e-15, "no degrees of freedom");
        // A sum of squares of 0 is too even: the lower tail.
        assert_close(chi_square(0.0, 9), SMALLEST, 1e-15, "nine degrees, no difference");
    }

    proptest! {
        /// For all parameters both tails are probabilities and sum to 1, and they differ from those
        /// of the next shape by one density.
        #[test]
        fn tails_agree_with_their_neighbours(halves in 1..2000u32, ratio in 0.01..4.0f64) {
            let shape = f64::from(halves) / 2.0;
            let x = shape * ratio;
            let (lower, upper) = gamma(halves, x);
            let (next_lower, next_upper) = gamma(halves + 2, x);
            prop_assert!((0.0..=1.0).contains(&lower) && (0.0..=1.0).contains(&upper));
            prop_assert!((lower + upper - 1.0).abs() < 1e-12);
            let density = libm::exp(shape * libm::log(x) - x - libm::lgamma(shape + 1.0));
            let close = |a: f64, b: f64| (a - b).abs() <= 1e-11 * a.max(b) + 1e-300;
            prop_assert!(close(next_upper, upper + density), "{} {} {}", next_upper, upper, density);
            prop_assert!(close(lower, next_lower + density), "{} {} {}", lower, next_lower, density);
        }
    }

    #[test]
    fn probabilities_of_ranks() {
        // NIST SP 800-22, section 3.5: 0.2888, 0.5776 and 0.1336 for full rank, one less, and all
        // lower ranks.
        assert!((probability_of_deficiency(0, 32) - 0.28879).abs() < 1e-5);
        assert!((probability_of_deficiency(1, 32) - 0.57758).abs() < 1e-5);
        let all: f64 = (0..32).map(|deficiency| probability_of_deficiency(deficiency, 32)).sum();
        assert!((all - 1.0).abs() < 1e-12, "{all}");
        // Of the 16 matrices of order 2, 6 have full rank, 9 have rank 1, and 1 has rank 0.
        let sixteenths = [0, 1, 2].map(|deficiency| (16.0 * probability_of_deficiency(deficiency, 2)) as u32);
        assert_eq!(sixteenths, [6, 9, 1]);
    }

    #[test]
    fn tails_of_sums_of_deficiencies() {
        assert!((deficiency(0, 8, 1024) - 1.0).abs() < 1e-12);
        let none = (0..8).fold(1.0, |product, _| product * probability_of_deficiency(0, 1024));
        assert!((deficiency(1, 8, 1024) - (1.0 - none)).abs() < 1e-12);
        // Two matrices of order 2: the sum is at least 1 if one of them is singular, and 4 if both
        // have rank 0.
        assert!((deficiency(1, 2, 2) - (1.0 - 36.0 / 256.0)).abs() < 1e-15);
        assert!((deficiency(4, 2, 2) - 1.0 / 256.0).abs() < 1e-18);
        // Large deficiencies keep their digits; those with probabilities below every float are
        // clamped.
        let six = 8.0 * probability_of_deficiency(6, 1024);
        assert!(deficiency(20, 1, 1024) < 1e-119 && deficiency(20, 1, 1024) > 1e-121);
        assert!(deficiency(6, 8, 1024) > six);
        assert!(deficiency(500, 8, 1024) <= SMALLEST);
    }
}
