//! Public state of a game, and its update with every move.

use crate::Rank;
use crate::game::GameError;
use crate::game::facts::Facts;
use crate::game::moves::{Move, Outcome};
use crate::melds::{Hand, Kind, Meld, Melds, Order, Refusal, Trick, follows, leads};
use crate::rules::{Rule, Rules};

/// Number of consecutive passes after which a game is stuck.
pub(super) const STUCK: u8 = 20;
const FIVE: Rank = Rank::new(2).expect("a rank");
const SIX: Rank = Rank::new(3).expect("a rank");
const NINE: Rank = Rank::new(6).expect("a rank");

/// The public state of a game: rules, trick, seat to move, passes, hand sizes, and the cards in no
/// hand.
///
/// The hands themselves are not included. An observer without hands, such as a client of a server
/// or the reader of a log, applies each public move with [`submit`](Self::submit) and can query the
/// rules at any point. A [`Game`](super::Game) consists of this state and the hands. [`Facts`]
/// describe the state of a game in progress.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Facts", into = "Facts"))]
#[expect(clippy::struct_excessive_bools, reason = "the flags are independent; each has a rule of its own")]
pub struct PublicState {
    rules: Rules,
    /// Number of cards in each seat's hand, jokers included.
    sizes: [u8; Rules::MOST_PLAYERS],
    /// The cards in all hands, and the undealt cards.
    held: Hand,
    /// The number of undealt cards.
    undealt: u8,
    trick: Option<Trick>,
    /// Bit set of the seats still in the game.
    playing: u8,
    /// Bit set of the seats that have passed since the table was last cleared.
    passed: u8,
    turn: u8,
    /// The seat that played last; before the first play, the seat that leads.
    owner: u8,
    /// Number of consecutive passes.
    idle: u8,
    revolution: bool,
    /// Whether 11-back is in effect. It ends when the table is cleared.
    back: bool,
    /// Whether play proceeds in descending order of seats.
    backwards: bool,
    stuck: bool,
    /// Class of each seat in the previous game, 0 for the richest.
    classes_before: Option<[u8; Rules::MOST_PLAYERS]>,
    /// Seats in the order of their classes. Only the first `top` and the last `bottom` entries are
    /// assigned.
    classes: [u8; Rules::MOST_PLAYERS],
    top: u8,
    bottom: u8,
}

/// Effect of a submitted move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Happened {
    /// The meld was played.
    Played,
    /// The player passed.
    Passed,
    /// The meld was illegal and counted as a pass.
    Refused(Refusal),
    /// The game was already over; the move had no effect.
    Over,
}

/// The way in which a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Ending {
    /// All players but one have finished.
    Finished,
    /// Twenty consecutive passes ended the game; the seats that still hold cards draw lots for the
    /// open classes.
    Stuck,
}

impl PublicState {
    /// Creates, from validated hands, the state before the first lead.
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

    /// Creates the state described by the facts.
    ///
    /// # Errors
    /// Fails on facts that are inconsistent in themselves or with each other: lists of the wrong
    /// length, seats out of range, numbers of cards that do not add up to the deck, a seat to move
    /// that has passed, or an effect of a rule that is off. Other unreachable positions are not
    /// detected.
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

    /// Returns the state as plain facts, the inverse of [`new`](Self::new).
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

    /// Returns the rules.
    #[inline]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the seat to move; `None` once the game is over.
    #[inline]
    pub const fn turn(&self) -> Option<usize> {
        if self.stuck || self.playing & self.playing.wrapping_sub(1) == 0 {
            None
        } else {
            Some(self.turn as usize)
        }
    }

    /// Returns the number of cards in a seat's hand, jokers included; 0 for an unknown seat.
    #[inline]
    pub const fn size(&self, seat: usize) -> u32 {
        if seat < Rules::MOST_PLAYERS { self.sizes[seat] as u32 } else { 0 }
    }

    /// Returns the cards that can be in a hand: the union of all hands and the
    /// [undealt](Self::undealt) cards.
    #[inline]
    pub const fn held(&self) -> Hand {
        self.held
    }

    /// Returns the number of [held](Self::held) cards that lie face down and are in no hand; 0 at a
    /// table that deals the whole deck.
    #[inline]
    pub const fn undealt(&self) -> u32 {
        self.undealt as u32
    }

    /// Returns the cards known to be in no hand: played cards, and undealt cards whose identity is
    /// known.
    pub const fn gone(&self) -> Hand {
        Hand::new(self.held.cards.complement(), self.rules.jokers() - self.held.jokers)
    }

    /// Returns the current trick; `None` if the seat to move leads.
    #[inline]
    pub const fn trick(&self) -> Option<Trick> {
        self.trick
    }

    /// Returns the seat whose meld is on the table, even if it has finished; `None` on an empty
    /// table.
    #[inline]
    pub const fn trick_owner(&self) -> Option<usize> {
        if self.trick.is_some() { Some(self.owner as usize) } else { None }
    }

    /// Returns the seat that played last or, before the first play, the seat that leads. When the
    /// table is cleared, this seat leads; if it has no cards, the next seat that holds cards leads.
    pub(super) const fn owner(&self) -> u8 {
        self.owner
    }

    /// Returns the current order of ranks.
    #[inline]
    pub const fn order(&self) -> Order {
        if self.revolution == self.back { Order::Normal } else { Order::Reversed }
    }

    /// Returns whether a revolution is in effect.
    pub const fn revolution(&self) -> bool {
        self.revolution
    }

    /// Returns whether 11-back is in effect. It ends when the table is cleared.
    pub const fn eleven_back(&self) -> bool {
        self.back
    }

    /// Returns whether play proceeds in descending order of seats.
    pub const fn backwards(&self) -> bool {
        self.backwards
    }

    /// Returns the number of consecutive passes, 0..=19; under [`Rule::Deadlock`], the twentieth
    /// ends the game.
    pub const fn passes_in_a_row(&self) -> u8 {
        self.idle
    }

    /// Returns whether a seat is still in the game.
    #[inline]
    pub const fn is_playing(&self, seat: usize) -> bool {
        seat < Rules::MOST_PLAYERS && self.playing >> seat & 1 == 1
    }

    /// Returns whether a seat has passed and therefore cannot play until the table is cleared.
    #[inline]
    pub const fn has_passed(&self, seat: usize) -> bool {
        seat < Rules::MOST_PLAYERS && self.passed >> seat & 1 == 1
    }

    /// Returns the seats still in the game and the seats that have passed, as bit sets.
    pub(super) const fn seats(&self) -> (u8, u8) {
        (self.playing, self.passed)
    }

    /// Returns how many of the best classes and how many of the worst classes are assigned so far.
    pub(super) const fn settled(&self) -> (u8, u8) {
        (self.top, self.bottom)
    }

    /// Returns the class of each seat in the previous game, 0 for the richest; `None` in the first
    /// game.
    pub fn classes_before(&self) -> Option<&[u8]> {
        self.classes_before.as_ref().map(|classes| &classes[..self.rules.players()])
    }

    /// Returns the seat of the richest player of the previous game.
    pub(super) fn capital(&self) -> Option<u8> {
        let seat = self.classes_before()?.iter().position(|&class| class == 0)?;
        Some(seat as u8)
    }

    /// Returns the seats that have finished, richest first; after [`settle`](Self::settle), also
    /// the stuck seats.
    #[inline]
    pub fn finished(&self) -> &[u8] {
        &self.classes[..usize::from(self.top)]
    }

    /// Returns the seats that fell to the worst class still open, by a forbidden finish or by the
    /// fall of the capital (miyako-ochi); the poorest last.
    #[inline]
    pub fn fallen(&self) -> &[u8] {
        let players = self.rules.players();
        &self.classes[players - usize::from(self.bottom)..players]
    }

    /// Returns how the game ended; `None` while it is in progress.
    #[inline]
    pub const fn ending(&self) -> Option<Ending> {
        match self.turn() {
            Some(_) => None,
            None if self.stuck => Some(Ending::Stuck),
            None => Some(Ending::Finished),
        }
    }

    /// Writes the legal melds into `melds`, replacing its contents. `hand` is the hand of the seat
    /// to move. A pass is not included.
    ///
    /// The melds are in the [documented order](crate::melds#the-order-of-melds).
    #[inline]
    pub fn melds(&self, hand: Hand, melds: &mut Melds) {
        let order = self.order();
        match self.trick {
            None => leads(hand, order, melds),
            Some(trick) => follows(hand, trick, order, melds),
        }
        // Under all rules, the generator includes sequences, and the 3 of spades as an answer to a
        // joker. If the rules forbid these melds, they are removed here.
        if !self.rules.has(Rule::Sequences) {
            melds.retain(|meld| meld.kind() != Kind::Sequence);
        }
        if !self.rules.has(Rule::SpadeThree) && self.on_a_joker() {
            melds.clear();
        }
    }

    /// Returns whether a single joker is on the table.
    #[inline]
    fn on_a_joker(&self) -> bool {
        self.trick.is_some_and(|trick| trick.meld == Meld::JOKER)
    }

    /// Checks whether the seat to move may play the meld from this hand.
    ///
    /// # Errors
    /// Returns the first violated rule.
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

    /// Applies a publicly observed move of the seat to move.
    ///
    /// A meld counts as a pass if it is illegal or impossible: larger than the hand, or with cards
    /// that are in no hand.
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

    /// Passes for the seat to move; the game must not be over.
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

    /// Returns the trick after this meld is played, with the new locks and the locks that remain.
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

    /// Returns whether finishing with the meld is forbidden under [`Rule::ForbiddenFinish`].
    fn is_forbidden(&self, meld: Meld, order: Order) -> bool {
        let best = match order {
            Order::Normal => Rank::TWO,
            Order::Reversed => Rank::THREE,
        };
        meld.jokers() > 0 || meld.shows(best) || (self.rules.has(Rule::EightCut) && meld.shows(Rank::EIGHT))
    }

    /// Removes a seat from the game, and assigns it the worst open class if `worst` is true,
    /// otherwise the best open class.
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
            // The last seat gets the only open class.
            self.classes[usize::from(self.top)] = self.playing.trailing_zeros() as u8;
        }
    }

    /// Applies the fall of the capital (miyako-ochi) after `first` has finished first. If the
    /// richest seat of the previous game is another seat that is still in the game, it gets the
    /// worst open class.
    fn fall(&mut self, first: u8) {
        let fallen = self.capital().filter(|&seat| seat != first && self.playing >> seat & 1 == 1);
        if let Some(seat) = fallen {
            self.finish(seat, true);
        }
    }

    /// Clears the table. The seat that played last leads; if it has no cards, the next seat that
    /// holds cards leads.
    #[inline]
    fn clear(&mut self) {
        (self.trick, self.passed, self.back) = (None, 0, false);
        self.turn = if self.playing >> self.owner & 1 == 1 { self.owner } else { self.next(self.owner) };
    }

    /// Returns the first seat after `seat`, in the direction of play, that holds cards and has not
    /// passed; the seat to move if there is none.
    #[inline]
    fn next(&self, seat: u8) -> u8 {
        let able = u32::from(self.playing & !self.passed);
        let seat = u32::from(seat);
        // Prefer seats ahead in the direction of play; otherwise wrap around.
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

    /// Iterates over the seats that still hold cards in a stuck game; empty in any other game.
    pub fn stuck(&self) -> impl Iterator<Item = usize> {
        let seats = if self.stuck { self.playing } else { 0 };
        (0..self.rules.players()).filter(move |seat| seats >> seat & 1 == 1)
    }

    /// Assigns the open classes of a stuck game: the first seat in `seats` gets the best open
    /// class, and the last seat the worst.
    ///
    /// # Errors
    /// Fails unless `seats` contains each [stuck](Self::stuck) seat exactly once.
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

    /// Returns the seats from the richest to the poorest; `None` while a class is open, that is, in
    /// play or in a stuck game before [`settle`](Self::settle).
    #[inline]
    pub fn result(&self) -> Option<&[u8]> {
        let open = self.turn().is_some() || (self.stuck && self.playing != 0);
        (!open).then(|| &self.classes[..self.rules.players()])
    }

    /// Returns the outcome; `None` while a class is open.
    pub fn outcome(&self) -> Option<Outcome> {
        self.result().zip(self.ending()).map(|(result, ending)| Outcome::new(result, ending))
    }
}

/// Checks that the classes are a permutation of `0..players` and returns them by seat.
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
