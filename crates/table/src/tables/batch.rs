//! What a game keeps of the tables.

use std::fmt::Debug;

use crate::{Cell, Game, PlayerRng};

/// The games at all tables, as one game keeps them: in lists of its own, with an entry for each
/// table.
///
/// [`Tables`](super::Tables) does everything that is the same for all games, and calls these
/// methods in this order: [`deal`](Self::deal), [`list`](Self::list), then [`apply`](Self::apply)
/// until the game [is over](Self::is_over), then [`close`](Self::close). Tables are numbered from
/// 0, and a table that is asked about is always one of them. A game that needs no lists of its own
/// is kept by [`Whole`](super::Whole).
pub trait Batch: Clone + Debug {
    /// The game.
    type Game: Game;
    /// How a game ended; there is none where the cards were thrown in.
    type Outcome: Clone + Debug;
    /// The last state of a game, for observations of how it ended.
    type Last: Clone + Debug;
    /// An entry of the list of legal actions.
    type Listed: Copy + Debug;
    /// Why an action that has an id is not legal.
    type Illegal: std::error::Error + Clone;

    /// What was agreed before the first deal.
    fn setup(&self) -> &<Self::Game as Game>::Setup;

    /// The number of players at a table.
    fn players(&self) -> usize {
        Self::Game::seats(self.setup())
    }

    /// The number of action ids: at most 2¹⁶.
    fn action_count(&self) -> usize;

    /// The id of an action.
    fn action_id(&self, action: ActionOf<Self>) -> Option<u16>;

    /// The action of an id.
    fn action(&self, id: u16) -> Option<ActionOf<Self>>;

    /// Begins the game of this number, the first of a series if it is 0; random numbers come from
    /// `rng` alone.
    fn deal(&mut self, table: usize, number: u64, rng: PlayerRng);

    /// Gives up a game that is not over: the next deal follows what was before it.
    fn abandon(&mut self, table: usize) {
        let _ = table;
    }

    /// Whether the game is over.
    fn is_over(&self, table: usize) -> bool;

    /// The seat whose decision is due; `None` where the game is over.
    fn turn(&self, table: usize) -> Option<usize>;

    /// The player who sits in a seat.
    fn player(&self, table: usize, seat: usize) -> usize {
        let _ = table;
        seat
    }

    /// Appends to `legal` what is legal at each table in turn, as far as [`choice`](Self::choice)
    /// needs a list for it (nothing where the game is over), and writes to `ends` where the list of
    /// each table ends.
    fn list(&mut self, legal: &mut Vec<Self::Listed>, ends: &mut [usize]);

    /// The number of legal actions; `legal` is what was listed.
    fn choices(&self, table: usize, legal: &[Self::Listed]) -> usize;

    /// A legal action by its place, from 0; `None` beyond the last.
    fn choice(&self, table: usize, legal: &[Self::Listed], place: usize) -> Option<ActionOf<Self>>;

    /// Whether an action is legal.
    ///
    /// # Errors
    /// Why it is not.
    fn check(
        &self,
        table: usize,
        legal: &[Self::Listed],
        action: ActionOf<Self>,
    ) -> Result<(), Self::Illegal>;

    /// Does a legal action.
    fn apply(&mut self, table: usize, action: ActionOf<Self>);

    /// Ends a game that is over: writes what it is worth to each player, where that is not 0.
    fn close(&mut self, table: usize, rewards: &mut [f32]) -> (Option<Self::Outcome>, Self::Last);

    /// The cards that a seat holds, as text.
    fn hand_text(&self, table: usize, seat: usize) -> String;

    /// The number of cells of an observation.
    fn observation_len(&self) -> usize;

    /// Writes what a seat observes; without a seat, the one whose decision is due, or where the
    /// game is over any. The row has [`observation_len`](Self::observation_len) cells.
    fn observe<C: Cell>(&self, table: usize, seat: Option<usize>, row: &mut [C]);

    /// The same of the last state of a game that ended.
    fn observe_last<C: Cell>(&self, last: &Self::Last, row: &mut [C]);
}

/// An action of the game.
pub type ActionOf<B> = <<B as Batch>::Game as Game>::Action;
