//! Games in a row: who sits where, who was rich, who has how many points.

use std::num::NonZeroU32;

use quadrille_random::bounded::below_u32;
use quadrille_random::rand_core::Rng;
use quadrille_random::shuffle::shuffle;

use crate::game::deal::{Exchange, Hands, deal, first_to_lead};
use crate::game::state::each_class_once;
use crate::game::{Ending, Game, GameError};
use crate::rules::Rules;

/// Games after which seats are drawn anew, as in UECda.
const GAMES_A_SEATING: u32 = 3;

/// Games of the same players, one after the other.
///
/// The first game has no classes; of the later ones each begins with an exchange between those who were rich
/// and poor in the one before. Seats are drawn before the first game and after every third.
#[derive(Clone, Debug)]
pub struct Series {
    rules: Rules,
    games: u32,
    /// The player in each seat.
    seats: [u8; Rules::MOST_PLAYERS],
    /// The class of each player in the last game.
    classes: [u8; Rules::MOST_PLAYERS],
    points: [u32; Rules::MOST_PLAYERS],
}

/// A game that is about to begin: who sits where, and the cards.
#[derive(Clone, Debug)]
pub enum Opening {
    /// Nobody has a class yet: these are the hands.
    Classless(Hands),
    /// The poor have given, and the rich are to return cards.
    Exchange(Exchange),
}

impl Series {
    /// No game played yet.
    pub fn new(rules: Rules) -> Self {
        let seats = std::array::from_fn(|seat| seat as u8);
        Self { rules, games: 0, seats, classes: [0; Rules::MOST_PLAYERS], points: [0; Rules::MOST_PLAYERS] }
    }

    /// A series that was played elsewhere up to here: how many games, who sits in each seat, and each player's
    /// class in the last game and points.
    ///
    /// # Errors
    /// Not every player in one seat, or not every class once.
    pub fn continued(
        rules: Rules,
        games: u32,
        seats: &[u8],
        classes: &[u8],
        points: &[u32],
    ) -> Result<Self, GameError> {
        let players = rules.players();
        let mut kept = [0; Rules::MOST_PLAYERS];
        for (kept, &points) in kept.iter_mut().zip(points) {
            *kept = points;
        }
        Ok(Self {
            rules,
            games,
            seats: each_class_once(seats, players)?,
            classes: each_class_once(classes, players)?,
            points: kept,
        })
    }

    /// Draws seats if they are due, and deals.
    ///
    /// The cards go round from the richest of the game before, or from a seat that is drawn.
    ///
    /// # Errors
    /// None, as long as games are [closed](Self::close) with their own results.
    pub fn open<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Result<Opening, GameError> {
        let players = self.rules.players();
        if self.games.is_multiple_of(GAMES_A_SEATING) {
            shuffle(rng, &mut self.seats[..players]);
        }
        if self.games == 0 {
            let players = NonZeroU32::new(players as u32).unwrap_or(NonZeroU32::MIN);
            let first = below_u32(rng, players) as usize;
            return Ok(Opening::Classless(deal(self.rules, first, rng)));
        }
        let mut classes = [0; Rules::MOST_PLAYERS];
        for (class, &player) in classes.iter_mut().zip(&self.seats[..players]) {
            *class = self.classes[usize::from(player)];
        }
        let richest = classes[..players].iter().position(|&class| class == 0).unwrap_or(0);
        let hands = deal(self.rules, richest, rng);
        Ok(Opening::Exchange(Exchange::new(self.rules, &hands, &classes[..players])?))
    }

    /// What every game of the series is played by.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    pub(super) const fn setup(&self) -> &Rules {
        &self.rules
    }

    /// The game with these hands; whoever holds the 3 of diamonds leads.
    ///
    /// # Errors
    /// Hands that are none.
    pub fn start(&self, hands: &Hands) -> Result<Game, GameError> {
        let hands = &hands[..self.rules.players()];
        let mut classes = [0; Rules::MOST_PLAYERS];
        for (class, &player) in classes.iter_mut().zip(&self.seats) {
            *class = self.classes[usize::from(player)];
        }
        let classes = (self.games > 0).then_some(&classes[..hands.len()]);
        Game::new(self.rules, hands, first_to_lead(hands), classes)
    }

    /// The player in a seat.
    ///
    /// # Panics
    /// If the seat is [`Rules::MOST_PLAYERS`] or more.
    #[inline]
    pub const fn player(&self, seat: usize) -> usize {
        self.seats[seat] as usize
    }

    /// Draws for the places that a stuck game leaves open; draws nothing in any other.
    ///
    /// # Errors
    /// None: the seats drawn among are those that are stuck.
    pub fn settle<R: Rng + ?Sized>(game: &mut Game, rng: &mut R) -> Result<(), GameError> {
        if game.ending() == Some(Ending::Stuck) && game.result().is_none() {
            let (mut seats, mut number) = ([0; Rules::MOST_PLAYERS], 0);
            for seat in game.stuck() {
                seats[number] = seat as u8;
                number += 1;
            }
            shuffle(rng, &mut seats[..number]);
            game.settle(&seats[..number])?;
        }
        Ok(())
    }

    /// Takes note of a game that is over: classes for the next one, and points, as many for the richest as
    /// there are players and one less for each class below. A game still open changes nothing.
    pub fn close(&mut self, game: &Game) {
        let Some(result) = game.result() else { return };
        for (class, &seat) in result.iter().enumerate() {
            let player = self.player(usize::from(seat));
            self.classes[player] = class as u8;
            self.points[player] += (result.len() - class) as u32;
        }
        self.games += 1;
    }

    /// How many games are over.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// Each player's points.
    pub fn points(&self) -> &[u32] {
        &self.points[..self.rules.players()]
    }

    /// Each player's class in the last game, 0 the richest; all 0 before the first is over.
    pub fn classes(&self) -> &[u8] {
        &self.classes[..self.rules.players()]
    }

    /// The player in each seat.
    pub fn seats(&self) -> &[u8] {
        &self.seats[..self.rules.players()]
    }
}
