//! The loop that plays a game, from the deal to the end.

use quadrille_progress::{Cancelled, Meter};
use quadrille_random::rand_core::Rng;

use crate::{Game, Player, PlayerError, Seats, View, Weighed};

/// Observes all events at a table, including hidden cards, for counting and recording. By default,
/// the methods do nothing. The observer `()` ignores all events. Players observe public events
/// through [`Player::observe`].
pub trait Observer<G: Game> {
    /// Called after the deal.
    fn dealt(&mut self, game: &G) {
        let _ = game;
    }

    /// Returns whether [`explained`](Self::explained) should be called. This method is called once
    /// per game.
    fn wants_explanations(&self) -> bool {
        false
    }

    /// Called after a decision if the player has compared actions; `weighed` contains these
    /// actions. The call of [`acts`](Self::acts) follows.
    fn explained(&mut self, seat: usize, weighed: &[Weighed<G::Action>]) {
        let _ = (seat, weighed);
    }

    /// Called before a seat acts.
    fn acts(&mut self, game: &G, seat: usize, action: G::Action) {
        let _ = (game, seat, action);
    }

    /// Called when the [fallback](View::fallback) replaces a decision of a player. `why` is the
    /// failure of the player; `None` if the player returned an illegal action. The call of
    /// [`acts`](Self::acts) with the fallback follows.
    fn substituted(&mut self, seat: usize, why: Option<&PlayerError>) {
        let _ = (seat, why);
    }

    /// Called after the end of a game that was not thrown in.
    fn over(&mut self, game: &G, outcome: &G::Outcome) {
        let _ = (game, outcome);
    }
}

impl<G: Game> Observer<G> for () {}

/// Each call is passed to the first observer and then to the second.
impl<G: Game, A: Observer<G>, B: Observer<G>> Observer<G> for (A, B) {
    fn dealt(&mut self, game: &G) {
        self.0.dealt(game);
        self.1.dealt(game);
    }

    fn wants_explanations(&self) -> bool {
        self.0.wants_explanations() || self.1.wants_explanations()
    }

    fn explained(&mut self, seat: usize, weighed: &[Weighed<G::Action>]) {
        self.0.explained(seat, weighed);
        self.1.explained(seat, weighed);
    }

    fn acts(&mut self, game: &G, seat: usize, action: G::Action) {
        self.0.acts(game, seat, action);
        self.1.acts(game, seat, action);
    }

    fn substituted(&mut self, seat: usize, why: Option<&PlayerError>) {
        self.0.substituted(seat, why);
        self.1.substituted(seat, why);
    }

    fn over(&mut self, game: &G, outcome: &G::Outcome) {
        self.0.over(game, outcome);
        self.1.over(game, outcome);
    }
}

impl<G: Game, O: Observer<G>> Observer<G> for &mut O {
    fn dealt(&mut self, game: &G) {
        (**self).dealt(game);
    }

    fn wants_explanations(&self) -> bool {
        (**self).wants_explanations()
    }

    fn explained(&mut self, seat: usize, weighed: &[Weighed<G::Action>]) {
        (**self).explained(seat, weighed);
    }

    fn acts(&mut self, game: &G, seat: usize, action: G::Action) {
        (**self).acts(game, seat, action);
    }

    fn substituted(&mut self, seat: usize, why: Option<&PlayerError>) {
        (**self).substituted(seat, why);
    }

    fn over(&mut self, game: &G, outcome: &G::Outcome) {
        (**self).over(game, outcome);
    }
}

/// Deals the next game of a series and plays it to its end. Returns `None` if the cards were thrown
/// in.
///
/// The players are asked in turn, and each answer is checked. A missing or illegal answer is
/// replaced by the [fallback](View::fallback) of the view, and the observer is notified. Therefore
/// a player cannot make a game fail.
pub fn play<G, S, R>(
    game: &mut G,
    seats: &mut S,
    dealer: &mut R,
    observer: &mut impl Observer<G>,
) -> Option<G::Outcome>
where
    G: Game,
    S: Seats<G> + ?Sized,
    R: Rng + ?Sized,
{
    // The progress observer `()` never cancels.
    play_cancellable(game, seats, dealer, observer, &Meter::new(&())).unwrap_or_default()
}

/// Like [`play`], but also checks for cancellation before and after each decision of a player that
/// [listens](Player::listens). Players that think for a long time can also check during a decision,
/// in [`Player::decide_cancellable`].
///
/// # Errors
/// [`Cancelled`] by the meter's observer.
pub fn play_cancellable<G, S, R>(
    game: &mut G,
    seats: &mut S,
    dealer: &mut R,
    observer: &mut impl Observer<G>,
    meter: &Meter<'_>,
) -> Result<Option<G::Outcome>, Cancelled>
where
    G: Game,
    S: Seats<G> + ?Sized,
    R: Rng + ?Sized,
{
    game.deal(dealer);
    play_on(game, seats, dealer, observer, meter)
}

/// Deals a game and plays it. As long as the cards are thrown in, [deals it again](Game::redeal),
/// with the generator that `redealer` creates if it is given. If `redeal` never ends the throw-ins,
/// only cancellation does.
///
/// # Errors
/// [`Cancelled`] by the meter's observer.
pub fn play_to_outcome<G, S, R>(
    game: &mut G,
    seats: &mut S,
    dealer: &mut R,
    redealer: Option<&dyn Fn() -> R>,
    observer: &mut impl Observer<G>,
    meter: &Meter<'_>,
) -> Result<G::Outcome, Cancelled>
where
    G: Game,
    S: Seats<G> + ?Sized,
    R: Rng,
{
    game.deal(dealer);
    let (mut other, mut thrown_in) = (None, 0u32);
    loop {
        // With a single call of `play_on`, the compiler inlines it.
        let rng = other.as_mut().unwrap_or(&mut *dealer);
        if let Some(outcome) = play_on(game, seats, rng, observer, meter)? {
            return Ok(outcome);
        }
        meter.check()?;
        if thrown_in == 0 {
            other = redealer.map(|create| create());
        }
        thrown_in = thrown_in.saturating_add(1);
        game.redeal(other.as_mut().unwrap_or(&mut *dealer), thrown_in);
    }
}

/// Plays a game in progress to its end. The players are notified as if a new game began at this
/// point.
///
/// # Errors
/// [`Cancelled`] by the meter's observer.
#[inline]
pub fn play_on<G, S, R>(
    game: &mut G,
    seats: &mut S,
    dealer: &mut R,
    observer: &mut impl Observer<G>,
    meter: &Meter<'_>,
) -> Result<Option<G::Outcome>, Cancelled>
where
    G: Game,
    S: Seats<G> + ?Sized,
    R: Rng + ?Sized,
{
    observer.dealt(game);
    seats.dealt(game);
    let listening = begin(game, seats);
    let explained_setup = observer.wants_explanations().then(|| game.setup().clone());
    loop {
        // The view is borrowed, because moving it out of the option would copy it.
        let view = &game.view();
        let Some(view) = view else { break };
        let seat = view.seat();
        let (player, rng) = seats.seat(seat);
        let decided = if listening >> seat & 1 == 0 {
            player.decide(view, rng)
        } else {
            meter.check()?;
            let decided = player.decide_cancellable(view, rng, meter);
            // If the contest was cancelled during the decision, the player may have stopped
            // thinking early.
            meter.check()?;
            decided
        };
        let action = match decided {
            Ok(action) if view.permits(&action) => {
                if let Some(setup) = &explained_setup {
                    let weighed = player.explain(view, setup);
                    if !weighed.is_empty() {
                        observer.explained(seat, &weighed);
                    }
                }
                action
            }
            wrong => {
                observer.substituted(seat, wrong.as_ref().err());
                view.fallback()
            }
        };
        observer.acts(game, seat, action);
        game.apply(action, |event| notify(seats, listening, event));
    }
    let outcome = game.close(dealer);
    if let Some(outcome) = &outcome {
        observer.over(game, outcome);
        for seat in listeners(listening) {
            seats.seat(seat).0.end(outcome);
        }
    }
    Ok(outcome)
}

/// Notifies the listening players of the deal. Returns the seats of these players as a set of bits,
/// in which bit s represents seat s.
fn begin<G: Game, S: Seats<G> + ?Sized>(game: &G, seats: &mut S) -> u32 {
    let mut listening = 0;
    for seat in 0..G::seats(game.setup()) {
        listening |= u32::from(seats.seat(seat).0.listens()) << seat;
    }
    if listening != 0 {
        for seat in listeners(listening) {
            let start = game.start(seat, seats.seed(seat));
            seats.seat(seat).0.begin(&start);
        }
        game.opening(|event| notify(seats, listening, event));
    }
    listening
}

#[inline]
fn notify<G: Game, S: Seats<G> + ?Sized>(seats: &mut S, listening: u32, event: &G::Event) {
    for seat in listeners(listening) {
        seats.seat(seat).0.observe(event);
    }
}

/// Iterates in ascending order over the seats whose bits are set in `listening`.
#[inline]
fn listeners(mut listening: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let seat = (listening != 0).then(|| listening.trailing_zeros() as usize);
        listening &= listening.wrapping_sub(1);
        seat
    })
}
