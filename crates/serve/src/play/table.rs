//! A table of any card game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quadrille::experiments::cards::play::Session;
use quadrille::experiments::cards::reviews::{Budget, RecordedGame, ReviewOptions, advise, review};
use quadrille::experiments::cards::table_game::{Finished, TableGame, record};
use quadrille::experiments::cards::{CardGame, GameOf, SetupOf};
use quadrille::progress::Observer;
use quadrille::table::{Decision, Entrant, Game, Present as _, Scene, Text as _, View as _, question};
use serde::Serialize;
use serde_json::Value;

use super::state::{Choice, ChosenRule, GameResult, Logged, Phase, SeatState, TableState, Thought};

/// Maximum number of finished games in the record. Beyond this number, the oldest are dropped.
const MOST_FINISHED: usize = 200;
/// The effort of a hint: the number of playouts of a search, and the number of worlds in which
/// actions are compared.
const HINT: (u32, u32) = (500, 192);

/// A long computation: it receives an observer, which may cancel it, and returns its answer or the
/// reason why there is none.
pub(super) type Work = Box<dyn FnOnce(&dyn Observer) -> Result<Value, String> + Send>;

/// Returns the budget in the name of a player that searches.
pub(super) fn search_budget(name: &str) -> Option<Budget> {
    name.strip_prefix("search:").and_then(|budget| budget.parse().ok())
}

/// Returns the answer of a computation as JSON.
pub(super) fn answered<A: Serialize, E: ToString>(answer: Result<A, E>) -> Result<Value, String> {
    let answer = answer.map_err(|error| error.to_string())?;
    serde_json::to_value(answer).map_err(|error| error.to_string())
}

/// The parts of a table's state that do not depend on the game.
#[derive(Debug)]
pub(super) struct Around {
    pub(super) paused: bool,
    /// The milliseconds between two moves of programs.
    pub(super) pace: u64,
    pub(super) hint: Thought,
    pub(super) review: Thought,
}

impl Default for Around {
    fn default() -> Self {
        Self { paused: false, pace: 700, hint: Thought::default(), review: Thought::default() }
    }
}

/// An entry in the list of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct TableSummary {
    /// The name of the game.
    pub(super) game: &'static str,
    /// The number of the current game.
    pub(super) number: u64,
    /// Whether the current game is over.
    is_over: bool,
}

/// A table of any game, without the type of the game.
pub(super) trait Playing: Send {
    /// Returns the state as JSON.
    fn state(&mut self, around: &Around) -> String;

    /// Returns the number of changes of the table so far.
    fn version(&self) -> u64;

    fn phase(&mut self) -> Phase;

    /// Returns whether a person plays.
    fn has_person(&self) -> bool;

    /// Returns a flag. When it is set, all waits for external programs end.
    fn stopped(&self) -> Arc<AtomicBool>;

    /// Returns the minimum duration of the next action if a program decides. For a search with a
    /// time limit in its name, this is the time limit, otherwise 0. A search with only one legal
    /// action answers at once; the minimum duration hides this from the other players.
    fn shortest_turn(&mut self) -> Duration;

    /// Lets a program act.
    fn step(&mut self);

    /// Executes an action of the person; an illegal action is ignored.
    fn act(&mut self, text: &str);

    /// Takes back the last decision of the person.
    fn undo(&mut self);

    /// Shows or hides all hands.
    fn show(&mut self, shown: bool);

    /// Deals the next game, after the end of the last one.
    fn next(&mut self);

    /// Returns the computation of a hint for the person; `None` if the person has no decision to
    /// make.
    fn advise(&mut self) -> Option<Work>;

    /// Returns the computation that reviews the last finished game.
    fn review(&mut self) -> Option<Work>;

    /// Returns the record of the finished game with this number, or of all finished games if no
    /// number is given. Returns `None` if there is no such game.
    fn record(&self, number: Option<u64>) -> Option<String>;

    /// Returns the summary for the list of tables.
    fn summary(&self) -> TableSummary;
}

/// A table of a game.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent property")]
pub(super) struct CardTable<K: TableGame> {
    session: Session<GameOf<K>>,
    setup: SetupOf<K>,
    rules: Vec<ChosenRule>,
    /// The seed, unless it must be hidden because it determines the deals of later games.
    seed: Option<u64>,
    /// The names of the players, player 0 first.
    names: Vec<String>,
    /// Whether player 0 is a person.
    has_person: bool,
    /// Whether a player is an external program. If so, decisions cannot be taken back, because the
    /// state of the program cannot be restored.
    has_programs: bool,
    /// When this is set, all waits for external programs end.
    stopped: Arc<AtomicBool>,
    shown: bool,
    version: u64,
    /// The current game as it was after the deal.
    start: GameOf<K>,
    log: Vec<Logged>,
    /// The scene of the last decision, reduced to the parts that the person knows.
    scene: Scene,
    result: Option<GameResult>,
    thrown_in: bool,
    /// The total points of each player.
    totals: Vec<i64>,
    /// The finished games, the oldest first.
    finished: Vec<Finished<GameOf<K>>>,
    /// The numbers of the finished games, in the order of `finished`.
    numbers: Vec<u64>,
}

/// The rules of a table.
pub(super) struct TableRules<K: TableGame> {
    pub(super) setup: SetupOf<K>,
    /// The rules as the page explains them.
    pub(super) rules: Vec<ChosenRule>,
}

/// The seed of a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableSeed {
    pub(super) seed: u64,
    /// Whether the page chose the seed.
    pub(super) is_chosen: bool,
}

/// The players of a table.
pub(super) struct Seated<K: TableGame> {
    /// The names, player 0 first.
    pub(super) names: Vec<String>,
    /// The entrants; `None` is the person, who is player 0.
    pub(super) entrants: Vec<Option<Entrant<GameOf<K>>>>,
    /// Whether a player is an external program.
    pub(super) has_programs: bool,
    /// When this is set, all waits for external programs end.
    pub(super) stopped: Arc<AtomicBool>,
}

impl<K: TableGame> CardTable<K> {
    /// Opens a table and deals the first game.
    pub(super) fn new(rules: TableRules<K>, players: Seated<K>, seed: TableSeed, shown: bool) -> Self {
        let TableRules { setup, rules } = rules;
        let Seated { names, entrants, has_programs, stopped } = players;
        let TableSeed { seed, is_chosen } = seed;
        let has_person = entrants.iter().any(Option::is_none);
        let mut session = Session::new(&setup, &entrants, seed);
        session.deal();
        let start = session.game().clone();
        let mut table = Self {
            totals: vec![0; names.len()],
            session,
            setup,
            rules,
            seed: (is_chosen || !has_person).then_some(seed),
            names,
            has_person,
            has_programs,
            stopped,
            shown,
            version: 0,
            start,
            log: Vec::new(),
            scene: Scene::default(),
            result: None,
            thrown_in: false,
            finished: Vec::new(),
            numbers: Vec::new(),
        };
        table.dealt();
        table
    }

    /// Begins a game that was dealt elsewhere, in place of the current one.
    #[cfg(test)]
    pub(super) fn deal_as(&mut self, start: GameOf<K>) {
        self.session.deal_as(start);
        self.dealt();
    }

    fn dealt(&mut self) {
        self.start = self.session.game().clone();
        self.log.clear();
        (self.result, self.thrown_in) = (None, false);
        if self.shown {
            self.session.practise();
        }
        self.look();
    }

    /// Returns the seat of the person in this game.
    fn own(&mut self) -> Option<usize> {
        let seats = self.names.len();
        let game = self.session.game();
        self.has_person.then(|| (0..seats).find(|&seat| game.player(seat) == 0)).flatten()
    }

    /// Stores the scene of the seat to act in `scene`, reduced to the parts that the person knows.
    fn look(&mut self) {
        let own = self.own();
        let Some(view) = self.session.game().view() else { return };
        let mut scene = GameOf::<K>::scene(&view);
        scene.hand.clear();
        if own != Some(scene.seat) {
            scene.secrets.clear();
        }
        self.scene = scene;
    }

    /// Updates the table after an action: completes the log, and closes the game if it is over.
    fn acted(&mut self, entry: Logged) {
        self.version += 1;
        self.log.push(entry);
        self.look();
        if self.session.game().view().is_some() {
            let clears = self.scene.table.is_empty();
            if let Some(last) = self.log.last_mut() {
                last.clears = clears;
            }
            return;
        }
        match self.session.close() {
            Some(outcome) => self.over(outcome),
            None => self.thrown_in = true,
        }
    }

    fn over(&mut self, outcome: <GameOf<K> as Game>::Outcome) {
        let seats = 0..self.names.len();
        let points = |seat| K::counted(GameOf::<K>::points(&self.setup, &outcome, seat));
        let points: Vec<i64> = seats.clone().map(points).collect();
        // Seats may be redrawn after a game; `start` has the seats of this game.
        for seat in seats.clone() {
            self.totals[self.start.player(seat)] += points[seat];
        }
        let totals = seats.map(|seat| self.totals[self.start.player(seat)]).collect();
        let (fewer_win, seed) = (<K as CardGame>::WORDS.fewer_win, self.seed.map(|seed| seed.to_string()));
        let parts = self.session.game().becomes(&outcome);
        self.result = Some(GameResult { points, totals, parts, fewer_win, seed });
        if self.finished.len() == MOST_FINISHED {
            self.finished.remove(0);
            self.numbers.remove(0);
        }
        self.finished.push(Finished {
            start: self.start.clone(),
            actions: self.session.actions().collect(),
            end: self.session.game().clone(),
            outcome,
            practice: self.has_person && self.session.is_practice(),
        });
        self.numbers.push(self.session.number());
    }

    fn entry(
        seat: usize,
        action: <GameOf<K> as Game>::Action,
        decision: Decision,
        substituted: Option<String>,
    ) -> Logged {
        let faces = GameOf::<K>::faces(action);
        Logged {
            seat,
            decision: decision.asked(),
            text: Some(GameOf::<K>::action_text(action)),
            cards: faces.len(),
            faces,
            kind: GameOf::<K>::kind(action),
            clears: false,
            substituted,
        }
    }

    fn seats(&mut self, own: Option<usize>, open: bool) -> Vec<SeatState> {
        let hands = self.session.game().hands();
        let players: Vec<usize> = (0..hands.len()).map(|seat| self.start.player(seat)).collect();
        let seat = |(seat, hand): (usize, Vec<String>)| {
            let scene = self.scene.seats.get(seat).cloned().unwrap_or_default();
            SeatState {
                name: self.names.get(players[seat]).cloned().unwrap_or_default(),
                player: players[seat],
                part: scene.part,
                state: scene.state,
                cards: hand.len(),
                hand: (open || own == Some(seat)).then_some(hand),
            }
        };
        hands.into_iter().enumerate().map(seat).collect()
    }
}

impl<K: TableGame> Playing for CardTable<K> {
    fn state(&mut self, around: &Around) -> String {
        let (own, phase) = (self.own(), self.phase());
        let is_over = matches!(phase, Phase::Over | Phase::ThrownIn);
        let open = self.shown || is_over;
        let seats = self.seats(own, open);
        let hand = own.and_then(|own| seats.get(own)?.hand.clone()).unwrap_or_default();
        let practice = self.session.is_practice();
        let can_undo = !self.has_programs
            && self.result.is_none()
            && own.is_some_and(|own| self.log.iter().any(|entry| entry.seat == own));
        let (number, version) = (self.session.number(), self.version);
        let game = self.session.game();
        let setup = game.setup().clone();
        let acts = game.view().map(|view| view.seat());
        let view = if phase == Phase::Person { game.view() } else { None };
        let ask = view.as_ref().map(question::<GameOf<K>>);
        let choice = |action| Choice {
            text: GameOf::<K>::action_text(action),
            faces: GameOf::<K>::faces(action),
            kind: GameOf::<K>::kind(action),
        };
        let choices = view.map_or_else(Vec::new, |view| {
            (0..view.choices()).filter_map(|place| view.choice(place)).map(choice).collect()
        });
        let known = |entry: &Logged| {
            let is_hidden = entry.decision == Decision::Give.asked() && !open && own != Some(entry.seat);
            if is_hidden { entry.hidden() } else { entry.clone() }
        };
        let state = TableState {
            game: GameOf::<K>::NAME,
            title: <K as CardGame>::WORDS.title,
            number,
            version,
            phase,
            person: own,
            acts,
            rules: &self.rules,
            switches: K::switches_on(Some(&setup)),
            can_undo,
            practice,
            shown: self.shown,
            seats,
            facts: self.scene.all_facts().map(str::to_owned).collect(),
            table: self.scene.table.clone(),
            hand,
            ask,
            choices,
            log: self.log.iter().map(known).collect(),
            result: self.result.as_ref(),
            paused: around.paused,
            pace: around.pace,
            hint: &around.hint,
            review: &around.review,
        };
        serde_json::to_string(&state).unwrap_or_default()
    }

    fn version(&self) -> u64 {
        self.version
    }

    fn phase(&mut self) -> Phase {
        match (self.session.person(), self.session.game().view()) {
            (Some(_), _) => Phase::Person,
            (None, Some(_)) => Phase::Program,
            (None, None) if self.thrown_in => Phase::ThrownIn,
            (None, None) => Phase::Over,
        }
    }

    fn has_person(&self) -> bool {
        self.has_person
    }

    fn stopped(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stopped)
    }

    fn shortest_turn(&mut self) -> Duration {
        let game = self.session.game();
        let player = game.view().map(|view| view.seat()).map(|seat| game.player(seat));
        match player.and_then(|player| search_budget(self.names.get(player)?)) {
            Some(Budget::Time(time)) => time,
            _ => Duration::ZERO,
        }
    }

    fn step(&mut self) {
        if let Some(acted) = self.session.step() {
            self.acted(Self::entry(acted.seat, acted.action, acted.decision, acted.substituted));
        }
    }

    fn act(&mut self, text: &str) {
        let Some((_, seat)) = self.session.person() else { return };
        let Some(view) = self.session.game().view() else { return };
        let decision = view.decision();
        let Ok(action) = GameOf::<K>::read_action(&view, text) else { return };
        if self.session.act(action) {
            self.acted(Self::entry(seat, action, decision, None));
        }
    }

    fn undo(&mut self) {
        if self.has_programs || self.result.is_some() || !self.session.undo() {
            return;
        }
        self.version += 1;
        self.thrown_in = false;
        self.log.truncate(self.session.actions().count());
        self.look();
    }

    fn show(&mut self, shown: bool) {
        self.version += 1;
        self.shown = shown;
        if shown && self.result.is_none() {
            self.session.practise();
        }
    }

    fn next(&mut self) {
        if self.session.game().view().is_some() {
            return;
        }
        self.version += 1;
        self.session.deal();
        self.dealt();
    }

    fn advise(&mut self) -> Option<Work> {
        self.session.person()?;
        let mut game = self.session.game().clone();
        Some(Box::new(move |observer| {
            let (playouts, worlds) = HINT;
            let answer = advise(&mut game, Some(playouts), Some(worlds), threads(), 0, observer);
            answered(answer.ok_or("the hint was cancelled"))
        }))
    }

    fn review(&mut self) -> Option<Work> {
        self.result.as_ref()?;
        let course = self.session.course()?;
        let games = [RecordedGame { names: self.names.clone(), course }];
        let player = self.has_person.then(|| "0".to_owned());
        Some(Box::new(move |observer| {
            let options = ReviewOptions { player, threads: threads(), ..ReviewOptions::default() };
            answered(review(&games, &options, observer))
        }))
    }

    fn record(&self, number: Option<u64>) -> Option<String> {
        let games = match number {
            None => &self.finished[..],
            Some(number) => {
                let at = self.numbers.iter().position(|&other| other == number)?;
                &self.finished[at..=at]
            }
        };
        Some(record::<K>(&self.setup, &self.names, games))
    }

    fn summary(&self) -> TableSummary {
        let is_over = self.result.is_some() || self.thrown_in;
        TableSummary { game: GameOf::<K>::NAME, number: self.session.number(), is_over }
    }
}

/// Returns the number of threads for a hint or review, which affects only its duration.
pub(super) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |threads| threads.get().min(4))
}

#[cfg(test)]
mod secrecy;
