//! Players of somebody else's: programs that are asked over standard input and output, a line of JSON a decision.
//!
//! In `players = ["rule", "cmd:python3 bot.py"]` the second player is the program `python3` with the argument `bot.py`,
//! started in the experiment's folder. `docs/foreign-players.md` has the questions and answers.
//!
//! | room | its one concern |
//! |---|---|
//! | [`process`] | a program that answers lines with lines: started, asked, given up, started again |
//! | [`doudizhu`], [`daifugo`] | the games' questions and answers |
//!
//! One process serves one seat of one thread. Whatever a program does, the run goes on: an answer that is late, missing or
//! illegal becomes a pass, or the lowest legal move where one has to be made, and is counted.

#[cfg(feature = "daifugo")]
pub mod daifugo;
#[cfg(feature = "doudizhu")]
pub mod doudizhu;
pub mod process;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::{Table, Value};
use quadrille_experiment::report::{Block, Section, Table as Cells};
use quadrille_experiment::{ShardContext, WorkError};
use serde::{Deserialize, Serialize};

use self::process::{Processes, Program, command};
use crate::files::NamedFiles;
use crate::report::figure::count;

/// How long a program may take for a decision where the experiment says nothing, in milliseconds.
const MOVE_TIMEOUT: u64 = 1000;
/// The longest time that may be asked for: an hour.
const LONGEST_TIMEOUT: u64 = 3_600_000;
/// How often a shard whose players may be slow looks up.
const LOOK_UP: Duration = Duration::from_millis(20);

/// Decisions that had to be made in a player's place, by what was wrong with its own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultCounts {
    /// Answers that did not come in time.
    pub late: u64,
    /// Times the program could not be asked: it could not be started, or had ended again.
    pub gone: u64,
    /// Answers that could not be read.
    pub unreadable: u64,
    /// Answers that could be read, but were not allowed.
    pub illegal: u64,
}

/// What a report says of programs that played: that the run is not reproducible, why, and how each player kept to the rules.
pub(crate) fn section<'a>(why: &str, players: impl Iterator<Item = (&'a str, FaultCounts)>) -> Section {
    let mut table = Cells::new(&["player", "#late", "#gone", "#unreadable", "#illegal"]);
    for (name, FaultCounts { late, gone, unreadable, illegal }) in players {
        table.push([name.to_owned(), count(late), count(gone), count(unreadable), count(illegal)]);
    }
    Section {
        title: "Programs from outside".to_owned(),
        blocks: vec![
            Block::Text(format!("This run is not reproducible: {why}.")),
            Block::Text(
                "Decisions that were late, missing, unreadable or illegal became a pass, or the lowest legal move where one had \
                 to be made. This is how often:"
                    .to_owned(),
            ),
            Block::Table(table),
        ],
    }
}

/// Why a run with foreign players is not reproducible, in words.
pub const WHY_NOT: &str = "programs from outside play in it, and may decide otherwise another time";

/// A player as an experiment names it: one of the built-in kinds, or a program.
#[derive(Debug, Clone)]
pub(crate) enum Named<K> {
    /// Built in.
    Kind(K),
    /// `cmd:…`, with its whole name.
    Program(String, Processes),
}

/// Reads `players` and `move_timeout`: the names of built-in `kinds`, or `cmd:` with a command line.
pub(crate) fn players<K: Copy>(
    players: &Value<'_>,
    expected: &str,
    (names, kinds): (&[&str], &[K]),
    table: &Table<'_>,
    files: &NamedFiles,
) -> Result<Vec<Named<K>>, Diagnostic> {
    let timeout = table.optional("move_timeout");
    let milliseconds =
        timeout.as_ref().map_or(Ok(MOVE_TIMEOUT), |value| value.integer(1..=LONGEST_TIMEOUT))?;
    let read = |player: &Value<'_>| {
        let Some(line) = player.string("a player's name, in quotes").ok().and_then(command) else {
            return player.choice(names).map(|kind| Named::Kind(kinds[kind])).map_err(|error| {
                error.expected(format!(
                    "{}, or `cmd:` and a program",
                    quadrille_diagnostics::toml::one_of(names)
                ))
            });
        };
        let folder = files.folder().map(Path::to_owned);
        let program = Program::new(line, folder, Duration::from_millis(milliseconds)).map_err(|error| {
            player.error(error.to_string()).expected("`cmd:` and a program with its arguments")
        })?;
        Ok(Named::Program(format!("cmd:{line}"), Processes::new(program)))
    };
    let read: Vec<Named<K>> = players.array(expected)?.iter().map(read).collect::<Result<_, _>>()?;
    match timeout {
        Some(timeout) if !read.iter().any(|player| matches!(player, Named::Program(..))) => {
            Err(timeout.error("`move_timeout` where no player is a program").expected("a player `cmd:…`"))
        }
        _ => Ok(read),
    }
}

/// Whether programs play.
pub(crate) fn any<K>(players: &[Named<K>]) -> bool {
    players.iter().any(|player| matches!(player, Named::Program(..)))
}

/// Whether all of the players can be had: said before a run begins, so that it is not played by nobody.
pub(crate) fn ready<K>(players: &[Named<K>]) -> Result<(), WorkError> {
    let forbidden = |player: &Named<K>| match player {
        Named::Kind(_) => false,
        Named::Program(_, processes) => !processes.program().may_start(),
    };
    if players.iter().any(forbidden) {
        return Err(WorkError::failed("players that are programs cannot be started here"));
    }
    Ok(())
}

/// Does a shard's work, which waits for programs until the flag it is handed is set: as soon as the run is stopped.
pub(crate) fn watched<T>(
    context: &ShardContext<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) -> Result<T, WorkError>,
) -> Result<T, WorkError> {
    let stopped = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        // Dropped when the work is over, by a panic too: it wakes the one who looks up.
        let (over, wait) = mpsc::channel::<()>();
        let look_up = || {
            let wait = wait;
            while wait.recv_timeout(LOOK_UP) == Err(mpsc::RecvTimeoutError::Timeout) {
                if context.report(0).is_err() {
                    stopped.store(true, Ordering::Relaxed);
                }
            }
        };
        let watcher = std::thread::Builder::new().name("look-up".to_owned());
        watcher.spawn_scoped(scope, look_up).map_err(WorkError::failed)?;
        let outcome = work(&stopped);
        drop(over);
        // Decisions made in the players' places while the run was being stopped are no decisions.
        if stopped.load(Ordering::Relaxed) { Err(WorkError::Cancelled) } else { outcome }
    })
}
