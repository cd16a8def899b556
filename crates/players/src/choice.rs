//! Selection of the action to which a network gives the highest value.

use quadrille_lanes::Level;
use quadrille_learn::{Judge, Rows};
use quadrille_table::View as _;

use crate::Learnable;

/// Encodes the actions of a decision and evaluates them with a network. The buffers are reused.
#[derive(Debug)]
pub(crate) struct Chooser<J: Judge> {
    state: Vec<u16>,
    actions: Rows,
    buffer: J::Buffer,
    values: Vec<J::Value>,
    winning: Option<usize>,
}

impl<J: Judge> Default for Chooser<J> {
    fn default() -> Self {
        Self {
            state: Vec::new(),
            actions: Rows::default(),
            buffer: J::Buffer::default(),
            values: Vec::new(),
            winning: None,
        }
    }
}

impl<J: Judge> Chooser<J> {
    /// Stores the indices of all cells that are 1 at a decision: the cells of the state and the
    /// cells of each action.
    #[inline]
    pub(crate) fn read<G: Learnable>(&mut self, view: &G::View<'_>) {
        self.state.clear();
        G::state(view, |cell| self.state.push(cell as u16));
        self.actions.clear();
        self.winning = None;
        for place in 0..view.choices() {
            if let Some(action) = view.choice(place) {
                G::action(view, action, |cell| {
                    if Some(cell) == G::WINNING {
                        self.winning.get_or_insert(place);
                    }
                    self.actions.set((G::STATE + cell) as u16);
                });
            }
            self.actions.finish();
        }
    }

    /// Returns the index of the first action whose cell [`Learnable::WINNING`] is 1, if there is
    /// one.
    #[inline]
    pub(crate) const fn winning(&self) -> Option<usize> {
        self.winning
    }

    /// Returns the network's value of each action at the decision.
    #[inline]
    pub(crate) fn values(&mut self, level: Level, judge: &J) -> &[J::Value] {
        judge.judge(level, &self.state, &self.actions, &mut self.buffer, &mut self.values);
        &self.values
    }

    /// Returns the index of the action with the highest value. If several actions have this value,
    /// returns the first.
    #[inline]
    pub(crate) fn best(&mut self, level: Level, judge: &J) -> usize {
        self.values(level, judge);
        let mut best = 0;
        for (place, value) in self.values.iter().enumerate() {
            if *value > self.values[best] {
                best = place;
            }
        }
        best
    }

    /// Returns the indices of the network's inputs that are 1 for the action with index `place`:
    /// first the cells of the state, then the cells of the action.
    pub(crate) fn row(&self, place: usize) -> impl Iterator<Item = u16> {
        self.state.iter().chain(self.actions.row(place)).copied()
    }
}
