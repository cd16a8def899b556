//! Events at a server.

use std::net::SocketAddr;

use quadrille::daifugo::melds::Refusal;
use quadrille::uecda_protocol::Version;

/// An event at a server. Events contain no hands. For the server's operator, an event about a
/// refused play contains the submitted cards and the cards on the table. Events contain no other
/// cards of a game in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ServerEvent {
    /// A client got a seat.
    Joined {
        /// The table, from 0.
        table: usize,
        /// The client's player number at this table, 0 to 4.
        player: usize,
        /// The client's name; safe to print.
        name: String,
        /// The version of the client's wire format.
        version: Version,
        /// The client's address.
        from: SocketAddr,
    },
    /// A connection was closed because its client got no seat.
    TurnedAway {
        /// The address of the connection.
        from: SocketAddr,
        /// The reason.
        reason: String,
    },
    /// A contestant's program has connected for its match.
    Present {
        /// The contestant's name.
        name: String,
    },
    /// A contestant's program has not connected; the match is played without the program.
    Absent {
        /// The contestant's name.
        name: String,
        /// The reason.
        reason: String,
        /// The last lines of the program's output, safe to print.
        output: Vec<String>,
    },
    /// A match began.
    Begun {
        /// The table, from 0.
        table: usize,
        /// The names, by player.
        names: [String; 5],
    },
    /// A player's decision was missing or refused.
    Trouble {
        /// The table, from 0.
        table: usize,
        /// The number of the match, from 0: among the matches of this table, or of the league.
        number: usize,
        /// The player.
        player: usize,
        /// The name of the player; safe to print.
        name: String,
        /// The game, from 1.
        game: u32,
        /// The problem.
        what: Trouble,
    },
    /// A game ended.
    GameOver {
        /// The table, from 0.
        table: usize,
        /// The game, from 1.
        game: u32,
        /// The players, the richest first.
        result: Vec<u8>,
        /// The points so far, by player.
        points: [u32; 5],
    },
    /// A match ended or was stopped.
    MatchOver {
        /// The table, from 0.
        table: usize,
        /// The number of finished games.
        games: u32,
        /// The points, by player.
        points: [u32; 5],
    },
}

/// A problem with a player's decision.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Trouble {
    /// The decision did not arrive in time. If it arrives later, it is ignored.
    Late,
    /// The player has disconnected; the field is the reason. This is reported once per match.
    Gone(String),
    /// The rules refuse the submitted cards, which then count as a pass.
    Refused {
        /// The submitted cards, in the notation of records.
        cards: String,
        /// The cards on the table, in the notation of records; an empty text for an empty table.
        on: String,
        /// The reason.
        why: Refusal,
    },
}
