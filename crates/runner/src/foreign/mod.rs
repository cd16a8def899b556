//! Foreign players: external programs that make decisions in a game. Each decision is a question
//! and an answer over standard input and output, both as one line of JSON.
//!
//! In `players = ["rule", "cmd:python3 bot.py"]` the second player is the program `python3` with
//! the argument `bot.py`, started in the experiment's folder. `docs/foreign-players.md` documents
//! the questions and answers.
//!
//! | module | concern |
//! |---|---|
//! | [`group`] | process groups: the processes started by a program are killed together with it |
//! | [`standard_error`] | a program's standard error: forwarded, and kept for quotation |
//! | [`process`] | a process of a program that answers lines with lines |
//! | `processes` | all processes of a program in a run: start, questions, restart, failure |
//! | [`player`] | a program as a player of any game |
//!
//! The questions of a game contain the view of a seat, as defined by the game's crate.
//!
//! A process plays for one seat in the games of one thread. Late, missing and illegal answers are
//! counted, and each is replaced by a pass, or by the lowest legal move if passing is not allowed.
//! A program that cannot be started, ends at once or never answers makes the run fail.

pub mod group;
pub mod player;
pub mod process;
mod processes;
pub mod standard_error;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use crate::{ShardContext, WorkError, settings};
use quadrille_diagnostics::toml::{TomlTable, Value};
use quadrille_diagnostics::{Diagnostic, printable};
use quadrille_progress::{Observer, Progress};
use quadrille_report::{Block, ReportTable as Cells, Section};
use quadrille_table::{BuiltIn, Entrant, Faults, POLICY, SEARCH, Text};
use serde::Serialize;

use self::process::{LOOK_UP, Processes, Program, Times, command};
use crate::files::NamedFiles;
use crate::keys::Shape;
use crate::keys::Shape::Whole;
use crate::settings::{KeyValue, Keys as _};

use quadrille_report::figure::{count, counted};

settings! {
    /// The time limits of programs that play. Each is at most one hour.
    pub struct TimeoutSettings {
        move_timeout: Option<u64> =
            "milliseconds that a program may take for a decision", Whole(1, 3_600_000),
            instead "with a player such as \"cmd:python3 bot.py\"", "1000";
        startup_timeout: Option<u64> =
            "milliseconds that a program may take to get ready", Whole(1, 3_600_000),
            instead "with a player such as \"cmd:python3 bot.py\"", "10000";
    }
}

/// The names of the players in the key `players`. The function [`players`] checks them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct PlayerNames(pub Vec<String>);

impl<S: Into<String>> FromIterator<S> for PlayerNames {
    fn from_iter<I: IntoIterator<Item = S>>(names: I) -> Self {
        Self(names.into_iter().map(Into::into).collect())
    }
}

impl KeyValue for PlayerNames {
    fn read(value: &Value<'_>, _: &Shape, expected: &str) -> Result<Self, Diagnostic> {
        let name = |name: &Value<'_>| name.string(expected).unwrap_or_default().to_owned();
        Ok(Self(value.array(expected)?.iter().map(name).collect()))
    }
}

/// Returns a sentence, with a space before it, on the decisions that were replaced because a
/// program was late, missing, unreadable or illegal; empty if there were none. `players` has the
/// name of each player and the faults of external programs.
pub fn replaced<'a>(players: impl IntoIterator<Item = (&'a str, Option<Faults>)>) -> String {
    let replaced = players.into_iter().filter_map(|(name, faults)| {
        let total = faults?.total();
        (total > 0).then(|| format!("{} of {name}", counted(total, "decision")))
    });
    let replaced: Vec<String> = replaced.collect();
    if replaced.is_empty() {
        return String::new();
    }
    format!(" Late, missing, unreadable or illegal, and therefore replaced: {}.", replaced.join(", "))
}

/// Returns the section of the report that states that the run is not reproducible, with the reason
/// `why`. If external programs played, it lists the faults of each program.
pub fn section<'a>(why: &str, players: impl Iterator<Item = (&'a str, Option<Faults>)>) -> Section {
    let players: Vec<(&str, Faults)> = players.filter_map(|(name, faults)| Some(name).zip(faults)).collect();
    let why = Block::Text(format!("This run is not reproducible: {why}."));
    if players.is_empty() {
        return Section::new("Reproducibility", [why]);
    }
    let mut table = Cells::new(&["player", "#late", "#gone", "#unreadable", "#illegal"]);
    for (name, Faults { late, gone, unreadable, illegal, .. }) in players {
        table.push([name.to_owned(), count(late), count(gone), count(unreadable), count(illegal)]);
    }
    let text = "Late, missing, unreadable and illegal decisions were replaced by a pass, or by the lowest legal \
                move if passing was not allowed. Their numbers are:";
    Section::new("External programs", [why, Block::text(text), Block::Table(table)])
}

/// The reason that a run with foreign players is not reproducible, in words.
pub const WHY_NOT: &str = "some players are external programs, so their decisions may differ between runs";
/// The reason that a run with players that think for a given time is not reproducible, in words.
pub const WHY_NOT_TIMED: &str =
    "some players think for a given time, so their decisions may differ between runs and machines";

/// A player as named by an experiment: a built-in kind, or a program.
#[derive(Debug)]
pub enum Named<K: BuiltIn> {
    /// A built-in player.
    Kind(K),
    /// A player whose name begins with `policy:` or `search:`.
    Described(Entrant<K::Game>),
    /// `cmd:…`.
    Program(Processes),
}

impl<K: BuiltIn> Clone for Named<K> {
    fn clone(&self) -> Self {
        match self {
            Self::Kind(kind) => Self::Kind(*kind),
            Self::Described(entrant) => Self::Described(entrant.clone()),
            Self::Program(processes) => Self::Program(processes.clone()),
        }
    }
}

/// Returns copies of the players for another run. The copies of players that are programs start
/// their own processes and share no state with the given players.
pub fn afresh<K: BuiltIn>(players: &[Named<K>]) -> Vec<Named<K>> {
    let afresh = |player: &Named<K>| match player {
        Named::Program(processes) => Named::Program(processes.afresh()),
        other => other.clone(),
    };
    players.iter().map(afresh).collect()
}

/// Reads `players`, `move_timeout` and `startup_timeout`. A player is the name of a built-in player
/// of the game, `policy:` and a file written by a training, `search:` and a budget, or `cmd:` and
/// the command line of a program that plays the game.
///
/// # Errors
/// A diagnostic for an unknown name, a command line that cannot be split, or a time out of range.
pub fn players<K: BuiltIn>(
    players: &Value<'_>,
    expected: &str,
    table: &TomlTable<'_>,
    files: &mut NamedFiles,
) -> Result<Vec<Named<K>>, Diagnostic>
where
    K::Game: Text,
{
    let names: Vec<&str> = K::ALL.iter().map(|kind| kind.name()).collect();
    let names = &names[..];
    let (given, usual) = (TimeoutSettings::read(table)?, Times::default());
    let times = Times {
        startup: given.startup_timeout.map_or(usual.startup, Duration::from_millis),
        decision: given.move_timeout.map_or(usual.decision, Duration::from_millis),
    };
    let mut read = |player: &Value<'_>| {
        let name = player.string("a player's name, in quotes").unwrap_or_default();
        if let Some(file) = name.strip_prefix(POLICY) {
            let make = of_file(player, file, files, K::of_file)?;
            return Ok(Named::Described(Entrant::new(name, make)));
        }
        if name.starts_with(SEARCH) {
            let entrant = Entrant::named::<K>(name, |_| Err(String::new()));
            return entrant.map(Named::Described).map_err(|error| player.error(error.to_string()));
        }
        let Some(line) = player.string("a player's name, in quotes").ok().and_then(command) else {
            return player.choice(names).map(|kind| Named::Kind(K::ALL[kind])).map_err(|error| {
                error.expected(format!(
                    "{}, or `policy:FILE` for a trained policy, or `search:BUDGET`, or `cmd:COMMAND` for a program",
                    quadrille_diagnostics::toml::one_of(names)
                ))
            });
        };
        // From here on, the player is a program.
        if files.refuses_programs() {
            let error =
                player.error("a program may not play in an experiment that is confined to its folder");
            return Err(
                error.expected(format!("{}, or no --confine", quadrille_diagnostics::toml::one_of(names)))
            );
        }
        let folder = files.folder().map(Path::to_owned);
        let program = Program::new(line, folder, times).map_err(|error| {
            player.error(error.to_string()).expected("`cmd:` and a program with its arguments")
        })?;
        Ok(Named::Program(Processes::new(program, K::Game::NAME)))
    };
    let read: Vec<Named<K>> = players.array(expected)?.iter().map(&mut read).collect::<Result<_, _>>()?;
    if !any(&read) {
        for key in TimeoutSettings::KEYS.iter().map(|key| key.name) {
            if let Some(value) = table.optional(key) {
                return Err(value
                    .error(format!("`{key}` is set, but no player is a program"))
                    .expected("a player `cmd:…`"));
            }
        }
    }
    Ok(read)
}

/// Reads the file of a player `policy:FILE`.
fn of_file<T>(
    player: &Value<'_>,
    file: &str,
    files: &mut NamedFiles,
    read: impl Fn(&[u8]) -> Result<T, String>,
) -> Result<T, Diagnostic> {
    let expected = format!("`{POLICY}` and the policy.safetensors of a training of this game");
    let bytes = files.bytes(file).map_err(|reason| player.error(reason).expected(expected.clone()))?;
    read(&bytes).map_err(|reason| {
        let reason =
            if files.may_be_quoted(file) { reason } else { "it is not a player of this game".to_owned() };
        player.error(format!("`{}`: {reason}", printable(file))).expected(expected)
    })
}

/// Returns the reason, in words, that a run with these players is not reproducible; `None` if it is
/// reproducible.
pub fn why_not_reproducible<K: BuiltIn>(players: &[Named<K>]) -> Option<&'static str> {
    let timed = |player: &Named<K>| match player {
        Named::Described(entrant) => !entrant.is_reproducible(),
        Named::Kind(_) | Named::Program(_) => false,
    };
    if any(players) { Some(WHY_NOT) } else { players.iter().any(timed).then_some(WHY_NOT_TIMED) }
}

/// Returns whether any of the players is a program.
pub fn any<K: BuiltIn>(players: &[Named<K>]) -> bool {
    players.iter().any(|player| matches!(player, Named::Program(..)))
}

/// Returns the maximum number of bytes that the players may allocate in this process, for `workers`
/// workers with separate copies of all players.
pub fn memory<K: BuiltIn>(players: &[Named<K>], workers: usize) -> u64 {
    let of_player = |player: &Named<K>| match player {
        Named::Kind(kind) => kind.player().memory(),
        Named::Described(entrant) => entrant.player().memory(),
        Named::Program(_) => 0,
    };
    players.iter().map(of_player).fold(0, u64::saturating_add).saturating_mul(workers as u64)
}

/// Checks, before a run begins, that the players which are programs can be started. They are
/// started in the folder from which the experiment was read, so this folder must be known.
///
/// # Errors
/// One of the players is a program that cannot be started.
pub fn ready<K: BuiltIn>(players: &[Named<K>]) -> Result<(), WorkError> {
    if programs(players).any(|processes| !processes.program().may_start()) {
        return Err(WorkError::failed(
            "players that are programs cannot be started: the experiment was not read from a folder",
        ));
    }
    Ok(())
}

fn programs<K: BuiltIn>(players: &[Named<K>]) -> impl Iterator<Item = &Processes> {
    players.iter().filter_map(|player| match player {
        Named::Kind(_) | Named::Described(_) => None,
        Named::Program(processes) => Some(processes),
    })
}

/// An observer that passes progress to the context of a shard, and cancels the shard when the flag
/// `stopped` is set.
struct Stoppable<'a, 'b> {
    context: &'a ShardContext<'b>,
    stopped: &'a AtomicBool,
}

impl Observer for Stoppable<'_, '_> {
    fn observe(&self, progress: &Progress) -> ControlFlow<()> {
        if self.stopped.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        self.context.observe(progress)
    }
}

/// Returns the error for a thread that cannot be started.
fn no_thread(error: &std::io::Error) -> WorkError {
    WorkError::failed(format!("cannot start a thread for a player that is a program: {error}"))
}

/// Runs `work`, which plays the games of a shard. If players are programs, they are started before
/// the first shard of a run. `work` receives a flag and an observer. If the run is cancelled or a
/// program fails, the flag is set, and the observer cancels `work`.
///
/// # Errors
/// `work` fails or is cancelled, a program fails, or a thread cannot be started.
pub fn watched<K: BuiltIn, T>(
    context: &ShardContext<'_>,
    players: &[Named<K>],
    work: impl FnOnce(&Arc<AtomicBool>, &dyn Observer) -> Result<T, WorkError>,
) -> Result<T, WorkError> {
    let stopped = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        // `over` is dropped when `work` ends or panics. The thread `look-up` then ends too.
        let (over, wait) = mpsc::channel::<()>();
        let look_up = || {
            let wait = wait;
            while wait.recv_timeout(LOOK_UP) == Err(mpsc::RecvTimeoutError::Timeout) {
                if context.report(0).is_err() || programs(players).any(Processes::has_failed) {
                    stopped.store(true, Ordering::Relaxed);
                }
            }
        };
        let thread = |name: &str| std::thread::Builder::new().name(name.to_owned());
        thread("look-up").spawn_scoped(scope, look_up).map_err(|error| no_thread(&error))?;
        // All programs are started concurrently.
        let started = std::thread::scope(|scope| {
            for processes in programs(players) {
                let start = || processes.start_first(&stopped);
                // If one of the threads cannot be started, the start of the other programs is not
                // awaited.
                thread("start-up")
                    .spawn_scoped(scope, start)
                    .inspect_err(|_| stopped.store(true, Ordering::Relaxed))?;
            }
            Ok::<(), std::io::Error>(())
        });
        let failure = || programs(players).find_map(Processes::failure).map(WorkError::Failed);
        let outcome = match started {
            Err(error) => Err(no_thread(&error)),
            Ok(()) if failure().is_some() => Err(WorkError::Cancelled),
            Ok(()) => work(&stopped, &Stoppable { context, stopped: &stopped }),
        };
        if outcome.is_ok() {
            programs(players).for_each(|processes| processes.settle(&stopped));
        }
        drop(over);
        if let Some(failure) = failure() {
            return Err(failure);
        }
        // After a cancellation, the outcome may contain decisions that replace missing answers, so
        // it is invalid.
        if outcome.is_ok() && stopped.load(Ordering::Relaxed) { Err(WorkError::Cancelled) } else { outcome }
    })
}

#[cfg(test)]
mod tests {
    use quadrille_diagnostics::Source;
    use quadrille_diagnostics::toml::Document;

    use super::*;
    use crate::files::{Folder, InMemory, NoFiles};

    /// Returns the error of a player that plays by a file whose bytes must be 0xff and 7.
    fn read(name: &str, files: impl crate::files::Files + 'static) -> Result<(), String> {
        let source =
            Source::new("arena.toml", format!("seed = 1\nplayer = {:?}\n", format!("policy:{name}")));
        let document = Document::parse(&source).unwrap();
        let player = document.required("player").unwrap();
        let of = |bytes: &[u8]| {
            (bytes == [0xff, 7]).then_some(()).ok_or_else(|| format!("not the bytes of a player: {bytes:?}"))
        };
        of_file(&player, name, &mut NamedFiles::new(files), of).map_err(|error| error.to_string())
    }

    #[test]
    fn errors_of_files_that_players_play_by() {
        let outside = tempfile::tempdir().unwrap();
        let inside = outside.path().join("inside");
        std::fs::create_dir(&inside).unwrap();
        for (path, bytes) in [
            ("inside/good", &[0xff, 7][..]),
            ("good", &[0xff, 7]),
            ("inside/bad", &[0xff]),
            ("secret", &[66]),
        ] {
            std::fs::write(outside.path().join(path), bytes).unwrap();
        }
        let (free, confined) = (Folder::new(&inside), Folder::confined(&inside));
        let quotable = free.clone().quotable();
        let absolute = outside.path().join("good").display().to_string();
        for name in ["good", "../good", &absolute] {
            assert_eq!(read(name, free.clone()), Ok(()));
            assert_eq!(read(name, confined.clone()).is_ok(), name == "good", "{name}");
        }
        let refused = |name: &str, files: Folder, says: &str| {
            let error = read(name, files).unwrap_err();
            assert!(error.contains("arena.toml") && error.contains(":2:10"), "no place: {error}");
            assert!(error.contains("expected `policy:` and the policy.safetensors of a training"), "{error}");
            assert!(error.contains(says), "{error}");
            error
        };
        let not_there = refused("../absent", confined.clone(), "there is no file");
        let secret = refused("../secret", confined.clone(), "there is no file");
        assert_eq!(
            not_there.replace("absent", "secret"),
            secret,
            "the message reveals whether a file exists"
        );
        refused("bad", confined, "`bad`: not the bytes of a player: [255]");
        refused("nothing", free.clone(), "nothing");
        refused("", free.clone(), "it is a folder");
        refused("../secret", quotable, "`../secret`: not the bytes of a player: [66]");
        let private = refused("../secret", free, "`../secret`: it is not a player of this game");
        assert!(!private.contains("66"), "{private}");

        assert!(read("good", NoFiles).unwrap_err().contains("must not name files"));
        let sent = |text: &str| {
            InMemory::from(vec![crate::files::NamedFile {
                name: "good".to_owned(),
                text: text.to_owned(),
                base64: false,
                path: String::new(),
            }])
        };
        assert_eq!(read("good", sent("/wc=")), Ok(()));
        for damaged in ["/wc", "/w c=", "/wd=", "\u{ff}"] {
            assert!(
                read("good", sent(damaged)).unwrap_err().contains("the base64 text of the file is damaged"),
                "{damaged}"
            );
        }
    }
}
