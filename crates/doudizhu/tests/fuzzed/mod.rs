//! Moves and endgames beside their plain forms, on decoded bytes.

#[path = "../../../../fuzz/src/replay.rs"]
mod replay;

pub(crate) mod compare;
mod endgames;
mod moves;
mod rules;

#[test]
fn generated_moves_are_those_of_the_table() {
    replay::replay("doudizhu_generation", 150, moves::doudizhu_generation);
}

#[test]
fn solvers_agree_with_the_plain_search() {
    replay::replay("doudizhu_solvers", 100, endgames::doudizhu_solvers);
}
