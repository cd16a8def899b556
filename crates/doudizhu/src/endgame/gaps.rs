//! Equivalence classes of three-hand positions, and their keys in the table.
//!
//! A *gap* is the space between two neighbouring ranks of the landlord's hand. A peasant's card in
//! a gap beats every landlord card below the gap and loses to every landlord card above the gap.
//! The rank of the card within the gap makes no difference. The order of the peasants' cards within
//! a gap matters only when one peasant beats the other. Positions that differ only in this order
//! form a *class*. There are about a third as many classes as positions.
//!
//! If a peasant has a card of a rank that the landlord has too, the card counts as part of the gap
//! above this rank when the two peasants' cards are compared. Such a card has the same rank in all
//! positions of a class.
//!
//! ```text
//! landlord         6           T            two positions of one class: in each gap, each peasant
//! peasant 1   3         8  9      J         has the same counts
//! peasant 2      5   7               Q
//!
//! landlord         6           T            7 and 8 are exchanged: now the 8 of peasant 2 beats
//! peasant 1   3      7     9      J         the 7 of peasant 1; nothing else differs
//! peasant 2      5      8            Q
//! ```
//!
//! # Entries of a class
//! A result is stored under the key of a class only if **all** positions of the class have it. The
//! search therefore returns, beside each result, whether it holds for the whole class (`of_class`).
//! This property is established by induction from the end of the game. A peasant's move is *loose*
//! if it beats the partner's move, and the ranks of both moves lie in the same gap. A loose move
//! exists in some positions of a class and not in others. Every other move of a position has a
//! counterpart in every position of the class: the move whose cards have the same places in the key
//! (see below). Counterparts lead to positions of the same class.
//!
//! | result | all positions of the class have it, because |
//! |---|---|
//! | the landlord moves and wins | the move exists in all of them and leads to a class that the landlord wins |
//! | the landlord moves and loses | all moves searched lead to classes that the peasants win; a move that the search omits because another move dominates it loses in each position, since the dominating move loses there |
//! | a peasant moves and the peasants win | the move is not loose and leads to a class that the peasants win ([`Node::is_of_class`](super::search::Node)) |
//! | a peasant moves and the peasants lose | all the moves **and all loose moves of any position of the class** lead to classes that the landlord wins (`loses_loosely`) |
//! | a lead wins, since an answer with the same cards wins | the lead and the answer lead to the same node; the lead exists in all positions of the class even if the answer is loose |
//! | all leads lose, so all answers lose | every answer of every position of the class, loose ones included, is also a lead |
//! | one peasant wins while the partner always passes | no card is compared with the partner's |
//!
//! Where the property does not hold, the result is stored under the key of the position itself.
//!
//! # The key
//! A key has a list of *places*, from the lowest rank up. A place has the number of cards that each
//! hand has of one rank. Counterparts must exist, so a key has to determine the following for every
//! position of the class:
//!
//! * the seat to move and the seats that may still answer ([`State`]);
//! * the group of the move on the table: its category and length;
//! * the landlord's ranks, and every rank that is part of a chain, with the counts of all hands.
//!   The places of these ranks are *fixed*. ([`Ranks`](super::key::Ranks) explains why nothing else
//!   matters.)
//! * between two fixed places, the counts of each peasant, sorted. The sorted lists of the two
//!   peasants are stored in parallel, as if they belonged to the same ranks.
//!
//! The remaining part of the key is the *threshold*. It determines which cards answer the move on
//! the table. The threshold is the number of places up to a certain rank, the *mark*; without a
//! mark the threshold is 0. In the following cases, a *candidate* is a move of the same group in
//! the hand of a seat that may still answer. A candidate is an answer if it beats the move on the
//! table; otherwise it is *too low*.
//!
//! 1. **No candidate is an answer in any position of the class** ([`on_nothing`]): no card is
//!    compared with the move, and no threshold is needed. Only bombs answer, and all bombs do. If
//!    the move on the table is a bomb, one of the other cases applies. The key is then the same as
//!    in this case if no bomb is too low and the key contains the threshold (see *Bounds*).
//! 2. **The landlord's move, no candidate is too low**: all candidates are answers. No mark.
//! 3. **The landlord's move, some candidates are too low**: the landlord may have no card left of
//!    the rank of the move, so the move may lie within a gap. If the highest candidate that is too
//!    low has a fixed place, its rank is the mark. Otherwise this candidate lies in a stretch of
//!    ranks between two neighbouring fixed places. If the stretch has no answer, the mark is the
//!    highest rank of the stretch. If the stretch has an answer, the mark is the rank of the move.
//!    The mark then cuts the stretch into two parts, each sorted separately: the candidates in the
//!    upper part are answers, the candidates in the lower part are too low.
//! 4. **A peasant's move, the partner has no candidate**: the landlord's ranks have fixed places.
//!    The mark is the rank of the landlord's highest candidate that is too low, if there is one.
//!    The gap of the move makes no other difference.
//! 5. **A peasant's move, the partner has a candidate**: the partner's candidates above the gap of
//!    the move beat it in all positions of the class, the candidates below the gap beat it in none,
//!    and the candidates in the gap beat it in some. So the key must determine the gap. The mark is
//!    the *floor* of the gap, the landlord's highest rank that is not above the move; the lowest
//!    gap has no floor and no mark. The landlord's candidates at ranks up to the floor are too low
//!    and the landlord's other candidates are not, so the same mark serves both seats.
//!
//! Whether case 4 or 5 applies depends on the partner's hand, the group and the state, which are
//! the same in all positions of a class. Case 5 needs the mark **even if no candidate of the
//! partner is too low**. Without the mark, a pair that the partner beats from a higher gap would
//! share its key with a pair that the partner beats only loosely. A stored peasant win against the
//! first pair would then be returned for the second pair, where the landlord may win. A new solver
//! seldom meets both pairs; a solver that is reused for many positions does
//! (`tests/endgame_kept.rs`). For the same reason, case 5 has a separate group for a bomb on the
//! table. In the lowest gap such a bomb has no mark, and would otherwise share its key with case 1,
//! where all bombs answer.
//!
//! # Bounds
//! The higher the threshold, the fewer the answers. Nothing else in the game depends on the
//! threshold. Suppose that all seats that may still answer belong to one side (the landlord's move;
//! a peasant's move that only the landlord may answer). Then a side that wins at one threshold wins
//! at every lower threshold, and a side that loses at a threshold loses at every higher threshold.
//! All thresholds therefore share one entry, which holds bounds ([`Known`](super::key::Known)). Two
//! keys with equal places share the entry even if the mark cuts a gap in only one of them, or cuts
//! it at different ranks: every answer at the higher threshold has an equal counterpart, in the
//! same gap, among the answers at the lower threshold. A pass leads to a node where the same
//! argument applies, or to a lead, which has no threshold. If both sides may still answer, or if
//! there are more than 13 places, the threshold is part of the key.
//!
//! # Answers
//! An answer replaces the move on the table. So whether **some answer** of a seat wins depends on
//! the hands, the seat, the group and the set of answers, but not on the owner of the move on the
//! table, nor on the other seats that may answer. A separate entry ([`Asks`]) holds bounds on the
//! existence of a winning answer, with the same places and thresholds as the class:
//!
//! * *A winning answer* `x` that exists in all positions of the class wins at every threshold that
//!   leaves the place of `x` among the answers. If `x` has a fixed place, these are the thresholds
//!   up to the place below it. (If `x` is in a run of ranks, which is defined below, they are the
//!   thresholds up to the place below the run, since runs are sorted.) If `x` has no fixed place,
//!   they are the thresholds up to the place below its gap ([`places_below`]). A bomb that answers
//!   moves of other groups wins at all thresholds. A winning lead yields the same bound for its own
//!   group.
//! * *All answers lose*: if this holds for all positions of the class, including loose answers, it
//!   holds at every higher threshold.
//!
//! If the landlord played the move on the table or is to answer it, the places above the threshold
//! are answers and the others are not. If a peasant played it and the partner is to answer, the
//! threshold is the floor of the gap of the move, and the places above it include the loose
//! answers. A bound "all answers lose" then applies directly. A bound from a winning answer must
//! hold at the threshold **above** the gap: answers above the gap beat the move in all positions of
//! the class.
//!
//! Keys with equal places and marks at different ranks are compatible. A gap that the mark cuts
//! into two parts has the same counts of each peasant as a gap that is not cut, or is cut
//! elsewhere, if the places are equal. The places above the lower threshold include all places
//! above the higher threshold. A seat whose answers are all known to lose passes, and the result of
//! the node after the pass is the result of the position (`three_known`).
//!
//! # Runs of ranks
//! Neighbouring ranks of the landlord without a peasant's card between them are a *run*, sorted as
//! in [`Ranks`](super::key::Ranks). Sorting runs is sound for classes too: exchanging two ranks of
//! a run changes no comparison, and the gap between them is empty. A mark ends a run.

use super::key::{Gathered, Group, Key, Known, State, WAYS};
use crate::Hand;
use crate::moves::Answers;

/// The lowest bit of each of the fifteen lanes.
const LANES: u64 = 0x0111_1111_1111_1111;

/// The largest number of places of a key whose table entry holds bounds for all thresholds. ([The
/// module](self) defines places and thresholds.) No threshold of such a key exceeds 13. A bound for
/// threshold 14 is therefore free to be used as the flag
/// [`Known::SINGLY`](super::key::Known::SINGLY).
const MOST_BOUNDED: u32 = 13;

/// The three hands, the landlord's first; and the union of their [`links`](crate::moves::links).
pub(super) type Linked = ([Hand; 3], u64);

/// Returns the mask of the ranks of a hand: the lowest bit of each lane that is not empty.
const fn ranks(hand: Hand) -> u64 {
    let bits = hand.bits();
    (bits | bits >> 1 | bits >> 2) & LANES
}

/// Returns a mask of all bits of the lanes up to and including a rank.
const fn up_to(rank: u32) -> u64 {
    !(u64::MAX << (4 * rank) << 4)
}

/// Returns the floor of the gap that contains `rank`, as a bit: the landlord's highest rank that is
/// not above `rank`; 0 for the lowest gap.
const fn floor(landlord: Hand, rank: u32) -> u64 {
    let below = ranks(landlord) & up_to(rank);
    if below == 0 { 0 } else { 1 << below.ilog2() }
}

/// Returns the third highest of the ranks that two hands together contain; 0, the lowest rank, if
/// they contain fewer than three ranks.
pub(super) const fn third_highest(one: Hand, other: Hand) -> u32 {
    let mut left = ranks(one) | ranks(other);
    let mut skipped = 0;
    while skipped < 2 && left != 0 {
        left &= !(1 << left.ilog2());
        skipped += 1;
    }
    if left == 0 { 0 } else { left.ilog2() / 4 }
}

/// Returns whether the ranks `low` and `high` are in the same gap between ranks of the landlord.
pub(super) const fn together(landlord: Hand, low: u32, high: u32) -> bool {
    floor(landlord, low) == floor(landlord, high)
}

/// Returns the union, over all positions of a class, of a peasant's answers to the partner's move.
/// ([The module](self) defines classes and gaps.) Every card in the gap of the move counts as an
/// answer, since it beats the move in some positions of the class.
pub(super) fn loosely(landlord: Hand, rank: u32, answers: Answers) -> Answers {
    let floor = floor(landlord, rank);
    // All bits above the floor of the gap; all bits if there is no floor.
    let above = if floor == 0 { u64::MAX } else { !(floor | (floor - 1)) };
    let starts = answers.of_kind | answers.too_low;
    Answers { of_kind: starts & above, too_low: starts & !above, bombs: answers.bombs }
}

/// The key of a class of equivalent positions, and the data for reading the table entry of the
/// class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    pub(super) key: Key,
    /// The threshold, if the entry holds bounds. If the threshold is part of the key, this field is
    /// 0.
    pub(super) threshold: u32,
    /// The key and the threshold for the table entry about winning answers of the seat to move;
    /// `None` if the key has too many places for bounds.
    pub(super) answers: Option<Asks>,
    /// The number of places in the key. The module documentation defines places and marks.
    places: u32,
    /// Whether the key would have the same places without its mark. The module documentation
    /// defines places and marks.
    uncut: bool,
}

/// A query of the table: does a seat have a winning answer?
#[derive(Clone, Copy, Debug)]
pub(super) struct Asks {
    /// The rank of the move on the table if the partner of the seat to move has played it;
    /// otherwise `None`. Answers in the gap of this move are loose.
    loose: Option<u8>,
    /// The threshold of the query. In every position of the class, all of the seat's answers of the
    /// group of the move on the table, loose answers included, have places above the threshold.
    threshold: u8,
    /// The rank of the mark in the key of the class; `None` without a mark.
    mark: Option<u8>,
    /// The key of the table entry: the key of the class, but with the state [`State::answers`] and
    /// without the threshold.
    pub(super) key: Key,
}

impl Asks {
    /// Returns whether an answer wins in all positions of the class, according to the table entry
    /// `known`; `None` if unknown.
    pub(super) fn at(self, known: Known, (hands, links): Linked, runs: bool) -> Option<bool> {
        let found = known.at(u32::from(self.threshold));
        if let (Some(true), Some(rank)) = (found, self.loose) {
            // An answer in the gap of the move beats the move only in some positions of the class.
            // The winning answer must therefore lie above the gap, so the bound is tested at the
            // threshold above the gap.
            let above = ranks(hands[0]) & !up_to(u32::from(rank));
            let below = if above == 0 { u64::MAX } else { (above & above.wrapping_neg()) - 1 };
            let behind = gather((hands, links), self.mark.map(u32::from), runs, below).0.len();
            return known.at(behind).filter(|&won| won);
        }
        found
    }

    /// Returns the bound to store if all answers in all positions of the class lose.
    pub(super) const fn lose(self) -> Known {
        Known::loses_from(self.threshold as u32)
    }

    /// Returns the bound to store if an answer wins in all positions of the class. The answer
    /// belongs to the group of the move on the table, and `rank` is its lowest principal rank.
    pub(super) fn win(self, linked: Linked, seat: usize, rank: u32, runs: bool) -> Known {
        Known::wins_below(places_below(linked, seat, rank, self.mark.map(u32::from), runs) + 1)
    }
}

/// The value of the threshold field in keys whose entries hold bounds for all thresholds. ([The
/// module](self) defines places and thresholds.) These keys have at most 13 places. An exact
/// threshold is at most the number of places, so only keys with more places can have an exact
/// threshold of 15.
const BOUNDED: u32 = 15;

impl Class {
    /// Creates a class whose key contains the threshold.
    const fn exact(key: Key, gathered: Gathered, uncut: bool) -> Self {
        Self { key, threshold: 0, answers: None, places: gathered.len(), uncut }
    }

    /// Returns the key of the class in which the seat leads with the same hands; `None` if the two
    /// keys have different places.
    pub(super) fn lead(self, state: State) -> Option<Key> {
        self.uncut.then(|| self.key.of_same_ranks(state, Group::NONE, 0))
    }

    /// Returns a key and a bound that follow from a winning lead of this class: the lead is also a
    /// winning answer to lower moves of its group. `None` if the key has too many places for
    /// bounds.
    pub(super) fn answers_like(
        self,
        linked: Linked,
        seat: usize,
        (group, rank): (Group, u32),
        runs: bool,
    ) -> Option<(Key, Known)> {
        if self.places > MOST_BOUNDED {
            return None;
        }
        let known = Known::wins_below(places_below(linked, seat, rank, None, runs) + 1);
        Some((self.key.of_same_ranks(State::answers(seat), group, BOUNDED), known))
    }
}

/// Returns the class of a position in which a seat leads.
pub(super) fn lead((hands, links): Linked, state: State, runs: bool) -> Class {
    let gathered = gather((hands, links), None, runs, u64::MAX).0;
    Class::exact(gathered.key(state, Group::NONE, 0), gathered, true)
}

/// Returns the class of a position in which only bombs beat the move on the table.
pub(super) fn on_nothing((hands, links): Linked, state: State, turn: usize, runs: bool) -> Class {
    let gathered = gather((hands, links), None, runs, u64::MAX).0;
    let key = gathered.key(state, Group::BOMBS, 0);
    let asked = key.of_same_ranks(State::answers(turn), Group::BOMBS, 0);
    let asks = Asks { loose: None, threshold: 0, mark: None, key: asked };
    Class { answers: Some(asks), ..Class::exact(key, gathered, true) }
}

/// Returns the class of positions with the given places, threshold, state and group. If there are
/// at most [`MOST_BOUNDED`] places, the table entry of the class holds bounds for all thresholds.
/// Otherwise the threshold is part of the key.
fn bounded((gathered, threshold, uncut): (Gathered, u32, bool), state: State, group: Group) -> Class {
    if gathered.len() > MOST_BOUNDED {
        return Class::exact(gathered.key(state, group, threshold), gathered, uncut);
    }
    Class { threshold, ..Class::exact(gathered.key(state, group, BOUNDED), gathered, uncut) }
}

impl Class {
    /// Adds the query for winning answers if the key has at most [`MOST_BOUNDED`] places.
    fn with_answers(
        self,
        turn: usize,
        group: Group,
        loose: Option<u8>,
        threshold: u32,
        mark: Option<u32>,
    ) -> Self {
        if self.places > MOST_BOUNDED {
            return self;
        }
        let key = self.key.of_same_ranks(State::answers(turn), group, BOUNDED);
        let asks = Asks { loose, threshold: threshold as u8, mark: mark.map(|rank| rank as u8), key };
        Self { answers: Some(asks), ..self }
    }
}

/// Returns the number of places of the key, as [the module](self) defines them, that are certainly
/// below a card of the given rank. The key distinguishes neither the ranks of a gap nor the ranks
/// of a run of ranks. The card therefore counts as the lowest rank of its gap or run. If the mark
/// lies within this gap or run, the card counts as the lowest rank above the mark.
fn places_below((hands, links): Linked, seat: usize, rank: u32, mark: Option<u32>, runs: bool) -> u32 {
    let [of_a, of_b, of_c] = hands.map(ranks);
    let fixed = (of_a | links | links << 4) & LANES;
    let lane = 1u64 << (4 * rank);
    let marked = mark.map_or(0, up_to);
    let below = if fixed & lane == 0 {
        // The mask of the ranks below the gap. If the mark lies within the gap, the mask also has
        // the ranks up to the mark.
        let under = fixed & (lane - 1);
        (if under == 0 { 0 } else { up_to(under.ilog2() / 4) }) | marked
    } else {
        let in_runs = if runs && seat == 0 { of_a & !(of_b | of_c | links | links << 4) } else { 0 };
        let mut first = lane;
        while first & in_runs != 0 {
            let under = (of_a | of_b | of_c) & (first - 1) & !marked;
            if under == 0 || 1 << under.ilog2() & in_runs == 0 {
                break;
            }
            first = 1 << under.ilog2();
        }
        first - 1
    };
    gather((hands, links), mark, runs, below).0.len()
}

/// Returns the class of a position in which a landlord's move is on the table. `answers` is the
/// union of the answers of all peasants who may still answer.
pub(super) fn on_landlord(
    (hands, links): Linked,
    state: State,
    turn: usize,
    (group, rank): (Group, u32),
    answers: Answers,
    runs: bool,
) -> Class {
    let mut mark = None;
    if answers.too_low != 0 {
        let highest = answers.too_low.ilog2() / 4;
        let fixed = (ranks(hands[0]) | links | links << 4) & LANES;
        mark = Some(if fixed >> (4 * highest) & 1 != 0 {
            highest
        } else {
            // `rest` is the mask of the ranks between `highest` and the next fixed place. If `rest`
            // contains no answer, the rank of the move within the gap makes no difference.
            let next = fixed & !up_to(highest);
            let end = if next == 0 { 60 } else { next.trailing_zeros() };
            let rest = !up_to(highest) & ((1 << end) - 1);
            if answers.of_kind & rest != 0 { rank } else { end / 4 - 1 }
        });
    }
    let (gathered, threshold, uncut) = gather((hands, links), mark, runs, u64::MAX);
    bounded((gathered, threshold, uncut), state, group).with_answers(turn, group, None, threshold, mark)
}

/// Returns the class of a position in which a peasant's move is on the table. `landlord` has the
/// landlord's answers; `partner` has the answers of the other peasant, as [`loosely`] returns them.
/// Each of them is `None` if the seat can no longer answer.
pub(super) fn on_peasant(
    (hands, links): Linked,
    state: State,
    turn: usize,
    (group, rank): (Group, u32),
    landlord: Option<Answers>,
    partner: Option<Answers>,
    runs: bool,
) -> Class {
    let partner_answers = partner.is_some_and(|answers| answers.too_low | answers.of_kind != 0);
    let below = if partner_answers {
        // Case 5: the floor of the move's gap, even if no candidate of the partner is too low.
        floor(hands[0], rank)
    } else {
        landlord.map_or(0, |answers| answers.too_low)
    };
    let group = if partner_answers && group == Group::BOMBS { Group::LOOSE_BOMBS } else { group };
    let mark = if below == 0 { None } else { Some(below.ilog2() / 4) };
    let (gathered, threshold, uncut) = gather((hands, links), mark, runs, u64::MAX);
    let class = if partner.is_none() {
        bounded((gathered, threshold, uncut), state, group)
    } else {
        Class::exact(gathered.key(state, group, threshold), gathered, uncut)
    };
    let loose = if turn == 0 { None } else { Some(rank as u8) };
    class.with_answers(turn, group, loose, threshold, mark)
}

/// Four counts of one byte each: the numbers of ranks with one, two, three and four cards.
#[derive(Clone, Copy, Default)]
struct Counts(u32);

impl Counts {
    const fn add(&mut self, cards: u64) {
        if cards != 0 {
            self.0 += 1 << (8 * (cards - 1));
        }
    }

    /// Removes a rank with the most cards and returns the number of its cards; 0 if no rank is
    /// left.
    const fn take(&mut self) -> u64 {
        if self.0 == 0 {
            return 0;
        }
        let most = self.0.ilog2() / 8;
        self.0 -= 1 << (8 * most);
        most as u64 + 1
    }
}

/// Returns three values, as [the module](self) defines them: the places of a key, the threshold,
/// and whether the places are the same without the mark. The threshold is the number of places up
/// to the mark. Only the ranks in the bit mask `only` get places.
fn gather((hands, links): Linked, mark: Option<u32>, runs: bool, only: u64) -> (Gathered, u32, bool) {
    let [a, b, c] = hands.map(Hand::bits);
    let [of_a, of_b, of_c] = hands.map(ranks);
    let fixed = of_a | links | links << 4;
    let in_runs = if runs { of_a & !(of_b | of_c | links | links << 4) } else { 0 };
    let mut left = (of_a | of_b | of_c) & only;
    let mut gathered = Gathered::default();
    let mut gap = [Counts::default(); 2];
    let (mut threshold, mut uncut) = (0, true);
    let mut mark = mark.map_or(u32::MAX, |rank| 4 * rank);
    let flush = |gap: &mut [Counts; 2], gathered: &mut Gathered| {
        while gap[0].0 | gap[1].0 != 0 {
            gathered.end_run();
            let [one, other] = [gap[0].take(), gap[1].take()];
            gathered.push(u64::from(WAYS[(one << 3 | other << 6) as usize & 511]) << 1);
        }
    };
    while left != 0 {
        let lane = left.trailing_zeros();
        left &= left - 1;
        if lane > mark {
            let in_gap = gap[0].0 | gap[1].0 != 0 && fixed >> lane & 1 == 0;
            uncut = !in_gap && in_runs >> lane & 1 == 0;
            flush(&mut gap, &mut gathered);
            gathered.end_run();
            (threshold, mark) = (gathered.len(), u32::MAX);
        }
        let [one, two, three] = [a >> lane & 7, b >> lane & 7, c >> lane & 7];
        if fixed >> lane & 1 != 0 {
            flush(&mut gap, &mut gathered);
            let way = WAYS[(one | two << 3 | three << 6) as usize & 511];
            gathered.push_in_run(u64::from(way) << 1 | links >> lane & 1, in_runs >> lane & 1);
        } else {
            gap[0].add(two);
            gap[1].add(three);
        }
    }
    flush(&mut gap, &mut gathered);
    if mark != u32::MAX {
        threshold = gathered.len();
    }
    (gathered, threshold, uncut)
}
