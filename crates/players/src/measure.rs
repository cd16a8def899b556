//! A policy against house players.

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_learn::Judge;
use quadrille_progress::{Cancelled, Meter};
use quadrille_random::StreamKey;
use quadrille_table::{Player, SharedRng, play_cancellable};

use crate::{Learnable, Policy};

/// Deals in a row that are thrown in before a game counts nothing.
const MOST_THROW_INS: u32 = 100;

/// Plays a sitting in every lineup of the game, each table with the same cards. Returns the policy's scores of
/// each lineup, added up. Substream 0 of the key is for cards, 1 for decisions.
///
/// # Errors
/// [`Cancelled`], if the meter's observer said so.
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
    let seats = G::seats(setup);
    let table = |policies: u32| {
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
            for _ in 0..MOST_THROW_INS {
                meter.check()?;
                let seed = (key.seed, key.stream.wrapping_add(number.into()));
                let mut seated = SharedRng::new(&mut players, &mut rng, 0, seed);
                let outcome = play_cancellable(&mut game, &mut seated, &mut dealer, &mut (), meter)?;
                let Some(outcome) = outcome else { continue };
                for (seat, &player) in seated.seated().iter().enumerate() {
                    if policies >> player & 1 == 1 {
                        sum += G::score(setup, &outcome, seat);
                    }
                }
                break;
            }
        }
        Ok(sum)
    };
    let lineups = G::lineups(setup);
    lineups.iter().map(|lineup| lineup.players.iter().map(|&policies| table(policies)).sum()).collect()
}
