//! Shared parts of `life run` and `life soup`: evolution flags, output files, answers as text.

use std::fmt::Display;
use std::num::{NonZeroU64, NonZeroUsize};

use clap::Args;

use quadrille::answers::life::{LifeError, Plane, RunAnswer, RunOptions};
use quadrille::evolution::{EvolutionError, Evolved, MOST_PICTURES};
use quadrille::lanes::Level;
use quadrille::life::formats::Format;
use quadrille::life::num_bigint::BigUint;
use quadrille::life::{
    Area, Engine, EngineError, EngineSettings, FateError, Grid, GridError, HashLifeError, Macrocell,
    MacrocellError, Span, Strip, StripError, TilesError,
};
use quadrille::machine::available_memory;
use quadrille::memory::{of, require};
use quadrille::patterns::Kind;
use quadrille::pictures::{Frame, PictureError};
use quadrille::report::figure::{count, grouped};

use quadrille_ladders as ladders;

use super::convert::{self, Output, output};
use super::view::ViewArgs;
use crate::failure::Failure;
use crate::{OutputMode, answer, long_job, threads};

/// Flags of the evolution of a field.
#[derive(Debug, Args)]
pub(crate) struct Evolution {
    /// Engine: auto, grid, tiles, hashlife, or rung:N for a rung of the ladder
    #[arg(long, value_name = "ENGINE", default_value = "auto", value_parser = ladders::life::engine)]
    engine: Engine,
    /// Output file of the final state: F.rle, F.mc, F.cells, F.lif, optionally with .gz, or F.png;
    /// F.gif and F.apng are films; - for standard output, as RLE
    #[arg(long, value_name = "F", value_parser = output())]
    output: Option<Output>,
    /// Film every N-th generation, plus the first and last [default: at most 250 frames]
    #[arg(long, value_name = "N", value_parser = every, allow_negative_numbers = true)]
    every: Option<NonZeroU64>,
    /// Number of threads; affects only the time [default: all]
    #[arg(long, value_name = "N", value_parser = long_job::threads, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
    /// Memory for the cells, such as 4GiB; a plain number is in MiB [default: all available]
    #[arg(long, value_name = "SIZE", value_parser = long_job::memory, allow_negative_numbers = true)]
    memory: Option<u64>,
}

/// Maximum number of frames of a film.
const MOST_FRAMES: u32 = 10_000;

/// Parses the interval between two frames, in generations.
fn every(text: &str) -> Result<NonZeroU64, String> {
    let number = long_job::whole_number(text).ok().and_then(NonZeroU64::new);
    number.ok_or_else(|| "a whole number from 1 upward is expected".to_owned())
}

/// Formats an amount of memory in the syntax of `--memory`.
fn typed_memory(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 20) { (bytes >> 20).to_string() } else { format!("{bytes}B") }
}

impl Evolution {
    pub(crate) fn settings(&self, level: Level) -> EngineSettings {
        EngineSettings::default().engine(self.engine).level(level).memory(self.memory())
    }

    /// Returns the memory in bytes that the run may take.
    pub(crate) fn memory(&self) -> u64 {
        self.memory.unwrap_or_else(available_memory)
    }

    /// Returns the options for the given number of generations and film view.
    pub(crate) fn run_options(&self, generations: u64, view: &ViewArgs, level: Level) -> RunOptions {
        let filmed = self.output.as_ref().and_then(|output| output.kind.film());
        if self.threads.is_some() {
            // The run starts its own threads, so rayon's global pool is not needed.
            threads::share_none();
        }
        let options = RunOptions::new(generations).settings(self.settings(level)).threads(self.threads);
        options.filmed(filmed).every(self.every).seen(view.seen())
    }

    /// Returns the maximum number of frames of a film of this many generations; 1 if the output is
    /// not a film.
    ///
    /// # Errors
    /// `--every` is given without a film, or the film has too many frames.
    pub(crate) fn pictures(&self, generations: &BigUint) -> Result<u32, Failure> {
        let film = self.output.as_ref().is_some_and(|output| output.kind.film().is_some());
        match (film, self.every) {
            (false, Some(_)) => Err(Failure::usage(
                "--every: only a film has intermediate frames; expected --output F.gif or F.apng",
            )),
            (false, None) => Ok(1),
            (true, None) => Ok(MOST_PICTURES as u32),
            (true, Some(every)) => {
                let pictures = generations / every.get() + 2u8;
                u32::try_from(&pictures).ok().filter(|&pictures| pictures <= MOST_FRAMES).ok_or_else(|| {
                    Failure::usage(format!(
                        "--every {every}: the film would have about {pictures} frames; expected a larger N, for at most {MOST_FRAMES}"
                    ))
                })
            }
        }
    }

    /// Writes the output file of a plane.
    pub(crate) fn write_plane(
        &self,
        answer: &RunAnswer,
        plane: &Plane,
        view: &ViewArgs,
    ) -> Result<(), Failure> {
        let Some(output) = &self.output else { return Ok(()) };
        if output.kind == Kind::Png {
            return view.write(&plane.to_macrocell()?, output);
        }
        let generation = answer.generation.to_string();
        let generation = (generation != "0").then_some(generation);
        if let Kind::Pattern(Format::Macrocell) | Kind::Packed(Format::Macrocell) = output.kind {
            let mut macrocell = plane.to_macrocell()?;
            macrocell.generation = generation;
            return convert::write(&macrocell.into(), view, output);
        }
        let mut pattern = plane.to_pattern().map_err(failure)?;
        pattern.generation = generation;
        convert::write(&pattern.into(), view, output)
    }

    /// Writes the output file of a run on a strip, which is a field with one unbounded side.
    pub(crate) fn write_strip(
        &self,
        answer: &RunAnswer,
        strip: &Strip,
        view: &ViewArgs,
    ) -> Result<(), Failure> {
        let Some(output) = &self.output else { return Ok(()) };
        let mut pattern = strip.to_pattern();
        if output.kind == Kind::Png {
            // `--region` is given in columns and rows of the field, so the pattern gets its
            // position in the field.
            pattern.position = pattern.bounding_box().map(|area| (area.x, area.y).into());
            require(Macrocell::bytes_of_spans(pattern.spans().len() as u64))?;
            return view.write(&Macrocell::from_pattern(&pattern).map_err(Failure::usage)?, output);
        }
        let generation = answer.generation.to_string();
        pattern.generation = (generation != "0").then_some(generation);
        convert::write(&pattern.into(), view, output)
    }

    /// Returns the selected engine.
    pub(crate) const fn engine(&self) -> Engine {
        self.engine
    }

    /// Returns the flags `--memory` and `--threads` with the values of this run, if they were
    /// given. `--memory` is left out unless `memory` is set.
    pub(crate) fn limits(&self, memory: bool) -> Vec<String> {
        let memory = self.memory.filter(|_| memory).map(|bytes| ["--memory".to_owned(), typed_memory(bytes)]);
        let threads = self.threads.map(|threads| ["--threads".to_owned(), threads.to_string()]);
        memory.into_iter().chain(threads).flatten().collect()
    }

    /// Prints the answer as text, unless the pattern goes to standard output.
    pub(crate) fn answer(&self, text: impl FnOnce() -> String) -> Result<(), Failure> {
        if self.output().is_some_and(Output::is_standard) { Ok(()) } else { answer::text(&text()) }
    }

    /// Checks the output file, if one was given, with [`Output::check`].
    pub(crate) fn check_output(&self, mode: OutputMode) -> Result<(), Failure> {
        self.output().map_or(Ok(()), |output| output.check(mode))
    }

    /// Returns the output file, if any.
    pub(crate) const fn output(&self) -> Option<&Output> {
        self.output.as_ref()
    }

    /// Writes the output file of a grid.
    pub(crate) fn write(
        &self,
        answer: &RunAnswer,
        evolved: &Evolved,
        view: &ViewArgs,
    ) -> Result<(), Failure> {
        let Some(output) = &self.output else { return Ok(()) };
        let grid = &evolved.grid;
        match (output.kind, &evolved.film) {
            (Kind::Gif | Kind::Apng, Some(film)) => {
                convert::replace(&output.path, |out| Ok(out.write_all(film)?))
            }
            (Kind::Png, _) if view.is_named() => {
                // `--region` is given in columns and rows of the field, so the pattern gets its
                // position in the field.
                require(Macrocell::bytes_of_spans(grid.span_count()))?;
                let mut pattern = grid.to_pattern();
                pattern.position = Some((0, 0).into());
                view.write(&Macrocell::from_pattern(&pattern).map_err(Failure::usage)?, output)
            }
            (Kind::Png | Kind::Gif | Kind::Apng, _) => {
                convert::picture(output, frame(grid), &mut |y, row| grid.read_row(y, row))
            }
            _ => {
                // The list of spans doubles its capacity when it grows, so it can take twice the
                // memory that it needs.
                require(of::<[Span; 2]>(grid.span_count()))?;
                let mut pattern = grid.to_pattern();
                let generation = answer.generation.to_string();
                pattern.generation = (generation != "0").then_some(generation);
                convert::write(&pattern.into(), view, output)
            }
        }
    }
}

/// Size in bytes of the address space of a 64-bit process (47 bits).
const ADDRESSES: u128 = 1 << 47;

/// Converts a Life error to a failure whose message names the flags.
pub(crate) fn failure(error: LifeError) -> Failure {
    match error {
        LifeError::Engine(EngineError::Unbounded { engine }) => Failure::usage(format!(
            "--engine {engine} needs bounds; expected --bounds (such as --bounds 64x64:torus), a rule that ends in \
             bounds (such as B3/S23:T64,64), or --engine tiles"
        )),
        LifeError::Strip(StripError::Grid(GridError::Engine(EngineError::Bounded { engine }))) => {
            Failure::usage(format!(
                "--engine {engine} works only on the unbounded plane; expected no bounds, or --engine grid"
            ))
        }
        LifeError::Strip(error @ (StripError::Grid(GridError::Memory(_)) | StripError::EndOfStrip)) => {
            Failure::unfinished(error)
        }
        // If a field requires more memory than any machine can address, this is a usage error. If
        // it requires more memory than this machine has, it is a failure.
        LifeError::Grid(GridError::Memory(error)) if error.bytes < ADDRESSES => Failure::unfinished(error),
        LifeError::Grid(GridError::Engine(EngineError::Bounded { engine })) => Failure::usage(format!(
            "--engine {engine} works only on the unbounded plane; expected no bounds, or --engine grid"
        )),
        LifeError::Tiles(TilesError::Position(error)) => {
            Failure::usage(format!("{error}, or --engine hashlife"))
        }
        LifeError::Tiles(error @ (TilesError::Memory(_) | TilesError::EndOfPlane)) => {
            Failure::unfinished(error)
        }
        LifeError::HashLife(error @ (HashLifeError::Memory(_) | HashLifeError::TooManyNodes)) => {
            Failure::unfinished(error)
        }
        error @ (LifeError::TooMany { .. }
        | LifeError::HashLife(
            HashLifeError::NoPattern | HashLifeError::NoHash | HashLifeError::TooFar,
        )) => Failure::unfinished(error),
        LifeError::Unlisted { reason: MacrocellError::OutOfMemory(shortage) }
        | LifeError::Fate(FateError::OutOfMemory(shortage)) => shortage.into(),
        LifeError::Unlisted { reason } => {
            Failure::usage(format!("{reason}; use a smaller pattern, or --engine hashlife without --bounds"))
        }
        LifeError::TwoBounds { bounds, rule } => {
            Failure::usage(format!("--bounds is {bounds}, but --rule ends in bounds of {rule}"))
        }
        LifeError::NetBounds => {
            Failure::usage("--fill net has a border of its own, a ring of dead cells; expected no --bounds")
        }
        LifeError::Fate(FateError::Tiles(error)) => failure(LifeError::Tiles(error)),
        LifeError::Fate(FateError::Grid(error)) => failure(LifeError::Grid(error)),
        LifeError::Evolution(error) => error.into(),
        LifeError::Filling => Failure::unfinished(format!("{error}; nothing was kept")),
        LifeError::Cancelled(cancelled) | LifeError::Fate(FateError::Cancelled(cancelled)) => {
            cancelled.into()
        }
        other => Failure::usage(other),
    }
}

impl From<PictureError> for Failure {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::Io(_) | PictureError::OutOfMemory(_) => Self::unfinished(error),
            error => Self::usage(error),
        }
    }
}

impl From<EvolutionError> for Failure {
    fn from(error: EvolutionError) -> Self {
        match error {
            EvolutionError::Cancelled { generations } => Self::unfinished(format!(
                "stopped after {} generations; nothing was kept",
                count(generations)
            )),
            EvolutionError::Film(error) => error.into(),
            error => Self::unfinished(error),
        }
    }
}

fn frame(grid: &Grid) -> Frame {
    Frame::new(grid.width(), grid.height())
}

/// Formats the bounding box of the living cells, for output after the population.
pub(crate) fn place<C: Display, L: Display>(bounds: Option<&Area<C, L>>) -> String {
    bounds.map_or_else(String::new, |Area { x, y, width, height }| {
        format!(", in {} × {} cells from ({x}, {y})", grouped(width), grouped(height))
    })
}

/// Formats the speed, for the line after the engine.
fn rate(generations_per_second: Option<f64>) -> String {
    match generations_per_second {
        None => String::new(),
        Some(rate) if rate < 1e15 => format!("speed      {} generations per second\n", count(rate as u64)),
        Some(rate) => format!("speed      {rate:.1e} generations per second\n"),
    }
}

/// Formats the result of a run. `picture` is a drawing of the final state.
pub(crate) fn text(answer: &RunAnswer, picture: Option<String>) -> String {
    let (place, rate) = (place(answer.bounds.as_ref()), rate(answer.generations_per_second));
    let (field, none) = match &answer.field {
        Some(field) => (field.to_string(), "none (too many cells)"),
        None => ("the plane".to_owned(), "none (too many cells, or too far out)"),
    };
    let hash = answer.hash.map_or_else(|| none.to_owned(), |hash| format!("{hash:#x}"));
    let engine = match (answer.rung, answer.why) {
        (Some(rung), _) => format!("{}, rung {rung}", answer.engine),
        (None, Some(why)) => format!("{}, {why}", answer.engine),
        (None, None) => answer.engine.clone(),
    };
    format!(
        "{}generation {} of {} on {field}\npopulation {}{place}\nhash       {hash}\nengine     {engine}\n{rate}",
        picture.unwrap_or_default(),
        answer.generation,
        answer.rule,
        grouped(&answer.population),
    )
}
