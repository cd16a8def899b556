//! `quadrille life soup`.

use std::fmt;
use std::io::Write as _;

use clap::{Args, ValueEnum};
use num_bigint::BigUint;
use quadrille::lanes::Level;
use quadrille::life::{Border, Bounds, Grid, Rule, fill};
use quadrille::machine::draw_seed;
use quadrille::progress::{Cancelled, Meter, Observer, Progress};
use quadrille::random::{Chance, StreamKey};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::field::{Evolution, refused};
use crate::failure::Failure;
use crate::progress::watched;
use crate::{OutputMode, answer, long_job};

/// Where the random numbers come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Fill {
    /// The project's own, row by row
    #[value(name = "xoshiro256++")]
    Xoshiro,
    /// .NET's `System.Random`, column by column within a ring of dead cells
    Net,
}

/// A seed of either source.
#[derive(Debug, Clone, Copy)]
enum Seed {
    Xoshiro(u64),
    Net(i32),
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Xoshiro(seed) => write!(f, "{seed}"),
            Self::Net(seed) => write!(f, "{seed}"),
        }
    }
}

/// The hash of the field's rows, as hexadecimal digits.
fn sha256(grid: &Grid, observer: &dyn Observer) -> Result<String, Cancelled> {
    let meter = Meter::new(observer).total(grid.height()).every(HASHED_BETWEEN_QUESTIONS);
    let mut hasher = Sha256::new();
    for row in grid.row_bytes() {
        hasher.update(&row);
        meter.note(1);
        meter.effort(row.len() as u64)?;
    }
    Ok(base16ct::lower::encode_string(&hasher.finalize()))
}

/// Bytes hashed between two questions whether to go on: some milliseconds.
const HASHED_BETWEEN_QUESTIONS: u64 = 1 << 21;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille life soup --size 1920x1080 --density 0.5 --seed 7 --generations 1000
  quadrille life soup --size 1920x1080 --density 0.5 --seed 12345 --fill net

Without --fill net, cells are drawn row by row from stream (seed, K) of
xoshiro256++. With it the size includes a ring of cells that stay dead, and the
seed is one of .NET: -2147483648 to 2147483647.")]
pub(crate) struct Soup {
    /// Columns and rows
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: (u64, u64),
    /// How likely a cell lives, 0 to 1
    #[arg(long, value_name = "D", value_parser = density, allow_negative_numbers = true)]
    density: (f64, Chance),
    /// Where the random numbers come from
    #[arg(long, value_enum, default_value = "xoshiro256++")]
    fill: Fill,
    /// Where all randomness comes from [default: drawn, and told]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<String>,
    /// Which stream of the seed
    #[arg(long, value_name = "K", default_value = "0", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    stream: u64,
    /// How many generations
    #[arg(long, value_name = "N", default_value = "0", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    generations: u64,
    /// The field, of the same size: its border is dead or torus [default: dead]
    #[arg(long, value_name = "WxH:BORDER")]
    bounds: Option<Bounds>,
    /// The rule, such as B36/S23
    #[arg(long, value_name = "RULE", default_value = "B3/S23")]
    rule: Rule,
    #[command(flatten)]
    evolution: Evolution,
}

fn size(text: &str) -> Result<(u64, u64), String> {
    match text.parse::<Bounds>() {
        Ok(bounds) if !text.contains(':') => Ok((bounds.width(), bounds.height())),
        Err(error @ quadrille::life::BoundsError::TooSmall { .. }) => Err(error.to_string()),
        _ => Err("columns and rows are expected, such as 1920x1080".to_owned()),
    }
}

fn density(text: &str) -> Result<(f64, Chance), String> {
    let expected = || "a number from 0 to 1 is expected".to_owned();
    let density: f64 = text.parse().map_err(|_| expected())?;
    let chance = Chance::new(density).map_err(|_| expected())?;
    Ok((density, chance))
}

impl Soup {
    pub(crate) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let bounds = self.field()?;
        let mut grid = Grid::new(self.rule, bounds, self.evolution.settings(level)).map_err(refused)?;
        let seed = self.seed()?;
        // Without it the soup could not be had again.
        if self.seed.is_none() && !mode.json {
            let _ = writeln!(std::io::stderr(), "seed {seed}");
        }
        let (evolved, sha256) = watched("generations", mode, |observer| {
            self.fill(&mut grid, seed, observer)?;
            let evolved = self.evolution.run(grid, BigUint::ZERO, self.generations, observer)?;
            let sha256 = sha256(&evolved.grid, observer)?;
            Ok::<_, Failure>((evolved, sha256))
        })??;
        let seed = seed.to_string();
        let fingerprint = evolved.digest.fingerprint;
        if mode.json {
            let mut told = evolved.json();
            told.insert("seed".to_owned(), json!(seed));
            told.insert("density".to_owned(), json!(self.density.0));
            told.insert("fingerprint".to_owned(), json!(fingerprint));
            told.insert("sha256_rows".to_owned(), json!(sha256));
            return answer::json(&Value::Object(told));
        }
        answer::text(&format!("{}fingerprint {fingerprint}\nsha256     {sha256}\n", evolved.text()))
    }

    /// The seed, drawn where none is named.
    fn seed(&self) -> Result<Seed, Failure> {
        match self.fill {
            Fill::Xoshiro => {
                let seed = self.seed.as_deref().map_or_else(|| Ok(draw_seed()), long_job::whole_number);
                seed.map(Seed::Xoshiro).map_err(|reason| Failure::usage(format!("--seed: {reason}")))
            }
            Fill::Net => {
                let seed = self.seed.as_deref().map_or(Ok((draw_seed() & 0x7fff_ffff) as i32), str::parse);
                seed.map(Seed::Net).map_err(|_| {
                    Failure::usage(format!(
                        "--seed: with --fill net, a whole number from {} to {} is expected",
                        i32::MIN,
                        i32::MAX
                    ))
                })
            }
        }
    }

    /// Fills the field; the bar stands at generation 0 while it is.
    fn fill(&self, grid: &mut Grid, seed: Seed, observer: &dyn Observer) -> Result<(), Failure> {
        let filling = |progress: &Progress| {
            let percent = (100.0 * progress.fraction().unwrap_or(0.0)) as u64;
            let whole = Progress::of(0, self.generations).counting("generations");
            observer.observe(&whole.saying(format!("filling, {percent} %")))
        };
        let filled = match seed {
            Seed::Xoshiro(seed) => {
                fill::xoshiro(grid, StreamKey::new(seed, self.stream), self.density.1, &filling)
            }
            Seed::Net(seed) => fill::net(grid, seed, self.density.0, &filling),
        };
        filled.map_err(|Cancelled| {
            Failure::unfinished("stopped while the field was being filled; nothing was kept")
        })
    }

    /// The field: of the soup's size, with a ring for .NET's fill.
    fn field(&self) -> Result<Bounds, Failure> {
        let (width, height) = self.size;
        match (self.fill, self.bounds) {
            (Fill::Net, Some(_)) => Err(Failure::usage(
                "--fill net has a border of its own, a ring of dead cells; expected no --bounds",
            )),
            (Fill::Net, None) if self.stream != 0 => {
                Err(Failure::usage("--fill net has no streams; expected another --seed"))
            }
            (Fill::Net, None) => Bounds::new(width, height, Border::Ring).map_err(Failure::usage),
            (Fill::Xoshiro, None) => Bounds::new(width, height, Border::Dead).map_err(Failure::usage),
            (Fill::Xoshiro, Some(bounds)) if (bounds.width(), bounds.height()) == self.size => Ok(bounds),
            (Fill::Xoshiro, Some(bounds)) => Err(Failure::usage(format!(
                "a soup of {width}x{height} on a field of {bounds}; expected bounds of the same size"
            ))),
        }
    }
}
