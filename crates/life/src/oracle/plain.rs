//! A field as an array of booleans. A step counts the eight neighbours of every cell, or looks up
//! the neighbourhood if the rule is not outer-totalistic. This implementation is the oracle of all
//! tests.

use crate::field::Shape;
use crate::memory::{Memory, MemoryError};
use crate::oracle::guarded::Guarded;
use crate::rule::Rule;

/// The cells in rows, in the current and in the next generation.
#[derive(Clone)]
pub(super) struct Plain {
    shape: Shape,
    rule: Rule,
    stride: usize,
    now: Vec<bool>,
    next: Vec<bool>,
}

impl Plain {
    pub(super) fn new(shape: Shape, rule: Rule, memory: &mut Memory) -> Result<Self, MemoryError> {
        let cells = (shape.width as u128 + 2) * (shape.height as u128 + 2);
        let (now, next) = (memory.take(cells)?, memory.take(cells)?);
        Ok(Self { shape, rule, stride: shape.width + 2, now, next })
    }
}

impl Guarded for Plain {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn at(&self, x: usize, y: usize) -> bool {
        self.now[y * self.stride + x]
    }

    fn put(&mut self, x: usize, y: usize, alive: bool) {
        self.now[y * self.stride + x] = alive;
    }

    fn step(&mut self) {
        let (now, stride) = (&self.now, self.stride);
        let counted = self.rule.counts().is_some();
        for y in 1..=self.shape.height {
            for x in 1..=self.shape.width {
                let at = y * stride + x;
                let above = [now[at - stride - 1], now[at - stride], now[at - stride + 1]];
                let beside = [now[at - 1], now[at + 1]];
                let below = [now[at + stride - 1], now[at + stride], now[at + stride + 1]];
                self.next[at] = if counted {
                    let count = |cells: &[bool]| cells.iter().map(|&alive| u32::from(alive)).sum::<u32>();
                    let neighbours = count(&above) + count(&beside) + count(&below);
                    self.rule.next(now[at], neighbours)
                } else {
                    let cells = above.iter().chain([&beside[0], &now[at], &beside[1]]).chain(&below);
                    self.rule.lives(cells.fold(0, |cells, &alive| cells << 1 | u16::from(alive)))
                };
            }
        }
        // On a torus the guards above and below still hold copies of the edges. Clear them.
        self.next[..stride].fill(false);
        self.next[(self.shape.height + 1) * stride..].fill(false);
        std::mem::swap(&mut self.now, &mut self.next);
    }
}
