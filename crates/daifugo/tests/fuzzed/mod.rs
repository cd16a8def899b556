//! Melds, legality, dominance and proofs beside their plain forms, on decoded bytes.

#[path = "../../../../fuzz/src/replay.rs"]
mod replay;

mod engines;

#[test]
fn engines_agree_with_their_plain_forms() {
    replay::replay("daifugo_engines", 150, engines::daifugo_engines);
}
