//! Mastermind: codewords, exact scoring, strategies.
