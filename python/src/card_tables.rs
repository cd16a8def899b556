//! Macros that define the Python classes of tables. `card_tables` defines the class of a game with
//! methods of its own. `whole_tables` defines the class of a game that needs only the methods that
//! all card games share.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::error;

/// Maximum number of tables. One step of this number of tables takes some hundredths of a second.
pub(crate) const MOST_TABLES: usize = 1 << 16;

/// Returns the number of tables, or an error if it exceeds [`MOST_TABLES`].
pub(crate) fn checked(n: usize) -> PyResult<usize> {
    if n <= MOST_TABLES { Ok(n) } else { Err(error(format!("{n} tables; expected at most {MOST_TABLES}"))) }
}

/// Builds the settings of a game from keyword arguments. The keywords are the keys of the settings
/// in JSON.
pub(crate) fn settings<T: DeserializeOwned>(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<T> {
    let mut all = Map::new();
    for (key, value) in keywords.into_iter().flatten() {
        let (key, repr) = (key.extract::<String>()?, value.repr()?);
        // Converts numpy scalars to Python's numbers and booleans.
        let plain = if value.hasattr("item")? { value.call_method0("item")? } else { value };
        let wrong = |why: &str| error(format!("{key}={repr}: {why}"));
        let value = pythonize::depythonize::<Value>(&plain).map_err(|why| wrong(&why.to_string()))?;
        // Each value is checked separately, so that an error can name the key of the value.
        let one = Map::from_iter([(key.clone(), value.clone())]);
        T::deserialize(Value::Object(one)).map_err(|why| wrong(&why.to_string()))?;
        all.insert(key, value);
    }
    T::deserialize(Value::Object(all)).map_err(error)
}

/// Defines the Python class of a game's tables. The class has the methods that all games share, and
/// the methods of this game, which the call of the macro lists in braces.
///
/// Python classes cannot be generic, and `pymethods` requires that all methods of a class are in
/// one block. This macro therefore writes the shared methods into the block of each game. The first
/// line of a call of the macro names the class, its module, the game, and the type of its tables.
/// It also states whether hands and observations are selected by `seat` or by `player`.
macro_rules! card_tables {
    // This macro rule is for games whose observations take no options. It also adds the methods
    // for observations.
    (
        $(#[$about:meta])*
        class $class:ident of $module:literal, $game:ty as $tables:ty, by $who:ident, observed { $($own:tt)* }
    ) => {
        $crate::card_tables::card_tables! {
            $(#[$about])*
            class $class of $module, $game as $tables, by $who {
                /// Returns for each table the observation of the seat to move: shape (n,
                /// :attr:`observation_len`), and ``int8`` if ``out`` is None.
                ///
                /// For a finished game, the observation is that of an arbitrary seat.
                #[pyo3(signature = (out=None))]
                fn observations<'py>(
                    &self,
                    py: Python<'py>,
                    out: Option<Bound<'py, PyAny>>,
                ) -> PyResult<Bound<'py, PyAny>> {
                    let (n, len) = (self.tables.len(), self.tables.observation_len());
                    $crate::arrays::cells!(py, "observations", out, [n, len], len, |table, row| self
                        .tables
                        .fill_observation(table, row))
                }

                /// Returns the observation of a player: shape (:attr:`observation_len`,). It need
                /// not be the player's turn.
                ///
                /// Raises:
                ///     Error: The table or the player does not exist.
                #[pyo3(signature = (table, $who, out=None))]
                fn observation_of<'py>(
                    &self,
                    py: Python<'py>,
                    #[pyo3(from_py_with = crate::places::table)] table: usize,
                    #[pyo3(from_py_with = crate::places::$who)] $who: usize,
                    out: Option<Bound<'py, PyAny>>,
                ) -> PyResult<Bound<'py, PyAny>> {
                    let (seat, len) = (self.seat_of(table, $who)?, self.tables.observation_len());
                    $crate::arrays::cells!(py, "an observation", out, [len], len, |_, row| self
                        .tables
                        .fill_observation_of(table, seat, row))
                }

                /// Returns the last observation of each game that :meth:`ended` lists: shape (k,
                /// :attr:`observation_len`).
                #[pyo3(signature = (out=None))]
                fn last_observations<'py>(
                    &self,
                    py: Python<'py>,
                    out: Option<Bound<'py, PyAny>>,
                ) -> PyResult<Bound<'py, PyAny>> {
                    let (ended, len) = (self.tables.ended().len(), self.tables.observation_len());
                    $crate::arrays::cells!(py, "last observations", out, [ended, len], len, |at, row| self
                        .tables
                        .fill_last_observation(at, row))
                }

                $($own)*
            }
        }
    };
    (
        $(#[$about:meta])*
        class $class:ident of $module:literal, $game:ty as $tables:ty, by $who:ident { $($own:tt)* }
    ) => {
        $(#[$about])*
        #[pyclass(name = "Tables", module = $module, subclass)]
        pub(crate) struct $class {
            tables: $tables,
            /// Buffer for the action ids that Python passes. It is reused, so that a step allocates
            /// nothing.
            ids: Vec<u16>,
            masks: $crate::masks::Masks,
        }

        impl From<$tables> for $class {
            fn from(tables: $tables) -> Self {
                Self { ids: vec![0; tables.len()], masks: $crate::masks::Masks::default(), tables }
            }
        }

        impl $class {
            /// Returns the seat of a player at a table.
            fn seat_of(&self, table: usize, player: usize) -> PyResult<usize> {
                use quadrille::table::tables::Batch as _;
                self.tables.check_table(table).map_err($crate::error::error)?;
                let (who, players) = (stringify!($who), self.tables.players());
                let found = (0..players).find(|&seat| self.tables.batch().player(table, seat) == player);
                found.ok_or_else(|| {
                    $crate::error::error(format!("there is no {who} {player}; expected a number below {players}"))
                })
            }

            /// Returns the indices of the tables whose games ended with the last step.
            fn ended_tables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                let ended = self.tables.ended();
                $crate::arrays::each(py, "ended", None, ended.len(), |at| ended[at].table as i64)
            }
        }

        #[pymethods]
        impl $class {
            fn __len__(&self) -> usize {
                self.tables.len()
            }

            // A copy has the current state, and is independent of the original. Pickling is not
            // supported: a pickle would contain the internal state of the games, which differs
            // between versions.

            fn __copy__(&self, py: Python<'_>) -> Self {
                py.detach(|| self.tables.clone()).into()
            }

            fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> Self {
                let _ = memo;
                self.__copy__(py)
            }

            fn __reduce_ex__(&self, protocol: &Bound<'_, PyAny>) -> PyResult<()> {
                let _ = protocol;
                Err($crate::error::error(
                    "tables cannot be pickled; create them in the process that uses them, or copy them with copy.deepcopy",
                ))
            }

            /// The seed of the games.
            #[getter]
            fn seed(&self) -> u64 {
                self.tables.seed()
            }

            /// The number of players at a table.
            #[getter]
            fn players(&self) -> usize {
                self.tables.players()
            }

            /// The number of action ids.
            #[getter]
            fn action_count(&self) -> usize {
                self.tables.action_count()
            }

            /// The number of cells of an observation.
            #[getter]
            fn observation_len(&self) -> usize {
                self.tables.observation_len()
            }

            /// Performs one action per table. ``actions`` are action ids: integers of shape (n,).
            ///
            /// If the game at a table is finished, the step ignores the entry of the table and
            /// deals the next game. With ``autoreset="Disabled"``, the step raises an error
            /// instead.
            ///
            /// Raises:
            ///     Error: The number of actions is wrong, an action is illegal, or a finished game
            ///         was not reset. The message names the table and the reason. All tables are
            ///         then unchanged.
            fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
                let actions = py.import("numpy")?.call_method1("asarray", (actions,))?;
                let Self { tables, ids, .. } = self;
                let count = tables.action_count();
                $crate::arrays::whole_numbers("actions", &actions, tables.len(), |table, action| {
                    // The entry of a table with a finished game is not used, so any number is
                    // accepted here.
                    let unknown = || tables.seat(table).is_none().then_some(0);
                    ids[table] = u16::try_from(action).ok().or_else(unknown).ok_or_else(|| {
                        $crate::error::error(format!(
                            "table {table}, action {action}: no action has this number; expected a number below {count}"
                        ))
                    })?;
                    Ok(())
                })?;
                py.detach(|| tables.step(ids)).map_err($crate::error::error)
            }

            /// Performs one action per table. ``choices`` are indices in the tables' lists of legal
            /// actions: ``uint32`` of shape (n,).
            ///
            /// Raises:
            ///     Error: As for :meth:`step`.
            fn step_choices(&mut self, py: Python<'_>, choices: &Bound<'_, PyAny>) -> PyResult<()> {
                let read = $crate::arrays::readable::<u32>("choices", choices, self.tables.len())?;
                let read = read.as_slice().map_err($crate::error::error)?;
                let tables = &mut self.tables;
                py.detach(|| tables.step_choices(read)).map_err($crate::error::error)
            }

            /// Draws a uniformly random legal action for each table, and returns its index in the
            /// table's list of legal actions: ``uint32`` of shape (n,). The index is 0 for a
            /// finished game. The seed of the tables determines the draws.
            #[pyo3(signature = (out=None))]
            fn random_choices<'py>(
                &mut self,
                py: Python<'py>,
                out: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let (tables, n) = (&mut self.tables, self.ids.len());
                $crate::arrays::array(py, "choices", out, &[n], |choices| {
                    tables.random_choices(choices).expect("one entry per table");
                })
            }

            /// Deals the next game. If ``mask`` is None, deals at all tables, otherwise at each
            /// table whose entry in ``mask`` is True. ``mask`` has shape (n,).
            #[pyo3(signature = (mask=None))]
            fn reset(&mut self, py: Python<'_>, mask: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
                let (tables, n) = (&mut self.tables, self.ids.len());
                let Some(mask) = mask else {
                    return py.detach(|| tables.reset(&vec![true; n])).map_err($crate::error::error);
                };
                let mask = $crate::arrays::readable::<bool>("mask", mask, n)?;
                let mask = mask.as_slice().map_err($crate::error::error)?;
                py.detach(|| tables.reset(mask)).map_err($crate::error::error)
            }

            /// Restarts all tables with game 0 of ``seed``, as if they were new. The seed is an
            /// integer from 0 to 2**64 - 1.
            ///
            /// Raises:
            ///     Error: The seed is invalid.
            fn reseed(&mut self, py: Python<'_>, #[pyo3(from_py_with = $crate::places::seed)] seed: u64) {
                let tables = &mut self.tables;
                py.detach(|| tables.reseed(seed));
            }

            /// Returns for each table the player to move, counted from 0, or -1 for a finished
            /// game: ``int8`` of shape (n,).
            #[pyo3(signature = (out=None))]
            fn turns<'py>(
                &self,
                py: Python<'py>,
                out: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let player = |table| self.tables.player(table).map_or(-1, |player| player as i8);
                $crate::arrays::each(py, "turns", out, self.tables.len(), player)
            }

            /// Returns the index of each table's current game, counted from 0: ``uint64`` of shape
            /// (n,).
            #[pyo3(signature = (out=None))]
            fn games<'py>(
                &self,
                py: Python<'py>,
                out: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let number = |table| self.tables.game_number(table).unwrap_or_default();
                $crate::arrays::each(py, "games", out, self.tables.len(), number)
            }

            /// Returns the reward of each player at each table in the last step: ``float32`` of
            /// shape (n, players). The rewards are 0 if the step ended no game at the table.
            #[pyo3(signature = (out=None))]
            fn rewards<'py>(
                &self,
                py: Python<'py>,
                out: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let shape = [self.tables.len(), self.tables.players()];
                let rewards = self.tables.rewards();
                $crate::arrays::array(py, "rewards", out, &shape, |cells| cells.copy_from_slice(rewards))
            }

            /// Returns for each table whether the last step ended its game: ``bool`` of shape (n,).
            /// Games are never truncated.
            #[pyo3(signature = (out=None))]
            fn terminated<'py>(
                &self,
                py: Python<'py>,
                out: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let terminated = |table| self.tables.terminated()[table];
                $crate::arrays::each(py, "terminated", out, self.tables.len(), terminated)
            }

            /// Returns for each table the number of legal actions, 0 for a finished game:
            /// ``uint32`` of shape (n,).
            #[pyo3(signature = (out=None))]
            fn choice_counts<'py>(
                &self,
                py: Python<'py>,
                out: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let choices = |table| self.tables.choices(table) as u32;
                $crate::arrays::each(py, "counts", out, self.tables.len(), choices)
            }

            /// Returns the ids of the legal actions of all tables in one array, table by table.
            /// Choice ``i`` at a table is the action with the table's ``i``-th id, counted from 0.
            /// Also returns the index of each table's first id.
            ///
            /// Args:
            ///     ids: An array for the ids; it may be longer than needed.
            ///     starts: An array for the indices of the first ids.
            ///
            /// Returns:
            ///     ``ids``, ``uint16``; ``starts``, ``uint32`` of shape (n + 1,). The ids of table
            ///     ``t`` are ``ids[starts[t]:starts[t + 1]]``.
            #[pyo3(signature = (ids=None, starts=None))]
            fn legal<'py>(
                &self,
                py: Python<'py>,
                ids: Option<Bound<'py, PyAny>>,
                starts: Option<Bound<'py, PyAny>>,
            ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
                let (count, begun) = (self.tables.legal_count(), self.tables.len() + 1);
                let ids = $crate::arrays::rows::<u16>(py, ids, &[count])?;
                let mut written = $crate::arrays::writable::<u16>("ids", &ids, &[count])?;
                let numbers = $crate::arrays::entries("ids", &mut written)?;
                let starts = $crate::arrays::array(py, "starts", starts, &[begun], |starts| {
                    self.tables.fill_legal_ids(numbers, starts).expect("slices of the required lengths");
                })?;
                drop(written);
                Ok((ids, starts))
            }

            /// Returns the action masks: 1 for legal actions, 0 for other actions; shape (n,
            /// :attr:`action_count`).
            ///
            /// If ``out`` is None, every call returns the same ``int8`` array, and writes only the
            /// cells that have changed. The array is then valid until the next call. Otherwise, all
            /// cells of ``out`` are written.
            #[pyo3(signature = (out=None))]
            fn masks<'py>(
                &mut self,
                py: Python<'py>,
                out: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let Self { tables, masks, .. } = self;
                let (n, count) = (tables.len(), tables.action_count());
                if out.is_none() {
                    return masks.update(py, [n, count], |set| {
                        for table in 0..n {
                            tables.legal_ids(table).for_each(|id| set(table * count + usize::from(id)));
                        }
                    });
                }
                $crate::arrays::cells!(py, "masks", out, [n, count], count, |table, row| tables
                    .fill_mask(table, row))
            }

            /// Returns a dictionary of the legal actions of a table. The keys are the ids of the
            /// actions, and the values are their texts. Entry ``i``, counted from 0, is choice
            /// ``i``.
            ///
            /// Raises:
            ///     Error: The table does not exist.
            fn legal_texts<'py>(
                &self,
                py: Python<'py>,
                #[pyo3(from_py_with = $crate::places::table)] table: usize,
            ) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
                self.tables.check_table(table).map_err($crate::error::error)?;
                let texts = pyo3::types::PyDict::new(py);
                for (choice, id) in self.tables.legal_ids(table).enumerate() {
                    let action = self.tables.choice(table, choice);
                    texts.set_item(id, action.map(<$game as quadrille::table::Text>::action_text))?;
                }
                Ok(texts)
            }

            /// Returns the cards in a player's hand.
            ///
            /// Raises:
            ///     Error: The table or the player does not exist.
            fn hand(
                &self,
                #[pyo3(from_py_with = $crate::places::table)] table: usize,
                #[pyo3(from_py_with = $crate::places::$who)] $who: usize,
            ) -> PyResult<String> {
                let seat = self.seat_of(table, $who)?;
                self.tables.hand_text(table, seat).map_err($crate::error::error)
            }

            $($own)*
        }
    };
}
pub(crate) use card_tables;

/// Defines the complete Python class of a game whose tables store whole game states (`Whole`). The
/// class has only the methods that all such games share. The keywords of the constructor are the
/// keys of the game's setup.
macro_rules! whole_tables {
    ($(#[$about:meta])* class $class:ident of $module:literal, $game:ty) => {
        $crate::card_tables::card_tables! {
            $(#[$about])*
            class $class of $module, $game as quadrille::table::tables::Tables<quadrille::table::tables::Whole<$game>>,
            by player, observed {
                #[new]
                #[pyo3(signature = (n, *, seed=0, autoreset="NextStep", **rules))]
                fn new(
                    py: Python<'_>,
                    #[pyo3(from_py_with = crate::places::count)] n: usize,
                    #[pyo3(from_py_with = crate::places::seed)] seed: u64,
                    autoreset: &str,
                    rules: Option<&Bound<'_, pyo3::types::PyDict>>,
                ) -> PyResult<Self> {
                    use quadrille::table::tables::{Tables, Whole};
                    let n = $crate::card_tables::checked(n)?;
                    let autoreset = autoreset.parse().map_err($crate::error::error)?;
                    let setup = $crate::card_tables::settings(rules)?;
                    let tables = py.detach(|| Tables::new(n, seed, autoreset, |n| Whole::new(n, &setup)));
                    Ok(tables.map_err($crate::error::error)?.into())
                }

                /// Returns the games that ended with the last step.
                ///
                /// Returns:
                ///     The indices of the tables in ascending order, ``int64`` of shape (k,). The
                ///     rewards of the players in these games, ``float32`` of shape (k, players).
                fn ended<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
                    let (tables, players) = (&self.tables, self.tables.players());
                    let rewards = $crate::arrays::array(py, "rewards", None, &[tables.ended().len(), players], |cells| {
                        for (row, ended) in cells.chunks_exact_mut(players).zip(tables.ended()) {
                            row.copy_from_slice(tables.rewards_of(ended.table));
                        }
                    })?;
                    Ok((self.ended_tables(py)?, rewards))
                }

                /// Returns an empty dictionary, because environments of this game have no infos of
                /// their own.
                fn infos<'py>(&self, py: Python<'py>) -> Bound<'py, pyo3::types::PyDict> {
                    pyo3::types::PyDict::new(py)
                }

                /// Returns an empty dictionary, because environments of this game have no infos of
                /// their own about games that have ended.
                fn ended_infos<'py>(&self, py: Python<'py>) -> Bound<'py, pyo3::types::PyDict> {
                    pyo3::types::PyDict::new(py)
                }

                /// Returns the cards on the table as a text, or None if there are none.
                ///
                /// Raises:
                ///     Error: The table does not exist.
                fn on_table(
                    &self,
                    #[pyo3(from_py_with = crate::places::table)] table: usize,
                ) -> PyResult<Option<String>> {
                    use quadrille::table::tables::Inspect as _;
                    self.tables.check_table(table).map_err($crate::error::error)?;
                    Ok(self.tables.batch().game(table).and_then(|game| game.table_text()))
                }

                fn __repr__(&self) -> String {
                    format!("Tables({}, seed={})", self.tables.len(), self.tables.seed())
                }
            }
        }
    };
}
pub(crate) use whole_tables;
