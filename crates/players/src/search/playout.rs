//! Playouts: games that the policy and the opponent model play to the end, starting from a world.

use quadrille_lanes::Level;
use quadrille_learn::Quantised;
use quadrille_table::{MOST_SEATS, Player, PlayerRng, View as _, draw};

use super::Searchable;
use super::styles::{HOUSE, RANDOM, TEMPERATURES, draw_by, softmax};
use crate::choice::Chooser;

/// A world to play out: the cards, and a style for each seat.
#[derive(Debug, Clone)]
pub(super) struct World<G> {
    pub(super) game: G,
    pub(super) styles: [u8; MOST_SEATS],
}

/// Plays games to their end, starting from a world. The buffers are reused.
pub(super) struct Playout<G: Searchable> {
    level: Level,
    chooser: Chooser<Quantised>,
    house: Box<dyn Player<G>>,
    exact: G::Exact,
    game: Option<G>,
    odds: Vec<f64>,
}

impl<G: Searchable> Playout<G> {
    pub(super) fn new(level: Level) -> Self {
        Self {
            level,
            chooser: Chooser::default(),
            house: G::house(),
            exact: G::Exact::default(),
            game: None,
            odds: Vec::new(),
        }
    }

    /// Takes an action in a world, plays the game to its end, and returns the target of seat
    /// `seat`. If `exact` is set, a position with an exact solution ends the playout.
    pub(super) fn value(
        &mut self,
        judges: &[Quantised],
        world: &World<G>,
        seat: usize,
        action: G::Action,
        exact: bool,
        rng: &mut PlayerRng,
    ) -> f32 {
        let mut game = match self.game.take() {
            Some(mut game) => {
                game.copy_from(&world.game);
                game
            }
            None => world.game.clone(),
        };
        game.apply(action, |_| {});
        let value = loop {
            if exact && let Some(value) = game.exact(seat, &mut self.exact) {
                break value;
            }
            let action = {
                let Some(view) = &game.view() else {
                    let outcome = game.close(rng);
                    break outcome.map_or(0.0, |outcome| G::target(game.setup(), &outcome, seat));
                };
                // The seat that searches plays by the policy (style 0).
                let own = view.seat() == seat;
                let style = if own { 0 } else { usize::from(world.styles[view.seat()]) };
                self.choose(judges, view, style, exact, rng)
            };
            game.apply(action, |_| {});
        };
        self.game = Some(game);
        value
    }

    /// Returns the action of the seat to decide, which plays in the style with index `style`. If
    /// `wins` is set, the styles of the policy take an action whose cell
    /// [`WINNING`](crate::Learnable::WINNING) is 1.
    fn choose(
        &mut self,
        judges: &[Quantised],
        view: &G::View<'_>,
        style: usize,
        wins: bool,
        rng: &mut PlayerRng,
    ) -> G::Action {
        let at = |place| view.choice(place).unwrap_or_else(|| view.fallback());
        let choices = view.choices();
        if choices == 1 {
            return at(0);
        }
        if style == RANDOM {
            return at(draw(rng, choices));
        }
        let role = G::role(view).filter(|_| style != HOUSE);
        let Some(role) = role else {
            let by_house = self.house.decide(view, rng).ok().filter(|action| view.permits(action));
            return by_house.unwrap_or_else(|| view.fallback());
        };
        self.chooser.read::<G>(view);
        if wins
            && let Some(place) = self.chooser.winning()
            && G::wins_hold(view)
        {
            return at(place);
        }
        let judge = &judges[role];
        // Style 0 has the lowest temperature, at which the softmax usually gives the best action.
        // Playouts take this action without a draw, because that needs no exponentials. Only the
        // weights use the softmax of style 0.
        if style == 0 {
            return at(self.chooser.best(self.level, judge));
        }
        let values = self.chooser.values(self.level, judge);
        softmax(values, judge.unit() * TEMPERATURES[style], &mut self.odds);
        at(draw_by(self.odds.iter().copied(), rng))
    }
}
