//! Players that think: playouts of the possible worlds, with the exact parts of a game inside.
//!
//! A *world* is a deal of the hidden cards that the seat to decide cannot tell from the real one. A search
//!
//! 1. does what is proved to be best, where something is;
//! 2. has the policy name the actions that are worth a look;
//! 3. draws worlds by how well they explain what the other seats have done: a card that a seat would have
//!    played is probably not in its hand;
//! 4. plays each action out in the same worlds: by the policy, with each other seat in the style that it has
//!    shown, and exactly where the game can be solved;
//! 5. drops actions that are behind by more than chance, and stops when one is left or the budget is spent.
//!
//! | module | concern |
//! |---|---|
//! | `searchable` | the interface of a game |
//! | `player` | the player: candidates, the loop, the answer |
//! | `styles` | the opponent model: the likelihood of what a seat did |
//! | `pool` | worlds, drawn by their weights |
//! | `playout` | a world played to its end |
//! | `race` | which action is best, and when that is known |
//! | `budget`, `options` | how long; constants |
//! | `workers` | threads |
//!
//! Everything random in a decision is keyed by one number that the player draws, and results are added in the
//! order of the worlds: with a budget in playouts a decision is the same on any number of threads, at any
//! vector level, on any machine.
//!
//! The worlds are solved and played out with all hands known, so a value is what the action is worth to a seat
//! that plays on by the policy; it is not a proof. That every world by itself is won, perhaps by another move
//! in each, proves nothing, since the seat does not know which world it is in (*strategy fusion*: Frank and
//! Basin, 1998). [`Reason::Proved`] is given only for one plan that wins in every deal.

mod budget;
mod options;
mod player;
mod playout;
mod pool;
mod race;
mod searchable;
mod styles;
mod workers;

pub use budget::{Budget, BudgetError};
pub use player::{Considered, Reason, Search, Thought};
pub use searchable::Searchable;
pub use styles::Explained;
