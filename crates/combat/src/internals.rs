//! Internals for [ladders](https://docs.rs/quadrille-ladders) and tests. This module is not part of
//! the public interface and may change at any time.

pub use crate::oracle::damage_plainly;
pub use crate::simulation::{EngineVariant, is_lean, totals_by};

#[cfg(feature = "oracle")]
pub use kept::{LoggedFight, ReusedScratch, ReusedState, Sums};

/// Simulation states that are reused for many fights. Tests compare reused states with new ones.
#[cfg(feature = "oracle")]
mod kept {
    use quadrille_progress::{Cancelled, Observer};

    use crate::engine::log::{EventSink, Lean, Log, NoLog, RawEvent};
    use crate::engine::pace::Pace;
    use crate::engine::{Fight, FightResult, State};
    use crate::results::Totals;
    use crate::simulation::{Scratch, Simulation};
    use crate::units::Micros;

    /// Iterations of the event loop between two calls of the observer. The number is small, so that
    /// short fights can be cancelled too.
    const TURNS: u32 = 8;

    /// Result and totals of a fight.
    #[derive(Debug, PartialEq)]
    pub struct Sums {
        result: FightResult,
        totals: Totals,
    }

    /// A fight with its log.
    #[derive(Debug, PartialEq)]
    pub struct LoggedFight {
        /// Result and totals.
        pub sums: Sums,
        events: Vec<(Micros, RawEvent)>,
    }

    impl LoggedFight {
        /// Returns, as text, the first two events that differ at the same position of both logs;
        /// `None` if there are none. Additional events of the longer log are ignored.
        pub fn first_difference(&self, other: &Self) -> Option<String> {
            let mut events = self.events.iter().zip(&other.events);
            events.find(|(found, expected)| found != expected).map(|events| format!("{events:?}"))
        }
    }

    /// A state that is reused for many fights of a profile.
    pub struct ReusedState<'a> {
        simulation: &'a Simulation,
        state: State,
    }

    impl<'a> ReusedState<'a> {
        /// Creates a new state.
        pub fn new(simulation: &'a Simulation) -> Self {
            Self { simulation, state: State::new(&simulation.plan) }
        }

        /// Prepares an overflow of the epoch, the counter by which the engine recognises outdated
        /// chances and factors of attacks. Sets the counter to its maximum, and the epoch of each
        /// computed attack to 1, the epoch that follows the overflow. Tests then check that the
        /// outdated values are not used after the overflow.
        pub fn age(&mut self) {
            self.state.attacks.age();
        }

        /// Runs the fight `number`, which is (seed, iteration), and keeps its first `most_events`
        /// events.
        ///
        /// # Errors
        ///
        /// [`Cancelled`] if the observer cancels.
        pub fn logged(
            &mut self,
            number: (u64, u64),
            most_events: usize,
            observer: &dyn Observer,
        ) -> Result<LoggedFight, Cancelled> {
            let (sums, log) = self.fight(Log::new(most_events), number, observer)?;
            Ok(LoggedFight { sums, events: log.events })
        }

        /// Runs the fight `number`, which is (seed, iteration), without a log. If `lean` is true,
        /// uses the lean engine, the variant without rarely used rules.
        ///
        /// # Errors
        ///
        /// Never fails: the observer `()` never cancels.
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
            let pace = Pace::of_one_fight(observer)?.observing_every(TURNS);
            let mut run = Fight::new(&self.simulation.plan, &mut self.state, &mut totals, sink, pace);
            let result = run.fight(seed, iteration)?;
            let sink = run.sink;
            Ok((Sums { result, totals }, sink))
        }
    }

    /// The state that a paired comparison reuses for all fights of one profile.
    pub struct ReusedScratch<'a>(Scratch<'a>);

    impl<'a> ReusedScratch<'a> {
        /// Creates a new state.
        pub fn new(simulation: &'a Simulation) -> Self {
            Self(simulation.scratch())
        }

        /// Returns the DPS of `count` iterations, starting with the index `first`. The observer can
        /// also cancel within a fight.
        ///
        /// # Errors
        ///
        /// [`Cancelled`] if the observer cancels. The outer error comes from the first call of the
        /// observer, before any fight; the inner error comes from a later call.
        pub fn rates(
            &mut self,
            (seed, first, count): (u64, u64, u64),
            observer: &dyn Observer,
        ) -> Result<Result<Vec<f64>, Cancelled>, Cancelled> {
            let mut pace = Pace::of_fights(observer, count)?.observing_every(TURNS);
            Ok(self.0.rates(seed, first, count, &mut pace))
        }
    }
}
