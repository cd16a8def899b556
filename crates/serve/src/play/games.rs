//! The card games that the pages offer. To add a game, add an entry to [`GAMES`].

use std::sync::Arc;
use std::time::Duration;

use quadrille::diagnostics::toml::Document;
use quadrille::diagnostics::{Diagnostic, Source};
use quadrille::experiments::cards::reviews::Budget;
use quadrille::experiments::cards::table_game::{TableGame, named};
use quadrille::experiments::cards::{CardGame, GameOf, SetupOf};
use quadrille::experiments::daifugo::league::Daifugo;
use quadrille::experiments::doudizhu::DouDizhu;
use quadrille::experiments::hearts::Hearts;
use quadrille::files::NamedFiles;
use quadrille::foreign::player::entrant;
use quadrille::runner::foreign;
use quadrille::runner::keys::{Key, Presence, Shape};
use quadrille::table::{BuiltIn, Game as _, Text as _};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::records::{self, CourseAnswer, ReadRecord};
use super::state::ChosenRule;
use super::table::{CardTable, Playing, Seated, TableRules, TableSeed, Work, search_budget};
use crate::application;
use crate::failure::Failure;

/// The name by which errors refer to the text with the players and rules.
const ORIGIN: &str = "table";
/// Maximum number of playouts for one decision of a search.
const MOST_PLAYOUTS: u32 = 20_000;
/// Maximum time for one decision of a search.
const LONGEST_DECISION: Duration = Duration::from_secs(10);
/// The name of the person among the players.
const PERSON: &str = "you";

/// A function that opens a table.
type Open = fn(&Wanted, NamedFiles) -> Result<Box<dyn Playing>, Failure>;

/// A game that is offered.
pub(super) struct Offered {
    pub(super) name: &'static str,
    describe: fn() -> Description,
    pub(super) open: Open,
    /// Reads a text as a record of this game.
    pub(super) read: fn(&str) -> Result<ReadRecord, String>,
    /// Returns one game of a record, position by position; the arguments are the record and the
    /// index of the game, from 0.
    pub(super) course: fn(&str, usize) -> Result<CourseAnswer, String>,
    /// Returns the computation that reviews one game of a record; the arguments are the record, the
    /// index of the game, from 0, and the player that reviews.
    pub(super) review: fn(&str, usize, Option<String>) -> Result<Work, String>,
}

/// All games, in the order of the page.
pub(super) const GAMES: &[Offered] = &[offered::<DouDizhu>(), offered::<Daifugo>(), offered::<Hearts>()];

const fn offered<K: TableGame>() -> Offered {
    Offered {
        name: GameOf::<K>::NAME,
        describe: describe::<K>,
        open: open::<K>,
        read: records::read_as::<K>,
        course: records::course::<K>,
        review: records::review_work::<K>,
    }
}

/// Returns the game with this name.
pub(super) fn find(name: &str) -> Result<&'static Offered, Failure> {
    GAMES.iter().find(|game| game.name == name).ok_or_else(|| {
        let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
        Failure::bad(format!("there is no card game `{name}`; expected one of {}", names.join(", ")))
    })
}

/// Returns the descriptions of all games.
pub(super) fn descriptions() -> Vec<Description> {
    GAMES.iter().map(|game| (game.describe)()).collect()
}

/// A game as a page offers it.
#[derive(Debug, Serialize)]
pub(super) struct Description {
    name: &'static str,
    title: &'static str,
    /// The minimum, default and maximum number of seats.
    seats: (u64, u64, u64),
    /// The names of the built-in players. A page may add a budget to the name of a player that
    /// searches.
    players: Vec<&'static str>,
    others: &'static [&'static str],
    rules: Vec<Rule>,
}

/// A rule that can be chosen.
#[derive(Debug, Serialize)]
struct Rule {
    name: &'static str,
    what: &'static str,
    /// `flag`, `choice`, `switches`, `whole` or `text`.
    shape: &'static str,
    choices: Vec<String>,
    /// The default value. For `switches`: the names of the rules that are on by default, separated
    /// by spaces.
    usual: String,
}

impl From<&Key> for Rule {
    fn from(key: &Key) -> Self {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let (shape, choices) = match key.shape {
            Shape::Flag => ("flag", Vec::new()),
            Shape::Choice(names) => ("choice", owned(names)),
            Shape::Whole(from, to) if to - from < 20 => {
                ("whole", (from..=to).map(|number| number.to_string()).collect())
            }
            _ => ("text", Vec::new()),
        };
        let usual = if let Presence::Usually(usual) = key.presence { usual } else { "" };
        Self { name: key.name, what: key.what, shape, choices, usual: usual.to_owned() }
    }
}

/// Returns the rules that can be chosen for a game. The keys `on` and `off`, which list differences
/// from the default, are offered as one list of switches.
fn offered_rules<K: TableGame>() -> Vec<Rule> {
    let offered = K::RULES.iter().filter(|key| key.name != "off");
    let rule = |key: &Key| match (key.name, key.shape) {
        ("on", Shape::List(_, Shape::Choice(names))) => Rule {
            name: "switches",
            what: key.what,
            shape: "switches",
            choices: names.iter().map(|&name| name.to_owned()).collect(),
            usual: K::switches_on(None).join(" "),
        },
        _ => Rule::from(key),
    };
    offered.map(rule).collect()
}

/// Returns the values of all rules except the switches, whether chosen or default.
pub(super) fn chosen_rules<K: TableGame>(chosen: &Map<String, Value>) -> Vec<ChosenRule> {
    let single = K::RULES.iter().filter(|key| !matches!(key.shape, Shape::List(..)));
    let value = |key: &Key| match chosen.get(key.name) {
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
        None => {
            let Rule { shape, choices, usual, .. } = Rule::from(key);
            if shape == "choice" && !choices.contains(&usual) { String::new() } else { usual }
        }
    };
    single.map(|key| ChosenRule { name: key.name, value: value(key) }).collect()
}

fn describe<K: TableGame>() -> Description {
    Description {
        name: GameOf::<K>::NAME,
        title: <K as CardGame>::WORDS.title,
        seats: K::SEATS,
        players: K::Player::ALL.iter().map(|player| player.name()).collect(),
        others: K::OTHERS,
        rules: offered_rules::<K>(),
    }
}

/// A request to open a table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    pub(super) game: String,
    /// The players; the first one may be `you`.
    players: Vec<String>,
    /// The values of the game's rules.
    #[serde(default)]
    rules: Map<String, Value>,
    /// The seed in decimal; drawn if absent.
    #[serde(default)]
    seed: Option<String>,
    /// Whether all hands are shown from the beginning.
    #[serde(default)]
    shown: bool,
}

fn open<K: TableGame>(wanted: &Wanted, mut files: NamedFiles) -> Result<Box<dyn Playing>, Failure> {
    let names: Vec<&str> = wanted.players.iter().map(String::as_str).collect();
    let has_person = names.first() == Some(&PERSON);
    let others = &names[usize::from(has_person)..];
    let wrong = |error: &Diagnostic| Failure::bad(error.message());
    let setup = rules::<K>(&wanted.rules, names.len()).map_err(|error| wrong(&error))?;
    let seats = GameOf::<K>::seats(&setup);
    if names.len() != seats {
        return Err(Failure::bad(format!("{} players; these rules are for {seats} players", names.len())));
    }
    let seed = match &wanted.seed {
        None => quadrille::machine::draw_seed(),
        Some(text) => application::seed(text)?,
    };
    others.iter().try_for_each(|name| require_short_search(name))?;
    let named = named::<K>(others, ORIGIN, &mut files).map_err(|error| wrong(&error))?;
    if foreign::any(&named) && foreign::ready(&named).is_err() {
        return Err(Failure::bad(
            "players that are programs cannot be started: there is no folder to start them in",
        ));
    }
    quadrille::memory::require(foreign::memory(&named, 1))
        .map_err(|error| Failure::bad(error.to_string()))?;
    let stopped = Arc::default();
    let person = has_person.then_some(None);
    let players = Seated {
        names: wanted.players.clone(),
        entrants: person.into_iter().chain(named.iter().map(|one| Some(entrant(one, &stopped)))).collect(),
        has_programs: foreign::any(&named),
        stopped,
    };
    let seed = TableSeed { seed, is_chosen: wanted.seed.is_some() };
    let rules = chosen_rules::<K>(&wanted.rules);
    Ok(Box::new(CardTable::<K>::new(TableRules { setup, rules }, players, seed, wanted.shown)))
}

/// Refuses a search whose decisions are so slow that the table would seem to hang.
fn require_short_search(name: &str) -> Result<(), Failure> {
    let is_short = match search_budget(name) {
        Some(Budget::Playouts(playouts)) => playouts <= MOST_PLAYOUTS,
        Some(Budget::Time(time)) => time <= LONGEST_DECISION,
        // This name has no budget. Its validity is checked when the player is parsed.
        None => true,
    };
    let (playouts, seconds) = (MOST_PLAYOUTS, LONGEST_DECISION.as_secs());
    let reason = format!("`{name:.40}` takes too long; expected at most {playouts} playouts or {seconds}s");
    if is_short { Ok(()) } else { Err(Failure::bad(reason)) }
}

/// Reads rules from JSON values. These values are also valid in TOML, so they are parsed as TOML.
fn rules<K: TableGame>(values: &Map<String, Value>, seats: usize) -> Result<SetupOf<K>, Diagnostic> {
    let lines = values.iter().map(|(name, value)| format!("{} = {value}\n", Value::from(name.as_str())));
    let text: String = lines.collect();
    let document = Document::parse(&Source::new(ORIGIN, text))?;
    let known: Vec<&str> = K::RULES.iter().map(|rule| rule.name).collect();
    let table = document.root(&known)?;
    let wrong = |reason: String| Diagnostic::at(&Source::new(ORIGIN, ""), 0..0, reason);
    K::rules(&table, seats, &wrong)
}
