//! Consecutive games: seating, classes and points.

use std::num::NonZeroU32;

use quadrille_random::bounded::below_u32;
use quadrille_random::rand_core::Rng;
use quadrille_random::shuffle::shuffle;

use crate::game::deal::{Exchange, Hands, deal, first_to_lead};
use crate::game::state::each_class_once;
use crate::game::{Ending, Game, GameError};
use crate::rules::Rules;

/// Number of games from one draw of the seats to the next, as in UECda.
const GAMES_A_SEATING: u32 = 3;

/// Consecutive games of the same players.
///
/// The first game has no classes. Every later game begins with an exchange according to the classes
/// of the previous game. The seats are drawn before the first game and after every third game.
#[derive(Clone, Debug)]
pub struct Series {
    rules: Rules,
    games: u32,
    /// The player in each seat.
    seats: [u8; Rules::MOST_PLAYERS],
    /// The class of each player in the previous game.
    classes: [u8; Rules::MOST_PLAYERS],
    points: [u32; Rules::MOST_PLAYERS],
}

/// Start of a game: the dealt hands, or a pending exchange.
#[derive(Clone, Debug)]
pub enum Opening {
    /// The first game, without classes: the dealt hands.
    Classless(Hands),
    /// A later game: the poor seats have given cards, and the rich seats are to return cards.
    Exchange(Exchange),
}

impl Series {
    /// Creates a series with no games played.
    pub fn new(rules: Rules) -> Self {
        let seats = std::array::from_fn(|seat| seat as u8);
        Self { rules, games: 0, seats, classes: [0; Rules::MOST_PLAYERS], points: [0; Rules::MOST_PLAYERS] }
    }

    /// Creates a series in progress.
    ///
    /// `games` is the number of finished games, and `seats` has the player in each seat. `classes`
    /// has the classes of the previous game. `classes` and `points` are indexed by player.
    ///
    /// # Errors
    /// Fails unless `seats` contains each player once and `classes` contains each class once.
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

    /// Draws the seats if a draw is due, and deals.
    ///
    /// The deal starts at the richest seat of the previous game, or at a random seat in the first
    /// game.
    ///
    /// # Errors
    /// Cannot fail if every [closed](Self::close) game was started by this series.
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

    /// Returns the rules.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    pub(super) const fn setup(&self) -> &Rules {
        &self.rules
    }

    /// Creates the game with these hands; the holder of the 3 of diamonds leads.
    ///
    /// # Errors
    /// Fails if the hands are not valid, as for [`Game::new`].
    pub fn start(&self, hands: &Hands) -> Result<Game, GameError> {
        let hands = &hands[..self.rules.players()];
        let mut classes = [0; Rules::MOST_PLAYERS];
        for (class, &player) in classes.iter_mut().zip(&self.seats) {
            *class = self.classes[usize::from(player)];
        }
        let classes = (self.games > 0).then_some(&classes[..hands.len()]);
        Game::new(self.rules, hands, first_to_lead(hands), classes)
    }

    /// Returns the player in a seat.
    ///
    /// # Panics
    /// Panics if the seat is [`Rules::MOST_PLAYERS`] or more.
    #[inline]
    pub const fn player(&self, seat: usize) -> usize {
        self.seats[seat] as usize
    }

    /// Assigns the open classes of a stuck game by lot; has no effect on any other game.
    ///
    /// # Errors
    /// Cannot fail, because the drawn seats are exactly the stuck seats.
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

    /// Records a finished game: classes for the next game, and points.
    ///
    /// The richest gets as many points as there are players; each lower class gets one point less.
    /// Has no effect while a class is open.
    pub fn close(&mut self, game: &Game) {
        let Some(result) = game.result() else { return };
        for (class, &seat) in result.iter().enumerate() {
            let player = self.player(usize::from(seat));
            self.classes[player] = class as u8;
            self.points[player] += (result.len() - class) as u32;
        }
        self.games += 1;
    }

    /// Reverses [`close`](Self::close). `classes` are the classes before the game, by seat.
    #[cfg(feature = "policy")]
    pub(super) fn reopen(&mut self, game: &Game, classes: [u8; Rules::MOST_PLAYERS]) {
        let Some(result) = game.result() else { return };
        for (class, &seat) in result.iter().enumerate() {
            let player = self.player(usize::from(seat));
            self.classes[player] = classes[usize::from(seat)];
            self.points[player] -= (result.len() - class) as u32;
        }
        self.games -= 1;
    }

    /// Returns the number of finished games.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// Returns the points of each player.
    pub fn points(&self) -> &[u32] {
        &self.points[..self.rules.players()]
    }

    /// Returns the class of each player in the previous game, 0 for the richest; all 0 before the
    /// first game is finished.
    pub fn classes(&self) -> &[u8] {
        &self.classes[..self.rules.players()]
    }

    /// Returns the player in each seat.
    pub fn seats(&self) -> &[u8] {
        &self.seats[..self.rules.players()]
    }
}
