//! The order of the shards of a training: stages, which consist of slots, and measurements.

use std::ops::Range;

use quadrille_players::{Learnable, Training};

/// The number of sittings that one shard of a measurement plays.
const BLOCK: u64 = 50;

/// The order of the shards of a training.
///
/// ```text
/// stage 0: slots   stage 1: slots   measurement    stage 2: slots   …
/// 0 1              2 3              4 5 6 7        8 9
/// ```
#[derive(Debug, Clone)]
pub(super) struct Plan {
    slots: u64,
    stage_games: u64,
    sittings: u64,
    /// The number of completed stages before each measurement, in ascending order. The last
    /// measurement follows the last stage of the training.
    measured: Vec<u64>,
}

/// The task of a shard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Work {
    /// Plays games and learns from them, for one slot in a stage.
    Learn { stage: u64, slot: u32 },
    /// Plays the given sittings of measurement `point`, which follows `games` training games.
    Measure { point: u64, games: u64, sittings: Range<u64> },
}

impl Plan {
    pub(super) fn new<G: Learnable>(training: &Training<G>, measurements: u64, sittings: u64) -> Self {
        let (stages, slots) = (training.stages(), u64::from(training.slots));
        let points = measurements.clamp(1, stages);
        let measured = (1..=points).map(|point| (stages * point).div_ceil(points)).collect();
        Self { slots, stage_games: slots * u64::from(training.slot_games), sittings, measured }
    }

    /// Returns the number of shards in each measurement.
    fn blocks(&self) -> u64 {
        self.sittings.div_ceil(BLOCK)
    }

    /// Returns the number of measurements in the training.
    pub(super) fn points(&self) -> u64 {
        self.measured.len() as u64
    }

    /// Returns the number of sittings in each measurement.
    pub(super) fn sittings(&self) -> u64 {
        self.sittings
    }

    /// Returns the total number of training games.
    pub(super) fn games(&self) -> u64 {
        self.measured.last().map_or(0, |stages| stages * self.stage_games)
    }

    pub(super) fn shards(&self) -> u64 {
        self.begin(self.points())
    }

    /// Returns the index of the first shard after the first `points` measurements.
    fn begin(&self, points: u64) -> u64 {
        let stages = points.checked_sub(1).map_or(0, |last| self.measured[last as usize]);
        stages * self.slots + points * self.blocks()
    }

    /// Returns two numbers for a shard. The first is the number of measurements before the shard.
    /// The second is the index of the shard among the shards after the last of these measurements.
    fn place(&self, shard: u64) -> (u64, u64) {
        let (mut low, mut high) = (0, self.points() - 1);
        while low < high {
            let middle = (low + high).div_ceil(2);
            if self.begin(middle) <= shard { low = middle } else { high = middle - 1 }
        }
        (low, shard - self.begin(low))
    }

    /// Returns the stages between measurement `point` and the measurement before it.
    fn stages(&self, point: u64) -> Range<u64> {
        let before = point.checked_sub(1).map_or(0, |last| self.measured[last as usize]);
        before..self.measured[point as usize]
    }

    pub(super) fn work(&self, shard: u64) -> Work {
        let (point, place) = self.place(shard);
        let stages = self.stages(point);
        let learning = (stages.end - stages.start) * self.slots;
        if let Some(block) = place.checked_sub(learning) {
            let sittings = block * BLOCK..((block + 1) * BLOCK).min(self.sittings);
            return Work::Measure { point, games: stages.end * self.stage_games, sittings };
        }
        Work::Learn { stage: stages.start + place / self.slots, slot: (place % self.slots) as u32 }
    }

    /// Returns the end of the run's stage that contains `shard`: the index of the first shard after
    /// the stage. For the run, a measurement is a stage too.
    pub(super) fn stage_end(&self, shard: u64) -> u64 {
        let (point, place) = self.place(shard);
        let stages = self.stages(point);
        let learning = (stages.end - stages.start) * self.slots;
        if place >= learning { self.begin(point + 1) } else { shard - place % self.slots + self.slots }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every shard is in one stage; slots and sittings occur once each, in order.
    #[test]
    fn shards_are_slots_and_sittings_in_order() {
        for (measured, slots, sittings) in [(vec![3, 4, 9], 2, 120), (vec![1], 1, 1), (vec![2, 5], 3, 50)] {
            let plan = Plan { slots, stage_games: 10 * slots, sittings, measured: measured.clone() };
            let (mut shard, mut done) = (0, 0);
            for (point, &stages) in measured.iter().enumerate() {
                for stage in done..stages {
                    for slot in 0..slots {
                        assert_eq!(plan.work(shard), Work::Learn { stage, slot: slot as u32 });
                        assert_eq!(plan.stage_end(shard), shard - slot + slots);
                        shard += 1;
                    }
                }
                done = stages;
                let mut next = 0;
                let end = shard + sittings.div_ceil(BLOCK);
                while shard < end {
                    let Work::Measure { point: found, games, sittings } = plan.work(shard) else { panic!() };
                    assert_eq!((found, games, sittings.start), (point as u64, stages * 10 * slots, next));
                    assert_eq!(plan.stage_end(shard), end);
                    next = sittings.end;
                    shard += 1;
                }
                assert_eq!(next, sittings);
            }
            assert_eq!(plan.shards(), shard);
        }
    }
}
