//! Many games side by side, stepped together: what a vector environment of a learner stands on.
//!
//! [`Tables`] holds `n` games. [`step`](Tables::step) takes an action for each and moves all of them on; legal
//! moves, features, observations, masks and rewards are then there for the seats to move. What one table does is
//! exactly what a [`Game`](crate::game::Game) with the same deal and the same moves does.
//!
//! # Numbers of actions
//! Moves have `RLCard`'s ids, 0 to 27,471 ([`RlcardActions`]). Where there is an auction, calls follow: 27,472
//! is the call `pass`, then `1`, `2`, `3`, `call`, `rob`, `open` and `double` up to 27,479. Whoever draws from
//! what is legal need not know ids: [`step_choices`](Tables::step_choices) takes the place in the list of legal
//! moves (or calls) instead, which costs less.
//!
//! # The end of a game
//! A game ends with the last card of a hand, or when everybody has passed in the auction and the cards are
//! thrown in (rewards of 0). What comes then is [`Autoreset`], with the three meanings and the names of
//! Gymnasium 1.x.
//!
//! # Luck
//! Table `t` deals its game number `g`, both from 0, from the stream `(seed, t, 2 g)`; the choices of
//! [`random_choices`](Tables::random_choices) come from `(seed, t, 2 g + 1)` ([`StreamKey`]'s three numbers). So a
//! table plays the same games whatever the other tables do and however many there are. In an auction, seat
//! g mod 3 speaks first.
//!
//! # Layout
//! One list a concern, with an entry a table: positions (48 bytes), courses of games (184 bytes), rewards,
//! what is to be done next. Legal moves of all tables lie in one list behind one another, with the place where
//! each table's begin. A step looks at all actions first (and refuses all, if one is illegal), then plays
//! them, then lists what is legal next; after some steps it allocates nothing.
//!
//! ```
//! use quadrille_doudizhu::encodings::Role;
//! use quadrille_doudizhu::tables::{Options, Reward, Tables};
//!
//! let mut tables = Tables::new(8, 31459, Options { reward: Reward::Wp, ..Options::default() })?;
//! let (mut choices, mut x) = (vec![0; 8], Vec::new());
//! let mut games = 0;
//! while games < 10 {
//!     // Features of every legal move of every table where the landlord is to move, for a network to judge.
//!     x.resize(tables.x_len_of(Role::Landlord), 0i8);
//!     tables.fill_x_of(Role::Landlord, &mut x)?;
//!     // Here, chance decides instead.
//!     tables.random_choices(&mut choices)?;
//!     tables.step_choices(&choices)?;
//!     games += tables.terminated().iter().filter(|&&over| over).count();
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod encode;
mod ended;
mod error;
mod options;
mod step;

pub use ended::Ended;
pub use error::{OptionsError, ResetError, StepError, TableError, WhyIllegal};
pub use options::{Autoreset, Options, Reward, UnknownName};

use std::num::NonZeroU32;

use quadrille_random::{StreamKey, Xoshiro256PlusPlus, bounded};

use crate::encodings::{Course, RlcardActions, Role};
use crate::game::{Bidding, Call, CallView, Contract, Deal, Position, Seat, Setup, Stage};
use crate::{Hand, Move, MoveBuffer};

/// Tables at most: 2²⁴.
pub const MOST_TABLES: usize = 1 << 24;

/// All calls, in the order of their ids from [`RlcardActions::COUNT`] on.
pub const CALLS: [Call; 8] = Call::ALL;

/// What is to be done next at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Call,
    Play,
    /// The game is over, and nobody has dealt yet.
    Over,
}

/// What a seat does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    Call(Call),
    Play(Move),
    /// Whatever was asked for: the table deals instead.
    Deal,
}

/// `n` games side by side. The [module](self) tells more.
#[derive(Debug, Clone)]
pub struct Tables {
    seed: u64,
    options: Options,
    /// Numbers of the games, from 0.
    games: Vec<u64>,
    next: Vec<Next>,
    /// Of no meaning before all calls are made: there is no landlord yet who could hold the stock. Whoever reads it
    /// asks [`is_settled`](Self::is_settled) first; only `next` is looked at in loops over all tables.
    positions: Vec<Position>,
    courses: Vec<Course>,
    contracts: Vec<Contract>,
    deals: Vec<Deal>,
    biddings: Vec<Bidding>,
    rngs: Vec<Xoshiro256PlusPlus>,
    /// Of the last step.
    rewards: Vec<[f32; 3]>,
    terminated: Vec<bool>,
    ended: Vec<Ended>,
    /// Legal moves of all tables; those of table `t` from `starts[t]` to `starts[t + 1]`.
    legal: Vec<Move>,
    starts: Vec<usize>,
    /// Room for work.
    buffer: MoveBuffer,
    actions: Vec<Action>,
}

impl Tables {
    /// `n` tables, each with its game number 0 dealt.
    ///
    /// # Errors
    /// [`OptionsError`]: too many tables, or rules with moves that have no ids.
    pub fn new(n: usize, seed: u64, options: Options) -> Result<Self, OptionsError> {
        if n > MOST_TABLES {
            return Err(OptionsError::TooMany { found: n });
        }
        if !RlcardActions::cover(options.setup.rules) {
            return Err(OptionsError::Rules { found: options.setup.rules });
        }
        let deal = Deal::random(&mut StreamKey::new(seed, 0).rng());
        let mut tables = Self {
            seed,
            options,
            games: vec![0; n],
            next: vec![Next::Over; n],
            positions: vec![Position::new(&deal, Seat::ALL[0]); n],
            courses: vec![Course::new(); n],
            contracts: vec![Contract::plain(Seat::ALL[0]); n],
            deals: vec![deal; n],
            biddings: vec![options.setup.bidding(Seat::ALL[0]); n],
            rngs: vec![StreamKey::new(seed, 0).rng(); n],
            rewards: vec![[0.0; 3]; n],
            terminated: vec![false; n],
            ended: Vec::new(),
            legal: Vec::new(),
            starts: vec![0; n + 1],
            buffer: MoveBuffer::new(),
            actions: Vec::with_capacity(n),
        };
        (0..n).for_each(|table| tables.deal(table, 0));
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

    /// What was agreed before the cards were dealt.
    pub const fn setup(&self) -> &Setup {
        &self.options.setup
    }

    /// How many numbers of actions there are: 27,472, or 27,480 where there are calls.
    pub const fn action_count(&self) -> usize {
        RlcardActions::COUNT + if self.options.setup.has_calls() { CALLS.len() } else { 0 }
    }

    /// The number of a table's game, from 0; `None` if there is no such table.
    pub fn game(&self, table: usize) -> Option<u64> {
        self.games.get(table).copied()
    }

    /// Whose turn it is to call or to play; `None` where the game is over (or there is no such table).
    pub fn turn(&self, table: usize) -> Option<Seat> {
        match self.next.get(table)? {
            Next::Call => self.biddings[table].turn(),
            Next::Play => Some(self.positions[table].turn()),
            Next::Over => None,
        }
    }

    /// What the seat to play is; `None` in an auction, and where the game is over.
    #[inline]
    pub fn role(&self, table: usize) -> Option<Role> {
        (*self.next.get(table)? == Next::Play).then(|| self.courses[table].next_role())
    }

    /// The hands and the table in play; `None` before the first card can be played. When the game is over, the
    /// last position.
    pub fn position(&self, table: usize) -> Option<&Position> {
        self.is_settled(table).then(|| &self.positions[table])
    }

    /// The moves of the game in play; `None` before the first card can be played.
    pub fn course(&self, table: usize) -> Option<&Course> {
        self.is_settled(table).then(|| &self.courses[table])
    }

    /// What was agreed on; `None` before the first card can be played.
    pub fn contract(&self, table: usize) -> Option<&Contract> {
        self.is_settled(table).then(|| &self.contracts[table])
    }

    /// The cards as they were dealt.
    pub fn dealt(&self, table: usize) -> Option<&Deal> {
        self.deals.get(table)
    }

    /// How far the auction is.
    pub fn bidding(&self, table: usize) -> Option<&Bidding> {
        self.biddings.get(table)
    }

    /// The cards of the seat whose turn it is, to call or to play; `None` where the game is over.
    pub fn hand(&self, table: usize) -> Option<Hand> {
        let seat = self.turn(table)?;
        if let Some(position) = self.position(table) {
            return Some(position.hand(seat));
        }
        CallView::of(self.setup(), &self.deals[table], &self.biddings[table], &[]).map(|view| view.hand())
    }

    fn is_settled(&self, table: usize) -> bool {
        self.biddings.get(table).is_some_and(|bidding| matches!(bidding.stage(), Stage::Settled(_)))
    }

    /// The legal moves of the seat to play, a pass first where there is one, in the order of the rules'
    /// generator; none in an auction, and where the game is over (or there is no such table).
    #[inline]
    pub fn legal_moves(&self, table: usize) -> &[Move] {
        match self.starts.get(table..).and_then(<[usize]>::first_chunk) {
            Some(&[start, end]) => &self.legal[start..end],
            None => &[],
        }
    }

    /// How many actions are legal: moves or calls; 0 where the game is over.
    #[inline]
    pub fn choices(&self, table: usize) -> usize {
        match self.next.get(table) {
            Some(Next::Call) => self.biddings[table].calls().count(),
            _ => self.legal_moves(table).len(),
        }
    }

    /// The rewards of the last step, by table and seat: 0 but where a game has ended with it.
    pub fn rewards(&self) -> &[[f32; 3]] {
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

    /// A choice for each table, each legal move (or call) as likely as the others; 0 where the game is over.
    /// The numbers come from the table's own stream, one 32-bit draw a choice, none where there is only one.
    ///
    /// # Errors
    /// [`TableError::Count`] if there are not as many places as tables; nothing is drawn then.
    pub fn random_choices(&mut self, choices: &mut [u32]) -> Result<(), TableError> {
        self.check_count(choices.len())?;
        for (table, choice) in choices.iter_mut().enumerate() {
            let many = self.choices(table) as u32;
            let many = NonZeroU32::new(many).filter(|many| many.get() > 1);
            *choice = many.map_or(0, |many| bounded::below_u32(&mut self.rngs[table], many));
        }
        Ok(())
    }

    /// Deals anew at the tables whose place in `mask` is set, whether their games are over or not: the next
    /// game of each. Rewards and ends of the last step are 0 there afterwards.
    ///
    /// # Errors
    /// [`ResetError`] if there are not as many places as tables; nothing is changed then.
    pub fn reset(&mut self, mask: &[bool]) -> Result<(), ResetError> {
        self.check_count(mask.len()).map_err(|_| ResetError { expected: self.len(), found: mask.len() })?;
        for (table, _) in mask.iter().enumerate().filter(|(_, reset)| **reset) {
            self.deal(table, self.games[table].wrapping_add(1));
            (self.rewards[table], self.terminated[table]) = ([0.0; 3], false);
        }
        self.ended.retain(|ended| !mask[ended.table]);
        self.list_legal();
        Ok(())
    }

    /// Deals the game number 0 of another seed at every table: as if the tables were new.
    pub fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        (0..self.len()).for_each(|table| self.deal(table, 0));
        self.rewards.fill([0.0; 3]);
        self.terminated.fill(false);
        self.ended.clear();
        self.list_legal();
    }

    const fn check_count(&self, found: usize) -> Result<(), TableError> {
        let expected = self.len();
        if found == expected { Ok(()) } else { Err(TableError::Count { expected, found }) }
    }

    /// Deals a game.
    fn deal(&mut self, table: usize, game: u64) {
        let key = StreamKey::new(self.seed, table as u64);
        let deal = Deal::random(&mut key.substream(game.wrapping_mul(2)).rng());
        self.games[table] = game;
        self.rngs[table] = key.substream(game.wrapping_mul(2).wrapping_add(1)).rng();
        self.deals[table] = deal;
        self.biddings[table] = self.options.setup.bidding(Seat::ALL[(game % 3) as usize]);
        self.courses[table] = Course::new();
        self.begin_if_settled(table);
    }

    /// What comes next after a call, or at the beginning: where there is no auction at all, the bidding is settled
    /// from the start and the game begins here.
    fn begin_if_settled(&mut self, table: usize) {
        self.next[table] = match self.biddings[table].stage() {
            Stage::Settled(contract) => {
                self.contracts[table] = contract;
                self.positions[table] = Position::new(&self.deals[table], contract.landlord);
                Next::Play
            }
            Stage::ThrownIn => Next::Over,
            Stage::Auction(_) | Stage::Opening(_) | Stage::Doubling(..) => Next::Call,
        };
    }

    /// Lists the legal moves of all tables, anew after every step: nearly every table has others then. Positions are
    /// walked in the order of memory, and the one list keeps its room. Calls are few and are not listed.
    fn list_legal(&mut self) {
        self.legal.clear();
        let rules = self.options.setup.rules;
        let tables = self.next.iter().zip(&self.positions).zip(&mut self.starts[1..]);
        for ((&next, position), end) in tables {
            if next == Next::Play {
                position.moves(rules, &mut self.buffer);
                self.legal.extend_from_slice(&self.buffer);
            }
            *end = self.legal.len();
        }
    }
}
