//! Endgames with open hands (残局), solved exactly: two hands or three.
//!
//! | what | where |
//! |---|---|
//! | [`Endgame`] | a position as one writes it down, checked |
//! | [`Solver`] | who wins, with which first moves; a line, a strategy |
//! | `PlainSolver` (feature `oracle`) | the same without any idea: the oracle of the tests |
//! | [`Puzzle`] | a position with one single winning move, graded |
//! | `files` (feature `records`) | puzzles and strategies as JSON |
//!
//! # The search
//! A position is won by the side to move if one of its moves leads to a position that the other side loses.
//! The search tries moves one after the other, to the end of the game, and remembers in a table what it found
//! out. What makes it fast are these ideas, each of which keeps the answer exact:
//!
//! * **Order.** First what leaves a hand that could be played in the fewest moves if no other seat were there,
//!   then low ranks before high ones (queens and above; with three hands see `search/three.rs`), then what
//!   takes most cards, bombs last. If a move
//!   wins, it is mostly among the first. This idea is worth most, and needs no proof: it changes only the order.
//! * **Canonical keys.** The table leaves out ranks that nobody has, and the names of the others. (See
//!   `key.rs`.)
//! * **Runs.** Nor does the table tell apart positions that differ only in the order of a hand's ranks between
//!   which no other hand has any. (See `key.rs`.)
//! * **Bounds.** What wins against one rank on the table wins against every lower one, since the lower one
//!   has all the answers of the higher one and more, and nothing after the answer depends on it. With three
//!   hands this holds where all who may still answer are on one side: where partners may answer too, a higher
//!   card on the table may be good for the side to move, because it keeps the other side from answering.
//! * **Transfer.** Whoever answers leads to the same position as by leading with that move. So if no lead of
//!   his wins, no answer does, and only a pass is left; and an answer that wins is a lead that wins. A pass
//!   wins if the one who then leads is known to lose. (With three hands, the entry is that of the class of
//!   the lead, and the rule for passes is not used.)
//! * **Dominance.** Of two single cards that are alike it is enough to attach the lower one. (See
//!   `search/frame.rs`, where it says when that is true.)
//! * **Looking ahead.** All moves are looked up in the table before one of them is searched, and moves that are
//!   known to lose are dropped. With two hands of few cards, the first move, which mostly wins, is searched
//!   before the others are looked up. The key of a position is computed once, for the look-up and the search.
//! * **Alone.** With three hands, a peasant who beats the landlord while his partner always passes proves a
//!   win for the peasants: passing is something the partner may do. That is a search of two hands, and mostly
//!   quick.
//! * **Gaps.** With three hands, positions that differ only in the order of the peasants' cards between two
//!   neighbouring ranks of the landlord's have one entry of the table, where it was shown that the order does
//!   not matter. (See `gaps.rs`.)
//! * **Answers.** With three hands, whether some answer of a seat wins does not depend on who owns the move on
//!   the table: it has an entry of its own, which holds bounds. Who is known to lose with every answer passes,
//!   without a node. (See `gaps.rs`.)
//! * **Nothing to decide.** Who can only pass, passes, without a position of its own in the table.
//!
//! What was tried and costs more than it brings: to try all moves of a position in rounds, with more and more
//! nodes allowed, in place of one after the other (two to six times the nodes). With three hands: to pass first
//! where the partner has played, or if he is nearer to the end (no fewer nodes); first what the landlord cannot
//! answer (a fifth more nodes; for the landlord, what no peasant can: half as many more); to look all moves up
//! only behind the first (a third more nodes, in the same time); to ask who wins alone only of a peasant who is
//! nearer to the end than the landlord (a third more nodes with whole hands); to search the lead before the
//! answers, since a lost lead leaves only the pass (1.6 to 3.5 times the nodes); to prefer, among moves that
//! leave equally good hands, those that the other side cannot answer (twice the nodes), or those that it can
//! (no fewer); to establish the property of a class by look-ups alone (as many nodes).
//!
//! Three ideas that look right are wrong, and are not used: to lead at once with whatever nobody can beat; to
//! forget what the move on the table beats of a run while somebody follows; and bounds everywhere with three hands.
//! `tests/endgame.rs` has positions that refute them.

#[expect(clippy::module_inception, reason = "an endgame is what the module is about")]
mod endgame;
#[cfg(feature = "records")]
pub mod files;
mod gaps;
pub(crate) mod ideas;
#[cfg(feature = "policy")]
pub(crate) mod judge;
mod key;
mod line;
#[cfg(feature = "oracle")]
mod plain;
mod plays;
mod puzzle;
mod search;
pub(crate) mod solver;
mod table;

pub use endgame::{Endgame, EndgameError};
pub use line::{CheckedStrategy, MOST_STRATEGY_POSITIONS, Strategy, StrategyError, in_words};
#[cfg(feature = "oracle")]
pub use plain::PlainSolver;
pub use puzzle::{Puzzle, isomorphism_class};
pub use solver::{SoFar, SolveError, Solver, Value, Verdict};
