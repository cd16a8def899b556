//! Consistency checks of deserialised numbers.

/// Returns whether `mean` is `sum` / `number`, with a tolerance for the rounding of its decimal
/// text. If `mean` is absent, returns whether `number` is 0.
pub(crate) fn is_mean(mean: Option<f64>, sum: i128, number: u128) -> bool {
    match mean {
        None => number == 0,
        Some(mean) => number > 0 && (mean - sum as f64 / number as f64).abs() < 1e-9 * (1.0 + mean.abs()),
    }
}

/// Returns whether `low` and `high` are both absent, or both present with `value` between them.
pub(crate) fn is_about(value: Option<f64>, low: Option<f64>, high: Option<f64>) -> bool {
    match (value, low, high) {
        (_, None, None) => true,
        (Some(value), Some(low), Some(high)) => low <= value && value <= high,
        _ => false,
    }
}
