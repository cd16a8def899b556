//! Draws hidden cards that are consistent with a view.

use quadrille_random::rand_core::Rng;
use quadrille_random::shuffle;
use quadrille_table::{Sample, SampleError};

use super::deal::{HAND_CARDS, STOCK_CARDS};
use super::{CallView, Deal, Decision, Position, PositionParts, Seat, Table, View};
use crate::{Hand, Move, Rank};

/// All consistent distributions of the unseen cards to the other two seats are equally likely; the
/// cards of a rank count as distinct. A distribution is consistent if it agrees with the sizes of
/// the hands, with an open hand, and with the stock: the landlord holds the cards of the stock that
/// were not played. The calls and moves of the seats do not affect the probabilities. If the
/// history of a view lacks a move of the landlord, the stock is ignored.
impl Sample for Table {
    fn sample<R: Rng + ?Sized>(view: &Decision<'_>, rng: &mut R) -> Result<Self, SampleError> {
        let table = match view {
            Decision::Call(view) => calling(view, rng),
            Decision::Play(view) => playing(view, rng),
        };
        table.ok_or(SampleError)
    }
}

fn calling<R: Rng + ?Sized>(view: &CallView<'_>, rng: &mut R) -> Option<Table> {
    let (seat, held) = (view.seat(), view.hand());
    let mut left = Hand::PACK.remove(held)?;
    let (own, stock);
    if held.len() == HAND_CARDS {
        own = held;
        stock = part(left, STOCK_CARDS, rng)?;
        left = left.remove(stock)?;
    } else {
        // This seat is the landlord. The stock is part of the hand, but the view does not show
        // which part.
        stock = part(held, STOCK_CARDS, rng)?;
        own = held.remove(stock)?;
    }
    let next = part(left, HAND_CARDS, rng)?;
    let mut hands = [left.remove(next)?; 3];
    (hands[seat.index()], hands[seat.next().index()]) = (own, next);
    let deal = Deal::new(hands, stock).ok()?;
    Some(Table::calling(view.setup(), &deal, *view.bidding(), view.history()))
}

fn playing<R: Rng + ?Sized>(view: &View<'_>, rng: &mut R) -> Option<Table> {
    let (seat, landlord, unseen) = (view.seat(), view.landlord(), view.unseen());
    // `first` is the seat whose hand is drawn first. `known` are the cards of this hand that the
    // view shows.
    let (first, known) = match view.open_hand() {
        _ if seat == landlord => (seat.next(), Hand::EMPTY),
        Some(open) => (landlord, open),
        None => (landlord, of_stock(view.stock(), landlord, view.history(), view.moves_made(landlord))),
    };
    let more = view.cards_left(first).checked_sub(known.len())?;
    let of_first = known.add(part(unseen.remove(known)?, more, rng)?)?;
    let mut hands = [unseen.remove(of_first)?; 3];
    (hands[seat.index()], hands[first.index()]) = (view.hand(), of_first);
    let parts = PositionParts {
        hands,
        landlord,
        turn: seat,
        on_table: view.may_pass().then(|| (view.owner(), view.on_table())),
        moves_made: Seat::ALL.map(|seat| view.moves_made(seat)),
        bombs: view.bombs(),
    };
    let position = Position::try_from(parts).ok()?;
    let course = (view.calls(), view.history());
    Some(Table::playing(view.setup(), *view.contract(), view.stock(), position, course))
}

#[cfg(feature = "policy")]
impl Table {
    /// Returns p / q, up to a constant factor: p is the probability that the cards were dealt as at
    /// this table, given the cards that seat `own` knows, and q is the probability that
    /// [`sample`](Sample::sample) draws this table.
    ///
    /// The moves show ranks, not suits. Let d be the number of cards of a rank that a seat has
    /// held, without the known cards of the stock, and let f of these d cards still be hidden in
    /// its hand. The cards of a rank are distinct. So N! / Π d! deals give the seats these numbers
    /// of cards, where N is the sum of all d, and p is proportional to 1 / Π d!. But `sample` deals
    /// only the hidden cards, so q is proportional to 1 / Π f!. Both products are over the seats
    /// other than `own`. Therefore
    ///
    /// ```text
    /// p / q = constant · Π over ranks and seats  f! / d!
    /// ```
    ///
    /// For example, the unseen cards are 5 5 9 9, and each of two seats held two of them. One seat
    /// has played a 5. Its other card is a 5 in one deal, and a 9 in four deals (2 × 2 suits). So
    /// the 5 is a quarter as likely as a 9. A deal of the hidden cards 5 9 9 makes it half as
    /// likely.
    ///
    /// Returns 1 before the play, and if a move of another seat is unknown.
    pub(crate) fn prior(&self, own: usize) -> f64 {
        let (Some(position), Some(contract)) = (self.position(), self.contract()) else { return 1.0 };
        let mut ratio = 1.0;
        for seat in Seat::ALL.into_iter().filter(|seat| seat.index() != own) {
            let Some(played) = played_by(seat, self.moves(), position.public().moves_made(seat)) else {
                return 1.0;
            };
            let known = if seat == contract.landlord { self.stock() } else { Hand::EMPTY };
            for rank in Rank::all() {
                let [played, known] = [played, known].map(|cards| cards.count(rank));
                let hidden = position.hand(seat).count(rank).saturating_sub(known.saturating_sub(played));
                let dealt = hidden + played.saturating_sub(known);
                ratio /= (hidden + 1..=dealt).map(f64::from).product::<f64>();
            }
        }
        ratio
    }

    /// Returns a table in which the two seats other than `own` have exchanged one to three random
    /// cards. Seat `own` cannot distinguish the new table from `self`.
    ///
    /// The exchange is symmetric: from the new table, the reverse exchange is equally likely.
    /// `None` if no cards can be exchanged, or if the cards drawn from both seats are equal.
    pub(crate) fn vary<R: Rng + ?Sized>(&self, own: usize, rng: &mut R) -> Option<Self> {
        let (position, contract) = (self.position()?, self.contract()?);
        let landlord = contract.landlord;
        let [own, one, other] = Seat::ALL[own].round();
        let known = |seat| match seat {
            seat if seat != landlord => Hand::EMPTY,
            _ if contract.open => position.hand(landlord),
            _ => of_stock(self.stock(), landlord, self.moves(), position.public().moves_made(landlord)),
        };
        let free = [one, other].map(|seat| position.hand(seat).remove(known(seat)));
        let [free_of_one, free_of_other] = [free[0]?, free[1]?];
        // One card is drawn with probability 1/2, two or three cards with probability 1/4 each.
        let drawn = (rng.next_u32() % 4).max(1).min(free_of_one.len()).min(free_of_other.len());
        let (given, taken) = (part(free_of_one, drawn, rng)?, part(free_of_other, drawn, rng)?);
        if given == taken {
            return None;
        }
        let mut hands = [position.hand(own); 3];
        hands[one.index()] = position.hand(one).remove(given)?.add(taken)?;
        hands[other.index()] = position.hand(other).remove(taken)?.add(given)?;
        let parts = PositionParts { hands, ..PositionParts::from(*position) };
        let course = (self.calls(), self.moves());
        let setup = quadrille_table::Game::setup(self);
        Some(Self::playing(setup, *contract, self.stock(), Position::try_from(parts).ok()?, course))
    }
}

/// Returns the cards of the stock that the landlord certainly still holds after these moves; empty
/// if `moves` lacks a move of the landlord.
fn of_stock(stock: Hand, landlord: Seat, moves: &[(Seat, Move)], moves_made: u8) -> Hand {
    let Some(played) = played_by(landlord, moves, moves_made) else { return Hand::EMPTY };
    let left =
        |rank: Rank| u64::from(stock.count(rank).saturating_sub(played.count(rank))) << (4 * rank.index());
    Hand::from_valid_bits(Rank::all().map(left).sum())
}

/// Returns all cards that `seat` has played; `None` if `moves` does not have all its moves, or has
/// more cards of a rank than exist. `moves_made` is the number of its moves, without passes.
fn played_by(seat: Seat, moves: &[(Seat, Move)], moves_made: u8) -> Option<Hand> {
    let mut own = moves.iter().filter(|(by, chosen)| *by == seat && !chosen.is_pass());
    (own.clone().count() == usize::from(moves_made))
        .then(|| own.try_fold(Hand::EMPTY, |played, (_, chosen)| played.add(chosen.cards())))
        .flatten()
}

/// Draws `count` of these cards. All subsets of this size are equally likely.
fn part<R: Rng + ?Sized>(cards: Hand, count: u32, rng: &mut R) -> Option<Hand> {
    let black = 4 * u32::from(Rank::BLACK_JOKER.index());
    let of_rank = |(rank, count): (Rank, u8)| {
        let place = if rank == Rank::RED_JOKER { black + 1 } else { 4 * u32::from(rank.index()) };
        ((1u64 << count) - 1) << place
    };
    shuffle::deal_mask(rng, cards.iter().map(of_rank).sum(), count).map(Hand::from_mask)
}
