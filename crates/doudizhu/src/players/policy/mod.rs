//! Policies: networks trained by self-play.

mod cells;
mod searched;

use std::borrow::Cow;

use quadrille_players::{Learnable, Lineup, Scale, Shipped, read, unpacked};
use quadrille_table::{ExactJudge, Player};

use crate::encodings::Role;
use crate::endgame::judge::SolverJudge;
use crate::game::{Action, Decision, Outcome, Seat, Setup, Table};
use crate::players::Rule;

/// Each role has a network of its own, since the aims of the roles differ widely. The networks
/// learn to win, regardless of the scoring. They choose only moves; [`Rule`] makes the calls.
///
/// The tables in the source of `policy/cells.rs` list the cells of states and actions.
impl Learnable for Table {
    const GAME: &'static str = "Dou Dizhu";
    const CELLS: u32 = 1;
    const ROLES: &'static [&'static str] = &["landlord", "down", "up"];
    const LAYERS: [usize; 2] = [256, 64];
    const STATE: usize = cells::STATE;
    const ACTION: usize = cells::ACTION;
    const MOST_CELLS: usize = cells::MOST;
    const SPREAD: f32 = 1.0;

    fn role(view: &Decision<'_>) -> Option<usize> {
        match view {
            Decision::Call(_) => None,
            Decision::Play(view) => Some(Role::of(view.seat(), view.landlord()) as usize),
        }
    }

    fn house() -> Box<dyn Player<Self>> {
        Box::new(Rule)
    }

    fn state(view: &Decision<'_>, set: impl FnMut(usize)) {
        if let Decision::Play(view) = view {
            cells::state(view, set);
        }
    }

    fn action(view: &Decision<'_>, action: Action, set: impl FnMut(usize)) {
        if let (Decision::Play(view), Action::Play(chosen)) = (view, action) {
            cells::action(view, chosen, set);
        }
    }

    fn target(_: &Setup, outcome: &Outcome, seat: usize) -> f32 {
        if outcome.won(Seat::ALL[seat]) { 1.0 } else { -1.0 }
    }

    fn scale(_: &Setup) -> Scale {
        Scale { unit: "win share", factor: 0.5, offset: 0.5, range: Some([0.0, 1.0]) }
    }

    fn score(_: &Setup, outcome: &Outcome, seat: usize) -> i64 {
        outcome.won(Seat::ALL[seat]).into()
    }

    fn exact_judge(setup: &Setup) -> Option<Box<dyn ExactJudge<Self>>> {
        Some(Box::new(SolverJudge::new(setup.rules)))
    }

    fn lineups(_: &Setup) -> Vec<Lineup> {
        let lineup = |name, players| Lineup { name, players: Cow::Borrowed(players) };
        vec![lineup("landlord", &[0b001]), lineup("peasants", &[0b110])]
    }
}

/// The policy that was trained with `examples/doudizhu-train.toml`.
pub(crate) static SHIPPED: Shipped = Shipped::new(|| {
    let bytes = unpacked(include_bytes!("../../../weights/policy.safetensors.gz"));
    read::<Table>(&bytes).expect("the embedded policy has the current format")
});
