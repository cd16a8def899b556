//! The keys of experiment files: their purpose, the range of their values, and whether they may be missing.
//!
//! A [kind](crate::job::Kind) declares the keys of its own table; those that every file has are declared here.
//! [Templates](crate::template) and [schemas](crate::schema) are derived from these declarations.

/// A key of an experiment file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it is for, in a line.
    pub what: &'static str,
    /// What its value may be.
    pub shape: Shape,
    /// Whether it may be missing.
    pub presence: Presence,
    /// A value, as TOML has it: of a key that must be there one that makes a sensible experiment with those of the
    /// others.
    pub example: &'static str,
}

/// Whether a key may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// It must be there.
    Must,
    /// What counts where it is not, in words.
    Usually(&'static str),
    /// It stands in place of others, or goes with them alone.
    Instead(&'static str),
    /// As [`Instead`](Self::Instead), and it is the one that a template uses.
    Preferred(&'static str),
}

/// What the value of a key may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// A whole number, from the first to the second.
    Whole(u64, u64),
    /// A number, from the first to the second.
    Number(f64, f64),
    /// `true` or `false`.
    Flag,
    /// A text.
    Text,
    /// One of these.
    Choice(&'static [&'static str]),
    /// A list of such values.
    List(&'static Shape),
    /// A table of numbers by their paths, or of such tables.
    NumbersByPath,
}
use Presence::Usually;
use Shape::{Choice, Flag, List, Number, NumbersByPath, Text, Whole};

impl Key {
    /// Returns a key of these parts.
    pub const fn new(
        name: &'static str,
        what: &'static str,
        shape: Shape,
        presence: Presence,
        example: &'static str,
    ) -> Self {
        Self { name, what, shape, presence, example }
    }
}

/// What stands before the table of the kind: in the file itself, and in `[run]`.
pub const SEED: Key = Key::new(
    "seed",
    "where all randomness comes from; above 2^63 - 1 as digits in quotes",
    Whole(0, u64::MAX),
    Usually("drawn, printed and recorded"),
    "1977",
);

/// The keys of `[run]`.
pub const RUN: &[Key] = &[
    Key::new(
        "shards",
        "into how many pieces the work is cut",
        Whole(1, 1_000_000),
        Usually("chosen by the kind"),
        "16",
    ),
    Key::new(
        "threads",
        "how many threads work; changes nothing but the time",
        Whole(1, 1024),
        Usually("all there are"),
        "2",
    ),
];

impl Shape {
    /// In words, such as "1 to 16"; nothing where the key says it all.
    pub fn words(&self) -> String {
        match self {
            Whole(0, u64::MAX) => "0 to 2^64 - 1".to_owned(),
            Whole(from, to) => format!("{from} to {to}"),
            Number(from, to) => format!("{from} to {to}"),
            Flag => "true or false".to_owned(),
            Choice(names) => names.join(", "),
            List(of @ Choice(_)) => format!("of {}", of.words()),
            List(of @ (Whole(..) | Number(..))) => format!("each {}", of.words()),
            Text | List(_) | NumbersByPath => String::new(),
        }
    }
}
