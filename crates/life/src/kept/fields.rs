//! Tests of reused bounded fields, including changes of the rule.

use super::{Draws, StopAt, inputs};
use crate::bounds::Bounds;
use crate::engine::Engine;
use crate::grid::{EngineSettings, Grid, GridError};
use crate::oracle::PLAIN;
use crate::rule::Rule;

const BOUNDS: [&str; 10] = [
    "1x1:torus",
    "9x7",
    "64x9:torus",
    "65x30",
    "130x24:torus",
    "70x40:ring",
    "31x33:klein",
    "40x40:cross-surface",
    "24x24:sphere",
    "200x66",
];

/// Returns a random rule: Conway's, one of five given rules, a rule from a random table, or a rule
/// with random neighbour counts.
fn rule(draws: &mut Draws) -> Rule {
    match draws.below(5) {
        0 => Rule::CONWAY,
        1 => draws.pick(&["B2-a/S12", "B3/S2-i34q", "B0/S2-n3e8", "B2/S", "B36/S23"]).parse().unwrap(),
        2 => Rule::from_table(std::array::from_fn(|_| draws.below(u64::MAX))),
        _ => Rule::new(draws.below(512) as u16, draws.below(512) as u16),
    }
}

/// Keeps one grid for each pair of an engine and bounds, and reuses the grid with new cells, new
/// rules and cancelled runs.
#[test]
fn grids_serve_many_fields_and_rules() {
    let mut draws = Draws::new(5);
    let engines = [Engine::Auto, Engine::Form(&PLAIN)];
    let mut grids: Vec<Grid> = Vec::new();
    for text in BOUNDS {
        let bounds: Bounds = text.parse().unwrap();
        for &engine in &engines {
            grids.push(Grid::new(Rule::CONWAY, bounds, EngineSettings::default().engine(engine)).unwrap());
        }
    }
    let (mut served, mut refused, mut stopped) = (0, 0, 0);
    for input in 0..inputs(3000) {
        let grid = draws.below(grids.len() as u64) as usize;
        let grid = &mut grids[grid];
        let (bounds, settings, rule) = (grid.bounds(), grid.settings(), rule(&mut draws));
        let mut fresh = match (grid.set_rule(rule), Grid::new(rule, bounds, settings)) {
            (Ok(()), Ok(fresh)) => fresh,
            (Err(kept), Err(fresh)) => {
                assert_eq!(kept, fresh);
                refused += 1;
                continue;
            }
            (kept, fresh) => panic!("{bounds} {rule}: reused grid {kept:?}, new grid {fresh:?}"),
        };
        let one_in = 2 + draws.below(4);
        for y in 0..bounds.height() {
            for x in 0..bounds.width() {
                let alive = draws.one_in(one_in);
                let set: [Result<(), GridError>; 2] =
                    [&mut *grid, &mut fresh].map(|grid| grid.set(x, y, alive));
                assert_eq!(set[0], set[1]);
            }
        }
        for _ in 0..=draws.below(4) {
            let (before, generations) = (grid.generation(), draws.below(20));
            match draws.below(4) {
                0 => {
                    let (x, y, alive) =
                        (draws.below(bounds.width()), draws.below(bounds.height()), draws.one_in(2));
                    assert_eq!(grid.set(x, y, alive), fresh.set(x, y, alive));
                }
                1 => grid.step(),
                2 => {
                    let stop = StopAt::after(draws.below(3));
                    stopped += u64::from(grid.run(generations, &stop).is_err());
                }
                _ => grid.step_n(generations),
            }
            fresh.step_n(grid.generation() - before);
            let what = format!("input {input}: {rule}, {bounds}, {:?}", settings.engine);
            assert!(grid.row_bytes().eq(fresh.row_bytes()), "{what}");
            assert_eq!((grid.population(), grid.hash()), (fresh.population(), fresh.hash()), "{what}");
            assert_eq!((grid.rule(), grid.is_shared_out()), (rule, fresh.is_shared_out()), "{what}");
        }
        served += 1;
    }
    assert!(served > refused && stopped > 0, "{served} {refused} {stopped}");
}
