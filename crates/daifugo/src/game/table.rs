//! Consecutive games, driven decision by decision.

use quadrille_random::rand_core::Rng;
use thiserror::Error;

use crate::game::deal::{Exchange, Exchanged, Gift, Hands, gifts};
use crate::game::moves::{Action, Event, Move, Outcome};
use crate::game::state::Happened;
use crate::game::{Game, GameError, Opening, Series, View};
use crate::melds::{Hand, Melds};
use crate::rules::Rules;

/// A table at which games are played one after the other.
///
/// The table returns the pending decision with the view of the seat that is to decide, and accepts
/// the chosen action. It never blocks and starts no threads, so an action can come from a player in
/// this process, from a network client, or from a search that explores alternatives.
///
/// Each game consists of [`deal`](Self::deal), decisions as long as [`decision`](Self::decision)
/// returns one, and [`close`](Self::close).
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
///                 let first = view.moves().next().ok_or("no legal move")?;
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
    /// The dealt hands, by seat.
    dealt: Hands,
    /// The gifts of this game, with their cards.
    gifts: Vec<Gift>,
    /// The cards that each seat gave and received.
    exchanged: [Exchanged; Rules::MOST_PLAYERS],
    /// Class of each seat in the previous game.
    classes: [u8; Rules::MOST_PLAYERS],
    melds: Melds,
}

/// The stage that a table has reached: no game yet, the exchange, the play, or a closed game.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    /// No game is in progress.
    Between,
    /// A rich seat is to return cards; `due` holds the seat and the number of cards.
    Exchange { exchange: Exchange, due: (usize, u32) },
    /// Cards are played, or the game is over and not yet closed.
    Play(Game),
    /// The game is over and closed.
    Closed(Game),
}

/// A pending decision.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Decision<'a> {
    /// A rich seat chooses the cards to return, which the caller submits to [`Table::give`].
    Give(ExchangeView<'a>),
    /// The seat to move chooses its move, which the caller submits to [`Table::submit`].
    Play(View<'a>),
}

impl Decision<'_> {
    /// Returns the action that replaces a missing or illegal one: the lowest cards in the exchange;
    /// in play a pass, or the lowest single card if the seat leads.
    #[inline]
    pub fn fallback(&self) -> Action {
        match self {
            Self::Give(view) => Action::Give(view.fallback()),
            Self::Play(view) => Action::Move(view.fallback()),
        }
    }
}

/// The information of a rich seat that is to return cards. The hand includes the cards received.
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
    /// Creates the view of a rich seat that is to return `number` cards of `hand`, for tables
    /// implemented elsewhere.
    ///
    /// `history` lists the public events of this game.
    pub const fn new(series: &'a Series, seat: usize, hand: Hand, number: u32, history: &'a [Event]) -> Self {
        Self { series, history, seat, hand, number, received: Hand::EMPTY }
    }

    /// Sets the cards that the seat received, which must be in its hand.
    #[must_use]
    pub const fn with_received(self, received: Hand) -> Self {
        Self { received, ..self }
    }

    /// Returns the seat.
    pub const fn seat(&self) -> usize {
        self.seat
    }

    /// Returns the seat's hand.
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// Returns the cards that the seat received; empty if they are unknown.
    pub const fn received(&self) -> Hand {
        self.received
    }

    /// Returns the number of cards to return: 1 or 2.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Returns the series: points and classes of all players.
    pub const fn series(&self) -> &'a Series {
        self.series
    }

    /// Returns the public events so far: the exchanges, without their cards.
    pub const fn history(&self) -> &'a [Event] {
        self.history
    }

    /// Returns the class of each seat in the previous game, 0 for the richest; 255 for entries
    /// beyond the number of players.
    pub fn classes(&self) -> [u8; Rules::MOST_PLAYERS] {
        let (series, players) = (self.series, self.series.seats().len());
        let class = |seat| if seat < players { series.classes()[series.player(seat)] } else { u8::MAX };
        std::array::from_fn(class)
    }

    /// Returns the current size of each hand. It is computed from the exchanges so far and from the
    /// deal, which starts at the richest seat.
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

    /// Returns whether the hand holds these cards and their number is the required one.
    pub fn may_give(&self, cards: Hand) -> bool {
        let hand = self.hand();
        cards.len() == self.number && hand.cards.is_superset(cards.cards) && hand.jokers >= cards.jokers
    }

    /// Iterates over all legal choices of cards to return.
    pub fn gifts(&self) -> impl Iterator<Item = Hand> + use<> {
        gifts(self.hand, self.number)
    }

    /// Returns the lowest cards of the hand, which are used if the player makes no legal choice.
    pub fn fallback(&self) -> Hand {
        self.hand().lowest(self.number)
    }
}

/// Error of an action that does not match the state of the table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TableError {
    /// A game is in progress.
    #[error("a game is in progress; it must be closed before the next deal")]
    InPlay,
    /// No cards are to be returned.
    #[error("no cards are due to be returned")]
    NothingDue,
    /// There is no finished game to close.
    #[error("there is no finished game to close")]
    NotOver,
    /// The cards do not form a valid game.
    #[error(transparent)]
    Game(#[from] GameError),
}

impl Table {
    /// Creates a table before its first game.
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

    /// Creates a table in the middle of a game.
    ///
    /// `gifts` are the gifts made so far, and `classes` the classes of the previous game.
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

    /// Creates a table with the next game of a series, in which the hands are given instead of
    /// drawn. If the series has classes, the poor seats have already given their cards. The first
    /// decision is pending.
    ///
    /// `dealt` lists the hands by seat.
    ///
    /// # Errors
    /// Fails if the hands are not a valid deal.
    pub fn dealt_again(series: Series, dealt: &Hands) -> Result<Self, GameError> {
        let rules = series.rules();
        let mut table = Self { dealt: *dealt, ..Self::new(rules) };
        for (class, &player) in table.classes.iter_mut().zip(series.seats()) {
            *class = series.classes()[usize::from(player)];
        }
        table.series = series;
        if table.series.games() == 0 {
            table.stage = Stage::Play(table.series.start(dealt)?);
        } else {
            let exchange = Exchange::new(rules, dealt, &table.classes[..rules.players()])?;
            exchange.forced().for_each(|gift| table.note(gift));
            table.next_exchange(exchange, 0)?;
        }
        Ok(table)
    }

    /// Returns this table as it was before the first decision of the game, after the deal and the
    /// gifts of the poor seats.
    ///
    /// Appends the actions since the first decision to `actions`. Returns `None` if the start of
    /// the game cannot be restored.
    #[cfg(feature = "policy")]
    pub(crate) fn rewound(&self, actions: &mut Vec<Action>) -> Option<Self> {
        let mut start = Self { dealt: self.dealt, classes: self.classes, ..Self::new(self.series.rules()) };
        start.series = self.series.clone();
        if let Stage::Closed(game) = &self.stage {
            start.series.reopen(game, self.classes);
        }
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

    /// Returns the cards that a seat gave and received in this game's exchange.
    #[cfg(feature = "policy")]
    pub(super) const fn exchanged_by(&self, seat: usize) -> &Exchanged {
        &self.exchanged[seat]
    }

    /// Copies another table into this one, reusing the allocations of this table.
    #[cfg(feature = "policy")]
    pub(crate) fn copy_course(&mut self, other: &Self) {
        // `melds` is regenerated for each view.
        let Self { series, stage, history, dealt, gifts, exchanged, classes, melds: _ } = other;
        self.series.clone_from(series);
        self.stage.clone_from(stage);
        self.history.clone_from(history);
        self.gifts.clone_from(gifts);
        (self.dealt, self.exchanged, self.classes) = (*dealt, *exchanged, *classes);
    }

    /// Resets the table to the start of a new series.
    pub fn begin_again(&mut self) {
        self.series = Series::new(self.series.rules());
        self.abandon();
        self.clear();
        self.dealt = [Hand::EMPTY; Rules::MOST_PLAYERS];
    }

    /// Discards the game in progress, if any, so that the next deal can follow.
    pub(super) fn abandon(&mut self) {
        self.stage = Stage::Between;
    }

    /// Returns the series: the finished games and the seating.
    pub const fn series(&self) -> &Series {
        &self.series
    }

    /// Returns the game in play, or the finished game until the next deal; `None` before the first
    /// deal and during an exchange.
    pub const fn game(&self) -> Option<&Game> {
        match &self.stage {
            Stage::Play(game) | Stage::Closed(game) => Some(game),
            Stage::Between | Stage::Exchange { .. } => None,
        }
    }

    /// Returns the dealt hands of this game, by seat, before the exchange.
    pub const fn dealt(&self) -> &Hands {
        &self.dealt
    }

    /// Returns the gifts of this game, in order.
    pub fn gifts(&self) -> &[Gift] {
        &self.gifts
    }

    /// Returns the class of each seat in the previous game, 0 for the richest; `None` in the first
    /// game of a series.
    pub fn classes_before(&self) -> Option<&[u8]> {
        let has_classes = match &self.stage {
            Stage::Closed(_) => self.series.games() > 1,
            Stage::Between | Stage::Exchange { .. } | Stage::Play(_) => self.series.games() > 0,
        };
        has_classes.then(|| &self.classes[..self.series.seats().len()])
    }

    /// Returns the public events of this game, oldest first.
    pub fn history(&self) -> &[Event] {
        &self.history
    }

    /// Starts the next game: draws the seats if a draw is due, deals, and moves the best cards of
    /// the poor seats to the rich seats.
    ///
    /// # Errors
    /// Fails if a game is in progress.
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
            // Without classes, no cards are exchanged.
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

    /// Clears the events and gifts of the previous game.
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

    /// Enters the stage in which the rich seat with the index `number` is to return cards. The
    /// seats are indexed in the order in which they return cards. Starts the play if all rich seats
    /// have returned cards.
    fn next_exchange(&mut self, exchange: Exchange, number: usize) -> Result<(), GameError> {
        self.stage = match exchange.due().nth(number) {
            Some(due) => Stage::Exchange { exchange, due },
            None => Stage::Play(self.series.start(exchange.hands())?),
        };
        Ok(())
    }

    /// Returns the present hand of a seat. During an exchange, the hand includes the cards received
    /// so far and excludes the cards given.
    pub(super) fn hand(&self, seat: usize) -> Hand {
        match &self.stage {
            Stage::Exchange { exchange, .. } => exchange.hand(seat),
            _ => self.game().map_or(self.dealt()[seat], |play| play.hand(seat)),
        }
    }

    /// Returns the pending decision with the view of the seat that is to decide; `None` if no game
    /// is in progress.
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

    /// Moves the cards that the deciding rich seat returns in the exchange to its partner's hand.
    ///
    /// If the seat does not hold the cards, or their number is wrong, its best cards are moved
    /// instead, as in the UECda contest. Returns the gift.
    ///
    /// # Errors
    /// Fails if no cards are to be returned.
    pub fn give(&mut self, cards: Hand) -> Result<Gift, TableError> {
        let Stage::Exchange { exchange, due: (seat, _) } = &mut self.stage else {
            return Err(TableError::NothingDue);
        };
        let gift = exchange.give(*seat, cards).ok_or(TableError::NothingDue)?;
        // The stage is replaced below, so the exchange is cloned out of it. The order of `due` does
        // not change when cards are returned, so the next seat is the one after `given`.
        let (exchange, given) = (exchange.clone(), *seat);
        self.note(gift);
        let number = exchange.due().position(|(seat, _)| seat == given).map_or(usize::MAX, |at| at + 1);
        self.next_exchange(exchange, number)?;
        Ok(gift)
    }

    /// Applies the move of the seat whose decision is due; an illegal move counts as a pass.
    pub fn submit(&mut self, chosen: Move) -> Happened {
        let Stage::Play(game) = &mut self.stage else { return Happened::Over };
        let Some(seat) = game.turn() else { return Happened::Over };
        let happened = game.submit(chosen);
        self.history.push(match (happened, chosen) {
            // A rejected move is recorded as a pass, so that the public history does not reveal the
            // attempted meld or the cards that the seat claimed to hold.
            (Happened::Played, Move::Play(meld)) => Event::Played { seat: seat as u8, meld },
            _ => Event::Passed { seat: seat as u8 },
        });
        happened
    }

    /// Applies one of the moves of the [decision](Self::decision) without checking it.
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

    /// Closes a finished game: assigns the open classes of a stuck game by lot, and records the
    /// game in the series.
    ///
    /// # Errors
    /// Fails unless a game has ended and is not yet closed.
    pub fn close<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Result<Outcome, TableError> {
        let Stage::Play(game) = &mut self.stage else { return Err(TableError::NotOver) };
        if game.ending().is_none() {
            return Err(TableError::NotOver);
        }
        Series::settle(game, rng)?;
        // After `settle`, every game that has ended has an outcome.
        let outcome = game.outcome().ok_or(TableError::NotOver)?;
        self.series.close(game);
        if let Stage::Play(game) = std::mem::replace(&mut self.stage, Stage::Between) {
            self.stage = Stage::Closed(game);
        }
        Ok(outcome)
    }
}

/// Returns the public event for a gift.
fn seen(gift: Gift) -> Event {
    Event::Given { from: gift.from as u8, to: gift.to as u8, number: gift.cards.len() as u8 }
}
