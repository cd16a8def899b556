//! The lobby, which assigns seats to clients.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use quadrille::uecda_protocol::{CardTable, Client, Message, PLAYERS, Profile, Version};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::connection::{Connection, Unfit};
use crate::event::ServerEvent;
use crate::server::{Fill, Shared};
use crate::table::{House, MatchIndex, Seat};

/// The maximum number of connections for whose profiles the lobby waits at the same time.
const AT_ONCE: usize = 256;

/// Assigns seats to clients in the order in which they connect.
pub(crate) struct Lobby {
    listener: TcpListener,
    shared: Arc<Shared>,
    /// The new connections in order, each with the task that reads its profile, so that a slow
    /// client does not delay the others.
    arrived: VecDeque<(SocketAddr, Welcome)>,
    /// The names of clients in the order of first appearance. This order determines the players'
    /// numbers if there are several matches.
    known: Vec<String>,
}

type Welcome = JoinHandle<Result<(Connection, Option<(CardTable, Profile)>), Unfit>>;

/// A participant of a match.
pub(crate) struct Guest {
    pub(crate) seat: Seat,
    pub(crate) name: String,
    pub(crate) profile: Option<CardTable>,
    /// The address of the client; `None` for a house player.
    from: Option<SocketAddr>,
    /// Whether the participant has a name of its own; `false` for a client that sent no profile.
    has_name: bool,
}

impl Lobby {
    pub(crate) fn new(listener: TcpListener, shared: Arc<Shared>) -> Self {
        Self { listener, shared, arrived: VecDeque::new(), known: Vec::new() }
    }

    /// Gathers five players for a match; `None` if the server is stopped first.
    pub(crate) async fn gather(&mut self, place: MatchIndex) -> Option<Vec<Guest>> {
        let clients = self.shared.fill.as_ref().map_or(PLAYERS, |fill| fill.clients);
        // If there is one match, clients get their numbers at once. If there are several matches,
        // clients get their numbers when all players are present.
        let at_once = self.shared.matches == 1;
        let mut guests: Vec<Guest> = Vec::with_capacity(PLAYERS);
        while guests.len() < clients {
            let (from, welcome) = self.next().await?;
            match welcome {
                Ok((mut connection, profile)) => {
                    let name = profile.as_ref().map(|(_, who)| who.name.as_str());
                    if let Some(reason) = self.shared.refuses(connection.version(), name) {
                        self.shared.tell(ServerEvent::TurnedAway { from, reason });
                        continue;
                    }
                    let player = guests.len();
                    if at_once {
                        connection.queue(&Message::Number(player as u8));
                        connection.flush();
                    }
                    let (profile, who) = profile.unzip();
                    let has_name = who.is_some();
                    let name = who.map_or_else(|| self.nameless(player), |who| who.name);
                    if at_once {
                        self.tell_joined(place, player, &name, connection.version(), from);
                    }
                    let seat = Seat::Remote(connection);
                    guests.push(Guest { seat, name, profile, from: Some(from), has_name });
                }
                Err(unfit) => {
                    let reason = match unfit {
                        Unfit::Version(number) => format!("unknown protocol version {number}"),
                        Unfit::Profile(reason) => reason,
                    };
                    self.shared.tell(ServerEvent::TurnedAway { from, reason });
                }
            }
        }
        if let Some(fill) = &self.shared.fill {
            self.fill_up(fill, place, &mut guests);
        }
        if !at_once {
            self.move_on(place.number, &mut guests);
        }
        for (player, guest) in guests.iter_mut().enumerate() {
            if !guest.has_name {
                guest.name = self.nameless(player);
            }
            match &mut guest.seat {
                Seat::Remote(connection) if !at_once => {
                    connection.queue(&Message::Number(player as u8));
                    if let Some(from) = guest.from {
                        self.tell_joined(place, player, &guest.name, connection.version(), from);
                    }
                }
                Seat::Remote(_) | Seat::Nobody => {}
                Seat::House(house) => {
                    let numbered = house.client.receive_number(player as i32);
                    debug_assert_eq!(numbered, Ok(()));
                }
            }
        }
        Some(guests)
    }

    fn tell_joined(&self, place: MatchIndex, player: usize, name: &str, version: Version, from: SocketAddr) {
        let name = name.to_owned();
        self.shared.tell(ServerEvent::Joined { table: place.table, player, name, version, from });
    }

    /// Returns the name of a player that sent no profile.
    fn nameless(&self, player: usize) -> String {
        let named = self.shared.settings.names[player].as_deref();
        named.map_or_else(|| Profile::nameless(player).name, |name| Profile::new(Version::V20060, name).name)
    }

    /// Returns the next connection, once its profile has arrived or failed; `None` if the server is
    /// stopped.
    async fn next(
        &mut self,
    ) -> Option<(SocketAddr, Result<(Connection, Option<(CardTable, Profile)>), Unfit>)> {
        let shared = Arc::clone(&self.shared);
        loop {
            let room = self.arrived.len() < AT_ONCE;
            let first = async {
                match self.arrived.front_mut() {
                    Some((_, welcome)) => welcome.await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                welcome = first => {
                    let (from, _) = self.arrived.pop_front()?;
                    let gone = |_| Err(Unfit::Profile("its connection was aborted".to_owned()));
                    return Some((from, welcome.unwrap_or_else(gone)));
                }
                accepted = self.listener.accept(), if room => match accepted {
                    Ok((stream, from)) => {
                        self.arrived.push_back((from, tokio::spawn(Connection::welcome(stream))));
                    }
                    // The connection failed, or the process has no free file descriptors at the
                    // moment.
                    Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
                },
                () = shared.until_stopped() => return None,
            }
        }
    }

    /// Fills the remaining seats with house players.
    fn fill_up(&self, fill: &Fill, place: MatchIndex, guests: &mut Vec<Guest>) {
        let mut players = fill.players.iter().cycle();
        while guests.len() < PLAYERS {
            let Some(entrant) = players.next() else { break };
            let seed = u64::from(place.seed) << 8 | guests.len() as u64;
            let client = Client::new(entrant.player(), seed).with_rules(self.shared.settings.rules);
            // Names in records have no blanks.
            let name = entrant.name().replace(char::is_whitespace, "_");
            guests.push(Guest { seat: House::seat(client), name, profile: None, from: None, has_name: true });
        }
    }

    /// Orders the participants by their player numbers in match `number`. In match 0, the
    /// participants are ordered by the first appearance of their names; nameless players come last.
    /// From each match to the next, every number rises by one, modulo the number of participants.
    fn move_on(&mut self, number: usize, guests: &mut Vec<Guest>) {
        let mut taken = vec![false; self.known.len()];
        let mut placed: Vec<(usize, Guest)> = Vec::with_capacity(guests.len());
        for guest in guests.drain(..) {
            if !guest.has_name {
                placed.push((usize::MAX, guest));
                continue;
            }
            let known = (0..taken.len()).find(|&at| !taken[at] && self.known[at] == guest.name);
            let place = known.unwrap_or_else(|| {
                self.known.push(guest.name.clone());
                taken.push(false);
                self.known.len() - 1
            });
            taken[place] = true;
            placed.push((place, guest));
        }
        placed.sort_by_key(|&(place, _)| place);
        let moved = number % placed.len().max(1);
        placed.rotate_right(moved);
        guests.extend(placed.into_iter().map(|(_, guest)| guest));
    }
}

impl Drop for Lobby {
    fn drop(&mut self) {
        // Disconnect clients that have not been seated.
        for (_, welcome) in &self.arrived {
            welcome.abort();
        }
    }
}
