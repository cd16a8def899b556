//! `quadrille life soup`.

use std::fmt::Write as _;
use std::io::Write as _;

use clap::{Args, ValueEnum};
use quadrille::answers::life::{self, PlaneSoup, SoupQuestion, SoupSource};
use quadrille::lanes::Level;
use quadrille::life::{Bounds, Digests, Rule, StreamKey, Symmetry};
use quadrille::machine::draw_seed;
use quadrille::random::Chance;

use super::draw;
use super::field::{Evolution, failure, text};
use super::view::ViewArgs;
use crate::failure::Failure;
use crate::progress::watched;
use crate::{OutputMode, answer, long_job};

/// Source of the random numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Fill {
    /// The project's own generator, row by row
    #[value(name = "xoshiro256++")]
    Xoshiro,
    /// .NET's `System.Random`, column by column within a ring of dead cells
    Net,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quadrille life soup --size 1920x1080 --density 0.5 --seed 7 --generations 1000
  quadrille life soup --size 1920x1080 --density 0.5 --seed 12345 --fill net
  quadrille life soup --symmetry D8_1 --soup 7:12 --output x.rle
  quadrille life soup --seed-string n_GcpqZ62YqD3310086454 --generations 1000

By default, cells are drawn row by row from stream (S, K) of xoshiro256++, given by --seed and --stream. With \
--fill net, the size includes a ring of cells that stay dead, and the seed is a .NET seed: -2147483648 to 2147483647.

With --symmetry, --soup or --seed-string, the soup is a square of 16 x 16 cells and its copies on the unbounded \
plane, as in soup searches and in experiments of the kind life.soups. Its cells are drawn from stream (SEED, K), \
or are the bits of the SHA-256 of a text, as on Catagolue.")]
pub(crate) struct Soup {
    /// Size in columns and rows
    #[arg(long, value_name = "WxH", value_parser = size, required_unless_present_any = ["symmetry", "numbered", "seed_string"])]
    size: Option<(u64, u64)>,
    /// Probability of a living cell, 0 to 1 [default with --symmetry or --soup: 0.5]
    #[arg(long, value_name = "D", value_parser = density, allow_negative_numbers = true, required_unless_present_any = ["symmetry", "numbered", "seed_string"])]
    density: Option<f64>,
    // No doc comment: clap would read `_` in the names as emphasis.
    #[arg(long, value_name = "SYMMETRY", conflicts_with_all = FIELD, help = SYMMETRIES)]
    symmetry: Option<Symmetry>,
    /// Soup number K of seed SEED
    #[arg(long = "soup", value_name = "SEED:K", value_parser = numbered, conflicts_with_all = FIELD)]
    numbered: Option<(u64, u64)>,
    /// Soup of the seed string TEXT, a root followed by a number, as in Catagolue
    #[arg(long, value_name = "TEXT", conflicts_with_all = FIELD, conflicts_with_all = ["numbered", "density"])]
    seed_string: Option<String>,
    /// Source of the random numbers
    #[arg(long, value_enum, default_value = "xoshiro256++")]
    fill: Fill,
    /// Seed of all randomness [default: random, printed]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<String>,
    /// Index of the random stream of the seed
    #[arg(long, value_name = "K", default_value = "0", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    stream: u64,
    /// Number of generations
    #[arg(long, value_name = "N", default_value = "0", value_parser = long_job::whole_number, allow_negative_numbers = true)]
    generations: u64,
    /// Size and border of the field: dead, torus, ring, klein, cross-surface or sphere; the size
    /// must be the same as in --size [default: dead]
    #[arg(long, value_name = "WxH:BORDER")]
    bounds: Option<Bounds>,
    /// The rule, such as B36/S23
    #[arg(long, value_name = "RULE", default_value = "B3/S23")]
    rule: Rule,
    /// Also print the 32-bit fingerprint and the SHA-256 of the rows; print the hash even if more
    /// than 100,000,000 cells live; implied by --fill net
    #[arg(long)]
    digest: bool,
    #[command(flatten)]
    evolution: Evolution,
    #[command(flatten)]
    view: ViewArgs,
}

/// Help text of `--symmetry`.
const SYMMETRIES: &str = "How 16 x 16 cells and their copies are laid out: C1, C2_1, C2_2, C2_4, C4_1, C4_4, D2_+1, D2_+2, D2_x, D4_+1, D4_+2, D4_+4, D4_x1, D4_x4, D8_1 or D8_4 [default with --soup or --seed-string: C1]";

/// Flags of a soup that fills a field.
const FIELD: [&str; 6] = ["size", "fill", "seed", "stream", "bounds", "digest"];

/// Parses a seed and the number of a soup, as in `7:12`.
fn numbered(text: &str) -> Result<(u64, u64), String> {
    let numbers = text.split_once(':').and_then(|(seed, number)| {
        Some((long_job::whole_number(seed).ok()?, long_job::whole_number(number).ok()?))
    });
    numbers.ok_or_else(|| "a seed and a number are expected, such as 7:12".to_owned())
}

fn size(text: &str) -> Result<(u64, u64), String> {
    match text.parse::<Bounds>() {
        Ok(bounds) if !text.contains(':') => Ok((bounds.width(), bounds.height())),
        Err(error @ quadrille::life::BoundsError::TooSmall { .. }) => Err(error.to_string()),
        _ => Err("columns and rows are expected, such as 1920x1080".to_owned()),
    }
}

fn density(text: &str) -> Result<f64, String> {
    let density = text.parse().ok().filter(|&density| Chance::new(density).is_ok());
    density.ok_or_else(|| "a number from 0 to 1 is expected".to_owned())
}

impl Soup {
    pub(crate) fn run(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        self.evolution.check_output(mode)?;
        let (Some(size), Some(density)) = (self.size, self.density) else {
            return self.on_plane(level, mode);
        };
        if self.fill == Fill::Net && self.bounds.is_none() && self.stream != 0 {
            return Err(Failure::usage("--fill net has no streams; expected no --stream"));
        }
        let source = self.source()?;
        let question = SoupQuestion::new(size, density, source)
            .ok_or_else(|| Failure::usage("--density: a number from 0 to 1 is expected"))?
            .bounds(self.bounds)
            .rule(self.rule);
        let grid = question.empty(self.evolution.settings(level)).map_err(failure)?;
        // The seed is needed to repeat the soup.
        if self.seed.is_none() && !mode.json {
            let _ = match source {
                SoupSource::Xoshiro { seed, .. } => writeln!(std::io::stderr(), "seed {seed}"),
                SoupSource::Net { seed } => writeln!(std::io::stderr(), "seed {seed}"),
            };
        }
        let digests = if self.digest || self.fill == Fill::Net { Digests::All } else { Digests::Usual };
        self.evolution.pictures(&self.generations.into())?;
        let options = self.evolution.run_options(self.generations, &self.view, level).digests(digests);
        let ran = watched("generations", mode, |observer| life::soup(&question, grid, options, observer))?;
        let (soup, evolved) = ran.map_err(failure)?;
        // From here on Ctrl-C is not handled: it ends the program at once, even while files are
        // written.
        self.evolution.write(&soup.run, &evolved, &self.view)?;
        if mode.json {
            return answer::json(&soup);
        }
        let mut text = text(&soup.run, draw::drawn(&evolved.grid));
        if let (Some(fingerprint), Some(sha256)) = (soup.fingerprint, &soup.sha256_rows) {
            let _ = write!(text, "fingerprint {fingerprint}\nsha256     {sha256}\n");
        }
        self.evolution.answer(|| text)
    }

    /// Runs a soup of 16 × 16 cells and its copies on the plane.
    fn on_plane(&self, level: Level, mode: OutputMode) -> Result<(), Failure> {
        let symmetry = self.symmetry.unwrap_or_default();
        let (soup, seed) = if let Some(text) = &self.seed_string {
            (life::hashed_soup(symmetry, text), text.clone())
        } else {
            let (seed, number) = self.numbered.unwrap_or_else(|| (draw_seed(), 0));
            if self.numbered.is_none() && !mode.json {
                let _ = writeln!(std::io::stderr(), "soup {seed}:{number}");
            }
            let density = Chance::new(self.density.unwrap_or(0.5)).map_err(Failure::usage)?;
            (symmetry.soup(StreamKey::new(seed, number), density), format!("{seed}:{number}"))
        };
        let filmed = self.evolution.output().filter(|output| output.kind.film().is_some());
        if let Some(output) = self.evolution.output() {
            self.view.check(output.kind)?;
        }
        let generations = self.generations.into();
        let pictures = self.evolution.pictures(&generations)?;
        let (soup, options) = (soup.into(), self.evolution.run_options(0, &self.view, level));
        let ran = watched("generations", mode, |observer| {
            life::film_on_plane(&soup, self.rule, &generations, options, pictures, observer)
        })?;
        let (run, plane, film) = ran.map_err(|error| failure(*error.reason))?;
        match filmed {
            Some(output) => self.view.write_film(false, &film, output)?,
            None => self.evolution.write_plane(&run, &plane, &self.view)?,
        }
        if mode.json {
            return answer::json(&PlaneSoup { run, symmetry: symmetry.to_string(), soup: seed });
        }
        self.evolution.answer(|| text(&run, draw::drawn_plane(&plane)))
    }

    /// Returns the source of the cells; the seed is random if none is given.
    fn source(&self) -> Result<SoupSource, Failure> {
        match self.fill {
            Fill::Xoshiro => {
                let seed = self.seed.as_deref().map_or_else(|| Ok(draw_seed()), long_job::whole_number);
                let seed = seed.map_err(|reason| Failure::usage(format!("--seed: {reason}")))?;
                Ok(SoupSource::Xoshiro { seed, stream: self.stream })
            }
            Fill::Net => {
                let seed = self.seed.as_deref().map_or(Ok((draw_seed() & 0x7fff_ffff) as i32), str::parse);
                let seed = seed.map_err(|_| {
                    Failure::usage(format!(
                        "--seed: with --fill net, a whole number from {} to {} is expected",
                        i32::MIN,
                        i32::MAX
                    ))
                })?;
                Ok(SoupSource::Net { seed })
            }
        }
    }
}
