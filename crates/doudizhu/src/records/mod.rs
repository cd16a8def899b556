//! Games on record: one JSON object a line, which replays and can be checked.
//!
//! A record has everything that was dealt, called and played, and what it came to: landlord, winner, bombs, spring and points. The
//! latter follow from the former, so a reader that knows the rules finds out a record that lies. `docs/doudizhu-records.md` describes
//! every key.
//!
//! ```
//! use quadrille_doudizhu::Rules;
//! use quadrille_doudizhu::arena::Arena;
//! use quadrille_doudizhu::game::{Scoring, Setup};
//! use quadrille_doudizhu::players::PlayerKind;
//! use quadrille_doudizhu::records::{self, Record};
//!
//! let arena = Arena::new(Setup::new(Rules::RLCARD, Scoring::Classic), [PlayerKind::Rule; 3], 1);
//! let played = arena.game(0, &())?;
//! let line = format!("{}\n", Record::of(&played.game, Some(played.names())).unwrap());
//! assert_eq!(records::read(line.as_bytes()).next().unwrap()?.game, played.game);
//!
//! let lie = line.replace("\"bombs\":", "\"bombs\":1");
//! let error = records::read(lie.as_bytes()).next().unwrap().unwrap_err();
//! assert!(error.to_string().starts_with("line 1: `bombs` is 1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod replay;

use std::fmt::{self, Display};
use std::io::{BufRead, ErrorKind, Read as _};

use serde::{Deserialize, Serialize};

pub use replay::Fault;

use crate::game::{Auction, Call, Game, Phase, Scoring, Seat, Spring};
use crate::{Hand, Rules};

/// The name and version of the format.
pub const FORMAT: &str = "quadrille.doudizhu.1";

/// The longest line that is read; the longest game takes a small part of it.
const LONGEST_LINE: u64 = 1 << 16;

/// What some editors write before everything else.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A record: the keys of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    format: Format,
    rules: Rules,
    auction: Auction,
    open_hand: bool,
    doubling: bool,
    scoring: Scoring,
    /// Who sat where, if anyone cares.
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

/// The one format there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Format {
    #[serde(rename = "quadrille.doudizhu.1")]
    One,
}

impl Record {
    /// The record of a game; `None` if it is not over. A game whose cards were thrown in is over: without a landlord, moves or points.
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

    /// Who sat in which seat, if the record tells.
    pub const fn players(&self) -> Option<&[String; 3]> {
        self.players.as_ref()
    }
}

impl Display for Record {
    /// One line of JSON, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// A record that was read, and found true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The line it stands in, from 1.
    pub line: u64,
    /// What is written there.
    pub record: Record,
    /// The game, replayed.
    pub game: Game,
}

/// A line that is no true record.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
#[non_exhaustive]
pub struct RecordError {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub fault: Fault,
}

/// Reads records line by line, replays each, and checks what it claims. Empty lines are skipped, and so is a byte-order mark at the
/// beginning. A line that is wrong does not keep the next from being read; an input that fails ends the reading.
///
/// A record is whole if its line has its line end. A last line without one is [`Fault::Cut`], and
/// not looked at.
pub fn read(input: impl BufRead) -> impl Iterator<Item = Result<Checked, RecordError>> {
    Lines { input, line: 0, failed: false }
}

struct Lines<R> {
    input: R,
    line: u64,
    failed: bool,
}

impl<R: BufRead> Lines<R> {
    /// The next line without its end; `None` at the end of the input.
    fn next_line(&mut self) -> Result<Option<Vec<u8>>, Fault> {
        let mut bytes = Vec::new();
        let read = self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        if let Err(error) = read {
            self.failed = true;
            if error.kind() == ErrorKind::UnexpectedEof {
                // A packed input that ends early.
                self.line += 1;
                return Err(Fault::Cut { column: bytes.len() as u64 + 1 });
            }
            return Err(Fault::Input(error));
        }
        self.line += u64::from(!bytes.is_empty());
        if self.line == 1 && bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
            if bytes.is_empty() {
                // Nothing but the mark: an empty input.
                return Ok(None);
            }
        }
        if bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
            // No record: what may still come of the line is not looked for.
            self.failed = true;
            return Err(Fault::Long { most: LONGEST_LINE });
        }
        if bytes.last() != Some(&b'\n') && !bytes.trim_ascii().is_empty() {
            return Err(Fault::Cut { column: bytes.len() as u64 + 1 });
        }
        Ok((!bytes.is_empty()).then_some(bytes))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Checked, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.failed {
            let read = match self.next_line() {
                Ok(None) => return None,
                Ok(Some(bytes)) if bytes.trim_ascii().is_empty() => continue,
                Ok(Some(bytes)) => check(&bytes),
                Err(fault) => Err(fault),
            };
            let line = self.line.max(1);
            return Some(match read {
                Ok((record, game)) => Ok(Checked { line, record, game }),
                Err(fault) => Err(RecordError { line, fault }),
            });
        }
        None
    }
}

fn check(line: &[u8]) -> Result<(Record, Game), Fault> {
    let record: Record = serde_json::from_slice(line.trim_ascii_end())?;
    let game = record.replay()?;
    Ok((record, game))
}
