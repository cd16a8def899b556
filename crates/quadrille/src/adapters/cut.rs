//! Consecutive iterations, cut into blocks of nearly the same size.

use std::ops::Range;

/// Iterations and their blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::adapters) struct Cut {
    iterations: Range<u64>,
    blocks: u64,
}

impl Cut {
    /// Cuts into so many blocks, but into one at least and into no more than there are iterations.
    pub(in crate::adapters) fn new(iterations: Range<u64>, blocks: u64) -> Self {
        let blocks = blocks.min(iterations.end - iterations.start).max(1);
        Self { iterations, blocks }
    }

    pub(in crate::adapters) const fn blocks(&self) -> u64 {
        self.blocks
    }

    pub(in crate::adapters) const fn end(&self) -> u64 {
        self.iterations.end
    }

    /// The iterations of a block.
    pub(in crate::adapters) fn block(&self, block: u64) -> Range<u64> {
        self.begin(block)..self.begin(block + 1)
    }

    /// Where a block begins; that after the last begins at the end.
    fn begin(&self, block: u64) -> u64 {
        let all = u128::from(self.iterations.end - self.iterations.start);
        self.iterations.start + (all * u128::from(block) / u128::from(self.blocks)) as u64
    }
}

/// How many iterations a block has.
pub(in crate::adapters) fn length(block: &Range<u64>) -> u64 {
    block.end - block.start
}
