//! Experiments behind one face: what a kind is, and a job of one of them.

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Table;
use quadrille_experiment::{Header, OpenJob};
use quadrille_lanes::Level;

use crate::files::NamedFiles;

/// Reads an engine's table of an experiment file and makes a job of it.
pub type Reader = fn(&Table<'_>, &Header, &mut NamedFiles) -> Result<Box<dyn Job>, Diagnostic>;

/// A kind of experiment.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// What an experiment file calls it: engine, dot, question.
    pub name: &'static str,
    /// The table of the file that holds the engine's own keys.
    pub table: &'static str,
    /// What it finds out, in a line.
    pub about: &'static str,
    /// The revision of its results: raised, with a line under **Results** in the changelog, whenever the same file and seed
    /// come to give other bytes.
    pub revision: u32,
    /// Reads that table and checks every range in it.
    pub read: Reader,
    /// The keys of that table.
    pub keys: &'static [&'static str],
}

/// What a kind of experiment asks, read from a file and checked: an engine's settings behind one face.
///
/// An adapter reads its settings when the file is read, and makes an experiment of them when the job is opened.
pub trait Job: Send + Sync {
    /// Opens the job: everything that the bytes of its result depend on is now known, and it owns all it needs. `level` is
    /// the vector level of all kernels, which changes nothing but the time.
    fn open(&self, seed: u64, level: Level) -> Box<dyn OpenJob>;

    /// The seed that a file it names asks for; it counts where the experiment itself has none.
    fn seed(&self) -> Option<u64> {
        None
    }
}
