//! The engines beside the plain rule, on decoded bytes.

#[path = "../../../../fuzz/src/replay.rs"]
mod replay;

mod engines;

#[test]
fn engines_follow_the_rule() {
    replay::replay("life_engines", 150, engines::life_engines);
}
