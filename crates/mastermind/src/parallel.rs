//! Work in pieces: on rayon's ambient threads with the feature `rayon`, on the calling thread without it.

#[cfg(feature = "rayon")]
use rayon::prelude::*;

/// How many threads work on what is cut into pieces.
#[cfg(feature = "rayon")]
pub(crate) fn threads() -> usize {
    rayon::current_num_threads()
}

/// How many threads work on what is cut into pieces: the calling one.
#[cfg(not(feature = "rayon"))]
pub(crate) const fn threads() -> usize {
    1
}

/// Does all pieces and joins their results, in any grouping; the first error met is the whole's.
pub(crate) fn try_reduce<T: Send, E: Send>(
    pieces: usize,
    nothing: impl Fn() -> T + Sync + Send,
    piece: impl Fn(usize) -> Result<T, E> + Sync + Send,
    join: impl Fn(T, T) -> T + Sync + Send,
) -> Result<T, E> {
    #[cfg(feature = "rayon")]
    {
        (0..pieces).into_par_iter().map(piece).try_reduce(nothing, |a, b| Ok(join(a, b)))
    }
    #[cfg(not(feature = "rayon"))]
    {
        (0..pieces).try_fold(nothing(), |all, number| Ok(join(all, piece(number)?)))
    }
}

/// Does all pieces: their results in order, or the first error met.
pub(crate) fn try_each<T: Send, E: Send>(
    pieces: usize,
    piece: impl Fn(usize) -> Result<T, E> + Sync + Send,
) -> Result<Vec<T>, E> {
    #[cfg(feature = "rayon")]
    {
        (0..pieces).into_par_iter().map(piece).collect()
    }
    #[cfg(not(feature = "rayon"))]
    {
        (0..pieces).map(piece).collect()
    }
}

/// Fills `to` with what becomes of `from`, so many at a time; asks `go_on` before each of these.
pub(crate) fn try_fill<A: Sync, B: Send, E: Send>(
    to: &mut [B],
    from: &[A],
    at_once: usize,
    go_on: impl Fn(usize) -> Result<(), E> + Sync,
    make: impl Fn(&A) -> B + Sync,
) -> Result<(), E> {
    let fill = |(to, from): (&mut [B], &[A])| {
        go_on(from.len())?;
        to.iter_mut().zip(from).for_each(|(to, from)| *to = make(from));
        Ok(())
    };
    #[cfg(feature = "rayon")]
    let pairs = to.par_chunks_mut(at_once).zip(from.par_chunks(at_once));
    #[cfg(not(feature = "rayon"))]
    let mut pairs = to.chunks_mut(at_once).zip(from.chunks(at_once));
    pairs.try_for_each(fill)
}
