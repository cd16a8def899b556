//! Computations for the pages of games: bounded in time, and cancelled when the client disconnects.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use quadrille::progress::{CancelToken, Observer, Progress};

use crate::application::App;
use crate::failure::Failure;

/// Maximum duration of a computation.
pub(crate) const LONGEST: Duration = Duration::from_secs(10);

/// Cancels a computation when the request that waits for it is dropped.
struct Waiting(CancelToken);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Computes an answer on another thread. The observer stops the computation after [`LONGEST`], when
/// the client closes its connection, and when the server ends.
pub(crate) async fn bounded<T: Send + 'static>(
    application: &App,
    work: impl FnOnce(&dyn Observer) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let token = CancelToken::new();
    let _waiting = Waiting(token.clone());
    let ending = application.ending.clone();
    let work = move |_: &_| {
        let begun = Instant::now();
        let observer = |_: &Progress| {
            if token.is_cancelled() || *ending.borrow() || begun.elapsed() >= LONGEST {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        work(&observer)
    };
    application.compute(work).await
}

/// Returns the error of a stopped computation; `instead` names an alternative without a time limit.
pub(crate) fn too_long(instead: &str) -> Failure {
    let seconds = LONGEST.as_secs();
    let reason = format!("the computation takes more than {seconds} seconds; {instead}");
    Failure::new(StatusCode::SERVICE_UNAVAILABLE, reason)
}
