//! The finished matches of a league, stored on disk as one line of JSON each.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use quadrille::daifugo::league::Played;
use quadrille::uecda_protocol::PLAYERS;
use serde::{Deserialize, Serialize};

use super::{FAULTS, Fixture, LeagueError};

/// The file's name in the league's folder.
const NAME: &str = "matches.jsonl";

/// The first line, which identifies the league.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    league: String,
}

/// A finished match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MatchLine {
    round: u64,
    rotation: usize,
    /// For each player number, the index of the contestant.
    players: [usize; PLAYERS],
    /// For each game, the player numbers from the richest to the poorest.
    results: Vec<[u8; PLAYERS]>,
    /// For each player number, the numbers of late decisions, of decisions made for a disconnected
    /// player, and of refused decisions.
    faults: [[u64; 3]; PLAYERS],
}

/// The result of a match, by player number.
pub(super) struct PlayedMatch {
    pub(super) results: Vec<[u8; PLAYERS]>,
    pub(super) faults: [[u64; 3]; PLAYERS],
}

impl MatchLine {
    pub(super) fn new(fixture: Fixture, players: [usize; PLAYERS], played: PlayedMatch) -> Self {
        let Fixture { round, rotation } = fixture;
        Self { round, rotation, players, results: played.results, faults: played.faults }
    }

    const fn fixture(&self) -> Fixture {
        Fixture { round: self.round, rotation: self.rotation }
    }

    /// Adds the match to its round. Player numbers differ between the matches of a round, so the
    /// round uses the place at the table: the player number in the match plus `rotation`, modulo 5.
    pub(super) fn count(&self, rotation: usize, round: &mut Played) {
        let place = |number: usize| (number + rotation) % PLAYERS;
        for result in &self.results {
            round.game(&result.map(|number| place(usize::from(number))), false);
        }
        for (number, faults) in self.faults.iter().enumerate() {
            for (&often, why) in faults.iter().zip(FAULTS) {
                for _ in 0..often {
                    round.fault(place(number), why().as_ref());
                }
            }
        }
    }

    /// Returns `true` if the line is consistent with a match of `games` games between these
    /// contestants. The check is needed because the file may have been modified.
    fn is_sound(&self, games: u32, seated: Option<[usize; PLAYERS]>) -> bool {
        let each_once = |result: &[u8; PLAYERS]| {
            result.iter().fold(0u32, |seen, &number| seen | 1u32.checked_shl(number.into()).unwrap_or(0))
                == (1 << PLAYERS) - 1
        };
        seated == Some(self.players)
            && self.results.len() == games as usize
            && self.results.iter().all(each_once)
            && self.faults.as_flattened().iter().all(|&often| often <= MOST_FAULTS)
    }
}

/// The maximum number of faults of one kind and one player in a stored line. A line with a higher
/// number is invalid.
const MOST_FAULTS: u64 = 10_000_000;

/// The finished matches of a league.
pub(super) struct Matches {
    path: PathBuf,
    file: File,
    over: BTreeMap<Fixture, MatchLine>,
}

impl Matches {
    /// Opens the file of this league in a folder, or creates it. `seated` returns the contestants
    /// of a match, or `None` if the league has no such match. An incomplete last line is dropped,
    /// so that its match is played again.
    pub(super) fn open(
        folder: &Path,
        league: &str,
        games: u32,
        seated: impl Fn(Fixture) -> Option<[usize; PLAYERS]>,
    ) -> Result<Self, LeagueError> {
        let path = folder.join(NAME);
        let failed = |error: io::Error| LeagueError::File { path: path.clone(), error };
        quadrille_files::create_folder(folder)
            .map_err(|error| LeagueError::File { path: folder.to_owned(), error: error.into() })?;
        let mut file = quadrille_files::append(&path).map_err(|error| failed(error.into()))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LeagueError::Busy { path: folder.to_owned() }),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let text = quadrille_files::read_all(&mut file, 0, u64::MAX)
            .and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other))
            .map_err(failed)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut over = BTreeMap::new();
        for (at, text) in text[..whole].lines().enumerate() {
            let wrong = |reason: String| LeagueError::Kept { path: path.clone(), line: at + 1, reason };
            if at == 0 {
                let head: Head = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
                if head.league != league {
                    return Err(LeagueError::Another { path: folder.to_owned() });
                }
                continue;
            }
            let line: MatchLine = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
            if !line.is_sound(games, seated(line.fixture())) {
                return Err(wrong("this match does not belong to this league".to_owned()));
            }
            over.insert(line.fixture(), line);
        }
        file.set_len(whole as u64).map_err(failed)?;
        if whole == 0 {
            write(&mut file, &Head { league: league.to_owned() }).map_err(failed)?;
        }
        Ok(Self { path: path.clone(), file, over })
    }

    pub(super) fn has(&self, fixture: Fixture) -> bool {
        self.over.contains_key(&fixture)
    }

    pub(super) fn get(&self, fixture: Fixture) -> Option<&MatchLine> {
        self.over.get(&fixture)
    }

    /// Stores a finished match.
    pub(super) fn add(&mut self, line: MatchLine) -> Result<(), LeagueError> {
        write(&mut self.file, &line).map_err(|error| LeagueError::File { path: self.path.clone(), error })?;
        self.over.insert(line.fixture(), line);
        Ok(())
    }
}

/// Appends a line and syncs it to the disk.
fn write(file: &mut File, line: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string(line)? + "\n";
    file.write_all(text.as_bytes())?;
    file.sync_data()
}
