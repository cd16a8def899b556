//! Who takes part: a name, and how to make the player.

use std::fmt;
use std::sync::Arc;

use crate::{BuiltIn, Game, Player};

/// A participant of matches and contests: a name, and how to make a player of that name, one for each match
/// or worker.
pub struct Entrant<G: Game> {
    name: Arc<str>,
    built_in: bool,
    reproducible: bool,
    make: Arc<dyn Fn() -> Box<dyn Player<G>> + Send + Sync>,
}

impl<G: Game> Entrant<G> {
    /// A participant with a name of its own.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn() -> Box<dyn Player<G>> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into().into(), built_in: false, reproducible: true, make: Arc::new(make) }
    }

    /// Its name in results; a built-in player has the name of its kind.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is one of the players that the game brings.
    pub const fn is_built_in(&self) -> bool {
        self.built_in
    }

    /// The same, of a player that may decide otherwise another time.
    #[must_use]
    pub fn not_reproducible(self) -> Self {
        Self { reproducible: false, ..self }
    }

    /// Whether the same views and random numbers give the same decisions every time, as far as this program knows: a
    /// program of its own may do as it likes.
    pub const fn is_reproducible(&self) -> bool {
        self.reproducible
    }

    /// One more player.
    pub fn player(&self) -> Box<dyn Player<G>> {
        (self.make)()
    }
}

impl<G: Game> Clone for Entrant<G> {
    fn clone(&self) -> Self {
        Self { name: Arc::clone(&self.name), make: Arc::clone(&self.make), ..*self }
    }
}

impl<K: BuiltIn> From<K> for Entrant<K::Game> {
    fn from(kind: K) -> Self {
        Self { built_in: true, ..Self::new(kind.name(), move || kind.player()) }
    }
}

impl<G: Game> From<&Self> for Entrant<G> {
    fn from(entrant: &Self) -> Self {
        entrant.clone()
    }
}

impl<G: Game> fmt::Debug for Entrant<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entrant").field(&self.name).finish()
    }
}

/// Not as many players as the rules want.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found} player{}; these rules are for {wanted}", if *found == 1 { "" } else { "s" })]
#[non_exhaustive]
pub struct PlayersError {
    /// The number of players found.
    pub found: usize,
    /// The number of players that the rules want.
    pub wanted: usize,
}

/// The players, as many as are wanted.
///
/// # Errors
/// Another number of them.
pub fn seated<G: Game, E: Into<Entrant<G>>>(
    players: impl IntoIterator<Item = E>,
    wanted: usize,
) -> Result<Vec<Entrant<G>>, PlayersError> {
    let players: Vec<Entrant<G>> = players.into_iter().map(Into::into).collect();
    match players.len() {
        found if found == wanted => Ok(players),
        found => Err(PlayersError { found, wanted }),
    }
}
