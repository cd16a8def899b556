//! Matches: series of games between players at one table.

use std::fmt;

use quadrille_random::rand_core::Rng;
use quadrille_table::{Observer, PlayersError, SharedRng, play, seated};

use super::{BoxedPlayer, Entrant, PlayerRng};
use crate::game::{Series, Table};
use crate::rules::Rules;

/// Players at a [`Table`], who play series of games.
///
/// Buffers are reused: after the first games, a game allocates memory only if the players do.
///
/// ```
/// use quadrille_daifugo::players::{Match, PlayerKind};
/// use quadrille_daifugo::rules::Rules;
/// use quadrille_random::StreamKey;
///
/// let mut table = Match::new(Rules::UECDA, [PlayerKind::Greedy; 5])?;
/// let (mut deals, mut moves) = (StreamKey::new(1, 0).rng(), StreamKey::new(1, 1).rng());
/// for _ in 0..3 {
///     table.play(&mut deals, &mut moves, &mut ());
/// }
/// assert_eq!(table.series().points().iter().sum::<u32>(), 3 * 15);
/// # Ok::<(), quadrille_daifugo::players::PlayersError>(())
/// ```
pub struct Match {
    table: Table,
    /// The players, by their number in the series.
    players: Vec<BoxedPlayer>,
    seed: u64,
}

impl fmt::Debug for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match").field("table", &self.table).finish_non_exhaustive()
    }
}

impl Match {
    /// Creates a match before its first game.
    ///
    /// # Errors
    /// Returns an error if the number of players is not the number in the rules.
    pub fn new<E: Into<Entrant>>(
        rules: Rules,
        players: impl IntoIterator<Item = E>,
    ) -> Result<Self, PlayersError> {
        let players = seated(players.into_iter().map(Into::into), rules.players())?;
        let players = players.iter().map(Entrant::player).collect();
        Ok(Self { table: Table::new(rules), players, seed: 0 })
    }

    /// Returns the match with another seed for [`Start::seed`](super::Start::seed); the default is
    /// 0. Built-in players do not use it.
    #[must_use]
    pub const fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Starts a new series; the next game draws the seats again.
    pub fn begin_again(&mut self) {
        self.table.begin_again();
    }

    /// Returns the current series.
    pub const fn series(&self) -> &Series {
        self.table.series()
    }

    /// Plays one game.
    ///
    /// Seats, cards and the classes of a stuck game are drawn from `deals`; the players draw from
    /// `moves`.
    pub fn play<R: Rng + ?Sized>(
        &mut self,
        deals: &mut R,
        moves: &mut PlayerRng,
        observer: &mut impl Observer<Table>,
    ) {
        let game = u64::from(self.table.series().games());
        let mut seats = SharedRng::new(&mut self.players, moves, 0, (self.seed, game));
        play(&mut self.table, &mut seats, deals, observer);
    }
}
