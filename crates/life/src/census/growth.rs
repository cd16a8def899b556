//! Linear growth: codes of guns and puffers, and the census of their debris.
//!
//! Guns and puffers never recur, so their codes have no picture. The codes are computed from the
//! populations alone:
//!
//! ```text
//! yl144_1_16_afb5f3db909e60548f086e22ee3353ac      the block-laying switch engine
//!   p   q S  md5 of "A#B"
//! ```
//!
//! Let n(t) be the population at generation t. The period p is the smallest number of generations
//! for which the increment n(t + p) − n(t), as a function of t, repeats after p generations. The
//! smallest number of generations after which this function repeats is q. For p consecutive
//! generations t there are p differences n(t + q) − n(t). S is their sum, A the sum of their
//! squares and B the sum of their cubes. All three are computed with signed 32-bit integers, which
//! wrap around on overflow. This is the definition of apgsearch, which observes 14,400 generations
//! and accepts periods below 4,800. The same limits apply here.
//!
//! The debris is counted, too, at a single generation ([`Census::grown_at`]). apgsearch counts the
//! objects that exist when it stops waiting for stabilisation. It compares populations for 22,400
//! generations, then waits until the region within 120 of its tiles around the origin recurs. A
//! switch engine moves one cell in 12 generations, and leaves this region after about 30,000
//! generations. The size of a tile depends on the processor for which apgsearch was compiled, so
//! the generation at which apgsearch counts cannot be reproduced exactly. (Sources: `stabilise.h`
//! and `searcher.h` of apgmera, `upattern.h` of lifelib.)
//!
//! A growing object must be isolated from all others first. Cells are followed from a generation at
//! which growth is evident. Cells that interact while they are followed form one group. Groups that
//! recur are dropped. The remaining groups are run one by one, each in isolation.

use std::collections::BTreeMap;

use quadrille_progress::{Cancelled, Observer, Progress};

use super::apgcode::Apgcode;
use super::orbit::Orbit;
use super::{Census, Counter, PATIENCE, Pseudo, at_origin, followed};
use crate::fate::cells::{self, Cell, RuleCycle};
use crate::fate::parts::least_common_multiple;
use crate::fate::{FateError, Growth, GrowthKind};
use crate::grid::EngineSettings;
use crate::pattern::Pattern;
use crate::rule::Rule;
use crate::tiles::Tiles;

/// Periods must be below this number of generations. Populations are observed for three times this
/// number.
const PERIODS: usize = 4800;
/// The maximum population of a pattern that is analysed. At this population, the analysis takes
/// seconds at worst.
const MOST_CELLS: u64 = 1 << 14;
/// The minimum and the maximum number of generations for which cells are followed to find
/// interactions. Within these limits the number is twice the period of the growth.
const FOLLOWED: (u64, u64) = (64, 1024);
/// If the groups found at first do not account for the growth, the cells are followed again. The
/// number of generations is then multiplied by this factor.
const LONGER: u64 = 8;
/// The maximum product of the number of cells and the number of generations for which they are
/// followed.
const EFFORT: u64 = 1 << 26;
/// The number of generations for which a group is run in isolation before its populations are
/// observed. The debris that the group has left behind belongs to other groups, so the run lacks
/// this debris. The growth may therefore be irregular in the first generations of the run.
const ALONE: u64 = 8192;
/// The generation at which debris is counted, within the limits of [`Census::grown_at`].
const COUNTED: u64 = 30_000;
/// The number of generations between two calls of the observer.
const BETWEEN_QUESTIONS: usize = 64;

/// Returns the codes of the growing objects of a pattern. There is a single code for the whole
/// pattern if it cannot be separated into objects that account for its growth.
///
/// The result is the generic code (`zz_LINEAR`) in three cases: there is no specific code, the
/// population is very large, or the analysis exceeds the memory limit or the range of coordinates.
pub(super) fn objects(
    pattern: &Pattern,
    growth: &Growth,
    rule: Rule,
    settings: EngineSettings,
    observer: &dyn Observer,
) -> Result<Vec<Apgcode>, Cancelled> {
    if growth.kind == GrowthKind::Quadratic {
        return Ok(vec![Apgcode::growth("QUADRATIC")]);
    }
    match (Analysis { pattern, growth, rule, settings, observer }).objects() {
        Ok(Some(codes)) => Ok(codes),
        Err(FateError::Cancelled(cancelled)) => Err(cancelled),
        Ok(None) | Err(_) => Ok(vec![Apgcode::growth("LINEAR")]),
    }
}

impl Census {
    /// Returns the generation at which the debris of a pattern with this growth is counted, where
    /// `generations` is the maximum number of generations of the analysis. The result is the
    /// smaller of 30,000 and `generations`, or [`growth.to`](Growth::to) if that is later.
    pub fn grown_at(growth: &Growth, generations: u64) -> u64 {
        COUNTED.min(generations).max(growth.to)
    }

    /// Counts the debris of a pattern that grows linearly: the isolated groups of cells at
    /// `generation` that recur. Returns `false` if the debris was not counted because the
    /// population is very large, or because the run exceeds the memory limit or the range of
    /// coordinates.
    pub(super) fn add_debris(
        &mut self,
        pattern: &Pattern,
        growth: &Growth,
        generation: u64,
        pseudo: Pseudo,
        (rule, settings): (Rule, EngineSettings),
        observer: &dyn Observer,
    ) -> Result<bool, Cancelled> {
        if growth.kind == GrowthKind::Quadratic {
            return Ok(false);
        }
        let groups = || -> Result<Option<Vec<Vec<Cell>>>, FateError> {
            let mut plane = Tiles::from_pattern(&pattern.at_origin(), rule, settings)?;
            plane.run(generation, &|_: &Progress| observer.observe(&analysing()))?;
            let together = growth.period.saturating_mul(2).clamp(FOLLOWED.0, FOLLOWED.1);
            if plane.population().saturating_mul(together) > EFFORT {
                return Ok(None);
            }
            let rules = RuleCycle::new(rule, pattern.is_at_odd_generation());
            let cells = cells::of_pattern(&plane.to_pattern());
            followed(&cells, &rules, generation, together, observer).map(Some)
        };
        let groups = match groups() {
            Err(FateError::Cancelled(cancelled)) => return Err(cancelled),
            groups => groups.unwrap_or_default(),
        };
        let Some(groups) = groups else { return Ok(false) };
        let rules = RuleCycle::new(rule, pattern.is_at_odd_generation());
        let mut counter = Counter::new(rule, rules, pseudo, generation);
        let mut found = Self::default();
        for group in groups {
            observer.notify(&analysing())?;
            counter.count(group, PATIENCE, &mut found);
        }
        // Groups that do not recur are the growing objects or future debris.
        for (code, count) in found.iter() {
            self.add(code, count);
        }
        Ok(true)
    }

    /// Returns the generation at which the debris of linear growth was counted; `None` if there was
    /// no such growth, or the debris could not be counted.
    pub const fn debris_at(&self) -> Option<u64> {
        self.debris_at
    }
}

/// The analysis of a pattern that grows linearly.
struct Analysis<'a> {
    pattern: &'a Pattern,
    growth: &'a Growth,
    rule: Rule,
    settings: EngineSettings,
    observer: &'a dyn Observer,
}

impl Analysis<'_> {
    /// Returns the codes of the growing objects; `None` if there is no specific code.
    fn objects(&self) -> Result<Option<Vec<Apgcode>>, FateError> {
        let mut plane = Tiles::from_pattern(&self.pattern.at_origin(), self.rule, self.settings)?;
        plane.run(self.growth.to, &|_: &Progress| self.observer.observe(&analysing()))?;
        if plane.population() > MOST_CELLS {
            return Ok(None);
        }
        let cells = cells::of_pattern(&plane.to_pattern());
        let first = self.growth.period.saturating_mul(2).clamp(FOLLOWED.0, FOLLOWED.1);
        for generations in [first, first * LONGER] {
            if cells.len() as u64 * generations > EFFORT {
                break;
            }
            let found = self.groups(&cells, generations)?;
            // Some groups may interact later, such as a gun and a distant eater. Then the sum of
            // the growth rates of all groups differs from the growth rate of the pattern.
            let all = found.iter().try_fold(Rate::NONE, |all, linear| all.and(linear.rate));
            if !found.is_empty() && all.is_some_and(|all| all.is(self.growth)) {
                return Ok(Some(found.into_iter().map(|linear| linear.code).collect()));
            }
        }
        let whole = linear(&populations(&mut plane, self.observer)?);
        Ok(whole.map(|linear| vec![linear.code]))
    }

    /// Divides `cells`, the cells at generation [`growth.to`](Growth::to), into groups, runs each
    /// group in isolation, and returns the groups that grow. The cells are followed for
    /// `generations` to find the groups.
    fn groups(&self, cells: &[Cell], generations: u64) -> Result<Vec<Linear>, FateError> {
        let odd = self.pattern.is_at_odd_generation();
        let rules = RuleCycle::new(self.rule, odd);
        let mut known: BTreeMap<Vec<Cell>, Option<Linear>> = BTreeMap::new();
        let mut found = Vec::new();
        for mut group in followed(cells, &rules, self.growth.to, generations, self.observer)? {
            self.observer.notify(&analysing())?;
            if Orbit::of(group.clone(), &rules, self.growth.to, PATIENCE).is_some() {
                continue;
            }
            at_origin(&mut group);
            if !known.contains_key(&group) {
                let mut alone = Pattern::from_cells(group.iter().map(|&(y, x)| (x, y)));
                alone.generation = (odd != (self.growth.to % 2 == 1)).then(|| "1".to_owned());
                let mut alone = Tiles::from_pattern(&alone, self.rule, self.settings)?;
                alone.run(ALONE, &|_: &Progress| self.observer.observe(&analysing()))?;
                let linear = linear(&populations(&mut alone, self.observer)?);
                known.insert(group.clone(), linear);
            }
            found.extend(known.get(&group).and_then(Option::as_ref).cloned());
        }
        Ok(found)
    }
}

/// Returns the populations of three times [`PERIODS`] generations, beginning with the current
/// generation of the plane. The plane is advanced by this number of generations.
fn populations(plane: &mut Tiles, observer: &dyn Observer) -> Result<Vec<u64>, FateError> {
    let mut populations = Vec::with_capacity(3 * PERIODS);
    while populations.len() < 3 * PERIODS {
        if populations.len().is_multiple_of(BETWEEN_QUESTIONS) {
            observer.notify(&analysing())?;
        }
        populations.push(plane.population());
        plane.step()?;
    }
    Ok(populations)
}

/// Returns the progress of an analysis; the number of generations in it is always 0.
fn analysing() -> Progress {
    Progress::done(0).counting("generations").with_message("analysing growth")
}

/// A growth rate: `cells` per `generations`.
#[derive(Clone, Copy, Debug)]
struct Rate {
    cells: i128,
    generations: u64,
}

impl Rate {
    const NONE: Self = Self { cells: 0, generations: 1 };

    /// Returns the sum of two rates; `None` on overflow.
    fn and(self, other: Self) -> Option<Self> {
        let generations = least_common_multiple(self.generations, other.generations)?;
        let within = |rate: Self| rate.cells.checked_mul((generations / rate.generations).into());
        Some(Self { cells: within(self)?.checked_add(within(other)?)?, generations })
    }

    /// Returns whether this rate equals that of `growth`.
    fn is(self, growth: &Growth) -> bool {
        let grown = i128::from(growth.cells).checked_mul(self.generations.into());
        grown.is_some() && grown == self.cells.checked_mul(growth.period.into())
    }
}

/// An object that grows linearly.
#[derive(Clone, Debug)]
struct Linear {
    code: Apgcode,
    rate: Rate,
}

/// Returns the code and the growth rate of an object with these populations; `None` if the
/// populations do not grow by the same number of cells every period. Time is quadratic in the
/// maximum period at worst.
fn linear(populations: &[u64]) -> Option<Linear> {
    let brings =
        |at: usize, period: usize| i128::from(populations[at + period]) - i128::from(populations[at]);
    let period = (1..PERIODS).find(|&p| (0..PERIODS).all(|at| brings(at, p) == brings(at + p, p)))?;
    let again =
        (1..PERIODS).find(|&q| (0..PERIODS).all(|at| brings(at, period) == brings(at + q, period)))?;
    let cells: i128 = (0..period).map(|at| brings(at, again)).sum();
    if cells <= 0 {
        return None;
    }
    let [mut sum, mut squares, mut cubes] = [0i32; 3];
    for at in 0..period {
        let more = brings(at, again) as i32;
        sum = sum.wrapping_add(more);
        squares = squares.wrapping_add(more.wrapping_pow(2));
        cubes = cubes.wrapping_add(more.wrapping_pow(3));
    }
    let hash = md5::compute(format!("{squares}#{cubes}"));
    Some(Linear {
        code: Apgcode::linear_growth(&format!("{period}_{again}_{sum}_{hash:x}")),
        rate: Rate { cells, generations: (period * again) as u64 },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::{Census, Pseudo};
    use crate::fate::{Fate, Outcome};
    use proptest::prelude::*;

    /// The apgcode of the block-laying switch engine.
    const ENGINE: &str = "yl144_1_16_afb5f3db909e60548f086e22ee3353ac";

    /// Returns the growing objects of a census.
    fn growing(census: &Census) -> Vec<String> {
        let grows = |code: &Apgcode| code.as_str().starts_with('y') || code.as_str().starts_with("zz");
        let codes = census.iter().filter(|(code, _)| grows(code));
        codes.map(|(code, count)| format!("{count} {code}")).collect()
    }

    /// Returns the objects of a growing pattern at a generation by a plain census, and the number
    /// of unrecognised groups.
    fn counted_plainly(pattern: &Pattern, generation: u64) -> (BTreeMap<String, u64>, u64) {
        let mut tiles = Tiles::from_pattern(pattern, Rule::CONWAY, EngineSettings::default()).unwrap();
        tiles.run(generation, &()).unwrap();
        let plain = Census::at_once(&tiles.to_pattern(), Rule::CONWAY, Pseudo::Split, &()).unwrap();
        (plain.iter().map(|(code, count)| (code.to_string(), count)).collect(), plain.unsettled())
    }

    /// Returns the debris in the census of a growing pattern.
    fn debris(pattern: &Pattern, within: u64) -> (u64, BTreeMap<String, u64>) {
        let found =
            Census::of(pattern, Rule::CONWAY, Pseudo::Split, EngineSettings::default(), within, &()).unwrap();
        let (Fate { outcome: Outcome::Grows(growth), .. }, Some(census)) = found else { panic!("it grows") };
        let debris = census.iter().filter(|(code, _)| code.as_str().starts_with('x'));
        let debris = debris.map(|(code, count)| (code.to_string(), count)).collect();
        (Census::grown_at(&growth, within), debris)
    }

    /// Returns whether the two censuses agree, except for the newest objects, with which the switch
    /// engine may still interact.
    fn agree(found: &BTreeMap<String, u64>, plain: &BTreeMap<String, u64>) -> bool {
        let newest = |(code, &count): (&String, &u64)| count.abs_diff(found.get(code).copied().unwrap_or(0));
        plain.iter().map(newest).sum::<u64>() <= 16 && found.keys().all(|code| plain.contains_key(code))
    }

    /// The switch engine lays 8 blocks per 288 generations.
    #[test]
    fn debris_of_a_switch_engine_is_counted() {
        let engine: Pattern = "6bob$4bob2o$4bobo$4bo$2bo$obo!".parse().unwrap();
        let (generation, found) = debris(&engine, 100_000);
        assert_eq!(generation, 30_000);
        let plain = counted_plainly(&engine, generation).0;
        assert!(agree(&found, &plain), "{found:?}, {plain:?}");
        let blocks = found["xs4_33"];
        // The increase between two generations matches the rate.
        let (earlier, before) = debris(&engine, 30_000 - 2880);
        assert_eq!((earlier, blocks - before["xs4_33"]), (30_000 - 2880, 80));
        // The debris of a gun is its gliders: one per 30 generations.
        let gun = "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!";
        let (generation, found) = debris(&gun.parse().unwrap(), 100_000);
        assert_eq!((generation, found.len()), (30_000, 1), "{found:?}");
        assert!((998..=1000).contains(&found["xq4_153"]), "{found:?}");
    }

    fn code_of(populations: &[u64]) -> Option<Apgcode> {
        linear(populations).map(|linear| linear.code)
    }

    /// Returns populations that repeat `period`, with `more` added in each repetition.
    fn repeated(period: &[u64], more: u64) -> Vec<u64> {
        let turns = (0u64..).flat_map(|turn| period.iter().map(move |&cells| cells + turn * more));
        turns.take(3 * PERIODS).collect()
    }

    #[test]
    fn populations_that_do_not_grow_have_no_code() {
        assert_eq!(code_of(&repeated(&[5], 0)), None);
        assert_eq!(code_of(&repeated(&[5, 7, 3], 0)), None);
        // A fuse that burns away.
        let fuse: Vec<u64> = (0..3 * PERIODS as u64).map(|t| 20_000 - t).collect();
        assert_eq!(code_of(&fuse), None);
        let square: Vec<u64> = (0..3 * PERIODS as u64).map(|t| t * t).collect();
        assert_eq!(code_of(&square), None);
        let late: Vec<u64> = (0..3 * PERIODS as u64).map(|t| t.max(5000)).collect();
        assert_eq!(code_of(&late), None);
    }

    /// If one cell is added every generation, each difference d is 1.
    #[test]
    fn the_simplest_growth() {
        let hash = md5::compute("1#1");
        assert_eq!(code_of(&repeated(&[5], 1)).unwrap().as_str(), format!("yl1_1_1_{hash:x}"));
        // d is 2, -1, 2, -1, …
        let hash = md5::compute("5#7");
        assert_eq!(code_of(&repeated(&[5, 7], 1)).unwrap().as_str(), format!("yl2_1_1_{hash:x}"));
    }

    /// The block-laying switch engine has its well-known code. Neither a beacon and a glider nearby
    /// nor the initial generation changes the code.
    #[test]
    fn a_switch_engine_has_its_code_among_others() {
        let engine = "6bob$4bob2o$4bobo$4bo$2bo$obo";
        let others = "200$200b2o$200b2o$202b2o$202b2o20$280bo$281bo$279b3o";
        for (cells, code) in [(engine.to_owned(), ENGINE), (format!("{engine}{others}"), ENGINE)] {
            for generation in ["0", "7"] {
                let pattern: Pattern =
                    format!("#CXRLE Gen={generation}\nx = 300, y = 300\n{cells}!").parse().unwrap();
                let (fate, census) =
                    Census::of(&pattern, Rule::CONWAY, Pseudo::Split, EngineSettings::default(), 20_000, &())
                        .unwrap();
                assert!(matches!(fate.outcome, Outcome::Grows(_)));
                assert_eq!(growing(&census.unwrap()), [format!("1 {code}")]);
            }
        }
    }

    /// Two switch engines are two objects, and a pattern that fills the plane is one object.
    #[test]
    fn each_that_grows_is_counted() {
        let of = |cells: &str, rule: Rule| {
            let pattern: Pattern = cells.parse().unwrap();
            let (_, census) =
                Census::of(&pattern, rule, Pseudo::Split, EngineSettings::default(), 20_000, &()).unwrap();
            growing(&census.unwrap())
        };
        // The second switch engine moves in the opposite direction.
        let two = "x = 2018, y = 1011\n6bob$4bob2o$4bobo$4bo$2bo$obo1000$2015bobo$2015bo$2013bo$2011bobo$2010b2obo$2011bo!";
        assert_eq!(of(two, Rule::CONWAY), [format!("2 {ENGINE}")]);
        // A gun whose gliders are absorbed by a distant eater does not grow.
        let gun = "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o";
        let eater = "417$439b2o$439bobo$441bo$441b2o";
        let eaten = format!("{gun}{eater}1000$2015bobo$2015bo$2013bo$2011bobo$2010b2obo$2011bo!");
        assert_eq!(of(&eaten, Rule::CONWAY), [format!("1 {ENGINE}")]);
        // The gliders of this gun would reach the end of the plane before its code is known.
        let far = format!("#CXRLE Pos=9223372036854773000,0\nx = 36, y = 9\n{gun}!");
        assert_eq!(of(&far, Rule::CONWAY), of(&format!("{gun}!"), Rule::CONWAY));
        assert_eq!(of(&far, Rule::CONWAY), ["1 yl30_1_5_74055a5f5e513fd2e62fb8d6117d3f03"]);
        assert_eq!(of("o!", "B12345678/S012345678".parse().unwrap()), ["1 zz_QUADRATIC"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4))]

        /// The ash of a switch engine and of a soup that it leaves behind is counted.
        #[test]
        fn debris_agrees_with_a_plain_census(
            cells in prop::collection::btree_set((0..12i64, 0..12i64), 1..70),
            right in 250..400i64,
            within in 12_000..13_000u64,
        ) {
            let engine: Pattern = "6bob$4bob2o$4bobo$4bo$2bo$obo!".parse().unwrap();
            let soup = cells.into_iter().map(|(y, x)| (x + right, y - 300));
            let pattern = Pattern::from_cells(engine.cells().chain(soup));
            let found =
                Census::of(&pattern, Rule::CONWAY, Pseudo::Split, EngineSettings::default(), within, &()).unwrap();
            let (Fate { outcome: Outcome::Grows(growth), .. }, Some(census)) = found else { return Ok(()) };
            let (generation, found) = debris(&pattern, within);
            prop_assert_eq!(generation, growth.to.max(within));
            let (plain, _) = counted_plainly(&pattern, generation);
            prop_assert_eq!(growing(&census).len(), 1);
            prop_assert!(agree(&found, &plain), "{:?}, {:?}", found, plain);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        /// The code does not depend on the generation at which the observation begins.
        #[test]
        fn a_code_does_not_depend_on_the_phase(
            period in prop::collection::vec(0..50u64, 1..40),
            more in 1..50u64,
            phase in 0..40usize,
        ) {
            let populations = repeated(&period, more);
            let mut later = populations[phase % period.len()..].to_vec();
            let before = later.len();
            for at in before..3 * PERIODS {
                later.push(later[at - period.len()] + more);
            }
            prop_assert_eq!(code_of(&populations), code_of(&later));
        }
    }
}
