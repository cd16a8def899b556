//! A step of all tables.

use super::{Autoreset, Ended, MOST, Stage, StepError, Tables, Todo, WhyIllegal};
use crate::encodings::Actions;
use crate::game::{Action, GameError, Move, Series};
use crate::melds::Hand;

impl Tables {
    /// Does an action at each table, in the order of the tables, by the numbers of [`Actions`]. Where a game is
    /// over, what [`Autoreset`] says.
    ///
    /// # Errors
    /// [`StepError`]: not as many actions as tables, or an illegal one, with its table and the reason; nothing
    /// is changed then, at any table.
    ///
    /// ```
    /// use quadrille_daifugo::tables::{Options, Tables};
    ///
    /// let mut tables = Tables::new(2, 7, Options::default())?;
    /// let first = tables.legal_id(0, 0).unwrap();
    /// let error = tables.step(&[first, 0]).unwrap_err();
    /// assert_eq!(error.to_string(), "table 1, action 0: a pass, where the seat leads");
    /// let other = tables.legal_id(1, 0).unwrap();
    /// tables.step(&[first, other])?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step(&mut self, actions: &[u16]) -> Result<(), StepError> {
        let ids = Actions::get();
        self.step_with(actions, |tables, table, action| tables.by_id(ids, table, action))
    }

    /// The same with the places of the actions among the [choices](Self::choices), from 0.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn step_choices(&mut self, choices: &[u32]) -> Result<(), StepError> {
        self.step_with(choices, |tables, table, choice| {
            if matches!(tables.stages[table], Stage::Over(_)) {
                return tables.when_over();
            }
            let action = tables.choice(table, choice as usize);
            action.map(Todo::Act).ok_or_else(|| WhyIllegal::Choice { choices: tables.choices(table) })
        })
    }

    /// Reads all actions, and does them if all of them can be done.
    #[inline(always)]
    fn step_with<A: Copy + Into<u32>>(
        &mut self,
        actions: &[A],
        read: impl Fn(&Self, usize, A) -> Result<Todo, WhyIllegal>,
    ) -> Result<(), StepError> {
        let (expected, found) = (self.len(), actions.len());
        if found != expected {
            return Err(StepError::Count { expected, found });
        }
        let mut todo = std::mem::take(&mut self.todo);
        todo.clear();
        let mut refused = None;
        for (table, &action) in actions.iter().enumerate() {
            match read(self, table, action) {
                Ok(action) => todo.push(action),
                Err(why) => {
                    refused = Some(StepError::Illegal { table, action: action.into(), why });
                    break;
                }
            }
        }
        let done = if let Some(error) = refused { Err(error) } else { self.act_all(&todo) };
        self.todo = todo;
        done
    }

    fn act_all(&mut self, todo: &[Todo]) -> Result<(), StepError> {
        self.rewards.fill([0.0; MOST]);
        self.terminated.fill(false);
        self.ended.clear();
        for (table, &todo) in todo.iter().enumerate() {
            match todo {
                Todo::Act(Action::Move(chosen)) => self.play(table, chosen)?,
                Todo::Act(Action::Give(cards)) => self.give(table, cards)?,
                Todo::Deal => self.deal(table)?,
            }
        }
        self.list_legal();
        Ok(())
    }

    #[inline(always)]
    fn by_id(&self, ids: &Actions, table: usize, action: u16) -> Result<Todo, WhyIllegal> {
        let count = self.action_count();
        let known = ids.action(action).filter(|_| usize::from(action) < count);
        let done = match (&self.stages[table], known) {
            (Stage::Over(_), _) => return self.when_over(),
            (_, None) => return Err(WhyIllegal::Unknown { count }),
            (Stage::Play(_), Some(Action::Give(_))) => return Err(WhyIllegal::GiftInPlay),
            (Stage::Play(game), Some(Action::Move(Move::Pass))) => {
                if game.trick().is_none() {
                    return Err(WhyIllegal::MustLead);
                }
                Action::Move(Move::Pass)
            }
            (Stage::Play(game), Some(Action::Move(Move::Play(meld)))) => {
                game.check(meld)?;
                Action::Move(meld.into())
            }
            (Stage::Exchange { due: (_, number), .. }, Some(Action::Move(_))) => {
                return Err(WhyIllegal::MoveInExchange { number: *number });
            }
            (Stage::Exchange { exchange, due: (seat, number) }, Some(Action::Give(cards))) => {
                let hand = exchange.hand(*seat);
                let held = hand.cards.is_superset(cards.cards) && hand.jokers >= cards.jokers;
                if !held || cards.len() != *number {
                    return Err(WhyIllegal::Gift { number: *number });
                }
                Action::Give(cards)
            }
        };
        Ok(Todo::Act(done))
    }

    const fn when_over(&self) -> Result<Todo, WhyIllegal> {
        match self.options.autoreset {
            Autoreset::NextStep | Autoreset::SameStep => Ok(Todo::Deal),
            Autoreset::Disabled => Err(WhyIllegal::Over),
        }
    }

    /// A legal move.
    #[inline(always)]
    fn play(&mut self, table: usize, chosen: Move) -> Result<(), GameError> {
        let Stage::Play(game) = &mut self.stages[table] else { return Ok(()) };
        match chosen {
            Move::Pass => game.pass(),
            Move::Play(meld) => {
                if let Some(seat) = game.turn() {
                    self.played[table].push(seat, meld);
                }
                game.play(meld);
            }
        }
        if game.turn().is_none() { self.end(table) } else { Ok(()) }
    }

    /// Cards that may be returned.
    fn give(&mut self, table: usize, cards: Hand) -> Result<(), GameError> {
        let Stage::Exchange { exchange, due: (seat, _) } = &self.stages[table] else { return Ok(()) };
        let (mut exchange, seat) = (exchange.clone(), *seat);
        exchange.give(seat, cards);
        let number = exchange.due().position(|(rich, _)| rich == seat).map_or(usize::MAX, |at| at + 1);
        self.stages[table] = self.next_exchange(table, exchange, number)?;
        Ok(())
    }

    #[inline(never)]
    fn end(&mut self, table: usize) -> Result<(), GameError> {
        let Stage::Play(game) = &mut self.stages[table] else { return Ok(()) };
        Series::settle(game, &mut self.deals[table])?;
        // A stuck game has no outcome before it is settled; every other one has, so there is one.
        let Some(outcome) = game.outcome() else { return Ok(()) };
        let series = &mut self.series[table];
        let mut players = [0; MOST];
        for (seat, (to, &player)) in players.iter_mut().zip(series.seats()).enumerate() {
            *to = player;
            self.rewards[table][usize::from(player)] = self.options.reward.of(&outcome, seat);
        }
        series.close(game);
        self.terminated[table] = true;
        let (last, played) = (game.clone(), self.played[table]);
        self.ended.push(Ended {
            table,
            game: self.games[table],
            outcome,
            players,
            last: last.clone(),
            played,
        });
        self.stages[table] = Stage::Over(last);
        if self.options.autoreset == Autoreset::SameStep { self.deal(table) } else { Ok(()) }
    }
}
