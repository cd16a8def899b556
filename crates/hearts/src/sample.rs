//! Hidden hands dealt to fit what a seat sees.

use std::num::NonZeroU64;

use quadrille_random::bounded::below_u64;
use quadrille_random::rand_core::Rng;
use quadrille_random::shuffle::deal_mask;
use quadrille_table::{Sample, SampleError, View as _};

use crate::{Cards, Direction, Hearts, View};

/// Exactly uniform: every deal of the hidden cards that fits, with every choice of passed cards that fits, has
/// the same probability.
///
/// It fits if the seat's own view is the same and if every card that was played could be played then. What the
/// others may have meant by their cards does not count. Known are: cards that the seat passed, the holder of
/// the two of clubs, suits that a seat did not follow, and that a seat has only hearts left (and perhaps the
/// queen of spades) which led a heart before hearts were broken, or discarded one in the first trick.
impl Sample for Hearts {
    fn sample<R: Rng + ?Sized>(view: &View<'_>, rng: &mut R) -> Result<Self, SampleError> {
        let (public, seat) = (view.public(), view.seat());
        let others = [1, 2, 3].map(|place| (seat + place) % 4);
        let receiver = public.direction().receiver(seat);
        let may_hold = others.map(|other| {
            let known = if other == receiver { Cards::NONE } else { view.given() };
            public.may_hold(other) - known
        });
        let sizes = others.map(|other| 13 - public.played(other).len());
        let dealt = deal_fitting(view.unseen(), may_hold, sizes, rng).ok_or(SampleError)?;
        let mut hands = [view.hand(); 4];
        for (other, hand) in others.into_iter().zip(dealt) {
            hands[other] = hand;
        }
        let mut given = [Cards::NONE; 4];
        given[seat] = view.given();
        for other in others {
            let receiver = public.direction().receiver(other);
            if public.is_pass() {
                // A seat before this one has chosen, and no longer holds what it chose.
                if other < seat {
                    given[other] = some(rng, hands[other], 3)?;
                    hands[other] = hands[other] - given[other];
                }
            } else if public.direction() != Direction::None {
                let had = hands[receiver] | public.played(receiver);
                given[other] = if receiver == seat { view.received() } else { some(rng, had, 3)? };
            }
        }
        Ok(Self {
            rules: *view.rules(),
            public: *public,
            hands,
            given,
            next: public.number() + 1,
            open: true,
        })
    }
}

fn some<R: Rng + ?Sized>(rng: &mut R, cards: Cards, count: usize) -> Result<Cards, SampleError> {
    deal_mask(rng, cards.bits(), count as u32).map(Cards::from_bits).ok_or(SampleError)
}

/// Deals cards into three hands of given sizes, each of which may hold some cards only: each such deal with the
/// same probability. `None` if there is none.
///
/// Cards that the same hands may hold are alike. How many of each kind go where is drawn first, by the number
/// of deals that do so; then which.
fn deal_fitting<R: Rng + ?Sized>(
    cards: Cards,
    may_hold: [Cards; 3],
    sizes: [usize; 3],
    rng: &mut R,
) -> Option<[Cards; 3]> {
    // The cards that exactly the hands of these bits may hold.
    let kinds: [Cards; 8] =
        std::array::from_fn(|hands| {
            (0..3).fold(cards, |kind, hand| {
                if hands >> hand & 1 != 0 { kind & may_hold[hand] } else { kind - may_hold[hand] }
            })
        });
    let [ab, ac, bc, all] = [3, 5, 6, 7].map(|hands: usize| kinds[hands].len());
    let mut needs = [0; 3];
    for (hand, need) in needs.iter_mut().enumerate() {
        *need = sizes[hand].checked_sub(kinds[1 << hand].len())?;
    }
    if !kinds[0].is_empty() || ab + ac + bc + all != needs.iter().sum() {
        return None;
    }
    // Of cards for the first and second hand x go to the first, of those for the first and third y, of those
    // for the second and third z to the second.
    let splits = || {
        let counts = (0..=ab).flat_map(|x| (0..=ac).flat_map(move |y| (0..=bc).map(move |z| (x, y, z))));
        counts.filter_map(|(x, y, z)| {
            let rest = [
                needs[0].checked_sub(x + y)?,
                needs[1].checked_sub(ab - x + z)?,
                needs[2].checked_sub(ac - y + bc - z)?,
            ];
            let ways = choose(ab, x) * choose(ac, y) * choose(bc, z);
            Some((ways * choose(all, rest[0]) * choose(all - rest[0], rest[1]), [x, y, z], rest))
        })
    };
    // At most 39! / (13!)³ < 2⁵⁷.
    let total = NonZeroU64::new(splits().map(|(ways, ..)| ways).sum())?;
    let mut drawn = below_u64(rng, total);
    let (_, [x, y, z], rest) = splits().find(|(ways, ..)| {
        let found = drawn < *ways;
        drawn = drawn.wrapping_sub(*ways);
        found
    })?;
    let mut hands = [kinds[1], kinds[2], kinds[4]];
    let (mut left, parts) = (kinds, [(3, x, 0), (5, y, 0), (6, z, 1), (7, rest[0], 0), (7, rest[1], 1)]);
    for (kind, count, hand) in parts {
        let part = some(rng, left[kind], count).ok()?;
        hands[hand] = hands[hand] | part;
        left[kind] = left[kind] - part;
    }
    // What is left of each kind goes to the last hand that may hold it.
    hands[1] = hands[1] | left[3];
    hands[2] = hands[2] | left[5] | left[6] | left[7];
    Some(hands)
}

/// The number of ways to choose k of n.
fn choose(n: usize, k: usize) -> u64 {
    (0..k as u64).fold(1, |ways, i| ways * (n as u64 - i) / (i + 1))
}
