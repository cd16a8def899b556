//! Strategies as JSON: the format of `quadrille mastermind tree`, version 1.
//!
//! ```json
//! {"format": "quadrille.mastermind.tree", "version": 1,
//!  "pins": 1, "colors": 3, "no_repeats": false,
//!  "secrets": 3, "total_turns": 6, "max_turns": 3,
//!  "tree": {"guess": "1", "then": {"0,0": {"guess": "2", "then": {"0,0": "3"}}}}}
//! ```
//!
//! `tree` is a guess with a subtree for each feedback `BLACK,WHITE` except the feedback that ends
//! the game. A guess without subtrees is written as the codeword alone. `secrets`, `total_turns`
//! and `max_turns` are optional, and checked if present.

use std::fmt;

use quadrille_diagnostics::{Diagnostic, Source};
use quadrille_mastermind::{Feedback, Game, Node, Repeats, Tree, TreeError, Walk};
use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The value of `format`.
pub const FORMAT: &str = "quadrille.mastermind.tree";

/// The version that is written, and the only one that can be read.
pub const VERSION: u32 = 1;

/// A strategy tree as JSON: the answer of `mastermind tree`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a tree in the format of `mastermind tree --format json`")]
pub struct TreeFile {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// Number of pins of a codeword.
    pub pins: u32,
    /// Number of colours.
    pub colors: u32,
    /// Whether repeated colours are forbidden.
    #[serde(default)]
    pub no_repeats: bool,
    /// The number of secrets.
    #[serde(default)]
    pub secrets: Option<u64>,
    /// The total turns over all secrets.
    #[serde(default)]
    pub total_turns: Option<u64>,
    /// The turns of the longest game.
    #[serde(default)]
    pub max_turns: Option<u32>,
    /// The first guess, with its subtrees.
    pub tree: TreeNode,
}

/// A guess with its subtrees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeNode {
    /// The guess.
    pub guess: String,
    /// The subtree for each feedback, in the order of the file.
    pub then: Vec<(String, Self)>,
}

impl Serialize for TreeNode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Then<'a>(&'a [(String, TreeNode)]);
        impl Serialize for Then<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(answer, node)| (answer, node)))
            }
        }
        if self.then.is_empty() {
            return serializer.serialize_str(&self.guess);
        }
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("guess", &self.guess)?;
        map.serialize_entry("then", &Then(&self.then))?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for TreeNode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = TreeNode;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a codeword, or an object with `guess` and `then`")
    }

    fn visit_str<E>(self, guess: &str) -> Result<TreeNode, E> {
        Ok(TreeNode { guess: guess.to_owned(), then: Vec::new() })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<TreeNode, A::Error> {
        let (mut guess, mut then) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "guess" if guess.is_none() => guess = Some(map.next_value()?),
                "then" if then.is_none() => then = Some(map.next_value::<Then>()?.0),
                "guess" | "then" => return Err(A::Error::custom(format!("`{key}` appears twice"))),
                _ => return Err(A::Error::unknown_field(&key, &["guess", "then"])),
            }
        }
        let guess = guess.ok_or_else(|| A::Error::missing_field("guess"))?;
        Ok(TreeNode { guess, then: then.unwrap_or_default() })
    }
}

/// The entries of `then` in the order of the file, duplicates included.
struct Then(Vec<(String, TreeNode)>);

impl<'de> Deserialize<'de> for Then {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Then;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object that maps feedback such as `1,2` to the next guess")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Then, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Then(entries))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

impl TreeFile {
    /// Converts a strategy and its statistics.
    pub fn new(tree: &Tree, walk: &Walk) -> Self {
        fn node(game: Game, from: &Node) -> TreeNode {
            TreeNode {
                guess: game.show(from.guess).to_string(),
                then: from.then.iter().map(|(answer, next)| (answer.to_string(), node(game, next))).collect(),
            }
        }
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            pins: tree.game.pins() as u32,
            colors: tree.game.colors() as u32,
            no_repeats: tree.game.repeats() == Repeats::Forbidden,
            secrets: Some(walk.secrets()),
            total_turns: Some(walk.total_turns()),
            max_turns: Some(walk.max_turns()),
            tree: node(tree.game, &tree.root),
        }
    }

    /// Returns the file as JSON on one line.
    ///
    /// # Panics
    /// Never: numbers, strings and maps with string keys can be encoded.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("numbers and strings can be encoded as JSON")
    }
}

/// The statistics of a valid tree: the answer of `mastermind tree --check`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// The number of secrets, all of which are found.
    pub secrets: u64,
    /// The total turns over all secrets.
    pub total_turns: u64,
    /// The turns of the longest game.
    pub max_turns: u32,
}

/// Reads a strategy and walks all secrets through it.
///
/// ```
/// use quadrille_experiments_mastermind::answers::tree::check;
/// use quadrille_diagnostics::Source;
///
/// let json = r#"{"format": "quadrille.mastermind.tree", "version": 1, "pins": 1, "colors": 2,
///                "tree": {"guess": "1", "then": {"0,0": "2"}}}"#;
/// assert_eq!(check(&Source::new("a tree", json))?.1.total_turns, 3);
///
/// let error = check(&Source::new("a tree", json.replace("\"2\"", "\"1\""))).unwrap_err();
/// assert!(error.to_string().contains("after 1 0,0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The text is not JSON, not a tree of this format and version, or not a strategy of its game. The
/// error gives the place in the text, or the guesses and feedback that lead to the first fault.
pub fn check(source: &Source) -> Result<(Tree, Checked), Diagnostic> {
    let text = source.text();
    let file: TreeFile = serde_json::from_str(text).map_err(|error| unreadable(source, &error))?;
    let whole = |message: String| Diagnostic::at(source, 0..0, message);
    if file.format != FORMAT {
        return Err(
            whole(format!("`format` is `{}`", file.format.escape_debug())).expected(format!("`{FORMAT}`"))
        );
    }
    if file.version != VERSION {
        return Err(
            whole(format!("the tree has version {}", file.version)).expected(format!("version {VERSION}"))
        );
    }
    // Parse the file, then let the engine's own walk verify the strategy.
    let repeats = if file.no_repeats { Repeats::Forbidden } else { Repeats::Allowed };
    let game = Game::new(file.pins, file.colors, repeats).map_err(|error| whole(error.to_string()))?;
    let root = read(game, &file.tree, &mut Vec::new()).map_err(whole)?;
    let tree = Tree { game, root };
    let walk = tree.walk().map_err(|error: TreeError| whole(error.to_string()))?;
    let found =
        Checked { secrets: walk.secrets(), total_turns: walk.total_turns(), max_turns: walk.max_turns() };
    // Statistics in the file are optional, but must be correct.
    let stated = [
        ("secrets", file.secrets, found.secrets),
        ("total_turns", file.total_turns, found.total_turns),
        ("max_turns", file.max_turns.map(u64::from), found.max_turns.into()),
    ];
    for (key, stated, found) in stated {
        if let Some(stated) = stated.filter(|&stated| stated != found) {
            return Err(whole(format!("`{key}` is {stated}, but a walk through all secrets finds {found}")));
        }
    }
    Ok((tree, found))
}

/// Converts an error of the JSON parser.
fn unreadable(source: &Source, error: &serde_json::Error) -> Diagnostic {
    let text = source.text();
    // Convert line and column to a byte offset, at a character boundary.
    let line_start: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let mut at = (line_start + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    // The position is shown separately; remove it from the message.
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default().to_owned();
    Diagnostic::at(source, at..at, message)
}

/// Parses the codewords and feedback of a subtree. An error message begins with the guesses and
/// feedback that lead to the fault.
fn read(game: Game, from: &TreeNode, path: &mut Vec<String>) -> Result<Node, String> {
    let place = |path: &[String]| {
        if path.is_empty() { "the first guess".to_owned() } else { format!("after {}", path.join(" ")) }
    };
    let guess = game
        .parse(&from.guess)
        .map_err(|error| format!("{}: the guess `{}`: {error}", place(path), from.guess.escape_debug()))?;
    let mut then = Vec::with_capacity(from.then.len());
    for (answer, next) in &from.then {
        path.push(from.guess.clone());
        let feedback = Feedback::parse(game, answer).map_err(|error| format!("{}: {error}", place(path)))?;
        path.push(answer.clone());
        then.push((feedback, read(game, next, path)?));
        path.truncate(path.len() - 2);
    }
    then.sort_by_key(|&(feedback, _)| feedback);
    Ok(Node { guess, then })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_lanes::Level;
    use quadrille_mastermind::{Goal, optimal};

    fn four_by_four() -> String {
        let game = Game::new(4, 4, Repeats::Allowed).unwrap();
        let best = optimal(game, &Goal::new(), Level::best(), &()).unwrap();
        TreeFile::new(&best.tree, &best.walk).to_json()
    }

    #[test]
    fn trees_are_read_back() {
        let json = four_by_four();
        let (tree, checked) = check(&Source::new("tree", json.as_str())).unwrap();
        assert_eq!((checked.secrets, checked.total_turns), (256, 905));
        let again = TreeFile::new(&tree, &tree.walk().unwrap());
        assert_eq!(again.to_json(), json);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_path() {
        let json = four_by_four();
        let deep = |open: &str, close: &str, times: usize| open.repeat(times) + &close.repeat(times);
        for (text, expected) in [
            (String::new(), "EOF"),
            ("[]".into(), "expected a tree in the format of `mastermind tree"),
            (r#"{"format": "x"}"#.into(), "missing field"),
            (json.replace("\"version\":1", "\"version\":2"), "version 2"),
            (json.replace(FORMAT, "chess"), "`format` is `chess`"),
            (json.replace("\"pins\":4", "\"pins\":5"), "expected 5"),
            (json.replace("\"colors\":4", "\"colors\":99"), "99 colours"),
            (json.replace("\"colors\":4", "\"colors\":5"), "no guess follows the feedback"),
            (json.replace("905", "904"), "a walk through all secrets finds 905"),
            (deep("[", "]", 100_000), "invalid type"),
            (deep("{\"tree\":", "}", 100_000), "unknown field"),
            (format!("{{\"tree\":{}", "{\"then\":{\"0,0\":".repeat(100_000)), "recursion"),
            (json.replacen("\"0,0\"", "\"9,9\"", 1), "more pegs"),
            (json.replacen("\"then\"", "\"than\"", 1), "unknown field"),
        ] {
            let error = check(&Source::new("tree", text.as_str())).unwrap_err();
            assert!(error.to_string().contains(expected), "{expected}: {error}");
        }
    }
}
