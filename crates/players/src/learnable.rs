//! The interface of a game that networks learn: cells, targets, measurements.

use std::borrow::Cow;

use quadrille_learn::{Shape, ShapeError};
use quadrille_table::{ExactJudge, Game, Player};

/// A game whose actions a network can value.
///
/// A row of inputs is a *state*, which is what the seat to decide sees, and behind it an *action*: what it would
/// do, and what that leaves. For both the cells of [`Encode`](quadrille_table::Encode) will do; a game may know more
/// that helps.
pub trait Learnable: Game {
    /// The name of the game, which files of weights have.
    const GAME: &'static str;
    /// The revision of the cells: raised when a cell comes to mean something else. Files of other revisions are refused.
    const CELLS: u32;
    /// The names of the networks: one for each role, if roles differ so much that they share nothing.
    const ROLES: &'static [&'static str] = &["seat"];
    /// The outputs of the hidden layers.
    const LAYERS: [usize; 2] = [256, 32];
    /// The number of cells of a state.
    const STATE: usize;
    /// The number of cells of an action.
    const ACTION: usize;
    /// The largest number of cells of a state and an action together that are 1; integers are made by it.
    const MOST_CELLS: usize = Self::STATE + Self::ACTION;
    /// The points that make a target of 1: about as far as a seat's points go from their mean.
    const SPREAD: f32;
    /// The cell of an action that is set only if the action is proved to lead to the best end that the seat can still
    /// reach, in every deal of the hidden cards.
    const PROVED: Option<usize> = None;
    /// Games in a row of a measurement: a round of what changes from game to game.
    const SITTING: u32 = 1;

    /// The role of the seat that decides, its place in [`ROLES`](Self::ROLES); `None` for a decision that the
    /// [house player](Self::house) makes.
    fn role(view: &Self::View<'_>) -> Option<usize> {
        let _ = view;
        Some(0)
    }

    /// The player for decisions of no role, which is also the one that a policy is measured against.
    fn house() -> Box<dyn Player<Self>>;

    /// Calls `set` with the number of each cell of the state that is 1, each once.
    fn state(view: &Self::View<'_>, set: impl FnMut(usize));

    /// Calls `set` with the number of each cell of an action that is 1, each once.
    fn action(view: &Self::View<'_>, action: Self::Action, set: impl FnMut(usize));

    /// What a network learns: how good the end of a game is for a seat, of the order of ±1. By default its points
    /// less the mean of all seats, divided by [`SPREAD`](Self::SPREAD).
    fn target(setup: &Self::Setup, outcome: &Self::Outcome, seat: usize) -> f32 {
        let points = |seat| Self::points(setup, outcome, seat) as f32;
        let seats = Self::seats(setup);
        let mean = (0..seats).map(points).sum::<f32>() / seats as f32;
        (points(seat) - mean) / Self::SPREAD
    }

    /// The figure of a seat by which a policy is measured: its points, if the game has nothing better.
    fn score(setup: &Self::Setup, outcome: &Self::Outcome, seat: usize) -> i64 {
        Self::points(setup, outcome, seat)
    }

    /// Returns a solver that checks decisions late in a game with all hands open. `None`, the default, for
    /// games without a solver.
    fn exact_judge(setup: &Self::Setup) -> Option<Box<dyn ExactJudge<Self>>> {
        let _ = setup;
        None
    }

    /// The ways in which a policy is seated for measuring; by default alone against house players, in each seat.
    fn lineups(setup: &Self::Setup) -> Vec<Lineup> {
        let players = (0..Self::seats(setup)).map(|player| 1 << player).collect();
        vec![Lineup { name: "alone", players: Cow::Owned(players) }]
    }

    /// The sizes of its networks.
    ///
    /// # Errors
    /// The cells or layers are too many for a network.
    fn shape() -> Result<Shape, ShapeError> {
        let [first, second] = Self::LAYERS;
        Shape::new(Self::STATE + Self::ACTION, first, second)
    }
}

/// A way to seat a policy against house players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lineup {
    /// What the policy is in it.
    pub name: &'static str,
    /// The policy's players, a bit each, in the tables that are played with the same cards; the same number
    /// in each.
    pub players: Cow<'static, [u32]>,
}

impl Lineup {
    /// The number of scores that a measurement adds up in a sitting of `sitting` games.
    pub fn scores(&self, sitting: u32) -> u64 {
        self.players.iter().map(|players| u64::from(players.count_ones()) * u64::from(sitting)).sum()
    }
}
