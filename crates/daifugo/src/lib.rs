//! Daifugo (大富豪): bit-parallel card sets, proofs, melds, whole games.
