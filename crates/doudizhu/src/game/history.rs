//! A whole game with everything that was called and played in it.

use super::{
    Bidding, Call, CallError, CallView, Contract, Deal, DealError, Decision, IllegalMove, Outcome, Position,
    Seat, Setup, Stage, View,
};
use crate::{Hand, Move, MoveBuffer};

/// A game from its deal on: it accepts what is legal, and remembers all of it.
///
/// It waits for nobody. [`decision`](Self::decision) says whose turn it is and what that seat can see, and
/// [`call`](Self::call) and [`play`](Self::play) take the answer whenever it comes: from a player in this
/// process, from a person, from the network.
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
    /// Once the landlord is known.
    played: Option<Played>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Played {
    contract: Contract,
    position: Position,
    moves: Vec<(Seat, Move)>,
}

/// Where a game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// This seat calls.
    Call(Seat),
    /// This seat plays.
    Play(Seat),
    /// Somebody has no cards left.
    Won(Outcome),
    /// Nobody wanted to be the landlord.
    ThrownIn,
}

/// A play where none can be made: something is still to be called, or the cards were thrown in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The landlord is not yet known, or never will be.
    #[error("no card can be played: there is no landlord")]
    NoLandlord,
    /// The cards cannot be played.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// Why there is no such game in mid-play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// A call that could not be made.
    #[error("call {number}: {error}")]
    Call {
        /// Which call, from 1.
        number: usize,
        /// Why it could not be made.
        error: CallError,
    },
    /// A move that could not be played.
    #[error("move {number}: {error}")]
    Move {
        /// Which move, from 1.
        number: usize,
        /// Why it could not be played.
        error: PlayError,
    },
    /// The landlord neither holds the stock nor has played it.
    #[error(
        "the three cards of the stock are not among those that {landlord}, the landlord, holds and has played"
    )]
    Stock {
        /// The landlord.
        landlord: Seat,
    },
    /// The hands, the stock and what was played are not the pack.
    #[error("with what was played, {0}")]
    Deal(#[from] DealError),
}

impl Game {
    /// The cards are dealt; `first` speaks first. (Where there is no auction, seat 0 is the landlord, whoever
    /// is first.)
    pub fn new(setup: Setup, deal: Deal, first: Seat) -> Self {
        let bidding = setup.bidding(first);
        let mut game = Self { setup, deal, first, bidding, calls: Vec::new(), played: None };
        game.begin_if_settled();
        game
    }

    /// A game in mid-play: from what everyone has heard and seen, and the cards that the seats hold now.
    ///
    /// `moves` are everything played so far, the landlord's lead first, passes as no cards. With these the
    /// cards dealt follow from `hands`, and the game is the one that would have been had from its deal. This
    /// is how a determinised world, or a game taken down at a table, becomes one that can be played on.
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
    /// [`GameError`]: calls or moves that could not have been made, or cards that are no pack.
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
        // Backwards to the deal: what was played goes back to the seats, turn by turn from the landlord on,
        // and the stock, which the landlord took before the first move, comes out of his hand again.
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
        // And forwards again, by the same doors as a live game: so a move that could not have been played is
        // found, with its number, and what comes out is no other kind of game.
        let mut game = Self::new(setup, Deal::new(dealt, stock)?, first);
        for (number, &call) in (1..).zip(calls) {
            game.call(call).map_err(|error| GameError::Call { number, error })?;
        }
        for (number, &cards) in (1..).zip(moves) {
            game.play(cards).map_err(|error| GameError::Move { number, error })?;
        }
        Ok(game)
    }

    /// What is to be decided next, as the seat sees it that decides; `None` when the game is over. Legal
    /// moves are generated into `moves`, so that they need no memory of their own.
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
    ///     // Between a question and its answer anything may happen: here `rule` answers for everyone.
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

    /// What was agreed before.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The cards as they were dealt.
    pub const fn deal(&self) -> &Deal {
        &self.deal
    }

    /// Who spoke first.
    pub const fn first(&self) -> Seat {
        self.first
    }

    /// How far the auction is.
    pub const fn bidding(&self) -> &Bidding {
        &self.bidding
    }

    /// Everything that was called, and by whom.
    pub fn calls(&self) -> &[(Seat, Call)] {
        &self.calls
    }

    /// Everything that was played, passes included, and by whom.
    pub fn moves(&self) -> &[(Seat, Move)] {
        self.played.as_ref().map_or(&[], |played| &played.moves)
    }

    /// What was agreed on, once it is.
    pub fn contract(&self) -> Option<Contract> {
        self.played.as_ref().map(|played| played.contract)
    }

    /// The hands and the table, once the landlord has taken the stock.
    pub fn position(&self) -> Option<&Position> {
        self.played.as_ref().map(|played| &played.position)
    }

    /// Where the game is.
    pub fn phase(&self) -> Phase {
        match (&self.played, self.bidding.turn()) {
            (Some(played), _) => played.outcome().map_or(Phase::Play(played.position.turn()), Phase::Won),
            (None, Some(seat)) => Phase::Call(seat),
            (None, None) => Phase::ThrownIn,
        }
    }

    /// How it ended, if somebody has won.
    pub fn outcome(&self) -> Option<Outcome> {
        self.played.as_ref()?.outcome()
    }

    /// The seat whose turn it is calls.
    ///
    /// # Errors
    /// The call cannot be made; nothing changes then.
    pub fn call(&mut self, call: Call) -> Result<(), CallError> {
        let seat = self.bidding.turn().ok_or(CallError::Over)?;
        self.bidding.call(call)?;
        self.calls.push((seat, call));
        self.begin_if_settled();
        Ok(())
    }

    /// The seat whose turn it is plays these cards; no cards are a pass.
    ///
    /// # Errors
    /// The cards cannot be played; nothing changes then.
    pub fn play(&mut self, cards: Hand) -> Result<Move, PlayError> {
        let played = self.played.as_mut().ok_or(PlayError::NoLandlord)?;
        // Read before anything is written down, so that a refused play leaves the game as it was.
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
