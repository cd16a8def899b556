//! Assertions about ladders, for tests.

use quadrille_lanes::Level;

use crate::Rung;

/// Checks a whole ladder, for use in tests.
///
/// `fresh` creates the data of a workload from the name of the workload ([`what`](Rung::what)) and
/// a seed. Checks the following for every workload:
/// - its rungs follow one another in the list, have the same unit of work, and have unique names
///   and one-line descriptions ([`assert_rungs_described`]);
/// - all rungs have the same checksum, at every level of this machine ([`assert_answers_agree`]);
/// - the checksum before a run differs from the checksum after it, and runs on the data of two
///   seeds have different checksums.
///
/// # Panics
/// If a check fails. The message names the workload, and in most cases the rung and the level.
pub fn assert_rungs_agree<W>(rungs: &[Rung<W>], fresh: impl Fn(&'static str, u64) -> W) {
    assert_rungs_described(rungs);
    assert_answers_agree(rungs, |what| fresh(what, 1));
    for rung in rungs {
        let level = Level::best();
        let [one, other] = [1, 2].map(|seed| {
            let mut workload = fresh(rung.what, seed);
            let untouched = rung.checksum(&workload);
            rung.run(level, &mut workload);
            let answers = rung.checksum(&workload);
            assert_ne!(
                answers, untouched,
                "workload {}: a run of rung {} at {level} does not change the checksum",
                rung.what, rung.name
            );
            answers
        });
        assert_ne!(
            one, other,
            "workload {}: rung {} gives the same checksum for two seeds",
            rung.what, rung.name
        );
    }
}

/// Checks that all rungs of a workload give the same checksum at every level of this machine, for
/// use in tests.
///
/// `fresh` creates the data of a workload from the name of the workload ([`what`](Rung::what)).
/// Every call with the same name must create equal data.
///
/// # Panics
/// If two checksums of a workload differ.
pub fn assert_answers_agree<W>(rungs: &[Rung<W>], fresh: impl Fn(&'static str) -> W) {
    for workload in rungs.chunk_by(|a, b| a.what == b.what) {
        let mut first: Option<(&str, Level, u64)> = None;
        for level in Level::available() {
            for rung in workload {
                // Fresh data, so that no results of another rung remain.
                let mut workload = fresh(rung.what);
                rung.run(level, &mut workload);
                let checksum = rung.checksum(&workload);
                let (plain, at, expected) = *first.get_or_insert((rung.name, level, checksum));
                let (what, name) = (rung.what, rung.name);
                assert_eq!(
                    checksum, expected,
                    "workload {what}: the checksums of {name} at {level} and of {plain} at {at} differ"
                );
            }
        }
    }
}

/// Checks that the rungs of each workload follow one another in the list, have the same unit of
/// work, and have unique names and one-line descriptions. For use in tests. Returns the names of
/// the workloads in the order of the list.
///
/// # Panics
/// If the ladder violates one of these conditions.
pub fn assert_rungs_described<W>(rungs: &[Rung<W>]) -> Vec<&'static str> {
    let mut workloads: Vec<&'static str> = Vec::new();
    for rungs in rungs.chunk_by(|a, b| a.what == b.what) {
        let Rung { what, item, .. } = rungs[0];
        assert!(
            !workloads.contains(&what),
            "the rungs of workload {what} do not follow one another in the list"
        );
        workloads.push(what);
        for (at, rung) in rungs.iter().enumerate() {
            let name = rung.name;
            assert!(
                rungs[..at].iter().all(|other| other.name != name),
                "{what}: two rungs have the name {name}"
            );
            assert_eq!(rung.item, item, "{what}: {name} and the first rung have different units of work");
            assert!(
                !rung.about.is_empty() && !rung.about.contains('\n'),
                "{what}: {name} needs a description in one line"
            );
        }
    }
    workloads
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Measure;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    const DOUBLE: Measure<[u64; 2]> = Measure::new("double", "number", |_| 1, |w| w[1]);
    const ADD: Rung<[u64; 2]> = DOUBLE.rung("add", "the number and itself", |_, w| w[1] = w[0] + w[0]);
    const SHIFT: Rung<[u64; 2]> = DOUBLE.rung("shift", "one place up", |_, w| w[1] = w[0] << 1);

    fn refused(rungs: &[Rung<[u64; 2]>]) -> bool {
        catch_unwind(AssertUnwindSafe(|| assert_rungs_agree(rungs, |_, seed| [seed, 0]))).is_err()
    }

    #[test]
    fn a_sound_ladder_passes() {
        assert_rungs_agree(&[ADD, SHIFT], |_, seed| [seed, 0]);
        let elsewhere = DOUBLE.rung("in place", "the number is lost", |_, w| w[0] *= 2).checked_by(|w| w[0]);
        assert_rungs_agree(&[ADD, elsewhere], |_, seed| [seed, 0]);
        assert_eq!(assert_rungs_described(&[ADD, SHIFT]), ["double"]);
        assert_eq!(ADD.items(&[3, 0]), 1);
    }

    #[test]
    fn an_unsound_one_does_not() {
        assert!(refused(&[ADD, DOUBLE.rung("wrong", "three of it", |_, w| w[1] = w[0] * 3)]));
        assert!(refused(&[DOUBLE.rung("idle", "nothing is done", |_, _| ())]));
        assert!(refused(&[DOUBLE.rung("constant", "always the same", |_, w| w[1] = 7)]));
        assert!(refused(&[ADD, ADD]), "a name twice");
        let with = |rung: Rung<[u64; 2]>, change: fn(&mut Rung<[u64; 2]>)| {
            let mut changed = rung;
            change(&mut changed);
            changed
        };
        let elsewhere = with(ADD, |rung| rung.what = "elsewhere");
        assert!(!refused(&[elsewhere, ADD, SHIFT]));
        assert!(refused(&[ADD, elsewhere, SHIFT]), "a workload in two pieces");
        assert!(refused(&[ADD, with(SHIFT, |rung| rung.item = "word")]));
        assert!(refused(&[with(ADD, |rung| rung.about = "")]));
        assert!(refused(&[with(ADD, |rung| rung.about = "two\nlines")]));
    }
}
