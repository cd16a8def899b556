//! Implements the game traits of the crate `table` for Daifugo.

use quadrille_random::rand_core::Rng;
use quadrille_table as table;

use super::{Action, Decision, Ending, Event, Move, Outcome, Start, Table};
use crate::rules::Rules;

impl table::Game for Table {
    type Setup = Rules;
    type Action = Action;
    type View<'a> = Decision<'a>;
    type Start<'a> = Start<'a>;
    type Event = Event;
    type Outcome = Outcome;

    fn new(rules: &Rules) -> Self {
        Self::new(*rules)
    }

    fn setup(&self) -> &Rules {
        self.series().setup()
    }

    fn seats(rules: &Rules) -> usize {
        rules.players()
    }

    fn deal<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        if Self::deal(self, rng).is_err() {
            self.abandon();
            Self::deal(self, rng)
                .expect("an abandoned table accepts a deal, and dealt cards form a valid game");
        }
    }

    fn player(&self, seat: usize) -> usize {
        self.series().player(seat)
    }

    fn start(&self, seat: usize, seed: u64) -> Start<'_> {
        let series = self.series();
        Start {
            game: series.games(),
            classes: self.classes_before(),
            ..Start::new(seat, series.rules(), self.dealt()[seat], seed)
        }
    }

    fn opening(&self, tell: impl FnMut(&Event)) {
        self.history().iter().for_each(tell);
    }

    #[inline]
    fn view(&mut self) -> Option<Decision<'_>> {
        self.decision()
    }

    #[inline]
    fn apply(&mut self, action: Action, mut tell: impl FnMut(&Event)) {
        let told = self.history().len();
        match action {
            Action::Move(chosen) => self.submit_legal(chosen),
            // `give` fails if no cards are due, and no view permits the action in that case.
            Action::Give(cards) => drop(self.give(cards)),
        }
        // An action adds at most one event.
        if let Some(event) = self.history().get(told) {
            tell(event);
        }
    }

    fn close<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<Outcome> {
        Self::close(self, rng).ok()
    }

    fn points(_: &Rules, outcome: &Outcome, seat: usize) -> i64 {
        outcome.points(seat).into()
    }

    fn ranking(_: &Rules, outcome: &Outcome, seats: &mut [usize]) {
        for (place, &seat) in seats.iter_mut().zip(outcome.seats()) {
            *place = seat.into();
        }
    }

    fn is_drawn(outcome: &Outcome) -> bool {
        outcome.ending() == Ending::Stuck
    }
}

impl table::View for Decision<'_> {
    type Action = Action;

    #[inline]
    fn seat(&self) -> usize {
        match self {
            Self::Give(view) => view.seat(),
            Self::Play(view) => view.seat(),
        }
    }

    fn decision(&self) -> table::Decision {
        match self {
            Self::Give(_) => table::Decision::Give,
            Self::Play(_) => table::Decision::Play,
        }
    }

    /// Returns the number of melds, plus one for a pass unless the seat leads; in the exchange, the
    /// number of possible gifts.
    fn choices(&self) -> usize {
        match self {
            Self::Give(view) => view.gifts().count(),
            Self::Play(view) => view.melds().len() + usize::from(view.may_pass()),
        }
    }

    fn choice(&self, index: usize) -> Option<Action> {
        match self {
            Self::Give(view) => view.gifts().nth(index).map(Action::Give),
            Self::Play(view) => match view.melds().get(index) {
                Some(&meld) => Some(Move::Play(meld).into()),
                None => (index == view.melds().len() && view.may_pass()).then_some(Move::Pass.into()),
            },
        }
    }

    /// Checks the rules directly, which is faster than searching the list of choices.
    #[inline]
    fn permits(&self, action: &Action) -> bool {
        match (self, action) {
            (Self::Give(view), &Action::Give(cards)) => view.may_give(cards),
            (Self::Play(view), Action::Move(Move::Pass)) => view.may_pass() || view.melds().is_empty(),
            (Self::Play(view), &Action::Move(Move::Play(meld))) => {
                view.state().check(view.hand(), meld).is_ok()
            }
            _ => false,
        }
    }

    /// In the exchange, returns the lowest cards. In play, returns a pass, or the lowest single
    /// card if the seat leads.
    #[inline]
    fn fallback(&self) -> Action {
        Decision::fallback(self)
    }
}

impl table::Text for Table {
    const NAME: &'static str = "daifugo";

    fn action_text(action: Action) -> String {
        action.to_string()
    }

    fn read_action(view: &Decision<'_>, text: &str) -> Result<Action, table::TextError> {
        let read = match view {
            Decision::Give(_) => text.parse().ok().map(Action::Give),
            Decision::Play(_) => text.parse().ok().map(Action::Move),
        };
        read.ok_or_else(|| {
            table::TextError::new(text, table::View::decision(view), "cards such as `C3 D3`, or `pass`")
        })
    }
}
