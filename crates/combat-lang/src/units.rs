//! Integer units of time, damage and resources, and the conversion to them.
//!
//! | quantity | unit | why |
//! |---|---|---|
//! | time | microsecond | sums and comparisons are exact, so simultaneous events have equal times. A global cooldown of 1.5 s under 17 % haste is 1,282,051 µs, off by 4 parts in 10⁷ at most; in milliseconds, it would be off by 4 parts in 10⁴, which is visible in a stat weight |
//! | damage, health | thousandth of a point | sums over any number of hits and iterations are exact, in any order |
//! | resources | millionth of a unit | one unit per second is one millionth per microsecond, so a whole number of units per second regenerates exactly |
//!
//! Values are rounded to the nearest integer, halves up. A duration shortened by haste is rounded
//! once, when it begins. Products of decimals have a relative error of about 10⁻¹⁶ in floating
//! point (1.6 · 1.6 is 2.5600000000000005), so a value below a half by a relative error of at most
//! [`ROUNDING`] counts as a half.

/// Microseconds since the start of the fight, or between two instants.
pub type Micros = u64;
/// Thousandths of a point of damage, health or healing.
pub type Milli = u64;

/// Microseconds in a second.
pub const SECOND: Micros = 1_000_000;
/// A time later than any event.
pub const NEVER: Micros = (1 << 40) - 1;
/// Longest duration in a profile, in seconds.
pub const LONGEST: f64 = 500_000.0;
/// Shortest non-zero duration in a profile, in seconds.
pub const SHORTEST: f64 = 0.001;

/// Bound on the relative error that a few floating-point operations may add.
pub const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Rounds a number from 0 to 2⁵⁰ to the nearest integer. Halves are rounded up, and so are values
/// that are below a half only because of rounding errors.
#[inline]
pub const fn nearest(value: f64) -> u64 {
    // The tolerance `error` is at most 0.25, so that even large integers remain unchanged.
    let error = (value * ROUNDING).min(0.25);
    // The cast truncates; a cast to a signed integer is one instruction.
    (value + (0.5 + error)) as i64 as u64
}

/// Returns whether a resource level suffices for a cost, up to rounding errors. The level and the
/// cost are in millionths of a unit.
#[inline]
pub const fn is_enough(level: f64, cost: i64) -> bool {
    let cost = cost as f64;
    level >= cost - cost * ROUNDING
}

/// Converts an integer below 2⁶³ to floating point.
#[inline]
pub const fn float(value: u64) -> f64 {
    // The conversion from a signed integer is one instruction.
    value as i64 as f64
}

/// Converts seconds to microseconds.
#[inline]
pub const fn micros(seconds: f64) -> Micros {
    nearest(seconds * 1e6)
}

/// Converts microseconds to seconds.
#[inline]
pub const fn seconds(time: Micros) -> f64 {
    float(time) / 1e6
}

/// Returns a duration divided by `speed`. The result is at least 1 µs; a duration of 0 stays 0.
#[inline]
pub fn at_speed(duration: Micros, speed: f64) -> Micros {
    nearest(float(duration) / speed).max(duration.min(1))
}

/// Converts points to thousandths, at most [`LARGEST_HIT`].
#[inline]
pub fn milli(points: f64) -> Milli {
    nearest((points * 1e3).min(LARGEST_HIT as f64))
}

/// Maximum damage of one hit: 10¹² points, in thousandths.
pub const LARGEST_HIT: Milli = 1_000_000_000_000_000;

/// Highest cost of an ability, in units.
pub const DEAREST: f64 = 1e9;

/// Converts units of a resource to millionths.
pub fn millionths(units: f64) -> i64 {
    if units < 0.0 { -(nearest(-units * 1e6) as i64) } else { nearest(units * 1e6) as i64 }
}

/// Returns the points per second for a damage in thousandths and a length in microseconds; `None`
/// for a fight of length 0, which has no rate.
pub fn rate(damage: Milli, length: Micros) -> Option<f64> {
    (length > 0).then(|| damage as f64 * 1e3 / length as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_the_nearest() {
        assert_eq!(
            (micros(1.5), micros(0.0), micros(2.000_000_4), micros(2.000_000_5)),
            (1_500_000, 0, 2_000_000, 2_000_001)
        );
        assert_eq!(at_speed(1_500_000, 1.17), 1_282_051);
        assert_eq!(at_speed(500_000, 1.6 * 1.6), 195_313);
        assert_eq!((nearest(1e15), nearest(1e15 - 1.0)), (1_000_000_000_000_000, 999_999_999_999_999));
        assert_eq!((at_speed(1, 11.0), at_speed(0, 11.0)), (1, 0));
        assert_eq!((milli(0.0004), milli(0.0005), milli(f64::INFINITY)), (0, 1, LARGEST_HIT));
        assert_eq!((millionths(-1.5), millionths(0.25)), (-1_500_000, 250_000));
    }
}
