//! Game records: one JSON object per line, which can be replayed and verified.
//!
//! A record contains the deal, the calls and the moves, and the result: landlord, winner, bombs,
//! spring and points. The result follows from the other data, so that a reader that knows the rules
//! detects false records. `docs/doudizhu-records.md` describes every key.
//!
//! ```
//! use quadrille_doudizhu::Rules;
//! use quadrille_doudizhu::arena::arena;
//! use quadrille_doudizhu::game::{Scoring, Setup};
//! use quadrille_doudizhu::players::PlayerKind;
//! use quadrille_doudizhu::records::{self, Recorder};
//!
//! let arena = arena(Setup::new(Rules::RLCARD, Scoring::Classic), [PlayerKind::Rule; 3], 1)?;
//! let recorder: Recorder = arena.record_game(31459, 0, &())?.expect("a game of the arena");
//! let lines = recorder.to_string();
//! assert_eq!(records::read(lines.as_bytes()).next().unwrap()?.game, recorder.games()[0]);
//!
//! let lie = lines.replace("\"bombs\":", "\"bombs\":1");
//! let error = records::read(lie.as_bytes()).next().unwrap().unwrap_err();
//! assert!(error.to_string().starts_with("line 1: `bombs` is 1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod recorder;
mod replay;

use std::fmt::{self, Display};
use std::io::BufRead;

use quadrille_table::records::{self as shared, Line, Lines, write_line};
use serde::{Deserialize, Serialize};

pub use recorder::Recorder;
pub use replay::{BadMove, Fault};

use crate::game::{Action, Auction, Call, Game, Phase, Scoring, Seat, Spring, Table};
use crate::{Hand, Rules};

/// The name and version of the format.
pub const FORMAT: &str = "quadrille.doudizhu.1";

/// The maximum length of a line in bytes. The line of the longest possible game is much shorter.
const LONGEST_LINE: u64 = 1 << 16;

/// A game record. The JSON object of a line has one key for each field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    format: Format,
    rules: Rules,
    auction: Auction,
    open_hand: bool,
    doubling: bool,
    scoring: Scoring,
    /// The names of the players by seat, if the record has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    players: Option<[String; 3]>,
    first: Seat,
    hands: [Hand; 3],
    stock: Hand,
    calls: Vec<Call>,
    landlord: Option<Seat>,
    moves: Vec<String>,
    winner: Option<Seat>,
    bombs: u8,
    spring: Spring,
    points: [i64; 3],
}

/// The only version of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Format {
    #[serde(rename = "quadrille.doudizhu.1")]
    One,
}

impl Record {
    /// Returns the record of a game; `None` if the game is not over.
    ///
    /// A game whose cards were thrown in is over; its record has no landlord and no moves, and its
    /// points are 0.
    pub fn of(game: &Game, players: Option<[&str; 3]>) -> Option<Self> {
        let outcome = match game.phase() {
            Phase::Won(outcome) => Some(outcome),
            Phase::ThrownIn => None,
            Phase::Call(_) | Phase::Play(_) => return None,
        };
        let setup = game.setup();
        Some(Self {
            format: Format::One,
            rules: setup.rules,
            auction: setup.auction,
            open_hand: setup.open_hand,
            doubling: setup.doubling,
            scoring: setup.scoring,
            players: players.map(|players| players.map(str::to_owned)),
            first: game.first(),
            hands: game.deal().hands(),
            stock: game.deal().stock(),
            calls: game.calls().iter().map(|&(_, call)| call).collect(),
            landlord: game.contract().map(|contract| contract.landlord),
            moves: game.moves().iter().map(|(_, played)| played.to_string()).collect(),
            winner: outcome.map(|outcome| outcome.winner),
            bombs: outcome.map_or(0, |outcome| outcome.bombs),
            spring: outcome.map_or(Spring::None, |outcome| outcome.spring),
            points: outcome.map_or([0; 3], |outcome| outcome.points(setup.scoring)),
        })
    }

    /// Returns the names of the players by seat, if the record has them.
    pub const fn players(&self) -> Option<&[String; 3]> {
        self.players.as_ref()
    }
}

impl Display for Record {
    /// Writes one line of JSON, without a line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(write_line(self).trim_end())
    }
}

/// A record that was read and verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The line number, from 1.
    pub line: usize,
    /// The record as read.
    pub record: Record,
    /// The replayed game.
    pub game: Game,
}

impl Checked {
    /// Returns the table before the first call or move, and all calls and moves as actions.
    pub fn course(&self) -> (Table, Vec<Action>) {
        let game = &self.game;
        let mut start = Table::new(game.setup());
        start.begin(game.setup(), game.deal(), game.first());
        let calls = game.calls().iter().map(|&(_, call)| Action::Call(call));
        let moves = game.moves().iter().map(|&(_, chosen)| Action::Play(chosen));
        (start, calls.chain(moves).collect())
    }
}

/// The error of a line that is not a valid record.
pub type RecordError = shared::RecordError<Fault>;

/// Reads records line by line, replays each game, and verifies the recorded result.
///
/// Empty lines and a byte-order mark at the beginning are skipped. Reading continues after an
/// invalid line, and ends at an I/O error. A line with the thoughts of players (the values that
/// they gave to the actions of the preceding game) is checked, but not returned.
///
/// A record is complete if its line has a line end. A last line without a line end is a
/// [`LineFault::Cut`](shared::LineFault::Cut) and is not parsed.
pub fn read(input: impl BufRead) -> impl Iterator<Item = Result<Checked, RecordError>> {
    replayed(input, Record::replay)
}

/// Does the same as [`read`], but also accepts games that are not over.
pub fn read_unfinished(input: impl BufRead) -> impl Iterator<Item = Result<Checked, RecordError>> {
    replayed(input, Record::replay_unfinished)
}

fn replayed(
    input: impl BufRead,
    replay: fn(&Record) -> Result<Game, Fault>,
) -> impl Iterator<Item = Result<Checked, RecordError>> {
    let read = move |line: &Line| {
        let record: Record = line.json("record").map_err(|error| error.map(Fault::Line))?;
        let game = replay(&record).map_err(|fault| line.has(fault))?;
        Ok(Checked { line: line.number, record, game })
    };
    // The last game read. If the next line has thoughts of players, they belong to this game.
    let mut last = None;
    Lines::new(input, LONGEST_LINE).filter_map(move |line| {
        let line = match line {
            Ok(line) => line,
            Err(error) => return Some(Err(error.map(Fault::Line))),
        };
        if line.has_thoughts() {
            let course = last.take().map(|checked: Checked| checked.course());
            let game = course.as_ref().map(|(start, actions)| (start.clone(), &actions[..]));
            return line.check_thoughts(game).err().map(|error| Err(error.map(Fault::Thoughts)));
        }
        let checked = read(&line);
        last = checked.as_ref().ok().cloned();
        Some(checked)
    })
}
