//! A round: players at a table, each in every seat with the same cards.

use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_random::StreamKey;
use quadrille_random::rand_core::Rng as _;
use quadrille_table::{self as table, SharedNumbers, play_asking};

use crate::game::{Action, Ending, Game, Outcome, Table};
use crate::players::{BoxedPlayer, PlayerError};
use crate::rules::Rules;

const MOST: usize = Rules::MOST_PLAYERS;

/// Counts what happens in a round, by player: the players are numbered as they were given, wherever they sit.
pub(crate) trait Count {
    /// A player is about to do this from its seat.
    fn moves(&mut self, _player: usize, _game: &Game, _seat: usize) {}
    /// Something else was done in a player's place: [`table::Observer::substituted`].
    fn substituted(&mut self, player: usize, why: Option<&PlayerError>);
    /// A game is over; the players, the richest first, and whether it was stuck.
    fn over(&mut self, players: &[usize], stuck: bool);
}

/// Plays a sitting of so many games of each series: as many series as players, in each of which everybody has
/// moved on by one place. They draw from the key's substreams: 0 for cards and seats, 1 + s for the moves in
/// series s, and the ones after these for the seeds of players that draw for themselves.
pub(crate) fn play(
    rules: Rules,
    players: &mut [BoxedPlayer],
    key: StreamKey,
    games: u64,
    count: &mut impl Count,
    observer: &dyn Observer,
) -> Result<(), Cancelled> {
    let number = players.len();
    let meter = Meter::new(observer).total(games * number as u64);
    for series in 0..number {
        let mut hearing = Hearing { count, players: number, moved: series, seated: [0; MOST] };
        play_series(rules, players, key, (series, games), &mut hearing, &meter)?;
    }
    Ok(())
}

/// Plays the sitting of one series, so many games. To `hearing` player p is player p + series of these.
pub(super) fn play_series(
    rules: Rules,
    players: &mut [BoxedPlayer],
    key: StreamKey,
    (series, games): (usize, u64),
    hearing: &mut impl table::Observer<Table>,
    meter: &Meter<'_>,
) -> Result<(), Cancelled> {
    let mut table = Table::new(rules);
    let (mut deals, mut moves) = (key.substream(0).rng(), key.substream(1 + series as u64).rng());
    let seed = key.substream((1 + players.len() + series) as u64).rng().next_u64();
    for _ in 0..games {
        let game = u64::from(table.series().games());
        let mut seats = SharedNumbers::new(players, &mut moves, series, (seed, game));
        play_asking(&mut table, &mut seats, &mut deals, hearing, meter)?;
        meter.advance(1)?;
    }
    Ok(())
}

/// Hears a table, and says which player sits in a seat.
struct Hearing<'a, C> {
    count: &'a mut C,
    players: usize,
    /// By how many places everybody has moved on.
    moved: usize,
    /// The player in each seat.
    seated: [usize; MOST],
}

impl<C: Count> table::Observer<Table> for Hearing<'_, C> {
    fn dealt(&mut self, table: &Table) {
        for (seated, &player) in self.seated.iter_mut().zip(table.series().seats()) {
            // The series numbers the players as they sit in this series; those of the round are `moved`
            // places further, so that each plays from every place once.
            *seated = (usize::from(player) + self.moved) % self.players;
        }
    }

    #[inline]
    fn acts(&mut self, table: &Table, seat: usize, action: Action) {
        if let (Action::Move(_), Some(game)) = (action, table.game()) {
            self.count.moves(self.seated[seat], game, seat);
        }
    }

    fn substituted(&mut self, seat: usize, why: Option<&PlayerError>) {
        self.count.substituted(self.seated[seat], why);
    }

    fn over(&mut self, _: &Table, outcome: &Outcome) {
        let mut players = [0; MOST];
        for (player, &seat) in players.iter_mut().zip(outcome.seats()) {
            *player = self.seated[usize::from(seat)];
        }
        let players = &players[..outcome.seats().len()];
        self.count.over(players, outcome.ending() == Ending::Stuck);
    }
}
