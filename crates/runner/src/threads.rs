//! Pools of threads of this process. A pool has exactly a given number of threads, or as many
//! threads as the system can start.
//!
//! A [`Pool`] starts its threads first and then passes them to rayon. If a thread cannot be
//! started, the result is therefore an error or a smaller pool, and not a panic of rayon.

use std::io;
use std::num::NonZeroUsize;
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

/// The number of threads that a pool should have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThreadCount {
    /// Exactly this number. If the number is 1 and no thread can be started, the calling thread is
    /// used.
    Exactly(NonZeroUsize),
    /// As many threads as can be started, up to this number. If no thread can be started, the
    /// calling thread is used.
    UpTo(NonZeroUsize),
}

impl ThreadCount {
    /// Returns the number of processors that are available to this process. If fewer threads can be
    /// started, the pool has fewer threads.
    pub fn available() -> Self {
        Self::UpTo(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// Returns the maximum number of threads.
    pub const fn most(self) -> NonZeroUsize {
        let (Self::Exactly(number) | Self::UpTo(number)) = self;
        number
    }
}

impl From<NonZeroUsize> for ThreadCount {
    fn from(number: NonZeroUsize) -> Self {
        Self::Exactly(number)
    }
}

impl From<usize> for ThreadCount {
    /// Returns exactly this number; 0 counts as 1.
    fn from(number: usize) -> Self {
        Self::Exactly(NonZeroUsize::new(number).unwrap_or(NonZeroUsize::MIN))
    }
}

/// Error of starting threads.
#[derive(Debug, thiserror::Error)]
#[error("could not start {wanted} threads, only {started}: {reason}")]
pub struct StartError {
    /// The number of threads requested.
    pub wanted: usize,
    /// The number of threads that could be started.
    pub started: usize,
    /// The system's reason.
    pub reason: io::Error,
}

/// A pool of threads for work that uses rayon; or the calling thread, which then does this work
/// alone.
#[derive(Debug)]
pub struct Pool {
    /// The pool of rayon; `None` if the calling thread does the work.
    threads: Option<Arc<rayon::ThreadPool>>,
}

impl Pool {
    /// Starts threads with the default stack size.
    ///
    /// # Errors
    /// An [exact](ThreadCount::Exactly) number of two or more threads was requested, and fewer can
    /// be started.
    pub fn start(count: impl Into<ThreadCount>) -> Result<Self, StartError> {
        Self::start_with_stacks(count, None)
    }

    /// Starts threads with the given stack size in bytes.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn start_with_stacks(
        count: impl Into<ThreadCount>,
        stack_size: Option<usize>,
    ) -> Result<Self, StartError> {
        let count = count.into();
        let threads = start(count, stack_size)?;
        let Some(number) = NonZeroUsize::new(threads.len()) else { return Ok(Self { threads: None }) };
        let builder = rayon::ThreadPoolBuilder::new().num_threads(number.get());
        match builder.spawn_handler(hand_to(threads)).build() {
            Ok(pool) => Ok(Self { threads: Some(Arc::new(pool)) }),
            Err(error) => match count {
                ThreadCount::Exactly(wanted) if wanted > NonZeroUsize::MIN => Err(StartError {
                    wanted: wanted.get(),
                    started: number.get(),
                    reason: io::Error::other(error.to_string()),
                }),
                _ => Ok(Self { threads: None }),
            },
        }
    }

    /// Returns a pool without threads, whose work is done by the calling thread.
    pub const fn calling_thread() -> Self {
        Self { threads: None }
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.threads.as_ref().map_or(1, |pool| pool.current_num_threads())
    }

    /// Returns the pool of rayon; `None` if the calling thread does the work.
    pub fn own(&self) -> Option<&Arc<rayon::ThreadPool>> {
        self.threads.as_ref()
    }

    /// Runs `work`. Parallel operations of rayon in it use only the threads of this pool.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        if let Some(pool) = &self.threads {
            return pool.install(work);
        }
        use_calling_thread();
        work()
    }
}

/// Permanently makes the calling thread a rayon pool of one thread, unless the thread already
/// belongs to a pool.
pub fn use_calling_thread() {
    if rayon::current_thread_index().is_none()
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build()
    {
        // The pool must never be dropped, because the calling thread belongs to it until the thread
        // ends.
        std::mem::forget(pool);
    }
}

/// Creates rayon's global pool with at most `most` threads. If `most` is `None` or no thread can be
/// started, the pool consists of the calling thread, and other threads may use rayon only in other
/// pools. An existing global pool is not changed.
pub fn set_global(most: Option<NonZeroUsize>) {
    let threads = most.and_then(|most| start(ThreadCount::UpTo(most), None).ok()).unwrap_or_default();
    let builder = rayon::ThreadPoolBuilder::new();
    // An error means that a global pool already exists.
    let _ = if threads.is_empty() {
        builder.num_threads(1).use_current_thread().build_global()
    } else {
        builder.num_threads(threads.len()).spawn_handler(hand_to(threads)).build_global()
    };
}

/// Checks that `beside` threads can be started in addition to the calling thread.
///
/// # Errors
/// Fewer threads can be started.
pub fn check(beside: usize) -> Result<(), StartError> {
    let Some(wanted) = NonZeroUsize::new(beside) else { return Ok(()) };
    let mut started = Vec::new();
    let outcome = loop {
        if started.len() == wanted.get() {
            break Ok(());
        }
        match start_one(None) {
            Ok(thread) => started.push(thread),
            // Both numbers in the error include the calling thread.
            Err(reason) => {
                break Err(StartError { wanted: beside + 1, started: started.len() + 1, reason });
            }
        }
    };
    // All these threads have ended when this function returns.
    for (waiting, thread) in started {
        drop(waiting);
        let _ = thread.join();
    }
    outcome
}

/// A started thread, and the channel through which it receives the work of one of rayon's threads.
type Waiting = (mpsc::Sender<rayon::ThreadBuilder>, JoinHandle<()>);

/// Returns a spawn handler for rayon, which runs each of rayon's threads on one of the waiting
/// threads.
fn hand_to(threads: Vec<Waiting>) -> impl FnMut(rayon::ThreadBuilder) -> io::Result<()> {
    let mut threads = threads.into_iter();
    move |thread| {
        let (waiting, _) = threads.next().ok_or(io::ErrorKind::WouldBlock)?;
        waiting.send(thread).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    }
}

/// Starts the threads of a pool. An empty list means that the calling thread does the work.
fn start(count: ThreadCount, stack_size: Option<usize>) -> Result<Vec<Waiting>, StartError> {
    let wanted = count.most().get();
    let mut threads = Vec::new();
    while threads.len() < wanted {
        match start_one(stack_size) {
            Ok(thread) => threads.push(thread),
            Err(reason) if wanted > 1 && count == ThreadCount::from(wanted) => {
                return Err(StartError { wanted, started: threads.len().max(1), reason });
            }
            Err(_) => break,
        }
    }
    Ok(threads)
}

/// Number of further attempts if a thread cannot be started, with a `PAUSE` before each. For a
/// short time after a thread has ended, it still counts toward the system's limit on the number of
/// threads.
const ATTEMPTS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(1);

fn start_one(stack_size: Option<usize>) -> io::Result<Waiting> {
    let mut left = ATTEMPTS;
    loop {
        let (sender, receiver) = mpsc::channel::<rayon::ThreadBuilder>();
        let mut thread = std::thread::Builder::new();
        if let Some(bytes) = stack_size {
            thread = thread.stack_size(bytes);
        }
        let work = move || {
            if let Ok(thread) = receiver.recv() {
                thread.run();
            }
        };
        match thread.spawn(work) {
            Ok(thread) => return Ok((sender, thread)),
            // The system's limit on the number of threads is reached; some of the counted threads
            // may be ending.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock && left > 0 => {
                left -= 1;
                std::thread::sleep(PAUSE);
            }
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_runs_on_the_threads_of_the_pool() {
        for threads in [1, 3] {
            let pool = Pool::start(threads).unwrap();
            assert_eq!(pool.threads(), threads);
            assert_eq!(pool.install(rayon::current_num_threads), threads);
        }
    }

    #[test]
    fn the_calling_thread_works_where_there_is_no_other() {
        // The test runs in a separate thread, because that thread remains a pool of one.
        let thread = std::thread::spawn(|| {
            let pool = Pool::calling_thread();
            let here = std::thread::current().id();
            for _ in 0..2 {
                let (first, second) = pool.install(|| {
                    let id = || std::thread::current().id();
                    assert_eq!(rayon::current_num_threads(), 1);
                    rayon::join(id, id)
                });
                assert_eq!([first, second], [here; 2]);
            }
            // The thread can still use other pools.
            Pool::start(2).unwrap().install(rayon::current_num_threads)
        });
        assert_eq!(thread.join().unwrap(), 2);
    }

    #[test]
    fn threads_that_can_be_started_are_enough() {
        assert!(check(0).is_ok() && check(5).is_ok());
        assert_eq!(ThreadCount::from(0).most().get(), 1);
    }
}
