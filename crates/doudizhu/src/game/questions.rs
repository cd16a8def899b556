//! The view of a seat as JSON, for players in other processes and for web pages.

use quadrille_table::Questions;
use serde_json::{Value, json};

use super::{Call, CallView, Decision, Seat, Table, View};
use crate::{Hand, Move};

impl Questions for Table {
    fn view_json(view: &Decision<'_>) -> Value {
        match view {
            Decision::Call(view) => call(view),
            Decision::Play(view) => play(view),
        }
    }
}

fn call(view: &CallView<'_>) -> Value {
    json!({
        "seat": view.seat().index(),
        "landlord": view.bidding().contract().map(|contract| contract.landlord.index()),
        "hand": view.hand().to_string(),
        "rules": view.setup().rules.to_string(),
        "scoring": view.setup().scoring.name(),
        "auction": view.setup().auction.name(),
        "calls_so_far": calls_so_far(view.history()),
        "calls": view.calls().map(|call| call.to_string()).collect::<Vec<_>>(),
    })
}

fn play(view: &View<'_>) -> Value {
    let per_seat = |of: &dyn Fn(Seat) -> Value| Seat::ALL.into_iter().map(of).collect::<Value>();
    let beats = view.may_pass();
    let played = |&(seat, chosen): &(Seat, Move)| json!([seat.index(), chosen.to_string()]);
    json!({
        "seat": view.seat().index(),
        "landlord": view.landlord().index(),
        "hand": view.hand().to_string(),
        "stock": view.stock().to_string(),
        "unseen": view.unseen().to_string(),
        "open_hand": view.open_hand().map(|hand: Hand| hand.to_string()),
        "hand_sizes": per_seat(&|seat| json!(view.cards_left(seat))),
        "passed": per_seat(&|seat| json!(view.has_passed(seat))),
        "on": if beats { json!(view.on_table().to_string()) } else { Value::Null },
        "on_by": if beats { json!(view.owner().index()) } else { Value::Null },
        "bid": view.contract().bid,
        "rules": view.rules().to_string(),
        "scoring": view.setup().scoring.name(),
        "robberies": view.contract().robberies,
        "doubled": view.contract().doubled,
        "calls_so_far": calls_so_far(view.calls()),
        "history": view.history().iter().map(played).collect::<Value>(),
        "moves": view.moves().iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

/// Returns all calls with their seats, oldest first.
fn calls_so_far(calls: &[(Seat, Call)]) -> Value {
    calls.iter().map(|&(seat, call)| json!([seat.index(), call.to_string()])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use crate::game::{Auction, Bidding, Deal, Scoring, Setup};
    use quadrille_random::StreamKey;

    #[test]
    fn a_question_of_a_call_names_the_landlord_once_known() {
        let mut setup = Setup::new(Rules::RLCARD, Scoring::Classic);
        setup.doubling = true;
        let deal = Deal::random(&mut StreamKey::new(31459, 0).rng());
        let mut bidding = Bidding::new(Auction::Bids, false, true, Seat::ALL[0]);
        let asked = |bidding: &Bidding| call(&CallView::of(&setup, &deal, bidding, &[]).unwrap());
        assert_eq!(asked(&bidding)["landlord"], Value::Null);
        for said in [Call::Pass, Call::Bid(3)] {
            bidding.call(said).unwrap();
        }
        let question = asked(&bidding);
        assert_eq!((&question["landlord"], &question["seat"]), (&json!(1), &json!(2)));
        assert_eq!(question["calls"], json!(["pass", "double"]));
    }
}
