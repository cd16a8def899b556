//! Secrecy: a page receives no information about hidden cards.
//!
//! The tests play games of a person against programs. At each decision of the person, they replace
//! the hidden cards by others that are consistent with the person's view, and repeat the game with
//! the same actions. All messages, including hints, must be equal byte for byte.

use quadrille::experiments::cards::reviews::GameCourse;
use quadrille::experiments::daifugo::league::Daifugo;
use quadrille::experiments::doudizhu::DouDizhu;
use quadrille::experiments::hearts::Hearts;
use quadrille::random::StreamKey;
use quadrille::table::{BuiltIn as _, Player, PlayerError, PlayerRng, Sample as _};
use serde_json::Map;

use super::super::games::chosen_rules;
use super::*;

const SEED: TableSeed = TableSeed { seed: 1, is_chosen: true };

type Action<K> = <GameOf<K> as Game>::Action;

/// A player that repeats recorded actions.
struct Script<G: Game>(std::vec::IntoIter<G::Action>);

impl<G: Game<Action: Send>> Player<G> for Script<G> {
    fn decide(&mut self, _: &G::View<'_>, _: &mut PlayerRng) -> Result<G::Action, PlayerError> {
        self.0.next().ok_or_else(|| PlayerError::Gone("the script ends here".to_owned()))
    }

    fn listens(&self) -> bool {
        false
    }
}

/// Returns a table with a person as player 0 and `others` as the other players.
fn table<K: TableGame>(setup: &SetupOf<K>, others: Vec<Entrant<GameOf<K>>>) -> CardTable<K> {
    let names = (0..=others.len()).map(|number| format!("player {number}")).collect();
    let entrants = std::iter::once(None).chain(others.into_iter().map(Some)).collect();
    CardTable::new(
        TableRules { setup: setup.clone(), rules: chosen_rules::<K>(&Map::new()) },
        Seated { names, entrants, has_programs: false, stopped: Arc::default() },
        SEED,
        false,
    )
}

/// Plays `actions` from the deal `start`; `shown` is whether all hands are shown. Returns the
/// messages before the first action and after each action, and the table.
fn repeated<K: TableGame>(
    start: &GameOf<K>,
    actions: &[Action<K>],
    shown: bool,
) -> (Vec<String>, CardTable<K>) {
    let players = GameOf::<K>::seats(start.setup());
    let mut by_player = vec![Vec::new(); players];
    let mut game = start.clone();
    for &action in actions {
        let seat = game.view().unwrap().seat();
        by_player[game.player(seat)].push(action);
        game.apply(action, |_| {});
    }
    let script = |actions: Vec<Action<K>>| {
        Entrant::new("script", move || Box::new(Script::<GameOf<K>>(actions.clone().into_iter())))
    };
    let mut table = table::<K>(start.setup(), by_player.into_iter().skip(1).map(script).collect());
    table.deal_as(start.clone());
    table.show(shown);
    let around = Around::default();
    let mut messages = vec![table.state(&around)];
    for &action in actions {
        match table.phase() {
            Phase::Person => table.act(&GameOf::<K>::action_text(action)),
            _ => table.step(),
        }
        messages.push(table.state(&around));
    }
    (messages, table)
}

/// Plays games of a person against the built-in player named `other`. At each decision of the
/// person, repeats the game with sampled hidden cards and compares the messages; `shown` is whether
/// all hands are shown. Returns the number of compared deals, the number of these in which the
/// hidden cards differ from those of the game, and the number of compared hints.
fn compare<K: TableGame>(setup: &SetupOf<K>, other: &str, games: u64, shown: bool) -> [usize; 3] {
    let seats = GameOf::<K>::seats(setup);
    let other = || K::Player::named(other).unwrap().into();
    let mut played = table::<K>(setup, (1..seats).map(|_| other()).collect());
    let [mut compared, mut different, mut hints] = [0; 3];
    let mut rng = StreamKey::new(7, 0).rng();
    for game in 0..games {
        let mut decisions = Vec::new();
        while !matches!(played.phase(), Phase::Over | Phase::ThrownIn) {
            if played.phase() == Phase::Program {
                played.step();
                continue;
            }
            decisions.push(played.log.len());
            // The state of the page contains the same hand as the person's view, also in an
            // exchange.
            let known = GameOf::<K>::scene(&played.session.game().view().unwrap()).hand;
            let state: Value = serde_json::from_str(&played.state(&Around::default())).unwrap();
            assert_eq!(state["hand"], Value::from(known));
            let view = played.session.game().view().unwrap();
            // In an exchange, the person always takes the first choice, and so gives cards in
            // ascending order. The course of a sampled game lists given cards in this order, so the
            // person's actions are the same in both games.
            let place = if view.decision() == Decision::Give { 0 } else { view.choices() / 2 };
            let text = GameOf::<K>::action_text(view.choice(place).unwrap());
            played.act(&text);
        }
        let course = played.session.course().unwrap();
        for (number, &at) in decisions.iter().enumerate() {
            let mut position = course.after(at);
            let (original, mut first) = repeated::<K>(&course.start, &course.actions[..at], shown);
            for _ in 0..3 {
                let dealt = GameOf::<K>::sample(&position.view().unwrap(), &mut rng).unwrap();
                // A sampled game may lack an exchange between other players; then it cannot be
                // repeated.
                let known = |other: &GameCourse<GameOf<K>>| other.actions.len() == at;
                let Some(other) = GameCourse::of(&dealt).filter(known) else { continue };
                let (messages, mut second) = repeated::<K>(&other.start, &other.actions, shown);
                assert_eq!(
                    original,
                    messages,
                    "messages differ in {}, game {game}, action {at}",
                    GameOf::<K>::NAME
                );
                compared += 1;
                different += usize::from(dealt.hands() != position.hands());
                if number % 6 == 2 && hints < 4 {
                    let hint = |table: &mut CardTable<K>| table.advise().unwrap()(&()).unwrap().to_string();
                    assert_eq!(
                        hint(&mut first),
                        hint(&mut second),
                        "hints differ in game {game}, action {at}"
                    );
                    hints += 1;
                }
            }
        }
        played.next();
    }
    [compared, different, hints]
}

fn check<K: TableGame>(other: &str, games: u64) {
    let document =
        quadrille::diagnostics::toml::Document::parse(&quadrille::diagnostics::Source::new("", ""));
    let document = document.unwrap();
    let known: Vec<&str> = K::RULES.iter().map(|rule| rule.name).collect();
    let table = document.root(&known).unwrap();
    let setup = K::rules(&table, K::SEATS.1 as usize, &|_| unreachable!()).unwrap();
    let [compared, different, hints] = compare::<K>(&setup, other, games, false);
    assert!(
        compared > 10 && different > 5 && hints > 0,
        "{compared} deals and {hints} hints compared; hidden cards differ in {different} deals"
    );
}

#[test]
fn doudizhu_messages_do_not_depend_on_hidden_cards() {
    check::<DouDizhu>("rule", 4);
}

#[test]
fn daifugo_messages_do_not_depend_on_hidden_cards() {
    check::<Daifugo>("greedy", 3);
}

#[test]
fn hearts_messages_do_not_depend_on_hidden_cards() {
    check::<Hearts>("rule", 2);
}

/// Checks that the comparison itself works: it must fail if messages contain hidden cards.
#[test]
#[should_panic = "game 0"]
fn shown_hands_are_found() {
    compare::<Hearts>(&quadrille::hearts::Rules::default(), "rule", 1, true);
}
