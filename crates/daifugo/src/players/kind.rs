//! The built-in players.

use quadrille_random::rand_core::Rng;

use quadrille_table::BuiltIn;

use super::{BoxedPlayer, Entrant, Player, PlayerError, PlayerRng, greedy, random};
use crate::game::{Action, Decision, Move, Table, View};
use crate::melds::Hand;

/// Does anything that is legal, each with the same probability; passes only on what others played. Draws one
/// number a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Random;

/// Plays by simple rules, without looking ahead: answers with the lowest meld that breaks up no larger group,
/// leads what sheds most low cards, keeps joker, 8 and the best rank for when they win the table. Draws
/// nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Greedy;

/// The built-in players by name.
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
    /// A network that learned by self-play.
    #[cfg(feature = "policy")]
    Policy,
    /// Playouts of the possible worlds by the same networks, 500 a decision.
    #[cfg(feature = "policy")]
    Search,
}

impl PlayerKind {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::Random,
        Self::Greedy,
        #[cfg(feature = "policy")]
        Self::Policy,
        #[cfg(feature = "policy")]
        Self::Search,
    ];

    /// Its name in files and commands.
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

    /// What it does, in a word or two.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Random => "anything legal",
            Self::Greedy => "simple rules",
            #[cfg(feature = "policy")]
            Self::Policy => "learned by self-play",
            #[cfg(feature = "policy")]
            Self::Search => "playouts of possible worlds",
        }
    }

    /// A player of this kind.
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

    /// What it decides, of whatever kind the decision is.
    #[inline]
    fn decide<R: Rng + ?Sized>(self, view: &Decision<'_>, rng: &mut R) -> Action {
        match view {
            Decision::Give(view) => Action::Give(self.give(view.hand(), view.number(), rng)),
            Decision::Play(view) => Action::Move(self.choose(view, rng)),
        }
    }

    /// What it does: one of [`View::moves`]. For playouts: without a box, and with any generator.
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

    /// What it gives back in the exchange: so many cards of the hand.
    pub fn give<R: Rng + ?Sized>(self, hand: Hand, number: u32, rng: &mut R) -> Hand {
        match self {
            Self::Random => random::give(hand, number, rng),
            Self::Greedy => greedy::give(hand, number),
            #[cfg(feature = "policy")]
            Self::Policy => greedy::give(hand, number),
            #[cfg(feature = "policy")]
            Self::Search => {
                // A search draws one number for every decision, this one too.
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
