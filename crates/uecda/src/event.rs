//! What happens at a server.

use std::net::SocketAddr;

use quadrille::daifugo::melds::Refusal;
use quadrille::uecda_protocol::Version;

/// Something that happened at a server. It holds no hand, and cards of a game in play only where a
/// play was refused: those are for the server's operator.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A client has a seat.
    Joined {
        /// The table, from 0.
        table: usize,
        /// Its number there, 0 to 4.
        player: usize,
        /// What it calls itself; can be shown as it is.
        name: String,
        /// How tables travel to it.
        version: Version,
        /// Where it connects from.
        from: SocketAddr,
    },
    /// A connection was closed without getting a seat.
    TurnedAway {
        /// Where it came from.
        from: SocketAddr,
        /// Why.
        reason: String,
    },
    /// A contestant's program has connected for its match.
    Present {
        /// Whose.
        name: String,
    },
    /// A contestant's program is not there; its match is played without it.
    Absent {
        /// Whose.
        name: String,
        /// Why.
        reason: String,
        /// The last lines of what it has printed, fit to be shown.
        output: Vec<String>,
    },
    /// A match begins.
    Begun {
        /// The table, from 0.
        table: usize,
        /// The names by player.
        names: [String; 5],
    },
    /// A player's decision was made without it.
    Trouble {
        /// The table, from 0.
        table: usize,
        /// The player.
        player: usize,
        /// The game, from 1.
        game: u32,
        /// What was wrong.
        what: Trouble,
    },
    /// A game is over.
    GameOver {
        /// The table, from 0.
        table: usize,
        /// The game, from 1.
        game: u32,
        /// The players, the richest first.
        result: Vec<u8>,
        /// By player: points so far.
        points: [u32; 5],
    },
    /// A match is over, or was ended.
    MatchOver {
        /// The table, from 0.
        table: usize,
        /// Games that were played to their end.
        games: u32,
        /// By player: points.
        points: [u32; 5],
    },
}

/// What was wrong with a player's decision.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Trouble {
    /// It did not come in time. What comes later is passed over.
    Late,
    /// It cannot come any more. This is told once.
    Gone(String),
    /// Cards were submitted that the rules refuse. They count as a pass.
    Refused {
        /// The submitted cards, in the words of records.
        cards: String,
        /// The cards on the table; empty where there were none.
        on: String,
        /// The reason.
        why: Refusal,
    },
}
