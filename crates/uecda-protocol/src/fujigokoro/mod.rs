//! The record format of FujiGokoro, a champion of UECda: one match per file. It can be read, but
//! not written.
//!
//! ```text
//! player a b c d e
//! /* game 0
//! score
//! class 0 1 2 3 4          the class of each player, 0 the richest
//! seat 2 0 1 4 3           the seat of each player
//! dealt { d3 s9 … jo } { … } { … } { … } { … }
//! changed { } { } { } { } { }      what each player gave; nothing in a game without an exchange
//! original { d3 … } { … } { … } { … } { … }      the hands after the exchange
//! play d-567[269244] p[84] p[80] …
//! result 3 1 0 2 4         the new class of each player
//! */
//! //
//! ```
//!
//! Words are separated by white space; braces may touch the cards, and commas count as white space
//! in hands. Letters are lower case or upper case. A joker is `jo` in a hand and `jk` in a move;
//! [`read`] accepts both spellings everywhere. FujiGokoro itself omits the `//`. A move is `p` for
//! a pass, `jk` for a lone joker, suits and rank for a group (`hs-t`), or suit and ranks for a
//! sequence (`c-jqk`). The suits or ranks that jokers replace follow in parentheses: `dh-5(h)` in a
//! pair, `cdhsx-4(x)` in five of a kind, `h-678(7)` in a sequence, `s--34(-)` below the 3,
//! `s-a2+(+)` above the 2. A number in brackets is the time of the move in microseconds. The record
//! does not name the players of the moves; they follow from the rules. The points in the record are
//! not read, since the results determine them.

mod moves;
mod words;

use moves::read_move;
use words::{Word, Words};

use quadrille_daifugo::Card;
use quadrille_daifugo::game::Game;
use quadrille_daifugo::melds::Hand;
use quadrille_daifugo::records::reading::{
    GamePositions, ListPlaces, Standing, TextPosition, WholeLines, complete, ended, play_again, without_mark,
};
use quadrille_daifugo::records::{Cut, Fault, GameRecord, GiftRecord, Missing, Play, Record, RecordError};
use quadrille_daifugo::rules::Rules;

const PLAYERS: usize = 5;
const BEGIN: &str = "/*";
const END: &str = "*/";
const END_OF_MATCH: &str = "//";
/// The spellings of the joker: the program writes the first in hands and the second in moves.
const JOKERS: [&str; 2] = ["jo", "jk"];
/// The keys of the values of a game.
const KEYS: [&str; 9] = ["game", "score", "class", "seat", "dealt", "changed", "original", "play", "result"];

/// Reads a record and replays its games; a leading byte-order mark is ignored.
///
/// ```
/// use quadrille_uecda_protocol::fujigokoro;
///
/// let error = fujigokoro::read("player a b c d e\n/* seat 0 1 2 3 5\n*/").unwrap_err();
/// assert!(error.to_string().starts_with("line 2, column 17: `5`; expected"));
/// ```
///
/// # Errors
/// Returns the first malformed word, or the position at which a game first contradicts the rules or
/// its own result. A record that ends early is an error as well.
pub fn read(text: &str) -> Result<Record, RecordError> {
    complete(read_whole_games(text)?)
}

/// Reads the whole games of a record that may end early. A game is whole if the line with its `*/`
/// has its line end. The `//` after the last game may be missing.
///
/// # Errors
/// Returns the same errors as [`read`], except that a record may end early.
pub fn read_whole_games(text: &str) -> Result<(Record, Option<Cut>), RecordError> {
    let mut record = Record { players: Vec::new(), rules: Rules::UECDA, games: Vec::new() };
    let cut = read_into(text, &mut record)?;
    Ok((record, cut))
}

/// Reads the whole games into `record`. After an error, `record` has the valid games before the
/// error.
pub(super) fn read_into(text: &str, record: &mut Record) -> Result<Option<Cut>, RecordError> {
    let whole = WholeLines::of(without_mark(text));
    let mut words = Words::new(whole.text);
    record.players = match read_players(&mut words) {
        Err(_) if words.ran_out() => return Ok(Some(whole.cut(0, Missing::FirstGame))),
        players => players?,
    };
    let mut standing = Standing::new(record.rules);
    while let Some(word) = words.next().filter(|word| word.text != END_OF_MATCH) {
        if word.text != BEGIN {
            return Err(word.expected("`/*` before a game, or `//` at the end"));
        }
        match read_game(&mut words, word.place, &mut standing) {
            Err(_) if words.ran_out() => {
                let missing = Missing::Part { expected: format!("`{END}`") };
                return Ok(Some(whole.cut(record.games.len(), missing)));
            }
            game => record.games.push(game?),
        }
    }
    let games = record.games.len();
    let missing = if games == 0 { Missing::FirstGame } else { Missing::LineEnd };
    Ok(whole.is_broken().then(|| whole.cut(games, missing)))
}

/// Reads `player` and the names.
fn read_players(words: &mut Words<'_>) -> Result<Vec<String>, RecordError> {
    let key = words.due("`player` and the names of the players")?;
    if key.text != "player" {
        return Err(key.expected("`player` and the names of the players"));
    }
    let mut names = Vec::new();
    let is_name = |word: &Word<'_>| ![BEGIN, END_OF_MATCH].contains(&word.text);
    while let Some(name) = words.peek().filter(is_name)
        && names.len() < PLAYERS
    {
        names.push(name.text.to_owned());
        words.next();
    }
    if names.len() < PLAYERS && words.peek().is_none() {
        words.due("the names of the players")?;
    }
    match names.len() {
        PLAYERS => Ok(names),
        found => Err(key.place.is(format!("{found} names; expected {PLAYERS}"))),
    }
}

/// The positions of the entries of a list, and the list; `None` if the record does not have the key
/// of the list.
type Listed<T> = Option<(ListPlaces, Vec<T>)>;

/// The values of a game, as written in the record.
#[derive(Default)]
struct RecordParts {
    classes: Listed<u8>,
    seats: Listed<u8>,
    dealt: Listed<Hand>,
    changed: Listed<Hand>,
    original: Listed<Hand>,
    plays: Listed<Play>,
    result: Listed<u8>,
}

impl RecordParts {
    /// Reads the text between `/*` and `*/`, and returns it with the position of the `*/`.
    fn read(words: &mut Words<'_>) -> Result<(Self, TextPosition), RecordError> {
        let mut parts = Self::default();
        loop {
            let key = words.due("`*/` at the end of the game")?;
            let there = match key.text {
                END => return Ok((parts, key.place)),
                "game" => {
                    number(words, u64::MAX)?;
                    false
                }
                // The points so far, which are written in several forms. They are skipped, since
                // they can be computed.
                "score" => {
                    while words.peek().is_some_and(|word| word.text != END && !KEYS.contains(&word.text)) {
                        words.next();
                    }
                    false
                }
                "class" => parts.classes.replace(numbers(words, key)?).is_some(),
                "seat" => parts.seats.replace(numbers(words, key)?).is_some(),
                "dealt" => parts.dealt.replace(hands(words, key)?).is_some(),
                "changed" => parts.changed.replace(hands(words, key)?).is_some(),
                "original" => parts.original.replace(hands(words, key)?).is_some(),
                "play" => parts.plays.replace(plays(words, key)?).is_some(),
                "result" => parts.result.replace(numbers(words, key)?).is_some(),
                _ => return Err(key.expected(&format!("one of {}, or `*/`", KEYS.join(", ")))),
            };
            if there {
                return Err(key.place.is(format!("duplicate `{}`", key.text)));
            }
        }
    }
}

/// Reads a number from 0 to `most`.
fn number(words: &mut Words<'_>, most: u64) -> Result<(TextPosition, u64), RecordError> {
    let word = words.due("a number")?;
    let number = word.text.parse().ok().filter(|&number| number <= most);
    let expected =
        if most == u64::MAX { "a number".to_owned() } else { format!("a number from 0 to {most}") };
    number.map(|number| (word.place, number)).ok_or_else(|| word.expected(&expected))
}

/// Reads a class or a seat for each player.
fn numbers(words: &mut Words<'_>, key: Word<'_>) -> Result<(ListPlaces, Vec<u8>), RecordError> {
    let mut places = ListPlaces { list: key.place, entries: Vec::new() };
    let mut list = Vec::new();
    for _ in 0..PLAYERS {
        let (place, number) = number(words, PLAYERS as u64 - 1)?;
        places.entries.push(place);
        list.push(number as u8);
    }
    Ok((places, list))
}

/// Reads a hand in braces for each player.
fn hands(words: &mut Words<'_>, key: Word<'_>) -> Result<(ListPlaces, Vec<Hand>), RecordError> {
    let mut places = ListPlaces { list: key.place, entries: Vec::new() };
    let mut list = Vec::new();
    for _ in 0..PLAYERS {
        let open = words.due_of_hand("`{` before a hand")?;
        if open.text != "{" {
            return Err(open.expected("`{` before a hand"));
        }
        places.entries.push(open.place);
        let mut hand = Hand::EMPTY;
        loop {
            let word = words.due_of_hand("a card, or `}` after the hand")?;
            match word.text {
                "}" => break,
                text if JOKERS.iter().any(|joker| text.eq_ignore_ascii_case(joker)) => hand.jokers += 1,
                text => {
                    let card: Card = text.parse().map_err(|error| word.place.is(format!("{error}")))?;
                    if !hand.cards.insert(card) {
                        return Err(word.place.is(format!("duplicate card {card}")));
                    }
                }
            }
        }
        list.push(hand);
    }
    Ok((places, list))
}

/// Reads the moves up to the next key. Their players are not yet known.
fn plays(words: &mut Words<'_>, key: Word<'_>) -> Result<(ListPlaces, Vec<Play>), RecordError> {
    let mut places = ListPlaces { list: key.place, entries: Vec::new() };
    let mut list: Vec<Play> = Vec::new();
    while let Some(word) = words.peek().filter(|word| word.text != END && !KEYS.contains(&word.text)) {
        words.next();
        let (text, time) = match word.text.split_once('[') {
            Some((text, time)) => {
                let number = time.strip_suffix(']').and_then(|time| time.parse().ok());
                (text, Some(number.ok_or_else(|| word.expected("a time in microseconds, such as `[84]`"))?))
            }
            None => (word.text, None),
        };
        match list.last_mut() {
            // A blank may separate the time from its move.
            Some(last) if text.is_empty() && last.time.is_none() => last.time = time,
            _ => {
                let submitted = read_move(text).map_err(|reason| word.place.is(reason))?;
                places.entries.push(word.place);
                list.push(Play { player: 0, submitted, refused: false, why: None, time });
            }
        }
    }
    Ok((places, list))
}

/// Returns the inverse permutation; `None` unless each number occurs exactly once.
fn inverted(numbers: &[u8]) -> Option<Vec<u8>> {
    let at = |number: u8| numbers.iter().position(|&other| other == number).map(|at| at as u8);
    (0..numbers.len() as u8).map(at).collect()
}

/// Reads a game and replays it.
fn read_game(
    words: &mut Words<'_>,
    begin: TextPosition,
    standing: &mut Standing,
) -> Result<GameRecord, RecordError> {
    let (parts, end) = RecordParts::read(words)?;
    let missing = |key: &str| end.is(format!("the game ends without `{key}`"));
    let (seat_places, seats) = parts.seats.ok_or_else(|| missing("seat"))?;
    let (hand_places, dealt) = parts.dealt.ok_or_else(|| missing("dealt"))?;
    let (play_places, plays) = parts.plays.ok_or_else(|| missing("play"))?;
    let (result_places, result) = parts.result.ok_or_else(|| missing("result"))?;
    let each_once = |what, places: &ListPlaces, list: &[u8]| {
        inverted(list).ok_or_else(|| places.list.has(Fault::NotEachOnce { what, found: list.to_vec() }))
    };
    let seats = each_once("the seats", &seat_places, &seats)?;
    let result = each_once("the result", &result_places, &result)?;
    // Without an exchange the classes have no meaning; the classes of the first game are arbitrary.
    let mut places = GamePositions {
        seats: seat_places.list,
        hands: hand_places,
        plays: play_places,
        result: result_places.list,
        points: result_places.list,
        ..GamePositions::default()
    };
    let (mut classes, mut gifts) = (None, Vec::new());
    if let Some((changed_places, changed)) = parts.changed {
        places.gifts.list = changed_places.list;
        if changed.iter().any(|hand| !hand.is_empty()) {
            let (class_places, list) = parts.classes.ok_or_else(|| missing("class"))?;
            let by_class = each_once("the classes", &class_places, &list)?;
            places.classes = class_places.list;
            (places.gifts.entries, gifts) = exchange(&by_class, &changed_places, &changed)?;
            classes = Some(list);
        }
    }
    let points = standing.points_after(&result);
    let mut record =
        GameRecord { line: begin.line, classes, seats, hands: dealt, gifts, plays, result, points };
    let found = |misfit| places.error(misfit);
    let mut game = standing.open(&record).map_err(found)?;
    if let Some((original_places, original)) = parts.original {
        check_hands(&game, &record, &original_places, &original)?;
    }
    for at in 0..record.plays.len() {
        if let Some(seat) = game.turn() {
            record.plays[at].player = record.seats[seat];
        }
        play_again(&mut game, &record, at).map_err(found)?;
    }
    ended(game, &record).and_then(|()| standing.close(&record)).map_err(found)?;
    Ok(record)
}

/// Returns the gifts in the order in which they are given: by the poorest player, the second
/// poorest, the richest and the second richest.
fn exchange(
    by_class: &[u8],
    places: &ListPlaces,
    changed: &[Hand],
) -> Result<(Vec<TextPosition>, Vec<GiftRecord>), RecordError> {
    let last = PLAYERS - 1;
    let order = [last, last - 1, 0, 1];
    let gift = |class: usize| {
        let from = by_class[class];
        GiftRecord { from, to: by_class[last - class], cards: changed[usize::from(from)] }
    };
    let gifts: Vec<GiftRecord> = order.into_iter().map(gift).collect();
    let given: Vec<TextPosition> = gifts.iter().map(|gift| places.entries[usize::from(gift.from)]).collect();
    let middle = usize::from(by_class[2]);
    if changed[middle].is_empty() {
        Ok((given, gifts))
    } else {
        let cards = changed[middle].to_string();
        let fault = Fault::Gift {
            number: gifts.len() + 1,
            found: format!("player {middle} gives {cards}"),
            expected: "no gift from the player of the middle class".to_owned(),
        };
        Err(places.entries[middle].has(fault))
    }
}

/// Checks the recorded hands after the exchange, if the record has them.
fn check_hands(
    game: &Game,
    record: &GameRecord,
    places: &ListPlaces,
    original: &[Hand],
) -> Result<(), RecordError> {
    if original.iter().all(|hand| hand.is_empty()) {
        return Ok(());
    }
    for (&player, &expected) in record.seats.iter().zip(game.hands()) {
        let found = original[usize::from(player)];
        if found != expected {
            let place = places.entries[usize::from(player)];
            return Err(place.has(Fault::Exchanged { player, found, expected }));
        }
    }
    Ok(())
}
