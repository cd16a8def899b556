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
//! An object is what goes on alone, so what else lives there must be taken away first. Cells are followed from a
//! generation at which growth is evident: of the groups that never meet meanwhile, those that come again are no matter,
//! and each other one goes on alone.

use quadrille_progress::{Observer, Progress};

use super::apgcode::Apgcode;
use super::orbit::Orbit;
use super::{PATIENCE, followed};
use crate::fate::cells::{self, Turns};
use crate::fate::{FateError, Growth, GrowthKind};
use crate::grid::Settings;
use crate::pattern::Pattern;
use crate::rule::Rule;
use crate::tiles::Tiles;

/// Periods are below this; populations are seen for three times as long.
const PERIODS: usize = 4800;
/// Generations for which cells are followed, to see which belong together: two periods of the growth, between these.
const FOLLOWED: (u64, u64) = (64, 1024);
/// Generations that a group goes on alone before it is looked at, until what the rest of its last debris was is made up
/// for by later debris.
const ALONE: u64 = 8192;
/// Cells times generations for which they are followed.
const EFFORT: u64 = 1 << 26;
/// Generations between two questions to the observer.
const BETWEEN_QUESTIONS: usize = 64;

/// What of a pattern grows as was seen; one code for all of it, if it cannot be taken apart or goes on otherwise alone.
pub(super) fn objects(
    pattern: &Pattern,
    growth: &Growth,
    rule: Rule,
    settings: Settings,
    observer: &dyn Observer,
) -> Result<Vec<Apgcode>, FateError> {
    if growth.kind == GrowthKind::Quadratic {
        return Ok(vec![Apgcode::growth("QUADRATIC")]);
    }
    let mut plane = Tiles::from_pattern(pattern, rule, settings)?;
    let quietly = |_: &Progress| observer.observe(&looking());
    plane.run(growth.to, &quietly)?;
    let turns = Turns::new(rule, pattern.is_at_odd_generation());
    let mut codes = Vec::new();
    let generations = growth.period.saturating_mul(2).clamp(FOLLOWED.0, FOLLOWED.1);
    if plane.population().saturating_mul(generations) <= EFFORT {
        let cells = cells::of_pattern(&plane.to_pattern());
        for group in followed(&cells, &turns, growth.to, generations, observer)? {
            observer.tell(&looking())?;
            if Orbit::of(group.clone(), &turns, growth.to, PATIENCE).is_some() {
                continue;
            }
            let mut alone = Pattern::from_cells(group.into_iter().map(|(y, x)| (x, y)));
            let odd = pattern.is_at_odd_generation() != (growth.to % 2 == 1);
            alone.generation = odd.then(|| "1".to_owned());
            let mut alone = Tiles::from_pattern(&alone, rule, settings)?;
            alone.run(ALONE, &quietly)?;
            codes.extend(code(&populations(&mut alone, observer)?));
        }
    }
    if codes.is_empty() {
        let whole = code(&populations(&mut plane, observer)?);
        codes.push(whole.unwrap_or_else(|| Apgcode::growth("LINEAR")));
    }
    Ok(codes)
}

/// How many cells live in as many generations as are seen, from the present one on.
fn populations(plane: &mut Tiles, observer: &dyn Observer) -> Result<Vec<u64>, FateError> {
    let mut populations = Vec::with_capacity(3 * PERIODS);
    while populations.len() < 3 * PERIODS {
        if populations.len().is_multiple_of(BETWEEN_QUESTIONS) {
            observer.tell(&looking())?;
        }
        populations.push(plane.population());
        plane.step()?;
    }
    Ok(populations)
}

/// That nothing is done but looking.
fn looking() -> Progress {
    Progress::done(0).counting("generations").saying("looking for what grows")
}

/// The code of what has these populations, if it grows by as many cells every period, or becomes smaller so; `None` if
/// they do not repeat themselves in this way, or do so without growing. Time is quadratic in the periods at worst.
fn code(populations: &[u64]) -> Option<Apgcode> {
    let brings = |at: usize, period: usize| populations[at + period].wrapping_sub(populations[at]);
    let period = (1..PERIODS).find(|&p| (0..PERIODS).all(|at| brings(at, p) == brings(at + p, p)))?;
    let again =
        (1..PERIODS).find(|&q| (0..PERIODS).all(|at| brings(at, period) == brings(at + q, period)))?;
    let [mut sum, mut squares, mut cubes] = [0i32; 3];
    for at in 0..period {
        let more = brings(at, again) as i32;
        sum = sum.wrapping_add(more);
        squares = squares.wrapping_add(more.wrapping_pow(2));
        cubes = cubes.wrapping_add(more.wrapping_pow(3));
    }
    (sum != 0).then(|| {
        let hash = md5::compute(format!("{squares}#{cubes}"));
        Apgcode::linear_growth(&format!("{period}_{again}_{sum}_{hash:x}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::{Census, Pseudo};
    use crate::fate::Outcome;
    use proptest::prelude::*;

    /// The switch engine that lays blocks.
    const ENGINE: &str = "yl144_1_16_afb5f3db909e60548f086e22ee3353ac";

    /// What is seen of populations that are a period's, over and over, and so many more every time.
    fn repeated(period: &[u64], more: u64) -> Vec<u64> {
        let turns = (0u64..).flat_map(|turn| period.iter().map(move |&cells| cells + turn * more));
        turns.take(3 * PERIODS).collect()
    }

    #[test]
    fn populations_that_do_not_grow_have_no_code() {
        assert_eq!(code(&repeated(&[5], 0)), None);
        assert_eq!(code(&repeated(&[5, 7, 3], 0)), None);
        let square: Vec<u64> = (0..3 * PERIODS as u64).map(|t| t * t).collect();
        assert_eq!(code(&square), None);
        let late: Vec<u64> = (0..3 * PERIODS as u64).map(|t| t.max(5000)).collect();
        assert_eq!(code(&late), None);
    }

    /// Of one cell more every generation each d is 1.
    #[test]
    fn the_simplest_growth() {
        let hash = md5::compute("1#1");
        assert_eq!(code(&repeated(&[5], 1)).unwrap().as_str(), format!("yl1_1_1_{hash:x}"));
        // d is 2, -1, 2, -1, …
        let hash = md5::compute("5#7");
        assert_eq!(code(&repeated(&[5, 7], 1)).unwrap().as_str(), format!("yl2_1_1_{hash:x}"));
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
                let codes: Vec<String> =
                    census.unwrap().iter().map(|(code, count)| format!("{count} {code}")).collect();
                assert_eq!(codes, [format!("1 {code}")]);
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
            census.unwrap().iter().map(|(code, count)| format!("{count} {code}")).collect::<Vec<_>>()
        };
        // The second flies the other way.
        let two = "x = 2018, y = 1011\n6bob$4bob2o$4bobo$4bo$2bo$obo1000$2015bobo$2015bo$2013bo$2011bobo$2010b2obo$2011bo!";
        assert_eq!(of(two, Rule::CONWAY), [format!("2 {ENGINE}")]);
        assert_eq!(of("o!", "B12345678/S012345678".parse().unwrap()), ["1 zz_QUADRATIC"]);
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
            prop_assert_eq!(code(&populations), code(&later));
        }
    }
}
