//! The state of a game at many tables.

use std::fmt::Debug;

use crate::{Cell, Game, PlayerRng};

/// The games at all tables, in lists that the game defines, with one entry per table.
///
/// [`Tables`](super::Tables) contains everything that does not depend on the game, and calls these
/// methods in this order: [`deal`](Self::deal), [`list`](Self::list), then [`apply`](Self::apply)
/// until the game [is over](Self::is_over), then [`close`](Self::close). Tables are numbered from
/// 0; arguments are always in range. [`Whole`](super::Whole) implements the trait for games without
/// special lists.
pub trait Batch: Clone + Debug {
    /// The game.
    type Game: Game;
    /// The outcome of a game, which is absent after a throw-in.
    type Outcome: Clone + Debug;
    /// The final state of a game, for observations.
    type Last: Clone + Debug;
    /// An entry of the list of legal actions.
    type Listed: Copy + Debug;
    /// The reason why an action is illegal.
    type Illegal: std::error::Error + Clone;

    /// Returns the setup.
    fn setup(&self) -> &<Self::Game as Game>::Setup;

    /// Returns the number of players at a table.
    fn players(&self) -> usize {
        Self::Game::seats(self.setup())
    }

    /// Returns the number of action ids, at most 2¹⁶.
    fn action_count(&self) -> usize;

    /// Returns the id of an action.
    fn action_id(&self, action: ActionOf<Self>) -> Option<u16>;

    /// Returns the action of an id.
    fn action(&self, id: u16) -> Option<ActionOf<Self>>;

    /// Deals the game with a number, which begins a series if it is 0. All random numbers come from
    /// `rng`.
    fn deal(&mut self, table: usize, number: u64, rng: PlayerRng);

    /// Abandons a game in progress. The next deal follows the state before it.
    fn abandon(&mut self, table: usize) {
        let _ = table;
    }

    /// Returns whether the game is over.
    fn is_over(&self, table: usize) -> bool;

    /// Returns the seat to decide; `None` if the game is over.
    fn turn(&self, table: usize) -> Option<usize>;

    /// Returns the player in a seat.
    fn player(&self, table: usize, seat: usize) -> usize {
        let _ = table;
        seat
    }

    /// Appends the legal actions of each table to `legal`, as far as [`choice`](Self::choice) needs
    /// a list (nothing if the game is over), and writes the end of the list of each table to
    /// `ends`.
    fn list(&mut self, legal: &mut Vec<Self::Listed>, ends: &mut [usize]);

    /// Returns the number of legal actions; `legal` is the list of the table.
    fn choices(&self, table: usize, legal: &[Self::Listed]) -> usize;

    /// Returns a legal action by its index; `None` if it is out of range.
    fn choice(&self, table: usize, legal: &[Self::Listed], place: usize) -> Option<ActionOf<Self>>;

    /// Checks that an action is legal.
    ///
    /// # Errors
    /// The reason why it is illegal.
    fn check(
        &self,
        table: usize,
        legal: &[Self::Listed],
        action: ActionOf<Self>,
    ) -> Result<(), Self::Illegal>;

    /// Applies a legal action.
    fn apply(&mut self, table: usize, action: ActionOf<Self>);

    /// Closes a finished game and writes the rewards of the players that are not 0.
    fn close(&mut self, table: usize, rewards: &mut [f32]) -> (Option<Self::Outcome>, Self::Last);

    /// Returns the hand of a seat as text.
    fn hand_text(&self, table: usize, seat: usize) -> String;

    /// Returns the number of cells of an observation.
    fn observation_len(&self) -> usize;

    /// Writes the observation of a seat. Without a seat, it is the seat to decide, or any seat if
    /// the game is over. The row has [`observation_len`](Self::observation_len) cells.
    fn observe<C: Cell>(&self, table: usize, seat: Option<usize>, row: &mut [C]);

    /// Writes the observation of the final state of a game.
    fn observe_last<C: Cell>(&self, last: &Self::Last, row: &mut [C]);
}

/// The action type of the game.
pub type ActionOf<B> = <<B as Batch>::Game as Game>::Action;
