//! How many generations are done between two questions to the observer.
//!
//! Nobody can know beforehand what a generation takes: nine cells or 2³², an array of truth values or
//! vectors, an idle machine or a busy one. So the stretches are timed: a short one is followed by one twice
//! as long, a long one by one half as long. What the grid comes to is the same either way; only how often it
//! is asked about differs.

use crate::field::Shape;

/// Cells of the first stretch: a moment even for the plain loop.
const FIRST: usize = 1 << 22;

/// Generations of the next stretch: always a power of two, so that stretches and the passes of a band end
/// together.
#[derive(Debug)]
pub(super) struct Stride(u64);

impl Stride {
    /// For a field of that shape.
    pub(super) fn new(shape: Shape) -> Self {
        // The guards of a tiny field cost more than its cells.
        let cells = (shape.width + 8).saturating_mul(shape.height + 8);
        Self(1 << (FIRST / cells).max(1).ilog2())
    }

    /// Does the next stretch, at most that many generations, and says how many they were.
    pub(super) fn time(&mut self, most: u64, stretch: impl FnOnce(u64)) -> u64 {
        let now = self.0.min(most);
        let milliseconds = clock::milliseconds(|| stretch(now));
        self.learn(milliseconds);
        now
    }

    /// Ten to forty milliseconds suit both a person who wants to stop and the engine.
    fn learn(&mut self, milliseconds: u128) {
        match milliseconds {
            0..10 => self.0 = self.0.saturating_mul(2).min(1 << 63),
            10..=40 => {}
            _ => self.0 = (self.0 / 2).max(1),
        }
    }
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod clock {
    use std::time::Instant;

    /// How long it takes.
    pub(super) fn milliseconds(work: impl FnOnce()) -> u128 {
        let begun = Instant::now();
        work();
        begun.elapsed().as_millis()
    }
}

/// A browser's WebAssembly has no clock that the standard library knows: stretches stay as long as the first
/// one.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod clock {
    pub(super) fn milliseconds(work: impl FnOnce()) -> u128 {
        work();
        10
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_follow_the_time_they_take() {
        let shape = |width, height| Shape { width, height, torus: false };
        let mut stride = Stride::new(shape(65_536, 65_536));
        assert_eq!(stride.time(100, |now| assert_eq!(now, 1)), 1);
        for (milliseconds, next) in [(0, 2), (9, 4), (10, 4), (40, 4), (41, 2), (1000, 1), (1000, 1)] {
            stride = Stride(if milliseconds == 0 { 1 } else { stride.0 });
            stride.learn(milliseconds);
            assert_eq!(stride.0, next, "{milliseconds}");
        }
        let mut tiny = Stride::new(shape(3, 3));
        assert_eq!(tiny.0, 32_768);
        for _ in 0..100 {
            tiny.learn(0);
        }
        assert_eq!(tiny.0, 1 << 63);
        assert_eq!(tiny.time(5, |_| ()), 5);
    }
}
