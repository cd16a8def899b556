//! A client's end of the line.

use std::io;
use std::time::Duration;

use quadrille::uecda_protocol::{CardTable, Message, Profile, Version};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout_at};

/// How long a client may be silent before it counts as one of 2006, which sends no profile. The official server waits
/// as long.
const SILENCE: Duration = Duration::from_secs(2);
/// How long a profile may take, from the moment at which its client connected.
const PROFILE: Duration = Duration::from_secs(5);
/// What a client may leave unread, in bytes: some hundred turns.
const UNREAD: usize = 1 << 18;
/// How often those who read slowly are looked after while somebody else is waited for.
const LOOK_AFTER: Duration = Duration::from_millis(10);

/// A client that has said who it is.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    version: Version,
    /// The part of a table that has come.
    inbox: Vec<u8>,
    /// What the client has not taken yet.
    outbox: Vec<u8>,
    /// Tables that came too late, or are still to come so: the decision was made without them.
    owed: u32,
    /// Why it is gone, if it is.
    gone: Option<String>,
}

/// Why a client has no seat.
#[derive(Debug)]
pub(crate) enum Unfit {
    /// It sent the number of a version that there is not.
    Version(i32),
    /// It hung up, or took too long for its profile.
    Profile(String),
}

/// A decision from a client.
pub(crate) enum Decision {
    Table(Box<CardTable>),
    Late,
    Gone,
}

impl Connection {
    /// Waits for a client's profile: the connection, what it sent, and what that says; neither of a client that says
    /// nothing.
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
        // Its first byte, or its end, which the profile then says.
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

    /// Puts a message behind those that wait to be sent.
    pub(crate) fn queue(&mut self, message: &Message) {
        if self.gone.is_none() {
            message.write(self.version, &mut self.outbox);
        }
    }

    /// Sends as much as the client takes without waiting.
    pub(crate) fn flush(&mut self) {
        let mut sent = 0;
        while sent < self.outbox.len() {
            match self.stream.try_write(&self.outbox[sent..]) {
                Ok(0) => self.leave("it hung up"),
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
            self.leave("it does not read what it is sent");
        }
    }

    /// How tables travel to it.
    pub(crate) const fn version(&self) -> Version {
        self.version
    }

    /// Gives the client until `limit` to take what it was sent last, and to hang up. What it still sends is read and
    /// passed over: closing on unread bytes would make the system throw away the end of the match on its way.
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
        // Whoever does not hang up by then is hung up on.
        let _ = timeout_at(limit, end).await;
    }

    /// Whether the client has not taken everything yet.
    pub(crate) fn is_behind(&self) -> bool {
        !self.outbox.is_empty()
    }

    /// It is gone, for this reason.
    fn leave(&mut self, reason: &str) {
        self.gone.get_or_insert_with(|| reason.to_owned());
        self.outbox = Vec::new();
    }

    /// Why it is gone; `None` while it is there.
    pub(crate) fn gone(&self) -> Option<&str> {
        self.gone.as_deref()
    }

    /// Waits for a table as long as `limit` says, or until the client is gone. A table that is still owed from earlier
    /// decisions is passed over.
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

    /// Reads the rest of a table. What has come stays where it is if nobody waits any longer.
    async fn read_table(&mut self) -> io::Result<CardTable> {
        let length = self.version.table_len();
        let mut bytes = [0; Version::LONGEST];
        while self.inbox.len() < length {
            self.stream.readable().await?;
            match self.stream.try_read(&mut bytes[..length - self.inbox.len()]) {
                Ok(0) => return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it hung up")),
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

/// Waits until those who read slowly should be looked after again.
pub(crate) async fn look_after(anybody: bool) {
    if anybody {
        sleep_until(Instant::now() + LOOK_AFTER).await;
    } else {
        std::future::pending::<()>().await;
    }
}
