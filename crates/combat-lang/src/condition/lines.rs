//! Numbers as piecewise linear functions of time.
//!
//! ```text
//!   floor(a)        a piece ends where `a` reaches the next integer in its direction
//!   min(a, b)       a piece ends where `a` and `b` become equal
//!   a % b           is a − n·b with a constant integer n; a piece ends where a − n·b is 0 or |b|
//! ```
//!
//! Each operation returns the linear function of the current piece, a [`Linear`], and a lower bound
//! on the seconds until the piece ends. The linear function is valid for this duration.

use super::reading::{ConditionView, Reading};
use super::rounded::Rounded;
use super::typed::Arithmetic;

/// A number that changes linearly until the next event. Linear numbers can be added, and multiplied
/// by constants. Two linear numbers that are not always equal are equal at most at one instant.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Linear {
    /// The value now.
    pub(super) now: Rounded,
    /// Change per second.
    slope: f64,
    /// Upper bound on the absolute values of this number, and of all numbers from which it was
    /// computed, at any instant of the fight.
    size: f64,
    /// Upper bound on the absolute difference between the linear function and the result of an
    /// evaluation, at any later instant. The bound includes the error bound of that result, but not
    /// the errors of constants. For a constant, the bound is 0.
    error: f64,
}

/// Bound on the relative error of a few floating-point operations.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Upper bound on the readings that change with time: times in seconds, and levels of resources in
/// units.
const LARGEST_READING: f64 = 1e6;

/// Infinite time in seconds, for an event that never happens.
const NEVER: f64 = f64::INFINITY;

impl Linear {
    #[inline]
    pub(super) const fn constant(value: f64) -> Self {
        Self::event_driven(Rounded::constant(value))
    }

    /// Creates a number that is constant until the next event.
    #[inline]
    pub(super) const fn event_driven(now: Rounded) -> Self {
        Self { now, slope: 0.0, size: now.value.abs(), error: 0.0 }
    }

    #[inline]
    pub(super) fn of(reading: Reading, view: &impl ConditionView) -> Option<Self> {
        let (now, slope) = (Rounded::of(reading, view), view.slope(reading)?);
        if slope == 0.0 {
            return Some(Self::event_driven(now));
        }
        let size = if reading == Reading::TargetHealth { 1.0 } else { LARGEST_READING };
        Some(Self { now, slope, size, error: 4.0 * ROUNDING * size })
    }

    #[inline]
    pub(super) const fn negate(self) -> Self {
        Self { now: self.now.negate(), slope: -self.slope, ..self }
    }

    /// Combines two linear numbers by an arithmetic operation. Returns the linear function of the
    /// result, and the seconds for which this function is valid; `None` if the result is not
    /// linear.
    #[inline]
    pub(super) fn compute(self, arithmetic: Arithmetic, other: Self) -> Option<(Self, f64)> {
        let now = self.now.apply(arithmetic, other.now);
        if !self.moves() && !other.moves() {
            return now.value.is_finite().then_some((Self::event_driven(now), NEVER));
        }
        let (slope, size, error) = match arithmetic {
            Arithmetic::Add => (self.slope + other.slope, self.size + other.size, self.error + other.error),
            Arithmetic::Subtract => {
                (self.slope - other.slope, self.size + other.size, self.error + other.error)
            }
            Arithmetic::Multiply if !other.moves() => {
                let by = other.now.value.abs();
                (self.slope * other.now.value, self.size * by, self.error * by + self.size * other.now.error)
            }
            Arithmetic::Multiply if !self.moves() => {
                let by = self.now.value.abs();
                (
                    self.now.value * other.slope,
                    other.size * by,
                    other.error * by + other.size * self.now.error,
                )
            }
            Arithmetic::Divide if !other.moves() => {
                let by = other.now.value.abs();
                let error = (self.error + self.size / by * other.now.error) / by;
                (self.slope / other.now.value, self.size / by, error)
            }
            Arithmetic::Multiply | Arithmetic::Divide => return None,
            Arithmetic::Remainder => return self.remainder(other, now),
            Arithmetic::Min | Arithmetic::Max => {
                return self.extreme(arithmetic == Arithmetic::Min, other, now);
            }
        };
        let error = error + ROUNDING * size;
        Self { now, slope, size, error }.sound().map(|line| (line, NEVER))
    }

    /// Returns the number itself; `None` if it is not finite, after an overflow or a division by 0.
    #[inline]
    fn sound(self) -> Option<Self> {
        (self.now.value.is_finite() && self.slope.is_finite() && self.error.is_finite()).then_some(self)
    }

    /// Returns the smaller of two linear numbers if `smaller` is true, and otherwise the larger.
    /// Also returns the seconds for which this choice is valid.
    #[inline]
    fn extreme(self, smaller: bool, other: Self, now: Rounded) -> Option<(Self, f64)> {
        let lead = self.difference(other)?;
        let tie = lead.now.value.abs() <= lead.bound();
        // If both numbers have the same value now, their slopes decide which number will be
        // smaller.
        let first = if tie { lead.slope <= 0.0 } else { lead.now.value <= 0.0 };
        let chosen = if first == smaller { self } else { other };
        let line = if tie {
            let error = self.error.max(other.error) + lead.bound();
            Self { now, slope: chosen.slope, size: self.size.max(other.size), error }
        } else {
            Self { now, ..chosen }
        };
        line.sound().map(|line| (line, if tie { NEVER } else { lead.zero() }))
    }

    /// Returns the remainder of this number divided by `other`, and the seconds for which the
    /// remainder is linear.
    #[inline]
    fn remainder(self, other: Self, now: Rounded) -> Option<(Self, f64)> {
        let times = self.now.times(other.now);
        if !(times.is_finite() && now.value.is_finite()) {
            return None;
        }
        let size = self.size + times.abs() * other.size;
        let error = self.error + times.abs() * other.error + ROUNDING * size;
        let line = Self { now, slope: self.slope - times * other.slope, size, error }.sound()?;
        let whole = if other.now.value < 0.0 { other.negate() } else { other };
        let room = whole.difference(line)?;
        let ends = line.leaves_zero().min(room.leaves_zero());
        // The piece also ends when the divisor reaches 0.
        Some((line, if other.moves() { ends.min(other.zero()) } else { ends }))
    }

    /// Returns the largest integer not above the number, and the seconds until this integer
    /// changes.
    #[inline]
    pub(super) fn floor(self) -> (Self, f64) {
        let whole = self.now.floor();
        let within = |value: f64, slope: f64| Self { now: Rounded { value, ..self.now }, slope, ..self };
        let above = within(self.now.value - whole.value, self.slope);
        let room = within(whole.value + 1.0 - self.now.value, -self.slope);
        let ends = if self.moves() { above.leaves_zero().min(room.leaves_zero()) } else { NEVER };
        (Self::event_driven(whole), ends)
    }

    /// Returns this number minus `other`. No rounding error is added for the subtraction, because a
    /// comparison adds none either.
    #[inline]
    pub(super) fn difference(self, other: Self) -> Option<Self> {
        let value = self.now.value - other.now.value;
        let now = Rounded { value, error: self.now.error + other.now.error };
        let (slope, size) = (self.slope - other.slope, self.size + other.size);
        Self { now, slope, size, error: self.error + other.error }.sound()
    }

    /// Returns whether a later evaluation may give another value. Even a constant sum of
    /// time-dependent numbers may give another value, because the sum may be rounded differently at
    /// each instant.
    #[inline]
    fn moves(self) -> bool {
        self.slope != 0.0 || self.error > 0.0
    }

    /// Returns an upper bound on the absolute difference between the linear function and the result
    /// of an evaluation, including the error of the current value.
    #[inline]
    fn bound(self) -> f64 {
        self.error + self.now.error
    }

    /// Returns the seconds until the number may first be 0. The result is infinite if the number is
    /// never 0, or was 0 only in the past.
    #[inline]
    pub(super) fn zero(self) -> f64 {
        let value = self.now.value.abs();
        if self.slope == 0.0 {
            // The number is constant. If its absolute value is at most its error, it counts as 0
            // now and later. If its absolute value is above its error, but not above the bound for
            // all instants, rounding may make it count as 0 at the next instant.
            let decides = self.error > 0.0 && self.now.error < value && value <= self.bound();
            return if decides { 0.0 } else { NEVER };
        }
        let (wait, margin) = (-self.now.value / self.slope, self.bound() / self.slope.abs());
        if wait + margin >= 0.0 { (wait - margin).max(0.0) } else { NEVER }
    }

    /// Returns the seconds until a positive number may first be 0. For a number that is 0 now,
    /// returns the seconds until it may first be negative. The number must not be negative now.
    #[inline]
    fn leaves_zero(self) -> f64 {
        if self.slope > 0.0 {
            NEVER
        } else if self.slope < 0.0 {
            ((self.now.value - self.bound()) / -self.slope).max(0.0)
        } else if self.error > 0.0 && self.now.value.abs() <= self.bound() {
            // The number may be the difference of two large numbers. Rounding may then have removed
            // its slope.
            0.0
        } else {
            self.zero()
        }
    }
}
