//! Players at a table: a series of games played out.

use quadrille_progress::{Cancelled, Meter};
use quadrille_random::rand_core::Rng;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};
use thiserror::Error;

use super::{Entrant, Player, PlayerError, Seated, Start};
use crate::game::{Decision, ExchangeView, Move, Series, Table, TableObserver, View};
use crate::melds::Hand;
use crate::rules::Rules;

/// Players at a [`Table`], who play series of games; with room for their work: once warm, a game allocates nothing, if the players do
/// not.
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
#[derive(Debug)]
pub struct Match {
    table: Table,
    /// By player.
    players: Vec<Seated>,
    seed: u64,
}

/// Not as many players as the rules want.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{found} player{}; these rules are for {wanted}", if *found == 1 { "" } else { "s" })]
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
        let players: Vec<Seated> = players.into_iter().map(|player| player.into().seated()).collect();
        if players.len() != rules.players() {
            return Err(MatchError { found: players.len(), wanted: rules.players() });
        }
        Ok(Self { table: Table::new(rules), players, seed: 0 })
    }

    /// The same with another seed for [`Start::seed`]; built-in players do not use it.
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

    /// Plays one game. Seats, cards and the classes of a stuck game are drawn from `deals`, the players draw from `moves`.
    pub fn play<R: Rng + ?Sized>(
        &mut self,
        deals: &mut R,
        moves: &mut Xoshiro256PlusPlus,
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
    pub(crate) players: &'a mut [Seated],
    /// By how many places everybody has moved on: player p of the table's series is player p + `moved` of these.
    pub(crate) moved: usize,
    /// For [`Start::seed`].
    pub(crate) seed: u64,
}

impl Sitting<'_> {
    /// Plays one game. A player who is not built in may take its time: the meter is asked before each of its decisions.
    pub(crate) fn play<R: Rng + ?Sized>(
        &mut self,
        deals: &mut R,
        moves: &mut Xoshiro256PlusPlus,
        observer: &mut impl TableObserver,
        meter: &Meter<'_>,
    ) -> Result<(), Cancelled> {
        let own = self.players.iter().any(|player| player.kind().is_none());
        self.table
            .deal(deals, observer)
            .expect("the last game is closed, and cards that are dealt make a game");
        let mut seated = [0; Rules::MOST_PLAYERS];
        for (seated, &player) in seated.iter_mut().zip(self.table.series().seats()) {
            *seated = (usize::from(player) + self.moved) % self.players.len();
        }
        if own {
            self.begin(&seated, observer);
        }
        // How much of the history the players have heard.
        let mut told = 0;
        loop {
            if own {
                told = self.tell(told);
            }
            match self.table.decision() {
                Some(Decision::Play(view)) => {
                    let player = &mut self.players[seated[view.seat()]];
                    let (chosen, why) = match player.kind() {
                        Some(kind) => (kind.choose(&view, moves), None),
                        None => asked(player, meter, view.fallback(), |player| choose(player, &view, moves))?,
                    };
                    if let Some(why) = why {
                        observer.substituted(view.seat(), &why);
                    }
                    self.table.submit_legal(chosen, observer);
                }
                Some(Decision::Give(view)) => {
                    let player = &mut self.players[seated[view.seat()]];
                    let (cards, why) = match player.kind() {
                        Some(kind) => (kind.give(view.hand(), view.number(), moves), None),
                        None => asked(player, meter, view.fallback(), |player| give(player, &view, moves))?,
                    };
                    if let Some(why) = why {
                        observer.substituted(view.seat(), &why);
                    }
                    self.table.give(cards, observer).expect("cards are due");
                }
                None => break,
            }
        }
        let outcome = self.table.close(deals, observer).expect("no decision is due: the game is over");
        if own {
            self.players.iter_mut().filter_map(Seated::own).for_each(|player| player.end(&outcome));
        }
        Ok(())
    }

    /// Tells the players that are not built in what they hold.
    fn begin(&mut self, seated: &[usize], observer: &mut impl TableObserver) {
        let series = self.table.series();
        let (rules, game) = (series.rules(), series.games());
        let by_seat = || series.seats().iter().map(|&player| series.classes()[usize::from(player)]).collect();
        let classes: Option<Vec<u8>> = (game > 0).then(by_seat);
        for seat in 0..rules.players() {
            let Some(player) = self.players[seated[seat]].own() else { continue };
            let mut drawn = StreamKey::new(self.seed, u64::from(game)).substream(seat as u64).rng();
            let hand = self.table.dealt(seat);
            let start = Start { rules, seat, hand, game, classes: classes.clone(), seed: drawn.next_u64() };
            if let Err(why) = player.begin(&start) {
                observer.substituted(seat, &why);
            }
        }
    }

    /// Tells the players that are not built in what happened from there on; how much they have heard then.
    fn tell(&mut self, from: usize) -> usize {
        let history = self.table.history();
        for player in self.players.iter_mut().filter_map(Seated::own) {
            history[from..].iter().for_each(|event| player.observe(event));
        }
        history.len()
    }
}

/// What a player who is not built in decides, or what is done in its place, and why.
fn asked<T>(
    player: &mut Seated,
    meter: &Meter<'_>,
    fallback: T,
    decide: impl FnOnce(&mut dyn Player) -> Result<T, PlayerError>,
) -> Result<(T, Option<PlayerError>), Cancelled> {
    meter.check()?;
    let Some(player) = player.own() else { return Ok((fallback, None)) };
    Ok(match decide(player) {
        Ok(decision) => (decision, None),
        Err(why) => (fallback, Some(why)),
    })
}

/// A move that may be made.
fn choose(
    player: &mut dyn Player,
    view: &View<'_>,
    rng: &mut Xoshiro256PlusPlus,
) -> Result<Move, PlayerError> {
    let chosen = player.choose(view, rng)?;
    let legal = view.moves().any(|legal| legal == chosen);
    if legal { Ok(chosen) } else { Err(PlayerError::Illegal { answer: chosen.to_string() }) }
}

/// Cards that may be given.
fn give(
    player: &mut dyn Player,
    view: &ExchangeView<'_>,
    rng: &mut Xoshiro256PlusPlus,
) -> Result<Hand, PlayerError> {
    let (cards, hand) = (player.give(view, rng)?, view.hand());
    let held = hand.cards.is_superset(cards.cards) && hand.jokers >= cards.jokers;
    let legal = held && cards.len() == view.number();
    if legal { Ok(cards) } else { Err(PlayerError::Illegal { answer: cards.to_string() }) }
}
