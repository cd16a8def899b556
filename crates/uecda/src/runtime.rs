//! The runtime of servers and leagues: multi-threaded, or on the calling thread only.

use std::io;
use std::num::NonZeroUsize;
use std::time::Duration;

use quadrille::memory;
use quadrille::runner::threads;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// The interval at which the caller's observer is notified.
pub(crate) const LOOK_UP: Duration = Duration::from_millis(50);

/// The number of threads that must remain available to the process in addition to the workers of
/// the runtime.
const SPARE: usize = 4;

/// The maximum number of worker threads, unless there are more processors.
const MOST: usize = 64;

/// Starts a runtime in which `busy` tasks can block their threads at the same time.
///
/// Tokio panics or blocks forever if it cannot start a thread. The function therefore checks first
/// whether the system can provide the threads and their stacks. If it cannot, the runtime starts no
/// threads, and the thread that [drives](drive) the runtime does all work. For the same reason,
/// this crate must not use `block_in_place`, which starts threads.
pub(crate) fn start(busy: usize) -> io::Result<Runtime> {
    let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    // One worker more than `busy`, for tasks that must not wait.
    let workers = processors.max((busy + 1).min(MOST));
    let stacks = memory::threads(workers + SPARE);
    let enough = memory::require(stacks).is_ok() && threads::check(workers + SPARE).is_ok();
    let mut builder = if enough { Builder::new_multi_thread() } else { Builder::new_current_thread() };
    builder.worker_threads(workers).enable_all().build()
}

/// Drives the runtime on this thread until a task ends. Calls `look` with every event, and with
/// `None` whenever [`LOOK_UP`] passes without an event.
pub(crate) fn drive<E, T>(
    runtime: &Runtime,
    mut task: JoinHandle<T>,
    events: &mut mpsc::UnboundedReceiver<E>,
    mut look: impl FnMut(Option<E>),
) -> io::Result<T> {
    let ended = runtime.block_on(async {
        loop {
            tokio::select! {
                biased;
                Some(event) = events.recv() => look(Some(event)),
                ended = &mut task => break ended,
                () = tokio::time::sleep(LOOK_UP) => look(None),
            }
        }
    });
    // Pass on the remaining events.
    while let Ok(event) = events.try_recv() {
        look(Some(event));
    }
    ended.map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_driven_to_its_end_on_either_runtime() {
        for mut builder in [Builder::new_current_thread(), Builder::new_multi_thread()] {
            let runtime = builder.enable_all().build().unwrap();
            let (sender, mut events) = mpsc::unbounded_channel();
            let task = runtime.spawn(async move {
                for number in 0..3 {
                    tokio::time::sleep(LOOK_UP + LOOK_UP / 2).await;
                    sender.send(number).unwrap();
                }
                "over"
            });
            let (mut heard, mut silent) = (Vec::new(), 0);
            let over = drive(&runtime, task, &mut events, |event| match event {
                Some(event) => heard.push(event),
                None => silent += 1,
            });
            assert_eq!((over.unwrap(), heard), ("over", vec![0, 1, 2]));
            assert!(silent >= 3, "{silent}");
        }
    }
}
