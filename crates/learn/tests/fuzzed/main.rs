//! Weight files of arbitrary bytes.

#[path = "../../../../fuzz/src/replay.rs"]
mod replay;

mod weights;

#[test]
fn weight_files_are_read_or_refused() {
    replay::replay("learn_weights", 150, weights::learn_weights);
}
