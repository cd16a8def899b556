//! The record of a match, written game by game.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use quadrille::daifugo::protocol::{PLAYERS, ServedGame};
use quadrille::daifugo::records::official::Head;

/// A record in the official server's format. A game is in it once it is over, and stays there whatever comes next.
#[derive(Debug)]
pub(crate) struct Logbook {
    file: File,
    path: PathBuf,
    head: Head,
    games: usize,
}

/// The hour as the official server writes it, of Greenwich.
fn now() -> String {
    Timestamp::now().strftime("%Y/%m/%d %H:%M:%S").to_string()
}

impl Logbook {
    /// Begins a record in a file that is not there yet.
    pub(crate) fn begin(path: &Path, mut head: Head) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        head.host = legible(&gethostname::gethostname().to_string_lossy());
        head.started = now();
        let mut text = String::new();
        head.write(&mut text);
        let mut logbook = Self { file, path: path.to_owned(), head, games: 0 };
        logbook.file.write_all(text.as_bytes())?;
        Ok(logbook)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a game that is over.
    pub(crate) fn add(&mut self, game: &ServedGame) -> io::Result<()> {
        let mut text = String::new();
        game.lines().write(self.games, &mut text);
        self.games += 1;
        self.file.write_all(text.as_bytes())
    }

    /// Ends the record of a match that came to its end.
    pub(crate) fn end(mut self, points: &[u32; PLAYERS]) -> io::Result<()> {
        let mut text = String::new();
        self.head.ended = now();
        self.head.write_end(points, &mut text);
        self.file.write_all(text.as_bytes())?;
        self.file.sync_all()
    }
}

/// A name as it can stand in a record, and in a file's name: one word.
pub(crate) fn legible(name: &str) -> String {
    let unfit =
        |letter: char| letter.is_whitespace() || letter.is_control() || matches!(letter, '/' | '\\' | '%');
    name.replace(unfit, "_")
}

/// What the official server would call a record that begins now: `YYYYMMDDhhmmss.log`, the hour of Greenwich.
pub fn record_name() -> String {
    Timestamp::now().strftime("%Y%m%d%H%M%S.log").to_string()
}
