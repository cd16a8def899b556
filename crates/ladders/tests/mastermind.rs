//! Comparison of the historical forms of scoring with the plain loop, on games of every size.

#![cfg(feature = "mastermind")]

use quadrille_ladders::mastermind::{automatic::Bytes, by_hand, sliced_words};
use quadrille_mastermind::{BitPlanes, Codeword, Feedback, Game, Repeats, plain};
use quadrille_random::StreamKey;
use quadrille_random::bounded::within_u32;
use quadrille_random::rand_core::Rng as _;

/// All pairs of codewords of small games.
#[test]
fn every_form_scores_small_games_as_the_plain_loop() {
    let sizes = (1..=4).flat_map(|pins| (1..=5).map(move |colors| (pins, colors)));
    for (pins, colors) in sizes {
        let game = Game::new(pins, colors, Repeats::Allowed).unwrap();
        let secrets: Vec<Codeword> = game.into_iter().collect();
        let counted = by_hand::Counted::new(secrets.iter().copied());
        let planes = BitPlanes::new(game, secrets.iter().copied());
        for guess in game {
            let bytes = Bytes::guess(guess);
            let mut counts = vec![0; game.feedbacks()];
            for &secret in &secrets {
                let expected = plain::score(secret, guess);
                assert_eq!(Bytes::secret(secret).score(&bytes), expected, "{game}: {secret:?} {guess:?}");
                counts[expected.index()] += 1;
            }
            assert_eq!(by_hand::histogram(guess, &counted), counts, "{game}: {guess:?}");
            assert_eq!(sliced_words::histograms(&[guess], &planes), counts, "{game}: {guess:?}");
        }
    }
}

#[test]
fn every_form_scores_as_the_plain_loop() {
    let mut rng = StreamKey::new(1, 0).rng();
    let mut wide = 0;
    for _ in 0..600 {
        let mut draw = |least, most| within_u32(&mut rng, least..=most).unwrap();
        let (pins, colors, once) = (draw(1, 16), draw(1, 15), draw(0, 3) == 0);
        let repeats = if once { Repeats::Forbidden } else { Repeats::Allowed };
        let Ok(game) = Game::new(pins, colors, repeats) else { continue };
        let mut code = || game.codeword_at(rng.next_u64() % game.codewords()).unwrap();
        let guess = code();
        let secrets: Vec<Codeword> = (0..200).map(|_| code()).chain([guess]).collect();
        wide += u32::from(colors > 8);

        let expected: Vec<Feedback> = secrets.iter().map(|&secret| plain::score(secret, guess)).collect();
        let mut counts = vec![0; game.feedbacks()];
        for feedback in &expected {
            counts[feedback.index()] += 1;
        }
        let bytes = Bytes::guess(guess);
        let scored = secrets.iter().map(|&secret| Bytes::secret(secret).score(&bytes));
        assert!(scored.eq(expected.iter().copied()), "{game}: {guess:?}");
        let counted = by_hand::Counted::new(secrets.iter().copied());
        assert_eq!(by_hand::histogram(guess, &counted), counts, "{game}: {guess:?}");
        let planes = BitPlanes::new(game, secrets.iter().copied());
        assert_eq!(sliced_words::histograms(&[guess], &planes), counts, "{game}: {guess:?}");
    }
    assert!(wide > 100, "{wide} games of more than eight colours");
}
