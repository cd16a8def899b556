//! The catalogue of generators, and samples of their values.

use std::cell::RefCell;
use std::fmt::{self, Display};

use quadrille_diagnostics::nearest;
use quadrille_diagnostics::toml::one_of;
use quadrille_lanes::Level;
use quadrille_random::catalogue::sequence::Sequence;
use quadrille_random::catalogue::{self, Entry, SeedError, Started};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The available generators: the answer of `random list`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generators {
    /// The generators, in the order of the catalogue.
    pub generators: Vec<Generator>,
}

/// The properties of a generator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generator {
    /// The generator's name, in lower case.
    pub name: String,
    /// The number of bits of the state.
    pub state_bits: u32,
    /// The period in outputs, such as `2^256-1`; `None` if unknown.
    pub period: Option<String>,
    /// The number of bits of one output: 15, 31, 32 or 64.
    pub output_bits: u32,
    /// A description in one line.
    pub notes: String,
}

impl From<&Entry> for Generator {
    fn from(entry: &Entry) -> Self {
        Self {
            name: entry.name.to_owned(),
            state_bits: entry.state_bits,
            period: entry.period.map(str::to_owned),
            output_bits: entry.output_bits,
            notes: entry.notes.to_owned(),
        }
    }
}

/// Returns all generators.
///
/// ```
/// let answer = quadrille_experiments_random::answers::generators();
/// assert!(answer.generators.iter().any(|generator| generator.name == "mt19937"));
/// ```
pub fn generators() -> Generators {
    Generators { generators: catalogue::entries().iter().map(Generator::from).collect() }
}

/// Error for an unknown name of a generator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error(
    "there is no such generator{}; expected {}",
    nearest.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)")),
    one_of(&names())
)]
pub struct UnknownGenerator {
    /// The name.
    pub name: String,
    /// The most similar known name; `None` if no name is similar.
    pub nearest: Option<&'static str>,
}

fn names() -> Vec<&'static str> {
    catalogue::entries().iter().map(|generator| generator.name).collect()
}

/// Returns the generator with this name.
///
/// # Errors
/// The name is unknown; the error lists all names, and suggests a similar name.
pub fn generator(name: &str) -> Result<&'static Entry, UnknownGenerator> {
    catalogue::find(name)
        .ok_or_else(|| UnknownGenerator { name: name.to_owned(), nearest: nearest(name, names()) })
}

/// The type of the sampled values, and their text form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// 32 bits; for a generator of 15 or 31 bits, the raw result of each call.
    U32,
    /// 64 bits.
    U64,
    /// A number from 0 to 1, as the generator defines it.
    F64,
    /// The same number as with [`F64`](Self::F64), written as its bits in hexadecimal.
    Hex,
}

/// A value of a generator.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// Up to 32 bits; a number in JSON.
    U32(u32),
    /// 64 bits; decimal text in JSON, because it can exceed 2^53.
    U64(u64),
    /// A number from 0 to 1.
    F64(f64),
    /// The bits of an `f64`; text such as `0x3fe0000000000000` in JSON.
    Hex(u64),
}

impl Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::U32(value) => value.fmt(f),
            Self::U64(value) => value.fmt(f),
            Self::F64(value) => value.fmt(f),
            Self::Hex(bits) => write!(f, "{bits:#x}"),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::U32(value) => serializer.serialize_u32(*value),
            Self::F64(value) => serializer.serialize_f64(*value),
            Self::U64(_) | Self::Hex(_) => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Whole(u32),
            Number(f64),
            Text(String),
        }
        Ok(match Written::deserialize(deserializer)? {
            Written::Whole(value) => Self::U32(value),
            Written::Number(value) => Self::F64(value),
            Written::Text(text) => {
                let value = match text.strip_prefix("0x") {
                    Some(digits) => u64::from_str_radix(digits, 16).map(Self::Hex),
                    None => text.parse().map(Self::U64),
                };
                // A value is accepted only in the form in which it is serialised.
                let value = value.ok().filter(|value| value.to_string() == text);
                value.ok_or_else(|| {
                    D::Error::custom(format!("`{text}` is not a value; expected a decimal number or 0x…"))
                })?
            }
        })
    }
}

/// Values of a generator: the answer of `random sample`.
///
/// `V` is a list of values, or [`Unwritten`], whose values are drawn during serialisation. Both
/// types give the same JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sample<V = Vec<Value>> {
    /// The generator's name.
    pub generator: String,
    /// The seed.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: u64,
    /// The values, in the order in which they were drawn.
    pub values: V,
}

/// Returns the first `count` values of a generator that starts from `seed`. The vector level does
/// not affect the values.
///
/// ```
/// use quadrille_experiments_random::answers::{Format, Value, generator, sample};
/// use quadrille_lanes::Level;
///
/// let answer = sample(generator("mt19937")?, 5489, 2, Format::U32, Level::best())?;
/// assert_eq!(answer.values, [Value::U32(3499211612), Value::U32(581869302)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The seed is outside the generator's range.
pub fn sample(
    generator: &Entry,
    seed: u64,
    count: u64,
    format: Format,
    level: Level,
) -> Result<Sample, SeedError> {
    let values = Values::new(generator.start_with_level(seed, level)?, format, count).collect();
    Ok(Sample { generator: generator.name.to_owned(), seed, values })
}

/// An iterator over the values of a sequence, which are drawn in blocks of up to 4,096.
pub struct Values {
    sequence: Started,
    format: Format,
    left: u64,
    buffer: std::vec::IntoIter<Value>,
}

impl Values {
    /// Creates an iterator over the next `count` values of a sequence.
    pub fn new(sequence: Started, format: Format, count: u64) -> Self {
        Self { sequence, format, left: count, buffer: Vec::new().into_iter() }
    }
}

impl Iterator for Values {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        if let Some(value) = self.buffer.next() {
            return Some(value);
        }
        let count = self.left.min(4096) as usize;
        self.left -= count as u64;
        self.buffer = draw(&mut *self.sequence, self.format, count).into_iter();
        self.buffer.next()
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sequence: _, format, left, buffer } = self;
        f.debug_struct("Values").field("format", format).field("left", left).field("buffer", buffer).finish()
    }
}

fn draw(sequence: &mut dyn Sequence, format: Format, count: usize) -> Vec<Value> {
    match format {
        Format::U32 => {
            let mut values = vec![0; count];
            sequence.fill_u32(&mut values);
            values.into_iter().map(Value::U32).collect()
        }
        Format::U64 => {
            let mut values = vec![0; count];
            sequence.fill_u64(&mut values);
            values.into_iter().map(Value::U64).collect()
        }
        Format::F64 | Format::Hex => {
            let mut values = vec![0.0; count];
            sequence.fill_f64(&mut values);
            let value = |value: f64| {
                if format == Format::Hex { Value::Hex(value.to_bits()) } else { Value::F64(value) }
            };
            values.into_iter().map(value).collect()
        }
    }
}

/// Values that are drawn during serialisation, so that samples of any length need little memory.
///
/// Serialisation consumes the values; a second serialisation gives an empty list.
#[derive(Debug)]
pub struct Unwritten(RefCell<Values>);

impl Unwritten {
    /// Wraps an iterator over values for one serialisation.
    pub fn new(values: Values) -> Self {
        Self(RefCell::new(values))
    }
}

impl Serialize for Unwritten {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&mut *self.0.borrow_mut())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMATS: [Format; 4] = [Format::U32, Format::U64, Format::F64, Format::Hex];

    #[test]
    fn samples_are_read_back_as_they_were() {
        for (name, format) in
            ["mt19937", "xoshiro256++"].into_iter().flat_map(|name| FORMATS.map(|f| (name, f)))
        {
            let entry = generator(name).unwrap();
            let answer = sample(entry, 1977, 5000, format, Level::best()).unwrap();
            let json = serde_json::to_string(&answer).unwrap();
            let read: Sample = serde_json::from_str(&json).unwrap();
            assert_eq!(read, answer, "{name} {format:?}");
            assert_eq!(serde_json::to_string(&read).unwrap(), json);
            // Values drawn during serialisation give the same JSON.
            let values = Values::new(entry.start(1977).unwrap(), format, 5000);
            let unwritten = Sample { generator: name.to_owned(), seed: 1977, values: Unwritten::new(values) };
            assert_eq!(serde_json::to_string(&unwritten).unwrap(), json);
        }
    }

    #[test]
    fn the_list_is_read_back_as_it_was() {
        let json = serde_json::to_string(&generators()).unwrap();
        assert_eq!(serde_json::from_str::<Generators>(&json).unwrap(), generators());
    }

    #[test]
    fn values_of_another_spelling_are_refused() {
        for text in [r#""007""#, r#""0x07""#, r#""-1""#, r#""seven""#, "null"] {
            assert!(serde_json::from_str::<Value>(text).is_err(), "{text}");
        }
    }
}
