//! The values that the tests of the battery are applied to.

use quadrille_random::battery::{Values, Width};
use quadrille_random::catalogue;

pub(crate) fn width(bits: u32) -> Width {
    Width::new(bits).expect("15 to 64")
}

/// Returns the values of a function that yields one at a time.
pub(crate) fn each<'a>(bits: u32, mut next: impl FnMut() -> u64 + 'a) -> Values<'a> {
    Values::new(width(bits), move |block| block.fill_with(&mut next))
}

/// Returns the raw values of a generator of the catalogue.
pub(crate) fn generator(name: &str, seed: u64) -> Values<'static> {
    let mut sequence = catalogue::find(name).expect("a known name").start(seed).expect("a valid seed");
    Values::new(width(sequence.value_bits()), move |block| sequence.fill_values(block))
}
