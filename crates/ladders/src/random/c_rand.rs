//! C's `rand`, which returns 15 bits, and common ways to combine the results of several calls into
//! a larger number.

use crate::Rung;

use super::workload::{DOUBLE, FILL, PROBABILITY, ROLL, Workload, one_by_one};
use quadrille_random::rand_core::Rng;

use quadrille_random::f64_52;
use quadrille_random::generators::MsvcRand;

/// 2³². An integer of 32 bits is divided by this number, to give a double in [0, 1).
const TWO_32: f64 = (1u64 << 32) as f64;
/// 2⁵². An integer of 52 bits is divided by this number, to give a double in [0, 1).
const TWO_52: f64 = (1u64 << 52) as f64;

/// Combines the results of four calls of `rand` into a number of 60 bits, and returns its upper 52
/// bits.
#[inline(always)]
fn bits_52(rand: &mut MsvcRand) -> u64 {
    let stitched = (0..4).fold(0, |stitched, _| stitched << 15 | u64::from(rand.next_raw()));
    stitched >> 8
}

pub(super) const RUNGS: [Rung<Workload>; 6] = [
    FILL.rung("rand() stitched", "six calls of C's rand per word, 15 bits each", |_, w| {
        w.words.fill_with(|| w.generators.rand.next_u64());
    }),
    DOUBLE.rung("rand()", "divide C's rand by 2¹⁵: only 32768 possible values", |_, w| {
        w.doubles.fill_with(|| w.generators.rand.next_f64());
    }),
    DOUBLE.rung(
        "32 bits stitched",
        "32 bits from three calls of rand per double: 2³² possible values",
        |_, w| {
            w.doubles.fill_with(|| f64::from(w.generators.rand.next_u32()) / TWO_32);
        },
    ),
    DOUBLE.rung(
        "52 bits stitched",
        "52 bits from four calls of rand per double: 2⁵² possible values",
        |_, w| {
            w.doubles.fill_with(|| bits_52(&mut w.generators.rand) as f64 / TWO_52);
        },
    ),
    DOUBLE
        .rung(
            "mantissa trick",
            "put 52 bits into the mantissa of a number in [1, 2), and subtract 1.0: no division",
            |_, w| w.doubles.fill_with(|| f64_52(bits_52(&mut w.generators.rand))),
        )
        .known_as("mantissa trick"),
    ROLL.rung(
        "rand() compared",
        "divide C's rand by 2¹⁵, and compare the quotient to the probability",
        |_, w| {
            one_by_one(&mut w.masks, || w.generators.rand.next_f64() < PROBABILITY);
        },
    ),
];
