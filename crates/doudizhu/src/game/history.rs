//! A whole game with everything that was called and played in it.

use super::{Bidding, Call, CallError, Contract, Deal, IllegalMove, Outcome, Position, Seat, Setup, Stage};
use crate::{Hand, Move};

/// A game from its deal on: it accepts what is legal, and remembers all of it.
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
pub enum PlayError {
    /// The landlord is not yet known, or never will be.
    #[error("no card can be played: there is no landlord")]
    NoLandlord,
    /// The cards cannot be played.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl Game {
    /// The cards are dealt; `first` speaks first. (Where there is no auction, seat 0 is the landlord, whoever is first.)
    pub fn new(setup: Setup, deal: Deal, first: Seat) -> Self {
        let bidding = setup.bidding(first);
        let mut game = Self { setup, deal, first, bidding, calls: Vec::new(), played: None };
        game.begin_if_settled();
        game
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
        let winner = self.position.winner()?;
        Some(Outcome {
            winner,
            contract: self.contract,
            bombs: self.position.bombs(),
            spring: self.position.spring(),
        })
    }
}
