//! The interface of a game that networks can learn: network inputs (cells), targets and
//! measurements.

use std::borrow::Cow;

use quadrille_learn::{Shape, ShapeError};
use quadrille_table::{ExactJudge, Game, Player};

/// A game whose actions a network can evaluate.
///
/// The inputs of a network are *cells*. Each cell is 0 or 1. First come the cells of the *state*,
/// which encode the view of the seat to decide. Then come the cells of the *action*, which encode
/// the action and the hand that remains after it. A game can use the cells of
/// [`Encode`](quadrille_table::Encode), and can add other cells.
pub trait Learnable: Game {
    /// The name of the game in the metadata (notes) of a file of weights.
    const GAME: &'static str;
    /// The revision of the cells. It is raised when the meaning of a cell changes; files of weights
    /// with another revision are refused.
    const CELLS: u32;
    /// The names of the roles. Each role has a network of the same name. Seats with the same task
    /// have the same role.
    const ROLES: &'static [&'static str] = &["seat"];
    /// The numbers of outputs of the first and the second hidden layer of a network.
    const LAYERS: [usize; 2] = [256, 32];
    /// The number of cells of a state.
    const STATE: usize;
    /// The number of cells of an action.
    const ACTION: usize;
    /// The maximum number of cells that can be 1 at the same time, of a state and one action
    /// together. The scale of the integer weights depends on this number.
    const MOST_CELLS: usize = Self::STATE + Self::ACTION;
    /// The number of points that corresponds to a target of 1. It is about the typical difference
    /// of a seat's points from the mean points of all seats.
    const SPREAD: f32;
    /// The index of an action's cell. The cell is 1 if, in nearly every deal of the hidden cards,
    /// the action leads to the best result that the seat can still reach. In the playouts of a
    /// search, a seat that plays by the policy takes such an action. `None` if the game has no such
    /// cell.
    const WINNING: Option<usize> = None;
    /// The number of games in a sitting. Measurements consist of whole sittings. If a setting
    /// changes in a cycle from game to game, such as the direction of the pass in Hearts, a sitting
    /// must consist of whole cycles.
    const SITTING: u32 = 1;

    /// Returns the role of the seat to decide, as an index in [`ROLES`](Self::ROLES). Returns
    /// `None` for decisions that the [house player](Self::house) makes.
    fn role(view: &Self::View<'_>) -> Option<usize> {
        let _ = view;
        Some(0)
    }

    /// Returns the house player: a simple player without a network. It makes all decisions that
    /// have no role. In measurements, it is the opponent of the policy.
    fn house() -> Box<dyn Player<Self>>;

    /// Calls `set` with the index of each cell of the state that is 1.
    fn state(view: &Self::View<'_>, set: impl FnMut(usize));

    /// Calls `set` with the index of each cell of the action that is 1.
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

    /// Returns the conversion of targets to the quantity that usually describes the game's results,
    /// such as points.
    fn scale(setup: &Self::Setup) -> Scale {
        let _ = setup;
        Scale { unit: "points above the table's mean", factor: Self::SPREAD.into(), offset: 0.0, range: None }
    }

    /// Returns the score of a seat in a game. A measurement sums the scores of the policy. The
    /// default is the seat's points.
    fn score(setup: &Self::Setup, outcome: &Self::Outcome, seat: usize) -> i64 {
        Self::points(setup, outcome, seat)
    }

    /// Returns a solver that checks decisions late in a game, with all hands open. Returns `None`
    /// if the game has no solver, which is the default.
    fn exact_judge(setup: &Self::Setup) -> Option<Box<dyn ExactJudge<Self>>> {
        let _ = setup;
        None
    }

    /// Returns the lineups of a measurement. A lineup defines which players are the policy. By
    /// default, the policy plays alone against house players, once in each seat.
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

/// The linear conversion of a [target](Learnable::target) to the quantity that usually describes
/// the game's results, such as points.
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
    /// Converts a target to a value of the quantity. The value is clamped to
    /// [`range`](Self::range).
    pub fn value(&self, target: f64) -> f64 {
        let value = target * self.factor + self.offset;
        self.range.map_or(value, |[least, most]| value.clamp(least, most))
    }

    /// Converts a difference of two targets to a difference of the quantity.
    pub fn difference(&self, targets: f64) -> f64 {
        targets * self.factor
    }
}

/// A lineup of a measurement: which players are the policy. All other players are house players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lineup {
    /// The name of the lineup, such as `landlord` if the policy plays as the landlord.
    pub name: &'static str,
    /// One bit mask for each table at which the lineup plays. If bit i is set, the policy is player
    /// i at the table. All tables get the same cards. All masks have the same number of set bits.
    pub players: Cow<'static, [u32]>,
}

impl Lineup {
    /// Returns the number of scores that the policy gets in one sitting of `sitting` games.
    pub fn scores(&self, sitting: u32) -> u64 {
        self.players.iter().map(|players| u64::from(players.count_ones()) * u64::from(sitting)).sum()
    }
}
