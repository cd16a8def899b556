//! A league of programs that speak the contest's protocol: each is started for every match, and plays it over a
//! socket of this machine.
//!
//! | module | what is in it |
//! |---|---|
//! | [`SocketLeague`] | who plays whom how often, and what it came to |
//! | [`file`](mod@file) | the file that describes it |
//! | [`matches`] | the matches that are over, kept on disk |
//! | [`guests`] | programs, started and let in |

mod file;
mod guests;
mod matches;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quadrille::daifugo::league::{League, LeagueError as NoLeague, Played, Schedule, Tally};
use quadrille::daifugo::players::{Entrant, Greedy, PlayerError};
use quadrille::daifugo::rules::Rules;
use quadrille::experiments::cards::CardGame as _;
use quadrille::experiments::daifugo::league::Daifugo;
use quadrille::experiments::daifugo::league::result::{LeagueHeld, LeagueResult};
use quadrille::foreign::process::Processes;
use quadrille::random::StreamKey;
use quadrille::random::rand_core::Rng as _;
use quadrille::uecda_protocol::PLAYERS;
use quadrille_progress::{Cancelled, Observer, Progress};
use thiserror::Error;
use tokio::sync::{mpsc, watch};

use self::matches::{MatchLine, Matches};
use crate::event::Event;
use crate::runtime::{self, LOOK_UP};
use crate::server::{Server, Shared};
use crate::table::Place;

/// Why such a league cannot be held again with the same outcome.
pub const WHY_NOT: &str = "programs play in it over sockets, and may decide otherwise another time";

/// A league over sockets.
///
/// Tables are those of a [league](quadrille::daifugo::league) in one process. A *round* of a table is five matches
/// with the same cards: from one to the next everybody's number is one further.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SocketLeague {
    /// Who plays; five at least.
    pub players: Vec<Contestant>,
    /// Games of a match.
    pub games: u32,
    /// Rounds of each table.
    pub rounds: u64,
    /// How many tables are drawn where not every one can be played; `None` is the usual number.
    pub tables: Option<u64>,
    /// How long a decision may take.
    pub move_timeout: Duration,
    /// How long a program may take until it has connected; its match is then played without it.
    pub startup: Duration,
    /// Of cards, seats and tables.
    pub seed: u64,
    /// Where programs are started.
    pub folder: PathBuf,
    /// The players of the house that are programs (`cmd:…`): they are made ready before the first match, and the league
    /// ends where one cannot play.
    pub programs: Vec<Processes>,
}

/// Somebody who takes part.
#[derive(Debug, Clone)]
pub struct Contestant {
    /// The name in the table of results; a program is told it as `{name}`.
    pub name: String,
    /// How it plays.
    pub how: How,
}

/// How somebody plays.
#[derive(Debug, Clone)]
pub enum How {
    /// A program and its arguments, in which `{host}`, `{port}` and `{name}` stand for what they say.
    Program(Vec<String>),
    /// A player of the house.
    House(Entrant),
}

/// Why a league is not held to its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LeagueError {
    /// There is no such league.
    #[error(transparent)]
    League(#[from] NoLeague),
    /// The folder holds another league.
    #[error("{} holds another league", path.display())]
    Another {
        /// The folder.
        path: PathBuf,
    },
    /// Somebody else holds the league in that folder at the moment.
    #[error("{} is being played by somebody else", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// A line of what is kept of the league is none.
    #[error("{}, line {line}: {reason}", path.display())]
    Kept {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// What is kept of the league cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says, or what is wrong with it.
        error: io::Error,
    },
    /// No socket, no timer.
    #[error("no match can be held: {0}")]
    Start(io::Error),
    /// No thread in which to wait for a player of the house that is a program.
    #[error("cannot start a thread for a player that is a program: {0}")]
    Thread(io::Error),
    /// A player of the house is a program that cannot play; the matches that are over are kept.
    #[error("{0}")]
    Program(String),
    /// The observer said stop; the matches that are over are kept.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// A match of the league.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fixture {
    round: u64,
    /// By how much everybody's number has moved on.
    rotation: usize,
}

impl Fixture {
    /// The contestants by number.
    fn seated(self, schedule: &Schedule) -> [usize; PLAYERS] {
        let tables = schedule.tables();
        let table = &tables[(self.round % tables.len() as u64) as usize];
        std::array::from_fn(|number| table[(number + self.rotation) % PLAYERS])
    }
}

impl SocketLeague {
    /// Holds the league in a folder, or goes on with what is there. `events` hears what happens in the matches, the
    /// observer how many are over.
    ///
    /// # Errors
    /// Fewer players than a table has, a folder that holds something else, files and sockets that
    /// fail, and a player of the house that is a program and does not play. A contestant's program
    /// cannot end a league.
    pub fn hold(
        &self,
        folder: &Path,
        events: &dyn Fn(&Event),
        observer: &dyn Observer,
    ) -> Result<LeagueResult, LeagueError> {
        let schedule = self.schedule()?;
        let fixtures = self.fixtures(&schedule);
        let mut kept = Matches::open(folder, &self.identity(), self.games, |fixture| {
            fixtures.contains(&fixture).then(|| fixture.seated(&schedule))
        })?;
        let runtime = runtime::start(1).map_err(LeagueError::Start)?;
        let (stop, stopped) = watch::channel(false);
        if fixtures.iter().any(|&fixture| !kept.has(fixture)) {
            self.start_programs(observer)?;
        }
        for (at, &fixture) in fixtures.iter().enumerate() {
            observer.notify(&Progress::of(at as u64, fixtures.len() as u64).counting("matches"))?;
            if kept.has(fixture) {
                continue;
            }
            let (told, mut heard) = mpsc::unbounded_channel();
            let shared = Shared::of(&self.server(), stopped.clone(), told);
            let place = Place { table: 0, number: at, seed: self.cards(fixture.round) };
            let seated = fixture.seated(&schedule);
            let playing = runtime.spawn(guests::hold(self.clone(), seated, place, folder.to_owned(), shared));
            let mut cancelled = false;
            let played = runtime::drive(&runtime, playing, &mut heard, |event| {
                if let Some(event) = &event {
                    events(event);
                }
                let progress = Progress::of(at as u64, fixtures.len() as u64).counting("matches");
                if observer.observe(&progress).is_break() {
                    // The match is not over, and will be played again.
                    cancelled = true;
                    let _ = stop.send(true);
                }
            });
            if cancelled {
                runtime.shutdown_timeout(LOOK_UP);
                return Err(self.failure().unwrap_or(Cancelled.into()));
            }
            let played = played.map_err(LeagueError::Start)??;
            // A match in which decisions were made for a program that cannot play is played again.
            self.programs.iter().for_each(|program| program.settle(&AtomicBool::new(false)));
            if let Some(failure) = self.failure() {
                return Err(failure);
            }
            kept.add(MatchLine::new(fixture, seated, played))?;
        }
        runtime.shutdown_timeout(LOOK_UP);
        Ok(self.result(&schedule, &kept))
    }

    /// Makes the players of the house that are programs ready, all at the same time.
    fn start_programs(&self, observer: &dyn Observer) -> Result<(), LeagueError> {
        let stopped = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let starting = self.programs.iter().map(|program| {
                let thread = std::thread::Builder::new().name("start-up".to_owned());
                thread.spawn_scoped(scope, || program.start_first(&stopped))
            });
            let starting: Vec<_> = starting.collect::<Result<_, _>>().map_err(|error| {
                // The others are not waited for.
                stopped.store(true, Ordering::Relaxed);
                LeagueError::Thread(error)
            })?;
            while starting.iter().any(|thread| !thread.is_finished()) {
                if observer
                    .observe(&Progress::done(0).counting("matches").with_message("starting programs"))
                    .is_break()
                {
                    stopped.store(true, Ordering::Relaxed);
                }
                std::thread::sleep(LOOK_UP / 5);
            }
            Ok::<(), LeagueError>(())
        })?;
        match self.failure() {
            Some(failure) => Err(failure),
            None if stopped.load(Ordering::Relaxed) => Err(Cancelled.into()),
            None => Ok(()),
        }
    }

    /// Why a program cannot play.
    fn failure(&self) -> Option<LeagueError> {
        self.programs.iter().find_map(Processes::failure).map(LeagueError::Program)
    }

    /// What every match is held by.
    fn server(&self) -> Server {
        let mut server = Server::new(0);
        server.settings.games = self.games;
        server.move_timeout = Some(self.move_timeout);
        server
    }

    fn schedule(&self) -> Result<Schedule, NoLeague> {
        // Who plays does not matter here: the league in one process knows who meets whom.
        let entrants =
            self.players.iter().map(|player| Entrant::new(player.name.clone(), || Box::new(Greedy)));
        Ok(League::new(Rules::UECDA, entrants, self.tables, 1, 1)?.schedule(self.seed))
    }

    /// What makes this league this one, in a line.
    fn identity(&self) -> String {
        let Self { players, games, rounds, tables, move_timeout, seed, .. } = self;
        let player = |player: &Contestant| match &player.how {
            How::Program(words) => format!("{}: {words:?}", player.name),
            How::House(entrant) => format!("{}: {}", player.name, entrant.name()),
        };
        let players: Vec<String> = players.iter().map(player).collect();
        format!(
            "{players:?}, {games} games, {rounds} rounds, {tables:?} tables, {move_timeout:?} a move, seed {seed}"
        )
    }

    fn fixtures(&self, schedule: &Schedule) -> Vec<Fixture> {
        let rounds = self.rounds * schedule.tables().len() as u64;
        (0..rounds).flat_map(|round| (0..PLAYERS).map(move |rotation| Fixture { round, rotation })).collect()
    }

    /// The seed of a round's cards.
    fn cards(&self, round: u64) -> u32 {
        StreamKey::new(self.seed, round).rng().next_u32()
    }

    /// What the matches came to.
    fn result(&self, schedule: &Schedule, kept: &Matches) -> LeagueResult {
        let mut tally = Tally::default();
        let tables = schedule.tables().len() as u64;
        for round in 0..self.rounds * tables {
            let table = (round % tables) as usize;
            let mut played = Played::new(PLAYERS);
            for rotation in 0..PLAYERS {
                if let Some(line) = kept.get(Fixture { round, rotation }) {
                    line.count(rotation, &mut played);
                }
            }
            tally.add(table, &played);
        }
        let names: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
        let held = LeagueHeld {
            names: &names,
            agreed: Daifugo::agreed(&Rules::UECDA),
            sitting: self.games.into(),
            has_programs: true,
            why_not_reproducible: Some(WHY_NOT),
        };
        LeagueResult::of(held, schedule, &tally)
    }
}

/// Decisions made in a player's place, of each kind, in the words of the league.
const FAULTS: [fn() -> Option<PlayerError>; 3] =
    [|| Some(PlayerError::Late), || Some(PlayerError::Gone(String::new())), || None];
