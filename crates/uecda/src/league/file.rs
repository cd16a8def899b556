//! The file format of a league whose programs play over sockets.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quadrille::daifugo::league::MOST_TABLES;
use quadrille::diagnostics::toml::{Document, Value};
use quadrille::diagnostics::{Diagnostic, Source};
use quadrille::foreign::daifugo::named;
use quadrille::foreign::process::{Processes, Times};
use quadrille::uecda_protocol::ContestSettings;

use super::{Contestant, How, SocketLeague};

/// The maximum value of a time in the file: an hour, in milliseconds.
const LONGEST: u64 = 3_600_000;
/// The default time limit of a decision, in milliseconds.
const MOVE_TIMEOUT: u64 = 1000;
/// The default time in which a program must connect, in milliseconds.
const STARTUP: u64 = 10_000;
/// The maximum number of rounds of a table.
const MOST_ROUNDS: u64 = 1_000_000;

impl SocketLeague {
    /// Reads the file of a league. The programs of the league are started in `folder`. A house
    /// player can also be a program (`cmd:…`); setting `stopped` ends the wait for such a program.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use quadrille::diagnostics::Source;
    /// use quadrille_uecda::SocketLeague;
    ///
    /// let text = "games = 10\nplayers = [\n  { name = \"mine\", command = \"./client -p {port}\" },\n  { name = \"greedy\" },\n]\n";
    /// let league = SocketLeague::read(&Source::new("league.toml", text), ".".as_ref(), &Arc::default())?;
    /// assert_eq!((league.games, league.players[0].name.as_str()), (10, "mine"));
    /// # Ok::<(), quadrille::diagnostics::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// Returns the first error in the file, with its position. Only [`hold`](Self::hold) checks the
    /// number of players.
    pub fn read(source: &Source, folder: &Path, stopped: &Arc<AtomicBool>) -> Result<Self, Diagnostic> {
        let document = Document::parse(source)?;
        let root =
            document.root(&["seed", "games", "rounds", "tables", "move_timeout", "startup", "players"])?;
        let number =
            |key: &str, range, usual: u64| root.optional(key).map_or(Ok(usual), |value| value.integer(range));
        let tables = root.optional("tables").map(|value| value.integer(1..=MOST_TABLES)).transpose()?;
        let players = root.required("players")?;
        let startup = Duration::from_millis(number("startup", 1..=LONGEST, STARTUP)?);
        let times = Times { startup, decision: Duration::from_millis(MOVE_TIMEOUT) };
        let (mut read, mut programs) = (Vec::new(), Vec::new());
        for player in players.array("a list of players, each a table with a `name`")? {
            let (player, processes) = contestant(&player, folder, times, stopped)?;
            read.push(player);
            programs.extend(processes);
        }
        Ok(Self {
            players: read,
            games: number("games", 1..=ContestSettings::MOST_GAMES.into(), 100)? as u32,
            rounds: number("rounds", 1..=MOST_ROUNDS, 1)?,
            tables,
            move_timeout: Duration::from_millis(number("move_timeout", 1..=LONGEST, MOVE_TIMEOUT)?),
            startup,
            seed: number("seed", 0..=u64::MAX, 1)?,
            folder: folder.to_owned(),
            programs,
        })
    }
}

/// Reads a contestant: `{ name = "mine", command = "…" }`, `{ name = "greedy" }`, or
/// `{ name = "second", player = "greedy" }`.
fn contestant(
    value: &Value<'_>,
    folder: &Path,
    times: Times,
    stopped: &Arc<AtomicBool>,
) -> Result<(Contestant, Option<Processes>), Diagnostic> {
    let table = value.table(&["name", "command", "player"])?;
    let name = table.required("name")?;
    let text = name.string("a name, in quotes")?;
    if text.is_empty() || text.chars().any(char::is_control) {
        return Err(name.error("invalid name").expected("at least one character, and no control characters"));
    }
    let (how, processes) = if let Some(command) = table.optional("command") {
        let words = shell_words::split(command.string("a command line, in quotes")?);
        let words = words.map_err(|_| command.error("a quotation mark is missing"))?;
        if words.is_empty() {
            return Err(command.error("no program is named").expected("a program and its arguments"));
        }
        if let Some(player) = table.optional("player") {
            return Err(player
                .error("both `command` and `player` are given")
                .expected("only one of the two keys"));
        }
        (How::Program(words), None)
    } else {
        let player = table.optional("player").unwrap_or(name);
        let named = named(player.string("a player's name, in quotes")?, folder, times, stopped);
        let (entrant, processes) = named.map_err(|error| player.error(error.to_string()))?;
        (How::House(entrant), processes)
    };
    Ok((Contestant { name: text.to_owned(), how }, processes))
}
