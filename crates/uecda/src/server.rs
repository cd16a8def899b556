//! A server for any number of matches.

use std::io;
use std::net::{SocketAddr, TcpListener as StdListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quadrille::daifugo::players::Entrant;
use quadrille::uecda_protocol::{ContestSettings, Match, PLAYERS, Profile, Version};
use quadrille_files::{Replace, check_writable};
use quadrille_progress::{Observer, Progress};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

use crate::event::ServerEvent;
use crate::held::{Held, HeldTable};
use crate::lobby::Lobby;
use crate::logbook::Logbook;
use crate::runtime;
use crate::status::{self, TableStatus};
use crate::table::{MatchIndex, MatchTable};

/// The configuration of a server.
///
/// Clients get seats in the order in which they connect: the first five at table 0, the next at
/// table 1, and so on. Once every match has its players, the server no longer accepts connections.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Server {
    /// The settings of each match.
    pub settings: ContestSettings,
    /// The seed of the first match. With n tables, match m of table t, both counted from 0, has the
    /// seed `seed + m · n + t`.
    pub seed: u32,
    /// The number of tables at which matches are played at the same time, at least 1.
    pub tables: usize,
    /// The number of successive matches at each table, at least 1. If there are several, clients
    /// connect again for each match and are identified by name. From one match to the next, the
    /// players' numbers rotate by one.
    pub matches: usize,
    /// The time limit of a decision; with `None`, the server waits without limit, as the official
    /// server does.
    pub move_timeout: Option<Duration>,
    /// The house players; with `None`, the server waits for five clients at each table.
    pub fill: Option<Fill>,
    /// The minimum protocol version of a client. A connection that sends nothing counts as a client
    /// of [`Version::V20060`]. It gets no seat if the minimum is higher.
    pub least_protocol: Version,
    /// The admitted names, compared by their first [`Profile::NAME`] bytes; `None` admits
    /// all clients, with or without a name. The list needs at least
    /// [`client_seats`](Self::client_seats) entries: a name that several clients share is listed
    /// once per client.
    pub names: Option<Vec<String>>,
    /// The path of the record: in the official server's format, or as JSON lines if the file name
    /// ends in `.jsonl`. With several matches, table and match number are added to each file name.
    pub record: Option<PathBuf>,
    /// The address at which the status of the matches is served over HTTP.
    pub status: Option<SocketAddr>,
}

/// House players for seats without clients.
#[derive(Debug, Clone)]
pub struct Fill {
    /// The house players, which fill the seats in rotation.
    pub players: Vec<Entrant>,
    /// The number of clients to wait for at each table, 0 to 5.
    pub clients: usize,
}

/// The error of a server.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServerError {
    /// The server cannot listen at the address.
    #[error("cannot listen at {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        error: io::Error,
    },
    /// A record cannot be written.
    #[error("the record {}: {error}", path.display())]
    Record {
        /// The file of the record.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The list of admitted names is shorter than the number of clients that a match waits for.
    #[error(
        "{names} client name{} for {seats} seats; expected a name for each seat without a house player (repeat a \
         name that several clients share)",
        if *names == 1 { "" } else { "s" }
    )]
    Names {
        /// The number of names.
        names: usize,
        /// The number of seats of a table that are reserved for clients.
        seats: usize,
    },
    /// The runtime cannot be started, or the task of a match panicked.
    #[error("the server cannot be started: {0}")]
    Start(io::Error),
}

/// The state shared by all tables.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) settings: ContestSettings,
    pub(crate) matches: usize,
    pub(crate) move_timeout: Option<Duration>,
    pub(crate) fill: Option<Fill>,
    least_protocol: Version,
    /// The admitted names, cut to the maximum length of a name in a profile.
    names: Option<Vec<String>>,
    pub(crate) stopped: watch::Receiver<bool>,
    events: mpsc::UnboundedSender<ServerEvent>,
    statuses: Mutex<Vec<TableStatus>>,
    /// The first error of writing a record.
    failed: Mutex<Option<(PathBuf, io::Error)>>,
}

impl Shared {
    /// Creates the state shared by the tables of a server.
    pub(crate) fn of(
        server: &Server,
        stopped: watch::Receiver<bool>,
        events: mpsc::UnboundedSender<ServerEvent>,
    ) -> Arc<Self> {
        Arc::new(Self {
            settings: server.settings.clone(),
            matches: server.matches,
            move_timeout: server.move_timeout,
            fill: server.fill.clone(),
            least_protocol: server.least_protocol,
            names: server
                .names
                .as_ref()
                .map(|names| names.iter().map(|name| Profile::new(Version::V20070, name).name).collect()),
            stopped,
            events,
            statuses: Mutex::new(Vec::new()),
            failed: Mutex::new(None),
        })
    }

    /// Returns the reason why a client gets no seat; `None` if it gets one. `name` is the name in
    /// the client's profile.
    pub(crate) fn refuses(&self, version: Version, name: Option<&str>) -> Option<String> {
        let (number, least) = (version.number(), self.least_protocol.number());
        if number < least {
            let said = match name {
                Some(_) => format!("protocol {number}"),
                None => format!("it sent no profile and counts as a client of protocol {number}"),
            };
            return Some(format!("{said}; the minimum protocol here is {least}"));
        }
        let names = self.names.as_ref()?;
        match name {
            None => Some("it sent no name; only listed names are admitted here".to_owned()),
            Some(name) if names.iter().any(|known| known == name) => None,
            Some(name) => Some(format!("`{name}` is not among the names that are admitted here")),
        }
    }

    /// Waits until the server is asked to stop.
    pub(crate) async fn until_stopped(&self) {
        // `wait_for` fails only if the sender has been dropped, that is, if the server is shutting
        // down.
        let _ = self.stopped.clone().wait_for(|&stopped| stopped).await;
    }

    pub(crate) fn tell(&self, event: ServerEvent) {
        // Without a receiver the event is dropped.
        let _ = self.events.send(event);
    }

    pub(crate) fn fail(&self, path: &Path, error: &io::Error) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        let error = io::Error::new(error.kind(), error.to_string());
        failed.get_or_insert_with(|| (path.to_owned(), error));
    }

    pub(crate) fn statuses(&self) -> Vec<TableStatus> {
        self.statuses.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn note(&self, place: MatchIndex, change: impl FnOnce(&mut TableStatus)) {
        let mut statuses = self.statuses.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(status) = statuses.iter_mut().find(|status| status.is_of(place)) {
            change(status);
        }
    }

    /// Replaces the status of a table when a match begins.
    fn begin(&self, status: TableStatus) {
        let mut statuses = self.statuses.lock().unwrap_or_else(PoisonError::into_inner);
        statuses.retain(|other| other.table() != status.table());
        statuses.push(status);
        statuses.sort_by_key(TableStatus::table);
    }
}

impl Server {
    /// Creates a server for one match at one table, by the contest's rules.
    pub fn new(seed: u32) -> Self {
        Self {
            settings: ContestSettings::default(),
            seed,
            tables: 1,
            matches: 1,
            move_timeout: None,
            fill: None,
            least_protocol: Version::V20060,
            names: None,
            record: None,
            status: None,
        }
    }

    /// Returns the number of seats of each table that are reserved for clients.
    pub fn client_seats(&self) -> usize {
        self.fill.as_ref().map_or(PLAYERS, |fill| fill.clients)
    }

    /// Checks that there are enough names for the seats reserved for clients.
    fn check_names(&self) -> Result<(), ServerError> {
        let seats = self.client_seats();
        match &self.names {
            Some(names) if names.len() < seats => Err(ServerError::Names { names: names.len(), seats }),
            _ => Ok(()),
        }
    }

    /// Returns the number of matches at all tables.
    const fn all(&self) -> usize {
        self.tables * self.matches
    }

    /// Returns the path of a match's record.
    fn record_of(&self, place: MatchIndex) -> Option<PathBuf> {
        let path = self.record.as_ref()?;
        if self.all() == 1 {
            return Some(path.clone());
        }
        let mut name = path.file_stem().unwrap_or_default().to_owned();
        name.push(format!("-{}-{}", place.table, place.number));
        if let Some(end) = path.extension() {
            name.push(".");
            name.push(end);
        }
        Some(path.with_file_name(name))
    }

    fn place(&self, table: usize, number: usize) -> MatchIndex {
        let seed = self.seed.wrapping_add((number * self.tables + table) as u32);
        MatchIndex { table, number, seed }
    }

    /// Returns all matches, ordered by match number, then by table.
    fn places(&self) -> impl Iterator<Item = MatchIndex> {
        (0..self.matches).flat_map(move |number| (0..self.tables).map(move |table| self.place(table, number)))
    }

    /// Checks that every record can be created.
    fn check_records(&self) -> Result<(), ServerError> {
        for path in self.places().filter_map(|place| self.record_of(place)) {
            if path.file_name().is_none() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
                let error = io::Error::new(io::ErrorKind::InvalidInput, "this is a folder; expected a file");
                return Err(ServerError::Record { path, error });
            }
            if let Err(error) = check_writable(&path, Replace::Never) {
                return Err(ServerError::Record { path, error: error.into() });
            }
        }
        Ok(())
    }

    /// Listens at an address. Clients that connect are served once [`Listening::hold`] is called.
    ///
    /// # Errors
    /// Returns an error if the address is in use, if a record exists already, or if there are fewer
    /// [`names`](Self::names) than seats for clients.
    pub fn listen(self, address: SocketAddr) -> Result<Listening, ServerError> {
        self.check_names()?;
        self.check_records()?;
        let bind = |address: SocketAddr| {
            let listener = StdListener::bind(address).and_then(|listener| {
                listener.set_nonblocking(true)?;
                let at = listener.local_addr()?;
                Ok((listener, at))
            });
            listener.map_err(|error| ServerError::Listen { address, error })
        };
        let (listener, address) = bind(address)?;
        let status = self.status.map(bind).transpose()?;
        Ok(Listening { server: self, listener, address, status })
    }
}

/// A server that listens.
#[derive(Debug)]
pub struct Listening {
    server: Server,
    listener: StdListener,
    address: SocketAddr,
    status: Option<(StdListener, SocketAddr)>,
}

impl Listening {
    /// Returns the address for clients.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the address of the status page.
    pub fn status(&self) -> Option<SocketAddr> {
        self.status.as_ref().map(|&(_, address)| address)
    }

    /// Plays all matches. `events` receives the events, on this thread; the observer is notified of
    /// the number of finished games.
    ///
    /// If the observer cancels, every match ends after its current game, or after two seconds if
    /// the game takes longer. Finished games remain on record.
    ///
    /// # Errors
    /// Returns an error if a record cannot be written, or if the system cannot provide threads.
    /// Clients cannot cause errors.
    pub fn hold(self, events: &dyn Fn(&ServerEvent), observer: &dyn Observer) -> Result<Held, ServerError> {
        let Self { server, listener, status, .. } = self;
        let runtime =
            runtime::start(server.fill.as_ref().map_or(0, |_| server.tables)).map_err(ServerError::Start)?;
        let (told, mut heard) = mpsc::unbounded_channel();
        let (stop, stopped) = watch::channel(false);
        let shared = Shared::of(&server, stopped, told);
        let expected = server.all();
        let total = expected as u64 * u64::from(server.settings.games);
        let matches = runtime.spawn(hold(server, listener, status, Arc::clone(&shared)));
        let mut games = 0;
        let held = runtime::drive(&runtime, matches, &mut heard, |event| {
            if let Some(event) = &event {
                games += u64::from(matches!(event, ServerEvent::GameOver { .. }));
                events(event);
            }
            if observer.observe(&Progress::of(games, total).counting("games")).is_break() {
                // Sending fails only when all matches are over.
                let _ = stop.send(true);
            }
        });
        runtime.shutdown_timeout(runtime::LOOK_UP);
        let held = held.map_err(ServerError::Start)??;
        let failed = shared.failed.lock().unwrap_or_else(PoisonError::into_inner).take();
        match failed {
            Some((path, error)) => Err(ServerError::Record { path, error }),
            None => Ok(Held::of(held, expected)),
        }
    }
}

/// Gives seats to the clients of one match after another, and plays all matches.
async fn hold(
    server: Server,
    listener: StdListener,
    status: Option<(StdListener, SocketAddr)>,
    shared: Arc<Shared>,
) -> Result<Vec<HeldTable>, ServerError> {
    let listener = TcpListener::from_std(listener).map_err(ServerError::Start)?;
    if let Some((listener, _)) = status {
        let listener = TcpListener::from_std(listener).map_err(ServerError::Start)?;
        tokio::spawn(status::answer(listener, Arc::clone(&shared)));
    }
    // A queue of the tables without a match in progress, each with the number of its next match.
    let (freed, mut free) = tokio::sync::mpsc::unbounded_channel();
    for table in 0..server.tables {
        let _ = freed.send((table, 0));
    }
    let mut lobby = Lobby::new(listener, Arc::clone(&shared));
    let mut playing = JoinSet::new();
    let matches = server.matches;
    for _ in 0..server.all() {
        let Some((table, number)) = free.recv().await else { break };
        let place = server.place(table, number);
        let Some(guests) = lobby.gather(place).await else { break };
        let mut contest = Match::new(server.settings.clone(), place.seed);
        let (mut seats, mut names) = (Vec::with_capacity(PLAYERS), Vec::with_capacity(PLAYERS));
        for guest in guests {
            if let Some(profile) = guest.profile {
                contest.note_profile(&profile);
            }
            seats.push(guest.seat);
            names.push(guest.name);
        }
        let names: [String; PLAYERS] =
            std::array::from_fn(|player| names.get(player).cloned().unwrap_or_default());
        let logbook = server.record_of(place).and_then(|path| {
            let begun =
                Logbook::begin(&path, server.settings.head(names.clone(), place.seed), contest.rules());
            // An error of writing the record does not end the match.
            begun.map_err(|error| shared.fail(&path, &error)).ok()
        });
        shared.begin(TableStatus::new(place, names.clone(), server.settings.games));
        let table = MatchTable { place, contest, seats, names, logbook, shared: Arc::clone(&shared) };
        let freed = freed.clone();
        playing.spawn(async move {
            let held = table.hold().await;
            if number + 1 < matches {
                let _ = freed.send((place.table, number + 1));
            }
            held
        });
    }
    // No further clients are admitted.
    drop(lobby);
    let mut held = Vec::new();
    while let Some(table) = playing.join_next().await {
        held.push(table.map_err(|error| ServerError::Start(io::Error::other(error)))?);
    }
    Ok(held)
}
