//! Games in a row, decision by decision.

use quadrille_random::rand_core::Rng;
use thiserror::Error;

use crate::game::deal::{Exchange, Exchanged, Gift, Hands, gifts};
use crate::game::moves::{Action, Event, Move, Outcome};
use crate::game::state::Happened;
use crate::game::{Game, GameError, Opening, Series, View};
use crate::melds::{Hand, Melds};
use crate::rules::Rules;

/// A table at which games are played, one after the other, by whoever sits there: it says whose decision is
/// due and what that seat sees, and takes the decision. It waits for nobody and starts nothing, so that a
/// decision may come from a player in this process, from one at the other end of a network, or from a search
/// that wants to see what comes of it.
///
/// A game goes through [`deal`](Self::deal), decisions as long as [`decision`](Self::decision) names one, and
/// [`close`](Self::close).
///
/// ```
/// use quadrille_daifugo::game::{Decision, Table};
/// use quadrille_daifugo::rules::Rules;
/// use quadrille_random::StreamKey;
///
/// let mut table = Table::new(Rules::UECDA);
/// let mut rng = StreamKey::new(1, 0).rng();
/// for _ in 0..2 {
///     table.deal(&mut rng)?;
///     while let Some(decision) = table.decision() {
///         match decision {
///             Decision::Give(exchange) => {
///                 let cards = exchange.fallback();
///                 table.give(cards)?;
///             }
///             Decision::Play(view) => {
///                 let first = view.moves().next().ok_or("somebody has no move")?;
///                 table.submit(first);
///             }
///             _ => unreachable!(),
///         }
///     }
///     let outcome = table.close(&mut rng)?;
///     assert_eq!(outcome.points(usize::from(outcome.seats()[0])), 5);
/// }
/// assert_eq!(table.series().games(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    series: Series,
    stage: Stage,
    history: Vec<Event>,
    /// As they were dealt, by seat.
    dealt: Hands,
    /// Those of this game, with their cards.
    gifts: Vec<Gift>,
    /// By seat, what it gave and got of those.
    exchanged: [Exchanged; Rules::MOST_PLAYERS],
    /// By seat, the class in the game before.
    classes: [u8; Rules::MOST_PLAYERS],
    melds: Melds,
}

/// Where between two deals a table is.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    /// No cards are dealt.
    Between,
    /// The rich seat and the number of cards that are to be returned come next.
    Exchange { exchange: Exchange, due: (usize, u32) },
    /// Cards are played, or the game is over and not yet closed.
    Play(Game),
    /// The game is over and closed.
    Closed(Game),
}

/// A decision that a table waits for.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Decision<'a> {
    /// Which cards a rich seat returns: [`Table::give`].
    Give(ExchangeView<'a>),
    /// What the seat to move does: [`Table::submit`].
    Play(View<'a>),
}

impl Decision<'_> {
    /// What is done for a player who does not answer: the lowest cards are returned; in play a pass, or the
    /// lowest single card where the seat leads.
    #[inline]
    pub fn fallback(&self) -> Action {
        match self {
            Self::Give(view) => Action::Give(view.fallback()),
            Self::Play(view) => Action::Move(view.fallback()),
        }
    }
}

/// What a rich seat sees when it is to return cards: those it was given are in its hand.
#[derive(Clone, Copy, Debug)]
pub struct ExchangeView<'a> {
    series: &'a Series,
    history: &'a [Event],
    seat: usize,
    hand: Hand,
    number: u32,
    received: Hand,
}

impl<'a> ExchangeView<'a> {
    /// What a rich seat sees that is to return so many cards of this hand; `history` is what everyone saw of
    /// this game. For tables that are not this crate's.
    pub const fn new(series: &'a Series, seat: usize, hand: Hand, number: u32, history: &'a [Event]) -> Self {
        Self { series, history, seat, hand, number, received: Hand::EMPTY }
    }

    /// The same of a seat that was given these cards, which are in its hand.
    #[must_use]
    pub const fn with_received(self, received: Hand) -> Self {
        Self { received, ..self }
    }

    /// The own seat.
    pub const fn seat(&self) -> usize {
        self.seat
    }

    /// The own hand.
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// The cards that the seat was given; none where they are not known.
    pub const fn received(&self) -> Hand {
        self.received
    }

    /// How many cards are to be returned: 1 or 2.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The games before this one: points and classes of all players.
    pub const fn series(&self) -> &'a Series {
        self.series
    }

    /// The exchange counts so far.
    pub const fn history(&self) -> &'a [Event] {
        self.history
    }

    /// The class of each seat in the game before, 0 the richest; 255 for seats that are not there.
    pub fn classes(&self) -> [u8; Rules::MOST_PLAYERS] {
        let (series, players) = (self.series, self.series.seats().len());
        let class = |seat| if seat < players { series.classes()[series.player(seat)] } else { u8::MAX };
        std::array::from_fn(class)
    }

    /// The number of cards that each seat holds now: by the order in which cards are dealt, from the richest on, and
    /// what has been given since.
    pub fn sizes(&self) -> [u32; Rules::MOST_PLAYERS] {
        let (rules, classes) = (self.series.rules(), self.classes());
        let (players, deck) = (rules.players(), rules.deck());
        let richest = classes.iter().position(|&class| class == 0).unwrap_or(0);
        let dealt = |seat| match (seat + players - richest) % players {
            _ if seat >= players => 0,
            place => deck / players + usize::from(place < deck % players),
        };
        let mut sizes = std::array::from_fn(|seat| dealt(seat) as u32);
        for event in self.history {
            let Event::Given { from, to, number } = *event else { continue };
            for (seat, more) in [(from, -i32::from(number)), (to, number.into())] {
                if let Some(size) = sizes.get_mut(usize::from(seat)) {
                    *size = size.saturating_add_signed(more);
                }
            }
        }
        sizes[self.seat] = self.hand.len();
        sizes
    }

    /// Whether the hand holds these cards, and they are as many as are due.
    pub fn may_give(&self, cards: Hand) -> bool {
        let hand = self.hand();
        cards.len() == self.number && hand.cards.is_superset(cards.cards) && hand.jokers >= cards.jokers
    }

    /// Everything that may be returned: each choice of as many cards as are due.
    pub fn gifts(&self) -> impl Iterator<Item = Hand> + use<> {
        gifts(self.hand, self.number)
    }

    /// What is returned for a player who does not answer: the lowest cards.
    pub fn fallback(&self) -> Hand {
        self.hand().lowest(self.number)
    }
}

/// A decision, or a deal, that the table does not wait for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TableError {
    /// Cards are dealt already.
    #[error("a game is being played")]
    InPlay,
    /// No cards are to be returned.
    #[error("no cards are to be returned")]
    NothingDue,
    /// The game is not over, or none was begun.
    #[error("no game is over")]
    NotOver,
    /// The cards make no game.
    #[error(transparent)]
    Game(#[from] GameError),
}

impl Table {
    /// A table before its first game.
    pub fn new(rules: Rules) -> Self {
        Self {
            series: Series::new(rules),
            stage: Stage::Between,
            history: Vec::new(),
            dealt: [Hand::EMPTY; Rules::MOST_PLAYERS],
            gifts: Vec::new(),
            exchanged: [Exchanged::default(); Rules::MOST_PLAYERS],
            classes: [0; Rules::MOST_PLAYERS],
            melds: Melds::new(),
        }
    }

    /// A table in the middle of a game: what was dealt and given by now, the classes before, and what everyone saw.
    pub(super) fn midway(
        series: Series,
        stage: Stage,
        (dealt, gifts): (Hands, &[Gift]),
        classes: [u8; Rules::MOST_PLAYERS],
        history: &[Event],
    ) -> Self {
        let mut table = Self { stage, dealt, classes, ..Self::new(series.rules()) };
        for &gift in gifts {
            table.note(gift);
        }
        table.history = history.to_vec();
        Self { series, ..table }
    }

    /// The game before its first decision: with the same cards, before any were returned. Fills `actions` with what was
    /// done since then.
    #[cfg(feature = "policy")]
    pub(crate) fn rewound(&self, actions: &mut Vec<Action>) -> Option<Self> {
        let mut start = Self { dealt: self.dealt, classes: self.classes, ..Self::new(self.series.rules()) };
        start.series = self.series.clone();
        if self.gifts.is_empty() {
            start.stage = Stage::Play(start.series.start(&self.dealt).ok()?);
        } else {
            let rules = self.series.rules();
            let exchange = Exchange::new(rules, &self.dealt, &self.classes[..rules.players()]).ok()?;
            let forced = exchange.forced().count();
            exchange.forced().for_each(|gift| start.note(gift));
            start.next_exchange(exchange, 0).ok()?;
            actions.extend(self.gifts.iter().skip(forced).map(|gift| Action::Give(gift.cards)));
        }
        actions.extend(self.history.iter().filter_map(|event| match *event {
            Event::Played { meld, .. } => Some(Action::Move(Move::Play(meld))),
            Event::Passed { .. } => Some(Action::Move(Move::Pass)),
            Event::Given { .. } => None,
        }));
        Some(start)
    }

    /// What a seat gave and got in this game's exchange.
    #[cfg(feature = "policy")]
    pub(super) const fn exchanged_by(&self, seat: usize) -> &Exchanged {
        &self.exchanged[seat]
    }

    /// Makes this table a copy of another one and keeps its memory.
    #[cfg(feature = "policy")]
    pub(crate) fn copy_course(&mut self, other: &Self) {
        // The melds are generated for each view.
        let Self { series, stage, history, dealt, gifts, exchanged, classes, melds: _ } = other;
        self.series.clone_from(series);
        self.stage.clone_from(stage);
        self.history.clone_from(history);
        self.gifts.clone_from(gifts);
        (self.dealt, self.exchanged, self.classes) = (*dealt, *exchanged, *classes);
    }

    /// Forgets all games: the first of another series comes next.
    pub fn begin_again(&mut self) {
        self.series = Series::new(self.series.rules());
        self.abandon();
        self.clear();
        self.dealt = [Hand::EMPTY; Rules::MOST_PLAYERS];
    }

    /// Gives up the game that is being played, if there is one: the next deal comes next.
    pub(super) fn abandon(&mut self) {
        self.stage = Stage::Between;
    }

    /// The games that are over, and who sits where.
    pub const fn series(&self) -> &Series {
        &self.series
    }

    /// The game being played, or the last one until the next deal; `None` before the first lead.
    pub const fn game(&self) -> Option<&Game> {
        match &self.stage {
            Stage::Play(game) | Stage::Closed(game) => Some(game),
            Stage::Between | Stage::Exchange { .. } => None,
        }
    }

    /// The cards as they were dealt in this game, by seat, before any were given.
    pub const fn dealt(&self) -> &Hands {
        &self.dealt
    }

    /// What each seat gave to another in this game, in the order in which it happened.
    pub fn gifts(&self) -> &[Gift] {
        &self.gifts
    }

    /// By seat, the class in the game before, 0 the richest; `None` in the first game of a series.
    pub fn classes_before(&self) -> Option<&[u8]> {
        let has_classes = match &self.stage {
            Stage::Closed(_) => self.series.games() > 1,
            Stage::Between | Stage::Exchange { .. } | Stage::Play(_) => self.series.games() > 0,
        };
        has_classes.then(|| &self.classes[..self.series.seats().len()])
    }

    /// What everyone saw of this game so far, the oldest first.
    pub fn history(&self) -> &[Event] {
        &self.history
    }

    /// Begins the next game: draws seats if they are due, deals, and has the poor give their best cards.
    ///
    /// # Errors
    /// If a game is being played.
    pub fn deal<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Result<(), TableError> {
        if matches!(self.stage, Stage::Exchange { .. } | Stage::Play(_)) {
            return Err(TableError::InPlay);
        }
        self.clear();
        let opening = self.series.open(rng)?;
        for (class, &player) in self.classes.iter_mut().zip(self.series.seats()) {
            *class = self.series.classes()[usize::from(player)];
        }
        match opening {
            // Nobody is rich or poor: no cards are exchanged.
            Opening::Classless(hands) => {
                self.dealt = hands;
                self.stage = Stage::Play(self.series.start(&hands)?);
            }
            Opening::Exchange(exchange) => {
                self.dealt = *exchange.dealt();
                exchange.forced().for_each(|gift| self.note(gift));
                self.next_exchange(exchange, 0)?;
            }
        }
        Ok(())
    }

    /// Forgets what happened in the game before.
    fn clear(&mut self) {
        self.history.clear();
        self.gifts.clear();
        self.exchanged = [Exchanged::default(); Rules::MOST_PLAYERS];
    }

    fn note(&mut self, gift: Gift) {
        self.gifts.push(gift);
        self.exchanged[gift.from].given = gift.cards;
        self.exchanged[gift.to].received = gift.cards;
        self.history.push(seen(gift));
    }

    /// Waits for the rich seat of that number, or begins the play after the last.
    fn next_exchange(&mut self, exchange: Exchange, number: usize) -> Result<(), GameError> {
        self.stage = match exchange.due().nth(number) {
            Some(due) => Stage::Exchange { exchange, due },
            None => Stage::Play(self.series.start(exchange.hands())?),
        };
        Ok(())
    }

    /// The decision that is due, with what its seat sees; `None` if the game is over or none was begun.
    #[inline]
    pub fn decision(&mut self) -> Option<Decision<'_>> {
        match &self.stage {
            Stage::Between | Stage::Closed(_) => None,
            Stage::Exchange { exchange, due: (seat, number) } => Some(Decision::Give(ExchangeView {
                series: &self.series,
                history: &self.history,
                seat: *seat,
                hand: exchange.hand(*seat),
                number: *number,
                received: self.exchanged[*seat].received,
            })),
            Stage::Play(game) => {
                let seat = game.turn()?;
                let view = game.view(seat, &mut self.melds, &self.history);
                Some(Decision::Play(view.in_series(&self.series, &self.exchanged[seat])))
            }
        }
    }

    /// The rich seat whose decision is due returns cards. If it has them not, or they are not as many as are
    /// due, its best cards go instead, as at the contest.
    ///
    /// # Errors
    /// If no cards are to be returned.
    pub fn give(&mut self, cards: Hand) -> Result<Gift, TableError> {
        let Stage::Exchange { exchange, due: (seat, _) } = &mut self.stage else {
            return Err(TableError::NothingDue);
        };
        let gift = exchange.give(*seat, cards).ok_or(TableError::NothingDue)?;
        // The exchange lies in the stage, which is about to be replaced by the next one. Who comes next
        // follows from the order of `due`, which does not change as cards are returned.
        let (exchange, given) = (exchange.clone(), *seat);
        self.note(gift);
        let number = exchange.due().position(|(seat, _)| seat == given).map_or(usize::MAX, |at| at + 1);
        self.next_exchange(exchange, number)?;
        Ok(gift)
    }

    /// What the seat whose decision is due does; what may not be played counts as a pass.
    pub fn submit(&mut self, chosen: Move) -> Happened {
        let Stage::Play(game) = &mut self.stage else { return Happened::Over };
        let Some(seat) = game.turn() else { return Happened::Over };
        let happened = game.submit(chosen);
        self.history.push(match (happened, chosen) {
            // What was refused is a pass in the eyes of everyone else: nobody learns from the history what a
            // seat tried to play, or which cards it thought it had.
            (Happened::Played, Move::Play(meld)) => Event::Played { seat: seat as u8, meld },
            _ => Event::Passed { seat: seat as u8 },
        });
        happened
    }

    /// The same of one of the moves of the [decision](Self::decision), which is not checked again.
    #[inline]
    pub(super) fn submit_legal(&mut self, chosen: Move) {
        let Stage::Play(game) = &mut self.stage else { return };
        let Some(seat) = game.turn() else { return };
        self.history.push(match chosen {
            Move::Play(meld) => {
                game.play(meld);
                Event::Played { seat: seat as u8, meld }
            }
            Move::Pass => {
                game.pass();
                Event::Passed { seat: seat as u8 }
            }
        });
    }

    /// Ends a game that is over: draws for the classes that a stuck game leaves open, and has the series take
    /// note.
    ///
    /// # Errors
    /// If no game is over.
    pub fn close<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Result<Outcome, TableError> {
        let Stage::Play(game) = &mut self.stage else { return Err(TableError::NotOver) };
        if game.ending().is_none() {
            return Err(TableError::NotOver);
        }
        Series::settle(game, rng)?;
        // A stuck game has no outcome before it is settled; every other one has, so this finds one.
        let outcome = game.outcome().ok_or(TableError::NotOver)?;
        self.series.close(game);
        if let Stage::Play(game) = std::mem::replace(&mut self.stage, Stage::Between) {
            self.stage = Stage::Closed(game);
        }
        Ok(outcome)
    }
}

/// What everyone sees of a gift.
fn seen(gift: Gift) -> Event {
    Event::Given { from: gift.from as u8, to: gift.to as u8, number: gift.cards.len() as u8 }
}
