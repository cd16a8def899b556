//! The built-in example files: experiments, and the files that they use, such as profiles, patterns
//! and players.
//!
//! `example:NAME` can be used in place of the path of an input file, both on the command line and
//! in experiment files.

use std::path::Path;

use quadrille_diagnostics::{Source, nearest};
use quadrille_files::FindExample;

use crate::files::{Files, FoundFile, NamedFiles};
use crate::kinds::REGISTRY;

/// Prefix that distinguishes the name of an example from the path of a file.
pub const PREFIX: &str = "example:";

/// A built-in file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// Unique name of the example.
    pub name: &'static str,
    /// Path of the file in the folder of examples, with `/` between folders.
    pub path: &'static str,
    /// Content of the file.
    pub text: &'static str,
}

/// Builds the list of examples from names and paths.
///
/// The folder `shipped` of this crate is a link to the folder `examples` of the repository, so that
/// the package of this crate contains the files.
macro_rules! shipped {
    ($($name:literal: $path:literal),* $(,)?) => {
        &[$(Example { name: $name, path: $path, text: include_str!(concat!("../shipped/", $path)) }),*]
    };
}

/// All examples: first the experiments of each engine, then the files that experiments use.
pub const EXAMPLES: &[Example] = shipped! {
    "mastermind-knuth": "mastermind-knuth.toml",
    "mastermind-strategies": "mastermind-strategies.toml",
    "mastermind-sizes": "mastermind-sizes.toml",
    "mastermind-optimal": "mastermind-optimal.toml",
    "random-battery": "random-battery.toml",
    "combat-fury": "combat-fury.toml",
    "combat-weights": "combat-weights.toml",
    "combat-sweep": "combat-sweep.toml",
    "combat-compare": "combat-compare.toml",
    "life-density": "life-density.toml",
    "life-soups": "life-soups.toml",
    "life-methuselah": "life-methuselah.toml",
    "doudizhu-arena": "doudizhu-arena.toml",
    "doudizhu-endgames": "doudizhu-endgames.toml",
    "doudizhu-train": "doudizhu-train.toml",
    "doudizhu-puzzles": "doudizhu/puzzles.toml",
    "daifugo-arena": "daifugo-arena.toml",
    "daifugo-league": "daifugo-league.toml",
    "daifugo-train": "daifugo-train.toml",
    "hearts-arena": "hearts-arena.toml",
    "hearts-train": "hearts-train.toml",
    "fury": "combat/fury.toml",
    "arcane": "combat/arcane.toml",
    "shadow": "combat/shadow.toml",
    "gacha": "combat/gacha.toml",
    "raid": "combat/raid.toml",
    "cutthroat": "combat/cutthroat.toml",
    "quartet": "combat/quartet.toml",
    "frost": "combat/frost.toml",
    "warlord": "combat/warlord.toml",
    "onmyoji": "combat/onmyoji.toml",
    "tank": "combat/tank.toml",
    "bot": "players/bot.py",
    "puzzles": "doudizhu/puzzles.jsonl",
    "doudizhu-games": "doudizhu/games.jsonl",
    "daifugo-games": "daifugo/games.jsonl",
    "block": "life/block.rle",
    "beehive": "life/beehive.rle",
    "eater-1": "life/eater-1.rle",
    "blinker": "life/blinker.rle",
    "toad": "life/toad.rle",
    "beacon": "life/beacon.rle",
    "clock": "life/clock.rle",
    "pulsar": "life/pulsar.rle",
    "galaxy": "life/galaxy.rle",
    "pentadecathlon": "life/pentadecathlon.rle",
    "queen-bee-shuttle": "life/queen-bee-shuttle.rle",
    "glider": "life/glider.rle",
    "lwss": "life/lwss.rle",
    "mwss": "life/mwss.rle",
    "hwss": "life/hwss.rle",
    "loafer": "life/loafer.rle",
    "copperhead": "life/copperhead.rle",
    "gosper-gun": "life/gosper-gun.rle",
    "simkin-gun": "life/simkin-gun.rle",
    "r-pentomino": "life/r-pentomino.rle",
    "acorn": "life/acorn.rle",
    "diehard": "life/diehard.rle",
    "rabbits": "life/rabbits.rle",
    "switch-engine": "life/switch-engine.rle",
    "ten-cells": "life/ten-cells.rle",
    "five-by-five": "life/five-by-five.rle",
    "one-line": "life/one-line.rle",
};

impl Example {
    /// Returns the kind of the example. For an experiment, it is the value of the key `kind`, such
    /// as `combat.dps`. For other files, it is `profile`, `pattern`, `player`, `puzzles` or
    /// `record`.
    pub fn kind(&self) -> &'static str {
        match self.path.rsplit_once('.').map(|(_, ending)| ending) {
            Some("rle") => "pattern",
            Some("py") => "player",
            Some("jsonl") if self.path.ends_with("games.jsonl") => "record",
            Some("jsonl") => "puzzles",
            _ => {
                let kind = self.text.lines().find_map(|line| line.strip_prefix("kind = \""));
                kind.map_or("profile", |kind| kind.trim_end_matches('"'))
            }
        }
    }

    /// Returns the first sentence of the example's description.
    pub fn what(&self) -> String {
        let about: Vec<&str> = match self.kind() {
            "record" => vec!["Recorded games, for advice on moves and for reviews."],
            "puzzles" => vec!["Endgames in which exactly one first move wins, the hardest first."],
            "player" => self.text.split("\"\"\"").nth(1).into_iter().flat_map(str::lines).collect(),
            "pattern" => self.text.lines().filter_map(|line| line.strip_prefix("#C ")).collect(),
            _ => self.text.lines().map_while(|line| line.strip_prefix("# ")).collect(),
        };
        let about = about.join(" ");
        let ends = [". ", "? ", ": "].iter().filter_map(|end| about.find(end));
        let sentence = ends.min().map_or(about.as_str(), |end| &about[..=end]);
        sentence.strip_suffix(':').map_or_else(|| sentence.to_owned(), |begun| format!("{begun}."))
    }

    /// Returns the content as a source with the name `example:NAME`.
    pub fn source(&self) -> Source {
        Source::new(format!("{PREFIX}{}", self.name), self.text)
    }

    /// If this example is an experiment, returns the examples that it names, in the order in which
    /// it names them. Otherwise returns an empty list.
    pub fn named(&self) -> Vec<&'static Self> {
        let read = REGISTRY.read_with(self.source(), NamedFiles::new(Beside(*self)));
        let files = read.map(|read| read.files).unwrap_or_default();
        files.iter().filter_map(|file| at(&beside(self.path, &file.name))).collect()
    }
}

fn at(path: &str) -> Option<&'static Example> {
    EXAMPLES.iter().find(|example| example.path == path)
}

/// Returns the path of the file `name` in the folder that contains the file `from`.
fn beside(from: &str, name: &str) -> String {
    from.rsplit_once('/').map_or_else(|| name.to_owned(), |(folder, _)| format!("{folder}/{name}"))
}

/// Returns the example with this name, or with this path in the folder of examples.
///
/// ```
/// use quadrille::examples;
///
/// let example = examples::find("combat-fury")?;
/// assert_eq!((example.kind(), example.named()[0].name), ("combat.dps", "fury"));
/// assert!(examples::find("combat-furry").unwrap_err().contains("did you mean `combat-fury`?"));
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// There is no such example. The error text contains the most similar name, if there is one.
pub fn find(name: &str) -> Result<&'static Example, String> {
    let found = EXAMPLES.iter().find(|example| example.name == name).or_else(|| at(name));
    found.ok_or_else(|| {
        let near = nearest(name, EXAMPLES.iter().map(|example| example.name));
        let expected = near.map_or_else(
            || "expected a name listed by `quadrille examples`".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        format!("there is no example {name:?}; {expected}")
    })
}

/// Returns the example for a path of the form `example:NAME`, and `None` for other paths.
///
/// # Errors
/// There is no example with this name.
pub fn at_path(path: &Path) -> Option<Result<&'static Example, String>> {
    path.to_str()?.strip_prefix(PREFIX).map(find)
}

/// Like [`at_path`], but returns the type that [`Reader`](quadrille_files::Reader) requires.
pub fn resolve(path: &Path) -> Option<Result<quadrille_files::Example, String>> {
    let found = at_path(path)?;
    Some(found.map(|&Example { name, text, .. }| quadrille_files::Example {
        name: format!("{PREFIX}{name}"),
        text,
    }))
}

/// Reader of pattern files that also resolves the names of example patterns.
#[cfg(feature = "life")]
pub const PATTERNS: quadrille_experiments_life::patterns::PatternReader =
    quadrille_experiments_life::patterns::PatternReader {
        examples: resolve,
        names: || {
            EXAMPLES
                .iter()
                .filter(|example| example.kind() == "pattern")
                .map(|example| example.name)
                .collect()
        },
    };

/// The files that the example in the field can name, all of which are examples. Names are relative
/// to the folder of this example.
#[derive(Debug, Clone, Copy)]
pub struct Beside(pub Example);

impl Files for Beside {
    fn find(&self, name: &str, _: FindExample) -> Result<FoundFile, String> {
        let found = match at_path(Path::new(name)) {
            Some(example) => example?,
            None => at(&beside(self.0.path, name))
                .ok_or_else(|| format!("there is no file {name:?} among the examples"))?,
        };
        Ok(FoundFile { called: format!("{PREFIX}{}", found.name), bytes: found.text.as_bytes().to_vec() })
    }
}
