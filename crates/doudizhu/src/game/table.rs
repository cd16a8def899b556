//! A series of games.

use quadrille_random::rand_core::Rng;

use super::{
    Action, Auction, Bidding, Call, CallView, Contract, Deal, Decision, Outcome, Position, Seat, Setup,
};
use super::{Stage, View};
use crate::players::{Event, Start};
use crate::{Hand, Move, MoveBuffer};

/// A series of games. This is the game type for players, arenas and other components above the
/// rules.
///
/// The table implements the interface [`quadrille_table::Game`], through which it is
/// [played](quadrille_table::play). By default it deals [random](Deal::random) cards, and seat g
/// mod 3 calls first in game g. The number g counts from 0, and includes games that are thrown in,
/// but not their repetitions by [`redeal`](quadrille_table::Game::redeal).
/// With [`begin`](Self::begin), the caller chooses the deal. With [`begin_at`](Self::begin_at), the
/// caller chooses the position. To validate answers and to explain errors, use
/// [`Game`](super::Game).
///
/// ```
/// use quadrille_doudizhu::Rules;
/// use quadrille_doudizhu::game::{Scoring, Setup, Table};
/// use quadrille_doudizhu::players::{PerSeatRng, Random, play};
/// use quadrille_random::StreamKey;
///
/// let key = StreamKey::new(31459, 0);
/// let [mut a, mut b, mut c] = [Random; 3];
/// let mut seats = PerSeatRng::new([&mut a, &mut b, &mut c], [1, 2, 3].map(|n| key.substream(n).rng()));
/// let mut table = Table::new(&Setup::new(Rules::RLCARD, Scoring::Adp));
/// let outcome = play(&mut table, &mut seats, &mut key.rng(), &mut ());
/// let outcome = outcome.expect("without an auction, no cards are thrown in");
/// assert_eq!(table.moves().last().map(|&(seat, _)| seat), Some(outcome.winner));
/// ```
#[derive(Debug, Clone)]
pub struct Table {
    setup: Setup,
    /// The deal; `None` before the first deal, and in games that began with a position.
    deal: Option<Deal>,
    stock: Hand,
    first: Seat,
    /// The auction of later games. The present game can be one [without
    /// auction](quadrille_table::Game::redeal).
    auction: Auction,
    bidding: Bidding,
    contract: Contract,
    /// The position; `None` until the landlord has taken the stock.
    position: Option<Position>,
    calls: Vec<(Seat, Call)>,
    moves: Vec<(Seat, Move)>,
    legal: MoveBuffer,
    games: u64,
}

/// The number of consecutive throw-ins after which the next deal is played without an auction.
/// Without this limit, players that never call would cause endless dealing. Players that call once
/// in twenty deals practically never reach the limit.
const MOST_THROW_INS: u32 = 100;

/// The calls and the moves of a game so far.
type History<'a> = (&'a [(Seat, Call)], &'a [(Seat, Move)]);

impl Default for Table {
    fn default() -> Self {
        Self::new(&Setup::default())
    }
}

impl Table {
    /// Returns a table before its first deal.
    pub const fn new(setup: &Setup) -> Self {
        let first = Seat::ALL[0];
        Self {
            setup: *setup,
            deal: None,
            stock: Hand::EMPTY,
            first,
            auction: setup.auction,
            bidding: setup.bidding(first),
            contract: Contract::plain(first),
            position: None,
            calls: Vec::new(),
            moves: Vec::new(),
            legal: MoveBuffer::new(),
            games: 0,
        }
    }

    /// Begins the next game with these cards, in which seat `first` calls first. Without an
    /// auction, seat 0 is the landlord, regardless of `first`.
    pub fn begin(&mut self, setup: &Setup, deal: &Deal, first: Seat) {
        self.clear(setup, first);
        (self.deal, self.stock) = (Some(*deal), deal.stock());
        self.bidding = setup.bidding(first);
        self.position = None;
        self.settle();
    }

    /// Begins the next game with a position, as playouts do. When the game is played, the players
    /// are notified of the start of a new game.
    pub fn begin_at(&mut self, setup: &Setup, contract: Contract, stock: Hand, position: Position) {
        self.clear(setup, position.turn());
        (self.deal, self.stock) = (None, stock);
        (self.contract, self.position) = (contract, Some(position));
    }

    /// Returns a table in the given state of the auction. `calls` are the calls that led to it.
    pub(super) fn calling(setup: &Setup, deal: &Deal, bidding: Bidding, calls: &[(Seat, Call)]) -> Self {
        let first = calls.first().map(|&(seat, _)| seat).or(bidding.turn()).unwrap_or(Seat::ALL[0]);
        let mut table = Self::new(setup);
        table.clear(setup, first);
        (table.deal, table.stock, table.bidding) = (Some(*deal), deal.stock(), bidding);
        table.calls.extend_from_slice(calls);
        table
    }

    /// Returns a table in the given position. The calls and the moves are the history of the game.
    /// If the history has all moves of the game, the table also has the deal.
    pub(super) fn playing(
        setup: &Setup,
        contract: Contract,
        stock: Hand,
        position: Position,
        (calls, moves): History<'_>,
    ) -> Self {
        let mut table = Self::new(setup);
        table.begin_at(setup, contract, stock, position);
        table.calls.extend_from_slice(calls);
        table.moves.extend_from_slice(moves);
        let spoke = calls.first().map(|&(seat, _)| seat);
        table.first = spoke.or(moves.first().map(|&(seat, _)| seat)).unwrap_or(table.first);
        let mut hands = Seat::ALL.map(|seat| table.first_hand(seat));
        if let Some(dealt) = hands[contract.landlord.index()].remove(stock) {
            hands[contract.landlord.index()] = dealt;
            table.deal = Deal::new(hands, stock).ok();
        }
        table
    }

    fn clear(&mut self, setup: &Setup, first: Seat) {
        (self.setup, self.first, self.auction) = (*setup, first, setup.auction);
        self.calls.clear();
        self.moves.clear();
        self.games = self.games.wrapping_add(1);
    }

    /// Once the bidding is settled, gives the stock to the landlord.
    fn settle(&mut self) {
        if let (Stage::Settled(contract), Some(deal)) = (self.bidding.stage(), &self.deal) {
            self.contract = contract;
            self.position = Some(Position::new(deal, contract.landlord));
        }
    }

    /// Copies the state of another table into this table and keeps the allocations.
    #[cfg(feature = "policy")]
    pub(crate) fn copy_course(&mut self, other: &Self) {
        // Legal moves are generated again for each view, and are not copied.
        let Self {
            setup,
            deal,
            stock,
            first,
            auction,
            bidding,
            contract,
            position,
            calls,
            moves,
            legal: _,
            games,
        } = other;
        (self.setup, self.deal, self.stock, self.first) = (*setup, *deal, *stock, *first);
        self.auction = *auction;
        (self.bidding, self.contract, self.position, self.games) = (*bidding, *contract, *position, *games);
        self.calls.clone_from(calls);
        self.moves.clone_from(moves);
    }

    /// Returns the three cards that the landlord took.
    #[cfg(feature = "policy")]
    pub(crate) const fn stock(&self) -> Hand {
        self.stock
    }

    /// Returns the seat that called first; if there were no calls, the seat that led first.
    #[cfg(any(feature = "policy", feature = "records"))]
    pub(crate) const fn first(&self) -> Seat {
        self.first
    }

    /// Returns the number of games begun.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the cards as dealt; `None` before the first deal, and in games that began with a
    /// position.
    pub const fn dealt(&self) -> Option<&Deal> {
        self.deal.as_ref()
    }

    /// Returns the calls of this game with their seats.
    pub fn calls(&self) -> &[(Seat, Call)] {
        &self.calls
    }

    /// Returns the moves of this game with their seats, including passes.
    pub fn moves(&self) -> &[(Seat, Move)] {
        &self.moves
    }

    /// Returns the contract; `None` until it is settled.
    pub fn contract(&self) -> Option<&Contract> {
        self.position.is_some().then_some(&self.contract)
    }

    /// Returns the position, also after the game; `None` until the landlord has taken the stock.
    pub const fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    // Calls are rare. Without inlining of the functions for calls, the loop over moves is faster.
    #[inline(never)]
    fn call_view(&self) -> Option<CallView<'_>> {
        CallView::of(&self.setup, self.deal.as_ref()?, &self.bidding, &self.calls)
    }

    #[inline(never)]
    fn call(&mut self, call: Call, mut tell: impl FnMut(&Event)) {
        let Some(seat) = self.bidding.turn() else { return };
        if self.bidding.call(call).is_err() {
            return;
        }
        self.calls.push((seat, call));
        tell(&Event::Called { seat, call });
        self.settle();
        match &self.position {
            Some(position) => tell(&self.settled(position)),
            None if self.bidding.turn().is_none() => tell(&Event::ThrownIn),
            None => {}
        }
    }

    fn settled(&self, position: &Position) -> Event {
        let contract = self.contract;
        let open_hand = contract.open.then(|| position.hand(contract.landlord));
        Event::Settled { contract, stock: self.stock, open_hand }
    }

    /// Returns the hand that a seat had at the beginning of the game.
    fn first_hand(&self, seat: Seat) -> Hand {
        if let Some(deal) = &self.deal {
            return deal.hands()[seat.index()];
        }
        let now = self.position.map_or(Hand::EMPTY, |position| position.hand(seat));
        let own = self.moves.iter().filter(|(by, _)| *by == seat);
        own.fold(now, |hand, (_, chosen)| hand.add(chosen.cards()).unwrap_or(hand))
    }
}

impl quadrille_table::Game for Table {
    type Setup = Setup;
    type Action = Action;
    type View<'a> = Decision<'a>;
    type Start<'a> = Start<'a>;
    type Event = Event;
    type Outcome = Outcome;

    const STREAMS: quadrille_table::Streams = quadrille_table::Streams::PerPlayer;

    fn new(setup: &Setup) -> Self {
        Self::new(setup)
    }

    fn reset(&mut self, setup: &Setup) {
        self.clear(setup, Seat::ALL[0]);
        (self.deal, self.position, self.games) = (None, None, 0);
        (self.stock, self.bidding) = (Hand::EMPTY, setup.bidding(self.first));
        self.contract = Contract::plain(self.first);
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn seats(_: &Setup) -> usize {
        Seat::ALL.len()
    }

    fn deal<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        let setup = Setup { auction: self.auction, ..self.setup };
        self.begin(&setup, &Deal::random(rng), Seat::ALL[(self.games % 3) as usize]);
    }

    /// Deals the game again. The same seat calls first. After a hundred throw-ins in a row, there
    /// is no auction.
    fn redeal<R: Rng + ?Sized>(&mut self, rng: &mut R, thrown_in: u32) {
        let (games, auction) = (self.games, self.auction);
        let auctioned = if thrown_in >= MOST_THROW_INS { Auction::None } else { auction };
        let setup = Setup { auction: auctioned, ..self.setup };
        self.begin(&setup, &Deal::random(rng), self.first);
        (self.games, self.auction) = (games, auction);
    }

    fn start(&self, seat: usize, seed: u64) -> Start<'_> {
        let seat = Seat::ALL[seat];
        Start::new(seat, &self.setup, self.first_hand(seat), self.first, seed)
    }

    fn opening(&self, mut tell: impl FnMut(&Event)) {
        for &(seat, call) in &self.calls {
            tell(&Event::Called { seat, call });
        }
        if let (Some(deal), Some(_)) = (&self.deal, &self.position) {
            tell(&self.settled(&Position::new(deal, self.contract.landlord)));
        }
        for &(seat, chosen) in &self.moves {
            tell(&Event::Played { seat, chosen });
        }
    }

    #[inline]
    fn view(&mut self) -> Option<Decision<'_>> {
        let Some(position) = &self.position else {
            return self.call_view().map(Decision::Call);
        };
        if position.winner().is_some() {
            return None;
        }
        let view = View::of(&self.setup, &self.contract, self.stock, position, &mut self.legal);
        Some(Decision::Play(view.with_history(&self.calls, &self.moves)))
    }

    #[inline]
    fn apply(&mut self, action: Action, mut tell: impl FnMut(&Event)) {
        match (action, &mut self.position) {
            (Action::Play(chosen), Some(position)) => {
                let seat = position.turn();
                position.play(chosen);
                self.moves.push((seat, chosen));
                tell(&Event::Played { seat, chosen });
            }
            (Action::Call(call), None) => self.call(call, tell),
            _ => {}
        }
    }

    fn close<R: Rng + ?Sized>(&mut self, _: &mut R) -> Option<Outcome> {
        Outcome::of(self.position.as_ref()?, &self.contract)
    }

    fn points(setup: &Setup, outcome: &Outcome, seat: usize) -> i64 {
        outcome.points(setup.scoring)[seat]
    }
}
