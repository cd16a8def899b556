//! Many games side by side, stepped together: what a vector environment of a learner stands on.
//!
//! [`Tables`] holds `n` tables, and at each a game of a series. [`step`](Tables::step) takes an
//! action for each and moves all of them on; what is legal, observations and rewards are then there
//! for the seats to move. What one table does is exactly what a [`Game`] with the same random
//! numbers and the same decisions does.
//!
//! # Ids and choices
//! An action is named by its id ([`Encode`]), or by its place in the list of what is legal, its
//! choice: [`step_choices`](Tables::step_choices) costs less.
//!
//! # The end of a game
//! What comes after a game is [`Autoreset`], with the three meanings and the names of Gymnasium
//! 1.x. Rewards are by *player*: players keep their numbers while a game may draw seats anew.
//!
//! # Random numbers
//! Table `t` deals its game number `g`, both from 0, from the stream `(seed, t, 2 g)`; the choices
//! of [`random_choices`](Tables::random_choices) come from `(seed, t, 2 g + 1)` ([`StreamKey`]'s
//! three numbers). So a table plays the same games whatever the other tables do and however many
//! there are.
//!
//! # Layout
//! One list a concern, with an entry for each table; a game adds lists of its own ([`Batch`]).
//! Legal actions of all tables lie in one list behind one another, with the place where each
//! table's begin. A step reads all actions first (and refuses all, if one is illegal), then does
//! them, then lists what is legal next; after some steps it allocates nothing.

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

/// Tables at most: 2²⁰.
pub const MOST_TABLES: usize = 1 << 20;

/// A game that ended with the last step.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ended<O, L> {
    /// At which table.
    pub table: usize,
    /// The number of the game, from 0.
    pub game: u64,
    /// How it ended; `None` if the cards were thrown in.
    pub outcome: Option<O>,
    /// The last state: what Gymnasium's `final_obs` is made of.
    pub last: L,
}

/// What is to be done at a table.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Todo<A> {
    Act(A),
    /// Whatever was asked for: the table deals instead.
    Deal,
}

/// `n` games side by side. The [module](self) says more.
#[derive(Debug, Clone)]
pub struct Tables<B: Batch> {
    seed: u64,
    autoreset: Autoreset,
    batch: B,
    players: usize,
    /// The numbers of the games, from 0.
    games: Vec<u64>,
    rngs: Vec<PlayerRng>,
    /// Of the last step, by table and player.
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    ended: Vec<Ended<B::Outcome, B::Last>>,
    /// Legal actions of all tables; those of table `t` from `starts[t]` to `starts[t + 1]`.
    legal: Vec<B::Listed>,
    starts: Vec<usize>,
    /// Kept for its memory.
    todo: Vec<Todo<ActionOf<B>>>,
}

impl<B: Batch> Tables<B> {
    /// `n` tables, each with its game number 0 dealt.
    ///
    /// # Errors
    /// [`TooManyTables`]. Then `batch`, which makes lists for `n` tables, is not called.
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
            // Any generator: each table gets its own with its first deal.
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

    /// The number of tables.
    pub const fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The seed of the games.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// What comes after a game.
    pub const fn autoreset(&self) -> Autoreset {
        self.autoreset
    }

    /// What the game keeps of the tables.
    pub const fn batch(&self) -> &B {
        &self.batch
    }

    /// The number of players at a table.
    pub const fn players(&self) -> usize {
        self.players
    }

    /// The number of action ids.
    #[inline]
    pub fn action_count(&self) -> usize {
        self.batch.action_count()
    }

    /// The number of a table's game, from 0; `None` if there is no such table.
    pub fn game_number(&self, table: usize) -> Option<u64> {
        self.games.get(table).copied()
    }

    /// The seat whose decision is due; `None` where the game is over (or there is no such table).
    #[inline]
    pub fn seat(&self, table: usize) -> Option<usize> {
        if table < self.len() { self.batch.turn(table) } else { None }
    }

    /// The player whose decision is due; `None` where the game is over (or there is no such table).
    pub fn player(&self, table: usize) -> Option<usize> {
        Some(self.batch.player(table, self.seat(table)?))
    }

    /// What the game has listed as legal; nothing if there is no such table.
    #[inline]
    pub fn listed(&self, table: usize) -> &[B::Listed] {
        match self.starts.get(table..).and_then(<[usize]>::first_chunk) {
            Some(&[start, end]) => &self.legal[start..end],
            None => &[],
        }
    }

    /// The number of legal actions; 0 where the game is over.
    #[inline]
    pub fn choices(&self, table: usize) -> usize {
        if table < self.len() { self.batch.choices(table, self.listed(table)) } else { 0 }
    }

    /// A legal action by its place among the [choices](Self::choices); `None` beyond them.
    #[inline]
    pub fn choice(&self, table: usize, choice: usize) -> Option<ActionOf<B>> {
        if table < self.len() { self.batch.choice(table, self.listed(table), choice) } else { None }
    }

    /// The rewards of the last step, table by table and in each by player: 0 but where a game ended
    /// with it.
    pub fn rewards(&self) -> &[f32] {
        &self.rewards
    }

    /// Those of a table; nothing if there is no such table.
    pub fn rewards_of(&self, table: usize) -> &[f32] {
        self.rewards.chunks_exact(self.players).nth(table).unwrap_or_default()
    }

    /// By table, whether a game ended with the last step. Games are never cut short.
    pub fn terminated(&self) -> &[bool] {
        &self.terminated
    }

    /// The games that ended with the last step, by table in ascending order, as they were then.
    pub fn ended(&self) -> &[Ended<B::Outcome, B::Last>] {
        &self.ended
    }

    /// A choice for each table, each legal action with the same probability; 0 where the game is
    /// over. The numbers come from the table's own stream: one 32-bit draw a choice, none where
    /// there is only one.
    ///
    /// # Errors
    /// [`TablesError::Count`] if there are not as many entries as tables; nothing is drawn then.
    pub fn random_choices(&mut self, choices: &mut [u32]) -> Result<(), TablesError> {
        self.check_count(choices.len())?;
        for (table, choice) in choices.iter_mut().enumerate() {
            let number = NonZeroU32::new(self.choices(table) as u32).filter(|number| number.get() > 1);
            *choice = number.map_or(0, |number| bounded::below_u32(&mut self.rngs[table], number));
        }
        Ok(())
    }

    /// Deals the next game at the tables that `mask` is set for, whether their games are over or
    /// not. A game that is not over counts as if it had never been dealt. Rewards and ends of the
    /// last step are 0 there afterwards.
    ///
    /// # Errors
    /// [`TablesError::Count`] if there are not as many entries as tables; nothing is changed then.
    pub fn reset(&mut self, mask: &[bool]) -> Result<(), TablesError> {
        self.check_count(mask.len())?;
        for (table, _) in mask.iter().enumerate().filter(|(_, reset)| **reset) {
            // A game that is over counts, and the next one follows it; any other is taken back
            // first.
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

    /// Deals the game number 0 of another seed at every table: as if the tables were new.
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

    /// Forgets rewards and ends of the last step.
    fn forget_step(&mut self) {
        self.rewards.fill(0.0);
        self.terminated.fill(false);
        self.ended.clear();
    }

    /// Lists what is legal at all tables, anew after every step: nearly every table has other
    /// actions then.
    #[inline]
    fn list_legal(&mut self) {
        self.legal.clear();
        self.batch.list(&mut self.legal, &mut self.starts[1..]);
    }
}
