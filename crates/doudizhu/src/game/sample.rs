//! Hidden cards dealt to fit a view.

use quadrille_random::rand_core::Rng;
use quadrille_random::shuffle;
use quadrille_table::{Sample, SampleError};

use super::deal::{HAND_CARDS, STOCK_CARDS};
use super::{CallView, Deal, Decision, Position, PositionParts, Seat, Table, View};
use crate::{Hand, Rank};

/// Every way to give the unseen cards, 54 different ones, to the other two is as likely as the others, of those
/// that agree with the sizes of their hands, with an open hand, and with the stock: what the landlord has not
/// played of it is his. What a seat would have called or played with such a hand is not weighed. A view whose
/// history does not have all of the landlord's moves tells nothing of the stock.
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
        // The landlord's, who has taken the stock.
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
    // Whose hand is dealt first, and what is known of it.
    let (first, known) = match view.open_hand() {
        _ if seat == landlord => (seat.next(), Hand::EMPTY),
        Some(open) => (landlord, open),
        None => (landlord, of_stock(view)),
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

/// The cards of the stock that the landlord still holds for certain.
fn of_stock(view: &View<'_>) -> Hand {
    let own = view.history().iter().filter(|(seat, chosen)| *seat == view.landlord() && !chosen.is_pass());
    if own.clone().count() != usize::from(view.moves_made(view.landlord())) {
        return Hand::EMPTY;
    }
    let left = Rank::all().map(|rank| {
        let played: u8 = own.clone().map(|(_, chosen)| chosen.cards().count(rank)).sum();
        u64::from(view.stock().count(rank).saturating_sub(played)) << (4 * rank.index())
    });
    Hand::from_valid_bits(left.sum())
}

/// Draws `count` of these cards: each set of that size is as likely as the others.
fn part<R: Rng + ?Sized>(cards: Hand, count: u32, rng: &mut R) -> Option<Hand> {
    let black = 4 * u32::from(Rank::BLACK_JOKER.index());
    let of_rank = |(rank, count): (Rank, u8)| {
        let place = if rank == Rank::RED_JOKER { black + 1 } else { 4 * u32::from(rank.index()) };
        ((1u64 << count) - 1) << place
    };
    shuffle::deal_mask(rng, cards.iter().map(of_rank).sum(), count).map(Hand::from_mask)
}
