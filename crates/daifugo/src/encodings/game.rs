//! The encoding interface of all card games, implemented for Daifugo.

use quadrille_table::Encode;

use super::cells::Marks;
use super::{Actions, MOVE, OBSERVATION, Played, moves, observation};
use crate::game::{Action, Decision, Table};
use crate::rules::Rules;

/// Action ids are those of [`Actions`]. An observation has the cells of
/// [`fill_observation`](super::fill_observation), or of
/// [`fill_exchange_observation`](super::fill_exchange_observation) for a seat that is to return
/// cards. The features of an action are those of [`fill_move`](super::fill_move) and
/// [`fill_gift`](super::fill_gift). For a view without history, the cells of played cards are 0.
impl Encode for Table {
    fn action_count(rules: &Rules) -> usize {
        Actions::count(*rules)
    }

    fn action_id(rules: &Rules, action: Action) -> Option<usize> {
        let id = match action {
            Action::Move(chosen) => Actions::get().id(chosen),
            Action::Give(cards) => Actions::get().give_id(cards),
        };
        id.map(usize::from).filter(|&id| id < Actions::count(*rules))
    }

    fn action_of(rules: &Rules, id: usize) -> Option<Action> {
        Actions::get().action(u16::try_from(id).ok().filter(|_| id < Actions::count(*rules))?)
    }

    fn observation_len(_: &Rules) -> usize {
        OBSERVATION
    }

    fn observe(view: &Decision<'_>, set: impl FnMut(usize)) {
        let mut marks = Marks { set, next: 0 };
        match view {
            Decision::Give(view) => {
                let own = (view.seat(), view.hand(), view.number());
                let (rules, classes) = (view.series().rules(), view.classes());
                observation::write_exchange(rules, own, view.sizes(), classes, &mut marks);
            }
            Decision::Play(view) => {
                let played = Played::of(view.history());
                observation::write_play(view.state(), view.seat(), view.hand(), &played, &mut marks);
            }
        }
    }

    fn feature_len(_: &Rules) -> usize {
        MOVE
    }

    /// Sets no cell for an action with cards that the seat does not hold.
    fn features(view: &Decision<'_>, _: &Rules, action: Action, set: impl FnMut(usize)) {
        let mut marks = Marks { set, next: 0 };
        // `write` fails before it sets a cell if the cards are not held.
        let _ = match (view, action) {
            (Decision::Play(view), Action::Move(chosen)) => {
                let taken = moves::taken(chosen);
                moves::write(taken, view.hand(), chosen.meld(), Some(view.state()), &mut marks)
            }
            (Decision::Give(view), Action::Give(cards)) => {
                moves::write(cards, view.hand(), None, None, &mut marks)
            }
            (Decision::Give(_) | Decision::Play(_), _) => Ok(()),
        };
    }
}
