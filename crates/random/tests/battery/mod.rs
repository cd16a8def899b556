//! The battery: its tests are right about perfect values and about spoilt ones, and judge generators as they
//! deserve.

mod calibration;
mod contract;
mod defects;
mod neighbours;
mod subjects;
mod verdicts;

use quadrille_random::battery::{Size, Statistic, TESTS, Test, Values};

fn test(name: &str) -> &'static Test {
    TESTS.iter().find(|test| test.name == name).expect("the name of a test")
}

/// Returns the statistics of a test that nobody stops.
fn statistics(test: &Test, mut values: Values<'_>, size: u32) -> Vec<Statistic> {
    let size = Size::new(size).expect("a size");
    test.run(&mut values, size, &()).expect("not stopped")
}
