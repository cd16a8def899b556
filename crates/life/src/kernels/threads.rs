//! Work shared out among the threads of rayon's pool; without the feature `rayon`, done by the caller's
//! thread.

/// How many threads there are.
#[cfg(feature = "rayon")]
pub(crate) fn count() -> usize {
    rayon::current_num_threads()
}

/// How many threads there are.
#[cfg(not(feature = "rayon"))]
pub(crate) const fn count() -> usize {
    1
}

/// Does the work for each item and its number, by all threads at once.
#[cfg(feature = "rayon")]
pub(crate) fn for_each<T: Send>(items: &mut [T], work: impl Fn((usize, &mut T)) + Send + Sync) {
    use rayon::prelude::*;
    items.par_iter_mut().enumerate().for_each(work);
}

/// Does the work for each item and its number.
#[cfg(not(feature = "rayon"))]
pub(crate) fn for_each<T: Send>(items: &mut [T], work: impl Fn((usize, &mut T)) + Send + Sync) {
    items.iter_mut().enumerate().for_each(work);
}
