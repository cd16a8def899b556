//! `quadrille random`: the generators, values of them, and their raw bytes.

use std::cell::RefCell;
use std::fmt::{Display, Formatter};
use std::io::{IsTerminal as _, Write as _};

use clap::{Args, Subcommand, ValueEnum};
use quadrille::diagnostics::nearest;
use quadrille::diagnostics::toml::one_of;
use quadrille::experiment::report::Table;
use quadrille::lanes::Level;
use quadrille::machine::draw_seed;
use quadrille::random::catalogue::sequence::Sequence;
use quadrille::random::catalogue::{self, Entry, Started};
use serde::{Serialize, Serializer};
use serde_json::json;

use crate::failure::Failure;
use crate::{OutputMode, answer, long_job, terminal};

#[derive(Debug, Subcommand)]
pub(crate) enum Random {
    /// The generators there are, and what each is for
    List(List),
    /// The first values of a generator
    Sample(Sample),
    /// A generator's raw bytes on standard output, for other programs
    Stream(Stream),
}

impl Random {
    pub(crate) fn run(self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        match self {
            Self::List(List {}) => list(mode),
            Self::Sample(sample) => sample.run(level, mode),
            Self::Stream(stream) => stream.run(level, mode),
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Example: quadrille random list

State and output are in bits.")]
pub(crate) struct List {}

fn list(mode: OutputMode) -> Result<(), Failure> {
    let generators = catalogue::entries();
    if mode.json {
        let entry = |generator: &Entry| {
            json!({
                "name": generator.name, "state_bits": generator.state_bits, "period": generator.period,
                "output_bits": generator.output_bits, "notes": generator.notes,
            })
        };
        return answer::json(&json!({ "generators": generators.iter().map(entry).collect::<Vec<_>>() }));
    }
    let mut table = Table::new(&["generator", "#state", "#output", "#period", "notes"]);
    for generator in generators {
        table.push([
            generator.name.to_owned(),
            generator.state_bits.to_string(),
            generator.output_bits.to_string(),
            generator.period.unwrap_or("unknown").to_owned(),
            generator.notes.to_owned(),
        ]);
    }
    let mut purposes = Table::new(&["generator", "what it is there for", "what it is known to fail"]);
    for Entry { name, purpose, fails, .. } in generators {
        purposes.push([name, purpose, fails].map(|&text| text.to_owned()));
    }
    answer::text(&(terminal::table(&table) + "\n" + &terminal::table(&purposes)))
}

/// A generator at a seed.
#[derive(Debug, Args)]
struct Start {
    /// Which generator: a name of `quadrille random list`
    #[arg(value_name = "GEN", value_parser = generator)]
    generator: &'static Entry,
    /// Where it starts [default: drawn, and told on standard error]
    #[arg(long, value_name = "S", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    seed: Option<u64>,
}

impl Start {
    /// The generator's sequence from the seed, which is drawn if need be.
    fn begin(&self, level: Level, mode: OutputMode) -> Result<(u64, Started), Failure> {
        let seed = self.seed.unwrap_or_else(|| draw_seed() & self.generator.seeds().end());
        let sequence = self.generator.start_with_level(seed, level).map_err(Failure::usage)?;
        // Without it the numbers could not be had again: being quiet is no reason to keep it back.
        if self.seed.is_none() && !mode.json {
            let _ = writeln!(std::io::stderr(), "seed {seed}");
        }
        Ok((seed, sequence))
    }
}

fn generator(name: &str) -> Result<&'static Entry, String> {
    catalogue::find(name).ok_or_else(|| {
        let known: Vec<&str> = catalogue::entries().iter().map(|generator| generator.name).collect();
        let near = nearest(name, known.iter().copied());
        let suggestion = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
        format!("there is no such generator{suggestion}; expected {}", one_of(&known))
    })
}

/// How a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// 32 bits; the raw value of each call where a generator makes 15 or 31
    U32,
    /// 64 bits
    U64,
    /// The generator's own number from 0 to 1
    F64,
    /// The bits of the f64
    Hex,
}

/// So many values are sampled at most; whoever wants more wants a stream.
const MOST_VALUES: u64 = 1 << 30;

#[derive(Debug, Args)]
#[command(after_help = "Example: quadrille random sample xoshiro256++ --seed 1977 --count 5

The same generator, seed and format give the same values everywhere.")]
pub(crate) struct Sample {
    #[command(flatten)]
    start: Start,
    /// How many values
    #[arg(long, value_name = "N", default_value = "10", value_parser = values, allow_negative_numbers = true)]
    count: u64,
    /// What a value is
    #[arg(long, value_enum, default_value = "u64")]
    format: Format,
}

fn values(text: &str) -> Result<u64, String> {
    let expected = || format!("a whole number from 0 to {MOST_VALUES} is expected");
    match text.parse() {
        Ok(count) if count <= MOST_VALUES => Ok(count),
        Ok(_) => Err(format!("{}; for more, see `quadrille random stream`", expected())),
        Err(_) => Err(expected()),
    }
}

impl Sample {
    fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let (seed, sequence) = self.start.begin(level, mode)?;
        let values =
            Values { sequence, format: self.format, left: self.count, buffer: Vec::new().into_iter() };
        if mode.json {
            answer::json(&Answer {
                generator: self.start.generator.name,
                seed: seed.to_string(),
                values: OnTheFly(RefCell::new(values)),
            })
        } else {
            answer::lines(values)
        }
    }
}

#[derive(Serialize)]
struct Answer {
    generator: &'static str,
    seed: String,
    values: OnTheFly,
}

/// Values that are drawn while they are written.
struct OnTheFly(RefCell<Values>);

impl Serialize for OnTheFly {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&mut *self.0.borrow_mut())
    }
}

/// The values of a sequence, drawn some thousands at a time.
struct Values {
    sequence: Started,
    format: Format,
    left: u64,
    buffer: std::vec::IntoIter<Value>,
}

/// One value, as it is written: numbers beyond 2^53 as text in JSON.
enum Value {
    U32(u32),
    U64(u64),
    F64(f64),
    Hex(u64),
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

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::U32(value) => serializer.serialize_u32(*value),
            Self::F64(value) => serializer.serialize_f64(*value),
            Self::U64(_) | Self::Hex(_) => serializer.collect_str(self),
        }
    }
}

impl Display for Value {
    fn fmt(&self, text: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::U32(value) => value.fmt(text),
            Self::U64(value) => value.fmt(text),
            Self::F64(value) => value.fmt(text),
            Self::Hex(bits) => write!(text, "{bits:#x}"),
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Example: quadrille random stream xoshiro256++x8 --seed 1977 --bytes 1000 | xxd

Values of 32 bits (of 64, where that is what the generator makes) one after the
other, each with its lowest byte first, until whoever reads has enough. Calls of
15 and 31 bits have zeros above them, which other test suites will not forgive.")]
pub(crate) struct Stream {
    #[command(flatten)]
    start: Start,
    /// Stop after so many bytes [default: never]
    #[arg(long, value_name = "N", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    bytes: Option<u64>,
}

/// Bytes written at a time: many times what a pipe holds, so that the reader rarely finds it empty.
const PIECE: usize = 1 << 20;

impl Stream {
    fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        if mode.json {
            return Err(Failure::usage(
                "raw bytes are no JSON; `quadrille random sample` answers with --json",
            ));
        }
        if std::io::stdout().is_terminal() {
            return Err(Failure::usage("raw bytes would spoil a terminal; send them to a pipe or a file"));
        }
        let mut out = raw_stdout().map_err(Failure::unfinished)?;
        let (_, mut sequence) = self.start.begin(level, mode)?;
        let mut piece = vec![0; PIECE];
        let mut left = self.bytes;
        while left != Some(0) {
            let length = left.map_or(PIECE, |left| left.min(PIECE as u64) as usize);
            sequence.fill_bytes(&mut piece[..length]);
            answer::finish(out.write_all(&piece[..length]))?;
            left = left.map(|left| left - length as u64);
        }
        answer::finish(out.flush())
    }
}

/// Standard output without the buffer that cuts what passes at line ends.
#[cfg(unix)]
fn raw_stdout() -> std::io::Result<std::fs::File> {
    use std::os::fd::AsFd as _;
    Ok(std::io::stdout().as_fd().try_clone_to_owned()?.into())
}

#[cfg(not(unix))]
fn raw_stdout() -> std::io::Result<std::io::StdoutLock<'static>> {
    Ok(std::io::stdout().lock())
}
