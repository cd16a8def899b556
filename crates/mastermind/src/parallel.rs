//! Parallel tasks: on the current rayon thread pool with the feature `rayon`, otherwise on the
//! calling thread.

#[cfg(feature = "rayon")]
use rayon::prelude::*;

/// Returns the number of threads that run tasks.
#[cfg(feature = "rayon")]
pub(crate) fn threads() -> usize {
    rayon::current_num_threads()
}

/// Returns the number of threads that run tasks: one.
#[cfg(not(feature = "rayon"))]
pub(crate) const fn threads() -> usize {
    1
}

/// Runs all tasks and combines their results, in any grouping; returns the first error encountered.
pub(crate) fn try_reduce<T: Send, E: Send>(
    tasks: usize,
    nothing: impl Fn() -> T + Sync + Send,
    task: impl Fn(usize) -> Result<T, E> + Sync + Send,
    join: impl Fn(T, T) -> T + Sync + Send,
) -> Result<T, E> {
    #[cfg(feature = "rayon")]
    {
        (0..tasks).into_par_iter().map(task).try_reduce(nothing, |a, b| Ok(join(a, b)))
    }
    #[cfg(not(feature = "rayon"))]
    {
        (0..tasks).try_fold(nothing(), |all, number| Ok(join(all, task(number)?)))
    }
}

/// Runs all tasks and returns their results in order, or the first error encountered.
pub(crate) fn try_each<T: Send, E: Send>(
    tasks: usize,
    task: impl Fn(usize) -> Result<T, E> + Sync + Send,
) -> Result<Vec<T>, E> {
    #[cfg(feature = "rayon")]
    {
        (0..tasks).into_par_iter().map(task).collect()
    }
    #[cfg(not(feature = "rayon"))]
    {
        (0..tasks).map(task).collect()
    }
}

/// Fills `to` with the result of `make` for each element of `from`, in chunks of `at_once`
/// elements; calls `continues` with the length of each chunk before it is filled.
pub(crate) fn try_fill<A: Sync, B: Send, E: Send>(
    to: &mut [B],
    from: &[A],
    at_once: usize,
    continues: impl Fn(usize) -> Result<(), E> + Sync,
    make: impl Fn(&A) -> B + Sync,
) -> Result<(), E> {
    let fill = |(to, from): (&mut [B], &[A])| {
        continues(from.len())?;
        to.iter_mut().zip(from).for_each(|(to, from)| *to = make(from));
        Ok(())
    };
    #[cfg(feature = "rayon")]
    let pairs = to.par_chunks_mut(at_once).zip(from.par_chunks(at_once));
    #[cfg(not(feature = "rayon"))]
    let mut pairs = to.chunks_mut(at_once).zip(from.chunks(at_once));
    pairs.try_for_each(fill)
}
