//! A game with its complete history of calls and moves.

use super::{
    Bidding, Call, CallError, CallView, Contract, Deal, DealError, Decision, IllegalMove, Outcome, Position,
    Seat, Setup, Stage, View,
};
use crate::{Hand, Move, MoveBuffer};

/// A single game with its history, which accepts only legal calls and moves.
///
/// The game does not call players. [`decision`](Self::decision) returns the seat that is to decide
/// and its view; [`call`](Self::call) and [`play`](Self::play) take the answer at any later time,
/// from a player in the process, a user or the network.
///
/// ```
/// use quadrille_doudizhu::{Hand, Rules};
/// use quadrille_doudizhu::game::{Call, Deal, Game, Phase, Scoring, Seat, Setup};
///
/// let hands = ["33334444555566667", "7778888999TTTJJJQ", "9TJQQQKKKKAAAA222"];
/// let hands: [Hand; 3] = hands.map(|cards| cards.parse().expect("a hand"));
/// let deal = Deal::new(hands, "2BR".parse()?)?;
/// let mut game = Game::new(Setup::new(Rules::RLCARD, Scoring::Classic), deal, Seat::ALL[0]);
/// game.call(Call::Bid(3))?;
/// assert_eq!(game.phase(), Phase::Play(Seat::ALL[0]));
/// for (cards, by) in [("3333", 0), ("", 1), ("", 2), ("4444", 0)] {
///     assert_eq!(game.phase(), Phase::Play(Seat::ALL[by]));
///     game.play(cards.parse()?)?;
/// }
/// assert!(game.play("789TJ".parse()?).is_err(), "a bomb lies on the table");
/// assert_eq!(game.moves().len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    setup: Setup,
    deal: Deal,
    first: Seat,
    bidding: Bidding,
    calls: Vec<(Seat, Call)>,
    /// The contract, the position and the moves; `None` until the landlord is determined.
    played: Option<Played>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Played {
    contract: Contract,
    position: Position,
    moves: Vec<(Seat, Move)>,
}

/// The phase of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// This seat is to call.
    Call(Seat),
    /// This seat is to play.
    Play(Seat),
    /// A seat has played its last card.
    Won(Outcome),
    /// All seats passed in the auction.
    ThrownIn,
}

/// The error of playing cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// There is no landlord: the auction is in progress, or the cards were thrown in.
    #[error("cards cannot be played: there is no landlord")]
    NoLandlord,
    /// The move is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// The error of reconstructing a game in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// An illegal call.
    #[error("call {number}: {error}")]
    Call {
        /// The number of the call, from 1.
        number: usize,
        /// The reason why the call is illegal.
        error: CallError,
    },
    /// An illegal move.
    #[error("move {number}: {error}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The reason why the move is illegal.
        error: PlayError,
    },
    /// The landlord neither holds the stock nor has played it.
    #[error("{landlord}, the landlord, neither holds the three cards of the stock nor has played them")]
    Stock {
        /// The landlord's seat.
        landlord: Seat,
    },
    /// The hands, the stock and the played cards together are not the pack.
    #[error("the hands, the stock and the cards played are not a deal: {0}")]
    Deal(#[from] DealError),
}

impl Game {
    /// Starts a game with these cards, in which seat `first` calls first. Without an auction, seat
    /// 0 is the landlord, regardless of `first`.
    pub fn new(setup: Setup, deal: Deal, first: Seat) -> Self {
        let bidding = setup.bidding(first);
        let mut game = Self { setup, deal, first, bidding, calls: Vec::new(), played: None };
        game.begin_if_settled();
        game
    }

    /// Reconstructs a game in progress from the public information and the current hands.
    ///
    /// `moves` contains all moves so far, beginning with the landlord's lead; a pass is an empty
    /// hand. The deal follows from these moves and `hands`. The result is the game that leads from
    /// this deal to `hands`. The function turns a position with sampled hidden cards, or a game
    /// recorded at a real table, into a game that can be continued.
    ///
    /// ```
    /// use quadrille_doudizhu::Rules;
    /// use quadrille_doudizhu::game::{Deal, Game, Scoring, Seat, Setup};
    /// use quadrille_random::StreamKey;
    ///
    /// let setup = Setup::new(Rules::RLCARD, Scoring::Adp);
    /// let mut game = Game::new(setup, Deal::random(&mut StreamKey::new(31459, 0).rng()), Seat::ALL[0]);
    /// game.play("56789T".parse()?)?;
    /// let position = game.position().expect("there is no auction");
    /// let hands = Seat::ALL.map(|seat| position.hand(seat));
    /// let moves: Vec<_> = game.moves().iter().map(|(_, played)| played.cards()).collect();
    /// assert_eq!(Game::midway(setup, Seat::ALL[0], &[], game.deal().stock(), hands, &moves)?, game);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError`] for illegal calls or moves, or for cards that do not form a pack.
    pub fn midway(
        setup: Setup,
        first: Seat,
        calls: &[Call],
        stock: Hand,
        hands: [Hand; 3],
        moves: &[Hand],
    ) -> Result<Self, GameError> {
        let mut bidding = setup.bidding(first);
        for (number, &call) in (1..).zip(calls) {
            bidding.call(call).map_err(|error| GameError::Call { number, error })?;
        }
        // Undo the moves to find the deal. The played cards return to the seats, turn by turn from
        // the landlord on, and the stock is removed from the landlord's hand.
        let mut dealt = hands;
        if let Stage::Settled(contract) = bidding.stage() {
            let seats = (0..).map(|turn| contract.landlord.after(turn));
            for (seat, &cards) in seats.zip(moves) {
                let hand = &mut dealt[seat.index()];
                *hand = hand.add(cards).ok_or(DealError::Pack)?;
            }
            let hand = &mut dealt[contract.landlord.index()];
            *hand = hand.remove(stock).ok_or(GameError::Stock { landlord: contract.landlord })?;
        }
        // Replay the game with the checks of a live game. An illegal move is then reported with its
        // number, and the result is an ordinary game.
        let mut game = Self::new(setup, Deal::new(dealt, stock)?, first);
        for (number, &call) in (1..).zip(calls) {
            game.call(call).map_err(|error| GameError::Call { number, error })?;
        }
        for (number, &cards) in (1..).zip(moves) {
            game.play(cards).map_err(|error| GameError::Move { number, error })?;
        }
        Ok(game)
    }

    /// Returns the next decision, as visible to the seat that makes it; `None` if the game is over.
    /// The legal moves are generated into `moves`, whose allocation is reused.
    ///
    /// ```
    /// use quadrille_doudizhu::{MoveBuffer, Rules};
    /// use quadrille_doudizhu::game::{Action, Deal, Game, Scoring, Seat, Setup};
    /// use quadrille_doudizhu::players::{Player, Rule};
    /// use quadrille_random::StreamKey;
    ///
    /// let mut rng = StreamKey::new(31459, 0).rng();
    /// let setup = Setup::new(Rules::RLCARD, Scoring::Classic);
    /// let mut game = Game::new(setup, Deal::random(&mut rng), Seat::ALL[0]);
    /// let mut moves = MoveBuffer::new();
    /// while let Some(decision) = game.decision(&mut moves) {
    ///     // The answer may come at any later time; here, `rule` answers for all seats at once.
    ///     match Rule.decide(&decision, &mut rng)? {
    ///         Action::Call(call) => game.call(call)?,
    ///         Action::Play(chosen) => {
    ///             game.play(chosen.cards())?;
    ///         }
    ///     }
    /// }
    /// assert!(game.outcome().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decision<'a>(&'a self, moves: &'a mut MoveBuffer) -> Option<Decision<'a>> {
        match &self.played {
            None => CallView::of(&self.setup, &self.deal, &self.bidding, &self.calls).map(Decision::Call),
            Some(played) if played.position.winner().is_some() => None,
            Some(played) => {
                let (contract, stock) = (&played.contract, self.deal.stock());
                let view = View::of(&self.setup, contract, stock, &played.position, moves);
                Some(Decision::Play(view.with_history(&self.calls, &played.moves)))
            }
        }
    }

    /// Returns the setup of the game.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the cards as dealt.
    pub const fn deal(&self) -> &Deal {
        &self.deal
    }

    /// Returns the seat that calls first.
    pub const fn first(&self) -> Seat {
        self.first
    }

    /// Returns the state of the auction.
    pub const fn bidding(&self) -> &Bidding {
        &self.bidding
    }

    /// Returns all calls with their seats.
    pub fn calls(&self) -> &[(Seat, Call)] {
        &self.calls
    }

    /// Returns all moves with their seats, including passes.
    pub fn moves(&self) -> &[(Seat, Move)] {
        self.played.as_ref().map_or(&[], |played| &played.moves)
    }

    /// Returns the contract; `None` until it is settled.
    pub fn contract(&self) -> Option<Contract> {
        self.played.as_ref().map(|played| played.contract)
    }

    /// Returns the position; `None` until the landlord has taken the stock.
    pub fn position(&self) -> Option<&Position> {
        self.played.as_ref().map(|played| &played.position)
    }

    /// Returns the phase of the game.
    pub fn phase(&self) -> Phase {
        match (&self.played, self.bidding.turn()) {
            (Some(played), _) => played.outcome().map_or(Phase::Play(played.position.turn()), Phase::Won),
            (None, Some(seat)) => Phase::Call(seat),
            (None, None) => Phase::ThrownIn,
        }
    }

    /// Returns the outcome; `None` if no seat has won yet.
    pub fn outcome(&self) -> Option<Outcome> {
        self.played.as_ref()?.outcome()
    }

    /// Makes a call for the seat whose turn it is.
    ///
    /// # Errors
    /// [`CallError`] if the call is illegal; then nothing changes.
    pub fn call(&mut self, call: Call) -> Result<(), CallError> {
        let seat = self.bidding.turn().ok_or(CallError::Over)?;
        self.bidding.call(call)?;
        self.calls.push((seat, call));
        self.begin_if_settled();
        Ok(())
    }

    /// Plays cards for the seat whose turn it is; an empty hand is a pass.
    ///
    /// # Errors
    /// [`PlayError`] if the move is illegal; then nothing changes.
    pub fn play(&mut self, cards: Hand) -> Result<Move, PlayError> {
        let played = self.played.as_mut().ok_or(PlayError::NoLandlord)?;
        // The move is checked before any change, so that a rejected move leaves the game unchanged.
        let legal = played.position.read(self.setup.rules, cards)?;
        played.moves.push((played.position.turn(), legal));
        played.position.play(legal);
        Ok(legal)
    }

    fn begin_if_settled(&mut self) {
        if let Stage::Settled(contract) = self.bidding.stage() {
            let position = Position::new(&self.deal, contract.landlord);
            self.played = Some(Played { contract, position, moves: Vec::new() });
        }
    }
}

impl Played {
    fn outcome(&self) -> Option<Outcome> {
        Outcome::of(&self.position, &self.contract)
    }
}
