//! Comparison of melds, legality, dominance and proofs with their oracles, on decoded bytes.

#[path = "../../../../fuzz/src/replay.rs"]
mod replay;

mod engines;

#[test]
fn engines_agree_with_their_oracles() {
    replay::replay("daifugo_engines", 150, engines::daifugo_engines);
}
