//! Division of consecutive iterations into blocks of nearly equal size.

use std::ops::Range;

/// A range of iterations, divided into blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IterationBlocks {
    iterations: Range<u64>,
    blocks: u64,
}

impl IterationBlocks {
    /// Divides `iterations` into `blocks` blocks; 0 counts as 1. If there are fewer iterations than
    /// `blocks`, each iteration is a block. If there are no iterations, there is one empty block.
    pub fn new(iterations: Range<u64>, blocks: u64) -> Self {
        let blocks = blocks.min(iterations.end - iterations.start).max(1);
        Self { iterations, blocks }
    }

    /// Returns the number of blocks.
    pub const fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Returns the number of the last iteration plus 1.
    pub const fn end(&self) -> u64 {
        self.iterations.end
    }

    /// Returns the iterations of the block with index `block`.
    pub fn block(&self, block: u64) -> Range<u64> {
        self.begin(block)..self.begin(block + 1)
    }

    /// Returns the first iteration of the block with index `block`. If `block` is the number of
    /// blocks, returns the [end](Self::end) of all iterations.
    fn begin(&self, block: u64) -> u64 {
        let all = u128::from(self.iterations.end - self.iterations.start);
        self.iterations.start + (all * u128::from(block) / u128::from(self.blocks)) as u64
    }
}

/// Returns the number of iterations of a block.
pub fn length(block: &Range<u64>) -> u64 {
    block.end - block.start
}
