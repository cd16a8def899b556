//! The part of the search that is specific to Dou Dizhu: replay of games, proofs of wins, and exact
//! values of endgames.

use quadrille_players::Searchable;
use quadrille_players::search::{Budget, Search};
use quadrille_random::rand_core::Rng;
use quadrille_table::Game as _;

use crate::endgame::Solver;
use crate::game::{Action, Auction, Decision, Table};
use crate::{Hand, Move, MoveBuffer, Rules};

/// The largest number of cards, in all hands together, of a position that is solved exactly.
const SOLVED_CARDS: u32 = 14;
/// The largest size of the solver's transposition table in bytes. Positions of at most
/// [`SOLVED_CARDS`] cards need little memory.
const SOLVER_MEMORY: u64 = 2 << 20;

/// Positions of few cards are solved with open hands, so that each sampled deal counts as won or
/// lost.
impl Searchable for Table {
    type Exact = Option<Solver>;
    const EXACT_MEMORY: u64 = SOLVER_MEMORY + Solver::other_memory(SOLVER_MEMORY);

    fn searcher(budget: Budget) -> Search<Self> {
        super::SHIPPED.search(budget)
    }

    fn copy_from(&mut self, other: &Self) {
        self.copy_course(other);
    }

    fn rewind(&self, actions: &mut Vec<Action>) -> Option<Self> {
        let (deal, setup) = (self.dealt()?, self.setup());
        let mut start = Self::new(setup);
        start.begin(setup, deal, self.first());
        actions.extend(self.calls().iter().map(|&(_, call)| Action::Call(call)));
        actions.extend(self.moves().iter().map(|&(_, chosen)| Action::Play(chosen)));
        // The game cannot be replayed if it had an auction and the calls are unknown.
        (setup.auction == Auction::None || !self.calls().is_empty() || self.position().is_none())
            .then_some(start)
    }

    fn vary<R: Rng + ?Sized>(&self, own: usize, rng: &mut R) -> Option<(Self, u32)> {
        let others = !(1 << own);
        Some((self.vary(own, rng)?, others))
    }

    fn prior(&self, own: usize) -> f64 {
        self.prior(own)
    }

    /// Looks for a plan: a sequence of moves that empties the hand, in which no unseen cards can
    /// beat a move before the last one. Returns the first move of the plan, if there is one.
    fn prove(view: &Decision<'_>) -> Option<Action> {
        let Decision::Play(view) = view else { return None };
        let mut plan = SureWin { rules: view.rules(), unseen: view.unseen(), positions: 0 };
        let wins = |chosen: &&Move| !chosen.is_pass() && plan.wins_with(view.hand(), **chosen);
        view.moves().iter().find(wins).map(|&chosen| Action::Play(chosen))
    }

    fn exact(&self, seat: usize, solver: &mut Self::Exact) -> Option<f32> {
        let position = self.position()?;
        let seats = crate::game::Seat::ALL;
        if seats.iter().map(|&seat| position.hand(seat).len()).sum::<u32>() > SOLVED_CARDS {
            return None;
        }
        let rules = self.setup().rules;
        let solver = match solver {
            Some(solver) if solver.rules() == rules => solver,
            _ => solver.insert(Solver::new(rules, SOLVER_MEMORY)),
        };
        let mover_wins = solver.value(position, &()).ok()?.win;
        let landlord = position.landlord();
        let same = (seats[seat] == landlord) == (position.turn() == landlord);
        Some(if mover_wins == same { 1.0 } else { -1.0 })
    }
}

/// The search for a plan that wins against every distribution of the unseen cards. A plan is a
/// sequence of moves that empties the hand. The unseen cards beat no move before the last one. The
/// other seats can only pass, so the same seat leads again after each of these moves, and the
/// unseen cards stay the same. A seat can also win without a plan.
struct SureWin {
    rules: Rules,
    /// The cards of both other hands, treated as one hand. If the combined hand cannot beat a move,
    /// neither hand can.
    unseen: Hand,
    /// The number of positions examined so far.
    positions: u32,
}

/// The number of positions after which the search for a plan is given up.
const MOST_POSITIONS: u32 = 2000;

impl SureWin {
    /// Returns whether a plan can begin with the move `chosen` from this hand.
    fn wins_with(&mut self, hand: Hand, chosen: Move) -> bool {
        let left = Hand::from_valid_bits(hand.bits() - chosen.cards().bits());
        left.is_empty() || self.rules.answers(self.unseen, chosen.shape).are_none() && self.wins_leading(left)
    }

    fn wins_leading(&mut self, hand: Hand) -> bool {
        self.positions += 1;
        if self.positions > MOST_POSITIONS {
            return false;
        }
        let mut moves = MoveBuffer::new();
        self.rules.leads(hand, &mut moves);
        moves.as_slice().iter().any(|&chosen| self.wins_with(hand, chosen))
    }
}
