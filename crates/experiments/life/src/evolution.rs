//! The options of all runs of Life; and runs of a bounded field: on several threads, filmed on
//! request, with digests of the final field.
//!
//! ```
//! use quadrille_experiments_life::evolution::RunOptions;
//! use quadrille_life::{Grid, Pattern, Rule, EngineSettings};
//! use quadrille_report::pictures::FilmForm;
//!
//! let glider = Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]);
//! let grid = Grid::from_pattern(&glider, Rule::CONWAY, "16x16:torus".parse()?, EngineSettings::default())?;
//! let evolved = RunOptions::new(64).filmed(Some(FilmForm::Gif)).evolve(grid, &())?;
//! assert_eq!((evolved.grid.generation(), evolved.digest.population), (64, 5));
//! assert!(evolved.film.is_some_and(|gif| gif.starts_with(b"GIF89a")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "pictures")]
use std::num::NonZeroU64;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use quadrille_life::{Cancelled, Digest, Digests, EngineSettings, Grid, Observer, Progress};
use quadrille_memory::{Shortage, require};
use quadrille_progress::PartObserver;
use quadrille_runner::threads::{Pool, StartError, ThreadCount};

#[cfg(feature = "pictures")]
use crate::pictures::{Shot, Window};
#[cfg(feature = "pictures")]
use quadrille_life::Macrocell;
#[cfg(feature = "pictures")]
use quadrille_report::pictures::{Film, FilmForm, Frame, PictureError, Scale};
use quadrille_runner::machine::default_threads;

/// The maximum number of frames of a film; longer runs skip generations.
pub const MOST_PICTURES: u64 = 250;

/// Options of a run.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct RunOptions {
    /// The number of generations.
    pub generations: u64,
    /// The engine, the vector level and the memory limit.
    pub settings: EngineSettings,
    /// The number of threads; `None` for all. The result does not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// The digests to compute from the final field.
    pub digests: Digests,
    /// The format of the film; `None` for no film.
    #[cfg(feature = "pictures")]
    pub filmed: Option<FilmForm>,
    /// The number of generations between two frames of the film. With `None`, the film has at most
    /// 250 frames.
    #[cfg(feature = "pictures")]
    pub every: Option<NonZeroU64>,
    /// The region and scale of the film of a bounded field. The caller draws the film of a plane.
    #[cfg(feature = "pictures")]
    pub seen: Seen,
}

/// The region and scale of a film.
#[cfg(feature = "pictures")]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Seen {
    /// The region, in the coordinates of the field; `None` for the whole field.
    pub window: Option<Window>,
    /// The scale; `None` for a suitable one.
    pub scale: Option<Scale>,
}

/// A field after a run.
#[derive(Debug)]
pub struct Evolved {
    /// The final field.
    pub grid: Grid,
    /// The digest of the final field.
    pub digest: Digest,
    /// The film, if requested. Its frames include the first and the last generation.
    pub film: Option<Vec<u8>>,
    /// The time that the computation of the generations took, in seconds. It excludes the film.
    pub seconds: f64,
}

/// An error of a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvolutionError {
    /// The observer cancelled.
    #[error("stopped after {generations} generations")]
    Cancelled {
        /// The number of completed generations.
        generations: u64,
    },
    /// The system could not start the threads.
    #[error(transparent)]
    Threads(#[from] StartError),
    /// The stacks of the threads do not fit into memory.
    #[error(transparent)]
    OutOfMemory(#[from] Shortage),
    /// The field cannot be filmed.
    #[cfg(feature = "pictures")]
    #[error(transparent)]
    Film(#[from] PictureError),
}

impl RunOptions {
    /// Creates the options for a run by the best engine on all threads, without a film.
    pub fn new(generations: u64) -> Self {
        Self {
            generations,
            settings: EngineSettings::default(),
            threads: None,
            digests: Digests::Usual,
            #[cfg(feature = "pictures")]
            filmed: None,
            #[cfg(feature = "pictures")]
            every: None,
            #[cfg(feature = "pictures")]
            seen: Seen { window: None, scale: None },
        }
    }

    /// Sets the engine, the vector level and the memory limit.
    #[must_use]
    pub const fn settings(mut self, settings: EngineSettings) -> Self {
        self.settings = settings;
        self
    }

    /// Sets the number of threads.
    #[must_use]
    pub const fn threads(mut self, threads: Option<NonZeroUsize>) -> Self {
        self.threads = threads;
        self
    }

    /// Sets the digests to compute.
    #[must_use]
    pub const fn digests(mut self, digests: Digests) -> Self {
        self.digests = digests;
        self
    }

    /// Sets the format of the film.
    #[cfg(feature = "pictures")]
    #[must_use]
    pub const fn filmed(mut self, filmed: Option<FilmForm>) -> Self {
        self.filmed = filmed;
        self
    }

    /// Sets the number of generations between two frames.
    #[cfg(feature = "pictures")]
    #[must_use]
    pub const fn every(mut self, every: Option<NonZeroU64>) -> Self {
        self.every = every;
        self
    }

    /// Sets the region and scale of the film.
    #[cfg(feature = "pictures")]
    #[must_use]
    pub const fn seen(mut self, seen: Seen) -> Self {
        self.seen = seen;
        self
    }

    /// Runs the grid from its current generation. `observer` receives the number of generations
    /// computed so far. After the run, while the digests are computed, `observer` receives their
    /// progress as a message.
    ///
    /// # Errors
    /// Returns [`EvolutionError::Cancelled`] if the observer cancels. Fails if the field is too
    /// large to be filmed, or if the threads cannot be started.
    pub fn evolve(&self, grid: Grid, observer: &dyn Observer) -> Result<Evolved, EvolutionError> {
        self.pool()?.install(|| self.stages(grid, observer))
    }

    /// Starts the requested number of threads.
    pub(crate) fn pool(&self) -> Result<Pool, EvolutionError> {
        // HashLife recurses on these threads, so their stacks have the size of the main thread's
        // stack: 8 MiB.
        const STACK: usize = 8 << 20;
        require(STACK as u64 * self.threads.map_or_else(default_threads, usize::from) as u64)?;
        let count = self.threads.map_or_else(ThreadCount::available, ThreadCount::from);
        Ok(Pool::start_with_stacks(count, Some(STACK))?)
    }

    /// Starts the film.
    #[cfg(feature = "pictures")]
    fn film(&self, form: FilmForm, grid: &Grid) -> Result<Reel, PictureError> {
        let pictures = stops(self.generations, self.between()).count() as u64;
        if self.seen == Seen::default() {
            let frame = Frame::new(grid.width(), grid.height());
            return Ok(Reel::Whole(Film::new(form, frame, pictures, Vec::new())?));
        }
        let whole = Window { x: 0, y: 0, width: grid.width().into(), height: grid.height().into() };
        let shot = self.seen.window.unwrap_or(whole).shot_of_film(self.seen.scale)?;
        shot.fits(Some(form), pictures)?;
        Ok(Reel::Part { form, shot, pictures: Vec::new() })
    }

    /// Returns the number of generations between two frames.
    #[cfg(feature = "pictures")]
    fn between(&self) -> Option<u64> {
        let usual = self.generations.div_ceil(MOST_PICTURES - 1).max(1);
        self.filmed.map(|_| self.every.map_or(usual, NonZeroU64::get))
    }

    #[cfg(not(feature = "pictures"))]
    const fn between(&self) -> Option<u64> {
        None
    }

    /// Runs the grid from frame to frame of its film, on the threads of the caller.
    fn stages(&self, mut grid: Grid, observer: &dyn Observer) -> Result<Evolved, EvolutionError> {
        let from = grid.generation();
        let stopped = |grid: &Grid| EvolutionError::Cancelled { generations: grid.generation() - from };
        #[cfg(feature = "pictures")]
        let mut film = self.filmed.map(|form| self.film(form, &grid)).transpose()?;
        let mut time = Duration::ZERO;
        for generation in stops(self.generations, self.between()) {
            let done = grid.generation() - from;
            let part = PartObserver::new(observer, done, generation - done, Some(self.generations));
            let begun = Instant::now();
            grid.run(generation - done, &part).map_err(|Cancelled| stopped(&grid))?;
            time += begun.elapsed();
            #[cfg(feature = "pictures")]
            if let Some(film) = &mut film {
                film.show(&grid)?;
            }
        }
        // The observer counts generations, and all of them are completed. The progress of the
        // digests is therefore reported as text.
        let measuring = |progress: &Progress| {
            let percent = (100.0 * progress.fraction().unwrap_or(0.0)) as u64;
            let whole = Progress::of(self.generations, self.generations).counting("generations");
            observer.observe(&whole.with_message(format!("measuring, {percent} %")))
        };
        let digest = grid.digest(self.digests, &measuring).map_err(|Cancelled| stopped(&grid))?;
        #[cfg(feature = "pictures")]
        let film = film.map(Reel::finish).transpose()?;
        #[cfg(not(feature = "pictures"))]
        let film = None;
        Ok(Evolved { grid, digest, film, seconds: time.as_secs_f64() })
    }
}

/// A film under construction.
#[cfg(feature = "pictures")]
enum Reel {
    /// A film of the whole field.
    Whole(Film<Vec<u8>>),
    /// A film for which a region or a scale was requested.
    Part { form: FilmForm, shot: Shot, pictures: Vec<Macrocell> },
}

#[cfg(feature = "pictures")]
impl Reel {
    fn show(&mut self, grid: &Grid) -> Result<(), PictureError> {
        match self {
            Self::Whole(film) => film.show(&mut |y, row| grid.read_row(y, row)),
            Self::Part { pictures, .. } => {
                require(Macrocell::bytes_of_spans(grid.span_count()))?;
                let mut pattern = grid.to_pattern();
                // The coordinates of the pattern are those of the field.
                pattern.position = Some((0, 0).into());
                pictures.push(Macrocell::from_pattern(&pattern).map_err(|_| PictureError::TooFar)?);
                Ok(())
            }
        }
    }

    fn finish(self) -> Result<Vec<u8>, PictureError> {
        match self {
            Self::Whole(film) => film.finish(),
            Self::Part { form, shot, pictures } => {
                let mut film = Vec::new();
                let shots: Vec<_> = pictures.iter().map(|macrocell| (shot, macrocell)).collect();
                Shot::film(form, &shots, &mut film)?;
                Ok(film)
            }
        }
    }
}

/// Returns the generations at which frames are taken: the multiples of `every`, if it is not
/// `None`, and the last generation.
fn stops(generations: u64, every: Option<u64>) -> impl Iterator<Item = u64> {
    let before = if every.is_some() { 0..generations } else { 0..0 };
    before.step_by(usize::try_from(every.unwrap_or(1)).unwrap_or(usize::MAX)).chain([generations])
}
