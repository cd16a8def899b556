//! The interface of a game that networks can learn: network inputs (cells), targets and
//! measurements.

use std::borrow::Cow;

use quadrille_learn::{Shape, ShapeError};
use quadrille_table::{ExactJudge, Game, Player};

/// A game whose actions a network can evaluate.
///
/// The inputs of a network are *cells*, each 0 or 1. The cells of the *state* encode the view of
/// the seat to decide. The cells of the *action*, which follow, encode the action and the hand
/// after it. The cells of [`Encode`](quadrille_table::Encode) can serve as both; a game may add
/// other cells.
pub trait Learnable: Game {
    /// The name of the game in files of weights.
    const GAME: &'static str;
    /// The revision of the cells. It is raised when the meaning of a cell changes; files of weights
    /// with another revision are refused.
    const CELLS: u32;
    /// The names of the networks, one for each role. Seats with the same tasks share a role.
    const ROLES: &'static [&'static str] = &["seat"];
    /// The numbers of outputs of the two hidden layers.
    const LAYERS: [usize; 2] = [256, 32];
    /// The number of cells of a state.
    const STATE: usize;
    /// The number of cells of an action.
    const ACTION: usize;
    /// The largest number of cells, of a state and one action together, that can be 1 at the same
    /// time. The scale of the integer weights depends on it.
    const MOST_CELLS: usize = Self::STATE + Self::ACTION;
    /// The number of points that corresponds to a target of 1: about the typical deviation of a
    /// seat's points from the mean.
    const SPREAD: f32;
    /// The index of the action's cell that is 1 only if the action is proved to lead to the best
    /// result that the seat can still reach, in every deal of the hidden cards. `None` if the game
    /// has no such cell.
    const PROVED: Option<usize> = None;
    /// The number of consecutive games in a sitting, the unit of a measurement. A sitting contains
    /// whole cycles of the settings that alternate between games.
    const SITTING: u32 = 1;

    /// Returns the role of the seat to decide, as an index of [`ROLES`](Self::ROLES); `None` for
    /// decisions that the [house player](Self::house) makes.
    fn role(view: &Self::View<'_>) -> Option<usize> {
        let _ = view;
        Some(0)
    }

    /// Returns the house player, which makes the decisions without a role and serves as the
    /// opponent in measurements.
    fn house() -> Box<dyn Player<Self>>;

    /// Calls `set` once for each cell of the state that is 1, with the index of the cell.
    fn state(view: &Self::View<'_>, set: impl FnMut(usize));

    /// Calls `set` once for each cell of the action that is 1, with the index of the cell.
    fn action(view: &Self::View<'_>, action: Self::Action, set: impl FnMut(usize));

    /// Returns the value that a network learns to predict: the result of a game for `seat`, scaled
    /// to about ±1. The default is the seat's points minus the mean points of all seats, divided by
    /// [`SPREAD`](Self::SPREAD).
    fn target(setup: &Self::Setup, outcome: &Self::Outcome, seat: usize) -> f32 {
        let points = |seat| Self::points(setup, outcome, seat) as f32;
        let seats = Self::seats(setup);
        let mean = (0..seats).map(points).sum::<f32>() / seats as f32;
        (points(seat) - mean) / Self::SPREAD
    }

    /// Returns the conversion of targets to the quantity in which the game's results are usually
    /// given, such as points.
    fn scale(setup: &Self::Setup) -> Scale {
        let _ = setup;
        Scale { unit: "points above the table's mean", factor: Self::SPREAD.into(), offset: 0.0, range: None }
    }

    /// Returns the score of a seat in a game. A measurement sums the scores of the policy. The
    /// default is the seat's points.
    fn score(setup: &Self::Setup, outcome: &Self::Outcome, seat: usize) -> i64 {
        Self::points(setup, outcome, seat)
    }

    /// Returns a solver that checks decisions late in a game, with all hands open. The default is
    /// `None`: the game has no solver.
    fn exact_judge(setup: &Self::Setup) -> Option<Box<dyn ExactJudge<Self>>> {
        let _ = setup;
        None
    }

    /// Returns the seatings of a measurement. By default the policy plays alone against house
    /// players, once in each seat.
    fn lineups(setup: &Self::Setup) -> Vec<Lineup> {
        let players = (0..Self::seats(setup)).map(|player| 1 << player).collect();
        vec![Lineup { name: "alone", players: Cow::Owned(players) }]
    }

    /// Returns the sizes of the networks.
    ///
    /// # Errors
    /// The game has too many cells, or its layers are too wide.
    fn shape() -> Result<Shape, ShapeError> {
        let [first, second] = Self::LAYERS;
        Shape::new(Self::STATE + Self::ACTION, first, second)
    }
}

/// The linear conversion of a [target](Learnable::target) to the quantity in which the game's
/// results are usually given, such as points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// The name of the quantity, such as `points` or `win share`.
    pub unit: &'static str,
    /// The increase of the quantity when the target rises by 1.
    pub factor: f64,
    /// The value of the quantity for a target of 0.
    pub offset: f64,
    /// The lowest and the highest value of the quantity; `None` if it is unbounded.
    pub range: Option<[f64; 2]>,
}

impl Scale {
    /// Converts a target to the quantity, clamped to [`range`](Self::range).
    pub fn value(&self, target: f64) -> f64 {
        let value = target * self.factor + self.offset;
        self.range.map_or(value, |[least, most]| value.clamp(least, most))
    }

    /// Converts a difference of two targets to a difference of the quantity.
    pub fn difference(&self, targets: f64) -> f64 {
        targets * self.factor
    }
}

/// A seating of a policy among house players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lineup {
    /// The name of the seating, such as `landlord` for a policy that plays as the landlord.
    pub name: &'static str,
    /// One bit mask for each table: bit i is set if the policy is player i. All tables play the
    /// same cards and have the same number of policies.
    pub players: Cow<'static, [u32]>,
}

impl Lineup {
    /// Returns the number of scores of the policy in one sitting of `sitting` games.
    pub fn scores(&self, sitting: u32) -> u64 {
        self.players.iter().map(|players| u64::from(players.count_ones()) * u64::from(sitting)).sum()
    }
}
