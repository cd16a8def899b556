//! The connections of the server. Their number is limited, and connections without a valid cookie
//! are closed in favour of new ones.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The open connections, in the order in which they were accepted.
#[derive(Debug)]
pub(crate) struct Connections {
    limit: usize,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    next: u64,
    by_number: BTreeMap<u64, Arc<Entry>>,
}

#[derive(Debug, Default)]
struct Entry {
    /// Whether a request of the connection had a valid cookie.
    is_trusted: AtomicBool,
    evicted: Notify,
}

/// An open connection. It counts towards the limit until its last clone is dropped.
#[derive(Debug, Clone)]
pub(crate) struct Connection(Arc<OpenConnection>);

#[derive(Debug)]
struct OpenConnection {
    number: u64,
    entry: Arc<Entry>,
    connections: Arc<Connections>,
}

impl Connections {
    pub(crate) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self { limit, open: Mutex::default() })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a new connection. At the limit, the oldest connection without a valid cookie is
    /// closed to make room; returns `None` if there is no such connection.
    pub(crate) fn admit(self: &Arc<Self>) -> Option<Connection> {
        let mut open = self.open();
        if open.by_number.len() >= self.limit && !open.evict_stranger() {
            return None;
        }
        let (number, entry) = (open.next, Arc::new(Entry::default()));
        open.next += 1;
        open.by_number.insert(number, Arc::clone(&entry));
        Some(Connection(Arc::new(OpenConnection { number, entry, connections: Arc::clone(self) })))
    }

    /// Returns the maximum number of connections without a valid cookie: the limit minus the number
    /// of connections with a valid cookie.
    pub(crate) fn for_strangers(&self) -> usize {
        let open = self.open();
        let trusted = open.by_number.values().filter(|entry| entry.is_trusted.load(Ordering::Relaxed));
        self.limit.saturating_sub(trusted.count())
    }

    /// Closes the oldest connection without a valid cookie, if there is one.
    pub(crate) fn make_room(&self) {
        self.open().evict_stranger();
    }
}

impl Open {
    /// Closes the oldest connection without a valid cookie. Returns whether there was one.
    fn evict_stranger(&mut self) -> bool {
        let mut strangers =
            self.by_number.iter().filter(|(_, entry)| !entry.is_trusted.load(Ordering::Relaxed));
        let oldest = strangers.next().map(|(number, _)| *number);
        let evicted = oldest.and_then(|number| self.by_number.remove(&number));
        evicted.inspect(|entry| entry.evicted.notify_one()).is_some()
    }
}

impl Connection {
    /// Marks the connection as trusted, after a request with a valid cookie.
    pub(crate) fn trust(&self) {
        self.0.entry.is_trusted.store(true, Ordering::Relaxed);
    }

    /// Waits until the connection is evicted to make room for another one.
    pub(crate) async fn evicted(&self) {
        self.0.entry.evicted.notified().await;
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.connections.open().by_number.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_evicted(connection: &Connection) -> bool {
        let waiting = connection.evicted();
        let mut waiting = std::pin::pin!(waiting);
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        waiting.as_mut().poll(&mut context).is_ready()
    }

    #[test]
    fn the_oldest_stranger_makes_room() {
        let connections = Connections::new(3);
        let [one, two, three] = [(); 3].map(|()| connections.admit().unwrap());
        one.trust();
        let four = connections.admit().unwrap();
        assert!(!is_evicted(&one) && is_evicted(&two) && !is_evicted(&three) && !is_evicted(&four));
        assert_eq!(connections.for_strangers(), 2);
        three.trust();
        four.trust();
        assert!(connections.admit().is_none(), "all have shown a cookie");
        connections.make_room();
        assert!(!is_evicted(&three) && !is_evicted(&four), "trusted connections stay");
        drop(one);
        let five = connections.admit().unwrap();
        connections.make_room();
        assert!(is_evicted(&five));
    }

    #[test]
    fn an_evicted_connection_frees_no_second_place() {
        let connections = Connections::new(1);
        let one = connections.admit().unwrap();
        let two = connections.admit().unwrap();
        drop(one);
        assert_eq!(connections.open().by_number.len(), 1);
        drop(two);
        assert_eq!(connections.open().by_number.len(), 0);
    }
}
