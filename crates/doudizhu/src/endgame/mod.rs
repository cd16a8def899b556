//! Exact solver of open-hand endgames (残局) with two or three hands.
//!
//! | items | purpose |
//! |---|---|
//! | [`Endgame`] | a position as written in a puzzle, and its validation |
//! | [`Solver`] | finds the winner and the winning first moves, a line of play, a strategy |
//! | `PlainSolver` (feature `oracle`) | exhaustive search without optimisations: the oracle of the tests |
//! | [`Puzzle`] | a position with exactly one winning move, graded |
//! | `files` (feature `records`) | puzzles and strategies as JSON |
//!
//! # The search
//! The side to move wins a position if one of its moves leads to a position that the other side
//! loses. The search is depth first to the end of the game and stores its results in a
//! transposition table. The following techniques make it fast; each of them keeps the result exact:
//!
//! * **Move ordering.** The moves are sorted by the fewest moves into which the rest of the hand
//!   can be split, ascending. If this number is equal for several moves, low ranks come before high
//!   ranks (with two hands, ranks from the queen up are high; with three hands see
//!   `search/three.rs`), then moves with more cards come first, and bombs come last. If a move
//!   wins, a winning move is mostly among the first. This technique saves most and needs no proof,
//!   since it changes only the order.
//! * **Canonical keys.** A key omits ranks that no hand contains and renumbers the others. (See
//!   `key.rs`.)
//! * **Runs of ranks.** If no other hand has a card between some ranks of a hand, the key ignores
//!   the order of these ranks. (See `key.rs`.)
//! * **Bounds.** A win against one rank on the table is a win against every lower rank: a lower
//!   move has at least the same answers, and nothing after the answer depends on the move. With
//!   three hands this holds only where all seats that may still answer are on one side. Where seats
//!   of both sides may still answer, a higher card on the table may favour the side to move,
//!   because it blocks answers of the other side.
//! * **Transfer between leads and answers.** An answer leads to the same position as a lead with
//!   the same move. So if all leads lose, all answers lose and only the pass remains; if an answer
//!   wins, the lead with the same cards wins. A pass wins if the seat that leads after it is known
//!   to lose. With three hands, the rule for passes is not used, and results of leads are used only
//!   if they hold for a whole class of positions (see **Gaps** below).
//! * **Dominance.** Of two interchangeable single cards, only the lower one is attached. (See
//!   `search/frame.rs` for the conditions.)
//! * **Table look-ahead.** All moves are looked up in the table before one of them is searched, and
//!   moves that are known to lose are dropped. With two hands of few cards, the first move, which
//!   mostly wins, is searched before the others are looked up. The key of a position is computed
//!   only once, for both the look-up and the search.
//! * **Solo peasant.** Suppose that, with three hands, a peasant beats the landlord while the
//!   partner always passes. Then the peasants win, since passing is one of the partner's options.
//!   The search for such a win has only two hands and is mostly quick.
//! * **Gaps.** With three hands, positions that differ only in the order of the peasants' cards
//!   between two neighbouring ranks of the landlord share one table entry if the order is proved
//!   irrelevant. (See `gaps.rs`.)
//! * **Answers.** With three hands, whether a seat has a winning answer does not depend on the
//!   owner of the move on the table. A separate table entry holds bounds on the existence of a
//!   winning answer. If all answers of a seat are known to lose, only the position after its pass
//!   is searched. (See `gaps.rs`.)
//! * **Forced passes.** If a seat can only pass, the search makes the pass at once, and the
//!   position gets no table entry.
//!
//! Rejected alternatives, which cost more than they save:
//!
//! * searching all moves of a position in rounds with increasing node limits instead of one after
//!   the other: 2 to 6 times the nodes;
//! * with three hands, passing first if the partner has played the move on the table, or if the
//!   partner is nearer to the end: no fewer nodes;
//! * with three hands, trying first the moves that the landlord cannot answer: 1.2 times the nodes;
//!   trying first the landlord's moves that no peasant can answer: 1.5 times;
//! * with three hands, looking up all moves only after the first move was searched: 1.33 times the
//!   nodes in the same time;
//! * with three hands, testing for a solo win only if the peasant is nearer to the end than the
//!   landlord: 1.33 times the nodes with whole hands;
//! * with three hands, searching the lead before the answers, since a lost lead leaves only the
//!   pass: 1.6 to 3.5 times the nodes;
//! * with three hands, among moves that leave equally good hands, preferring the moves that the
//!   other side cannot answer: twice the nodes; preferring the moves that it can answer: no fewer;
//! * with three hands, proving by look-ups alone that a result holds for its class: no fewer nodes.
//!
//! Three techniques that look sound are unsound, and are not used: leading at once with a move that
//! no other seat can beat; ignoring, if a seat may still follow, which cards of a run of ranks can
//! beat the move on the table; and bounds at all nodes with three hands. `tests/endgame.rs` has
//! positions that refute them.

#[expect(clippy::module_inception, reason = "the type is the main item of the module")]
mod endgame;
#[cfg(feature = "records")]
pub mod files;
mod gaps;
#[cfg(feature = "policy")]
pub(crate) mod judge;
mod key;
mod line;
pub(crate) mod options;
#[cfg(feature = "oracle")]
mod plain;
mod plays;
mod puzzle;
mod search;
pub(crate) mod solver;

pub use endgame::{Endgame, EndgameError};
pub use line::{CheckedStrategy, MOST_STRATEGY_POSITIONS, Strategy, StrategyError, in_words};
#[cfg(feature = "oracle")]
pub use plain::PlainSolver;
pub use puzzle::{Puzzle, isomorphism_class};
pub use solver::{SoFar, SolveError, Solver, Value, Verdict};
