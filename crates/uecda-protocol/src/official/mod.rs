//! The log format of UECda's official server, one match per file.
//!
//! A line about the match is `%-----%KEY% value`, and a line about a game is `%00001%key% value`.
//! The keys of a game are `mibun` (classes by player, `22222` for none), `seat`, `palyer_cards`
//! (the server's spelling), `change_cards`, `play`, `result` (players, the richest first) and
//! `points`. A card is suit and rank (`S9`). A joker in a hand is `J3`. A played joker in place of
//! a spade, heart, diamond or club is K, L, M or N and a rank, or `x` below the 3 and above the 2.
//! As the fifth card of a kind, a joker is J and a rank. The log has the cards as submitted and
//! does not mark refused plays. [`read`] finds the refused plays by replaying the games.
//!
//! | | |
//! |---|---|
//! | [`read`] | reads a complete log as a [`Record`](quadrille_daifugo::records::Record) |
//! | [`read_whole_games`] | reads the whole games of a log that may end early |
//! | [`write`](fn@write) | writes a record as a log |
//! | [`Head`] | the lines about the match, for reading and writing |
//! | [`GameLines`] | the lines of one game, for writing a log during a match |

mod cells;
mod head;
mod read;
mod refusals;
mod write;

pub use head::{Echo, Head};
pub(super) use read::read_into;
pub use read::{read, read_whole_games};
pub use write::{GameLines, WriteError, write};

/// The keys of a game, in their order.
const KEYS: [&str; 7] = ["mibun", "seat", "palyer_cards", "change_cards", "play", "result", "points"];
/// The text in place of a game's number in a line about the match.
const MATCH: &str = "-----";
/// The number of players of the contest.
const PLAYERS: usize = 5;
/// The value of `mibun` in a game without classes.
const NO_CLASSES: &str = "22222";
/// The value of `change_cards` in a game without an exchange.
const NO_GIFTS: &str = "NULL";

/// Splits `%number%key% value` into number, key and value; one blank before the value is removed.
fn split(line: &str) -> Option<(&str, &str, &str)> {
    let (number, rest) = line.strip_prefix('%')?.split_once('%')?;
    let (key, value) = rest.split_once('%')?;
    Some((number, key, value.strip_prefix(' ').unwrap_or(value)))
}
