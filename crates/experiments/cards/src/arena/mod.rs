//! An arena: some players against each other, each as often in every seat, all with the same cards.

mod report;
pub mod result;
mod tally;

use std::sync::Arc;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Table;
use quadrille_lanes::Level;
use quadrille_memory::of;
use quadrille_progress::{Cancelled, Observer};
use quadrille_runner::files::NamedFiles;
use quadrille_runner::foreign::{self, Named};
use quadrille_runner::job::{ForeignResult, Found, Job, Measure};
use quadrille_runner::{Conclusion, Header, OpenJob, Report, open};
use quadrille_table::{Contest, Entrant, Game as _, MOST_GAMES};

use self::result::ArenaResult;
use self::tally::{Counting, Tally};
use crate::rounds::{Rounded, Rounds};
use crate::{CardGame, GameOf, entrants, players, sitting};

/// What an experiment file asks for.
#[derive(Debug, Clone)]
pub struct Settings<K: CardGame> {
    /// The contest, as far as no program plays in it.
    arena: Contest<GameOf<K>>,
    players: Vec<Named<K::Player>>,
    /// Games of a sitting, at most.
    sitting: u64,
    /// The number of shards, if the file says it.
    shards: Option<u64>,
}

/// Reads the table of an arena's experiment file: what a kind's `read` calls.
///
/// # Errors
/// The first fault of the table, with its place.
pub fn read<K: CardGame>(
    table: &Table<'_>,
    header: &Header,
    files: &NamedFiles,
) -> Result<Arc<dyn Job>, Diagnostic> {
    let named = table.required("players")?;
    let players = players::<K>(&named, table, files)?;
    let setup = K::setup(table, players.len(), &|wrong| named.error(wrong))?;
    let games = table.required("games")?;
    let number = games.integer(1..=MOST_GAMES)?;
    let sitting = sitting(table)?;
    if players.len() != GameOf::<K>::seats(&setup) {
        let (found, expected) = (players.len(), GameOf::<K>::seats(&setup));
        return Err(named.error(format!("{found} players; expected {expected}")));
    }
    let arena =
        Contest::<GameOf<K>>::new(setup, entrants::<K>(&players, &Arc::default()), number, sitting as u32)
            .map_err(|error| games.error(error.to_string()))?;
    Ok(Arc::new(Settings::<K> { arena, players, sitting, shards: header.shards }))
}

impl<K: CardGame> Settings<K> {
    /// The contest, if its games can be played again: no program plays.
    pub fn replayable(&self) -> Option<&Contest<GameOf<K>>> {
        (!foreign::any(&self.players)).then_some(&self.arena)
    }
}

impl<K: CardGame> Job for Settings<K> {
    fn open(self: Arc<Self>, seed: u64, _: Level) -> Box<dyn OpenJob> {
        open(Rounds::new(self, seed))
    }

    fn report(&self, found: &Found<'_>) -> Result<Report, ForeignResult> {
        Ok(found.result::<ArenaResult>()?.report(&K::WORDS))
    }

    fn measures(&self, found: &Found<'_>) -> Result<Vec<Measure>, ForeignResult> {
        Ok(found.result::<ArenaResult>()?.measures(&K::WORDS))
    }
}

impl<K: CardGame> Rounded for Settings<K> {
    type Player = K::Player;
    type Contest = Contest<GameOf<K>>;
    type Plan = ();
    type Tally = Tally;

    fn players(&self) -> &[Named<K::Player>] {
        &self.players
    }

    fn shards(&self) -> Option<u64> {
        self.shards
    }

    fn contest(&self, players: Vec<Entrant<GameOf<K>>>) -> Contest<GameOf<K>> {
        self.arena.with_players(players).expect("as many players as before")
    }

    fn plan(&self, _: u64) {}

    fn rounds(&self) -> u64 {
        self.arena.rounds()
    }

    fn games(&self, round: u64) -> u64 {
        self.arena.sitting(round) * self.players.len() as u64
    }

    fn play(
        arena: &Contest<GameOf<K>>,
        (): &(),
        place: (u64, u64),
        observer: &dyn Observer,
    ) -> Result<Tally, Cancelled> {
        let mut counting = Counting::<K>::new(arena.players().len());
        arena.play_round(&mut arena.seated(), place, &mut counting, observer)?;
        Ok(counting.round())
    }

    fn merge(tally: &mut Tally, other: &Tally) {
        tally.merge(other);
    }

    fn bytes(&self, _: u64) -> u64 {
        of::<Tally>(1)
    }

    fn verify(&self, (): &(), whole: &Tally) -> Result<(), String> {
        if whole.is_sound(self.players.len(), self.arena.rounds(), self.arena.games()) {
            return Ok(());
        }
        let (found, games) = (whole.games, self.arena.games());
        Err(format!("they hold {found} games of {games}, or places that do not add up"))
    }

    fn conclude(&self, (): &(), tally: &Tally) -> Conclusion {
        let result = ArenaResult::of(self, tally);
        Conclusion::new(&result, result.report(&K::WORDS))
            .counting("games", result.games)
            .counting("decisions", result.decisions)
    }
}
