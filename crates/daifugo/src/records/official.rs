//! The log of UECda's official server, one match a file.
//!
//! Lines are `%-----%KEY% value` for the match and `%00001%key% value` for a game: `mibun` (classes by
//! player, `22222` for none), `seat`, `palyer_cards` (as the server spells it), `change_cards`, `play`,
//! `result` (players, the richest first), `points`. A card is suit and rank (`S9`); a joker in a hand is
//! `J3`; a joker played is K, L, M or N and a rank for a spade, heart, diamond or club, `x` for the imaginary
//! ranks, and J and a rank for the fifth of a kind. Submitted cards stand there as they were submitted; which
//! were refused the log does not say, and reading it finds out by playing the games again.

use super::verify::Fault;
use super::{GameRecord, GiftRecord, Play, Record, RecordError, Submitted, read_hand, without_mark};
use crate::rules::{Rule, Rules};

/// The keys of a game, in their order.
const KEYS: [&str; 7] = ["mibun", "seat", "palyer_cards", "change_cards", "play", "result", "points"];
const PLAYERS: usize = 5;

/// Reads a log and plays it again; a byte-order mark before it is passed over.
///
/// # Errors
/// The first line that is not of the format, or a game that the rules do not lead to its result.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let mut record = Record { players: Vec::new(), rules: Rules::UECDA, games: Vec::new() };
    // The values of the game being read.
    let mut open: Vec<&str> = Vec::new();
    let mut begun = 1;
    let text = without_mark(text);
    for (at, text) in text.lines().enumerate() {
        let line = at + 1;
        let wrong = |reason: String| RecordError { line, fault: Fault::Format(reason) };
        if text.trim().is_empty() {
            continue;
        }
        let (number, key, value) = split(text)
            .ok_or_else(|| wrong("this is no line of a log; expected `%00000%key% value`".to_owned()))?;
        if number == "-----" {
            head(&mut record, key, value).map_err(wrong)?;
            continue;
        }
        let expected = (format!("{:05}", record.games.len()), KEYS[open.len()]);
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
            let wrong = |(key, reason): (usize, String)| RecordError {
                line: begun + key,
                fault: Fault::Format(format!("{}: {reason}", KEYS[key])),
            };
            record.games.push(game(&open, begun).map_err(wrong)?);
            open.clear();
        }
    }
    let line = text.lines().count().max(1);
    if !open.is_empty() {
        let reason = format!("the log ends in the middle of game {}", record.games.len());
        return Err(RecordError { line, fault: Fault::Format(reason) });
    }
    if record.players.len() != PLAYERS {
        return Err(RecordError { line, fault: Fault::Format("there is no line `palyer_name`".to_owned()) });
    }
    record.replay()?;
    Ok(record)
}

/// `%number%key% value`.
fn split(line: &str) -> Option<(&str, &str, &str)> {
    let (number, rest) = line.strip_prefix('%')?.split_once('%')?;
    let (key, value) = rest.split_once('%')?;
    Some((number, key, value.trim()))
}

/// A line about the match: names and rules; everything else is passed over.
fn head(record: &mut Record, key: &str, value: &str) -> Result<(), String> {
    if key == "palyer_name" {
        record.players = value.split(' ').map(str::to_owned).collect();
        let names = record.players.len();
        return if names == PLAYERS { Ok(()) } else { Err(format!("{names} names; expected {PLAYERS}")) };
    }
    let rule = match key {
        "RULE_KAKUMEI" => Rule::Revolution,
        "RULE_SHIBARI" => Rule::SuitLock,
        "RULE_KAIDAN" => Rule::Sequences,
        "RULE_8GIRI" => Rule::EightCut,
        "RULE_CHANGE" => Rule::Exchange,
        "RULE_5TOBI" => Rule::FiveSkip,
        "RULE_6REVERS" => Rule::SixReverse,
        "RULE_11BACK" => Rule::ElevenBack,
        _ => return Ok(()),
    };
    record.rules = match value {
        "YES" => record.rules.with(rule),
        "NO" => record.rules.without(rule),
        _ => return Err(format!("`{}`; expected YES or NO", value.escape_debug())),
    };
    Ok(())
}

/// A game from its values; an error says to which of them it belongs.
fn game(values: &[&str], line: usize) -> Result<GameRecord, (usize, String)> {
    let at = |key: usize| move |reason: String| (key, reason);
    let classes = match values[0] {
        "22222" => None,
        classes => Some(digits(classes).map_err(at(0))?),
    };
    let hands =
        values[2].split_whitespace().map(|hand| cards(hand, in_hand).and_then(|text| read_hand(&text)));
    let gifts = match values[3] {
        "NULL" | "" => Vec::new(),
        gifts => gifts.split_whitespace().map(gift).collect::<Result<_, _>>().map_err(at(3))?,
    };
    Ok(GameRecord {
        line,
        classes,
        seats: digits(values[1]).map_err(at(1))?,
        hands: hands.collect::<Result<_, _>>().map_err(at(2))?,
        gifts,
        plays: values[4].split_whitespace().map(play).collect::<Result<_, _>>().map_err(at(4))?,
        result: digits(values[5]).map_err(at(5))?,
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
    let cards = cards(text, in_hand).and_then(|text| read_hand(&text))?;
    Ok(GiftRecord { from: players[0], to: players[1], cards })
}

/// `<player><cards>EE`, a pass without cards.
fn play(text: &str) -> Result<Play, String> {
    let (players, text) = ended(text, 1)?;
    let submitted = match text.as_bytes() {
        // One joker alone, whatever cell it lies in; below the four suits it is no meld.
        [b'K' | b'L' | b'M' | b'N', _] => Submitted::read("JK"),
        _ => Submitted::read(&cards(text, played)?),
    };
    Ok(Play { player: players[0], submitted, refused: false })
}

/// Takes so many digits from the head of an entry and `EE` from its end.
fn ended(text: &str, players: usize) -> Result<(Vec<u8>, &str), String> {
    let parts = text.strip_suffix("EE").and_then(|text| text.split_at_checked(players));
    let (numbers, cards) =
        parts.ok_or_else(|| format!("`{}`; expected players, cards and EE", text.escape_debug()))?;
    Ok((digits(numbers)?, cards))
}

/// Cards of two letters each, in this crate's words.
fn cards(text: &str, word: impl Fn(char, char) -> Option<String>) -> Result<String, String> {
    let letters: Vec<char> = text.chars().collect();
    let words: Option<Vec<String>> = letters
        .chunks(2)
        .map(|pair| match pair {
            [suit, rank] => word(*suit, *rank),
            _ => None,
        })
        .collect();
    words.map(|words| words.join(" ")).ok_or_else(|| format!("`{}` are no cards", text.escape_debug()))
}

/// A card of a hand.
fn in_hand(suit: char, rank: char) -> Option<String> {
    match suit {
        'J' => Some("JK".to_owned()),
        'S' | 'H' | 'D' | 'C' => Some(format!("{suit}{rank}")),
        _ => None,
    }
}

/// A card that was submitted.
fn played(suit: char, rank: char) -> Option<String> {
    let stands_for = match suit {
        'K' => "S",
        'L' => "H",
        'M' => "D",
        'N' => "C",
        'J' => "",
        _ => return in_hand(suit, rank),
    };
    Some(format!("[{stands_for}{rank}]"))
}
