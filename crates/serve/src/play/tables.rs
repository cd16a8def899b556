//! All tables of the server.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde::Serialize;
use tokio::sync::{Semaphore, mpsc, watch};

use super::drive::{Drive, INBOX, Lines, Message};
use super::table::{Playing, TableSummary};

/// Maximum number of tables.
const MOST_TABLES: usize = 16;
/// Maximum number of hints and reviews that are computed at the same time.
const THOUGHTS: usize = 2;
/// Maximum number of programs that decide at the same time.
const MOVES: usize = 4;

/// The open tables by their names.
#[derive(Debug)]
pub(crate) struct Tables {
    open: Mutex<BTreeMap<String, OpenTable>>,
    thinking: Arc<Semaphore>,
    moving: Arc<Semaphore>,
}

/// An open table.
#[derive(Debug, Clone)]
pub(super) struct OpenTable {
    pub(super) inbox: mpsc::Sender<Message>,
    state: watch::Sender<Arc<str>>,
    pub(super) summary: watch::Receiver<TableSummary>,
    opened: Instant,
}

impl OpenTable {
    /// Returns a receiver of the states; while it exists, the table counts as watched.
    pub(super) fn states(&self) -> watch::Receiver<Arc<str>> {
        self.state.subscribe()
    }
}

/// A table in the list.
#[derive(Debug, Serialize)]
pub(super) struct Listed {
    table: String,
    #[serde(flatten)]
    summary: TableSummary,
}

impl Default for Tables {
    fn default() -> Self {
        Self {
            open: Mutex::default(),
            thinking: Arc::new(Semaphore::new(THOUGHTS)),
            moving: Arc::new(Semaphore::new(MOVES)),
        }
    }
}

impl Tables {
    fn open_tables(&self) -> MutexGuard<'_, BTreeMap<String, OpenTable>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        // A task that has ended has dropped its inbox.
        open.retain(|_, table| !table.inbox.is_closed());
        open
    }

    /// Returns the semaphore for hints and reviews.
    pub(super) fn thinking(&self) -> Arc<Semaphore> {
        Arc::clone(&self.thinking)
    }

    /// Returns an open table.
    pub(super) fn find(&self, name: &str) -> Option<OpenTable> {
        self.open_tables().get(name).cloned()
    }

    /// Returns all tables, the newest first.
    pub(super) fn list(&self) -> Vec<Listed> {
        let open = self.open_tables();
        let mut tables: Vec<(&String, &OpenTable)> = open.iter().collect();
        tables.sort_by_key(|(_, table)| std::cmp::Reverse(table.opened));
        let listed = |(name, table): (&String, &OpenTable)| Listed {
            table: name.clone(),
            summary: *table.summary.borrow(),
        };
        tables.into_iter().map(listed).collect()
    }

    /// Opens a table and returns its name. If the maximum number of tables is reached, the oldest
    /// table without a page ends. Returns `None` if every table has a page.
    pub(super) fn open(&self, mut table: Box<dyn Playing>, ending: watch::Receiver<bool>) -> Option<String> {
        let mut open = self.open_tables();
        if open.len() >= MOST_TABLES {
            let unwatched = open.iter().filter(|(_, table)| table.state.receiver_count() == 0);
            let oldest = unwatched.min_by_key(|(_, table)| table.opened).map(|(name, _)| name.clone())?;
            // This drops the sender of the table, so the task of the table ends.
            open.remove(&oldest);
        }
        let (sender, inbox) = mpsc::channel(INBOX);
        let state = watch::Sender::new(Arc::from(table.state(&super::table::Around::default())));
        let (summaries, summary) = watch::channel(table.summary());
        let lines = Lines {
            inbox,
            own: sender.downgrade(),
            state: state.clone(),
            summary: summaries,
            thinking: Arc::clone(&self.thinking),
            moving: Arc::clone(&self.moving),
            ending,
        };
        // The name is random, so that a link from before a restart never leads to another table.
        let name = format!("{:016x}", quadrille::machine::draw_seed());
        open.insert(name.clone(), OpenTable { inbox: sender, state, summary, opened: Instant::now() });
        drop(open);
        tokio::spawn(Drive::new(table, lines).run());
        Some(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::games;

    fn table() -> Box<dyn Playing> {
        let wanted = serde_json::json!({ "game": "hearts", "players": ["you", "rule", "rule", "rule"] });
        let wanted = serde_json::from_value(wanted).unwrap();
        let files = quadrille::files::NamedFiles::new(quadrille::files::NoFiles);
        (games::find("hearts").unwrap().open)(&wanted, files).unwrap()
    }

    #[tokio::test]
    async fn the_number_of_tables_is_limited_and_watched_ones_stay() {
        let tables = Tables::default();
        let (_end, ending) = watch::channel(false);
        let first = tables.open(table(), ending.clone()).unwrap();
        let watched = tables.find(&first).unwrap().states();
        let second = tables.open(table(), ending.clone()).unwrap();
        for _ in 0..2 * MOST_TABLES {
            tables.open(table(), ending.clone()).unwrap();
        }
        assert_eq!(tables.list().len(), MOST_TABLES);
        assert!(tables.find(&first).is_some() && tables.find(&second).is_none());
        let all: Vec<_> = tables.list().iter().map(|one| tables.find(&one.table).unwrap().states()).collect();
        assert!(tables.open(table(), ending.clone()).is_none(), "every table has a page");
        drop(all);
        drop(watched);
        assert!(tables.open(table(), ending).is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn an_idle_table_ends() {
        let tables = Tables::default();
        let (_end, ending) = watch::channel(false);
        let name = tables.open(table(), ending).unwrap();
        let page = tables.find(&name).unwrap().states();
        tokio::time::sleep(super::super::drive::IDLE * 2).await;
        assert!(tables.find(&name).is_some(), "a page watches it");
        drop(page);
        tokio::time::sleep(super::super::drive::IDLE * 2).await;
        assert!(tables.find(&name).is_none());
    }
}
