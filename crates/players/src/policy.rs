//! The player that takes the action to which a network gives the highest value.
//!
//! At a decision, the cells of the state are listed once, followed by the cells of each action. The
//! network of the role evaluates all actions in one call. [`read`] checks that a file has the
//! expected game, revision of cells, roles and sizes. Without these checks, a network for other
//! cells would play badly without an error.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::sync::{Arc, LazyLock};

use flate2::bufread::GzDecoder;
use quadrille_diagnostics::printable;
use quadrille_lanes::Level;
use quadrille_learn::file::{FileError, LARGEST, Set};
use quadrille_learn::{Judge, Network, Quantised, RangeError, ShapeError};
use quadrille_table::{MakePlayer, Player, PlayerError, PlayerRng, View as _, Weighed};

use crate::Learnable;
use crate::Searchable;
use crate::choice::Chooser;
use crate::search::{Budget, Search};

/// A player that takes the action to which the network of the role gives the highest value. If
/// several actions have this value, it takes the first of them. It draws no random numbers for
/// decisions of a network. The house player makes the decisions that have no role.
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
    /// Creates a player from the networks that [`read`] returns, one for each role.
    pub fn new(level: Level, judges: Arc<[J]>) -> Self {
        Self { level, judges, house: G::house(), chooser: Chooser::default() }
    }
}

impl<G: Learnable> Policy<G, Quantised> {
    /// Creates a player from one network for each role. The environment variable `QUADRILLE_SIMD`
    /// selects the vector level; without it, the best level is used. The level only affects speed.
    pub fn boxed(judges: Arc<[Quantised]>) -> Box<dyn Player<G>> {
        Box::new(Self::new(level(), judges))
    }
}

/// Returns the vector level that the environment variable `QUADRILLE_SIMD` selects. Returns the
/// best level if the variable is not set or not valid.
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

    fn explain(&mut self, view: &G::View<'_>, setup: &G::Setup) -> Vec<Weighed<G::Action>> {
        let Some(role) = G::role(view).filter(|_| view.choices() > 1) else { return Vec::new() };
        let (scale, judge) = (G::scale(setup), &self.judges[role]);
        self.chooser.read::<G>(view);
        let values = self.chooser.values(self.level, judge).iter();
        let weighed = |(place, &value)| {
            let value = scale.value(judge.target(value));
            view.choice(place).map(|action| Weighed { action, value, playouts: 0 })
        };
        values.enumerate().filter_map(weighed).collect()
    }

    fn listens(&self) -> bool {
        false
    }
}

/// The policy that the crate of a game contains. Its weights are decoded at the first use.
#[derive(Debug)]
pub struct Shipped(LazyLock<Arc<[Quantised]>>);

impl Shipped {
    /// Creates a shipped policy. `judges` must call [`read`] with the [`unpacked`] file of weights
    /// in the crate.
    pub const fn new(judges: fn() -> Arc<[Quantised]>) -> Self {
        Self(LazyLock::new(judges))
    }

    /// Returns a player with the shipped weights.
    pub fn player<G: Learnable>(&self) -> Box<dyn Player<G>> {
        Policy::boxed(Arc::clone(&self.0))
    }

    /// Returns a player that searches with the shipped weights.
    pub fn search<G: Searchable>(&self, budget: Budget) -> Search<G> {
        Search::new(level(), Arc::clone(&self.0), budget)
    }

    /// Returns a player that searches with the shipped weights and the default budget.
    pub fn searcher<G: Searchable>(&self) -> Box<dyn Player<G>> {
        Box::new(self.search(Budget::default()))
    }

    /// Returns a constructor of players from the bytes of a file of weights. Implements
    /// [`BuiltIn::of_file`](quadrille_table::BuiltIn::of_file).
    ///
    /// # Errors
    /// The bytes are not a policy of this game.
    pub fn of_file<G: Learnable>(bytes: &[u8]) -> Result<MakePlayer<G>, String> {
        let judges = read::<G>(bytes).map_err(|error| error.to_string())?;
        Ok(Box::new(move || Policy::boxed(Arc::clone(&judges))))
    }

    /// Returns a constructor of players, and whether the decisions of these players are
    /// reproducible. The players search with the shipped weights, and with the budget in `text`.
    /// Implements [`BuiltIn::of_budget`](quadrille_table::BuiltIn::of_budget).
    ///
    /// # Errors
    /// The text is not a budget.
    pub fn of_budget<G: Searchable>(&'static self, text: &str) -> Result<(MakePlayer<G>, bool), String> {
        let budget: Budget = text.parse().map_err(|error: crate::search::BudgetError| error.to_string())?;
        Ok((Box::new(move || Box::new(self.search::<G>(budget))), matches!(budget, Budget::Playouts(_))))
    }
}

/// The reason why the policy of a game could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// The file is not a file of weights.
    #[error(transparent)]
    File(#[from] FileError),
    /// The policy is for another game.
    #[error("the policy is for the game `{}`; expected `{expected}`", printable(found))]
    Game {
        /// The game in the file.
        found: String,
        /// The game of the player.
        expected: &'static str,
    },
    /// The policy is for another revision of the cells.
    #[error(
        "the policy is for revision {} of the network inputs (cells); expected revision {expected}",
        printable(found)
    )]
    Cells {
        /// The revision in the file.
        found: String,
        /// The revision that this version of the game reads.
        expected: u32,
    },
    /// The names of the networks in the file differ from the names of the game's roles.
    #[error("the file has the networks {found:?}; expected {expected:?}")]
    Networks {
        /// The names in the file.
        found: Vec<String>,
        /// The names of the game's roles.
        expected: &'static [&'static str],
    },
    /// The sizes of a network differ from the sizes that the game requires, or the network allows
    /// too few cells to be 1 at the same time.
    #[error(
        "network `{network}` has the sizes {found:?}; expected {expected:?} (inputs, outputs of the first \
         layer, outputs of the second layer, inputs that can be 1 at once)"
    )]
    Sizes {
        /// The name of the network.
        network: String,
        /// Four sizes in the file: the number of inputs, the number of outputs of the first hidden
        /// layer, the number of outputs of the second hidden layer, and the maximum number of
        /// inputs that can be 1 at the same time.
        found: [usize; 4],
        /// The four sizes that the game requires, in the same order.
        expected: [usize; 4],
    },
    /// The weights are too large for the conversion to integers, or not finite.
    #[error(transparent)]
    Range(#[from] RangeError),
    /// The game has more cells than a network can read.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

/// Returns the notes (metadata) that a file of weights must have to be a policy of the game. A file
/// can have other notes too.
pub fn notes<G: Learnable>() -> BTreeMap<String, String> {
    let notes = [(GAME, G::GAME.to_owned()), (CELLS, G::CELLS.to_string())];
    notes.into_iter().map(|(name, note)| (name.to_owned(), note)).collect()
}

/// Returns the bytes of shipped weights, which are compressed with gzip.
///
/// # Panics
/// If the file is damaged, if there are bytes after its first gzip member, or if the weights are
/// larger than the largest file of weights.
#[doc(hidden)]
pub fn unpacked(file: &[u8]) -> Vec<u8> {
    let mut decoder = GzDecoder::new(file);
    let mut bytes = Vec::new();
    decoder.by_ref().take(LARGEST as u64 + 1).read_to_end(&mut bytes).expect("a file compressed with gzip");
    assert!(bytes.len() <= LARGEST, "the unpacked file has more than {LARGEST} bytes");
    assert!(decoder.into_inner().is_empty(), "the file has bytes after its first gzip member");
    bytes
}

const GAME: &str = "game";
const CELLS: &str = "cells";

/// Reads the policy of a game from the bytes of a file `policy.safetensors` or
/// `weights.safetensors` that a training wrote. Returns the integer networks, one for each role.
///
/// # Errors
/// [`PolicyError`] if the bytes are not a file of weights, or the weights do not fit the game.
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
    let note = |name: &str| notes.get(name).cloned().unwrap_or_default();
    if note(GAME) != G::GAME {
        return Err(PolicyError::Game { found: note(GAME), expected: G::GAME });
    }
    if note(CELLS) != G::CELLS.to_string() {
        return Err(PolicyError::Cells { found: note(CELLS), expected: G::CELLS });
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
