//! `quadrille random`: the generators, their values and raw bytes.

use std::io::{IsTerminal as _, Write as _};

use clap::{Args, Subcommand, ValueEnum};
use quadrille::answers::random::{self, UnknownGenerator, Unwritten, Values};
use quadrille::lanes::Level;
use quadrille::machine::draw_seed;
use quadrille::random::catalogue::{self, Entry, Started};
use quadrille::report::ReportTable;
use quadrille_files::{PlainUnit, parse_size};

use crate::failure::Failure;
use crate::{OutputMode, answer, long_job, terminal};

#[derive(Debug, Subcommand)]
pub(crate) enum Random {
    /// List the generators and their purposes
    List(List),
    /// Print the first values of a generator
    Sample(Sample),
    /// Write a generator's raw bytes to standard output, for other programs
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
    if mode.json {
        return answer::json(&random::generators());
    }
    let mut table = ReportTable::new(&["generator", "#state", "#output", "#period", "notes"]);
    for generator in catalogue::entries() {
        table.push([
            generator.name.to_owned(),
            generator.state_bits.to_string(),
            generator.output_bits.to_string(),
            generator.period.unwrap_or("unknown").to_owned(),
            generator.notes.to_owned(),
        ]);
    }
    let mut purposes = ReportTable::new(&["generator", "use", "known failures"]);
    for Entry { name, purpose, fails, .. } in catalogue::entries() {
        purposes.push([name, purpose, fails].map(|&text| text.to_owned()));
    }
    answer::text(&(terminal::table(&table) + "\n" + &terminal::table(&purposes)))
}

/// A generator and its seed.
#[derive(Debug, Args)]
struct Start {
    /// Name of the generator, see `quadrille random list`
    #[arg(value_name = "GEN", value_parser = generator)]
    generator: &'static Entry,
    /// Seed [default: random, printed on standard error]
    #[arg(long, value_name = "S", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    seed: Option<u64>,
}

impl Start {
    /// Starts the generator with the given seed or a random seed.
    fn begin(&self, level: Level, mode: OutputMode) -> Result<(u64, Started), Failure> {
        let seed = self.seed.unwrap_or_else(|| draw_seed() & self.generator.seeds().end());
        let sequence = self.generator.start_with_level(seed, level).map_err(Failure::usage)?;
        // The seed is needed to reproduce the numbers, so it is printed even with `--quiet`.
        if self.seed.is_none() && !mode.json {
            let _ = writeln!(std::io::stderr(), "seed {seed}");
        }
        Ok((seed, sequence))
    }
}

fn generator(name: &str) -> Result<&'static Entry, UnknownGenerator> {
    random::generator(name)
}

/// Format of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// 32 bits; for generators of 15 or 31 bits, the raw value
    U32,
    /// 64 bits
    U64,
    /// The generator's own conversion to a number in [0, 1); in [0, 1] for mt19937
    F64,
    /// The 64 bits of the f64 value, in hexadecimal
    Hex,
}

impl From<Format> for random::Format {
    fn from(format: Format) -> Self {
        match format {
            Format::U32 => Self::U32,
            Format::U64 => Self::U64,
            Format::F64 => Self::F64,
            Format::Hex => Self::Hex,
        }
    }
}

/// Maximum number of values of a sample; `random stream` writes more.
const MOST_VALUES: u64 = 1 << 30;

#[derive(Debug, Args)]
#[command(after_help = "Example: quadrille random sample xoshiro256++ --seed 1977 --count 5

The same generator, seed and format give the same values everywhere.")]
pub(crate) struct Sample {
    #[command(flatten)]
    start: Start,
    /// Number of values
    #[arg(long, value_name = "N", default_value = "10", value_parser = values, allow_negative_numbers = true)]
    count: u64,
    /// Format of the values
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
        let values = Values::new(sequence, self.format.into(), self.count);
        if mode.json {
            let generator = self.start.generator.name.to_owned();
            answer::json_drawn(&random::Sample { generator, seed, values: Unwritten::new(values) })
        } else {
            answer::lines(values)
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Example: quadrille random stream xoshiro256++x8 --seed 1977 --bytes 64 | od -x

Writes values of 32 bits (64 for generators with 64-bit output) one after the other in little-endian byte \
order, until the reader closes the pipe. Outputs of 15 and 31 bits are padded with zero bits, which external \
test suites report as defects.")]
pub(crate) struct Stream {
    #[command(flatten)]
    start: Start,
    /// Stop after this many bytes: a number, or a size such as 4GiB [default: never]
    #[arg(long, value_name = "N", value_parser = bytes, allow_negative_numbers = true)]
    bytes: Option<u64>,
}

/// Parses a number of bytes, or a size with a unit.
fn bytes(text: &str) -> Result<u64, String> {
    parse_size(text, PlainUnit::Bytes).map_err(|error| error.to_string())
}

/// Bytes per write: many times the capacity of a pipe, so that the reader rarely finds it empty.
const PIECE: usize = 1 << 20;

impl Stream {
    fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        if mode.json {
            return Err(Failure::usage(
                "raw bytes cannot be written as JSON; for JSON, use `quadrille random sample`",
            ));
        }
        if std::io::stdout().is_terminal() {
            return Err(Failure::usage("raw bytes are not written to a terminal; use a pipe or a file"));
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

/// Returns standard output without the line buffer.
#[cfg(unix)]
fn raw_stdout() -> std::io::Result<std::fs::File> {
    use std::os::fd::AsFd as _;
    Ok(std::io::stdout().as_fd().try_clone_to_owned()?.into())
}

#[cfg(not(unix))]
fn raw_stdout() -> std::io::Result<std::io::StdoutLock<'static>> {
    Ok(std::io::stdout().lock())
}
