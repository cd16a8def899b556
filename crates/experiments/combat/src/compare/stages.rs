//! The stages of a comparison. Each stage after the first doubles the number of iterations.

use std::ops::Range;

use quadrille_stats::Confidence;

use quadrille_runner::blocks::IterationBlocks;

/// Number of iterations of the first stage. It suffices for t intervals of differences.
const FIRST: u64 = 200;
/// The minimum number of shards per stage, so that several threads have work.
const SHARDS: u64 = 16;
/// The maximum number of fights per shard. Their DPS values take 1 MiB.
const MOST_FIGHTS: u64 = 1 << 17;

/// Returns a lower bound on the probability that the best variant is never dropped.
pub(super) fn confidence_of_culling() -> Confidence {
    Confidence::new(0.99).expect("0.99 is a confidence")
}

/// The iterations of every stage, divided into shards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stages(Vec<IterationBlocks>);

impl Stages {
    /// Divides the iterations of `variants` variants into stages. If `shards` is given, this number
    /// of shards is distributed evenly over the stages; every stage has at least one shard.
    pub(super) fn new(iterations: u64, variants: u64, shards: Option<u64>) -> Self {
        // The stages end after 200, 400, 800, … iterations. The last stage ends after `iterations`
        // iterations.
        let doubled = std::iter::successors(Some(FIRST), |end| end.checked_mul(2));
        let ends: Vec<u64> = doubled.take_while(|&end| end < iterations).chain([iterations]).collect();
        let cut = |(stage, &end): (usize, &u64)| {
            let begin = if stage == 0 { 0 } else { ends[stage - 1] };
            // `own` is the default number of shards: enough for several threads, and enough to
            // limit the size of a shard.
            let own = ((end - begin) * variants).div_ceil(MOST_FIGHTS).max(SHARDS);
            IterationBlocks::new(begin..end, shards.map_or(own, |shards| shards / ends.len() as u64))
        };
        Self(ends.iter().enumerate().map(cut).collect())
    }

    pub(super) fn number(&self) -> usize {
        self.0.len()
    }

    pub(super) fn shards(&self) -> u64 {
        self.0.iter().map(IterationBlocks::blocks).sum()
    }

    /// Returns the total number of iterations of each variant at the end of a stage.
    pub(super) fn iterations(&self, stage: usize) -> u64 {
        self.0[stage].end()
    }

    /// Returns the stage that ends after this total number of iterations; `None` if no stage ends
    /// there.
    pub(super) fn ending_at(&self, iterations: u64) -> Option<usize> {
        self.0.iter().position(|stage| stage.end() == iterations)
    }

    /// Returns a shard's stage, the first shard of the next stage, and the shard's iterations.
    pub(super) fn place(&self, shard: u64) -> (usize, u64, Range<u64>) {
        // There are few stages, so a linear search for the shard's stage suffices.
        let (mut stage, mut begin) = (0, 0);
        while stage + 1 < self.0.len() && begin + self.0[stage].blocks() <= shard {
            begin += self.0[stage].blocks();
            stage += 1;
        }
        let cut = &self.0[stage];
        (stage, begin + cut.blocks(), cut.block(shard - begin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_double_and_their_shards_follow_one_another() {
        for (iterations, variants, shards) in [
            (2, 2, None),
            (200, 3, None),
            (201, 9999, None),
            (10_000, 5000, None),
            (7000, 2, Some(3)),
            (999, 5, Some(50)),
        ] {
            let stages = Stages::new(iterations, variants, shards);
            let (mut next, mut before) = (0, 0);
            for shard in 0..stages.shards() {
                let (stage, end, block) = stages.place(shard);
                assert!(stage == before || stage == before + 1);
                assert!(
                    stage == before || next == stages.iterations(before),
                    "a stage began within another stage"
                );
                assert!(block.start == next && block.end > next && end > shard);
                assert!((block.end - block.start - 1) * variants <= MOST_FIGHTS || shards.is_some());
                (next, before) = (block.end, stage);
                assert_eq!(end == shard + 1, stages.ending_at(next).is_some());
            }
            assert_eq!((next, before + 1), (iterations, stages.number()));
            for stage in 1..stages.number() {
                assert!(stages.iterations(stage) <= 2 * stages.iterations(stage - 1));
            }
        }
    }
}
