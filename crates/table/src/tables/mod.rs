//! Batches of games that advance together, for vector environments of learners.
//!
//! [`Tables`] contains `n` tables. At each table, a series of games is played.
//! [`step`](Tables::step) takes one action for each table and applies all of them. After a step,
//! the legal actions, observations and rewards of all tables can be read. Each table behaves
//! exactly like a [`Game`] with the same random numbers and decisions.
//!
//! # Ids and choices
//! An action is identified by its id (see [`Encode`]), or by its *choice*, which is its index in
//! the list of legal actions. [`step_choices`](Tables::step_choices), which takes choices, is
//! faster than [`step`](Tables::step), which takes ids.
//!
//! # The end of a game
//! [`Autoreset`] selects one of the three modes of Gymnasium 1.x for handling finished games.
//! Rewards are listed by *player* and not by seat: players keep their numbers, even if a game draws
//! the seats again.
//!
//! # Random numbers
//! Tables and the games of a table are numbered from 0. Game `g` of table `t` is dealt from the
//! stream `(seed, t, 2 g)`, and the choices of [`random_choices`](Tables::random_choices) come from
//! `(seed, t, 2 g + 1)`; these are the three numbers of a [`StreamKey`]. Therefore the games of a
//! table do not depend on the other tables or on the number of tables.
//!
//! # Layout
//! Each property of the tables is a list with one entry per table. The implementation of [`Batch`]
//! adds the lists with the state of the games. The legal actions of all tables are in one list,
//! together with the index at which the actions of each table begin. A step first reads all
//! actions, and rejects all of them if one is illegal. It then applies them, and lists the next
//! legal actions. After the first steps, no further memory is allocated.

mod batch;
mod error;
mod learner;
mod step;
mod whole;

pub use batch::{ActionOf, Batch};
pub use error::{StepError, TablesError, TooManyTables, WhyIllegal};
pub use whole::{Inspect, NotLegal, Whole};

use std::num::NonZeroU32;

use quadrille_random::{StreamKey, bounded};

use crate::{Autoreset, PlayerRng};
#[cfg(doc)]
use crate::{Encode, Game};

/// The maximum number of tables: 2²⁰.
pub const MOST_TABLES: usize = 1 << 20;

/// A game that ended with the last step.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ended<O, L> {
    /// The number of the table.
    pub table: usize,
    /// The number of the game at its table, from 0.
    pub game: u64,
    /// The outcome; `None` after a throw-in.
    pub outcome: Option<O>,
    /// The final state, from which the `final_obs` of Gymnasium is computed.
    pub last: L,
}

/// The operation that a step performs at one table.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Todo<A> {
    Act(A),
    /// Deal the next game and ignore the given action.
    Deal,
}

/// A batch of tables that advance together, as described in the [module documentation](self).
#[derive(Debug, Clone)]
pub struct Tables<B: Batch> {
    seed: u64,
    autoreset: Autoreset,
    batch: B,
    players: usize,
    /// For each table, the number of its current game, from 0.
    games: Vec<u64>,
    rngs: Vec<PlayerRng>,
    /// The rewards of the last step: for each table, the reward of each player.
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    ended: Vec<Ended<B::Outcome, B::Last>>,
    /// The legal actions of all tables. The actions of table `t` are at `starts[t]..starts[t + 1]`.
    legal: Vec<B::Listed>,
    starts: Vec<usize>,
    /// A buffer for the operations of a step, which is reused.
    todo: Vec<Todo<ActionOf<B>>>,
}

impl<B: Batch> Tables<B> {
    /// Creates `n` tables and deals game 0 at each of them. The function `batch` creates the state
    /// of the games at `n` tables.
    ///
    /// # Errors
    /// [`TooManyTables`] if `n` is greater than [`MOST_TABLES`]. The function `batch` is not called
    /// in that case.
    pub fn new(
        n: usize,
        seed: u64,
        autoreset: Autoreset,
        batch: impl FnOnce(usize) -> B,
    ) -> Result<Self, TooManyTables> {
        if n > MOST_TABLES {
            return Err(TooManyTables { found: n });
        }
        let batch = batch(n);
        let players = batch.players();
        let mut tables = Self {
            seed,
            autoreset,
            batch,
            players,
            games: vec![0; n],
            // These generators are placeholders: each deal sets the generator of its table.
            rngs: vec![StreamKey::new(seed, 0).rng(); n],
            rewards: vec![0.0; n * players],
            terminated: vec![false; n],
            ended: Vec::new(),
            legal: Vec::new(),
            starts: vec![0; n + 1],
            todo: Vec::with_capacity(n),
        };
        (0..n).for_each(|table| tables.deal(table, 0));
        tables.list_legal();
        Ok(tables)
    }

    /// Returns the number of tables.
    pub const fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns whether there are no tables.
    pub const fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Returns the seed.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the mode in which finished games are handled.
    pub const fn autoreset(&self) -> Autoreset {
        self.autoreset
    }

    /// Returns the state of the games at all tables.
    pub const fn batch(&self) -> &B {
        &self.batch
    }

    /// Returns the number of players at a table.
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Returns the number of action ids.
    #[inline]
    pub fn action_count(&self) -> usize {
        self.batch.action_count()
    }

    /// Returns the number of the current game at a table, from 0; `None` if the table does not
    /// exist.
    pub fn game_number(&self, table: usize) -> Option<u64> {
        self.games.get(table).copied()
    }

    /// Returns the seat that decides at a table; `None` if the game is over or the table does not
    /// exist.
    #[inline]
    pub fn seat(&self, table: usize) -> Option<usize> {
        if table < self.len() { self.batch.turn(table) } else { None }
    }

    /// Returns the player that decides at a table; `None` if the game is over or the table does not
    /// exist.
    pub fn player(&self, table: usize) -> Option<usize> {
        Some(self.batch.player(table, self.seat(table)?))
    }

    /// Returns the list of legal actions of a table; empty if the table does not exist.
    #[inline]
    pub fn listed(&self, table: usize) -> &[B::Listed] {
        match self.starts.get(table..).and_then(<[usize]>::first_chunk) {
            Some(&[start, end]) => &self.legal[start..end],
            None => &[],
        }
    }

    /// Returns the number of legal actions at a table; 0 if the game is over.
    #[inline]
    pub fn choices(&self, table: usize) -> usize {
        if table < self.len() { self.batch.choices(table, self.listed(table)) } else { 0 }
    }

    /// Returns the legal action with the index `choice`; `None` if the index is out of range.
    #[inline]
    pub fn choice(&self, table: usize, choice: usize) -> Option<ActionOf<B>> {
        if table < self.len() { self.batch.choice(table, self.listed(table), choice) } else { None }
    }

    /// Returns the rewards of the last step: for each table, the reward of each player. The rewards
    /// of a table are 0 if no game ended there with the last step.
    pub fn rewards(&self) -> &[f32] {
        &self.rewards
    }

    /// Returns the rewards of a table; empty if the table does not exist.
    pub fn rewards_of(&self, table: usize) -> &[f32] {
        self.rewards.chunks_exact(self.players).nth(table).unwrap_or_default()
    }

    /// Returns, for each table, whether a game ended there with the last step. Games are never
    /// truncated.
    pub fn terminated(&self) -> &[bool] {
        &self.terminated
    }

    /// Returns the games that ended with the last step, in the order of the tables.
    pub fn ended(&self) -> &[Ended<B::Outcome, B::Last>] {
        &self.ended
    }

    /// Draws the index of a legal action for each table, with a uniform distribution; 0 if the game
    /// is over. The random numbers come from the stream of the table: one draw with
    /// [`bounded::below_u32`] per index, and none if there is only one legal action.
    ///
    /// # Errors
    /// [`TablesError::Count`] if the number of entries differs from the number of tables. Nothing
    /// is drawn in that case.
    pub fn random_choices(&mut self, choices: &mut [u32]) -> Result<(), TablesError> {
        self.check_count(choices.len())?;
        for (table, choice) in choices.iter_mut().enumerate() {
            let number = NonZeroU32::new(self.choices(table) as u32).filter(|number| number.get() > 1);
            *choice = number.map_or(0, |number| bounded::below_u32(&mut self.rngs[table], number));
        }
        Ok(())
    }

    /// Deals the next game at each table for which `mask` is true, even if its game is not over. A
    /// game in progress is undone, as if it had not been dealt. The rewards and the ended game of
    /// the last step are cleared for these tables.
    ///
    /// # Errors
    /// [`TablesError::Count`] if the number of entries differs from the number of tables. Nothing
    /// changes in that case.
    pub fn reset(&mut self, mask: &[bool]) -> Result<(), TablesError> {
        self.check_count(mask.len())?;
        for (table, _) in mask.iter().enumerate().filter(|(_, reset)| **reset) {
            // The next game continues from the end of a finished game. A game in progress is undone
            // first, so that the next game continues from the state before the undone game.
            if !self.batch.is_over(table) {
                self.batch.abandon(table);
            }
            self.deal_next(table);
            self.rewards[table * self.players..][..self.players].fill(0.0);
            self.terminated[table] = false;
        }
        self.ended.retain(|ended| !mask[ended.table]);
        self.list_legal();
        Ok(())
    }

    /// Sets the seed, and deals game 0 at every table, as if the tables were new.
    pub fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        (0..self.len()).for_each(|table| self.deal(table, 0));
        self.forget_step();
        self.list_legal();
    }

    const fn check_count(&self, found: usize) -> Result<(), TablesError> {
        let expected = self.len();
        if found == expected { Ok(()) } else { Err(TablesError::Count { expected, found }) }
    }

    fn deal(&mut self, table: usize, number: u64) {
        let key = StreamKey::new(self.seed, table as u64);
        self.games[table] = number;
        self.rngs[table] = key.substream(number.wrapping_mul(2).wrapping_add(1)).rng();
        self.batch.deal(table, number, key.substream(number.wrapping_mul(2)).rng());
    }

    fn deal_next(&mut self, table: usize) {
        self.deal(table, self.games[table].wrapping_add(1));
    }

    /// Clears the rewards and the ended games of the last step.
    fn forget_step(&mut self) {
        self.rewards.fill(0.0);
        self.terminated.fill(false);
        self.ended.clear();
    }

    /// Lists the legal actions of all tables. All lists are computed again, because nearly all of
    /// them change with every step.
    #[inline]
    fn list_legal(&mut self) {
        self.legal.clear();
        self.batch.list(&mut self.legal, &mut self.starts[1..]);
    }
}
