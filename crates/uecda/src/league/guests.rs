//! Programs, started for a match and let in one after the other: so it is known who is who.

use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use quadrille::daifugo::protocol::{Client, Match, Message, PLAYERS};
use tokio::net::TcpListener;
use tokio::time::timeout;

use super::matches::PlayedMatch;
use super::{How, LeagueError, SocketLeague};
use crate::connection::Connection;
use crate::event::Event;
use crate::logbook::{Logbook, legible};
use crate::server::Shared;
use crate::table::{House, Place, Seat, Table};

/// How long a program may go on once its match is over.
const FAREWELL: Duration = Duration::from_secs(2);

/// Plays one match between contestants that are given by number.
pub(super) async fn hold(
    league: SocketLeague,
    seated: [usize; PLAYERS],
    place: Place,
    folder: PathBuf,
    shared: Arc<Shared>,
) -> Result<PlayedMatch, LeagueError> {
    let listener = TcpListener::bind("127.0.0.1:0").await.map_err(LeagueError::Start)?;
    let address = listener.local_addr().map_err(LeagueError::Start)?;
    let mut contest = Match::new(shared.settings.clone(), place.seed);
    let mut programs = Programs(Vec::new());
    let mut seats = Vec::with_capacity(PLAYERS);
    for (number, &player) in seated.iter().enumerate() {
        let contestant = &league.players[player];
        let seed = u64::from(place.seed) << 8 | number as u64;
        let seat = match &contestant.how {
            How::House(entrant) => House::seat(Client::new(entrant.player(), seed)),
            How::Program(words) => {
                let output = folder.join("output").join(format!(
                    "{}-{number}-{}.txt",
                    place.number,
                    legible(&contestant.name)
                ));
                match start(words, &league.folder, address, &contestant.name, &output) {
                    Ok(child) => programs.0.push(child),
                    Err(error) => shared
                        .tell(Event::TurnedAway { from: address, reason: format!("{}: {error}", words[0]) }),
                }
                match timeout(league.startup, let_in(&listener, number, &mut contest)).await {
                    Ok(Some(seat)) => seat,
                    _ => Seat::Nobody,
                }
            }
        };
        seats.push(seat);
    }
    drop(listener);
    for (number, seat) in seats.iter_mut().enumerate() {
        if let Seat::House(house) = seat {
            let numbered = house.client.receive_number(number as i32);
            debug_assert_eq!(numbered, Ok(()));
        }
    }
    let names = seated.map(|player| legible(&league.players[player].name));
    let path = folder.join("records").join(format!("{}.log", place.number));
    let record = begin_record(&path, &shared, &names, place.seed);
    let record = record.map_err(|error| LeagueError::File { path, error })?;
    let table = Table { place, contest, seats, names, logbook: Some(record), shared: Arc::clone(&shared) };
    let (held, results, house) = table.hold_with_results().await;
    tokio::task::block_in_place(|| programs.end());
    let mut faults = [[0; 3]; PLAYERS];
    for (number, faults) in faults.iter_mut().enumerate() {
        *faults = [held.late[number], held.gone[number] + house[number], held.refused[number]];
    }
    if held.complete {
        Ok(PlayedMatch { results, faults })
    } else {
        Err(quadrille_progress::Cancelled.into())
    }
}

/// A record of this match; one that a killed league left unfinished makes way.
fn begin_record(path: &Path, shared: &Shared, names: &[String; PLAYERS], seed: u32) -> io::Result<Logbook> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    Logbook::begin(path, shared.settings.head(names.clone(), seed))
}

/// Starts a program, whose output is kept.
fn start(
    words: &[String],
    folder: &Path,
    address: SocketAddr,
    name: &str,
    output: &Path,
) -> io::Result<Child> {
    if let Some(folder) = output.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let output = File::create(output)?;
    let filled = |word: &String| {
        word.replace("{host}", &address.ip().to_string())
            .replace("{port}", &address.port().to_string())
            .replace("{name}", name)
    };
    let mut words = words.iter().map(filled);
    let mut command = Command::new(words.next().unwrap_or_default());
    // The terminal's Ctrl-C is for the league, which then ends its programs.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output)
        .spawn()
}

/// Waits for the next client that can say who it is.
async fn let_in(listener: &TcpListener, number: usize, contest: &mut Match) -> Option<Seat> {
    loop {
        let (stream, _) = listener.accept().await.ok()?;
        if let Ok((mut connection, profile, who)) = Connection::welcome(stream, number, None).await {
            if let Some(profile) = profile {
                contest.note_profile(&profile);
            }
            connection.queue(&Message::Number(number as u8));
            connection.flush();
            return Some(Seat::Remote(connection, who.version));
        }
    }
}

/// The programs of a match. They end with it.
struct Programs(Vec<Child>);

impl Programs {
    /// Gives them a moment to end by themselves.
    fn end(&mut self) {
        let limit = Instant::now() + FAREWELL;
        while Instant::now() < limit && self.0.iter_mut().any(|child| matches!(child.try_wait(), Ok(None))) {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.kill();
    }

    fn kill(&mut self) {
        for mut child in self.0.drain(..) {
            // Whoever has ended already cannot be killed, and need not.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Programs {
    fn drop(&mut self) {
        self.kill();
    }
}
