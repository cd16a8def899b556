//! Client of the contest protocol.

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::time::Duration;

use clap::Args;
use quadrille::daifugo::rules::{Rule, Rules};
use quadrille::report::figure::{count, counted};
use quadrille::uecda_protocol::{CardTable, Client as Player, PORT, Profile, Refused, Version};
use quadrille_uecda::{JoinError, Joined, Notice, join_as};
use serde::Serialize;

use super::server::{House, milliseconds, port, rule, switched};
use crate::daifugo_arguments::added_by_servers;
use crate::failure::Failure;
use crate::progress::watched_and_told;
use crate::{OutputMode, answer, interrupt, long_job};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille daifugo client --name mine --player greedy
  quadrille daifugo client --host 192.0.2.7 --name bot \\
      --player \"cmd:python3 bot.py\"

Plays one match to its end. A program cmd:PROGRAM is queried over standard input and output \
(docs/foreign-players.md). If the server's rules differ, the client follows the server's tables and reports the \
first difference. Games whose places are unknown do not count (docs/daifugo-contest.md).")]
pub(crate) struct Client {
    /// Host name or address of the server
    #[arg(long, value_name = "H", default_value = "127.0.0.1")]
    host: String,
    /// Port of the server
    #[arg(long, value_name = "P", default_value_t = PORT, value_parser = port)]
    port: u16,
    /// Name of the client, up to 9 bytes [default: the name of the player]
    #[arg(long, value_name = "N")]
    name: Option<String>,
    /// Player: random, greedy, policy, policy:FILE, search, search:PLAYOUTS, search:TIME or
    /// cmd:PROGRAM
    #[arg(long, value_name = "PLAYER", default_value = "greedy")]
    player: String,
    /// Protocol version: 20060, 20070 or 20140
    #[arg(long, value_name = "VERSION", default_value = "20070", value_parser = version)]
    protocol: Version,
    #[arg(long, value_name = "RULE[,RULE]...", value_delimiter = ',', value_parser = rule)]
    #[arg(help = format!("Rules that the server adds to the contest rules: {}", added_by_servers()))]
    on: Vec<Rule>,
    /// Contest rules that the server does not use, such as eight-cut
    #[arg(long, value_name = "RULE[,RULE]...", value_delimiter = ',', value_parser = rule)]
    off: Vec<Rule>,
    /// Time limit of a program's decision, in milliseconds
    #[arg(long, value_name = "MS", value_parser = milliseconds, allow_negative_numbers = true)]
    move_timeout: Option<Duration>,
    /// Seed of the player's random numbers
    #[arg(long, value_name = "S", default_value = "0", value_parser = long_job::whole_number)]
    #[arg(allow_negative_numbers = true)]
    seed: u64,
}

pub(super) fn version(text: &str) -> Result<Version, String> {
    let version = text.parse().ok().and_then(Version::from_number);
    version.ok_or_else(|| "20060, 20070 or 20140 is expected".to_owned())
}

/// JSON answer: the result of a match.
#[derive(Serialize)]
struct Played {
    player: u8,
    games: u32,
    points: [u32; 5],
    /// Always `None`: a client keeps no record.
    record: Option<String>,
    refused: u64,
    faults: u64,
    /// Number of games whose places could not be determined from the messages; their points are not
    /// counted.
    unknown: u32,
    /// Number of games in which a message contradicted the client's rules.
    differing: u32,
}

impl Client {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let token = interrupt::cancel_token()?;
        let player = std::slice::from_ref(&self.player);
        let house = House::new(player, "--player", self.move_timeout, token.flag())?;
        house.start(token.flag())?;
        let entrant = &house.players[0];
        let rules = switched(Rules::UECDA, &self.on, &self.off);
        let name = self.name.as_deref().unwrap_or(entrant.name());
        let profile = Profile::new(self.protocol, name);
        let addresses = (self.host.as_str(), self.port).to_socket_addrs();
        let addresses: Vec<SocketAddr> = addresses
            .map_err(|error| Failure::usage(format!("--host {}: {error}", self.host.escape_debug())))?
            .collect();
        let joined = watched_and_told("games", mode, &token, |observer, tell| {
            let mut notice = |notice: Notice| match notice {
                Notice::Refused(refused) => tell(&in_words(&refused)),
                Notice::Differs(difference) => tell(&format!(
                    "the server's rules differ: {difference}; further differences are only counted"
                )),
                _ => {}
            };
            let mut join = |address| {
                let client = Player::new(entrant.player(), self.seed).with_rules(rules);
                join_as(address, &profile, client, &mut notice, observer)
            };
            // The addresses of the host are tried in order, because the server may listen at only
            // one of them.
            let mut last = None;
            for &address in &addresses {
                let joined = join(address);
                let is_there = !matches!(joined, Err(JoinError::Connect { .. }));
                last = Some(joined);
                if is_there {
                    break;
                }
            }
            last
        });
        let none = || Failure::usage(format!("--host {}: no address was found", self.host.escape_debug()));
        let joined = joined.ok_or_else(none)?;
        house.settle(token.flag())?;
        let joined = joined.map_err(|error| match error {
            JoinError::Cancelled(_) => Failure::cancelled(),
            other => Failure::unfinished(other),
        })?;
        if mode.json {
            return answer::json(&Played {
                player: joined.number,
                games: joined.games,
                points: joined.points,
                record: None,
                refused: joined.refused,
                faults: joined.faults.total(),
                unknown: joined.unknown,
                differing: joined.differing,
            });
        }
        answer::text(&format!("{}\n", shown(&joined)))
    }
}

/// Formats the outcome of a match.
fn shown(joined: &Joined) -> String {
    let points = joined.points[usize::from(joined.number)].into();
    let mut parts = points_in_words(joined.number, points, joined.games, joined.unknown);
    if joined.refused > 0 {
        parts.push(format!("the server refused {}", counted(joined.refused, "play")));
    }
    if joined.faults.total() > 0 {
        parts.push(format!("the client replaced {}", counted(joined.faults.total(), "decision")));
    }
    if joined.differing > 0 {
        let differing = counted(joined.differing.into(), "game");
        parts.push(format!("the server's rules differed in {differing} (see --on, --off)"));
    }
    parts.join("; ")
}

/// Formats the points of a player, the number of counted games, and the number of games with
/// unknown places.
fn points_in_words(player: u8, points: u64, games: u32, unknown: u32) -> Vec<String> {
    let known = games.saturating_sub(unknown);
    let (points, all) = (counted(points, "point"), counted(games.into(), "game"));
    let places = format!("the places of {} are unknown", counted(unknown.into(), "game"));
    match (known, unknown) {
        (_, 0) => vec![format!("{points} in {all}, as player {player}")],
        (0, _) => vec![format!("as player {player}, no game counts: {places}")],
        _ => vec![format!("{points}, as player {player}; {} of {all} count", count(known.into())), places],
    }
}

/// Formats a refused play with the reason and all facts that are needed to verify it.
fn in_words(refused: &Refused) -> String {
    let cards = |table: &CardTable| {
        let text = table.words();
        if text.is_empty() { "an empty table".to_owned() } else { text }
    };
    let flags: Vec<&str> = [(5, "11-back"), (6, "revolution"), (7, "suit lock")]
        .into_iter()
        .filter(|&(column, _)| refused.turn.get(5, column) != 0)
        .map(|(_, name)| name)
        .collect();
    let flags = if flags.is_empty() { "no lock".to_owned() } else { flags.join(", ") };
    let why = match refused.why {
        Some(why) => why.to_string(),
        None => "the client's rules allow this play, so the reason is unknown".to_owned(),
    };
    format!(
        "game {}: the server refuses {} on {}: {why} (hand {}; {flags})",
        refused.game,
        refused.submitted.words(),
        cards(&refused.on),
        refused.turn.hand(),
    )
}

#[cfg(test)]
mod tests {
    use super::points_in_words;

    #[test]
    fn points_have_the_number_of_games_in_them() {
        for (points, games, unknown, says) in [
            (327, 100, 0, "327 points in 100 games, as player 1"),
            (1, 1, 0, "1 point in 1 game, as player 1"),
            (0, 7, 7, "as player 1, no game counts: the places of 7 games are unknown"),
            (0, 1, 1, "as player 1, no game counts: the places of 1 game are unknown"),
            (12, 4, 1, "12 points, as player 1; 3 of 4 games count; the places of 1 game are unknown"),
            (3, 4, 3, "3 points, as player 1; 1 of 4 games count; the places of 3 games are unknown"),
        ] {
            assert_eq!(points_in_words(1, points, games, unknown).join("; "), says);
        }
    }
}
