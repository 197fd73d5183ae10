//! Phones that deleted accounts left, that their member lost after their rental, or that were replaced, are wiped before anybody else gets them.

use std::time::Duration;

use causes::causes;
use store::operations;

use crate::Engine;
use crate::worker::repeat;

/// Pause between two looks.
const EVERY: Duration = Duration::from_secs(2);

/// Runs for ever. What it begins goes the way of every operation; a phone that cannot be wiped now is tried again later.
pub(crate) async fn watch(engine: Engine) {
    repeat(EVERY, || wipe(&engine)).await;
}

async fn wipe(engine: &Engine) {
    match operations::wipe_left(&engine.store, engine.clock.now_ms()).await {
        Ok(begun) if begun.is_empty() => {}
        Ok(begun) => tracing::info!(phones = ?begun, "wipe of returned phones started"),
        Err(fault) => tracing::error!(
            error = %causes(&fault),
            "wipe returned phones failed"
        ),
    }
}
