//! Whether threads are worth it just now.
//!
//! On a machine with other work to do, a thread may be kept waiting for its turn, and all others wait for it.
//! So every so often both ways are timed, and the better one is kept. What comes out is the same either way.

use std::time::{Duration, Instant};

/// How the bands of a pass are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// By all threads.
    Together,
    /// By the caller's thread.
    Alone,
}

/// Passes until both ways are timed again.
const PASSES: u32 = 64;

/// Which way is better at present.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    way: Way,
    /// Passes since the ways were timed.
    passes: u32,
    /// What a generation took together.
    together: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self { way: Way::Together, passes: 0, together: Duration::ZERO }
    }
}

impl Pace {
    /// Does one pass of so many generations, and learns from it.
    pub(super) fn time(&mut self, generations: usize, pass: impl FnOnce(Way)) {
        let begun = Instant::now();
        pass(self.next());
        self.learn(begun.elapsed() / generations.max(1) as u32);
    }

    /// The way of the next pass.
    const fn next(&self) -> Way {
        match self.passes {
            0 => Way::Together,
            1 => Way::Alone,
            _ => self.way,
        }
    }

    /// What a generation of the pass took.
    fn learn(&mut self, generation: Duration) {
        match self.passes {
            0 => self.together = generation,
            1 => self.way = if self.together < generation { Way::Together } else { Way::Alone },
            _ => {}
        }
        self.passes = (self.passes + 1) % PASSES;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(together: u64, alone: u64) -> Vec<Way> {
        let mut pace = Pace::default();
        let mut ways = Vec::new();
        for _ in 0..5 {
            let way = pace.next();
            ways.push(way);
            pace.learn(Duration::from_millis(if way == Way::Together { together } else { alone }));
        }
        ways
    }

    #[test]
    fn the_better_way_is_kept() {
        use Way::{Alone, Together};
        assert_eq!(ways(0, 60), [Together, Alone, Together, Together, Together]);
        assert_eq!(ways(60, 0), [Together, Alone, Alone, Alone, Alone]);
    }
}
