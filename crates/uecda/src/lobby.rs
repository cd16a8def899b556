//! Where clients get their seats.

use std::net::SocketAddr;
use std::sync::Arc;

use quadrille::daifugo::protocol::{CardTable, Client, Message, PLAYERS};
use tokio::net::TcpListener;

use crate::connection::{Connection, Unfit};
use crate::event::Event;
use crate::server::{Fill, Shared};
use crate::table::{House, Place, Seat};

/// Seats are given to whoever connects, one after the other.
pub(crate) struct Lobby {
    listener: TcpListener,
    shared: Arc<Shared>,
    /// Names in the order in which they first appeared: by it everybody moves on from match to match.
    known: Vec<String>,
}

/// Somebody who has connected.
struct Guest {
    seat: Seat,
    name: String,
    profile: Option<CardTable>,
    from: Option<SocketAddr>,
}

impl Lobby {
    pub(crate) fn new(listener: TcpListener, shared: Arc<Shared>) -> Self {
        Self { listener, shared, known: Vec::new() }
    }

    /// Five players for a match; `None` if the server was stopped before they came.
    pub(crate) async fn gather(&mut self, place: Place) -> Option<Vec<(Seat, String, Option<CardTable>)>> {
        let clients = self.shared.fill.as_ref().map_or(PLAYERS, |fill| fill.clients);
        // Where matches follow one another, who is which player is known once all are there.
        let at_once = self.shared.matches == 1;
        let mut guests: Vec<Guest> = Vec::with_capacity(PLAYERS);
        let mut stopped = self.shared.stopped.clone();
        while guests.len() < clients {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                _ = stopped.wait_for(|&stopped| stopped) => return None,
            };
            // What fails here is that connection, or files that are short for the moment.
            let Ok((stream, from)) = accepted else {
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
                continue;
            };
            let player = guests.len();
            let nameless = self.shared.settings.names[player].as_deref();
            let welcome = tokio::select! {
                welcome = Connection::welcome(stream, player, nameless) => welcome,
                _ = stopped.wait_for(|&stopped| stopped) => return None,
            };
            match welcome {
                Ok((mut connection, profile, who)) => {
                    if at_once {
                        connection.queue(&Message::Number(player as u8));
                        connection.flush();
                        let (name, version) = (who.name.clone(), who.version);
                        self.shared.tell(Event::Joined { table: place.table, player, name, version, from });
                    }
                    let seat = Seat::Remote(connection, who.version);
                    guests.push(Guest { seat, name: who.name, profile, from: Some(from) });
                }
                Err(unfit) => {
                    let reason = match unfit {
                        Unfit::Version(number) => format!("there is no version {number} of the protocol"),
                        Unfit::Profile(reason) => reason,
                    };
                    self.shared.tell(Event::TurnedAway { from, reason });
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
            match &mut guest.seat {
                Seat::Remote(connection, version) if !at_once => {
                    connection.queue(&Message::Number(player as u8));
                    if let Some(from) = guest.from {
                        let (name, version) = (guest.name.clone(), *version);
                        self.shared.tell(Event::Joined { table: place.table, player, name, version, from });
                    }
                }
                Seat::Remote(..) | Seat::Nobody => {}
                Seat::House(house) => {
                    let numbered = house.client.receive_number(player as i32);
                    debug_assert_eq!(numbered, Ok(()));
                }
            }
        }
        Some(guests.into_iter().map(|guest| (guest.seat, guest.name, guest.profile)).collect())
    }

    /// Players of the house take the seats that are left.
    fn fill_up(&self, fill: &Fill, place: Place, guests: &mut Vec<Guest>) {
        let mut players = fill.players.iter().cycle();
        while guests.len() < PLAYERS {
            let Some(entrant) = players.next() else { break };
            let seed = u64::from(place.seed) << 8 | guests.len() as u64;
            let client = Client::new(entrant.player(), seed).with_rules(self.shared.settings.rules);
            // Names go into the record, which has no blanks in them.
            let name = entrant.name().replace(char::is_whitespace, "_");
            guests.push(Guest { seat: House::seat(client), name, profile: None, from: None });
        }
    }

    /// Everybody's number is one further than in the match before, counted by the order of names.
    fn move_on(&mut self, number: usize, guests: &mut [Guest]) {
        let mut taken = vec![false; self.known.len()];
        let mut places = Vec::new();
        for guest in &*guests {
            let known = (0..taken.len()).find(|&at| !taken[at] && self.known[at] == guest.name);
            let place = known.unwrap_or_else(|| {
                self.known.push(guest.name.clone());
                taken.push(false);
                self.known.len() - 1
            });
            taken[place] = true;
            places.push(place);
        }
        let mut order: Vec<usize> = (0..guests.len()).collect();
        order.sort_by_key(|&guest| places[guest]);
        // The guest that stands at `order[at]` goes to the place `at` and moves on from there.
        let mut to = vec![0; guests.len()];
        for (at, &guest) in order.iter().enumerate() {
            to[guest] = (at + number) % guests.len();
        }
        // Places are exchanged until everybody stands right.
        for at in 0..guests.len() {
            while to[at] != at {
                let goal = to[at];
                guests.swap(at, goal);
                to.swap(at, goal);
            }
        }
    }
}
