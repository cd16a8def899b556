//! The connection of a client.

use std::io;
use std::time::Duration;

use quadrille::uecda_protocol::{CardTable, Message, Profile, Version};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout_at};

/// The time without data after which a client counts as a client of 2006, which sends no profile.
/// The official server waits equally long.
const SILENCE: Duration = Duration::from_secs(2);
/// The time limit for receiving a profile, measured from the time of the connection.
const PROFILE: Duration = Duration::from_secs(5);
/// The maximum number of bytes that a client may leave unread, enough for several hundred turns.
const UNREAD: usize = 1 << 18;
/// The interval at which buffers of slow clients are flushed while the server waits for another
/// client.
const LOOK_AFTER: Duration = Duration::from_millis(10);

/// The connection of a client whose profile has been read.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    version: Version,
    /// The bytes of an incompletely received card table.
    inbox: Vec<u8>,
    /// The bytes for the client that the system has not accepted for sending yet.
    outbox: Vec<u8>,
    /// The number of decisions that the client still owes although their time limit has passed. The
    /// server has already decided in place of the client, and skips these decisions when they
    /// arrive.
    owed: u32,
    /// The reason why the client is disconnected; `None` while it is connected.
    gone: Option<String>,
}

/// The reason why a client gets no seat.
#[derive(Debug)]
pub(crate) enum Unfit {
    /// The client sent an unknown version number.
    Version(i32),
    /// The client disconnected, or its profile did not arrive in time.
    Profile(String),
}

/// A client's decision.
pub(crate) enum Decision {
    Table(Box<CardTable>),
    Late,
    Gone,
}

impl Connection {
    /// Waits for a client's profile. Returns the connection and the profile. The profile is
    /// returned as the received message and in parsed form; it is `None` for a client that sends no
    /// profile.
    pub(crate) async fn welcome(stream: TcpStream) -> Result<(Self, Option<(CardTable, Profile)>), Unfit> {
        let failed = |error: io::Error| Unfit::Profile(error.to_string());
        stream.set_nodelay(true).map_err(failed)?;
        let mut connection = Self {
            stream,
            version: Version::V20070,
            inbox: Vec::new(),
            outbox: Vec::new(),
            owed: 0,
            gone: None,
        };
        let begun = Instant::now();
        // Wait for the first byte or the end of the stream. In the latter case, `read_table` below
        // returns the error.
        if timeout_at(begun + SILENCE, connection.stream.peek(&mut [0])).await.is_err() {
            connection.version = Version::V20060;
            return Ok((connection, None));
        }
        let table = timeout_at(begun + PROFILE, connection.read_table()).await;
        let table =
            table.map_err(|_| Unfit::Profile("its profile took too long".to_owned()))?.map_err(failed)?;
        let profile = Profile::read(&table).map_err(Unfit::Version)?;
        connection.version = profile.version;
        Ok((connection, Some((table, profile))))
    }

    /// Appends a message to the unsent bytes.
    pub(crate) fn queue(&mut self, message: &Message) {
        if self.gone.is_none() {
            message.write(self.version, &mut self.outbox);
        }
    }

    /// Sends as much as possible without waiting.
    pub(crate) fn flush(&mut self) {
        let mut sent = 0;
        while sent < self.outbox.len() {
            match self.stream.try_write(&self.outbox[sent..]) {
                Ok(0) => self.leave("it closed the connection"),
                Ok(bytes) => {
                    sent += bytes;
                    continue;
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => self.leave(&error.to_string()),
            }
            break;
        }
        self.outbox.drain(..sent.min(self.outbox.len()));
        if self.outbox.len() > UNREAD {
            self.leave("it does not read its messages");
        }
    }

    /// Returns the version of the client's wire format.
    pub(crate) const fn version(&self) -> Version {
        self.version
    }

    /// Gives the client until `limit` to receive its last messages and to disconnect. Further data
    /// from the client is read and ignored: if the connection were closed while received data is
    /// unread, the system would discard messages that are still in transit.
    pub(crate) async fn farewell(mut self, limit: Instant) {
        while self.is_behind() && Instant::now() < limit {
            self.flush();
            if self.is_behind() {
                look_after(true).await;
            }
        }
        let end = async {
            self.stream.shutdown().await?;
            let mut bytes = [0; 4096];
            while self.stream.read(&mut bytes).await? > 0 {}
            Ok::<_, io::Error>(())
        };
        // After the limit the connection is closed in any case.
        let _ = timeout_at(limit, end).await;
    }

    /// Returns `true` if some queued bytes have not been sent yet.
    pub(crate) fn is_behind(&self) -> bool {
        !self.outbox.is_empty()
    }

    /// Marks the client as disconnected, for this reason.
    fn leave(&mut self, reason: &str) {
        self.gone.get_or_insert_with(|| reason.to_owned());
        self.outbox = Vec::new();
    }

    /// Returns the reason why the client is disconnected; `None` while it is connected.
    pub(crate) fn gone(&self) -> Option<&str> {
        self.gone.as_deref()
    }

    /// Waits for the client's decision until `limit`, or until the client disconnects. Late answers
    /// to earlier turns, for which the server has already decided, are skipped.
    pub(crate) async fn decision(&mut self, limit: Option<Instant>) -> Decision {
        if self.gone.is_some() {
            return Decision::Gone;
        }
        let read = async {
            loop {
                let table = self.read_table().await?;
                if self.owed == 0 {
                    return Ok::<_, io::Error>(table);
                }
                self.owed -= 1;
            }
        };
        let read = match limit {
            Some(limit) => timeout_at(limit, read).await,
            None => Ok(read.await),
        };
        match read {
            Ok(Ok(table)) => Decision::Table(Box::new(table)),
            Ok(Err(error)) => {
                self.leave(&error.to_string());
                Decision::Gone
            }
            Err(_) => {
                self.owed += 1;
                Decision::Late
            }
        }
    }

    /// Reads the next message of the client, a card table. The function is cancel-safe: after a
    /// cancelled call, the next call continues with the bytes received so far.
    async fn read_table(&mut self) -> io::Result<CardTable> {
        let length = self.version.table_len();
        let mut bytes = [0; Version::LONGEST];
        while self.inbox.len() < length {
            self.stream.readable().await?;
            match self.stream.try_read(&mut bytes[..length - self.inbox.len()]) {
                Ok(0) => {
                    return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it closed the connection"));
                }
                Ok(read) => self.inbox.extend_from_slice(&bytes[..read]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        let table = self.version.read_table(&self.inbox);
        self.inbox.clear();
        Ok(table)
    }
}

/// Waits until the buffers of slow clients should be flushed again, or forever if no client is slow
/// (`anybody` is `false`).
pub(crate) async fn look_after(anybody: bool) {
    if anybody {
        sleep_until(Instant::now() + LOOK_AFTER).await;
    } else {
        std::future::pending::<()>().await;
    }
}
