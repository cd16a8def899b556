//! Runs whose shards are computed by an executor that loses some of them the first time.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use quadrille::diagnostics::Source;
use quadrille::experiment_file::ExperimentFile;
use quadrille::kinds::REGISTRY;
use quadrille::lanes::Level;
use quadrille::runner::executor::{ShardExecutor, TaskOutcome};
use quadrille::runner::{Identity, Task, Worker};
use quadrille::runs::{self, NodeNotes, RemoteExecutor, RunFile, RunOptions};

/// Executor that works on a task when the next event is requested.
struct Forgetful<'a> {
    file: &'a ExperimentFile,
    worker: Option<Worker>,
    tasks: VecDeque<Task>,
    forgotten: BTreeSet<u64>,
    notes: NodeNotes,
}

impl<'a> Forgetful<'a> {
    fn new(file: &'a ExperimentFile) -> Self {
        Self {
            file,
            worker: None,
            tasks: VecDeque::new(),
            forgotten: BTreeSet::new(),
            notes: NodeNotes::default(),
        }
    }
}

impl ShardExecutor for Forgetful<'_> {
    fn capacity(&self) -> usize {
        3
    }

    fn submit(&mut self, task: Task) -> Result<(), String> {
        self.tasks.push_back(task);
        Ok(())
    }

    fn next_event(&mut self, _: Duration) -> Result<Option<TaskOutcome>, String> {
        // The last task comes first, because any order is allowed.
        let Some(task) = self.tasks.pop_back() else { return Ok(None) };
        let shard = task.shard;
        if shard.is_multiple_of(3) && self.forgotten.insert(shard) {
            return Ok(Some(TaskOutcome::Lost { shard }));
        }
        let worker = self.worker.as_ref().ok_or("no worker was started")?;
        let partial = worker.run(&task, &(), &|_| ()).map_err(|error| error.to_string())?;
        self.notes.add(if shard.is_multiple_of(2) { "even" } else { "odd" }, 1, 0.5);
        Ok(Some(TaskOutcome::Finished { shard, partial }))
    }

    fn work_done(&self) -> u64 {
        0
    }

    fn cancel(&mut self) {
        self.tasks.clear();
    }
}

impl RemoteExecutor for Forgetful<'_> {
    fn begin(&mut self, identity: &Identity) {
        let job = self.file.open(identity.seed, Level::best());
        self.worker = Some(Worker::new(job, identity.clone(), 1, &()).expect("it can be prepared"));
    }

    fn nodes(&self) -> NodeNotes {
        self.notes.clone()
    }
}

#[test]
fn executors_and_threads_give_the_same_result() {
    let text = "kind = \"mastermind.evaluate\"\n[mastermind]\npins = 4\ncolors = 6\nstrategy = \"knuth\"\n";
    let file = REGISTRY.read(Source::new("a.toml", text)).expect("an experiment");
    let options = RunOptions::new(Level::best());
    let threads = runs::in_memory(&file, options, &()).expect("it runs").conclusion.expect("it ends");

    let here = runs::in_memory_by(&file, options, Some(&mut Forgetful::new(&file)), &()).expect("it runs");
    assert_eq!(here.conclusion.expect("it ends").result, threads.result);

    let folder = tempfile::tempdir().expect("a folder");
    let mut crew = Forgetful::new(&file);
    let kept = runs::in_directory_by(&file, folder.path(), options, Some(&mut crew), &()).expect("it runs");
    assert_eq!(kept.conclusion.expect("it ends").result, threads.result);
    let bytes = std::fs::read(folder.path().join("run.json")).expect("a file");
    let run: RunFile = serde_json::from_slice(&bytes).expect("a run");
    let [session] = &run.sessions[..] else { panic!("one session: {:?}", run.sessions) };
    let nodes: Vec<&str> = session.nodes.iter().map(|note| note.node.as_str()).collect();
    assert_eq!(nodes, ["even", "odd"]);
    assert_eq!(session.nodes.iter().map(|note| note.shards).sum::<u64>(), kept.shards);
    assert_eq!(crew.forgotten.len() as u64, kept.shards.div_ceil(3));

    // The run is read back, and its report redrawn.
    assert_eq!(runs::SavedRun::read(&REGISTRY, folder.path()).expect("a run").run, run);
}
