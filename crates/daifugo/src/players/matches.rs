//! Players at a table: a series of games played out.

use std::fmt;

use quadrille_progress::{Cancelled, Meter};
use quadrille_random::StreamKey;
use quadrille_random::rand_core::Rng;
use thiserror::Error;

use super::{Entrant, Player, PlayerRng, Start};
use crate::game::{Decision, Move, Series, Table, TableObserver, View};
use crate::rules::Rules;

/// Players at a [`Table`], who play series of games; with room for their work: once warm, a game allocates
/// nothing, if the players do not.
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
/// # Ok::<(), quadrille_daifugo::players::MatchError>(())
/// ```
pub struct Match {
    table: Table,
    /// By player.
    players: Vec<Box<dyn Player>>,
    seed: u64,
}

impl fmt::Debug for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match").field("table", &self.table).finish_non_exhaustive()
    }
}

/// Not as many players as the rules want.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{found} player{}; these rules are for {wanted}", if *found == 1 { "" } else { "s" })]
#[non_exhaustive]
pub struct MatchError {
    /// How many there are.
    pub found: usize,
    /// How many there have to be.
    pub wanted: usize,
}

impl Match {
    /// Players before their first game.
    ///
    /// # Errors
    /// Another number of them than the rules want.
    pub fn new<E: Into<Entrant>>(
        rules: Rules,
        players: impl IntoIterator<Item = E>,
    ) -> Result<Self, MatchError> {
        let players: Vec<_> = players.into_iter().map(|player| player.into().player()).collect();
        if players.len() != rules.players() {
            return Err(MatchError { found: players.len(), wanted: rules.players() });
        }
        Ok(Self { table: Table::new(rules), players, seed: 0 })
    }

    /// The same with another seed for [`Start::seed`], which built-in players do not use.
    #[must_use]
    pub const fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Seats the players anew, for the first game of another series.
    pub fn begin_again(&mut self) {
        self.table.begin_again();
    }

    /// The games so far.
    pub const fn series(&self) -> &Series {
        self.table.series()
    }

    /// Plays one game. Seats, cards and the classes of a stuck game are drawn from `deals`, the players draw
    /// from `moves`.
    pub fn play<R: Rng + ?Sized>(
        &mut self,
        deals: &mut R,
        moves: &mut PlayerRng,
        observer: &mut impl TableObserver,
    ) {
        let meter = Meter::new(&());
        let mut sitting =
            Sitting { table: &mut self.table, players: &mut self.players, moved: 0, seed: self.seed };
        // Who listens to nothing is not stopped.
        let _ = sitting.play(deals, moves, observer, &meter);
    }
}

/// A table, and who sits there.
pub(crate) struct Sitting<'a> {
    pub(crate) table: &'a mut Table,
    pub(crate) players: &'a mut [Box<dyn Player>],
    /// By how many places everybody has moved on: player p of the table's series is player p + `moved` of
    /// these.
    pub(crate) moved: usize,
    /// For [`Start::seed`].
    pub(crate) seed: u64,
}

impl Sitting<'_> {
    /// Plays one game. The meter is asked before each decision of a player that listens: it may take its
    /// time.
    pub(crate) fn play<R: Rng + ?Sized>(
        &mut self,
        deals: &mut R,
        moves: &mut PlayerRng,
        observer: &mut impl TableObserver,
        meter: &Meter<'_>,
    ) -> Result<(), Cancelled> {
        self.table
            .deal(deals, observer)
            .expect("the last game is closed, and cards that are dealt make a game");
        let mut seated = [0; Rules::MOST_PLAYERS];
        for (seated, &player) in seated.iter_mut().zip(self.table.series().seats()) {
            *seated = (usize::from(player) + self.moved) % self.players.len();
        }
        let mut listening = [false; Rules::MOST_PLAYERS];
        for (listening, player) in listening.iter_mut().zip(&*self.players) {
            *listening = player.listens();
        }
        let anybody = listening.contains(&true);
        if anybody {
            self.begin(&seated, &listening);
        }
        // How much of the history the players have heard.
        let mut told = 0;
        loop {
            if anybody {
                told = self.tell(&listening, told);
            }
            match self.table.decision() {
                Some(Decision::Play(view)) => {
                    let (player, seat) = (seated[view.seat()], view.seat());
                    if listening[player] {
                        meter.check()?;
                    }
                    let chosen = match self.players[player].choose(&view, moves) {
                        Ok(chosen) if is_legal(&view, chosen) => chosen,
                        wrong => {
                            observer.substituted(seat, wrong.as_ref().err());
                            view.fallback()
                        }
                    };
                    self.table.submit_legal(chosen, observer);
                }
                Some(Decision::Give(view)) => {
                    let (player, seat) = (seated[view.seat()], view.seat());
                    if listening[player] {
                        meter.check()?;
                    }
                    let cards = match self.players[player].give(&view, moves) {
                        Ok(cards) if view.may_give(cards) => cards,
                        wrong => {
                            observer.substituted(seat, wrong.as_ref().err());
                            view.fallback()
                        }
                    };
                    self.table.give(cards, observer).expect("cards are due");
                }
                None => break,
            }
        }
        let outcome = self.table.close(deals, observer).expect("no decision is due: the game is over");
        for player in listeners(self.players, &listening) {
            player.end(&outcome);
        }
        Ok(())
    }

    /// Tells those who listen what they hold.
    fn begin(&mut self, seated: &[usize], listening: &[bool]) {
        let series = self.table.series();
        let (rules, game) = (series.rules(), series.games());
        let by_seat = || series.seats().iter().map(|&player| series.classes()[usize::from(player)]).collect();
        let classes: Option<Vec<u8>> = (game > 0).then(by_seat);
        for seat in (0..rules.players()).filter(|&seat| listening[seated[seat]]) {
            let mut drawn = StreamKey::new(self.seed, u64::from(game)).substream(seat as u64).rng();
            let start = Start::new(seat, rules, self.table.dealt(seat), drawn.next_u64());
            self.players[seated[seat]].begin(&Start { game, classes: classes.as_deref(), ..start });
        }
    }

    /// Tells those who listen what happened from there on; how much they have heard then.
    fn tell(&mut self, listening: &[bool], from: usize) -> usize {
        let history = self.table.history();
        for player in listeners(self.players, listening) {
            history[from..].iter().for_each(|event| player.observe(event));
        }
        history.len()
    }
}

fn listeners<'a>(
    players: &'a mut [Box<dyn Player>],
    listening: &'a [bool],
) -> impl Iterator<Item = &'a mut Box<dyn Player>> {
    players.iter_mut().zip(listening).filter(|(_, listens)| **listens).map(|(player, _)| player)
}

/// Whether it is one of the view's moves; asked of the rules, which is quicker than looking through the list.
#[inline]
fn is_legal(view: &View<'_>, chosen: Move) -> bool {
    match chosen {
        Move::Pass => view.may_pass() || view.melds().is_empty(),
        Move::Play(meld) => view.state().check(view.hand(), meld).is_ok(),
    }
}
