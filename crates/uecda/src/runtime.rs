//! The runtime of servers and leagues: threads for all processors, or the calling thread alone.

use std::io;
use std::num::NonZeroUsize;
use std::time::Duration;

use quadrille::memory;
use quadrille::runner::threads;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// How often the caller's observer is asked whether to go on.
pub(crate) const LOOK_UP: Duration = Duration::from_millis(50);

/// Threads that must be left for others where the runtime has its own.
const SPARE: usize = 4;

/// Threads of a runtime at most, unless there are more processors.
const MOST: usize = 64;

/// Starts a runtime in which this number of tasks may be busy at the same time with something that
/// takes a while. Where the system does not give it the threads or their stacks, all of its work is done by
/// the thread that [drives](drive) it: tokio would panic, or wait for ever, with fewer threads than it
/// counts on. (For the same reason nothing here may use `block_in_place`, which starts threads.)
pub(crate) fn start(busy: usize) -> io::Result<Runtime> {
    let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    // One is left for what must not wait.
    let workers = processors.max((busy + 1).min(MOST));
    let stacks = memory::threads(workers + SPARE);
    let enough = memory::require(stacks).is_ok() && threads::check(workers + SPARE).is_ok();
    let mut builder = if enough { Builder::new_multi_thread() } else { Builder::new_current_thread() };
    builder.worker_threads(workers).enable_all().build()
}

/// Drives the runtime on this thread until a task of it has ended. Calls `look` for every event, and
/// every [`LOOK_UP`] without one.
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
    // What was sent before the end.
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
