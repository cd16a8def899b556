//! An implementation of [`Batch`] that stores a complete game for each table.

use super::{ActionOf, Batch};
use crate::{Cell, Encode, Game, PlayerRng, Text, View as _};

/// A game whose hands and observations can be inspected for every seat.
pub trait Inspect: Encode + Text {
    /// Calls `set` once for each cell that contains 1 in the observation of a seat, with the index
    /// of the cell. The cells have the same meaning as in [`Encode::observe`].
    fn observe_seat(&self, seat: usize, set: impl FnMut(usize));

    /// Returns the hand of a seat as text.
    fn hand_text(&self, seat: usize) -> String;

    /// Returns the cards on the table that must be beaten, as text; `None` if there are none.
    fn table_text(&self) -> Option<String>;
}

/// An implementation of [`Batch`] for any game, which stores a list of complete games. The rewards
/// are the [points](Game::points).
#[derive(Debug, Clone)]
pub struct Whole<G: Game> {
    setup: G::Setup,
    games: Vec<G>,
    /// The state of each game before its deal, which is restored if the game is abandoned.
    before: Vec<G>,
    /// The generator of each deal. It is kept because closing the game may draw further random
    /// numbers from it.
    rngs: Vec<PlayerRng>,
    turns: Vec<Option<usize>>,
}

/// The error of an illegal action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{action}` is not legal; expected {}", one_of(legal))]
#[non_exhaustive]
pub struct NotLegal {
    /// The text of the action.
    pub action: String,
    /// The texts of the legal actions.
    pub legal: Vec<String>,
}

/// The maximum number of legal actions that an error lists.
const LISTED: usize = 20;

fn one_of(legal: &[String]) -> String {
    let listed: Vec<String> = legal.iter().take(LISTED).map(|action| format!("`{action}`")).collect();
    listed.join(", ") + if legal.len() > LISTED { ", …" } else { "" }
}

impl<G: Game + Clone> Whole<G> {
    /// Creates `n` tables.
    pub fn new(n: usize, setup: &G::Setup) -> Self {
        let rng = quadrille_random::StreamKey::new(0, 0).rng();
        let games = vec![G::new(setup); n];
        Self { setup: setup.clone(), before: games.clone(), games, rngs: vec![rng; n], turns: vec![None; n] }
    }

    /// Returns the game at a table; `None` if the table does not exist.
    pub fn game(&self, table: usize) -> Option<&G> {
        self.games.get(table)
    }
}

impl<G> Batch for Whole<G>
where
    G: Inspect + Clone,
    G::Outcome: Clone,
{
    type Game = G;
    type Outcome = G::Outcome;
    type Last = G;
    type Listed = G::Action;
    type Illegal = NotLegal;

    fn setup(&self) -> &G::Setup {
        &self.setup
    }

    fn action_count(&self) -> usize {
        G::action_count(&self.setup)
    }

    fn action_id(&self, action: G::Action) -> Option<u16> {
        G::action_id(&self.setup, action)?.try_into().ok()
    }

    fn action(&self, id: u16) -> Option<G::Action> {
        G::action_of(&self.setup, id.into())
    }

    fn deal(&mut self, table: usize, number: u64, mut rng: PlayerRng) {
        let game = &mut self.games[table];
        if number == 0 {
            *game = G::new(&self.setup);
        }
        self.before[table].clone_from(game);
        game.deal(&mut rng);
        self.rngs[table] = rng;
        self.turns[table] = game.view().map(|view| view.seat());
    }

    fn abandon(&mut self, table: usize) {
        self.games[table].clone_from(&self.before[table]);
    }

    fn is_over(&self, table: usize) -> bool {
        self.turns[table].is_none()
    }

    fn turn(&self, table: usize) -> Option<usize> {
        self.turns[table]
    }

    fn player(&self, table: usize, seat: usize) -> usize {
        self.games[table].player(seat)
    }

    fn list(&mut self, legal: &mut Vec<G::Action>, ends: &mut [usize]) {
        for (game, end) in self.games.iter_mut().zip(ends) {
            if let Some(view) = game.view() {
                legal.extend((0..view.choices()).filter_map(|place| view.choice(place)));
            }
            *end = legal.len();
        }
    }

    fn choices(&self, _: usize, legal: &[G::Action]) -> usize {
        legal.len()
    }

    fn choice(&self, _: usize, legal: &[G::Action], place: usize) -> Option<G::Action> {
        legal.get(place).copied()
    }

    fn check(&self, _: usize, legal: &[G::Action], action: ActionOf<Self>) -> Result<(), NotLegal> {
        if legal.contains(&action) {
            return Ok(());
        }
        let legal = legal.iter().map(|&legal| G::action_text(legal)).collect();
        Err(NotLegal { action: G::action_text(action), legal })
    }

    fn apply(&mut self, table: usize, action: G::Action) {
        let game = &mut self.games[table];
        game.apply(action, |_| ());
        self.turns[table] = game.view().map(|view| view.seat());
    }

    fn close(&mut self, table: usize, rewards: &mut [f32]) -> (Option<G::Outcome>, G) {
        let game = &mut self.games[table];
        let outcome = game.close(&mut self.rngs[table]);
        if let Some(outcome) = &outcome {
            for seat in 0..rewards.len() {
                rewards[game.player(seat)] = G::points(&self.setup, outcome, seat) as f32;
            }
        }
        (outcome, game.clone())
    }

    fn hand_text(&self, table: usize, seat: usize) -> String {
        self.games[table].hand_text(seat)
    }

    fn observation_len(&self) -> usize {
        G::observation_len(&self.setup)
    }

    fn observe<C: Cell>(&self, table: usize, seat: Option<usize>, row: &mut [C]) {
        let seat = seat.or(self.turns[table]).unwrap_or_default();
        write(&self.games[table], seat, row);
    }

    fn observe_last<C: Cell>(&self, last: &G, row: &mut [C]) {
        write(last, 0, row);
    }
}

fn write<G: Inspect, C: Cell>(game: &G, seat: usize, row: &mut [C]) {
    row.fill(C::ZERO);
    game.observe_seat(seat, |cell| row[cell] = C::ONE);
}
