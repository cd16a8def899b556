//! The built-in players.

use quadrille_random::rand_core::Rng;

use quadrille_table::BuiltIn;

use super::{BoxedPlayer, Entrant, Player, PlayerError, PlayerRng, greedy, random};
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

/// The kinds of built-in players, with their names.
///
/// ```
/// use quadrille_daifugo::players::PlayerKind;
///
/// assert_eq!("greedy".parse(), Ok(PlayerKind::Greedy));
/// assert!("greedier".parse::<PlayerKind>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum PlayerKind {
    /// [`Random`].
    Random,
    /// [`Greedy`].
    Greedy,
    /// A network trained by self-play.
    #[cfg(feature = "policy")]
    Policy,
    /// A search with up to 500 playouts per decision. Each playout begins with a sampled deal of
    /// the hidden cards and is played by the network of `Policy`.
    #[cfg(feature = "policy")]
    Search,
}

impl PlayerKind {
    /// All kinds.
    pub const ALL: &'static [Self] = &[
        Self::Random,
        Self::Greedy,
        #[cfg(feature = "policy")]
        Self::Policy,
        #[cfg(feature = "policy")]
        Self::Search,
    ];

    /// Returns the name that files and commands use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            #[cfg(feature = "policy")]
            Self::Policy => "policy",
            #[cfg(feature = "policy")]
            Self::Search => "search",
        }
    }

    /// Returns a short description.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Random => "random legal actions",
            Self::Greedy => "simple rules",
            #[cfg(feature = "policy")]
            Self::Policy => "network trained by self-play",
            #[cfg(feature = "policy")]
            Self::Search => "playouts from possible worlds",
        }
    }

    /// Creates a player of this kind.
    pub fn player(self) -> BoxedPlayer {
        match self {
            Self::Random => Box::new(Random),
            Self::Greedy => Box::new(Greedy),
            #[cfg(feature = "policy")]
            Self::Policy => super::policy::SHIPPED.player(),
            #[cfg(feature = "policy")]
            Self::Search => {
                Box::new(super::policy::SHIPPED.search(quadrille_players::search::Budget::default()))
            }
        }
    }

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

quadrille_table::players_by_name!(PlayerKind);

impl BuiltIn for PlayerKind {
    type Game = Table;

    const ALL: &'static [Self] = Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }

    #[cfg(feature = "policy")]
    fn of_file(bytes: &[u8]) -> Result<quadrille_table::MakePlayer<Table>, String> {
        quadrille_players::of_file(bytes)
    }

    #[cfg(feature = "policy")]
    fn of_budget(text: &str) -> Result<(quadrille_table::MakePlayer<Table>, bool), String> {
        super::policy::SHIPPED.of_budget(text)
    }

    fn player(self) -> BoxedPlayer {
        self.player()
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
