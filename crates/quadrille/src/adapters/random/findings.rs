//! What a battery has to say, for machines and for people.

use quadrille_experiment::Conclusion;
use quadrille_random::battery::Size;

use super::pieces::Examined;
use super::report::report;
use super::result::BatteryResult;

pub(super) fn conclusion(size: Size, subjects: &[Examined<'_>], drawn: u128) -> Conclusion {
    let result = BatteryResult::of(size, subjects);
    Conclusion::new(&result, report(&result)).counting("numbers", drawn)
}
