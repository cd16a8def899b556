//! Players that search by playouts of possible worlds, with exact solutions of endgames.
//!
//! A *world* is a deal of the hidden cards that is consistent with the view of the seat to decide.
//! A search
//!
//! 1. takes an action that is proved to be best, if such an action is found;
//! 2. selects candidates by the policy's values;
//! 3. draws worlds with probabilities proportional to the likelihood of the other seats' past
//!    actions. For example, a card that a seat would have played, but did not play, is probably not
//!    in its hand;
//! 4. plays out all candidates in the same worlds. The seat itself plays by the policy. Each other
//!    seat plays in a style that fits its past actions. Positions that can be solved get their
//!    exact value;
//! 5. removes candidates that are significantly worse. The search stops when one candidate is left,
//!    when no other candidate can be noticeably better than the best one, or when the budget is
//!    used up.
//!
//! | module | concern |
//! |---|---|
//! | `searchable` | the interface of a game |
//! | `player` | the player: candidates, main loop, result |
//! | `styles` | the opponent model: likelihoods of actions |
//! | `compare` | estimates of the values of actions in new worlds, for advice and reviews |
//! | `pool` | worlds, drawn by their weights |
//! | `playout` | a world played to its end |
//! | `race` | comparison of actions, stopping rules |
//! | `budget`, `options` | budgets; constants |
//! | `workers` | threads |
//!
//! The player draws one random number for each decision. All random numbers of the search are
//! derived from it, and results are added in the order of the worlds. With a budget in playouts, a
//! decision therefore does not depend on the number of threads, the vector level or the machine.
//!
//! Endgames inside playouts are solved with open hands, so the value of an action is an estimate,
//! not a proof. Even if the seat can win in every world, it may need a different action in each
//! world, and it does not know the real world (*strategy fusion*: Frank and Basin, 1998).
//! [`Reason::Proved`] requires one action that is best in every deal.

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
pub(crate) use player::checking;
pub use player::{Considered, Reason, Search, Thought};
pub use searchable::Searchable;
pub use styles::Explained;
pub(crate) use workers::each;
