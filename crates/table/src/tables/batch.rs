//! The interface to the state of the games at many tables.

use std::fmt::Debug;

use crate::{Cell, Game, PlayerRng};

/// The games at all tables. An implementation defines how their state is stored, typically as lists
/// with one entry per table.
///
/// [`Tables`](super::Tables) contains everything that does not depend on the game. For each game,
/// it calls [`deal`](Self::deal) and [`list`](Self::list), then [`apply`](Self::apply) and
/// [`list`](Self::list) until the game [is over](Self::is_over), and then [`close`](Self::close).
/// Tables are numbered from 0, and all arguments are in range. [`Whole`](super::Whole) implements
/// this trait for every game, by storing complete games.
pub trait Batch: Clone + Debug {
    /// The game.
    type Game: Game;
    /// The outcome of a game that was not thrown in.
    type Outcome: Clone + Debug;
    /// The final state of a game, for observations.
    type Last: Clone + Debug;
    /// An entry of a table's list of legal actions.
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

    /// Returns the id of an action; `None` if the action has no id.
    fn action_id(&self, action: ActionOf<Self>) -> Option<u16>;

    /// Returns the action with this id; `None` if the id is out of range.
    fn action(&self, id: u16) -> Option<ActionOf<Self>>;

    /// Deals game `number` of a table. Number 0 begins a new series. All random numbers of the game
    /// come from `rng`.
    fn deal(&mut self, table: usize, number: u64, rng: PlayerRng);

    /// Abandons a game in progress. The next deal then continues from the state before this game.
    fn abandon(&mut self, table: usize) {
        let _ = table;
    }

    /// Returns whether the game is over.
    fn is_over(&self, table: usize) -> bool;

    /// Returns the seat that decides; `None` if the game is over.
    fn turn(&self, table: usize) -> Option<usize>;

    /// Returns the player in a seat.
    fn player(&self, table: usize, seat: usize) -> usize {
        let _ = table;
        seat
    }

    /// Appends the legal actions of each table to `legal`. For each table, writes to `ends` the
    /// index in `legal` at which the list of the table ends. Actions that [`choice`](Self::choice)
    /// can compute without a list may be omitted. The list is empty if the game is over.
    fn list(&mut self, legal: &mut Vec<Self::Listed>, ends: &mut [usize]);

    /// Returns the number of legal actions at a table; `legal` is the list of this table.
    fn choices(&self, table: usize, legal: &[Self::Listed]) -> usize;

    /// Returns the legal action with this index; `None` if the index is out of range.
    fn choice(&self, table: usize, legal: &[Self::Listed], place: usize) -> Option<ActionOf<Self>>;

    /// Checks that an action is legal; `legal` is the list of this table.
    ///
    /// # Errors
    /// The action is illegal; the error states the reason.
    fn check(
        &self,
        table: usize,
        legal: &[Self::Listed],
        action: ActionOf<Self>,
    ) -> Result<(), Self::Illegal>;

    /// Applies a legal action.
    fn apply(&mut self, table: usize, action: ActionOf<Self>);

    /// Closes a finished game, and writes the reward of each player to `rewards`. Rewards that are
    /// 0 need not be written. Returns the outcome (`None` after a throw-in) and the final state.
    fn close(&mut self, table: usize, rewards: &mut [f32]) -> (Option<Self::Outcome>, Self::Last);

    /// Returns the hand of a seat as text.
    fn hand_text(&self, table: usize, seat: usize) -> String;

    /// Returns the number of cells of an observation.
    fn observation_len(&self) -> usize;

    /// Writes the observation of a seat to `row`, which has
    /// [`observation_len`](Self::observation_len) cells. If `seat` is `None`, the observation is
    /// that of the seat that decides. If `seat` is `None` and the game is over, the implementation
    /// chooses a seat.
    fn observe<C: Cell>(&self, table: usize, seat: Option<usize>, row: &mut [C]);

    /// Writes the observation of a game's final state to `row`.
    fn observe_last<C: Cell>(&self, last: &Self::Last, row: &mut [C]);
}

/// The type of actions of a batch's game.
pub type ActionOf<B> = <<B as Batch>::Game as Game>::Action;
