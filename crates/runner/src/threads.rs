//! Threads of this process: as many as are asked for, or as many as the system starts.
//!
//! A [`Pool`] starts its threads first and hands them to rayon afterwards, so a thread that cannot
//! be started is an error, or a smaller pool, and never a panic of rayon's.

use std::io;
use std::num::NonZeroUsize;
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

/// The number of threads for some work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThreadCount {
    /// Exactly this number. One is the calling thread where no other can be started.
    Exactly(NonZeroUsize),
    /// This number, or as many as can be started; at least the calling thread.
    UpTo(NonZeroUsize),
}

impl ThreadCount {
    /// Returns one thread for each processor that this process may use, or fewer if they cannot be
    /// started.
    pub fn available() -> Self {
        Self::UpTo(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// Returns the largest number of threads.
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
    /// Exactly this number; 0 counts as 1.
    fn from(number: usize) -> Self {
        Self::Exactly(NonZeroUsize::new(number).unwrap_or(NonZeroUsize::MIN))
    }
}

/// Fewer threads could be started than were asked for.
#[derive(Debug, thiserror::Error)]
#[error("could not start {wanted} threads, only {started}: {reason}")]
pub struct StartError {
    /// The number of threads that were asked for.
    pub wanted: usize,
    /// The number of threads that could be started.
    pub started: usize,
    /// The system's reason.
    pub reason: io::Error,
}

/// Threads for engines that use rayon, or the calling thread alone.
#[derive(Debug)]
pub struct Pool {
    /// `None`: the calling thread does the work.
    threads: Option<Arc<rayon::ThreadPool>>,
}

impl Pool {
    /// Starts threads with the usual size of their stacks.
    ///
    /// # Errors
    /// Fewer threads can be started than [exactly](ThreadCount::Exactly) two or more.
    pub fn start(count: impl Into<ThreadCount>) -> Result<Self, StartError> {
        Self::start_with_stacks(count, None)
    }

    /// Starts threads with stacks of this many bytes.
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

    /// Returns a pool without threads: the calling thread does the work.
    pub const fn calling_thread() -> Self {
        Self { threads: None }
    }

    /// Returns the number of threads that work.
    pub fn threads(&self) -> usize {
        self.threads.as_ref().map_or(1, |pool| pool.current_num_threads())
    }

    /// Returns the pool's own threads; `None` where the calling thread does the work.
    pub fn own(&self) -> Option<&Arc<rayon::ThreadPool>> {
        self.threads.as_ref()
    }

    /// Runs work whose use of rayon is confined to these threads.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        if let Some(pool) = &self.threads {
            return pool.install(work);
        }
        use_calling_thread();
        work()
    }
}

/// Makes the calling thread a pool of one thread for rayon, unless it belongs to a pool already. It
/// stays that for the rest of its life.
pub fn use_calling_thread() {
    if rayon::current_thread_index().is_none()
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build()
    {
        // The thread belongs to it for ever, so rayon cannot release it either.
        std::mem::forget(pool);
    }
}

/// Gives rayon's global pool this many threads. Without threads it is the calling thread alone: then
/// no other thread may use rayon outside of a pool of its own. A global pool that is there already
/// stays as it is.
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

/// Checks that this many threads can be started beside the calling one.
///
/// # Errors
/// They cannot.
pub fn check(beside: usize) -> Result<(), StartError> {
    let Some(wanted) = NonZeroUsize::new(beside) else { return Ok(()) };
    let mut started = Vec::new();
    let outcome = loop {
        if started.len() == wanted.get() {
            break Ok(());
        }
        match start_one(None) {
            Ok(thread) => started.push(thread),
            // The calling thread works too.
            Err(reason) => {
                break Err(StartError { wanted: beside + 1, started: started.len() + 1, reason });
            }
        }
    };
    // They are over before anything else is started.
    for (waiting, thread) in started {
        drop(waiting);
        let _ = thread.join();
    }
    outcome
}

/// A thread that has been started and waits to become one of rayon's.
type Waiting = (mpsc::Sender<rayon::ThreadBuilder>, JoinHandle<()>);

/// Hands rayon's threads to those that wait.
fn hand_to(threads: Vec<Waiting>) -> impl FnMut(rayon::ThreadBuilder) -> io::Result<()> {
    let mut threads = threads.into_iter();
    move |thread| {
        let (waiting, _) = threads.next().ok_or(io::ErrorKind::WouldBlock)?;
        waiting.send(thread).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    }
}

/// Starts the threads of a pool; none where the calling thread does the work.
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

/// How often a refused start is repeated, and how long after: a thread that has ended counts for a
/// moment longer.
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
        // On a thread of its own: it stays a pool of one.
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
            // And other pools can still be used from it.
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
