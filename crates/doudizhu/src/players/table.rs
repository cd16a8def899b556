//! Players at a table: a game played to its end.

use std::convert::Infallible;

use quadrille_progress::{Cancelled, Meter};
use quadrille_random::rand_core::Rng as _;

use super::{CallView, Event, Faults, Player, PlayerError, PlayerRng, Start, View};
use crate::game::{Call, Contract, Deal, Outcome, Position, Seat, Setup};
use crate::{Hand, Move, MoveBuffer};

/// The player in each seat, and what each draws from.
#[derive(Debug)]
pub struct Seats<'a, P: ?Sized> {
    /// Who sits where.
    pub players: [&'a mut P; 3],
    /// The generator that each is lent.
    pub rngs: [PlayerRng; 3],
    /// What each is told as [`Start::seed`].
    pub seeds: [u64; 3],
}

impl<'a, P: Player + ?Sized> Seats<'a, P> {
    /// Three players, each with a generator of its own; their seeds are the numbers that copies of these
    /// would give next.
    pub fn new(players: [&'a mut P; 3], rngs: [PlayerRng; 3]) -> Self {
        let seeds = rngs.each_ref().map(|rng| rng.clone().next_u64());
        Self { players, rngs, seeds }
    }

    fn listeners(&self) -> [bool; 3] {
        self.players.each_ref().map(|player| player.listens())
    }

    fn begin(&mut self, listeners: [bool; 3], setup: &Setup, hands: [Hand; 3], first: Seat) {
        for seat in Seat::ALL.into_iter().filter(|seat| listeners[seat.index()]) {
            let at = seat.index();
            let start = Start { seat, setup, hand: hands[at], first, seed: self.seeds[at] };
            self.players[at].begin(&start);
        }
    }

    #[inline]
    fn tell(&mut self, listeners: [bool; 3], event: &Event) {
        for (player, _) in self.players.iter_mut().zip(listeners).filter(|(_, listens)| *listens) {
            player.observe(event);
        }
    }
}

/// Plays games out: asks each player in turn, checks every answer, and keeps what was called and played.
///
/// It owns the loop. A program that has to wait for a decision, of a person or over a network, asks a
/// [`Game`](crate::game::Game) instead whose [decision](crate::game::Game::decision) it is, and tells it the
/// answer.
///
/// An answer that is no legal one becomes a pass, or the lowest legal move where the seat leads, and is
/// [counted](Self::faults): no player can make a game fail. Once warm, a table allocates nothing.
///
/// ```
/// use quadrille_doudizhu::Rules;
/// use quadrille_doudizhu::game::{Deal, Scoring, Seat, Setup};
/// use quadrille_doudizhu::players::{Random, Seats, Table};
/// use quadrille_random::StreamKey;
///
/// let key = StreamKey::new(31459, 0);
/// let setup = Setup::new(Rules::RLCARD, Scoring::Adp);
/// let [mut a, mut b, mut c] = [Random; 3];
/// let mut seats = Seats::new([&mut a, &mut b, &mut c], [1, 2, 3].map(|n| key.substream(n).rng()));
/// let mut table = Table::new();
/// let deal = Deal::random(&mut key.rng());
/// let outcome = table.play(&mut seats, &setup, &deal, Seat::ALL[0]).expect("without an auction, no cards are thrown in");
/// assert_eq!(table.moves().last().map(|&(seat, _)| seat), Some(outcome.winner));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Table {
    legal: MoveBuffer,
    calls: Vec<(Seat, Call)>,
    moves: Vec<(Seat, Move)>,
    faults: [Faults; 3],
}

impl Table {
    /// An empty table.
    pub const fn new() -> Self {
        Self {
            legal: MoveBuffer::new(),
            calls: Vec::new(),
            moves: Vec::new(),
            faults: [Faults { late: 0, gone: 0, unreadable: 0, illegal: 0 }; 3],
        }
    }

    /// What was called in the last game, and by whom.
    pub fn calls(&self) -> &[(Seat, Call)] {
        &self.calls
    }

    /// What was played in the last game, passes included, and by whom.
    pub fn moves(&self) -> &[(Seat, Move)] {
        &self.moves
    }

    /// By seat, what the table had to decide in a player's place in the last game.
    pub const fn faults(&self) -> [Faults; 3] {
        self.faults
    }

    /// Plays a game from its deal on; `first` speaks first. `None` if nobody wants to be the landlord.
    pub fn play<P: Player + ?Sized>(
        &mut self,
        seats: &mut Seats<'_, P>,
        setup: &Setup,
        deal: &Deal,
        first: Seat,
    ) -> Option<Outcome> {
        // Who listens to nothing is not stopped.
        self.play_asking(seats, setup, deal, first, &Meter::new(&())).unwrap_or_default()
    }

    /// The same; the meter is asked before each decision of a player that listens: it may take its time.
    pub(crate) fn play_asking<P: Player + ?Sized>(
        &mut self,
        seats: &mut Seats<'_, P>,
        setup: &Setup,
        deal: &Deal,
        first: Seat,
        meter: &Meter<'_>,
    ) -> Result<Option<Outcome>, Cancelled> {
        self.clear();
        let listeners = seats.listeners();
        seats.begin(listeners, setup, deal.hands(), first);
        let Some(contract) = self.settle(seats, listeners, setup, deal, first, meter)? else {
            seats.tell(listeners, &Event::ThrownIn);
            return Ok(None);
        };
        let mut position = Position::new(deal, contract.landlord);
        let open_hand = contract.open.then(|| position.hand(contract.landlord));
        let stock = deal.stock();
        seats.tell(listeners, &Event::Settled { contract, stock, open_hand });
        let ask = || meter.check();
        self.finish(seats, listeners, setup, (contract, stock), &mut position, ask).map(Some)
    }

    /// Plays on from any position to the end of the game: a playout. Players are told of a new game that
    /// begins with it. A position whose game is over stays as it is.
    pub fn play_on<P: Player + ?Sized>(
        &mut self,
        seats: &mut Seats<'_, P>,
        setup: &Setup,
        contract: Contract,
        stock: Hand,
        position: &mut Position,
    ) -> Outcome {
        self.clear();
        let listeners = seats.listeners();
        let hands = Seat::ALL.map(|seat| position.hand(seat));
        seats.begin(listeners, setup, hands, position.turn());
        let nobody = || Ok::<(), Infallible>(());
        let Ok(outcome) = self.finish(seats, listeners, setup, (contract, stock), position, nobody);
        outcome
    }

    fn clear(&mut self) {
        self.calls.clear();
        self.moves.clear();
        self.faults = [Faults::default(); 3];
    }

    /// Has everyone call until the landlord is known; `None` if the cards are thrown in.
    fn settle<P: Player + ?Sized>(
        &mut self,
        seats: &mut Seats<'_, P>,
        listeners: [bool; 3],
        setup: &Setup,
        deal: &Deal,
        first: Seat,
        meter: &Meter<'_>,
    ) -> Result<Option<Contract>, Cancelled> {
        let mut bidding = setup.bidding(first);
        while let Some(view) = CallView::of(setup, deal, &bidding, &self.calls) {
            let seat = view.seat();
            let at = seat.index();
            if listeners[at] {
                meter.check()?;
            }
            let answer = seats.players[at].call(&view, &mut seats.rngs[at]);
            let call = match answer {
                Ok(call) if bidding.call(call).is_ok() => call,
                other => {
                    self.faults[at].record(other.as_ref().err());
                    // A pass can always be called.
                    let _ = bidding.call(Call::Pass);
                    Call::Pass
                }
            };
            self.calls.push((seat, call));
            seats.tell(listeners, &Event::Called { seat, call });
        }
        Ok(bidding.contract())
    }

    #[inline]
    fn finish<P: Player + ?Sized, E>(
        &mut self,
        seats: &mut Seats<'_, P>,
        listeners: [bool; 3],
        setup: &Setup,
        (contract, stock): (Contract, Hand),
        position: &mut Position,
        ask: impl Fn() -> Result<(), E>,
    ) -> Result<Outcome, E> {
        let outcome = loop {
            if let Some(outcome) = Outcome::of(position, &contract) {
                break outcome;
            }
            let seat = position.turn();
            let at = seat.index();
            if listeners[at] {
                ask()?;
            }
            let view = View::of(setup, &contract, stock, position, &mut self.legal);
            let view = view.with_history(&self.calls, &self.moves);
            let chosen = match seats.players[at].choose(&view, &mut seats.rngs[at]) {
                Ok(chosen) if view.moves().contains(&chosen) => chosen,
                other => substitute(&mut self.faults[at], other.as_ref().err(), &view),
            };
            position.play(chosen);
            self.moves.push((seat, chosen));
            seats.tell(listeners, &Event::Played { seat, chosen });
        };
        for (player, _) in seats.players.iter_mut().zip(listeners).filter(|(_, listens)| *listens) {
            player.end(&outcome);
        }
        Ok(outcome)
    }
}

/// What is played for a player without a legal answer.
#[cold]
fn substitute(faults: &mut Faults, error: Option<&PlayerError>, view: &View<'_>) -> Move {
    faults.record(error);
    view.fallback()
}
