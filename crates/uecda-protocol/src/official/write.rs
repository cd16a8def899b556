//! Writes records as logs.

use std::fmt::Write as _;

use thiserror::Error;

use super::{Head, KEYS, NO_CLASSES, NO_GIFTS, PLAYERS, cells};
use quadrille_daifugo::records::{GameRecord, Play, Record, Submitted};
use quadrille_daifugo::rules::Rule;

/// The error of writing a record as a log.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The number of players is not 5.
    #[error("{found} players; the official log requires {PLAYERS}")]
    Players {
        /// The number of players.
        found: usize,
    },
    /// The number of jokers is not 1.
    #[error("{found} jokers; the official log requires 1")]
    Jokers {
        /// The number of jokers.
        found: u32,
    },
    /// The log has no line by which this rule could be switched on or off.
    #[error("the rule `{rule}` is {}; the official log cannot express this", if *on { "on" } else { "off" })]
    Rule {
        /// The rule.
        rule: Rule,
        /// Whether it is on.
        on: bool,
    },
    /// A name has white space or control characters.
    #[error(
        "the name `{}` has white space or control characters, which the official log cannot express",
        name.escape_debug()
    )]
    Name {
        /// The name.
        name: String,
    },
    /// The intervals between games without classes are not regular.
    #[error(
        "games without classes occur at irregular intervals; the official log requires regular intervals from the first game"
    )]
    Classes,
    /// A list has a missing or invalid entry, or contains the number of a player that does not
    /// exist.
    #[error("game {game}: {what} are not valid for {PLAYERS} players")]
    List {
        /// The game, from 0.
        game: usize,
        /// The list, in the plural, such as `the seats`.
        what: &'static str,
    },
    /// The words of a play are not cells of the server's table.
    #[error(
        "game {game}, play {number}: `{}` are not cards that a client of the contest can submit",
        cards.escape_debug()
    )]
    Cards {
        /// The game, from 0.
        game: usize,
        /// The number of the play, from 1.
        number: usize,
        /// The submitted words.
        cards: String,
    },
}

/// The lines of one game in the log.
///
/// ```
/// use quadrille_uecda_protocol::official::GameLines;
///
/// let lines = GameLines {
///     classes: "22222".to_owned(),
///     seats: "01234".to_owned(),
///     hands: ["D3", "S3H3", "C3", "J3", "S4"].map(str::to_owned),
///     gifts: Vec::new(),
///     plays: vec!["0D3EE".to_owned(), "1EE".to_owned()],
///     result: "01234".to_owned(),
///     points: [5, 4, 3, 2, 1],
/// };
/// let mut log = String::new();
/// lines.write(12, &mut log);
/// assert!(log.contains("%00012%change_cards% NULL\n%00012%play%  0D3EE 1EE\n%00012%result% 01234\n"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameLines {
    /// The class of each player in the previous game, one digit per player, 0 for the richest;
    /// `22222` without classes.
    pub classes: String,
    /// The player in each seat.
    pub seats: String,
    /// The dealt hands by player: spades, hearts, diamonds, clubs, each from the 3 up, the joker
    /// (`J3`) last.
    pub hands: [String; PLAYERS],
    /// The gifts as giver, receiver and cards: `24H2J3EE`.
    pub gifts: Vec<String>,
    /// The submissions as player and cards: `0D5D6D7EE`, or `0EE` for a pass.
    pub plays: Vec<String>,
    /// The players from the richest to the poorest.
    pub result: String,
    /// The points after the game by player, including those of earlier games.
    pub points: [u32; PLAYERS],
}

impl GameLines {
    /// Creates the lines of a game. `game` is the number, from 0, by which errors name the game.
    ///
    /// # Errors
    /// Returns an error if a list is not valid for five players, or if submitted words are not
    /// cells of the server's table.
    pub fn of(game: usize, record: &GameRecord) -> Result<Self, WriteError> {
        let of_players = |what, list: &[u8]| {
            let five = list.len() == PLAYERS && list.iter().all(|&player| usize::from(player) < PLAYERS);
            let digits = || list.iter().map(u8::to_string).collect::<String>();
            five.then(digits).ok_or(WriteError::List { game, what })
        };
        let hands: Vec<String> = record.hands.iter().map(|&hand| cells::of_hand(hand)).collect();
        let player = |player: u8| usize::from(player) < PLAYERS;
        if !record.gifts.iter().all(|gift| player(gift.from) && player(gift.to)) {
            return Err(WriteError::List { game, what: "the player numbers in the gifts" });
        }
        if !record.plays.iter().all(|play| player(play.player)) {
            return Err(WriteError::List { game, what: "the player numbers in the plays" });
        }
        let gifts = record.gifts.iter();
        let play = |(at, play): (usize, &Play)| {
            let cards = match &play.submitted {
                Submitted::Pass => String::new(),
                Submitted::Meld(meld) => cells::of_meld(*meld),
                Submitted::Cards(words) => cells::of_words(words).ok_or_else(|| WriteError::Cards {
                    game,
                    number: at + 1,
                    cards: words.clone(),
                })?,
            };
            Ok(format!("{}{cards}EE", play.player))
        };
        Ok(Self {
            classes: match &record.classes {
                Some(classes) => of_players("the classes", classes)?,
                None => NO_CLASSES.to_owned(),
            },
            seats: of_players("the seats", &record.seats)?,
            hands: hands.try_into().map_err(|_| WriteError::List { game, what: "the hands" })?,
            gifts: gifts
                .map(|gift| format!("{}{}{}EE", gift.from, gift.to, cells::of_hand(gift.cards)))
                .collect(),
            plays: record.plays.iter().enumerate().map(play).collect::<Result<_, _>>()?,
            result: of_players("the player numbers in the result", &record.result)?,
            points: <[u32; PLAYERS]>::try_from(&record.points[..])
                .map_err(|_| WriteError::List { game, what: "the points" })?,
        })
    }

    /// Appends the seven lines of a game to `text`; `number` is the index of the game, counted from
    /// 0.
    pub fn write(&self, number: usize, text: &mut String) {
        // Write a blank before each entry, in addition to the blank after the key.
        let listed = |entries: &[String]| {
            let blanks = entries.iter().flat_map(|entry| [" ", entry.as_str()]);
            blanks.collect::<String>()
        };
        let values = [
            self.classes.clone(),
            self.seats.clone(),
            self.hands.iter().flat_map(|hand| [hand.as_str(), " "]).collect(),
            if self.gifts.is_empty() { NO_GIFTS.to_owned() } else { listed(&self.gifts) },
            listed(&self.plays),
            self.result.clone(),
            self.points.map(|points| points.to_string()).join(" "),
        ];
        for (key, value) in KEYS.into_iter().zip(values) {
            let _ = writeln!(text, "%{number:05}%{key}% {value}");
        }
    }
}

/// Writes a record as a log, byte for byte as the official server does. There is one exception: a
/// lone joker is always written as `K3`, because the record does not contain its cell. Names and
/// rules are taken from the head.
///
/// # Errors
/// Returns an error if the log cannot express the record: another number of players or jokers,
/// local rules, names with white space, or submitted words that are not cards.
pub fn write(record: &Record, head: &Head) -> Result<String, WriteError> {
    head.check()?;
    let mut text = String::new();
    head.write(&mut text);
    let mut points = [0; PLAYERS];
    for (number, game) in record.games.iter().enumerate() {
        let lines = GameLines::of(number, game)?;
        lines.write(number, &mut text);
        points = lines.points;
    }
    head.write_end(&points, &mut text);
    Ok(text)
}
