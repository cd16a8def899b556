//! Batches of Dou Dizhu games, for reinforcement learning environments.

use pyo3::prelude::*;
use pyo3::types::{PyAny, PyDict};
use quadrille::doudizhu::Hand;
use quadrille::doudizhu::encodings::rlcard::{self, LastActions};
use quadrille::doudizhu::encodings::{CARDS, Cell, Course, Role, douzero};
use quadrille::doudizhu::game::{Auction, Position, Scoring, Seat, Setup, Spring, Table};
use quadrille::doudizhu::tables::{Options, TableError, Tables};

use crate::arrays::{array, cells, each, rows, with_cells};
use crate::card_tables::{card_tables, checked};
use crate::error::error;

const X_NO_ACTION: usize = douzero::x_no_action_len(Role::Down);

fn role(number: usize) -> PyResult<Role> {
    let role = Role::ALL.get(number).copied();
    role.ok_or_else(|| error(format!("there is no role {number}; expected 0 (landlord), 1 (down) or 2 (up)")))
}

const fn last_actions(released: bool) -> LastActions {
    if released { LastActions::Released } else { LastActions::Latest }
}

/// Writes a set of cards as a row of 54 cells.
pub(crate) fn write_cards<C: Cell>(row: &mut [C], hand: Hand) {
    row.fill(C::ZERO);
    for (rank, count) in hand.iter() {
        let rank = usize::from(rank.index());
        // Ranks 0 to 12 have four cells each. The two jokers have one cell each, after these 52
        // cells.
        let first = if rank < 13 { 4 * rank } else { 39 + rank };
        row[first..][..usize::from(count)].fill(C::ONE);
    }
}

/// Writes `DouZero`'s `x_no_action` of a position. The landlord's `x_no_action` is padded to the
/// length of a peasant's. Without a position, writes only the cells of the hand.
fn write_x_no_action<C: Cell>(
    playing: Option<(&Position, &Course)>,
    hand: Option<Hand>,
    row: &mut [C],
) -> Result<(), TableError> {
    if let Some((position, course)) = playing {
        let (cells, rest) = row.split_at_mut(douzero::x_no_action_len(course.next_role()));
        rest.fill(C::ZERO);
        return Ok(douzero::fill_x_no_action(position, course, cells)?);
    }
    row.fill(C::ZERO);
    if let Some(hand) = hand {
        write_cards(&mut row[..CARDS], hand);
    }
    Ok(())
}

/// Writes `DouZero`'s `z`: the last fifteen moves. Before the first move, all cells are 0.
fn write_z<C: Cell>(course: Option<&Course>, row: &mut [C]) -> Result<(), TableError> {
    row.fill(C::ZERO);
    Ok(course.map_or(Ok(()), |course| douzero::fill_z(course, row))?)
}

card_tables! {
    /// ``n`` tables that are stepped together. This interface for learners depends only on numpy.
    ///
    /// >>> tables = Tables(4, seed=7)
    /// >>> ids, starts = tables.legal()
    /// >>> tables.step(ids[starts[:-1]])          # the first legal action at each table
    /// >>> tables.observations().shape
    /// (4, 901)
    ///
    /// Table ``t`` deals its game ``g`` from the random stream (seed, t, 2 g). Its games therefore
    /// do not depend on the other tables or the number of tables.
    ///
    /// **Actions** have RLCard's numbers, 0 to 27,471. The calls of an auction have the numbers
    /// from 27,472 on, in the order of :data:`CALLS`. **Choices** are indices in the list of legal
    /// actions, counted from 0. A step with choices costs less than a step with ids.
    ///
    /// Every method that returns an array has an argument ``out``: an array in C order, which is
    /// filled and returned instead of a new array. With ``out``, a step allocates nothing. Cells
    /// are 0 or 1, and have the type ``int8``, ``uint8``, ``bool`` or ``float32``.
    ///
    /// Calls release the interpreter's lock. Concurrent use of the same tables by two threads
    /// raises ``RuntimeError``. ``copy.deepcopy`` makes an independent copy with the current state.
    /// Tables cannot be pickled.
    ///
    /// Args:
    ///     n: Number of tables, up to 65,536.
    ///     seed: 0 to 2**64 - 1.
    ///     rules: ``rlcard`` or ``pagat``. The switches ``no-trio-pair`` and ``no-four-two`` can
    ///         follow, each after a comma. Other rules are invalid, because some of their moves
    ///         have no number.
    ///     bidding: How the landlord is determined. ``none``: seat 0 is the landlord. ``bids``:
    ///         each seat passes or bids 1 to 3 points once, and the highest bidder is the landlord.
    ///         ``bids-round``: the same over several rounds, until a bid of 3 or until two passes
    ///         follow a bid. ``call-rob``: a seat calls the role of the landlord, and other seats
    ///         can rob it. In all auctions, seat g mod 3 begins in game g.
    ///     open_hand: Whether the landlord may play with an open hand.
    ///     doubling: Whether each seat may double.
    ///     reward: The reward of each seat of the winning side. The losing side gets the negative
    ///         reward, except with ``rlcard``. ``wp``: 1. ``adp``: 2 for the landlord and 1 for
    ///         each peasant, doubled for each bomb and rocket. ``douzero``: 1, doubled for each
    ///         bomb and rocket. ``douzero-log``: 1, plus 1 for each bomb and rocket. ``rlcard``: 1,
    ///         and 0 for the losing side. ``classic``: the points of the game, which include bids,
    ///         bombs, springs, robberies, open hands and doubling.
    ///     autoreset: The handling of a finished game. ``NextStep``: the next step deals a new
    ///         game, and ignores the table's action. ``SameStep``: the step that ends a game also
    ///         deals the next game. ``Disabled``: only :meth:`reset` deals the next game.
    ///
    /// Raises:
    ///     Error: An argument is invalid.
    class DoudizhuTables of "quadrille.doudizhu", Table as Tables, by seat {
        #[new]
        #[pyo3(signature = (
            n, *, seed=0, rules="rlcard", bidding="none", open_hand=false, doubling=false, reward="adp",
            autoreset="NextStep"
        ))]
        #[expect(clippy::too_many_arguments, reason = "each argument is a keyword of the Python function")]
        fn new(
            py: Python<'_>,
            #[pyo3(from_py_with = crate::places::count)] n: usize,
            #[pyo3(from_py_with = crate::places::seed)] seed: u64,
            rules: &str,
            bidding: &str,
            open_hand: bool,
            doubling: bool,
            reward: &str,
            autoreset: &str,
        ) -> PyResult<Self> {
            let n = checked(n)?;
            let mut setup = Setup::new(rules.parse().map_err(error)?, Scoring::Adp);
            setup.auction = bidding.parse::<Auction>().map_err(error)?;
            (setup.open_hand, setup.doubling) = (open_hand, doubling);
            let options = Options {
                setup,
                reward: reward.parse().map_err(error)?,
                autoreset: autoreset.parse().map_err(error)?,
            };
            Ok(py.detach(|| Tables::new(n, seed, options)).map_err(error)?.into())
        }

        /// Returns for each table the role of the seat to move: ``int8`` of shape (n,). Roles are 0
        /// to 2, as in :data:`ROLES`; -1 in an auction and for a finished game.
        #[pyo3(signature = (out=None))]
        fn roles<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
            let role = |table| self.tables.role(table).map_or(-1, |role| role as i8);
            each(py, "roles", out, self.tables.len(), role)
        }

        /// Returns for each table the landlord's seat, -1 in an auction: ``int8`` of shape (n,).
        #[pyo3(signature = (out=None))]
        fn landlords<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
            let landlord =
                |table| self.tables.position(table).map_or(-1, |position| position.landlord().index() as i8);
            each(py, "landlords", out, self.tables.len(), landlord)
        }

        /// Returns for each table RLCard's observation of the seat to move: shape (n, 901), and
        /// ``int8`` if ``out`` is None.
        ///
        /// The landlord's observation has 790 cells, and is padded with 0. In an auction, an
        /// observation has only the hand and the cards outside the hand. For a finished game, the
        /// observation is that of the seat after the winner.
        ///
        /// Args:
        ///     released: A peasant's observation has a field "last action" for each of the two
        ///         other players. If True, the field contains the first action of that player, as
        ///         in RLCard's release 1.2.0. If False, it contains the latest action of that
        ///         player.
        #[pyo3(signature = (out=None, *, released=false))]
        fn observations<'py>(
            &self,
            py: Python<'py>,
            out: Option<Bound<'py, PyAny>>,
            released: bool,
        ) -> PyResult<Bound<'py, PyAny>> {
            let (n, last) = (self.tables.len(), last_actions(released));
            cells!(py, "observations", out, [n, rlcard::PEASANT], rlcard::PEASANT, |table, row| self
                .tables
                .fill_observation_with(table, None, last, row))
        }

        /// Returns RLCard's observation of a seat: shape (901,). It need not be the seat's turn.
        ///
        /// Raises:
        ///     Error: The table or the seat does not exist.
        #[pyo3(signature = (table, seat, out=None, *, released=false))]
        fn observation_of<'py>(
            &self,
            py: Python<'py>,
            #[pyo3(from_py_with = crate::places::table)] table: usize,
            #[pyo3(from_py_with = crate::places::seat)] seat: usize,
            out: Option<Bound<'py, PyAny>>,
            released: bool,
        ) -> PyResult<Bound<'py, PyAny>> {
            let (seat, last) = (Seat::ALL[self.seat_of(table, seat)?], last_actions(released));
            cells!(py, "an observation", out, [rlcard::PEASANT], rlcard::PEASANT, |_, row| self
                .tables
                .fill_observation_with(table, Some(seat), last, row))
        }

        /// Returns for each table DouZero's ``x_no_action`` of the seat to move: shape (n, 430).
        /// The landlord's ``x_no_action`` has 319 cells, and is padded with 0.
        #[pyo3(signature = (out=None))]
        fn x_no_action<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
            let tables = &self.tables;
            cells!(py, "x_no_action", out, [tables.len(), X_NO_ACTION], X_NO_ACTION, |table, row| {
                write_x_no_action(tables.position(table).zip(tables.course(table)), tables.hand(table), row)
            })
        }

        /// Returns for each table DouZero's ``z``, which contains the last fifteen moves: shape (n,
        /// 5, 162).
        #[pyo3(signature = (out=None))]
        fn z<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
            let [rows, columns] = douzero::Z_SHAPE;
            cells!(py, "z", out, [self.tables.len(), rows, columns], douzero::Z, |table, row| write_z(
                self.tables.course(table),
                row
            ))
        }

        /// Returns DouZero's ``x`` for a role: the input of the role's network.
        ///
        /// At each table where the role is to move, there is one row for each legal move. The rows
        /// are ordered by table, then by choice. The shape is (rows, 373) for the landlord, and
        /// (rows, 484) for the other roles.
        ///
        /// Args:
        ///     role: 0 to 2, as in :data:`ROLES`.
        ///     out: An array for the rows; it may have more rows than needed.
        #[pyo3(signature = (role, out=None))]
        fn x<'py>(
            &self,
            py: Python<'py>,
            #[pyo3(from_py_with = crate::places::role)] role: usize,
            out: Option<Bound<'py, PyAny>>,
        ) -> PyResult<Bound<'py, PyAny>> {
            let role = crate::doudizhu_tables::role(role)?;
            let width = douzero::x_len(role);
            let shape = [self.tables.x_len_of(role) / width, width];
            let out = rows::<i8>(py, out, &shape)?;
            with_cells!("x", &out, &shape, |cells| py
                .detach(|| self.tables.fill_x_of(role, cells))
                .map_err(error))?;
            Ok(out)
        }

        /// Returns the games that ended with the last step.
        ///
        /// Returns:
        ///     The indices of the tables in ascending order, ``int64`` of shape (k,). For each of
        ///     these games, ``int8`` of shape (k, 4): the winner's seat, the landlord's seat (both
        ///     -1 if all seats passed), the number of bombs and rockets, and 1 for a spring or an
        ///     anti-spring, otherwise 0.
        fn ended<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
            let ended = self.tables.ended();
            let outcomes = array(py, "outcomes", None, &[ended.len(), 4], |cells: &mut [i8]| {
                for (row, ended) in cells.chunks_exact_mut(4).zip(ended) {
                    row.copy_from_slice(&ended.outcome.map_or([-1, -1, 0, 0], |outcome| {
                        let (winner, landlord) = (outcome.winner.index(), outcome.contract.landlord.index());
                        let spring = outcome.spring != Spring::None;
                        [winner as i8, landlord as i8, outcome.bombs as i8, i8::from(spring)]
                    }));
                }
            })?;
            Ok((self.ended_tables(py)?, outcomes))
        }

        /// Returns the infos that only environments of this game have. Each info has one entry per
        /// table.
        fn infos<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            let infos = PyDict::new(py);
            infos.set_item("role", self.roles(py, None)?)?;
            infos.set_item("landlord", self.landlords(py, None)?)?;
            Ok(infos)
        }

        /// Returns the infos that environments give about the games that ended with the last step,
        /// without the rewards.
        fn ended_infos<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            let (infos, columns) = (PyDict::new(py), self.ended(py)?.1.getattr("T")?);
            for (name, column) in [("winner", 0), ("bombs", 2), ("spring", 3)] {
                infos.set_item(name, columns.get_item(column)?)?;
            }
            Ok(infos)
        }

        /// Returns the last observation of each game that :meth:`ended` lists: shape (k, 901).
        #[pyo3(signature = (out=None, *, released=false))]
        fn last_observations<'py>(
            &self,
            py: Python<'py>,
            out: Option<Bound<'py, PyAny>>,
            released: bool,
        ) -> PyResult<Bound<'py, PyAny>> {
            let (ended, last) = (self.tables.ended().len(), last_actions(released));
            cells!(py, "last observations", out, [ended, rlcard::PEASANT], rlcard::PEASANT, |at, row| self
                .tables
                .fill_last_observation_with(at, last, row))
        }

        /// Returns :meth:`x_no_action` at the end of each game that :meth:`ended` lists: shape (k,
        /// 430).
        #[pyo3(signature = (out=None))]
        fn last_x_no_action<'py>(
            &self,
            py: Python<'py>,
            out: Option<Bound<'py, PyAny>>,
        ) -> PyResult<Bound<'py, PyAny>> {
            let ended = self.tables.ended();
            cells!(py, "last x_no_action", out, [ended.len(), X_NO_ACTION], X_NO_ACTION, |at, row| {
                let last = ended[at].last.as_ref();
                write_x_no_action(last.map(|(position, course)| (position, course)), None, row)
            })
        }

        /// Returns :meth:`z` at the end of each game that :meth:`ended` lists: shape (k, 5, 162).
        #[pyo3(signature = (out=None))]
        fn last_z<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
            let (ended, [rows, columns]) = (self.tables.ended(), douzero::Z_SHAPE);
            cells!(py, "last z", out, [ended.len(), rows, columns], douzero::Z, |at, row| write_z(
                ended[at].last.as_ref().map(|(_, course)| course),
                row
            ))
        }

        /// Returns the move to beat. Returns None if the seat to move leads, and in an auction.
        ///
        /// Raises:
        ///     Error: The table does not exist.
        fn on_table(
            &self,
            #[pyo3(from_py_with = crate::places::table)] table: usize,
        ) -> PyResult<Option<String>> {
            self.tables.check_table(table).map_err(error)?;
            let position = self.tables.position(table).filter(|position| !position.is_lead());
            Ok(position.map(|position| position.on_table().to_string()))
        }

        fn __repr__(&self) -> String {
            format!("Tables({}, seed={})", self.tables.len(), self.tables.seed())
        }
    }
}
