//! What [ladders](https://docs.rs/quadrille-ladders) and tests see of the inside of this crate: no interface, and free to change.

pub use crate::plain::damage_plainly;
pub use crate::simulation::{Way, is_lean, totals_by};

#[cfg(feature = "oracle")]
pub use kept::{Fought, KeptScratch, KeptState, Sums};

/// Places to fight in that are kept from fight to fight, as tests use them.
#[cfg(feature = "oracle")]
mod kept {
    use quadrille_progress::{Cancelled, Observer};

    use crate::engine::log::{EventSink, Lean, Log, NoLog, RawEvent};
    use crate::engine::pace::Pace;
    use crate::engine::{FightResult, Run, State};
    use crate::results::Totals;
    use crate::simulation::{Scratch, Simulation};
    use crate::units::Micros;

    /// Turns of the event loop between two questions to the observer: so few that short fights are broken off too.
    const TURNS: u32 = 8;

    /// The result and the totals of a fight.
    #[derive(Debug, PartialEq)]
    pub struct Sums {
        result: FightResult,
        totals: Totals,
    }

    /// A fight and its log.
    #[derive(Debug, PartialEq)]
    pub struct Fought {
        /// What the fight comes to.
        pub sums: Sums,
        events: Vec<(Micros, RawEvent)>,
    }

    impl Fought {
        /// Returns the first event that differs from the other fight's, and that of the other, as text.
        pub fn first_difference(&self, other: &Self) -> Option<String> {
            let mut events = self.events.iter().zip(&other.events);
            events.find(|(found, expected)| found != expected).map(|events| format!("{events:?}"))
        }
    }

    /// A state that serves many fights of a profile.
    pub struct KeptState<'a> {
        simulation: &'a Simulation,
        state: State,
    }

    impl<'a> KeptState<'a> {
        /// Makes a new state.
        pub fn new(simulation: &'a Simulation) -> Self {
            Self { simulation, state: State::new(&simulation.plan) }
        }

        /// Makes the state so old that the next epoch is one that attacks have already: what they came to then must not
        /// be taken for what they come to now.
        pub fn age(&mut self) {
            self.state.epoch = u32::MAX;
            self.state
                .attacks
                .iter_mut()
                .filter(|attack| attack.epoch > 0)
                .for_each(|attack| attack.epoch = 1);
        }

        /// Fights the fight of that seed and number and keeps its first events.
        ///
        /// # Errors
        ///
        /// The observer cancels it.
        pub fn logged(
            &mut self,
            number: (u64, u64),
            most_events: usize,
            observer: &dyn Observer,
        ) -> Result<Fought, Cancelled> {
            let (sums, log) = self.fight(Log::new(most_events), number, observer)?;
            Ok(Fought { sums, events: log.events })
        }

        /// Fights it without a log, the lean way if so asked.
        ///
        /// # Errors
        ///
        /// Never: nothing cancels it.
        pub fn quietly(&mut self, number: (u64, u64), lean: bool) -> Result<Sums, Cancelled> {
            if lean {
                self.fight(Lean, number, &()).map(|(sums, _)| sums)
            } else {
                self.fight(NoLog, number, &()).map(|(sums, _)| sums)
            }
        }

        fn fight<S: EventSink>(
            &mut self,
            sink: S,
            (seed, iteration): (u64, u64),
            observer: &dyn Observer,
        ) -> Result<(Sums, S), Cancelled> {
            let mut totals = self.simulation.totals();
            let pace = Pace::of_one_fight(observer)?.asking_every(TURNS);
            let mut run = Run::new(&self.simulation.plan, &mut self.state, &mut totals, sink, pace);
            let result = run.fight(seed, iteration)?;
            let sink = run.sink;
            Ok((Sums { result, totals }, sink))
        }
    }

    /// The place that pairs fight in.
    pub struct KeptScratch<'a>(Scratch<'a>);

    impl<'a> KeptScratch<'a> {
        /// Makes a new one.
        pub fn new(simulation: &'a Simulation) -> Self {
            Self(simulation.scratch())
        }

        /// Returns the rates of `count` iterations from `first` on. The observer can cancel between fights.
        ///
        /// # Errors
        ///
        /// The observer cancels it: the outer error is at the first question, before any fight.
        pub fn rates(
            &mut self,
            (seed, first, count): (u64, u64, u64),
            observer: &dyn Observer,
        ) -> Result<Result<Vec<f64>, Cancelled>, Cancelled> {
            let mut pace = Pace::of_fights(observer, count)?.asking_every(TURNS);
            Ok(self.0.rates(seed, first, count, &mut pace))
        }
    }
}
