//! Requests about ladders, which are timed as jobs.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::application::{App, Posted};
use crate::failure::Failure;
use crate::jobs::Work;

#[derive(Debug, Deserialize)]
pub(crate) struct Ladder {
    ladder: String,
}

/// `POST /api/ladder`: times a ladder; the timings of its rungs arrive with the live state.
pub(crate) async fn start(
    State(application): State<App>,
    Posted(Ladder { ladder }): Posted<Ladder>,
) -> Result<Json<Value>, Failure> {
    let known = quadrille_ladders::names();
    let name = known.iter().find(|name| **name == ladder).copied();
    let name = name.ok_or_else(|| {
        Failure::bad(format!("there is no ladder `{ladder}`; expected one of {}", known.join(", ")))
    })?;
    let job = application.jobs.add(name, Work::Ladder { name })?;
    Ok(Json(json!({ "job": job })))
}
