//! Distribution of computations over threads.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Calls `work(worker, item)` for each item from 0 to `count` - 1, on several threads. Fills
/// `results` with the results, in the order of the items. If a call returns `None`, stops and
/// returns `false`.
pub(crate) fn each<W: Send, T: Send>(
    workers: &mut [W],
    count: usize,
    results: &mut Vec<T>,
    work: impl Fn(&mut W, usize) -> Option<T> + Sync,
) -> bool {
    results.clear();
    let threads = workers.len().min(count);
    if threads <= 1 {
        let Some(worker) = workers.first_mut() else { return count == 0 };
        for item in 0..count {
            match work(worker, item) {
                Some(result) => results.push(result),
                None => return false,
            }
        }
        return true;
    }
    let next = AtomicUsize::new(0);
    let run = |worker: &mut W| {
        let mut done = Vec::with_capacity(count);
        loop {
            let item = next.fetch_add(1, Ordering::Relaxed);
            if item >= count {
                return done;
            }
            let Some(result) = work(worker, item) else {
                next.store(count, Ordering::Relaxed);
                return done;
            };
            done.push((item, result));
        }
    };
    let mut done = std::thread::scope(|scope| {
        let run = &run;
        let [first, others @ ..] = &mut workers[..threads] else { return Vec::new() };
        // If a thread cannot be created, the other threads compute all items.
        let spawn = |worker| std::thread::Builder::new().spawn_scoped(scope, move || run(worker)).ok();
        let others: Vec<_> = others.iter_mut().filter_map(spawn).collect();
        let mut done = run(first);
        for other in others {
            match other.join() {
                Ok(mut part) => done.append(&mut part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_unstable_by_key(|(item, _)| *item);
    let all = done.len() == count;
    results.extend(done.into_iter().map(|(_, result)| result));
    all
}
