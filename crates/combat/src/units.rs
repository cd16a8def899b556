//! Time, damage and resources as whole numbers, and how anything else becomes one.
//!
//! | quantity | unit | why |
//! |---|---|---|
//! | time | microsecond | sums and comparisons are exact, and so is "at the same instant". A global cooldown of 1.5 s under 17 % haste is 1,282,051 µs, off by 4 parts in 10⁷ at most; milliseconds would be off by 4 in 10⁴, which shows in a stat weight |
//! | damage, health | thousandth of a point | sums over any number of hits and iterations are exact, in any order |
//! | resources | millionth of a unit | one unit a second is one millionth a microsecond: whole rates regenerate exactly |
//!
//! Everything is rounded to the nearest whole number, halves up. A duration shortened by haste is rounded
//! once, when it begins. Products of decimals are off by some 10⁻¹⁶ of themselves as floating numbers (1.6 · 1.6
//! is 2.5600000000000005), so what is a half but for that counts as one.

/// Microseconds since the start of the fight, or between two instants.
pub(crate) type Micros = u64;
/// Thousandths of a point of damage, health or healing.
pub(crate) type Milli = u64;

/// Microseconds in a second.
pub(crate) const SECOND: Micros = 1_000_000;
/// Later than everything.
pub(crate) const NEVER: Micros = (1 << 40) - 1;
/// Longest duration that a profile may name, in seconds.
pub(crate) const LONGEST: f64 = 500_000.0;
/// Shortest duration that a profile may name, in seconds, where 0 would mean "none".
pub(crate) const SHORTEST: f64 = 0.001;

/// What several operations on floating numbers may have added to a number or taken off it, as a part of it.
pub(crate) const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// The nearest whole number of a number from 0 to 2⁵⁰: halves up, and what is less than a half by rounding
/// errors alone.
#[inline]
pub(crate) const fn nearest(value: f64) -> u64 {
    // Whole numbers stay as they are, however large.
    let error = (value * ROUNDING).min(0.25);
    // The cast cuts towards zero, and to a signed number it is one instruction.
    (value + (0.5 + error)) as i64 as u64
}

/// Whether a level, in millionths, is enough for a cost; what is missing by rounding errors alone is there.
#[inline]
pub(crate) const fn is_enough(level: f64, cost: i64) -> bool {
    let cost = cost as f64;
    level >= cost - cost * ROUNDING
}

/// A whole number below 2⁶³ as a floating one.
#[inline]
pub(crate) const fn float(value: u64) -> f64 {
    // From a signed number it is one instruction.
    value as i64 as f64
}

/// Seconds as microseconds.
#[inline]
pub(crate) const fn micros(seconds: f64) -> Micros {
    nearest(seconds * 1e6)
}

/// Microseconds as seconds.
#[inline]
pub(crate) const fn seconds(time: Micros) -> f64 {
    float(time) / 1e6
}

/// A duration at a speed of 1, at another speed: at least a microsecond if it was any.
#[inline]
pub(crate) fn at_speed(duration: Micros, speed: f64) -> Micros {
    nearest(float(duration) / speed).max(duration.min(1))
}

/// Points as thousandths; at most [`LARGEST_HIT`].
#[inline]
pub(crate) fn milli(points: f64) -> Milli {
    nearest((points * 1e3).min(LARGEST_HIT as f64))
}

/// The most that one hit may do: 10¹² points.
pub(crate) const LARGEST_HIT: Milli = 1_000_000_000_000_000;

/// The most that an ability may cost, in units.
pub(crate) const DEAREST: f64 = 1e9;

/// Units of a resource as millionths.
pub(crate) fn millionths(units: f64) -> i64 {
    if units < 0.0 { -(nearest(-units * 1e6) as i64) } else { nearest(units * 1e6) as i64 }
}

/// Points a second, from thousandths of a point and microseconds; `None` for a fight that ended as it began,
/// which has no such rate.
pub(crate) fn rate(damage: Milli, length: Micros) -> Option<f64> {
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
