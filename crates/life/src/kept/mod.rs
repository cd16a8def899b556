//! Tests of reused objects: each object serves many unrelated inputs, with cancelled calls in
//! between, and must give the same answers as a new object.
//!
//! The default number of inputs takes about a second. For a longer run, use `KEPT_INPUTS=20000
//! cargo test --release -p quadrille-life kept`.

mod fields;
mod planes;
mod soups;

use std::collections::BTreeSet;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use quadrille_progress::{Observer, Progress};
use quadrille_random::{StreamKey, Xoshiro256PlusPlus, bounded};

use crate::pattern::Pattern;
use crate::rule::Rule;

/// Returns the number of inputs of a test: the value of the environment variable `KEPT_INPUTS`, or
/// `usual` if the variable is not a number.
fn inputs(usual: u64) -> u64 {
    std::env::var("KEPT_INPUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// An observer that cancels after a given number of calls.
struct StopAt(AtomicU64);

impl StopAt {
    /// Creates an observer that allows the given number of calls and cancels at the next one.
    const fn after(questions: u64) -> Self {
        Self(AtomicU64::new(questions))
    }
}

impl Observer for StopAt {
    fn observe(&self, _: &Progress) -> ControlFlow<()> {
        match self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)) {
            Ok(_) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// The random numbers of a test.
struct Draws(Xoshiro256PlusPlus);

impl Draws {
    fn new(test: u64) -> Self {
        Self(StreamKey::new(2026, test).rng())
    }

    /// Draws a number below `n`; returns 0 if `n` is 0.
    fn below(&mut self, n: u64) -> u64 {
        NonZeroU64::new(n).map_or(0, |n| bounded::below_u64(&mut self.0, n))
    }

    /// Draws a number from `low` to `high` − 1.
    fn within(&mut self, low: i64, high: i64) -> i64 {
        low + self.below(high.abs_diff(low)) as i64
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    /// Draws the living cells of a box with the given top-left corner. The box has 1 to `most`
    /// columns and 1 to `most` rows.
    fn soup(&mut self, most: u64, (left, top): (i64, i64)) -> Vec<(i64, i64)> {
        let (width, height, one_in) = (1 + self.below(most), 1 + self.below(most), 2 + self.below(3));
        let mut cells = Vec::new();
        for y in 0..height as i64 {
            for x in 0..width as i64 {
                if self.one_in(one_in) {
                    cells.push((left + x, top + y));
                }
            }
        }
        cells
    }
}

/// The living cells of a plane. Each generation is computed cell by cell from [`Rule::lives`]. The
/// tests compare the engines with this oracle.
#[derive(Clone)]
struct Plain {
    cells: BTreeSet<(i64, i64)>,
}

impl Plain {
    fn step(&mut self, rule: Rule) {
        let around =
            |(x, y): (i64, i64)| (-1..=1).flat_map(move |dy| (-1..=1).map(move |dx| (x + dx, y + dy)));
        let near: BTreeSet<(i64, i64)> = self.cells.iter().flat_map(|&cell| around(cell)).collect();
        // `around` is in reading order, so the top-left cell becomes the highest bit.
        let lives = |&cell: &(i64, i64)| {
            let neighbourhood =
                around(cell).fold(0, |bits, at| bits << 1 | u16::from(self.cells.contains(&at)));
            rule.lives(neighbourhood)
        };
        self.cells = near.into_iter().filter(lives).collect();
    }

    fn pattern(&self) -> Pattern {
        Pattern::from_cells(self.cells.iter().copied())
    }
}
