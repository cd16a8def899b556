//! The record of a match, written after each game.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use quadrille::daifugo::records::{Record, json};
use quadrille::daifugo::rules::Rules;
use quadrille::uecda_protocol::official::Head;
use quadrille::uecda_protocol::{PLAYERS, ServedGame};
use quadrille_files::{Draft, Replace};

/// A record in the official server's format, or as JSON lines if its name ends in `.jsonl`. Each
/// game is written when it is over, and remains if the server is killed later.
#[derive(Debug)]
pub(crate) struct Logbook {
    file: File,
    path: PathBuf,
    head: Head,
    games: usize,
    /// Whether the record has the format JSON lines. If so, it includes the reasons of refused
    /// plays.
    as_json: bool,
}

/// Returns the time (UTC) in the format of the official log.
fn now() -> String {
    Timestamp::now().strftime("%Y/%m/%d %H:%M:%S").to_string()
}

/// Returns the lines of the head, which precede the first game.
fn lines(head: &Head) -> String {
    let mut text = String::new();
    head.write(&mut text);
    text
}

impl Logbook {
    /// Begins a record in a new file. In the official format, the seed is written only when the
    /// match is over, since it reveals all cards.
    ///
    /// `rules` are the rules in effect.
    pub(crate) fn begin(path: &Path, mut head: Head, rules: Rules) -> io::Result<Self> {
        let file = quadrille_files::create_new(path)?;
        head.host = word(&gethostname::gethostname().to_string_lossy());
        head.started = now();
        let as_json = path.extension().is_some_and(|end| end == "jsonl");
        let mut logbook = Self { file, path: path.to_owned(), head, games: 0, as_json };
        let text = if as_json {
            let players = logbook.head.names.to_vec();
            json::write(&Record { players, rules, games: Vec::new() })
        } else {
            lines(&Head { seed: 0, ..logbook.head.clone() })
        };
        logbook.file.write_all(text.as_bytes())?;
        Ok(logbook)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a finished game.
    pub(crate) fn add(&mut self, game: &ServedGame) -> io::Result<()> {
        let mut text = String::new();
        if self.as_json {
            text = json::write_game(self.games, &game.record(), &game.refusals());
        } else {
            game.lines().write(self.games, &mut text);
        }
        self.games += 1;
        self.file.write_all(text.as_bytes())
    }

    /// Completes the record of a match with its seed and with the actual number of games, which is
    /// lower than announced if the server was stopped.
    pub(crate) fn end(mut self, points: &[u32; PLAYERS]) -> io::Result<()> {
        if self.as_json {
            return self.file.sync_all();
        }
        let hidden = lines(&Head { seed: 0, ..self.head.clone() }).len();
        let written = quadrille_files::open(&self.path)?;
        let size = written.metadata()?.len();
        let text = String::from_utf8(quadrille_files::read_all(written, size, u64::MAX)?)
            .map_err(io::Error::other)?;
        self.head.games = self.games as u32;
        self.head.ended = now();
        let mut whole = lines(&self.head);
        let games =
            text.get(hidden..).ok_or_else(|| io::Error::other("the file was modified during the match"))?;
        whole.push_str(games);
        self.head.write_end(points, &mut whole);
        // The file is replaced atomically, so that it is a valid record at any time.
        let mut draft = Draft::begin(&self.path, Replace::RegularFile)?;
        draft.write_all(whole.as_bytes())?;
        Ok(draft.commit_durably()?)
    }
}

/// Replaces the characters that are not allowed in records or in file names, so that a name is one
/// word.
pub(crate) fn word(name: &str) -> String {
    let unfit =
        |letter: char| letter.is_whitespace() || letter.is_control() || matches!(letter, '/' | '\\' | '%');
    name.replace(unfit, "_")
}

/// Returns the official server's file name for a record that begins now: `YYYYMMDDhhmmss.log`
/// (UTC).
pub fn record_name() -> String {
    Timestamp::now().strftime("%Y%m%d%H%M%S.log").to_string()
}
