//! Verification of records by replaying their games.

use std::fmt::Write as _;

use quadrille_diagnostics::printable;
use thiserror::Error;

use super::cut::Cut;
use super::places::{GamePart, Misfit, TextPosition};
use super::{GameRecord, GiftRecord, Play, Record, RecordError, Submitted};
use crate::CardSet;
use crate::game::deal::{Exchange, Gift, first_to_lead};
use crate::game::{Ending, Game, GameError};
use crate::melds::Hand;
use crate::rules::Rules;

/// A fault in a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The line violates the format.
    #[error("{0}")]
    Format(String),
    /// The record ends early.
    #[error("{}", _0.reason())]
    Cut(Cut),
    /// A list does not have one entry per player.
    #[error("{what}: {found} entries; expected one for each of the {expected} players")]
    Length {
        /// The list.
        what: &'static str,
        /// Number of entries.
        found: usize,
        /// Number of players.
        expected: usize,
    },
    /// A list of players or classes does not contain each number exactly once.
    #[error("{what}: {found:?}; expected each number from 0 to {} once", found.len() - 1)]
    NotEachOnce {
        /// The list.
        what: &'static str,
        /// The numbers found.
        found: Vec<u8>,
    },
    /// The dealt hands together are not the deck.
    #[error("the hands are not the deck: {0}")]
    Deal(String),
    /// No game can begin with the recorded hands.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The classes differ from the result of the previous game.
    #[error("the classes are {found:?}; the previous game gives {expected:?}")]
    Classes {
        /// The recorded classes.
        found: Vec<u8>,
        /// The classes after the previous game.
        expected: Vec<u8>,
    },
    /// A gift differs from the one that the rules require.
    #[error("gift {number}: {found}; expected {expected}")]
    Gift {
        /// Number of the gift, from 1.
        number: usize,
        /// The recorded gift.
        found: String,
        /// The gift that the rules require.
        expected: String,
    },
    /// A recorded hand after the exchange differs from the hand that follows from the deal and the
    /// gifts.
    #[error("player {player} has {found} after the exchange; expected {expected}")]
    Exchanged {
        /// The player.
        player: u8,
        /// The recorded hand.
        found: Hand,
        /// The hand that follows from the deal and the gifts.
        expected: Hand,
    },
    /// A play is out of turn.
    #[error("play {number}: {} of player {found}; player {expected} is to move", shown(play))]
    Turn {
        /// Number of the play, from 1.
        number: usize,
        /// The submitted cards.
        play: Submitted,
        /// The recorded player.
        found: u8,
        /// The player to move.
        expected: u8,
    },
    /// A play comes after the end of the game.
    #[error("play {number}: {}, but the game is over", shown(play))]
    Over {
        /// Number of the play, from 1.
        number: usize,
        /// The submitted cards.
        play: Submitted,
    },
    /// A play is illegal, but the record does not mark it as refused.
    #[error("play {number}: {} is illegal ({why}), but the record does not mark it as refused", shown(play))]
    NotAllowed {
        /// Number of the play, from 1.
        number: usize,
        /// The submitted cards.
        play: Submitted,
        /// Reason why the play is illegal.
        why: String,
    },
    /// The plays end before the game is over.
    #[error("the plays end after play {plays}, but the game is not over: player {turn} is to move")]
    Unfinished {
        /// Number of plays.
        plays: usize,
        /// Player to move.
        turn: u8,
    },
    /// The result differs from the result that follows from the plays.
    #[error("the result is {found:?}; the plays give {expected}")]
    Result {
        /// The recorded result.
        found: Vec<u8>,
        /// The result that follows from the plays. For a stuck game, a remark states which players
        /// may be in any order.
        expected: String,
    },
    /// The points differ from the points that follow from the results.
    #[error("the points are {found:?}; expected {expected:?}")]
    Points {
        /// The recorded points.
        found: Vec<u32>,
        /// The points that follow from the results.
        expected: Vec<u32>,
    },
}

#[cfg(feature = "json")]
impl quadrille_table::records::RecordFault for Fault {
    fn is_cut(&self) -> bool {
        matches!(self, Self::Cut(_))
    }
}

/// Maximum number of points of a player in a record. The limit prevents overflow.
const MOST_POINTS: u32 = u32::MAX / 2;

/// Returns the submitted cards in the form that errors print.
fn shown(play: &Submitted) -> String {
    match play {
        Submitted::Pass => "a pass".to_owned(),
        cards => format!("`{}`", printable(&cards.to_string())),
    }
}

impl Record {
    /// Replays every game and compares it with the record.
    ///
    /// A play marked as refused counts as a pass; its legality is not checked.
    ///
    /// # Errors
    /// Returns the first fault, with the line of its game.
    pub fn verify(&self) -> Result<(), RecordError> {
        let mut standing = Standing::new(self.rules);
        self.games.iter().try_for_each(|record| standing.verify(record))
    }

    /// Replays the game with the index `number`, from 0, and calls `each` for every play with the
    /// game before and after the play.
    ///
    /// Does nothing if the record has no such game.
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
    /// // Only the last player holds cards.
    /// assert!((1..=13).contains(&held));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the first fault of this game. Previous games are not checked.
    pub fn replay(
        &self,
        number: usize,
        mut each: impl FnMut(&Game, &Play, &Game),
    ) -> Result<(), RecordError> {
        let Some(record) = self.games.get(number) else { return Ok(()) };
        let found = |misfit: Misfit| TextPosition::line(record.line).has(misfit.fault);
        let mut game = Standing::new(self.rules).open(record).map_err(found)?;
        for (at, play) in record.plays.iter().enumerate() {
            let before = game.clone();
            play_again(&mut game, record, at).map_err(found)?;
            each(&before, play, &game);
        }
        ended(game, record).map_err(found)
    }
}

/// Classes and points after the games verified so far.
#[derive(Clone, Debug)]
pub struct Standing {
    rules: Rules,
    /// Class of each player in the last game.
    classes: Option<Vec<u8>>,
    points: Vec<u32>,
}

impl Standing {
    /// Creates the standing before the first game.
    pub fn new(rules: Rules) -> Self {
        Self { rules, classes: None, points: vec![0; rules.players()] }
    }

    /// Replays a game and adds its result.
    ///
    /// # Errors
    /// Returns the first fault.
    pub fn verify(&mut self, record: &GameRecord) -> Result<(), RecordError> {
        let replayed = self.open(record).and_then(|game| replay(game, record));
        let closed = replayed.and_then(|()| self.close(record));
        closed.map_err(|misfit| TextPosition::line(record.line).has(misfit.fault))
    }

    /// Returns the points by player.
    pub fn points(&self) -> &[u32] {
        &self.points
    }

    /// Returns the points after a game. `result` lists the players from the richest to the poorest;
    /// players that are not listed get no points.
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

    /// Returns the game after the deal and the exchange, before its first lead.
    ///
    /// # Errors
    /// Returns a fault in the classes, seats, hands or gifts. Classes that contradict the previous
    /// game are a fault.
    pub fn open(&self, record: &GameRecord) -> Result<Game, Misfit> {
        check_shape(self.rules, record)?;
        check_deal(self.rules, record)?;
        if let (Some(found), Some(expected)) = (&record.classes, &self.classes)
            && found != expected
        {
            let fault = Fault::Classes { found: found.clone(), expected: expected.clone() };
            return Err(GamePart::Classes.has(fault));
        }
        opened(self.rules, record)
    }

    /// Adds the result of a finished game.
    ///
    /// # Errors
    /// Returns a fault if the points do not follow from the result.
    pub fn close(&mut self, record: &GameRecord) -> Result<(), Misfit> {
        let points = self.points_after(&record.result);
        if points != record.points || points.iter().any(|&points| points > MOST_POINTS) {
            let fault = Fault::Points { found: record.points.clone(), expected: points };
            return Err(GamePart::Points.has(fault));
        }
        let mut classes = vec![0; self.rules.players()];
        for (class, &player) in record.result.iter().enumerate() {
            classes[usize::from(player)] = class as u8;
        }
        (self.classes, self.points) = (Some(classes), points);
        Ok(())
    }
}

/// Replays all plays and checks the result.
fn replay(mut game: Game, record: &GameRecord) -> Result<(), Misfit> {
    for at in 0..record.plays.len() {
        play_again(&mut game, record, at)?;
    }
    ended(game, record)
}

/// Replays one play. A play marked as refused is a pass; its legality is not checked.
///
/// # Errors
/// Returns a fault if the play is out of turn or illegal.
pub fn play_again(game: &mut Game, record: &GameRecord, at: usize) -> Result<(), Misfit> {
    in_turn(game, record, at)?;
    let play = &record.plays[at];
    let not_allowed = |why: String| {
        let fault = Fault::NotAllowed { number: at + 1, play: play.submitted.clone(), why };
        Err(GamePart::Play(at).has(fault))
    };
    match &play.submitted {
        Submitted::Pass => game.pass(),
        _ if play.refused => game.pass(),
        Submitted::Meld(meld) => match game.check(*meld) {
            Ok(()) => game.play(*meld),
            Err(refusal) => return not_allowed(refusal.to_string()),
        },
        Submitted::Cards(_) => return not_allowed("not a meld".to_owned()),
    }
    Ok(())
}

/// Checks that the player of a play is to move.
///
/// # Errors
/// Returns a fault if another player is to move, or if the game is over.
pub fn in_turn(game: &Game, record: &GameRecord, at: usize) -> Result<(), Misfit> {
    let Play { player: found, submitted, .. } = &record.plays[at];
    let (number, play, found) = (at + 1, || submitted.clone(), *found);
    let Some(seat) = game.turn() else {
        return Err(GamePart::Play(at).has(Fault::Over { number, play: play() }));
    };
    let expected = record.seats[seat];
    if found == expected {
        Ok(())
    } else {
        Err(GamePart::Play(at).has(Fault::Turn { number, play: play(), found, expected }))
    }
}

/// Checks that a game is over after the last play, with the recorded result.
///
/// # Errors
/// Returns a fault if the game is not over, or has another result.
pub fn ended(mut game: Game, record: &GameRecord) -> Result<(), Misfit> {
    let player = |seat: usize| record.seats[seat];
    let plays = record.plays.len();
    if let Some(seat) = game.turn() {
        return Err(GamePart::Play(plays).has(Fault::Unfinished { plays, turn: player(seat) }));
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
        Err(GamePart::Result.has(Fault::Result { found: record.result.clone(), expected }))
    }
}

/// Checks the lengths of the lists, and that lists of players contain each player once.
fn check_shape(rules: Rules, record: &GameRecord) -> Result<(), Misfit> {
    let expected = rules.players();
    let each_once = |part: GamePart, what, list: &[u8]| {
        let mut sorted = list.to_vec();
        sorted.sort_unstable();
        let whole = sorted.iter().enumerate().all(|(at, &number)| at == usize::from(number));
        match list.len() {
            found if found != expected => Err(part.has(Fault::Length { what, found, expected })),
            _ if whole => Ok(()),
            _ => Err(part.has(Fault::NotEachOnce { what, found: list.to_vec() })),
        }
    };
    each_once(GamePart::Seats, "the seats", &record.seats)?;
    each_once(GamePart::Result, "the result", &record.result)?;
    if let Some(classes) = &record.classes {
        each_once(GamePart::Classes, "the classes", classes)?;
    }
    let lengths = [
        (GamePart::Hands, "the hands", record.hands.len()),
        (GamePart::Points, "the points", record.points.len()),
    ];
    match lengths.into_iter().find(|&(.., found)| found != expected) {
        Some((part, what, found)) => Err(part.has(Fault::Length { what, found, expected })),
        None => Ok(()),
    }
}

/// Checks that the hands are the deck, dealt evenly.
fn check_deal(rules: Rules, record: &GameRecord) -> Result<(), Misfit> {
    let wrong = |part: GamePart, reason: String| Err(part.has(Fault::Deal(reason)));
    let (mut all, mut jokers) = (CardSet::EMPTY, 0);
    for (player, hand) in record.hands.iter().enumerate() {
        if all.intersects(hand.cards) {
            return wrong(
                GamePart::Hand(player),
                format!("player {player} and another player both have {}", all & hand.cards),
            );
        }
        all |= hand.cards;
        jokers += hand.jokers;
    }
    if all != CardSet::ALL {
        return wrong(GamePart::Hands, format!("no hand has {}", !all));
    }
    if jokers != rules.jokers() {
        return wrong(GamePart::Hands, format!("{jokers} jokers; the rules have {}", rules.jokers()));
    }
    let even = (rules.deck() / rules.players()) as u32;
    let uneven = record.hands.iter().position(|hand| !(even..=even + 1).contains(&hand.len()));
    match uneven {
        Some(player) => wrong(
            GamePart::Hand(player),
            format!("player {player} has {} cards; expected {even} or one more", record.hands[player].len()),
        ),
        None => Ok(()),
    }
}

/// Derives the classes from the gifts, for a game whose record has gifts but no classes. Returns
/// `None` if the gifts do not form an exchange.
///
/// Such records come from the official server of the UECda contest, which exchanges cards even if
/// it is configured to forget the classes after every game.
fn classes_of_gifts(rules: Rules, gifts: &[GiftRecord]) -> Option<Vec<u8>> {
    let players = rules.players();
    let mut classes = vec![None; players];
    let pairs = (0..2).filter(|&class| rules.gift(class) > 0);
    // The forced gifts come first. The gift of the poorest player is the first of them.
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

/// Returns the game after the exchange, and checks the recorded gifts.
fn opened(rules: Rules, record: &GameRecord) -> Result<Game, Misfit> {
    let by_seat: Vec<Hand> = record.seats.iter().map(|&player| record.hands[usize::from(player)]).collect();
    let no_game = |error: GameError| GamePart::Hands.has(error);
    let classes = match (&record.classes, record.gifts.first()) {
        (Some(classes), _) => Some(classes.clone()),
        (None, None) => return Game::new(rules, &by_seat, first_to_lead(&by_seat), None).map_err(no_game),
        (None, Some(_)) => classes_of_gifts(rules, &record.gifts),
    };
    let by_class =
        |classes: &Vec<u8>| record.seats.iter().map(|&player| classes[usize::from(player)]).collect();
    let classes: Vec<u8> = classes.as_ref().map(by_class).ok_or_else(|| {
        GamePart::Gift(0).has(Fault::Gift {
            number: 1,
            found: "the gifts are not an exchange between pairs of players".to_owned(),
            expected: "no gifts, or gifts between pairs of players, with each player in at most one pair"
                .to_owned(),
        })
    })?;
    let mut exchange =
        Exchange::new(rules, &by_seat, &classes).map_err(|error| GamePart::Classes.has(error))?;
    let mut expected: Vec<Gift> = exchange.forced().collect();
    let due: Vec<usize> = exchange.due().map(|(seat, _)| seat).collect();
    for seat in due {
        let player = record.seats[seat];
        // The recorded choice of the rich player. If it is impossible, `give` takes the best cards,
        // and the comparison below reports the difference.
        let chosen = record.gifts.iter().skip(expected.len()).find(|gift| gift.from == player);
        expected.extend(exchange.give(seat, chosen.map_or(Hand::EMPTY, |gift| gift.cards)));
    }
    let named = |from: u8, to: u8, cards: Hand| format!("player {from} gives player {to} {cards}");
    let expected =
        expected.iter().map(|gift| named(record.seats[gift.from], record.seats[gift.to], gift.cards));
    let found = record.gifts.iter().map(|gift| named(gift.from, gift.to, gift.cards));
    let (mut expected, mut found) = (expected.fuse(), found.fuse());
    for number in 1.. {
        match (found.next(), expected.next()) {
            (None, None) => break,
            (found, expected) if found == expected => {}
            (found, expected) => {
                let or_none = |gift: Option<String>| gift.unwrap_or_else(|| "no gift".to_owned());
                let fault = Fault::Gift { number, found: or_none(found), expected: or_none(expected) };
                return Err(GamePart::Gift(number - 1).has(fault));
            }
        }
    }
    let hands = &exchange.hands()[..rules.players()];
    let before = record.classes.is_some().then_some(&classes[..]);
    Game::new(rules, hands, first_to_lead(hands), before).map_err(no_game)
}

/// Assigns the open classes of a stuck game to the players who still hold cards, in the recorded
/// order.
///
/// Does nothing if the recorded result does not name all of these players.
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
        // `settle` fails if `recorded` names a seat twice. The game then has no result, and the
        // caller reports the fault.
        let _ = game.settle(&recorded);
    }
}

/// Returns the result that follows from the plays, as a text. It lists the players, the richest
/// first.
fn expected_result(game: &Game, record: &GameRecord) -> String {
    let mut text = String::new();
    for &seat in game.result().unwrap_or_else(|| game.finished()) {
        let _ = write!(text, "{} ", record.seats[usize::from(seat)]);
    }
    if game.ending() == Some(Ending::Stuck) {
        text += "(then the players who still hold cards, in any order)";
    }
    text.trim_end().to_owned()
}
