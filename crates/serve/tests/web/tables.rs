//! Card tables over real sockets: whole games, two pages, reconnecting, practice, records, reviews.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Site, Socket};

const GAMES: [(&str, &[&str]); 3] = [
    ("doudizhu", &["you", "rule", "rule"]),
    ("daifugo", &["you", "greedy", "greedy", "policy", "greedy"]),
    ("hearts", &["you", "rule", "rule", "rule"]),
];

fn open(site: &Site, wanted: &Value) -> String {
    let opened = site.post("/api/play/open", wanted);
    assert_eq!(opened.status, 200, "{}", opened.text());
    opened.json()["table"].as_str().unwrap().to_owned()
}

fn socket(site: &Site, table: &str) -> Socket {
    Socket::at(site, &format!("/table?table={table}"))
}

fn is(phase: &str) -> impl Fn(&Value) -> bool {
    move |state| state["phase"] == phase
}

/// Plays the last legal action of each decision of the person, to the end of the game.
fn finish(socket: &mut Socket, mut state: Value) -> Value {
    socket.send(&json!({ "do": "pace", "milliseconds": 0 }));
    while !["over", "thrown_in"].contains(&state["phase"].as_str().unwrap()) {
        let version = state["version"].as_u64().unwrap();
        if state["phase"] == "person" {
            let choices = state["choices"].as_array().unwrap();
            // The last legal call is a bid, which avoids a throw-in.
            let text = choices.last().unwrap()["text"].clone();
            socket.send(&json!({ "do": "act", "text": text, "version": version }));
        }
        state = socket.until("the next move", |state| state["version"].as_u64() > Some(version));
    }
    state
}

#[test]
fn a_whole_game_of_each() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    for (game, players) in GAMES {
        let table = open(&site, &json!({ "game": game, "players": players, "seed": "5" }));
        let mut socket = socket(&site, &table);
        let first = socket.until("the deal", |state| state["game"] == game);
        let own = first["person"].as_u64().unwrap() as usize;
        for (seat, shown) in first["seats"].as_array().unwrap().iter().enumerate() {
            assert_eq!(shown["hand"].is_array(), seat == own, "{game}: only the own hand is shown");
            let player = usize::try_from(shown["player"].as_u64().unwrap()).unwrap();
            assert_eq!(shown["name"], players[player], "{game}");
        }
        assert!(first["result"].is_null() && !first.to_string().contains("\"seed\""), "{game}");
        let asked =
            if first["phase"] == "person" { first.clone() } else { socket.until("a turn", is("person")) };
        // The question has the format for external programs.
        assert_eq!((&asked["ask"]["game"], &asked["ask"]["seat"]), (&json!(game), &json!(own)), "{game}");
        let last = finish(&mut socket, asked);
        assert_eq!(last["phase"], "over", "{game}");
        assert_eq!(last["result"]["seed"], "5");
        assert!(last["seats"].as_array().unwrap().iter().all(|seat| seat["hand"].is_array()), "{game}");
        let record = site.get(&format!("/api/play/record?table={table}"));
        assert!(record.status == 200 && !record.text().contains("practice"), "{}", record.text());
        let read = site.post("/api/records/read", &json!({ "text": record.text() })).json();
        assert_eq!((&read["game"], &read["count"]), (&json!(game), &json!(1)), "{read}");
        let newest = || site.get("/api/play/tables").json()[0].clone();
        assert_eq!(newest(), json!({ "table": table, "game": game, "number": 1, "is_over": true }));
        socket.send(&json!({ "do": "next", "version": last["version"] }));
        socket.until("the second game", |state| state["number"] == 2);
        assert_eq!(newest(), json!({ "table": table, "game": game, "number": 2, "is_over": false }));
        // The record of a single game.
        let first = site.get(&format!("/api/play/record?table={table}&number=1"));
        assert_eq!(first.text(), record.text(), "{game}");
        let file = format!("attachment; filename=\"{game}-1.jsonl\"");
        assert_eq!(first.header("content-disposition"), Some(&*file));
        let second = site.get(&format!("/api/play/record?table={table}&number=2"));
        assert!(second.status == 404 && second.text().contains("does not contain"), "{}", second.text());
    }
    assert_eq!(site.get("/api/play/tables").json().as_array().unwrap().len(), 3);
    site.server.end();
}

/// Plays the first legal action at each turn of the person, until programs have made 20 actions.
/// Returns the time from each action of the person to the next turn or the end of the game, and the
/// number of the programs' actions in between.
fn times(site: &Site, game: &str, players: &[&str]) -> Vec<(Duration, u32)> {
    let table = open(site, &json!({ "game": game, "players": players, "seed": "1" }));
    let mut socket = socket(site, &table);
    socket.send(&json!({ "do": "pace", "milliseconds": 0 }));
    let mut state = socket.until("a turn", |state| state["phase"] == "person" && state["pace"] == 0);
    let mut times = Vec::new();
    while state["phase"] == "person" && times.iter().map(|(_, actions)| actions).sum::<u32>() < 20 {
        let choices = state["choices"].as_array().unwrap();
        // The last call is a bid, which avoids a throw-in.
        let chosen =
            if state["log"].as_array().unwrap().is_empty() { choices.last() } else { choices.first() };
        let act = json!({ "do": "act", "text": chosen.unwrap()["text"], "version": state["version"] });
        let (begun, before) = (Instant::now(), state["log"].as_array().unwrap().len());
        socket.send(&act);
        let version = state["version"].as_u64();
        state = socket
            .until("the next turn", |next| next["phase"] != "program" && next["version"].as_u64() > version);
        let actions = state["log"].as_array().unwrap().len() - before - 1;
        times.push((begun.elapsed(), u32::try_from(actions).unwrap()));
    }
    times
}

/// A search answers at once if it has no choice. The table does not show that it had none.
#[test]
fn actions_of_a_timed_search_are_equally_slow() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let budget = Duration::from_millis(100);
    let times = times(&site, "hearts", &["you", "search:100ms", "search:100ms", "search:100ms"]);
    assert!(times.iter().any(|(_, actions)| *actions > 0));
    for (time, actions) in times {
        assert!(time >= budget * actions, "{actions} actions");
    }
    site.server.end();
}

/// The times are printed but not checked, because the machine may be busy.
#[test]
fn times_of_policies_and_searches_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    for (game, players) in GAMES {
        for player in ["policy", "search:100ms"] {
            let mut players = players.to_vec();
            players[1..].fill(player);
            let times = times(&site, game, &players);
            let longest =
                times.iter().filter(|(_, actions)| *actions > 0).map(|(time, actions)| *time / *actions);
            let (count, longest) = (times.len(), longest.max().expect("a program has acted"));
            println!("{game}, {player}: at most {longest:?} per action in {count} rounds");
        }
    }
    site.server.end();
}

#[test]
fn two_pages_show_the_same_and_a_page_finds_its_game_again() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let table =
        open(&site, &json!({ "game": "hearts", "players": ["you", "rule", "rule", "rule"], "seed": "1" }));
    let (mut one, mut other) = (socket(&site, &table), socket(&site, &table));
    let state = one.until("a turn", is("person"));
    assert_eq!(other.until("a turn", is("person")), state);
    let act = json!({ "do": "act", "text": state["choices"][0]["text"], "version": state["version"] });
    one.send(&act);
    // The second tab sends the same click, which refers to an old state and is ignored.
    other.send(&act);
    let next = one.until("the action", |next| next["version"] != state["version"]);
    assert_eq!(other.until("the action", |next| next["version"] != state["version"]), next);
    assert_eq!(next["log"].as_array().unwrap().len(), 1);
    drop(one);
    let mut again = socket(&site, &table);
    let found = again.until("the game", |found| found["version"].as_u64() >= next["version"].as_u64());
    assert_eq!(found["log"][0], next["log"][0]);
    // A missing table is reported by an empty object.
    assert_eq!(socket(&site, "0123").next_text().as_deref(), Some("{}"));
    assert_eq!(site.get("/api/play/record?table=0123").status, 404);
    site.server.end();
}

#[test]
fn hints_undo_and_shown_hands() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let wanted = json!({ "game": "doudizhu", "players": ["you", "rule", "rule"], "rules": { "auction": "none", "rules": "pagat" }, "seed": "3" });
    let table = open(&site, &wanted);
    let mut socket = socket(&site, &table);
    let state = socket.until("a turn", is("person"));
    assert_eq!(state["ask"]["rules"], "pagat");
    socket.send(&json!({ "do": "hint" }));
    let hinted = socket.until("a hint", |state| state["hint"]["answer"].is_object());
    let best = &hinted["hint"]["answer"]["moves"][0]["action"];
    assert!(hinted["choices"].as_array().unwrap().iter().any(|choice| choice["text"] == *best), "{best}");
    assert_eq!(hinted["practice"], false, "a hint uses only what the seat knows");
    socket.send(&json!({ "do": "act", "text": best, "version": hinted["version"] }));
    let acted = socket.until("the action", |state| state["log"].as_array().unwrap().len() == 1);
    assert!(acted["hint"]["answer"].is_null());
    socket.send(&json!({ "do": "undo", "version": acted["version"] }));
    let back = socket.until("the undo", |state| state["practice"] == true);
    assert_eq!((&back["hand"], &back["choices"]), (&state["hand"], &state["choices"]));
    socket.send(&json!({ "do": "show", "shown": true }));
    let shown = socket.until("all hands", |state| state["shown"] == true);
    assert!(shown["seats"].as_array().unwrap().iter().all(|seat| seat["hand"].is_array()));
    finish(&mut socket, shown);
    let record = site.get(&format!("/api/play/record?table={table}")).text();
    assert!(record.contains("you (practice)"), "{record}");
    site.server.end();
}

#[test]
fn programs_play_while_they_are_watched() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let table = open(
        &site,
        &json!({ "game": "hearts", "players": ["policy", "rule", "rule", "random"], "shown": true }),
    );
    let mut socket = socket(&site, &table);
    socket.send(&json!({ "do": "pause", "paused": true }));
    let paused = socket.until("the pause", |state| state["paused"] == true);
    assert!(paused["person"].is_null() && paused["choices"].as_array().unwrap().is_empty());
    let moves = |state: &Value| state["log"].as_array().unwrap().len();
    let before = moves(&paused);
    socket.send(&json!({ "do": "step" }));
    let stepped = socket.until("a step", |state| moves(state) > before);
    assert_eq!(moves(&stepped), before + 1);
    socket.send(&json!({ "do": "pause", "paused": false }));
    socket.send(&json!({ "do": "pace", "milliseconds": 0 }));
    socket.until("the end", is("over"));
    site.server.end();
}

#[test]
fn a_table_states_its_rules() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let rules_of = |wanted: &Value| {
        let table = open(&site, wanted);
        let state = socket(&site, &table).until("the deal", |state| state["rules"].is_array());
        let rules = state["rules"].as_array().unwrap().iter();
        let rules: Vec<String> =
            rules.map(|rule| format!("{}={}", rule["name"], rule["value"]).replace('"', "")).collect();
        (rules.join(" "), state["switches"].clone())
    };
    let players = ["you", "rule", "rule"];
    let usual = json!({ "game": "doudizhu", "players": players });
    assert_eq!(rules_of(&usual).0, "rules=rlcard scoring=classic auction= open_hand= doubling=");
    let rules = json!({ "scoring": "classic", "auction": "call-rob", "open_hand": true, "rules": "pagat" });
    let chosen = json!({ "game": "doudizhu", "players": players, "rules": rules });
    let expected = "rules=pagat scoring=classic auction=call-rob open_hand=true doubling=";
    assert_eq!(rules_of(&chosen).0, expected);
    let rules = json!({ "on": ["miyako-ochi"], "off": ["exchange"], "jokers": 2 });
    let players = ["you", "greedy", "greedy", "greedy"];
    let (rules, switches) = rules_of(&json!({ "game": "daifugo", "players": players, "rules": rules }));
    assert_eq!(rules, "jokers=2");
    let is_on = |name: &str| switches.as_array().unwrap().contains(&json!(name));
    assert!(is_on("miyako-ochi") && is_on("sequences") && !is_on("exchange"), "{switches}");
    site.server.end();
}

#[test]
fn a_wrong_table_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    let open = |wanted: Value| {
        let answer = site.post("/api/play/open", &wanted);
        assert_eq!(answer.status, 400, "{wanted}");
        answer.json()["error"].as_str().unwrap().to_owned()
    };
    assert!(open(json!({ "game": "chess", "players": [] })).contains("there is no card game `chess`"));
    assert!(open(json!({ "game": "doudizhu", "players": ["you", "rule"] })).contains("for 3"));
    assert!(open(json!({ "game": "doudizhu", "players": ["you", "rule", "rool"] })).contains("rool"));
    assert!(open(json!({ "game": "doudizhu", "players": ["you", "rule", "you"] })).contains("you"));
    assert!(
        open(json!({ "game": "hearts", "players": ["you", "rule", "rule", "cmd:sh"] }))
            .contains("a program may not play")
    );
    let rules = json!({ "game": "daifugo", "players": ["you", "greedy", "greedy"], "rules": { "on": ["eight-cut"] } });
    assert!(open(rules).contains("eight-cut"));
    let seed = json!({ "game": "hearts", "players": ["you", "rule", "rule", "rule"], "seed": "-1" });
    assert!(open(seed).contains("2^64-1"));
    for budget in ["20001", "10001ms", "1000s"] {
        let search = format!("search:{budget}");
        let slow = json!({ "game": "doudizhu", "players": ["you", "rule", search] });
        assert!(open(slow).contains("takes too long"), "{budget}");
    }
    let large = json!({ "game": "hearts", "players": vec!["rule"; 20_000] });
    assert_eq!(site.post("/api/play/open", &large).status, 413);
    site.server.end();
}

#[test]
fn records_are_read_and_reviewed() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path());
    for (example, game) in [("doudizhu-games", "doudizhu"), ("daifugo-games", "daifugo")] {
        let text = site.get(&format!("/api/records/example?name={example}")).json()["text"].clone();
        let read = site.post("/api/records/read", &json!({ "text": text })).json();
        assert_eq!(read["game"], game, "{read}");
        let games = read["games"].as_array().unwrap();
        assert!(games.len() > 1, "{read}");
        for (number, listed) in games.iter().enumerate().take(3) {
            let one = &json!({ "text": text, "game": game, "number": number });
            let one = site.post("/api/records/read", one).json();
            let (actions, positions) =
                (one["actions"].as_array().unwrap(), one["positions"].as_array().unwrap());
            assert_eq!(
                (actions.len() as u64, positions.len()),
                (listed["actions"].as_u64().unwrap(), actions.len() + 1)
            );
            // The record of this game alone contains the same actions.
            let alone = json!({ "text": one["record"], "game": game, "number": 0 });
            let read = site.post("/api/records/read", &alone).json();
            assert_eq!((&read["actions"], &read["points"]), (&one["actions"], &one["points"]));
        }
        // A review of a later game receives the record of this game alone.
        let later = &json!({ "text": text, "game": game, "number": 1 });
        let later = site.post("/api/records/read", later).json();
        let player = later["players"][0].to_string();
        let mut socket = Socket::at(&site, "/review");
        socket.send(&json!({ "text": later["record"], "game": game, "number": 0, "player": player }));
        let reviewed = socket.until("the review", |message| message["answer"].is_object());
        assert!(!reviewed["answer"]["decisions"].as_array().unwrap().is_empty());
    }
    // A log of the official server that ends inside a game.
    let log = include_str!("../../../uecda-protocol/tests/data/server_record_std_3games.log");
    let cut = &log[..log.len() * 2 / 3];
    let read = site.post("/api/records/read", &json!({ "text": cut })).json();
    assert!(read["game"] == "daifugo" && read["cut"].is_string(), "{read}");
    let wrong = site.post("/api/records/read", &json!({ "text": "{\"format\":1}\n" }));
    assert!(wrong.status == 400 && wrong.text().contains("line 1"), "{}", wrong.text());

    let text = site.get("/api/records/example?name=doudizhu-games").json()["text"].clone();
    let mut socket = Socket::at(&site, "/review");
    socket.send(&json!({ "text": text, "game": "doudizhu", "number": 0, "player": "0" }));
    let reviewed = socket.until("the review", |message| message["answer"].is_object());
    assert!(!reviewed["answer"]["decisions"].as_array().unwrap().is_empty());
    let mut socket = Socket::at(&site, "/review");
    socket.send(&json!({ "text": text, "game": "doudizhu", "number": 99999 }));
    socket.until("the error", |message| message["error"].is_string());
    let mut socket = Socket::at(&site, "/review");
    socket.send(&json!({ "text": text, "game": "doudizhu", "number": 0, "player": "nobody" }));
    let refused = socket.until("the error", |message| message["error"].is_string());
    assert!(refused["error"].as_str().unwrap().contains("there is no player"), "{refused}");
    site.server.end();
}
