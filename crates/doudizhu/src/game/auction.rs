//! The auction, which determines the landlord and the stake.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::Seat;

/// The type of auction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Auction {
    /// No auction: seat 0 is the landlord.
    None,
    /// Each seat calls once, in turn: it passes, or bids 1, 2 or 3, higher than all previous bids.
    /// A bid of 3 ends the auction. The highest bidder is the landlord. If all seats pass, the
    /// cards are thrown in.
    Bids,
    /// As [`Bids`](Self::Bids), but over several rounds: a seat that has passed or been outbid may
    /// bid again at its next turn. The auction ends with a bid of 3, or with two passes after a
    /// bid. If the first three calls are passes, the cards are thrown in. This is `OpenSpiel`'s
    /// auction.
    BidsRound,
    /// The seats call or pass in turn until one of them calls. Then each other seat that has not
    /// passed may rob the role of the landlord, in turn. If a seat robs it, the caller may rob it
    /// back at the end. The last seat to call or rob is the landlord. Each robbery doubles the
    /// stake. If no seat calls, the cards are thrown in.
    CallRob,
}

impl Auction {
    /// All types of auction.
    pub const ALL: [Self; 4] = [Self::None, Self::Bids, Self::BidsRound, Self::CallRob];

    /// Returns the name of the auction in settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Bids => "bids",
            Self::BidsRound => "bids-round",
            Self::CallRob => "call-rob",
        }
    }
}

/// A call of a seat before the first card is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Call {
    /// Declines the option that the current stage offers.
    Pass,
    /// Bids 1, 2 or 3.
    Bid(u8),
    /// Claims the role of the landlord.
    Call,
    /// Takes over the role of the landlord after a call.
    Rob,
    /// Opens the landlord's hand.
    Open,
    /// Doubles the seat's stake.
    Double,
}

impl Call {
    /// All calls, in the order of [`Bidding::calls`].
    pub const ALL: [Self; 8] = [
        Self::Pass,
        Self::Bid(1),
        Self::Bid(2),
        Self::Bid(3),
        Self::Call,
        Self::Rob,
        Self::Open,
        Self::Double,
    ];
}

impl FromStr for Auction {
    type Err = UnknownAuction;

    /// # Errors
    /// If no auction has this name.
    fn from_str(name: &str) -> Result<Self, UnknownAuction> {
        Self::ALL.into_iter().find(|auction| auction.name() == name).ok_or(UnknownAuction)
    }
}

/// The error of parsing an unknown auction name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("unknown auction; expected `none`, `bids`, `bids-round` or `call-rob`")]
#[non_exhaustive]
pub struct UnknownAuction;

impl Display for Auction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.pad("pass"),
            Self::Bid(bid) => bid.fmt(f),
            Self::Call => f.pad("call"),
            Self::Rob => f.pad("rob"),
            Self::Open => f.pad("open"),
            Self::Double => f.pad("double"),
        }
    }
}

impl FromStr for Call {
    type Err = NoCall;

    fn from_str(text: &str) -> Result<Self, NoCall> {
        Ok(match text {
            "pass" => Self::Pass,
            "1" => Self::Bid(1),
            "2" => Self::Bid(2),
            "3" => Self::Bid(3),
            "call" => Self::Call,
            "rob" => Self::Rob,
            "open" => Self::Open,
            "double" => Self::Double,
            _ => return Err(NoCall),
        })
    }
}

/// The error of parsing an unknown call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("unknown call; expected `pass`, `1`, `2`, `3`, `call`, `rob`, `open` or `double`")]
#[non_exhaustive]
pub struct NoCall;

/// The maximum number of robberies in an auction: one by each of the other seats, and one by the
/// caller.
pub(super) const MOST_ROBBERIES: u8 = 3;

/// The result of the auction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Unchecked"))]
pub struct Contract {
    /// The landlord's seat.
    pub landlord: Seat,
    /// The bid, 1 to 3; 1 in auctions without bids.
    pub bid: u8,
    /// The number of robberies, 0 to 3.
    pub robberies: u8,
    /// Whether the landlord's hand is open.
    pub open: bool,
    /// For each seat, whether it doubled.
    pub doubled: [bool; 3],
}

impl Contract {
    /// Returns a contract with a bid of 1, without robberies, open hand or doubling.
    pub const fn plain(landlord: Seat) -> Self {
        Self { landlord, bid: 1, robberies: 0, open: false, doubled: [false; 3] }
    }
}

/// A deserialised contract before validation.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Unchecked {
    landlord: Seat,
    bid: u8,
    robberies: u8,
    open: bool,
    doubled: [bool; 3],
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for Contract {
    type Error = &'static str;

    fn try_from(read: Unchecked) -> Result<Self, Self::Error> {
        let Unchecked { landlord, bid, robberies, open, doubled } = read;
        match (bid, robberies) {
            (1, 0..=MOST_ROBBERIES) | (2..=3, 0) => Ok(Self { landlord, bid, robberies, open, doubled }),
            (1..=3, _) => Err("a contract must have at most 3 robberies, or none if the bid is above 1"),
            _ => Err("a bid must be 1, 2 or 3"),
        }
    }
}

/// The state of the calls before the first card is played.
///
/// ```
/// use quadrille_doudizhu::game::{Auction, Bidding, Call, Seat, Stage};
///
/// let mut bidding = Bidding::new(Auction::Bids, false, false, Seat::ALL[1]);
/// bidding.call(Call::Bid(1))?;
/// assert!(bidding.call(Call::Bid(1)).is_err(), "not more than the bid before");
/// bidding.call(Call::Pass)?;
/// bidding.call(Call::Bid(2))?;
/// let Stage::Settled(contract) = bidding.stage() else { unreachable!() };
/// assert_eq!((contract.landlord, contract.bid), (Seat::ALL[0], 2));
/// # Ok::<(), quadrille_doudizhu::game::CallError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bidding {
    auction: Auction,
    open_allowed: bool,
    doubling_allowed: bool,
    stage: Stage,
    /// The number of calls in this stage. In [`Auction::BidsRound`] after a bid, the number of
    /// passes since the last bid.
    heard: u8,
    /// The highest bid so far.
    bid: u8,
    /// The seat that bid, called or robbed last.
    holder: Option<Seat>,
    /// The seat that called first in [`Auction::CallRob`].
    caller: Option<Seat>,
    /// For each seat, whether it passed before the first call.
    passed: [bool; 3],
    robberies: u8,
}

/// The stage of the calls before the first card is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// This seat may bid, call or rob, or pass.
    Auction(Seat),
    /// The landlord may open their hand.
    Opening(Contract),
    /// This seat may double.
    Doubling(Contract, Seat),
    /// All calls are made.
    Settled(Contract),
    /// No seat became the landlord: the cards are thrown in.
    ThrownIn,
}

/// The error of an illegal call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// All calls have been made.
    #[error("no call is possible: all calls have been made")]
    Over,
    /// The call does not belong to the current stage of the auction.
    #[error("`{call}` cannot be called now; expected {expected}")]
    Wrong {
        /// The call.
        call: Call,
        /// A description of the legal calls.
        expected: &'static str,
    },
    /// The bid is not higher than the previous bid.
    #[error("a bid of {bid} is not higher than the previous bid of {last}")]
    Low {
        /// The bid.
        bid: u8,
        /// The previous bid.
        last: u8,
    },
}

impl Bidding {
    /// Returns the state before the first call, which is made by seat `first`.
    pub const fn new(auction: Auction, open_allowed: bool, doubling_allowed: bool, first: Seat) -> Self {
        let mut bidding = Self {
            auction,
            open_allowed,
            doubling_allowed,
            stage: Stage::Auction(first),
            heard: 0,
            bid: 0,
            holder: None,
            caller: None,
            passed: [false; 3],
            robberies: 0,
        };
        if matches!(auction, Auction::None) {
            bidding.stage = bidding.agreed(Contract::plain(Seat::ALL[0]));
        }
        bidding
    }

    /// Returns the stage.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Returns the seat that is to call; `None` if all calls are made.
    pub const fn turn(&self) -> Option<Seat> {
        match self.stage {
            Stage::Auction(seat) | Stage::Doubling(_, seat) => Some(seat),
            Stage::Opening(contract) => Some(contract.landlord),
            Stage::Settled(_) | Stage::ThrownIn => None,
        }
    }

    /// Returns the contract so far; `None` until the landlord is determined.
    pub const fn contract(&self) -> Option<Contract> {
        match self.stage {
            Stage::Opening(contract) | Stage::Doubling(contract, _) | Stage::Settled(contract) => {
                Some(contract)
            }
            Stage::Auction(_) | Stage::ThrownIn => None,
        }
    }

    /// Returns all legal calls, `pass` first. There are none if all calls are made.
    pub fn calls(&self) -> impl Iterator<Item = Call> + use<> {
        let here = *self;
        Call::ALL.into_iter().filter(move |&call| here.check(call).is_ok())
    }

    /// Checks whether a call is legal.
    ///
    /// # Errors
    /// [`CallError`] if the call is illegal.
    pub const fn check(&self, call: Call) -> Result<(), CallError> {
        let expected = match (self.stage, self.auction) {
            (Stage::Settled(_) | Stage::ThrownIn, _) => return Err(CallError::Over),
            (_, _) if matches!(call, Call::Pass) => return Ok(()),
            (Stage::Auction(_), Auction::Bids | Auction::BidsRound) => match call {
                Call::Bid(bid @ 1..=3) if bid > self.bid => return Ok(()),
                Call::Bid(bid @ 1..=3) => return Err(CallError::Low { bid, last: self.bid }),
                _ => "`pass`, `1`, `2` or `3`",
            },
            (Stage::Auction(_), _) => match (call, self.caller) {
                (Call::Call, None) | (Call::Rob, Some(_)) => return Ok(()),
                (_, None) => "`pass` or `call`",
                (_, Some(_)) => "`pass` or `rob`",
            },
            (Stage::Opening(_), _) => match call {
                Call::Open => return Ok(()),
                _ => "`pass` or `open`",
            },
            (Stage::Doubling(..), _) => match call {
                Call::Double => return Ok(()),
                _ => "`pass` or `double`",
            },
        };
        Err(CallError::Wrong { call, expected })
    }

    /// Makes a call.
    ///
    /// # Errors
    /// The errors of [`check`](Self::check); then nothing changes.
    pub fn call(&mut self, call: Call) -> Result<(), CallError> {
        self.check(call)?;
        self.heard += 1;
        self.stage = match self.stage {
            Stage::Auction(seat) if self.auction == Auction::CallRob => self.after_call(seat, call),
            Stage::Auction(seat) => self.after_bid(seat, call),
            Stage::Opening(mut contract) => {
                contract.open = call == Call::Open;
                self.opened(contract)
            }
            Stage::Doubling(mut contract, seat) => {
                contract.doubled[seat.index()] = call == Call::Double;
                if self.heard == 3 {
                    Stage::Settled(contract)
                } else {
                    Stage::Doubling(contract, seat.next())
                }
            }
            over @ (Stage::Settled(_) | Stage::ThrownIn) => over,
        };
        Ok(())
    }

    fn after_bid(&mut self, seat: Seat, call: Call) -> Stage {
        if let Call::Bid(bid) = call {
            (self.bid, self.holder) = (bid, Some(seat));
        }
        let most = match (self.auction, call) {
            (Auction::BidsRound, Call::Bid(_)) => {
                self.heard = 0;
                2
            }
            (Auction::BidsRound, _) if self.holder.is_some() => 2,
            _ => 3,
        };
        if self.heard < most && self.bid < 3 {
            return Stage::Auction(seat.next());
        }
        self.holder.map_or(Stage::ThrownIn, |landlord| {
            self.agreed(Contract { bid: self.bid, ..Contract::plain(landlord) })
        })
    }

    fn after_call(&mut self, seat: Seat, call: Call) -> Stage {
        match call {
            Call::Call => (self.caller, self.holder) = (Some(seat), Some(seat)),
            Call::Rob => {
                self.holder = Some(seat);
                self.robberies += 1;
            }
            _ if self.caller.is_none() => self.passed[seat.index()] = true,
            _ => {}
        }
        let Some(caller) = self.caller else {
            return if self.heard < 3 { Stage::Auction(seat.next()) } else { Stage::ThrownIn };
        };
        // The turn goes to the next seat that may rob. The caller is the last of these seats, and
        // has a turn only after a robbery.
        if seat != caller || call == Call::Call {
            let mut next = seat.next();
            while next != caller && self.passed[next.index()] {
                next = next.next();
            }
            if next != caller || self.robberies > 0 {
                return Stage::Auction(next);
            }
        }
        let landlord = self.holder.unwrap_or(caller);
        self.agreed(Contract { robberies: self.robberies, ..Contract::plain(landlord) })
    }

    const fn agreed(&mut self, contract: Contract) -> Stage {
        self.heard = 0;
        if self.open_allowed { Stage::Opening(contract) } else { self.opened(contract) }
    }

    const fn opened(&mut self, contract: Contract) -> Stage {
        self.heard = 0;
        // The peasants double before the landlord, who can then take their doubling into account.
        if self.doubling_allowed {
            Stage::Doubling(contract, contract.landlord.next())
        } else {
            Stage::Settled(contract)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays all sequences of calls to their ends.
    fn all(bidding: Bidding, said: &mut Vec<Call>, ends: &mut Vec<(Vec<Call>, Stage)>) {
        if bidding.turn().is_none() {
            assert_eq!(bidding.calls().count(), 0);
            ends.push((said.clone(), bidding.stage()));
            return;
        }
        for call in bidding.calls() {
            let mut next = bidding;
            next.call(call).unwrap();
            said.push(call);
            all(next, said, ends);
            said.pop();
        }
    }

    fn ends(auction: Auction, open: bool, doubling: bool) -> Vec<(Vec<Call>, Stage)> {
        let mut ends = Vec::new();
        all(Bidding::new(auction, open, doubling, Seat::ALL[0]), &mut Vec::new(), &mut ends);
        ends
    }

    /// The landlord's seat, the bid and the robberies.
    type Landlord = Option<(usize, u8, u8)>;

    fn landlord(end: Stage) -> Landlord {
        match end {
            Stage::Settled(contract) => Some((contract.landlord.index(), contract.bid, contract.robberies)),
            _ => None,
        }
    }

    #[test]
    fn bids_rise_and_three_ends_them() {
        let ends = ends(Auction::Bids, false, false);
        // Let f(h, r) be the number of sequences with highest bid h and r seats left to call: f(0,
        // 3) = f(0, 2) + f(1, 2) + f(2, 2) + 1 = 10 + 6 + 3 + 1.
        assert_eq!(ends.len(), 20);
        assert_eq!(ends.iter().filter(|(_, end)| *end == Stage::ThrownIn).count(), 1);
        for (said, end) in &ends {
            let bids: Vec<u8> = said
                .iter()
                .filter_map(|call| if let Call::Bid(bid) = call { Some(*bid) } else { None })
                .collect();
            assert!(bids.is_sorted_by(|low, high| low < high));
            assert!(said.len() == 3 || *said.last().unwrap() == Call::Bid(3));
            let highest = said.iter().enumerate().rfind(|(_, call)| **call != Call::Pass);
            assert_eq!(landlord(*end), highest.map(|(seat, _)| (seat, *bids.last().unwrap(), 0)));
        }
    }

    #[test]
    fn bids_go_round_until_two_pass() {
        use Call::{Bid as B, Pass as P};
        let ends = ends(Auction::BidsRound, false, false);
        let found = |calls: &[Call]| {
            let end = ends.iter().find(|(said, _)| said == calls);
            end.map(|(_, end)| landlord(*end))
        };
        assert_eq!(found(&[P, P, P]), Some(None));
        assert_eq!(found(&[B(3)]), Some(Some((0, 3, 0))));
        assert_eq!(found(&[P, P, B(1), P, P]), Some(Some((2, 1, 0))));
        // Seat 0 bids after passing; seat 2 bids again after being outbid.
        assert_eq!(found(&[P, P, B(1), B(2), P, B(3)]), Some(Some((2, 3, 0))));
        assert_eq!(found(&[P, B(1), P, B(2), P, P]), Some(Some((0, 2, 0))));
        for (said, end) in &ends {
            let last = said.iter().rposition(|call| *call != P);
            let passes = said.len() - last.map_or(0, |at| at + 1);
            assert_eq!(
                (passes, landlord(*end)),
                match last {
                    None => (3, None),
                    Some(at) if said[at] == B(3) => (0, Some((at % 3, 3, 0))),
                    Some(at) => {
                        let B(bid) = said[at] else { panic!("{said:?}") };
                        (2, Some((at % 3, bid, 0)))
                    }
                }
            );
            assert!(said.len() <= 7);
        }
        // Only the sequence of three passes ends without a landlord.
        assert_eq!(ends.iter().filter(|(_, end)| *end == Stage::ThrownIn).count(), 1);
    }

    #[test]
    fn a_call_can_be_robbed_by_those_who_did_not_pass_and_once_back() {
        use Call::{Call as C, Pass as P, Rob as R};
        let found: Vec<(Vec<Call>, Landlord)> = ends(Auction::CallRob, false, false)
            .iter()
            .map(|(said, end)| (said.clone(), landlord(*end)))
            .collect();
        let expected: Vec<(Vec<Call>, Landlord)> = vec![
            (vec![P, P, P], None),
            (vec![P, P, C], Some((2, 1, 0))),
            (vec![P, C, P], Some((1, 1, 0))),
            (vec![P, C, R, P], Some((2, 1, 1))),
            (vec![P, C, R, R], Some((1, 1, 2))),
            (vec![C, P, P], Some((0, 1, 0))),
            (vec![C, P, R, P], Some((2, 1, 1))),
            (vec![C, P, R, R], Some((0, 1, 2))),
            (vec![C, R, P, P], Some((1, 1, 1))),
            (vec![C, R, P, R], Some((0, 1, 2))),
            (vec![C, R, R, P], Some((2, 1, 2))),
            (vec![C, R, R, R], Some((0, 1, 3))),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn opening_and_doubling_follow_the_auction() {
        let ends = ends(Auction::None, true, true);
        assert_eq!(ends.len(), 16);
        for (said, end) in ends {
            let Stage::Settled(contract) = end else { panic!("{said:?} ended as {end:?}") };
            assert_eq!(contract.open, said[0] == Call::Open);
            // The order of doubling: seats 1, 2 and then the landlord.
            let doubled: Vec<bool> = said[1..].iter().map(|&call| call == Call::Double).collect();
            assert_eq!(vec![contract.doubled[1], contract.doubled[2], contract.doubled[0]], doubled);
        }
    }

    #[test]
    fn what_cannot_be_called_is_refused_and_changes_nothing() {
        let mut bidding = Bidding::new(Auction::Bids, false, false, Seat::ALL[0]);
        bidding.call(Call::Bid(2)).unwrap();
        let before = bidding;
        assert_eq!(bidding.call(Call::Bid(2)), Err(CallError::Low { bid: 2, last: 2 }));
        assert!(matches!(bidding.call(Call::Bid(4)), Err(CallError::Wrong { .. })));
        assert!(matches!(bidding.call(Call::Rob), Err(CallError::Wrong { .. })));
        assert_eq!(bidding, before);
        bidding.call(Call::Bid(3)).unwrap();
        assert_eq!(bidding.call(Call::Pass), Err(CallError::Over));
    }

    #[test]
    fn calls_are_read_as_they_are_written() {
        for call in [
            Call::Pass,
            Call::Bid(1),
            Call::Bid(2),
            Call::Bid(3),
            Call::Call,
            Call::Rob,
            Call::Open,
            Call::Double,
        ] {
            assert_eq!(call.to_string().parse(), Ok(call));
        }
        for wrong in ["", "0", "4", "Pass", "pass "] {
            assert_eq!(wrong.parse::<Call>(), Err(NoCall));
        }
    }
}
