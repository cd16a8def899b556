//! Players that search by playouts of possible worlds, with exact solutions of endgames.
//!
//! A *world* is a deal of the hidden cards that is consistent with the view of the seat to decide.
//! A search
//!
//! 1. takes an action that is proved to be best, if there is one;
//! 2. selects candidates by the policy's values;
//! 3. draws worlds by the likelihood of the other seats' past actions: a card that a seat would
//!    have played is probably not in its hand;
//! 4. plays each candidate out in the same worlds. The seat itself acts by the policy, each other
//!    seat in the style that its actions suggest, and positions that can be solved get their exact
//!    value;
//! 5. drops candidates that are significantly worse, and stops when one is left or the budget is
//!    spent.
//!
//! | module | concern |
//! |---|---|
//! | `searchable` | the interface of a game |
//! | `player` | the player: candidates, main loop, result |
//! | `styles` | the opponent model: likelihoods of actions |
//! | `compare` | estimates of given actions in fresh worlds, for advice and reviews |
//! | `pool` | worlds, drawn by their weights |
//! | `playout` | a world played to its end |
//! | `race` | comparison of actions, stopping rules |
//! | `budget`, `options` | budgets; constants |
//! | `workers` | threads |
//!
//! All random numbers of a decision are derived from one number that the player draws, and results
//! are added in the order of the worlds. With a budget in playouts, a decision is therefore the
//! same on any number of threads, at any vector level, on any machine.
//!
//! Endgames inside playouts are solved with open hands, so the value of an action is an estimate,
//! not a proof. Even if every world can be won, perhaps by a different action in each, nothing is
//! proved, because the seat does not know which world is real (*strategy fusion*: Frank and Basin,
//! 1998). [`Reason::Proved`] is given only for one plan that wins in every deal.

mod budget;
mod compare;
mod options;
mod player;
mod playout;
mod pool;
mod race;
mod searchable;
mod styles;
mod workers;

pub use budget::{Budget, BudgetError};
pub use compare::{Advice, Advised, Compared, Estimate, Judged};
pub use player::{Considered, Reason, Search, Thought};
pub use searchable::Searchable;
pub use styles::Explained;
pub(crate) use workers::each;
