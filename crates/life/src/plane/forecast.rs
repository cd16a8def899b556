//! The recorded cost of tiles, and its extrapolation.

/// The number of doublings of the generation after which a forecast is infinite.
const MOST_DOUBLINGS: usize = 128;
/// The minimum distance between two records of a [`History`], as a fraction of the generation. The
/// distance keeps the number of records small.
const APART: f64 = 1.0 / 32.0;
/// The minimum and the maximum of [`Forecast::ratio`].
const RATIO: (f64, f64) = (0.25, 8.0);

/// The total cost of tiles, in tiles computed, as a function of the generation. The cost is
/// recorded at increasing generations and interpolated linearly between them. For generations that
/// another engine ran, it is an estimate.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// The records: pairs of a generation and the total cost up to this generation.
    marks: Vec<(f64, f64)>,
}

/// The expected cost of future generations, assuming that the cost grows as a power of the
/// generation: each doubling of the generation costs the same multiple of the doubling before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forecast {
    /// The generation at which the forecast is made.
    from: f64,
    /// The cost of the last doubling, which ends at the generation `from`.
    last: f64,
    /// The ratio of the cost of a doubling to the cost of the doubling before.
    ratio: f64,
}

impl Default for History {
    fn default() -> Self {
        Self { marks: vec![(0.0, 0.0)] }
    }
}

impl History {
    /// Records the cost of the generations from the last record to `generation`.
    pub(super) fn add(&mut self, generation: f64, cost: f64) {
        let before = self.cost_until(f64::INFINITY);
        // Of the records up to a quarter of the current generation, only the last is needed. Remove
        // the others.
        let old = self.marks.partition_point(|mark| mark.0 <= generation / 4.0);
        self.marks.drain(..old.saturating_sub(1));
        let mark = (generation, before + cost);
        match &mut self.marks[..] {
            [.., (last, _), newest] if generation - *last < APART * generation => *newest = mark,
            _ => self.marks.push(mark),
        }
    }

    /// Returns the cost of all generations up to this one.
    fn cost_until(&self, generation: f64) -> f64 {
        let after = self.marks.partition_point(|mark| mark.0 < generation);
        match (after.checked_sub(1).map(|at| self.marks[at]), self.marks.get(after)) {
            (Some(before), Some(next)) => {
                let share = (generation - before.0) / (next.0 - before.0);
                before.1 + share * (next.1 - before.1)
            }
            (Some((_, cost)), None) | (None, Some(&(_, cost))) => cost,
            (None, None) => 0.0,
        }
    }

    /// Returns a forecast at the last recorded generation.
    pub(super) fn forecast(&self) -> Forecast {
        let from = self.marks.last().map_or(0.0, |mark| mark.0);
        let [first, half, now] = [from / 4.0, from / 2.0, from].map(|at| self.cost_until(at));
        let (before, last) = (half - first, now - half);
        let ratio = if before > 0.0 { (last / before).clamp(RATIO.0, RATIO.1) } else { RATIO.1 };
        Forecast { from, last, ratio }
    }
}

impl Forecast {
    /// Returns the expected cost of the generations from `from` to `to`. Both are at or after the
    /// generation of the forecast.
    pub(super) fn between(&self, from: f64, to: f64) -> f64 {
        let until = self.until(to);
        // The cost is infinite if the forecast does not reach as far as `to`.
        if until.is_finite() { (until - self.until(from)).max(0.0) } else { f64::INFINITY }
    }

    /// Returns the expected cost of the generations from `self.from` to `generation`.
    fn until(&self, generation: f64) -> f64 {
        let (mut cost, mut begin, mut doubling) = (0.0, self.from, self.last * self.ratio);
        for _ in 0..MOST_DOUBLINGS {
            if generation <= 2.0 * begin {
                return cost + doubling * ((generation - begin) / begin).max(0.0);
            }
            cost += doubling;
            doubling *= self.ratio;
            begin *= 2.0;
        }
        f64::INFINITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the history of a cost of `rate(g)` in generation g, recorded every 16 generations.
    fn history(generations: u32, rate: impl Fn(f64) -> f64) -> History {
        let mut history = History::default();
        for end in (16..=generations).step_by(16) {
            let cost: f64 = (end - 16..end).map(|generation| rate(f64::from(generation) + 0.5)).sum();
            history.add(f64::from(end), cost);
        }
        history
    }

    #[test]
    fn constant_linear_and_quadratic_rates_are_continued() {
        for power in 0..3 {
            let rate = |generation: f64| (0..power).fold(3.0, |rate, _| rate * generation);
            let forecast = history(1024, rate).forecast();
            // The forecast is exact at doublings, and linear between them.
            for to in [2048.0, 16384.0] {
                // The integral of 3 tᵖ.
                let whole = |at: f64| (0..=power).fold(3.0, |all, _| all * at) / f64::from(power + 1);
                let (found, expected) = (forecast.between(1024.0, to), whole(to) - whole(1024.0));
                assert!((found / expected - 1.0).abs() < 0.01, "t^{power} until {to}: {found}, {expected}");
            }
            let half = forecast.between(1024.0, 1536.0) * 2.0;
            assert!((half / forecast.between(1024.0, 2048.0) - 1.0).abs() < 1e-9);
            assert!(forecast.between(5000.0, 5000.0) < 1e-9);
        }
    }

    #[test]
    fn single_generations_are_recorded_in_few_marks() {
        let (mut single, mut many) = (History::default(), History::default());
        for generation in 1..=4096u32 {
            single.add(f64::from(generation), 3.0);
            if generation.is_multiple_of(64) {
                many.add(f64::from(generation), 3.0 * 64.0);
            }
        }
        assert!(single.marks.len() < 100, "{} marks", single.marks.len());
        let [single, many] = [single, many].map(|history| history.forecast().between(4096.0, 65536.0));
        assert!((single / many - 1.0).abs() < 0.05, "{single} {many}");
        assert!(history(64, |_| 1.0).forecast().between(1e300, 1e308).is_infinite());
    }

    #[test]
    fn a_settled_plane_is_expected_to_cost_little() {
        let forecast = history(4096, |generation| if generation < 1024.0 { 100.0 } else { 0.0 }).forecast();
        assert!(forecast.between(4096.0, 1e12) < 1.0);
    }
}
