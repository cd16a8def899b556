//! A client that plays a match on a server.

use std::io::{self, BufReader, Read, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use quadrille::daifugo::players::{BoxedPlayer, Faults};
use quadrille::uecda_protocol::{Client, ClientError, Difference, Expected, Profile, Refused, Version};
use quadrille_progress::{Cancelled, Observer, Progress};
use thiserror::Error;

/// The time limit for connecting to a server.
const CONNECT: Duration = Duration::from_secs(10);
/// The interval at which the observer is notified while the client waits for a message.
const LOOK_UP: Duration = Duration::from_millis(50);

/// The result of a completed match, as known to the client.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Joined {
    /// The player's number.
    pub number: u8,
    /// The number of games.
    pub games: u32,
    /// The points of each player. Games whose places are unknown do not count.
    pub points: [u32; 5],
    /// The number of games whose places are unknown, because the server's messages did not show
    /// them.
    pub unknown: u32,
    /// The number of plays that the server refused.
    pub refused: u64,
    /// The numbers of decisions that were made in place of the player, because it returned no
    /// decision or an illegal decision.
    pub faults: Faults,
    /// The number of games in which a message differed from the message that the client's rules
    /// predict.
    pub differing: u32,
}

/// The error of a client that does not complete a match.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JoinError {
    /// The client cannot connect.
    #[error("cannot connect to {address}: {error}")]
    Connect {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        error: io::Error,
    },
    /// The server closed the connection before it sent the player's number.
    #[error(
        "the server gave this client no seat ({error}); the server may admit only certain names (`--names`) or \
         newer protocols (`--protocols`)"
    )]
    NoSeat {
        /// The system's error.
        error: io::Error,
    },
    /// The connection ended before the match was over.
    #[error("the connection broke in game {game}: {error}")]
    Broken {
        /// The game, from 1.
        game: u32,
        /// The system's error.
        error: io::Error,
    },
    /// The server violated the protocol.
    #[error("the server violated the protocol in game {game}: {error}")]
    Protocol {
        /// The game, from 1.
        game: u32,
        /// The violation.
        error: ClientError,
    },
    /// The observer cancelled the match.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Plays a match on a server, in the protocol version 20070. Notifies the observer of the number
/// of finished games.
///
/// # Errors
/// Returns an error if the connection cannot be made or ends early, if the server violates the
/// protocol, or if the observer cancels.
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

/// An event that a client reports during a match.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// The server refused a play.
    Refused(Box<Refused>),
    /// The first message of the match that differs from the message that the client's rules
    /// predict.
    Differs(Difference),
}

/// Plays a match like [`join`], with any profile and client. `notice` is called for every play that
/// the server refuses, and for the first message that differs from the message that the client's
/// rules predict.
///
/// # Errors
/// Returns the same errors as [`join`].
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
    // Clients of 2006 send no profile.
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
    // The reader is buffered, because several messages arrive together: the cards on the table,
    // whether the game continues, and the next turn.
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

/// Reads a whole message. Notifies the observer while it waits.
fn read(
    stream: &mut impl Read,
    mut message: &mut [u8],
    games: u64,
    observer: &dyn Observer,
) -> Result<io::Result<()>, Cancelled> {
    while !message.is_empty() {
        match stream.read(message) {
            Ok(0) => {
                return Ok(Err(io::Error::new(
                    io::ErrorKind::UnexpectedEof,
                    "the server closed the connection",
                )));
            }
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
