//! The built-in players and their names.

use super::{Random, Rule, Table};

quadrille_table::built_in_players! {
    /// A built-in player.
    #[non_exhaustive]
    pub enum PlayerKind of Table {
        /// Plays uniformly random legal moves: [`Random`].
        Random = "random" => Random,
        /// Plays by rules of thumb: [`Rule`].
        Rule = "rule" => Rule,
    }
    learned: quadrille_players::Shipped = super::policy::SHIPPED
}
