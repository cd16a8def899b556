//! Ladder of Life, from the plain loop upward. All rungs compute the same generations of the same
//! field.
//!
//! Rungs 13 to 16 are variants of the rungs 2, 3, 5 and 6, with the labels 2a, 3a, 5a and 6a.
//!
//! | rung | known as | method | rules |
//! |---|---|---|---|
//! | 1 `plain` | `SimpleLife` | an array of truth values; counts the eight neighbours of each cell; the oracle of every test | any |
//! | 2 `bytes` | `LifeBytes` | bytes, eight additions per cell, comparisons | Conway's |
//! | 3 `bytes` | `LongLife` | the same additions on eight bytes per word | Conway's |
//! | 4 `words` | `LifeIsLookingUp` | eight bytes per word, a table of sixteen entries | any by neighbour count, if eight neighbours have the same effect as none |
//! | 5 `words` | `LifeInBits` | eight bytes per word, a formula for eight cells | Conway's |
//! | 6 `nibbles` | `LifeIsABitMagic` | two cells per byte, sixteen cells per word | Conway's |
//! | 7 `byte_vectors` | `AdvancedLifeExtensions` | one byte per cell in vectors, two comparisons | Conway's |
//! | 8 `bits` | | one bit per cell, logical adders, `u64` | any by neighbour count |
//! | 9 `bit_vectors` | | one bit per cell in vectors, row by row | any by neighbour count |
//! | 10 `striped` | | neighbours are adjacent vectors: no shifts | any |
//! | 11 `banded` | | several generations in one pass over the field, in place | any |
//! | 12 `banded` | | the method of rung 11 on several threads | any |
//! | 13 `separable_bytes` | | 2a: one byte per cell, sums of three cells, a table | any by neighbour count |
//! | 14 `words` | | 3a: eight bytes per word, fewer additions, one lookup per byte | any by neighbour count |
//! | 15 `bytes` | `LifeInBits`, first step | 5a: the additions of rung 3, then the formula of rung 5 for each byte | Conway's |
//! | 16 `nibbles` | JavaScript | 6a: the method of rung 6 with words of 32 bits (eight cells) | Conway's |
//!
//! The first seven rungs are the programs of a Russian article of 2020, in which Life becomes a
//! hundred times faster. The column "known as" has the names that the author uses. Rung 15 is the
//! first step of the article's `LifeInBits`, and rung 16 is the program that the article ran in a
//! browser. Rungs 4 to 6 have fewer additions than the article's programs. A rule by neighbour
//! count depends only on the number of living neighbours, not on their positions. Every rung
//! supports fields of any size, with a dead border or on a torus.
//!
//! ```
//! use quadrille_lanes::Level;
//! use quadrille_ladders::life::{Workload, rungs};
//!
//! let mut workload = Workload::new("1920x1080", 1).unwrap();
//! let rung = rungs()[9];
//! assert_eq!(rung.name, "vectors, striped");
//! rung.run(Level::best(), &mut workload); // timed; the time is divided by `rung.items(&workload)`
//! ```

mod bit_vectors;
mod bits;
mod byte_cells;
mod byte_vectors;
mod bytes;
mod form;
mod lanes_formula;
mod nibbles;
mod rungs;
mod separable_bytes;
mod striped;
mod words;
mod workload;

pub use form::{EngineError, engine};
pub use rungs::{Rung, rungs};
pub use workload::Workload;

use quadrille_lanes::Level;

use quadrille_life::internals::{Banded, Field, Memory, Shape};
use quadrille_life::oracle::PLAIN;
use quadrille_life::{MemoryError, Rule};

/// Number of rungs.
pub const RUNGS: usize = 16;

/// Number of the top rung. The rungs after it are variants of earlier rungs.
const TOP: usize = 12;

/// Checks that a rung supports a rule.
///
/// # Errors
/// A description of the supported rules, if the rule is not among them.
fn knows(rung: usize, rule: Rule) -> Result<(), &'static str> {
    let ends_agree = |counts: u16| counts & 1 == counts >> 8;
    let counted = rule.counts().is_some();
    let (known, does) = match rung {
        4 => (
            "a rule by neighbour count in which eight neighbours have the same effect as none",
            counted && ends_agree(rule.born()) && ends_agree(rule.survive()),
        ),
        8 | 9 | 13 | 14 => ("a rule by neighbour count", counted),
        2 | 3 | 5..=7 | 15 | 16 => ("B3/S23", rule == Rule::CONWAY),
        _ => ("every rule", true),
    };
    if does { Ok(()) } else { Err(known) }
}

/// Creates a field of dead cells for a rung. The rung must support the rule: see [`knows`].
fn field(
    rung: usize,
    shape: Shape,
    rule: Rule,
    level: Level,
    memory: &mut Memory,
) -> Result<Box<dyn Field>, MemoryError> {
    fn boxed<F: Field + 'static>(field: Result<F, MemoryError>) -> Result<Box<dyn Field>, MemoryError> {
        field.map(|field| Box::new(field) as Box<dyn Field>)
    }
    match rung {
        1 => (PLAIN.field)(shape, rule, level, memory),
        2 => boxed(bytes::TwoPasses::<bytes::ByBytes, bytes::Compared>::new(shape, memory)),
        3 => boxed(bytes::TwoPasses::<bytes::ByWords, bytes::Compared>::new(shape, memory)),
        4 => boxed(words::Words::new(shape, words::ByTable::new(rule), memory)),
        5 => boxed(words::Words::new(shape, words::ByFormula, memory)),
        6 => boxed(nibbles::Nibbles::<u64>::new(shape, memory)),
        7 => boxed(byte_vectors::ByteVectors::new(shape, level, memory)),
        8 => boxed(bits::Bits::new(shape, rule, memory)),
        9 => boxed(bit_vectors::BitVectors::new(shape, rule, level, memory)),
        10 => boxed(striped::Striped::new(shape, rule, level, memory)),
        11 => boxed(Banded::new(shape, rule, level, memory)),
        13 => boxed(separable_bytes::SeparableBytes::new(shape, rule, memory)),
        14 => boxed(words::Words::new(shape, words::ByByte(rule), memory)),
        15 => boxed(bytes::TwoPasses::<bytes::ByWords, bytes::Computed>::new(shape, memory)),
        16 => boxed(nibbles::Nibbles::<u32>::new(shape, memory)),
        _ => boxed(Banded::with_threads(shape, rule, level, memory)),
    }
}
