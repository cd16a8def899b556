//! Many games side by side, stepped together: what a vector environment of a learner stands on.
//!
//! [`Tables`] holds `n` tables, and at each a game of a series. [`step`](Tables::step) takes an action for each
//! and moves all of them on; what is legal, observations, features of moves and rewards are then there for the
//! seats to move. What one of them does is exactly what a [`Table`](crate::game::Table) with the same numbers
//! and the same decisions does.
//!
//! # Numbers of actions
//! Those of [`Actions`]: passes, gifts and melds. Whoever draws from what is legal need not know them:
//! [`step_choices`](Tables::step_choices) takes the place in the list of what is legal instead, which costs
//! less. That list is, in play, the melds in their [documented order](crate::melds#the-order-of-melds) and then
//! a pass unless the seat leads; in the exchange, what may be returned, in the order of the ids.
//!
//! # Episodes
//! An episode is one game: the exchange, where there is one, and the play. [`Classes`] says where the classes
//! come from by which cards are exchanged. Rewards are by *player*: players are who stays, while seats are drawn
//! anew every third game of a series ([`Series`]). What comes after a game is [`Autoreset`], with the three
//! meanings and the names of Gymnasium 1.x.
//!
//! # Luck
//! Table `t` takes what its game number `g` needs, both from 0, from the stream `(seed, t, 2 g)`: seats, cards,
//! and, if it comes to that, the places of those who are stuck. The choices of
//! [`random_choices`](Tables::random_choices) come from `(seed, t, 2 g + 1)`. So a table plays the same games
//! whatever the other tables do and however many there are.
//!
//! # Layout
//! One list a concern, with an entry a table: series, stages, what was played, streams of numbers, rewards. Legal
//! melds of all tables lie in one list behind one another, with the place where each table's begin; gifts of an
//! exchange are not listed, for the hand tells them. A step looks at all actions first (and refuses all, if one is
//! illegal), then does them, then lists what is legal next.
//!
//! A series remembers what no game shows: seats, points, who was rich. It is changed by dealing and by the end of
//! a game, never in between. So the series from before the deal, kept beside it, is all it takes to abandon a
//! game.
//!
//! ```
//! use quadrille_daifugo::encodings::OBSERVATION;
//! use quadrille_daifugo::tables::{Options, Tables};
//!
//! let mut tables = Tables::new(8, 31459, Options::default())?;
//! let (mut choices, mut observations) = (vec![0; 8], vec![0i8; 8 * OBSERVATION]);
//! let mut games = 0;
//! while games < 10 {
//!     tables.fill_observations(&mut observations)?;
//!     // A policy would judge them; here chance decides.
//!     tables.random_choices(&mut choices)?;
//!     tables.step_choices(&choices)?;
//!     for ended in tables.ended() {
//!         assert_eq!(tables.rewards()[ended.table].iter().sum::<f32>(), 15.0);
//!         games += 1;
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod encode;
mod error;
mod options;
mod step;

pub use error::{OptionsError, StepError, TablesError, WhyIllegal};
pub use options::{Autoreset, Classes, Options, Reward, UnknownName};

use std::num::NonZeroU32;

use quadrille_random::shuffle::shuffle;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus, bounded};

use crate::encodings::{Actions, Played};
use crate::game::deal::{Exchange, gifts};
use crate::game::{Action, Game, GameError, Move, Opening, Outcome, Series};
use crate::melds::{Hand, Meld, Melds};
use crate::rules::Rules;

/// Tables at most: 2²⁰.
pub const MOST_TABLES: usize = 1 << 20;

const MOST: usize = Rules::MOST_PLAYERS;

/// Where a table is.
#[derive(Debug, Clone)]
enum Stage {
    /// The rich seat and the number of cards that are to be returned come next.
    Exchange { exchange: Exchange, due: (usize, u32) },
    /// Cards are played.
    Play(Game),
    /// The game is over, and nobody has dealt yet.
    Over(Game),
}

/// What is to be done at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Todo {
    Act(Action),
    /// Whatever was asked for: the table deals instead.
    Deal,
}

/// A game that has ended with the last step.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ended {
    /// At which table.
    pub table: usize,
    /// The number of the game, from 0.
    pub game: u64,
    /// Who is rich and who is poor, by seat.
    pub outcome: Outcome,
    /// The player in each seat; those beyond the players are of no meaning.
    pub players: [u8; MOST],
    /// The last state: what Gymnasium's `final_obs` is made of.
    pub last: Game,
    /// What each seat has played.
    pub played: Played,
}

/// `n` games side by side. The [module](self) tells more.
#[derive(Debug, Clone)]
pub struct Tables {
    seed: u64,
    options: Options,
    /// Numbers of the games, from 0.
    games: Vec<u64>,
    series: Vec<Series>,
    /// As they were before the game: what a game that is abandoned goes back to.
    before: Vec<Series>,
    stages: Vec<Stage>,
    played: Vec<Played>,
    /// What is left of the numbers of the deal, and those of random choices.
    deals: Vec<Xoshiro256PlusPlus>,
    chances: Vec<Xoshiro256PlusPlus>,
    /// Of the last step, by player.
    rewards: Vec<[f32; MOST]>,
    terminated: Vec<bool>,
    ended: Vec<Ended>,
    /// Legal melds of all tables; those of table `t` from `starts[t]` to `starts[t + 1]`.
    legal: Vec<Meld>,
    starts: Vec<usize>,
    /// Room for work.
    melds: Melds,
    todo: Vec<Todo>,
}

impl Tables {
    /// `n` tables, each with its game number 0 dealt.
    ///
    /// # Errors
    /// [`OptionsError`]: too many tables.
    pub fn new(n: usize, seed: u64, options: Options) -> Result<Self, OptionsError> {
        if n > MOST_TABLES {
            return Err(OptionsError::TooMany { found: n });
        }
        let rng = StreamKey::new(seed, 0).rng();
        let mut tables = Self {
            seed,
            options,
            games: vec![0; n],
            series: vec![Series::new(options.rules); n],
            before: vec![Series::new(options.rules); n],
            stages: Vec::with_capacity(n),
            played: vec![Played::new(); n],
            deals: vec![rng.clone(); n],
            chances: vec![rng; n],
            rewards: vec![[0.0; MOST]; n],
            terminated: vec![false; n],
            ended: Vec::new(),
            legal: Vec::new(),
            starts: vec![0; n + 1],
            melds: Melds::new(),
            todo: Vec::with_capacity(n),
        };
        for table in 0..n {
            let stage = tables.opened(table, 0)?;
            tables.stages.push(stage);
        }
        tables.list_legal();
        Ok(tables)
    }

    /// How many tables there are.
    pub const fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// What the tables were made with.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// How many numbers of actions there are: [`Actions::count`] of the rules.
    pub const fn action_count(&self) -> usize {
        Actions::count(self.options.rules)
    }

    /// The number of a table's game, from 0; `None` if there is no such table.
    pub fn game_number(&self, table: usize) -> Option<u64> {
        self.games.get(table).copied()
    }

    /// Who sits where, and the points of the games before; `None` if there is no such table.
    pub fn series(&self, table: usize) -> Option<&Series> {
        self.series.get(table)
    }

    /// The game in play, or just over; `None` in the exchange (or if there is no such table).
    pub fn game(&self, table: usize) -> Option<&Game> {
        match self.stages.get(table)? {
            Stage::Play(game) | Stage::Over(game) => Some(game),
            Stage::Exchange { .. } => None,
        }
    }

    /// The hands before the first lead; `None` once cards are played (or if there is no such table).
    pub fn exchange(&self, table: usize) -> Option<&Exchange> {
        match self.stages.get(table)? {
            Stage::Exchange { exchange, .. } => Some(exchange),
            Stage::Play(_) | Stage::Over(_) => None,
        }
    }

    /// What each seat has played in this game; `None` if there is no such table.
    pub fn played(&self, table: usize) -> Option<&Played> {
        self.played.get(table)
    }

    /// The seat whose decision is due; `None` where the game is over (or there is no such table).
    #[inline]
    pub fn turn(&self, table: usize) -> Option<usize> {
        match self.stages.get(table)? {
            Stage::Exchange { due, .. } => Some(due.0),
            Stage::Play(game) => game.turn(),
            Stage::Over(_) => None,
        }
    }

    /// The player whose decision is due; `None` where the game is over (or there is no such table).
    pub fn player(&self, table: usize) -> Option<usize> {
        Some(self.series.get(table)?.player(self.turn(table)?))
    }

    /// The hand of the seat whose decision is due.
    pub fn hand(&self, table: usize) -> Option<Hand> {
        let seat = self.turn(table)?;
        match self.stages.get(table)? {
            Stage::Exchange { exchange, .. } => Some(exchange.hand(seat)),
            Stage::Play(game) | Stage::Over(game) => Some(game.hand(seat)),
        }
    }

    /// The melds that may be played, in their [documented order](crate::melds#the-order-of-melds); none in the
    /// exchange, and where the game is over (or there is no such table).
    #[inline]
    pub fn melds(&self, table: usize) -> &[Meld] {
        match self.starts.get(table..).and_then(<[usize]>::first_chunk) {
            Some(&[start, end]) => &self.legal[start..end],
            None => &[],
        }
    }

    /// How many actions are legal; 0 where the game is over.
    #[inline]
    pub fn choices(&self, table: usize) -> usize {
        match self.stages.get(table) {
            Some(Stage::Play(game)) => self.melds(table).len() + usize::from(game.trick().is_some()),
            Some(Stage::Exchange { exchange, due: (seat, number) }) => {
                gifts(exchange.hand(*seat), *number).count()
            }
            Some(Stage::Over(_)) | None => 0,
        }
    }

    /// A legal action, by its place among the [choices](Self::choices); `None` beyond them.
    #[inline]
    pub fn choice(&self, table: usize, choice: usize) -> Option<Action> {
        match self.stages.get(table)? {
            Stage::Play(game) => match self.melds(table).get(choice) {
                Some(&meld) => Some(Action::Move(meld.into())),
                None if choice == self.melds(table).len() && game.trick().is_some() => {
                    Some(Action::Move(Move::Pass))
                }
                None => None,
            },
            Stage::Exchange { exchange, due: (seat, number) } => {
                gifts(exchange.hand(*seat), *number).nth(choice).map(Action::Give)
            }
            Stage::Over(_) => None,
        }
    }

    /// The number of a legal action, by its place among the [choices](Self::choices); `None` beyond them.
    #[inline]
    pub fn legal_id(&self, table: usize, choice: usize) -> Option<u16> {
        match self.choice(table, choice)? {
            Action::Move(chosen) => Actions::get().id(chosen),
            Action::Give(cards) => Actions::get().give_id(cards),
        }
    }

    /// The numbers of the legal actions of a table, in the order of their choices.
    pub fn legal_ids(&self, table: usize) -> impl Iterator<Item = u16> {
        (0..self.choices(table)).filter_map(move |choice| self.legal_id(table, choice))
    }

    /// The rewards of the last step, by table and player (those beyond the players have 0): 0 but where a game
    /// has ended with it.
    pub fn rewards(&self) -> &[[f32; MOST]] {
        &self.rewards
    }

    /// By table, whether a game has ended with the last step. Games are never cut short.
    pub fn terminated(&self) -> &[bool] {
        &self.terminated
    }

    /// The games that have ended with the last step, by table in ascending order, as they were then.
    pub fn ended(&self) -> &[Ended] {
        &self.ended
    }

    /// A choice for each table, each legal action as likely as the others; 0 where the game is over. The
    /// numbers come from the table's own stream, one 32-bit draw a choice, none where there is only one.
    ///
    /// # Errors
    /// [`TablesError::Count`] if there are not as many places as tables; nothing is drawn then.
    pub fn random_choices(&mut self, choices: &mut [u32]) -> Result<(), TablesError> {
        self.check_count(choices.len())?;
        for (table, choice) in choices.iter_mut().enumerate() {
            let many = NonZeroU32::new(self.choices(table) as u32).filter(|many| many.get() > 1);
            *choice = many.map_or(0, |many| bounded::below_u32(&mut self.chances[table], many));
        }
        Ok(())
    }

    /// Deals anew at the tables whose place in `mask` is set, whether their games are over or not: the next
    /// game of each. A game that is not over counts as if it had never been dealt: its series goes on from
    /// before it. Rewards and ends of the last step are 0 there afterwards.
    ///
    /// # Errors
    /// [`TablesError::Count`] if there are not as many places as tables; nothing is changed then.
    pub fn reset(&mut self, mask: &[bool]) -> Result<(), TablesError> {
        self.check_count(mask.len())?;
        for (table, _) in mask.iter().enumerate().filter(|(_, reset)| **reset) {
            if !matches!(self.stages[table], Stage::Over(_)) {
                self.series[table] = self.before[table].clone();
            }
            self.deal(table)?;
            (self.rewards[table], self.terminated[table]) = ([0.0; MOST], false);
        }
        self.ended.retain(|ended| !mask[ended.table]);
        self.list_legal();
        Ok(())
    }

    /// Deals the game number 0 of another seed at every table: as if the tables were new.
    ///
    /// # Errors
    /// None, as far as is known; [`TablesError::Game`] would be a fault of this crate's.
    pub fn reseed(&mut self, seed: u64) -> Result<(), TablesError> {
        self.seed = seed;
        for table in 0..self.len() {
            self.series[table] = Series::new(self.options.rules);
            self.stages[table] = self.opened(table, 0)?;
        }
        self.rewards.fill([0.0; MOST]);
        self.terminated.fill(false);
        self.ended.clear();
        self.list_legal();
        Ok(())
    }

    const fn check_count(&self, found: usize) -> Result<(), TablesError> {
        let expected = self.len();
        if found == expected { Ok(()) } else { Err(TablesError::Count { expected, found }) }
    }

    /// Deals the next game.
    fn deal(&mut self, table: usize) -> Result<(), GameError> {
        self.stages[table] = self.opened(table, self.games[table].wrapping_add(1))?;
        Ok(())
    }

    /// The beginning of a game. What it draws comes in an order that is part of the results: classes where they are
    /// by chance, then what the series needs; the rest of the stream is kept for those who get stuck in play.
    fn opened(&mut self, table: usize, game: u64) -> Result<Stage, GameError> {
        let key = StreamKey::new(self.seed, table as u64);
        let mut rng = key.substream(game.wrapping_mul(2)).rng();
        self.games[table] = game;
        self.chances[table] = key.substream(game.wrapping_mul(2).wrapping_add(1)).rng();
        self.played[table] = Played::new();
        let rules = self.options.rules;
        match self.options.classes {
            Classes::Carried => {}
            Classes::None => self.series[table] = Series::new(rules),
            Classes::Drawn => {
                let players = rules.players();
                let seats: [u8; MOST] = std::array::from_fn(|seat| seat as u8);
                let mut classes = seats;
                shuffle(&mut rng, &mut classes[..players]);
                let (seats, classes) = (&seats[..players], &classes[..players]);
                self.series[table] = Series::continued(rules, 1, seats, classes, &[])?;
            }
        }
        self.before[table] = self.series[table].clone();
        let opening = self.series[table].open(&mut rng)?;
        self.deals[table] = rng;
        match opening {
            Opening::Classless(hands) => Ok(Stage::Play(self.series[table].start(&hands)?)),
            Opening::Exchange(exchange) => self.next_exchange(table, exchange, 0),
        }
    }

    /// Waits for the rich seat of that number, or begins the play after the last. An exchange is one decision after
    /// another, so that each step asks one seat a table, as in play; where nobody gives, it is over at once.
    fn next_exchange(&self, table: usize, exchange: Exchange, number: usize) -> Result<Stage, GameError> {
        Ok(match exchange.due().nth(number) {
            Some(due) => Stage::Exchange { exchange, due },
            None => Stage::Play(self.series[table].start(exchange.hands())?),
        })
    }

    /// Lists the legal melds of all tables.
    fn list_legal(&mut self) {
        self.legal.clear();
        for (stage, end) in self.stages.iter().zip(&mut self.starts[1..]) {
            if let Stage::Play(game) = stage {
                game.melds(&mut self.melds);
                self.legal.extend_from_slice(&self.melds);
            }
            *end = self.legal.len();
        }
    }
}
