//! Pools of threads of this process, with a given number of threads or all that the system can
//! start.
//!
//! A [`Pool`] starts its threads first and then passes them to rayon, so a failure to start a
//! thread results in an error or a smaller pool, and never in a panic of rayon.

use std::io;
use std::num::NonZeroUsize;
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

/// The number of threads for some work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThreadCount {
    /// Exactly this number. A single thread may be the calling thread, if no other can be started.
    Exactly(NonZeroUsize),
    /// The maximum number of threads that can be started, up to this number; at least the calling
    /// thread.
    UpTo(NonZeroUsize),
}

impl ThreadCount {
    /// Returns one thread for each processor available to this process, or fewer if they cannot be
    /// started.
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

/// A pool of threads for engines that use rayon, or the calling thread alone.
#[derive(Debug)]
pub struct Pool {
    /// The pool of rayon; `None` for the calling thread.
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

    /// Returns a pool that consists of the calling thread.
    pub const fn calling_thread() -> Self {
        Self { threads: None }
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.threads.as_ref().map_or(1, |pool| pool.current_num_threads())
    }

    /// Returns the threads of the pool; `None` for the calling thread.
    pub fn own(&self) -> Option<&Arc<rayon::ThreadPool>> {
        self.threads.as_ref()
    }

    /// Runs work that uses only these threads in rayon.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        if let Some(pool) = &self.threads {
            return pool.install(work);
        }
        use_calling_thread();
        work()
    }
}

/// Makes the calling thread a pool of one thread for rayon, unless it belongs to a pool already.
/// This is permanent.
pub fn use_calling_thread() {
    if rayon::current_thread_index().is_none()
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build()
    {
        // The thread belongs to the pool forever, so rayon must not release it.
        std::mem::forget(pool);
    }
}

/// Sets the number of threads of rayon's global pool. If no threads can be started, the calling
/// thread is the pool, and other threads may then use rayon only in pools of their own. An existing
/// global pool is unchanged.
pub fn set_global(most: Option<NonZeroUsize>) {
    let threads = most.and_then(|most| start(ThreadCount::UpTo(most), None).ok()).unwrap_or_default();
    let builder = rayon::ThreadPoolBuilder::new();
    // An error means that there is a global pool.
    let _ = if threads.is_empty() {
        builder.num_threads(1).use_current_thread().build_global()
    } else {
        builder.num_threads(threads.len()).spawn_handler(hand_to(threads)).build_global()
    };
}

/// Checks that `beside` threads can be started besides the calling thread.
///
/// # Errors
/// They cannot be started.
pub fn check(beside: usize) -> Result<(), StartError> {
    let Some(wanted) = NonZeroUsize::new(beside) else { return Ok(()) };
    let mut started = Vec::new();
    let outcome = loop {
        if started.len() == wanted.get() {
            break Ok(());
        }
        match start_one(None) {
            Ok(thread) => started.push(thread),
            // The calling thread counts too.
            Err(reason) => {
                break Err(StartError { wanted: beside + 1, started: started.len() + 1, reason });
            }
        }
    };
    // These threads end before any other thread is started.
    for (waiting, thread) in started {
        drop(waiting);
        let _ = thread.join();
    }
    outcome
}

/// A started thread that waits to become one of rayon's.
type Waiting = (mpsc::Sender<rayon::ThreadBuilder>, JoinHandle<()>);

/// Returns the function with which rayon runs its threads on the waiting threads.
fn hand_to(threads: Vec<Waiting>) -> impl FnMut(rayon::ThreadBuilder) -> io::Result<()> {
    let mut threads = threads.into_iter();
    move |thread| {
        let (waiting, _) = threads.next().ok_or(io::ErrorKind::WouldBlock)?;
        waiting.send(thread).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    }
}

/// Starts the threads of a pool; none for the calling thread.
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

/// Number of attempts to start a thread, with pauses between them, because the system counts ended
/// threads a moment longer.
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
            // The system's limit of threads is reached, perhaps by threads that are ending.
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
