//! A game played to its end.

use quadrille_progress::{Cancelled, Meter};
use quadrille_random::rand_core::Rng;

use crate::{Game, Player, PlayerError, Seats, View};

/// Observes everything that happens at a table, hidden cards too: for counting and recording. Every method does
/// nothing by default, and so does `()`. (A player observes what is public, through its own methods.)
pub trait Observer<G: Game> {
    /// The cards are dealt.
    fn dealt(&mut self, game: &G) {
        let _ = game;
    }

    /// A seat is about to do this.
    fn acts(&mut self, game: &G, seat: usize, action: G::Action) {
        let _ = (game, seat, action);
    }

    /// The player of a seat gave no answer, for this reason, or one that is not legal (`None`); the fallback,
    /// which comes next, is done instead.
    fn substituted(&mut self, seat: usize, why: Option<&PlayerError>) {
        let _ = (seat, why);
    }

    /// A contest gives a game up whose cards were thrown in too often.
    fn undecided(&mut self) {}

    /// The game is over and closed.
    fn over(&mut self, game: &G, outcome: &G::Outcome) {
        let _ = (game, outcome);
    }
}

impl<G: Game> Observer<G> for () {}

impl<G: Game, O: Observer<G>> Observer<G> for &mut O {
    fn dealt(&mut self, game: &G) {
        (**self).dealt(game);
    }

    fn acts(&mut self, game: &G, seat: usize, action: G::Action) {
        (**self).acts(game, seat, action);
    }

    fn substituted(&mut self, seat: usize, why: Option<&PlayerError>) {
        (**self).substituted(seat, why);
    }

    fn undecided(&mut self) {
        (**self).undecided();
    }

    fn over(&mut self, game: &G, outcome: &G::Outcome) {
        (**self).over(game, outcome);
    }
}

/// Deals the next game of a series and plays it out. `None` if the cards were thrown in.
///
/// Each player is asked in turn and each answer checked. An answer that is not legal becomes the view's
/// [fallback](View::fallback), which the observer is notified of: no player can make a game fail.
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
    // The observer of progress `()` never cancels.
    play_cancellable(game, seats, dealer, observer, &Meter::new(&())).unwrap_or_default()
}

/// The same; the meter is asked before each decision of a player that
/// [listens](Player::listens).
///
/// # Errors
/// [`Cancelled`], if the meter's observer said so.
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

/// Plays a game that is under way to its end; to the players it is a new game that begins there.
///
/// # Errors
/// [`Cancelled`], if the meter's observer said so.
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
    loop {
        // Borrowed where it lies: to move a view out of the option is to copy it.
        let view = &game.view();
        let Some(view) = view else { break };
        let seat = view.seat();
        if listening >> seat & 1 != 0 {
            meter.check()?;
        }
        let (player, rng) = seats.seat(seat);
        let action = match player.decide(view, rng) {
            Ok(action) if view.permits(&action) => action,
            wrong => {
                observer.substituted(seat, wrong.as_ref().err());
                view.fallback()
            }
        };
        observer.acts(game, seat, action);
        game.apply(action, |event| tell(seats, listening, event));
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

/// Notifies the players that listen of the deal. Returns their seats, one bit each.
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
        game.opening(|event| tell(seats, listening, event));
    }
    listening
}

#[inline]
fn tell<G: Game, S: Seats<G> + ?Sized>(seats: &mut S, listening: u32, event: &G::Event) {
    for seat in listeners(listening) {
        seats.seat(seat).0.observe(event);
    }
}

/// The seats whose bits are set, in ascending order.
#[inline]
fn listeners(mut listening: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let seat = (listening != 0).then(|| listening.trailing_zeros() as usize);
        listening &= listening.wrapping_sub(1);
        seat
    })
}
