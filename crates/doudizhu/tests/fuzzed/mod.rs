//! Moves and endgames compared with their reference implementations, on decoded bytes.

#[path = "../../../../fuzz/src/replay.rs"]
mod replay;

pub(crate) mod compare;
mod endgames;
mod moves;
mod rules;

#[test]
fn generated_moves_equal_the_filtered_table() {
    replay::replay("doudizhu_generation", 150, moves::doudizhu_generation);
}

#[test]
fn solvers_agree_with_the_exhaustive_search() {
    replay::replay("doudizhu_solvers", 100, endgames::doudizhu_solvers);
}
