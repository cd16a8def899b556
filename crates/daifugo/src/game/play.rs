//! One game from the first lead to the last place.

use crate::Rank;
use crate::game::View;
use crate::melds::{Hand, Kind, Meld, Melds, Order, Refusal, Standing, follows, leads};
use crate::rules::{Rule, Rules};

/// Passes in a row after which a game is stuck.
const STUCK: u8 = 20;
const FIVE: Rank = Rank::new(2).expect("a rank");
const SIX: Rank = Rank::new(3).expect("a rank");
const NINE: Rank = Rank::new(6).expect("a rank");

/// A game in play.
///
/// ```
/// use quadrille_daifugo::game::Game;
/// use quadrille_daifugo::melds::Hand;
/// use quadrille_daifugo::rules::Rules;
///
/// let hands = ["C3 D3", "H4 S4", "C5 D5"].map(|cards| Hand::new(cards.parse().unwrap(), 0));
/// let mut game = Game::new(Rules::UECDA.of(3, 0)?, &hands, 0, None);
/// game.submit(Some("C3 D3".parse()?));
/// assert_eq!((game.turn(), game.finished()), (Some(1), &[0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own that a rule turns on and off")]
pub struct Game {
    rules: Rules,
    /// By seat.
    hands: [Hand; Rules::MOST_PLAYERS],
    standing: Option<Standing>,
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
    /// The seat of the richest of the game before.
    capital: Option<u8>,
    /// Seats in the order of their classes: the first so many are settled, and so many at the end.
    classes: [u8; Rules::MOST_PLAYERS],
    top: u8,
    bottom: u8,
}

/// What became of what a player did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All but one have got rid of their cards.
    Finished,
    /// Twenty passes in a row; those who still hold cards draw for the classes left.
    Stuck,
}

impl Game {
    /// A game before its first lead: a hand for each seat, the seat that leads, and the seat of the richest of the game before.
    ///
    /// # Panics
    /// If there are fewer hands than the rules have players, or no such seat.
    pub fn new(rules: Rules, hands: &[Hand], first: usize, capital: Option<usize>) -> Self {
        let players = rules.players();
        assert!(hands.len() >= players && first < players, "a hand for each player, and one of them leads");
        let mut dealt = [Hand::EMPTY; Rules::MOST_PLAYERS];
        dealt[..players].copy_from_slice(&hands[..players]);
        Self {
            rules,
            hands: dealt,
            standing: None,
            playing: (1 << players) - 1,
            passed: 0,
            turn: first as u8,
            owner: first as u8,
            idle: 0,
            revolution: false,
            back: false,
            backwards: false,
            stuck: false,
            capital: capital.map(|seat| seat as u8),
            classes: [0; Rules::MOST_PLAYERS],
            top: 0,
            bottom: 0,
        }
    }

    /// The rules it is played by.
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

    /// What a seat holds.
    #[inline]
    pub const fn hand(&self, seat: usize) -> Hand {
        self.hands[seat]
    }

    /// What lies on the table; `None` if whoever is to move leads.
    #[inline]
    pub const fn standing(&self) -> Option<Standing> {
        self.standing
    }

    /// Which ranks are better at the moment.
    #[inline]
    pub const fn order(&self) -> Order {
        if self.revolution == self.back { Order::Normal } else { Order::Reversed }
    }

    /// What the player of a seat sees.
    #[inline]
    pub const fn view(&self, seat: usize) -> View<'_> {
        View::new(self, seat)
    }

    /// Whether a revolution is on.
    pub const fn revolution(&self) -> bool {
        self.revolution
    }

    /// Whether 11-back is on.
    pub const fn eleven_back(&self) -> bool {
        self.back
    }

    /// Whether a seat's player is still in the game.
    #[inline]
    pub const fn is_playing(&self, seat: usize) -> bool {
        self.playing >> seat & 1 == 1
    }

    /// Whether a seat has passed since the table was cleared.
    #[inline]
    pub const fn has_passed(&self, seat: usize) -> bool {
        self.passed >> seat & 1 == 1
    }

    /// The seats whose classes are settled from the top, richest first.
    pub fn finished(&self) -> &[u8] {
        &self.classes[..usize::from(self.top)]
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

    /// Writes the melds that whoever is to move may play into `melds`, which is cleared before; a pass is none of them.
    ///
    /// In the [documented order](crate::melds#the-order-of-melds).
    #[inline]
    pub fn melds(&self, melds: &mut Melds) {
        let (hand, order) = (self.hands[usize::from(self.turn)], self.order());
        match self.standing {
            None => leads(hand, order, melds),
            Some(standing) => follows(hand, standing, order, melds),
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
        self.standing.is_some_and(|standing| standing.meld == Meld::JOKER)
    }

    /// Whether whoever is to move may play the meld.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn check(&self, meld: Meld) -> Result<(), Refusal> {
        if !self.hands[usize::from(self.turn)].holds(meld) {
            return Err(Refusal::NotHeld);
        }
        if meld.kind() == Kind::Sequence && !self.rules.has(Rule::Sequences) {
            return Err(Refusal::NoSequences);
        }
        let Some(standing) = self.standing else { return Ok(()) };
        if !self.rules.has(Rule::SpadeThree) && self.on_a_joker() {
            return Err(Refusal::Unanswerable);
        }
        standing.answered_by(meld, self.order())
    }

    /// What a player submits: a meld, or `None` for a pass. A meld that may not be played counts as a pass.
    #[inline]
    pub fn submit(&mut self, submitted: Option<Meld>) -> Happened {
        let checked = submitted.map(|meld| self.check(meld).map(|()| meld));
        match checked {
            _ if self.turn().is_none() => Happened::Over,
            Some(Ok(meld)) => {
                self.play(meld);
                Happened::Played
            }
            None => {
                self.pass();
                Happened::Passed
            }
            Some(Err(refusal)) => {
                self.pass();
                Happened::Refused(refusal)
            }
        }
    }

    /// Plays a meld that [may be played](Self::check), on a game that is not over. For those who took it from
    /// [`melds`](Self::melds); anything else is refused by [`submit`](Self::submit).
    #[inline]
    pub fn play(&mut self, meld: Meld) {
        debug_assert_eq!(self.check(meld), Ok(()), "{meld}");
        let seat = self.turn;
        let hand = &mut self.hands[usize::from(seat)];
        hand.remove(meld);
        let finished = hand.is_empty();
        let order = self.order();
        (self.owner, self.idle) = (seat, 0);

        let spade_three = self.on_a_joker();
        self.standing = Some(self.stands(meld, order));
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
    pub fn pass(&mut self) {
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
    fn stands(&self, meld: Meld, order: Order) -> Standing {
        let Some(Standing { meld: below, suit_lock, rank_lock }) = self.standing else {
            return Standing::new(meld);
        };
        if meld.kind() == Kind::Jokers {
            return Standing::new(meld);
        }
        Standing {
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
        let fallen = self.capital.filter(|&seat| seat != first && self.playing >> seat & 1 == 1);
        if let Some(seat) = fallen {
            self.finish(seat, true);
        }
    }

    /// Clears the table; whoever played last leads, or the next one who holds cards.
    #[inline]
    fn clear(&mut self) {
        (self.standing, self.passed, self.back) = (None, 0, false);
        self.turn = if self.playing >> self.owner & 1 == 1 { self.owner } else { self.next(self.owner) };
    }

    /// The next seat in the direction of play that holds cards and has not passed; the same seat if there is no other.
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
    /// # Panics
    /// If the seats are not [those that are stuck](Self::stuck).
    pub fn settle(&mut self, seats: &[u8]) {
        let mut named = 0;
        for &seat in seats {
            named |= 1 << seat;
        }
        assert!(self.stuck && named == self.playing, "the seats that are stuck, each once");
        let top = usize::from(self.top);
        self.classes[top..top + seats.len()].copy_from_slice(seats);
        self.top += seats.len() as u8;
        self.playing = 0;
    }

    /// The seats from the richest to the poorest; `None` while a class is open: in play, or stuck and not yet
    /// [settled](Self::settle).
    #[inline]
    pub fn result(&self) -> Option<&[u8]> {
        let open = self.turn().is_some() || (self.stuck && self.playing != 0);
        (!open).then(|| &self.classes[..self.rules.players()])
    }
}
