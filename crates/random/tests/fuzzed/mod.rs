//! Fuzzed comparison of bulk draws, seeking and deals with single draws.

#[path = "../../../../fuzz/src/replay.rs"]
mod replay;

pub(crate) mod calls;
mod streams;

#[test]
fn streams_agree_with_single_draws() {
    replay::replay("random_streams", 150, streams::random_streams);
}
