//! Entrants of contests. An entrant is a name and a constructor of players.

use std::fmt;
use std::sync::Arc;

use crate::{BuiltIn, Game, Player};

/// An entrant of matches and contests, which is a name and a constructor of players. One player is
/// created for each match or worker.
pub struct Entrant<G: Game> {
    name: Arc<str>,
    built_in: bool,
    reproducible: bool,
    make: Arc<dyn Fn() -> Box<dyn Player<G>> + Send + Sync>,
}

impl<G: Game> Entrant<G> {
    /// Creates an entrant.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn() -> Box<dyn Player<G>> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into().into(), built_in: false, reproducible: true, make: Arc::new(make) }
    }

    /// Returns the name of the entrant in results. For a built-in player, this is
    /// [`BuiltIn::name`](crate::BuiltIn::name).
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the player is built in.
    pub const fn is_built_in(&self) -> bool {
        self.built_in
    }

    /// Marks the decisions of the player as not reproducible.
    #[must_use]
    pub fn not_reproducible(self) -> Self {
        Self { reproducible: false, ..self }
    }

    /// Returns whether the player makes equal decisions for equal views and random numbers. The
    /// default is true. For external programs, it is not checked.
    pub const fn is_reproducible(&self) -> bool {
        self.reproducible
    }

    /// Creates a player.
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

/// The error of a wrong number of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found} player{}; these rules are for {wanted} players", if *found == 1 { "" } else { "s" })]
#[non_exhaustive]
pub struct PlayersError {
    /// The number of players found.
    pub found: usize,
    /// The number of players that the rules require.
    pub wanted: usize,
}

/// Collects the entrants at a table, and checks their number.
///
/// # Errors
/// The number of entrants is not `wanted`.
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
