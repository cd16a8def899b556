//! Tests of reused soup searches, which remember every group of cells that they have met.

use super::{Draws, StopAt, inputs};
use crate::census::{Census, Pseudo, SoupSearch, Symmetry};
use crate::fate::{Outcome, Settled};
use crate::grid::EngineSettings;
use crate::pattern::Pattern;
use crate::rule::Rule;
use quadrille_random::{Chance, StreamKey};

/// Rules, each with the maximum number of generations of a soup.
const RULES: [(&str, u64); 7] = [
    ("B3/S23", 5000),
    ("B36/S23", 1500),
    ("B38/S23", 300),
    ("B368/S245", 200),
    ("B3/S2-i34q", 300),
    ("B36/S125", 300),
    ("B03/S23", 60),
];

/// Reuses one search per rule and number of generations. Some soups have a random symmetry, and
/// some searches are cancelled.
#[test]
fn searches_serve_many_soups() {
    let mut draws = Draws::new(6);
    let rule = |place: usize| -> (Rule, u64) {
        let (text, generations) = RULES[place / 2];
        (text.parse().unwrap(), if place.is_multiple_of(2) { generations } else { generations / 4 })
    };
    let search =
        |place: usize| SoupSearch::new(rule(place).0, EngineSettings::default(), rule(place).1).unwrap();
    let mut searches: Vec<SoupSearch> = (0..2 * RULES.len()).map(search).collect();
    let (mut settled, mut stopped) = (0, 0);
    for input in 0..inputs(160) {
        let place = if draws.one_in(2) { 0 } else { draws.below(searches.len() as u64) as usize };
        // Soups of the alternating rule fill the plane, which takes long. So the long searches of
        // this rule, at place 12, are drawn less often.
        let place = if place == 12 && !draws.one_in(4) { 0 } else { place };
        let kept = &mut searches[place];
        let symmetry = draws.pick(&Symmetry::ALL);
        let soup = if draws.one_in(40) {
            symmetry.soup(StreamKey::new(5, input), Chance::ratio(1 + draws.below(9), 10).unwrap())
        } else {
            let at = (draws.within(-9, 40), draws.within(-9, 40));
            Pattern::from_cells(draws.soup(6, at))
        };
        if draws.one_in(4) {
            // The search is cancelled or runs to its end. A cancelled search must not leave wrong
            // results in its table.
            stopped += u64::from(kept.run(&soup, &StopAt::after(draws.below(8))).is_err());
        }
        let what = format!("input {input}: {:?}", rule(place));
        if draws.one_in(4) {
            assert_eq!(kept.outcome(&soup, &()), search(place).outcome(&soup, &()), "{what}");
            continue;
        }
        let ash = kept.run(&soup, &()).unwrap();
        assert_eq!(ash, search(place).run(&soup, &()).unwrap(), "{what}");
        if !draws.one_in(10) {
            settled += u64::from(matches!(ash.outcome, Outcome::Settled(_)));
            continue;
        }
        // `Census::of` and the search can count neighbouring parts of an ash differently: as one
        // part or as several. So the number of parts is not compared.
        let (rule, generations) = rule(place);
        let plainly = Census::of(&soup, rule, Pseudo::Split, EngineSettings::default(), generations, &());
        let (fate, census) = plainly.unwrap();
        match (ash.outcome, fate.outcome) {
            (Outcome::Settled(found), Outcome::Settled(plain)) => {
                assert_eq!(Settled { parts: 0, ..found }, Settled { parts: 0, ..plain }, "{what}");
                assert_eq!(Some(ash.census), census, "{what}");
                settled += 1;
            }
            (found, plain) => assert_eq!(found, plain, "{what}"),
        }
    }
    assert!(4 * settled > inputs(160) && stopped > 0, "{settled} {stopped}");
}
