//! The built-in players.

use quadrille_random::rand_core::Rng;

use super::{Entrant, Player, PlayerError, PlayerRng, greedy, random};
use crate::game::{Action, Decision, Move, Table, View};
use crate::melds::Hand;

/// Chooses uniformly among the legal actions. A pass is legal unless the seat leads.
///
/// Draws one random number for a move, and one for each card to return in the exchange.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Random;

/// Plays by simple rules, without lookahead.
///
/// Answers with the lowest meld that breaks up no larger group, leads the meld that sheds the most
/// low cards, and keeps jokers, 8s and the best rank until they win the trick. Uses no random
/// numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Greedy;

quadrille_table::built_in_players! {
    /// The kinds of built-in players, with their names.
    ///
    /// ```
    /// use quadrille_daifugo::players::PlayerKind;
    ///
    /// assert_eq!("greedy".parse(), Ok(PlayerKind::Greedy));
    /// assert!("greedier".parse::<PlayerKind>().is_err());
    /// ```
    #[non_exhaustive]
    pub enum PlayerKind of Table {
        /// [`Random`].
        Random = "random" => Random,
        /// [`Greedy`].
        Greedy = "greedy" => Greedy,
    }
    learned: quadrille_players::Shipped = super::policy::SHIPPED
}

impl PlayerKind {
    /// Returns the decision of this player: the cards to return in the exchange, or a move.
    #[inline]
    fn decide<R: Rng + ?Sized>(self, view: &Decision<'_>, rng: &mut R) -> Action {
        match view {
            Decision::Give(view) => Action::Give(self.give(view.hand(), view.number(), rng)),
            Decision::Play(view) => Action::Move(self.choose(view, rng)),
        }
    }

    /// Returns the move of this player, one of [`View::moves`].
    ///
    /// Intended for playouts: needs no boxed player and accepts any generator.
    #[inline]
    pub fn choose<R: Rng + ?Sized>(self, view: &View<'_>, rng: &mut R) -> Move {
        match self {
            Self::Random => random::choose(view, rng),
            Self::Greedy => greedy::choose(view),
            #[cfg(feature = "policy")]
            Self::Policy => super::policy::choose(view),
            #[cfg(feature = "policy")]
            Self::Search => super::policy::search(view, rng),
        }
    }

    /// Returns the `number` cards that this player returns in the exchange.
    pub fn give<R: Rng + ?Sized>(self, hand: Hand, number: u32, rng: &mut R) -> Hand {
        match self {
            Self::Random => random::give(hand, number, rng),
            Self::Greedy => greedy::give(hand, number),
            #[cfg(feature = "policy")]
            Self::Policy => greedy::give(hand, number),
            #[cfg(feature = "policy")]
            Self::Search => {
                // The boxed search draws one number for every decision, also for a gift. Draw one
                // here as well, so that the next draws are the same.
                rng.next_u64();
                greedy::give(hand, number)
            }
        }
    }
}

impl From<&PlayerKind> for Entrant {
    fn from(kind: &PlayerKind) -> Self {
        (*kind).into()
    }
}

macro_rules! built_in {
    ($($Kind:ident),+) => {$(
        impl Player<Table> for $Kind {
            #[inline]
            fn decide(&mut self, view: &Decision<'_>, rng: &mut PlayerRng) -> Result<Action, PlayerError> {
                Ok(PlayerKind::$Kind.decide(view, rng))
            }

            fn listens(&self) -> bool {
                false
            }
        }
    )+};
}

built_in!(Random, Greedy);
