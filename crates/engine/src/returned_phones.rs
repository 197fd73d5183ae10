//! Wipes returned phones before another member gets them: phones of deleted accounts, phones whose member lost them after the rental, and phones
//! that were replaced.

use std::time::Duration;

use causes::causes;
use store::operations;

use crate::Engine;
use crate::worker::repeat;

/// Pause between two checks for returned phones.
const CHECK_EVERY: Duration = Duration::from_secs(2);

/// Starts the wipes of returned phones for ever, each an operation like any other; a phone that cannot be wiped now is tried again later.
pub(crate) async fn watch(engine: Engine) {
    repeat(CHECK_EVERY, || wipe(&engine)).await;
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
