//! Batches of Daifugo games, for reinforcement learning environments.

use pyo3::prelude::*;
use pyo3::types::{PyAny, PyDict};
use quadrille::daifugo::encodings::MOVE;
use quadrille::daifugo::game::{Game, Table};
use quadrille::daifugo::melds::Order;
use quadrille::daifugo::rules::{Rule, Rules};
use quadrille::daifugo::tables::{Options, Tables, TablesError};

use crate::arrays::{array, each, rows, with_cells};
use crate::card_tables::{card_tables, checked};
use crate::error::error;

fn named(players: usize, jokers: u32, names: Option<&Bound<'_, PyAny>>) -> PyResult<Rules> {
    let on = match names {
        None => Rules::UECDA,
        Some(names) => names.try_iter()?.try_fold(Rules::NONE, |rules, name| {
            let rule: Rule = name?.extract::<String>()?.parse().map_err(error)?;
            Ok::<_, PyErr>(rules.with(rule))
        })?,
    };
    on.of(players, jokers).map_err(error)
}

card_tables! {
    /// ``n`` tables that are stepped together. The games that follow one another at a table are a
    /// series. This interface for learners depends only on numpy.
    ///
    /// >>> tables = Tables(4, seed=7)
    /// >>> ids, starts = tables.legal()
    /// >>> tables.step(ids[starts[:-1]])          # the first legal action at each table
    /// >>> tables.observations().shape
    /// (4, 887)
    ///
    /// Table ``t`` draws the random numbers of its game ``g`` from the stream (seed, t, 2 g). Its
    /// games therefore do not depend on the other tables or the number of tables. In a series, the
    /// seats are redrawn every third game, but players keep their numbers. Turns and rewards are
    /// therefore given for *players*, not for seats.
    ///
    /// **Actions** are numbered by this project, because there are no established numbers. The
    /// numbers are the same under all rules. :attr:`action_count` is 1,892, 4,038 or 10,474 with 0,
    /// 1 or 2 jokers:
    ///
    /// =============  =============================================================================
    /// 0              pass
    /// 1 to 53        return one card: card c has id 1 + c, where c is 4 * rank + suit, or 52 for a
    ///                joker; ranks 0 to 12 are the 3 to the 2; suits 0 to 3 are clubs, diamonds,
    ///                hearts, spades
    /// 54 to 1431     return two cards: cards a < b have id 54 + b (b - 1) / 2 + a
    /// 1432           return two jokers
    /// 1433 to 1891   melds without a joker
    /// 1892 to 4037   melds with one joker
    /// 4038 to 10473  melds with two jokers
    /// =============  =============================================================================
    ///
    /// Melds are ordered by number of jokers, kind (groups, sequences, jokers alone), size, lowest
    /// rank, suits, and the cards that jokers replace. :meth:`legal_texts` returns their texts.
    /// **Choices** are indices in the list of legal actions, counted from 0. A step with choices
    /// costs less than a step with ids.
    ///
    /// Every method that returns an array has an argument ``out``: an array in C order, which is
    /// filled and returned instead of a new array. With ``out``, a step allocates nothing. Cells
    /// are 0 or 1, and have the type ``int8``, ``uint8``, ``bool`` or ``float32``.
    ///
    /// If a game is unfinished when :meth:`reset` deals the next game, the unfinished game does not
    /// count. The series continues from the state before the unfinished game.
    ///
    /// Calls release the interpreter's lock. Concurrent use of the same tables by two threads
    /// raises ``RuntimeError``. ``copy.deepcopy`` makes an independent copy with the current state.
    /// Tables cannot be pickled.
    ///
    /// **Observations** are cells of 0 and 1. Place 0 is the observer's own seat, and place k is
    /// the kth seat after it, in the order of play. There are cells for six places. A set of cards
    /// has 54 cells: cell 4 * rank + suit for each card, then one cell for each joker. For a
    /// finished game, and in last observations, the observer is seat 0. While players return cards,
    /// the observation of a player who returns no cards has only the player's hand.
    ///
    /// ===========  ===============================================================================
    /// 0 to 53      the cards of the observer's hand
    /// 54 to 107    the cards of all other hands together
    /// 108 to 161   the cards in no hand
    /// 162 to 215   the cards of the meld on the table
    /// 216 to 218   the kind of this meld: group, sequence, jokers
    /// 219 to 233   the size of this meld, 1 to 15
    /// 234 to 248   the lowest rank of this meld: below the 3; the 3 to the 2; above the 2
    /// 249 to 252   the suits that this meld shows
    /// 253, 254     the suits are locked; the ranks are locked
    /// 255 to 260   the place that played this meld
    /// 261 to 312   for each rank, whether the hand has exactly 1, 2, 3, 4 cards of it
    /// 313 to 516   34 cells for each place: is in the game (1 cell); has passed (1); n cards left
    ///              (20, of which the first n are 1); class in the previous game (6, the richest
    ///              first); class reached in this game (6)
    /// 517 to 840   the cards that each place has played, 6 sets of cards
    /// 841 to 844   revolution; 11-back; the order of ranks is reversed; the order of seats is
    ///              reversed
    /// 845 to 863   n consecutive passes (the first n cells are 1)
    /// 864, 865     one card is to be returned; two cards are to be returned
    /// 866 to 879   the enabled rules
    /// 880 to 883   the number of players, 3 to 6
    /// 884 to 886   the number of jokers in the deck, 0 to 2
    /// ===========  ===============================================================================
    ///
    /// Args:
    ///     n: Number of tables, up to 65,536.
    ///     seed: 0 to 2**64 - 1.
    ///     players: 3 to 6.
    ///     jokers: 0 to 2.
    ///     rules: Names of the enabled rules, such as ``sequences``, ``eight-cut``, ``suit-lock``,
    ///         ``revolution``, ``spade-three``, ``exchange``, ``deadlock``; None means these seven,
    ///         the rules of UECda.
    ///     classes: The classes that determine the card exchange. ``carried``: the classes of the
    ///         previous game. ``none``: no exchange. ``drawn``: random classes for every game, with
    ///         player p in seat p.
    ///     reward: The rewards of a game. ``points``: the richest of k players gets k, each lower
    ///         class gets 1 less, and the poorest player gets 1. ``centred``: the points minus
    ///         their mean.
    ///     autoreset: The handling of a finished game. ``NextStep``: the next step deals a new
    ///         game, and ignores the table's action. ``SameStep``: the step that ends a game also
    ///         deals the next game. ``Disabled``: only :meth:`reset` deals the next game.
    ///
    /// Raises:
    ///     Error: An argument is invalid.
    class DaifugoTables of "quadrille.daifugo", Table as Tables, by player, observed {
        #[new]
        #[pyo3(signature = (
            n, *, seed=0, players=5, jokers=1, rules=None, classes="carried", reward="points", autoreset="NextStep"
        ))]
        #[expect(clippy::too_many_arguments, reason = "each argument is a keyword of the Python function")]
        fn new(
            py: Python<'_>,
            #[pyo3(from_py_with = crate::places::count)] n: usize,
            #[pyo3(from_py_with = crate::places::seed)] seed: u64,
            players: usize,
            jokers: u32,
            rules: Option<&Bound<'_, PyAny>>,
            classes: &str,
            reward: &str,
            autoreset: &str,
        ) -> PyResult<Self> {
            let n = checked(n)?;
            let options = Options {
                rules: named(players, jokers, rules)?,
                classes: classes.parse().map_err(error)?,
                reward: reward.parse().map_err(error)?,
                autoreset: autoreset.parse().map_err(error)?,
            };
            Ok(py.detach(|| Tables::new(n, seed, options)).map_err(error)?.into())
        }

        /// The rules as a text, such as ``players=5 jokers=1`` followed by the names of the enabled
        /// rules.
        #[getter]
        fn rules(&self) -> String {
            self.tables.options().rules.to_string()
        }

        /// Returns for each table the seat of the player to move, -1 for a finished game: ``int8``
        /// of shape (n,).
        #[pyo3(signature = (out=None))]
        fn seats<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
            let seat = |table| self.tables.seat(table).map_or(-1, |seat| seat as i8);
            each(py, "seats", out, self.tables.len(), seat)
        }

        /// Returns for each table whether the player to move must return cards in the exchange:
        /// ``bool`` of shape (n,).
        #[pyo3(signature = (out=None))]
        fn exchanging<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
            each(py, "exchanging", out, self.tables.len(), |table| self.tables.exchange(table).is_some())
        }

        /// Returns the features of each legal action of all tables, in the order of :meth:`legal`:
        /// shape (rows, 216).
        ///
        /// ===========  ===========================================================================
        /// 0 to 53      the cards that the action takes from the hand
        /// 54           the action is a pass
        /// 55 to 57     the kind of the meld: group, sequence, jokers
        /// 58 to 72     the size of the meld, 1 to 15
        /// 73 to 87     the lowest rank of the meld: below the 3; the 3 to the 2; above the 2
        /// 88 to 102    the weakest rank of the meld, counted from the weakest rank in the current
        ///              order
        /// 103 to 106   the suits that the meld shows
        /// 107          the action clears the table
        /// 108          the action makes a revolution
        /// 109          the action empties the hand
        /// 110 to 163   the cards that remain in the hand
        /// 164 to 215   for each rank, whether exactly 1, 2, 3, 4 cards of it remain
        /// ===========  ===========================================================================
        ///
        /// The cells of the meld are 0 for a pass and for cards that are returned.
        ///
        /// Args:
        ///     out: An array for the rows; it may have more rows than needed.
        #[pyo3(signature = (out=None))]
        fn moves<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
            let shape = [self.tables.legal_count(), MOVE];
            let out = rows::<i8>(py, out, &shape)?;
            with_cells!("moves", &out, &shape, |cells| py
                .detach(|| {
                    let mut rest = cells;
                    for table in 0..self.tables.len() {
                        let (rows, after) = rest.split_at_mut(self.tables.choices(table) * MOVE);
                        self.tables.fill_moves(table, rows)?;
                        rest = after;
                    }
                    Ok::<_, TablesError>(())
                })
                .map_err(error))?;
            Ok(out)
        }

        /// Returns the games that ended with the last step.
        ///
        /// Returns:
        ///     The indices of the tables in ascending order, ``int64`` of shape (k,). The classes
        ///     of the players in these games, 0 for the richest, ``int8`` of shape (k, players).
        fn ended<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
            let (ended, players) = (self.tables.ended(), self.tables.players());
            let classes = array(py, "classes", None, &[ended.len(), players], |cells: &mut [i8]| {
                for (row, ended) in cells.chunks_exact_mut(players).zip(ended) {
                    for (seat, &player) in ended.last.players[..players].iter().enumerate() {
                        let class = ended.outcome.as_ref().and_then(|outcome| outcome.class(seat));
                        row[usize::from(player)] = class.map_or(-1, |class| class as i8);
                    }
                }
            })?;
            Ok((self.ended_tables(py)?, classes))
        }

        /// Returns the infos that only environments of this game have. Each info has one entry per
        /// table.
        fn infos<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            // In all games, the info `turn` is a player. The seat is therefore a separate info.
            let infos = PyDict::new(py);
            infos.set_item("seat", self.seats(py, None)?)?;
            infos.set_item("exchanging", self.exchanging(py, None)?)?;
            Ok(infos)
        }

        /// Returns the infos that environments give about the games that ended with the last step,
        /// without the rewards.
        fn ended_infos<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            let infos = PyDict::new(py);
            infos.set_item("classes", self.ended(py)?.1)?;
            Ok(infos)
        }

        /// Returns the meld to answer, and whether the suits are locked. Returns None if the player
        /// to move leads, and during the exchange.
        ///
        /// Raises:
        ///     Error: The table does not exist.
        fn on_table(
            &self,
            #[pyo3(from_py_with = crate::places::table)] table: usize,
        ) -> PyResult<Option<(String, bool)>> {
            self.tables.check_table(table).map_err(error)?;
            let trick = self.tables.game(table).and_then(Game::trick);
            Ok(trick.map(|trick| (trick.meld.to_string(), trick.suit_lock)))
        }

        /// Returns whether the order of the ranks is reversed.
        ///
        /// Raises:
        ///     Error: The table does not exist.
        fn is_reversed(&self, #[pyo3(from_py_with = crate::places::table)] table: usize) -> PyResult<bool> {
            self.tables.check_table(table).map_err(error)?;
            Ok(self.tables.game(table).is_some_and(|game| game.order() == Order::Reversed))
        }

        fn __repr__(&self) -> String {
            format!("Tables({}, seed={}, rules='{}')", self.tables.len(), self.tables.seed(), self.rules())
        }
    }
}
