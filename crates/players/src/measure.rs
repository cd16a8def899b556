//! Measurement of a policy against house players.

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_learn::Judge;
use quadrille_progress::{Cancelled, Meter};
use quadrille_random::StreamKey;
use quadrille_table::{ExactJudge, Game, Observer, Player, SharedRng, play_to_outcome};

use crate::{Learnable, Policy};

/// Plays a sitting in every lineup of the game, with the same cards at all tables. Returns the
/// total score of the policy in each lineup. Cards are drawn from substream 0 of the key, decisions
/// from substream 1.
///
/// # Errors
/// [`Cancelled`] by the meter's observer.
pub fn measure<G, J>(
    level: Level,
    setup: &G::Setup,
    judges: &Arc<[J]>,
    key: StreamKey,
    meter: &Meter<'_>,
) -> Result<Vec<i64>, Cancelled>
where
    G: Learnable,
    J: Judge + Send + Sync + 'static,
    J::Buffer: Send,
    J::Value: Send,
{
    measure_and_check::<G, J>(level, setup, judges, key, meter, None)
}

/// Plays a sitting as [`measure`] does. In addition, the exact judge of `checks` evaluates the
/// decisions of all players in positions that it can solve, which have few cards.
///
/// # Errors
/// [`Cancelled`] by the meter's observer.
pub fn measure_and_check<G, J>(
    level: Level,
    setup: &G::Setup,
    judges: &Arc<[J]>,
    key: StreamKey,
    meter: &Meter<'_>,
    mut checks: Option<&mut ExactChecks<G>>,
) -> Result<Vec<i64>, Cancelled>
where
    G: Learnable,
    J: Judge + Send + Sync + 'static,
    J::Buffer: Send,
    J::Value: Send,
{
    let seats = G::seats(setup);
    let mut table = |policies: u32| {
        let player = |number: usize| -> Box<dyn Player<G>> {
            if policies >> number & 1 == 1 {
                Box::new(Policy::new(level, Arc::clone(judges)))
            } else {
                G::house()
            }
        };
        let mut players: Vec<_> = (0..seats).map(player).collect();
        let [mut dealer, mut rng] = [0, 1].map(|source| key.substream(source).rng());
        let (mut game, mut sum) = (G::new(setup), 0);
        for number in 0..G::SITTING {
            meter.check()?;
            let seed = (key.seed, key.stream.wrapping_add(number.into()));
            let mut seated = SharedRng::new(&mut players, &mut rng, 0, seed);
            let mut watch = Watch { checks: checks.as_deref_mut(), policies };
            let outcome = play_to_outcome(&mut game, &mut seated, &mut dealer, None, &mut watch, meter)?;
            for (seat, &player) in seated.seated().iter().enumerate() {
                if policies >> player & 1 == 1 {
                    sum += G::score(setup, &outcome, seat);
                }
            }
        }
        Ok(sum)
    };
    let lineups = G::lineups(setup);
    lineups.iter().map(|lineup| lineup.players.iter().map(|&policies| table(policies)).sum()).collect()
}

/// Counts of the decisions that the game's [exact judge](Learnable::exact_judge) has checked with
/// all hands open. It solves only positions with few cards.
#[derive(Debug)]
pub struct ExactChecks<G: Game> {
    judge: Box<dyn ExactJudge<G>>,
    /// The decisions of the policy.
    pub policy: CheckedDecisions,
    /// The decisions of the house players in the same games.
    pub house: CheckedDecisions,
}

/// The number of checked decisions, and the number of wrong decisions among them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CheckedDecisions {
    /// The number of checked decisions. A decision is checked if the side to move can win and at
    /// least one legal action loses.
    pub checked: u64,
    /// The number of checked decisions in which the chosen action loses.
    pub wrong: u64,
}

impl<G: Learnable> ExactChecks<G> {
    /// Creates counters that are 0. Returns `None` for games without an exact judge.
    pub fn new(setup: &G::Setup) -> Option<Self> {
        G::exact_judge(setup).map(Self::with_judge)
    }

    /// Creates counters that are 0. `judge` checks the decisions.
    pub fn with_judge(judge: Box<dyn ExactJudge<G>>) -> Self {
        Self { judge, policy: CheckedDecisions::default(), house: CheckedDecisions::default() }
    }
}

/// An observer that checks and counts the decisions at a table in positions that the exact judge
/// can solve.
struct Watch<'a, G: Game> {
    checks: Option<&'a mut ExactChecks<G>>,
    /// Bit mask of the players. If bit i is set, player i is the policy.
    policies: u32,
}

impl<G: Game> Observer<G> for Watch<'_, G> {
    fn acts(&mut self, game: &G, seat: usize, action: G::Action) {
        let Some(checks) = &mut self.checks else { return };
        let Some(wrong) = checks.judge.gives_away(game, action) else { return };
        let is_policy = self.policies >> game.player(seat) & 1 == 1;
        let counts = if is_policy { &mut checks.policy } else { &mut checks.house };
        counts.checked += 1;
        counts.wrong += u64::from(wrong);
    }
}
