//! The article's field, for every engine and vector level.

use quadrille_lanes::Level;
use quadrille_life::{Border, Bounds, Engine, EngineSettings, Grid, Rule, fill};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::{engines, quick_engines};

#[derive(Clone, PartialEq, Deserialize)]
struct Known {
    seed: i32,
    threshold: f64,
    r#gen: u64,
    population: u64,
    fingerprint: i32,
    sha256_rows: String,
}

fn known() -> Vec<Known> {
    serde_json::from_str(include_str!("../data/net_random_soup.json")).unwrap()
}

fn check(grid: &Grid, known: &Known, what: &str) {
    let mut sha256 = Sha256::new();
    grid.row_bytes().for_each(|row| sha256.update(row));
    let found = base16ct::lower::encode_string(&sha256.finalize());
    assert_eq!(found, known.sha256_rows, "{what}");
    assert_eq!((grid.population(), grid.fingerprint()), (known.population, known.fingerprint), "{what}");
}

/// Runs one engine up to generation `last`.
fn run(engine: Engine, level: Level, last: u64) {
    let bounds = Bounds::new(1920, 1080, Border::Ring).unwrap();
    let settings = EngineSettings::default().engine(engine).level(level);
    let known = known();
    for soup in known.chunk_by(|a, b| (a.seed, a.threshold) == (b.seed, b.threshold)) {
        let mut grid = Grid::new(Rule::CONWAY, bounds, settings).unwrap();
        fill::net(&mut grid, soup[0].seed, soup[0].threshold, &()).unwrap();
        for known in soup.iter().filter(|known| known.r#gen <= last) {
            grid.step_n(known.r#gen - grid.generation());
            check(&grid, known, &format!("{engine} at {level}, generation {}", known.r#gen));
        }
    }
}

#[test]
fn every_engine_has_the_first_generations() {
    for engine in engines() {
        run(engine, Level::best(), 10);
    }
}

#[test]
fn every_level_has_all_generations() {
    for level in Level::available() {
        for engine in quick_engines() {
            run(engine, level, 1000);
        }
    }
}

#[test]
fn a_dead_field_without_the_ring_is_the_same() {
    let known = known();
    let ring = Bounds::new(1920, 1080, Border::Ring).unwrap();
    let mut grid = Grid::new(Rule::CONWAY, ring, EngineSettings::default()).unwrap();
    fill::net(&mut grid, 12345, 0.5, &()).unwrap();
    let inner = "1918x1078:dead".parse().unwrap();
    let mut inside = Grid::new(Rule::CONWAY, inner, EngineSettings::default()).unwrap();
    for (x, y) in grid.live_cells() {
        inside.set(x - 1, y - 1, true).unwrap();
    }
    inside.step_n(100);
    assert_eq!(inside.population(), known.iter().find(|known| known.r#gen == 100).unwrap().population);
}
