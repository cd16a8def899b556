//! Numbers as piecewise linear functions of time.
//!
//! ```text
//!   floor(a)        a piece ends where `a` reaches the next integer in its direction
//!   min(a, b)       where the two lines cross
//!   a % b           a − n·b with constant n, up to where that reaches 0 or b
//! ```
//!
//! A piece of such a function is represented by its line. Each operation returns the line of the
//! current piece, and a lower bound on the seconds until the piece ends. After that time, the line
//! is invalid.

use super::reading::{ConditionView, Reading};
use super::rounded::Rounded;
use super::typed::Arithmetic;

/// A number that changes linearly until the next event. Linear numbers can be added, and multiplied
/// by constants. Two of their lines cross at most once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Linear {
    /// The value now.
    pub(super) now: Rounded,
    /// Change per second.
    slope: f64,
    /// Bound on absolute values at any instant of the fight: of this number, and of all numbers
    /// from which it was computed.
    size: f64,
    /// Bound on the distance, at any later instant, between the line and the value that is then
    /// evaluated. It includes the error bound of that value, but not the errors of constants. 0 for
    /// a constant.
    error: f64,
}

/// A multiple of the largest relative error of one floating-point operation.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Bound on readings: times in seconds, and levels of resources in units.
const LARGEST_READING: f64 = 1e6;

/// Infinite time in seconds, for an event that never happens.
const NEVER: f64 = f64::INFINITY;

impl Linear {
    pub(super) const fn constant(value: f64) -> Self {
        Self::event_driven(Rounded::constant(value))
    }

    /// Creates a number that is constant until the next event.
    pub(super) const fn event_driven(now: Rounded) -> Self {
        Self { now, slope: 0.0, size: now.value.abs(), error: 0.0 }
    }

    pub(super) fn of(reading: Reading, view: &impl ConditionView) -> Option<Self> {
        let (now, slope) = (Rounded::of(reading, view), view.slope(reading)?);
        if slope == 0.0 {
            return Some(Self::event_driven(now));
        }
        let size = if reading == Reading::TargetHealth { 1.0 } else { LARGEST_READING };
        Some(Self { now, slope, size, error: 4.0 * ROUNDING * size })
    }

    pub(super) const fn negate(self) -> Self {
        Self { now: self.now.negate(), slope: -self.slope, ..self }
    }

    /// Combines two lines by an arithmetic operation. Returns the line of the result, and the
    /// seconds until its piece ends; `None` if the result is not linear.
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

    /// Returns the line; `None` after an overflow or a division by 0.
    fn sound(self) -> Option<Self> {
        (self.now.value.is_finite() && self.slope.is_finite() && self.error.is_finite()).then_some(self)
    }

    /// Returns the smaller of two lines if `smaller` is true, and otherwise the larger.
    fn extreme(self, smaller: bool, other: Self, now: Rounded) -> Option<(Self, f64)> {
        let lead = self.difference(other)?;
        let tie = lead.now.value.abs() <= lead.bound();
        // If both lines have the same value now, their slopes decide which line will be smaller.
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

    /// Returns the remainder of this line divided by the other.
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
    pub(super) fn floor(self) -> (Self, f64) {
        let whole = self.now.floor();
        let within = |value: f64, slope: f64| Self { now: Rounded { value, ..self.now }, slope, ..self };
        let above = within(self.now.value - whole.value, self.slope);
        let room = within(whole.value + 1.0 - self.now.value, -self.slope);
        let ends = if self.moves() { above.leaves_zero().min(room.leaves_zero()) } else { NEVER };
        (Self::event_driven(whole), ends)
    }

    /// Returns this line minus another. The subtraction adds no rounding error, because comparisons
    /// add none either.
    pub(super) fn difference(self, other: Self) -> Option<Self> {
        let value = self.now.value - other.now.value;
        let now = Rounded { value, error: self.now.error + other.now.error };
        let (slope, size) = (self.slope - other.slope, self.size + other.size);
        Self { now, slope, size, error: self.error + other.error }.sound()
    }

    /// Returns whether a later evaluation may give another value. Even a constant sum of moving
    /// numbers may do so, because it may be rounded differently at each instant.
    fn moves(self) -> bool {
        self.slope != 0.0 || self.error > 0.0
    }

    /// Returns a bound on the distance between the line and the evaluated value, including the
    /// error of the current value.
    fn bound(self) -> f64 {
        self.error + self.now.error
    }

    /// Returns the seconds until the line may first be 0. The result is infinite if the line is
    /// never 0, or was 0 only in the past.
    pub(super) fn zero(self) -> f64 {
        let value = self.now.value.abs();
        if self.slope == 0.0 {
            // The line is constant. If its value is 0 up to the error of the value, it remains 0.
            // If the value is above its error, but not above the bound for all instants, rounding
            // may make it count as 0 at the next instant.
            let decides = self.error > 0.0 && self.now.error < value && value <= self.bound();
            return if decides { 0.0 } else { NEVER };
        }
        let (wait, margin) = (-self.now.value / self.slope, self.bound() / self.slope.abs());
        if wait + margin >= 0.0 { (wait - margin).max(0.0) } else { NEVER }
    }

    /// Returns the seconds until a positive line may first be 0. For a line at 0, returns the
    /// seconds until it may first be negative. The line must not be negative.
    fn leaves_zero(self) -> f64 {
        if self.slope > 0.0 {
            NEVER
        } else if self.slope < 0.0 {
            ((self.now.value - self.bound()) / -self.slope).max(0.0)
        } else if self.error > 0.0 && self.now.value.abs() <= self.bound() {
            // The line may be the difference of two large lines. Rounding may then have removed its
            // slope.
            0.0
        } else {
            self.zero()
        }
    }
}
