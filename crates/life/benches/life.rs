//! Throughput: cells per second for various levels, rules, widths and borders; soups per second.

use divan::{Bencher, counter::ItemsCount};
use quadrille_lanes::Level;
use quadrille_life::oracle::PLAIN;
use quadrille_life::{
    Bounds, Census, Engine, EngineSettings, Grid, Pattern, Pseudo, Rule, SoupSearch, Symmetry, fill,
};
use quadrille_random::{Chance, StreamKey};

fn main() {
    divan::main();
}

/// Returns a random field with density 1/2.
fn soup(rule: Rule, bounds: Bounds, engine: Engine, level: Level) -> Grid {
    let settings = EngineSettings::default().engine(engine).level(level);
    let mut grid = Grid::new(rule, bounds, settings).expect("a grid");
    fill::xoshiro(&mut grid, StreamKey::new(1, 0), Chance::ratio(1, 2).expect("a chance"), &())
        .expect("no cancellation");
    grid
}

/// Steps a field, `generations` at a time, after a comparison with the reference implementation.
fn step(bencher: Bencher<'_, '_>, rule: &str, bounds: &str, level: Level, generations: u64) {
    let rule: Rule = rule.parse().expect("a rule");
    let bounds: Bounds = bounds.parse().expect("bounds");
    let mut grid = soup(rule, bounds, Engine::Grid, level);
    grid.step_n(4);
    let mut other = soup(rule, bounds, Engine::Form(&PLAIN), level);
    other.step_n(4);
    assert_eq!(grid.hash(), other.hash(), "{level}, {rule} on {bounds}");
    drop(other);
    let cells = bounds.width() * bounds.height() * generations;
    bencher.counter(ItemsCount::new(cells)).bench_local(|| grid.step_n(generations));
}

#[divan::bench(args = Level::available())]
fn levels(bencher: Bencher<'_, '_>, level: Level) {
    step(bencher, "B3/S23", "1920x1080:ring", level, 64);
}

#[divan::bench(args = ["B3/S23", "B36/S23", "B3678/S34678", "B2/S", "B0/S", "B1234/S045", "B3578/S24678"])]
fn rules(bencher: Bencher<'_, '_>, rule: &str) {
    step(bencher, rule, "1920x1080:dead", Level::best(), 64);
}

#[divan::bench(args = ["1919", "1920", "1921", "2000", "1984", "65", "64"])]
fn widths(bencher: Bencher<'_, '_>, width: &str) {
    step(bencher, "B3/S23", &format!("{width}x1080:dead"), Level::best(), 64);
}

#[divan::bench(args = ["dead", "torus"])]
fn borders(bencher: Bencher<'_, '_>, border: &str) {
    step(bencher, "B3/S23", &format!("1920x1080:{border}"), Level::best(), 64);
}

/// Runs soups until they settle, with a census, after a comparison of some with the direct census.
#[divan::bench(sample_count = 5)]
fn soups(bencher: Bencher<'_, '_>) {
    let half = Chance::ratio(1, 2).expect("a chance");
    let soups: Vec<Pattern> =
        (0..1000).map(|number| Symmetry::C1.soup(StreamKey::new(7, number), half)).collect();
    let mut search = SoupSearch::new(Rule::CONWAY, EngineSettings::default(), 100_000).expect("a search");
    for soup in &soups[..20] {
        let plain = Census::of(soup, Rule::CONWAY, Pseudo::Split, EngineSettings::default(), 100_000, &());
        let census = search.run(soup, &()).expect("no cancellation").census;
        assert_eq!(Some(census), plain.expect("no cancellation").1);
    }
    bencher.counter(ItemsCount::new(soups.len())).bench_local(|| {
        soups.iter().map(|soup| search.run(soup, &()).expect("no cancellation").census.total()).sum::<u64>()
    });
}
