//! What a player can see: their own cards, and what lies open. The types have no place for other hands.

use super::{Action, Bidding, Call, Contract, Deal, Position, Public, Seat, Setup};
use crate::{Hand, Move, MoveBuffer, Rules};

/// What is to be decided next, as the seat sees it that decides.
#[derive(Debug, Clone, Copy)]
pub enum Decision<'a> {
    /// A call before the first card.
    Call(CallView<'a>),
    /// A move.
    Play(View<'a>),
}

impl Decision<'_> {
    /// Who decides.
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

    /// A pass, or the lowest legal move where the seat leads.
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

/// What the seat that is to call can see.
#[derive(Debug, Clone, Copy)]
pub struct CallView<'a> {
    setup: &'a Setup,
    hand: Hand,
    bidding: &'a Bidding,
    seat: Seat,
    calls: &'a [(Seat, Call)],
}

impl<'a> CallView<'a> {
    /// The view of the seat that is to call; `None` if none is. `history` is what was called so far, and may
    /// be empty.
    pub fn of(
        setup: &'a Setup,
        deal: &Deal,
        bidding: &'a Bidding,
        history: &'a [(Seat, Call)],
    ) -> Option<Self> {
        let seat = bidding.turn()?;
        let dealt = deal.hands()[seat.index()];
        // The landlord, once there is one, has taken the stock.
        let hand = match bidding.contract() {
            Some(contract) if contract.landlord == seat => dealt.add(deal.stock()).unwrap_or(dealt),
            _ => dealt,
        };
        Some(Self { setup, hand, bidding, seat, calls: history })
    }

    /// What was agreed before.
    pub const fn setup(&self) -> &'a Setup {
        self.setup
    }

    /// Whose view this is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The seat's own cards; the landlord's, once there is one, with the stock.
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// How far the auction is.
    pub const fn bidding(&self) -> &'a Bidding {
        self.bidding
    }

    /// Every call that can be made, `pass` first.
    pub fn calls(&self) -> impl Iterator<Item = Call> + use<> {
        self.bidding.calls()
    }

    /// Everything that was called so far, and by whom.
    pub const fn history(&self) -> &'a [(Seat, Call)] {
        self.calls
    }

    // Calls are few: kept out of the loops over moves, which are faster without them.
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

/// What the seat that is to play can see.
///
/// It is made by a [`Table`](super::Table) or a [`Game`](super::Game) for the seat whose turn it is;
/// [`of`](Self::of) makes one of any position. Copying it is cheap.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    setup: &'a Setup,
    contract: &'a Contract,
    stock: Hand,
    public: &'a Public,
    hand: Hand,
    /// What the other two hold together.
    unseen: Hand,
    /// How many of these the next seat holds.
    next_has: u32,
    /// The landlord's hand where it lies open, no cards elsewhere.
    open_hand: Hand,
    moves: &'a [Move],
    calls: &'a [(Seat, Call)],
    history: &'a [(Seat, Move)],
}

impl<'a> View<'a> {
    /// The view of the seat whose turn it is in any position. Its legal moves are generated into `moves`; the
    /// history is empty.
    ///
    /// A view tells of the other hands nothing but their sizes and what they hold together. So whoever knows
    /// no more than that can deal the unseen cards to them in any way
    /// ([`PositionParts::seen`](super::PositionParts::seen) does), and has the view that the seat has.
    ///
    /// ```
    /// use quadrille_doudizhu::{MoveBuffer, Rules};
    /// use quadrille_doudizhu::game::{Contract, Position, Scoring, Seat, Setup};
    /// use quadrille_doudizhu::players::{Rule, View};
    ///
    /// // What does `rule` play with 3R against 66 and 77?
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

    /// The same view with what was called and played so far.
    #[inline]
    #[must_use]
    pub const fn with_history(mut self, calls: &'a [(Seat, Call)], moves: &'a [(Seat, Move)]) -> Self {
        (self.calls, self.history) = (calls, moves);
        self
    }

    /// What was agreed before the cards were dealt.
    pub const fn setup(&self) -> &'a Setup {
        self.setup
    }

    /// Which moves there are.
    #[inline]
    pub const fn rules(&self) -> Rules {
        self.setup.rules
    }

    /// What was agreed on before the first card: bid, robberies, who doubled.
    pub const fn contract(&self) -> &'a Contract {
        self.contract
    }

    /// Everything that was called, and by whom; empty if nobody knows.
    pub const fn calls(&self) -> &'a [(Seat, Call)] {
        self.calls
    }

    /// Everything that was played so far, passes included, and by whom; empty if nobody knows.
    pub const fn history(&self) -> &'a [(Seat, Move)] {
        self.history
    }

    /// Whose view this is: the seat whose turn it is.
    #[inline]
    pub const fn seat(&self) -> Seat {
        self.public.turn()
    }

    /// The seat's own cards.
    #[inline]
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// The three cards that the landlord took, which everyone has seen.
    pub const fn stock(&self) -> Hand {
        self.stock
    }

    /// Who plays against the others.
    #[inline]
    pub const fn landlord(&self) -> Seat {
        self.public.landlord()
    }

    /// Whether two seats are on one side.
    #[inline]
    pub fn are_partners(&self, one: Seat, other: Seat) -> bool {
        (one == self.landlord()) == (other == self.landlord())
    }

    /// How many cards a seat has left, 0 to 20.
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

    /// How many moves a seat has made so far, passes not counted.
    pub const fn moves_made(&self, seat: Seat) -> u8 {
        self.public.moves_made(seat)
    }

    /// The cards that neither lie on the table nor are the seat's own: what the other two hold together.
    #[inline]
    pub const fn unseen(&self) -> Hand {
        self.unseen
    }

    /// The landlord's hand, if it lies open.
    pub const fn open_hand(&self) -> Option<Hand> {
        if self.contract.open { Some(self.open_hand) } else { None }
    }

    /// Bombs and rockets played so far, by all seats together.
    pub const fn bombs(&self) -> u8 {
        self.public.bombs()
    }

    /// The move to beat; a pass when the seat leads.
    #[inline]
    pub const fn on_table(&self) -> Move {
        self.public.on_table()
    }

    /// Who played it; when the seat leads, the seat itself.
    #[inline]
    pub const fn owner(&self) -> Seat {
        self.public.owner()
    }

    /// Whether a seat has passed on the move that lies on the table.
    pub fn has_passed(&self, seat: Seat) -> bool {
        self.public.has_passed(seat)
    }

    /// Whether the seat may pass.
    #[inline]
    pub const fn may_pass(&self) -> bool {
        !self.public.is_lead()
    }

    /// Every move that can be played, a pass first where there is one, in the order of [`Rules::follows`].
    /// There is always one, unless the game is over.
    #[inline]
    pub const fn moves(&self) -> &'a [Move] {
        self.moves
    }

    /// What is played for a seat that has no legal answer: a pass, or where it leads its lowest card.
    #[cold]
    #[inline(never)]
    pub fn fallback(&self) -> Move {
        // A pass is the lowest move of all, and a solo of the lowest rank comes next.
        self.moves.iter().min().copied().unwrap_or(Move::PASS)
    }
}
