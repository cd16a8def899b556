//! The adaptive number of generations between two calls of the observer.
//!
//! The time of a generation is unpredictable: it depends on the size of the field, on the engine
//! and on the load of the machine. So each *batch*, the generations between two calls, is timed. If
//! a batch took less than 10 ms, the next batch has twice as many generations; if it took more than
//! 40 ms, half as many. The number of generations per batch does not affect the result.

use crate::field::Shape;

/// The approximate number of cell updates in the first batch. Even the slowest engine computes them
/// within a fraction of a second.
const FIRST: usize = 1 << 22;

/// The number of generations of the next batch; always a power of two.
#[derive(Debug)]
pub(super) struct Stride(u64);

impl Stride {
    /// Chooses the number of generations of the first batch for a field of this shape.
    pub(super) fn new(shape: Shape) -> Self {
        // Engines also update guard cells beyond the edges of a field. In a tiny field, these take
        // more time than the field's own cells.
        let cells = (shape.width + 8).saturating_mul(shape.height + 8);
        Self(1 << (FIRST / cells).max(1).ilog2())
    }

    /// Runs the next batch, of at most `most` generations, and returns its number of generations.
    /// `stretch` advances the field by a given number of generations.
    pub(super) fn time(&mut self, most: u64, stretch: impl FnOnce(u64)) -> u64 {
        let now = self.0.min(most);
        let milliseconds = clock::milliseconds(|| stretch(now));
        self.learn(milliseconds);
        now
    }

    /// Adapts the duration of the batches to 10–40 ms, a compromise between quick cancellation and
    /// efficiency. `milliseconds` is the duration of the previous batch.
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

    /// Runs `work` and returns its duration.
    pub(super) fn milliseconds(work: impl FnOnce()) -> u128 {
        let begun = Instant::now();
        work();
        begun.elapsed().as_millis()
    }
}

/// A substitute for the clock. For WebAssembly in a browser, the standard library has no clock, so
/// every batch is assumed to take 10 ms, and has as many generations as the first one.
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
