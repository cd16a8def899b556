//! A record played again.

use std::fmt::Write as _;

use quadrille_diagnostics::printable;
use thiserror::Error;

use super::cut::Cut;
use super::places::{Misfit, Part, Place};
use super::{GameRecord, GiftRecord, Play, Record, RecordError, Submitted};
use crate::CardSet;
use crate::game::deal::{Exchange, Gift, first_to_lead};
use crate::game::{Ending, Game, GameError};
use crate::melds::Hand;
use crate::rules::Rules;

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The line is not of the format.
    #[error("{0}")]
    Format(String),
    /// The record ends early.
    #[error("{}", _0.reason())]
    Cut(Cut),
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
    /// Another hand after the exchange.
    #[error("player {player} has {found} after the exchange; expected {expected}")]
    Exchanged {
        /// The player.
        player: u8,
        /// Found.
        found: Hand,
        /// Expected.
        expected: Hand,
    },
    /// A play out of turn.
    #[error("play {number}: {} of player {found}; player {expected} is to move", shown(play))]
    Turn {
        /// Which play, from 1.
        number: usize,
        /// What was submitted.
        play: Submitted,
        /// Found.
        found: u8,
        /// Expected.
        expected: u8,
    },
    /// A play after the end of the game.
    #[error("play {number}: {}, but the game is over", shown(play))]
    Over {
        /// Which play, from 1.
        number: usize,
        /// What was submitted.
        play: Submitted,
    },
    /// Not allowed, and not said to be refused.
    #[error("play {number}: {} is not allowed, and not said to be refused: {why}", shown(play))]
    NotAllowed {
        /// Which play, from 1.
        number: usize,
        /// What was submitted.
        play: Submitted,
        /// Why it is not allowed.
        why: String,
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

#[cfg(feature = "json")]
impl quadrille_table::records::RecordFault for Fault {
    fn is_cut(&self) -> bool {
        matches!(self, Self::Cut(_))
    }
}

/// The most that a record's points can come to without running over.
const MOST_POINTS: u32 = u32::MAX / 2;

/// What was submitted, as errors call it.
fn shown(play: &Submitted) -> String {
    match play {
        Submitted::Pass => "a pass".to_owned(),
        cards => format!("`{}`", printable(&cards.to_string())),
    }
}

impl Record {
    /// Plays every game again, and compares. A play that is said to be refused counts as a pass, whatever it
    /// looks like.
    ///
    /// # Errors
    /// The first thing that is not what the rules make of it, with the line of its game.
    pub fn verify(&self) -> Result<(), RecordError> {
        let mut standing = Standing::new(self.rules);
        self.games.iter().try_for_each(|record| standing.verify(record))
    }

    /// Plays a game of it again; `each` hears of every play, with the game before it and after it. Nothing is
    /// played of a game that is not there.
    ///
    /// ```
    /// use quadrille_daifugo::players::{Match, PlayerKind};
    /// use quadrille_daifugo::records::Recorder;
    /// use quadrille_daifugo::rules::Rules;
    /// use quadrille_random::StreamKey;
    ///
    /// let mut recorder = Recorder::new(Rules::UECDA, ["a", "b", "c", "d", "e"]);
    /// let mut table = Match::new(Rules::UECDA, [PlayerKind::Greedy; 5])?;
    /// let (mut deals, mut moves) = (StreamKey::new(1, 0).rng(), StreamKey::new(1, 1).rng());
    /// table.play(&mut deals, &mut moves, &mut recorder);
    /// let record = recorder.into_record();
    /// let mut held = 0;
    /// record.replay(0, |_, _, after| held = after.state().held().len())?;
    /// // Nobody but the last one holds cards.
    /// assert!((1..=13).contains(&held));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first thing in this game that is not what the rules make of it. What was before it is not asked.
    pub fn replay(
        &self,
        number: usize,
        mut each: impl FnMut(&Game, &Play, &Game),
    ) -> Result<(), RecordError> {
        let Some(record) = self.games.get(number) else { return Ok(()) };
        let found = |misfit: Misfit| Place::line(record.line).has(misfit.fault);
        let mut game = Standing::new(self.rules).open(record).map_err(found)?;
        for (at, play) in record.plays.iter().enumerate() {
            let before = game.clone();
            play_again(&mut game, record, at).map_err(found)?;
            each(&before, play, &game);
        }
        ended(game, record).map_err(found)
    }
}

/// What the games so far have come to.
#[derive(Clone, Debug)]
pub struct Standing {
    rules: Rules,
    /// The class of each player in the last game.
    classes: Option<Vec<u8>>,
    points: Vec<u32>,
}

impl Standing {
    /// Before the first game.
    pub fn new(rules: Rules) -> Self {
        Self { rules, classes: None, points: vec![0; rules.players()] }
    }

    /// Plays a game again, and takes note of it.
    ///
    /// # Errors
    /// The first thing that is not what the rules make of it.
    pub fn verify(&mut self, record: &GameRecord) -> Result<(), RecordError> {
        let replayed = self.open(record).and_then(|game| replay(game, record));
        let closed = replayed.and_then(|()| self.close(record));
        closed.map_err(|misfit| Place::line(record.line).has(misfit.fault))
    }

    /// Everybody's points.
    pub fn points(&self) -> &[u32] {
        &self.points
    }

    /// The points after a game with this result, players from the richest to the poorest; those that it does
    /// not name get none.
    pub fn points_after(&self, result: &[u8]) -> Vec<u32> {
        let players = self.rules.players();
        let mut points = self.points.clone();
        for (class, &player) in result.iter().take(players).enumerate() {
            if let Some(points) = points.get_mut(usize::from(player)) {
                *points += (players - class) as u32;
            }
        }
        points
    }

    /// The game after deal and exchange, before its first lead.
    ///
    /// # Errors
    /// Classes, seats, hands or gifts that the games before do not lead to.
    pub fn open(&self, record: &GameRecord) -> Result<Game, Misfit> {
        check_shape(self.rules, record)?;
        check_deal(self.rules, record)?;
        if let (Some(found), Some(expected)) = (&record.classes, &self.classes)
            && found != expected
        {
            let fault = Fault::Classes { found: found.clone(), expected: expected.clone() };
            return Err(Part::Classes.has(fault));
        }
        opened(self.rules, record)
    }

    /// Takes note of a game that was played to its result.
    ///
    /// # Errors
    /// A result or points that do not follow from the game.
    pub fn close(&mut self, record: &GameRecord) -> Result<(), Misfit> {
        let points = self.points_after(&record.result);
        if points != record.points || points.iter().any(|&points| points > MOST_POINTS) {
            let fault = Fault::Points { found: record.points.clone(), expected: points };
            return Err(Part::Points.has(fault));
        }
        let mut classes = vec![0; self.rules.players()];
        for (class, &player) in record.result.iter().enumerate() {
            classes[usize::from(player)] = class as u8;
        }
        (self.classes, self.points) = (Some(classes), points);
        Ok(())
    }
}

/// Every play again, and the result.
fn replay(mut game: Game, record: &GameRecord) -> Result<(), Misfit> {
    for at in 0..record.plays.len() {
        play_again(&mut game, record, at)?;
    }
    ended(game, record)
}

/// One play again, which is taken at its word if it says that it was refused.
///
/// # Errors
/// A play that the rules do not lead to.
pub fn play_again(game: &mut Game, record: &GameRecord, at: usize) -> Result<(), Misfit> {
    in_turn(game, record, at)?;
    let play = &record.plays[at];
    let not_allowed = |why: String| {
        let fault = Fault::NotAllowed { number: at + 1, play: play.submitted.clone(), why };
        Err(Part::Play(at).has(fault))
    };
    match &play.submitted {
        Submitted::Pass => game.pass(),
        _ if play.refused => game.pass(),
        Submitted::Meld(meld) => match game.check(*meld) {
            Ok(()) => game.play(*meld),
            Err(refusal) => return not_allowed(refusal.to_string()),
        },
        Submitted::Cards(_) => return not_allowed("these cards are no meld".to_owned()),
    }
    Ok(())
}

/// Whether the player of a play is to move.
///
/// # Errors
/// It is not this player's turn.
pub fn in_turn(game: &Game, record: &GameRecord, at: usize) -> Result<(), Misfit> {
    let Play { player: found, submitted, .. } = &record.plays[at];
    let (number, play, found) = (at + 1, || submitted.clone(), *found);
    let Some(seat) = game.turn() else {
        return Err(Part::Play(at).has(Fault::Over { number, play: play() }));
    };
    let expected = record.seats[seat];
    if found == expected {
        Ok(())
    } else {
        Err(Part::Play(at).has(Fault::Turn { number, play: play(), found, expected }))
    }
}

/// Whether a game is over after the last play, with the result recorded.
///
/// # Errors
/// The game is not over, or ended otherwise.
pub fn ended(mut game: Game, record: &GameRecord) -> Result<(), Misfit> {
    let player = |seat: usize| record.seats[seat];
    let plays = record.plays.len();
    if let Some(seat) = game.turn() {
        return Err(Part::Play(plays).has(Fault::Unfinished { plays, turn: player(seat) }));
    }
    if game.ending() == Some(Ending::Stuck) {
        settle_as_recorded(&mut game, record);
    }
    let result =
        game.result().map(|seats| seats.iter().map(|&seat| player(usize::from(seat))).collect::<Vec<u8>>());
    if result.as_ref() == Some(&record.result) {
        Ok(())
    } else {
        let expected = expected_result(&game, record);
        Err(Part::Result.has(Fault::Result { found: record.result.clone(), expected }))
    }
}

/// Every list as long as it should be, with every player in it.
fn check_shape(rules: Rules, record: &GameRecord) -> Result<(), Misfit> {
    let expected = rules.players();
    let each_once = |part: Part, what, list: &[u8]| {
        let mut sorted = list.to_vec();
        sorted.sort_unstable();
        let whole = sorted.iter().enumerate().all(|(at, &number)| at == usize::from(number));
        match list.len() {
            found if found != expected => Err(part.has(Fault::Length { what, found, expected })),
            _ if whole => Ok(()),
            _ => Err(part.has(Fault::NotEachOnce { what, found: list.to_vec() })),
        }
    };
    each_once(Part::Seats, "the seats", &record.seats)?;
    each_once(Part::Result, "the result", &record.result)?;
    if let Some(classes) = &record.classes {
        each_once(Part::Classes, "the classes", classes)?;
    }
    let lengths =
        [(Part::Hands, "the hands", record.hands.len()), (Part::Points, "the points", record.points.len())];
    match lengths.into_iter().find(|&(.., found)| found != expected) {
        Some((part, what, found)) => Err(part.has(Fault::Length { what, found, expected })),
        None => Ok(()),
    }
}

/// The hands are the deck, dealt out evenly.
fn check_deal(rules: Rules, record: &GameRecord) -> Result<(), Misfit> {
    let wrong = |part: Part, reason: String| Err(part.has(Fault::Deal(reason)));
    let (mut all, mut jokers) = (CardSet::EMPTY, 0);
    for (player, hand) in record.hands.iter().enumerate() {
        if all.intersects(hand.cards) {
            return wrong(Part::Hand(player), format!("player {player} has {} too", all & hand.cards));
        }
        all |= hand.cards;
        jokers += hand.jokers;
    }
    if all != CardSet::ALL {
        return wrong(Part::Hands, format!("nobody has {}", !all));
    }
    if jokers != rules.jokers() {
        return wrong(Part::Hands, format!("{jokers} jokers; the rules have {}", rules.jokers()));
    }
    let even = (rules.deck() / rules.players()) as u32;
    let uneven = record.hands.iter().position(|hand| !(even..=even + 1).contains(&hand.len()));
    match uneven {
        Some(player) => wrong(
            Part::Hand(player),
            format!("player {player} has {} cards; expected {even} or one more", record.hands[player].len()),
        ),
        None => Ok(()),
    }
}

/// The classes between which cards were given where the record shows none: the official server exchanges
/// them too when classes are forgotten after every game. `None` if the gifts are not those of an exchange.
fn classes_of_gifts(rules: Rules, gifts: &[GiftRecord]) -> Option<Vec<u8>> {
    let players = rules.players();
    let mut classes = vec![None; players];
    let pairs = (0..2).filter(|&class| rules.gift(class) > 0);
    // What is forced comes first, the poorest's before all other.
    for (class, gift) in pairs.zip(gifts) {
        for (player, class) in [(gift.to, class), (gift.from, players - 1 - class)] {
            let known = classes.get_mut(usize::from(player))?;
            if known.replace(class as u8).is_some() {
                return None;
            }
        }
    }
    let mut left = (0..players as u8).filter(|&class| !classes.contains(&Some(class))).collect::<Vec<_>>();
    left.reverse();
    classes.iter().map(|class| class.or_else(|| left.pop())).collect()
}

/// The game after the exchange, which must be as recorded.
fn opened(rules: Rules, record: &GameRecord) -> Result<Game, Misfit> {
    let by_seat: Vec<Hand> = record.seats.iter().map(|&player| record.hands[usize::from(player)]).collect();
    let no_game = |error: GameError| Part::Hands.has(error);
    let classes = match (&record.classes, record.gifts.first()) {
        (Some(classes), _) => Some(classes.clone()),
        (None, None) => return Game::new(rules, &by_seat, first_to_lead(&by_seat), None).map_err(no_game),
        (None, Some(_)) => classes_of_gifts(rules, &record.gifts),
    };
    let by_class =
        |classes: &Vec<u8>| record.seats.iter().map(|&player| classes[usize::from(player)]).collect();
    let classes: Vec<u8> = classes.as_ref().map(by_class).ok_or_else(|| {
        Part::Gift(0).has(Fault::Gift {
            number: 1,
            found: "cards are given".to_owned(),
            expected: "an exchange of every class once, or none".to_owned(),
        })
    })?;
    let mut exchange = Exchange::new(rules, &by_seat, &classes).map_err(|error| Part::Classes.has(error))?;
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
                let fault = Fault::Gift { number, found: or_none(found), expected: or_none(expected) };
                return Err(Part::Gift(number - 1).has(fault));
            }
        }
    }
    let hands = &exchange.hands()[..rules.players()];
    let before = record.classes.is_some().then_some(&classes[..]);
    Game::new(rules, hands, first_to_lead(hands), before).map_err(no_game)
}

/// Gives the places that a stuck game leaves open to those who hold cards, in the order of the record, if
/// that is one.
fn settle_as_recorded(game: &mut Game, record: &GameRecord) {
    let seat_of = |player: u8| record.seats.iter().position(|&of| of == player).unwrap_or(0) as u8;
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
