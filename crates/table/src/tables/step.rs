//! A step of all tables.

use super::{ActionOf, Batch, Ended, StepError, Tables, Todo, WhyIllegal};
use crate::Autoreset;

impl<B: Batch> Tables<B> {
    /// Applies one action at each table; `ids` are the ids of the actions. [`Autoreset`] defines
    /// the effect at tables whose game is over.
    ///
    /// # Errors
    /// [`StepError`]: the number of actions differs from the number of tables, or an action is
    /// illegal. No table is changed in that case.
    pub fn step(&mut self, ids: &[u16]) -> Result<(), StepError<B::Illegal>> {
        self.step_with(ids, |tables, table, id| {
            let Some(action) = tables.batch.action(id) else {
                return Err(WhyIllegal::Unknown { count: tables.action_count() });
            };
            tables.batch.check(table, tables.listed(table), action)?;
            Ok(action)
        })
    }

    /// Like [`step`](Self::step), but `choices` are the indices of the actions among the legal
    /// actions of their tables.
    ///
    /// # Errors
    /// As for [`step`](Self::step).
    pub fn step_choices(&mut self, choices: &[u32]) -> Result<(), StepError<B::Illegal>> {
        self.step_with(choices, |tables, table, choice| {
            let action = tables.batch.choice(table, tables.listed(table), choice as usize);
            action.ok_or_else(|| WhyIllegal::Choice { choices: tables.choices(table) })
        })
    }

    /// Reads all actions, and applies them if all of them are legal.
    #[inline]
    fn step_with<A: Copy + Into<u32>>(
        &mut self,
        actions: &[A],
        read: impl Fn(&Self, usize, A) -> Result<ActionOf<B>, WhyIllegal<B::Illegal>>,
    ) -> Result<(), StepError<B::Illegal>> {
        let (expected, found) = (self.len(), actions.len());
        if found != expected {
            return Err(StepError::Count { expected, found });
        }
        let mut todo = std::mem::take(&mut self.todo);
        todo.clear();
        let mut refused = None;
        for (table, &action) in actions.iter().enumerate() {
            let read = match (self.batch.is_over(table), self.autoreset) {
                (false, _) => read(self, table, action).map(Todo::Act),
                (true, Autoreset::Disabled) => Err(WhyIllegal::Over),
                (true, Autoreset::NextStep | Autoreset::SameStep) => Ok(Todo::Deal),
            };
            match read {
                Ok(action) => todo.push(action),
                Err(why) => {
                    refused = Some(StepError::Illegal { table, action: action.into(), why });
                    break;
                }
            }
        }
        if refused.is_none() {
            self.forget_step();
            for (table, &todo) in todo.iter().enumerate() {
                match todo {
                    Todo::Act(action) => {
                        self.batch.apply(table, action);
                        if self.batch.is_over(table) {
                            self.end(table);
                        }
                    }
                    Todo::Deal => self.deal_next(table),
                }
            }
            self.list_legal();
        }
        self.todo = todo;
        refused.map_or(Ok(()), Err)
    }

    #[inline(never)]
    fn end(&mut self, table: usize) {
        let rewards = &mut self.rewards[table * self.players..][..self.players];
        let (outcome, last) = self.batch.close(table, rewards);
        self.ended.push(Ended { table, game: self.games[table], outcome, last });
        self.terminated[table] = true;
        if self.autoreset == Autoreset::SameStep {
            self.deal_next(table);
        }
    }
}
