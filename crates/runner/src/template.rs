//! Creates a commented experiment file for each kind, which can be run without changes.

use std::fmt::Write as _;

use crate::job::Kind;
use crate::keys::{self, Key, Presence};

/// Maximum length of a comment line, in characters.
const WIDTH: usize = 100;

/// Returns an example file of a kind. Required and [preferred](Presence::Preferred) keys have
/// example values, and all other keys are comments.
///
/// ```
/// use quadrille_runner::job::Kind;
/// use quadrille_runner::keys::{Key, Presence, Shape};
/// use quadrille_runner::template;
///
/// const DICE: Kind = Kind {
///     name: "dice.sum",
///     table: "dice",
///     about: "roll dice and add them",
///     revision: 1,
///     keys: &[Key::new("dice", "how many", Shape::Whole(1, 100), Presence::Must, "3")],
///     result: quadrille_report::figures::Shape::Other,
///     read: |table, _, _| Err(table.required("dice")?.error("this example has no engine")),
/// };
/// let text = template::of(&DICE);
/// assert!(text.contains("\n# seed = 1977\n"));
/// assert!(text.contains("\n[dice]\n\n# how many (1 to 100)\ndice = 3\n"));
/// ```
pub fn of(kind: &Kind) -> String {
    let mut text = format!("# {}: {}.\n\nkind = \"{}\"\n\n", kind.name, kind.about, kind.name);
    explain(&mut text, &keys::SEED);
    line(&mut text, &keys::SEED, false);
    text.push_str("# [run]\n\n");
    for key in keys::RUN {
        explain(&mut text, key);
        line(&mut text, key, false);
    }
    let _ = write!(text, "[{}]\n\n", kind.table);
    for key in kind.keys {
        explain(&mut text, key);
        line(&mut text, key, matches!(key.presence, Presence::Must | Presence::Preferred(_)));
    }
    text.truncate(text.trim_end().len() + 1);
    let _ = write!(
        text,
        "\n# The same experiment for several values of one or two of these keys.\n# [sweep]\n# \"{}.{}\" = [{}]\n",
        kind.table, kind.keys[0].name, kind.keys[0].example
    );
    text
}

/// Writes the description of a key as a comment.
fn explain(text: &mut String, key: &Key) {
    let words = key.shape.words();
    let presence = match key.presence {
        Presence::Must => String::new(),
        Presence::Usually(usual) => format!("usually {usual}"),
        Presence::Instead(of) | Presence::Preferred(of) => of.to_owned(),
    };
    let more: Vec<&str> = [&*words, &*presence].into_iter().filter(|words| !words.is_empty()).collect();
    let more = if more.is_empty() { String::new() } else { format!(" ({})", more.join("; ")) };
    let mut column = 0;
    for word in format!("{}{more}", key.what).split(' ') {
        if column > 0 && column + 1 + word.chars().count() > WIDTH {
            text.push('\n');
            column = 0;
        }
        text.push_str(if column == 0 { "# " } else { " " });
        text.push_str(word);
        column += word.chars().count() + if column == 0 { 2 } else { 1 };
    }
    text.push('\n');
}

/// Writes a key with its example value. If `in_force` is false, the line is written as a comment.
fn line(text: &mut String, key: &Key, in_force: bool) {
    let comment = if in_force { "" } else { "# " };
    let _ = writeln!(text, "{comment}{} = {}\n", key.name, key.example);
}
