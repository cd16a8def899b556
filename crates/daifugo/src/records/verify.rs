//! A record played again.

use std::fmt::Write as _;

use thiserror::Error;

use super::{GameRecord, Play, Record, RecordError, Submitted, printable};
use crate::CardSet;
use crate::game::deal::{Exchange, Gift, first_to_lead};
use crate::game::{Ending, Game, GameError, Happened, Move};
use crate::melds::Hand;
use crate::rules::Rules;

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The line is not of the format.
    #[error("{0}")]
    Format(String),
    /// A list without an entry for each player.
    #[error("{what}: {found} entries; expected one for each of the {expected} players")]
    Length {
        /// The list.
        what: &'static str,
        /// Its entries.
        found: usize,
        /// The players.
        expected: usize,
    },
    /// A list that should name every player once, and does not.
    #[error("{what}: {found:?}; expected each number from 0 to {} once", found.len() - 1)]
    NotEachOnce {
        /// The list.
        what: &'static str,
        /// The numbers found.
        found: Vec<u8>,
    },
    /// The hands are not the deck.
    #[error("the hands are not the deck: {0}")]
    Deal(String),
    /// The cards make no game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// Not the classes that the game before made.
    #[error("the classes are {found:?}; the game before made {expected:?}")]
    Classes {
        /// Found.
        found: Vec<u8>,
        /// Expected.
        expected: Vec<u8>,
    },
    /// Not the cards that are to be given.
    #[error("gift {number}: {found}; expected {expected}")]
    Gift {
        /// Which gift, from 1.
        number: usize,
        /// Found.
        found: String,
        /// Expected.
        expected: String,
    },
    /// A play out of turn.
    #[error("play {number}: player {found}; player {expected} is to move")]
    Turn {
        /// Which play, from 1.
        number: usize,
        /// Found.
        found: u8,
        /// Expected.
        expected: u8,
    },
    /// A play after the end of the game.
    #[error("play {number}: the game is over")]
    Over {
        /// Which play, from 1.
        number: usize,
    },
    /// Refused, but not said to be, or the other way round.
    #[error("play {number}: `{}` {what}", printable(play))]
    Refusal {
        /// Which play, from 1.
        number: usize,
        /// What was submitted.
        play: String,
        /// What is wrong.
        what: String,
    },
    /// The plays end too early.
    #[error("the plays end after {plays}, but the game is not over: player {turn} is to move")]
    Unfinished {
        /// How many there are.
        plays: usize,
        /// Who is to move.
        turn: u8,
    },
    /// Another result.
    #[error("the result is {found:?}; the plays lead to {expected}")]
    Result {
        /// Found.
        found: Vec<u8>,
        /// Expected: players who drew for their classes are marked.
        expected: String,
    },
    /// Other points.
    #[error("the points are {found:?}; expected {expected:?}")]
    Points {
        /// Found.
        found: Vec<u32>,
        /// Expected.
        expected: Vec<u32>,
    },
}

/// The most that a record's points can come to without running over.
const MOST_POINTS: u32 = u32::MAX / 2;

impl Record {
    /// Plays every game again, and compares.
    ///
    /// # Errors
    /// The first thing that is not what the rules make of it, with the line of its game.
    pub fn verify(&self) -> Result<(), RecordError> {
        let mut replayed = self.clone();
        replayed.replay()?;
        for (game, again) in self.games.iter().zip(&replayed.games) {
            let differ = |(one, other): &(&Play, &Play)| one.refused != other.refused;
            if let Some((number, (play, _))) =
                game.plays.iter().zip(&again.plays).enumerate().find(|(_, plays)| differ(plays))
            {
                let what =
                    if play.refused { "is said to be refused, but is allowed" } else { "is not allowed" };
                let fault = Fault::Refusal {
                    number: number + 1,
                    play: play.submitted.to_string(),
                    what: what.to_owned(),
                };
                return Err(RecordError { line: game.line, fault });
            }
        }
        Ok(())
    }

    /// Plays every game again, compares all but which plays were refused, and marks those.
    pub(super) fn replay(&mut self) -> Result<(), RecordError> {
        let mut points = vec![0; self.rules.players()];
        let mut classes: Option<Vec<u8>> = None;
        let rules = self.rules;
        for game in &mut self.games {
            let line = game.line;
            let replayed = replay_game(rules, game, classes.as_deref(), &points);
            (classes, points) = replayed
                .map(|(classes, points)| (Some(classes), points))
                .map_err(|fault| RecordError { line, fault })?;
        }
        Ok(())
    }
}

/// The classes and points after a game.
fn replay_game(
    rules: Rules,
    record: &mut GameRecord,
    classes_before: Option<&[u8]>,
    points_before: &[u32],
) -> Result<(Vec<u8>, Vec<u32>), Fault> {
    check_shape(rules, record)?;
    check_deal(rules, record)?;
    if let (Some(found), Some(expected)) = (&record.classes, classes_before)
        && found != expected
    {
        return Err(Fault::Classes { found: found.clone(), expected: expected.to_vec() });
    }
    let mut game = opened(rules, record)?;
    let player = |seat: usize| record.seats[seat];
    for (number, play) in record.plays.iter_mut().enumerate() {
        let number = number + 1;
        let Some(seat) = game.turn() else { return Err(Fault::Over { number }) };
        if play.player != player(seat) {
            return Err(Fault::Turn { number, found: play.player, expected: player(seat) });
        }
        play.refused = match &play.submitted {
            Submitted::Pass => {
                game.pass();
                false
            }
            Submitted::Meld(meld) => matches!(game.submit(Move::Play(*meld)), Happened::Refused(_)),
            Submitted::Cards(_) => {
                game.pass();
                true
            }
        };
    }
    if let Some(seat) = game.turn() {
        return Err(Fault::Unfinished { plays: record.plays.len(), turn: player(seat) });
    }
    let seat_of = |player: u8| record.seats.iter().position(|&of| of == player).unwrap_or(0) as u8;
    if game.ending() == Some(Ending::Stuck) {
        settle_as_recorded(&mut game, record, seat_of);
    }
    let result =
        game.result().map(|seats| seats.iter().map(|&seat| player(usize::from(seat))).collect::<Vec<u8>>());
    if result.as_ref() != Some(&record.result) {
        return Err(Fault::Result { found: record.result.clone(), expected: expected_result(&game, record) });
    }
    let mut classes = vec![0; rules.players()];
    let mut points = points_before.to_vec();
    for (class, &player) in record.result.iter().enumerate() {
        classes[usize::from(player)] = class as u8;
        points[usize::from(player)] += (rules.players() - class) as u32;
    }
    if points != record.points || points.iter().any(|&points| points > MOST_POINTS) {
        return Err(Fault::Points { found: record.points.clone(), expected: points });
    }
    Ok((classes, points))
}

/// Every list as long as it should be, with every player in it.
fn check_shape(rules: Rules, record: &GameRecord) -> Result<(), Fault> {
    let expected = rules.players();
    let each_once = |what, list: &[u8]| {
        let mut sorted = list.to_vec();
        sorted.sort_unstable();
        let whole = sorted.iter().enumerate().all(|(at, &number)| at == usize::from(number));
        match list.len() {
            found if found != expected => Err(Fault::Length { what, found, expected }),
            _ if whole => Ok(()),
            _ => Err(Fault::NotEachOnce { what, found: list.to_vec() }),
        }
    };
    each_once("the seats", &record.seats)?;
    each_once("the result", &record.result)?;
    if let Some(classes) = &record.classes {
        each_once("the classes", classes)?;
    }
    let lengths = [("the hands", record.hands.len()), ("the points", record.points.len())];
    match lengths.into_iter().find(|&(_, found)| found != expected) {
        Some((what, found)) => Err(Fault::Length { what, found, expected }),
        None => Ok(()),
    }
}

/// The hands are the deck, dealt out evenly.
fn check_deal(rules: Rules, record: &GameRecord) -> Result<(), Fault> {
    let (mut all, mut jokers) = (CardSet::EMPTY, 0);
    for (player, hand) in record.hands.iter().enumerate() {
        if all.intersects(hand.cards) {
            return Err(Fault::Deal(format!("player {player} has {} too", all & hand.cards)));
        }
        all |= hand.cards;
        jokers += hand.jokers;
    }
    if all != CardSet::ALL {
        return Err(Fault::Deal(format!("nobody has {}", !all)));
    }
    if jokers != rules.jokers() {
        return Err(Fault::Deal(format!("{jokers} jokers; the rules have {}", rules.jokers())));
    }
    let even = (rules.deck() / rules.players()) as u32;
    let uneven = record.hands.iter().position(|hand| !(even..=even + 1).contains(&hand.len()));
    match uneven {
        Some(player) => Err(Fault::Deal(format!(
            "player {player} has {} cards; expected {even} or one more",
            record.hands[player].len()
        ))),
        None => Ok(()),
    }
}

/// The game after the exchange, which must be as recorded.
fn opened(rules: Rules, record: &GameRecord) -> Result<Game, Fault> {
    let by_seat: Vec<Hand> = record.seats.iter().map(|&player| record.hands[usize::from(player)]).collect();
    let Some(classes) = &record.classes else {
        if let Some(gift) = record.gifts.first() {
            return Err(Fault::Gift {
                number: 1,
                found: format!("{} gives {}", gift.from, gift.cards),
                expected: "none where nobody has a class".to_owned(),
            });
        }
        return Ok(Game::new(rules, &by_seat, first_to_lead(&by_seat), None)?);
    };
    let classes: Vec<u8> = record.seats.iter().map(|&player| classes[usize::from(player)]).collect();
    let mut exchange = Exchange::new(rules, &by_seat, &classes)?;
    let mut expected: Vec<Gift> = exchange.forced().collect();
    let due: Vec<usize> = exchange.due().map(|(seat, _)| seat).collect();
    for seat in due {
        let player = record.seats[seat];
        // What the rich one chose to give; if it is impossible, the best cards are expected, and the
        // comparison below says so.
        let chosen = record.gifts.iter().skip(expected.len()).find(|gift| gift.from == player);
        expected.extend(exchange.give(seat, chosen.map_or(Hand::EMPTY, |gift| gift.cards)));
    }
    let named = |from: u8, to: u8, cards: Hand| format!("{from} gives {to} {cards}");
    let expected =
        expected.iter().map(|gift| named(record.seats[gift.from], record.seats[gift.to], gift.cards));
    let found = record.gifts.iter().map(|gift| named(gift.from, gift.to, gift.cards));
    let (mut expected, mut found) = (expected.fuse(), found.fuse());
    for number in 1.. {
        match (found.next(), expected.next()) {
            (None, None) => break,
            (found, expected) if found == expected => {}
            (found, expected) => {
                let or_none = |gift: Option<String>| gift.unwrap_or_else(|| "none".to_owned());
                return Err(Fault::Gift { number, found: or_none(found), expected: or_none(expected) });
            }
        }
    }
    let hands = &exchange.hands()[..rules.players()];
    Ok(Game::new(rules, hands, first_to_lead(hands), Some(&classes))?)
}

/// Gives the places that a stuck game leaves open to those who hold cards, in the order of the record, if
/// that is one.
fn settle_as_recorded(game: &mut Game, record: &GameRecord, seat_of: impl Fn(u8) -> u8) {
    let stuck: Vec<usize> = game.stuck().collect();
    let recorded: Vec<u8> = record
        .result
        .iter()
        .map(|&player| seat_of(player))
        .filter(|&seat| stuck.contains(&usize::from(seat)))
        .collect();
    if recorded.len() == stuck.len() {
        // Refused where a seat is named twice: then the result below is not what the plays lead to.
        let _ = game.settle(&recorded);
    }
}

/// What the plays lead to.
fn expected_result(game: &Game, record: &GameRecord) -> String {
    let mut text = String::new();
    for &seat in game.result().unwrap_or_else(|| game.finished()) {
        let _ = write!(text, "{} ", record.seats[usize::from(seat)]);
    }
    if game.ending() == Some(Ending::Stuck) {
        text += "(those who held cards in the stuck game in any order)";
    }
    text.trim_end().to_owned()
}
