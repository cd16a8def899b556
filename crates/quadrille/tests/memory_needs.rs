//! The memory that every kind states before it starts (`Experiment::memory`), compared with its
//! allocations.
//!
//! The allocator of this test program counts allocations, so there is a single test on one thread.

use peak_alloc::PeakAlloc;
use quadrille::diagnostics::Source;
use quadrille::files::NamedFiles;
use quadrille::kinds::REGISTRY;
use quadrille::lanes::Level;
use quadrille::runner::{Coordinator, Identity, OpenJob, Worker};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Small experiments: text, and the minimum ratio of stated to used memory, in percent. It is high
/// where tables dominate, low where memory grows with the input.
const EXPERIMENTS: &[(&str, u64)] = &[
    (
        "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 5\ncolors = 9\nstrategy = \"first-consistent\"",
        90,
    ),
    // More than half of the secrets give the first guess the same feedback.
    (
        "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 5\ncolors = 9\nstrategy = \"first-consistent\"\nfirst = \"11111\"",
        90,
    ),
    (
        "kind = \"mastermind.compare\"\n[mastermind]\npins = 5\ncolors = 8\nstrategies = [\"first-consistent\", \"entropy\"]",
        90,
    ),
    ("kind = \"mastermind.optimal\"\n[mastermind]\npins = 3\ncolors = 10", 5),
    ("kind = \"random.battery\"\n[random]\nsize = 20\ngenerators = [\"xoshiro256++\"]", 90),
    ("kind = \"combat.dps\"\n[combat]\nprofile = \"example:fury\"\niterations = 5000", 3),
    (
        "kind = \"combat.weights\"\n[combat]\nprofile = \"example:fury\"\niterations = 100\nweights = { \"actor.power\" = 100, \"actor.crit\" = 0.01 }",
        70,
    ),
    (
        "kind = \"combat.compare\"\n[combat]\nprofiles = [\"example:fury\", \"example:shadow\"]\niterations = 400",
        15,
    ),
    (
        "kind = \"life.grid\"\n[life]\nbounds = \"4096x4096:torus\"\ndensities = [0.4]\nfields = 1\ngenerations = 4",
        90,
    ),
    ("kind = \"life.soups\"\n[life]\nsoups = 5", 30),
    ("kind = \"life.methuselah\"\n[life]\nwidth = 3\nheight = 3", 40),
    ("kind = \"doudizhu.arena\"\n[doudizhu]\nplayers = [\"search:20\", \"rule\", \"random\"]\ngames = 6", 5),
    ("kind = \"doudizhu.endgames\"\n[doudizhu]\nhands = [6, 6]\ndeals = 10", 60),
    (
        "kind = \"daifugo.arena\"\n[daifugo]\nplayers = [\"search:20\", \"greedy\", \"greedy\", \"greedy\", \"random\"]\ngames = 10",
        10,
    ),
    (
        "kind = \"daifugo.league\"\n[daifugo]\nplayers = [\"greedy\", \"greedy\", \"greedy\", \"random\", \"random\", \"random\", \"random\"]\ngames = 200",
        90,
    ),
    (
        "kind = \"hearts.arena\"\n[hearts]\nplayers = [\"search:20\", \"random\", \"random\", \"rule\"]\ngames = 8",
        10,
    ),
    (
        "kind = \"hearts.league\"\n[hearts]\nplayers = [\"rule\", \"random\", \"random\", \"rule\", \"random\"]\ngames = 200",
        90,
    ),
    (
        "kind = \"doudizhu.train\"\n[doudizhu]\ngames = 256\nslot_games = 64\nmeasurements = 2\nsittings = 10",
        90,
    ),
    (
        "kind = \"daifugo.train\"\n[daifugo]\ngames = 256\nslot_games = 64\nmeasurements = 2\nsittings = 10",
        90,
    ),
    ("kind = \"hearts.train\"\n[hearts]\ngames = 256\nslot_games = 64\nmeasurements = 2\nsittings = 10", 10),
];

/// Allowance for small allocations: messages, results, text.
const SMALL: u64 = 1 << 20;

/// Runs a job from its preparation to its conclusion, and returns its peak memory in bytes.
fn taken(job: Box<dyn OpenJob>, identity: &Identity) -> u64 {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let worker = Worker::new(job, identity.clone(), 1, &()).unwrap();
    let mut coordinator = Coordinator::new(worker.job(), identity, None).unwrap();
    while let Some(task) = coordinator.next_task() {
        let partial = worker.run(&task, &(), &|_| ()).unwrap();
        coordinator.take(&partial).unwrap();
    }
    coordinator.conclude(&()).unwrap();
    (ALLOCATOR.peak_usage() - before) as u64
}

/// Returns the kind of an experiment.
fn kind_of(text: &str) -> &str {
    text.split('"').nth(1).unwrap()
}

#[test]
fn every_kind_states_its_memory() {
    let mut faults = Vec::new();
    for kind in REGISTRY.names() {
        if !EXPERIMENTS.iter().any(|(text, _)| kind_of(text) == kind) {
            faults.push(format!("{kind} has no experiment here"));
        }
    }
    for &(text, least) in EXPERIMENTS {
        let kind = kind_of(text);
        let files = NamedFiles::in_folder("no such folder");
        let file =
            REGISTRY.read_with(Source::new(kind, text), files).unwrap_or_else(|error| panic!("{error}"));
        let open = || file.open(7, Level::best());
        let stated = open().memory(1).total();
        let more = open().memory(2).total();
        let taken = taken(open(), &file.identity(7));
        println!("{kind:24}{stated:12}{more:12}{taken:12}");
        if stated == 0 {
            faults.push(format!("{kind} states no need"));
        }
        if more < stated {
            faults.push(format!("{kind} states {stated} bytes with one worker and {more} with two"));
        }
        if stated > 4 * taken + SMALL {
            faults.push(format!("{kind} states {stated} bytes and takes {taken}"));
        }
        if stated * 100 < taken * least {
            faults.push(format!("{kind} states {stated} bytes, less than {least} % of {taken}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
