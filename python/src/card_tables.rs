//! What the classes of tables of all card games have in common.

/// Tables at most: a step of so many is a matter of hundredths of a second.
pub(crate) const MOST_TABLES: usize = 1 << 16;

/// Writes the methods of a Python class of tables: those that all games have, and the game's own between the braces.
///
/// Python's classes cannot be generic, and all methods of one stand in one block; so the common ones are written by a
/// macro, in each game's block, with the names that are imported there. The class has the fields `tables`, `seed`,
/// `actions` (room for the numbers that Python hands over) and `masks`, and tells by functions of its own where games
/// differ: `players()`, `player(table)`, whose decision is due, and `game_number(table)`.
macro_rules! card_tables {
    (impl $class:ident { $($own:tt)* }) => {
        #[pymethods]
        impl $class {
            fn __len__(&self) -> usize {
                self.tables.len()
            }

            /// The same games once more, that go on by themselves. Masks have not been asked of the copy yet.
            fn __copy__(&self, py: Python<'_>) -> Self {
                let tables = py.detach(|| self.tables.clone());
                Self { tables, seed: self.seed, actions: self.actions.clone(), masks: Masks::default() }
            }

            #[getter]
            fn seed(&self) -> u64 {
                self.seed
            }

            #[getter]
            fn player_count(&self) -> usize {
                self.players()
            }

            #[getter]
            fn action_count(&self) -> usize {
                self.tables.action_count()
            }

            /// How many actions are legal at all tables together.
            #[getter]
            fn legal_count(&self) -> usize {
                self.tables.legal_count()
            }

            /// An action at each table, by its number.
            fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
                let Self { tables, actions: room, .. } = self;
                let count = tables.action_count();
                whole_numbers("actions", actions, tables.len(), |table, action| {
                    // What is asked where the game is over is of no meaning.
                    let unknown = || tables.turn(table).is_none().then_some(0);
                    room[table] = u16::try_from(action).ok().or_else(unknown).ok_or_else(|| {
                        error(format!(
                            "table {table}, action {action}: no action has this number; expected one below {count}"
                        ))
                    })?;
                    Ok(())
                })?;
                py.detach(|| tables.step(room)).map_err(error)
            }

            /// The same by places among what is legal.
            fn step_choices(&mut self, py: Python<'_>, choices: &Bound<'_, PyAny>) -> PyResult<()> {
                let read = readable::<u32>("choices", choices, self.tables.len())?;
                let read = read.as_slice().map_err(error)?;
                let tables = &mut self.tables;
                py.detach(|| tables.step_choices(read)).map_err(error)
            }

            /// A random choice for each table.
            fn random_choices(&mut self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
                let mut out = writable::<u32>("choices", out, &[self.tables.len()])?;
                let out = entries("choices", &mut out)?;
                let tables = &mut self.tables;
                py.detach(|| tables.random_choices(out)).map_err(error)
            }

            /// Deals anew where the mask says so.
            fn reset(&mut self, py: Python<'_>, mask: &Bound<'_, PyAny>) -> PyResult<()> {
                let mask = readable::<bool>("mask", mask, self.tables.len())?;
                let mask = mask.as_slice().map_err(error)?;
                let tables = &mut self.tables;
                py.detach(|| tables.reset(mask)).map_err(error)
            }

            /// By table the player whose decision is due, -1 where the game is over.
            fn fill_turns(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
                let player = |table| self.player(table).map_or(-1, |player| player as i8);
                write(py, "turns", out, self.tables.len(), player)
            }

            /// By table the number of the game, from 0.
            fn fill_games(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
                write(py, "games", out, self.tables.len(), |table| self.game_number(table).unwrap_or(0))
            }

            /// By table, whether a game has ended with the last step.
            fn fill_terminated(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
                write(py, "terminated", out, self.tables.len(), |table| self.tables.terminated()[table])
            }

            /// By table how many actions are legal.
            fn fill_choice_counts(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
                write(py, "counts", out, self.tables.len(), |table| self.tables.choices(table) as u32)
            }

            /// By table and player.
            fn fill_rewards(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
                let players = self.players();
                let mut out = writable::<f32>("rewards", out, &[self.tables.len(), players])?;
                let out = entries("rewards", &mut out)?;
                py.detach(|| {
                    for (row, rewards) in out.chunks_exact_mut(players).zip(self.tables.rewards()) {
                        row.copy_from_slice(&rewards[..players]);
                    }
                });
                Ok(())
            }

            /// The numbers of all that is legal, and where each table's begin.
            fn fill_legal(
                &self,
                py: Python<'_>,
                ids: &Bound<'_, PyAny>,
                starts: &Bound<'_, PyAny>,
            ) -> PyResult<()> {
                let mut ids = writable::<u16>("ids", ids, &[self.tables.legal_count()])?;
                let mut starts = writable::<u32>("starts", starts, &[self.tables.len() + 1])?;
                let (ids, starts) = (entries("ids", &mut ids)?, entries("starts", &mut starts)?);
                py.detach(|| self.tables.fill_legal_ids(ids, starts)).map_err(error)
            }

            /// A mask a table.
            fn fill_masks(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
                let row = self.tables.action_count();
                with_cells!("masks", out, &[self.tables.len(), row], |cells| by_row(
                    py,
                    cells,
                    row,
                    |table, row| self.tables.fill_mask(table, row)
                ))
            }

            /// The same into an array that holds what the last call of this wrote, or nothing but 0 before the first:
            /// only what has changed is written.
            fn update_masks(&mut self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
                let Self { tables, masks, .. } = self;
                let (n, count) = (tables.len(), tables.action_count());
                let mut out = writable::<i8>("masks", out, &[n, count])?;
                let cells = entries("masks", &mut out)?;
                py.detach(|| {
                    masks.update(cells, |set| {
                        for table in 0..n {
                            tables.legal_ids(table).for_each(|id| set(table * count + usize::from(id)));
                        }
                    });
                });
                Ok(())
            }

            /// How many games have ended with the last step.
            #[getter]
            fn ended_count(&self) -> usize {
                self.tables.ended().len()
            }

            /// The tables whose games have ended with the last step.
            fn fill_ended(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
                write(py, "ended", out, self.tables.ended().len(), |at| self.tables.ended()[at].table as i64)
            }

            $($own)*
        }
    };
}
pub(crate) use card_tables;
