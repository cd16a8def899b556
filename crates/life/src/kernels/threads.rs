//! Distribution of work over the threads of rayon's pool; without the feature `rayon`, the calling
//! thread does all work.

/// Returns the number of threads.
#[cfg(feature = "rayon")]
pub(crate) fn count() -> usize {
    rayon::current_num_threads()
}

/// Returns the number of threads, which is 1.
#[cfg(not(feature = "rayon"))]
pub(crate) const fn count() -> usize {
    1
}

/// Calls `work` for each item with its index, on all threads.
#[cfg(feature = "rayon")]
pub(crate) fn for_each<T: Send>(items: &mut [T], work: impl Fn((usize, &mut T)) + Send + Sync) {
    use rayon::prelude::*;
    items.par_iter_mut().enumerate().for_each(work);
}

/// Calls `work` for each item with its index.
#[cfg(not(feature = "rayon"))]
pub(crate) fn for_each<T: Send>(items: &mut [T], work: impl Fn((usize, &mut T)) + Send + Sync) {
    items.iter_mut().enumerate().for_each(work);
}
