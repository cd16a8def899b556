//! Declarations of the keys of experiment files: their purpose, their values, and whether they are
//! required.
//!
//! Each [kind](crate::job::Kind) declares the keys of its own table, mostly as
//! [settings](mod@crate::settings). The keys that all kinds share are declared in this module.
//! [Templates](crate::template) and [schemas](crate::schema) are derived from these declarations.

use quadrille_diagnostics::toml::one_of;

/// A key of an experiment file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Key {
    /// The name.
    pub name: &'static str,
    /// The purpose of the key, in one line.
    pub what: &'static str,
    /// The type and range of the key's value.
    pub shape: Shape,
    /// Whether the key is required.
    pub presence: Presence,
    /// An example of a value, in TOML. The example values of all required keys together describe a
    /// sensible experiment.
    pub example: &'static str,
}

/// Whether a key is required.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// The key is required.
    Must,
    /// The key is optional. The text describes its default.
    Usually(&'static str),
    /// The key replaces other keys, or is used only together with certain other keys. The text
    /// names these other keys.
    Instead(&'static str),
    /// Like [`Instead`](Self::Instead). Additionally, templates contain the key.
    Preferred(&'static str),
}

/// The type and range of a key's value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// A whole number in an inclusive range.
    Whole(u64, u64),
    /// A number in an inclusive range.
    Number(f64, f64),
    /// `true` or `false`.
    Flag,
    /// A text. The noun names it in error messages: `a codeword`.
    Text(&'static str),
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// A list of values of the given shape. The noun names the list in error messages:
    /// `strategies`.
    List(&'static str, &'static Shape),
    /// A table that assigns numbers to the paths of numbers in a profile, such as
    /// `{ "actor.crit" = 0.01 }`. The parts of a path may also be the keys of nested tables.
    NumbersByPath,
}

/// Returns the names of all values of a type: an array of the results of `name` for the elements of
/// the constant `ALL`, for [`Shape::Choice`].
#[macro_export]
macro_rules! names {
    ($type:ty) => {{
        const NAMES: [&str; <$type>::ALL.len()] = {
            let mut names = [""; <$type>::ALL.len()];
            let mut at = 0;
            while at < names.len() {
                names[at] = <$type>::ALL[at].name();
                at += 1;
            }
            names
        };
        NAMES
    }};
}

use Presence::Usually;
use Shape::{Choice, Flag, List, Number, NumbersByPath, Text, Whole};

impl Key {
    /// Creates a key.
    pub const fn new(
        name: &'static str,
        what: &'static str,
        shape: Shape,
        presence: Presence,
        example: &'static str,
    ) -> Self {
        Self { name, what, shape, presence, example }
    }

    /// Describes the expected value for error messages: `a codeword in quotes, such as "1122"`.
    /// Returns an empty text for numbers and flags, whose range is the description.
    pub fn expected(&self) -> String {
        match self.shape {
            Text(noun) => format!("{noun} in quotes, such as {}", self.example),
            List(noun, _) => format!("{noun} in brackets, such as {}", self.example),
            Choice(names) => one_of(names),
            Whole(..) | Number(..) | Flag | NumbersByPath => String::new(),
        }
    }
}

/// The largest absolute value of a number in a table of [`Shape::NumbersByPath`].
pub const LARGEST_BY_PATH: f64 = 1e12;

/// The key `seed`, which is not in a table.
pub const SEED: Key = Key::new(
    "seed",
    "the seed of all random numbers; as a number or as digits in quotes",
    Whole(0, u64::MAX),
    Usually("drawn at random, printed and recorded"),
    "1977",
);

/// The keys of `[run]`.
pub const RUN: &[Key] = &[
    Key::new(
        "shards",
        "the number of shards that the work is divided into",
        Whole(1, 1_000_000),
        Usually("chosen by the kind"),
        "16",
    ),
    Key::new(
        "threads",
        "the number of threads; does not affect the result",
        Whole(1, 1024),
        Usually("one per processor"),
        "2",
    ),
];

impl Shape {
    /// Describes the range of the values, such as "1 to 16"; empty if all values of the type are
    /// allowed.
    pub fn words(&self) -> String {
        match self {
            Whole(0, u64::MAX) => "0 to 2^64 - 1".to_owned(),
            Whole(from, to) => format!("{from} to {to}"),
            Number(from, to) => format!("{from} to {to}"),
            Flag => "true or false".to_owned(),
            Choice(names) => names.join(", "),
            List(_, of @ Choice(_)) => format!("of {}", of.words()),
            List(_, of @ (Whole(..) | Number(..))) => format!("each {}", of.words()),
            Text(_) | List(..) | NumbersByPath => String::new(),
        }
    }
}
