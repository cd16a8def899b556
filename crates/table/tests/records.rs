//! Records of a game in which seats are drawn, cards may be thrown in, and places may be drawn.

use std::error::Error;

use quadrille_random::StreamKey;
use quadrille_random::rand_core::Rng;
use quadrille_table::records::{
    Entry, GameRecord, Lines, Recorded, Recorder, read, verify_games, write_line,
};
use quadrille_table::{Decision, Game, PerSeatRng, Random, Text, TextError, View, play};

/// Each of two seats gets a number, and keeps it or swaps: the higher one wins. Two sevens are
/// thrown in; the winner of other equal numbers is drawn.
#[derive(Debug, Clone)]
struct Higher {
    setup: (),
    players: [usize; 2],
    numbers: [u32; 2],
    decided: usize,
}

#[derive(Debug, Clone, Copy)]
struct Own(usize);

impl View for Own {
    type Action = bool;

    fn seat(&self) -> usize {
        self.0
    }

    fn decision(&self) -> Decision {
        Decision::Play
    }

    fn choices(&self) -> usize {
        2
    }

    fn choice(&self, index: usize) -> Option<bool> {
        [false, true].get(index).copied()
    }

    fn permits(&self, _: &bool) -> bool {
        true
    }

    fn fallback(&self) -> bool {
        false
    }
}

#[derive(Debug)]
struct Won {
    winner: usize,
    drawn: bool,
}

impl Game for Higher {
    type Setup = ();
    type Action = bool;
    type View<'a> = Own;
    type Start<'a> = usize;
    type Event = bool;
    type Outcome = Won;

    fn new((): &()) -> Self {
        Self { setup: (), players: [0, 1], numbers: [0; 2], decided: 2 }
    }

    fn setup(&self) -> &() {
        &self.setup
    }

    fn seats((): &()) -> usize {
        2
    }

    fn deal<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        let [first, second, turned] = [8, 8, 2].map(|below| rng.next_u32() % below);
        *self = Self {
            players: [turned as usize, 1 - turned as usize],
            numbers: [first, second],
            ..Self::new(&())
        };
        self.decided = 0;
    }

    fn player(&self, seat: usize) -> usize {
        self.players[seat]
    }

    fn start(&self, seat: usize, _: u64) -> usize {
        seat
    }

    fn view(&mut self) -> Option<Own> {
        (self.decided < 2).then_some(Own(self.decided))
    }

    fn apply(&mut self, swaps: bool, mut tell: impl FnMut(&bool)) {
        self.decided += 1;
        if swaps {
            self.numbers.swap(0, 1);
        }
        tell(&swaps);
    }

    fn close<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<Won> {
        let [first, second] = self.numbers;
        let drawn = first == second;
        let winner = if drawn { rng.next_u32() as usize % 2 } else { usize::from(second > first) };
        (self.numbers != [7, 7]).then_some(Won { winner, drawn })
    }

    fn points((): &(), won: &Won, seat: usize) -> i64 {
        i64::from(won.winner == seat)
    }

    fn is_drawn(won: &Won) -> bool {
        won.drawn
    }
}

impl Text for Higher {
    const NAME: &'static str = "higher";

    fn action_text(swaps: bool) -> String {
        if swaps { "swap" } else { "keep" }.to_owned()
    }

    fn read_action(_: &Own, text: &str) -> Result<bool, TextError> {
        match text.to_lowercase().as_str() {
            "swap" => Ok(true),
            "keep" => Ok(false),
            _ => Err(TextError::new(text, Decision::Play, "`swap` or `keep`")),
        }
    }
}

impl Recorded for Higher {
    fn dealt(&self) -> Vec<String> {
        self.numbers.map(|number| number.to_string()).to_vec()
    }

    fn deal_again(&mut self, seats: &[usize], dealt: &[String]) -> Result<(), Box<dyn Error + Send + Sync>> {
        let ([first, second], [one, other]) = (dealt, seats) else {
            return Err("two numbers are dealt".into());
        };
        *self = Self { players: [usize::from(*one > *other), usize::from(*one <= *other)], ..Self::new(&()) };
        (self.numbers, self.decided) = ([first.parse()?, second.parse()?], 0);
        Ok(())
    }
}

/// A record of some games by random players.
fn recorded(games: u32) -> Recorder<Higher> {
    let key = StreamKey::new(5, 0);
    let mut players = [Random; 2];
    let mut seats = PerSeatRng::new(players.each_mut(), [1, 2].map(|seat| key.substream(seat).rng()));
    let (mut game, mut dealer, mut recorder) = (Higher::new(&()), key.rng(), Recorder::new(&(), ["a", "b"]));
    for _ in 0..games {
        play(&mut game, &mut seats, &mut dealer, &mut recorder);
    }
    recorder
}

#[test]
fn drawn_seats_drawn_places_and_cards_thrown_in_are_on_record() {
    let record = recorded(200);
    let games = record.games();
    assert!(games.iter().any(|game| game.seats == [1, 0]) && games.iter().any(|game| game.points.is_none()));
    let drawn = |winner: usize| {
        let is_draw = |game: &&GameRecord| game.dealt[0] == game.dealt[1] && game.points.is_some();
        games
            .iter()
            .filter(is_draw)
            .filter(|game| game.points.as_ref().is_some_and(|points| points[winner] == 1))
            .count()
    };
    // Drawn places are read as they were recorded, for either winner.
    assert!(drawn(0) > 0 && drawn(1) > 0);
    let text = record.to_string();
    let read: Vec<_> = read::<Higher>(text.as_bytes()).map(|entry| entry.expect("a true record")).collect();
    assert_eq!(read.iter().map(ToString::to_string).collect::<String>(), text);
    let verified = verify_games::<Higher>(text.as_bytes(), &()).expect("true records");
    assert_eq!((verified.games, verified.actions.counted()), (200, (400, "action")));
}

/// Texts that are read leniently are written in their own form.
#[test]
fn texts_are_read_leniently_and_points_are_not() {
    let record = recorded(40);
    let number = record.games().iter().position(|game| game.dealt[0] != game.dealt[1]).expect("a winner");
    let (head, mut game) =
        (record.to_string().lines().next().expect("a head").to_owned(), record.games()[number].clone());
    game.game = 0;
    let again = |game: &GameRecord| {
        let text = format!("{head}\n{}", write_line(game));
        read::<Higher>(text.as_bytes()).nth(1).expect("a game").map_err(|error| error.to_string())
    };
    let mut loud = game.clone();
    loud.actions.iter_mut().for_each(|(_, text)| *text = text.to_uppercase());
    assert_eq!(again(&loud), Ok(Entry::Game(game.clone())));
    let mut other = game.clone();
    other.points = other.points.map(|points| points.into_iter().rev().collect());
    assert!(again(&other).is_err_and(|error| error.contains("`points` is ")), "{other:?}");
    other.clone_from(&game);
    other.seats = vec![2, 3];
    assert!(again(&other).is_err_and(|error| error.contains("`seats` is [2,3], but the replay has [0,1]")));
    other.clone_from(&game);
    other.dealt[1] = "x".to_owned();
    assert_eq!(
        again(&other).unwrap_err(),
        "line 2: game 0: invalid `seats` or `dealt`: invalid digit found in string"
    );
    assert_eq!(Lines::new(head.as_bytes(), 9).count(), 1, "too long");
}
