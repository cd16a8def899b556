//! A league of programs over sockets.

use std::path::{Path, PathBuf};

use clap::Args;
use quadrille::diagnostics::{Source, printable};
use quadrille::files;
use quadrille::report::figure::counted;
use quadrille_uecda::{Event, LeagueError, SocketLeague, Trouble};

use crate::failure::Failure;
use crate::progress::watched_and_told;
use crate::{OutputMode, answer, interrupt, terminal};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille daifugo league league.toml
  quadrille daifugo league league.toml --out runs/spring

The file names programs that speak the contest's protocol, and players of the house: \
docs/daifugo-contest.md. Each program is started for every match. The same command goes on behind the last \
match that was over.")]
pub(crate) struct League {
    /// Who plays, and how often; example:NAME is an example
    file: PathBuf,
    /// Keep matches, records and what programs print in DIR [default: runs/FILE's name]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl League {
    pub(crate) fn run(&self, mode: OutputMode) -> Result<(), Failure> {
        let bytes = files::read(&self.file).map_err(|error| Failure::Usage(printable(&error)))?;
        let source = Source::from_bytes(printable(&self.file.display().to_string()), bytes)?;
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let token = interrupt::cancel_token()?;
        let league = SocketLeague::read(&source, folder.unwrap_or(Path::new(".")), token.flag())?;
        let out = super::super::run::directory(&self.file, self.out.as_deref())?;
        let held = watched_and_told("matches", mode, &token, |observer, tell| {
            league.hold(&out, &|event| say(event, tell), observer)
        });
        let result = held.map_err(|error| match error {
            LeagueError::Cancelled(_) => Failure::cancelled(),
            LeagueError::League(_) | LeagueError::Another { .. } | LeagueError::Kept { .. } => {
                Failure::usage(printable(&error.to_string()))
            }
            other => Failure::unfinished(printable(&other.to_string())),
        })?;
        let json = serde_json::to_string_pretty(&result).map_err(Failure::unfinished)? + "\n";
        let path = out.join("result.json");
        std::fs::write(&path, json).map_err(|error| {
            Failure::unfinished(format!("cannot write {}: {error}", printable(&path.display().to_string())))
        })?;
        if mode.json {
            return answer::json(&result);
        }
        let games = counted(result.games, "game");
        let place = printable(&out.display().to_string());
        answer::text(&format!(
            "{}\n{games}; records, output and result.json in {place}\n",
            terminal::report(&result.report())
        ))
    }
}

/// What goes wrong in matches, as it happens.
fn say(event: &Event, tell: &dyn Fn(&str)) {
    match event {
        Event::Absent { name, reason } => tell(&format!("{}: {}", printable(name), printable(reason))),
        Event::Trouble { player, game, what: Trouble::Gone(reason), .. } => {
            tell(&format!(
                "game {game}: player {player} is gone, and passes from here on: {}",
                printable(reason)
            ));
        }
        _ => {}
    }
}
