//! Who takes part: a name, and how to make the player.

use std::fmt;
use std::sync::Arc;

use super::{Player, PlayerKind};

/// Somebody who takes part in matches and contests: a name, and how to make a player of that name, one for
/// each match or worker.
///
/// ```
/// use quadrille_daifugo::players::{Entrant, Greedy, PlayerKind};
///
/// let mine = Entrant::new("mine", || Box::new(Greedy));
/// assert_eq!([mine, PlayerKind::Random.into()].map(|entrant| entrant.name().to_owned()), ["mine", "random"]);
/// ```
#[derive(Clone)]
pub struct Entrant {
    name: Arc<str>,
    make: Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>,
}

impl Entrant {
    /// Somebody with a name of its own.
    pub fn new(name: impl Into<String>, make: impl Fn() -> Box<dyn Player> + Send + Sync + 'static) -> Self {
        Self { name: name.into().into(), make: Arc::new(make) }
    }

    /// What it is called in results; a built-in player has the name of its kind.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One more player.
    pub fn player(&self) -> Box<dyn Player> {
        (self.make)()
    }
}

impl From<PlayerKind> for Entrant {
    fn from(kind: PlayerKind) -> Self {
        Self::new(kind.name(), move || kind.player())
    }
}

impl From<&Self> for Entrant {
    fn from(entrant: &Self) -> Self {
        entrant.clone()
    }
}

impl From<&PlayerKind> for Entrant {
    fn from(kind: &PlayerKind) -> Self {
        (*kind).into()
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entrant").field(&self.name).finish()
    }
}
