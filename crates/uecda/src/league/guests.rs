//! Starts the programs of a match and gives them seats. Each program connects to a port of its own.
//! The port identifies the program.

use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use quadrille::foreign::group::Grouped;
use quadrille::foreign::standard_error::last_lines;
use quadrille::uecda_protocol::{CardTable, Client, Match, Message, PLAYERS};
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};

use super::matches::PlayedMatch;
use super::{Contestant, How, LeagueError, SocketLeague};
use crate::connection::Connection;
use crate::event::ServerEvent;
use crate::logbook::{Logbook, word};
use crate::server::Shared;
use crate::table::{House, MatchIndex, MatchTable, Seat};

/// The time that a program may run after its match is over.
const FAREWELL: Duration = Duration::from_secs(2);
/// The interval at which the league checks whether a program has ended before it has connected.
const LOOK_AFTER: Duration = Duration::from_millis(20);

/// Plays one match. `seated` has, for each player number, the index of the contestant.
pub(super) async fn hold(
    league: SocketLeague,
    seated: [usize; PLAYERS],
    place: MatchIndex,
    folder: PathBuf,
    shared: Arc<Shared>,
) -> Result<PlayedMatch, LeagueError> {
    let mut arriving = Vec::with_capacity(PLAYERS);
    for (number, &player) in seated.iter().enumerate() {
        let contestant = &league.players[player];
        let seed = u64::from(place.seed) << 8 | number as u64;
        arriving.push(match &contestant.how {
            How::House(entrant) => {
                let mut client = Client::new(entrant.player(), seed);
                let numbered = client.receive_number(number as i32);
                debug_assert_eq!(numbered, Ok(()));
                Arriving::House(House::seat(client))
            }
            How::Program(words) => {
                let output = folder.join("output");
                let output = output.join(format!("{}-{number}-{}.txt", place.number, word(&contestant.name)));
                let program = Program::start(words, &league.folder, contestant, &output).await?;
                let shared = Arc::clone(&shared);
                let (name, startup) = (contestant.name.clone(), league.startup);
                // All programs start at the same time.
                Arriving::Program(tokio::spawn(async move {
                    program.let_in(number, &name, startup, &shared).await
                }))
            }
        });
    }
    let mut contest = Match::new(shared.settings.clone(), place.seed);
    let (mut seats, mut programs) = (Vec::with_capacity(PLAYERS), Vec::new());
    for arriving in arriving {
        seats.push(match arriving {
            Arriving::House(seat) => seat,
            Arriving::Program(arrived) => {
                let arrived = arrived.await.map_err(|error| LeagueError::Start(io::Error::other(error)))?;
                programs.extend(arrived.program);
                if let Some(profile) = arrived.profile {
                    contest.note_profile(&profile);
                }
                arrived.seat
            }
        });
    }
    if *shared.stopped.borrow() {
        return Err(quadrille_progress::Cancelled.into());
    }
    let names = seated.map(|player| word(&league.players[player].name));
    let path = folder.join("records").join(format!("{}.log", place.number));
    let record = begin_record(&path, &shared, &names, place.seed);
    let record = record.map_err(|error| LeagueError::File { path, error })?;
    let table =
        MatchTable { place, contest, seats, names, logbook: Some(record), shared: Arc::clone(&shared) };
    let (held, results) = table.hold_with_results().await;
    wait(&mut programs).await;
    drop(programs);
    let faults = std::array::from_fn(|number| {
        [held.late[number], held.gone[number] + held.replaced[number], held.refused[number]]
    });
    if held.complete {
        Ok(PlayedMatch { results, faults })
    } else {
        Err(quadrille_progress::Cancelled.into())
    }
}

/// A contestant before it is seated.
enum Arriving {
    House(Seat),
    Program(tokio::task::JoinHandle<Arrived>),
}

/// A program that has got its seat, or that has failed to connect.
struct Arrived {
    seat: Seat,
    profile: Option<CardTable>,
    /// The running program. Dropping it ends the program and its child processes.
    program: Option<Grouped>,
}

/// Begins the record of this match. An unfinished record of the match, left by a killed process, is
/// replaced.
fn begin_record(path: &Path, shared: &Shared, names: &[String; PLAYERS], seed: u32) -> io::Result<Logbook> {
    if let Some(folder) = path.parent() {
        quadrille_files::create_folder(folder)?;
    }
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    Logbook::begin(path, shared.settings.head(names.clone(), seed), shared.settings.rules_played())
}

/// A program with the socket on which it is expected to connect.
struct Program {
    listener: TcpListener,
    started: io::Result<Grouped>,
    /// The name of the executable.
    what: String,
    /// The file that receives the program's output.
    output: PathBuf,
}

impl Program {
    /// Starts a program whose output goes to a file. [`let_in`](Self::let_in) reports a failure to
    /// start.
    async fn start(
        words: &[String],
        folder: &Path,
        contestant: &Contestant,
        output: &Path,
    ) -> Result<Self, LeagueError> {
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(LeagueError::Start)?;
        let address = listener.local_addr().map_err(LeagueError::Start)?;
        let file = (|| {
            if let Some(folder) = output.parent() {
                quadrille_files::create_folder(folder)?;
            }
            let file = quadrille_files::create(output)?;
            Ok::<_, io::Error>((file.try_clone()?, file))
        })();
        let file = file.map_err(|error| LeagueError::File { path: output.to_owned(), error })?;
        let started = spawn(words, folder, address, &contestant.name, file);
        let (what, output) = (words.first().cloned().unwrap_or_default(), output.to_owned());
        Ok(Self { listener, started, what, output })
    }

    /// Waits until the program has sent its profile, has ended, or exceeds its time limit, or until
    /// the league is stopped.
    async fn let_in(self, number: usize, name: &str, startup: Duration, shared: &Shared) -> Arrived {
        let Self { listener, started, what, output } = self;
        let absent = |reason: String| {
            let printed =
                quadrille_files::open(&output).and_then(|file| quadrille_files::read_all(file, 0, u64::MAX));
            let printed = printed.unwrap_or_default();
            shared.tell(ServerEvent::Absent { name: name.to_owned(), reason, output: last_lines(&printed) });
            Arrived { seat: Seat::Nobody, profile: None, program: None }
        };
        let mut program = match started {
            Ok(program) => program,
            Err(error) => return absent(format!("{what}: {error}")),
        };
        let connect = async {
            loop {
                let (stream, _) = listener.accept().await.ok()?;
                if let Ok((mut connection, profile)) = Connection::welcome(stream).await {
                    connection.queue(&Message::Number(number as u8));
                    connection.flush();
                    return Some((connection, profile));
                }
            }
        };
        let ended = async {
            while !program.has_ended() {
                sleep(LOOK_AFTER).await;
            }
        };
        let connected = tokio::select! {
            connected = timeout(startup, connect) => connected.map_err(|_| "it did not connect in time".to_owned()),
            () = ended => Err("it ended before it had connected".to_owned()),
            () = shared.until_stopped() => Err("the league is stopped".to_owned()),
        };
        let reason = match connected {
            Ok(Some((connection, profile))) => {
                shared.tell(ServerEvent::Present { name: name.to_owned() });
                let profile = profile.map(|(table, _)| table);
                return Arrived { seat: Seat::Remote(connection), profile, program: Some(program) };
            }
            Ok(None) => "its connection cannot be accepted".to_owned(),
            Err(reason) => reason,
        };
        let ended_itself = program.has_ended();
        // The output of the program is complete once the program has ended.
        match program.end() {
            Ok(status) if ended_itself => absent(format!("{reason}: {status}")),
            _ => absent(reason),
        }
    }
}

fn spawn(
    words: &[String],
    folder: &Path,
    address: SocketAddr,
    name: &str,
    (output, errors): (File, File),
) -> io::Result<Grouped> {
    let filled = |word: &String| {
        word.replace("{host}", &address.ip().to_string())
            .replace("{port}", &address.port().to_string())
            .replace("{name}", name)
    };
    let mut words = words.iter().map(filled);
    let mut command = Command::new(words.next().unwrap_or_default());
    // `Grouped` starts the program in a separate process group. The terminal's Ctrl-C therefore
    // reaches only the league, which then ends the program and its child processes.
    Grouped::spawn(command.args(words).current_dir(folder).stdin(Stdio::null()).stdout(output).stderr(errors))
}

/// Gives programs some time to exit.
async fn wait(programs: &mut [Grouped]) {
    let limit = Instant::now() + FAREWELL;
    while Instant::now() < limit && programs.iter_mut().any(|program| !program.has_ended()) {
        sleep(Duration::from_millis(5)).await;
    }
}
