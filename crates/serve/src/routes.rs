//! The routes of the application.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use crate::application::{App, LARGEST_BODY, guard};
use crate::{endgames, experiments, ladders, live, mastermind, pages, play, random, runs};

/// Returns the routes of the application.
pub(crate) fn router(application: App) -> Router {
    let mut router = Router::new();
    for address in pages::ADDRESSES {
        router = router.route(address, get(pages::document));
    }
    router
        .route("/pages/{*path}", get(pages::page))
        .route("/live", get(live::socket))
        .route("/report", get(runs::report))
        .route("/download", get(runs::download))
        .route("/api/overview", get(experiments::overview))
        .route("/api/example", get(experiments::example))
        .route("/api/template", get(experiments::template))
        .route("/api/schema", get(experiments::schema))
        .route("/api/check", post(experiments::check))
        .route("/api/start", post(experiments::start))
        .route("/api/run", get(runs::run))
        .route("/api/resume", post(runs::resume))
        .route("/api/stop", post(runs::stop))
        .route("/api/delete", post(runs::delete))
        .route("/api/compare", get(runs::compare))
        .route("/api/ladder", post(ladders::start))
        .route("/api/pairs", get(random::pairs))
        .merge(play::routes())
        .merge(mastermind::routes())
        .merge(endgames::routes())
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(Arc::clone(&application), guard))
        .with_state(application)
}
