//! Tests of the champion's record format: records are written in all its variants, and read.

use proptest::prelude::*;
use quadrille_daifugo::melds::{Hand, Kind, Meld};
use quadrille_daifugo::records::{GameRecord, Play, Record, Submitted, json};
use quadrille_daifugo::rules::Rules;
use quadrille_uecda_protocol::{Format, fujigokoro, official, read, write_json};

use super::official::STANDARD;
use super::records::{recorded, without_lines};

/// The variants of the format.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the variants are independent")]
pub(super) struct Form {
    glued: bool,
    commas: bool,
    upper: bool,
    scores: bool,
    numbered: bool,
    original: bool,
    line_a_word: bool,
    closed: bool,
    /// Whether hands have the joker of moves, as earlier versions of these tests wrote it.
    joker_of_moves: bool,
}

pub(super) const PLAIN: Form = Form {
    glued: false,
    commas: false,
    upper: false,
    scores: true,
    numbered: true,
    original: true,
    line_a_word: false,
    closed: true,
    joker_of_moves: false,
};

/// Every word on a line of its own.
pub(super) const LINE_A_WORD: Form = Form { line_a_word: true, ..PLAIN };

/// Writes a record like the program itself: blanks at the ends of lines, no game numbers, scores or
/// end of the match.
pub(super) fn written_by_the_program(record: &Record) -> String {
    let form = Form { scores: false, numbered: false, closed: false, ..PLAIN };
    let lines = text(record, form).replace(" */\n", "\n*/\n").replace('\n', " \n");
    // Only the line with the names has no blank at its end.
    lines.replacen(" \n", "\n", 1)
}

fn cards(hand: Hand, form: Form) -> String {
    let word =
        |word: &str| if word == "JK" && !form.joker_of_moves { "jo".to_owned() } else { word.to_lowercase() };
    let words: Vec<String> = hand.to_string().split_whitespace().map(word).collect();
    let words = words.join(if form.commas { ", " } else { " " });
    if form.glued { format!("{{{words}}}") } else { format!("{{ {words} }}") }
}

fn hands(hands: impl IntoIterator<Item = Hand>, form: Form) -> String {
    hands.into_iter().map(|hand| cards(hand, form)).collect::<Vec<_>>().join(if form.glued {
        ""
    } else {
        " "
    })
}

fn of_meld(meld: Meld) -> String {
    if meld.kind() == Kind::Jokers {
        return "jk".to_owned();
    }
    let shown = meld.to_string().to_lowercase();
    let inner = |word: &str| word.trim_matches(['[', ']']).to_owned();
    let words: Vec<(String, bool)> =
        shown.split(' ').map(|word| (inner(word), word.starts_with('['))).collect();
    let (mut first, mut second, mut jokers) = (String::new(), String::new(), String::new());
    for (at, (word, joker)) in words.iter().enumerate() {
        // A fifth of a kind is a rank without a suit.
        let (suit, rank) = if word.len() == 1 { ("x", word.as_str()) } else { word.split_at(1) };
        let rank = match rank {
            "x" if at == 0 => "-",
            "x" => "+",
            rank => rank,
        };
        let letter = if meld.kind() == Kind::Group {
            first += suit;
            rank.clone_into(&mut second);
            suit
        } else {
            suit.clone_into(&mut first);
            second += rank;
            rank
        };
        if *joker {
            jokers += letter;
        }
    }
    let jokers = if jokers.is_empty() { String::new() } else { format!("({jokers})") };
    format!("{first}-{second}{jokers}")
}

/// Writes the inverse permutation.
fn inverted(list: &[u8]) -> String {
    let at = |number| list.iter().position(|&other| other == number).unwrap().to_string();
    (0..list.len() as u8).map(at).collect::<Vec<_>>().join(" ")
}

fn of_game(number: usize, game: &GameRecord, form: Form) -> String {
    let mut after = game.hands.clone();
    for gift in &game.gifts {
        after[usize::from(gift.from)].give(gift.cards);
        after[usize::from(gift.to)].take(gift.cards);
    }
    let given = |player: u8| {
        let gift = game.gifts.iter().find(|gift| gift.from == player);
        gift.map_or(Hand::EMPTY, |gift| gift.cards)
    };
    let play = |play: &Play| {
        let chosen = match &play.submitted {
            Submitted::Pass => "p".to_owned(),
            Submitted::Meld(meld) => of_meld(*meld),
            Submitted::Cards(cards) => panic!("refused: {cards}"),
        };
        let chosen = if form.upper { chosen.to_uppercase() } else { chosen };
        let apart = if form.commas { " " } else { "" };
        chosen + &play.time.map_or_else(String::new, |time| format!("{apart}[{time}]"))
    };
    // In a game without an exchange the classes have no meaning.
    let classes = game.classes.clone().unwrap_or(vec![2; 5]);
    let lines = [
        if form.numbered { format!("/* game {}", number + 1) } else { "/*".to_owned() },
        if form.scores { "score 1 2 3 4 5".to_owned() } else { "score".to_owned() },
        format!("class {}", classes.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")),
        format!("seat {}", inverted(&game.seats)),
        format!("dealt {}", hands(game.hands.iter().copied(), form)),
        format!("changed {}", hands((0..5).map(given), form)),
        if form.original { format!("original {}", hands(after, form)) } else { String::new() },
        format!("play {}", game.plays.iter().map(play).collect::<Vec<_>>().join(" ")),
        format!("result {} */\n", inverted(&game.result)),
    ];
    lines.join("\n")
}

pub(super) fn text(record: &Record, form: Form) -> String {
    let mut text = format!("player {}\n", record.players.join(" "));
    for (number, game) in record.games.iter().enumerate() {
        text += &of_game(number, game, form);
    }
    text += if form.closed { "// and what follows\n" } else { "" };
    if form.line_a_word { text.replace(' ', "\n") } else { text }
}

/// Creates a record of a few games, with times of some plays.
fn timed(seed: u64) -> Record {
    let mut record = recorded(Rules::UECDA, seed, 3);
    for (game, timed) in record.games.iter_mut().zip([1, 3, usize::MAX]) {
        for (at, play) in game.plays.iter_mut().enumerate().filter(|(at, _)| at % timed == 1) {
            play.time = Some(at as u64 * 1000 + 7);
        }
    }
    record
}

fn forms() -> impl Strategy<Value = Form> {
    any::<u16>().prop_map(|bits| {
        let on = |bit: u32| bits >> bit & 1 == 1;
        Form {
            glued: on(0),
            commas: on(1),
            upper: on(2),
            scores: on(3),
            numbered: on(4),
            original: on(5),
            line_a_word: on(6),
            closed: on(7),
            joker_of_moves: on(8),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_variant_is_read(seed in any::<u64>(), form in forms()) {
        let record = timed(seed);
        let written = text(&record, form);
        let found = fujigokoro::read(&written).unwrap();
        prop_assert_eq!(found.verify(), Ok(()));
        // The record converts to JSON lines with its times.
        prop_assert_eq!(json::read(&write_json(&found)).map(without_lines), Ok(without_lines(found.clone())));
        prop_assert_eq!(without_lines(found), record);
    }

    /// A record with a changed character is refused with a place no earlier than its line, or is
    /// read as a valid record.
    #[test]
    fn a_changed_character_is_an_error_at_its_place(
        seed in any::<u64>(),
        at in any::<prop::sample::Index>(),
        letter in "[0-9a-z/*{}() \n-]",
    ) {
        let written = text(&timed(seed), PLAIN);
        let at = at.index(written.len());
        let mut changed = written.clone();
        changed.replace_range(at..=at, &letter);
        let line = written[..at].matches('\n').count() + 1;
        match fujigokoro::read(&changed) {
            Ok(record) => prop_assert_eq!(record.verify(), Ok(())),
            Err(error) => {
                // Points are computed from the result, and the error about names has the place of
                // their key.
                prop_assert!(error.line >= line || line == 2, "{error} instead of line {line}");
                prop_assert!(error.line <= changed.lines().count(), "{error}");
            }
        }
    }
}

/// The program writes the joker of a hand as `jo`, and a lone joker as `jk`.
#[test]
fn the_variant_of_the_program_itself_is_read() {
    let mut jokers = 0;
    for seed in 0..20 {
        let record = timed(seed);
        let written = written_by_the_program(&record);
        assert!(
            written.contains(" jo ") && !written.contains("jk }") && !written.contains("//"),
            "{written}"
        );
        assert!(written.contains("\n*/ \n/* \nscore \nclass "), "{written}");
        jokers += written.matches(" jk[").count() + written.matches(" jk ").count();
        assert_eq!(fujigokoro::read(&written).map(without_lines), Ok(record));
    }
    assert!(jokers > 0, "no joker was played alone");
}

#[test]
fn errors_have_their_place() {
    // The first game of a known match, with its plays and its result.
    let mut record = official::read(STANDARD).unwrap();
    record.games.truncate(2);
    let written = text(&record, PLAIN);
    assert_eq!(fujigokoro::read(&written).map(without_lines), Ok(without_lines(record)));
    let mut otherwise = Vec::new();
    for (from, to, says) in [
        ("player std0", "players std0", "line 1, column 1: `players`; expected `player` and the names"),
        ("player std0", "player", "line 1, column 1: 4 names; expected 5"),
        ("/* game 1", "game 1", "line 2, column 1: `game`; expected `/*` before a game, or `//` at the end"),
        (
            "*/\n/* game 2",
            "*/\n/ game 2",
            "line 11, column 1: `/`; expected `/*` before a game, or `//` at the end",
        ),
        ("game 1", "game one", "line 2, column 9: `one`; expected a number"),
        ("class 2 2 2 2 2", "class 2 2 2 2 9", "line 4, column 15: `9`; expected a number from 0 to 4"),
        ("seat 1 2 0 4 3", "seat 1 2 0 4 4", "line 5, column 1: the seats: [1, 2, 0, 4, 4]"),
        ("seat 1 2 0 4 3", "seat 1 2 0 4", "line 6, column 1: `dealt`; expected a number from 0 to 4"),
        ("seat 1 2 0 4 3", "seat 1 2 0 4 3 seat 1 2 0 4 3", "line 5, column 16: duplicate `seat`"),
        ("seat 1 2 0 4 3", "saet 1 2 0 4 3", "line 5, column 1: `saet`; expected one of game, score, class"),
        ("seat 1 2 0 4 3", "", "line 10, column 18: the game ends without `seat`"),
        (
            "d4 s4 h8",
            "d5 s4 h8",
            "line 6, column 44: the hands are not the deck: player 1 and another player both have D5",
        ),
        ("dealt { d3 h3", "dealt { d3 d3", "line 6, column 12: duplicate card D3"),
        ("dealt { d3 h3", "dealt { d3 b3", "line 6, column 12: `b` is not a suit"),
        ("dealt { d3 h3", "dealt { d3", "line 6, column 1: the hands are not the deck: no hand has H3"),
        ("changed {  } {", "changed { {", "line 7, column 11: `{` is not a card"),
        ("play d-567", "play d-568", "line 9, column 6: `d-568` is not a move; expected a move such as"),
        (
            "play d-567",
            "play h-567",
            "line 9, column 6: play 1: `H5 H6 H7` is illegal (the hand lacks a card), but the record does not mark it as refused",
        ),
        ("play d-567", "play d-567[x]", "line 9, column 6: `d-567[x]`; expected a time in microseconds"),
        (
            " c-j\nresult",
            "\nresult",
            "line 9, column 1: the plays end after play 78, but the game is not over",
        ),
        (" c-j\nresult", " c-j p\nresult", "play 80: a pass, but the game is over"),
        (
            "result 1 2 4 3 0",
            "result 1 2 3 4 0",
            "line 10, column 1: the result is [4, 0, 1, 2, 3]; the plays give 4 0 1 3 2",
        ),
        (
            "class 1 2 4 3 0",
            "class 1 2 3 4 0",
            "line 13, column 1: the classes are [1, 2, 3, 4, 0]; the previous game gives",
        ),
        (
            "changed { d3 } {  } { h2 jo } { s2 } { c3 c5 }",
            "changed { d3 } {  } { h2 jo } { s2 } { c3 }",
            "gift 3: player 4 gives player 2 C3; expected",
        ),
        (
            "changed { d3 } {  } {",
            "changed { d3 } { d7 } {",
            "line 16, column 16: gift 5: player 1 gives D7; expected no gift from the player of the middle class",
        ),
        (
            "original { d3",
            "original { c3",
            "line 8, column 10: player 0 has C3 H3 H4 D5 C6 D6 D7 S9 ST SJ D2 after the exchange; expected D3 H3",
        ),
        ("*/\n//", "//", "expected one of game, score"),
        ("jo } {", "jx } {", "`j` is not a suit"),
    ] {
        let changed = written.replacen(from, to, 1);
        match fujigokoro::read(&changed) {
            _ if changed == written => otherwise.push(format!("{from} is missing")),
            Ok(_) => otherwise.push(format!("{from} to {to} is not detected")),
            Err(error) if error.to_string().contains(says) => {}
            Err(error) => otherwise.push(format!("{from} to {to}: {error}")),
        }
    }
    assert!(otherwise.is_empty(), "{}\nin\n{written}", otherwise.join("\n"));
    for end in 0..written.len() {
        if let Ok(cut) = fujigokoro::read(&written[..end]) {
            assert!(written[..end].ends_with("*/\n") || cut.games.is_empty(), "{end}");
        }
    }
}

#[test]
fn the_format_is_detected_from_the_text() {
    let record = official::read(STANDARD).unwrap();
    for (format, text) in [
        (Format::Official, STANDARD.to_owned()),
        (Format::FujiGokoro, text(&record, PLAIN)),
        (Format::Json, write_json(&record)),
    ] {
        for before in ["", "\u{feff}"] {
            let found = read(&format!("{before}{text}")).unwrap();
            assert_eq!((found.format, found.cut), (format, None));
            assert_eq!(without_lines(found.record), without_lines(record.clone()));
        }
    }
    let wrong = write_json(&record).replacen("\"D5 D6 D7\"", "\"D5 D6 DA\"", 1);
    assert!(read(&wrong).unwrap_err().to_string().starts_with("line 2: play 1: `D5 D6 DA` is illegal"));
    for text in ["", " \n", "players", "[]", "// x"] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.starts_with("line 1: this is not a record; expected JSON lines"), "{error}");
    }
}
