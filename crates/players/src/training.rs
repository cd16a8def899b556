//! Learning by self-play, in stages; in each stage, several slots learn independently.

use quadrille_lanes::Level;
use quadrille_learn::{Learner, Network, Quantised, RangeError, Samples, ShapeError};
use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_random::StreamKey;

use crate::Learnable;
use crate::self_play::SelfPlay;

/// The random stream of the initial weights. Each role has a substream.
const WEIGHTS: u64 = u64::MAX;
/// The random stream of the first game of a training. The streams of contests are numbered from 0.
/// A contest and a training with the same seed therefore have different cards.
const GAMES: u64 = 1 << 62;

/// The parameters of a training.
#[derive(Debug, PartialEq)]
pub struct Training<G: Learnable> {
    /// The setup of the games.
    pub setup: G::Setup,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The total number of games of all slots.
    pub games: u64,
    /// The number of slots in a stage. Slots play and learn independently.
    pub slots: u32,
    /// The number of games that a slot plays in a stage.
    pub slot_games: u32,
    /// The number of games that a slot plays between two updates of its weights.
    pub update_games: u32,
    /// The step size at the first game and the step size at the last game. In between, the step
    /// size changes linearly.
    pub rate: [f32; 2],
    /// The probability that a random action is taken, from 0 to 1.
    pub explore: f32,
}

impl<G: Learnable> Clone for Training<G> {
    fn clone(&self) -> Self {
        Self { setup: self.setup.clone(), ..*self }
    }
}

/// The state of a training: a learner for each role.
pub type TrainingState = Vec<Learner>;

impl<G: Learnable> Training<G> {
    /// Returns the initial state: networks with random weights.
    ///
    /// # Errors
    /// A count in the parameters is 0, or the game has more cells than a network can read.
    pub fn begin(&self) -> Result<TrainingState, TrainingError> {
        self.check()?;
        let shape = G::shape()?;
        let key = |role| StreamKey::new(self.seed, WEIGHTS).substream(role as u64);
        let network = |role| Learner::new(Network::random(shape, key(role)));
        Ok((0..G::ROLES.len()).map(network).collect())
    }

    /// Checks that no count in the parameters is 0.
    ///
    /// # Errors
    /// [`TrainingError::Zero`] with the name of the first field that is 0.
    pub fn check(&self) -> Result<(), TrainingError> {
        let fields = [
            ("games", self.games),
            ("slots", self.slots.into()),
            ("slot_games", self.slot_games.into()),
            ("update_games", self.update_games.into()),
        ];
        let zero = fields.into_iter().find(|&(_, count)| count == 0);
        zero.map_or(Ok(()), |(field, _)| Err(TrainingError::Zero { field }))
    }

    /// Returns the number of stages. [`check`](Self::check) refuses counts of 0; here they are
    /// treated as 1.
    pub fn stages(&self) -> u64 {
        self.games.div_ceil(u64::from(self.slots.max(1)) * u64::from(self.slot_games.max(1)))
    }

    /// Plays the games of one slot in a stage, and learns from them. `state` is the state before
    /// the stage. Returns the state that the slot has reached. The other slots of the stage do not
    /// affect it.
    ///
    /// # Errors
    /// The observer cancelled the call, a count in the parameters is 0, or the weights or moments
    /// diverged.
    pub fn run_slot(
        &self,
        level: Level,
        mut state: TrainingState,
        stage: u64,
        slot: u32,
        observer: &dyn Observer,
    ) -> Result<TrainingState, TrainingError> {
        self.check()?;
        let meter = Meter::new(observer);
        let mut table = SelfPlay::<G, Quantised>::new(&self.setup);
        let mut samples = vec![Samples::default(); G::ROLES.len()];
        let explore = (f64::from(self.explore) * 4294967296.0) as u32;
        let first = (stage * u64::from(self.slots) + u64::from(slot)) * u64::from(self.slot_games);
        let mut judges = judges::<G>(level, &state)?;
        for number in 0..self.slot_games {
            meter.check()?;
            let key = StreamKey::new(self.seed, GAMES + first + u64::from(number));
            table.play(level, &judges, explore, key, &mut samples);
            if (number + 1) % self.update_games == 0 || number + 1 == self.slot_games {
                let done = stage * u64::from(self.slots) * u64::from(self.slot_games)
                    + u64::from(number) * u64::from(self.slots);
                let size = self.step_size(done);
                for ((learner, samples), judge) in state.iter_mut().zip(&mut samples).zip(&mut judges) {
                    learner.try_update(level, samples, size, &mut || meter.check())?;
                    judge.update(level, learner.network())?;
                    samples.clear();
                }
            }
        }
        // A moment of a weight can be infinite although the weight is finite. Such a weight would
        // never change again, so the moments are checked too.
        state.iter().try_for_each(Learner::check)?;
        Ok(state)
    }

    /// Returns the step size after `games` games of all slots together.
    pub fn step_size(&self, games: u64) -> f32 {
        let part = (games as f64 / self.games as f64).min(1.0) as f32;
        self.rate[0] + (self.rate[1] - self.rate[0]) * part
    }
}

/// Returns the networks of a state, converted to integers.
///
/// # Errors
/// The weights diverged.
pub fn judges<G: Learnable>(level: Level, state: &TrainingState) -> Result<Vec<Quantised>, RangeError> {
    state.iter().map(|learner| Quantised::new(level, learner.network(), G::MOST_CELLS)).collect()
}

/// The error of a training.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TrainingError {
    /// The observer cancelled.
    #[error("the training was cancelled before its end")]
    Cancelled,
    /// A count in the parameters is 0.
    #[error("`{field}` is 0; expected at least 1")]
    Zero {
        /// The name of the field.
        field: &'static str,
    },
    /// The game has more cells than a network can read.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The weights or moments diverged.
    #[error("{0}; a smaller step size may help")]
    Range(#[from] RangeError),
}

impl From<Cancelled> for TrainingError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// Returns the state after a stage. For each role, this is the mean of the learners of all slots.
/// The learners are added in the order of the slots.
#[must_use]
pub fn combine(slots: &[TrainingState]) -> TrainingState {
    let roles = slots.first().map_or(0, Vec::len);
    let of_role = |role: usize| {
        let learners: Vec<&Learner> = slots.iter().map(|state: &TrainingState| &state[role]).collect();
        Learner::combine(&learners)
    };
    (0..roles).map(of_role).collect()
}
