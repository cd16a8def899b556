//! Numbers as straight lines in time, piece by piece.
//!
//! ```text
//!   floor(a)        a piece ends where `a` reaches the next whole number, on whichever side it moves
//!   min(a, b)       where the two lines cross
//!   a % b           a − n·b while n stays the same: where that line reaches 0 or b
//! ```
//!
//! Each operation returns the line of the piece that the present instant lies in, and in how many seconds the
//! piece ends at the earliest. After that instant the line says nothing.

use super::reading::{Reading, View};
use super::rounded::Rounded;
use super::typed::Arithmetic;

/// A number that changes evenly until the next event: a straight line in time. Such lines can be added, and
/// multiplied by what stays the same; two of them cross once at most.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Linear {
    /// The number at this instant.
    pub(super) now: Rounded,
    /// A second.
    slope: f64,
    /// It and what it was computed from are never beyond this, at any instant of the fight.
    size: f64,
    /// What moves is evaluated later to a number that with its own error is no further from the line than this;
    /// the error of what stays the same comes on top. 0 of a number that stays the same.
    error: f64,
}

/// Several times the largest relative error of one operation on floating numbers.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Times in seconds and levels of resources are at most this.
const LARGEST_READING: f64 = 1e6;

/// Seconds until something that does not happen.
const NEVER: f64 = f64::INFINITY;

impl Linear {
    pub(super) const fn constant(value: f64) -> Self {
        Self::resting(Rounded::constant(value))
    }

    /// A number that stays the same until the next event.
    pub(super) const fn resting(now: Rounded) -> Self {
        Self { now, slope: 0.0, size: now.value.abs(), error: 0.0 }
    }

    pub(super) fn of(reading: Reading, view: &impl View) -> Option<Self> {
        let (now, slope) = (Rounded::of(reading, view), view.slope(reading)?);
        if slope == 0.0 {
            return Some(Self::resting(now));
        }
        let size = if reading == Reading::TargetHealth { 1.0 } else { LARGEST_READING };
        Some(Self { now, slope, size, error: 4.0 * ROUNDING * size })
    }

    pub(super) const fn negate(self) -> Self {
        Self { now: self.now.negate(), slope: -self.slope, ..self }
    }

    /// The line that two lines make, and when its piece ends; `None` if they make none. What is computed from
    /// numbers of which one at least moves is rounded anew at every instant.
    pub(super) fn compute(self, arithmetic: Arithmetic, other: Self) -> Option<(Self, f64)> {
        let now = self.now.apply(arithmetic, other.now);
        if !self.moves() && !other.moves() {
            return now.value.is_finite().then_some((Self::resting(now), NEVER));
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

    /// Unless something is too large, or was divided by 0.
    fn sound(self) -> Option<Self> {
        (self.now.value.is_finite() && self.slope.is_finite() && self.error.is_finite()).then_some(self)
    }

    /// The smaller of two, or the larger.
    fn extreme(self, smaller: bool, other: Self, now: Rounded) -> Option<(Self, f64)> {
        let lead = self.above(other)?;
        let tie = lead.now.value.abs() <= lead.bound();
        // Of two that are equal just now, the one that will be the smaller.
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
        let room = whole.above(line)?;
        let ends = line.leaves_zero().min(room.leaves_zero());
        // What moves through 0 is divided by.
        Some((line, if other.moves() { ends.min(other.zero()) } else { ends }))
    }

    /// The largest whole number that is not above it, which stays the same for a while.
    pub(super) fn floor(self) -> (Self, f64) {
        let whole = self.now.floor();
        let within = |value: f64, slope: f64| Self { now: Rounded { value, ..self.now }, slope, ..self };
        let above = within(self.now.value - whole.value, self.slope);
        let room = within(whole.value + 1.0 - self.now.value, -self.slope);
        let ends = if self.moves() { above.leaves_zero().min(room.leaves_zero()) } else { NEVER };
        (Self::resting(whole), ends)
    }

    /// How far this is above another, which a comparison finds out without rounding anything.
    pub(super) fn above(self, other: Self) -> Option<Self> {
        let value = self.now.value - other.now.value;
        let now = Rounded { value, error: self.now.error + other.now.error };
        let (slope, size) = (self.slope - other.slope, self.size + other.size);
        Self { now, slope, size, error: self.error + other.error }.sound()
    }

    /// Whether it is evaluated to another number later; two that move may stand still together, and yet be
    /// rounded differently at each instant.
    fn moves(self) -> bool {
        self.slope != 0.0 || self.error > 0.0
    }

    /// How far from the line it and its error may be at any instant.
    fn bound(self) -> f64 {
        self.error + self.now.error
    }

    /// In how many seconds it may first be 0; infinity if that is past, or never.
    pub(super) fn zero(self) -> f64 {
        let value = self.now.value.abs();
        if self.slope == 0.0 {
            // One that is 0 but for its own rounding stays so. Between that and the bound for all instants,
            // rounding alone decides, anew at the next one.
            let decides = self.error > 0.0 && self.now.error < value && value <= self.bound();
            return if decides { 0.0 } else { NEVER };
        }
        let (wait, margin) = (-self.now.value / self.slope, self.bound() / self.slope.abs());
        if wait + margin >= 0.0 { (wait - margin).max(0.0) } else { NEVER }
    }

    /// In how many seconds a line that is at least 0 may first be 0 if it is above, or below if it is 0.
    fn leaves_zero(self) -> f64 {
        if self.slope > 0.0 {
            NEVER
        } else if self.slope < 0.0 {
            ((self.now.value - self.bound()) / -self.slope).max(0.0)
        } else {
            self.zero()
        }
    }
}
