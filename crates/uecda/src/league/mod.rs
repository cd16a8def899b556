//! A league of programs that use the contest's protocol: each program is started for every match,
//! and plays it over a local socket.
//!
//! | item | content |
//! |---|---|
//! | [`SocketLeague`] | the league: its schedule and result |
//! | [`file`](mod@file) | the file format of a league |
//! | [`matches`] | the finished matches, stored on disk |
//! | [`guests`] | the programs, started and seated |

mod file;
mod guests;
mod matches;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quadrille::daifugo::league::{League, LeagueError as NoLeague, LeagueTally, Played, Schedule};
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
use crate::event::ServerEvent;
use crate::runtime::{self, LOOK_UP};
use crate::server::{Server, Shared};
use crate::table::MatchIndex;

/// The reason why a league over sockets is not reproducible.
pub const WHY_NOT: &str = "its programs play over sockets, and their decisions may differ between runs";

/// A league whose programs play over sockets.
///
/// The tables, each with five of the contestants, are drawn as for a
/// [league](quadrille::daifugo::league) in one process. A *round* of a table consists of five
/// matches with the same cards. From one match to the next, the player numbers of the contestants
/// rotate by one.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SocketLeague {
    /// The contestants; at least five.
    pub players: Vec<Contestant>,
    /// The number of games of a match.
    pub games: u32,
    /// The number of rounds of each table.
    pub rounds: u64,
    /// The maximum number of tables; `None` for the default. If more combinations of contestants
    /// exist, the tables are drawn at random.
    pub tables: Option<u64>,
    /// The time limit of a decision.
    pub move_timeout: Duration,
    /// The time in which a program must connect. After this time, the match is played without the
    /// program.
    pub startup: Duration,
    /// The seed from which cards, seats and tables are drawn.
    pub seed: u64,
    /// The working directory of the programs.
    pub folder: PathBuf,
    /// The house players that are programs (`cmd:…`). They are started before the first match. The
    /// league ends with an error if one of them cannot play.
    pub programs: Vec<Processes>,
}

/// A contestant.
#[derive(Debug, Clone)]
pub struct Contestant {
    /// The name in the results. It replaces `{name}` in the program's arguments.
    pub name: String,
    /// The player.
    pub how: How,
}

/// The kind of player that plays for a contestant.
#[derive(Debug, Clone)]
pub enum How {
    /// A program and its arguments, in which `{host}`, `{port}` and `{name}` are placeholders.
    Program(Vec<String>),
    /// A house player.
    House(Entrant),
}

/// The error of a league.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LeagueError {
    /// The league is invalid.
    #[error(transparent)]
    League(#[from] NoLeague),
    /// The folder holds the matches of another league.
    #[error("{} contains the matches of another league; expected another folder", path.display())]
    Another {
        /// The folder.
        path: PathBuf,
    },
    /// Another process is playing the league in the folder.
    #[error("{} is in use by another process", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// A line of the stored matches is invalid.
    #[error("{}, line {line}: {reason}", path.display())]
    Kept {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The error.
        reason: String,
    },
    /// A file of the league cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error, or the error in the content.
        error: io::Error,
    },
    /// The runtime or a socket is not available, or the task of a match panicked.
    #[error("cannot start a match: {0}")]
    Start(io::Error),
    /// No thread can be started to wait for a house player that is a program.
    #[error("cannot start a thread for a player that is a program: {0}")]
    Thread(io::Error),
    /// A house player that is a program (`cmd:…`) cannot play; the field is the reason. Finished
    /// matches are kept.
    #[error("{0}")]
    Program(String),
    /// The observer cancelled the league. Finished matches are kept.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// A match of the league.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fixture {
    round: u64,
    /// The number of the match in its round, 0 to 4. Player number n in the match is the contestant
    /// at index n + `rotation`, modulo 5, of the round's table.
    rotation: usize,
}

impl Fixture {
    /// Returns, for each player number, the index of the contestant.
    fn seated(self, schedule: &Schedule) -> [usize; PLAYERS] {
        let tables = schedule.tables();
        let table = &tables[(self.round % tables.len() as u64) as usize];
        std::array::from_fn(|number| table[(number + self.rotation) % PLAYERS])
    }
}

impl SocketLeague {
    /// Plays the league in a folder, or resumes the league stored there. `events` receives the
    /// events of the matches, and the observer the number of finished matches.
    ///
    /// # Errors
    /// Returns an error if the league has fewer players than a table, if the folder is in use or
    /// holds another league, if a file or socket fails, or if a house player that is a program
    /// cannot play. Failures of the contestants' programs are not errors.
    pub fn hold(
        &self,
        folder: &Path,
        events: &dyn Fn(&ServerEvent),
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
            let place = MatchIndex { table: 0, number: at, seed: self.cards(fixture.round) };
            let seated = fixture.seated(&schedule);
            let playing = runtime.spawn(guests::hold(self.clone(), seated, place, folder.to_owned(), shared));
            let mut cancelled = false;
            let played = runtime::drive(&runtime, playing, &mut heard, |event| {
                if let Some(event) = &event {
                    events(event);
                }
                let progress = Progress::of(at as u64, fixtures.len() as u64).counting("matches");
                if observer.observe(&progress).is_break() {
                    // The match is not finished. It is played again when the league is resumed.
                    cancelled = true;
                    let _ = stop.send(true);
                }
            });
            if cancelled {
                runtime.shutdown_timeout(LOOK_UP);
                return Err(self.failure().unwrap_or(Cancelled.into()));
            }
            let played = played.map_err(LeagueError::Start)??;
            // If a house player's program has failed, discard the match, so that it is played
            // again.
            self.programs.iter().for_each(|program| program.settle(&AtomicBool::new(false)));
            if let Some(failure) = self.failure() {
                return Err(failure);
            }
            kept.add(MatchLine::new(fixture, seated, played))?;
        }
        runtime.shutdown_timeout(LOOK_UP);
        Ok(self.result(&schedule, &kept))
    }

    /// Starts the house players that are programs, all at the same time.
    fn start_programs(&self, observer: &dyn Observer) -> Result<(), LeagueError> {
        let stopped = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let starting = self.programs.iter().map(|program| {
                let thread = std::thread::Builder::new().name("start-up".to_owned());
                thread.spawn_scoped(scope, || program.start_first(&stopped))
            });
            let starting: Vec<_> = starting.collect::<Result<_, _>>().map_err(|error| {
                // Cancel the threads that have already been started.
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

    /// Returns the first failure of a program that is a house player.
    fn failure(&self) -> Option<LeagueError> {
        self.programs.iter().find_map(Processes::failure).map(LeagueError::Program)
    }

    /// Returns the server configuration, which is the same for every match.
    fn server(&self) -> Server {
        let mut server = Server::new(0);
        server.settings.games = self.games;
        server.move_timeout = Some(self.move_timeout);
        server
    }

    fn schedule(&self) -> Result<Schedule, NoLeague> {
        // The players are irrelevant here: the schedule depends only on their number.
        let entrants =
            self.players.iter().map(|player| Entrant::new(player.name.clone(), || Box::new(Greedy)));
        Ok(League::new(Rules::UECDA, entrants, self.tables, 1, 1)?.schedule(self.seed))
    }

    /// Returns a text that identifies this league by its settings.
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

    /// Returns the seed of the cards of a round.
    fn cards(&self, round: u64) -> u32 {
        StreamKey::new(self.seed, round).rng().next_u32()
    }

    /// Returns the result of the stored matches.
    fn result(&self, schedule: &Schedule, kept: &Matches) -> LeagueResult {
        let mut tally = LeagueTally::default();
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

/// For each kind of fault in a [`MatchLine`] (late, disconnected, refused), the error under which
/// the league's result counts these faults.
const FAULTS: [fn() -> Option<PlayerError>; 3] =
    [|| Some(PlayerError::Late), || Some(PlayerError::Gone(String::new())), || None];
