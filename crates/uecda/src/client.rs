//! A player at somebody's server.

use std::io::{self, BufReader, Read, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use quadrille::daifugo::players::{BoxedPlayer, Faults};
use quadrille::uecda_protocol::{Client, ClientError, Difference, Expected, Profile, Refused, Version};
use quadrille_progress::{Cancelled, Observer, Progress};
use thiserror::Error;

/// How long a server may take to let a client in.
const CONNECT: Duration = Duration::from_secs(10);
/// How often a client that waits looks up whether to go on.
const LOOK_UP: Duration = Duration::from_millis(50);

/// A match that came to its end, as far as a client is told.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Joined {
    /// The player's number.
    pub number: u8,
    /// How many games were played.
    pub games: u32,
    /// By player: the points of all games but those that are unknown.
    pub points: [u32; 5],
    /// Games whose places no message of the server determined.
    pub unknown: u32,
    /// Plays that the server refused.
    pub refused: u64,
    /// Decisions that were made in the player's place, because it had none or none that is allowed.
    pub faults: Faults,
    /// Games in which a message of the server was not what the client's rules lead to.
    pub differing: u32,
}

/// Why a client does not come to the end of a match.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JoinError {
    /// There is no server.
    #[error("cannot connect to {address}: {error}")]
    Connect {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// The server ended the connection before there was a number or cards.
    #[error(
        "the server gave this client no seat ({error}); the server may admit only certain names (`--names`) or \
         newer protocols (`--protocols`)"
    )]
    NoSeat {
        /// What the system says.
        error: io::Error,
    },
    /// The connection broke before the server said that the match is over.
    #[error("the connection broke in game {game}: {error}")]
    Broken {
        /// The game, from 1.
        game: u32,
        /// What the system says.
        error: io::Error,
    },
    /// The server sent what has no place in the protocol.
    #[error("in game {game} the server sent what it may not: {error}")]
    Protocol {
        /// The game, from 1.
        game: u32,
        /// What is wrong with it.
        error: ClientError,
    },
    /// The observer said stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Plays a match at a server, in the usual version of the protocol. The observer is told how many games are over.
///
/// # Errors
/// No server there, or one that hangs up or sends what it may not.
pub fn join(
    address: SocketAddr,
    name: &str,
    player: BoxedPlayer,
    seed: u64,
    observer: &dyn Observer,
) -> Result<Joined, JoinError> {
    let profile = Profile::new(Version::V20070, name);
    join_as(address, &profile, Client::new(player, seed), &mut |_| {}, observer)
}

/// Something that a client notices of its server while it plays.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// The server refused a play.
    Refused(Box<Refused>),
    /// The first message of the match that is not what the client's rules lead to.
    Differs(Difference),
}

/// The same with any version and client. `notice` receives every play that the server refuses, and
/// the first difference of the match.
///
/// # Errors
/// As [`join`].
pub fn join_as(
    address: SocketAddr,
    profile: &Profile,
    mut client: Client,
    notice: &mut dyn FnMut(Notice),
    observer: &dyn Observer,
) -> Result<Joined, JoinError> {
    let connected = TcpStream::connect_timeout(&address, CONNECT).and_then(|stream| {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(LOOK_UP))?;
        Ok(stream)
    });
    let mut stream = connected.map_err(|error| JoinError::Connect { address, error })?;
    let version = profile.version;
    let mut bytes = Vec::new();
    // A client of 2006 says nothing of itself.
    if version != Version::V20060 {
        Version::V20070.write_table(&profile.table(), &mut bytes);
    }
    let broken = |client: &Client, error: io::Error| {
        let closed = matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset);
        if closed && client.number().is_none() {
            return JoinError::NoSeat { error };
        }
        JoinError::Broken { game: client.games() + 1, error }
    };
    stream.write_all(&bytes).map_err(|error| broken(&client, error))?;
    // What comes together is read together: the stage, the end and the next turn.
    let mut incoming =
        BufReader::with_capacity(1 << 14, stream.try_clone().map_err(|error| broken(&client, error))?);
    let mut told = 0;
    observer.notify(&Progress::done(0).counting("games"))?;
    while let Some(expected) = client.expects() {
        let length = match expected {
            Expected::Number => Version::NUMBER,
            Expected::Table => version.table_len(),
        };
        let mut message = [0; Version::LONGEST];
        let games = u64::from(client.games());
        read(&mut incoming, &mut message[..length], games, observer)?
            .map_err(|error| broken(&client, error))?;
        let game = client.games() + 1;
        let wrong = |error| JoinError::Protocol { game, error };
        match expected {
            Expected::Number => {
                let [a, b, c, d, ..] = message;
                client.receive_number(version.read_number([a, b, c, d])).map_err(wrong)?;
            }
            Expected::Table => {
                if let Some(reply) =
                    client.receive_table(&version.read_table(&message[..length])).map_err(wrong)?
                {
                    bytes.clear();
                    version.write_table(&reply, &mut bytes);
                    stream.write_all(&bytes).map_err(|error| broken(&client, error))?;
                }
            }
        }
        if let Some(refused) = client.take_refusal() {
            notice(Notice::Refused(Box::new(refused)));
        }
        if let Some(difference) = client.take_difference() {
            notice(Notice::Differs(difference));
        }
        if client.games() > told {
            told = client.games();
            observer.notify(&Progress::done(told.into()).counting("games"))?;
        }
    }
    Ok(Joined {
        number: client.number().unwrap_or_default(),
        games: client.games(),
        points: *client.points(),
        unknown: client.unknown(),
        refused: client.refused(),
        faults: *client.faults(),
        differing: client.differing(),
    })
}

/// Reads a whole message, looking up now and then whether to go on.
fn read(
    stream: &mut impl Read,
    mut message: &mut [u8],
    games: u64,
    observer: &dyn Observer,
) -> Result<io::Result<()>, Cancelled> {
    while !message.is_empty() {
        match stream.read(message) {
            Ok(0) => return Ok(Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the server hung up"))),
            Ok(read) => message = &mut message[read..],
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                observer.notify(&Progress::done(games).counting("games"))?;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Ok(()))
}
