//! Exact comparison of entropies: Σ n log n without rounding errors.
//!
//! Σ n log n is smaller for one partition than for another exactly if the product of all n^n is
//! smaller. Both products are factored into primes and common factors are cancelled. The partitions
//! tie if nothing remains; otherwise the remaining products are compared. Different partitions can
//! tie: 4⁴ = 2² · 2² · 2² · 2², so the sizes 4, 1, 1, 1, 1 tie with 2, 2, 2, 2.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_bigint::BigUint;

/// Compares Σ n log n of two partitions, given by their sizes in any order.
///
/// Exact for any sizes n. Fast if only a few sizes differ. Otherwise, the comparison multiplies big
/// integers, whose length in bits can reach the smaller of the two sums Σ n log₂ n.
///
/// ```
/// use std::cmp::Ordering;
/// use quadrille_mastermind::compare_entropy;
///
/// assert_eq!(compare_entropy(&[4, 1, 1, 1, 1], &[2, 2, 2, 2]), Ordering::Equal);
/// assert_eq!(compare_entropy(&[3, 3], &[4, 2]), Ordering::Less);
/// ```
pub fn compare_entropy(a: &[u32], b: &[u32]) -> Ordering {
    // For each size n, the number of classes of this size in `a` minus the number in `b`.
    let mut surplus = BTreeMap::<u32, i64>::new();
    for &n in a {
        *surplus.entry(n).or_default() += 1;
    }
    for &n in b {
        *surplus.entry(n).or_default() -= 1;
    }
    // The product of n^(n · surplus) as powers of primes.
    let mut powers = BTreeMap::<u32, i128>::new();
    for (n, surplus) in surplus {
        if surplus != 0 {
            for (prime, exponent) in factors(n) {
                *powers.entry(prime).or_default() +=
                    i128::from(n) * i128::from(surplus) * i128::from(exponent);
            }
        }
    }
    powers.retain(|_, exponent| *exponent != 0);
    // Taking the same root of both sides does not change their order.
    let root = powers.values().fold(0, |root, &exponent| gcd(root, exponent.unsigned_abs()));
    let side = |sign: i128| {
        powers
            .iter()
            .filter(|&(_, exponent)| exponent.signum() == sign)
            .map(|(&prime, exponent)| power(prime, exponent.unsigned_abs() / root))
            .product::<BigUint>()
    };
    if powers.is_empty() { Ordering::Equal } else { side(1).cmp(&side(-1)) }
}

/// Returns the prime factors of n with their exponents, by trial division; none for 0 and 1.
fn factors(mut n: u32) -> Vec<(u32, u32)> {
    let mut factors = Vec::new();
    let mut prime = 2;
    while u64::from(prime) * u64::from(prime) <= u64::from(n) {
        let mut exponent = 0;
        while n.is_multiple_of(prime) {
            n /= prime;
            exponent += 1;
        }
        if exponent > 0 {
            factors.push((prime, exponent));
        }
        prime += 1;
    }
    if n > 1 {
        factors.push((n, 1));
    }
    factors
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn power(prime: u32, mut exponent: u128) -> BigUint {
    let (mut result, mut square) = (BigUint::from(1u32), BigUint::from(prime));
    while exponent > 0 {
        if exponent & 1 == 1 {
            result *= &square;
        }
        exponent >>= 1;
        if exponent > 0 {
            square = &square * &square;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Oracle: the products themselves.
    fn product(parts: &[u32]) -> BigUint {
        parts.iter().map(|&n| BigUint::from(n).pow(n)).product()
    }

    #[test]
    fn ties_between_different_partitions_are_found() {
        assert_eq!(compare_entropy(&[4, 1, 1, 1, 1], &[2, 2, 2, 2]), Ordering::Equal);
        assert_eq!(compare_entropy(&[], &[1, 1]), Ordering::Equal);
        // 12^12 = 2^24 · 3^12 and 6^6 · 8^8 = 2^30 · 3^6. Without the common factors, 3^6 = 729 is
        // compared with 2^6 = 64.
        assert_eq!(compare_entropy(&[12], &[6, 8]), product(&[12]).cmp(&product(&[6, 8])));
    }

    #[test]
    fn large_parts_do_not_overflow() {
        let n = 100_003;
        assert_eq!(compare_entropy(&[n, n], &[n - 1, n + 1]), Ordering::Less);
        assert_eq!(compare_entropy(&[4_294_967_291; 3], &[4_294_967_291; 3]), Ordering::Equal);
    }

    proptest! {
        #[test]
        fn agrees_with_the_products(
            a in prop::collection::vec(0u32..40, 0..8),
            b in prop::collection::vec(0u32..40, 0..8),
        ) {
            prop_assert_eq!(compare_entropy(&a, &b), product(&a).cmp(&product(&b)));
            prop_assert_eq!(compare_entropy(&b, &a), product(&b).cmp(&product(&a)));
        }

        /// Small sizes with the same sum: many ties and near ties.
        #[test]
        fn agrees_where_it_is_close(cuts in prop::collection::vec(1u32..5, 12), merge in 0usize..12) {
            let mut a = cuts.clone();
            let moved = a.remove(merge);
            let last = a.len() - 1;
            a[last] += moved;
            prop_assert_eq!(compare_entropy(&a, &cuts), product(&a).cmp(&product(&cuts)));
        }
    }
}
