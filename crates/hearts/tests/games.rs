//! Series of random games at one table: the choices of each decision, the view of each seat, and
//! the points of each game.

use proptest::prelude::*;
use quadrille_hearts::{Card, Cards, Direction, Hearts, Public, Rules, View};
use quadrille_random::rand_core::Rng;
use quadrille_random::{StreamKey, Xoshiro256PlusPlus};
use quadrille_table::{Decision, Encode, Game, View as _, draw};

pub(crate) fn rules_of(switches: [bool; 8]) -> Rules {
    let [pass, no_pts, any_club, jd, avoid, qs_breaks, must_break, hearts_instead] = switches;
    Rules {
        pass_cards: pass,
        no_pts_on_first_trick: no_pts,
        can_lead_any_club: any_club,
        jd_bonus: jd,
        avoid_all_tricks_bonus: avoid,
        qs_breaks_hearts: qs_breaks,
        must_break_hearts: must_break,
        can_lead_hearts_instead_of_qs: hearts_instead,
    }
}

/// Returns the public information.
pub(crate) fn public_of(game: &Hearts) -> Public {
    *View::of(game, 0).public
}

/// Returns the hands of all seats.
pub(crate) fn hands_of(game: &Hearts) -> [Cards; 4] {
    [0, 1, 2, 3].map(|seat| View::of(game, seat).hand)
}

/// Checks a decision under any rules.
fn check_view(game: &mut Hearts) {
    let hands = hands_of(game);
    let public = public_of(game);
    let view = game.view().expect("a decision");
    assert_eq!(view.hand, hands[view.seat()]);
    assert_eq!(view.public, &public);
    let choices: Vec<Card> = (0..view.choices()).map_while(|index| view.choice(index)).collect();
    assert_eq!(choices.len(), view.choices());
    assert!(!choices.is_empty() && view.choice(view.choices()).is_none());
    for card in Cards::ALL.iter() {
        assert_eq!(view.permits(&card), choices.contains(&card));
    }
    assert!(view.permits(&view.fallback()));
    let others = (0..4).filter(|seat| *seat != view.seat());
    let held = others.clone().fold(Cards::NONE, |held, seat| held | hands[seat]);
    // The cards that others have chosen to pass are not visible.
    assert_eq!(held - view.unseen(), Cards::NONE);
    for seat in others {
        let impossible = hands[seat] - public.may_hold[seat];
        assert!(public.is_pass() || impossible.is_empty(), "seat {seat} holds {impossible}");
    }
    check_cells(&view);
}

fn check_cells(view: &View<'_>) {
    let len = Hearts::observation_len(view.rules);
    let mut cells = vec![false; len];
    Hearts::observe(view, |cell| {
        assert!(cell < len, "cell {cell} of {len}");
        assert!(!std::mem::replace(&mut cells[cell], true), "cell {cell} is set twice");
    });
    let cells = &cells[..];
    let set =
        |from: usize| (0..52).filter(move |id| cells[from + id]).map(|id| Card::of_id(id).expect("a card"));
    assert_eq!(set(0).collect::<Cards>(), view.hand);
    assert_eq!(set(52).collect::<Cards>(), view.given);
    assert_eq!(set(104).collect::<Cards>(), view.received);
    let public = view.public;
    let trick: Cards = public.trick().iter().copied().collect();
    for place in 0..4 {
        let (seat, from) = ((view.seat + place) % 4, 156 + 208 * place);
        assert_eq!(set(from).collect::<Cards>(), public.played[seat] & trick);
        assert_eq!(set(from + 52).collect::<Cards>(), public.played[seat]);
        assert_eq!(set(from + 104).collect::<Cards>(), public.taken[seat]);
        let excluded = Cards::ALL - public.may_hold[seat] - public.played[seat];
        assert_eq!(set(from + 156).collect::<Cards>(), excluded);
    }
    assert_eq!(cells[988..992].iter().position(|cell| *cell), Some(public.direction as usize));
    let leader = cells[992..996].iter().position(|cell| *cell);
    let expected = (public.leader + 4 - view.seat) % 4;
    assert_eq!(leader, (view.decision() == Decision::Play).then_some(expected));
    assert_eq!(cells[996], view.decision() == Decision::Give);
    assert_eq!(cells[997], public.broken);
    assert_eq!(cells[998..1006], view.rules.switches());
}

/// Plays the next game of a series at random. Returns all cards given or played, in order.
fn play_checked(game: &mut Hearts, rng: &mut Xoshiro256PlusPlus, number: u64) -> Vec<(usize, Card)> {
    game.deal(rng);
    let rules = *game.setup();
    let direction = if rules.pass_cards { Direction::of_game(number) } else { Direction::None };
    assert_eq!((public_of(game).direction, public_of(game).number), (direction, number));
    let (dealt, mut given, mut done) = (hands_of(game), [Cards::NONE; 4], Vec::new());
    while game.view().is_some() {
        check_view(game);
        let view = game.view().expect("a decision");
        let (seat, gives) = (view.seat(), view.decision() == Decision::Give);
        let giver = match direction {
            Direction::None => seat,
            Direction::Left => (seat + 3) % 4,
            Direction::Across => (seat + 2) % 4,
            Direction::Right => (seat + 1) % 4,
        };
        let received = if gives { Cards::NONE } else { given[giver] };
        assert_eq!((view.given, view.received), (given[seat], received));
        let card = view.choice(draw(rng, view.choices())).expect("a choice");
        let mut events = Vec::new();
        game.apply(card, |event| events.push(*event));
        done.push((seat, card));
        assert_eq!(events, [(seat, (!gives).then_some(card))]);
        if gives {
            given[seat] |= Cards::of(card);
        }
    }
    let gifts = if direction == Direction::None { 0 } else { 3 };
    assert_eq!((given.map(Cards::len), done.len()), ([gifts; 4], 52 + 4 * gifts));
    for seat in 0..4 {
        let expected = (dealt[seat] - given[seat]) | given[direction.giver(seat)];
        assert_eq!(
            public_of(game).played[seat],
            expected,
            "a seat plays the cards that it was dealt or received, without those it passed"
        );
    }
    let before = game.clone();
    let outcome = game.close(rng).expect("an outcome");
    assert!(game.view().is_none());
    assert_eq!((game.close(rng), &*game), (Some(outcome), &before), "closing changes nothing");
    let taken = public_of(&before).taken;
    let costs = taken.map(|taken| rules.cost(taken));
    let bonus = |seat: usize| match outcome.moon {
        Some(shooter) => {
            if shooter == seat {
                -26
            } else {
                26
            }
        }
        None => {
            if rules.avoid_all_tricks_bonus && taken[seat].is_empty() {
                -5
            } else {
                0
            }
        }
    };
    assert_eq!(outcome.points, [0, 1, 2, 3].map(|seat| costs[seat] + bonus(seat)));
    let jack = if rules.jd_bonus { 10 } else { 0 };
    assert_eq!(costs.iter().sum::<i32>(), 26 - jack);
    done
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_reused_table_plays_like_a_new_table(switches: [bool; 8], seed: u64) {
        let rules = rules_of(switches);
        let mut kept = Hearts::new(&rules);
        let mut rng = StreamKey::new(seed, 0).rng();
        for number in 0..6 {
            let mut fresh = Hearts::starting_with(rules, number);
            let mut again = rng.clone();
            let played = play_checked(&mut kept, &mut rng, number);
            prop_assert_eq!(played, play_checked(&mut fresh, &mut again, number));
            // The states are equal except for the seats of the players, which stay the same for
            // four games.
            for seat in 0..4 {
                prop_assert_eq!(View::of(&kept, seat), View::of(&fresh, seat));
            }
        }
    }

    #[test]
    fn an_abandoned_game_has_no_effect_on_the_next(switches: [bool; 8], seed: u64, steps in 0usize..70) {
        let rules = rules_of(switches);
        let (mut kept, mut rng) = (Hearts::new(&rules), StreamKey::new(seed, 0).rng());
        kept.deal(&mut rng);
        for _ in 0..steps {
            let Some(view) = kept.view() else { break };
            let card = view.choice(draw(&mut rng, view.choices())).expect("a choice");
            kept.apply(card, |_| ());
        }
        let (mut fresh, mut again) = (Hearts::starting_with(rules, 1), rng.clone());
        prop_assert_eq!(play_checked(&mut kept, &mut rng, 1), play_checked(&mut fresh, &mut again, 1));
    }

    #[test]
    fn cards_that_are_not_held_change_nothing(seed: u64, cards: [u8; 64]) {
        let (mut game, mut rng) = (Hearts::new(&Rules::default()), StreamKey::new(seed, 0).rng());
        game.apply(Card::C2, |event| panic!("{event:?} before a deal"));
        game.deal(&mut rng);
        for id in cards {
            let card = Card::of_id(usize::from(id % 52)).expect("a card");
            let Some(view) = game.view() else { break };
            if !view.hand.contains(card) {
                let before = game.clone();
                game.apply(card, |event| panic!("{event:?}"));
                prop_assert_eq!(&game, &before);
            }
            let Some(view) = game.view() else { break };
            let card = view.fallback();
            game.apply(card, |_| ());
        }
    }
}

#[test]
fn invalid_deals_are_rejected() {
    let mut game = Hearts::new(&Rules::default());
    let suits = [0, 1, 2, 3].map(Cards::of_suit);
    let before = game.clone();
    assert!(game.deal_hands([suits[0], suits[0], suits[2], suits[3]]).is_err());
    let moved = Cards::of(Card::C2);
    assert!(game.deal_hands([suits[0] - moved, suits[1] | moved, suits[2], suits[3]]).is_err());
    assert_eq!(game, before);
    assert_eq!(game.deal_hands(suits), Ok(()));
    let (view, seed) = game.start(3, 7);
    assert_eq!((view.seat, view.hand, seed), (3, suits[3], 7));
}

#[test]
fn a_rule_allows_hearts_to_be_led_instead_of_the_queen_of_spades() {
    for instead in [false, true] {
        let rules = Rules { pass_cards: false, can_lead_hearts_instead_of_qs: instead, ..Rules::default() };
        let mut game = Hearts::new(&rules);
        let first: Cards = "CA SQ H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ".parse().expect("cards");
        let mut others = (Cards::ALL - first).iter();
        let mut hand = || others.by_ref().take(13).collect::<Cards>();
        game.deal_hands([first, hand(), hand(), hand()]).expect("a deal");
        while View::of(&game, 0).public.plays() < 4 {
            let card = game.view().expect("a decision").fallback();
            game.apply(card, |_| ());
        }
        let view = game.view().expect("a decision");
        let expected = if instead { first - Cards::of_suit(0) } else { Cards::of(Card::SQ) };
        assert_eq!((view.seat, view.legal), (0, expected));
    }
}

#[test]
fn a_seat_that_takes_all_points_shoots_the_moon() {
    let rules = Rules { pass_cards: false, jd_bonus: true, avoid_all_tricks_bonus: true, ..Rules::default() };
    let mut game = Hearts::new(&rules);
    game.deal_hands([0, 1, 2, 3].map(Cards::of_suit)).expect("a deal");
    // The seat with all clubs takes every trick, and with them the jack of diamonds.
    while let Some(view) = game.view() {
        let card = view.fallback();
        game.apply(card, |_| ());
    }
    let outcome = game.close(&mut StreamKey::new(1, 0).rng()).expect("an outcome");
    assert_eq!((outcome.points, outcome.moon), ([-10, 26, 26, 26], Some(0)));
    assert_eq!([0, 1].map(|seat| Hearts::points(&rules, &outcome, seat)), [36, 0]);
}

#[test]
fn a_dealt_game_depends_on_the_generator_alone() {
    let mut rng = StreamKey::new(5, 0).rng();
    let (mut one, mut other) = (Hearts::new(&Rules::default()), Hearts::starting_with(Rules::default(), 4));
    one.deal(&mut rng.clone());
    other.deal(&mut rng.clone());
    assert_eq!(hands_of(&one), hands_of(&other));
    let mut deals: Vec<_> = (0..100)
        .map(|_| {
            let mut game = Hearts::new(&Rules::default());
            game.deal(&mut rng);
            hands_of(&game)
        })
        .collect();
    deals.dedup();
    assert_eq!(deals.len(), 100);
    assert_ne!(rng.next_u64(), StreamKey::new(5, 0).rng().next_u64());
}
