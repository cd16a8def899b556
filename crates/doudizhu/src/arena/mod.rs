//! Players against one another: the same deals for everyone.
//!
//! Each deal is played three times, and from one time to the next everyone moves on by a seat, so that each player has each of the three
//! hands once. What the cards are worth cancels out; what is left is how they were played. Without an auction seat 0 is the
//! landlord, so each player is landlord once a deal. With one, the players' own calls decide, and seat 0 speaks first: each
//! player once a deal.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use quadrille_doudizhu::Rules;
//! use quadrille_doudizhu::arena::Arena;
//! use quadrille_doudizhu::game::{Scoring, Setup};
//! use quadrille_doudizhu::players::Style;
//!
//! let arena = Arena::new(Setup::new(Rules::RLCARD, Scoring::Adp), [Style::Rule, Style::Random, Style::Random], 1);
//! let tally = arena.run(0..20, &mut |_| ControlFlow::Continue(()))?;
//! assert_eq!((tally.games, tally.players[0].landlord.games()), (60, 20));
//! assert!(tally.players[0].all.wins.sum() > tally.players[1].all.wins.sum());
//! # Ok::<(), quadrille_doudizhu::arena::Stopped>(())
//! ```

mod estimate;
mod tally;

use std::ops::{ControlFlow, Range};

use quadrille_random::StreamKey;

pub use estimate::Clustered;
pub use tally::{PlayerTally, Scores, Tally};

use crate::Move;
use crate::game::{Call, Deal, Game, Outcome, Position, Seat, Setup};
use crate::players::{Player, Style, Table};

/// How often each deal is played: once from each seat.
pub const GAMES_A_DEAL: u64 = 3;

/// Three players, and everything that decides how their games go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arena {
    setup: Setup,
    players: [Style; 3],
    seed: u64,
}

/// The games were stopped before their end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped before the end")]
pub struct Stopped;

/// A game that an arena played, with everything in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArenaGame {
    /// The game.
    pub game: Game,
    /// Which player sat in which seat.
    pub seated: [usize; 3],
    /// The name of who sat in which seat.
    pub names: [&'static str; 3],
    /// How often the cards were thrown in before.
    pub thrown_in: u64,
}

/// What a game that has been played came to.
struct Played {
    outcome: Outcome,
    deal: Deal,
    thrown_in: u64,
}

impl Arena {
    /// Players 0, 1 and 2 in the order in which they sit around the table. Games depend on nothing but these arguments and their numbers.
    pub const fn new(setup: Setup, players: [Style; 3], seed: u64) -> Self {
        Self { setup, players, seed }
    }

    /// What is agreed before each game.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Who plays.
    pub const fn players(&self) -> [Style; 3] {
        self.players
    }

    /// Plays each of these deals three times. `done` hears after each deal how many games have been played, and says whether to go on.
    ///
    /// Deal d draws from streams (seed, d) alone, so any cut of the deals into runs gives the same games, and tallies merge exactly.
    ///
    /// # Errors
    /// [`Stopped`], if `done` said so.
    pub fn run(
        &self,
        deals: Range<u64>,
        done: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Tally, Stopped> {
        let mut tally = Tally::default();
        let mut players = self.players.map(Style::player);
        for deal in deals {
            let mut of_deal = tally::OfDeal::default();
            for rotation in 0..GAMES_A_DEAL {
                let seated = seated(rotation);
                let played = self.play(&mut players, deal, rotation, &mut |_, _| (), &mut |seat, chosen| {
                    tally.saw(seated[seat.index()], chosen);
                });
                tally.thrown_in += played.thrown_in;
                tally.record(&self.setup, &played.outcome, seated, &mut of_deal);
            }
            tally.end_deal(&of_deal);
            if done(tally.games).is_break() {
                return Err(Stopped);
            }
        }
        Ok(tally)
    }

    /// One game again, with everything in it: game `number` of all, counted from 0, is deal `number / 3` played for the
    /// `number % 3`-th time.
    pub fn game(&self, number: u64) -> ArenaGame {
        let (deal, rotation) = (number / GAMES_A_DEAL, number % GAMES_A_DEAL);
        let mut players = self.players.map(Style::player);
        let (mut calls, mut moves) = (Vec::new(), Vec::new());
        let played = self.play(
            &mut players,
            deal,
            rotation,
            &mut |_, call| calls.push(call),
            &mut |_, chosen: Move| moves.push(chosen.cards()),
        );
        let mut game = Game::new(self.setup, played.deal, Seat::ALL[0]);
        // Cards are thrown in after three passes; those calls come first.
        for &call in &calls[3 * played.thrown_in as usize..] {
            let _ = game.call(call);
        }
        for cards in moves {
            let _ = game.play(cards);
        }
        let seated = seated(rotation);
        let names = seated.map(|player| self.players[player].name());
        ArenaGame { game, seated, names, thrown_in: played.thrown_in }
    }

    fn play(
        &self,
        players: &mut [Box<dyn Player>; 3],
        deal: u64,
        rotation: u64,
        heard: &mut dyn FnMut(Seat, Call),
        seen: &mut dyn FnMut(Seat, Move),
    ) -> Played {
        let key = StreamKey::new(self.seed, deal);
        let seated = seated(rotation);
        let luck = seated.map(|player| key.substream(1 + GAMES_A_DEAL * rotation + player as u64).rng());
        let [first, second, third] = players.each_mut().map(|player| &mut **player);
        let mut table = match rotation {
            0 => Table { players: [first, second, third], luck },
            1 => Table { players: [third, first, second], luck },
            _ => Table { players: [second, third, first], luck },
        };
        // The same cards each time: after a throw-in, the same next ones.
        let mut dealer = key.rng();
        let mut thrown_in = 0;
        loop {
            let deal = Deal::random(&mut dealer);
            let Some(contract) = table.settle(&self.setup, &deal, Seat::ALL[0], &mut *heard) else {
                thrown_in += 1;
                continue;
            };
            let mut position = Position::new(&deal, contract.landlord);
            let outcome = table.play(&self.setup, &contract, deal.stock(), &mut position, &mut *seen);
            return Played { outcome, deal, thrown_in };
        }
    }
}

/// Which player sits in which seat.
const fn seated(rotation: u64) -> [usize; 3] {
    match rotation {
        0 => [0, 1, 2],
        1 => [2, 0, 1],
        _ => [1, 2, 0],
    }
}
