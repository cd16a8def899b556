//! The end of the server.

use tokio::sync::watch;

/// Waits until the server ends.
pub(crate) async fn until_ending(ending: &mut watch::Receiver<bool>) {
    // An error means that the server was dropped.
    let _ = ending.wait_for(|ending| *ending).await;
}
