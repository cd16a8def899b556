//! A step of all tables.

use super::{Action, Autoreset, CALLS, Ended, Next, StepError, Tables, WhyIllegal};
use crate::encodings::RlcardActions;
use crate::game::{Call, Outcome};
use crate::{Hand, Move};

impl Tables {
    /// Does an action at each table, in the order of the tables: numbers as in
    /// [the module](super#numbers-of-actions). Where a game is over, what [`Autoreset`] says.
    ///
    /// # Errors
    /// [`StepError`]: not as many actions as tables, or an illegal one, with its table and the reason; nothing
    /// is changed then, at any table.
    ///
    /// ```
    /// use quadrille_doudizhu::tables::{Options, Tables};
    ///
    /// let mut tables = Tables::new(2, 7, Options::default())?;
    /// let solo = tables.legal_id(0, 0).unwrap();
    /// let error = tables.step(&[solo, 27_471]).unwrap_err();
    /// assert_eq!(error.to_string(), "table 1, action 27471: a pass, where seat 0 leads and must play");
    /// let other = tables.legal_id(1, 0).unwrap();
    /// tables.step(&[solo, other])?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step(&mut self, actions: &[u16]) -> Result<(), StepError> {
        let ids = RlcardActions::get();
        self.step_with(actions, |tables, table, action| tables.by_id(ids, table, action))
    }

    /// The same with the places of the actions in the lists of [legal moves](Self::legal_moves) (in an auction:
    /// of the calls that can be made, [`Bidding::calls`](crate::game::Bidding::calls)), from 0.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn step_choices(&mut self, choices: &[u32]) -> Result<(), StepError> {
        self.step_with(choices, Self::by_choice)
    }

    /// Reads all actions, and does them if all of them can be done.
    #[inline(always)]
    fn step_with<A: Copy + Into<u32>>(
        &mut self,
        actions: &[A],
        read: impl Fn(&Self, usize, A) -> Result<Action, WhyIllegal>,
    ) -> Result<(), StepError> {
        let (expected, found) = (self.len(), actions.len());
        if found != expected {
            return Err(StepError::Count { expected, found });
        }
        let mut todo = std::mem::take(&mut self.actions);
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
        if refused.is_none() {
            self.rewards.fill([0.0; 3]);
            self.terminated.fill(false);
            self.ended.clear();
            for (table, &action) in todo.iter().enumerate() {
                self.act(table, action);
            }
            self.list_legal();
        }
        self.actions = todo;
        refused.map_or(Ok(()), Err)
    }

    #[inline(always)]
    fn by_id(&self, ids: &RlcardActions, table: usize, action: u16) -> Result<Action, WhyIllegal> {
        let called = || CALLS.get(usize::from(action).wrapping_sub(RlcardActions::COUNT)).copied();
        match self.next[table] {
            Next::Over => self.when_over(),
            Next::Call => match called() {
                Some(call) => self.check_call(table, call),
                None if usize::from(action) < RlcardActions::COUNT => Err(WhyIllegal::MoveInAuction),
                None => Err(self.unknown()),
            },
            Next::Play => match ids.action(action) {
                Some(mv) if self.is_legal(table, mv) => Ok(Action::Play(mv)),
                Some(mv) => Err(self.why_not(table, mv.cards())),
                None if called().is_some() => Err(WhyIllegal::CallInPlay),
                None => Err(self.unknown()),
            },
        }
    }

    #[inline(always)]
    fn by_choice(&self, table: usize, choice: u32) -> Result<Action, WhyIllegal> {
        match self.next[table] {
            Next::Over => self.when_over(),
            Next::Call => {
                let call = self.biddings[table].calls().nth(choice as usize);
                call.map(Action::Call).ok_or(WhyIllegal::Choice { choices: self.choices(table) })
            }
            Next::Play => {
                let legal = self.legal_moves(table);
                let chosen = legal.get(choice as usize).copied();
                chosen.map(Action::Play).ok_or(WhyIllegal::Choice { choices: legal.len() })
            }
        }
    }

    const fn when_over(&self) -> Result<Action, WhyIllegal> {
        match self.options.autoreset {
            Autoreset::NextStep | Autoreset::SameStep => Ok(Action::Deal),
            Autoreset::Disabled => Err(WhyIllegal::Over),
        }
    }

    const fn unknown(&self) -> WhyIllegal {
        WhyIllegal::Unknown { count: self.action_count() }
    }

    fn check_call(&self, table: usize, call: Call) -> Result<Action, WhyIllegal> {
        self.biddings[table].check(call)?;
        Ok(Action::Call(call))
    }

    /// Whether an action of `RLCard`'s can be played: it is in the hand, and beats what lies there. (Rules that
    /// have fewer moves are asked too.)
    #[inline(always)]
    fn is_legal(&self, table: usize, mv: Move) -> bool {
        let position = &self.positions[table];
        let held = position.hand(position.turn()).contains(mv.cards());
        let on_table = position.on_table();
        let beats = if mv.is_pass() { !on_table.is_pass() } else { mv.beats(on_table) };
        let rules = self.options.setup.rules;
        held && beats
            && (rules == crate::Rules::RLCARD || mv.is_pass() || rules.classify(mv.cards()) == Some(mv))
    }

    #[cold]
    fn why_not(&self, table: usize, cards: Hand) -> WhyIllegal {
        match self.positions[table].read(self.options.setup.rules, cards) {
            Err(why) => why.into(),
            // It is a move, but not this one.
            Ok(_) => self.unknown(),
        }
    }

    #[inline(always)]
    fn act(&mut self, table: usize, action: Action) {
        match action {
            Action::Play(mv) => {
                let position = &mut self.positions[table];
                position.play(mv);
                self.courses[table].push(mv);
                if let Some(outcome) = Outcome::of(position, &self.contracts[table]) {
                    self.end(table, Some(outcome));
                }
            }
            Action::Call(call) => {
                // It has been checked.
                let _ = self.biddings[table].call(call);
                self.begin_if_settled(table);
                if self.next[table] == Next::Over {
                    self.end(table, None);
                }
            }
            Action::Deal => self.deal(table, self.games[table].wrapping_add(1)),
        }
    }

    #[inline(never)]
    fn end(&mut self, table: usize, outcome: Option<Outcome>) {
        let last = outcome.map(|_| (self.positions[table], self.courses[table]));
        self.ended.push(Ended { table, game: self.games[table], outcome, last });
        self.terminated[table] = true;
        self.rewards[table] = outcome.map_or([0.0; 3], |outcome| self.options.reward.of(&outcome));
        self.next[table] = Next::Over;
        if self.options.autoreset == Autoreset::SameStep {
            self.deal(table, self.games[table].wrapping_add(1));
        }
    }
}
