//! A client of the contest's protocol.

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::time::Duration;

use clap::Args;
use quadrille::daifugo::protocol::{Client as Player, PORT, Profile, Refused, Version};
use quadrille::daifugo::rules::{Rule, Rules};
use quadrille::report::figure::counted;
use quadrille_uecda::{JoinError, join_as};
use serde::Serialize;

use super::server::{House, milliseconds, port, rule, switched};
use crate::failure::Failure;
use crate::progress::watched_and_told;
use crate::{OutputMode, answer, interrupt, long_job};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille daifugo client --name mine --player greedy
  quadrille daifugo client --host 192.0.2.7 --name bot \\
      --player \"cmd:python3 bot.py\"

Plays one match to its end. Players: random, greedy, or a program that is asked over standard input and \
output (docs/foreign-players.md).")]
pub(crate) struct Client {
    /// The server's machine
    #[arg(long, value_name = "H", default_value = "127.0.0.1")]
    host: String,
    /// Its port
    #[arg(long, value_name = "P", default_value_t = PORT, value_parser = port)]
    port: u16,
    /// What to be called, up to 9 bytes [default: the player's]
    #[arg(long, value_name = "N")]
    name: Option<String>,
    /// Who plays: random, greedy, cmd:PROGRAM
    #[arg(long, value_name = "PLAYER", default_value = "greedy")]
    player: String,
    /// Which version of the protocol: 20060, 20070 or 20140
    #[arg(long, value_name = "VERSION", default_value = "20070", value_parser = version)]
    protocol: Version,
    /// Rules of the server that the contest has not: eleven-back, five-skip, six-reverse
    #[arg(long, value_name = "RULE[,RULE]...", value_delimiter = ',', value_parser = rule)]
    on: Vec<Rule>,
    /// Rules of the contest that the server has not, such as eight-cut
    #[arg(long, value_name = "RULE[,RULE]...", value_delimiter = ',', value_parser = rule)]
    off: Vec<Rule>,
    /// Milliseconds for a decision of a program
    #[arg(long, value_name = "MS", value_parser = milliseconds, allow_negative_numbers = true)]
    move_timeout: Option<Duration>,
    /// What the player's own draws come from
    #[arg(long, value_name = "S", default_value = "0", value_parser = long_job::whole_number)]
    #[arg(allow_negative_numbers = true)]
    seed: u64,
}

fn version(text: &str) -> Result<Version, String> {
    let version = text.parse().ok().and_then(Version::from_number);
    version.ok_or_else(|| "20060, 20070 or 20140 is expected".to_owned())
}

/// What a client tells of its match.
#[derive(Serialize)]
struct Played {
    player: u8,
    games: u32,
    points: [u32; 5],
    /// A client keeps none.
    record: Option<String>,
    refused: u64,
    faults: u64,
    /// Games in which the server went by other rules than the client.
    lost: u32,
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
            let mut refused = |refused: &Refused| tell(&in_words(refused));
            let mut join = |address| {
                let client = Player::new(entrant.player(), self.seed).with_rules(rules);
                join_as(address, &profile, client, &mut refused, observer)
            };
            // A machine may have several addresses, and listen at one of them.
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
        let none = || Failure::usage(format!("--host {}: it has no address", self.host.escape_debug()));
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
                lost: joined.lost,
            });
        }
        let points = joined.points[usize::from(joined.number)];
        let refused = match joined.refused {
            0 => String::new(),
            plays => format!("; {} refused by the server", counted(plays, "play")),
        };
        let replaced = match joined.faults.total() {
            0 => String::new(),
            often => format!("; {} made in the player's place", counted(often, "decision")),
        };
        let lost = match joined.lost {
            0 => String::new(),
            games => {
                let games = counted(games.into(), "game");
                format!("; in {games} the server went by other rules (--on, --off), and the client passed")
            }
        };
        let (number, games) = (joined.number, counted(joined.games.into(), "game"));
        let points = counted(points.into(), "point");
        answer::text(&format!("{points} in {games}, as player {number}{refused}{replaced}{lost}\n"))
    }
}

/// A refused play, with all that one needs to see why: it should not happen.
fn in_words(refused: &Refused) -> String {
    let cards = |table: &quadrille::daifugo::protocol::CardTable| {
        let text = table.log_text();
        if text.is_empty() { "nothing".to_owned() } else { text }
    };
    let flags: Vec<i32> = (4..8).map(|column| refused.turn.get(5, column)).collect();
    format!(
        "game {}: the server refuses {} on {}; the hand {}; empty, 11-back, revolution, lock: {flags:?}",
        refused.game,
        cards(&refused.submitted),
        cards(&refused.on),
        cards(&refused.turn),
    )
}
