//! What a run and a soup have in common: a field that goes on, and what is told of it.

use clap::Args;
use num_bigint::BigUint;
use quadrille::evolution::{self, EvolutionError};
use quadrille::lanes::Level;
use quadrille::life::{Digest, Engine, Grid, GridError, Settings};
use quadrille::machine::available_memory;
use quadrille::patterns::Kind;
use quadrille::pictures::{Frame, PictureError};
use quadrille::progress::Observer;
use quadrille::report::figure::count;
use serde_json::{Map, Value, json};

use super::convert::{self, Output, output};
use super::draw;
use crate::failure::Failure;
use crate::long_job;

/// How a field goes on.
#[derive(Debug, Args)]
pub(crate) struct Evolution {
    /// Who does the work: auto, grid, or a rung of the ladder, rung:N
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    engine: Engine,
    /// Write what is there in the end: F.rle, F.cells, F.png; F.gif is a film
    #[arg(long, value_name = "F", value_parser = output)]
    output: Option<Output>,
    /// How many threads to use; changes nothing but the time [default: all]
    #[arg(long, value_name = "N", value_parser = long_job::threads, allow_negative_numbers = true)]
    threads: Option<std::num::NonZeroUsize>,
}

/// A field that has gone on.
pub(crate) struct Evolved {
    pub(crate) grid: Grid,
    pub(crate) digest: Digest,
    /// Generations since the pattern's own first.
    generation: BigUint,
    steps: u64,
    seconds: f64,
}

/// Why a field is not there: bad input, all of it.
pub(crate) fn refused(error: GridError) -> Failure {
    Failure::usage(error)
}

impl Evolution {
    pub(crate) fn settings(&self, level: Level) -> Settings {
        Settings::default().engine(self.engine).level(level).memory(available_memory())
    }

    /// Runs a field for so many generations and writes what is asked for; `before` is its generation at the start.
    pub(crate) fn run(
        &self,
        grid: Grid,
        before: BigUint,
        generations: u64,
        observer: &dyn Observer,
    ) -> Result<Evolved, Failure> {
        let filmed = self.output.as_ref().is_some_and(|output| output.kind == Kind::Gif);
        let evolution = evolution::Evolution::new(generations).threads(self.threads).filmed(filmed);
        let evolution::Evolved { grid, digest, film, seconds } = evolution.run(grid, observer)?;
        if let Some(output) = &self.output {
            match (output.kind, film) {
                (Kind::Gif, Some(film)) => convert::replace(&output.path, |out| Ok(out.write_all(&film)?))?,
                (Kind::Png | Kind::Gif, _) => {
                    convert::picture(output, frame(&grid), &mut |y, row| grid.read_row(y, row))?;
                }
                _ => {
                    let mut pattern = grid.to_pattern();
                    let generation = &before + generations;
                    pattern.generation = (generation > BigUint::ZERO).then(|| generation.to_string());
                    convert::write(&pattern, output)?;
                }
            }
        }
        Ok(Evolved { grid, digest, generation: before + generations, steps: generations, seconds })
    }
}

impl From<EvolutionError> for Failure {
    fn from(error: EvolutionError) -> Self {
        match error {
            EvolutionError::Cancelled { generations } => Self::unfinished(format!(
                "stopped after {} generations; nothing was kept",
                count(generations)
            )),
            EvolutionError::Film(error @ PictureError::Io(_)) => Self::unfinished(error),
            EvolutionError::Film(error) => Self::usage(error),
            error => Self::unfinished(error),
        }
    }
}

fn frame(grid: &Grid) -> Frame {
    Frame { width: grid.width(), height: grid.height() }
}

impl Evolved {
    fn rate(&self) -> Option<f64> {
        (self.seconds > 0.0 && self.steps > 0).then(|| self.steps as f64 / self.seconds)
    }

    /// The engine that did the work, as `--engine` would name it.
    fn engine(&self) -> String {
        match self.grid.settings().engine {
            Engine::Auto => Engine::Grid.to_string(),
            named => named.to_string(),
        }
    }

    /// For machines.
    pub(crate) fn json(&self) -> Map<String, Value> {
        let mut answer = Map::new();
        let mut tell = |key: &str, value: Value| answer.insert(key.to_owned(), value);
        tell("generation", json!(self.generation.to_string()));
        tell("population", json!(self.digest.population.to_string()));
        tell("bounds", json!(self.digest.bounding_box));
        tell("rule", json!(self.grid.rule().to_string()));
        tell("field", json!(self.grid.bounds().to_string()));
        tell("engine", json!(self.engine()));
        tell("rung", json!(self.grid.rung()));
        tell("seconds", json!(self.seconds));
        tell("generations_per_second", json!(self.rate()));
        tell("hash", json!(format!("{:#x}", self.digest.hash)));
        answer
    }

    /// For people.
    pub(crate) fn text(&self) -> String {
        let grid = &self.grid;
        let place = self.digest.bounding_box.map_or_else(String::new, |area| {
            format!(", in {} × {} cells from ({}, {})", count(area.width), count(area.height), area.x, area.y)
        });
        let rate = self
            .rate()
            .map_or_else(String::new, |rate| format!(", {} generations a second", count(rate as u64)));
        format!(
            "{}generation {} of {} on {}\npopulation {}{place}\nhash       {:#x}\nengine     {}, rung {}{rate}\n",
            draw::drawn(grid).unwrap_or_default(),
            self.generation,
            grid.rule(),
            grid.bounds(),
            count(self.digest.population),
            self.digest.hash,
            self.engine(),
            grid.rung(),
        )
    }
}
