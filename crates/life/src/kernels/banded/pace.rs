//! Adaptive choice between parallel and sequential passes.
//!
//! On a busy machine a thread may be delayed by other programs, and all other threads then wait for
//! it. So both modes are timed regularly, and the faster one is used. The result is the same in
//! either mode.

use std::time::{Duration, Instant};

/// The mode in which the bands of a pass are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// All threads of the pool compute the bands.
    Parallel,
    /// The calling thread computes the bands.
    Sequential,
}

/// The number of passes from one measurement to the next.
const PASSES: u32 = 64;

/// The mode that was faster in the last measurement, and the state of the measurements.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    mode: Mode,
    /// The number of passes since the last measurement began.
    passes: u32,
    /// The time per generation in parallel mode.
    parallel: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self { mode: Mode::Parallel, passes: 0, parallel: Duration::ZERO }
    }
}

impl Pace {
    /// Runs a pass of the given number of generations in the chosen mode, and records its time.
    pub(super) fn time(&mut self, generations: usize, pass: impl FnOnce(Mode)) {
        let begun = Instant::now();
        pass(self.next());
        self.learn(begun.elapsed() / generations.max(1) as u32);
    }

    /// Returns the mode of the next pass. Of every [`PASSES`] passes, the first measures parallel
    /// mode and the second sequential mode.
    const fn next(&self) -> Mode {
        match self.passes {
            0 => Mode::Parallel,
            1 => Mode::Sequential,
            _ => self.mode,
        }
    }

    /// Records the time per generation of a pass; after both modes have been measured, selects the
    /// faster mode.
    fn learn(&mut self, generation: Duration) {
        match self.passes {
            0 => self.parallel = generation,
            1 => self.mode = if self.parallel < generation { Mode::Parallel } else { Mode::Sequential },
            _ => {}
        }
        self.passes = (self.passes + 1) % PASSES;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modes(parallel: u64, sequential: u64) -> Vec<Mode> {
        let mut pace = Pace::default();
        let mut modes = Vec::new();
        for _ in 0..5 {
            let mode = pace.next();
            modes.push(mode);
            pace.learn(Duration::from_millis(if mode == Mode::Parallel { parallel } else { sequential }));
        }
        modes
    }

    #[test]
    fn the_faster_mode_is_kept() {
        use Mode::{Parallel, Sequential};
        assert_eq!(modes(0, 60), [Parallel, Sequential, Parallel, Parallel, Parallel]);
        assert_eq!(modes(60, 0), [Parallel, Sequential, Sequential, Sequential, Sequential]);
    }
}
