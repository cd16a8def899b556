//! Who takes part in an arena.

use std::fmt;
use std::sync::Arc;

use crate::players::{Player, PlayerKind};

/// Somebody who takes part in an arena: a name, and how to get a player of that name, one for each thread and
/// seat.
///
/// ```
/// use quadrille_doudizhu::arena::Entrant;
/// use quadrille_doudizhu::players::{PlayerKind, Rule};
///
/// let mine = Entrant::new("mine", || Box::new(Rule));
/// assert_eq!([mine, PlayerKind::Random.into()].map(|entrant| entrant.name().to_owned()), ["mine", "random"]);
/// ```
#[derive(Clone)]
pub struct Entrant {
    name: Arc<str>,
    kind: Option<PlayerKind>,
    make: Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>,
}

impl Entrant {
    /// Somebody with a name of its own.
    pub fn new(name: impl Into<String>, make: impl Fn() -> Box<dyn Player> + Send + Sync + 'static) -> Self {
        Self { name: name.into().into(), kind: None, make: Arc::new(make) }
    }

    /// What it is called in results.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Which of the built-in players it is; `None` for one of one's own.
    pub const fn kind(&self) -> Option<PlayerKind> {
        self.kind
    }

    /// One more player.
    pub fn player(&self) -> Box<dyn Player> {
        (self.make)()
    }
}

impl From<PlayerKind> for Entrant {
    fn from(kind: PlayerKind) -> Self {
        Self { kind: Some(kind), ..Self::new(kind.name(), move || kind.player()) }
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entrant").field(&self.name).finish()
    }
}
