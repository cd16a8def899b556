//! A player that does what a network values most.
//!
//! A decision lists the cells of the state once and those of each action, has the network of the role value all actions
//! in one call, and takes the best. [`read`] checks that a file is of the same game, cells, roles and sizes before its
//! networks are played: a network that reads other cells would play nonsense without an error.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use quadrille_diagnostics::printable;
use quadrille_lanes::Level;
use quadrille_learn::file::{FileError, Set};
use quadrille_learn::{Judge, Network, Quantised, RangeError, ShapeError};
use quadrille_table::{MakePlayer, Player, PlayerError, PlayerRng, View as _};

use crate::Learnable;
use crate::Searchable;
use crate::choice::Chooser;
use crate::search::{Budget, Search};

/// Does what the network of its role values most, the first of equals; draws nothing.
pub struct Policy<G: Learnable, J: Judge> {
    level: Level,
    judges: Arc<[J]>,
    house: Box<dyn Player<G>>,
    chooser: Chooser<J>,
}

impl<G: Learnable, J: Judge> std::fmt::Debug for Policy<G, J> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Policy").field("level", &self.level).finish_non_exhaustive()
    }
}

impl<G: Learnable, J: Judge> Policy<G, J> {
    /// A player by these networks, one for each role, as [`read`] reads them.
    pub fn new(level: Level, judges: Arc<[J]>) -> Self {
        Self { level, judges, house: G::house(), chooser: Chooser::default() }
    }
}

impl<G: Learnable> Policy<G, Quantised> {
    /// A player by these networks at the vector level of the environment, which changes nothing but the time.
    pub fn boxed(judges: Arc<[Quantised]>) -> Box<dyn Player<G>> {
        Box::new(Self::new(level(), judges))
    }
}

/// The vector level of the environment.
fn level() -> Level {
    static LEVEL: LazyLock<Level> = LazyLock::new(|| Level::from_env().unwrap_or_else(|_| Level::best()));
    *LEVEL
}

impl<G: Learnable, J: Judge + Send + Sync> Player<G> for Policy<G, J>
where
    J::Buffer: Send,
    J::Value: Send,
{
    fn decide(&mut self, view: &G::View<'_>, rng: &mut PlayerRng) -> Result<G::Action, PlayerError> {
        let Some(role) = G::role(view) else { return self.house.decide(view, rng) };
        let mut place = 0;
        if view.choices() > 1 {
            self.chooser.read::<G>(view);
            place = self.chooser.best(self.level, &self.judges[role]);
        }
        Ok(view.choice(place).unwrap_or_else(|| view.fallback()))
    }

    fn listens(&self) -> bool {
        false
    }
}

/// The policy that a game ships, read when it is first asked for.
#[derive(Debug)]
pub struct Shipped(LazyLock<Arc<[Quantised]>>);

impl Shipped {
    /// The policy whose file a function reads: [`read`] with the bytes of a file of the crate.
    pub const fn new(judges: fn() -> Arc<[Quantised]>) -> Self {
        Self(LazyLock::new(judges))
    }

    /// A player by it.
    pub fn player<G: Learnable>(&self) -> Box<dyn Player<G>> {
        Policy::boxed(Arc::clone(&self.0))
    }

    /// Returns a player that searches with it.
    pub fn search<G: Searchable>(&self, budget: Budget) -> Search<G> {
        Search::new(level(), Arc::clone(&self.0), budget)
    }

    /// Returns how to make players that search with it for the budget of a text, and whether they decide in the same
    /// way every time: [`BuiltIn::of_budget`](quadrille_table::BuiltIn::of_budget).
    ///
    /// # Errors
    /// The text is no budget.
    pub fn of_budget<G: Searchable>(&'static self, text: &str) -> Result<(MakePlayer<G>, bool), String> {
        let budget: Budget = text.parse().map_err(|error: crate::search::BudgetError| error.to_string())?;
        Ok((Box::new(move || Box::new(self.search::<G>(budget))), matches!(budget, Budget::Playouts(_))))
    }
}

/// Returns how to make players by the policy in a file's bytes:
/// [`BuiltIn::of_file`](quadrille_table::BuiltIn::of_file).
///
/// # Errors
/// They are no policy of this game.
pub fn of_file<G: Learnable>(bytes: &[u8]) -> Result<MakePlayer<G>, String> {
    let judges = read::<G>(bytes).map_err(|error| error.to_string())?;
    Ok(Box::new(move || Policy::boxed(Arc::clone(&judges))))
}

/// A file that holds no policy of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// It holds no weights.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is of another game.
    #[error("a policy of {}; expected one of {expected}", printable(found))]
    Game {
        /// The game that it names.
        found: String,
        /// The game that is played.
        expected: &'static str,
    },
    /// Its cells mean something else than those of this version.
    #[error("a policy for cells of revision {}; this version has revision {expected}", printable(found))]
    Cells {
        /// The revision that it names.
        found: String,
        /// That of this version.
        expected: u32,
    },
    /// It holds other networks.
    #[error("networks {found:?}; expected {expected:?}")]
    Networks {
        /// Their names.
        found: Vec<String>,
        /// The names of the game's.
        expected: &'static [&'static str],
    },
    /// A network reads other cells than the game's, or fewer at a time.
    #[error("network `{network}` has the sizes {found:?}; expected {expected:?}")]
    Sizes {
        /// Its name.
        network: String,
        /// Inputs, outputs of both layers, and inputs that may be 1.
        found: [usize; 4],
        /// Those of the game.
        expected: [usize; 4],
    },
    /// Its weights are too large for integers.
    #[error(transparent)]
    Range(#[from] RangeError),
    /// The game has more cells than a network can read.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

/// What a file of weights says of its game: the names and texts of notes, to which others may be added.
pub fn notes<G: Learnable>() -> BTreeMap<String, String> {
    let notes = [(GAME, G::GAME.to_owned()), (CELLS, G::CELLS.to_string())];
    notes.into_iter().map(|(name, note)| (name.to_owned(), note)).collect()
}

const GAME: &str = "game";
const CELLS: &str = "cells";

/// Reads the policy of a game from the bytes of a file, `policy.safetensors` or `weights.safetensors` of a training:
/// the networks in integers, one for each role.
///
/// # Errors
/// [`PolicyError`]: a file that is none, or of another game.
pub fn read<G: Learnable>(bytes: &[u8]) -> Result<Arc<[Quantised]>, PolicyError> {
    let (networks, notes): (Vec<(String, Quantised)>, _) = match Set::<Quantised>::from_bytes(bytes) {
        Ok(set) => (set.networks, set.notes),
        Err(FileError::Foreign(_)) => {
            let set = Set::<Network>::from_bytes(bytes)?;
            let quantised = |(name, network): &(String, Network)| {
                Ok((name.clone(), Quantised::new(Level::best(), network, G::MOST_CELLS)?))
            };
            (set.networks.iter().map(quantised).collect::<Result<_, PolicyError>>()?, set.notes)
        }
        Err(error) => return Err(error.into()),
    };
    let said = |name: &str| notes.get(name).cloned().unwrap_or_default();
    if said(GAME) != G::GAME {
        return Err(PolicyError::Game { found: said(GAME), expected: G::GAME });
    }
    if said(CELLS) != G::CELLS.to_string() {
        return Err(PolicyError::Cells { found: said(CELLS), expected: G::CELLS });
    }
    let names: Vec<&str> = networks.iter().map(|(name, _)| &**name).collect();
    if names != G::ROLES {
        let found = names.into_iter().map(str::to_owned).collect();
        return Err(PolicyError::Networks { found, expected: G::ROLES });
    }
    let shape = G::shape()?;
    let expected = [shape.inputs(), shape.first(), shape.second(), G::MOST_CELLS];
    for (network, judge) in &networks {
        let shape = judge.shape();
        let found = [shape.inputs(), shape.first(), shape.second(), judge.most_cells()];
        if found[..3] != expected[..3] || found[3] < expected[3] {
            return Err(PolicyError::Sizes { network: network.clone(), found, expected });
        }
    }
    Ok(networks.into_iter().map(|(_, judge)| judge).collect())
}
