//! Daifugo at many tables: what learners' environments are made of.

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
    /// ``n`` games of series side by side, stepped together: what learners play at, with numpy alone.
    ///
    /// >>> tables = Tables(4, seed=7)
    /// >>> ids, starts = tables.legal()
    /// >>> tables.step(ids[starts[:-1]])          # the first legal action at each table
    /// >>> tables.observations().shape
    /// (4, 887)
    ///
    /// Table ``t`` takes what its game ``g`` needs from the random stream (seed, t, 2 g): it plays the same games whatever
    /// the other tables do, and however many there are. Players stay, while seats are drawn anew every third game of a
    /// series: turns and rewards are by *player*.
    ///
    /// **Actions** are numbered by the project's own rule, the same under all rules (there is no numbering of the field);
    /// :attr:`action_count` is 1,892, 4,038 or 10,474 with 0, 1 or 2 jokers:
    ///
    /// =============  ====================================================================================
    /// 0              pass
    /// 1 to 53        return one card: card c has 1 + c; c is 4 * rank + suit, ranks from the 3 to the 2,
    ///                suits clubs, diamonds, hearts, spades; 52 a joker
    /// 54 to 1431     return two: cards a < b have 54 + b (b - 1) / 2 + a
    /// 1432           return two jokers
    /// 1433 to 1891   melds without a joker
    /// 1892 to 4037   melds with one
    /// 4038 to 10473  melds with two
    /// =============  ====================================================================================
    ///
    /// Melds are ordered by jokers, kind (groups, sequences, jokers alone), size, lowest rank, suits, and where their
    /// jokers stand. :meth:`legal_texts` spells them. **Choices** are places in the list of what is legal, from 0, and
    /// cheaper.
    ///
    /// Whatever returns an array takes ``out``, an array in C order that is filled in place and returned instead of a new
    /// one: with it a step allocates nothing. Cells are 0 and 1, of ``int8``, ``uint8``, ``bool`` or ``float32``.
    ///
    /// A game that is not over when :meth:`reset` deals the next counts as if it had never been dealt: its series goes on
    /// from before it.
    ///
    /// Calls release the interpreter's lock. Two threads may not use the same tables at a time (``RuntimeError``).
    /// ``copy.deepcopy`` makes tables that go on from here by themselves; they cannot be pickled.
    ///
    /// **Observations**, cells of 0 and 1. Place 0 is the own seat, place k the one k seats on; there are cells for
    /// six. A set of cards is 54 cells: card 4 * rank + suit, then one cell for each joker. Where the game is over it is
    /// what seat 0 knows, and so is the last observation of a game. Where others return cards, the observation of a
    /// player who returns none is the hand alone.
    ///
    /// ===========  =======================================================================================
    /// 0 to 53      the own hand, cards
    /// 54 to 107    what the others hold together, cards
    /// 108 to 161   what is in nobody's hand, cards
    /// 162 to 215   what the meld on the table took from its hand, cards
    /// 216 to 218   its kind: group, sequence, jokers
    /// 219 to 233   its size, 1 to 15
    /// 234 to 248   its lowest rank, from the place below the 3 to the one above the 2
    /// 249 to 252   the suits it shows
    /// 253, 254     the suits are locked; the ranks are
    /// 255 to 260   whose it is, by place
    /// 261 to 312   of each rank, whether exactly 1, 2, 3, 4 cards of it are in the hand
    /// 313 to 516   the places, 34 cells each: in the game, has passed, cards left (the first n of 20 set),
    ///              class in the game before (6, the richest first), class settled in this one (6)
    /// 517 to 840   what each place has played, 6 sets of cards
    /// 841 to 844   revolution; 11-back; the order is reversed; play goes backwards
    /// 845 to 863   passes in a row, the first n set
    /// 864, 865     one card is to be returned; two are
    /// 866 to 879   which rules are on
    /// 880 to 883   players, 3 to 6
    /// 884 to 886   jokers in the deck, 0 to 2
    /// ===========  =======================================================================================
    ///
    /// Args:
    ///     n: Tables, up to 65,536.
    ///     seed: 0 to 2**64 - 1.
    ///     players: 3 to 6.
    ///     jokers: 0 to 2.
    ///     rules: Names of the rules that are on, such as ``sequences``, ``eight-cut``, ``suit-lock``, ``revolution``,
    ///         ``spade-three``, ``exchange``, ``deadlock``; these seven, those of UECda, if None.
    ///     classes: Where the classes come from by which cards are exchanged. ``carried``: from the game before.
    ///         ``none``: nothing is exchanged. ``drawn``: by chance for every game, player p in seat p.
    ///     reward: ``points``: 5 4 3 2 1 with five players, the richest first. ``centred``: the same less their mean.
    ///     autoreset: What comes after a game. ``NextStep``: the next step deals anew, whatever its action. ``SameStep``:
    ///         the step that ends it does. ``Disabled``: nothing, until :meth:`reset`.
    ///
    /// Raises:
    ///     Error: There are no such tables.
    class DaifugoTables of "quadrille.daifugo", Table as Tables, by player, observed {
        #[new]
        #[pyo3(signature = (
            n, *, seed=0, players=5, jokers=1, rules=None, classes="carried", reward="points", autoreset="NextStep"
        ))]
        #[expect(clippy::too_many_arguments, reason = "one for each of Python's keywords")]
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

        /// The rules as a text: ``players=5 jokers=1`` and the names of those that are on.
        #[getter]
        fn rules(&self) -> String {
            self.tables.options().rules.to_string()
        }

        /// The seats that they sit in, -1 where the game is over: ``int8`` of shape (n,).
        #[pyo3(signature = (out=None))]
        fn seats<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
            let seat = |table| self.tables.seat(table).map_or(-1, |seat| seat as i8);
            each(py, "seats", out, self.tables.len(), seat)
        }

        /// Where cards are to be returned before the first lead: ``bool`` of shape (n,).
        #[pyo3(signature = (out=None))]
        fn exchanging<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
            each(py, "exchanging", out, self.tables.len(), |table| self.tables.exchange(table).is_some())
        }

        /// What each legal action of all tables is and leaves, in the order of :meth:`legal`: shape (rows, 216).
        ///
        /// ===========  =======================================================================================
        /// 0 to 53      what it takes from the hand, cards
        /// 54           it is a pass
        /// 55 to 57     its kind: group, sequence, jokers; 0 of a pass and of cards returned
        /// 58 to 72     its size, 1 to 15
        /// 73 to 87     its lowest rank, from the place below the 3 to the one above the 2
        /// 88 to 102    the same counted from the weakest place in the current order
        /// 103 to 106   the suits it shows
        /// 107          it clears the table
        /// 108          it makes a revolution
        /// 109          nothing is left after it
        /// 110 to 163   what is left of the hand, cards
        /// 164 to 215   of each rank, whether exactly 1, 2, 3, 4 cards of it are left
        /// ===========  =======================================================================================
        ///
        /// Args:
        ///     out: Room for the rows; it may have more of them than needed.
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

        /// The games that ended with the last step.
        ///
        /// Returns:
        ///     Their tables, ``int64`` of shape (k,), ascending; and the players' classes, 0 the richest, ``int8`` of shape
        ///     (k, players).
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

        /// The infos of environments, by table: those beside turns and numbers of games.
        fn infos<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            // Turns are by player, so environments name the seat too.
            let infos = PyDict::new(py);
            infos.set_item("seat", self.seats(py, None)?)?;
            infos.set_item("exchanging", self.exchanging(py, None)?)?;
            Ok(infos)
        }

        /// The infos of environments of the games that ended with the last step: those beside rewards.
        fn ended_infos<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            let infos = PyDict::new(py);
            infos.set_item("classes", self.ended(py)?.1)?;
            Ok(infos)
        }

        /// The meld to answer, and whether the suits are locked; None where the seat leads, and in the exchange.
        ///
        /// Raises:
        ///     Error: No such table.
        fn on_table(
            &self,
            #[pyo3(from_py_with = crate::places::table)] table: usize,
        ) -> PyResult<Option<(String, bool)>> {
            self.tables.check_table(table).map_err(error)?;
            let trick = self.tables.game(table).and_then(Game::trick);
            Ok(trick.map(|trick| (trick.meld.to_string(), trick.suit_lock)))
        }

        /// Whether the order of the ranks is reversed.
        ///
        /// Raises:
        ///     Error: No such table.
        fn is_reversed(&self, #[pyo3(from_py_with = crate::places::table)] table: usize) -> PyResult<bool> {
            self.tables.check_table(table).map_err(error)?;
            Ok(self.tables.game(table).is_some_and(|game| game.order() == Order::Reversed))
        }

        fn __repr__(&self) -> String {
            format!("Tables({}, seed={}, rules='{}')", self.tables.len(), self.tables.seed(), self.rules())
        }
    }
}
