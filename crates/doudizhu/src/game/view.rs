//! The information visible to a player: the player's own cards and public information. The types of
//! this module cannot represent hidden hands.

use super::{Action, Bidding, Call, Contract, Deal, Position, Public, Seat, Setup};
use crate::{Hand, Move, MoveBuffer, Rules};

/// The next decision, as visible to the seat that makes it.
#[derive(Debug, Clone, Copy)]
pub enum Decision<'a> {
    /// A call before the first card.
    Call(CallView<'a>),
    /// A move.
    Play(View<'a>),
}

impl Decision<'_> {
    /// Returns the seat that decides.
    #[inline]
    pub const fn seat(&self) -> Seat {
        match self {
            Self::Call(view) => view.seat(),
            Self::Play(view) => view.seat(),
        }
    }
}

impl quadrille_table::View for Decision<'_> {
    type Action = Action;

    #[inline]
    fn seat(&self) -> usize {
        self.seat().index()
    }

    fn decision(&self) -> quadrille_table::Decision {
        match self {
            Self::Call(_) => quadrille_table::Decision::Call,
            Self::Play(_) => quadrille_table::Decision::Play,
        }
    }

    #[inline]
    fn choices(&self) -> usize {
        match self {
            Self::Call(view) => view.count(),
            Self::Play(view) => view.moves().len(),
        }
    }

    #[inline]
    fn choice(&self, index: usize) -> Option<Action> {
        match self {
            Self::Call(view) => view.call(index).map(Action::Call),
            Self::Play(view) => view.moves().get(index).copied().map(Action::Play),
        }
    }

    #[inline]
    fn permits(&self, action: &Action) -> bool {
        match (self, action) {
            (Self::Call(view), Action::Call(call)) => view.permits(*call),
            (Self::Play(view), Action::Play(chosen)) => view.moves().contains(chosen),
            _ => false,
        }
    }

    /// Returns a pass. If the seat leads, returns the lowest legal move instead.
    #[inline]
    fn fallback(&self) -> Action {
        match self {
            Self::Call(_) => Action::Call(Call::Pass),
            Self::Play(view) => Action::Play(view.fallback()),
        }
    }
}

impl<'a> From<CallView<'a>> for Decision<'a> {
    fn from(view: CallView<'a>) -> Self {
        Self::Call(view)
    }
}

impl<'a> From<View<'a>> for Decision<'a> {
    fn from(view: View<'a>) -> Self {
        Self::Play(view)
    }
}

/// The information visible to the seat that is to call.
#[derive(Debug, Clone, Copy)]
pub struct CallView<'a> {
    setup: &'a Setup,
    hand: Hand,
    bidding: &'a Bidding,
    seat: Seat,
    calls: &'a [(Seat, Call)],
}

impl<'a> CallView<'a> {
    /// Returns the view of the seat that is to call; `None` if all calls are made. `history`
    /// contains the previous calls, and may be empty.
    pub fn of(
        setup: &'a Setup,
        deal: &Deal,
        bidding: &'a Bidding,
        history: &'a [(Seat, Call)],
    ) -> Option<Self> {
        let seat = bidding.turn()?;
        let dealt = deal.hands()[seat.index()];
        // If the landlord is already determined, the landlord's hand includes the stock.
        let hand = match bidding.contract() {
            Some(contract) if contract.landlord == seat => dealt.add(deal.stock()).unwrap_or(dealt),
            _ => dealt,
        };
        Some(Self { setup, hand, bidding, seat, calls: history })
    }

    /// Returns the setup of the game.
    pub const fn setup(&self) -> &'a Setup {
        self.setup
    }

    /// Returns the seat of this view.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the seat's own cards. If the landlord is already determined, the landlord's cards
    /// include the stock.
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// Returns the state of the auction.
    pub const fn bidding(&self) -> &'a Bidding {
        self.bidding
    }

    /// Returns all legal calls, `pass` first.
    pub fn calls(&self) -> impl Iterator<Item = Call> + use<> {
        self.bidding.calls()
    }

    /// Returns all previous calls with their seats.
    pub const fn history(&self) -> &'a [(Seat, Call)] {
        self.calls
    }

    // Calls are rare. Without inlining of the functions for calls, the loops over moves are faster.
    #[inline(never)]
    fn count(&self) -> usize {
        self.calls().count()
    }

    #[inline(never)]
    fn call(&self, index: usize) -> Option<Call> {
        self.calls().nth(index)
    }

    #[inline(never)]
    fn permits(&self, call: Call) -> bool {
        self.bidding.check(call).is_ok()
    }
}

/// The information visible to the seat that is to play.
///
/// A [`Table`](super::Table) or a [`Game`](super::Game) creates it for the seat to move;
/// [`of`](Self::of) creates one for any position. Copying is cheap.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    setup: &'a Setup,
    contract: &'a Contract,
    stock: Hand,
    public: &'a Public,
    hand: Hand,
    /// The cards of the other two seats, as one set.
    unseen: Hand,
    /// The number of cards of the next seat.
    next_has: u32,
    /// The landlord's hand if it is open, otherwise empty.
    open_hand: Hand,
    moves: &'a [Move],
    calls: &'a [(Seat, Call)],
    history: &'a [(Seat, Move)],
}

impl<'a> View<'a> {
    /// Returns the view of the seat to move in any position. The legal moves of the seat are
    /// generated into `moves`. The history of the view is empty.
    ///
    /// A view contains the sizes of the other hands and their union, but not the hands. To
    /// construct a seat's view from this information alone, distribute the unseen cards to the
    /// other seats in any way that fits the sizes, as
    /// [`PositionParts::seen`](super::PositionParts::seen) does.
    ///
    /// ```
    /// use quadrille_doudizhu::{MoveBuffer, Rules};
    /// use quadrille_doudizhu::game::{Contract, Position, Scoring, Seat, Setup};
    /// use quadrille_doudizhu::players::{Rule, View};
    ///
    /// // The move of `rule` with 3R against 66 and 77:
    /// let hands = ["3R".parse()?, "66".parse()?, "77".parse()?];
    /// let position = Position::endgame(hands, Seat::ALL[0], Seat::ALL[0])?;
    /// let (setup, contract) = (Setup::new(Rules::RLCARD, Scoring::Adp), Contract::plain(Seat::ALL[0]));
    /// let mut moves = MoveBuffer::new();
    /// let view = View::of(&setup, &contract, "34R".parse()?, &position, &mut moves);
    /// let chosen = Rule.choose(&view);
    /// assert_eq!(chosen.to_string(), "R");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn of(
        setup: &'a Setup,
        contract: &'a Contract,
        stock: Hand,
        position: &'a Position,
        moves: &'a mut MoveBuffer,
    ) -> Self {
        position.moves(setup.rules, moves);
        let [hand, next, last] = position.turn().round().map(|seat| position.hand(seat));
        Self {
            setup,
            contract,
            stock,
            public: position.public(),
            hand,
            unseen: Hand::from_valid_bits(next.bits() + last.bits()),
            next_has: next.len(),
            open_hand: if contract.open { position.hand(position.landlord()) } else { Hand::EMPTY },
            moves: moves.as_slice(),
            calls: &[],
            history: &[],
        }
    }

    /// Returns the same view with a history of calls and moves.
    #[inline]
    #[must_use]
    pub const fn with_history(mut self, calls: &'a [(Seat, Call)], moves: &'a [(Seat, Move)]) -> Self {
        (self.calls, self.history) = (calls, moves);
        self
    }

    /// Returns the setup of the game.
    pub const fn setup(&self) -> &'a Setup {
        self.setup
    }

    /// Returns the rules of moves.
    #[inline]
    pub const fn rules(&self) -> Rules {
        self.setup.rules
    }

    /// Returns the contract: bid, robberies and doubling.
    pub const fn contract(&self) -> &'a Contract {
        self.contract
    }

    /// Returns all calls with their seats; empty if unknown.
    pub const fn calls(&self) -> &'a [(Seat, Call)] {
        self.calls
    }

    /// Returns all moves so far with their seats, including passes; empty if unknown.
    pub const fn history(&self) -> &'a [(Seat, Move)] {
        self.history
    }

    /// Returns the seat of this view, which is the seat to move.
    #[inline]
    pub const fn seat(&self) -> Seat {
        self.public.turn()
    }

    /// Returns the seat's own cards.
    #[inline]
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// Returns the three cards that the landlord took, which are public.
    pub const fn stock(&self) -> Hand {
        self.stock
    }

    /// Returns the landlord's seat.
    #[inline]
    pub const fn landlord(&self) -> Seat {
        self.public.landlord()
    }

    /// Returns whether two seats are on the same side.
    #[inline]
    pub fn are_partners(&self, one: Seat, other: Seat) -> bool {
        (one == self.landlord()) == (other == self.landlord())
    }

    /// Returns the number of cards of a seat, 0 to 20.
    #[inline]
    pub fn cards_left(&self, seat: Seat) -> u32 {
        if seat == self.seat() {
            self.hand.len()
        } else if seat == self.seat().next() {
            self.next_has
        } else {
            self.unseen.len() - self.next_has
        }
    }

    /// Returns the number of moves that a seat has made, excluding passes.
    pub const fn moves_made(&self, seat: Seat) -> u8 {
        self.public.moves_made(seat)
    }

    /// Returns the cards of the other two seats as one set: all cards that are neither played nor
    /// in the seat's own hand.
    #[inline]
    pub const fn unseen(&self) -> Hand {
        self.unseen
    }

    /// Returns the landlord's hand if it is open.
    pub const fn open_hand(&self) -> Option<Hand> {
        if self.contract.open { Some(self.open_hand) } else { None }
    }

    /// Returns the number of bombs and rockets played so far by all seats.
    pub const fn bombs(&self) -> u8 {
        self.public.bombs()
    }

    /// Returns the move to beat; a pass when the seat leads.
    #[inline]
    pub const fn on_table(&self) -> Move {
        self.public.on_table()
    }

    /// Returns the seat that played the move to beat; if the seat of the view leads, that seat
    /// itself.
    #[inline]
    pub const fn owner(&self) -> Seat {
        self.public.owner()
    }

    /// Returns whether a seat has passed since the move to beat was played.
    pub fn has_passed(&self, seat: Seat) -> bool {
        self.public.has_passed(seat)
    }

    /// Returns whether the seat may pass.
    #[inline]
    pub const fn may_pass(&self) -> bool {
        !self.public.is_lead()
    }

    /// Returns all legal moves in the order of [`Rules::follows`]. A pass, if legal, comes first.
    /// Empty only after the end of the game.
    #[inline]
    pub const fn moves(&self) -> &'a [Move] {
        self.moves
    }

    /// Returns the move that replaces an illegal decision: a pass, or the lowest card if the seat
    /// leads.
    #[cold]
    #[inline(never)]
    pub fn fallback(&self) -> Move {
        // In the order of moves, a pass is the lowest move. The solo of the lowest rank is next.
        self.moves.iter().min().copied().unwrap_or(Move::PASS)
    }
}
