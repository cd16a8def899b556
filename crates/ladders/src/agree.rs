//! Assertions about ladders, for tests.

use quadrille_lanes::Level;

use crate::Rung;

/// Checks a whole ladder; for tests.
///
/// `fresh` creates the data of a workload, named by [`what`](Rung::what), from a seed. For every
/// workload:
/// - its rungs are adjacent, with unique names and descriptions ([`assert_rungs_described`]);
/// - all rungs have the same checksum, at every level of this machine ([`assert_answers_agree`]);
/// - the checksum distinguishes results: it differs before the run, after it, and after a run on
///   another seed's data.
///
/// # Panics
/// If the ladder violates one of these conditions; the message names the workload, the rung and the
/// level.
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
            assert_ne!(answers, untouched, "{}: {} leaves no results at {level}", rung.what, rung.name);
            answers
        });
        assert_ne!(one, other, "{}: {} has the same answers for other data", rung.what, rung.name);
    }
}

/// Checks that all rungs of a workload give the same checksum at every level of this machine; for
/// tests.
///
/// `fresh` creates the data of a workload, named by [`what`](Rung::what), and must create equal data
/// in every call.
///
/// # Panics
/// If two rungs of a workload, or two levels, disagree.
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
                assert_eq!(checksum, expected, "{what}: {name} at {level} disagrees with {plain} at {at}");
            }
        }
    }
}

/// Checks that the rungs of a workload are adjacent, count the same items, and have unique names
/// and one-line descriptions; for tests. Returns the names of the workloads in order.
///
/// # Panics
/// If the ladder violates one of these conditions.
pub fn assert_rungs_described<W>(rungs: &[Rung<W>]) -> Vec<&'static str> {
    let mut workloads: Vec<&'static str> = Vec::new();
    for rungs in rungs.chunk_by(|a, b| a.what == b.what) {
        let Rung { what, item, .. } = rungs[0];
        assert!(!workloads.contains(&what), "the rungs of workload {what} are not adjacent");
        workloads.push(what);
        for (at, rung) in rungs.iter().enumerate() {
            let name = rung.name;
            assert!(
                rungs[..at].iter().all(|other| other.name != name),
                "{what}: two rungs have the name {name}"
            );
            assert_eq!(rung.item, item, "{what}: {name} has a different item than the first rung");
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
