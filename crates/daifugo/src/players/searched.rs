//! The interface of Daifugo for the search: replay of games, classes that are already certain, and
//! exact play between the last two seats.

use quadrille_players::search::{Budget, Search};
use quadrille_players::{Learnable, Searchable};
use quadrille_random::rand_core::Rng;

use crate::game::{Action, Decision, Ending, Game, Move, Table};
use crate::melds::{Meld, Melds};
use crate::surewin::{Effects, Position, begins_sure_win, sure_win_under};

/// The maximum number of cards, in the last two hands together, of an endgame that is solved
/// exactly.
const SOLVED_CARDS: u32 = 7;
/// The maximum size of a hand in which the search looks for a sure win. The proofs of larger hands
/// can take long, and few of these hands have a sure win.
const MOST_PROVED: u32 = 13;
/// The maximum number of positions that one exact solution may visit.
const MOST_NODES: u32 = 400;

/// A seat whose class is already certain has the value of this class, even before the end of the
/// game. Endgames between the last two seats are solved exactly, because each seat knows the
/// other's hand.
impl Searchable for Table {
    type Exact = Vec<Melds>;
    /// An upper bound for the lists of melds and the proof of a sure win. The proof memoises at
    /// most about ten thousand failures of 48 bytes each. The lists of melds are much smaller.
    const EXACT_MEMORY: u64 = 1 << 20;

    fn wins_hold(view: &Decision<'_>) -> bool {
        matches!(view, Decision::Play(view) if Effects::of(view.rules()).is_some())
    }

    /// Returns a move that begins a [sure win](crate::surewin): the seat gets the best class still
    /// open.
    fn prove(view: &Decision<'_>) -> Option<Action> {
        let Decision::Play(play) = view else { return None };
        let (effects, hand, unseen) = (Effects::of(play.rules())?, play.hand(), play.unseen());
        if hand.len() > MOST_PROVED {
            return None;
        }
        let position =
            Position::new(hand.cards, hand.jokers, unseen.cards, unseen.jokers, play.order()).ok()?;
        // The seat leads now, or it leads after a pass: its meld is on the table and all others
        // have passed.
        let (state, seat) = (play.state(), play.seat());
        let others = (0..play.rules().players()).filter(|&other| other != seat && state.is_playing(other));
        let is_own = state.trick_owner() == Some(seat);
        let leads = state.trick().is_none() || is_own && { others }.all(|other| state.has_passed(other));
        let wins_leading = leads && sure_win_under(&position, effects);
        let wins = |meld: &&Meld| begins_sure_win(&position, **meld, effects);
        let melds = if state.trick().is_none() && !wins_leading { &[][..] } else { play.melds() };
        let meld = melds.iter().find(wins).map(|&meld| Move::Play(meld));
        meld.or((wins_leading && play.may_pass()).then_some(Move::Pass)).map(Action::Move)
    }

    fn searcher(budget: Budget) -> Search<Self> {
        super::policy::SHIPPED.search(budget)
    }

    fn copy_from(&mut self, other: &Self) {
        self.copy_course(other);
    }

    fn rewind(&self, actions: &mut Vec<Action>) -> Option<Self> {
        self.rewound(actions)
    }

    fn vary<R: Rng + ?Sized>(&self, own: usize, rng: &mut R) -> Option<(Self, u32)> {
        self.vary(own, rng)
    }

    fn prior(&self, own: usize) -> f64 {
        self.prior(own)
    }

    fn exact(&self, seat: usize, lists: &mut Vec<Melds>) -> Option<f32> {
        let game = self.game()?;
        let players = game.rules().players();
        let value = |place: usize| {
            let points = (players - place) as f32;
            (points - (players + 1) as f32 / 2.0) / <Self as Learnable>::SPREAD
        };
        if !game.is_playing(seat) {
            let from_top = game.finished().iter().position(|&other| usize::from(other) == seat);
            let from_bottom = || game.state().fallen().iter().position(|&other| usize::from(other) == seat);
            let fallen = game.state().fallen().len();
            return from_top.or_else(|| from_bottom().map(|place| players - fallen + place)).map(value);
        }
        let mut last = (0..players).filter(|&other| game.is_playing(other));
        let (Some(one), Some(two), None) = (last.next(), last.next(), last.next()) else { return None };
        if game.hand(one).len() + game.hand(two).len() > SOLVED_CARDS {
            return None;
        }
        let mut nodes = 0;
        let wins = wins(game, [seat, one + two - seat], lists, 0, &mut nodes)?;
        let top = game.finished().len();
        Some(value(if wins { top } else { top + 1 }))
    }
}

/// Returns whether the first of two seats finishes before the second under best play of both.
///
/// Returns `None` after [`MOST_NODES`] positions, or if a line of play ends in a stuck game.
/// `lists` holds one reusable list of melds per `depth`.
fn wins(
    game: &Game,
    seats: [usize; 2],
    lists: &mut Vec<Melds>,
    depth: usize,
    nodes: &mut u32,
) -> Option<bool> {
    let Some(turn) = game.turn() else {
        let result = game.result().filter(|_| game.ending() == Some(Ending::Finished))?;
        let [place, other] = seats.map(|seat| result.iter().position(|&found| usize::from(found) == seat));
        return Some(place < other);
    };
    *nodes += 1;
    if *nodes > MOST_NODES {
        return None;
    }
    if lists.len() <= depth {
        lists.push(Melds::new());
    }
    let mut melds = std::mem::replace(&mut lists[depth], Melds::new());
    game.melds(&mut melds);
    let own = turn == seats[0];
    let mut found = None;
    let passes = game.trick().is_some();
    for chosen in melds.iter().copied().map(Some).chain(passes.then_some(None)) {
        let mut next = game.clone();
        match chosen {
            Some(meld) => next.play(meld),
            None => next.pass(),
        }
        match wins(&next, seats, lists, depth + 1, nodes) {
            None => {
                found = None;
                break;
            }
            Some(value) => {
                found = Some(value);
                if value == own {
                    break;
                }
            }
        }
    }
    lists[depth] = melds;
    found
}
