//! Who takes part: a name, and how to make the player.

use std::fmt;
use std::sync::Arc;

use super::{Player, PlayerKind};

/// Makes a player.
type Maker = Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>;

/// Someone who takes part in matches: a name, and how to make the player, once for each match or worker that needs it.
#[derive(Clone)]
pub struct Entrant {
    name: String,
    maker: Who<Maker>,
}

/// A built-in player, or something else.
#[derive(Clone)]
enum Who<T> {
    BuiltIn(PlayerKind),
    Own(T),
}

impl Entrant {
    /// A player of one's own.
    pub fn new(name: impl Into<String>, make: impl Fn() -> Box<dyn Player> + Send + Sync + 'static) -> Self {
        Self { name: name.into(), maker: Who::Own(Arc::new(make)) }
    }

    /// The name; a built-in player's is that of its kind.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Which of the built-in players it is; `None` for one of one's own.
    pub const fn kind(&self) -> Option<PlayerKind> {
        match self.maker {
            Who::BuiltIn(kind) => Some(kind),
            Who::Own(_) => None,
        }
    }

    /// The player, made anew.
    pub fn seated(&self) -> Seated {
        Seated(match &self.maker {
            Who::BuiltIn(kind) => Who::BuiltIn(*kind),
            Who::Own(make) => Who::Own(make()),
        })
    }
}

impl From<PlayerKind> for Entrant {
    fn from(kind: PlayerKind) -> Self {
        Self { name: kind.name().to_owned(), maker: Who::BuiltIn(kind) }
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
        write!(f, "Entrant({})", self.name)
    }
}

/// A player that was made: from [`Entrant::seated`].
pub struct Seated(Who<Box<dyn Player>>);

impl Seated {
    /// Which of the built-in players it is. They are called straight and hear of nothing, which is what they would do anyway.
    #[inline]
    pub(crate) const fn kind(&self) -> Option<PlayerKind> {
        match self.0 {
            Who::BuiltIn(kind) => Some(kind),
            Who::Own(_) => None,
        }
    }

    /// The player, if it is not a built-in one.
    #[inline]
    pub(crate) fn own(&mut self) -> Option<&mut dyn Player> {
        match &mut self.0 {
            Who::BuiltIn(_) => None,
            Who::Own(player) => Some(&mut **player),
        }
    }
}

impl fmt::Debug for Seated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.kind().map_or("own", PlayerKind::name);
        write!(f, "Seated({name})")
    }
}
