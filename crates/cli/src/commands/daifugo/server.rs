//! Server of the contest protocol.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{self, AtomicBool};
use std::time::Duration;

use clap::Args;
use quadrille::daifugo::players::Entrant;
use quadrille::daifugo::rules::{Rule, Rules};
use quadrille::diagnostics::printable;
use quadrille::files;
use quadrille::foreign::daifugo::named;
use quadrille::foreign::process::{Processes, Times};
use quadrille::machine::draw_seed;
use quadrille::report::ReportTable;
use quadrille::report::figure::counted;
use quadrille::uecda_protocol::{ContestSettings, PLAYERS, Version};
use quadrille_files::create_folder;
use quadrille_uecda::{Fill, Held, HeldTable, Server as Hosted, ServerError, ServerEvent, Trouble};

use crate::daifugo_arguments::added_by_servers;
use crate::failure::Failure;
use crate::progress::watched_and_told;
use crate::{OutputMode, answer, interrupt, terminal};

/// Maximum time limit of a decision, in milliseconds: one hour.
const LONGEST: u64 = 3_600_000;
/// Maximum number of log lines about late and missing decisions per player and match.
const MOST_TOLD: u32 = 5;
/// Maximum number of log lines about refused plays per player and match, without `--log`.
const MOST_REFUSED: u32 = 100;
/// Maximum number of tables, and maximum number of matches per table.
const MOST: u64 = 1000;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille daifugo server --games 100 --seed 1
  quadrille daifugo server --fill greedy --move-timeout 1000
  quadrille daifugo server --config tndhms.cfg --tables 4
  quadrille daifugo server --fill greedy --protocols 20070 --names mine,yours

Five clients connect to a table. With --fill, one client connects, or the number in --clients, and the players of \
--fill take the other seats. With the same seed and clients, messages and record equal the official server's, byte \
for byte. docs/daifugo-contest.md explains how to enter a match, and how to test your own client.")]
pub(crate) struct Server {
    /// Port; 0 chooses a free port [default: the port in --config, else 42485]
    #[arg(long, value_name = "P", value_parser = port)]
    port: Option<u16>,
    /// Local address to listen at
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// Number of games per match, up to 99999 [default: the number in --config, else 100]
    #[arg(long, value_name = "N", value_parser = games, allow_negative_numbers = true)]
    games: Option<u32>,
    /// Seed of seats and cards, 0 to 4294967295 [default: random, printed]
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u32>,
    /// Settings file of the official server, such as tndhms.cfg
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[arg(long, value_name = "RULE[,RULE]...", value_delimiter = ',', value_parser = rule)]
    #[arg(help = format!("Additional rules: {}", added_by_servers()))]
    on: Vec<Rule>,
    /// Contest rules to leave out, such as eight-cut
    #[arg(long, value_name = "RULE[,RULE]...", value_delimiter = ',', value_parser = rule)]
    off: Vec<Rule>,
    /// Number of games after which seats are drawn again, or never [default: 3]
    #[arg(long, value_name = "N|never", value_parser = reseating)]
    reseating: Option<Reseating>,
    /// Number of games after which a game starts without classes [default: 100]
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    class_reset: Option<u32>,
    /// Number of tables in this process, each with its own match
    #[arg(long, value_name = "N", default_value = "1", value_parser = many, allow_negative_numbers = true)]
    tables: usize,
    /// Number of successive matches at each table; the players' numbers rotate by one from match to
    /// match
    #[arg(long, value_name = "N", default_value = "1", value_parser = many, allow_negative_numbers = true)]
    matches: usize,
    /// Time limit of a decision in milliseconds; late players pass [default: no limit]
    #[arg(long, value_name = "MS", value_parser = milliseconds, allow_negative_numbers = true)]
    move_timeout: Option<Duration>,
    /// Players for the free seats: random, greedy, policy, policy:FILE, search, search:PLAYOUTS,
    /// search:TIME or cmd:PROGRAM
    #[arg(long, value_name = "PLAYER[,PLAYER]...", value_delimiter = ',')]
    fill: Vec<String>,
    /// Number of clients to wait for at each table with --fill, 0 to 5 [default: 1]
    #[arg(long, value_name = "N", value_parser = clients, requires = "fill", allow_negative_numbers = true)]
    clients: Option<usize>,
    /// Minimum protocol version of a client; if it is above 20060, a client that sends no version
    /// gets no seat
    #[arg(long, value_name = "20060|20070|20140", value_parser = super::client::version, default_value = "20060")]
    protocols: Version,
    /// Names of the admitted clients, at least one per awaited client; only the first nine bytes
    /// are compared, and a name that several clients share must be repeated [default: all clients]
    #[arg(long, value_name = "NAME[,NAME]...", value_delimiter = ',', value_parser = name)]
    names: Vec<String>,
    /// Follow the rules where the official server deviates from them
    #[arg(long)]
    no_quirks: bool,
    /// Record file: .log in the official format, .jsonl with refusal reasons [default:
    /// logs/TIME.log]
    #[arg(long, value_name = "FILE", conflicts_with = "no_record")]
    record: Option<PathBuf>,
    /// Keep no record
    #[arg(long)]
    no_record: bool,
    /// Serve the progress of the matches as JSON over HTTP, at this port of 127.0.0.1
    #[arg(long, value_name = "P", value_parser = port)]
    status: Option<u16>,
    /// Log the end of every game and every refused play
    #[arg(long)]
    log: bool,
}

/// When the seats are drawn again: never, or after this number of games.
#[derive(Debug, Clone, Copy)]
enum Reseating {
    Never,
    Every(u32),
}

fn number(text: &str, from: u64, to: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (from..=to).contains(number));
    number.ok_or_else(|| format!("a whole number from {from} to {to} is expected"))
}

pub(super) fn port(text: &str) -> Result<u16, String> {
    number(text, 0, u16::MAX.into()).map(|port| port as u16)
}

/// Returns `rules` after adding the rules in `on` and then removing those in `off`.
pub(super) fn switched(rules: Rules, on: &[Rule], off: &[Rule]) -> Rules {
    let rules = on.iter().copied().fold(rules, Rules::with);
    off.iter().copied().fold(rules, Rules::without)
}

/// Parses a rule that the server can switch.
pub(super) fn rule(text: &str) -> Result<Rule, String> {
    let switches = ContestSettings::SWITCHES;
    let rule = Rule::from_name(text.trim()).filter(|rule| switches.contains(rule));
    rule.ok_or_else(|| format!("one of {} is expected", switches.map(Rule::name).join(", ")))
}

fn games(text: &str) -> Result<u32, String> {
    number(text, 1, ContestSettings::MOST_GAMES.into()).map(|games| games as u32)
}

fn seed(text: &str) -> Result<u32, String> {
    number(text, 0, u32::MAX.into()).map(|seed| seed as u32)
}

fn at_least_one(text: &str) -> Result<u32, String> {
    number(text, 1, u32::MAX.into()).map(|number| number as u32)
}

fn many(text: &str) -> Result<usize, String> {
    number(text, 1, MOST).map(|many| many as usize)
}

fn clients(text: &str) -> Result<usize, String> {
    number(text, 0, PLAYERS as u64).map(|clients| clients as usize)
}

/// Parses a client name.
fn name(text: &str) -> Result<String, String> {
    let name = text.trim();
    if name.is_empty() { Err("a name is expected, such as `mine`".to_owned()) } else { Ok(name.to_owned()) }
}

pub(super) fn milliseconds(text: &str) -> Result<Duration, String> {
    number(text, 1, LONGEST).map(Duration::from_millis)
}

fn reseating(text: &str) -> Result<Reseating, String> {
    if text == "never" {
        return Ok(Reseating::Never);
    }
    let every = at_least_one(text).map_err(|error| format!("`never` or {error}"))?;
    Ok(Reseating::Every(every))
}

/// The server's own players: built-in players and external programs.
#[derive(Default)]
pub(super) struct House {
    pub(super) players: Vec<Entrant>,
    programs: Vec<Processes>,
}

impl House {
    /// Creates the players with the given names. `decision` is the time limit of external programs
    /// for a decision; `None` means the time limit of the arenas.
    pub(super) fn new(
        names: &[String],
        flag: &str,
        decision: Option<Duration>,
        stopped: &Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let usual = Times::default();
        let times = Times { decision: decision.unwrap_or(usual.decision), ..usual };
        let mut house = Self::default();
        for name in names.iter().map(|name| name.trim()) {
            let wrong = |error: &dyn std::fmt::Display| Failure::usage(format!("{flag}: {error}"));
            let named = named(name, Path::new("."), times, stopped).map_err(|error| wrong(&error))?;
            house.players.push(named.0);
            house.programs.extend(named.1);
        }
        Ok(house)
    }

    /// Starts the programs before any game is played.
    pub(super) fn start(&self, stopped: &AtomicBool) -> Result<(), Failure> {
        let started = std::thread::scope(|scope| {
            self.programs.iter().try_for_each(|program| {
                let thread = std::thread::Builder::new().name("start-up".to_owned());
                let spawned = thread.spawn_scoped(scope, || program.start_first(stopped));
                // If a thread cannot be started, the command ends. It does not wait for programs
                // that are already starting.
                spawned.map(drop).inspect_err(|_| stopped.store(true, atomic::Ordering::Relaxed))
            })
        });
        started.map_err(|error| {
            Failure::unfinished(format!("cannot start a thread for a player that is a program: {error}"))
        })?;
        self.check()
    }

    /// Checks, after all games, that every program answered.
    pub(super) fn settle(&self, stopped: &AtomicBool) -> Result<(), Failure> {
        self.programs.iter().for_each(|program| program.settle(stopped));
        self.check()
    }

    fn check(&self) -> Result<(), Failure> {
        let failure = self.programs.iter().find_map(Processes::failure);
        failure.map_or(Ok(()), |failure| Err(Failure::Unfinished(failure)))
    }
}

impl Server {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let token = interrupt::cancel_token()?;
        let (server, address, house) = self.hosted(token.flag())?;
        house.start(token.flag())?;
        let (seed, tables) = (server.seed, server.tables * server.matches);
        let drawn = self.seed.is_none();
        let without_effect = server.settings.quirks && server.settings.rules.has(Rule::FiveSkip);
        let waits_for = server.fill.as_ref().map_or(PLAYERS, |fill| fill.clients);
        let logs = server
            .record
            .as_deref()
            .and_then(Path::parent)
            .filter(|_| self.record.is_none())
            .map(Path::to_owned);
        // The default folder of records is created if missing, and removed again if the server
        // cannot listen.
        let made = logs.filter(|folder| !folder.exists());
        if let Some(folder) = &made {
            create_folder(folder)?;
        }
        let listening = server.listen(address).map_err(|error| {
            if let Some(folder) = &made {
                let _ = std::fs::remove_dir(folder);
            }
            match error {
                ServerError::Record { error: ref why, .. }
                    if matches!(why.kind(), ErrorKind::AlreadyExists | ErrorKind::InvalidInput) =>
                {
                    Failure::usage(printable(&error.to_string()))
                }
                ServerError::Names { .. } => Failure::usage(format!("--names: {error}; see --fill")),
                other => Failure::unfinished(other),
            }
        })?;
        let told = RefCell::default();
        let held = watched_and_told("games", mode, &token, |observer, tell| {
            let waiting = match (waits_for, tables) {
                (0, _) => String::new(),
                (clients, 1) => format!("; waiting for {}", counted(clients as u64, "client")),
                (clients, _) => format!("; waiting for {} for each match", counted(clients as u64, "client")),
            };
            // A random seed determines everyone's cards, so it is printed only after the games.
            let seed = if drawn { "a random seed".to_owned() } else { format!("seed {seed}") };
            tell(&format!("listening at {}, {seed}{waiting}", listening.address()));
            if without_effect {
                tell("five-skip has no effect, as at the official server; with --no-quirks a 5 skips a seat");
            }
            if let Some(status) = listening.status() {
                tell(&format!("status at http://{status}/"));
            }
            listening.hold(&|event| self.tell(event, &told, tell), observer)
        });
        let held = held.map_err(|error| Failure::unfinished(printable(&error.to_string())))?;
        house.settle(token.flag())?;
        if mode.json {
            answer::json(&held)?;
        } else {
            answer::text(&shown(&held, self.log))?;
        }
        if held.complete {
            Ok(())
        } else {
            let recorded = if self.no_record { "" } else { "; the games so far are recorded" };
            Err(Failure::unfinished(format!("stopped before every match was over{recorded}")))
        }
    }

    /// Returns the server settings, address and players that the flags describe.
    fn hosted(&self, stopped: &Arc<AtomicBool>) -> Result<(Hosted, SocketAddr, House), Failure> {
        let mut settings = match &self.config {
            None => ContestSettings::default(),
            Some(path) => {
                let name = printable(&path.display().to_string());
                let text = files::read(path)?;
                ContestSettings::from_config(&String::from_utf8_lossy(&text))
                    .map_err(|error| Failure::usage(format!("{name}: {error}")))?
            }
        };
        if let Some(games) = self.games {
            settings.games = games;
        }
        match self.reseating {
            None => {}
            Some(Reseating::Never) => settings.reseating = None,
            Some(Reseating::Every(games)) => settings.reseating = Some(games),
        }
        if let Some(games) = self.class_reset {
            settings.class_reset = games;
        }
        settings.rules = switched(settings.rules, &self.on, &self.off);
        settings.quirks = !self.no_quirks;
        let port = self.port.unwrap_or(settings.port);
        settings.port = port;
        // The official server seeds with the time, from which the cards could be guessed; here the
        // seed is random.
        let mut server = Hosted::new(self.seed.unwrap_or_else(|| draw_seed() as u32));
        server.settings = settings;
        (server.tables, server.matches) = (self.tables, self.matches);
        server.move_timeout = self.move_timeout;
        let house = House::new(&self.fill, "--fill", self.move_timeout, stopped)?;
        if !self.fill.is_empty() {
            let players = house.players.clone();
            server.fill = Some(Fill { players, clients: self.clients.unwrap_or(1) });
        }
        server.least_protocol = self.protocols;
        server.names = (!self.names.is_empty()).then(|| self.names.clone());
        server.record = match (&self.record, self.no_record) {
            (Some(path), _) => Some(path.clone()),
            (None, true) => None,
            (None, false) => Some(Path::new("logs").join(quadrille_uecda::record_name())),
        };
        server.status = self.status.map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
        Ok((server, SocketAddr::new(self.listen, port), house))
    }

    /// Logs an event.
    ///
    /// Names are escaped for printing. During a game, the log shows no cards except those of
    /// refused plays.
    fn tell(
        &self,
        event: &ServerEvent,
        told: &RefCell<HashMap<(usize, usize, bool), u32>>,
        tell: &dyn Fn(&str),
    ) {
        let place = |table: usize| if self.tables == 1 { String::new() } else { format!("table {table}: ") };
        let line = match event {
            ServerEvent::Joined { table, player, name, version, from } => {
                let version = version.number();
                format!("{}player {player} is {name}, protocol {version}, from {from}", place(*table))
            }
            ServerEvent::TurnedAway { from, reason } => format!("turned away {from}: {}", printable(reason)),
            ServerEvent::Trouble { table, player, game, what: trouble, .. } => {
                let what = match trouble {
                    Trouble::Late => "took too long, and passes".to_owned(),
                    Trouble::Gone(reason) => {
                        format!("has disconnected, and passes from here on: {}", printable(reason))
                    }
                    Trouble::Refused { cards, on, why } => {
                        let on = if on.is_empty() { "an empty table" } else { on };
                        format!("passes, because {cards} on {on} is refused: {why}")
                    }
                    _ => return,
                };
                let is_refused = matches!(trouble, Trouble::Refused { .. });
                let most = match is_refused {
                    true if self.log => u32::MAX,
                    true => MOST_REFUSED,
                    false => MOST_TOLD,
                };
                let mut told = told.borrow_mut();
                let often = told.entry((*table, *player, is_refused)).or_default();
                *often += 1;
                let more = match (*often).cmp(&most) {
                    Ordering::Less => "",
                    Ordering::Equal if is_refused => "; further refused plays are only counted (see --log)",
                    Ordering::Equal => "; further events of this kind are only counted",
                    Ordering::Greater => return,
                };
                format!("{}game {game}: player {player} {what}{more}", place(*table))
            }
            ServerEvent::GameOver { table, game, result, points } if self.log => {
                // The players are listed in the order of their places, the winner first.
                let order: Vec<String> = result.iter().map(u8::to_string).collect();
                format!(
                    "{}game {game}, players by place: {}; {}",
                    place(*table),
                    order.join(", "),
                    so_far(points)
                )
            }
            ServerEvent::MatchOver { table, games, points } => {
                told.borrow_mut().retain(|&(at, ..), _| at != *table);
                format!("{}{}; {}", place(*table), counted(u64::from(*games), "game"), so_far(points))
            }
            _ => return,
        };
        tell(&line);
    }
}

/// Formats the points of all players, in the order of their numbers.
fn so_far(points: &[u32; PLAYERS]) -> String {
    let points = points.iter().enumerate().map(|(player, points)| format!("player {player} {points}"));
    format!("points: {}", points.collect::<Vec<_>>().join(", "))
}

/// Returns, for each name whose late, missing or refused decisions were not all logged, a line with
/// the numbers of these decisions. `logs_refused` is whether every refused play was logged.
fn totals(held: &Held, logs_refused: bool) -> String {
    let is_cut = |table: &HeldTable, player: usize| {
        // A disconnection is logged once per match.
        let missing = table.late[player] + u64::from(table.gone[player] > 0);
        missing > u64::from(MOST_TOLD) || !logs_refused && table.refused[player] > u64::from(MOST_REFUSED)
    };
    let line = |name: &str| {
        let (mut some_cut, mut late, mut gone, mut refused) = (false, 0, 0, 0);
        for table in &held.tables {
            for player in (0..PLAYERS).filter(|&player| table.names[player] == name) {
                some_cut |= is_cut(table, player);
                late += table.late[player];
                gone += table.gone[player];
                refused += table.refused[player];
            }
        }
        let counts = [
            (late, counted(late, "late decision")),
            (gone, format!("{} after the player had disconnected", counted(gone, "missing decision"))),
            (refused, counted(refused, "refused play")),
        ];
        let counts: Vec<_> =
            counts.into_iter().filter(|(number, _)| *number > 0).map(|(_, count)| count).collect();
        some_cut.then(|| format!("{name}: {}\n", counts.join(", ")))
    };
    held.players.iter().filter_map(|player| line(&player.name)).collect()
}

/// Formats the outcome of the matches. `logs_refused` is whether every refused play was logged.
fn shown(held: &Held, logs_refused: bool) -> String {
    if held.games == 0 {
        return "no game was played\n".to_owned();
    }
    let mut table = ReportTable::new(&["player", "#games", "#points", "#points per game", "95 % interval"]);
    for player in &held.players {
        let mean = player.points_per_game.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.3}"));
        let interval = match (player.low, player.high) {
            (Some(low), Some(high)) => format!("{low:.3} to {high:.3}"),
            _ => "-".to_owned(),
        };
        table.push([
            player.name.clone(),
            player.games.to_string(),
            player.points.to_string(),
            mean,
            interval,
        ]);
    }
    let records = held.tables.iter().filter_map(|table| table.record.as_ref());
    let records = records.map(|record| format!("record: {}\n", printable(&record.display().to_string())));
    let replaced: u64 = held.tables.iter().flat_map(|table| table.replaced).sum();
    let replaced = match replaced {
        0 => String::new(),
        often => format!("the server's own players: {} replaced\n", counted(often, "decision")),
    };
    let seeds: Vec<String> = held.tables.iter().map(|table| table.seed.to_string()).collect();
    let seeds = match &seeds[..] {
        [] => String::new(),
        [seed] => format!("seed: {seed}\n"),
        seeds => format!("seeds: {}\n", seeds.join(" ")),
    };
    let records: String = records.collect::<Vec<_>>().concat();
    let totals = totals(held, logs_refused);
    format!("{}\n{totals}{replaced}{seeds}{records}", terminal::table(&table))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(late: u64, gone: u64, refused: u64) -> Held {
        let names: [String; PLAYERS] = ["mine", "b", "c", "d", "e"].map(str::to_owned);
        let of_first = |number: u64| [number, 0, 0, 0, 0];
        let table = HeldTable {
            table: 0,
            number: 0,
            seed: 1,
            names: names.clone(),
            games: 1,
            points: [1, 5, 4, 3, 2],
            complete: true,
            record: None,
            record_encoded: None,
            late: of_first(late),
            gone: of_first(gone),
            refused: of_first(refused),
            replaced: [0; PLAYERS],
        };
        let player = |name: String| quadrille_uecda::HeldPlayer {
            name,
            games: 1,
            points: 3,
            points_per_game: Some(3.0),
            low: None,
            high: None,
        };
        Held {
            games: 1,
            points: [1, 5, 4, 3, 2],
            complete: true,
            record: None,
            record_encoded: None,
            tables: vec![table],
            players: names.map(player).into(),
        }
    }

    #[test]
    fn events_that_are_only_counted_have_their_totals() {
        assert_eq!(totals(&held(5, 0, 100), false), "");
        assert_eq!(totals(&held(0, 90, 0), false), "", "a disconnection is logged once");
        assert_eq!(totals(&held(14, 0, 0), false), "mine: 14 late decisions\n");
        assert_eq!(
            totals(&held(5, 1, 2), true),
            "mine: 5 late decisions, 1 missing decision after the player had disconnected, 2 refused plays\n"
        );
        assert_eq!(totals(&held(0, 0, 1234), false), "mine: 1,234 refused plays\n");
        assert_eq!(totals(&held(0, 0, 1234), true), "");
        let text = shown(&held(14, 0, 0), false);
        assert!(text.contains("\nmine: 14 late decisions\nseed: 1\n"), "{text}");
    }
}
