//! Tests of the Dou Dizhu ladder.

use quadrille_ladders::doudizhu::{Workload, rungs};
use quadrille_ladders::{assert_rungs_agree, assert_rungs_described};
use quadrille_lanes::Level;

#[test]
fn the_rungs_agree() {
    assert_rungs_agree(&rungs(), |_, seed| Workload::new(seed));
}

#[test]
fn the_workloads_stand_in_order() {
    let workloads = assert_rungs_described(&rungs());
    let expected = ["contains", "remove", "contains-slice", "leads", "follows", "games", "rule-games"];
    assert_eq!(workloads, expected);
}

#[test]
fn fresh_hands_give_other_answers() {
    for rung in rungs() {
        let mut workload = Workload::new(1);
        rung.run(Level::best(), &mut workload);
        let before = rung.checksum(&workload);
        workload.refill(2);
        rung.run(Level::best(), &mut workload);
        assert_ne!(rung.checksum(&workload), before, "{} {}", rung.what, rung.name);
    }
}
