//! A worker in a separate process: `worker FILE SEED` reads tasks from standard input and writes
//! their partials.
//!
//! An input line has a shard's number and the bytes of its stage in hex (`-` for none); an output
//! line is the sealed partial in hex. A coordinator needs nothing else: a shard is a pure function
//! of the file, the seed, its number and its stage.

use std::error::Error;
use std::io::{BufRead as _, Write as _};
use std::path::Path;

use quadrille::diagnostics::Source;
use quadrille::files::{self, NamedFiles};
use quadrille::kinds::REGISTRY;
use quadrille::lanes::Level;
use quadrille::runner::{Task, Worker};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, seed] = arguments.as_slice() else { return Err("usage: worker FILE SEED".into()) };
    let (path, seed) = (Path::new(file), seed.parse()?);
    let source = Source::from_bytes(file.clone(), files::read(path)?).map_err(|error| error.to_string())?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let experiment = REGISTRY.read_with(source, NamedFiles::in_folder(folder));
    let experiment = experiment.map_err(|error| error.to_string())?;
    let job = experiment.open(seed, Level::best());
    let worker = Worker::new(job, experiment.identity(seed), 1, &())?;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (shard, stage) = line.split_once(' ').ok_or("a shard and its stage are expected")?;
        let stage = if stage == "-" { Vec::new() } else { base16ct::lower::decode_vec(stage)? };
        let task = Task { shard: shard.parse()?, stage: stage.into(), snapshot: None };
        let partial = worker.run(&task, &(), &|_| ())?;
        writeln!(out, "{}", base16ct::lower::encode_string(&partial))?;
        out.flush()?;
    }
    Ok(())
}
