//! A table at which people and programs play, for a terminal or a page.
//!
//! The caller drives the table. It calls [`Session::step`] while a program is to act, and
//! [`Session::act`] with the action of a person. When neither is possible, it calls
//! [`Session::close`].
//!
//! ```text
//! deal ──▶ step, step, … ──▶ person? ──yes──▶ act ──▶ step, …
//!                              │  ▲             (or undo: back to the person's last decision)
//!                              no └─────────────┘
//!                              ▼
//!                            close
//! ```
//!
//! The actions and the end of game n, counted from 1, draw their random numbers from the stream
//! (seed, n), each from its own substream. The deal of game n uses substream 0 of the stream (seed,
//! n − 1). Therefore neither an undo nor the number of hints affects the cards or the replies.

use quadrille_players::{GameCourse, Searchable};
use quadrille_random::StreamKey;
use quadrille_table::{Decision, Entrant, Player, PlayerError, Text, View as _};

/// A series of games with people in some seats.
///
/// A decision of a program depends on the seed, the number of the game and the number of earlier
/// actions. After an undo, the same moves therefore get the same replies, unless the program uses a
/// time budget.
pub struct Session<G: Searchable> {
    game: G,
    /// The program of each player; `None` for a person.
    players: Vec<Option<Box<dyn Player<G>>>>,
    seed: u64,
    number: u64,
    /// The actions so far. Each entry has the game before an action, the seat, and the action.
    steps: Vec<(G, usize, G::Action)>,
    practice: bool,
}

impl<G: Searchable> std::fmt::Debug for Session<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("number", &self.number).finish_non_exhaustive()
    }
}

/// An action that a program has taken at the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Acted<A> {
    /// The seat that acted.
    pub seat: usize,
    /// The action.
    pub action: A,
    /// The kind of the decision. If the action gives cards to another seat, only the giver and the
    /// receiver may see the cards.
    pub decision: Decision,
    /// The reason why this action replaces the program's own action; `None` if the program chose
    /// this action.
    pub substituted: Option<String>,
}

impl<G: Searchable + Text> Session<G> {
    /// Creates a table before its first deal. `players` has an entrant for each program and `None`
    /// for each person.
    pub fn new(setup: &G::Setup, players: &[Option<Entrant<G>>], seed: u64) -> Self {
        Self {
            game: G::new(setup),
            players: players.iter().map(|player| player.as_ref().map(Entrant::player)).collect(),
            seed,
            number: 0,
            steps: Vec::new(),
            practice: false,
        }
    }

    /// Deals the next game of the series.
    pub fn deal(&mut self) {
        // The key of the deal uses the number of earlier games, and the keys of the actions use the
        // number of this game, counted from 1. Therefore no two keys are equal.
        self.game.deal(&mut self.key(0).rng());
        self.begin();
    }

    /// Begins the next game of the series with `game`, which was dealt elsewhere, for example in a
    /// record.
    pub fn deal_as(&mut self, game: G) {
        self.game = game;
        self.begin();
    }

    /// Counts the new game and notifies the players of its deal.
    fn begin(&mut self) {
        self.number += 1;
        (self.steps, self.practice) = (Vec::new(), false);
        let seats = 0..G::seats(self.game.setup());
        for seat in seats {
            let start = self.game.start(seat, self.number);
            if let Some(player) =
                self.players[self.game.player(seat)].as_mut().filter(|player| player.listens())
            {
                player.begin(&start);
            }
        }
        let Self { game, players, .. } = self;
        game.opening(|event| observe(players, event));
    }

    fn key(&self, source: u64) -> StreamKey {
        StreamKey::new(self.seed, self.number).substream(source)
    }

    /// Returns the table.
    pub fn game(&mut self) -> &mut G {
        &mut self.game
    }

    /// Returns the number of the current game, counted from 1; 0 before the first deal.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Returns the player and the seat whose turn it is, if the player is a person; `None`
    /// otherwise.
    pub fn person(&mut self) -> Option<(usize, usize)> {
        let seat = self.game.view()?.seat();
        let player = self.game.player(seat);
        self.players[player].is_none().then_some((player, seat))
    }

    /// Lets a program act and returns its action; `None` if it is a person's turn, or the game is
    /// over.
    pub fn step(&mut self) -> Option<Acted<G::Action>> {
        // Each action has its own key, so after an undo the same position has the same random
        // numbers.
        let mut rng = self.key(1 + self.steps.len() as u64).rng();
        let (seat, action, decision, substituted) = {
            let seat = self.game.view()?.seat();
            let player = self.players[self.game.player(seat)].as_mut()?;
            // The view is taken again, because the first view borrowed the whole game.
            let view = self.game.view()?;
            let answer: Result<_, PlayerError> = player.decide(&view, &mut rng);
            match answer {
                Ok(action) if view.permits(&action) => (seat, action, view.decision(), None),
                Ok(action) => {
                    let why = format!("`{}` is illegal", G::action_text(action));
                    (seat, view.fallback(), view.decision(), Some(why))
                }
                Err(error) => (seat, view.fallback(), view.decision(), Some(error.to_string())),
            }
        };
        self.apply(seat, action);
        Some(Acted { seat, action, decision, substituted })
    }

    /// Takes an action for a person. Returns `false` if the action is not legal, or if it is not a
    /// person's turn.
    pub fn act(&mut self, action: G::Action) -> bool {
        let Some((_, seat)) = self.person() else { return false };
        if !self.game.view().is_some_and(|view| view.permits(&action)) {
            return false;
        }
        self.apply(seat, action);
        true
    }

    fn apply(&mut self, seat: usize, action: G::Action) {
        // Each step keeps a copy of the game, because an action cannot be undone in place. A copy
        // takes a few kilobytes.
        self.steps.push((self.game.clone(), seat, action));
        let Self { game, players, .. } = self;
        game.apply(action, |event| observe(players, event));
    }

    /// Returns to the last decision of a person, and marks the game as practice. Returns `false` if
    /// no person has acted. Listening players are not notified. Do not call this if an external
    /// program plays, because the program would keep the state of the undone actions.
    pub fn undo(&mut self) -> bool {
        let by_person = |(game, seat, _): &(G, usize, G::Action)| self.players[game.player(*seat)].is_none();
        let Some(place) = self.steps.iter().rposition(by_person) else { return false };
        if let Some((game, ..)) = self.steps.drain(place..).next() {
            self.game = game;
        }
        self.practice = true;
        true
    }

    /// Marks the game as practice, for example because a person has seen hidden cards.
    pub const fn practise(&mut self) {
        self.practice = true;
    }

    /// Returns whether the game is marked as practice.
    pub const fn is_practice(&self) -> bool {
        self.practice
    }

    /// Returns the actions so far, each with its seat.
    pub fn actions(&self) -> impl Iterator<Item = (usize, G::Action)> {
        self.steps.iter().map(|(_, seat, action)| (*seat, *action))
    }

    /// Returns the cards and the actions of the game so far; `None` before a deal.
    pub fn course(&self) -> Option<GameCourse<G>> {
        GameCourse::of(&self.game)
    }

    /// Closes a finished game and returns its outcome. Returns `None` if the game is not over, if
    /// it was closed before, or if the cards were thrown in.
    pub fn close(&mut self) -> Option<G::Outcome> {
        if self.game.view().is_some() {
            return None;
        }
        // The random numbers for the end of a game come from the last substream. No game has enough
        // actions to reach this substream.
        let outcome = self.game.close(&mut self.key(u64::from(u32::MAX)).rng())?;
        let listening = self.players.iter_mut().flatten().filter(|player| player.listens());
        listening.for_each(|player| player.end(&outcome));
        Some(outcome)
    }
}

/// Notifies the listening players of an event.
fn observe<G: Searchable>(players: &mut [Option<Box<dyn Player<G>>>], event: &G::Event) {
    players.iter_mut().flatten().filter(|player| player.listens()).for_each(|player| player.observe(event));
}
