//! Card games that people play at a table: opponents, rules and records.

use quadrille_diagnostics::toml::{Document, TomlTable};
use quadrille_diagnostics::{Diagnostic, Source};
use quadrille_runner::files::NamedFiles;
use quadrille_runner::foreign::Named;
use quadrille_runner::keys::Key;
use quadrille_table::{BuiltIn, Game, Observer};

use crate::reviews::ReviewedGame;
use crate::{GameOf, SetupOf, players};

/// A card game that people play at a terminal or on a page.
pub trait TableGame: ReviewedGame<Player: BuiltIn<Game: Game<Outcome: Send>>> {
    /// The names of the default opponents.
    const OTHERS: &'static [&'static str];

    /// The keys of the rules that can be chosen at a table. [`rules`](Self::rules) reads them.
    const RULES: &'static [Key];

    /// Returns the names of the switches that are on in `setup`. If `setup` is `None`, returns the
    /// names of the switches that are on by default. Only games with the keys `on` and `off` have
    /// switches.
    fn switches_on(setup: Option<&SetupOf<Self>>) -> Vec<&'static str> {
        let _ = setup;
        Vec::new()
    }

    /// Reads the rules of a table of players.
    ///
    /// # Errors
    /// An invalid value, with its place.
    fn rules(
        table: &TomlTable<'_>,
        seats: usize,
        wrong: &dyn Fn(String) -> Diagnostic,
    ) -> Result<SetupOf<Self>, Diagnostic> {
        Self::setup(table, seats, wrong)
    }

    /// Returns a text with the records of finished games, in the game's format.
    fn record(setup: &SetupOf<Self>, names: &[String], games: &[Finished<GameOf<Self>>]) -> String;
}

/// A finished game: its start, its actions, and the table after its end.
#[derive(Debug)]
pub struct Finished<G: Game> {
    /// The table after the deal.
    pub start: G,
    /// The actions with their seats, the oldest first.
    pub actions: Vec<(usize, G::Action)>,
    /// The table after the end.
    pub end: G,
    /// The outcome.
    pub outcome: G::Outcome,
    /// Whether a person saw hidden cards or took a decision back.
    pub practice: bool,
}

/// Replays finished games for an observer, which records them.
pub fn observed<G: Game>(games: &[Finished<G>], observer: &mut impl Observer<G>) {
    for Finished { start, actions, end, outcome, .. } in games {
        observer.dealt(start);
        for &(seat, action) in actions {
            observer.acts(start, seat, action);
        }
        observer.over(end, outcome);
    }
}

/// Returns the record of finished games. If any of the games is practice, ` (practice)` is added to
/// the name of player 0, the person.
pub fn record<K: TableGame>(setup: &SetupOf<K>, names: &[String], games: &[Finished<GameOf<K>>]) -> String {
    let mut names = names.to_vec();
    if let Some(person) = names.first_mut().filter(|_| games.iter().any(|game| game.practice)) {
        person.push_str(" (practice)");
    }
    K::record(setup, &names, games)
}

/// Reads players by their names. Error messages name `origin` as their source.
///
/// # Errors
/// An unknown name, with its place.
pub fn named<K: TableGame>(
    names: &[&str],
    origin: &str,
    files: &mut NamedFiles,
) -> Result<Vec<Named<K::Player>>, Diagnostic> {
    let quoted = names.iter().map(|name| quoted(name));
    let text = format!("players = [{}]", quoted.collect::<Vec<_>>().join(", "));
    let document = Document::parse(&Source::new(origin, text))?;
    let table = document.root(&["players", "move_timeout", "startup_timeout"])?;
    players::<K>(&table.required("players")?, &table, files)
}

/// Returns a text as a quoted TOML string.
fn quoted(text: &str) -> String {
    let letters = text.chars().map(|letter| match letter {
        '"' | '\\' => format!("\\{letter}"),
        _ if letter.is_control() => format!("\\u{:04X}", u32::from(letter)),
        _ => letter.to_string(),
    });
    format!("\"{}\"", letters.collect::<String>())
}
