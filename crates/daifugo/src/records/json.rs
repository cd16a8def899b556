//! Records as JSON lines: a head, then one game per line.
//!
//! ```text
//! {"record":"daifugo","version":1,"players":["a","b","c","d","e"],"jokers":1,"rules":["sequences","eight-cut", …]}
//! {"game":0,"classes":null,"seats":[2,0,1,4,3],"hands":["H3 D3 … JK", …],"gifts":[],"plays":[[0,"D5 D6 D7"],[1], …],
//!  "result":[4,0,1,3,2],"points":[4,3,1,2,5]}
//! ```
//! Each game is one line; it is split in two above. A game with known times has one more key,
//! `"times":[269244,84,null]`: the duration of each play in microseconds. A gift is
//! `[from, to, "S2 JK"]`. A play is `[player]` for a pass, `[player, "H6 [H7] H8"]` for a meld, or
//! `[player, "C3 D5", "refused", "no_meld"]` for a refused play, with the [name](Refusal::name) of
//! the reason. The reason may be absent. Writers keep a recorded reason. A replay of the game can
//! determine a missing reason if the rules forbid the play. The notation of cards is described in
//! `docs/daifugo-records.md`.

use quadrille_table::records::{self as shared, Line, LineFault, Lines, write_line};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::cut::complete;
use super::places::TextPosition;
use super::verify::Standing;
use super::{Cut, Fault, GameRecord, GiftRecord, Missing, Play, Record, RecordError, Submitted};
use crate::melds::{HandError, Refusal};
use crate::rules::{Rule, Rules};

/// Name of the format in the head.
const FORMAT: &str = "daifugo";
const VERSION: u32 = 1;
const REFUSED: &str = "refused";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    record: String,
    version: u32,
    players: Vec<String>,
    jokers: u32,
    rules: Vec<String>,
}

/// The serialised form of a game. It has the lists of a [`GameRecord`], in the notation of the
/// format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    game: usize,
    classes: Option<Vec<u8>>,
    seats: Vec<u8>,
    hands: Vec<String>,
    gifts: Vec<(u8, u8, String)>,
    plays: Vec<PlayEntry>,
    result: Vec<u8>,
    points: Vec<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    times: Option<Vec<Option<u64>>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum PlayEntry {
    Pass([u8; 1]),
    Meld((u8, String)),
    Refused((u8, String, String)),
    RefusedFor((u8, String, String, String)),
}

/// Returns the record as text, with a line end after each line and with the recorded reasons of
/// refused plays.
pub fn write(record: &Record) -> String {
    write_with(record, |_| Vec::new())
}

/// Returns the record as text with additional reasons of refused plays.
///
/// `reasons` receives the index of a game, and returns one entry per play of this game. Recorded
/// reasons take precedence.
pub fn write_with(record: &Record, reasons: impl Fn(usize) -> Vec<Option<Refusal>>) -> String {
    let head = Head {
        record: FORMAT.to_owned(),
        version: VERSION,
        players: record.players.clone(),
        jokers: record.rules.jokers(),
        rules: record.rules.rules().map(|rule| rule.name().to_owned()).collect(),
    };
    let mut text = write_line(&head);
    for (number, game) in record.games.iter().enumerate() {
        text += &write_game(number, game, &reasons(number));
    }
    text
}

impl GameLine {
    /// Converts a game; `number` is its index in the record, from 0.
    pub fn of(number: usize, game: &GameRecord) -> Self {
        let timed = game.plays.iter().any(|play| play.time.is_some());
        Self {
            game: number,
            classes: game.classes.clone(),
            seats: game.seats.clone(),
            hands: game.hands.iter().map(ToString::to_string).collect(),
            gifts: game.gifts.iter().map(|gift| (gift.from, gift.to, gift.cards.to_string())).collect(),
            plays: game.plays.iter().map(entry).collect(),
            result: game.result.clone(),
            points: game.points.clone(),
            times: timed.then(|| game.plays.iter().map(|play| play.time).collect()),
        }
    }
}

impl GameLine {
    /// Adds reasons to the refused plays. `reasons` has one entry per play, such as the result of
    /// `refusals` in the crate `quadrille-uecda-protocol`. Recorded reasons take precedence.
    #[must_use]
    pub fn with_reasons(mut self, reasons: &[Option<Refusal>]) -> Self {
        for (entry, reason) in self.plays.iter_mut().zip(reasons) {
            if let (PlayEntry::Refused((player, cards, mark)), Some(reason)) = (&mut *entry, reason) {
                let (cards, mark) = (std::mem::take(cards), std::mem::take(mark));
                *entry = PlayEntry::RefusedFor((*player, cards, mark, reason.name().to_owned()));
            }
        }
        self
    }
}

/// Returns the line of a game with its line end. `number` is the index of the game in the record.
/// `reasons` has one entry per play: the reason of a refused play.
pub fn write_game(number: usize, game: &GameRecord, reasons: &[Option<Refusal>]) -> String {
    write_line(&GameLine::of(number, game).with_reasons(reasons))
}

fn entry(play: &Play) -> PlayEntry {
    match (&play.submitted, play.refused) {
        (Submitted::Pass, _) => PlayEntry::Pass([play.player]),
        (submitted, false) => PlayEntry::Meld((play.player, submitted.to_string())),
        (submitted, true) => {
            let (player, cards, mark) = (play.player, submitted.to_string(), REFUSED.to_owned());
            match play.why {
                Some(why) => PlayEntry::RefusedFor((player, cards, mark, why.name().to_owned())),
                None => PlayEntry::Refused((player, cards, mark)),
            }
        }
    }
}

/// Reads a record, skipping a byte-order mark. Its games are not yet [verified](Record::verify).
///
/// ```
/// use quadrille_daifugo::records::json;
///
/// let error = json::read("{}\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 2: not a head of a record: missing field `record`");
/// ```
///
/// # Errors
/// Returns the fault of the first line that violates the format. A last line without a line end is
/// a fault as well.
pub fn read(text: &str) -> Result<Record, RecordError> {
    complete(read_whole_games(text)?)
}

/// Reads all whole games of a record that may end early: the games whose line has a line end. The
/// games are not yet [verified](Record::verify).
///
/// Games missing after the last line are not detected, because the head does not state the number
/// of games.
///
/// # Errors
/// Returns the fault of the first line that violates the format. A last line without a line end is
/// not parsed.
pub fn read_whole_games(text: &str) -> Result<(Record, Option<Cut>), RecordError> {
    let mut record = Record { players: Vec::new(), rules: Rules::UECDA, games: Vec::new() };
    let cut = read_each(text, &mut record, |_| |_| Ok(()))?;
    Ok((record, cut))
}

/// Reads a record and verifies it game by game. `record` receives the valid games before the first
/// error.
///
/// # Errors
/// Returns the first fault of the format or of a replayed game.
pub fn read_into(text: &str, record: &mut Record) -> Result<Option<Cut>, RecordError> {
    read_each(text, record, |rules| {
        let mut standing = Standing::new(rules);
        move |game| standing.verify(game)
    })
}

/// Adds games to `record` until one fails its check. `check` receives the rules of the head, and
/// returns the function that checks a game.
fn read_each<C: FnMut(&GameRecord) -> Result<(), RecordError>>(
    text: &str,
    record: &mut Record,
    check: impl FnOnce(Rules) -> C,
) -> Result<Option<Cut>, RecordError> {
    let mut lines = Lines::new(text.as_bytes(), u64::MAX);
    // For a text in memory, the line reader can report only one fault: a missing line end.
    let cut = |shared::RecordError { line, column, .. }: shared::RecordError<LineFault>, games| {
        let missing = if games == 0 { Missing::FirstGame } else { Missing::LineEnd };
        Ok(Some(Cut { line, column, games, missing }))
    };
    let head = match lines.next() {
        Some(Ok(line)) => line,
        Some(Err(end)) => return cut(end, 0),
        None => return Err(TextPosition::line(1).is("the head is missing; expected a JSON object")),
    };
    let read = read_head(object(&head, "head of a record")?);
    (record.players, record.rules) = read.map_err(|reason| TextPosition::line(head.number).is(reason))?;
    let mut check = check(record.rules);
    let mut has_thoughts = true;
    for line in lines {
        let number = record.games.len();
        let line = match line {
            Ok(line) => line,
            Err(end) => return cut(end, number),
        };
        if line.has_thoughts() {
            // At most one line of thoughts (the values that players gave their actions) can follow
            // a game.
            let last = number.checked_sub(1).filter(|_| !std::mem::replace(&mut has_thoughts, true));
            let course = last.and_then(|last| record.course(last)).transpose();
            let course = course.map_err(|error| TextPosition::line(line.number).is(error.to_string()))?;
            let game = course.as_ref().map(|(start, actions)| (start.clone(), &actions[..]));
            let checked = line.check_thoughts(game);
            checked.map_err(|error| error.map(|fault| Fault::Format(fault.to_string())))?;
            continue;
        }
        has_thoughts = false;
        let game = read_game(object(&line, "game of a record")?, line.number, number);
        let game = game.map_err(|reason| TextPosition::line(line.number).is(reason))?;
        check(&game)?;
        record.games.push(game);
    }
    Ok(None)
}

/// Splits a text of concatenated records, each of which begins with its head. Returns for each
/// record the number of lines before it, and its text.
///
/// ```
/// use quadrille_daifugo::records::json;
///
/// let head = "{\"record\":\"quadrille-daifugo\"}";
/// let text = format!("{head}\n{{\"game\":0}}\n{head}\n");
/// let lines: Vec<(usize, usize)> = json::each(&text).map(|(before, text)| (before, text.lines().count())).collect();
/// assert_eq!(lines, [(0, 2), (2, 1)]);
/// ```
pub fn each(text: &str) -> impl Iterator<Item = (usize, &str)> {
    const HEAD: &str = "{\"record\":";
    let (mut rest, mut before) = (text, 0);
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        // The first line always begins a record, so that a faulty first line is reported as a
        // faulty head.
        let mut end = rest.find('\n').map_or(rest.len(), |end| end + 1);
        while end < rest.len() && !rest[end..].starts_with(HEAD) {
            end += rest[end..].find('\n').map_or(rest.len() - end, |line| line + 1);
        }
        let (record, others) = rest.split_at(end);
        let found = (before, record);
        rest = others;
        before += record.matches('\n').count();
        Some(found)
    })
}

/// Deserialises a line.
fn object<T: DeserializeOwned>(line: &Line, what: &'static str) -> Result<T, RecordError> {
    line.json(what).map_err(|error| error.map(|fault| Fault::Format(fault.to_string())))
}

fn read_head(head: Head) -> Result<(Vec<String>, Rules), String> {
    if head.record != FORMAT || head.version != VERSION {
        return Err(format!(
            "this is version {} of the format `{}`; expected version {VERSION} of `{FORMAT}`",
            head.version,
            head.record.escape_debug()
        ));
    }
    let mut rules = Rule::ALL.into_iter().fold(Rules::UECDA, Rules::without);
    for name in &head.rules {
        let known = || Rule::ALL.map(Rule::name).join(", ");
        let rule = Rule::from_name(name)
            .ok_or_else(|| format!("unknown rule `{}`; expected one of {}", name.escape_debug(), known()))?;
        rules = rules.with(rule);
    }
    let rules = rules.of(head.players.len(), head.jokers).map_err(|error| error.to_string())?;
    Ok((head.players, rules))
}

fn read_game(game: GameLine, line: usize, number: usize) -> Result<GameRecord, String> {
    if game.game != number {
        return Err(format!("this is game {}; expected game {number}", game.game));
    }
    let hand = |(player, text): (usize, &String)| {
        text.parse().map_err(|error: HandError| format!("hand {player}: {error}"))
    };
    let gift = |(at, (from, to, cards)): (usize, &(u8, u8, String))| {
        let cards = cards.parse().map_err(|error: HandError| format!("gift {}: {error}", at + 1))?;
        Ok(GiftRecord { from: *from, to: *to, cards })
    };
    let plays = game.plays.into_iter().enumerate().map(play);
    let mut plays = plays.collect::<Result<Vec<Play>, String>>()?;
    if let Some(times) = game.times {
        if times.len() != plays.len() {
            return Err(format!(
                "`times` has {} entries; expected one for each of the {} plays",
                times.len(),
                plays.len()
            ));
        }
        plays.iter_mut().zip(times).for_each(|(play, time)| play.time = time);
    }
    Ok(GameRecord {
        line,
        classes: game.classes,
        seats: game.seats,
        hands: game.hands.iter().enumerate().map(hand).collect::<Result<_, String>>()?,
        gifts: game.gifts.iter().enumerate().map(gift).collect::<Result<_, String>>()?,
        plays,
        result: game.result,
        points: game.points,
    })
}

fn play((at, entry): (usize, PlayEntry)) -> Result<Play, String> {
    let number = at + 1;
    let (player, text, refused, why) = match entry {
        PlayEntry::Pass([player]) => {
            return Ok(Play { player, submitted: Submitted::Pass, refused: false, why: None, time: None });
        }
        PlayEntry::Meld((player, text)) => (player, text, false, None),
        PlayEntry::Refused((player, text, mark)) if mark == REFUSED => (player, text, true, None),
        PlayEntry::RefusedFor((player, text, mark, reason)) if mark == REFUSED => {
            let Some(why) = Refusal::from_name(&reason) else {
                let known = Refusal::ALL.map(Refusal::name).join(", ");
                return Err(format!(
                    "play {number}: `{}` is not a reason of a refusal; expected one of {known}",
                    reason.escape_debug()
                ));
            };
            (player, text, true, Some(why))
        }
        PlayEntry::Refused((_, _, mark)) | PlayEntry::RefusedFor((_, _, mark, _)) => {
            return Err(format!(
                "play {number}: the third entry is `{}`; expected `{REFUSED}`",
                mark.escape_debug()
            ));
        }
    };
    match Submitted::read(&text) {
        Submitted::Pass => {
            Err(format!("play {number}: no cards; expected cards, or the entry `[{player}]` for a pass"))
        }
        submitted => Ok(Play { player, submitted, refused, why, time: None }),
    }
}
