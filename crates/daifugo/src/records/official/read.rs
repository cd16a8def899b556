//! Logs as records.

use super::cells::{in_hand, is_lone_joker, played, words};
use super::head::{HeadLines, wrong};
use super::{KEYS, MATCH, NO_CLASSES, NO_GIFTS, split};
use crate::records::{GameRecord, GiftRecord, Play, Record, RecordError, Submitted, read_hand, without_mark};

/// Reads a log and plays it again; a byte-order mark before it is passed over.
///
/// # Errors
/// The first line that is not of the format, or a game that the rules do not lead to its result.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let mut head = HeadLines::default();
    let mut games = Vec::new();
    // The values of the game being read.
    let mut open: Vec<&str> = Vec::new();
    let mut begun = 1;
    let text = without_mark(text);
    for (at, text) in text.lines().enumerate() {
        let line = at + 1;
        let wrong = |reason: String| wrong(line, reason);
        if text.trim().is_empty() {
            continue;
        }
        let (number, key, value) = split(text)
            .ok_or_else(|| wrong("this is no line of a log; expected `%00000%key% value`".to_owned()))?;
        if number == MATCH {
            head.take(key, value).map_err(wrong)?;
            continue;
        }
        let expected = (format!("{:05}", games.len()), KEYS[open.len()]);
        if (number, key) != (expected.0.as_str(), expected.1) {
            return Err(wrong(format!(
                "`{}` of game {}; expected `{}` of game {}",
                key.escape_debug(),
                number.escape_debug(),
                expected.1,
                expected.0
            )));
        }
        if open.is_empty() {
            begun = line;
        }
        open.push(value);
        if open.len() == KEYS.len() {
            // Every value stands on a line of its own, right after the one before.
            let of_key = |(key, reason): (usize, String)| {
                super::head::wrong(begun + key, format!("{}: {reason}", KEYS[key]))
            };
            games.push(game(&open, begun).map_err(of_key)?);
            open.clear();
        }
    }
    let line = text.lines().count().max(1);
    if !open.is_empty() {
        return Err(wrong(line, format!("the log ends in the middle of game {}", games.len())));
    }
    let head = head.head(games.len() as u32).map_err(|reason| wrong(line, reason))?;
    let mut record = Record { players: head.names.to_vec(), rules: head.rules, games };
    record.replay()?;
    Ok(record)
}

/// A game from its values; an error says to which of them it belongs.
fn game(values: &[&str], line: usize) -> Result<GameRecord, (usize, String)> {
    let at = |key: usize| move |reason: String| (key, reason);
    let classes = match values[0].trim() {
        NO_CLASSES => None,
        classes => Some(digits(classes).map_err(at(0))?),
    };
    let hands =
        values[2].split_whitespace().map(|hand| words(hand, in_hand).and_then(|text| read_hand(&text)));
    let gifts = match values[3].trim() {
        NO_GIFTS | "" => Vec::new(),
        gifts => gifts.split_whitespace().map(gift).collect::<Result<_, _>>().map_err(at(3))?,
    };
    Ok(GameRecord {
        line,
        classes,
        seats: digits(values[1].trim()).map_err(at(1))?,
        hands: hands.collect::<Result<_, _>>().map_err(at(2))?,
        gifts,
        plays: values[4].split_whitespace().map(play).collect::<Result<_, _>>().map_err(at(4))?,
        result: digits(values[5].trim()).map_err(at(5))?,
        points: values[6]
            .split_whitespace()
            .map(|points| {
                points.parse().map_err(|_| at(6)(format!("`{}` is no number", points.escape_debug())))
            })
            .collect::<Result<_, _>>()?,
    })
}

/// Players or classes, a digit each.
fn digits(text: &str) -> Result<Vec<u8>, String> {
    let digit = |letter: char| letter.to_digit(10).map(|digit| digit as u8);
    let all: Option<Vec<u8>> = text.chars().map(digit).collect();
    all.ok_or_else(|| format!("`{}`; expected digits", text.escape_debug()))
}

/// `<from><to><cards>EE`.
fn gift(text: &str) -> Result<GiftRecord, String> {
    let (players, text) = ended(text, 2)?;
    let cards = words(text, in_hand).and_then(|text| read_hand(&text))?;
    Ok(GiftRecord { from: players[0], to: players[1], cards })
}

/// `<player><cards>EE`, a pass without cards.
fn play(text: &str) -> Result<Play, String> {
    let (players, text) = ended(text, 1)?;
    let submitted = if is_lone_joker(text) { "JK".to_owned() } else { words(text, played)? };
    let submitted = Submitted::read(&submitted);
    Ok(Play { player: players[0], submitted, refused: false })
}

/// Takes so many digits from the head of an entry and `EE` from its end.
fn ended(text: &str, players: usize) -> Result<(Vec<u8>, &str), String> {
    let parts = text.strip_suffix("EE").and_then(|text| text.split_at_checked(players));
    let (numbers, cards) =
        parts.ok_or_else(|| format!("`{}`; expected players, cards and EE", text.escape_debug()))?;
    Ok((digits(numbers)?, cards))
}
