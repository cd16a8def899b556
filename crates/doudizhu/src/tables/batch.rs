//! The state of a batch of Dou Dizhu games.

use quadrille_table::tables::Batch;
use quadrille_table::{Encode as _, PlayerRng};

use super::{IllegalAction, Options};
use crate::encodings::rlcard::{self, LastActions};
use crate::encodings::{CARDS, Cell, Course, RlcardActions, Role, write_cards};
use crate::game::{
    Action, Bidding, Call, Contract, Deal, IllegalMove, Outcome, Position, Seat, Setup, Stage, Table,
};
use crate::{Hand, Move, MoveBuffer, Rules};

/// The kind of decision that is due at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Call,
    Play,
    /// The game is over, and the next game has not been dealt.
    Over,
}

/// The games at all tables. For each table there are a position (48 bytes), a move history (184
/// bytes) and the state of the auction.
#[derive(Debug, Clone)]
pub struct Games {
    pub(super) options: Options,
    next: Vec<Next>,
    /// The position at each table. Before the auction is settled it has no meaning, since no
    /// landlord holds the stock yet: check [`is_settled`](Self::is_settled) before reading. Loops
    /// over all tables check `next` instead.
    pub(super) positions: Vec<Position>,
    pub(super) courses: Vec<Course>,
    pub(super) contracts: Vec<Contract>,
    pub(super) deals: Vec<Deal>,
    pub(super) biddings: Vec<Bidding>,
    /// The buffer for generated moves, kept to reuse its allocation.
    moves: MoveBuffer,
}

impl Games {
    pub(super) fn new(n: usize, options: Options) -> Self {
        let first = Seat::ALL[0];
        let deal = Deal::random(&mut quadrille_random::StreamKey::new(0, 0).rng());
        Self {
            options,
            next: vec![Next::Over; n],
            positions: vec![Position::new(&deal, first); n],
            courses: vec![Course::new(); n],
            contracts: vec![Contract::plain(first); n],
            deals: vec![deal; n],
            biddings: vec![options.setup.bidding(first); n],
            moves: MoveBuffer::new(),
        }
    }

    pub(super) fn is_settled(&self, table: usize) -> bool {
        self.biddings.get(table).is_some_and(|bidding| matches!(bidding.stage(), Stage::Settled(_)))
    }

    #[inline]
    pub(super) fn is_playing(&self, table: usize) -> bool {
        self.next.get(table) == Some(&Next::Play)
    }

    /// Returns the current hand of a seat, during the auction or during play.
    pub(super) fn hand(&self, table: usize, seat: Seat) -> Hand {
        if self.is_settled(table) {
            return self.positions[table].hand(seat);
        }
        let deal = &self.deals[table];
        let dealt = deal.hands()[seat.index()];
        // If the landlord is already determined, the landlord's hand includes the stock.
        match self.biddings[table].contract() {
            Some(contract) if contract.landlord == seat => dealt.add(deal.stock()).unwrap_or(dealt),
            _ => dealt,
        }
    }

    /// Updates the kind of decision after a deal or a call. Play begins as soon as the bidding is
    /// settled; without an auction, this is immediately after the deal.
    fn begin_if_settled(&mut self, table: usize) {
        self.next[table] = match self.biddings[table].stage() {
            Stage::Settled(contract) => {
                self.contracts[table] = contract;
                self.positions[table] = Position::new(&self.deals[table], contract.landlord);
                Next::Play
            }
            Stage::ThrownIn => Next::Over,
            Stage::Auction(_) | Stage::Opening(_) | Stage::Doubling(..) => Next::Call,
        };
    }

    /// Returns whether a move can be played: it is in the hand, beats the move on the table and is
    /// a move under the rules.
    #[inline(always)]
    fn is_legal(&self, table: usize, mv: Move) -> bool {
        let position = &self.positions[table];
        let held = position.hand(position.turn()).contains(mv.cards());
        let on_table = position.on_table();
        let beats = if mv.is_pass() { !on_table.is_pass() } else { mv.beats(on_table) };
        let rules = self.options.setup.rules;
        held && beats && (rules == Rules::RLCARD || mv.is_pass() || rules.classify(mv.cards()) == Some(mv))
    }

    /// Writes `RLCard`'s observation of a seat (by default the seat to move). The row has the width
    /// of a peasant's observation, 901 cells. A landlord's observation has 790 cells; the other
    /// cells of the row are then 0. During the auction only the cells of the hand and of its
    /// complement in the pack are written, and all others are 0.
    pub(super) fn write_observation<C: Cell>(
        &self,
        table: usize,
        seat: Option<Seat>,
        last_actions: LastActions,
        row: &mut [C],
    ) {
        if self.is_settled(table) {
            return write((&self.positions[table], &self.courses[table]), seat, last_actions, row);
        }
        row.fill(C::ZERO);
        if let Some(seat) = seat.or_else(|| self.biddings[table].turn()) {
            let hand = self.hand(table, seat);
            let ([own, others, ..], _) = row.as_chunks_mut::<CARDS>() else { return };
            write_cards(own, hand);
            write_cards(others, Hand::PACK.remove(hand).unwrap_or(Hand::EMPTY));
        }
    }
}

/// Writes the observation of a position; `course` contains the moves that led to it.
pub(super) fn write<C: Cell>(
    (position, course): (&Position, &Course),
    seat: Option<Seat>,
    last_actions: LastActions,
    row: &mut [C],
) {
    let role = seat.map_or(course.next_role(), |seat| Role::of(seat, position.landlord()));
    let (cells, rest) = row.split_at_mut(rlcard::observation_len(role));
    rest.fill(C::ZERO);
    let written = rlcard::fill_observation_of(role, position, course, last_actions, cells);
    debug_assert_eq!(written, Ok(()), "the history must belong to the position");
}

impl Batch for Games {
    type Game = Table;
    type Outcome = Outcome;
    /// The last position of the game and the move history; `None` if the cards were thrown in.
    type Last = Option<(Position, Course)>;
    type Listed = Move;
    type Illegal = IllegalAction;

    fn setup(&self) -> &Setup {
        &self.options.setup
    }

    #[inline(always)]
    fn action_count(&self) -> usize {
        Table::action_count(&self.options.setup)
    }

    #[inline(always)]
    fn action_id(&self, action: Action) -> Option<u16> {
        if let Action::Play(mv) = action {
            return RlcardActions::get().id(mv);
        }
        Table::action_id(&self.options.setup, action).map(|id| id as u16)
    }

    #[inline(always)]
    fn action(&self, id: u16) -> Option<Action> {
        // The id may belong to a move or call that these rules do not have. `check` rejects such an
        // action and gives the reason.
        match id.checked_sub(RlcardActions::COUNT as u16) {
            None => RlcardActions::get().action(id).map(Action::Play),
            Some(place) => Call::ALL.get(usize::from(place)).copied().map(Action::Call),
        }
    }

    fn deal(&mut self, table: usize, number: u64, mut rng: PlayerRng) {
        self.deals[table] = Deal::random(&mut rng);
        self.biddings[table] = self.options.setup.bidding(Seat::ALL[(number % 3) as usize]);
        self.courses[table] = Course::new();
        self.begin_if_settled(table);
    }

    #[inline(always)]
    fn is_over(&self, table: usize) -> bool {
        self.next[table] == Next::Over
    }

    #[inline]
    fn turn(&self, table: usize) -> Option<usize> {
        match self.next[table] {
            Next::Call => self.biddings[table].turn().map(Seat::index),
            Next::Play => Some(self.positions[table].turn().index()),
            Next::Over => None,
        }
    }

    /// Lists only moves. Calls are few and are not listed.
    #[inline(always)]
    fn list(&mut self, legal: &mut Vec<Move>, ends: &mut [usize]) {
        for ((next, position), end) in self.next.iter().zip(&self.positions).zip(ends) {
            if *next == Next::Play {
                position.moves(self.options.setup.rules, &mut self.moves);
                legal.extend_from_slice(&self.moves);
            }
            *end = legal.len();
        }
    }

    #[inline(always)]
    fn choices(&self, table: usize, legal: &[Move]) -> usize {
        if self.next[table] == Next::Call { self.biddings[table].calls().count() } else { legal.len() }
    }

    #[inline(always)]
    fn choice(&self, table: usize, legal: &[Move], place: usize) -> Option<Action> {
        if self.next[table] == Next::Call {
            return self.biddings[table].calls().nth(place).map(Action::Call);
        }
        legal.get(place).copied().map(Action::Play)
    }

    #[inline(always)]
    fn check(&self, table: usize, _: &[Move], action: Action) -> Result<(), IllegalAction> {
        match (self.next[table], action) {
            (Next::Call, Action::Call(call)) => Ok(self.biddings[table].check(call)?),
            (Next::Play, Action::Play(mv)) if self.is_legal(table, mv) => Ok(()),
            (Next::Play, Action::Play(mv)) => {
                let read = self.positions[table].read(self.options.setup.rules, mv.cards());
                // If `read` succeeds, the cards are a legal move, but not the move `mv`.
                Err(read.err().unwrap_or(IllegalMove::NoMove { cards: mv.cards() }).into())
            }
            (Next::Play | Next::Over, Action::Call(_)) => Err(IllegalAction::CallInPlay),
            (Next::Call | Next::Over, Action::Play(_)) => Err(IllegalAction::MoveInAuction),
        }
    }

    #[inline(always)]
    fn apply(&mut self, table: usize, action: Action) {
        match action {
            Action::Play(mv) => {
                let position = &mut self.positions[table];
                position.play(mv);
                self.courses[table].push(mv);
                if position.winner().is_some() {
                    self.next[table] = Next::Over;
                }
            }
            Action::Call(call) => {
                // The call has been checked before, so it succeeds.
                let _ = self.biddings[table].call(call);
                self.begin_if_settled(table);
            }
        }
    }

    fn close(&mut self, table: usize, rewards: &mut [f32]) -> (Option<Outcome>, Self::Last) {
        if !self.is_settled(table) {
            return (None, None);
        }
        let outcome = Outcome::of(&self.positions[table], &self.contracts[table]);
        if let Some(outcome) = &outcome {
            rewards.copy_from_slice(&self.options.reward.of(outcome));
        }
        (outcome, Some((self.positions[table], self.courses[table])))
    }

    fn hand_text(&self, table: usize, seat: usize) -> String {
        self.hand(table, Seat::ALL[seat]).to_string()
    }

    fn observation_len(&self) -> usize {
        rlcard::PEASANT
    }

    fn observe<C: Cell>(&self, table: usize, seat: Option<usize>, row: &mut [C]) {
        self.write_observation(table, seat.map(|seat| Seat::ALL[seat]), LastActions::Latest, row);
    }

    fn observe_last<C: Cell>(&self, last: &Self::Last, row: &mut [C]) {
        match last {
            Some((position, course)) => write((position, course), None, LastActions::Latest, row),
            None => row.fill(C::ZERO),
        }
    }
}
