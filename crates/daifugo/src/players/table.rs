//! Players at a table: a series of games played out.

use quadrille_random::rand_core::Rng;

use crate::game::deal::{Gift, Hands};
use crate::game::{Game, Opening, Series};
use crate::melds::{Meld, Melds};
use crate::players::Player;
use crate::rules::Rules;

/// Hears what happens in a game; every method does nothing unless it is told otherwise.
pub trait Witness {
    /// The cards are dealt, to the seats of a series.
    fn dealt(&mut self, _series: &Series, _hands: &Hands) {}
    /// Cards went from one seat to another.
    fn given(&mut self, _gift: Gift) {}
    /// A seat is about to do this; `None` is a pass.
    fn moves(&mut self, _game: &Game, _seat: usize, _meld: Option<Meld>) {}
    /// The game is over, and the series has taken note of it.
    fn over(&mut self, _series: &Series, _game: &Game) {}
}

/// Nobody watches.
impl Witness for () {}

/// Players at a table, with room for their work: once warm, a game allocates nothing.
///
/// ```
/// use quadrille_daifugo::players::{Player, Table};
/// use quadrille_daifugo::rules::Rules;
/// use quadrille_random::StreamKey;
///
/// let mut table = Table::new(Rules::UECDA, &[Player::Greedy; 5]);
/// let (mut deals, mut moves) = (StreamKey::new(1, 0).rng(), StreamKey::new(1, 1).rng());
/// for _ in 0..3 {
///     table.play(&mut deals, &mut moves, &mut ());
/// }
/// assert_eq!(table.series().points().iter().sum::<u32>(), 3 * 15);
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    rules: Rules,
    players: [Player; Rules::MOST_PLAYERS],
    series: Series,
    melds: Melds,
}

impl Table {
    /// A table before its first game; the rules' number of players counts.
    ///
    /// # Panics
    /// If there are fewer players than the rules want.
    pub fn new(rules: Rules, players: &[Player]) -> Self {
        let number = rules.players();
        assert!(players.len() >= number, "a player for each seat");
        let mut all = [Player::Random; Rules::MOST_PLAYERS];
        all[..number].copy_from_slice(&players[..number]);
        Self { rules, players: all, series: Series::new(rules), melds: Melds::new() }
    }

    /// Seats the players anew, for the first game of another series.
    pub fn begin_again(&mut self) {
        self.series = Series::new(self.rules);
    }

    /// The games so far.
    pub const fn series(&self) -> &Series {
        &self.series
    }

    /// Plays one game. Seats, cards and the classes of a stuck game are drawn from `deals`, the players draw
    /// from `moves`.
    pub fn play<R: Rng, W: Witness>(&mut self, deals: &mut R, moves: &mut R, witness: &mut W) {
        let hands = match self.series.open(deals) {
            Opening::Classless(hands) => {
                witness.dealt(&self.series, &hands);
                hands
            }
            Opening::Exchange(mut exchange) => {
                witness.dealt(&self.series, exchange.dealt());
                exchange.forced().for_each(|gift| witness.given(gift));
                for (seat, number) in exchange.due() {
                    let player = self.players[self.series.player(seat)];
                    let cards = player.give(exchange.hand(seat), number, moves);
                    if let Some(gift) = exchange.give(seat, cards) {
                        witness.given(gift);
                    }
                }
                *exchange.hands()
            }
        };
        let mut game = self.series.start(&hands);
        while let Some(seat) = game.turn() {
            game.melds(&mut self.melds);
            let player = self.players[self.series.player(seat)];
            let chosen = player.play(game.view(seat), &self.melds, moves);
            witness.moves(&game, seat, chosen);
            match chosen {
                Some(meld) => game.play(meld),
                None => game.pass(),
            }
        }
        Series::settle(&mut game, deals);
        self.series.close(&game);
        witness.over(&self.series, &game);
    }
}
