//! Work in pieces: on rayon's ambient threads with the feature `rayon`, on the calling thread without it.

/// Does all pieces and joins their results, in any grouping; the first error met is the whole's.
#[cfg(feature = "rayon")]
pub(crate) fn try_reduce<T: Send, E: Send>(
    pieces: usize,
    nothing: impl Fn() -> T + Sync + Send,
    piece: impl Fn(usize) -> Result<T, E> + Sync + Send,
    join: impl Fn(T, T) -> T + Sync + Send,
) -> Result<T, E> {
    use rayon::prelude::*;
    (0..pieces).into_par_iter().map(piece).try_reduce(nothing, |a, b| Ok(join(a, b)))
}

/// Does all pieces and joins their results; the first error met is the whole's.
#[cfg(not(feature = "rayon"))]
pub(crate) fn try_reduce<T: Send, E: Send>(
    pieces: usize,
    nothing: impl Fn() -> T + Sync + Send,
    piece: impl Fn(usize) -> Result<T, E> + Sync + Send,
    join: impl Fn(T, T) -> T + Sync + Send,
) -> Result<T, E> {
    (0..pieces).try_fold(nothing(), |all, number| Ok(join(all, piece(number)?)))
}

/// Fills `to` with what becomes of `from`, so many at a time; asks `go_on` before each of these.
#[cfg(feature = "rayon")]
pub(crate) fn try_fill<A: Sync, B: Send, E: Send>(
    to: &mut [B],
    from: &[A],
    at_once: usize,
    go_on: impl Fn(usize) -> Result<(), E> + Sync,
    make: impl Fn(&A) -> B + Sync,
) -> Result<(), E> {
    use rayon::prelude::*;
    to.par_chunks_mut(at_once).zip(from.par_chunks(at_once)).try_for_each(|(to, from)| {
        go_on(from.len())?;
        to.iter_mut().zip(from).for_each(|(to, from)| *to = make(from));
        Ok(())
    })
}

/// Fills `to` with what becomes of `from`, so many at a time; asks `go_on` before each of these.
#[cfg(not(feature = "rayon"))]
pub(crate) fn try_fill<A: Sync, B: Send, E: Send>(
    to: &mut [B],
    from: &[A],
    at_once: usize,
    go_on: impl Fn(usize) -> Result<(), E> + Sync,
    make: impl Fn(&A) -> B + Sync,
) -> Result<(), E> {
    to.chunks_mut(at_once).zip(from.chunks(at_once)).try_for_each(|(to, from)| {
        go_on(from.len())?;
        to.iter_mut().zip(from).for_each(|(to, from)| *to = make(from));
        Ok(())
    })
}
