//! Leagues of programs over sockets.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::Args;
use quadrille::diagnostics::printable;
use quadrille::experiments::cards::CardGame as _;
use quadrille::experiments::daifugo::league::Daifugo;
use quadrille::files;
use quadrille::foreign::standard_error::quoted;
use quadrille::report::figure::counted;
use quadrille::report::{PageWords, page_of_answer};
use quadrille_files::{Replace, write_bytes};
use quadrille_uecda::{LeagueError, ServerEvent, SocketLeague, Trouble};

use crate::failure::Failure;
use crate::progress::watched_and_told;
use crate::{OutputMode, answer, browser, interrupt, terminal};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille daifugo league league.toml
  quadrille daifugo league league.toml --out runs/league

The file lists programs that speak the contest's protocol, and built-in players \
(docs/daifugo-contest.md). Each program is started for every match. A repeated command continues after the last \
completed match.")]
pub(crate) struct League {
    /// File with the players and the number of matches, or example:NAME
    file: PathBuf,
    /// Keep matches, records and the programs' output in DIR [default: runs/<name of the file>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Show the report in the browser
    #[arg(long)]
    open: bool,
}

impl League {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let source = files::source(&self.file)?;
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let token = interrupt::cancel_token()?;
        let folder = folder.unwrap_or(Path::new("."));
        let league = SocketLeague::read(&source, folder, token.flag())?;
        let out = super::super::run::directory(&self.file, self.out.as_deref())?;
        let attendance = RefCell::new(Attendance::default());
        let held = watched_and_told("matches", mode, &token, |observer, tell| {
            let hear = |event: &ServerEvent| {
                attendance.borrow_mut().note(event);
                say(event, tell);
            };
            league.hold(&out, &hear, observer)
        });
        let result = held.map_err(|error| match error {
            LeagueError::Cancelled(_) => Failure::cancelled(),
            LeagueError::Program(reason) => Failure::Unfinished(reason),
            LeagueError::League(_) | LeagueError::Another { .. } | LeagueError::Kept { .. } => {
                Failure::usage(printable(&error.to_string()))
            }
            // In this case the path exists, but it is neither a regular file nor a folder. All
            // other errors are failures of the system.
            refused @ LeagueError::File { .. } if is_refusal(&refused) => {
                Failure::usage(printable(&refused.to_string()))
            }
            other => Failure::unfinished(printable(&other.to_string())),
        })?;
        let json = serde_json::to_string_pretty(&result).map_err(Failure::unfinished)? + "\n";
        let path = out.join("result.json");
        write_bytes(&path, Replace::RegularFileOrLink, json.as_bytes())?;
        let report = result.report(&Daifugo::WORDS);
        let file = ("file".to_owned(), printable(&self.file.display().to_string()));
        let page = page_of_answer(&report, "daifugo league", &[file], &PageWords::ENGLISH)
            .map_err(Failure::unfinished)?;
        let place = out.join("report.html");
        write_bytes(&place, Replace::RegularFileOrLink, page.as_bytes())?;
        if self.open {
            browser::open(&place);
        }
        if let Some(absent) = attendance.into_inner().never_there() {
            return Err(Failure::Unfinished(absent));
        }
        if mode.json {
            return answer::json(&result);
        }
        let games = counted(result.games, "game");
        let place = printable(&out.display().to_string());
        let footer = format!("\n{games}; report.html, result.json, records and output in {place}\n");
        answer::text(&terminal::report(&report, &footer, mode.full))
    }
}

/// Returns whether a path of the league is occupied by something other than a regular file or a
/// folder.
fn is_refusal(error: &LeagueError) -> bool {
    matches!(error, LeagueError::File { error, .. } if error.kind() == ErrorKind::InvalidInput)
}

/// Programs that connected for at least one match, and programs that failed to connect for at least
/// one.
#[derive(Default)]
struct Attendance {
    there: BTreeSet<String>,
    /// For each program that was absent from a match, by name: the last reason, and the lines that
    /// the program printed.
    absent: BTreeMap<String, (String, Vec<String>)>,
}

impl Attendance {
    fn note(&mut self, event: &ServerEvent) {
        match event {
            ServerEvent::Present { name } => drop(self.there.insert(name.clone())),
            ServerEvent::Absent { name, reason, output } => {
                self.absent.insert(name.clone(), (reason.clone(), output.clone()));
            }
            _ => {}
        }
    }

    /// Returns a message about a program that connected for none of its matches.
    fn never_there(self) -> Option<String> {
        let (name, (reason, output)) =
            self.absent.into_iter().find(|(name, _)| !self.there.contains(name))?;
        let (name, reason) = (printable(&name), printable(&reason));
        let output = quoted("its output", &output);
        Some(format!("the program of {name} connected for none of its matches: {reason}; {output}"))
    }
}

/// Reports problems in matches when they occur.
fn say(event: &ServerEvent, tell: &dyn Fn(&str)) {
    match event {
        ServerEvent::Absent { name, reason, .. } => {
            tell(&format!("{}: {}", printable(name), printable(reason)));
        }
        ServerEvent::Trouble { number, player, name, game, what: Trouble::Gone(reason), .. } => {
            tell(&format!(
                "match {number}, game {game}: `{}` (player {player}) has disconnected, and passes from here on: {}",
                printable(name),
                printable(reason)
            ));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disconnection_has_its_match_and_program() {
        let told = RefCell::new(Vec::new());
        let what = Trouble::Gone("it closed the connection".to_owned());
        let event =
            ServerEvent::Trouble { table: 0, number: 3, player: 2, name: "mine".to_owned(), game: 5, what };
        say(&event, &|line| told.borrow_mut().push(line.to_owned()));
        let says = "match 3, game 5: `mine` (player 2) has disconnected, and passes from here on: \
                    it closed the connection";
        assert_eq!(told.into_inner(), [says]);
    }
}
