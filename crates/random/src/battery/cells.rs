//! Pearson's chi-square statistic of counts in cells.
//!
//! D. E. Knuth, *The Art of Computer Programming*, volume 2, third edition 1998, section 3.3.1.

use super::figure::{Figure, Null};

/// The fewest observations a cell should expect. Knuth asks for 5 or more; the far tails want some more.
const FEWEST: f64 = 16.0;

/// Cells that are all equally probable. The statistic is a quotient of whole numbers, rounded once.
pub(super) fn equal(name: &'static str, counts: &[u32]) -> Figure {
    let total: i128 = counts.iter().map(|&count| i128::from(count)).sum();
    let squares: i128 = counts.iter().map(|&count| i128::from(count) * i128::from(count)).sum();
    // Σ(c − n/k)²/(n/k) = (kΣc² − n²)/n
    let numerator = counts.len() as i128 * squares - total * total;
    Figure::new(name, numerator as f64 / total as f64, Null::ChiSquare { degrees: counts.len() as u32 - 1 })
}

/// Cells with these probabilities, which sum to 1. Those that expect fewer than 16 observations count as one cell.
pub(super) fn weighted(name: &'static str, cells: impl IntoIterator<Item = (u32, f64)> + Clone) -> Figure {
    let total: u64 = cells.clone().into_iter().map(|(count, _)| u64::from(count)).sum();
    let (mut kept, mut rest) = (Vec::new(), (0, 0.0));
    for (count, probability) in cells {
        let expected = probability * total as f64;
        if expected < FEWEST {
            rest = (rest.0 + u64::from(count), rest.1 + expected);
        } else {
            kept.push((u64::from(count), expected));
        }
    }
    // The rest is a cell of its own if it can be, and else goes to the last one.
    match kept.last_mut() {
        Some(last) if rest.1 < FEWEST => *last = (last.0 + rest.0, last.1 + rest.1),
        _ => kept.push(rest),
    }
    let statistic = kept.iter().map(|&(count, expected)| {
        let difference = count as f64 - expected;
        difference * difference / expected
    });
    let degrees = kept.len() as u32 - 1;
    // One cell alone compares nothing.
    let statistic = if degrees == 0 { 0.0 } else { statistic.sum() };
    Figure::new(name, statistic, Null::ChiSquare { degrees })
}
