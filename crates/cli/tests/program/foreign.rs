//! External players: the example bot, and every way in which a program can fail.

use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{assert_no_panic, experiment, json, quadrille, refused, root, run, stderr, text};

/// A shell program that always passes, even where that is illegal.
pub(super) const PASSES: &str =
    "i=0; while read -r q; do i=$((i + 1)); echo \"{\\\"id\\\":$i,\\\"move\\\":\\\"pass\\\"}\"; done\n";

/// The example bot before the introduction of the question `ready`, at which it exits.
pub(super) const WITHOUT_READY: &str = "crates/cli/tests/data/bot_without_ready.py";

/// Returns the result of an arena in a fresh folder that contains the example bot.
fn arena(toml: &str) -> Value {
    arena_with("examples/players/bot.py", toml)
}

/// Returns the result of the same arena with another bot.
fn arena_with(bot: &str, toml: &str) -> Value {
    let (folder, file) = experiment(toml);
    std::fs::create_dir(folder.path().join("players")).unwrap();
    std::fs::copy(root().join(bot), folder.path().join("players/bot.py")).unwrap();
    let answer = json(&["run", text(&file), "--out", text(&folder.path().join("out"))]);
    let page = std::fs::read_to_string(folder.path().join("out/report.html")).unwrap();
    assert!(page.contains("not reproducible"), "the page says so");
    answer["result"].clone()
}

fn doudizhu(program: &str, timeout: u64) -> Value {
    arena(&format!(
        "kind = \"doudizhu.arena\"\nseed = 5\n[run]\nthreads = 2\n[doudizhu]\nplayers = ['cmd:{program}', \"random\", \"rule\"]\n\
         games = 6\nmove_timeout = {timeout}\n"
    ))
}

fn daifugo(program: &str, timeout: u64) -> Value {
    arena(&format!(
        "kind = \"daifugo.arena\"\nseed = 5\n[daifugo]\nplayers = ['cmd:{program}', \"greedy\", \"random\", \"random\"]\n\
         games = 8\nsitting = 2\nmove_timeout = {timeout}\n"
    ))
}

/// Returns the faults of the first player: late, gone, unreadable, illegal.
fn faults(result: &Value) -> [u64; 4] {
    assert_eq!(result["reproducible"], false);
    assert!(result["why_not_reproducible"].as_str().unwrap().contains("programs"));
    for other in &result["players"].as_array().unwrap()[1..] {
        let faults = other["faults"].as_object().unwrap();
        assert!(faults.values().all(|count| count == 0), "{faults:?} of a built-in player");
    }
    ["late", "gone", "unreadable", "illegal"].map(|key| result["players"][0]["faults"][key].as_u64().unwrap())
}

#[test]
fn the_example_bot_plays_all_games() {
    let result = doudizhu("python3 players/bot.py", 20_000);
    assert_eq!(faults(&result), [0; 4]);
    assert_eq!(result["players"][0]["name"], "cmd:python3 players/bot.py");
    assert_eq!(result["players"][0]["games"], 6);
    let result = daifugo("python3 players/bot.py", 20_000);
    assert_eq!(faults(&result), [0; 4]);
    assert_eq!(result["players"][0]["games"], 8);
    let hearts = "seed = 5\n[hearts]\nplayers = ['cmd:python3 players/bot.py', \"rule\", \"random\", \"random\"]\n\
                  games = 8\nmove_timeout = 20000\n";
    for kind in ["hearts.arena", "hearts.league"] {
        let result = arena(&format!("kind = \"{kind}\"\n{hearts}"));
        assert_eq!(faults(&result), [0; 4]);
        assert_eq!(result["players"][0]["games"], 8);
    }
}

#[test]
fn the_example_bot_plays_a_league() {
    let result = arena(
        "kind = \"daifugo.league\"\nseed = 5\n[daifugo]\nplayers = ['cmd:python3 players/bot.py', \"greedy\", \"random\", \"random\"]\n\
         seats = 3\ngames = 24\nsitting = 1\nmove_timeout = 20000\n",
    );
    assert_eq!(faults(&result), [0; 4]);
    assert_eq!((result["players"][0]["games"].as_u64(), result["rounds"].as_u64()), (Some(18), Some(8)));
}

#[test]
fn auctions_are_asked_for_too() {
    let result = arena(
        "kind = \"doudizhu.arena\"\nseed = 5\n[doudizhu]\nplayers = ['cmd:python3 players/bot.py', \"random\", \"rule\"]\n\
         games = 6\nscoring = \"classic\"\nauction = \"call-rob\"\nopen_hand = true\ndoubling = true\nmove_timeout = 20000\n",
    );
    assert_eq!(faults(&result), [0; 4]);
}

/// Returns a Python program that answers each question `q` with the expression `answer`.
fn answering(answer: &str) -> String {
    format!(
        "python3 -c \"import json, sys\nfor line in sys.stdin:\n    q = json.loads(line)\n    {answer}\n    sys.stdout.flush()\""
    )
}

#[test]
fn a_bot_that_ends_at_ready_plays_as_one_that_answers_it() {
    let doudizhu = "kind = \"doudizhu.arena\"\nseed = 5\n[run]\nthreads = 2\nshards = 2\n[doudizhu]\n\
                    players = [\"cmd:python3 players/bot.py\", \"random\", \"rule\"]\ngames = 12\nmove_timeout = 20000\n";
    let daifugo = "kind = \"daifugo.arena\"\nseed = 5\n[daifugo]\n\
                   players = [\"cmd:python3 players/bot.py\", \"greedy\", \"random\"]\ngames = 6\nmove_timeout = 20000\n";
    for toml in [doudizhu, daifugo] {
        let with = arena(toml);
        assert_eq!(faults(&with), [0; 4]);
        assert_eq!(arena_with(WITHOUT_READY, toml), with);
    }
}

/// Returns the faults in both games of a program with `timeout` milliseconds per decision.
fn both(program: &str, timeout: u64) -> [[u64; 4]; 2] {
    // `'cmd:…'` is a literal string of TOML, which ends with its line: longer programs are
    // multi-line ones.
    let quoted = |toml: &str| toml.replace("'cmd:PROGRAM'", &format!("'''cmd:{program}'''"));
    let [doudizhu, daifugo] = [
        "kind = \"doudizhu.arena\"\nseed = 5\n[doudizhu]\nplayers = ['cmd:PROGRAM', \"random\", \"rule\"]\n",
        "kind = \"daifugo.arena\"\nseed = 5\n[daifugo]\nplayers = ['cmd:PROGRAM', \"greedy\", \"random\"]\n",
    ]
    .map(|begin| arena(&quoted(&format!("{begin}games = 3\nmove_timeout = {timeout}\n"))));
    [faults(&doudizhu), faults(&daifugo)]
}

#[test]
fn a_run_tolerates_any_answer() {
    // Every second decision is illegal.
    let illegal = answering(
        "print(json.dumps({'id': q['id'], 'move': ('2222' if q['game'] == 'doudizhu' else 'S2 H2 D2 C2') if q['id'] % 2 else q.get('moves', [''])[0], 'cards': 'JK'}))",
    );
    for faults in both(&illegal, 20_000) {
        assert!(faults[3] > 0 && faults[0] + faults[1] + faults[2] == 0, "{faults:?}");
    }
    // The program exits after every third answer: the missing answer is requested again, once per
    // game.
    let mortal = answering(
        "n = globals().get('n', 0) + 1; print(json.dumps({'id': q['id'], 'move': (q.get('moves') or ['pass'])[-1], 'cards': ' '.join(q.get('hand', '').split()[:q.get('number', 0)])})); n == 3 and sys.exit()",
    );
    for faults in both(&mortal, 20_000) {
        assert_eq!([faults[0], faults[2], faults[3]], [0; 3], "{faults:?}");
    }
}

#[test]
fn programs_are_refused_where_they_cannot_be() {
    let refuse = |players: &str, more: &str, says: &[&str]| {
        let (folder, file) =
            experiment(&format!("kind = \"doudizhu.arena\"\n[doudizhu]\nplayers = [{players}]\n{more}"));
        refused(&["run", text(&file), "--out", text(&folder.path().join("out"))], says);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is written");
    };
    refuse("\"cmd:\", \"rule\", \"rule\"", "", &["e.toml:3:12", "no program is named"]);
    refuse("\"cmd:python3 'bot\", \"rule\", \"rule\"", "", &["e.toml:3:12", "quotation mark"]);
    refuse("\"rulle\", \"rule\", \"rule\"", "", &["e.toml:3:12", "did you mean `rule`?", "cmd:"]);
    refuse("\"cmd:x\", \"rule\", \"rule\"", "move_timeout = 0\n", &["e.toml:4:16", "from 1 to 3600000"]);
    refuse("\"cmd:x\", \"rule\", \"rule\"", "startup_timeout = 0\n", &["e.toml:4:19", "from 1 to 3600000"]);
    refuse("\"rule\", \"rule\", \"rule\"", "move_timeout = 5\n", &["e.toml:4:16", "no player is a program"]);
    refuse(
        "\"rule\", \"rule\", \"rule\"",
        "startup_timeout = 5\n",
        &["e.toml:4:19", "no player is a program"],
    );
}

#[cfg(unix)]
#[test]
fn waiting_for_a_program_ends_at_ctrl_c() {
    let (folder, file) = experiment(
        "kind = \"daifugo.arena\"\n[daifugo]\nplayers = [\"cmd:sleep 1000\", \"greedy\", \"greedy\"]\ngames = 3\nmove_timeout = 3600000\n",
    );
    let child = quadrille(&["run", text(&file), "--out", text(&folder.path().join("out"))])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !folder.path().join("out/run.json").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(300));
    let interrupted = Instant::now();
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(interrupted.elapsed() < Duration::from_secs(2), "it took {:?}", interrupted.elapsed());
    assert_eq!(output.status.code(), Some(1));
    assert_no_panic(&stderr(&output));
}

#[test]
fn programs_start_in_the_folder_of_a_file_that_is_named_without_it() {
    let (folder, file) = experiment(
        "kind = \"doudizhu.arena\"\nseed = 5\n[doudizhu]\nplayers = [\"cmd:python3 bot.py\", \"random\", \"rule\"]\n\
         games = 3\nmove_timeout = 20000\n",
    );
    std::fs::copy(root().join("examples/players/bot.py"), folder.path().join("bot.py")).unwrap();
    let name = text(file.file_name().unwrap().as_ref());
    let output = quadrille(&["run", name, "--json", "--quiet"]).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(faults(&answer["result"]), [0; 4]);
}

#[test]
fn commands_take_programs_too() {
    let bot = format!("cmd:python3 {}", text(&root().join("examples/players/bot.py")));
    let players = format!("{bot},rule,rule");
    let answer = json(&["doudizhu", "arena", "--players", &players, "--games", "3", "--seed", "1"]);
    assert_eq!(answer["reproducible"], false);
    assert_eq!(answer["players"][0]["name"], bot);
    let output = run(&["doudizhu", "arena", "--players", "cmd:,rule,rule", "--games", "3"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}
