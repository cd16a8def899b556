//! A field of Life that goes on: by so many threads, filmed where that is asked for, and measured in the end.
//!
//! ```
//! use quadrille::evolution::Evolution;
//! use quadrille::life::{Grid, Pattern, Rule, Settings};
//! use quadrille::pictures::FilmForm;
//!
//! let glider = Pattern::from_cells([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]);
//! let grid = Grid::from_pattern(&glider, Rule::CONWAY, "16x16:torus".parse()?, Settings::default())?;
//! let evolved = Evolution::new(64).filmed(Some(FilmForm::Gif)).run(grid, &())?;
//! assert_eq!((evolved.grid.generation(), evolved.digest.population), (64, 5));
//! assert!(evolved.film.is_some_and(|gif| gif.starts_with(b"GIF89a")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use quadrille_life::{Cancelled, Digest, Digests, Grid, Observer, Progress};
use quadrille_progress::Part;

#[cfg(feature = "pictures")]
use crate::pictures::{Film, FilmForm, Frame, PictureError};

/// Pictures of a film at most; with more generations, some are left out.
pub const MOST_PICTURES: u64 = 250;

/// How a field is to go on.
#[derive(Debug, Clone, Copy)]
pub struct Evolution {
    generations: u64,
    threads: Option<NonZeroUsize>,
    digests: Digests,
    #[cfg(feature = "pictures")]
    filmed: Option<FilmForm>,
}

/// A field that has gone on.
#[derive(Debug)]
pub struct Evolved {
    /// The field as it is now.
    pub grid: Grid,
    /// What its cells come to.
    pub digest: Digest,
    /// The film, if one was asked for: at most 250 pictures, the first and the last generation among
    /// them.
    pub film: Option<Vec<u8>>,
    /// How long the generations took, in seconds, without the film.
    pub seconds: f64,
}

/// Why a field did not go on to the end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvolutionError {
    /// The observer said stop.
    #[error("stopped after {generations} generations")]
    Cancelled {
        /// Generations that were done.
        generations: u64,
    },
    /// The system has no threads to give.
    #[error("could not start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The field cannot be filmed.
    #[cfg(feature = "pictures")]
    #[error(transparent)]
    Film(#[from] PictureError),
}

impl Evolution {
    /// On by so many generations, by all threads.
    pub const fn new(generations: u64) -> Self {
        Self {
            generations,
            threads: None,
            digests: Digests::Usual,
            #[cfg(feature = "pictures")]
            filmed: None,
        }
    }

    /// The same by so many threads; the result does not depend on them.
    #[must_use]
    pub const fn threads(mut self, threads: Option<NonZeroUsize>) -> Self {
        self.threads = threads;
        self
    }

    /// The same, with those numbers of what its cells come to.
    #[must_use]
    pub const fn digests(mut self, digests: Digests) -> Self {
        self.digests = digests;
        self
    }

    /// The same, with a film of it or without.
    #[cfg(feature = "pictures")]
    #[must_use]
    pub const fn filmed(mut self, filmed: Option<FilmForm>) -> Self {
        self.filmed = filmed;
        self
    }

    /// Goes on from where the grid stands. `observer` hears of generations, and then of the rows that are
    /// measured.
    ///
    /// # Errors
    /// [`EvolutionError::Cancelled`] if the observer says stop; a field too large to be filmed; no threads.
    pub fn run(&self, grid: Grid, observer: &dyn Observer) -> Result<Evolved, EvolutionError> {
        pool(self.threads)?.install(|| self.evolve(grid, observer))
    }

    /// The beginning of a film.
    #[cfg(feature = "pictures")]
    fn film(&self, form: FilmForm, grid: &Grid) -> Result<Film<Vec<u8>>, PictureError> {
        let frame = Frame::new(grid.width(), grid.height());
        Film::new(form, frame, stops(self.generations, true).count() as u64, Vec::new())
    }

    fn evolve(&self, mut grid: Grid, observer: &dyn Observer) -> Result<Evolved, EvolutionError> {
        let from = grid.generation();
        let stopped = |grid: &Grid| EvolutionError::Cancelled { generations: grid.generation() - from };
        #[cfg(feature = "pictures")]
        let mut film = self.filmed.map(|form| self.film(form, &grid)).transpose()?;
        #[cfg(feature = "pictures")]
        let filmed = self.filmed.is_some();
        #[cfg(not(feature = "pictures"))]
        let filmed = false;
        let mut time = Duration::ZERO;
        for generation in stops(self.generations, filmed) {
            let done = grid.generation() - from;
            let part = Part::new(observer, done, generation - done, Some(self.generations));
            let begun = Instant::now();
            grid.run(generation - done, &part).map_err(|Cancelled| stopped(&grid))?;
            time += begun.elapsed();
            #[cfg(feature = "pictures")]
            if let Some(film) = &mut film {
                film.show(&mut |y, row| grid.read_row(y, row))?;
            }
        }
        // All generations are done by now: what is left is told in words.
        let measuring = |progress: &Progress| {
            let percent = (100.0 * progress.fraction().unwrap_or(0.0)) as u64;
            let whole = Progress::of(self.generations, self.generations).counting("generations");
            observer.observe(&whole.saying(format!("measuring, {percent} %")))
        };
        let digest = grid.digest(self.digests, &measuring).map_err(|Cancelled| stopped(&grid))?;
        #[cfg(feature = "pictures")]
        let film = film.map(Film::finish).transpose()?;
        #[cfg(not(feature = "pictures"))]
        let film = None;
        Ok(Evolved { grid, digest, film, seconds: time.as_secs_f64() })
    }
}

/// So many threads; `None` for all.
pub(crate) fn pool(threads: Option<NonZeroUsize>) -> Result<rayon::ThreadPool, EvolutionError> {
    // HashLife goes as deep in them as in the program's own.
    let builder = rayon::ThreadPoolBuilder::new().stack_size(8 << 20);
    Ok(builder.num_threads(threads.map_or(0, usize::from)).build()?)
}

/// The generations at which a picture is taken, or the last one alone.
fn stops(generations: u64, filmed: bool) -> impl Iterator<Item = u64> {
    let every = generations.div_ceil(MOST_PICTURES - 1).max(1);
    let before = if filmed { 0..generations } else { 0..0 };
    before.step_by(usize::try_from(every).unwrap_or(usize::MAX)).chain([generations])
}
