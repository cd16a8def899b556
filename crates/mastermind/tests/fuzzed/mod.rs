//! Scores, partitions, play, searches and conflicts compared with their plain forms, on decoded
//! bytes.

#[path = "../../../../fuzz/src/replay.rs"]
mod replay;

mod engines;
pub(crate) mod scores;

#[test]
fn engines_agree_with_their_plain_forms() {
    replay::replay("mastermind_engines", 100, engines::mastermind_engines);
}
