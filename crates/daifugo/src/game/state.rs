//! What everyone at the table knows of a game, and how it changes with every move.

use crate::Rank;
use crate::game::GameError;
use crate::game::facts::Facts;
use crate::game::moves::{Move, Outcome};
use crate::melds::{Hand, Kind, Meld, Melds, Order, Refusal, Trick, follows, leads};
use crate::rules::{Rule, Rules};

/// Passes in a row after which a game is stuck.
pub(super) const STUCK: u8 = 20;
const FIVE: Rank = Rank::new(2).expect("a rank");
const SIX: Rank = Rank::new(3).expect("a rank");
const NINE: Rank = Rank::new(6).expect("a rank");

/// A game as everyone at the table sees it: the rules, the trick, whose move it is, who has passed, how many
/// cards each seat holds, and which cards are gone. The hands are not in it.
///
/// Whoever follows a game from outside (a client of a server, a reader of a log) applies each public move
/// with [`submit`](Self::submit) and always has the rules' view of it. A [`Game`](super::Game) is this and
/// the hands. One can be made for the middle of a game, from [`Facts`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Facts", into = "Facts"))]
#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own that a rule turns on and off")]
pub struct PublicState {
    rules: Rules,
    /// How many cards each seat holds, jokers included.
    sizes: [u8; Rules::MOST_PLAYERS],
    /// The cards that are in somebody's hand, and those that are undealt.
    held: Hand,
    /// The number of cards in `held` that are in nobody's hand.
    undealt: u8,
    trick: Option<Trick>,
    /// The seats whose players still hold cards and are in the game.
    playing: u8,
    /// Of those, the seats that have passed since the table was cleared.
    passed: u8,
    turn: u8,
    /// The seat that played last, or leads the first time.
    owner: u8,
    /// Passes in a row.
    idle: u8,
    revolution: bool,
    /// 11-back, until the table is cleared.
    back: bool,
    /// Play goes from higher seats to lower ones.
    backwards: bool,
    stuck: bool,
    /// The class that each seat had in the game before; 0 the richest.
    classes_before: Option<[u8; Rules::MOST_PLAYERS]>,
    /// Seats in the order of their classes: the first so many are settled, and so many at the end.
    classes: [u8; Rules::MOST_PLAYERS],
    top: u8,
    bottom: u8,
}

/// What became of what a player did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Happened {
    /// The meld lies on the table.
    Played,
    /// The player passed.
    Passed,
    /// The meld was refused; that counts as a pass.
    Refused(Refusal),
    /// The game was over already.
    Over,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Ending {
    /// All but one have got rid of their cards.
    Finished,
    /// Twenty passes in a row; those who still hold cards draw for the classes left.
    Stuck,
}

impl PublicState {
    /// A game before its first lead, of hands that have been checked.
    pub(super) fn opening(
        rules: Rules,
        hands: &[Hand; Rules::MOST_PLAYERS],
        held: Hand,
        first: usize,
        classes_before: Option<[u8; Rules::MOST_PLAYERS]>,
    ) -> Self {
        Self {
            rules,
            sizes: hands.map(|hand| hand.len() as u8),
            held,
            undealt: 0,
            trick: None,
            playing: (1 << rules.players()) - 1,
            passed: 0,
            turn: first as u8,
            owner: first as u8,
            idle: 0,
            revolution: false,
            back: false,
            backwards: false,
            stuck: false,
            classes_before,
            classes: [0; Rules::MOST_PLAYERS],
            top: 0,
            bottom: 0,
        }
    }

    /// The position that these facts describe.
    ///
    /// # Errors
    /// Facts that no game by these rules can lead to, as far as each of them by itself or beside the others
    /// shows it: lists of the wrong length, seats that are not there, cards that do not add up, a turn of
    /// somebody who has passed, an effect of a rule that is off.
    pub fn new(facts: &Facts) -> Result<Self, GameError> {
        let rules = facts.rules;
        let players = rules.players();
        let held = facts.held()?;
        let (playing, passed) = facts.seats()?;
        facts.check_effects()?;
        let classes_before = facts.classes_before.as_deref().map(|classes| each_class_once(classes, players));
        let mut classes = [0; Rules::MOST_PLAYERS];
        let top = facts.finished.len();
        classes[..top].copy_from_slice(&facts.finished);
        for (place, &seat) in (0..players).rev().zip(&facts.fallen) {
            classes[place] = seat;
        }
        if playing.is_power_of_two() && !facts.stuck {
            classes[top] = playing.trailing_zeros() as u8;
        }
        let mut sizes = [0; Rules::MOST_PLAYERS];
        sizes[..players].copy_from_slice(&facts.sizes);
        Ok(Self {
            rules,
            sizes,
            held,
            undealt: facts.undealt,
            trick: facts.trick,
            playing,
            passed,
            turn: facts.turn,
            owner: facts.owner,
            idle: facts.idle,
            revolution: facts.revolution,
            back: facts.eleven_back,
            backwards: facts.backwards,
            stuck: facts.stuck,
            classes_before: classes_before.transpose()?,
            classes,
            top: top as u8,
            bottom: facts.fallen.len() as u8,
        })
    }

    /// All of it as plain facts, from which [`new`](Self::new) makes it again.
    pub fn facts(&self) -> Facts {
        let players = self.rules.players();
        let seats = |bits: u8| (0..players as u8).filter(|seat| bits >> seat & 1 == 1).collect();
        let bottom = usize::from(self.bottom);
        Facts {
            rules: self.rules,
            sizes: self.sizes[..players].to_vec(),
            gone: self.gone(),
            undealt: self.undealt,
            trick: self.trick,
            passed: seats(self.passed),
            turn: self.turn,
            owner: self.owner,
            idle: self.idle,
            revolution: self.revolution,
            eleven_back: self.back,
            backwards: self.backwards,
            stuck: self.stuck,
            classes_before: self.classes_before().map(<[u8]>::to_vec),
            finished: self.finished().to_vec(),
            fallen: self.classes[players - bottom..players].iter().rev().copied().collect(),
        }
    }

    /// The rules it is played by.
    #[inline]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The seat to move; `None` once the game is over.
    #[inline]
    pub const fn turn(&self) -> Option<usize> {
        if self.stuck || self.playing & self.playing.wrapping_sub(1) == 0 {
            None
        } else {
            Some(self.turn as usize)
        }
    }

    /// How many cards a seat holds, jokers included; 0 for a seat that is not there.
    #[inline]
    pub const fn size(&self, seat: usize) -> u32 {
        if seat < Rules::MOST_PLAYERS { self.sizes[seat] as u32 } else { 0 }
    }

    /// The cards that may be in a hand: all hands in one, and the [undealt](Self::undealt) cards.
    #[inline]
    pub const fn held(&self) -> Hand {
        self.held
    }

    /// The number of [held](Self::held) cards that were dealt to nobody and lie face down; 0 at a
    /// table that deals the whole deck.
    #[inline]
    pub const fn undealt(&self) -> u32 {
        self.undealt as u32
    }

    /// The cards that are known to be in nobody's hand: those that were played, and those that were
    /// never dealt as far as it is known which they are.
    pub const fn gone(&self) -> Hand {
        Hand::new(self.held.cards.complement(), self.rules.jokers() - self.held.jokers)
    }

    /// What lies on the table; `None` if whoever is to move leads.
    #[inline]
    pub const fn trick(&self) -> Option<Trick> {
        self.trick
    }

    /// The seat whose meld lies on the table, also if its player has finished with it; `None` on an empty
    /// table.
    #[inline]
    pub const fn trick_owner(&self) -> Option<usize> {
        if self.trick.is_some() { Some(self.owner as usize) } else { None }
    }

    /// The seat that played last, or leads the first time: where the lead goes when the table clears.
    pub(super) const fn owner(&self) -> u8 {
        self.owner
    }

    /// Which ranks are better at the moment.
    #[inline]
    pub const fn order(&self) -> Order {
        if self.revolution == self.back { Order::Normal } else { Order::Reversed }
    }

    /// Whether a revolution is on.
    pub const fn revolution(&self) -> bool {
        self.revolution
    }

    /// Whether 11-back is on, until the table is cleared.
    pub const fn eleven_back(&self) -> bool {
        self.back
    }

    /// Whether play goes from higher seats to lower ones.
    pub const fn backwards(&self) -> bool {
        self.backwards
    }

    /// Passes in a row, 0 to 19; under [`Rule::Deadlock`] the twentieth ends the game.
    pub const fn passes_in_a_row(&self) -> u8 {
        self.idle
    }

    /// Whether a seat's player is still in the game.
    #[inline]
    pub const fn is_playing(&self, seat: usize) -> bool {
        seat < Rules::MOST_PLAYERS && self.playing >> seat & 1 == 1
    }

    /// Whether a seat has passed since the table was cleared: it is out until the next time.
    #[inline]
    pub const fn has_passed(&self, seat: usize) -> bool {
        seat < Rules::MOST_PLAYERS && self.passed >> seat & 1 == 1
    }

    /// The seats still in the game, and of those the ones that have passed, as bits.
    pub(super) const fn seats(&self) -> (u8, u8) {
        (self.playing, self.passed)
    }

    /// How many classes are settled from the top and from the bottom.
    pub(super) const fn settled(&self) -> (u8, u8) {
        (self.top, self.bottom)
    }

    /// The class that each seat had in the game before, 0 the richest; `None` where nobody had one.
    pub fn classes_before(&self) -> Option<&[u8]> {
        self.classes_before.as_ref().map(|classes| &classes[..self.rules.players()])
    }

    /// The seat of the richest of the game before.
    pub(super) fn capital(&self) -> Option<u8> {
        let seat = self.classes_before()?.iter().position(|&class| class == 0)?;
        Some(seat as u8)
    }

    /// The seats whose classes are settled from the top, richest first.
    #[inline]
    pub fn finished(&self) -> &[u8] {
        &self.classes[..usize::from(self.top)]
    }

    /// The seats whose classes are settled from the bottom, by a forbidden finish or miyako-ochi, the poorest
    /// last.
    #[inline]
    pub fn fallen(&self) -> &[u8] {
        let players = self.rules.players();
        &self.classes[players - usize::from(self.bottom)..players]
    }

    /// How the game ended; `None` while it is played.
    #[inline]
    pub const fn ending(&self) -> Option<Ending> {
        match self.turn() {
            Some(_) => None,
            None if self.stuck => Some(Ending::Stuck),
            None => Some(Ending::Finished),
        }
    }

    /// Writes the melds that whoever is to move may play from this hand into `melds`, which is cleared
    /// before; a pass is none of them.
    ///
    /// In the [documented order](crate::melds#the-order-of-melds).
    #[inline]
    pub fn melds(&self, hand: Hand, melds: &mut Melds) {
        let order = self.order();
        match self.trick {
            None => leads(hand, order, melds),
            Some(trick) => follows(hand, trick, order, melds),
        }
        // Rare rules: what the generator does not know is taken out again.
        if !self.rules.has(Rule::Sequences) {
            melds.retain(|meld| meld.kind() != Kind::Sequence);
        }
        if !self.rules.has(Rule::SpadeThree) && self.on_a_joker() {
            melds.clear();
        }
    }

    /// Whether a joker lies alone on the table.
    #[inline]
    fn on_a_joker(&self) -> bool {
        self.trick.is_some_and(|trick| trick.meld == Meld::JOKER)
    }

    /// Whether whoever is to move may play the meld from this hand.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn check(&self, hand: Hand, meld: Meld) -> Result<(), Refusal> {
        if !hand.holds(meld) {
            return Err(Refusal::NotHeld);
        }
        if meld.kind() == Kind::Sequence && !self.rules.has(Rule::Sequences) {
            return Err(Refusal::NoSequences);
        }
        let Some(trick) = self.trick else { return Ok(()) };
        if !self.rules.has(Rule::SpadeThree) && self.on_a_joker() {
            return Err(Refusal::Unanswerable);
        }
        trick.answered_by(meld, self.order())
    }

    /// What the seat to move did, as everyone saw it: a meld that it could not have, by its number of cards
    /// or because they are not in any hand, or that may not be played, counts as a pass.
    pub fn submit(&mut self, chosen: Move) -> Happened {
        if self.turn().is_none() {
            return Happened::Over;
        }
        let Move::Play(meld) = chosen else {
            self.pass();
            return Happened::Passed;
        };
        let possible = meld.size() <= self.size(usize::from(self.turn));
        match if possible { self.check(self.held, meld) } else { Err(Refusal::NotHeld) } {
            Ok(()) => {
                self.play(meld);
                Happened::Played
            }
            Err(refusal) => {
                self.pass();
                Happened::Refused(refusal)
            }
        }
    }

    /// Plays a meld that has been checked.
    #[inline]
    pub(super) fn play(&mut self, meld: Meld) {
        let seat = self.turn;
        let size = &mut self.sizes[usize::from(seat)];
        *size -= meld.size() as u8;
        let finished = *size == 0;
        self.held.remove(meld);
        let order = self.order();
        (self.owner, self.idle) = (seat, 0);

        let spade_three = self.on_a_joker();
        self.trick = Some(self.stands(meld, order));
        let shows = |rule, rank| self.rules.has(rule) && meld.shows(rank);
        let clears = spade_three || shows(Rule::EightCut, Rank::EIGHT);
        let skips = shows(Rule::FiveSkip, FIVE);
        self.backwards ^= shows(Rule::SixReverse, SIX) ^ shows(Rule::NineReverse, NINE);
        self.back ^= shows(Rule::ElevenBack, Rank::JACK);
        self.revolution ^= self.rules.has(Rule::Revolution) && meld.is_revolution();

        if finished {
            self.finish(seat, self.rules.has(Rule::ForbiddenFinish) && self.is_forbidden(meld, order));
        }
        if clears || self.playing & !self.passed == 0 {
            self.clear();
        } else {
            self.turn = self.next(self.turn);
            if skips {
                self.turn = self.next(self.turn);
            }
        }
    }

    /// A pass of whoever is to move, on a game that is not over.
    #[inline]
    pub(super) fn pass(&mut self) {
        self.passed |= 1 << self.turn;
        self.idle += 1;
        if self.idle == STUCK {
            self.idle = 0;
            self.stuck = self.rules.has(Rule::Deadlock);
        }
        if self.playing & !self.passed == 0 {
            self.clear();
        } else {
            self.turn = self.next(self.turn);
        }
    }

    /// The meld on the table, with the locks it brings about or keeps.
    #[inline]
    fn stands(&self, meld: Meld, order: Order) -> Trick {
        let Some(Trick { meld: below, suit_lock, rank_lock }) = self.trick else {
            return Trick::new(meld);
        };
        if meld.kind() == Kind::Jokers {
            return Trick::new(meld);
        }
        Trick {
            meld,
            suit_lock: self.rules.has(Rule::SuitLock) && (suit_lock || meld.suits() == below.suits()),
            rank_lock: self.rules.has(Rule::RankLock) && (rank_lock || meld.comes_right_after(below, order)),
        }
    }

    /// Whether finishing with it is forbidden where [`Rule::ForbiddenFinish`] is on.
    fn is_forbidden(&self, meld: Meld, order: Order) -> bool {
        let best = match order {
            Order::Normal => Rank::TWO,
            Order::Reversed => Rank::THREE,
        };
        meld.jokers() > 0 || meld.shows(best) || (self.rules.has(Rule::EightCut) && meld.shows(Rank::EIGHT))
    }

    /// A seat is out of the game, with the best place left or the worst.
    fn finish(&mut self, seat: u8, worst: bool) {
        self.playing &= !(1 << seat);
        let players = self.rules.players();
        if worst {
            self.bottom += 1;
            self.classes[players - usize::from(self.bottom)] = seat;
        } else {
            self.classes[usize::from(self.top)] = seat;
            self.top += 1;
            if self.top == 1 && self.rules.has(Rule::MiyakoOchi) {
                self.fall(seat);
            }
        }
        if self.playing.is_power_of_two() {
            // The last one keeps the one place left, and the turn goes to nobody.
            self.classes[usize::from(self.top)] = self.playing.trailing_zeros() as u8;
        }
    }

    /// The richest of the game before is out, unless it was this seat that finished first.
    fn fall(&mut self, first: u8) {
        let fallen = self.capital().filter(|&seat| seat != first && self.playing >> seat & 1 == 1);
        if let Some(seat) = fallen {
            self.finish(seat, true);
        }
    }

    /// Clears the table; whoever played last leads, or the next one who holds cards.
    #[inline]
    fn clear(&mut self) {
        (self.trick, self.passed, self.back) = (None, 0, false);
        self.turn = if self.playing >> self.owner & 1 == 1 { self.owner } else { self.next(self.owner) };
    }

    /// The next seat in the direction of play that holds cards and has not passed; the same seat if there is
    /// no other.
    #[inline]
    fn next(&self, seat: u8) -> u8 {
        let able = u32::from(self.playing & !self.passed);
        let seat = u32::from(seat);
        // Seats on one side of this one first, then those on the other.
        let (ahead, behind) = if self.backwards {
            let lower = able & ((1 << seat) - 1);
            (lower.checked_ilog2(), able.checked_ilog2())
        } else {
            let higher = able & (!1 << seat);
            let first = |seats: u32| (seats != 0).then(|| seats.trailing_zeros());
            (first(higher), first(able))
        };
        ahead.or(behind).map_or(self.turn, |seat| seat as u8)
    }

    /// Those who still hold cards in a stuck game, by seat; nobody otherwise.
    pub fn stuck(&self) -> impl Iterator<Item = usize> {
        let seats = if self.stuck { self.playing } else { 0 };
        (0..self.rules.players()).filter(move |seat| seats >> seat & 1 == 1)
    }

    /// Settles a stuck game: the places left go to those still holding cards in this order.
    ///
    /// # Errors
    /// If the seats are not [those that are stuck](Self::stuck), each once.
    pub fn settle(&mut self, seats: &[u8]) -> Result<(), GameError> {
        let mut named = 0u8;
        for &seat in seats {
            let bit = 1u8.checked_shl(u32::from(seat)).unwrap_or(0);
            if bit == 0 || named & bit != 0 {
                return Err(GameError::NotStuck);
            }
            named |= bit;
        }
        if !self.stuck || named != self.playing {
            return Err(GameError::NotStuck);
        }
        let top = usize::from(self.top);
        self.classes[top..top + seats.len()].copy_from_slice(seats);
        self.top += seats.len() as u8;
        self.playing = 0;
        Ok(())
    }

    /// The seats from the richest to the poorest; `None` while a class is open: in play, or stuck and not yet
    /// [settled](Self::settle).
    #[inline]
    pub fn result(&self) -> Option<&[u8]> {
        let open = self.turn().is_some() || (self.stuck && self.playing != 0);
        (!open).then(|| &self.classes[..self.rules.players()])
    }

    /// The whole outcome; `None` while a class is open.
    pub fn outcome(&self) -> Option<Outcome> {
        self.result().zip(self.ending()).map(|(result, ending)| Outcome::new(result, ending))
    }
}

/// A class of each seat, every class once.
pub(super) fn each_class_once(
    classes: &[u8],
    players: usize,
) -> Result<[u8; Rules::MOST_PLAYERS], GameError> {
    let mut all = [0; Rules::MOST_PLAYERS];
    let mut seen = 0u8;
    for (kept, &class) in all.iter_mut().zip(classes) {
        if usize::from(class) < players {
            seen |= 1 << class;
        }
        *kept = class;
    }
    let whole = classes.len() == players && seen.count_ones() as usize == players;
    if whole { Ok(all) } else { Err(GameError::Classes { found: classes.to_vec() }) }
}

impl TryFrom<Facts> for PublicState {
    type Error = GameError;

    fn try_from(facts: Facts) -> Result<Self, GameError> {
        Self::new(&facts)
    }
}

impl From<PublicState> for Facts {
    fn from(state: PublicState) -> Self {
        state.facts()
    }
}
