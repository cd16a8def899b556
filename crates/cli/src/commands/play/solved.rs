//! The puzzles that a person has solved.

use std::collections::BTreeSet;
use std::path::PathBuf;

use quadrille::texts;
use quadrille_files::{Replace, create_folder, state_folder, write_bytes};

use crate::failure::warn;

/// The solved puzzles, each identified by a line of text. A file keeps them between runs of the
/// program.
pub(crate) struct Solved {
    file: Option<PathBuf>,
    pub(crate) puzzles: BTreeSet<String>,
}

impl Solved {
    /// Reads the solved puzzles from a file in the state folder.
    pub(crate) fn read(name: &str) -> Self {
        let file = state_folder().map(|state| state.join(name));
        // A file that cannot be read counts as empty; only the record of solved puzzles is lost.
        let text = file.as_ref().and_then(|file| texts::read(file).ok());
        let puzzles =
            text.map_or_else(BTreeSet::new, |text| text.text().lines().map(str::to_owned).collect());
        Self { file, puzzles }
    }

    /// Adds a puzzle and writes the file. If the file cannot be written, a warning is printed.
    pub(crate) fn add(&mut self, puzzle: &str) {
        self.puzzles.insert(puzzle.to_owned());
        let Some(file) = &self.file else { return };
        let text = self.puzzles.iter().fold(String::new(), |text, puzzle| text + puzzle + "\n");
        let folder = file.parent().map_or(Ok(()), create_folder);
        let kept = folder.and_then(|()| write_bytes(file, Replace::RegularFile, text.as_bytes()));
        if let Err(error) = kept {
            warn(&format!("cannot record the puzzle as solved: {error}"));
        }
    }
}
