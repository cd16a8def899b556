//! Secrecy: a page receives no information about hidden cards.
//!
//! The tests play games. At decisions of the person they deal the hidden cards again, consistent
//! with the same view, and repeat the game with these cards and the same actions. All messages must
//! be equal, byte for byte, hints included.

use quadrille::experiments::cards::reviews::GameCourse;
use quadrille::experiments::daifugo::league::Daifugo;
use quadrille::experiments::doudizhu::training::DouDizhu;
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

/// Returns a table with a person and these entrants for the other players.
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

/// Repeats actions from a start, with all hands shown or not. Returns the messages before the first
/// action and after each, and the table.
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

/// Plays games with the built-in player of this name, and deals the hidden cards again at decisions
/// of the person, with all hands shown or not. Returns the numbers of compared deals, of deals that
/// differ in the hidden hands, and of compared hints.
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
            // The page shows the hand of the view, also in an exchange.
            let known = GameOf::<K>::scene(&played.session.game().view().unwrap()).hand;
            let state: Value = serde_json::from_str(&played.state(&Around::default())).unwrap();
            assert_eq!(state["hand"], Value::from(known));
            let view = played.session.game().view().unwrap();
            // A sampled game does not keep the order of given cards, and lists the lowest first.
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
                // A sampled game may lack an exchange between others, and then cannot be repeated.
                let known = |other: &GameCourse<GameOf<K>>| other.actions.len() == at;
                let Some(other) = GameCourse::of(&dealt).filter(known) else { continue };
                let (messages, mut second) = repeated::<K>(&other.start, &other.actions, shown);
                assert_eq!(original, messages, "{}, game {game}, action {at}", GameOf::<K>::NAME);
                compared += 1;
                different += usize::from(dealt.hands() != position.hands());
                if number % 6 == 2 && hints < 4 {
                    let hint = |table: &mut CardTable<K>| table.advise().unwrap()(&()).unwrap().to_string();
                    assert_eq!(hint(&mut first), hint(&mut second), "game {game}, action {at}");
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
        "{compared} deals, {different} different, {hints} hints"
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

/// Checks the comparison itself: it must fail if messages contain hidden cards.
#[test]
#[should_panic = "game 0"]
fn shown_hands_are_found() {
    compare::<Hearts>(&quadrille::hearts::Rules::default(), "rule", 1, true);
}
