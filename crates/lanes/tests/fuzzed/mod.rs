//! Fuzzed comparison of the operations on slices with the plain loops.

#[path = "../../../../fuzz/src/replay.rs"]
mod replay;

mod slices;
pub(crate) mod valid;

#[test]
fn slices_agree_with_plain_loops() {
    replay::replay("lanes_slices", 150, slices::lanes_slices);
}
