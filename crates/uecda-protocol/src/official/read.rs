//! Reads logs as records.

use super::cells::{in_hand, is_lone_joker, played, words};
use super::head::{Head, HeadLines};
use super::refusals::find_refusals;
use super::{KEYS, MATCH, NO_CLASSES, NO_GIFTS, split};
use quadrille_daifugo::melds::{Hand, HandError};
use quadrille_daifugo::records::reading::{
    GamePositions, ListPlaces, Standing, TextPosition, WholeLines, complete, without_mark, words_at,
};
use quadrille_daifugo::records::{
    Cut, GameRecord, GiftRecord, Missing, Play, Record, RecordError, Submitted,
};
use quadrille_daifugo::rules::{Rule, Rules};

/// Reads a log and replays its games; a leading byte-order mark is ignored.
///
/// Plays that the rules do not allow were refused. A play that appears legal may have been refused
/// too, because the log shows an invalid cell as a card. If the game leads to a contradiction, the
/// latest play that appears legal is therefore assumed to be refused, then the legal play before
/// it, and so on, until the game is consistent or a hundred thousand plays of the game have been
/// tried.
///
/// ```
/// use quadrille_uecda_protocol::official;
///
/// let error = official::read("%-----%hostname% vm\n%00000%seat% 01234\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 2: `seat` of game 00000; expected `mibun` of game 00000");
/// ```
///
/// # Errors
/// Returns the first malformed line, or the position at which a game first contradicts the rules or
/// its own result. A log that ends early, or whose number of games differs from its `GAME_NUMBER`,
/// is an error as well.
pub fn read(text: &str) -> Result<Record, RecordError> {
    complete(read_whole_games(text)?)
}

/// Reads the whole games of a log that may end early. The official server writes its log in blocks
/// of 4096 bytes, and the last block when it exits.
///
/// A game is whole if its line `points` is present with its line end. The lines of an incomplete
/// game, and a last line without line end, are ignored. The lines after the last game may be
/// missing. The number of games may differ from the number in the head.
///
/// # Errors
/// Returns the first malformed line, or the position at which a whole game first contradicts the
/// rules or its own result. If the number of games is the number in the head, the points of the
/// match must be the points after the last game.
pub fn read_whole_games(text: &str) -> Result<(Record, Option<Cut>), RecordError> {
    let mut record = Record { players: Vec::new(), rules: Rules::UECDA, games: Vec::new() };
    let cut = read_into(text, &mut record)?;
    Ok((record, cut))
}

/// Reads the whole games into `record`. After an error, `record` has the valid games before the
/// error.
pub(crate) fn read_into(text: &str, record: &mut Record) -> Result<Option<Cut>, RecordError> {
    let whole = WholeLines::of(without_mark(text));
    let log = Lines::of(whole.text);
    let head = match log.head.clone().head(log.games.len() as u32) {
        Ok(head) => head,
        Err(_) if log.fault.is_none() && log.games.is_empty() && log.due.is_none() => {
            return Ok(Some(whole.cut(0, Missing::FirstGame)));
        }
        Err(reason) => {
            return Err(log.fault.unwrap_or_else(|| TextPosition::line(whole.end.line).is(reason)));
        }
    };
    (record.players, record.rules) = (head.names.to_vec(), played_by(&log, head.rules));
    let mut standing = Standing::new(record.rules);
    for lines in &log.games {
        let (mut game, places) = read_game(lines)?;
        check_classes(&log.head, record.games.len(), &game).map_err(|reason| places.classes.is(reason))?;
        let opened = standing.open(&game);
        let found = opened.and_then(|opened| find_refusals(opened, &mut game));
        found.and_then(|()| standing.close(&game)).map_err(|misfit| places.error(misfit))?;
        record.games.push(game);
    }
    match log.fault {
        Some(fault) => Err(fault),
        None => check_end(&log, &head, &standing, whole),
    }
}

/// Returns the rules by which the games of a log were played. At the official server the line
/// `RULE_5TOBI YES`, which turns 5-skip on, has no effect. If a 5 skips a seat in the log, the log
/// is from a server that applies the rule.
fn played_by(log: &Lines<'_>, rules: Rules) -> Rules {
    let official = rules.without(Rule::FiveSkip);
    let fits = |rules: Rules, lines: &[Value<'_>; KEYS.len()]| {
        read_game(lines).is_ok_and(|(mut game, _)| {
            let opened = Standing::new(rules).open(&game);
            opened.and_then(|opened| find_refusals(opened, &mut game)).is_ok()
        })
    };
    if rules == official {
        return rules;
    }
    // The first game that contradicts the official server's rules is decisive: if it is consistent
    // with `rules`, the log follows `rules`.
    let decisive = log.games.iter().find(|lines| !fits(official, lines));
    if decisive.is_some_and(|lines| fits(rules, lines)) { rules } else { official }
}

/// A value, with its position in the text.
#[derive(Clone, Copy, Debug)]
struct Value<'a> {
    line: usize,
    /// The byte column at which the value begins in its line, from 1.
    column: usize,
    text: &'a str,
}

impl<'a> Value<'a> {
    const fn whole(self) -> TextPosition {
        TextPosition::line(self.line)
    }

    /// Returns the value without surrounding white space, and its position.
    fn trimmed(self) -> (TextPosition, &'a str) {
        self.entries().next().map_or((self.whole(), ""), |(place, _)| (place, self.text.trim()))
    }

    /// Returns the words of the value with their positions.
    fn entries(self) -> impl Iterator<Item = (TextPosition, &'a str)> {
        let place = move |at| TextPosition { line: self.line, column: Some(self.column + at) };
        words_at(self.text).map(move |(at, word)| (place(at), word))
    }

    /// Converts each word with `read`, and returns the results with their positions.
    fn list<T>(
        self,
        key: &str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<(Vec<T>, ListPlaces), RecordError> {
        let mut places = ListPlaces { list: self.whole(), entries: Vec::new() };
        let mut all = Vec::new();
        for (place, word) in self.entries() {
            all.push(read(word).map_err(|reason| place.is(format!("{key}: {reason}")))?);
            places.entries.push(place);
        }
        Ok((all, places))
    }
}

/// The lines of a log, sorted into head and games.
struct Lines<'a> {
    head: HeadLines,
    games: Vec<[Value<'a>; KEYS.len()]>,
    /// The next expected key of an incomplete game.
    due: Option<&'static str>,
    /// The value of the line with the points of the match.
    total: Option<Value<'a>>,
    /// The error that ended the sorting.
    fault: Option<RecordError>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        let mut lines =
            Self { head: HeadLines::default(), games: Vec::new(), due: None, total: None, fault: None };
        lines.fault = lines.sort(text).err();
        lines
    }

    fn sort(&mut self, text: &'a str) -> Result<(), RecordError> {
        // The values of the current game.
        let mut open: Vec<Value<'a>> = Vec::new();
        for (at, text) in text.lines().enumerate() {
            let line = TextPosition::line(at + 1);
            if text.trim().is_empty() {
                continue;
            }
            let (number, key, value) = split(text)
                .ok_or_else(|| line.is("this is not a line of a log; expected `%00000%key% value`"))?;
            let value = Value { line: line.line, column: text.len() - value.len() + 1, text: value };
            let due = (format!("{:05}", self.games.len()), KEYS[open.len()]);
            let expected = |instead: String| {
                line.is(format!(
                    "`{}`{}; expected {instead}",
                    key.escape_debug(),
                    if number == MATCH {
                        String::new()
                    } else {
                        format!(" of game {}", number.escape_debug())
                    }
                ))
            };
            let of_game = || format!("`{}` of game {}", due.1, due.0);
            if number == MATCH {
                if !open.is_empty() {
                    return Err(expected(of_game()));
                }
                self.head.take(key, value.text).map_err(|reason| line.is(reason))?;
                if key == "TOTAL_POINT" && self.total.replace(value).is_some() {
                    return Err(line.is("duplicate `TOTAL_POINT`"));
                }
                continue;
            }
            if self.total.is_some() {
                return Err(expected("the end of the log after `TOTAL_POINT`".to_owned()));
            }
            if (number, key) != (due.0.as_str(), due.1) {
                return Err(expected(of_game()));
            }
            open.push(value);
            if let Ok(game) = <[Value<'a>; KEYS.len()]>::try_from(&open[..]) {
                self.games.push(game);
                open.clear();
            }
        }
        self.due = (!open.is_empty()).then(|| KEYS[open.len()]);
        Ok(())
    }
}

/// Reads a game from its values, with the positions of its parts.
fn read_game(values: &[Value<'_>; KEYS.len()]) -> Result<(GameRecord, GamePositions), RecordError> {
    let [classes, seats, hands, gifts, plays, result, points] = *values;
    let in_digits = |key: &str, value: Value<'_>| {
        let (place, text) = value.trimmed();
        digits(text).map_err(|reason| place.is(format!("{key}: {reason}")))
    };
    let (hand_list, hand_places) = hands.list(KEYS[2], read_hand)?;
    let (gift_list, gift_places) = match gifts.text.trim() {
        NO_GIFTS => (Vec::new(), ListPlaces { list: gifts.whole(), entries: Vec::new() }),
        _ => gifts.list(KEYS[3], gift)?,
    };
    let (play_list, play_places) = plays.list(KEYS[4], play)?;
    let (point_list, _) = points.list(KEYS[6], number)?;
    let game = GameRecord {
        line: classes.line,
        classes: match classes.text.trim() {
            NO_CLASSES => None,
            _ => Some(in_digits(KEYS[0], classes)?),
        },
        seats: in_digits(KEYS[1], seats)?,
        hands: hand_list,
        gifts: gift_list,
        plays: play_list,
        result: in_digits(KEYS[5], result)?,
        points: point_list,
    };
    let places = GamePositions {
        classes: classes.whole(),
        seats: seats.whole(),
        hands: hand_places,
        gifts: gift_places,
        plays: play_places,
        result: result.whole(),
        points: points.whole(),
    };
    Ok((game, places))
}

/// Checks that a game has classes if the head requires them, and no classes otherwise.
fn check_classes(head: &HeadLines, number: usize, game: &GameRecord) -> Result<(), String> {
    let Some(reset) = head.class_reset else { return Ok(()) };
    let says = format!("`FLASH_MIBUN_NUMBER` is {reset}");
    match (&game.classes, number.is_multiple_of(reset as usize)) {
        (Some(_), true) => Err(format!("game {number} has classes; expected {NO_CLASSES}, because {says}")),
        (None, false) => {
            Err(format!("game {number} has no classes; expected one for each player, because {says}"))
        }
        _ => Ok(()),
    }
}

/// Checks that the log is complete: its last game is complete, the number of games is the number in
/// the head, and the points of the match are present. Returns the missing part, if there is one.
/// Fails if the points of the match are not the points after the last game.
fn check_end(
    log: &Lines<'_>,
    head: &Head,
    standing: &Standing,
    whole: WholeLines<'_>,
) -> Result<Option<Cut>, RecordError> {
    let (games, expected) = (log.games.len(), head.games);
    let same_number = games == expected as usize;
    if let Some(total) = log.total.filter(|_| same_number) {
        check_total(total, standing)?;
    }
    let missing = match (log.due, log.total) {
        (None, None) if games == 0 => Missing::FirstGame,
        (Some(key), _) => Missing::Part { expected: format!("`{key}`") },
        (None, None) if games < expected as usize => Missing::Games { expected },
        (None, None) if same_number => Missing::Total,
        (None, Some(_)) if same_number => {
            return Ok(whole.is_broken().then(|| whole.cut(games, Missing::LineEnd)));
        }
        _ if whole.is_broken() => Missing::LineEnd,
        _ => {
            // The number of games differs from the number in the head. If there are too many games,
            // the fault is in the first game beyond this number; otherwise in the line with the
            // points of the match.
            let first = log.games.get(expected as usize).map(|game| game[0]).or(log.total);
            let line = first.map_or(whole.end.line, |value| value.line);
            return Ok(Some(Cut { line, column: None, games, missing: Missing::Count { expected } }));
        }
    };
    Ok(Some(whole.cut(games, missing)))
}

/// Checks that the points of the match are the points after the last game.
fn check_total(total: Value<'_>, standing: &Standing) -> Result<(), RecordError> {
    let (found, _) = total.list("TOTAL_POINT", number)?;
    if found == standing.points() {
        return Ok(());
    }
    let expected = standing.points().iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    let found = total.text.trim().escape_debug();
    Err(total.whole().is(format!("the points of the match are {found}; expected {expected}")))
}

/// Reads players or classes, one digit each.
fn digits(text: &str) -> Result<Vec<u8>, String> {
    let digit = |letter: char| letter.to_digit(10).map(|digit| digit as u8);
    let all: Option<Vec<u8>> = text.chars().map(digit).collect();
    all.ok_or_else(|| format!("`{}`; expected digits", text.escape_debug()))
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("`{}` is not a number", text.escape_debug()))
}

/// Reads the cards of a hand or a gift.
fn read_hand(text: &str) -> Result<Hand, String> {
    words(text, in_hand)?.parse().map_err(|error: HandError| error.to_string())
}

/// Reads `<from><to><cards>EE`.
fn gift(text: &str) -> Result<GiftRecord, String> {
    let (players, cards) = ended(text, 2)?;
    let cards = read_hand(cards)?;
    Ok(GiftRecord { from: players[0], to: players[1], cards })
}

/// Reads `<player><cards>EE`; a pass has no cards.
fn play(text: &str) -> Result<Play, String> {
    let (players, cards) = ended(text, 1)?;
    let submitted = if is_lone_joker(cards) { "JK".to_owned() } else { words(cards, played)? };
    let submitted = Submitted::read(&submitted);
    Ok(Play { player: players[0], submitted, refused: false, why: None, time: None })
}

/// Splits an entry into `players` digits and the cards. The final `EE` is dropped.
fn ended(text: &str, players: usize) -> Result<(Vec<u8>, &str), String> {
    let parts = text.strip_suffix("EE").and_then(|text| text.split_at_checked(players));
    let (numbers, cards) = parts
        .ok_or_else(|| format!("`{}`; expected the players, the cards and `EE`", text.escape_debug()))?;
    Ok((digits(numbers)?, cards))
}
