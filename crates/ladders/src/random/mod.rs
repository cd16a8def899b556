//! Ladder of random number generation, from C's `rand` upward. The ladder measures the effect of
//! each optimization.
//!
//! There are three workloads: `fill` fills a buffer of 64 KiB with random words; `double` draws
//! doubles in [0, 1), one at a time; `roll` performs Bernoulli trials with probability 0.3. The
//! rungs of a workload use different generators, so their outputs differ. The generators keep their
//! state from one run to the next.
//!
//! For comparison, the ladder includes the small generator of the crate `rand`.
//!
//! ```
//! use quadrille_lanes::Level;
//! use quadrille_ladders::random::{Workload, rungs};
//!
//! let mut workload = Workload::new(31459);
//! for rung in rungs().iter().filter(|rung| rung.what == "fill") {
//!     rung.run(Level::best(), &mut workload); // timed; the time is divided by `rung.items(&workload)`
//!     assert_ne!(rung.checksum(&workload), 0);
//! }
//! ```

mod asa128;
mod c_rand;
mod sfmt19937;
mod small_rng;
mod workload;
mod xoshiro256plusplus;
mod xoshiro256plusplus_x8;

use crate::Rung;

pub use workload::Workload;

/// Returns all rungs, workload by workload. The rungs of a workload begin with the simplest.
///
/// The [checksum](Rung::checksum) of a rung depends on the rung, on the workload's seed, and on the
/// earlier use of the rung's generator, but not on the vector level.
pub fn rungs() -> Vec<Rung<Workload>> {
    let mut rungs = [
        c_rand::RUNGS.as_slice(),
        asa128::RUNGS.as_slice(),
        sfmt19937::RUNGS.as_slice(),
        xoshiro256plusplus::RUNGS.as_slice(),
        small_rng::RUNGS.as_slice(),
        xoshiro256plusplus_x8::RUNGS.as_slice(),
    ]
    .concat();
    // The sort is stable, so the rungs of a workload keep their order in the list above.
    rungs.sort_by_key(|rung| ["fill", "double", "roll"].iter().position(|what| *what == rung.what));
    rungs
}

#[cfg(test)]
mod tests {
    use rand::Rng;
    use rand::distr::{Bernoulli, Distribution};
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    use crate::assert_rungs_described;
    use quadrille_lanes::Level;

    use super::*;
    use quadrille_random::generators::{Asa128, Asa128Doubles, MsvcRand, Sfmt19937};
    use quadrille_random::{Chance, StreamKey, f64_53};

    const SEEDS: [u64; 4] = [0, 1, 31459, u64::MAX];

    /// Returns a function that returns the expected items of a rung, one after the other. An item
    /// is a word, the bits of a double, or the result of a roll: 1 for success, 0 for failure.
    fn plain(rung: &Rung<Workload>, seed: u64) -> Box<dyn FnMut() -> u64> {
        let mut xoshiro = StreamKey::new(seed, 0).rng();
        let mut small = SmallRng::seed_from_u64(seed);
        let mut lanes = [0, 1, 2, 3, 4, 5, 6, 7].map(|lane| StreamKey::new(seed, lane).rng());
        let mut turn = 0;
        let mut in_turn = move || {
            turn += 1;
            lanes[(turn - 1) % 8].next_u64()
        };
        let chance = Chance::new(0.3).unwrap();
        let mut rand = MsvcRand::new(seed as u32);
        let mut asa = Asa128::new(seed as u32);
        let mut asa_doubles = Asa128Doubles::new(seed as u32);
        let mut sfmt = Sfmt19937::new(seed as u32);
        let mut bits = move |calls: u32, bits: u32| {
            let stitched = (0..calls).fold(0, |stitched, _| stitched << 15 | u64::from(rand.next_raw()));
            stitched >> (15 * calls - bits)
        };
        match (rung.what, rung.name) {
            ("fill", "rand() stitched") => Box::new(move || bits(3, 32) | bits(3, 32) << 32),
            ("double", "rand()") => Box::new(move || (bits(1, 15) as f64 / 32768.0).to_bits()),
            ("double", "32 bits stitched") => {
                Box::new(move || (bits(3, 32) as f64 * 0.5f64.powi(32)).to_bits())
            }
            ("double", "52 bits stitched" | "mantissa trick") => {
                Box::new(move || (bits(4, 52) as f64 * 0.5f64.powi(52)).to_bits())
            }
            ("roll", "rand() compared") => Box::new(move || (bits(1, 15) < 9831).into()),
            ("fill", "asa128") => Box::new(move || asa.next_u64()),
            ("double", "asa128") => Box::new(move || asa_doubles.next_f64().to_bits()),
            ("roll", "asa128") => Box::new(move || (asa_doubles.next_f64() < 0.3).into()),
            ("fill", "sfmt19937") => Box::new(move || sfmt.next_u64()),
            ("double", "sfmt19937") => Box::new(move || f64_53(sfmt.next_u64()).to_bits()),
            ("roll", "sfmt19937") => Box::new(move || (f64_53(sfmt.next_u64()) < 0.3).into()),
            ("fill", "xoshiro256++") => Box::new(move || xoshiro.next_u64()),
            ("double", "xoshiro256++") => Box::new(move || xoshiro.next_f64().to_bits()),
            ("roll", "double compared") => Box::new(move || (xoshiro.next_f64() < 0.3).into()),
            ("roll", "threshold") => Box::new(move || chance.succeeds(xoshiro.next_u64()).into()),
            ("fill", "SmallRng") => Box::new(move || small.next_u64()),
            ("double", "SmallRng") => Box::new(move || small.random::<f64>().to_bits()),
            ("roll", "SmallRng") => Box::new(move || Bernoulli::new(0.3).unwrap().sample(&mut small).into()),
            ("fill", "xoshiro256++x8") => Box::new(in_turn),
            ("double", "xoshiro256++x8") => Box::new(move || f64_53(in_turn()).to_bits()),
            ("roll", "xoshiro256++x8") => Box::new(move || chance.succeeds(in_turn()).into()),
            _ => panic!("{} {} has no plain form", rung.what, rung.name),
        }
    }

    #[test]
    fn every_rung_writes_its_generators_values_at_every_level() {
        for (level, seed) in Level::available().into_iter().flat_map(|level| SEEDS.map(|seed| (level, seed)))
        {
            let mut workload = Workload::new(!seed);
            for rung in rungs() {
                workload.reseed(seed);
                let mut plain = plain(&rung, seed);
                // The second run continues the sequence of the first.
                for run in 1..=2 {
                    rung.run(level, &mut workload);
                    let expected: Vec<u64> = (0..rung.items(&workload)).map(|_| plain()).collect();
                    let written = workload.written(rung.what);
                    assert!(
                        written == expected,
                        "{} {}, {level}, seed {seed}, run {run}",
                        rung.what,
                        rung.name
                    );
                }
            }
        }
    }

    #[test]
    fn the_checksum_tells_seeds_and_runs_apart_and_levels_not() {
        for rung in rungs() {
            let mut sums = Vec::new();
            for level in Level::available() {
                let mut workload = Workload::new(1);
                let none = rung.checksum(&workload);
                rung.run(level, &mut workload);
                let first = rung.checksum(&workload);
                rung.run(level, &mut workload);
                let second = rung.checksum(&workload);
                workload.reseed(2);
                rung.run(level, &mut workload);
                sums.push([none, first, second, rung.checksum(&workload)]);
            }
            assert!(sums.iter().all(|of_level| *of_level == sums[0]), "{} {}", rung.what, rung.name);
            sums[0].sort_unstable();
            assert!(sums[0].is_sorted_by(|a, b| a < b), "{} {}", rung.what, rung.name);
        }
    }

    #[test]
    fn rungs_are_grouped_named_once_and_described() {
        assert_eq!(assert_rungs_described(&rungs()), ["fill", "double", "roll"]);
    }
}
