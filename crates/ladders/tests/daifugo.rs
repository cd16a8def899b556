//! Tests of the Daifugo ladder.

use quadrille_ladders::daifugo::{Workload, rungs};
use quadrille_ladders::{assert_rungs_agree, assert_rungs_described};
use quadrille_lanes::Level;

#[test]
fn the_rungs_agree() {
    assert_rungs_agree(&rungs(), |_, seed| Workload::new(seed));
}

#[test]
fn the_checksum_tells_answers_apart() {
    for rung in rungs() {
        let mut workload = Workload::new(1);
        rung.run(Level::best(), &mut workload);
        let before = rung.checksum(&workload);
        workload.refresh();
        rung.run(Level::best(), &mut workload);
        assert_ne!(rung.checksum(&workload), before, "{}: {}", rung.what, rung.name);
    }
}

#[test]
fn the_workloads_stand_in_order() {
    let workloads = assert_rungs_described(&rungs());
    assert_eq!(workloads[0], "counts");
    assert_eq!(workloads[workloads.len() - 5..], ["groups", "leads", "follows", "games", "greedy-games"]);
}
