//! Policies: networks that learned Daifugo by playing against themselves.

use quadrille_players::search::Budget;
use quadrille_players::{Learnable, Shipped, read};
use quadrille_random::StreamKey;
use quadrille_random::rand_core::Rng;
use quadrille_table::{Encode as _, Player};

use super::Greedy;
use super::greedy::wins_table;
use crate::Rank;
use crate::dominance::Opponents;
use crate::encodings::{MOVE, OBSERVATION};
use crate::game::{Action, Decision, Move, Table, View};
use crate::melds::Meld;
use crate::rules::Rule;
use crate::surewin::{Effects, Position, sure_win_under};

/// Groups of a hand at most, and none.
const GROUPS: usize = 14;
/// Cells of an action: those of a move, and what bit operations know of it.
///
/// | from | cells | |
/// |---|---|---|
/// | 216 | 1 | no opponent can answer it under any deal of the unseen cards |
/// | 217 | 1 | cell 216 is set, and the rest of the hand is a [sure win](crate::surewin) |
/// | 218 | 14 | ranks left in the hand, 0 to 13 |
/// | 232 | 14 | of these the groups that the unseen cards can answer |
const ACTION: usize = MOVE + 2 + 2 * GROUPS;

/// One network for all seats, which reads the observation and the move and learns the points of a game. Cards
/// are returned as [`Greedy`] returns them.
impl Learnable for Table {
    const GAME: &'static str = "Daifugo";
    const CELLS: u32 = 1;
    const STATE: usize = OBSERVATION;
    const ACTION: usize = ACTION;

    /// Of an observation: cards in hand, unseen and gone are the deck; the meld on the table has up to 15 cards and 10
    /// cells that say what it is; counts of ranks 13; seats 4 cells each and one for each card of the deck; what was
    /// played at most the deck; flags and rules 41. Of a move: the cards in hand, taken or left, at most the deck; 12
    /// cells that say what it is, counts of ranks 13, and 4 of the proofs.
    const MOST_CELLS: usize = 54 + 15 + 10 + 13 + 6 * 4 + 54 + 54 + 41 + 54 + 12 + 13 + 4;

    const PROVED: Option<usize> = Some(MOVE + 1);

    /// Half of the way from the mean, 3 points of 1 to 5, is 1.
    const SPREAD: f32 = 2.0;

    /// Ten games, after the first of which cards are exchanged.
    const SITTING: u32 = 10;

    fn role(view: &Decision<'_>) -> Option<usize> {
        matches!(view, Decision::Play(_)).then_some(0)
    }

    fn house() -> Box<dyn Player<Self>> {
        Box::new(Greedy)
    }

    fn state(view: &Decision<'_>, set: impl FnMut(usize)) {
        Self::observe(view, set);
    }

    fn action(view: &Decision<'_>, action: Action, mut set: impl FnMut(usize)) {
        if let (Decision::Play(play), Action::Move(chosen)) = (view, action) {
            Self::features(view, &play.rules(), action, &mut set);
            proofs(play, chosen, set);
        }
    }
}

/// Sets the cells of a move that bit operations compute: dominance, sure wins, groups that remain.
fn proofs(view: &View<'_>, chosen: Move, mut set: impl FnMut(usize)) {
    let meld = chosen.meld();
    let mut left = view.hand();
    let reverses = |meld: Meld| view.rules().has(Rule::Revolution) && meld.is_revolution();
    let turned = meld.is_some_and(reverses);
    if let Some(meld) = meld {
        left.remove(meld);
    }
    let order = if turned { view.order().reversed() } else { view.order() };
    let unseen = view.unseen();
    let opponents =
        Opponents::new(unseen.cards).with_jokers(unseen.jokers).holding_up_to(view.largest_other_hand());
    let answerable = opponents.answers(view.order());
    let eights_cut = view.rules().has(Rule::EightCut);
    let wins_table = |meld: Meld| (eights_cut || !meld.shows(Rank::EIGHT)) && wins_table(meld, answerable);
    if meld.is_some_and(wins_table) {
        set(MOVE);
        let wins = |effects| {
            let rest = Position::new(left.cards, left.jokers, unseen.cards, unseen.jokers, order);
            rest.is_ok_and(|rest| sure_win_under(&rest, effects))
        };
        if left.is_empty() || Effects::of(view.rules()).is_some_and(wins) {
            set(MOVE + 1);
        }
    }
    let groups = left.cards.one_hot();
    // After a revolution the cards of the others answer in the other order.
    let afterwards = if turned { opponents.answers(order) } else { answerable };
    let answered = afterwards.answered(groups);
    set(MOVE + 2 + groups.bits().count_ones() as usize);
    set(MOVE + 2 + GROUPS + answered.count_ones() as usize);
}

/// The policy that was trained by `examples/daifugo-train.toml`.
pub(crate) static SHIPPED: Shipped = Shipped::new(|| {
    let bytes = include_bytes!("../../weights/policy.safetensors");
    read::<Table>(bytes).expect("the file is of this version")
});

/// What a search with the shipped policy does. A [player](SHIPPED) that is kept between decisions is faster.
pub(crate) fn search<R: Rng + ?Sized>(view: &View<'_>, rng: &mut R) -> Move {
    let mut player = SHIPPED.search::<Table>(Budget::default());
    match player.think(&Decision::Play(*view), rng.next_u64(), &()).action {
        Action::Move(chosen) => chosen,
        Action::Give(_) => view.fallback(),
    }
}

/// What the shipped policy does. A [player](SHIPPED) that is kept between decisions is faster.
pub(crate) fn choose(view: &View<'_>) -> Move {
    let mut player = SHIPPED.player::<Table>();
    // A policy draws nothing.
    match player.decide(&Decision::Play(*view), &mut StreamKey::new(0, 0).rng()) {
        Ok(Action::Move(chosen)) => chosen,
        _ => view.fallback(),
    }
}
