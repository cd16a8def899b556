//! Players: who decides what is played and what is given back.

mod greedy;
mod random;
mod table;

use std::fmt;

use quadrille_random::rand_core::Rng;

pub use table::{Table, Witness};

use crate::game::View;
use crate::melds::{Hand, Meld};

/// A player by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Does anything that is legal, each with the same probability; passes only on what others played.
    Random,
    /// Plays by simple rules: answers with the lowest, leads what sheds most low cards, keeps joker, 8 and the best rank for when
    /// they win the table.
    Greedy,
}

impl Player {
    /// All players.
    pub const ALL: [Self; 2] = [Self::Random, Self::Greedy];

    /// Its name in files and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
        }
    }

    /// What it does, in a word or two.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Random => "anything legal",
            Self::Greedy => "simple rules",
        }
    }

    /// The player of that name.
    ///
    /// ```
    /// use quadrille_daifugo::players::Player;
    /// assert_eq!(Player::from_name("greedy"), Some(Player::Greedy));
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|player| player.name() == name)
    }

    /// What to play: one of `melds`, which are all that may be played, or `None` for a pass.
    ///
    /// The draws come from `rng` alone; the same view, melds and generator give the same move.
    #[inline]
    pub fn play<R: Rng + ?Sized>(self, view: View<'_>, melds: &[Meld], rng: &mut R) -> Option<Meld> {
        match self {
            Self::Random => random::play(view, melds, rng),
            Self::Greedy => greedy::play(view, melds),
        }
    }

    /// What to give back in the exchange: so many cards of the hand.
    pub fn give<R: Rng + ?Sized>(self, hand: Hand, number: u32, rng: &mut R) -> Hand {
        match self {
            Self::Random => random::give(hand, number, rng),
            Self::Greedy => greedy::give(hand, number),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
