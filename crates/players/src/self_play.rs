//! Self-play: games between copies of the same networks, which yield samples for learning.

use quadrille_lanes::Level;
use quadrille_learn::{Judge, Samples};
use quadrille_random::StreamKey;
use quadrille_random::rand_core::Rng as _;
use quadrille_table::{Player, View as _, draw};

use crate::Learnable;
use crate::choice::Chooser;

/// A table at which all seats use the same networks. The house player makes the decisions that have
/// no role. Some actions are random.
pub(crate) struct SelfPlay<G: Learnable, J: Judge> {
    game: G,
    house: Box<dyn Player<G>>,
    chooser: Chooser<J>,
    /// The role and the seat of each decision of a network in the current game. In the same order,
    /// `rows` has the inputs that are 1 for the chosen actions.
    decisions: Vec<(usize, usize)>,
    rows: quadrille_learn::Rows,
}

impl<G: Learnable, J: Judge> SelfPlay<G, J> {
    /// Creates a table at which no game has been played.
    pub(crate) fn new(setup: &G::Setup) -> Self {
        Self {
            game: G::new(setup),
            house: G::house(),
            chooser: Chooser::default(),
            decisions: Vec::new(),
            rows: quadrille_learn::Rows::default(),
        }
    }

    /// Plays a game, and adds each decision to the samples of its role. Cards are drawn from
    /// substream 0 of the key, random actions from substream 1, and decisions of the house player
    /// from substream 2. With probability `explore` / 2³², a network's action is replaced by a
    /// uniformly random legal action.
    pub(crate) fn play(
        &mut self,
        level: Level,
        judges: &[J],
        explore: u32,
        key: StreamKey,
        samples: &mut [Samples],
    ) {
        let Self { game, house, chooser, decisions, rows } = self;
        let [mut dealer, mut explorer, mut house_rng] = [0, 1, 2].map(|source| key.substream(source).rng());
        decisions.clear();
        rows.clear();
        game.deal(&mut dealer);
        loop {
            let action = {
                let Some(view) = &game.view() else { break };
                match G::role(view) {
                    None => house
                        .decide(view, &mut house_rng)
                        .ok()
                        .filter(|action| view.permits(action))
                        .unwrap_or_else(|| view.fallback()),
                    Some(_) if view.choices() == 1 => view.choice(0).unwrap_or_else(|| view.fallback()),
                    Some(role) => {
                        chooser.read::<G>(view);
                        let place = if explorer.next_u32() < explore {
                            draw(&mut explorer, view.choices())
                        } else {
                            chooser.best(level, &judges[role])
                        };
                        decisions.push((role, view.seat()));
                        rows.push(chooser.row(place));
                        view.choice(place).unwrap_or_else(|| view.fallback())
                    }
                }
            };
            game.apply(action, |_| {});
        }
        if let Some(outcome) = game.close(&mut dealer) {
            for (&(role, seat), row) in decisions.iter().zip(rows.iter()) {
                samples[role].push(row.iter().copied(), G::target(game.setup(), &outcome, seat));
            }
        }
    }
}
