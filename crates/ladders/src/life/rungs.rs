//! The timed rungs of the ladder.

use crate::Measure;

use super::workload::Workload;

/// A rung of the Life ladder; see [`Rung`](crate::Rung).
///
/// `what` is the size of the field. `1920x1080` is the size of the article's field. The other sizes
/// are larger squares with a dead border, on which only rungs 10 to 12 run. A run of a fast rung
/// computes more generations than a run of a slow rung, so that every run takes long enough to be
/// timed.
pub type Rung = crate::Rung<Workload>;

/// For each rung, in order: its name, its name in the article, and its description.
const IDEAS: [(&str, Option<&str>, &str); super::RUNGS] = [
    ("plain loops", Some("SimpleLife"), "an array of truth values; count the eight neighbours of each cell"),
    ("bytes", Some("LifeBytes"), "one byte per cell; eight additions per cell, then comparisons"),
    ("words of bytes", Some("LongLife"), "the additions of rung `bytes`, for eight cells at once"),
    (
        "words, table",
        Some("LifeIsLookingUp"),
        "eight cells per word; look up each cell in a table of sixteen entries",
    ),
    (
        "words, formula",
        Some("LifeInBits"),
        "eight cells per word; apply a formula to all eight cells at once",
    ),
    (
        "words of nibbles",
        Some("LifeIsABitMagic"),
        "two cells per byte; apply a formula to all sixteen cells of a word at once",
    ),
    (
        "vectors of bytes",
        Some("AdvancedLifeExtensions"),
        "one byte per cell, in vectors; two comparisons per vector",
    ),
    ("words of bits", None, "one bit per cell; count neighbours by logical adders on words"),
    ("vectors of bits", None, "one bit per cell; count neighbours by logical adders on vectors"),
    (
        "vectors, striped",
        None,
        "arrange the cells in stripes, so that the neighbours of a vector's cells are whole vectors and no shifts are needed",
    ),
    ("striped, in passes", None, "compute several generations in one pass over the field, in place"),
    ("striped, threads", None, "divide the field into bands, and compute them on all threads"),
    ("2a bytes, sums of threes", None, "one byte per cell; four additions per cell, then a table lookup"),
    (
        "3a words, sums of threes",
        None,
        "eight cells per word; add whole words, then look up each cell in the rule",
    ),
    (
        "5a bytes, formula",
        Some("LifeInBits, first step"),
        "as rung `words of bytes`, with a formula for each byte",
    ),
    ("6a nibbles, 32 bits", Some("JavaScript"), "as rung `words of nibbles`, with eight cells per word"),
];

/// Creates rung N of the workload `what`, which is the size of a field. Rungs are counted from 1,
/// as in [`engine`](super::engine).
const fn rung<const N: usize>(what: &'static str) -> Rung {
    let (name, known_as, about) = IDEAS[N - 1];
    let measure = Measure::new(what, "cell", |workload: &Workload| workload.items(N), Workload::checksum);
    let rung = measure.rung(name, about, |level, workload| workload.run(N, level));
    if let Some(known_as) = known_as { rung.known_as(known_as) } else { rung }
}

/// Size of the article's field.
const ARTICLE: &str = "1920x1080";
/// Size of a field that takes 8 MiB at one bit per cell, more than a second-level cache.
const LARGE: &str = "8192x8192";
/// Size of a field that takes 128 MiB at one bit per cell.
const LARGEST: &str = "32768x32768";

/// Returns all rungs, grouped by workload. In each workload, the rungs are in the order of their
/// numbers.
pub fn rungs() -> Vec<Rung> {
    vec![
        rung::<1>(ARTICLE),
        rung::<2>(ARTICLE),
        rung::<3>(ARTICLE),
        rung::<4>(ARTICLE),
        rung::<5>(ARTICLE),
        rung::<6>(ARTICLE),
        rung::<7>(ARTICLE),
        rung::<8>(ARTICLE),
        rung::<9>(ARTICLE),
        rung::<10>(ARTICLE),
        rung::<11>(ARTICLE),
        rung::<12>(ARTICLE),
        rung::<13>(ARTICLE),
        rung::<14>(ARTICLE),
        rung::<15>(ARTICLE),
        rung::<16>(ARTICLE),
        rung::<10>(LARGE),
        rung::<11>(LARGE),
        rung::<12>(LARGE),
        rung::<10>(LARGEST),
        rung::<11>(LARGEST),
        rung::<12>(LARGEST),
    ]
}

#[cfg(test)]
mod tests {
    use crate::{assert_rungs_agree, assert_rungs_described};
    use quadrille_lanes::Level;

    use super::*;

    #[test]
    fn the_rungs_agree() {
        let article: Vec<Rung> = rungs().into_iter().filter(|rung| rung.what == ARTICLE).collect();
        assert_eq!(article.len(), super::super::RUNGS);
        assert_rungs_agree(&article, |what, seed| Workload::new(what, seed).unwrap());
    }

    #[test]
    fn the_articles_seven_come_first_under_their_own_names() {
        let known: Vec<_> = rungs().iter().map_while(|rung| rung.known_as).collect();
        let names =
            ["SimpleLife", "LifeBytes", "LongLife", "LifeIsLookingUp", "LifeInBits", "LifeIsABitMagic"];
        assert_eq!(known, [names.as_slice(), &["AdvancedLifeExtensions"]].concat());
    }

    #[test]
    fn the_rungs_agree_on_a_large_field() {
        let large = rungs().into_iter().filter(|rung| rung.what == LARGE);
        let sums: Vec<u64> = large
            .map(|rung| {
                let mut workload = Workload::new(LARGE, 5).unwrap();
                rung.run(Level::best(), &mut workload);
                rung.checksum(&workload)
            })
            .collect();
        assert_eq!(sums, [sums[0]; 3]);
    }

    #[test]
    fn the_workloads_stand_in_order() {
        assert_eq!(assert_rungs_described(&rungs()), [ARTICLE, LARGE, LARGEST]);
    }

    #[test]
    fn several_runs_go_on_from_one_another() {
        let (level, rungs) = (Level::best(), rungs());
        let twice = |number: usize| {
            let mut workload = Workload::new(ARTICLE, 7).unwrap();
            rungs[number - 1].run(level, &mut workload);
            let once = rungs[number - 1].checksum(&workload);
            rungs[number - 1].run(level, &mut workload);
            (once, rungs[number - 1].checksum(&workload))
        };
        assert_eq!(twice(10), twice(12));
        assert_ne!(twice(10).0, twice(10).1);
    }

    #[test]
    fn names_that_are_none_make_no_workload() {
        for what in ["", "1920", "0x5", "ax5", "1920x1080:dead"] {
            assert!(Workload::new(what, 1).is_none(), "{what}");
        }
    }
}
