//! Queries on records: verification, display, statistics, conversion.
//!
//! ```
//! use quadrille_experiments_daifugo::answers::records::{stats, verify};
//! use quadrille_daifugo::players::{Match, PlayerKind};
//! use quadrille_daifugo::records::{Recorder, json};
//! use quadrille_daifugo::rules::Rules;
//! use quadrille_random::StreamKey;
//!
//! let mut recorder = Recorder::new(Rules::UECDA, ["a", "b", "c", "d", "e"]);
//! let mut table = Match::new(Rules::UECDA, [PlayerKind::Greedy; 5])?;
//! let (mut deals, mut moves) = (StreamKey::new(1, 0).rng(), StreamKey::new(1, 1).rng());
//! for _ in 0..3 {
//!     table.play(&mut deals, &mut moves, &mut recorder);
//! }
//! let record = recorder.into_record();
//! assert_eq!(verify(&json::write(&record))?.games, 3);
//! assert_eq!(stats(&record)?.players.iter().map(|player| player.points).sum::<u64>(), 45);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use quadrille_daifugo::game::Game;
use quadrille_daifugo::melds::{Meld, Refusal};
use quadrille_daifugo::records::json::{self, GameLine};
use quadrille_daifugo::records::{Fault, Play, Record, RecordError, Submitted};
use quadrille_stats::Moments;
use quadrille_table::records::{self as shared, Actions, Verified};
use quadrille_uecda_protocol::official::{self, Head, WriteError};
use quadrille_uecda_protocol::{Format, read_as_far, reason, refusals, write_json};
use serde::{Deserialize, Serialize};

use quadrille_report::intervals::confidence;

/// Error of verifying a record.
pub type VerifyError = shared::VerifyError<Fault>;

/// Returns the number of plays in a record.
fn plays(record: &Record) -> u64 {
    record.games.iter().map(|game| game.plays.len() as u64).sum()
}

/// Reads a record in any format, and replays every game up to the first fault. A text of JSON lines
/// may contain several records in succession.
///
/// # Errors
/// Returns an error for a fault, a record that ends early, or a record without games.
pub fn verify(text: &str) -> Result<Verified, VerifyError> {
    let records: Vec<(usize, &str)> =
        if Format::of(text) == Some(Format::Json) { json::each(text).collect() } else { vec![(0, text)] };
    let mut games = Vec::new();
    for (before, text) in records {
        let (record, read) = read_as_far(text);
        games.extend(record.games.iter().map(|game| Ok(game.plays.len() as u64)));
        if let Some(mut end) = read.map_or_else(Some, |cut| cut.map(RecordError::from)) {
            end.line += before;
            games.push(Err(end));
            break;
        }
    }
    shared::verify(games, Actions::Plays, &())
}

/// Error for a game number that the record does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no game {number}; the record has {}", games_from_0(*games))]
#[non_exhaustive]
pub struct NoGame {
    /// The requested number, from 0.
    pub number: usize,
    /// Number of games in the record.
    pub games: usize,
}

/// Returns a text that names the valid game numbers of a record with `games` games.
fn games_from_0(games: usize) -> String {
    match games {
        0 => "none".to_owned(),
        1 => "game 0 only".to_owned(),
        games => format!("games 0 to {}", games - 1),
    }
}

/// Returns a game in the form of JSON lines: the answer of `daifugo record show`. `number` counts
/// from 0.
///
/// # Errors
/// Returns [`NoGame`] if the record has no such game.
pub fn show(record: &Record, number: usize) -> Result<GameLine, NoGame> {
    let games = record.games.len();
    let line =
        record.games.get(number).map(|game| GameLine::of(number, game)).ok_or(NoGame { number, games })?;
    Ok(line.with_reasons(&refusals(record, number)))
}

/// The plays between two clearings of the table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trick {
    /// The submitted plays, without passes.
    pub plays: Vec<TrickPlay>,
    /// The player of the last accepted meld; `None` if all players passed.
    pub winner: Option<u8>,
}

/// A submitted play and its effects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrickPlay {
    /// The player and the cards.
    pub play: Play,
    /// Whether the play began or ended a revolution.
    pub revolution: bool,
    /// Whether the play locked suits or ranks.
    pub lock: bool,
    /// Whether the player played its last card.
    pub out: bool,
    /// The reason why the play was refused. It is `None` if the play was accepted, or if no reason
    /// is recorded and the rules do not forbid the play.
    pub why: Option<Refusal>,
    /// The meld on the table before the play.
    pub on: Option<Meld>,
}

/// Returns the tricks of game `number`, from 0; an empty list if the record has no such game.
///
/// # Errors
/// Returns the first fault of the replayed game.
pub fn tricks(record: &Record, number: usize) -> Result<Vec<Trick>, RecordError> {
    let mut tricks = vec![Trick::default()];
    record.replay(number, |before, play, after| {
        if let (Some(trick), true) = (tricks.last_mut(), play.submitted != Submitted::Pass) {
            trick.plays.push(TrickPlay::of(before, play, after));
            if !play.refused {
                trick.winner = Some(play.player);
            }
        }
        if is_cleared(after) {
            tricks.push(Trick::default());
        }
    })?;
    // If the table is cleared at the end of the game, the list ends with an empty trick. Remove it.
    tricks.pop_if(|last| last.plays.is_empty() && last.winner.is_none());
    Ok(tricks)
}

impl TrickPlay {
    /// Determines the effects of a play from the game before and after it.
    fn of(before: &Game, play: &Play, after: &Game) -> Self {
        let locks =
            |game: &Game| game.trick().map_or((false, false), |trick| (trick.suit_lock, trick.rank_lock));
        let (old, new) = (locks(before), locks(after));
        Self {
            play: play.clone(),
            revolution: before.state().revolution() != after.state().revolution(),
            lock: (new.0 && !old.0) || (new.1 && !old.1),
            why: reason(play, before),
            on: before.trick().map(|trick| trick.meld),
            out: !play.refused && before.turn().is_some_and(|seat| after.hand(seat).is_empty()),
        }
    }
}

/// Returns whether the table has just been cleared: it is empty, and no player has passed since.
fn is_cleared(game: &Game) -> bool {
    game.trick().is_none() && (0..game.rules().players()).all(|seat| !game.has_passed(seat))
}

/// Statistics of a record: the answer of `daifugo record stats`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordStats {
    /// Number of games.
    pub games: u64,
    /// The players, player 0 first.
    pub players: Vec<PlayerStats>,
}

/// Statistics of one player of a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlayerStats {
    /// Name of the player.
    pub name: String,
    /// Number of games.
    pub games: u64,
    /// Points in all games.
    pub points: u64,
    /// Mean points per game; `None` without games.
    pub points_per_game: Option<f64>,
    /// Lower end of the 95 % interval of `points_per_game`, on the assumption of independent games;
    /// `None` with fewer than two games.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval of `points_per_game`.
    pub high: Option<f64>,
    /// Number of games finished in each class, the richest first.
    pub places: Vec<u64>,
    /// Number of accepted melds.
    pub plays: u64,
    /// Number of passes; refused plays are not counted.
    pub passes: u64,
    /// Number of refused plays.
    pub refused: u64,
    /// Number of revolutions that the player began or ended.
    pub revolutions: u64,
    /// Number of plays that locked suits or ranks.
    pub locks: u64,
    /// Number of tricks in which the player played the last meld.
    pub tricks: u64,
    /// Mean duration of a play or pass in microseconds; `None` if no duration is known.
    pub mean_time_us: Option<f64>,
}

/// Computes the statistics of a record.
///
/// # Errors
/// Returns the first fault of a replayed game.
pub fn stats(record: &Record) -> Result<RecordStats, RecordError> {
    let players = record.rules.players();
    let mut counts = vec![PlayerCounts { places: vec![0; players], ..PlayerCounts::default() }; players];
    for (number, game) in record.games.iter().enumerate() {
        for trick in tricks(record, number)? {
            for TrickPlay { play, revolution, lock, .. } in trick.plays {
                let count = &mut counts[usize::from(play.player)];
                count.plays += u64::from(!play.refused);
                count.refused += u64::from(play.refused);
                count.revolutions += u64::from(revolution);
                count.locks += u64::from(lock);
            }
            if let Some(winner) = trick.winner {
                counts[usize::from(winner)].tricks += 1;
            }
        }
        for play in &game.plays {
            let count = &mut counts[usize::from(play.player)];
            count.passes += u64::from(play.submitted == Submitted::Pass);
            if let Some(time) = play.time {
                count.timed += 1;
                count.time += u128::from(time);
            }
        }
        for (place, &player) in game.result.iter().enumerate() {
            counts[usize::from(player)].places[place] += 1;
        }
    }
    let games = record.games.len() as u64;
    let player = |(number, count): (usize, PlayerCounts)| {
        let name = record.players.get(number).cloned().unwrap_or_default();
        count.stats(name, games)
    };
    Ok(RecordStats { games, players: counts.into_iter().enumerate().map(player).collect() })
}

/// Counters of one player.
#[derive(Debug, Clone, Default)]
struct PlayerCounts {
    places: Vec<u64>,
    plays: u64,
    passes: u64,
    refused: u64,
    revolutions: u64,
    locks: u64,
    tricks: u64,
    /// Number of plays with a known duration.
    timed: u64,
    /// Sum of the known durations of plays, in microseconds.
    time: u128,
}

impl PlayerCounts {
    fn stats(self, name: String, games: u64) -> PlayerStats {
        let mut moments = Moments::new();
        let mut points = 0;
        for (place, &often) in self.places.iter().enumerate() {
            let worth = (self.places.len() - place) as u64;
            points += worth * often;
            // `record` cannot fail for small integers.
            (0..often).for_each(|_| drop(moments.record(worth as f64)));
        }
        let interval = moments.mean_interval(confidence());
        PlayerStats {
            name,
            games,
            points,
            points_per_game: (games > 0).then(|| points as f64 / games as f64),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
            places: self.places,
            plays: self.plays,
            passes: self.passes,
            refused: self.refused,
            revolutions: self.revolutions,
            locks: self.locks,
            tricks: self.tricks,
            mean_time_us: (self.timed > 0).then(|| self.time as f64 / self.timed as f64),
        }
    }
}

/// Summary of a conversion to another format: the answer of `daifugo record convert`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Converted {
    /// The format of the output.
    pub format: Format,
    /// Number of games.
    pub games: u64,
    /// Number of plays, including passes.
    pub plays: u64,
}

/// Error of converting a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// The format cannot be written.
    #[error("the format `{0}` is read-only; expected {names}", names = written().map(Format::name).join(" or "))]
    ReadOnly(Format),
    /// The official format cannot represent the record.
    #[error(transparent)]
    Official(#[from] WriteError),
}

/// Returns the formats that can be written.
pub const fn written() -> [Format; 2] {
    [Format::Json, Format::Official]
}

/// Converts a record to the text of a format.
///
/// `head` holds the facts about the match that only an official log has. Its number of games is
/// ignored; the number is that of the record. Without `head`, an official log gets the values of
/// [`Head::of`].
///
/// # Errors
/// Returns an error if the format is read-only, or cannot represent the record.
pub fn convert(
    record: &Record,
    head: Option<&Head>,
    to: Format,
) -> Result<(String, Converted), ConvertError> {
    let text = match to {
        Format::Json => write_json(record),
        Format::Official => match head {
            Some(head) => {
                official::write(record, &Head { games: record.games.len() as u32, ..head.clone() })?
            }
            None => official::write(record, &Head::of(record)?)?,
        },
        Format::FujiGokoro => return Err(ConvertError::ReadOnly(to)),
    };
    Ok((text, Converted { format: to, games: record.games.len() as u64, plays: plays(record) }))
}

#[cfg(test)]
mod tests {
    use quadrille_uecda_protocol::read;

    use super::*;

    const MIXED: &str =
        include_str!("../../../../uecda-protocol/tests/data/server_record_20060_20140_4games.log");

    #[test]
    fn plays_are_counted_exactly_once() {
        let mut record = read(MIXED).unwrap().record;
        let mut answer = stats(&record).unwrap();
        let sum = |of: fn(&PlayerStats) -> u64| answer.players.iter().map(of).sum::<u64>();
        assert_eq!(sum(|player| player.plays + player.passes + player.refused), plays(&record));
        let refused = record.games.iter().flat_map(|game| &game.plays).filter(|play| play.refused).count();
        assert_eq!(sum(|player| player.refused), refused as u64);
        assert_eq!(sum(|player| player.points), 4 * 15);
        for (player, points) in answer.players.iter().zip(&record.games[3].points) {
            assert_eq!(player.points, u64::from(*points));
            assert_eq!(player.places.iter().sum::<u64>(), 4);
            assert!(player.low < player.points_per_game && player.points_per_game < player.high);
            assert_eq!(player.mean_time_us, None);
        }
        let tricks = (0..4).flat_map(|game| tricks(&record, game).unwrap());
        let won = tricks.filter(|trick| trick.winner.is_some()).count();
        assert_eq!(sum(|player| player.tricks), won as u64);
        let turns = |play: &&Play| match &play.submitted {
            Submitted::Meld(meld) => !play.refused && meld.is_revolution(),
            _ => false,
        };
        let revolutions = record.games.iter().flat_map(|game| &game.plays).filter(turns).count();
        assert_eq!(sum(|player| player.revolutions), revolutions as u64);
        let json = serde_json::to_string(&answer).unwrap();
        answer = serde_json::from_str(&json).unwrap();
        assert_eq!(stats(&record).unwrap(), answer);
        record.games[0].plays[0].time = Some(10);
        record.games[0].plays[3].time = Some(20);
        let times: Vec<Option<f64>> =
            stats(&record).unwrap().players.iter().map(|player| player.mean_time_us).collect();
        assert_eq!(times, vec![None, None, None, Some(10.0), Some(20.0)]);
    }

    #[test]
    fn games_before_a_fault_are_counted() {
        let wrong = MIXED.replacen("%00002%points% 13", "%00002%points% 14", 1);
        let Err(VerifyError::Wrong { verified, faults, .. }) = verify(&wrong) else { panic!("not rejected") };
        assert_eq!((verified.ok, verified.games, faults[0].line), (false, 2, 42));
        assert_eq!(verified.error.unwrap().line, 42);
        assert_eq!(verify("player a b c d e\n"), Err(VerifyError::Empty));
    }
}
