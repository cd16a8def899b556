//! Encodings of Dou Dizhu for the generic learner interface.

use quadrille_table::Encode;

use super::cells::{Cells as _, Marks};
use super::rlcard::{self, LastActions, Seen};
use super::{CARDS, Course, RlcardActions, Role};
use crate::game::{Action, Call, Decision, Seat, Setup, Table};
use crate::{Hand, Move, Rules};

/// The index of the first of three cells for the role: landlord, down, up.
const ROLE: usize = rlcard::PEASANT;
/// The index of the first cell for the calls made. There are eight cells each for the seat itself,
/// the next seat and the last seat.
const CALLED: usize = ROLE + Role::ALL.len();

/// Moves have the action ids of [`RlcardActions`]. If the setup has calls, the ids of the calls
/// follow in the order of [`Call::ALL`], as in [`tables`](crate::tables). The id of a move depends
/// only on its cards; some moves of rules other than [`Rules::RLCARD`] have no id.
///
/// An observation begins with the 901 cells of [`rlcard`], of which a landlord's observation uses
/// 790. In a view without history, the cells of the last moves and of the cards played are 0.
/// Cell 901 is 1 for the landlord, 902 for the seat after the landlord, 903 for the seat before the
/// landlord. If the setup has calls, cells 904 to 927 are 1 for the calls made: eight cells each,
/// in the order of [`Call::ALL`], for the seat itself, the next seat and the last seat. During the
/// auction, only cells of the calls, of the hand and of the hand's complement in the pack are 1.
///
/// The features of an action are a row of cards (54 cells) and, if the setup has calls, eight more
/// cells in the order of [`Call::ALL`].
impl Encode for Table {
    fn action_count(setup: &Setup) -> usize {
        RlcardActions::COUNT + calls(setup)
    }

    fn action_id(setup: &Setup, action: Action) -> Option<usize> {
        match action {
            Action::Play(chosen) => RlcardActions::get().id(chosen).map(usize::from),
            Action::Call(call) => {
                let place = place(call).filter(|_| setup.has_calls())?;
                Some(RlcardActions::COUNT + place)
            }
        }
    }

    fn action_of(setup: &Setup, id: usize) -> Option<Action> {
        if let Some(place) = id.checked_sub(RlcardActions::COUNT) {
            return Call::ALL.get(place).copied().filter(|_| setup.has_calls()).map(Action::Call);
        }
        let chosen = RlcardActions::get().action(id as u16)?;
        let as_read = |chosen: Move| setup.rules.classify(chosen.cards());
        let of_rlcard = setup.rules == Rules::RLCARD || chosen.is_pass();
        let chosen = if of_rlcard { Some(chosen) } else { as_read(chosen) };
        chosen.map(Action::Play)
    }

    fn observation_len(setup: &Setup) -> usize {
        CALLED + Seat::ALL.len() * calls(setup)
    }

    fn observe(view: &Decision<'_>, mut set: impl FnMut(usize)) {
        let seat = view.seat();
        let called = match view {
            Decision::Call(view) => {
                let mut marks = Marks::new(&mut set);
                marks.cards(view.hand());
                marks.cards(Hand::PACK.remove(view.hand()).unwrap_or(Hand::EMPTY));
                view.history()
            }
            Decision::Play(view) => {
                let role = Role::of(seat, view.landlord());
                let seen = Seen {
                    hand: view.hand(),
                    others: view.unseen(),
                    on_table: view.on_table(),
                    left: Role::ALL.map(|role| view.cards_left(role.seat(view.landlord()))),
                };
                let course: Course = view.history().iter().map(|&(_, chosen)| chosen).collect();
                rlcard::write(&mut Marks::new(&mut set), role, &seen, &course, LastActions::Latest);
                set(ROLE + role as usize);
                view.calls()
            }
        };
        let mut marked = 0u32;
        for &(by, call) in called {
            let from_here = (by.index() + 3 - seat.index()) % 3;
            let Some(place) = place(call) else { continue };
            let cell = from_here * Call::ALL.len() + place;
            if marked >> cell & 1 == 0 {
                marked |= 1 << cell;
                set(CALLED + cell);
            }
        }
    }

    fn feature_len(setup: &Setup) -> usize {
        CARDS + calls(setup)
    }

    fn features(_: &Decision<'_>, _: &Setup, action: Action, mut set: impl FnMut(usize)) {
        match action {
            Action::Play(chosen) => Marks::new(&mut set).cards(chosen.cards()),
            Action::Call(call) => {
                if let Some(place) = place(call) {
                    set(CARDS + place);
                }
            }
        }
    }
}

const fn calls(setup: &Setup) -> usize {
    if setup.has_calls() { Call::ALL.len() } else { 0 }
}

fn place(call: Call) -> Option<usize> {
    Call::ALL.iter().position(|&known| known == call)
}
