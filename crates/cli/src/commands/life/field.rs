//! What a run and a soup have in common: a field that goes on, and what is told of it.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::Args;
use num_bigint::BigUint;
use quadrille::lanes::Level;
use quadrille::life::{Engine, Grid, GridError, Settings, Stopped};
use quadrille::machine::available_memory;
use quadrille::patterns::Kind;
use quadrille::pictures::{Film, Frame};
use quadrille::progress::Progress;
use quadrille::report::figure::count;
use serde_json::{Map, Value, json};

use super::convert::{self, Output, output};
use super::draw;
use crate::failure::Failure;
use crate::progress::Shown;
use crate::{OutputMode, interrupt, long_job};

/// Pictures of a film at most; with more generations, some are left out.
const MOST_PICTURES: u64 = 250;

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
        Settings { engine: self.engine, level, memory: available_memory() }
    }

    /// Runs a field for so many generations, with progress and until Ctrl-C; `before` is its generation at the start.
    pub(crate) fn run(
        &self,
        grid: Grid,
        before: BigUint,
        generations: u64,
        mode: OutputMode,
    ) -> Result<Evolved, Failure> {
        let stop = interrupt::stop_flag()?;
        let mut shown = Shown::new(mode);
        let mut steps = |grid: &mut Grid, done: u64, steps: u64| {
            grid.run(steps, &mut |snapshot| {
                let done = done + snapshot.done;
                shown.show("generations", &Progress::of(done, generations));
                if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.map_or(0, usize::from)).build();
        let pool = pool.map_err(Failure::unfinished)?;
        let (grid, film, seconds) = pool.install(|| self.evolve(grid, generations, &mut steps))?;
        drop(shown);
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
        Ok(Evolved { grid, generation: before + generations, steps: generations, seconds })
    }

    /// The field after so many generations, the film of them if one is asked for, and the seconds it took without that.
    fn evolve(
        &self,
        mut grid: Grid,
        generations: u64,
        run: &mut (dyn FnMut(&mut Grid, u64, u64) -> Result<(), Stopped> + Send),
    ) -> Result<(Grid, Option<Vec<u8>>, f64), Failure> {
        let stopped = |grid: &Grid| {
            Failure::unfinished(format!(
                "stopped after {} generations; nothing was kept",
                count(grid.generation())
            ))
        };
        let filmed = self.output.as_ref().is_some_and(|output| output.kind == Kind::Gif);
        if !filmed {
            let begun = Instant::now();
            return match run(&mut grid, 0, generations) {
                Ok(()) => Ok((grid, None, begun.elapsed().as_secs_f64())),
                Err(_) => Err(stopped(&grid)),
            };
        }
        let every = generations.div_ceil(MOST_PICTURES - 1).max(1);
        let shown: Vec<u64> = (0..generations).step_by(every as usize).chain([generations]).collect();
        let mut film = Film::new(frame(&grid), shown.len() as u64, Vec::new()).map_err(Failure::usage)?;
        let mut seconds = 0.0;
        for &generation in &shown {
            let begun = Instant::now();
            let now = grid.generation();
            run(&mut grid, now, generation - now).map_err(|_| stopped(&grid))?;
            seconds += begun.elapsed().as_secs_f64();
            film.show(&mut |y, row| grid.read_row(y, row)).map_err(Failure::unfinished)?;
        }
        let film = film.finish().map_err(Failure::unfinished)?;
        Ok((grid, Some(film), seconds))
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
        tell("population", json!(self.grid.population().to_string()));
        tell("bounds", json!(self.grid.bounding_box()));
        tell("rule", json!(self.grid.rule().to_string()));
        tell("field", json!(self.grid.bounds().to_string()));
        tell("engine", json!(self.engine()));
        tell("rung", json!(self.grid.rung()));
        tell("seconds", json!(self.seconds));
        tell("generations_per_second", json!(self.rate()));
        tell("hash", json!(format!("{:#x}", self.grid.hash())));
        answer
    }

    /// For people.
    pub(crate) fn text(&self) -> String {
        let grid = &self.grid;
        let place = grid.bounding_box().map_or_else(String::new, |area| {
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
            count(grid.population()),
            grid.hash(),
            self.engine(),
            grid.rung(),
        )
    }
}
