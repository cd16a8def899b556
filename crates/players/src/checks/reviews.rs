//! Checks of reviews.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_learn::Quantised;
use quadrille_progress::Progress;
use quadrille_random::StreamKey;
use quadrille_table::{Player as _, View as _, draw};

use super::visit;
use crate::search::{Budget, Search};
use crate::{GameCourse, Policy, Searchable, read, review};

/// The result of [`self_review`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SelfReview {
    /// The number of reviewed decisions: those with at least two legal actions.
    pub decisions: u64,
    /// The number of reviewed decisions with a [significant
    /// loss](crate::search::Judged::is_charged).
    pub charged: u64,
    /// The mean of the losses of all games. The loss of a game is the mean loss of its reviewed
    /// decisions, in the unit of the game's [scale](crate::Scale).
    pub loss: f64,
    /// Half the width of the 95 % interval of [`loss`](Self::loss). The sample is the losses of the
    /// games.
    pub half_width: f64,
}

/// Plays games in which a search makes all decisions. Then the same search reviews the games, with
/// other random numbers.
///
/// # Panics
/// If the file is not a policy of the game.
pub fn self_review<G: Searchable>(
    setup: &G::Setup,
    file: &[u8],
    games: Range<u64>,
    [playouts, worlds]: [u32; 2],
) -> SelfReview {
    let judges = read::<G>(file).expect("the file is a policy");
    let mut search = Search::<G>::new(Level::best(), judges, Budget::Playouts(playouts));
    let (scale, mut game, mut found, mut losses) = (G::scale(setup), G::new(setup), (0, 0), Vec::new());
    for number in games {
        let key = StreamKey::new(21, number);
        let [mut dealer, mut rng] = [0, 1].map(|source| key.substream(source).rng());
        game.deal(&mut dealer);
        while let Some(view) = game.view() {
            let action = search.decide(&view, &mut rng).expect("a search always answers");
            game.apply(action, |_| {});
        }
        let course = GameCourse::of(&game).expect("the history is known");
        let seeds = [number, number ^ 0x5eed];
        let reviewers = std::slice::from_mut(&mut search);
        let reviewed = review(&[&course], |_| u32::MAX, reviewers, worlds as usize, seeds[1], &())
            .expect("not cancelled");
        let lost = reviewed.iter().filter_map(|reviewed| reviewed.judged.loss);
        let sum: f64 = lost.map(|loss| scale.difference(loss.mean)).sum();
        losses.push(sum / reviewed.len().max(1) as f64);
        found.0 += reviewed.len() as u64;
        found.1 += reviewed.iter().filter(|reviewed| reviewed.judged.is_charged()).count() as u64;
        game.close(&mut dealer);
    }
    let count = losses.len() as f64;
    let loss = losses.iter().sum::<f64>() / count;
    let deviations: f64 = losses.iter().map(|one| (one - loss) * (one - loss)).sum();
    let half_width = 1.96 * (deviations / (count - 1.0) / count).sqrt();
    SelfReview { decisions: found.0, charged: found.1, loss, half_width }
}

/// Plays games with the policy, and chooses random alternatives to the policy's actions. A thorough
/// search, with 20 times the playouts and worlds, estimates the loss of an alternative. If the loss
/// is at least `least`, in the unit of the game's scale, the alternative is judged by a search with
/// `playouts` playouts and `worlds` worlds. Returns the number of judged alternatives, and the
/// number of judged alternatives with a [significant loss](crate::search::Judged::is_charged).
///
/// # Panics
/// If the file is not a policy of the game.
pub fn inserted_errors<G: Searchable>(
    setup: &G::Setup,
    file: &[u8],
    games: Range<u64>,
    [playouts, worlds]: [u32; 2],
    least: f64,
) -> (u64, u64) {
    let judges = read::<G>(file).expect("the file is a policy");
    let mut player = Policy::<G, Quantised>::boxed(Arc::clone(&judges));
    let search = |playouts| Search::<G>::new(Level::best(), Arc::clone(&judges), Budget::Playouts(playouts));
    let (mut usual, mut thorough) = (search(playouts), search(20 * playouts));
    let (scale, mut game, mut found) = (G::scale(setup), G::new(setup), (0, 0));
    for number in games {
        let key = StreamKey::new(22, number);
        let [mut dealer, mut rng, mut sampler] = [0, 1, 2].map(|source| key.substream(source).rng());
        game.deal(&mut dealer);
        while let Some(view) = game.view() {
            let action = player.decide(&view, &mut rng).expect("a policy always answers");
            if G::role(&view).is_some() && view.choices() > 1 && draw(&mut sampler, 8) == 0 {
                let bad =
                    view.choice(draw(&mut sampler, view.choices())).expect("the view offers this choice");
                let seed = draw(&mut sampler, usize::MAX) as u64;
                // Most alternatives lose little. To save time, a comparison in 64 worlds excludes
                // them.
                let behind = |search: &mut Search<G>, best, worlds, seed| {
                    let compared =
                        search.compare(&view, &[best, bad], worlds, seed, &()).expect("not cancelled");
                    compared.map_or(0.0, |compared| scale.difference(compared[1].behind.mean))
                };
                if bad != action && behind(&mut usual, action, 64, seed) > 0.7 * least {
                    let best = thorough.think(&view, seed ^ 1, &()).action;
                    if best != bad && behind(&mut thorough, best, 20 * worlds as usize, seed ^ 2) >= least {
                        let judged =
                            usual.judge(&view, bad, worlds as usize, seed ^ 3, &()).expect("not cancelled");
                        found.0 += 1;
                        found.1 += u64::from(judged.is_some_and(|judged| judged.is_charged()));
                    }
                }
            }
            game.apply(action, |_| {});
        }
        game.close(&mut dealer);
    }
    found
}

/// Checks reviews:
/// - In games that the reviewing search itself played, the mean loss differs from 0 by at most
///   about four standard errors, and at most one of twelve decisions has a significant loss.
/// - At least half of the [`inserted_errors`] have a significant loss. Each of these errors loses
///   at least `least`.
/// - The result depends neither on the number of threads nor on the hidden cards.
///
/// # Panics
/// If the check fails.
pub fn check_reviews<G: Searchable>(setup: &G::Setup, file: &[u8], games: u64, least: f64) {
    let itself = self_review::<G>(setup, file, 0..games, [40, 48]);
    assert!(itself.loss.abs() <= 2.1 * itself.half_width, "{itself:?}");
    assert!(12 * itself.charged <= itself.decisions, "{itself:?}");
    // Few of the inserted actions are errors, so more games are needed.
    let (errors, charged) = inserted_errors::<G>(setup, file, 0..4 * games, [40, 64], least);
    assert!(errors > 0 && 2 * charged >= errors, "only {charged} of {errors} errors have a significant loss");

    let judges = read::<G>(file).expect("the file is a policy");
    let search = || Search::<G>::new(Level::best(), Arc::clone(&judges), Budget::Playouts(40));
    let mut courses = Vec::new();
    visit::<G>(setup, 5, 2, |game, _| {
        let played = GameCourse::of(game).expect("the history is known");
        match courses.last_mut() {
            Some(GameCourse { actions, .. }) if actions.len() < played.actions.len() => {
                *courses.last_mut().expect("the same course") = played;
            }
            _ => courses.push(played),
        }
    });
    let by = |threads| {
        let mut searchers: Vec<Search<G>> = (0..threads).map(|_| search()).collect();
        review(&courses.iter().collect::<Vec<_>>(), |_| 0b11, &mut searchers, 32, 7, &())
            .expect("not cancelled")
    };
    let reviewed = by(1);
    assert!(reviewed == by(3), "the number of threads changes the review");
    assert!(!reviewed.is_empty() && reviewed.iter().all(|reviewed| reviewed.player < 2));
    let stop = |_: &Progress| ControlFlow::Break(());
    assert!(
        review(&[&courses[0]], |_| !0, &mut [search()], 32, 7, &stop).is_err(),
        "a cancelled review has no result"
    );
    let mut decisions = 0u32;
    visit::<G>(setup, 6, 2, |game, rng| {
        let view = game.view().expect("the game is at a decision");
        let taken = view.fallback();
        decisions += 1;
        if view.choices() > 1 && decisions.is_multiple_of(4) {
            let judged = search().judge(&view, taken, 32, 9, &stop);
            let needs_playouts = search().think(&view, 9, &()).playouts > 0;
            assert!(judged.is_err() || !needs_playouts, "a cancelled judgement has no result: {judged:?}");
            let advice = search().advise(&view, 32, 9, &stop);
            assert!(advice.stopped && view.permits(&advice.thought.action), "{advice:?}");
        }
        if view.choices() < 2 || draw(rng, 6) > 0 {
            return;
        }
        let judged = search().judge(&view, taken, 32, 9, &());
        let advice = search().advise(&view, 32, 9, &());
        assert!(view.permits(&advice.actions[0].action) && advice.actions[0].action == advice.thought.action);
        if let Ok(mut other) = G::sample(&view, rng) {
            let view = other.view().expect("the new deal is at the same decision");
            assert_eq!(search().judge(&view, taken, 32, 9, &()), judged, "hidden cards change the judgement");
            assert_eq!(search().advise(&view, 32, 9, &()), advice, "hidden cards change the advice");
        }
    });
}
