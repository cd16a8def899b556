//! Daifugo at many tables: what learners' environments are made of.

use pyo3::prelude::*;
use pyo3::types::PyAny;
use quadrille::daifugo::Card;
use quadrille::daifugo::encodings::{CARDS, Cell, MOVE, OBSERVATION, fill_observation};
use quadrille::daifugo::melds::Hand;
use quadrille::daifugo::rules::{Rule, Rules};
use quadrille::daifugo::tables::{Ended, Options, Tables, TablesError};

use crate::arrays::{by_row, entries, readable, whole_numbers, with_cells, writable, write};
use crate::card_tables::{MOST_TABLES, card_tables};
use crate::error::error;
use crate::masks::Masks;

/// `n` games of series side by side.
#[pyclass(module = "quadrille._native")]
pub(crate) struct DaifugoTables {
    tables: Tables,
    seed: u64,
    /// Room for what Python hands over.
    actions: Vec<u16>,
    masks: Masks,
}

/// A set of cards.
fn write_cards<C: Cell>(row: &mut [C], hand: Hand) {
    row.fill(C::ZERO);
    for card in hand.cards {
        row[card.index() as usize] = C::ONE;
    }
    row[Card::COUNT..][..hand.jokers as usize].fill(C::ONE);
}

fn rules(players: usize, jokers: u32, named: Option<Vec<String>>) -> PyResult<Rules> {
    let on = match named {
        None => Rules::UECDA,
        Some(named) => named.iter().try_fold(Rules::NONE, |rules, name| {
            let rule: Rule = name.parse().map_err(error)?;
            Ok::<_, PyErr>(rules.with(rule))
        })?,
    };
    on.of(players, jokers).map_err(error)
}

impl DaifugoTables {
    fn players(&self) -> usize {
        self.tables.options().rules.players()
    }

    fn player(&self, table: usize) -> Option<usize> {
        self.tables.player(table)
    }

    fn game_number(&self, table: usize) -> Option<u64> {
        self.tables.game_number(table)
    }

    fn known(&self, table: usize) -> PyResult<()> {
        let tables = self.tables.len();
        if table < tables { Ok(()) } else { Err(error(TablesError::Unknown { table, tables })) }
    }

    /// The seat of a player at a table.
    fn seat_of(&self, table: usize, player: usize) -> PyResult<usize> {
        self.known(table)?;
        let players = self.players();
        if player >= players {
            return Err(error(format!("there is no player {player}; expected one below {players}")));
        }
        let seats = self.tables.series(table).map_or(&[][..], |series| series.seats());
        Ok(seats.iter().position(|&sits| usize::from(sits) == player).unwrap_or(player))
    }

    fn hand_of(&self, table: usize, seat: usize) -> Hand {
        match (self.tables.game(table), self.tables.exchange(table)) {
            (Some(game), _) => game.hand(seat),
            (None, Some(exchange)) => exchange.hand(seat),
            (None, None) => Hand::EMPTY,
        }
    }
}

card_tables! {
    impl DaifugoTables {
        #[new]
        #[expect(clippy::too_many_arguments, reason = "one for each of Python's keywords")]
        fn new(
            py: Python<'_>,
            n: usize,
            seed: u64,
            players: usize,
            jokers: u32,
            named: Option<Vec<String>>,
            classes: &str,
            reward: &str,
            autoreset: &str,
        ) -> PyResult<Self> {
            if n > MOST_TABLES {
                return Err(error(format!("{n} tables; expected at most {MOST_TABLES}")));
            }
            let options = Options {
                rules: rules(players, jokers, named)?,
                classes: classes.parse().map_err(error)?,
                reward: reward.parse().map_err(error)?,
                autoreset: autoreset.parse().map_err(error)?,
            };
            let tables = py.detach(|| Tables::new(n, seed, options)).map_err(error)?;
            Ok(Self { tables, seed, actions: vec![0; n], masks: Masks::default() })
        }

        /// The rules as a text.
        #[getter]
        fn rules(&self) -> String {
            self.tables.options().rules.to_string()
        }

        /// Deals game 0 of another seed at all tables.
        fn reseed(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
            self.seed = seed;
            let tables = &mut self.tables;
            py.detach(|| tables.reseed(seed)).map_err(error)
        }

        /// By table the seat whose decision is due, -1 where the game is over.
        fn fill_seats(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
            let seat = |table| self.tables.turn(table).map_or(-1, |seat| seat as i8);
            write(py, "seats", out, self.tables.len(), seat)
        }

        /// By table, whether cards are still to be returned.
        fn fill_exchanging(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
            write(py, "exchanging", out, self.tables.len(), |table| self.tables.exchange(table).is_some())
        }

        /// The observations of the seats whose decisions are due, 887 cells a table.
        fn fill_observations(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
            with_cells!("observations", out, &[self.tables.len(), OBSERVATION], |cells| by_row(
                py,
                cells,
                OBSERVATION,
                |table, row| self.tables.fill_observation(table, row)
            ))
        }

        /// The observation of any player of a table, 887 cells. In the exchange, of one who returns nothing, the hand
        /// alone.
        fn fill_observation_of(
            &self,
            #[pyo3(from_py_with = crate::places::table)] table: usize,
            #[pyo3(from_py_with = crate::places::player)] player: usize,
            out: &Bound<'_, PyAny>,
        ) -> PyResult<()> {
            let seat = self.seat_of(table, player)?;
            with_cells!("an observation", out, &[OBSERVATION], |cells| {
                let exchange = self.tables.exchange(table);
                if exchange.is_some_and(|exchange| exchange.due().all(|(rich, _)| rich != seat)) {
                    cells.fill(Cell::ZERO);
                    write_cards(&mut cells[..CARDS], self.hand_of(table, seat));
                    return Ok(());
                }
                self.tables.fill_observation_of(table, seat, cells).map_err(error)
            })
        }

        /// The features of every legal action of all tables, 216 cells each, in the order of `fill_legal`.
        fn fill_moves(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
            with_cells!("moves", out, &[self.tables.legal_count(), MOVE], |cells| py
                .detach(|| {
                    let mut rest = cells;
                    for table in 0..self.tables.len() {
                        let (rows, after) = rest.split_at_mut(self.tables.choices(table) * MOVE);
                        self.tables.fill_moves(table, rows)?;
                        rest = after;
                    }
                    Ok::<_, TablesError>(())
                })
                .map_err(error))
        }

        /// Of each the classes by player, 0 the richest.
        fn fill_classes(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
            let players = self.players();
            let mut out = writable::<i8>("classes", out, &[self.tables.ended().len(), players])?;
            let out = entries("classes", &mut out)?;
            py.detach(|| {
                for (row, ended) in out.chunks_exact_mut(players).zip(self.tables.ended()) {
                    for (seat, &player) in ended.players[..players].iter().enumerate() {
                        row[usize::from(player)] = ended.outcome.class(seat).map_or(-1, |class| class as i8);
                    }
                }
            });
            Ok(())
        }

        /// The last observation of each: of seat 0.
        fn fill_last_observations(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
            let ended = self.tables.ended();
            with_cells!("last observations", out, &[ended.len(), OBSERVATION], |cells| by_row(
                py,
                cells,
                OBSERVATION,
                |at, row| {
                    let Ended { last, played, .. } = &ended[at];
                    fill_observation(last.state(), 0, last.hand(0), played, row)
                }
            ))
        }

        /// What a player holds.
        fn hand(
            &self,
            #[pyo3(from_py_with = crate::places::table)] table: usize,
            #[pyo3(from_py_with = crate::places::player)] player: usize,
        ) -> PyResult<String> {
            let seat = self.seat_of(table, player)?;
            Ok(self.hand_of(table, seat).to_string())
        }

        /// What is legal at a table, in the order of the choices: numbers and texts.
        fn legal(
            &self,
            #[pyo3(from_py_with = crate::places::table)] table: usize,
        ) -> PyResult<Vec<(u16, String)>> {
            self.known(table)?;
            let texts = (0..self.tables.choices(table)).filter_map(|choice| self.tables.choice(table, choice));
            Ok(self.tables.legal_ids(table).zip(texts.map(|action| action.to_string())).collect())
        }

        /// The meld to answer, and whether the suits are locked; None where the seat leads, and in the exchange.
        fn on_table(
            &self,
            #[pyo3(from_py_with = crate::places::table)] table: usize,
        ) -> PyResult<Option<(String, bool)>> {
            self.known(table)?;
            let trick = self.tables.game(table).and_then(quadrille::daifugo::game::Game::trick);
            Ok(trick.map(|trick| (trick.meld.to_string(), trick.suit_lock)))
        }

        /// Whether the order of the ranks is reversed.
        fn is_reversed(&self, #[pyo3(from_py_with = crate::places::table)] table: usize) -> PyResult<bool> {
            self.known(table)?;
            let game = self.tables.game(table);
            Ok(game.is_some_and(|game| game.order() == quadrille::daifugo::melds::Order::Reversed))
        }
    }
}
