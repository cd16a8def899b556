//! The log of UECda's official server, one match a file.
//!
//! Lines are `%-----%KEY% value` for the match and `%00001%key% value` for a game: `mibun` (classes by
//! player, `22222` for none), `seat`, `palyer_cards` (as the server spells it), `change_cards`, `play`,
//! `result` (players, the richest first), `points`. A card is suit and rank (`S9`); a joker in a hand is
//! `J3`; a joker played is K, L, M or N and a rank for a spade, heart, diamond or club, `x` for the imaginary
//! ranks, and J and a rank for the fifth of a kind. Submitted cards stand there as they were submitted; which
//! were refused the log does not say, and reading it finds out by playing the games again.
//!
//! | | |
//! |---|---|
//! | [`read`] | a complete log as a [`Record`](quadrille_daifugo::records::Record) |
//! | [`read_whole_games`] | the whole games of a log that may end early |
//! | [`write`](fn@write) | a record as a log |
//! | [`Head`] | the lines about the match, read and written |
//! | [`GameLines`] | the lines of one game, for whoever writes them as it is played |

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
/// What stands in place of a game's number in a line about the match.
const MATCH: &str = "-----";
/// Players of the contest.
const PLAYERS: usize = 5;
/// The classes of a game in which nobody has one.
const NO_CLASSES: &str = "22222";
/// The exchange of a game in which nothing changes hands.
const NO_GIFTS: &str = "NULL";

/// `%number%key% value`, the value without the one blank before it.
fn split(line: &str) -> Option<(&str, &str, &str)> {
    let (number, rest) = line.strip_prefix('%')?.split_once('%')?;
    let (key, value) = rest.split_once('%')?;
    Some((number, key, value.strip_prefix(' ').unwrap_or(value)))
}
