//! Requests about experiments: kinds, examples, templates, checks while typing, and starts.

use axum::Json;
use axum::extract::State;
use quadrille::diagnostics::{Source, nearest};
use quadrille::examples::{self, EXAMPLES, Example};
use quadrille::experiment_file::ExperimentFile;
use quadrille::files::NamedFiles;
use quadrille::job::Kind;
use quadrille::kinds::{KINDS, REGISTRY};
use quadrille::random::catalogue;
use quadrille::{schema, template};
use quadrille_files::create_folder;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::application::{App, Application, Asked, Posted, require_upload};
use crate::failure::{Failure, PlacedDiagnostic, places};
use crate::files::PageFiles;
use crate::jobs::Work;
use crate::random::GENERATORS;
use crate::runs;

/// The name by which diagnostics refer to the text that a page sent.
const TEXT: &str = "experiment";

/// The kinds, examples and settings that the pages offer.
#[derive(Debug, Serialize)]
pub(crate) struct Overview {
    version: &'static str,
    folder: String,
    commands: bool,
    kinds: Vec<KindEntry>,
    examples: Vec<ExampleEntry>,
    ladders: Vec<&'static str>,
    generators: Vec<GeneratorEntry>,
}

#[derive(Debug, Serialize)]
struct KindEntry {
    name: &'static str,
    about: &'static str,
}

#[derive(Debug, Serialize)]
struct ExampleEntry {
    name: &'static str,
    what: String,
    kind: &'static str,
}

#[derive(Debug, Serialize)]
struct GeneratorEntry {
    name: &'static str,
    notes: &'static str,
    fails: &'static str,
    /// Whether the battery can test the generator; the other generators appear only in pictures.
    tested: bool,
}

/// `GET /api/overview`: the kinds, examples, ladders and generators that the pages offer.
pub(crate) async fn overview(State(application): State<App>) -> Json<Overview> {
    let kinds = KINDS.iter().map(|kind| KindEntry { name: kind.name, about: kind.about });
    let examples = EXAMPLES.iter().filter(|example| KINDS.iter().any(|kind| kind.name == example.kind()));
    let examples = examples.map(|example| ExampleEntry {
        name: example.name,
        what: example.what(),
        kind: example.kind(),
    });
    let tested = catalogue::entries().iter().map(|entry| GeneratorEntry {
        name: entry.name,
        notes: entry.notes,
        fails: entry.fails,
        tested: true,
    });
    let drawn = GENERATORS.iter().map(|generator| GeneratorEntry {
        name: generator.name,
        notes: generator.notes,
        fails: "",
        tested: false,
    });
    Json(Overview {
        version: quadrille::VERSION,
        folder: application.root.path().display().to_string(),
        commands: application.commands,
        kinds: kinds.collect(),
        examples: examples.collect(),
        ladders: quadrille_ladders::names(),
        generators: tested.chain(drawn).collect(),
    })
}

#[derive(Debug, Deserialize)]
pub(crate) struct Named {
    name: String,
}

/// `GET /api/example`: the text of an example.
pub(crate) async fn example(Asked(Named { name }): Asked<Named>) -> Result<Json<Value>, Failure> {
    let example = examples::find(&name).map_err(Failure::bad)?;
    Ok(Json(json!({ "name": example.name, "text": example.text })))
}

fn kind(name: &str) -> Result<&'static Kind, Failure> {
    KINDS.iter().find(|kind| kind.name == name).ok_or_else(|| {
        let near = nearest(name, REGISTRY.names())
            .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        Failure::bad(format!("there is no kind `{name}`{near}"))
    })
}

/// `GET /api/template`: a commented example of an experiment of a kind.
pub(crate) async fn template(Asked(Named { name }): Asked<Named>) -> Result<Json<Value>, Failure> {
    Ok(Json(json!({ "name": name, "text": template::of(kind(&name)?) })))
}

/// `GET /api/schema`: the JSON Schema of a kind.
pub(crate) async fn schema(Asked(Named { name }): Asked<Named>) -> Result<Json<Value>, Failure> {
    Ok(Json(schema::of(kind(&name)?)))
}

/// The text of an experiment in a page.
#[derive(Debug, Deserialize)]
pub(crate) struct Draft {
    text: String,
    /// The example that the text was made from.
    #[serde(default)]
    example: Option<String>,
    /// The run that the text was made from.
    #[serde(default)]
    from: Option<String>,
}

impl Draft {
    fn read(self, application: &Application) -> Result<ExperimentFile, quadrille::diagnostics::Diagnostic> {
        let example: Option<Example> = self.example.and_then(|name| examples::find(&name).ok().copied());
        let recorded = self.from.and_then(|run| runs::recorded_files(application, &run).ok());
        let files = PageFiles::new(&application.root, example, application.commands)
            .with_recorded(recorded.unwrap_or_default());
        REGISTRY.read_with(Source::new(TEXT, self.text), NamedFiles::new(files))
    }
}

/// The outcome of a check.
#[derive(Debug, Serialize)]
pub(crate) struct Checked {
    kind: Option<&'static str>,
    diagnostics: Vec<PlacedDiagnostic>,
}

/// `POST /api/check`: the errors of a text, with their positions in it.
pub(crate) async fn check(
    State(application): State<App>,
    Posted(text): Posted<Draft>,
) -> Result<Json<Checked>, Failure> {
    require_upload(&text.text)?;
    let checked = application.compute(move |application| {
        Ok(match text.read(application) {
            Ok(file) => Checked { kind: Some(file.kind.name), diagnostics: Vec::new() },
            Err(error) => Checked { kind: None, diagnostics: places(&error, TEXT) },
        })
    });
    checked.await.map(Json)
}

/// A request to start a run.
#[derive(Debug, Deserialize)]
pub(crate) struct Start {
    /// The name of the run's folder; a number is added if the name is taken.
    name: String,
    #[serde(flatten)]
    text: Draft,
}

/// `POST /api/start`: starts a run of an experiment.
pub(crate) async fn start(
    State(application): State<App>,
    Posted(Start { name, text }): Posted<Start>,
) -> Result<Json<Value>, Failure> {
    require_upload(&text.text)?;
    let (file, run, path) = application
        .compute(move |application| {
            let file = text.read(application).map_err(|error| Failure::of_text(&error, TEXT))?;
            let (run, path) = application.root.new_run(&name)?;
            // Creating the folder reserves the name while the job waits.
            create_folder(&path).map_err(|error| Failure::bad(error.to_string()))?;
            Ok((file, run, path))
        })
        .await?;
    let emptied = path.clone();
    let added = application.jobs.add(&run, Work::Run { file: Box::new(file), path, resume: false });
    let job = added.inspect_err(|_| drop(std::fs::remove_dir(emptied)))?;
    Ok(Json(json!({ "run": run, "job": job })))
}
