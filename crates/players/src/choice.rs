//! Selection of the action that a network values most.

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
    proved: Option<usize>,
}

impl<J: Judge> Default for Chooser<J> {
    fn default() -> Self {
        Self {
            state: Vec::new(),
            actions: Rows::default(),
            buffer: J::Buffer::default(),
            values: Vec::new(),
            proved: None,
        }
    }
}

impl<J: Judge> Chooser<J> {
    /// Stores the cells that are 1 at a decision: those of the state, and those of each action.
    #[inline]
    pub(crate) fn read<G: Learnable>(&mut self, view: &G::View<'_>) {
        self.state.clear();
        G::state(view, |cell| self.state.push(cell as u16));
        self.actions.clear();
        self.proved = None;
        for place in 0..view.choices() {
            if let Some(action) = view.choice(place) {
                G::action(view, action, |cell| {
                    if Some(cell) == G::PROVED {
                        self.proved.get_or_insert(place);
                    }
                    self.actions.set((G::STATE + cell) as u16);
                });
            }
            self.actions.finish();
        }
    }

    /// Returns the index of the first action in which the cell [`Learnable::PROVED`] is 1.
    #[inline]
    pub(crate) const fn proved(&self) -> Option<usize> {
        self.proved
    }

    /// Returns the values of the listed actions.
    #[inline]
    pub(crate) fn values(&mut self, level: Level, judge: &J) -> &[J::Value] {
        judge.judge(level, &self.state, &self.actions, &mut self.buffer, &mut self.values);
        &self.values
    }

    /// Returns the index of the best listed action, the first among equals.
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

    /// Returns the inputs of the network for the action of index `place`: the cells of the state,
    /// then the cells of the action.
    pub(crate) fn row(&self, place: usize) -> impl Iterator<Item = u16> {
        self.state.iter().chain(self.actions.row(place)).copied()
    }
}
