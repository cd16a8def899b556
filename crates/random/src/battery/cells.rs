//! Pearson's chi-square statistic of counts in cells.
//!
//! D. E. Knuth, *The Art of Computer Programming*, volume 2, third edition 1998, section 3.3.1.

use super::statistic::{Null, Statistic};

/// Minimum expected number of observations in a cell. Knuth requires 5 or more; the approximation
/// of very small p-values requires more.
const FEWEST: f64 = 16.0;

/// Returns the statistic for equally probable cells. The numerator and the denominator are computed
/// exactly, as integers.
pub(super) fn equal(name: &'static str, counts: &[u32]) -> Statistic {
    let total: i128 = counts.iter().map(|&count| i128::from(count)).sum();
    if total == 0 {
        return nothing_to_compare(name);
    }
    let squares: i128 = counts.iter().map(|&count| i128::from(count) * i128::from(count)).sum();
    // For counts c in k cells with the sum n: Σ(c − n/k)²/(n/k) = (kΣc² − n²)/n
    let numerator = counts.len() as i128 * squares - total * total;
    Statistic::new(
        name,
        numerator as f64 / total as f64,
        Null::ChiSquare { degrees: counts.len() as u32 - 1 },
    )
}

/// Returns the statistic for cells with given probabilities, which sum to 1. Adjacent cells with
/// too few expected observations are merged.
pub(super) fn weighted(name: &'static str, cells: &[(u32, f64)]) -> Statistic {
    let total: u64 = cells.iter().map(|&(count, _)| u64::from(count)).sum();
    let (mut kept, mut pending) = (Vec::new(), (0, 0.0));
    for &(count, probability) in cells {
        pending = (pending.0 + u64::from(count), pending.1 + probability * total as f64);
        if pending.1 >= FEWEST {
            kept.push(std::mem::take(&mut pending));
        }
    }
    let Some(last) = kept.last_mut() else { return nothing_to_compare(name) };
    *last = (last.0 + pending.0, last.1 + pending.1);
    let degrees = kept.len() as u32 - 1;
    if degrees == 0 {
        return nothing_to_compare(name);
    }
    let terms = kept.into_iter().map(|(count, expected)| {
        let difference = count as f64 - expected;
        difference * difference / expected
    });
    Statistic::new(name, terms.sum(), Null::ChiSquare { degrees })
}

/// Returns a statistic without information. It is used if there are no observations, or too few for
/// two cells. Another statistic of the same test then detects the defect that causes this.
fn nothing_to_compare(name: &'static str) -> Statistic {
    Statistic::new(name, 0.0, Null::ChiSquare { degrees: 0 })
}

#[cfg(test)]
mod tests {
    use super::{equal, weighted};
    use crate::battery::Null;

    #[test]
    fn the_statistic_is_pearsons() {
        let statistic = equal("dice", &[16, 18, 16, 14, 12, 12, 31, 1]);
        // Expected 15 each: (1 + 9 + 1 + 1 + 9 + 9 + 256 + 196)/15.
        assert!((statistic.value - 482.0 / 15.0).abs() < 1e-13);
        assert_eq!(statistic.null, Null::ChiSquare { degrees: 7 });
        let same = weighted("dice", &[16, 18, 16, 14, 12, 12, 31, 1].map(|count| (count * 8, 0.125)));
        assert!((same.value - 8.0 * 482.0 / 15.0).abs() < 1e-11);
        assert_eq!(same.null, Null::ChiSquare { degrees: 7 });
    }

    #[test]
    fn small_cells_are_put_together() {
        // 100 observations: 5 + 15 | 40 | 30 and the remaining 10.
        let statistic = weighted("sizes", &[(5, 0.05), (25, 0.15), (30, 0.4), (20, 0.3), (20, 0.1)]);
        let expected = 100.0 / 20.0 + 100.0 / 40.0 + 0.0 / 40.0;
        assert!((statistic.value - expected).abs() < 1e-12, "{statistic:?}");
        assert_eq!(statistic.null, Null::ChiSquare { degrees: 2 });
    }

    #[test]
    fn too_few_observations_compare_nothing() {
        for statistic in
            [equal("none", &[0; 4]), weighted("none", &[(0, 0.5); 2]), weighted("few", &[(9, 0.5); 2])]
        {
            assert_eq!(statistic.null, Null::ChiSquare { degrees: 0 });
            assert!(statistic.p > 0.999);
        }
    }
}
