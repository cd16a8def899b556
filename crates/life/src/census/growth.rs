//! What grows by as many cells every period: guns, puffers, and their codes.
//!
//! Nothing comes again there that could be drawn, so the community names such an object by its populations alone:
//!
//! ```text
//! yl144_1_16_afb5f3db909e60548f086e22ee3353ac      the switch engine that lays blocks
//!   p   q S  md5 of "A#B"
//! ```
//!
//! Let n(t) be the population. The period p is the least for which what a period brings, n(t + p) - n(t), is what the
//! next one brings, at every t; q is the least number of generations after which that repeats itself. Of the p
//! differences d = n(t + q) - n(t) of a period, S is the sum, A that of the squares and B that of the cubes, each as 32
//! bits hold it. This is what apgsearch writes; it sees 14,400 generations and takes periods below 4,800, and so it is
//! here.
//!
//! What it has left behind is counted too, in one generation ([`Census::grown_at`]): apgsearch counts all objects that it
//! finds when it has given up waiting for an end. It compares populations for 22,400 generations, then waits until what
//! lies within 120 of its tiles around the middle repeats itself; a switch engine, which flies at c/12, leaves them after
//! some 30,000 generations. How large a tile is depends on the processor that apgsearch was compiled for, so no number of
//! generations is exactly its own. (Its sources: `stabilise.h` and `searcher.h` of apgmera, `upattern.h` of lifelib.)
//!
//! An object is what goes on alone, so what else lives there must be taken away first. Cells are followed from a
//! generation at which growth is evident: of the groups that never meet meanwhile, those that come again are no matter,
//! and each other one goes on alone.

use std::collections::BTreeMap;

use quadrille_progress::{Cancelled, Observer, Progress};

use super::apgcode::Apgcode;
use super::orbit::Orbit;
use super::{Census, Counter, PATIENCE, Pseudo, at_origin, followed};
use crate::fate::cells::{self, Cell, Turns};
use crate::fate::parts::least_common_multiple;
use crate::fate::{FateError, Growth, GrowthKind};
use crate::grid::Settings;
use crate::pattern::Pattern;
use crate::rule::Rule;
use crate::tiles::Tiles;

/// Periods are below this; populations are seen for three times as long.
const PERIODS: usize = 4800;
/// Cells of the largest pattern that is looked at: seconds of work at worst.
const MOST_CELLS: u64 = 1 << 14;
/// Generations for which cells are followed, to see which belong together: two periods of the growth, between these.
const FOLLOWED: (u64, u64) = (64, 1024);
/// And, if what was found is not what grows, for that many times as many.
const LONGER: u64 = 8;
/// Cells times generations for which they are followed.
const EFFORT: u64 = 1 << 26;
/// Generations that a group goes on alone before it is looked at. Debris of its past, which lies there as other groups,
/// has part in what it leaves behind in its first periods.
const ALONE: u64 = 8192;
/// The generation in which debris is counted.
const COUNTED: u64 = 30_000;
/// Generations between two questions to the observer.
const BETWEEN_QUESTIONS: usize = 64;

/// What of a pattern grows as was seen. One code for all of it, if it cannot be taken apart into what grows so; the name
/// of its growth, if it has none, has very many cells, or leaves memory or the plane before it is known.
pub(super) fn objects(
    pattern: &Pattern,
    growth: &Growth,
    rule: Rule,
    settings: Settings,
    observer: &dyn Observer,
) -> Result<Vec<Apgcode>, Cancelled> {
    if growth.kind == GrowthKind::Quadratic {
        return Ok(vec![Apgcode::growth("QUADRATIC")]);
    }
    match (Look { pattern, growth, rule, settings, observer }).objects() {
        Ok(Some(codes)) => Ok(codes),
        Err(FateError::Cancelled(cancelled)) => Err(cancelled),
        Ok(None) | Err(_) => Ok(vec![Apgcode::growth("LINEAR")]),
    }
}

impl Census {
    /// Returns the generation in which the debris of a pattern with this growth is counted, within a limit of
    /// generations: 30,000, or the last one looked at.
    pub fn grown_at(growth: &Growth, generations: u64) -> u64 {
        COUNTED.min(generations).max(growth.to)
    }

    /// Counts the debris of a pattern that grows linearly: of the groups of cells that do not interact from that generation
    /// on, those that recur. Returns whether it was counted: not where there are very many cells, or where memory or the
    /// plane ends before.
    pub(super) fn add_debris(
        &mut self,
        pattern: &Pattern,
        growth: &Growth,
        generation: u64,
        pseudo: Pseudo,
        (rule, settings): (Rule, Settings),
        observer: &dyn Observer,
    ) -> Result<bool, Cancelled> {
        if growth.kind == GrowthKind::Quadratic {
            return Ok(false);
        }
        let groups = || -> Result<Option<Vec<Vec<Cell>>>, FateError> {
            let mut plane = Tiles::from_pattern(&pattern.at_origin(), rule, settings)?;
            plane.run(generation, &|_: &Progress| observer.observe(&looking()))?;
            let together = growth.period.saturating_mul(2).clamp(FOLLOWED.0, FOLLOWED.1);
            if plane.population().saturating_mul(together) > EFFORT {
                return Ok(None);
            }
            let turns = Turns::new(rule, pattern.is_at_odd_generation());
            let cells = cells::of_pattern(&plane.to_pattern());
            followed(&cells, &turns, generation, together, observer).map(Some)
        };
        let groups = match groups() {
            Err(FateError::Cancelled(cancelled)) => return Err(cancelled),
            groups => groups.unwrap_or_default(),
        };
        let Some(groups) = groups else { return Ok(false) };
        let turns = Turns::new(rule, pattern.is_at_odd_generation());
        let mut counter = Counter::new(rule, turns, pseudo, generation);
        let mut found = Self::default();
        for group in groups {
            observer.notify(&looking())?;
            counter.count(group, PATIENCE, &mut found);
        }
        // What does not come again is what grows, or will be debris.
        for (code, count) in found.iter() {
            self.add(code, count);
        }
        Ok(true)
    }

    /// Returns the generation in which the debris of a pattern that grows linearly was counted; `None` if there was
    /// no such growth, or the debris could not be counted.
    pub const fn debris_at(&self) -> Option<u64> {
        self.debris_at
    }
}

/// A pattern that grows linearly.
struct Look<'a> {
    pattern: &'a Pattern,
    growth: &'a Growth,
    rule: Rule,
    settings: Settings,
    observer: &'a dyn Observer,
}

impl Look<'_> {
    fn objects(&self) -> Result<Option<Vec<Apgcode>>, FateError> {
        let mut plane = Tiles::from_pattern(&self.pattern.at_origin(), self.rule, self.settings)?;
        plane.run(self.growth.to, &|_: &Progress| self.observer.observe(&looking()))?;
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
            // What is cut apart though it meets later, such as a gun and a far eater, does not add up to it.
            let all = found.iter().try_fold(Rate::NONE, |all, linear| all.and(linear.rate));
            if !found.is_empty() && all.is_some_and(|all| all.is(self.growth)) {
                return Ok(Some(found.into_iter().map(|linear| linear.code).collect()));
            }
        }
        let whole = linear(&populations(&mut plane, self.observer)?);
        Ok(whole.map(|linear| vec![linear.code]))
    }

    /// The groups that grow, of these cells in the last generation that was seen, each alone.
    fn groups(&self, cells: &[Cell], generations: u64) -> Result<Vec<Linear>, FateError> {
        let odd = self.pattern.is_at_odd_generation();
        let turns = Turns::new(self.rule, odd);
        let mut known: BTreeMap<Vec<Cell>, Option<Linear>> = BTreeMap::new();
        let mut found = Vec::new();
        for mut group in followed(cells, &turns, self.growth.to, generations, self.observer)? {
            self.observer.notify(&looking())?;
            if Orbit::of(group.clone(), &turns, self.growth.to, PATIENCE).is_some() {
                continue;
            }
            at_origin(&mut group);
            if !known.contains_key(&group) {
                let mut alone = Pattern::from_cells(group.iter().map(|&(y, x)| (x, y)));
                alone.generation = (odd != (self.growth.to % 2 == 1)).then(|| "1".to_owned());
                let mut alone = Tiles::from_pattern(&alone, self.rule, self.settings)?;
                alone.run(ALONE, &|_: &Progress| self.observer.observe(&looking()))?;
                let linear = linear(&populations(&mut alone, self.observer)?);
                known.insert(group.clone(), linear);
            }
            found.extend(known.get(&group).and_then(Option::as_ref).cloned());
        }
        Ok(found)
    }
}

/// How many cells live in as many generations as are seen, from the present one on.
fn populations(plane: &mut Tiles, observer: &dyn Observer) -> Result<Vec<u64>, FateError> {
    let mut populations = Vec::with_capacity(3 * PERIODS);
    while populations.len() < 3 * PERIODS {
        if populations.len().is_multiple_of(BETWEEN_QUESTIONS) {
            observer.notify(&looking())?;
        }
        populations.push(plane.population());
        plane.step()?;
    }
    Ok(populations)
}

/// That nothing is done but looking.
fn looking() -> Progress {
    Progress::done(0).counting("generations").with_message("looking for what grows")
}

/// Cells in so many generations.
#[derive(Clone, Copy, Debug)]
struct Rate {
    cells: i128,
    generations: u64,
}

impl Rate {
    const NONE: Self = Self { cells: 0, generations: 1 };

    /// Both together; `None` if there is no number for it.
    fn and(self, other: Self) -> Option<Self> {
        let generations = least_common_multiple(self.generations, other.generations)?;
        let within = |rate: Self| rate.cells.checked_mul((generations / rate.generations).into());
        Some(Self { cells: within(self)?.checked_add(within(other)?)?, generations })
    }

    /// Whether that is how much it grows.
    fn is(self, growth: &Growth) -> bool {
        let grown = i128::from(growth.cells).checked_mul(self.generations.into());
        grown.is_some() && grown == self.cells.checked_mul(growth.period.into())
    }
}

/// What grows linearly.
#[derive(Clone, Debug)]
struct Linear {
    code: Apgcode,
    rate: Rate,
}

/// What has these populations, if it grows by as many cells every period; `None` if they do not repeat themselves in this
/// way, or do so without growing. Time is quadratic in the periods at worst.
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

    /// The switch engine that lays blocks.
    const ENGINE: &str = "yl144_1_16_afb5f3db909e60548f086e22ee3353ac";

    /// What grows, in a census.
    fn growing(census: &Census) -> Vec<String> {
        let grows = |code: &Apgcode| code.as_str().starts_with('y') || code.as_str().starts_with("zz");
        let codes = census.iter().filter(|(code, _)| grows(code));
        codes.map(|(code, count)| format!("{count} {code}")).collect()
    }

    /// The objects of a pattern that grows, as they are in the generation in which they are counted, by the census that
    /// knows nothing of growth; and how many groups are none.
    fn counted_plainly(pattern: &Pattern, generation: u64) -> (BTreeMap<String, u64>, u64) {
        let mut tiles = Tiles::from_pattern(pattern, Rule::CONWAY, Settings::default()).unwrap();
        tiles.run(generation, &()).unwrap();
        let plain = Census::at_once(&tiles.to_pattern(), Rule::CONWAY, Pseudo::Split, &()).unwrap();
        (plain.iter().map(|(code, count)| (code.to_string(), count)).collect(), plain.unsettled())
    }

    /// The objects of the census of what grows, but for those that do.
    fn debris(pattern: &Pattern, within: u64) -> (u64, BTreeMap<String, u64>) {
        let found =
            Census::of(pattern, Rule::CONWAY, Pseudo::Split, Settings::default(), within, &()).unwrap();
        let (Fate { outcome: Outcome::Grows(growth), .. }, Some(census)) = found else { panic!("it grows") };
        let debris = census.iter().filter(|(code, _)| code.as_str().starts_with('x'));
        let debris = debris.map(|(code, count)| (code.to_string(), count)).collect();
        (Census::grown_at(&growth, within), debris)
    }

    /// The same objects, but for the newest, which the engine may still be at work on.
    fn agree(found: &BTreeMap<String, u64>, plain: &BTreeMap<String, u64>) -> bool {
        let newest = |(code, &count): (&String, &u64)| count.abs_diff(found.get(code).copied().unwrap_or(0));
        plain.iter().map(newest).sum::<u64>() <= 16 && found.keys().all(|code| plain.contains_key(code))
    }

    /// The switch engine lays 8 blocks in 288 generations.
    #[test]
    fn debris_of_a_switch_engine_is_counted() {
        let engine: Pattern = "6bob$4bob2o$4bobo$4bo$2bo$obo!".parse().unwrap();
        let (generation, found) = debris(&engine, 100_000);
        assert_eq!(generation, 30_000);
        let plain = counted_plainly(&engine, generation).0;
        assert!(agree(&found, &plain), "{found:?}, {plain:?}");
        let blocks = found["xs4_33"];
        // From generation to generation there are as many more as it lays.
        let (earlier, before) = debris(&engine, 30_000 - 2880);
        assert_eq!((earlier, blocks - before["xs4_33"]), (30_000 - 2880, 80));
        // Those of a gun are its gliders: one in 30 generations.
        let gun = "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!";
        let (generation, found) = debris(&gun.parse().unwrap(), 100_000);
        assert_eq!((generation, found.len()), (30_000, 1), "{found:?}");
        assert!((998..=1000).contains(&found["xq4_153"]), "{found:?}");
    }

    fn code_of(populations: &[u64]) -> Option<Apgcode> {
        linear(populations).map(|linear| linear.code)
    }

    /// What is seen of populations that are a period's, over and over, and so many more every time.
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

    /// Of one cell more every generation each d is 1.
    #[test]
    fn the_simplest_growth() {
        let hash = md5::compute("1#1");
        assert_eq!(code_of(&repeated(&[5], 1)).unwrap().as_str(), format!("yl1_1_1_{hash:x}"));
        // d is 2, -1, 2, -1, …
        let hash = md5::compute("5#7");
        assert_eq!(code_of(&repeated(&[5, 7], 1)).unwrap().as_str(), format!("yl2_1_1_{hash:x}"));
    }

    /// The code under which everybody knows the switch engine that lays blocks; a beacon and a glider nearby, whose
    /// population goes up and down too, change nothing, and neither does the generation it begins at.
    #[test]
    fn a_switch_engine_has_its_code_among_others() {
        let engine = "6bob$4bob2o$4bobo$4bo$2bo$obo";
        let others = "200$200b2o$200b2o$202b2o$202b2o20$280bo$281bo$279b3o";
        for (cells, code) in [(engine.to_owned(), ENGINE), (format!("{engine}{others}"), ENGINE)] {
            for generation in ["0", "7"] {
                let pattern: Pattern =
                    format!("#CXRLE Gen={generation}\nx = 300, y = 300\n{cells}!").parse().unwrap();
                let (fate, census) =
                    Census::of(&pattern, Rule::CONWAY, Pseudo::Split, Settings::default(), 20_000, &())
                        .unwrap();
                assert!(matches!(fate.outcome, Outcome::Grows(_)));
                assert_eq!(growing(&census.unwrap()), [format!("1 {code}")]);
            }
        }
    }

    /// Two engines are two objects; and what fills the plane is one.
    #[test]
    fn each_that_grows_is_counted() {
        let of = |cells: &str, rule: Rule| {
            let pattern: Pattern = cells.parse().unwrap();
            let (_, census) =
                Census::of(&pattern, rule, Pseudo::Split, Settings::default(), 20_000, &()).unwrap();
            growing(&census.unwrap())
        };
        // The second flies the other way.
        let two = "x = 2018, y = 1011\n6bob$4bob2o$4bobo$4bo$2bo$obo1000$2015bobo$2015bo$2013bo$2011bobo$2010b2obo$2011bo!";
        assert_eq!(of(two, Rule::CONWAY), [format!("2 {ENGINE}")]);
        // A gun whose gliders are eaten far away does not grow.
        let gun = "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o";
        let eater = "417$439b2o$439bobo$441bo$441b2o";
        let eaten = format!("{gun}{eater}1000$2015bobo$2015bo$2013bo$2011bobo$2010b2obo$2011bo!");
        assert_eq!(of(&eaten, Rule::CONWAY), [format!("1 {ENGINE}")]);
        // Its gliders would leave the plane before its code is known.
        let far = format!("#CXRLE Pos=9223372036854773000,0\nx = 36, y = 9\n{gun}!");
        assert_eq!(of(&far, Rule::CONWAY), of(&format!("{gun}!"), Rule::CONWAY));
        assert_eq!(of(&far, Rule::CONWAY), ["1 yl30_1_5_74055a5f5e513fd2e62fb8d6117d3f03"]);
        assert_eq!(of("o!", "B12345678/S012345678".parse().unwrap()), ["1 zz_QUADRATIC"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4))]

        /// A switch engine that flies away from a soup: the ash of both is counted.
        #[test]
        fn debris_is_what_a_plain_census_finds(
            cells in prop::collection::btree_set((0..12i64, 0..12i64), 1..70),
            right in 250..400i64,
            within in 12_000..13_000u64,
        ) {
            let engine: Pattern = "6bob$4bob2o$4bobo$4bo$2bo$obo!".parse().unwrap();
            let soup = cells.into_iter().map(|(y, x)| (x + right, y - 300));
            let pattern = Pattern::from_cells(engine.cells().chain(soup));
            let found =
                Census::of(&pattern, Rule::CONWAY, Pseudo::Split, Settings::default(), within, &()).unwrap();
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

        /// Whenever one begins to look, the code is the same.
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
