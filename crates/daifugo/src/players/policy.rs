//! Policies: networks trained on Daifugo by self-play.

use quadrille_players::search::Budget;
use quadrille_players::{Learnable, Scale, Shipped, read, unpacked};
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
use crate::rules::{Rule, Rules};
use crate::surewin::{Effects, Position, sure_win_under};

/// Number of cells that encode a number of ranks, 0 to 13, one-hot.
const GROUPS: usize = 14;
/// Number of cells of an action: the cells of a move, and properties computed by bit operations.
///
/// | from | cells | meaning |
/// |---|---|---|
/// | 216 | 1 | the move is a lone joker, a group that the unseen cards cannot beat, or a meld with an 8; without the eight-cut, 0 for every meld with an 8 |
/// | 217 | 1 | cell 216 is set, and the rest of the hand is empty or a [sure win](crate::surewin) |
/// | 218 | 14 | number of ranks in the rest of the hand, one-hot, 0 to 13 |
/// | 232 | 14 | number of ranks in the rest of the hand whose group the unseen cards can answer, one-hot |
///
/// Cell 216 is not a proof. It ignores that the 3 of spades beats a lone joker, and that after a
/// revolution answers follow the reversed order.
/// [`begins_sure_win`](crate::surewin::begins_sure_win) returns proofs.
const ACTION: usize = MOVE + 2 + 2 * GROUPS;

/// One network plays all seats. Its input is the observation and the move. Its target is the points
/// of the game. [`Greedy`] chooses the cards to return in the exchange.
impl Learnable for Table {
    const GAME: &'static str = "Daifugo";
    const CELLS: u32 = 1;
    const STATE: usize = OBSERVATION;
    const ACTION: usize = ACTION;

    /// Upper bound on the number of cells that are 1.
    ///
    /// The summands of the observation are, in this order:
    ///
    /// * 54 for the cards of the hand, of the other hands and of no hand, which are together the
    ///   deck;
    /// * 15 for the cards of the meld on the table, and 10 for its properties;
    /// * 13 for the counts of the hand;
    /// * 4 for each of 6 seats;
    /// * 54 for the hand sizes, whose sum is at most the size of the deck;
    /// * 54 for the cards played by all seats;
    /// * 27 for flags, and one for each rule.
    ///
    /// The summands of the action are, in this order:
    ///
    /// * 54 for the cards of the move and the rest of the hand;
    /// * 12 for the properties of the move;
    /// * 13 for the counts of the rest of the hand;
    /// * 4 for the cells from 216 on.
    const MOST_CELLS: usize = 54 + 15 + 10 + 13 + 6 * 4 + 54 + 54 + 27 + Rule::ALL.len() + 54 + 12 + 13 + 4;

    const WINNING: Option<usize> = Some(MOVE + 1);

    /// With five players, points are 1 to 5 with mean 3, so ±2 points give targets of ±1.
    const SPREAD: f32 = 2.0;

    /// Number of games of a sitting; cards are exchanged before all games but the first.
    const SITTING: u32 = 10;

    fn role(view: &Decision<'_>) -> Option<usize> {
        matches!(view, Decision::Play(_)).then_some(0)
    }

    fn house() -> Box<dyn Player<Self>> {
        Box::new(Greedy)
    }

    fn scale(rules: &Rules) -> Scale {
        let mean = (rules.players() + 1) as f64 / 2.0;
        Scale { unit: "points", factor: Self::SPREAD.into(), offset: mean, range: None }
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

/// Sets the cells of a move from 216 on, which describe dominance, sure wins, and the groups in the
/// rest of the hand.
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
    // After a revolution the opponents' answers follow the reversed order.
    let afterwards = if turned { opponents.answers(order) } else { answerable };
    let answered = afterwards.answered(groups);
    set(MOVE + 2 + groups.bits().count_ones() as usize);
    set(MOVE + 2 + GROUPS + answered.count_ones() as usize);
}

/// The policy that was trained by `examples/daifugo-train.toml`.
pub(crate) static SHIPPED: Shipped = Shipped::new(|| {
    let bytes = unpacked(include_bytes!("../../weights/policy.safetensors.gz"));
    read::<Table>(&bytes).expect("the embedded weights fit the current encoding")
});

/// Returns the move of a search with the shipped policy. A [player](SHIPPED) that is reused for
/// several decisions is faster.
pub(crate) fn search<R: Rng + ?Sized>(view: &View<'_>, rng: &mut R) -> Move {
    let mut player = SHIPPED.search::<Table>(Budget::default());
    match player.think(&Decision::Play(*view), rng.next_u64(), &()).action {
        Action::Move(chosen) => chosen,
        Action::Give(_) => view.fallback(),
    }
}

/// Returns the move of the shipped policy. A [player](SHIPPED) that is reused for several decisions
/// is faster.
pub(crate) fn choose(view: &View<'_>) -> Move {
    let mut player = SHIPPED.player::<Table>();
    // A policy draws no numbers, so the generator does not matter.
    match player.decide(&Decision::Play(*view), &mut StreamKey::new(0, 0).rng()) {
        Ok(Action::Move(chosen)) => chosen,
        _ => view.fallback(),
    }
}
