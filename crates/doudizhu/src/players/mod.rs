//! Players: who knows his own hand and what everyone can see, and says what to do.
//!
//! | player | how it plays |
//! |---|---|
//! | [`Random`] | any legal move, each as likely as the others |
//! | [`Rule`] | keeps its hand in few moves, holds high cards back, helps its partner |
//!
//! [`Style`] knows them by name. A player of one's own implements [`Player`].

mod random;
mod rule;
mod view;

use std::fmt::{self, Display};
use std::str::FromStr;

use quadrille_random::Xoshiro256PlusPlus;

pub use random::Random;
pub use rule::Rule;
pub use view::{Calling, Playing};

use crate::Move;
use crate::game::{Call, Contract, Deal, Outcome, Position, Seat, Setup};

/// Somebody who plays.
///
/// All luck comes from the generator that is passed in: the same draws and the same table give the same decision. A player may keep
/// memory between its calls, for speed; it must not change what it decides.
pub trait Player: Send {
    /// What to say before the first card: one of [`Calling::calls`].
    fn call(&mut self, table: &Calling<'_>, rng: &mut Xoshiro256PlusPlus) -> Call;

    /// What to play: one of [`Playing::moves`].
    fn play(&mut self, table: &Playing<'_>, rng: &mut Xoshiro256PlusPlus) -> Move;
}

/// The players by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Style {
    /// [`Random`].
    Random,
    /// [`Rule`].
    Rule,
}

impl Style {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Random, Self::Rule];

    /// Its name in commands and settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Rule => "rule",
        }
    }

    /// A player of this style.
    pub fn player(self) -> Box<dyn Player> {
        match self {
            Self::Random => Box::new(Random::default()),
            Self::Rule => Box::new(Rule::default()),
        }
    }
}

impl Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Style {
    type Err = UnknownStyle;

    fn from_str(name: &str) -> Result<Self, UnknownStyle> {
        let known = Self::ALL.into_iter().find(|style| style.name() == name);
        known.ok_or_else(|| UnknownStyle { name: name.to_owned() })
    }
}

/// A name that no player has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no player `{name}`; expected {}", expected())]
pub struct UnknownStyle {
    /// The name.
    pub name: String,
}

fn expected() -> String {
    Style::ALL.map(|style| format!("`{style}`")).join(" or ")
}

/// The player in each seat and the luck of each: what a game needs besides its cards.
pub struct Table<'a, P: ?Sized> {
    /// Who sits where.
    pub players: [&'a mut P; 3],
    /// What each draws from.
    pub luck: [Xoshiro256PlusPlus; 3],
}

impl<P: Player + ?Sized> Table<'_, P> {
    /// Has everyone call until the landlord is known; `None` if the cards were thrown in. `heard` is told every call.
    pub fn settle(
        &mut self,
        setup: &Setup,
        deal: &Deal,
        first: Seat,
        mut heard: impl FnMut(Seat, Call),
    ) -> Option<Contract> {
        let mut bidding = setup.bidding(first);
        loop {
            let Some(seat) = bidding.turn() else { return bidding.contract() };
            let table = Calling { setup, deal, bidding: &bidding, seat };
            let call = self.players[seat.index()].call(&table, &mut self.luck[seat.index()]);
            // A player that calls what cannot be called passes.
            let call = if bidding.call(call).is_ok() {
                call
            } else {
                let _ = bidding.call(Call::Pass);
                Call::Pass
            };
            heard(seat, call);
        }
    }

    /// Plays a position to its end; `seen` is told every move. Allocates nothing, if the players do not.
    #[inline]
    pub fn play(
        &mut self,
        setup: &Setup,
        contract: &Contract,
        stock: crate::Hand,
        position: &mut Position,
        mut seen: impl FnMut(Seat, Move),
    ) -> Outcome {
        loop {
            if let Some(winner) = position.winner() {
                let (bombs, spring) = (position.bombs(), position.spring());
                return Outcome { winner, contract: *contract, bombs, spring };
            }
            let seat = position.turn();
            let table = Playing { rules: setup.rules, contract, stock, position };
            let chosen = self.players[seat.index()].play(&table, &mut self.luck[seat.index()]);
            position.play(chosen);
            seen(seat, chosen);
        }
    }
}
