//! The battery: calibration for good values, detection of defects, and verdicts on known
//! generators.

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

/// Returns the statistics of a test that is not cancelled.
fn statistics(test: &Test, mut values: Values<'_>, size: u32) -> Vec<Statistic> {
    let size = Size::new(size).expect("a size");
    test.run(&mut values, size, &()).expect("not stopped")
}
